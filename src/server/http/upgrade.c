/* How a request of HTTP becomes a WebSocket (RFC 6455, section 4.2): judged, then answered with 101, or refused with a sentence.
 * And whose page may ask at all, by Host and Origin. Must never open a WebSocket for a page of another site. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/common/token.h"
#include "server/http/frames.h"
#include "server/http/internal.h"

/* ------------------------------------------------------------------ */

/* Judges by Host and Origin whose page it is that asks. */

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
bool bil_origin_allowed(const struct bil_net_settings *settings, const char *origin, const char *host)
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

bool bil_host_allowed(const struct bil_net_settings *settings, const char *own_name, const char *host)
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

/* ------------------------------------------------------------------ */

/* How a request of HTTP becomes a WebSocket (RFC 6455, section 4.2): judged, then answered with 101, or refused with a sentence.
 *
 * Must never open one for a page of another site. */

static const char *header(const struct bil_connection *connection, enum bil_header which)
{
    return bil_text_string(&connection->exchange->head.value[which]);
}

static void refuse_upgrade(struct bil_connection *connection, int status, const char *code, const char *sentence)
{
    bil_answer_refuse(connection, status, code, sentence, true);
}

/* 24 letters of base64 that stand for 16 bytes. */
static bool is_key(const char *key)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == BIL_HANDSHAKE_KEY && strspn(key, letters) == BIL_HANDSHAKE_KEY - 2 &&
           strcmp(key + BIL_HANDSHAKE_KEY - 2, "==") == 0 &&
           (strchr(letters, key[BIL_HANDSHAKE_KEY - 3]) - letters) % 16 ==
               0; /* four bits of the last letter mean nothing, and are zero */
}

const char *bil_upgrade_table(const char *path)
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
    if (strcmp(path, "/ws") != 0 && !*bil_upgrade_table(path)) {
        refuse_upgrade(connection, 404, "not-found",
                       "There is no WebSocket at this address; that of a table is at /ws/TABLE, its 16 letters.");
    } else if (strcmp(head->method, "GET") != 0) {
        snprintf(connection->exchange->allow, sizeof connection->exchange->allow, "GET");
        refuse_upgrade(connection, 405, "method", "A WebSocket begins with GET.");
    } else if (!connection->exchange->body.done) {
        refuse_upgrade(connection, 400, "websocket", "A request for a WebSocket has no body.");
    } else if (!bil_origin_allowed(net->settings, header(connection, BIL_HEADER_ORIGIN), header(connection, BIL_HEADER_HOST))) {
        bil_net_count(net, BIL_COUNT_ORIGIN);
        bil_net_note(connection, "client refused", "Pages of other sites may not play here.");
        refuse_upgrade(connection, 403, "origin", "Pages of other sites may not play here.");
    } else if (strcmp(header(connection, BIL_HEADER_VERSION), "13") != 0) {
        refuse_upgrade(connection, 426, "websocket", "WebSockets of version 13 are spoken here (RFC 6455).");
    } else if (!is_key(header(connection, BIL_HEADER_KEY))) {
        refuse_upgrade(connection, 400, "websocket",
                       "Sec-WebSocket-Key must be 16 bytes in base64, which are 24 letters (RFC 6455).");
    } else if (head->said[BIL_HEADER_EXTENSIONS] && !bil_extensions_fine(header(connection, BIL_HEADER_EXTENSIONS))) {
        refuse_upgrade(connection, 400, "websocket", "Sec-WebSocket-Extensions is no list of extensions (RFC 6455, 9.1).");
    } else if (head->said[BIL_HEADER_PROTOCOL]) {
        refuse_upgrade(connection, 400, "subprotocol", "There are no subprotocols here; leave Sec-WebSocket-Protocol out.");
    } else if (net->stopping) {
        refuse_upgrade(connection, 503, "closing", "The server stops; try again in a moment.");
    } else if (!bil_caller_may_hold(caller, BIL_HOLDS_CLIENTS, net->settings->per_address)) {
        bil_net_count(net, BIL_COUNT_TOO_MANY);
        refuse_upgrade(connection, 429, "slow-down", "There are too many connections from your address; close some.");
    }
    return !connection->exchange->answered;
}

void bil_upgrade(struct bil_connection *connection)
{
    struct bil_text *out = &connection->net->writing;
    char table[BIL_TABLE_ID + 1];
    if (!judge_upgrade(connection)) {
        return;
    }
    bil_text_clear(out);
    bil_text_add(out, connection->exchange->head.expects ? "HTTP/1.1 100 Continue\r\n\r\n" : "");
    bil_text_add(out, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ");
    bil_handshake_proof(header(connection, BIL_HEADER_KEY), out);
    bil_text_add(out, "\r\n\r\n");
    snprintf(table, sizeof table, "%s", bil_upgrade_table(bil_text_string(&connection->exchange->head.path)));
    bil_exchange_end(connection);
    connection->phase = BIL_PHASE_WEBSOCKET;
    bil_connection_write(connection, out->data, out->length);
    if (!connection->dropped) {
        bil_ws_open(connection, table);
    }
}
