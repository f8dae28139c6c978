/* See link_trust.h. */
#include "server/link_trust.h"

#include <errno.h>
#include <openssl/x509_vfy.h>
#include <stdio.h>
#include <string.h>

void bil_trust_looked(struct bil_trust *trust, bool fine, void *verification)
{
    trust->looked = true;
    if (!fine && trust->refused == X509_V_OK) {
        const int why = X509_STORE_CTX_get_error(verification);
        trust->refused = why != X509_V_OK ? why : X509_V_ERR_UNSPECIFIED;
    }
}

static const char *refusal(int why)
{
    switch (why) {
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return "its certificate is not valid yet; is the clock of this machine right?";
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return "its certificate is not valid any more";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return "its certificate is for another name; use the name that stands in it";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return "nobody whom this machine trusts has signed its certificate; if it is your own, --ca FILE names it";
    default:
        return "its certificate does not hold";
    }
}

void bil_trust_why(const struct bil_trust *trust, const struct bil_url *url, const char *why, size_t length,
                   char out[BIL_TRUST_WHY])
{
    const bool tls = url->secure && length >= 11 && strncmp(why, "connect SSL", 11) == 0;
    if (trust->refused != X509_V_OK) {
        snprintf(out, BIL_TRUST_WHY, "%s", refusal(trust->refused));
    } else if (tls && !trust->looked) {
        snprintf(out, BIL_TRUST_WHY,
                 "it shows no certificate; perhaps it does not speak TLS, and the link must begin with http://");
    } else if (!url->secure && length == 11 && strncmp(why, "read failed", 11) == 0) {
        snprintf(out, BIL_TRUST_WHY, "it hung up without an answer; perhaps it speaks TLS, and the link must begin with https://");
    } else {
        snprintf(out, BIL_TRUST_WHY, "%.*s", (int)length, why);
    }
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
