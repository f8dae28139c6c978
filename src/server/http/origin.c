/* Judges by Host and Origin whose page it is that asks. */
#include <string.h>
#include <strings.h>

#include "server/http/internal.h"

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

/* Without its port, in `name`; a final dot is no part of it. */
static size_t host_name(const char *host, const char **name)
{
    size_t length = strcspn(host, ":");
    *name = host;
    if (*host == '[') {
        *name = host + 1;
        return strcspn(host + 1, "]");
    }
    if (length > 1 && host[length - 1] == '.') {
        length--;
    }
    return length;
}

static bool same(const char *one, size_t length, const char *other)
{
    return strlen(other) == length && strncasecmp(one, other, length) == 0;
}

static bool ends_with(const char *name, size_t length, const char *ending)
{
    const size_t count = strlen(ending);
    return length > count && strncasecmp(name + length - count, ending, count) == 0;
}

/* An address cannot be rebound: only a name can. So the server need not know under which of its addresses it is reached, which
 * behind a router it cannot. */
static bool is_number(const char *host, const char *name, size_t length)
{
    return *host == '[' || (length > 0 && strspn(name, "0123456789.") >= length && memchr(name, '.', length));
}

bool bil_host_allowed(const struct bil_net_settings *settings, const char *own_name, const char *host)
{
    const char *name = NULL;
    const size_t length = host_name(host, &name);
    if (is_number(host, name, length) || same(name, length, "localhost") || ends_with(name, length, ".localhost")) {
        return true;
    }
    const size_t own = strlen(own_name);
    if (own > 0 && (same(name, length, own_name) ||
                    (length == own + 6 && strncasecmp(name, own_name, own) == 0 && strncasecmp(name + own, ".local", 6) == 0))) {
        return true; /* in a home the machine's name is how it is found */
    }
    for (int i = 0; i < settings->hosts; i++) {
        if (strcmp(settings->host[i], "*") == 0 || same(name, length, settings->host[i])) {
            return true;
        }
    }
    return false;
}
