/* A queue of jobs in a database, as `billions arena`, `lab` and `sim` see it. `billions` itself has none: it hands over to the
 * program billions-work, which is linked with the database's library and sets `bil_queue`. */
#ifndef BILLIONS_CLI_QUEUE_H
#define BILLIONS_CLI_QUEUE_H

#include "cli/parts.h"
#include "lab/job.h"

/* Each prints a sentence and returns an exit code unless all goes well. */
struct bil_queue {
    /* Puts a job into the queue; *id is its number. */
    int (*put)(const char *address, const struct bil_job *job, int64_t *id);
    /* The plan of a job, as the text of a file; the caller frees it. */
    int (*plan)(const char *address, int64_t id, char **text);
    /* Waits until workers have played it, or the job's test says that it is enough, and fills *sums. Interrupted, it leaves the job
     * to them and says what goes on. */
    int (*wait)(const char *address, int64_t id, struct bil_job *job, void *sums);
    /* Takes it out of the queue. */
    int (*remove)(const char *address, int64_t id);
};

extern const struct bil_queue *bil_queue; /* NULL: hand over */

/* Whether what was asked of a queue goes together with the rest. BIL_EXIT_FINE, or a sentence and the code. */
int bil_queue_look(const struct bil_parts_request *request, bool records_or_checks);

/* Starts billions-work with these arguments in the place of this program. Returns only if it cannot, with an exit code. */
int bil_queue_hand_over(int argc, char **argv);

/* Puts a new job (its number in `request` is 0) into the queue and waits for its sums. */
int bil_queue_play(struct bil_parts_request *request, struct bil_job *job, void *sums);

/* Opens the job of that number and waits for its sums, as bil_parts_join does of files. */
int bil_queue_join(enum bil_plan_kind kind, struct bil_parts_request *request, struct bil_job *job, struct bil_parts *parts);

/* Takes the job out of the queue, when all that was to come of it is written and printed. */
int bil_queue_done(const struct bil_parts_request *request);

#endif
