/* A client at its WebSocket: messages are put together and handed to the house; what the house has for it is written. Here stands
 * what one client may do: how big, how often, how slow; every refusal is a message and a closing frame with a reason.
 *
 * Must never write what is not committed (bil_outbox_next sees to that), nor let one client's pace be another's. */
#include <string.h>
#include <sys/ioctl.h>

#include "server/net_inside.h"

/* Of 1008, "policy violation", and its neighbours, as RFC 6455 numbers them. */
enum { NORMAL = 1000, GOING = 1001, NOT_TEXT = 1003, AGAINST_RULES = 1008, TOO_BIG = 1009 };
enum {
    ROUND_BYTES = 128 * 1024, /* written to one client before others have their turn */
    PILE = 32 * 1024          /* bytes that may pile up of a client that is held back */
};

#define ERROR_MESSAGE(code, text) "{\"type\":\"error\",\"code\":\"" code "\",\"text\":\"" text "\"}"

int bil_ws_open(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    const int64_t now = bil_net_now(net);
    connection->client_of = bil_callers_find(net->callers, connection->address, now);
    connection->client_of->clients++;
    connection->client = bil_house_connect(net->house, connection, now);
    if (!connection->client) {
        return -1;
    }
    bil_net_count(net, BIL_COUNT_WEBSOCKETS);
    bil_quiet_begin(connection);
    if (net->stopping) {
        bil_ws_close(connection, GOING, "The server stops.", NULL);
    }
    return 0;
}

void bil_ws_gone(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    bil_quiet_end(connection);
    if (connection->client) {
        bil_house_gone(net->house, connection->client, bil_net_now(net));
        connection->client = NULL;
    }
    if (connection->client_of) {
        connection->client_of->clients--;
        connection->client_of = NULL;
    }
    bil_text_free(&connection->message);
}

void bil_ws_close(struct bil_connection *connection, int status, const char *reason, const char *farewell)
{
    struct bil_net *net = connection->net;
    if (connection->closing) {
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
    /* It may not read any more, or not even be there. */
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, 10);
}

/* ------------------------------------------------------------------ what it says */

static int refuse(struct bil_connection *connection, enum bil_count what, int status, const char *reason, const char *farewell)
{
    bil_net_count(connection->net, what);
    bil_net_note(connection, "client dropped", reason);
    lws_rx_flow_control(connection->wsi, 1); /* what it still says is let go by: a closed ear would cost it the last words */
    bil_ws_close(connection, status, reason, farewell);
    bil_text_free(&connection->message);
    return 0;
}

/* One message was taken: if that was more than its share, the client is not read from for a while. What it says meanwhile waits
 * where it is, at last on its own side: nothing is lost, and a flood costs its sender. */
static void charge(struct bil_connection *connection, int64_t now)
{
    struct bil_net *net = connection->net;
    const int64_t owed = bil_bucket_charge(&connection->messages, &net->settings->messages, now);
    if (owed == 0 || connection->held_back) {
        return;
    }
    connection->held_back = true;
    bil_net_count(net, BIL_COUNT_HELD_BACK);
    lws_rx_flow_control(connection->wsi, 0);
    lws_set_timer_usecs(connection->wsi, owed * LWS_US_PER_MS);
}

int bil_ws_timer(struct bil_connection *connection)
{
    int piled = 0;
    if (connection->closing || !connection->held_back) {
        return 0;
    }
    connection->held_back = false;
    if (ioctl(lws_get_socket_fd(connection->wsi), FIONREAD, &piled) == 0 && piled > PILE) {
        return refuse(connection, BIL_COUNT_FLOOD, AGAINST_RULES, "Too many messages: wait for answers.",
                      ERROR_MESSAGE("slow-down",
                                    "Too many messages, far faster than they are taken; the connection ends. Wait for answers."));
    }
    lws_rx_flow_control(connection->wsi, 1);
    return 0;
}

void bil_ws_unheard(struct bil_connection *connection)
{
    if (!connection->closing) {
        refuse(connection, BIL_COUNT_SILENT, AGAINST_RULES, "Nothing was said: begin with hello.",
               ERROR_MESSAGE("hello", "Nothing was said for too long; the first message must be a hello."));
    }
}

void bil_ws_cut(struct bil_connection *connection)
{
    connection->closing = AGAINST_RULES;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_ASYNC);
    lws_cancel_service(connection->net->context); /* the library looks at that behind whatever comes in next */
}

static void hand_over(struct bil_connection *connection, const char *text, size_t length)
{
    struct bil_net *net = connection->net;
    const int64_t now = bil_net_now(net);
    connection->heard = true;
    bil_quiet_heard(connection);
    if (net->arrived == 0) {
        net->arrived = bil_net_microseconds();
    }
    if (!bil_house_receive(net->house, connection->client, text, length, now)) {
        bil_ws_close(connection, NORMAL, "Goodbye.", NULL);
        return;
    }
    charge(connection, now);
}

int bil_ws_receive(struct bil_connection *connection, const char *bytes, size_t length)
{
    const bool last = lws_is_final_fragment(connection->wsi);
    if (connection->closing || !connection->client) {
        return 0;
    }
    if (lws_frame_is_binary(connection->wsi)) {
        return refuse(connection, BIL_COUNT_UNREADABLE, NOT_TEXT, "Binary messages are not understood.",
                      ERROR_MESSAGE("malformed", "Binary messages are not understood; say it as text that holds one JSON object."));
    }
    if (++connection->pieces > BIL_NET_PIECES) {
        return refuse(connection, BIL_COUNT_UNREADABLE, AGAINST_RULES, "A message in too many pieces.",
                      ERROR_MESSAGE("malformed", "This message comes in too many pieces; send a message whole."));
    }
    if (connection->message.length + length > BIL_NET_MESSAGE) {
        return refuse(connection, BIL_COUNT_UNREADABLE, TOO_BIG, "A message may have 65536 bytes at most.",
                      ERROR_MESSAGE("malformed", "This message is too big; a message may have 65536 bytes at most."));
    }
    if (last && connection->message.length == 0) {
        hand_over(connection, length ? bytes : "", length);
    } else {
        bil_text_add_bytes(&connection->message, bytes ? bytes : "", length);
        if (!last) {
            return 0;
        }
        hand_over(connection, connection->message.data, connection->message.length);
        bil_text_free(&connection->message);
    }
    connection->pieces = 0;
    return 0;
}

/* ------------------------------------------------------------------ what it is told */

/* The head of a frame of a server: whole, text, not masked; then the message. */
static void add_frame(struct bil_text *room, const char *text, size_t length)
{
    unsigned char head[10] = {0x81};
    size_t size = 2;
    if (length < 126) {
        head[1] = (unsigned char)length;
    } else {
        const size_t wide = length < 65536 ? 2 : 8;
        head[1] = wide == 2 ? 126 : 127;
        for (size_t i = 0; i < wide; i++) {
            head[size++] = (unsigned char)((uint64_t)length >> (8 * (wide - 1 - i)));
        }
    }
    bil_text_add_bytes(room, (const char *)head, size);
    bil_text_add_bytes(room, text, length);
}

/* Writes what may be told: a step of a game is several messages, and they go out as one piece. The library would make a piece of
 * each; so the frames are written here, and it sends the bytes as they are (that is what it does with this kind in a WebSocket).
 * 1: all is written; 0: there is more, when the socket takes it; -1: the connection is broken. */
static int write_out(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    struct bil_text *room = &net->writing;
    const char *text = "";
    size_t length = 0;
    if (lws_partial_buffered(connection->wsi)) {
        return 0;
    }
    bil_text_clear(room);
    while (room->length < ROUND_BYTES && (text = bil_outbox_next(connection->client, &length)) != NULL) {
        add_frame(room, text, length);
    }
    if (room->length > 0 &&
        lws_write(connection->wsi, (unsigned char *)room->data, room->length, LWS_WRITE_HTTP) < (int)room->length) {
        return -1;
    }
    if (text || lws_partial_buffered(connection->wsi)) {
        return 0;
    }
    if (connection->moved_at) {
        bil_histogram_add(&net->metrics.sent, bil_net_microseconds() - connection->moved_at);
        connection->moved_at = 0;
    }
    return 1;
}

/* The last words, once what the house said is committed and written. */
static int say_goodbye(struct bil_connection *connection)
{
    struct bil_text *room = &connection->net->writing;
    if (connection->net->pass <= connection->closing_pass) {
        return 0; /* the loop asks again */
    }
    if (connection->farewell) {
        bil_text_clear(room);
        add_frame(room, connection->farewell, strlen(connection->farewell));
        lws_write(connection->wsi, (unsigned char *)room->data, room->length, LWS_WRITE_HTTP);
        connection->farewell = NULL;
    }
    lws_close_reason(connection->wsi, (enum lws_close_status)connection->closing, (unsigned char *)connection->reason,
                     strlen(connection->reason));
    return -1;
}

int bil_ws_writable(struct bil_connection *connection)
{
    if (!connection->client) {
        return 0;
    }
    const int state = write_out(connection);
    if (state == 0) {
        lws_callback_on_writable(connection->wsi);
    }
    return state == 1 && connection->closing ? say_goodbye(connection) : state < 0 ? -1 : 0;
}

void bil_ws_ping(struct bil_connection *connection)
{
    /* Whole, a ping, of one byte: of an answer without any the library says nothing. */
    unsigned char frame[] = {0x89, 1, '?'};
    if (!connection->closing && !lws_partial_buffered(connection->wsi) &&
        lws_write(connection->wsi, frame, sizeof frame, LWS_WRITE_HTTP) < (int)sizeof frame) {
        bil_ws_cut(connection);
    } /* one that does not read what it was sent is not asked; it is cut off in time all the same */
}

void bil_ws_ready(void *owner)
{
    struct bil_connection *connection = owner;
    struct bil_net *net = connection->net;
    if (bil_outbox_waiting(connection->client) > net->settings->waiting) {
        bil_net_count(net, BIL_COUNT_SLOW);
        bil_net_note(connection, "client dropped", "It does not read what it is sent.");
        bil_ws_cut(connection);
        return;
    }
    if (net->arrived && !connection->moved_at) {
        connection->moved_at = net->arrived;
    }
    /* Most sockets have room: written at once, it saves a round of the loop. */
    const int state = connection->closing ? 0 : write_out(connection);
    if (state < 0) {
        bil_ws_cut(connection);
    } else if (state == 0) {
        lws_callback_on_writable(connection->wsi);
    }
}
