/* Plans as text, and what all kinds of jobs have in common (job.h). Must never put together what does not belong together, nor
 * start a program because a document says so. */
#include "lab/jobs/job.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "billions/position.h"
#include "billions/text.h"
#include "lab/arena/arena.h"
#include "lab/simulation/members.h"
#include "lab/simulation/oracle.h"
#include "table/bots/bot_seats.h"
#include "table/memory.h"

enum { FORMAT = 1 };

static const int64_t most_games = INT64_C(1000000000000);

const char *const bil_plan_names[BIL_PLAN_KINDS] = {"arena", "lab", "sim"};
static const char *const kind_words[BIL_PLAN_KINDS] = {"an arena", "a study", "a simulation"};

/* The members that a plan may have. */
static const char *const plan_keys[] = {"format", "file",    "game",    "revision",     "players", "bots",         "options",
                                        "seed",   "pairs",   "sprt",    "alpha",        "beta",    "games",        "rotated",
                                        "said",   "command", "edition", "edition_name", "against", "against_name", NULL};

/* ------------------------------------------------------------------ writing */

static void write_said(struct bil_text *out, const char *key, const char *text)
{
    if (text) {
        bil_json_key_string(out, key, text);
    }
}

static void write_raw(struct bil_text *out, const char *key, const char *json)
{
    if (json[0]) {
        bil_json_key(out, key);
        bil_json_raw(out, json);
    }
}

/* What only one of the kinds has. */
static void write_kind(const struct bil_plan *plan, struct bil_text *out)
{
    if (plan->kind == BIL_PLAN_ARENA) {
        bil_json_key_integer(out, "pairs", (int64_t)plan->blocks);
        if (plan->test) {
            bil_json_key_string(out, "sprt", plan->test);
            bil_json_key_string(out, "alpha", plan->alpha);
            bil_json_key_string(out, "beta", plan->beta);
        }
        return;
    }
    bil_json_key_integer(out, "games", (int64_t)plan->blocks);
    if (plan->kind == BIL_PLAN_LAB) {
        bil_json_key_integer(out, "pairs", (int64_t)plan->pairs);
    } else {
        bil_json_key_bool(out, "rotated", plan->rotate);
    }
    write_said(out, "said", plan->seed_said);
    write_said(out, "command", plan->command);
    write_said(out, "edition_name", plan->edition_name);
    write_said(out, "against_name", plan->against_name);
}

/* Writes the members of a plan into an object that was begun, from "format" on. `edition` and `against` are the texts of those in
 * force, or "". */
static void write_plan(const struct bil_plan *plan, const char *edition, const char *against, struct bil_text *out)
{
    char seed[2 * BIL_SEED_BYTES + 1];
    char text[2 * BIL_SEED_BYTES + 3];
    bil_json_key_integer(out, "format", FORMAT);
    bil_json_key_string(out, "file", bil_plan_names[plan->kind]);
    bil_json_key_string(out, "game", plan->game->id);
    bil_json_key_integer(out, "revision", plan->revision);
    bil_json_key_integer(out, "players", plan->seats);
    bil_json_key_array(out, "bots");
    for (int i = 0; i < plan->listed; i++) {
        bil_json_string(out, plan->list[i]->name);
    }
    bil_json_array_end(out);
    bil_options_write(&(struct bil_config){.settings = plan->setting, .setting_count = plan->setting_count}, out);
    bil_seed_to_text(plan->seed, seed);
    snprintf(text, sizeof text, "0x%s", seed);
    bil_json_key_string(out, "seed", text);
    write_kind(plan, out);
    write_raw(out, "edition", edition);
    write_raw(out, "against", against);
}

/* ------------------------------------------------------------------ reading */

static bool read_bots(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    const struct bil_value *bots = NULL;
    if (!bil_value_array(document, "bots", &bots, error)) {
        return false;
    }
    if (!bots || bots->count > BIL_PLAN_BOTS) {
        return bots ? bil_fail(error, "\"bots\" names more than %d bots.", BIL_PLAN_BOTS) : bil_member_missing("bots", error);
    }
    const int given = plan->listed;
    plan->listed = 0;
    for (const struct bil_value *bot = bots->child; bot; bot = bot->next) {
        const char *name = bot->type == BIL_STRING ? bot->string : "";
        if (given > 0 && (given != bots->count || strcmp(plan->list[plan->listed]->name, name) != 0)) {
            return bil_fail(error, "Bot %d of the %d in it is \"%.*s\", which is not what was asked for.", plan->listed + 1,
                            bots->count, BIL_BOT_NAME, name);
        }
        if (given == 0 && strncmp(name, "exec:", 5) == 0) {
            return bil_fail(error, "It names another program, \"%.*s\", which no file may start: name the bots with --%s again.",
                            BIL_BOT_NAME, name, plan->kind == BIL_PLAN_ARENA ? "bots" : "seats");
        }
        if (given == 0) {
            plan->list[plan->listed] = bil_oracle_named(name) ? bil_oracle_find(name, error) : bil_bot_find(name, error);
        }
        if (!plan->list[plan->listed++]) {
            return false;
        }
    }
    return true;
}

static bool read_options(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    const struct bil_value *options = NULL;
    if (!bil_value_object(document, "options", &options, error)) {
        return false;
    }
    for (const struct bil_value *option = options ? options->child : NULL; option; option = option->next) {
        if (option->type != BIL_STRING || plan->setting_count == BIL_SETTINGS_MAX) {
            return bil_fail(error, "\"options\": \"%.40s\" is no text.", option->key);
        }
        plan->setting[plan->setting_count++] = (struct bil_setting){option->key, option->string};
    }
    return true;
}

static bool read_seed(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    const char *seed = NULL;
    if (!bil_member_text(document, "seed", true, &seed, error)) {
        return false;
    }
    if (strlen(seed) != 2 * BIL_SEED_BYTES + 2 || strncmp(seed, "0x", 2) != 0 ||
        strspn(seed + 2, "0123456789abcdef") != 2 * BIL_SEED_BYTES) {
        return bil_fail(error, "\"seed\" is not 0x and %d hexadecimal digits.", 2 * BIL_SEED_BYTES);
    }
    bil_seed_from_text(seed, plan->seed);
    return true;
}

static bool read_edition(const struct bil_value *document, const char *key, const struct bil_game *game,
                         const struct bil_value **edition, struct bil_error *error)
{
    return bil_value_object(document, key, edition, error) && (!*edition || bil_edition_game(*edition, game, error));
}

static bool read_arena(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    int64_t pairs = 0;
    if (!bil_member_number(document, "pairs", 1, BIL_ARENA_BLOCKS, &pairs, error) ||
        !bil_member_text(document, "sprt", false, &plan->test, error) ||
        !bil_member_text(document, "alpha", plan->test != NULL, &plan->alpha, error) ||
        !bil_member_text(document, "beta", plan->test != NULL, &plan->beta, error)) {
        return false;
    }
    plan->blocks = (uint64_t)pairs;
    return true;
}

/* A study or a simulation. */
static bool read_games(const struct bil_value *document, struct bil_plan *plan, struct bil_error *error)
{
    const bool study = plan->kind == BIL_PLAN_LAB;
    int64_t games = 0;
    int64_t pairs = 0;
    if (!bil_member_number(document, "games", 1, most_games, &games, error) ||
        (study && !bil_member_number(document, "pairs", 0, games, &pairs, error)) ||
        !bil_value_bool(document, "rotated", &plan->rotate, error) ||
        !bil_member_text(document, "said", true, &plan->seed_said, error) ||
        !bil_member_text(document, "command", study, &plan->command, error) ||
        !bil_member_text(document, "edition_name", study, &plan->edition_name, error) ||
        !bil_member_text(document, "against_name", false, &plan->against_name, error) ||
        !read_edition(document, "against", plan->game, &plan->against, error)) {
        return false;
    }
    if (plan->listed != plan->seats) {
        return bil_fail(error, "%d bots are listed for %d seats; there is one for each.", plan->listed, plan->seats);
    }
    if (plan->against && !plan->against_name) {
        return bil_member_missing("against_name", error);
    }
    plan->blocks = (uint64_t)games;
    plan->pairs = (uint64_t)pairs;
    return true;
}

/* Reads them. The plan points into the document. `game` is the one expected, or NULL for any that is compiled in. Bots that stand
 * already in plan->list must be those of the document; else the document's are taken if they are compiled in, for no file may
 * start a program. False and a sentence if it is no such plan. */
static bool read_plan(const struct bil_value *document, enum bil_plan_kind kind, const struct bil_game *game, struct bil_plan *plan,
                      struct bil_error *error)
{
    int format = 0;
    const char *text = NULL;
    int64_t players = 0;
    plan->kind = kind;
    if (!bil_value_integer(document, "format", FORMAT, FORMAT, &format, error) ||
        !bil_member_text(document, "file", false, &text, error)) {
        return false;
    }
    if (format == 0 || !text || strcmp(text, bil_plan_names[kind]) != 0) {
        return bil_fail(error, "It is no file of %s: those begin {\"format\":%d,\"file\":\"%s\", ...}.", kind_words[kind], FORMAT,
                        bil_plan_names[kind]);
    }
    if (!bil_member_text(document, "game", true, &text, error)) {
        return false;
    }
    plan->game = game && strcmp(game->id, text) == 0 ? game : bil_game_find(text);
    if (!plan->game || (game && plan->game != game)) {
        return bil_fail(error, "It is %s of \"%.60s\"%s%s.", kind_words[kind], text,
                        game ? ", not of " : ", which this program does not have", game ? game->title : "");
    }
    if (!read_bots(document, plan, error) || !read_options(document, plan, error) || !read_seed(document, plan, error) ||
        !bil_member_number(document, "players", 1, BIL_MAX_SEATS, &players, error) ||
        !bil_value_integer(document, "revision", 1, plan->game->revision, &plan->revision, error)) {
        return false;
    }
    plan->seats = (int)players;
    return read_edition(document, "edition", plan->game, &plan->edition, error) &&
           (kind == BIL_PLAN_ARENA ? read_arena(document, plan, error) : read_games(document, plan, error));
}

/* ------------------------------------------------------------------ comparing */

const char *bil_plan_difference(const struct bil_value *a, const struct bil_value *b)
{
    const char *found = NULL;
    struct bil_text one = {0};
    struct bil_text other = {0};
    for (int i = 0; plan_keys[i] && !found; i++) {
        const struct bil_value *of_a = bil_value_get(a, plan_keys[i]);
        const struct bil_value *of_b = bil_value_get(b, plan_keys[i]);
        bil_text_clear(&one);
        bil_text_clear(&other);
        if (of_a && of_b) {
            bil_json_value(of_a, &one);
            bil_json_value(of_b, &other);
        }
        if (!of_a != !of_b || strcmp(bil_text_string(&one), bil_text_string(&other)) != 0) {
            found = plan_keys[i];
        }
    }
    bil_text_free(&one);
    bil_text_free(&other);
    return found;
}

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

/* The edition in force, which is this one or (NULL) the one compiled in. */
static bool write_edition(const struct bil_job *job, const struct bil_value *edition, struct bil_text *out, struct bil_error *error)
{
    const struct bil_game *game = job->plan.game;
    struct bil_config config = job->config;
    void *rules = NULL;
    void *quick = NULL;
    config.edition = edition;
    if (!bil_rules_new(game, &config, &rules, &quick, error)) {
        return false;
    }
    if (game->edition_json) {
        game->edition_json(rules, out);
    }
    free(rules);
    free(quick);
    return true;
}

bool bil_job_open(struct bil_job *job, struct bil_error *error)
{
    struct bil_plan *plan = &job->plan;
    job->kind = kinds[plan->kind];
    plan->revision = plan->revision ? plan->revision : plan->game->revision;
    job->config = (struct bil_config){.seats = plan->seats,
                                      .revision = plan->revision,
                                      .edition = plan->edition,
                                      .settings = plan->setting,
                                      .setting_count = plan->setting_count};
    return job->kind->open(job, error) && write_edition(job, plan->edition, &job->edition, error) &&
           (!plan->against || write_edition(job, plan->against, &job->against, error));
}

void bil_job_close(struct bil_job *job)
{
    if (job->kind && job->kind->close) {
        job->kind->close(job);
    }
    bil_text_free(&job->edition);
    bil_text_free(&job->against);
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
    write_plan(&job->plan, bil_text_string(&job->edition), bil_text_string(&job->against), out);
    bil_json_object_end(out);
}

void bil_job_write(const struct bil_job *job, struct bil_job_part part, const void *sums, struct bil_text *out)
{
    const size_t begin = out->length;
    bil_json_object(out);
    write_plan(&job->plan, bil_text_string(&job->edition), bil_text_string(&job->against), out);
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
    for (int i = 0; plan_keys[i]; i++) {
        keys[count++] = plan_keys[i];
    }
    for (int i = 0; kinds[kind]->keys[i]; i++) {
        keys[count++] = kinds[kind]->keys[i];
    }
    return read_plan(document, kind, game, &job->plan, error) && bil_value_known(document, keys, error) && bil_job_open(job, error);
}

bool bil_job_read_sums(const struct bil_job *job, const struct bil_value *document, struct bil_job_part part, void *sums,
                       struct bil_error *error)
{
    /* So large may a number be that the sums over all blocks cannot leave 62 bits. */
    const uint64_t most = UINT64_C(1) << 62;
    const uint64_t blocks = bil_job_blocks(job);
    const struct bil_job_ranges ranges = bil_job_part(job, part);
    assert(blocks > 0);
    return job->kind->read(job, document, &ranges, (int64_t)(most / blocks * bil_job_within(&ranges, 0, blocks)), sums, error);
}
