/* Who says nothing: whoever is connected and does not begin, whoever has been quiet for so long that it is asked whether it is
 * still there, whoever did not answer that. Three queues, each in the order in which its connections fall due, so that neither a
 * message nor a round costs more when many are connected. (The library has timers of its own, in one sorted list: with ten thousand
 * connections that took a fifth of a processor, all day long.)
 *
 * These times are real ones, not those of games. Must never send anything but a ping. */
#include "server/net_inside.h"

enum { SECOND = 1000 * 1000 };

static void leave(struct bil_connection *connection)
{
    struct bil_queue *queue = connection->queue;
    if (!queue) {
        return;
    }
    *(connection->before_in_queue ? &connection->before_in_queue->next_in_queue : &queue->first) = connection->next_in_queue;
    *(connection->next_in_queue ? &connection->next_in_queue->before_in_queue : &queue->last) = connection->before_in_queue;
    connection->queue = NULL;
    connection->next_in_queue = connection->before_in_queue = NULL;
}

static void join(struct bil_connection *connection, struct bil_queue *queue)
{
    leave(connection);
    connection->queue = queue;
    connection->before_in_queue = queue->last;
    *(queue->last ? &queue->last->next_in_queue : &queue->first) = connection;
    queue->last = connection;
}

void bil_quiet_begin(struct bil_connection *connection)
{
    connection->heard_at = bil_net_microseconds();
    join(connection, &connection->net->unheard);
}

void bil_quiet_end(struct bil_connection *connection)
{
    leave(connection);
}

void bil_quiet_heard(struct bil_connection *connection)
{
    if (connection->queue && connection->heard) {
        connection->heard_at = bil_net_microseconds();
        join(connection, &connection->net->quiet);
    }
}

/* The first of a queue if it is due, so many seconds after it was heard of. */
static struct bil_connection *due(const struct bil_queue *queue, int seconds, int64_t now)
{
    struct bil_connection *first = queue->first;
    return first && now - first->heard_at >= (int64_t)seconds * SECOND ? first : NULL;
}

static int64_t wait_of(const struct bil_queue *queue, int seconds, int64_t now, int64_t wait)
{
    const int64_t at = queue->first ? queue->first->heard_at + (int64_t)seconds * SECOND : INT64_MAX;
    const int64_t left = at == INT64_MAX ? wait : (at - now) / 1000 + 1;
    return left < wait ? (left > 0 ? left : 0) : wait;
}

int64_t bil_quiet_look(struct bil_net *net, int64_t wait)
{
    const struct bil_net_settings *settings = net->settings;
    const int64_t now = bil_net_microseconds();
    struct bil_connection *connection;
    while ((connection = due(&net->unheard, settings->hello, now)) != NULL) {
        leave(connection);
        bil_ws_unheard(connection);
    }
    while ((connection = due(&net->quiet, settings->ping, now)) != NULL) {
        join(connection, &net->pinged);
        bil_ws_ping(connection);
    }
    while ((connection = due(&net->pinged, settings->silence, now)) != NULL) {
        leave(connection);
        bil_ws_cut(connection);
    }
    wait = wait_of(&net->unheard, settings->hello, now, wait);
    wait = wait_of(&net->quiet, settings->ping, now, wait);
    return wait_of(&net->pinged, settings->silence, now, wait);
}
