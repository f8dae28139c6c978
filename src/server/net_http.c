/* Requests of HTTP: read with care, handed to the house, to the figures or to the files of the page, and answered, never before
 * what the answer tells is stored.
 *
 * Must never keep a connection waiting without a limit, nor hold a whole file in memory. What is refused is answered with a status,
 * a code and one sentence, and where it was no honest request the connection ends with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "server/net_inside.h"
#include "table/memory.h"

enum { HEAD_BYTES = 2048, ANSWER_SECONDS = 30, HEALTHY_FOR = 1000 * 1000 };

static const char JSON[] = "application/json";
/* The page's own files, its WebSocket and its WebAssembly; no script or style that stands inside a page, nothing from elsewhere, no
 * frame. */
static const char POLICY[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";
static const char NO_PAGE[] = "<!doctype html><html lang=\"en\"><title>Billions</title><p>This is a Billions server. Play with "
                              "<code>billions join</code>; it was started without a page (--web).</p></html>\n";

/* ------------------------------------------------------------------ answers */

static void error_json(struct bil_text *out, const char *code, const char *sentence)
{
    bil_json_object(out);
    bil_json_key(out, "error");
    bil_json_object(out);
    bil_json_key_string(out, "code", code);
    bil_json_key_string(out, "text", sentence);
    bil_json_object_end(out);
    bil_json_object_end(out);
}

static void answer(struct bil_connection *connection, int status, const char *type)
{
    struct bil_exchange *exchange = connection->exchange;
    exchange->answered = true;
    exchange->status = status;
    exchange->type = type;
    exchange->length = (int64_t)exchange->answer.length;
    lws_callback_on_writable(connection->wsi);
}

static int refuse(struct bil_connection *connection, int status, const char *code, const char *sentence, bool last)
{
    struct bil_exchange *exchange = connection->exchange;
    bil_text_clear(&exchange->answer);
    error_json(&exchange->answer, code, sentence);
    exchange->last = last;
    answer(connection, status, JSON);
    return 0;
}

static bool add(struct bil_connection *connection, const char *name, const char *value, unsigned char **at, unsigned char *end)
{
    return lws_add_http_header_by_name(connection->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

/* The status line and the headers that every answer has, and those that only some have. */
static bool write_head(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    const struct bil_static_file *file = &exchange->found;
    unsigned char bytes[LWS_PRE + HEAD_BYTES];
    unsigned char *begin = bytes + LWS_PRE;
    unsigned char *at = begin;
    unsigned char *end = bytes + sizeof bytes - 1;
    const struct {
        const char *name, *value; /* no value: no header */
    } headers[] = {
        {"content-type:", exchange->status == 304 ? NULL : exchange->type},
        {"content-encoding:", exchange->status == 304 ? NULL : file->encoding},
        {"vary:", file->varies ? "Accept-Encoding" : NULL},
        {"etag:", *file->tag ? file->tag : NULL},
        {"cache-control:", file->cache ? file->cache : "no-store"},
        {"content-security-policy:", POLICY},
        {"x-content-type-options:", "nosniff"},
        {"referrer-policy:", "no-referrer"}, /* a link to a seat must not be told to other sites */
        {"cross-origin-opener-policy:", "same-origin"},
        {"cross-origin-embedder-policy:", "require-corp"},
        {"cross-origin-resource-policy:", "same-origin"},
        {"allow:", exchange->status == 405 ? "GET, HEAD" : NULL},
        {"retry-after:", exchange->status == 429 || exchange->status == 503 ? "5" : NULL},
        {"connection:", exchange->last ? "close" : NULL},
    };
    if (lws_add_http_header_status(connection->wsi, (unsigned int)exchange->status, &at, end)) {
        return false;
    }
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        if (headers[i].value && !add(connection, headers[i].name, headers[i].value, &at, end)) {
            return false;
        }
    }
    if (exchange->status != 304 && lws_add_http_header_content_length(connection->wsi, (lws_filepos_t)exchange->length, &at, end)) {
        return false;
    }
    return lws_finalize_write_http_header(connection->wsi, begin, &at, end) == 0;
}

static void count_status(struct bil_net *net, int status)
{
    const int hundred = status / 100;
    if (hundred >= 2 && hundred <= 5) {
        bil_net_count(net, (enum bil_count)(BIL_COUNT_STATUS_2XX + hundred - 2));
    }
}

/* The next bytes of the answer; false: the connection must end. */
static bool write_some(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    unsigned char bytes[LWS_PRE + BIL_NET_CHUNK];
    const int64_t left = exchange->length - exchange->sent;
    int64_t count = left < BIL_NET_CHUNK ? left : BIL_NET_CHUNK;
    if (exchange->found.file >= 0) {
        count = pread(exchange->found.file, bytes + LWS_PRE, (size_t)count, exchange->sent);
        if (count <= 0) {
            return false; /* the file became shorter: what was promised cannot be kept */
        }
    } else {
        memcpy(bytes + LWS_PRE, exchange->answer.data + exchange->sent, (size_t)count);
    }
    exchange->sent += count;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    const enum lws_write_protocol kind = exchange->sent == exchange->length ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    return lws_write(connection->wsi, bytes + LWS_PRE, (size_t)count, kind) >= (int)count;
}

int bil_http_writable(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    if (!exchange || !exchange->answered || exchange->waits) {
        return 0;
    }
    if (!exchange->begun) {
        exchange->begun = true;
        if (exchange->status == 304 || strcmp(exchange->method, "HEAD") == 0) {
            exchange->sent = exchange->length;
        }
        count_status(connection->net, exchange->status);
        if (!write_head(connection)) {
            return -1;
        }
    }
    while (exchange->sent < exchange->length) {
        if (lws_partial_buffered(connection->wsi)) {
            lws_callback_on_writable(connection->wsi);
            return 0;
        }
        if (!write_some(connection)) {
            return -1;
        }
    }
    const bool last = exchange->last;
    bil_http_end(connection);
    return last || lws_http_transaction_completed(connection->wsi) ? -1 : 0;
}

void bil_http_end(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_net *net = connection->net;
    if (!exchange) {
        return;
    }
    if (exchange->later && !exchange->answered) {
        bil_house_forget(net->house, connection);
    }
    for (struct bil_connection **at = &net->waiting; *at; at = &(*at)->next_waiting) {
        if (*at == connection) {
            *at = connection->next_waiting;
            break;
        }
    }
    if (exchange->found.file >= 0) {
        close(exchange->found.file);
    }
    struct bil_text *const texts[] = {&exchange->path,  &exchange->query, &exchange->accept, &exchange->encodings,
                                      &exchange->match, &exchange->body,  &exchange->answer};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        bil_text_free(texts[i]);
    }
    free(exchange);
    connection->exchange = NULL;
}

/* ------------------------------------------------------------------ what is asked for */

static void wait_for_commit(struct bil_connection *connection)
{
    connection->exchange->waits = true;
    connection->next_waiting = connection->net->waiting;
    connection->net->waiting = connection;
}

static void take_answer(struct bil_connection *connection, struct bil_response *response)
{
    struct bil_exchange *exchange = connection->exchange;
    bil_text_free(&exchange->answer);
    exchange->answer = response->body;
    response->body = (struct bil_text){0};
    exchange->for_house = true;
    answer(connection, response->status, response->type ? response->type : JSON);
    wait_for_commit(connection);
}

void bil_http_late(void *owner, struct bil_response *response)
{
    struct bil_connection *connection = owner;
    if (connection->exchange && connection->exchange->later && !connection->exchange->answered) {
        lws_rx_flow_control(connection->wsi, 1);
        take_answer(connection, response);
    }
}

void bil_http_release(struct bil_connection *connection, bool stored)
{
    struct bil_exchange *exchange = connection->exchange;
    exchange->waits = false;
    if (exchange->for_house && !stored && exchange->status < 400) {
        refuse(connection, 503, "not-stored", "This could not be stored, so it has not happened; try again later.", false);
    }
    lws_callback_on_writable(connection->wsi);
}

static int ask_house(struct bil_connection *connection, bool head)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_net *net = connection->net;
    struct bil_response response = {0};
    const struct bil_request request = {
        .method = head ? "GET" : exchange->method,
        .path = bil_text_string(&exchange->path),
        .query = bil_text_string(&exchange->query),
        .bearer = exchange->bearer,
        .address = connection->address,
        .body = bil_text_string(&exchange->body),
        .length = exchange->body.length,
        .owner = connection,
    };
    bil_house_request(net->house, &request, bil_net_now(net), &response);
    if (response.later) {
        exchange->later = true;
        lws_rx_flow_control(connection->wsi, 0); /* a next request that is here already must not keep the loop awake */
    } else {
        take_answer(connection, &response);
    }
    bil_text_free(&response.body);
    return 0;
}

static int tell_health(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_error error = {{0}};
    struct bil_net *net = connection->net;
    if (net->stopping) {
        return refuse(connection, 503, "closing", "The server stops.", true);
    }
    /* To look is to write, and to wait for the disk: whoever asks all the time must not make everybody wait. */
    const int64_t now = bil_net_microseconds();
    if (now >= net->healthy_until) {
        if (!bil_store_healthy(net->store, &error)) {
            bil_log_text(net->log, BIL_LOG_ERROR, "unhealthy", "text", error.text);
            return refuse(connection, 503, "storage", "The database does not answer, or cannot be written to.", false);
        }
        net->healthy_until = now + HEALTHY_FOR;
    }
    bil_text_add(&exchange->answer, "{\"status\":\"fine\"}");
    answer(connection, 200, JSON);
    return 0;
}

static int tell_figures(struct bil_connection *connection)
{
    struct bil_house_figures figures = {0};
    if (!connection->net->settings->public_metrics && !bil_address_local(connection->address)) {
        return refuse(connection, 403, "not-here",
                      "Figures are for callers on the server's own machine (--public-metrics opens them).", false);
    }
    bil_house_figures(connection->net->house, &figures);
    bil_metrics_write(&connection->net->metrics, &figures, &connection->exchange->answer);
    answer(connection, 200, "text/plain; version=0.0.4; charset=utf-8");
    return 0;
}

static int give_file(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    const char *path = bil_text_string(&exchange->path);
    if (connection->net->files.folder < 0 && strcmp(path, "/") == 0) {
        bil_text_add(&exchange->answer, NO_PAGE);
        answer(connection, 200, "text/html; charset=utf-8");
        return 0;
    }
    if (!bil_static_find(&connection->net->files, path, bil_text_string(&exchange->encodings), bil_text_string(&exchange->accept),
                         &exchange->found)) {
        exchange->found.file = -1;
        return refuse(connection, 404, "not-found", "There is nothing at this address.", false);
    }
    const bool known = exchange->match.length > 0 && strstr(bil_text_string(&exchange->match), exchange->found.tag) != NULL;
    answer(connection, known ? 304 : 200, exchange->found.type);
    exchange->length = known ? 0 : exchange->found.size;
    return 0;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* The whole request is here. */
static int act(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_net *net = connection->net;
    const char *path = bil_text_string(&exchange->path);
    const bool head = strcmp(exchange->method, "HEAD") == 0;
    const bool reads = head || strcmp(exchange->method, "GET") == 0;
    const bool secret =
        strcmp(exchange->method, "POST") == 0 && (strcmp(path, "/api/people") == 0 || strcmp(path, "/api/session") == 0);
    exchange->whole = true;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    if (reads && strcmp(path, "/healthz") == 0) {
        return tell_health(connection);
    }
    if (reads && strcmp(path, "/metrics") == 0) {
        return tell_figures(connection);
    }
    if (begins(path, "/api/")) {
        struct bil_caller *caller = bil_callers_find(net->callers, connection->address, bil_net_now(net));
        if (net->stopping) {
            return refuse(connection, 503, "closing", "The server stops; try again in a moment.", true);
        }
        if (secret && !bil_bucket_take(&caller->secrets, &net->settings->secrets, bil_net_now(net))) {
            return refuse(connection, 429, "slow-down", "Too many passphrases in a short time; try again in a minute.", false);
        }
        return ask_house(connection, head);
    }
    if (strcmp(path, "/ws") == 0) {
        return refuse(connection, 426, "upgrade", "Here speaks a WebSocket; connect to it as one.", true);
    }
    if (!reads) {
        return refuse(connection, 405, "method", "Only GET and HEAD can be asked for here.", true);
    }
    return give_file(connection);
}

/* ------------------------------------------------------------------ reading it */

/* Who calls, and whether that is too much of a good thing. False: it was refused. */
static bool admit(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    struct bil_text forwarded = {0};
    if (net->settings->trust_proxy) {
        bil_header_all(connection->wsi, WSI_TOKEN_X_FORWARDED_FOR, &forwarded);
        bil_forwarded(bil_text_string(&forwarded), connection->address);
        bil_text_free(&forwarded);
    }
    const int64_t now = bil_net_now(net);
    struct bil_caller *caller = bil_callers_find(net->callers, connection->address, now);
    if (!bil_bucket_take(&caller->requests, &net->settings->requests, now)) {
        refuse(connection, 429, "slow-down", "Too many requests from your address in a short time; try again in a moment.", true);
        return false;
    }
    return true;
}

static const char *method_of(struct lws *wsi)
{
    static const struct {
        enum lws_token_indexes token;
        const char *name;
    } methods[] = {{WSI_TOKEN_GET_URI, "GET"},        {WSI_TOKEN_HEAD_URI, "HEAD"}, {WSI_TOKEN_POST_URI, "POST"},
                   {WSI_TOKEN_DELETE_URI, "DELETE"},  {WSI_TOKEN_PUT_URI, "PUT"},   {WSI_TOKEN_PATCH_URI, "PATCH"},
                   {WSI_TOKEN_OPTIONS_URI, "OPTIONS"}};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (lws_hdr_total_length(wsi, methods[i].token) > 0) {
            return methods[i].name;
        }
    }
    return "";
}

/* How long the body is: plain digits. -1: not said; -2: said in a way that two readers could read differently. */
static int64_t body_length(struct lws *wsi)
{
    char digits[20];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
        return -2;
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0) {
        return -1;
    }
    if (!bil_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, digits, sizeof digits) || !*digits ||
        strspn(digits, "0123456789") != strlen(digits)) {
        return -2;
    }
    return strtoll(digits, NULL, 10);
}

static void read_bearer(struct bil_connection *connection)
{
    char text[128];
    struct bil_exchange *exchange = connection->exchange;
    if (bil_header(connection->wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text) && begins(text, "Bearer ")) {
        snprintf(exchange->bearer, sizeof exchange->bearer, "%.*s", (int)sizeof exchange->bearer - 1, text + 7);
    }
    lws_explicit_bzero(text, sizeof text);
}

int bil_http_begin(struct bil_connection *connection, const char *path, size_t length)
{
    char host[256];
    char origin[256];
    struct lws *wsi = connection->wsi;
    bil_net_count(connection->net, BIL_COUNT_REQUESTS);
    if (connection->exchange) {
        return -1; /* one is still being answered */
    }
    struct bil_exchange *exchange = bil_memory_zero(1, sizeof *exchange);
    connection->exchange = exchange;
    exchange->found.file = -1;
    snprintf(exchange->method, sizeof exchange->method, "%s", method_of(wsi));
    bil_text_add_bytes(&exchange->path, path, length);
    bil_header_all(wsi, WSI_TOKEN_HTTP_URI_ARGS, &exchange->query);
    bil_header_all(wsi, WSI_TOKEN_HTTP_ACCEPT, &exchange->accept);
    bil_header_all(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, &exchange->encodings);
    bil_header_all(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, &exchange->match);
    read_bearer(connection);
    exchange->expected = body_length(wsi);
    if (!admit(connection)) {
        return 0;
    }
    /* A path with %0d in it ends the first line for the library: then this is missing. */
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP) == 0) {
        return refuse(connection, 400, "request", "The first line of a request is a method, a path and HTTP/1.1.", true);
    }
    if (!bil_header(wsi, WSI_TOKEN_HOST, host, sizeof host) || !bil_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) {
        return refuse(connection, 400, "header", "Host and Origin may be said once each, and not at such length.", true);
    }
    if (exchange->expected == -2) {
        return refuse(connection, 400, "length",
                      "The length of the body must be said once, as Content-Length, in digits; chunks are not taken.", true);
    }
    if (exchange->expected > BIL_NET_BODY) {
        return refuse(connection, 413, "too-big", "This body is too big; it may have 262144 bytes at most.", true);
    }
    if (exchange->expected < 0 && (strcmp(exchange->method, "POST") == 0 || begins(exchange->method, "P"))) {
        return refuse(connection, 411, "length", "Say with Content-Length how long the body is.", true);
    }
    if (strcmp(exchange->method, "GET") != 0 && strcmp(exchange->method, "HEAD") != 0 &&
        !bil_origin_allowed(connection->net->settings, origin, host)) {
        bil_net_count(connection->net, BIL_COUNT_ORIGIN);
        return refuse(connection, 403, "origin", "Pages of other sites may not ask this.", true);
    }
    return exchange->expected > 0 ? 0 : act(connection);
}

int bil_http_body(struct bil_connection *connection, const char *bytes, size_t length)
{
    struct bil_exchange *exchange = connection->exchange;
    if (!exchange || exchange->answered) {
        return 0; /* refused already: the rest is let go by */
    }
    if (exchange->body.length + length > BIL_NET_BODY) {
        return -1;
    }
    bil_text_add_bytes(&exchange->body, bytes ? bytes : "", length);
    return 0;
}

int bil_http_complete(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    /* The library asks again while the next request waits behind this one. */
    return !exchange || exchange->whole || exchange->answered ? 0 : act(connection);
}

/* ------------------------------------------------------------------ becoming a WebSocket */

/* Answers at once, outside of any exchange; the connection ends. */
static int turn_away(struct bil_connection *connection, int status, const char *code, const char *sentence)
{
    struct bil_exchange exchange = {.status = status, .type = JSON, .last = true, .found = {.file = -1}};
    unsigned char bytes[LWS_PRE + 512];
    struct bil_exchange *before = connection->exchange;
    error_json(&exchange.answer, code, sentence);
    exchange.length = (int64_t)exchange.answer.length;
    connection->exchange = &exchange;
    count_status(connection->net, status);
    if (write_head(connection) && exchange.answer.length <= sizeof bytes - LWS_PRE) {
        memcpy(bytes + LWS_PRE, exchange.answer.data, exchange.answer.length);
        lws_write(connection->wsi, bytes + LWS_PRE, exchange.answer.length, LWS_WRITE_HTTP_FINAL);
    }
    connection->exchange = before;
    bil_text_free(&exchange.answer);
    return -1;
}

int bil_http_upgrade(struct bil_connection *connection, const char *to)
{
    struct bil_net *net = connection->net;
    struct lws *wsi = connection->wsi;
    char host[256];
    char origin[256];
    char version[8];
    char *path = NULL;
    int length = 0;
    struct bil_text forwarded = {0};
    if (strcasecmp(to, "websocket") != 0) {
        return turn_away(connection, 400, "upgrade", "This server speaks HTTP/1.1 and WebSocket, nothing else.");
    }
    if (net->settings->trust_proxy) {
        bil_header_all(wsi, WSI_TOKEN_X_FORWARDED_FOR, &forwarded);
        bil_forwarded(bil_text_string(&forwarded), connection->address);
        bil_text_free(&forwarded);
    }
    const int64_t now = bil_net_now(net);
    struct bil_caller *caller = bil_callers_find(net->callers, connection->address, now);
    if (!bil_bucket_take(&caller->requests, &net->settings->requests, now)) {
        return turn_away(connection, 429, "slow-down",
                         "Too many requests from your address in a short time; try again in a moment.");
    }
    if (lws_http_get_uri_and_method(wsi, &path, &length) != LWSHUMETH_GET || length != 3 || memcmp(path, "/ws", 3) != 0) {
        return turn_away(connection, 404, "not-found", "There is no WebSocket at this address; it is at /ws.");
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP) == 0) {
        return turn_away(connection, 400, "request", "The first line of a request is a method, a path and HTTP/1.1.");
    }
    if (!bil_header(wsi, WSI_TOKEN_HOST, host, sizeof host) || !*host ||
        !bil_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin)) {
        return turn_away(connection, 400, "header", "Host must be said once, Origin at most once, and neither at such length.");
    }
    if (!bil_origin_allowed(net->settings, origin, host)) {
        bil_net_count(net, BIL_COUNT_ORIGIN);
        bil_net_note(connection, "client refused", "Pages of other sites may not play here.");
        return turn_away(connection, 403, "origin", "Pages of other sites may not play here.");
    }
    if (!bil_header(wsi, WSI_TOKEN_VERSION, version, sizeof version) || strcmp(version, "13") != 0 ||
        lws_hdr_total_length(wsi, WSI_TOKEN_KEY) != 24) {
        return turn_away(connection, 400, "websocket",
                         "This is no request of RFC 6455: Sec-WebSocket-Version must be 13 and the key 24 letters long.");
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_PROTOCOL) > 0) {
        return turn_away(connection, 400, "subprotocol", "There are no subprotocols here; leave Sec-WebSocket-Protocol out.");
    }
    if (net->stopping) {
        return turn_away(connection, 503, "closing", "The server stops; try again in a moment.");
    }
    if (net->settings->per_address > 0 && caller->clients >= net->settings->per_address) {
        bil_net_count(net, BIL_COUNT_TOO_MANY);
        return turn_away(connection, 429, "slow-down", "There are too many connections from your address; close some.");
    }
    return 0;
}
