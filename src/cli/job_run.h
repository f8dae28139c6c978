/* How `billions arena`, `lab` and `sim` carry out a job from its beginning to its report: played here, in a part, or by the workers
 * of a queue; put together from files or from a queue. What is printed is the command's own. */
#ifndef BILLIONS_CLI_JOB_RUN_H
#define BILLIONS_CLI_JOB_RUN_H

#include "cli/parts.h"

/* What a command prints of the sums of a whole job; `stopped`: of as much as was played. Returns an exit code. */
struct bil_job_report {
    int (*print)(const void *context, const struct bil_job *job, const void *sums, bool stopped);
    const void *context;
};

/* Plays an open job, or lets a queue play it, and ends as bil_job_run_end says; or plays the part alone and keeps it. */
int bil_job_run_here(struct bil_job *job, struct bil_job_part part, struct bil_job_run *run, struct bil_parts_request *request,
                     const struct bil_job_report *report);

/* Lets a queue play an open job, fills *sums, and ends as bil_job_run_end says. */
int bil_job_run_queued(struct bil_job *job, void *sums, struct bil_parts_request *request, const struct bil_job_report *report);

/* Puts the parts in these files together, or waits for the job of a queue that `request` names, and ends as bil_job_run_end says.
 * `bots` (NULL: as the plan says) are those who played, given by the flag of that name. */
int bil_job_run_joined(enum bil_plan_kind kind, const struct bil_list *files, const char *flag, const char *bots,
                       struct bil_parts_request *request, const struct bil_job_report *report);

/* A whole job's file is written, unless it was stopped; its report is printed; then it need not stay in a queue. */
int bil_job_run_end(const struct bil_job *job, const void *sums, bool stopped, const struct bil_parts_request *request,
                    const struct bil_job_report *report);

#endif
