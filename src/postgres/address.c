/* Addresses of databases as texts. Must never give a password to anybody. */
#include <string.h>

#include "postgres/connection.h"

static const char *const schemes[] = {"postgresql://", "postgres://"};

/* How long the scheme at the beginning is; 0: there is none. */
static size_t scheme_length(const char *text)
{
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        const size_t length = strlen(schemes[i]);
        if (strncmp(text, schemes[i], length) == 0) {
            return length;
        }
    }
    return 0;
}

bool bil_pg_is_address(const char *text)
{
    return scheme_length(text) > 0;
}

/* The same letter for each, so that nothing but the length is told. */
static void blank(char *from, const char *to)
{
    for (; from < to && *from; from++) {
        *from = '*';
    }
}

void bil_pg_blank_password(char *address)
{
    const size_t scheme = scheme_length(address);
    char *begin = address + scheme;
    char *at = strrchr(begin, '@'); /* the last: a password in which one was not written as %40 is blanked as well */
    if (scheme > 0 && at) {
        char *colon = strchr(begin, ':');
        if (colon && colon < at) {
            blank(colon + 1, at);
        }
    }
    for (char *key = strstr(begin, "password="); key; key = strstr(key, "password=")) {
        key += strlen("password=");
        blank(key, key + (scheme > 0 ? strcspn(key, "&") : strlen(key))); /* among key words it may be quoted: all that follows */
    }
}
