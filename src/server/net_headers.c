/* Reads headers the careful way, and judges by them whose page it is that asks. */
#include <string.h>
#include <strings.h>

#include "server/net_inside.h"

bool bil_header(struct lws *wsi, enum lws_token_indexes which, char *into, size_t size)
{
    char probe[2];
    *into = 0;
    if (lws_hdr_total_length(wsi, which) == 0) {
        return true;
    }
    if (lws_hdr_copy_fragment(wsi, into, (int)size, which, 0) < 0) {
        *into = 0;
        return false;
    }
    /* A second one of the same name: who reads which of the two is how requests are smuggled. The length tells it from one that
     * does not fit into the probe. */
    return lws_hdr_copy_fragment(wsi, probe, sizeof probe, which, 1) < 0 &&
           (size_t)lws_hdr_total_length(wsi, which) == strlen(into);
}

void bil_header_all(struct lws *wsi, enum lws_token_indexes which, struct bil_text *into)
{
    char part[1024];
    bil_text_clear(into);
    for (int i = 0; lws_hdr_total_length(wsi, which) > 0; i++) {
        const int length = lws_hdr_copy_fragment(wsi, part, sizeof part, which, i);
        if (length < 0) {
            return;
        }
        if (i > 0) {
            bil_text_add(into, which == WSI_TOKEN_HTTP_URI_ARGS ? "&" : ", ");
        }
        bil_text_add(into, part);
    }
}

/* The part of an origin behind "scheme://", if it is one of a page of the web. */
static const char *origin_host(const char *origin)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        const size_t length = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], length) == 0 && origin[length]) {
            return origin + length;
        }
    }
    return NULL;
}

/* Browsers tell whose page a request comes from; other programs say nothing and are no danger to anybody's browser. A page of this
 * very host may ask: the scheme may differ, since a proxy in front may speak TLS. */
bool bil_origin_allowed(const struct bil_net_settings *settings, const char *origin, const char *host)
{
    if (!*origin) {
        return true;
    }
    for (int i = 0; i < settings->origins; i++) {
        if (strcasecmp(origin, settings->origin[i]) == 0) {
            return true;
        }
    }
    const char *theirs = origin_host(origin);
    return theirs && strcasecmp(theirs, host) == 0;
}
