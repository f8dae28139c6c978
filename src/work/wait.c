/* See wait.h. Must never count a batch before those ahead of it, nor lose a job because who waits for it went away. */
#include "work/wait.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "billions/json.h"
#include "cli/commands.h"
#include "table/memory.h"
#include "terminal/progress_bar.h"
#include "work/queue.h"

enum { LOOK_MS = 300, LONELY = 20 };

/* One job that is waited for. */
struct waiting {
    struct bil_work_queue *queue;
    int64_t id;
    struct bil_job *job;
    void *sums;
    uint64_t merged; /* all blocks before this one are in the sums */
    const atomic_bool *stop;
    struct bil_progress_bar bar;
    bool drawn, lonely;
    int looks; /* at which nobody was at it */
};

static struct bil_work_queue *open_queue(const char *address)
{
    struct bil_error error = {{0}};
    struct bil_work_queue *queue = bil_work_open(address, true, bil_cli_catch_interrupts(), &error);
    if (!queue) {
        bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    return queue;
}

static int put(const char *address, const struct bil_job *job, int64_t *id)
{
    struct bil_error error = {{0}};
    struct bil_work_queue *queue = open_queue(address);
    int code = BIL_EXIT_FILES;
    if (queue) {
        code = bil_work_put(queue, job, id, &error) ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    if (code == BIL_EXIT_FINE) {
        fprintf(stderr, "job %" PRId64 " in %s; workers: billions work %s\n", *id, bil_work_name(queue), bil_work_name(queue));
    }
    bil_work_close(queue);
    return code;
}

static int no_job(const struct bil_work_queue *queue, int64_t id)
{
    return bil_exit_with(BIL_EXIT_INPUT, "There is no job %" PRId64 " in %s; billions work %s --list says which there are.", id,
                         bil_work_name(queue), bil_work_name(queue));
}

static int plan(const char *address, int64_t id, char **text)
{
    struct bil_error error = {{0}};
    struct bil_work_queue *queue = open_queue(address);
    int code = queue ? BIL_EXIT_FINE : BIL_EXIT_FILES;
    if (queue && !bil_work_plan(queue, id, text, &error)) {
        code = bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    } else if (queue && !*text) {
        code = no_job(queue, id);
    }
    bil_work_close(queue);
    return code;
}

static int take_out(const char *address, int64_t id)
{
    struct bil_error error = {{0}};
    struct bil_work_queue *queue = open_queue(address);
    bool there = false;
    int code = queue ? BIL_EXIT_FINE : BIL_EXIT_FILES;
    if (queue && !bil_work_remove(queue, id, &there, &error)) {
        code = bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    } else if (queue && !there) {
        code = no_job(queue, id);
    }
    bil_work_close(queue);
    return code;
}

/* ------------------------------------------------------------------ waiting */

/* Whether nothing more is wanted: all blocks are there, or the test of an arena is decided. */
static bool is_complete(const struct waiting *waiting)
{
    double ratio;
    return waiting->merged >= bil_job_blocks(waiting->job) ||
           (waiting->job->plan.test && bil_arena_verdict(&waiting->job->arena, waiting->sums, &ratio) != 0);
}

/* Adds the text of a result to the sums; what is none is to be played anew. */
static bool add(struct waiting *waiting, uint64_t count, const char *text, struct bil_error *error)
{
    struct bil_error inner = {{0}};
    const struct bil_job_ranges range = {1, {{waiting->merged, count}}};
    const struct bil_value *document = bil_json_read(text, strlen(text), "the result", &inner);
    void *sums = bil_job_sums(waiting->job);
    bool fine = document && bil_job_read_sums(waiting->job, document, &range, sums, &inner) &&
                (bil_job_played(waiting->job, sums) == count || bil_fail(&inner, "It is not of %" PRIu64 " blocks.", count)) &&
                (bil_job_merge(waiting->job, waiting->sums, sums) || bil_fail(&inner, "It does not fit those before it."));
    if (fine) {
        waiting->merged += count;
    } else {
        fprintf(stderr, "billions: Job %" PRId64 ", blocks from %" PRIu64 " on: %s They are played anew.\n", waiting->id,
                waiting->merged, inner.text);
        fine = bil_work_reject(waiting->queue, waiting->id, waiting->merged, error);
    }
    bil_json_free(document);
    free(sums);
    return fine;
}

/* Adds all results that are there, in their order. */
static bool gather(struct waiting *waiting, struct bil_error *error)
{
    bool fine = true;
    for (bool more = true; fine && more && !is_complete(waiting) && !atomic_load(waiting->stop);) {
        uint64_t count = 0;
        char *text = NULL;
        const uint64_t before = waiting->merged;
        fine = bil_work_result(waiting->queue, waiting->id, waiting->merged, &count, &text, error) &&
               (!text || add(waiting, count, text, error));
        more = waiting->merged > before;
        free(text);
    }
    return fine;
}

/* The bar is over the steps: blocks of different stretches take differently long. */
static void draw(struct waiting *waiting, const struct bil_work_state *state)
{
    const struct bil_job *job = waiting->job;
    const struct bil_job_ranges all = bil_job_all(job);
    uint64_t blocks = 0;
    double steps = 0;
    char words[120];
    for (int s = 0; s < job->stretches; s++) {
        const double part = job->stretch[s] ? (double)state->done[s] / (double)job->stretch[s] : 0;
        steps += part * (double)job->kind->steps(job, all.range[s]);
        blocks += state->done[s];
    }
    waiting->looks = state->workers > 0 ? 0 : waiting->looks + 1;
    if (waiting->looks == LONELY && !waiting->lonely) {
        bil_progress_bar_end(&waiting->bar);
        fprintf(stderr, "nobody is at job %" PRId64 "; billions work %s plays it\n", waiting->id, bil_work_name(waiting->queue));
        waiting->lonely = true;
    }
    if (waiting->drawn) {
        snprintf(words, sizeof words, "%" PRIu64 " of %" PRIu64 " %s, %d worker%s", blocks, bil_job_blocks(job), job->kind->unit,
                 state->workers, state->workers == 1 ? "" : "s");
        bil_progress_bar_show(&waiting->bar, steps / (double)bil_job_steps(job, &all), words);
    }
}

/* Until it is complete. A code with a sentence if it is not to be. */
static int wait_for(struct waiting *waiting)
{
    const struct timespec pause = {0, LOOK_MS * 1000000L};
    const char *kind = bil_plan_names[waiting->job->plan.kind];
    const char *address = bil_work_name(waiting->queue);
    struct bil_error error = {{0}};
    for (;;) {
        struct bil_work_state state;
        const bool fine = gather(waiting, &error);
        if (atomic_load(waiting->stop)) {
            bil_progress_bar_end(&waiting->bar);
            return bil_exit_with(BIL_EXIT_STOPPED,
                                 "Job %" PRId64 " stays with the workers; billions %s --queue %s --job %" PRId64
                                 " waits for it again (with --save and what else you want of it, as before).",
                                 waiting->id, kind, address, waiting->id);
        }
        if (fine && is_complete(waiting)) {
            return BIL_EXIT_FINE;
        }
        if (!fine || !bil_work_look(waiting->queue, waiting->id, waiting->job, &state, &error)) {
            bil_progress_bar_end(&waiting->bar);
            return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
        }
        if (!state.there) {
            bil_progress_bar_end(&waiting->bar);
            return no_job(waiting->queue, waiting->id);
        }
        if (state.failed[0]) {
            bil_progress_bar_end(&waiting->bar);
            return bil_exit_with(BIL_EXIT_NO, "Job %" PRId64 ": %s", waiting->id, state.failed);
        }
        draw(waiting, &state);
        nanosleep(&pause, NULL);
    }
}

static int wait_job(const char *address, int64_t id, struct bil_job *job, void *sums)
{
    const struct bil_job_ranges all = bil_job_all(job);
    struct waiting waiting = {.queue = open_queue(address), .id = id, .job = job, .sums = sums, .stop = bil_cli_catch_interrupts()};
    if (!waiting.queue) {
        return BIL_EXIT_FILES;
    }
    waiting.drawn = bil_progress_bar_begin(&waiting.bar, job->kind->unit, 0, bil_job_steps(job, &all));
    const int code = wait_for(&waiting);
    bil_progress_bar_end(&waiting.bar);
    bil_work_close(waiting.queue);
    return code;
}

const struct bil_queue bil_work_waiting = {.put = put, .plan = plan, .wait = wait_job, .remove = take_out};
