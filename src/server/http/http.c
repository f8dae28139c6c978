/* Requests of HTTP: judged by their heads, handed to the hub, to the figures or to the files of the page, and answered, never
 * before what the answer tells is stored.
 *
 * Must never keep a connection waiting without a limit, nor look at a next request while one is being answered. What is refused is
 * answered with a status, a code and one sentence, and where it was no honest request the connection ends with it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "server/common/token.h"
#include "server/http/frames.h"
#include "server/http/internal.h"
#include "table/memory.h"

/* Another process gives a table within seconds (cluster.h). */
enum { TRIES = 32 };
enum { HEALTHY_FOR = 1000 * 1000, UNHEALTHY_FOR = 60 * 1000 * 1000 };

static const char NO_PAGE[] = "<!doctype html><html lang=\"en\"><title>Billions</title><p>This is a Billions server. Play with "
                              "<code>billions join</code>; it was started without a page (--web).</p></html>\n";

static const char *header(const struct bil_exchange *exchange, enum bil_header which)
{
    return bil_text_string(&exchange->head.value[which]);
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* ------------------------------------------------------------------ by Host and Origin, whose page it is that asks */

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
static bool origin_allowed(const struct bil_net_settings *settings, const char *origin, const char *host)
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

static bool same_letters(const char *one, size_t length, const char *other)
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

/* Whether a Host is a name of this server: an address, localhost, this machine's own name, or one that was named to it. A page
 * whose name was made to point here (DNS rebinding) says its own. */
static bool host_allowed(const struct bil_net_settings *settings, const char *own_name, const char *host)
{
    const char *name = NULL;
    const size_t length = host_name(host, &name);
    if (is_number(host, name, length) || same_letters(name, length, "localhost") || ends_with(name, length, ".localhost")) {
        return true;
    }
    const size_t own = strlen(own_name);
    if (own > 0 && (same_letters(name, length, own_name) ||
                    (length == own + 6 && strncasecmp(name, own_name, own) == 0 && strncasecmp(name + own, ".local", 6) == 0))) {
        return true; /* in a home the machine's name is how it is found */
    }
    for (int i = 0; i < settings->hosts; i++) {
        if (strcmp(settings->host[i], "*") == 0 || same_letters(name, length, settings->host[i])) {
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ how it becomes a WebSocket */

/* RFC 6455, section 4.2: judged, then answered with 101, or refused with a sentence. Must never open one for a page of another
 * site. */

/* 24 letters of base64 that stand for 16 bytes. */
static bool is_key(const char *key)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == BIL_HANDSHAKE_KEY && strspn(key, letters) == BIL_HANDSHAKE_KEY - 2 &&
           strcmp(key + BIL_HANDSHAKE_KEY - 2, "==") == 0 &&
           (strchr(letters, key[BIL_HANDSHAKE_KEY - 3]) - letters) % 16 ==
               0; /* four bits of the last letter mean nothing, and are zero */
}

/* The table that the path of a WebSocket names, /ws/TABLE; "" if it names none. */
static const char *websocket_table(const char *path)
{
    const char *id = strncmp(path, "/ws/", 4) == 0 ? path + 4 : "";
    return bil_table_id_fits(id, strlen(id)) ? id : "";
}

static bool judge_upgrade(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    const struct bil_head *head = &connection->exchange->head;
    const char *path = bil_text_string(&head->path);
    struct bil_caller *caller = bil_callers_find(net->callers, connection->address, bil_net_now(net));
    if (strcmp(path, "/ws") != 0 && !*websocket_table(path)) {
        bil_answer_refuse(connection, 404, "not-found",
                          "There is no WebSocket at this address; that of a table is at /ws/TABLE, its 16 letters.", true);
    } else if (strcmp(head->method, "GET") != 0) {
        snprintf(connection->exchange->allow, sizeof connection->exchange->allow, "GET");
        bil_answer_refuse(connection, 405, "method", "A WebSocket begins with GET.", true);
    } else if (!connection->exchange->body.done) {
        bil_answer_refuse(connection, 400, "websocket", "A request for a WebSocket has no body.", true);
    } else if (!origin_allowed(net->settings, header(connection->exchange, BIL_HEADER_ORIGIN),
                               header(connection->exchange, BIL_HEADER_HOST))) {
        net->metrics.count[BIL_COUNT_ORIGIN]++;
        bil_net_note(connection, "client refused", "Pages of other sites may not play here.");
        bil_answer_refuse(connection, 403, "origin", "Pages of other sites may not play here.", true);
    } else if (strcmp(header(connection->exchange, BIL_HEADER_VERSION), "13") != 0) {
        bil_answer_refuse(connection, 426, "websocket", "WebSockets of version 13 are spoken here (RFC 6455).", true);
    } else if (!is_key(header(connection->exchange, BIL_HEADER_KEY))) {
        bil_answer_refuse(connection, 400, "websocket",
                          "Sec-WebSocket-Key must be 16 bytes in base64, which are 24 letters (RFC 6455).", true);
    } else if (head->said[BIL_HEADER_EXTENSIONS] && !bil_extensions_fine(header(connection->exchange, BIL_HEADER_EXTENSIONS))) {
        bil_answer_refuse(connection, 400, "websocket", "Sec-WebSocket-Extensions is no list of extensions (RFC 6455, 9.1).", true);
    } else if (head->said[BIL_HEADER_PROTOCOL]) {
        bil_answer_refuse(connection, 400, "subprotocol", "There are no subprotocols here; leave Sec-WebSocket-Protocol out.",
                          true);
    } else if (net->stopping) {
        bil_answer_refuse(connection, 503, "closing", "The server stops; try again in a moment.", true);
    } else if (!bil_caller_may_hold(caller, BIL_HOLDS_CLIENTS, net->settings->per_address)) {
        net->metrics.count[BIL_COUNT_TOO_MANY]++;
        bil_answer_refuse(connection, 429, "slow-down", "There are too many connections from your address; close some.", true);
    }
    return !connection->exchange->answered;
}

/* The request for a WebSocket that is in the exchange: it becomes one, or is answered with a refusal. */
static void upgrade_to_websocket(struct bil_connection *connection)
{
    struct bil_text *out = &connection->net->writing;
    char table[BIL_TABLE_ID + 1];
    if (!judge_upgrade(connection)) {
        return;
    }
    bil_text_clear(out);
    bil_text_add(out, connection->exchange->head.expects ? "HTTP/1.1 100 Continue\r\n\r\n" : "");
    bil_text_add(out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ");
    bil_handshake_proof(header(connection->exchange, BIL_HEADER_KEY), out);
    bil_text_add(out, "\r\n\r\n");
    snprintf(table, sizeof table, "%s", websocket_table(bil_text_string(&connection->exchange->head.path)));
    bil_exchange_end(connection);
    connection->phase = BIL_PHASE_WEBSOCKET;
    bil_connection_write(connection, out->data, out->length);
    if (!connection->dropped) {
        bil_ws_open(connection, table);
    }
}

/* ------------------------------------------------------------------ its beginning */

static struct bil_exchange *begin_exchange(struct bil_connection *connection)
{
    struct bil_exchange *exchange = bil_memory_zero(1, sizeof *exchange);
    exchange->found.file = -1;
    connection->exchange = exchange;
    connection->net->metrics.count[BIL_COUNT_REQUESTS]++;
    return exchange;
}

static void refuse_fault(struct bil_connection *connection, const struct bil_http_fault *fault)
{
    bil_answer_refuse(connection, fault->status, fault->code, fault->sentence, true);
}

/* ------------------------------------------------------------------ the hub */

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
    exchange->for_hub = true;
    exchange->elsewhere = response->elsewhere;
    snprintf(exchange->allow, sizeof exchange->allow, "%s", response->allow);
    bil_answer(connection, response->status, response->type ? response->type : bil_answer_json);
    wait_for_commit(connection);
}

void bil_http_late(void *owner, struct bil_response *response)
{
    struct bil_connection *connection = owner;
    if (!connection->dropped && connection->exchange && connection->exchange->later && !connection->exchange->answered) {
        take_answer(connection, response);
    }
}

void bil_http_release(struct bil_connection *connection, bool stored)
{
    struct bil_exchange *exchange = connection->exchange;
    exchange->waits = false;
    if (exchange->elsewhere && exchange->tries < TRIES) {
        exchange->answered = exchange->for_hub = exchange->elsewhere = false;
        connection->net->metrics.count[BIL_COUNT_AWAITED]++;
        exchange->tries++;
        bil_timeout_set(connection, BIL_TIMEOUT_AGAIN);
    } else if (exchange->for_hub && !stored && exchange->status < 400) {
        if (bil_hub_unsure(connection->net->hub)) {
            bil_answer_refuse(connection, 504, "unanswered",
                              "The database has not answered; whether it has happened is not known: look before you ask again.",
                              false);
        } else {
            bil_answer_refuse(connection, 503, "not-stored", "This could not be stored, so it has not happened; try again later.",
                              false);
        }
    }
    if (!connection->dropped) {
        bil_connection_go_on(connection);
    }
}

static void ask_hub(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_net *net = connection->net;
    struct bil_response response = {0};
    const struct bil_request request = {
        .method = strcmp(exchange->head.method, "HEAD") == 0 ? "GET" : exchange->head.method,
        .path = bil_text_string(&exchange->head.path),
        .query = bil_text_string(&exchange->head.query),
        .bearer = exchange->bearer,
        .address = connection->address,
        .body = bil_text_string(&exchange->content),
        .length = exchange->content.length,
        .owner = connection,
    };
    bil_hub_request(net->hub, &request, bil_net_now(net), &response);
    if (response.later) {
        exchange->later = true;
        bil_timeout_set(connection, BIL_TIMEOUT_ANSWER);
    } else {
        take_answer(connection, &response);
    }
    bil_text_free(&response.body);
}

/* ------------------------------------------------------------------ what is asked for */

/* Whether its address may have one more of what is limited; then it has had it. */
static bool may_take(const struct bil_connection *connection, enum bil_takes which, const struct bil_rate_limit *limit)
{
    struct bil_net *net = connection->net;
    const int64_t now = bil_net_now(net);
    const struct bil_quota quota = bil_quota_of(limit);
    return bil_caller_take(bil_callers_find(net->callers, connection->address, now), which, &quota, now);
}

static void refuse_method(struct bil_connection *connection, const char *allow, const char *sentence)
{
    snprintf(connection->exchange->allow, sizeof connection->exchange->allow, "%s", allow);
    bil_answer_refuse(connection, 405, "method", sentence, true);
}

static void tell_health(struct bil_connection *connection)
{
    struct bil_error error = {{0}};
    struct bil_net *net = connection->net;
    if (net->stopping) {
        bil_answer_refuse(connection, 503, "closing", "The server stops.", true);
        return;
    }
    /* To look is to write, and to wait for the disk: anyone who asks all the time must not make everybody wait. */
    const int64_t now = bil_net_microseconds();
    if (now >= net->healthy_until) {
        if (!bil_store_healthy(net->store, &error)) {
            if (now >= net->unhealthy_until) { /* a proxy asks twice a second */
                bil_log_text(net->log, BIL_LOG_ERROR, "unhealthy", "text", error.text);
                net->unhealthy_until = now + UNHEALTHY_FOR;
            }
            bil_answer_refuse(connection, 503, "storage", "The database does not answer, or cannot be written to.", false);
            return;
        }
        net->healthy_until = now + HEALTHY_FOR;
        if (net->unhealthy_until > 0) {
            net->unhealthy_until = 0;
            bil_log_write(net->log, BIL_LOG_INFO, "healthy", "");
        }
    }
    bil_text_add(&connection->exchange->answer, "{\"status\":\"fine\"}");
    bil_answer(connection, 200, bil_answer_json);
}

static void tell_figures(struct bil_connection *connection)
{
    struct bil_hub_figures figures = {0};
    if (!connection->net->settings->public_metrics && !bil_address_local(connection->address)) {
        bil_answer_refuse(connection, 403, "not-here",
                          "Figures are for callers on the server's own machine (--public-metrics opens them).", false);
        return;
    }
    bil_hub_figures(connection->net->hub, &figures);
    bil_metrics_write(&connection->net->metrics, &figures, &connection->exchange->answer);
    bil_answer(connection, 200, "text/plain; version=0.0.4; charset=utf-8");
}

/* A page that was opened on this very machine does not know how others find it. Nobody else learns which networks there are. */
static void tell_reach(struct bil_connection *connection)
{
    const struct bil_net_settings *settings = connection->net->settings;
    if (!bil_address_local(connection->address)) {
        bil_answer_refuse(connection, 403, "not-here", "Addresses are told to callers on the server's own machine.", false);
        return;
    }
    bil_reach_write(settings, connection->net->port, &connection->exchange->answer);
    bil_answer(connection, 200, bil_answer_json);
}

/* Whether a list of entity tags names this one. Comparing strongly, a weak tag names nothing (RFC 9110, 8.8.3.2). */
static bool names_tag(const char *list, const char *tag, bool strongly)
{
    if (strcmp(list, "*") == 0) {
        return true;
    }
    const char *at = strstr(list, tag);
    return at && !(strongly && at - list >= 2 && memcmp(at - 2, "W/", 2) == 0);
}

static void give_file(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    const char *path = bil_text_string(&exchange->head.path);
    if (connection->net->files.folder < 0 && strcmp(path, "/") == 0) {
        bil_text_add(&exchange->answer, NO_PAGE);
        bil_answer(connection, 200, "text/html; charset=utf-8");
        return;
    }
    if (!bil_static_find(&connection->net->files, path, header(exchange, BIL_HEADER_ACCEPT_ENCODING),
                         header(exchange, BIL_HEADER_ACCEPT), &exchange->found)) {
        exchange->found.file = -1;
        bil_answer_refuse(connection, 404, "not-found", "There is nothing at this address.", false);
        return;
    }
    if (exchange->head.said[BIL_HEADER_IF_MATCH] && !names_tag(header(exchange, BIL_HEADER_IF_MATCH), exchange->found.tag, true)) {
        close(exchange->found.file);
        exchange->found = (struct bil_static_file){.file = -1};
        bil_answer_refuse(connection, 412, "changed", "This file is another one by now (If-Match).", false);
        return;
    }
    const bool known = exchange->head.said[BIL_HEADER_IF_NONE_MATCH] &&
                       names_tag(header(exchange, BIL_HEADER_IF_NONE_MATCH), exchange->found.tag, false);
    bil_answer(connection, known ? 304 : 200, exchange->found.type);
    exchange->length = exchange->found.size;
}

/* The whole request is here. */
static void answer_request(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    struct bil_net *net = connection->net;
    const char *method = exchange->head.method;
    const char *path = bil_text_string(&exchange->head.path);
    const bool reads = strcmp(method, "HEAD") == 0 || strcmp(method, "GET") == 0;
    const bool secret = strcmp(method, "POST") == 0 && (strcmp(path, "/api/people") == 0 || strcmp(path, "/api/session") == 0);
    exchange->whole = true;
    bil_timeout_set(connection, BIL_TIMEOUT_ANSWER);
    if (strchr(path, ';')) { /* what some proxies take for parameters, and then for another path than we do */
        bil_answer_refuse(connection, 404, "not-found", "There is nothing at this address.", false);
    } else if (strcmp(path, "*") == 0 && strcmp(method, "OPTIONS") == 0) {
        snprintf(exchange->allow, sizeof exchange->allow, "GET, HEAD, POST, DELETE, OPTIONS");
        bil_answer(connection, 204, NULL);
    } else if (strcmp(path, "/healthz") == 0 && reads) {
        tell_health(connection);
    } else if (strcmp(path, "/metrics") == 0 && reads) {
        tell_figures(connection);
    } else if (strcmp(path, "/api/reach") == 0 && reads) {
        tell_reach(connection);
    } else if (begins(path, "/api/") && net->stopping) {
        bil_answer_refuse(connection, 503, "closing", "The server stops; try again in a moment.", true);
    } else if (secret && !may_take(connection, BIL_TAKES_SECRETS, &net->settings->secrets)) {
        bil_answer_refuse(connection, 429, "slow-down", "Too many passphrases in a short time; try again in a minute.", false);
    } else if (begins(path, "/api/")) {
        ask_hub(connection);
    } else if ((strcmp(path, "/ws") == 0 || *websocket_table(path)) && reads) {
        bil_answer_refuse(connection, 426, "upgrade", "Here speaks a WebSocket; connect to it as one.", true);
    } else if (!reads) {
        refuse_method(connection, "GET, HEAD", "Only GET and HEAD can be asked for here.");
    } else {
        give_file(connection);
    }
}

/* ------------------------------------------------------------------ whether it may be asked */

/* Who calls, as the proxy says where there is one. False: it says it in a way that cannot be, and that is answered. */
static bool find_caller(struct bil_connection *connection)
{
    const struct bil_head *head = &connection->exchange->head;
    const char *said = head->said[BIL_HEADER_FORWARDED_FOR] ? bil_text_string(&head->value[BIL_HEADER_FORWARDED_FOR]) : NULL;
    memcpy(connection->address, connection->peer, sizeof connection->address);
    if (!connection->net->settings->trust_proxy ||
        bil_forwarded(said, said ? strlen(said) : 0, connection->address) != BIL_FORWARDED_MALFORMED) {
        return true;
    }
    bil_answer_refuse(connection, 400, "forwarded", "X-Forwarded-For does not end with an address, so nobody knows who calls.",
                      true);
    return false;
}

static bool known_method(const char *method)
{
    static const char *const methods[] = {"GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "CONNECT"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (strcmp(method, methods[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* False: it was refused. */
static bool admit(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    const struct bil_exchange *exchange = connection->exchange;
    const struct bil_head *head = &exchange->head;
    const char *host = header(exchange, BIL_HEADER_HOST);
    if (!find_caller(connection)) {
        return false;
    }
    if (!may_take(connection, BIL_TAKES_REQUESTS, &net->settings->requests)) {
        bil_answer_refuse(connection, 429, "slow-down",
                          "Too many requests from your address in a short time; try again in a moment.", true);
    } else if (head->said[BIL_HEADER_HOST] && !host_allowed(net->settings, net->own_name, host)) {
        net->metrics.count[BIL_COUNT_ORIGIN]++;
        bil_net_note(connection, "request refused", "Host is no name of this server; --host NAME gives it one.");
        bil_answer_refuse(connection, 421, "host",
                          "This server does not go by that name; whoever runs it can give it one with --host NAME.", true);
    } else if (head->secure && !net->tls && !net->settings->trust_proxy) {
        bil_answer_refuse(connection, 421, "host", "What is asked for is https, and came without TLS.", true);
    } else if (!known_method(head->method)) {
        bil_answer_refuse(connection, 501, "method", "There is no such method; names of methods are written in capitals.", true);
    } else if (strcmp(head->method, "CONNECT") == 0 || strcmp(head->method, "TRACE") == 0) {
        refuse_method(connection, "GET, HEAD", "This is no proxy.");
    } else if (head->length > BIL_NET_BODY) {
        refuse_fault(connection, &bil_fault_huge);
    } else if (head->length < 0 && !head->chunked && *head->method == 'P') {
        bil_answer_refuse(connection, 411, "length", "Say with Content-Length how long the body is.", true);
    } else if (strcmp(head->method, "GET") != 0 && strcmp(head->method, "HEAD") != 0 &&
               !origin_allowed(net->settings, header(exchange, BIL_HEADER_ORIGIN), host)) {
        net->metrics.count[BIL_COUNT_ORIGIN]++;
        bil_answer_refuse(connection, 403, "origin", "Pages of other sites may not ask this.", true);
    }
    return !exchange->answered;
}

static void read_bearer(struct bil_exchange *exchange)
{
    const char *text = header(exchange, BIL_HEADER_AUTHORIZATION);
    if (strncasecmp(text, "Bearer ", 7) == 0) {
        text += 7 + strspn(text + 7, " ");
        snprintf(exchange->bearer, sizeof exchange->bearer, "%.*s", (int)sizeof exchange->bearer - 1, text);
    }
}

/* The head is here. */
static void consider(struct bil_connection *connection)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct bil_exchange *exchange = connection->exchange;
    read_bearer(exchange);
    if (!admit(connection)) {
        return;
    }
    bil_body_begin(&exchange->body, &exchange->head);
    if (exchange->head.upgrade && bil_list_has(header(exchange, BIL_HEADER_UPGRADE), "websocket")) {
        upgrade_to_websocket(connection);
    } else if (exchange->body.done) {
        answer_request(connection);
    } else {
        bil_timeout_set(connection, BIL_TIMEOUT_BODY);
        if (exchange->head.expects) {
            bil_connection_write(connection, go_on, sizeof go_on - 1);
        }
    }
}

void bil_http_overdue(struct bil_connection *connection, enum bil_timeout which)
{
    if (which == BIL_TIMEOUT_AGAIN) {
        answer_request(connection);
    } else if (connection->phase == BIL_PHASE_GREETING || (!connection->exchange && connection->in.length == 0)) {
        bil_connection_drop(connection); /* it has said nothing */
    } else {
        if (!connection->exchange) {
            begin_exchange(connection);
        }
        bil_answer_refuse(connection, 408, "late", "This request did not arrive in time.", true);
    }
    if (!connection->dropped) {
        bil_connection_go_on(connection);
    }
}

size_t bil_http_take(struct bil_connection *connection, const char *bytes, size_t count)
{
    struct bil_http_fault fault;
    struct bil_exchange *exchange = connection->exchange;
    if (exchange) {
        const long used = bil_body_read(&exchange->body, bytes, count, &exchange->content, BIL_NET_BODY, &fault);
        if (used < 0) {
            refuse_fault(connection, &fault);
            return count;
        }
        if (exchange->body.done) {
            answer_request(connection);
        }
        return (size_t)used;
    }
    struct bil_head head;
    if (connection->due == BIL_TIMEOUT_KEPT) {
        bil_timeout_set(connection, BIL_TIMEOUT_HEAD);
    }
    const long used = bil_head_read(&connection->scan, bytes, count, &head, &fault);
    if (used == 0) {
        return 0;
    }
    connection->scan = (struct bil_head_scan){0};
    exchange = begin_exchange(connection);
    if (used < 0) {
        refuse_fault(connection, &fault);
        return count;
    }
    exchange->head = head;
    consider(connection);
    return (size_t)used;
}
