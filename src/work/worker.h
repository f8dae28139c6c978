/* A worker: threads that take blocks out of the queue, play them, and bring what came of them. */
#ifndef BILLIONS_WORK_WORKER_H
#define BILLIONS_WORK_WORKER_H

#include "work/queue.h"

enum { BIL_WORK_THREADS = 256 };

struct bil_work_order {
    const char *address;
    int threads;
    bool once; /* end when no job that this program plays has anything left */
    int64_t lease_ms;
    const atomic_bool *stop;
};

struct bil_work_done {
    uint64_t batches, late,
        blocks; /* taken in; brought when another had brought them, or when they were no longer ours; of those taken in */
};

/* Works until `stop` is set, or until there is nothing left; what is under way then is given back. False and a sentence if the
 * database refuses something. */
bool bil_work(const struct bil_work_order *order, struct bil_work_done *done, struct bil_error *error);

#endif
