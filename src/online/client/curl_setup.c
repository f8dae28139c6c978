/* See curl_setup.h. */
#include "online/client/curl_setup.h"

#include <errno.h>
#include <openssl/x509_vfy.h>
#include <stdio.h>
#include <string.h>

static const char untrusted[] = "nobody whom this machine trusts has signed its certificate; if it is your own, --ca FILE names it";

bool bil_curl_authority_fits(const char *authority, struct bil_error *error)
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

/* No proxy leads to this machine itself. */
static bool is_loopback(const struct bil_url *url)
{
    return strcmp(url->host, "localhost") == 0 || strncmp(url->host, "127.", 4) == 0 || strcmp(url->host, "::1") == 0;
}

static bool set_options(CURL *curl, const struct bil_url *url, const char *authority, const char *address, long milliseconds)
{
    /* QUICK_EXIT: a look-up of a name that hangs is left to itself instead of being waited for. */
    bool fine = curl_easy_setopt(curl, CURLOPT_URL, address) == CURLE_OK &&
                curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
                curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) == CURLE_OK &&
                curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
                curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK &&
                curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, milliseconds) == CURLE_OK &&
                curl_easy_setopt(curl, CURLOPT_USERAGENT, "billions/" BILLIONS_VERSION) == CURLE_OK;
    if (is_loopback(url)) {
        fine = fine && curl_easy_setopt(curl, CURLOPT_NOPROXY, "*") == CURLE_OK;
    }
    if (authority && *authority) {
        fine = fine && curl_easy_setopt(curl, CURLOPT_CAINFO, authority) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_CAPATH, NULL) == CURLE_OK;
    }
    return fine;
}

CURL *bil_curl_new(const struct bil_url *url, const char *authority, const char *path, long milliseconds)
{
    struct bil_text address = {0};
    CURL *curl = curl_easy_init();
    bil_text_add(&address, url->secure ? "https://" : "http://");
    bil_url_write_host(url, &address);
    bil_text_format(&address, "%s%s", url->base, path);
    if (curl && !set_options(curl, url, authority, bil_text_string(&address), milliseconds)) {
        curl_easy_cleanup(curl);
        curl = NULL;
    }
    bil_text_free(&address);
    return curl;
}

static const char *explain_refusal(long why)
{
    switch (why) {
    case X509_V_OK: /* libcurl compares the names by itself, and has no reason for it: this, or the next until they are compared */
    case X509_V_ERR_UNSPECIFIED:
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return "its certificate is for another name; use the name in it";
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return "its certificate is not valid yet; is the clock of this machine right?";
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return "its certificate is not valid any more";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return untrusted;
    default:
        return "its certificate does not hold";
    }
}

void bil_curl_why(CURL *curl, const struct bil_url *url, CURLcode code, char out[BIL_CURL_WHY])
{
    long refused = X509_V_OK;
    long system = 0;
    const char *words = NULL;
    curl_easy_getinfo(curl, CURLINFO_SSL_VERIFYRESULT, &refused);
    curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &system);
    switch (code) {
    case CURLE_PEER_FAILED_VERIFICATION:
        words = explain_refusal(refused);
        break;
    case CURLE_SSL_CACERT_BADFILE:
        words = untrusted;
        break;
    case CURLE_SSL_CONNECT_ERROR:
        words = "it shows no certificate; perhaps it does not speak TLS, and the link must begin with http://";
        break;
    case CURLE_GOT_NOTHING:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL: /* an answer of HTTP/0.9, which any bytes are */
    case CURLE_RECV_ERROR:
        words = url->secure ? "it hung up without an answer"
                            : "it hung up without an answer; perhaps it speaks TLS, and the link must begin with https://";
        break;
    case CURLE_COULDNT_RESOLVE_HOST:
        words = "its name leads to no address";
        break;
    case CURLE_OPERATION_TIMEDOUT:
        words = "it did not answer in time";
        break;
    case CURLE_COULDNT_CONNECT:
        words = system ? strerror((int)system) : "no connection could be made";
        break;
    default:
        words = curl_easy_strerror(code);
    }
    snprintf(out, BIL_CURL_WHY, "%s", words);
}
