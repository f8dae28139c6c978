/* What all kinds of jobs have in common (job.h). Must never put together what does not belong together. */
#include "lab/jobs/job.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "billions/text.h"
#include "lab/simulation/members.h"
#include "table/bots/bot_seats.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ the name of this program */

enum { SAMPLES = 2000 };

static char program_name[80];

/* Bots that search weigh moves with these functions. Their last bit may differ from one C library to the next, and from one kind of
 * processor to the next, and a bit is enough to choose otherwise. */
static uint64_t how_it_computes(void)
{
    uint64_t hash = BIL_FNV;
    for (int i = 0; i < SAMPLES; i++) {
        const double x = 0.37 * i + 0.0013 * i * i;
        const double y[] = {log(x + 2), exp(-0.001 * x), erfc(0.002 * x), sqrt(x)};
        hash = bil_fnv(hash, y, sizeof y);
    }
    return hash;
}

static void make_name(void)
{
    const uint64_t hash = how_it_computes();
    snprintf(program_name, sizeof program_name, "%s-%04" PRIx64, bil_program_sources,
             (hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) & 0xffff);
}

/* Must never name two programs alike that could play differently. */
const char *bil_program(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_name);
    return program_name;
}

/* ------------------------------------------------------------------ jobs */

enum { KEYS = 100 };

static const struct bil_job_kind *const kinds[BIL_PLAN_KINDS] = {&bil_job_arena, &bil_job_study, &bil_job_sim};
static const char check_key[] = ",\"check\":\"";

bool bil_job_open(struct bil_job *job, struct bil_error *error)
{
    struct bil_plan *plan = &job->plan;
    job->kind = kinds[plan->kind];
    plan->revision = plan->revision ? plan->revision : plan->game->revision;
    return job->kind->open(job, error);
}

void bil_job_close(struct bil_job *job)
{
    if (job->kind && job->kind->close) {
        job->kind->close(job);
    }
    bil_text_free(&job->edition);
    bil_text_free(&job->against);
}

struct bil_config bil_job_config(const struct bil_plan *plan)
{
    return (struct bil_config){.seats = plan->seats,
                               .revision = plan->revision,
                               .edition = plan->edition,
                               .settings = plan->setting,
                               .setting_count = plan->setting_count};
}

bool bil_job_edition(const struct bil_game *game, const struct bil_config *config, struct bil_text *out, struct bil_error *error)
{
    void *rules = NULL;
    void *quick = NULL;
    if (!bil_rules_new(game, config, &rules, &quick, error)) {
        return false;
    }
    if (game->edition_json) {
        game->edition_json(rules, out);
    }
    free(rules);
    free(quick);
    return true;
}

/* ------------------------------------------------------------------ blocks */

uint64_t bil_job_blocks(const struct bil_job *job)
{
    uint64_t blocks = 0;
    for (int s = 0; s < job->stretches; s++) {
        blocks += job->stretch[s];
    }
    return blocks;
}

/* count * part / of, without a product that could be too large. */
static uint64_t cut(uint64_t count, uint64_t part, uint64_t of)
{
    return count / of * part + count % of * part / of;
}

struct bil_job_ranges bil_job_part(const struct bil_job *job, struct bil_job_part part)
{
    struct bil_job_ranges ranges = {.count = job->stretches};
    uint64_t begin = 0;
    for (int s = 0; s < job->stretches; s++) {
        const uint64_t from = cut(job->stretch[s], (uint64_t)part.number - 1, (uint64_t)part.of);
        const uint64_t to = cut(job->stretch[s], (uint64_t)part.number, (uint64_t)part.of);
        ranges.range[s] = (struct bil_job_range){begin + from, to - from};
        begin += job->stretch[s];
    }
    return ranges;
}

uint64_t bil_job_within(const struct bil_job_ranges *ranges, uint64_t low, uint64_t high)
{
    uint64_t count = 0;
    for (int r = 0; r < ranges->count; r++) {
        const uint64_t first = ranges->range[r].first;
        const uint64_t behind = first + ranges->range[r].count;
        const uint64_t from = first > low ? first : low;
        const uint64_t to = behind < high ? behind : high;
        count += to > from ? to - from : 0;
    }
    return count;
}

static uint64_t steps_of(const struct bil_job *job, struct bil_job_range range)
{
    return job->kind->steps ? job->kind->steps(job, range) : range.count;
}

uint64_t bil_job_steps(const struct bil_job *job, const struct bil_job_ranges *ranges)
{
    uint64_t steps = 0;
    for (int r = 0; r < ranges->count; r++) {
        steps += steps_of(job, ranges->range[r]);
    }
    return steps;
}

/* ------------------------------------------------------------------ playing */

/* Ranges one after the other, under one count of steps. */
struct stage {
    const struct bil_job_run *run;
    uint64_t before;
};

static void report_stage(void *context, uint64_t done)
{
    const struct stage *stage = context;
    stage->run->progress(stage->run->context, stage->before + done);
}

bool bil_job_play(struct bil_job *job, const struct bil_job_ranges *ranges, struct bil_job_run *run, void *sums,
                  struct bil_error *error)
{
    struct stage stage = {run, 0};
    struct bil_job_run each = *run;
    bool fine = true;
    each.progress = run->progress ? report_stage : NULL;
    each.context = &stage;
    for (int r = 0; fine && r < ranges->count && !(run->stop && atomic_load(run->stop)); r++) {
        void *of_range = ranges->range[r].count > 0 ? bil_memory_zero(1, job->kind->sums_size) : NULL;
        if (of_range) {
            fine = job->kind->play(job, ranges->range[r], &each, of_range, error);
            job->kind->merge(sums, of_range);
            stage.before += steps_of(job, ranges->range[r]);
        }
        free(of_range);
    }
    run->unwritable = each.unwritable;
    return fine;
}

/* ------------------------------------------------------------------ as text */

void bil_job_write_plan(const struct bil_job *job, struct bil_text *out)
{
    bil_json_object(out);
    bil_plan_write(&job->plan, bil_text_string(&job->edition), bil_text_string(&job->against), out);
    bil_json_object_end(out);
}

void bil_job_write(const struct bil_job *job, struct bil_job_part part, const void *sums, struct bil_text *out)
{
    const size_t begin = out->length;
    bil_json_object(out);
    bil_plan_write(&job->plan, bil_text_string(&job->edition), bil_text_string(&job->against), out);
    if (part.of > 1) {
        bil_json_key_object(out, "part");
        bil_json_key_integer(out, "number", part.number);
        bil_json_key_integer(out, "of", part.of);
        bil_json_key_string(out, "program", bil_program());
        bil_json_object_end(out);
    }
    job->kind->write(job, sums, out);
    if (part.of > 1) {
        bil_member_write_hash(out, "check", bil_fnv(BIL_FNV, out->data + begin, out->length - begin));
    }
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

/* Whether a part is as it was written: its last member is the sum over the bytes before it. */
static bool verify_check(const char *bytes, size_t length, const struct bil_value *document, struct bil_error *error)
{
    uint64_t written = 0;
    const char *at = NULL;
    if (!bil_member_hash(document, "check", &written, error)) {
        return false;
    }
    for (size_t i = length; !at && i-- > 0;) {
        at = strncmp(bytes + i, check_key, sizeof check_key - 1) == 0 ? bytes + i : NULL;
    }
    return (at && bil_fnv(BIL_FNV, bytes, (size_t)(at - bytes)) == written) ||
           bil_fail(error,
                    "It was changed since it was written: the sum over its bytes is another than it says. Play that part anew.");
}

bool bil_job_read_file(const char *bytes, size_t length, const char *name, struct bil_job_file *file, struct bil_error *error)
{
    struct bil_error inner = {{0}};
    const struct bil_value *part = NULL;
    int64_t number = 1;
    int64_t of = 1;
    *file = (struct bil_job_file){.part = {1, 1}, .program = ""};
    file->document = bil_json_read(bytes, length, name, error);
    if (!file->document) {
        return false;
    }
    bool fine = bil_value_object(file->document, "part", &part, &inner);
    if (fine && part) {
        fine = bil_member_number(part, "of", 2, BIL_JOB_PARTS, &of, &inner) &&
               bil_member_number(part, "number", 1, of, &number, &inner) &&
               bil_member_text(part, "program", true, &file->program, &inner) &&
               verify_check(bytes, length, file->document, &inner);
    }
    file->part = (struct bil_job_part){(int)number, (int)of};
    if (!fine) {
        bil_json_free(file->document);
        file->document = NULL;
        return bil_fail(error, "%s: %s", name, inner.text);
    }
    return true;
}

bool bil_job_read(const struct bil_value *document, enum bil_plan_kind kind, const struct bil_game *game, struct bil_job *job,
                  struct bil_error *error)
{
    const char *keys[KEYS] = {"part", "check"};
    int count = 2;
    for (int i = 0; bil_plan_keys[i]; i++) {
        keys[count++] = bil_plan_keys[i];
    }
    for (int i = 0; kinds[kind]->keys[i]; i++) {
        keys[count++] = kinds[kind]->keys[i];
    }
    return bil_plan_read(document, kind, game, &job->plan, error) && bil_value_known(document, keys, error) &&
           bil_job_open(job, error);
}

bool bil_job_read_sums(const struct bil_job *job, const struct bil_value *document, const struct bil_job_ranges *ranges, void *sums,
                       struct bil_error *error)
{
    /* So large may a number be that the sums over all blocks cannot leave 62 bits. */
    const uint64_t most = UINT64_C(1) << 62;
    const uint64_t blocks = bil_job_blocks(job);
    assert(blocks > 0);
    return job->kind->read(job, document, ranges, (int64_t)(most / blocks * bil_job_within(ranges, 0, blocks)), sums, error);
}
