/* Watches that the loop of the server comes round, and that the process ends when it is asked to, whatever the loop does.
 *
 * To systemd it speaks as sd_notify(3) documents it: READY=1 once, WATCHDOG=1 from the loop itself, so that a loop which is
 * stuck falls silent, STOPPING=1. A thread of its own, the guard, sees the rest: a loop that has not come round for a while is
 * logged in the log, once; a stop that does not come to its end is cut off. Time in which the whole process was stopped, or the
 * machine slept, counts for neither.
 *
 * There is one in a process, since its signals and its exit code are the process's. Must never wait for anybody: not for systemd,
 * not for who reads the log. */
#ifndef BILLIONS_SERVER_COMMON_WATCHDOG_H
#define BILLIONS_SERVER_COMMON_WATCHDOG_H

#include "billions/text.h"

/* Times are milliseconds. */
struct bil_watchdog_settings {
    int64_t grace;  /* so long may the loop take for a stop */
    int64_t behind; /* and so much longer may it take until all is closed; then the process is ended */
    int64_t still;  /* a loop that is stuck for so long is logged */
    int64_t deadly; /* and one that is stuck for so long ends the process; 0: never */
    int64_t tick;   /* so often the guard looks */
    int code;       /* with which a process is ended */
    int log;        /* the file of the log; -1: none */
};
/* Safe values for all but `code`: five seconds for the loop and ten behind it, told after 30, never deadly. No log. */
void bil_watchdog_usual(struct bil_watchdog_settings *settings);

/* Starts the guard, and reads from the environment where systemd listens. False and a sentence: the system gives no thread or no
 * file. */
bool bil_watchdog_begin(const struct bil_watchdog_settings *settings, struct bil_error *error);
/* Clients can connect from now on. */
void bil_watchdog_ready(void);
/* From the loop, each round; `now` in microseconds of a clock that only counts. The loop is watched from the first call on. Does
 * nothing where no watchdog was begun, as in tests of the loop. */
void bil_watchdog_beat(int64_t now);
/* The process shall end: from a signal handler, and again when the loop is over and things are closed. With the second call,
 * no matter who makes it, `grace` is over. */
void bil_watchdog_stop(void);
/* It ends in order: the guard goes home. */
void bil_watchdog_end(void);

#endif
