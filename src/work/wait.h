/* What `billions arena`, `lab` and `sim` do with a queue: put a job into it, wait for its sums, take it out. */
#ifndef BILLIONS_WORK_WAIT_H
#define BILLIONS_WORK_WAIT_H

#include "cli/queue.h"

extern const struct bil_queue bil_work_waiting;

#endif
