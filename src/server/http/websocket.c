/* A client at its WebSocket: its messages are handed to the hub; what the hub has for it is written. Here is what one
 * client may do: how big, how often, how slow; every refusal is a closing frame with a reason, and where a program could learn from
 * it a message.
 *
 * Must never write what is not committed (bil_outbox_next sees to that), nor let one client's pace be another's. */
#include <string.h>
#include <sys/ioctl.h>

#include "server/http/internal.h"

enum {
    ROUND_BYTES = 128 * 1024, /* written to one client before others have their turn */
    PILE = 32 * 1024          /* bytes that may pile up of a client that is held back */
};

#define ERROR_MESSAGE(code, text) "{\"type\":\"error\",\"code\":\"" code "\",\"text\":\"" text "\"}"

void bil_ws_open(struct bil_connection *connection, const char *table)
{
    struct bil_net *net = connection->net;
    const int64_t now = bil_net_now(net);
    connection->client_of = bil_callers_find(net->callers, connection->address, now);
    bil_caller_hold(connection->client_of, BIL_HOLDS_CLIENTS, 1);
    connection->client = bil_hub_connect(net->hub, connection, now);
    if (!connection->client) {
        bil_connection_drop(connection);
        return;
    }
    bil_client_at(connection->client, table);
    net->metrics.count[BIL_COUNT_WEBSOCKETS]++;
    bil_timeout_set(connection, BIL_TIMEOUT_HELLO);
    if (net->stopping) {
        bil_ws_close(connection, BIL_CLOSE_GOING, "The server stops.", NULL);
    }
}

void bil_ws_gone(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    if (connection->client) {
        bil_hub_gone(net->hub, connection->client, bil_net_now(net));
        connection->client = NULL;
    }
    if (connection->client_of) {
        bil_caller_hold(connection->client_of, BIL_HOLDS_CLIENTS, -1);
        connection->client_of = NULL;
    }
    bil_text_free(&connection->frames.text);
    bil_text_free(&connection->pong);
}

void bil_ws_close(struct bil_connection *connection, int status, const char *reason, const char *farewell)
{
    struct bil_net *net = connection->net;
    if (connection->closing || connection->dropped) {
        return;
    }
    connection->closing = status;
    connection->closing_pass = net->pass;
    connection->farewell = farewell;
    const size_t length = strlen(reason) < sizeof connection->reason ? strlen(reason) : sizeof connection->reason - 1;
    memcpy(connection->reason, reason, length);
    connection->reason[length] = 0;
    if (!connection->listed) {
        connection->listed = true;
        connection->next_closing = net->closing;
        net->closing = connection;
    }
    bil_timeout_set(connection, BIL_TIMEOUT_CLOSING); /* it may not read any more, or not even be there */
}

/* ------------------------------------------------------------------ what it says */

static void refuse_client(struct bil_connection *connection, enum bil_count what, int status, const char *reason,
                          const char *farewell)
{
    connection->net->metrics.count[what]++;
    bil_net_note(connection, "client dropped", reason);
    bil_ws_close(connection, status, reason, farewell);
}

/* One message was taken: if that was more than its share, the client is not read from for a while. What it says meanwhile waits
 * where it is, at last on its own side: nothing is lost, and a flood costs its sender. */
static void charge_message(struct bil_connection *connection, int64_t now)
{
    struct bil_net *net = connection->net;
    const int64_t owed = bil_bucket_charge(&connection->messages, &net->settings->messages, now);
    if (owed == 0 || connection->held_back) {
        return;
    }
    connection->held_back = true;
    connection->held_until = now + owed;
    connection->next_held = net->held;
    net->held = connection;
    net->metrics.count[BIL_COUNT_HELD_BACK]++;
}

static void let_go(struct bil_connection *connection)
{
    int piled = 0;
    connection->held_back = false;
    if (connection->dropped || connection->phase != BIL_PHASE_WEBSOCKET) {
        return;
    }
    ioctl(connection->stream.file, FIONREAD, &piled);
    if (!connection->closing && (size_t)piled + connection->in.length > PILE) {
        refuse_client(connection, BIL_COUNT_FLOOD, BIL_CLOSE_AGAINST_RULES, "Too many messages: wait for answers.",
                      ERROR_MESSAGE("slow-down",
                                    "Too many messages, far faster than they are taken; the connection ends. Wait for answers."));
    }
    bil_connection_go_on(connection);
}

int64_t bil_ws_held(struct bil_net *net, int64_t wait)
{
    const int64_t now = bil_net_now(net);
    struct bil_connection *held = net->held;
    net->held = NULL;
    while (held) {
        struct bil_connection *connection = held;
        held = connection->next_held;
        if (connection->held_until <= now || connection->closing) {
            let_go(connection); /* which may put it into the list again */
        } else {
            connection->next_held = net->held;
            net->held = connection;
        }
    }
    for (const struct bil_connection *connection = net->held; connection; connection = connection->next_held) {
        const int64_t left = connection->held_until - now;
        wait = left < wait ? (left > 0 ? left : 0) : wait;
    }
    return wait;
}

/* Something whole came from it. */
static void heard_of(struct bil_connection *connection)
{
    if (connection->heard && !connection->closing) {
        bil_timeout_set(connection, BIL_TIMEOUT_QUIET);
    }
}

static void hand_to_hub(struct bil_connection *connection, const char *text, size_t length)
{
    struct bil_net *net = connection->net;
    const int64_t now = bil_net_now(net);
    connection->heard = true;
    heard_of(connection);
    if (net->arrived == 0) {
        net->arrived = bil_net_microseconds();
    }
    if (!bil_hub_receive(net->hub, connection->client, text, length, now)) {
        bil_ws_close(connection, BIL_CLOSE_NORMAL, "Goodbye.", NULL);
        return;
    }
    charge_message(connection, now);
}

/* A ping is answered at once; of those that come while the socket is full only the last (RFC 6455, 5.5.3): who pings and does not
 * read costs no memory. */
static void answer_ping(struct bil_connection *connection, const char *content, size_t length)
{
    struct bil_text *out = &connection->net->writing;
    if (bil_stream_waiting(&connection->stream) > 0) {
        bil_text_clear(&connection->pong);
        bil_text_add_bytes(&connection->pong, content, length);
        connection->pong_owed = true;
        return;
    }
    bil_text_clear(out);
    bil_frame_add(out, BIL_OPCODE_PONG, content, length);
    bil_connection_write(connection, out->data, out->length);
}

/* What a program did wrong at the level of messages is reported in one, too; a broken frame is answered by the closing frame alone.
 */
static void close_for_fault(struct bil_connection *connection, const struct bil_frame_found *found)
{
    static const struct {
        int status;
        const char *farewell;
    } words[] = {
        {BIL_CLOSE_NOT_TEXT,
         ERROR_MESSAGE("malformed", "Binary messages are not understood; say it as text that holds one JSON object.")},
        {BIL_CLOSE_NO_UTF8, ERROR_MESSAGE("malformed", "This message is no text in UTF-8.")},
        {BIL_CLOSE_AGAINST_RULES, ERROR_MESSAGE("malformed", "This message comes in too many pieces; send a message whole.")},
        {BIL_CLOSE_TOO_BIG, ERROR_MESSAGE("malformed", "This message is too big; a message may have 65536 bytes at most.")},
    };
    const char *farewell = NULL;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        farewell = words[i].status == found->status ? words[i].farewell : farewell;
    }
    connection->theirs = true;
    refuse_client(connection, BIL_COUNT_UNREADABLE, found->status, found->reason, farewell);
}

size_t bil_ws_take(struct bil_connection *connection, char *bytes, size_t count)
{
    struct bil_frame_found found;
    if (connection->theirs) {
        return count; /* RFC 6455, 1.4: behind a closing frame, or a fault, nothing is heard any more */
    }
    switch (bil_frames_read(&connection->frames, bytes, count, &found)) {
    case BIL_FRAME_MESSAGE:
        if (!connection->closing) {
            hand_to_hub(connection, found.content, found.length);
        }
        break;
    case BIL_FRAME_PING:
        heard_of(connection);
        if (connection->phase == BIL_PHASE_WEBSOCKET) {
            answer_ping(connection, found.content, found.length);
        }
        break;
    case BIL_FRAME_PONG:
        heard_of(connection);
        break;
    case BIL_FRAME_CLOSE:
        connection->theirs = true;
        if (connection->phase == BIL_PHASE_CLOSING) {
            bil_connection_finish(connection);
        } else {
            bil_ws_close(connection, found.status, "", NULL);
        }
        break;
    case BIL_FRAME_FAULT:
        if (connection->phase == BIL_PHASE_CLOSING) {
            connection->theirs = true;
            bil_connection_finish(connection);
        } else {
            close_for_fault(connection, &found);
        }
        break;
    default:
        break;
    }
    return found.used;
}

/* ------------------------------------------------------------------ what it is sent */

/* Writes what may be told: a step of a game is several messages, and they go out as one piece. True: all is written. */
static bool write_out(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    struct bil_text *room = &net->writing;
    const char *text = NULL;
    size_t length = 0;
    while (!connection->dropped && bil_stream_waiting(&connection->stream) == 0) {
        bil_text_clear(room);
        while (room->length < ROUND_BYTES && (text = bil_outbox_next(connection->client, &length)) != NULL) {
            bil_frame_add(room, BIL_OPCODE_TEXT, text, length);
        }
        if (room->length == 0) {
            break;
        }
        bil_connection_write(connection, room->data, room->length);
    }
    if (connection->dropped || bil_stream_waiting(&connection->stream) > 0) {
        return false;
    }
    if (connection->moved_at) {
        bil_histogram_add(&net->metrics.sent, bil_net_microseconds() - connection->moved_at);
        connection->moved_at = 0;
    }
    return true;
}

/* What may be told goes out with what the others are told in this round. False: it goes by itself. */
static bool write_with_others(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    struct bil_text *room = bil_batch_room(net->batch);
    const char *text = NULL;
    size_t length = 0;
    if (connection->stream.tls || connection->closing || connection->pong_owed || bil_stream_waiting(&connection->stream) > 0 ||
        bil_client_state(connection->client).waiting > ROUND_BYTES) {
        return false;
    }
    if (bil_batch_full(net->batch)) {
        bil_connections_batch(net);
    }
    const size_t from = room->length;
    while ((text = bil_outbox_next(connection->client, &length)) != NULL) {
        bil_frame_add(room, BIL_OPCODE_TEXT, text, length);
    }
    if (room->length == from) {
        return false;
    }
    bil_batch_send(net->batch, connection->stream.file, from, connection);
    return true;
}

/* The last words, once what the hub said is committed and written. */
static void send_close(struct bil_connection *connection)
{
    struct bil_text *room = &connection->net->writing;
    char content[2 + BIL_NET_REASON];
    const size_t length = strlen(connection->reason);
    if (connection->net->pass <= connection->closing_pass) {
        return; /* the loop asks again */
    }
    bil_text_clear(room);
    if (connection->farewell) {
        bil_frame_add(room, BIL_OPCODE_TEXT, connection->farewell, strlen(connection->farewell));
    }
    content[0] = (char)(connection->closing >> 8);
    content[1] = (char)(connection->closing & 0xff);
    memcpy(content + 2, connection->reason, length);
    bil_frame_add(room, BIL_OPCODE_CLOSE, content, connection->closing == BIL_CLOSE_NONE ? 0 : 2 + length);
    bil_connection_write(connection, room->data, room->length);
    if (connection->theirs) {
        bil_connection_finish(connection);
        return;
    }
    bil_ws_gone(connection);
    connection->phase = BIL_PHASE_CLOSING;
    bil_timeout_set(connection, BIL_TIMEOUT_CLOSING);
    bil_connection_watch(connection);
}

void bil_ws_writable(struct bil_connection *connection)
{
    if (!connection->client || connection->dropped) {
        return;
    }
    if (connection->pong_owed && bil_stream_waiting(&connection->stream) == 0) {
        connection->pong_owed = false;
        answer_ping(connection, bil_text_string(&connection->pong), connection->pong.length);
        bil_text_free(&connection->pong);
    }
    if (write_out(connection) && connection->closing) {
        send_close(connection);
    }
}

void bil_ws_overdue(struct bil_connection *connection, enum bil_timeout which)
{
    struct bil_text *out = &connection->net->writing;
    if (which == BIL_TIMEOUT_PINGED) {
        connection->net->metrics.count[BIL_COUNT_SILENT]++;
        bil_connection_drop(connection);
        return;
    }
    if (which == BIL_TIMEOUT_HELLO && !connection->closing) {
        refuse_client(connection, BIL_COUNT_SILENT, BIL_CLOSE_AGAINST_RULES, "Nothing was said: begin with hello.",
                      ERROR_MESSAGE("hello", "Nothing was said for too long; the first message must be a hello."));
    }
    if (which == BIL_TIMEOUT_QUIET) {
        bil_timeout_set(connection, BIL_TIMEOUT_PINGED);
        /* One that does not read what it was sent is not asked; it is cut off in time all the same. */
        if (!connection->closing && bil_stream_waiting(&connection->stream) == 0) {
            bil_text_clear(out);
            bil_frame_add(out, BIL_OPCODE_PING, "?", 1);
            bil_connection_write(connection, out->data, out->length);
        }
    }
}

void bil_ws_ready(void *owner)
{
    struct bil_connection *connection = owner;
    struct bil_net *net = connection->net;
    if (connection->dropped || !connection->client) {
        return;
    }
    if (bil_client_state(connection->client).waiting > net->settings->waiting) {
        net->metrics.count[BIL_COUNT_SLOW]++;
        bil_net_note(connection, "client dropped", "It does not read what it is sent.");
        bil_connection_drop(connection);
        return;
    }
    if (net->arrived && !connection->moved_at) {
        connection->moved_at = net->arrived;
    }
    if (!write_with_others(connection)) {
        bil_ws_writable(connection);
    }
    if (connection->client && bil_client_state(connection->client).moved) {
        bil_ws_close(connection, BIL_CLOSE_MOVED, "Come back at once.", NULL);
    } else if (connection->client &&
               bil_client_state(connection->client).ended) { /* its seat is somebody else's now, and it was told so */
        bil_ws_close(connection, BIL_CLOSE_NORMAL, "Goodbye.", NULL);
    }
}
