/* See http_client.h. */
#include "online/client/http_client.h"

#include <string.h>

#include "online/client/curl_setup.h"

enum { CONNECTION = 15000, PATIENCE = 30000, LARGEST = 32 * 1024 * 1024 };

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    struct bil_text *body = context;
    if (body->length + size * count > LARGEST) {
        return 0;
    }
    bil_text_add_bytes(body, bytes, size * count);
    return size * count;
}

/* The headers of a request; NULL: there is no memory. */
static struct curl_slist *write_headers(const char *bearer, const char *body)
{
    struct bil_text line = {0};
    struct curl_slist *headers = curl_slist_append(NULL, "Expect:");
    if (headers && body && !curl_slist_append(headers, "Content-Type: application/json")) {
        curl_slist_free_all(headers);
        headers = NULL;
    }
    bil_text_format(&line, "Authorization: Bearer %s", bearer ? bearer : "");
    if (headers && bearer && !curl_slist_append(headers, bil_text_string(&line))) {
        curl_slist_free_all(headers);
        headers = NULL;
    }
    bil_text_free(&line);
    return headers;
}

static CURLcode perform_request(CURL *curl, const char *method, const struct curl_slist *headers, const char *body,
                                struct bil_answer *answer)
{
    long status = 0;
    if (curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)PATIENCE) != CURLE_OK ||
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers) != CURLE_OK ||
        (body && (curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)strlen(body)) != CURLE_OK ||
                  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body) != CURLE_OK)) ||
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method) != CURLE_OK ||
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body) != CURLE_OK ||
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer->body) != CURLE_OK) {
        return CURLE_OUT_OF_MEMORY;
    }
    const CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    answer->status = (int)status;
    return code;
}

bool bil_http_request(const struct bil_url *url, const char *authority, const char *method, const char *path, const char *bearer,
                      const char *body, struct bil_answer *answer, struct bil_error *error)
{
    char why[BIL_CURL_WHY];
    answer->status = 0;
    bil_text_clear(&answer->body);
    if (!bil_curl_authority_fits(authority, error)) {
        return false;
    }
    CURL *curl = bil_curl_new(url, authority, path, CONNECTION);
    struct curl_slist *headers = write_headers(bearer, body);
    const CURLcode code = curl && headers ? perform_request(curl, method, headers, body, answer) : CURLE_OUT_OF_MEMORY;
    if (code != CURLE_OK) {
        struct bil_text host = {0};
        bil_curl_why(curl, url, code, why);
        bil_url_write_host(url, &host);
        bil_fail(error, "%s cannot be reached: %s.", bil_text_string(&host), why);
        bil_text_free(&host);
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
    return code == CURLE_OK;
}
