/* A study as a job: of one edition, or of two side by side. Must never read sums of other games than those it was asked for. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lab/jobs/job.h"
#include "table/memory.h"

/* Of both studies; the second may have none. */
struct pair_of_sums {
    struct bil_study_sums of[2];
};

/* ------------------------------------------------------------------ playing */

/* The second edition is a variant of the first study too, so that both meet over the same deals. */
static bool open_both(struct bil_job *job, struct bil_error *error)
{
    const struct bil_plan *plan = &job->plan;
    if (!bil_study_open(job->study[0], error)) {
        return false;
    }
    if (!plan->against) {
        return true;
    }
    job->study[1] = bil_memory_zero(1, sizeof *job->study[1]);
    *job->study[1] = *job->study[0];
    job->study[1]->config.edition = plan->against;
    return bil_study_open(job->study[1], error) &&
           (plan->pairs == 0 || bil_study_against(job->study[0], plan->against, plan->against_name, error));
}

static bool open_studies(struct bil_job *job, struct bil_error *error)
{
    const struct bil_plan *plan = &job->plan;
    struct bil_study *study = bil_memory_zero(1, sizeof *study);
    job->study[0] = study;
    study->game = plan->game;
    study->games = plan->blocks;
    study->pairs = plan->pairs;
    study->threads = 1;
    study->config = job->config;
    memcpy(study->bot, plan->list, sizeof study->bot);
    memcpy(study->seed, plan->seed, sizeof study->seed);
    if (!open_both(job, error)) {
        return false;
    }
    job->stretches = job->study[1] ? 4 : 2;
    for (int s = 0; s < job->stretches; s += 2) {
        job->stretch[s] = plan->pairs;
        job->stretch[s + 1] = plan->blocks - plan->pairs;
    }
    return true;
}

static void close_studies(struct bil_job *job)
{
    for (int s = 0; s < 2; s++) {
        if (job->study[s]) {
            bil_study_close(job->study[s]);
            free(job->study[s]);
            job->study[s] = NULL;
        }
    }
}

/* Study s with what of a range is its own as its part; false if that is nothing. */
static bool part_of(const struct bil_job *job, int s, struct bil_job_range range, struct bil_study *study)
{
    const struct bil_job_ranges only = {1, {range}};
    const uint64_t begin = s == 0 ? 0 : job->plan.blocks;
    const uint64_t count = bil_job_within(&only, begin, begin + job->plan.blocks);
    if (!job->study[s] || count == 0) {
        return false;
    }
    *study = *job->study[s];
    study->first = range.first > begin ? range.first - begin : 0;
    study->count = count;
    return true;
}

static uint64_t steps(const struct bil_job *job, struct bil_job_range range)
{
    struct bil_study *study = bil_memory_zero(1, sizeof *study);
    uint64_t all = 0;
    for (int s = 0; s < 2; s++) {
        all += part_of(job, s, range, study) ? bil_study_all(study) : 0;
    }
    free(study);
    return all;
}

static bool play_study_pair(struct bil_job *job, struct bil_job_range range, struct bil_job_run *run, void *sums,
                            struct bil_error *error)
{
    struct bil_study *study = bil_memory_zero(1, sizeof *study);
    struct pair_of_sums *both = sums;
    bool fine = true;
    for (int s = 0; fine && s < 2; s++) {
        if (part_of(job, s, range, study)) {
            study->threads = run->threads;
            study->stop = run->stop;
            study->progress = run->progress;
            study->context = run->context;
            fine = bil_study_run(study, &both->of[s], error);
        }
    }
    free(study);
    return fine;
}

static uint64_t played(const void *sums)
{
    const struct pair_of_sums *both = sums;
    return both->of[0].games + both->of[1].games;
}

static bool merge(void *to, const void *from)
{
    for (int s = 0; s < 2; s++) {
        bil_study_merge(&((struct pair_of_sums *)to)->of[s], &((const struct pair_of_sums *)from)->of[s]);
    }
    return true;
}

/* ------------------------------------------------------------------ as text */

static void write_sums(const struct bil_job *job, const void *sums, struct bil_text *out)
{
    const struct pair_of_sums *both = sums;
    bil_json_key_array(out, "studies");
    for (int s = 0; s < 2 && job->study[s]; s++) {
        bil_json_object(out);
        bil_study_write(&both->of[s], out);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static bool read_pair_of_sums(const struct bil_job *job, const struct bil_value *document, const struct bil_job_ranges *ranges,
                              int64_t room, void *into, struct bil_error *error)
{
    struct pair_of_sums *both = into;
    const struct bil_value *studies = NULL;
    const int wanted = job->study[1] ? 2 : 1;
    if (!bil_value_array(document, "studies", &studies, error)) {
        return false;
    }
    if (!studies || studies->count != wanted) {
        return bil_fail(error, "\"studies\" has not the sums of %s.", wanted == 2 ? "both editions" : "one edition");
    }
    const struct bil_value *study = studies->child;
    for (int s = 0; s < wanted; s++, study = study->next) {
        const uint64_t begin = s == 0 ? 0 : job->plan.blocks;
        const uint64_t games = bil_job_within(ranges, begin, begin + job->plan.blocks);
        const uint64_t deals = bil_job_within(ranges, begin, begin + job->plan.pairs);
        const struct bil_study_sums *sums = &both->of[s];
        if (!bil_value_wants(study, BIL_OBJECT, error) || !bil_study_read(study, room, &both->of[s], error)) {
            return false;
        }
        if (sums->games != games || sums->deals != deals) {
            return bil_fail(error,
                            "It has sums of %" PRIu64 " games, %" PRIu64 " of them in variants; %" PRIu64 " and %" PRIu64
                            " belong there.",
                            sums->games, sums->deals, games, deals);
        }
    }
    return true;
}

static const char *const keys[] = {"studies", NULL};

const struct bil_job_kind bil_job_study = {.unit = "games",
                                           .sums_size = sizeof(struct pair_of_sums),
                                           .open = open_studies,
                                           .close = close_studies,
                                           .steps = steps,
                                           .play = play_study_pair,
                                           .played = played,
                                           .merge = merge,
                                           .write = write_sums,
                                           .read = read_pair_of_sums,
                                           .keys = keys};
