/* See link_trust.h. */
#include "server/link_trust.h"

#include <errno.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the verification of a certificate can say, as OpenSSL numbers it (X509_V_ERR_...). */
enum {
    NOT_YET = 9,
    EXPIRED = 10,
    SELF_SIGNED = 18,
    SELF_SIGNED_IN_CHAIN = 19,
    NO_ISSUER_HERE = 20,
    NO_FIRST_SIGNATURE = 21,
    OTHER_NAME = 62,
    OTHER_ADDRESS = 64
};

static _Thread_local struct {
    bool looked, refused;
    int number; /* why; 0: not heard */
} heard;

static void hear(int level, const char *line)
{
    const char *at = strstr(line, ";err=");
    (void)level;
    if (at && heard.number == 0) {
        heard.number = atoi(at + strlen(";err="));
    }
}

void bil_trust_listen(void)
{
    lws_set_log_level(LLL_ERR, hear);
}

void bil_trust_begin(void)
{
    heard.looked = heard.refused = false;
    heard.number = 0;
}

void bil_trust_looked(bool fine)
{
    heard.looked = true;
    heard.refused = heard.refused || !fine;
}

static const char *refusal(int number)
{
    switch (number) {
    case NOT_YET:
        return "its certificate is not valid yet; is the clock of this machine right?";
    case EXPIRED:
        return "its certificate is not valid any more";
    case OTHER_NAME:
    case OTHER_ADDRESS:
        return "its certificate is for another name; use the name that stands in it";
    case SELF_SIGNED:
    case SELF_SIGNED_IN_CHAIN:
    case NO_ISSUER_HERE:
    case NO_FIRST_SIGNATURE:
        return "nobody whom this machine trusts has signed its certificate; if it is your own, --ca FILE names it";
    default:
        return "its certificate does not hold";
    }
}

void bil_trust_why(const struct bil_url *url, const char *why, size_t length, char out[BIL_TRUST_WHY])
{
    const bool tls = url->secure && length >= 11 && strncmp(why, "connect SSL", 11) == 0;
    if (heard.refused) {
        snprintf(out, BIL_TRUST_WHY, "%s", refusal(heard.number));
    } else if (tls && !heard.looked) {
        snprintf(out, BIL_TRUST_WHY,
                 "it shows no certificate; perhaps it does not speak TLS, and the link must begin with http://");
    } else if (!url->secure && length == 11 && strncmp(why, "read failed", 11) == 0) {
        snprintf(out, BIL_TRUST_WHY, "it hung up without an answer; perhaps it speaks TLS, and the link must begin with https://");
    } else {
        snprintf(out, BIL_TRUST_WHY, "%.*s", (int)length, why);
    }
    bil_trust_begin();
}

bool bil_trust_file(const char *authority, struct bil_error *error)
{
    char line[256];
    bool found = false;
    if (!authority || !*authority) {
        return true;
    }
    FILE *file = fopen(authority, "r");
    if (!file) {
        return bil_fail(error, "--ca %s: %s.", authority, strerror(errno));
    }
    while (!found && fgets(line, sizeof line, file)) {
        found = strncmp(line, "-----BEGIN ", 11) == 0 && strstr(line, "CERTIFICATE-----") != NULL;
    }
    fclose(file);
    return found ||
           bil_fail(error, "--ca %s holds no certificate; it must be one in PEM, which begins with -----BEGIN CERTIFICATE-----.",
                    authority);
}
