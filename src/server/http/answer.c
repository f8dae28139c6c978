/* Answers of HTTP: the head, with what every answer says, and the content, from memory or a file.
 *
 * Must never hold a whole file in memory, nor send what waits for a commit: who calls sees to that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/http/internal.h"

const char bil_answer_json[] = "application/json";
/* The page's own files, its WebSocket and its WebAssembly; no script or style that is inside a page, nothing from elsewhere, no
 * frame. */
static const char POLICY[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

static const struct {
    int status;
    const char *words;
} statuses[] = {
    {200, "OK"},
    {201, "Created"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
};

static const char *words_of(int status)
{
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        if (statuses[i].status == status) {
            return statuses[i].words;
        }
    }
    return "";
}

void bil_answer(struct bil_connection *connection, int status, const char *type)
{
    struct bil_exchange *exchange = connection->exchange;
    const char *known = bil_text_string(&exchange->head.value[BIL_HEADER_IF_NONE_MATCH]);
    const bool reads = strcmp(exchange->head.method, "GET") == 0 || strcmp(exchange->head.method, "HEAD") == 0;
    exchange->whole = true;
    exchange->answered = true;
    exchange->status = status == 200 && reads && strcmp(known, "*") == 0 ? 304 : status; /* RFC 9110, 13.1.2: whatever there is */
    exchange->type = type;
    exchange->length = (int64_t)exchange->answer.length;
    bil_timeout_set(connection, BIL_TIMEOUT_ANSWER);
}

void bil_answer_refuse(struct bil_connection *connection, int status, const char *code, const char *sentence, bool last)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_text *out = &exchange->answer;
    bil_text_clear(out);
    bil_json_object(out);
    bil_json_key_object(out, "error");
    bil_json_key_string(out, "code", code);
    bil_json_key_string(out, "text", sentence);
    bil_json_object_end(out);
    bil_json_object_end(out);
    exchange->last = exchange->last || last;
    bil_answer(connection, status, bil_answer_json);
}

/* RFC 9110, 5.6.7. The names are English whatever the machine's language is. */
static void add_date(struct bil_text *out, int64_t now)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct tm parts = {0};
    const time_t seconds = (time_t)(now / 1000);
    gmtime_r(&seconds, &parts);
    bil_text_format(out, "date: %.3s, %02d %.3s %d %02d:%02d:%02d GMT\r\n", days + 3 * (parts.tm_wday % 7), parts.tm_mday,
                    months + 3 * (parts.tm_mon % 12), parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

/* The status line, the headers that every answer has, and those that only some have. */
static void add_head(const struct bil_connection *connection, struct bil_text *out)
{
    const struct bil_exchange *exchange = connection->exchange;
    const struct bil_static_file *file = &exchange->found;
    const int status = exchange->status;
    const bool content = status != 304 && status != 204;
    const struct {
        const char *name, *value; /* no value: no header */
    } headers[] = {
        {"content-type", content ? exchange->type : NULL},
        {"content-encoding", content ? file->encoding : NULL},
        {"vary", file->varies ? "Accept-Encoding" : NULL},
        {"etag", *file->tag ? file->tag : NULL},
        {"cache-control", file->cache ? file->cache : "no-store"},
        {"content-security-policy", POLICY},
        {"x-content-type-options", "nosniff"},
        {"referrer-policy", "no-referrer"}, /* a link to a seat must not be told to other sites */
        {"cross-origin-opener-policy", "same-origin"},
        {"cross-origin-embedder-policy", "require-corp"},
        {"cross-origin-resource-policy", "same-origin"},
        {"allow", *exchange->allow ? exchange->allow : NULL},
        {"retry-after", status == 429 || status == 503 ? "5" : NULL},
        {"upgrade", status == 426 ? "websocket" : NULL},
        {"sec-websocket-version", status == 426 ? "13" : NULL},
        {"connection", status == 426    ? "upgrade, close"
                       : exchange->last ? "close"
                                        : NULL},
    };
    bil_text_format(out, "HTTP/1.1 %d %s\r\n", status, words_of(status));
    add_date(out, bil_net_now(connection->net));
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        if (headers[i].value) {
            bil_text_format(out, "%s: %s\r\n", headers[i].name, headers[i].value);
        }
    }
    if (content) {
        bil_text_format(out, "content-length: %lld\r\n", (long long)exchange->length);
    }
    bil_text_add(out, "\r\n");
}

/* Adds the next bytes of the answer; false: what was promised cannot be kept, for the file became shorter. */
static bool add_some(struct bil_exchange *exchange, struct bil_text *out)
{
    char bytes[BIL_NET_CHUNK];
    const int64_t left = exchange->length - exchange->sent;
    if (exchange->found.file < 0) {
        bil_text_add_bytes(out, exchange->answer.data + exchange->sent, (size_t)left);
        exchange->sent = exchange->length;
        return true;
    }
    const ssize_t count =
        pread(exchange->found.file, bytes, left < BIL_NET_CHUNK ? (size_t)left : sizeof bytes, (off_t)exchange->sent);
    if (count <= 0) {
        return false;
    }
    bil_text_add_bytes(out, bytes, (size_t)count);
    exchange->sent += count;
    return true;
}

/* The exchange is over, answered or not. */
void bil_exchange_end(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_net *net = connection->net;
    if (!exchange) {
        return;
    }
    if (exchange->later && !exchange->answered) {
        bil_hub_forget(net->hub, connection);
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
    bil_head_free(&exchange->head);
    bil_text_free(&exchange->content);
    bil_text_free(&exchange->answer);
    free(exchange);
    connection->exchange = NULL;
}

/* Writes as much as there is room for. False: it must wait for room, or is gone. */
bool bil_answer_write(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_text *out = &connection->net->writing;
    while (bil_stream_waiting(&connection->stream) == 0 && (!exchange->begun || exchange->sent < exchange->length)) {
        bil_text_clear(out);
        if (!exchange->begun) {
            exchange->begun = true;
            exchange->last = exchange->last || !exchange->head.keeps || connection->net->stopping;
            if (exchange->status >= 200 && exchange->status < 600) {
                connection->net->metrics.count[BIL_COUNT_STATUS_2XX + exchange->status / 100 - 2]++;
            }
            add_head(connection, out);
            if (exchange->status == 304 || exchange->status == 204 || strcmp(exchange->head.method, "HEAD") == 0) {
                exchange->sent = exchange->length;
            }
        }
        if (exchange->sent < exchange->length && !add_some(exchange, out)) {
            bil_connection_drop(connection);
            return false;
        }
        bil_timeout_set(connection, BIL_TIMEOUT_ANSWER);
        bil_connection_write(connection, out->data, out->length);
        if (connection->dropped) {
            return false;
        }
    }
    if (bil_stream_waiting(&connection->stream) > 0) {
        return false;
    }
    const bool last = exchange->last;
    bil_exchange_end(connection);
    if (last) {
        bil_connection_finish(connection);
        return false;
    }
    bil_timeout_set(connection, BIL_TIMEOUT_KEPT);
    return true;
}
