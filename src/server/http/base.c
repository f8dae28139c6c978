/* What every file of the sockets needs: what time it is, figures, and lines of the log. Must never log a token or a message. */
#include <time.h>

#include "server/http/internal.h"

int64_t bil_net_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The clock on the wall when the server began, and from there on one that nobody sets: so a game's clock never jumps. */
int64_t bil_net_now(const struct bil_net *net)
{
    return net->settings->clock ? net->settings->clock() : bil_net_clock(CLOCK_BOOTTIME) + net->clock_offset;
}

int64_t bil_net_microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

void bil_net_count(struct bil_net *net, enum bil_count what)
{
    net->metrics.count[what]++;
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
