/* One HTTP request and its answer. Must never go on for longer than its timeout, and never keep an answer that is too large. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/link_context.h"
#include "server/link_trust.h"

enum { PATIENCE = 30, LARGEST = 32 * 1024 * 1024, CHUNK = 4096 };

struct request {
    const char *bearer, *body;
    size_t length;
    struct bil_answer *answer;
    bool done, answered;
    const struct bil_url *url;
    struct bil_trust trust;
    char why[BIL_TRUST_WHY];
};

void bil_link_context(struct lws_context_creation_info *info, const struct bil_url *url, const char *authority,
                      const struct lws_protocols *protocols, void *user)
{
    lws_set_log_level(0, NULL); /* what goes wrong is told by our own sentences */
    memset(info, 0, sizeof *info);
    info->port = CONTEXT_PORT_NO_LISTEN;
    info->protocols = protocols;
    info->user = user;
    info->gid = -1;
    info->uid = -1;
    info->fd_limit_per_thread = 64;
    if (url->secure) {
        info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info->client_ssl_ca_filepath = *authority ? authority : NULL;
    }
}

void bil_link_host(const struct bil_url *url, struct bil_text *out)
{
    const bool colons = strchr(url->host, ':') != NULL;
    bil_text_format(out, "%s%s%s", colons ? "[" : "", url->host, colons ? "]" : "");
    if (url->port != (url->secure ? 443 : 80)) {
        bil_text_format(out, ":%d", url->port);
    }
}

static int add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value, (int)strlen(value), at, end);
}

static int add_headers(struct request *request, struct lws *wsi, unsigned char **at, unsigned char *end)
{
    char text[64];
    int bad = 0;
    if (request->bearer) {
        snprintf(text, sizeof text, "Bearer %s", request->bearer);
        bad |= add_header(wsi, "Authorization:", text, at, end);
    }
    if (request->body) {
        snprintf(text, sizeof text, "%zu", request->length);
        bad |= add_header(wsi, "Content-Type:", "application/json", at, end) | add_header(wsi, "Content-Length:", text, at, end);
        if (!bad) {
            lws_client_http_body_pending(wsi, 1);
            lws_callback_on_writable(wsi);
        }
    }
    return bad ? -1 : 0;
}

static int write_body(struct request *request, struct lws *wsi)
{
    unsigned char *room = malloc(LWS_PRE + request->length + 1);
    if (!room) {
        return -1;
    }
    memcpy(room + LWS_PRE, request->body, request->length);
    lws_client_http_body_pending(wsi, 0);
    const int sent = lws_write(wsi, room + LWS_PRE, request->length, LWS_WRITE_HTTP_FINAL);
    free(room);
    return sent < (int)request->length ? -1 : 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    struct request *request = lws_context_user(lws_get_context(wsi));
    char chunk[LWS_PRE + CHUNK];
    char *at = chunk + LWS_PRE;
    int room = CHUNK;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        bil_trust_why(&request->trust, request->url, in ? (const char *)in : "there was no answer",
                      in ? length : strlen("there was no answer"), request->why);
        request->done = true;
        return -1;
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
        bil_trust_looked(&request->trust, length != 0, user);
        return 0;
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_headers(request, wsi, in, *(unsigned char **)in + length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return request->body ? write_body(request, wsi) : 0;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        request->answer->status = (int)lws_http_client_http_response(wsi);
        request->answered = true;
        return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return lws_http_client_read(wsi, &at, &room) < 0 ? -1 : 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        if (request->answer->body.length + length > LARGEST) {
            return -1;
        }
        bil_text_add_bytes(&request->answer->body, in, length);
        return 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        request->done = true;
        lws_cancel_service(lws_get_context(wsi));
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {{.name = "request", .callback = on_event, .rx_buffer_size = CHUNK}, {0}};

struct timeout {
    lws_sorted_usec_list_t timer;
    struct request *request;
};

static void time_is_up(lws_sorted_usec_list_t *timer)
{
    struct timeout *timeout = lws_container_of(timer, struct timeout, timer);
    snprintf(timeout->request->why, sizeof timeout->request->why, "it did not answer in %d seconds", PATIENCE);
    timeout->request->done = true;
    timeout->request->answered = false;
}

bool bil_link_request(const struct bil_url *url, const char *authority, const char *method, const char *path, const char *bearer,
                      const char *body, struct bil_answer *answer, struct bil_error *error)
{
    struct request request = {.bearer = bearer, .body = body, .length = body ? strlen(body) : 0, .answer = answer, .url = url};
    struct timeout timeout = {.request = &request};
    struct lws_context_creation_info info;
    char whole[1024];
    answer->status = 0;
    bil_text_clear(&answer->body);
    if (!bil_trust_file(authority, error)) {
        return false;
    }
    snprintf(whole, sizeof whole, "%s%s", url->base, path);
    bil_link_context(&info, url, authority ? authority : "", protocols, &request);
    struct lws_context *context = lws_create_context(&info);
    if (!context) {
        return bil_fail(error, "The network library could not be started%s%s.", authority ? "; are there certificates in " : "",
                        authority ? authority : "");
    }
    struct bil_text host = {0};
    bil_link_host(url, &host);
    const struct lws_client_connect_info to = {.context = context,
                                               .address = url->host,
                                               .port = url->port,
                                               .path = whole,
                                               .host = bil_text_string(&host),
                                               .method = method,
                                               .local_protocol_name = protocols[0].name,
                                               .ssl_connection = url->secure ? LCCSCF_USE_SSL : 0,
                                               .alpn = "http/1.1"};
    lws_sul_schedule(context, 0, &timeout.timer, time_is_up, (lws_usec_t)PATIENCE * LWS_US_PER_SEC);
    request.done = !lws_client_connect_via_info(&to);
    while (!request.done && lws_service(context, 0) >= 0) {
    }
    lws_sul_cancel(&timeout.timer);
    lws_context_destroy(context);
    if (!request.answered) {
        bil_fail(error, "%s cannot be reached: %s.", bil_text_string(&host), *request.why ? request.why : "there was no answer");
    }
    bil_text_free(&host);
    return request.answered;
}
