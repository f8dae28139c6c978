/* How `billions arena`, `lab` and `sim` carry out a job from what was asked to its report: played here, whole or in a part, or put
 * together from the files of parts that were played on many machines. What is printed is the command's own. */
#ifndef BILLIONS_CLI_PARTS_H
#define BILLIONS_CLI_PARTS_H

#include "cli/commands.h"
#include "lab/jobs/job.h"

/* What all three are asked. NULL and 0: nothing. */
struct bil_job_request {
    int64_t players, threads;
    const char *bots; /* of --seats, of an arena --bots */
    const char *seed, *edition, *html;
    struct bil_list options;
    const char *part, *save; /* "3/16"; a file */
    bool join, json, csv;
    struct bil_settings settings; /* the options, made ready by bil_job_prepare */
};

/* Their rows among the flags of a command. */
#define BIL_PARTS_FLAGS(request)                                                                                                   \
    {"part", BIL_FLAG_TEXT, &(request).part, "K/N", "play part K of N alone, and keep it in the file of --save", 0, 0},            \
    {                                                                                                                              \
        "join", BIL_FLAG_SWITCH, &(request).join, NULL, "put all parts, whose files are named, together", 0, 0                     \
    }

/* Puts what was asked into job->plan, whose kind is given, and finds the part that is to be played. BIL_EXIT_FINE, or a sentence
 * and the code. */
int bil_job_prepare(struct bil_job *job, const struct bil_game *game, struct bil_job_request *request, struct bil_job_part *part);

/* Closes such a job and frees what its plan points to. */
void bil_job_release(struct bil_job *job, struct bil_job_request *request);

/* Reads the file of a part or of a whole; the caller frees its document. */
int bil_parts_read(const char *path, struct bil_job_file *file);

/* Whether the file of a whole job can be begun: it takes the place of no other (`otherwise`: what else could be done). The file of
 * a part may be there already: then *sums are what it holds, if it is the very part of the very plan; else a sentence. */
int bil_parts_begin(const struct bil_job *job, struct bil_job_part part, const char *path, const char *otherwise, void *sums,
                    bool *there);

/* Says that the part is in its file, and what puts all together. */
int bil_parts_done(const struct bil_job *job, struct bil_job_part part, const char *path);

/* Prints what came of a whole job; `stopped`: of as much as was played. Returns an exit code. */
typedef int bil_job_print(const struct bil_job *job, const void *sums, bool stopped);

/* Opens a prepared job, plays it, writes its file (unless it was stopped) and prints its report; or plays the part alone and keeps
 * it. */
int bil_job_run_here(struct bil_job *job, struct bil_job_part part, struct bil_job_run *run, const struct bil_job_request *request,
                     bil_job_print *print);

/* Puts the parts in these files together, writes the file of the whole and prints its report. */
int bil_job_run_joined(enum bil_plan_kind kind, const struct bil_list *files, const struct bil_job_request *request,
                       bil_job_print *print);

/* ------------------------------------------------------------------ bots that failed */

/* What reports say of bots in other programs that failed, and the code to exit with: decisions that greedy made in a bot's place
 * are not the bot's. Must never be left out of a report: figures of greedy under another name would be believed. */

/* A line for each bot that failed; nothing where none did. The same bot may be there several times. */
void bil_bot_faults_report_table(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots,
                                 struct bil_text *out);

/* The member "failures": {"bot", "asked", "failed"} for each bot in another program; nothing where there is none. */
void bil_bot_faults_report_json(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots,
                                struct bil_text *out);

/* BIL_EXIT_NO and a sentence if a bot failed at every decision; else BIL_EXIT_FINE. */
int bil_bot_faults_code(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots);

#endif
