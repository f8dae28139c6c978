/* Threads that think: bots' choices and hashes of passphrases, while the one thread that runs everything goes on.
 *
 * A piece of work is a copy of all it needs: it must never touch what belongs to the one thread. It is given to the workers, run by
 * one of them, and handed back to the one thread by bil_workers_collect. First given, first run, but for what is patient: that
 * comes when nothing else waits. */
#ifndef BILLIONS_SERVER_WORKERS_H
#define BILLIONS_SERVER_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

/* Put it first into a struct of your own; `run` and `done` get its pointer back. */
struct bil_work {
    void (*run)(struct bil_work *work);            /* in a worker thread */
    void (*done)(struct bil_work *work, bool ran); /* in the one thread; frees it. Not ran: the program ends before its turn came */
    bool patient;                                  /* others go first */
    struct bil_work *next;                         /* private */
};

struct bil_workers;

/* `threads` at least 1; 0: as many as processors. `wake` (may be NULL) is called by a worker whenever something is done. Threads
 * are started with the first work. */
struct bil_workers *bil_workers_new(int threads, void (*wake)(void *context), void *context);
/* Waits for what is being run, drops the rest (`done` with ran = false for each). */
void bil_workers_free(struct bil_workers *workers);

void bil_workers_give(struct bil_workers *workers, struct bil_work *work);
/* Calls `done` for everything that was run; returns how much that was. */
int bil_workers_collect(struct bil_workers *workers);
/* Waits until everything that was given has been run; bil_workers_collect takes it in. */
void bil_workers_wait(struct bil_workers *workers);
/* How much was given and not yet collected. */
size_t bil_workers_pending(const struct bil_workers *workers);
/* How many threads there are, or will be. */
int bil_workers_threads(const struct bil_workers *workers);

#endif
