/* The queue of the laboratory: jobs and their blocks in a database of PostgreSQL.
 *
 * A worker takes some blocks of a job at a time, a batch. It is its own while it beats; when it does not, whoever comes next takes
 * the batch anew. What came of a batch is taken in once, by whoever brings it first: it is the same, whoever played it. Nothing in
 * the database decides how a game goes but the plan of the job, which only workers of the very program that made it take up.
 *
 * One connection, behind a lock: threads may share a queue. A connection that is lost is made anew by itself until `stop` is set.
 */
#ifndef BILLIONS_WORK_QUEUE_H
#define BILLIONS_WORK_QUEUE_H

#include <stdatomic.h>

#include "lab/job.h"

enum { BIL_WORK_TRIES = 10 }; /* so often is a batch begun whose workers never come back with it */

struct bil_work_queue;

struct bil_work_batch {
    int64_t job;
    uint64_t first, count;
};

/* What a worker is known by, and for how long its batches are its own without a beat. */
struct bil_work_self {
    char name[120];
    int64_t lease_ms;
};

/* Opens the queue of a database; if there is none it is made, or (without `make`) is one without jobs, to be looked at. NULL and a
 * sentence if that cannot be. `stop` may be NULL. */
struct bil_work_queue *bil_work_open(const char *address, bool make, const atomic_bool *stop, struct bil_error *error);
void bil_work_close(struct bil_work_queue *queue);
const char *bil_work_name(const struct bil_work_queue *queue); /* the address without a password */

/* All return false with a sentence if the database refuses, or is away and `stop` is set. */

/* ------------------------------------------------------------------ for who has a job */

bool bil_work_put(struct bil_work_queue *queue, const struct bil_job *job, int64_t *id, struct bil_error *error);
/* The plan of a job as a text to be freed; NULL if there is no such job. */
bool bil_work_plan(struct bil_work_queue *queue, int64_t id, char **plan, struct bil_error *error);
bool bil_work_remove(struct bil_work_queue *queue, int64_t id, bool *there, struct bil_error *error);

struct bil_work_state {
    bool there;
    uint64_t done[BIL_JOB_STRETCHES]; /* blocks of each stretch of which the results are there */
    int workers;                      /* that are at it now */
    char failed[BIL_ERROR_LENGTH];    /* why it cannot come to an end; "" */
};
bool bil_work_look(struct bil_work_queue *queue, int64_t id, const struct bil_job *job, struct bil_work_state *state,
                   struct bil_error *error);

/* What came of the batch that begins with a block: as a text to be freed; NULL: nothing yet. */
bool bil_work_result(struct bil_work_queue *queue, int64_t id, uint64_t first, uint64_t *count, char **sums,
                     struct bil_error *error);
/* Takes a result back that is no result: it is to be played anew. */
bool bil_work_reject(struct bil_work_queue *queue, int64_t id, uint64_t first, struct bil_error *error);

/* One line for each job. */
bool bil_work_list(struct bil_work_queue *queue, struct bil_text *out, struct bil_error *error);
/* The same as figures in the text format of Prometheus, by the number of the job. */
bool bil_work_metrics(struct bil_work_queue *queue, struct bil_text *out, struct bil_error *error);

/* ------------------------------------------------------------------ for workers */

/* A batch whose worker is gone, if there is one. batch->job is 0 if not. */
bool bil_work_take_over(struct bil_work_queue *queue, const struct bil_work_self *self, struct bil_work_batch *batch,
                        struct bil_error *error);
/* The oldest job with blocks that nobody has begun; *id is 0 if there is none. *next: the first of them. */
bool bil_work_open_job(struct bil_work_queue *queue, int64_t *id, uint64_t *next, struct bil_error *error);
/* The next blocks of a job, at most so many, none before `low` or from `high` on. batch->job is 0 if there are none. */
bool bil_work_take(struct bil_work_queue *queue, const struct bil_work_self *self, int64_t id, uint64_t low, uint64_t high,
                   uint64_t most, struct bil_work_batch *batch, struct bil_error *error);
/* Says that this worker lives. own[i] becomes false for a batch that is no longer its own. */
bool bil_work_beat(struct bil_work_queue *queue, const struct bil_work_self *self, const struct bil_work_batch *batch, bool *own,
                   int count, struct bil_error *error);
/* *taken: whether it was the first result of this batch, and the job is still there. */
bool bil_work_bring(struct bil_work_queue *queue, const struct bil_work_self *self, const struct bil_work_batch *batch,
                    const char *sums, bool *taken, struct bil_error *error);
bool bil_work_give_back(struct bil_work_queue *queue, const struct bil_work_self *self, const struct bil_work_batch *batch,
                        struct bil_error *error);
/* The job cannot be played, for that reason. */
bool bil_work_fail(struct bil_work_queue *queue, int64_t id, const char *why, struct bil_error *error);
/* Whether any job that this program plays has blocks without a result. */
bool bil_work_left(struct bil_work_queue *queue, bool *left, struct bil_error *error);

#endif
