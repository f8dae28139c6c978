/* How `billions arena`, `lab` and `sim` carry out a job from its beginning to its report: played here, whole or in a part, or put
 * together from the files of parts that were played on many machines. What is printed is the command's own. */
#ifndef BILLIONS_CLI_PARTS_H
#define BILLIONS_CLI_PARTS_H

#include "lab/jobs/job.h"
#include "terminal/arguments.h"

/* What was asked for. NULL and 0: nothing. */
struct bil_parts_request {
    const char *part, *save; /* "3/16"; a file */
    bool join;
};

/* Their rows among the flags of a command. */
#define BIL_PARTS_FLAGS(request)                                                                                                   \
    {"part", BIL_FLAG_TEXT, &(request).part, "K/N", "play part K of N alone, and keep it in the file of --save", 0, 0},            \
    {                                                                                                                              \
        "join", BIL_FLAG_SWITCH, &(request).join, NULL, "put all parts, whose files are named, together", 0, 0                     \
    }

/* Reads "3/16" (NULL: the whole) and looks whether it goes with the rest. BIL_EXIT_FINE, or a sentence and the code. */
int bil_parts_find(const struct bil_parts_request *request, bool printing, struct bil_job_part *part);

/* Whether the file of a part is there already: then *sums are what it holds, if it is the very part of the very plan; else a
 * sentence. There need be none. */
int bil_parts_there(const struct bil_job *job, struct bil_job_part part, const char *path, void *sums, bool *there);

/* Whether a new file can be begun there: it takes the place of no other. */
int bil_parts_save_begin(const char *path, const char *otherwise);

/* Says that the part is in its file, and what puts all together. */
int bil_parts_done(const struct bil_job *job, struct bil_job_part part, const char *path);

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
