/* Threads that think: bots' choices and hashes of passphrases, while the one thread that runs everything goes on.
 *
 * A piece of work is a copy of all it needs: it must never touch what belongs to the one thread. It is given to the workers, run by
 * one of them, and handed back to the one thread by bil_workers_collect. Whose work is run next, and whose must make room for it,
 * is decided in scheduler.h; work whose tasks are all alike is run in the order in which it was given. */
#ifndef BILLIONS_SERVER_COMMON_WORKERS_H
#define BILLIONS_SERVER_COMMON_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/common/scheduler.h"

/* Put it first into a struct of your own; `run` and `done` get its pointer back. */
struct bil_work {
    void (*run)(struct bil_work *work);            /* in a worker thread */
    void (*done)(struct bil_work *work, bool ran); /* in the one thread; frees it. Not ran: it never will, for it had no place, was
                                                      dropped, or the program ends before its turn came */
    struct bil_task task;                          /* whose it is */
    _Atomic int64_t until;                         /* private: when it is to come to an end; 0: when it is done */
    struct bil_work *next;                         /* private */
    bool ran;                                      /* private */
};

struct bil_workers;

/* What workers are to be; 0 is the usual. */
struct bil_workers_settings {
    int threads;      /* as many as processors */
    int64_t a_minute; /* the budget of one payer, see scheduler.h; none */
    size_t most;      /* what may wait for each thread; as much as there is memory for */
    int nice;         /* by how much the threads stand back for others of the process (and of the machine) */
};

/* `wake` (may be NULL) is called by a worker whenever something is done. Threads are started with the first work. */
struct bil_workers *bil_workers_new(const struct bil_workers_settings *settings, void (*wake)(void *context), void *context);
/* Waits for what is being run, drops the rest (`done` with ran = false for each). */
void bil_workers_free(struct bil_workers *workers);

void bil_workers_give(struct bil_workers *workers, struct bil_work *work);
/* Calls `done` for everything that was run or has no place; returns how much that was. */
int bil_workers_collect(struct bil_workers *workers);
/* Waits until everything that was given has been run; bil_workers_collect takes it in. */
void bil_workers_wait(struct bil_workers *workers);
/* How much was given and not yet collected. */
size_t bil_workers_pending(const struct bil_workers *workers);

/* For `run`: whether it should come to an end with what it has, because others wait. Quick; may be asked all the time. */
bool bil_work_enough(struct bil_work *work);
/* Nobody needs what is given for that payer of a level any more: what waits is not run, what runs is to end. */
void bil_workers_drop(struct bil_workers *workers, enum bil_task_level level, uint64_t whose);
/* What is given for that payer has another rank now. */
void bil_workers_rank(struct bil_workers *workers, enum bil_task_level level, uint64_t whose, enum bil_task_rank rank);

struct bil_workers_figures {
    int64_t waiting[BIL_TASK_RANKS], running;
    uint64_t run, cut, refused; /* since the beginning: run to an end, made to end sooner for others, without a place */
    uint64_t milliseconds;      /* that were worked */
};
void bil_workers_figures(struct bil_workers *workers, struct bil_workers_figures *figures);

#endif
