/* How a request of HTTP becomes a WebSocket (RFC 6455, section 4.2): judged, then answered with 101, or refused with a sentence.
 *
 * Must never open one for a page of another site. */
#include <stdio.h>
#include <string.h>

#include "server/common/token.h"
#include "server/http/handshake.h"
#include "server/http/internal.h"

static const char *header(const struct bil_connection *connection, enum bil_header which)
{
    return bil_text_string(&connection->exchange->head.value[which]);
}

static void refuse(struct bil_connection *connection, int status, const char *code, const char *sentence)
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

static bool judge(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    const struct bil_head *head = &connection->exchange->head;
    const char *path = bil_text_string(&head->path);
    struct bil_caller *caller = bil_callers_find(net->callers, connection->address, bil_net_now(net));
    if (strcmp(path, "/ws") != 0 && !*bil_upgrade_table(path)) {
        refuse(connection, 404, "not-found",
               "There is no WebSocket at this address; that of a table is at /ws/TABLE, its 16 letters.");
    } else if (strcmp(head->method, "GET") != 0) {
        snprintf(connection->exchange->allow, sizeof connection->exchange->allow, "GET");
        refuse(connection, 405, "method", "A WebSocket begins with GET.");
    } else if (!connection->exchange->body.done) {
        refuse(connection, 400, "websocket", "A request for a WebSocket has no body.");
    } else if (!bil_origin_allowed(net->settings, header(connection, BIL_HEADER_ORIGIN), header(connection, BIL_HEADER_HOST))) {
        bil_net_count(net, BIL_COUNT_ORIGIN);
        bil_net_note(connection, "client refused", "Pages of other sites may not play here.");
        refuse(connection, 403, "origin", "Pages of other sites may not play here.");
    } else if (strcmp(header(connection, BIL_HEADER_VERSION), "13") != 0) {
        refuse(connection, 426, "websocket", "WebSockets of version 13 are spoken here (RFC 6455).");
    } else if (!is_key(header(connection, BIL_HEADER_KEY))) {
        refuse(connection, 400, "websocket", "Sec-WebSocket-Key must be 16 bytes in base64, which are 24 letters (RFC 6455).");
    } else if (head->said[BIL_HEADER_EXTENSIONS] && !bil_extensions_fine(header(connection, BIL_HEADER_EXTENSIONS))) {
        refuse(connection, 400, "websocket", "Sec-WebSocket-Extensions is no list of extensions (RFC 6455, 9.1).");
    } else if (head->said[BIL_HEADER_PROTOCOL]) {
        refuse(connection, 400, "subprotocol", "There are no subprotocols here; leave Sec-WebSocket-Protocol out.");
    } else if (net->stopping) {
        refuse(connection, 503, "closing", "The server stops; try again in a moment.");
    } else if (!bil_caller_may_hold(caller, BIL_HOLDS_CLIENTS, net->settings->per_address)) {
        bil_net_count(net, BIL_COUNT_TOO_MANY);
        refuse(connection, 429, "slow-down", "There are too many connections from your address; close some.");
    }
    return !connection->exchange->answered;
}

void bil_upgrade(struct bil_connection *connection)
{
    struct bil_text *out = &connection->net->writing;
    char table[BIL_TABLE_ID + 1];
    if (!judge(connection)) {
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
