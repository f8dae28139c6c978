/* How `billions arena`, `lab` and `sim` carry out a job from its beginning to its report: played here, whole or in a part, or put
 * together from files. What is printed is the command's own. */
#ifndef BILLIONS_CLI_JOB_RUN_H
#define BILLIONS_CLI_JOB_RUN_H

#include "cli/parts.h"

/* What a command prints of the sums of a whole job; `stopped`: of as much as was played. Returns an exit code. */
struct bil_job_report {
    int (*print)(const void *context, const struct bil_job *job, const void *sums, bool stopped);
    const void *context;
};

/* Plays an open job, writes its file (unless it was stopped) and prints its report; or plays the part alone and keeps it. */
int bil_job_run_here(struct bil_job *job, struct bil_job_part part, struct bil_job_run *run,
                     const struct bil_parts_request *request, const struct bil_job_report *report);

/* Puts the parts in these files together, writes the file of the whole and prints its report. `bots` (NULL: as the plan says) are
 * those who played, given by the flag of that name. */
int bil_job_run_joined(enum bil_plan_kind kind, const struct bil_list *files, const char *flag, const char *bots,
                       const struct bil_parts_request *request, const struct bil_job_report *report);

#endif
