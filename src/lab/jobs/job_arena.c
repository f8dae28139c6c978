/* An arena as a job, and its sums as text. Must never take sums that cannot be true of the arena they are said to belong to. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lab/jobs/job.h"
#include "lab/simulation/bot_game.h"
#include "lab/simulation/members.h"

/* ------------------------------------------------------------------ from a plan to the arena that comes of it */

/* The listed bots as kinds, in the order in which they are first named. */
static bool find_kinds(const struct bil_plan *plan, struct bil_arena *arena, uint8_t *list, int *kinds, struct bil_error *error)
{
    *kinds = 0;
    for (int i = 0; i < plan->listed; i++) {
        int kind = 0;
        if (!bil_bot_plays(plan->list[i], plan->game, error)) {
            return false;
        }
        while (kind < *kinds && arena->bot[kind] != plan->list[i]) {
            kind++;
        }
        if (kind == *kinds) {
            arena->bot[(*kinds)++] = plan->list[i];
        }
        list[i] = (uint8_t)kind;
    }
    if (*kinds < 2) {
        return bil_fail(error, "An arena needs two different bots, as \"greedy,random\"; %s cannot meet only itself.",
                        *kinds ? arena->bot[0]->name : "a bot");
    }
    return true;
}

static bool find_seats(struct bil_plan *plan, int kinds, struct bil_error *error)
{
    const struct bil_game *game = plan->game;
    if (plan->seats == 0) {
        plan->seats = plan->listed;
        if (kinds == plan->listed) { /* without a bot twice the list need not name every seat */
            plan->seats = plan->listed < game->min_seats   ? game->min_seats
                          : plan->listed > game->max_seats ? game->max_seats
                                                           : plan->listed;
        }
    }
    if (plan->seats < game->min_seats || plan->seats > game->max_seats) {
        return bil_fail(error, "%s is for %d to %d players, not %d.", game->title, game->min_seats, game->max_seats, plan->seats);
    }
    if (kinds != plan->listed && plan->listed != plan->seats) {
        return bil_fail(error, "%d bots are listed for %d seats, one of them twice: name each bot once, or one for every seat.",
                        plan->listed, plan->seats);
    }
    return true;
}

/* ------------------------------------------------------------------ the sequential test */

/* A number without exponent, hexadecimals or blanks, and what follows it. */
static bool read_decimal(const char *text, double *number, const char **rest)
{
    char *end = NULL;
    const size_t length = strspn(text, "+-.0123456789");
    *number = strtod(text, &end);
    *rest = text + length;
    return length > 0 && end == *rest;
}

static bool read_chance(const char *name, const char *text, double *chance, struct bil_error *error)
{
    const char *rest;
    if (!read_decimal(text, chance, &rest) || *rest || *chance <= 0 || *chance >= 0.5) {
        return bil_fail(error, "%s is \"%.40s\"; it is the part of wrong verdicts that is allowed, between 0 and 0.5, as 0.05.",
                        name, text);
    }
    return true;
}

/* "0,30" or "50%,60%" */
static bool read_hypotheses(const char *text, const struct bil_seatings *seatings, struct bil_arena_test *test,
                            struct bil_error *error)
{
    double given[2];
    bool share[2];
    const char *at = text;
    bool fine = true;
    for (int i = 0; fine && i < 2; i++) {
        fine = read_decimal(at, &given[i], &at);
        share[i] = fine && *at == '%';
        at += fine && share[i];
        fine = fine && *at == (i == 0 ? ',' : '\0');
        at += fine && i == 0;
    }
    if (!fine || share[0] != share[1] || given[0] >= given[1]) {
        return bil_fail(error,
                        "The sequential test wants two hypotheses, the lower first: 0,30 (Elo) or 50%%,60%% (part of the first "
                        "places for each seat), not \"%.40s\".",
                        text);
    }
    for (int i = 0; i < 2; i++) {
        const double each = (double)bil_seatings_of(seatings, 0) / seatings->games;
        *(i ? &test->high : &test->low) = share[i] ? given[i] / 100 * each : bil_seatings_expect(seatings, given[i]);
    }
    if (!(test->low > 0 && test->low < test->high && test->high < 1)) { /* nor is what is no number */
        return bil_fail(error,
                        "The sequential test cannot tell %.40s apart: each seat of the first bot can take more than 0 %% and "
                        "less than %.4g %% of the first places here.",
                        text, 100.0 * seatings->games / bil_seatings_of(seatings, 0));
    }
    return true;
}

static bool find_test(const struct bil_plan *plan, int kinds, struct bil_arena *arena, struct bil_error *error)
{
    arena->test = (struct bil_arena_test){.on = plan->test != NULL};
    if (!plan->test) {
        return true;
    }
    if (kinds != 2) {
        return bil_fail(error, "The sequential test compares two bots, not %d.", kinds);
    }
    return read_hypotheses(plan->test, &arena->seatings, &arena->test, error) &&
           read_chance("alpha", plan->alpha, &arena->test.alpha, error) &&
           read_chance("beta", plan->beta, &arena->test.beta, error);
}

/* ------------------------------------------------------------------ all together */

static bool open_arena(struct bil_job *job, struct bil_error *error)
{
    struct bil_plan *plan = &job->plan;
    struct bil_arena *arena = &job->arena;
    uint8_t list[BIL_ARENA_KINDS];
    int kinds = 0;
    job->stretches = 1;
    job->stretch[0] = plan->blocks;
    *arena = (struct bil_arena){.game = plan->game, .blocks = plan->blocks};
    if (!find_kinds(plan, arena, list, &kinds, error) || !find_seats(plan, kinds, error) ||
        !bil_seatings_make(&arena->seatings, list, plan->listed, kinds, plan->seats, error) ||
        !find_test(plan, kinds, arena, error)) {
        return false;
    }
    memcpy(arena->seed, plan->seed, sizeof arena->seed);
    job->config.seats = plan->seats;
    arena->config = job->config;
    return true;
}

/* ------------------------------------------------------------------ the job */

static const int64_t far_off = INT64_C(1000000000000000); /* sums of all groups and blocks stay within 64 bits */

static const char *const measure_key[BIL_ARENA_MEASURES] = {"first_places", "places", "points"};
static const char *const product_key[BIL_ARENA_MEASURES] = {"first_places_products", "places_products", "points_products"};

/* ------------------------------------------------------------------ playing */

static bool report_blocks(void *context, const struct bil_arena_sums *sums)
{
    const struct bil_job_run *run = context;
    run->progress(run->context, sums->blocks);
    return true;
}

static bool play_arena(struct bil_job *job, struct bil_job_range range, struct bil_job_run *run, void *sums,
                       struct bil_error *error)
{
    struct bil_arena arena = job->arena;
    arena.first = range.first;
    arena.blocks = range.count;
    arena.threads = run->threads;
    arena.stop = run->stop;
    arena.progress = run->progress ? report_blocks : NULL;
    arena.context = run;
    return bil_arena_run(&arena, sums, error);
}

static uint64_t played(const void *sums)
{
    const struct bil_arena_sums *arena = sums;
    return arena->blocks;
}

static bool merge(void *to, const void *from)
{
    return bil_arena_merge(to, from);
}

/* ------------------------------------------------------------------ writing */

/* A number for every two of the kinds. */
static void write_square(struct bil_text *out, const char *key, const int64_t of[][BIL_ARENA_KINDS], int kinds)
{
    int64_t number[BIL_ARENA_KINDS * BIL_ARENA_KINDS];
    for (int i = 0; i < kinds * kinds; i++) {
        number[i] = of[i / kinds][i % kinds];
    }
    bil_member_write_numbers(out, key, number, kinds * kinds);
}

static void write_rating(const struct bil_rating_data *rating, int kinds, struct bil_text *out)
{
    int64_t set[BIL_RATING_SETS];
    for (int i = 0; i < rating->sets; i++) {
        set[i] = rating->set[i];
    }
    bil_member_write_numbers(out, "sets", set, rating->sets);
    bil_json_key_array(out, "groups");
    for (int g = 0; g < BIL_RATING_GROUPS; g++) {
        const struct bil_rating_group *group = &rating->group[g];
        bil_json_object(out);
        write_square(out, "ahead", group->ahead, kinds);
        bil_member_write_numbers(out, "picked", group->picked, kinds);
        bil_member_write_numbers(out, "left", group->left, rating->sets);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_sums(const struct bil_job *job, const void *of, struct bil_text *out)
{
    const struct bil_arena_sums *sums = of;
    const int kinds = job->arena.seatings.kinds;
    bil_json_key_integer(out, "played", (int64_t)sums->blocks);
    bil_json_key_integer(out, "decisions", (int64_t)sums->decisions);
    bil_member_write_hash(out, "hash", sums->hash);
    for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
        bil_member_write_numbers(out, measure_key[m], sums->sum[m], kinds);
        write_square(out, product_key[m], sums->product[m], kinds);
    }
    int64_t pair[2 * BIL_ARENA_FIRSTS];
    int pairs = 0;
    for (int i = 0; i < BIL_ARENA_FIRSTS; i++) {
        if (sums->firsts[i]) {
            pair[2 * pairs] = i;
            pair[2 * pairs++ + 1] = (int64_t)sums->firsts[i];
        }
    }
    bil_member_write_numbers(out, "firsts", pair, 2 * pairs);
    bil_bot_faults_write(sums->external, kinds, out);
    write_rating(&sums->rating, kinds, out);
}

/* ------------------------------------------------------------------ reading */

/* How many of the blocks below `end` are counted in a group. */
static uint64_t of_group(uint64_t end, int group)
{
    return (end + BIL_RATING_GROUPS - 1 - (uint64_t)group) / BIL_RATING_GROUPS;
}

/* Every group has the games of its own blocks, in which the bots met as the seatings say. */
static bool groups_are_whole(const struct bil_arena *arena, const struct bil_arena_sums *sums, uint64_t first)
{
    const struct bil_seatings *seatings = &arena->seatings;
    int64_t meetings[BIL_RATING_KINDS][BIL_RATING_KINDS] = {{0}}; /* in a block */
    for (int g = 0; g < seatings->games; g++) {
        for (int one = 0; one < seatings->seats; one++) {
            for (int other = 0; other < seatings->seats; other++) {
                meetings[seatings->kind[g][one]][seatings->kind[g][other]]++;
            }
        }
    }
    for (int group = 0; group < BIL_RATING_GROUPS; group++) {
        const int64_t blocks = (int64_t)(of_group(first + sums->blocks, group) - of_group(first, group));
        int64_t met[BIL_RATING_KINDS][BIL_RATING_KINDS];
        for (int i = 0; i < BIL_RATING_KINDS * BIL_RATING_KINDS; i++) {
            met[i / BIL_RATING_KINDS][i % BIL_RATING_KINDS] = blocks * meetings[i / BIL_RATING_KINDS][i % BIL_RATING_KINDS];
        }
        if (!bil_rating_possible(&sums->rating, group, met, blocks * seatings->games * (seatings->seats - 1))) {
            return false;
        }
    }
    return true;
}

static bool read_square(const struct bil_value *object, const char *key, int kinds, int64_t low, int64_t high,
                        int64_t of[][BIL_ARENA_KINDS], struct bil_error *error)
{
    int64_t number[BIL_ARENA_KINDS * BIL_ARENA_KINDS];
    const bool fine = bil_member_numbers(object, key, kinds * kinds, 0, low, high, number, NULL, error);
    for (int i = 0; fine && i < kinds * kinds; i++) {
        of[i / kinds][i % kinds] = number[i];
    }
    return fine;
}

static bool read_rating(const struct bil_value *document, const struct bil_arena *arena, struct bil_rating_data *rating,
                        struct bil_error *error)
{
    const int kinds = arena->seatings.kinds;
    const struct bil_value *groups = NULL;
    int64_t number[BIL_RATING_SETS] = {0};
    if (!bil_member_numbers(document, "sets", -1, BIL_RATING_SETS, 0, UINT32_MAX, number, &rating->sets, error)) {
        return false;
    }
    for (int i = 0; i < rating->sets; i++) {
        int seats = 0;
        for (int k = 0; k < 8; k++) {
            const int of = (int)(number[i] >> (4 * k) & 15);
            seats += of > 0 && k >= kinds ? BIL_MAX_SEATS + 1 : of;
        }
        if (seats < 2 || seats > arena->seatings.seats) {
            return bil_fail(error, "\"sets\" holds %" PRId64 ", which is no set of these bots.", number[i]);
        }
        rating->set[i] = (uint32_t)number[i];
    }
    if (!bil_value_array(document, "groups", &groups, error)) {
        return false;
    }
    if (!groups || groups->count != BIL_RATING_GROUPS) {
        return bil_fail(error, "\"groups\" has not %d groups.", BIL_RATING_GROUPS);
    }
    struct bil_rating_group *group = rating->group;
    for (const struct bil_value *value = groups->child; value; value = value->next, group++) {
        if (!read_square(value, "ahead", kinds, 0, far_off, group->ahead, error) ||
            !bil_member_numbers(value, "picked", kinds, 0, 0, far_off, group->picked, NULL, error) ||
            !bil_member_numbers(value, "left", rating->sets, 0, 0, far_off, group->left, NULL, error)) {
            return false;
        }
    }
    return true;
}

/* How often kind 0 took what: every block is there once. */
static bool read_firsts(const struct bil_value *document, const struct bil_arena *arena, struct bil_arena_sums *sums,
                        struct bil_error *error)
{
    int64_t pair[2 * BIL_ARENA_FIRSTS] = {0};
    int count = 0;
    const int most = arena->seatings.kinds == 2 ? BIL_ARENA_SHARE * arena->seatings.games : -1;
    uint64_t blocks = 0;
    if (!bil_member_numbers(document, "firsts", -1, 2 * BIL_ARENA_FIRSTS, 0, BIL_ARENA_BLOCKS, pair, &count, error)) {
        return false;
    }
    for (int i = 0; i + 1 < count; i += 2) {
        if (pair[i] > most) {
            return bil_fail(error, "\"firsts\" holds %" PRId64 ", which is more than there is to win.", pair[i]);
        }
        sums->firsts[pair[i]] += (uint64_t)pair[i + 1];
        blocks += (uint64_t)pair[i + 1];
    }
    return (blocks == (most < 0 ? 0 : sums->blocks) && count % 2 == 0) ||
           bil_fail(error, "\"firsts\" and \"played\" contradict each other.");
}

/* Every game hands out its first places and places, no matter to which seats. */
static bool sums_are_whole(const struct bil_arena *arena, const struct bil_arena_sums *sums)
{
    const int64_t games = (int64_t)sums->blocks * arena->seatings.games;
    const int64_t seats = arena->seatings.seats;
    int64_t first = 0;
    int64_t place = 0;
    for (int k = 0; k < arena->seatings.kinds; k++) {
        first += sums->sum[BIL_ARENA_FIRST][k];
        place += sums->sum[BIL_ARENA_PLACE][k];
    }
    return first == BIL_ARENA_SHARE * games && place == seats * (seats + 1) * games;
}

static bool read_arena_sums(const struct bil_job *job, const struct bil_value *document, const struct bil_job_ranges *ranges,
                            int64_t room, void *into, struct bil_error *error)
{
    struct bil_arena_sums *sums = into;
    const struct bil_arena *arena = &job->arena;
    const int kinds = arena->seatings.kinds;
    const int64_t most = room < far_off ? room : far_off;
    int64_t blocks = 0;
    int64_t decisions = 0;
    uint64_t hash = 0;
    if (!bil_member_number(document, "played", 0, (int64_t)ranges->range[0].count, &blocks, error) ||
        !bil_member_number(document, "decisions", 0, room, &decisions, error) || !bil_member_hash(document, "hash", &hash, error)) {
        return false;
    }
    *sums = (struct bil_arena_sums){
        .blocks = (uint64_t)blocks, .decisions = (uint64_t)decisions, .hash = hash, .rating = {.kinds = kinds}};
    for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
        if (!bil_member_numbers(document, measure_key[m], kinds, 0, -most, most, sums->sum[m], NULL, error) ||
            !read_square(document, product_key[m], kinds, -room, room, sums->product[m], error)) {
            return false;
        }
    }
    if (!sums_are_whole(arena, sums)) {
        return bil_fail(error, "The places in it are not those of %" PRId64 " deals.", blocks);
    }
    if (!bil_bot_faults_read(document, kinds, room, sums->external, error) || !read_firsts(document, arena, sums, error) ||
        !read_rating(document, arena, &sums->rating, error)) {
        return false;
    }
    return groups_are_whole(arena, sums, ranges->range[0].first) ||
           bil_fail(error, "\"groups\" are not those of %" PRId64 " deals.", blocks);
}

static const char *const keys[] = {"played",
                                   "decisions",
                                   "milliseconds", /* which earlier files have */
                                   "hash",
                                   "first_places",
                                   "first_places_products",
                                   "places",
                                   "places_products",
                                   "points",
                                   "points_products",
                                   "firsts",
                                   "failures", /* where a bot in another program was asked */
                                   "sets",
                                   "groups",
                                   NULL};

const struct bil_job_kind bil_job_arena = {.unit = "deals",
                                           .sums_size = sizeof(struct bil_arena_sums),
                                           .open = open_arena,
                                           .play = play_arena,
                                           .played = played,
                                           .merge = merge,
                                           .write = write_sums,
                                           .read = read_arena_sums,
                                           .keys = keys};
