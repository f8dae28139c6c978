/* What every file of the sockets needs: what time it is, lines of the log, and which connection is late.
 *
 * Each connection is given time for one thing at a time, and is in the queue of that thing. All in a queue have the same time, so
 * each queue is in the order in which its connections fall due: neither a message nor a round costs more when many are connected.
 * These times are real ones, not those of games.
 *
 * Must never log a token or a message, nor do anything about a late connection itself. */
#include <time.h>

#include "server/http/internal.h"
#include "table/clock.h"

/* The clock on the wall when the server began, and from there on one that nobody sets: so a game's clock never jumps. */
int64_t bil_net_now(const struct bil_net *net)
{
    return net->settings->clock ? net->settings->clock() : bil_clock_ms_of(CLOCK_BOOTTIME) + net->clock_offset;
}

int64_t bil_net_microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

void bil_net_note(struct bil_connection *connection, const char *what, const char *why)
{
    struct bil_text fields = {0};
    bil_text_add(&fields, "\"address\":");
    bil_json_string(&fields, connection->address);
    bil_text_add(&fields, ",\"why\":");
    bil_json_string(&fields, why);
    bil_log_write(connection->net->log, BIL_LOG_WARNING, what, bil_text_string(&fields));
    bil_text_free(&fields);
}

/* ------------------------------------------------------------------ who is late */

/* In milliseconds. */
enum { SECOND = 1000, ANSWER = 30 * SECOND, KEPT = 20 * SECOND, CLOSING = 10 * SECOND, LINGER = 2 * SECOND, AGAIN = 250 };

static int64_t time_of(const struct bil_net_settings *settings, enum bil_timeout which)
{
    switch (which) {
    case BIL_TIMEOUT_HEAD:
    case BIL_TIMEOUT_BODY:
    case BIL_TIMEOUT_HELLO:
        return (int64_t)SECOND * settings->hello;
    case BIL_TIMEOUT_ANSWER:
        return ANSWER;
    case BIL_TIMEOUT_KEPT:
        return KEPT;
    case BIL_TIMEOUT_QUIET:
        return (int64_t)SECOND * settings->ping;
    case BIL_TIMEOUT_PINGED: /* `silence` counts from the last word, and the ping came behind it */
        return (int64_t)SECOND * (settings->silence > settings->ping ? settings->silence - settings->ping : 1);
    case BIL_TIMEOUT_AGAIN:
        return AGAIN;
    case BIL_TIMEOUT_CLOSING:
        return CLOSING;
    default:
        return LINGER;
    }
}

static void leave_queue(struct bil_connection *connection)
{
    if (connection->due == BIL_TIMEOUT_NEVER) {
        return;
    }
    struct bil_queue *queue = &connection->net->due[connection->due];
    *(connection->before_due ? &connection->before_due->next_due : &queue->first) = connection->next_due;
    *(connection->next_due ? &connection->next_due->before_due : &queue->last) = connection->before_due;
    connection->next_due = connection->before_due = NULL;
    connection->due = BIL_TIMEOUT_NEVER;
}

static void join_queue(struct bil_connection *connection, enum bil_timeout which)
{
    struct bil_queue *queue = &connection->net->due[which];
    connection->due = which;
    connection->before_due = queue->last;
    *(queue->last ? &queue->last->next_due : &queue->first) = connection;
    queue->last = connection;
}

void bil_timeout_set(struct bil_connection *connection, enum bil_timeout which)
{
    leave_queue(connection);
    if (which != BIL_TIMEOUT_NEVER && !connection->dropped) {
        connection->due_since = bil_net_microseconds();
        join_queue(connection, which);
    }
}

int64_t bil_timeout_look(struct bil_net *net, void (*late)(struct bil_connection *connection, enum bil_timeout which), int64_t wait)
{
    const int64_t now = bil_net_microseconds();
    for (int which = 0; which < BIL_TIMEOUTS; which++) {
        struct bil_queue *queue = &net->due[which];
        const int64_t time = 1000 * time_of(net->settings, (enum bil_timeout)which);
        while (queue->first && now - queue->first->due_since >= time) {
            struct bil_connection *connection = queue->first;
            leave_queue(connection);
            late(connection, (enum bil_timeout)which);
        }
        if (queue->first) {
            const int64_t left = (queue->first->due_since + time - now) / 1000 + 1;
            wait = left < wait ? (left > 0 ? left : 0) : wait;
        }
    }
    return wait;
}
