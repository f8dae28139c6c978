/* What the loop waits with. The library's own way asks the system about every connection in every round (poll), which with
 * thousands of quiet ones costs more than all the work of the round. So it is given libev's loop, which is told of those alone
 * where something came (epoll). Where the library was built without libev, or its part for it is not installed, poll it is.
 *
 * Must be the only file that knows which of the two it is. */
#include "server/net_inside.h"

static void poll_rings(lws_sorted_usec_list_t *alarm)
{
    (void)alarm; /* that the loop comes round is all it is for */
}

#ifdef BILLIONS_EV
#include <ev.h>

#include <stdlib.h>

#include "table/memory.h"

/* The library looks at its own timers behind whatever comes in, and hears nothing of those that were set between two rounds. */
enum { STIRRED = 100 * 1000 };

struct bil_loop {
    struct ev_loop *ev;
    ev_timer alarm;
    bool rang;
    int64_t stirred; /* when it was last made to look, microseconds */
};

static void ring(struct ev_loop *ev, ev_timer *alarm, int events)
{
    (void)ev;
    (void)events;
    *(bool *)alarm->data = true;
}

bool bil_loop_begin(struct bil_net *net, struct lws_context_creation_info *info)
{
    struct bil_loop *loop = bil_memory_zero(1, sizeof *loop);
    loop->ev = ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV);
    if (!loop->ev) {
        free(loop);
        return false;
    }
    ev_timer_init(&loop->alarm, ring, 0, 0);
    loop->alarm.data = &loop->rang;
    net->loop = loop;
    net->foreign[0] = loop->ev;
    info->foreign_loops = net->foreign;
    info->options |= LWS_SERVER_OPTION_LIBEV;
    return true;
}

void bil_loop_end(struct bil_net *net)
{
    if (net->loop) {
        ev_loop_destroy(net->loop->ev);
        free(net->loop);
        net->loop = NULL;
    }
}

bool bil_loop_round(struct bil_net *net)
{
    struct bil_loop *loop = net->loop;
    if (!loop) {
        return lws_service(net->context, 0) >= 0;
    }
    ev_run(loop->ev, EVRUN_ONCE);
    if (loop->rang) {
        loop->rang = false;
        const int64_t now = bil_net_microseconds();
        if (now - loop->stirred > STIRRED) {
            loop->stirred = now;
            lws_cancel_service(net->context);
        }
    }
    return true;
}

void bil_loop_alarm(struct bil_net *net, int64_t milliseconds)
{
    struct bil_loop *loop = net->loop;
    if (!loop) {
        lws_sul_schedule(net->context, 0, &net->alarm, poll_rings, milliseconds * LWS_US_PER_MS);
        return;
    }
    ev_timer_stop(loop->ev, &loop->alarm);
    ev_now_update(loop->ev); /* it may be a while since the round began */
    ev_timer_set(&loop->alarm, (double)milliseconds / 1000, 0);
    ev_timer_start(loop->ev, &loop->alarm);
}

#else

bool bil_loop_begin(struct bil_net *net, struct lws_context_creation_info *info)
{
    (void)net;
    (void)info;
    return false;
}

void bil_loop_end(struct bil_net *net)
{
    (void)net;
}

bool bil_loop_round(struct bil_net *net)
{
    return lws_service(net->context, 0) >= 0;
}

void bil_loop_alarm(struct bil_net *net, int64_t milliseconds)
{
    lws_sul_schedule(net->context, 0, &net->alarm, poll_rings, milliseconds * LWS_US_PER_MS);
}

#endif
