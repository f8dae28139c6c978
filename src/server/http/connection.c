/* One connection from its beginning to its end: what has come is handed to the reader of HTTP or WebSocket (struct bil_speaks),
 * what could not be written waits for room.
 *
 * Must never wait, and never spin: it goes on only with bytes that can be used, is read from only where they can be, and is freed
 * at one place, so that nobody holds a connection that is gone. */
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http/internal.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ the stream */

/* A socket that never waits, in TLS (OpenSSL's) or not. What the bytes mean is no matter here. */

/* Of read_stream and greet_stream. */
enum { STREAM_END = 0, STREAM_LATER = -1, STREAM_BROKEN = -2 };
enum { KEEPS = 16 * 1024 }; /* bytes of memory that may stay when nothing waits */

static void close_stream(struct bil_stream *stream)
{
    if (stream->tls) {
        SSL_free(stream->tls);
        stream->tls = NULL;
    }
    if (stream->file >= 0) {
        close(stream->file);
        stream->file = -1;
    }
    bil_text_free(&stream->out);
    stream->sent = 0;
}

/* Takes the file, which must not wait; `tls` NULL for none. False: there is no memory for TLS; the file is closed. */
static bool begin_stream(struct bil_stream *stream, int file, SSL_CTX *tls)
{
    *stream = (struct bil_stream){.file = file, .greeted = !tls};
    if (!tls) {
        return true;
    }
    stream->tls = SSL_new(tls);
    if (!stream->tls || SSL_set_fd(stream->tls, file) != 1) {
        close_stream(stream);
        return false;
    }
    SSL_set_accept_state(stream->tls);
    return true;
}

static int judge_tls(struct bil_stream *stream, int result)
{
    const int why = SSL_get_error(stream->tls, result);
    ERR_clear_error(); /* one list for the whole thread: what stays in it would be blamed on the next connection */
    return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? STREAM_LATER
           : why == SSL_ERROR_ZERO_RETURN                            ? STREAM_END
                                                                     : STREAM_BROKEN;
}

/* Goes on with the handshake of TLS. 1: it is over; or LATER, or BROKEN. */
static int greet_stream(struct bil_stream *stream)
{
    if (stream->greeted) {
        return 1;
    }
    const int result = SSL_do_handshake(stream->tls);
    if (result != 1) {
        const int why = judge_tls(stream, result);
        return why == STREAM_END ? STREAM_BROKEN : why;
    }
    stream->greeted = true;
    return 1;
}

/* How many bytes came; or END, LATER, BROKEN. */
static long read_stream(struct bil_stream *stream, char *into, size_t room)
{
    if (stream->tls) {
        const int count = SSL_read(stream->tls, into, room < INT_MAX ? (int)room : INT_MAX);
        return count > 0 ? count : judge_tls(stream, count);
    }
    const ssize_t count = recv(stream->file, into, room, 0);
    if (count >= 0) {
        return count;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? STREAM_LATER : STREAM_BROKEN;
}

/* Whether there are bytes that the system does not tell of any more, because TLS has them already. */
static bool stream_holds(const struct bil_stream *stream)
{
    return stream->tls && SSL_has_pending(stream->tls) == 1;
}

/* Written, or LATER, or BROKEN. */
static long write_once(struct bil_stream *stream, const char *bytes, size_t count)
{
    if (stream->tls) {
        const int written = SSL_write(stream->tls, bytes, count < INT_MAX ? (int)count : INT_MAX);
        if (written > 0) {
            return written;
        }
        const int why = judge_tls(stream, written);
        return why == STREAM_END ? STREAM_BROKEN : why;
    }
    const ssize_t written = send(stream->file, bytes, count, MSG_NOSIGNAL);
    if (written >= 0) {
        return written;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? STREAM_LATER : STREAM_BROKEN;
}

/* How many were written; -1: broken. */
static long write_some(struct bil_stream *stream, const char *bytes, size_t count)
{
    size_t done = 0;
    while (done < count) {
        const long written = write_once(stream, bytes + done, count - done);
        if (written == STREAM_BROKEN) {
            return -1;
        }
        if (written == STREAM_LATER) {
            break;
        }
        done += (size_t)written;
    }
    return (long)done;
}

/* Writes as much as the socket takes and keeps the rest. False: it is broken. */
static bool write_stream(struct bil_stream *stream, const char *bytes, size_t count)
{
    size_t done = 0;
    if (bil_stream_waiting(stream) == 0) {
        const long written = write_some(stream, bytes, count);
        if (written < 0) {
            return false;
        }
        done = (size_t)written;
    }
    if (done < count) {
        bil_text_add_bytes(&stream->out, bytes + done, count - done);
    }
    return true;
}

/* The same of bytes that somebody else has given to the socket already, while nothing was kept: `result` is how many it took, or a
 * negative errno. */
static bool note_sent(struct bil_stream *stream, const char *bytes, size_t count, long result)
{
    if (result < 0 && result != -EAGAIN && result != -EWOULDBLOCK && result != -EINTR) {
        return false;
    }
    const size_t done = result > 0 ? (size_t)result : 0;
    if (done < count) {
        bil_text_add_bytes(&stream->out, bytes + done, count - done);
    }
    return true;
}

/* Goes on with what was kept. False: it is broken. */
static bool flush_stream(struct bil_stream *stream)
{
    if (bil_stream_waiting(stream) == 0) {
        return true;
    }
    const long written = write_some(stream, stream->out.data + stream->sent, stream->out.length - stream->sent);
    if (written < 0) {
        return false;
    }
    stream->sent += (size_t)written;
    if (stream->sent == stream->out.length) {
        stream->sent = 0;
        if (stream->out.length > KEEPS) {
            bil_text_free(&stream->out);
        }
        bil_text_clear(&stream->out);
    }
    return true;
}

/* Says that nothing more will be written. */
static void shut_stream(struct bil_stream *stream)
{
    if (stream->tls && stream->greeted) {
        SSL_shutdown(stream->tls); /* its answer is not waited for */
        ERR_clear_error();
    }
    shutdown(stream->file, SHUT_WR);
}

/* ------------------------------------------------------------------ what may be read */

/* While a request is being answered the next one waits where it is, at last on the client's own side. */
static bool wants_input(const struct bil_connection *connection)
{
    switch (connection->phase) {
    case BIL_PHASE_HTTP:
        return !connection->exchange || !connection->exchange->whole;
    case BIL_PHASE_WEBSOCKET:
        return !connection->held_back;
    default:
        return true;
    }
}

void bil_connection_watch(struct bil_connection *connection)
{
    if (connection->dropped) {
        return;
    }
    const bool writes = bil_stream_waiting(&connection->stream) > 0 ||
                        (connection->phase == BIL_PHASE_GREETING && SSL_want_write(connection->stream.tls));
    const int events = (wants_input(connection) ? EV_READ : 0) | (writes ? EV_WRITE : 0);
    ev_io *io = &connection->io;
    if ((io->events & (EV_READ | EV_WRITE)) == events && (ev_is_active(io) || !events)) {
        return;
    }
    ev_io_stop(connection->net->loop, io);
    ev_io_set(io, connection->stream.file, events);
    if (events) {
        ev_io_start(connection->net->loop, io);
    }
}

/* Uses bytes as far as they can be used, and writes the answers that are due between two requests. Returns how many were used. */
static size_t use_bytes(struct bil_connection *connection, char *bytes, size_t count)
{
    const struct bil_speaks *speaks = connection->net->speaks;
    size_t used = 0;
    while (!connection->dropped) {
        const struct bil_exchange *exchange = connection->exchange;
        if (exchange && exchange->answered && !exchange->waits) {
            if (!speaks->answer(connection)) {
                break;
            }
            continue;
        }
        const size_t taken = used < count && wants_input(connection) ? speaks->take(connection, bytes + used, count - used) : 0;
        if (taken == 0) {
            break;
        }
        used += taken;
    }
    return used;
}

/* Goes on with what was kept and, behind it, with `count` new bytes. */
static void go_on(struct bil_connection *connection, char *bytes, size_t count)
{
    struct bil_text *in = &connection->in;
    const bool kept = in->length > 0;
    if (kept) {
        bil_text_add_bytes(in, bytes ? bytes : "", count);
        bytes = in->data;
        count = in->length;
    }
    const size_t used = use_bytes(connection, bytes, count);
    if (connection->dropped) {
        return;
    }
    if (connection->phase == BIL_PHASE_LINGERING || (kept && used == count)) {
        bil_text_free(in);
    } else if (!kept && used < count) {
        bil_text_add_bytes(in, bytes + used, count - used);
    } else if (kept && used > 0) {
        memmove(in->data, in->data + used, count - used);
        in->length = count - used;
        in->data[in->length] = 0;
    }
    bil_connection_watch(connection);
}

static void read_some(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    do {
        const long count = read_stream(&connection->stream, net->input, sizeof net->input);
        if (count == STREAM_LATER) {
            return;
        }
        if (count <= 0) {
            bil_connection_drop(connection);
            return;
        }
        go_on(connection, net->input, (size_t)count);
    } while (!connection->dropped && wants_input(connection) && stream_holds(&connection->stream));
}

void bil_connection_go_on(struct bil_connection *connection)
{
    go_on(connection, NULL, 0);
    if (!connection->dropped && wants_input(connection) && stream_holds(&connection->stream)) {
        read_some(connection);
    }
}

/* ------------------------------------------------------------------ writing */

void bil_connection_write(struct bil_connection *connection, const char *bytes, size_t count)
{
    if (!connection->dropped && !write_stream(&connection->stream, bytes, count)) {
        bil_connection_drop(connection);
    }
    bil_connection_watch(connection);
}

/* Once the last words are written. */
static void finish_stream(struct bil_connection *connection)
{
    if (!connection->finished && bil_stream_waiting(&connection->stream) == 0) {
        connection->finished = true;
        shut_stream(&connection->stream);
        bil_timeout_set(connection, BIL_TIMEOUT_LINGER);
    }
}

void bil_connection_finish(struct bil_connection *connection)
{
    if (connection->dropped || connection->phase == BIL_PHASE_LINGERING) {
        return;
    }
    connection->net->speaks->gone(connection);
    connection->phase = BIL_PHASE_LINGERING; /* `in` stays: it may be just what is being used */
    bil_timeout_set(connection, BIL_TIMEOUT_CLOSING);
    finish_stream(connection);
    bil_connection_watch(connection);
}

static void write_more(struct bil_connection *connection)
{
    if (!flush_stream(&connection->stream)) {
        bil_connection_drop(connection);
        return;
    }
    if (bil_stream_waiting(&connection->stream) > 0) {
        return;
    }
    if (connection->phase == BIL_PHASE_LINGERING) {
        finish_stream(connection);
    } else if (connection->phase == BIL_PHASE_WEBSOCKET) {
        connection->net->speaks->writable(connection);
    } else {
        bil_connection_go_on(connection);
    }
    bil_connection_watch(connection);
}

/* ------------------------------------------------------------------ in batches */

static void received(struct bil_connection *connection, const struct bil_batch_outcome *outcome)
{
    if (outcome->result == -EAGAIN || outcome->result == -EWOULDBLOCK || outcome->result == -EINTR) {
        return;
    }
    if (outcome->result <= 0) {
        bil_connection_drop(connection);
        return;
    }
    go_on(connection, outcome->bytes, outcome->count);
    if (outcome->count == BIL_BATCH_BYTES && !connection->dropped && wants_input(connection)) {
        read_some(connection);
    }
}

static void sent(struct bil_connection *connection, const struct bil_batch_outcome *outcome)
{
    if (!note_sent(&connection->stream, outcome->bytes, outcome->count, outcome->result)) {
        bil_connection_drop(connection);
    } else if (bil_stream_waiting(&connection->stream) == 0) {
        connection->net->speaks->writable(connection);
    }
    bil_connection_watch(connection);
}

static void made(const struct bil_batch_outcome *outcome)
{
    struct bil_connection *connection = outcome->owner;
    if (!connection->dropped) {
        (outcome->sent ? sent : received)(connection, outcome);
    }
}

void bil_connections_batch(struct bil_net *net)
{
    bil_batch_go(net->batch, made);
}

/* TLS reads for itself. */
static void read_in_turn(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    if (connection->stream.tls) {
        read_some(connection);
        return;
    }
    if (bil_batch_full(net->batch)) {
        bil_connections_batch(net);
    }
    bil_batch_receive(net->batch, connection->stream.file, connection);
}

/* ------------------------------------------------------------------ what the loop tells */

/* Somebody who speaks HTTP where TLS is spoken hears so; nothing else of him can be understood. */
static void greet(struct bil_connection *connection)
{
    const int state = greet_stream(&connection->stream);
    if (state == STREAM_BROKEN) {
        bil_connection_drop(connection);
    } else if (state == 1) {
        connection->phase = BIL_PHASE_HTTP;
    }
    bil_connection_watch(connection);
}

static void happens(struct ev_loop *loop, ev_io *io, int events)
{
    struct bil_connection *connection = io->data;
    (void)loop;
    if (connection->phase == BIL_PHASE_GREETING) {
        greet(connection);
        if (connection->dropped || connection->phase == BIL_PHASE_GREETING) {
            return;
        }
    }
    if ((events & EV_WRITE) && !connection->dropped) {
        write_more(connection);
    }
    if ((events & EV_READ) && !connection->dropped && wants_input(connection)) {
        read_in_turn(connection);
    }
}

/* ------------------------------------------------------------------ beginning and end */

static struct bil_connection *make_connection(struct bil_net *net, int file, SSL_CTX *tls)
{
    struct bil_connection *connection = bil_memory_zero(1, sizeof *connection);
    if (!begin_stream(&connection->stream, file, tls)) {
        free(connection);
        return NULL;
    }
    connection->net = net;
    connection->due = BIL_TIMEOUT_NEVER;
    net->sockets++;
    connection->next = net->connections;
    if (net->connections) {
        net->connections->previous = connection;
    }
    net->connections = connection;
    ev_io_init(&connection->io, happens, file, 0);
    connection->io.data = connection;
    return connection;
}

void bil_connection_begin(struct bil_net *net, int file, const char *address)
{
    struct bil_connection *connection = make_connection(net, file, net->tls);
    if (!connection) {
        return;
    }
    connection->phase = net->tls ? BIL_PHASE_GREETING : BIL_PHASE_HTTP;
    memcpy(connection->peer, address, strlen(address) + 1);
    memcpy(connection->address, address, strlen(address) + 1);
    connection->socket_of = bil_callers_find(net->callers, address, bil_net_now(net));
    bil_caller_hold(connection->socket_of, BIL_HOLDS_SOCKETS, 1);
    net->metrics.count[BIL_COUNT_ACCEPTED]++;
    bil_connection_watch(connection);
    bil_timeout_set(connection, BIL_TIMEOUT_HEAD);
}

void bil_connection_drop(struct bil_connection *connection)
{
    if (connection->dropped) {
        return;
    }
    connection->dropped = true;
    bil_timeout_set(connection, BIL_TIMEOUT_NEVER);
    ev_io_stop(connection->net->loop, &connection->io);
    connection->next_dropped = connection->net->dropped;
    connection->net->dropped = connection;
}

static void unlink_connection(struct bil_connection **list, const struct bil_connection *connection, size_t link)
{
    for (struct bil_connection **at = list; *at; at = (struct bil_connection **)(void *)((char *)*at + link)) {
        if (*at == connection) {
            *at = *(struct bil_connection **)(void *)((char *)*at + link);
            return;
        }
    }
}

static void end_connection(struct bil_connection *connection)
{
    struct bil_net *net = connection->net;
    net->speaks->gone(connection);
    if (connection->listed) {
        unlink_connection(&net->closing, connection, offsetof(struct bil_connection, next_closing));
    }
    if (connection->held_back) {
        unlink_connection(&net->held, connection, offsetof(struct bil_connection, next_held));
    }
    if (connection->socket_of) {
        bil_caller_hold(connection->socket_of, BIL_HOLDS_SOCKETS, -1);
    }
    net->sockets--;
    if (connection->previous) {
        connection->previous->next = connection->next;
    } else {
        net->connections = connection->next;
    }
    if (connection->next) {
        connection->next->previous = connection->previous;
    }
    close_stream(&connection->stream);
    bil_text_free(&connection->in);
    free(connection);
}

void bil_connection_reap(struct bil_net *net)
{
    while (net->dropped) {
        struct bil_connection *connection = net->dropped;
        net->dropped = connection->next_dropped;
        end_connection(connection);
    }
}
