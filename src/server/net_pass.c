/* Requests and WebSockets that another process of the installation must answer, for it keeps the table that they are about: passed
 * on to it, and its answer given back.
 *
 *     caller  <->  connection  <->  its `other`, a connection to the process that keeps the table
 *
 * A request goes out with its body whole, for it was checked here, and may have to be asked again elsewhere; the answer comes back
 * piece by piece. After a 101 both connections are bytes to and fro (BIL_PHASE_TUNNEL). Neither side is read from while the other
 * has not taken what came before: so a pair never holds more than what one reading brings, whoever is slow.
 *
 * Must never pass on what was passed on already, nor say that something has not happened when that is not known. */
#include <stdio.h>
#include <string.h>

#include "server/net_internal.h"
#include "server/pass_head.h"
#include "server/token.h"

enum { TRIES = 2 }; /* a table that has moved just now is asked for anew, once */

static const char MOVED[] = "The process that keeps this table cannot be reached; it has not happened: try again in a moment.";

/* ------------------------------------------------------------------ where it is */

/* The table that a path is about. */
static bool table_of(const char *path, char id[BIL_TABLE_ID + 1])
{
    static const char *const before[] = {"/api/tables/", "/api/my/", "/ws/"};
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
        const size_t length = strlen(before[i]);
        if (strncmp(path, before[i], length) == 0 && bil_table_id_fits(path + length, strcspn(path + length, "/"))) {
            memcpy(id, path + length, BIL_TABLE_ID);
            id[BIL_TABLE_ID] = 0;
            return true;
        }
    }
    return false;
}

/* Where the request of that path is to be answered. False: anywhere, so here. */
static bool place_of(struct bil_net *net, const char *path, struct bil_place *place)
{
    char id[BIL_TABLE_ID + 1];
    if (strcmp(path, "/api/quick") == 0) {
        bil_hub_place_quick(net->hub, place);
        return true;
    }
    if (!table_of(path, id)) {
        return false;
    }
    bil_hub_place(net->hub, id, bil_net_now(net), place);
    return true;
}

static bool is_websocket(const struct bil_head *head)
{
    return head->upgrade && bil_list_has(bil_text_string(&head->value[BIL_HEADER_UPGRADE]), "websocket");
}

static bool reads_only(const struct bil_head *head)
{
    return strcmp(head->method, "GET") == 0 || strcmp(head->method, "HEAD") == 0;
}

/* Begins to connect. False: that cannot even be tried. */
static bool reach(struct bil_connection *connection, const char *address)
{
    const int file = bil_stream_reach(address);
    struct bil_connection *other = file < 0 ? NULL : bil_connection_reach(connection->net, file);
    if (!other) {
        return false;
    }
    connection->other = other;
    other->other = connection;
    snprintf(other->peer, sizeof other->peer, "%s", address);
    bil_timeout_set(other, BIL_TIMEOUT_REACH);
    return true;
}

bool bil_pass(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    struct bil_exchange *exchange = connection->exchange;
    struct bil_place place = {0};
    if (!place_of(net, bil_text_string(&exchange->head.path), &place) || place.where == BIL_PLACE_HERE) {
        return false;
    }
    exchange->whole = true;
    exchange->handed = exchange->answered = exchange->for_hub = false;
    exchange->tries++;
    bil_timeout_set(connection, BIL_TIMEOUT_ANSWER);
    if (connection->passed_on) {
        bil_answer_refuse(connection, 421, "misdirected", "This process does not keep that table.", true);
    } else if (place.where == BIL_PLACE_UNKNOWN || !net->settings->secret || exchange->tries > TRIES ||
               !reach(connection, place.address)) {
        bil_net_count(net, BIL_COUNT_UNPASSED);
        bil_answer_refuse(connection, 503, "moved", MOVED, false);
    }
    return true;
}

/* ------------------------------------------------------------------ the request */

/* The other process is there: it is told all. */
static void hand_over(struct bil_connection *other)
{
    struct bil_connection *connection = other->other;
    struct bil_exchange *exchange = connection->exchange;
    struct bil_net *net = connection->net;
    const struct bil_head *head = &exchange->head;
    const struct bil_passed request = {head->method, bil_text_string(&head->path), bil_text_string(&head->query)};
    struct bil_text proof = {0};
    struct bil_text out = {0};
    bil_pass_prove(net->settings->secret, &request, connection->address, bil_net_now(net), &proof);
    bil_pass_request(head, connection->address, bil_text_string(&proof), exchange->content.length, is_websocket(head), &out);
    bil_text_add_bytes(&out, bil_text_string(&exchange->content), exchange->content.length);
    exchange->handed = true;
    bil_net_count(net, BIL_COUNT_PASSED);
    bil_timeout_set(other, BIL_TIMEOUT_OWNER);
    bil_connection_write(other, out.data, out.length);
    bil_text_free(&proof);
    bil_text_free(&out);
}

/* ------------------------------------------------------------------ the answer */

/* They have nothing to do with each other any more. */
static struct bil_connection *part(struct bil_connection *connection)
{
    struct bil_connection *other = connection->other;
    connection->other = other->other = NULL;
    return other;
}

/* Nothing came of it. */
static void fail(struct bil_connection *connection)
{
    struct bil_exchange *exchange = connection->exchange;
    bil_net_count(connection->net, BIL_COUNT_UNPASSED);
    bil_net_note(connection, "not passed on", "The process that keeps the table does not answer.");
    if (exchange->begun) {
        bil_connection_drop(connection); /* half an answer is told by its end */
        return;
    }
    if (exchange->handed && !reads_only(&exchange->head)) {
        bil_answer_refuse(connection, 504, "unanswered",
                          "The process that keeps this table has not answered; whether it has happened is not known: look before "
                          "you ask again.",
                          false);
    } else {
        bil_answer_refuse(connection, 503, "moved", MOVED, false);
    }
    bil_connection_go_on(connection);
}

/* All of the answer is through. */
static void finish_answer(struct bil_connection *other)
{
    struct bil_connection *connection = part(other);
    const bool last = connection->exchange->last;
    bil_connection_drop(other);
    bil_exchange_end(connection);
    if (last) {
        bil_connection_finish(connection);
        return;
    }
    bil_timeout_set(connection, BIL_TIMEOUT_KEPT);
    bil_connection_go_on(connection);
}

/* Whoever does not take what it is sent has a limit, and meanwhile the other one has none: it is not heard. */
static void time_answer(struct bil_connection *other)
{
    const bool stuck = bil_stream_waiting(&other->other->stream) > 0;
    bil_timeout_set(other->other, BIL_TIMEOUT_ANSWER);
    bil_timeout_set(other, stuck ? BIL_TIMEOUT_NEVER : BIL_TIMEOUT_OWNER);
}

static void begin_answer(struct bil_connection *other, const struct bil_pass_answer *answer)
{
    struct bil_connection *connection = other->other;
    struct bil_exchange *exchange = connection->exchange;
    struct bil_text *out = &connection->net->writing;
    exchange->begun = true;
    exchange->last = exchange->last || !exchange->head.keeps || connection->net->stopping || answer->status == 426;
    exchange->length = answer->length;
    bil_answer_count(connection->net, answer->status);
    bil_text_clear(out);
    bil_answer_status(answer->status, out);
    bil_text_add(out, bil_text_string(&answer->lines));
    bil_text_add(out, exchange->last ? "connection: close\r\n\r\n" : "\r\n");
    bil_connection_write(connection, out->data, out->length);
}

/* ------------------------------------------------------------------ the tunnel */

/* This one of the two has said something, or taken something. The owner pings who is quiet, so it has to be heard in time, however
 * much the caller says; only while the caller takes nothing it is not heard, and then the caller has a limit. */
static void time_tunnel(struct bil_connection *connection)
{
    struct bil_connection *inner = connection->outward ? connection : connection->other;
    struct bil_connection *outer = inner->other;
    if (bil_stream_waiting(&outer->stream) == 0) {
        bil_timeout_set(outer, BIL_TIMEOUT_NEVER);
        if (connection == inner || inner->due != BIL_TIMEOUT_TUNNEL) {
            bil_timeout_set(inner, BIL_TIMEOUT_TUNNEL);
        }
    } else if (outer->due != BIL_TIMEOUT_TUNNEL) {
        bil_timeout_set(outer, BIL_TIMEOUT_TUNNEL);
        bil_timeout_set(inner, BIL_TIMEOUT_NEVER);
    }
}

static void open_tunnel(struct bil_connection *other, const struct bil_pass_answer *answer)
{
    struct bil_connection *connection = other->other;
    struct bil_net *net = connection->net;
    struct bil_text *out = &net->writing;
    bil_text_clear(out);
    bil_text_add(out, connection->exchange->head.expects ? "HTTP/1.1 100 Continue\r\n\r\n" : "");
    bil_text_format(out, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n%s\r\n", bil_text_string(&answer->lines));
    bil_exchange_end(connection);
    connection->phase = other->phase = BIL_PHASE_TUNNEL;
    connection->client_of = bil_callers_find(net->callers, connection->address, bil_net_now(net));
    bil_caller_hold(connection->client_of, BIL_HOLDS_CLIENTS, 1);
    bil_net_count(net, BIL_COUNT_WEBSOCKETS);
    bil_connection_write(connection, out->data, out->length);
    time_tunnel(connection);
    bil_connection_go_on(connection); /* what it has said already */
}

/* ------------------------------------------------------------------ what comes, and room for more */

static size_t take_head(struct bil_connection *other, const char *bytes, size_t count)
{
    struct bil_connection *connection = other->other;
    const struct bil_head *head = &connection->exchange->head;
    struct bil_pass_answer answer;
    const long used = bil_pass_answer_read(bytes, count, strcmp(head->method, "HEAD") == 0, &answer);
    if (used == 0) {
        return 0;
    }
    if (used < 0) {
        bil_connection_drop(other); /* which fails the request */
        return count;
    }
    if (answer.status == 421) {
        part(other);
        bil_connection_drop(other);
        connection->net->speaks->again(connection);
    } else if (answer.status == 101 && is_websocket(head)) {
        open_tunnel(other, &answer);
    } else if (answer.status == 101) {
        bil_connection_drop(other);
    } else {
        begin_answer(other, &answer);
        if (answer.length == 0) {
            finish_answer(other);
        } else {
            time_answer(other);
        }
    }
    bil_text_free(&answer.lines);
    return (size_t)used;
}

size_t bil_pass_take(struct bil_connection *connection, const char *bytes, size_t count)
{
    struct bil_connection *other = connection->other;
    if (!other) {
        return count;
    }
    if (connection->phase == BIL_PHASE_TUNNEL) {
        bil_connection_write(other, bytes, count);
        time_tunnel(connection);
        return count;
    }
    struct bil_exchange *exchange = other->exchange;
    if (!exchange->begun) {
        return take_head(connection, bytes, count);
    }
    const int64_t left = exchange->length - exchange->sent;
    const size_t taken = (int64_t)count < left ? count : (size_t)left;
    exchange->sent += (int64_t)taken;
    bil_connection_write(other, bytes, taken);
    if (exchange->sent == exchange->length) {
        finish_answer(connection);
    } else {
        time_answer(connection);
    }
    return taken;
}

void bil_pass_writable(struct bil_connection *connection)
{
    struct bil_connection *other = connection->other;
    if (connection->phase == BIL_PHASE_TUNNEL) {
        time_tunnel(connection);
    } else if (connection->outward && !other->exchange->handed) {
        hand_over(connection);
        return;
    } else if (!connection->outward && connection->exchange->begun) {
        time_answer(other);
    }
    bil_connection_go_on(other);
}

/* One that stands still, or behind a cut cable, closes nothing: its end is known from elsewhere. */
void bil_pass_watch(struct bil_net *net)
{
    const uint64_t neighbours = bil_hub_neighbours(net->hub);
    if (neighbours == net->neighbours) {
        return;
    }
    net->neighbours = neighbours;
    for (struct bil_connection *connection = net->connections; connection; connection = connection->next) {
        if (connection->outward && connection->other && !connection->dropped && !bil_hub_sees(net->hub, connection->peer)) {
            bil_connection_drop(connection);
        }
    }
}

void bil_pass_gone(struct bil_connection *connection)
{
    if (!connection->other) {
        return;
    }
    struct bil_connection *other = part(connection);
    if (other->dropped) {
        return;
    }
    if (connection->phase == BIL_PHASE_TUNNEL) {
        bil_connection_finish(other);
    } else if (connection->outward) {
        fail(other);
    } else {
        bil_connection_drop(other); /* nobody waits for its answer */
    }
}
