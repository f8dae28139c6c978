/* Links to a server and its tables. Must never let a link name anything but a host, a port, a folder, a table and a token. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "online/client/url.h"

static bool fail_url(struct bil_error *error, const char *text, const char *what)
{
    return bil_fail(error, "\"%.100s\" is no link to a server: %s; one looks like http://localhost:8080/t/TABLE#TOKEN.", text,
                    what);
}

/* The scheme, if there is one; *rest is what follows. */
static bool read_scheme(const char *text, struct bil_url *url, const char **rest)
{
    static const struct {
        const char *name;
        bool secure;
    } schemes[] = {{"http://", false}, {"https://", true}, {"ws://", false}, {"wss://", true}};
    *rest = text;
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        if (strncasecmp(text, schemes[i].name, strlen(schemes[i].name)) == 0) {
            url->secure = schemes[i].secure;
            *rest = text + strlen(schemes[i].name);
            return true;
        }
    }
    return strstr(text, "://") == NULL;
}

static bool all_of(const char *text, size_t length, const char *more)
{
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) && !strchr(more, text[i])) {
            return false;
        }
    }
    return true;
}

/* Takes `length` bytes over if they are plain and fit. */
static bool take_part(char *out, size_t size, const char *text, size_t length, const char *more)
{
    if (length >= size || !all_of(text, length, more)) {
        return false;
    }
    memcpy(out, text, length);
    out[length] = 0;
    return true;
}

static bool read_host(struct bil_url *url, const char *rest, size_t length)
{
    const char *end = rest + length;
    const char *colon = NULL;
    if (length > 0 && *rest == '[') {
        const char *bracket = memchr(rest, ']', length);
        if (!bracket || !take_part(url->host, sizeof url->host, rest + 1, (size_t)(bracket - rest) - 1, ":.")) {
            return false;
        }
        colon = bracket + 1;
    } else {
        colon = memchr(rest, ':', length);
        colon = colon ? colon : end;
        if (!take_part(url->host, sizeof url->host, rest, (size_t)(colon - rest), "-._")) {
            return false;
        }
    }
    url->port = url->secure ? 443 : 80;
    if (colon < end) {
        char *behind = NULL;
        const long port = *colon == ':' && isdigit((unsigned char)colon[1]) ? strtol(colon + 1, &behind, 10) : 0;
        if (behind != end || port < 1 || port > 65535) {
            return false;
        }
        url->port = (int)port;
    }
    return *url->host != 0;
}

bool bil_url_read(const char *text, struct bil_url *url, struct bil_error *error)
{
    const char *rest = NULL;
    *url = (struct bil_url){0};
    if (!read_scheme(text, url, &rest)) {
        return fail_url(error, text, "it does not begin with http:// or https://");
    }
    size_t length = strcspn(rest, "/?#");
    if (!read_host(url, rest, length)) {
        return fail_url(error, text, "it names no host and port that there can be");
    }
    rest += length;
    length = strcspn(rest, "?#");
    const char *table = NULL;
    for (const char *at = rest; (at = strstr(at, "/t/")) != NULL && at < rest + length; at++) {
        table = at;
    }
    size_t base = table ? (size_t)(table - rest) : length;
    while (base > 0 && rest[base - 1] == '/') {
        base--;
    }
    if (!take_part(url->base, sizeof url->base, rest, base, "/-._~")) {
        return fail_url(error, text, "its path is too long or holds signs that are none of a path");
    }
    if (table && (length - (size_t)(table - rest) < 4 ||
                  !take_part(url->table, sizeof url->table, table + 3, length - (size_t)(table - rest) - 3, ""))) {
        return fail_url(error, text, "what stands behind /t/ is no table");
    }
    const char *mark = strchr(rest, '#');
    if (mark && !take_part(url->token, sizeof url->token, mark + 1, strlen(mark + 1), "-_")) {
        return fail_url(error, text, "what stands behind # is no token");
    }
    return true;
}

void bil_url_write_host(const struct bil_url *url, struct bil_text *out)
{
    const bool colons = strchr(url->host, ':') != NULL;
    bil_text_format(out, "%s%s%s", colons ? "[" : "", url->host, colons ? "]" : "");
    if (url->port != (url->secure ? 443 : 80)) {
        bil_text_format(out, ":%d", url->port);
    }
}

void bil_url_write(const struct bil_url *url, bool with_token, struct bil_text *out)
{
    bil_text_add(out, url->secure ? "https://" : "http://");
    bil_url_write_host(url, out);
    bil_text_add(out, url->base);
    bil_text_add(out, *url->table ? "/t/" : "/");
    bil_text_add(out, url->table);
    if (with_token && *url->token) {
        bil_text_format(out, "#%s", url->token);
    }
}
