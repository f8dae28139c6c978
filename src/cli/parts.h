/* What `billions arena`, `lab` and `sim` share of playing on many machines: files of parts, and putting them together. */
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

/* Puts the parts in these files together: opens the job that the first one says, which lives until `parts` is closed, and fills
 * job and *sums. job->plan.list may name the bots. Nothing is put together if a part is missing or unfinished (then a sentence
 * says how far all of them are), there twice, damaged, of another plan or by another program. Close in any case. */
struct bil_parts {
    struct bil_job_file *file; /* by number */
    int of;
    void *sums;
};
int bil_parts_join(enum bil_plan_kind kind, const struct bil_game *game, const struct bil_list *files, struct bil_job *job,
                   struct bil_parts *parts);
void bil_parts_close(struct bil_parts *parts);

/* Whether the file of a part is there already: then *sums are what it holds, if it is the very part of the very plan; else a
 * sentence. There need be none. */
int bil_parts_there(const struct bil_job *job, struct bil_job_part part, const char *path, void *sums, bool *there);

/* Whether a new file can be begun there: it takes the place of no other. */
int bil_parts_save_begin(const char *path, const char *otherwise);
/* Writes the file of a job or a part of it. */
int bil_parts_save(const struct bil_job *job, struct bil_job_part part, const void *sums, const char *path);

/* Says that the part is in its file, and what puts all together. */
int bil_parts_done(const struct bil_job *job, struct bil_job_part part, const char *path);

/* Plays a part of a job (or the whole) under a progress bar and prints nothing. *stopped: it did not come to its end. */
int bil_parts_play(struct bil_job *job, struct bil_job_part part, struct bil_job_run *run, void *sums, bool *stopped);

/* Carries out a request for a part of a study or a simulation: looks for the part, plays it, and keeps it. */
int bil_parts_play_one(struct bil_job *job, struct bil_job_part part, struct bil_job_run *run, void *sums, const char *path);

#endif
