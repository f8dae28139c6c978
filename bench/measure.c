/* The figures of measure.h. Nothing here prints, and nothing here knows a particular game but for the options that turn all of its
 * rules on. */
#include "bench/measure.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/measure_search.h"
#include "billions/env.h"
#include "billions/record.h"
#include "kit/observation.h"

enum { PARTS = 5, STREAM_BENCH = 1, SAMPLES = 256, RECORDS = 16 };

/* ------------------------------------------------------------------ random play */

static void picked_game(const struct bil_game *game, const void *rules, struct bil_random *random, void *state,
                        struct bil_tally *tally)
{
    game->setup(rules, random, state, NULL);
    for (bil_move move; (move = bil_pick(game, rules, state, random)) != 0;) {
        game->apply(rules, state, move, random, NULL);
        tally->decisions++;
    }
}

static void listed_game(const struct bil_game *game, const void *rules, struct bil_random *random, void *state,
                        struct bil_tally *tally)
{
    bil_move list[BIL_MAX_MOVES];
    game->setup(rules, random, state, NULL);
    while (game->actor(rules, state) != BIL_OVER) {
        const int count = game->moves(rules, state, list);
        const bil_move move = list[count == 1 ? 0 : bil_random_below(random, (uint32_t)count)];
        game->apply(rules, state, move, random, NULL);
        tally->decisions++;
    }
}

void bil_random_games(const struct bil_game *game, const void *rules, struct bil_random *random, bool listed, uint64_t games,
                      struct bil_tally *tally)
{
    _Alignas(64) uint8_t state[BIL_MAX_STATE];
    for (uint64_t i = 0; i < games; i++) {
        if (listed) {
            listed_game(game, rules, random, state, tally);
        } else {
            picked_game(game, rules, random, state, tally);
        }
    }
    tally->games += games;
}

/* ------------------------------------------------------------------ rules and clocks */

enum { OPTIONS_MAX = 32 };

/* A game with as many seats as it takes and every rule of its box in play (bil_option.full). The settings go into `settings`, to
 * which the configuration points; a match needs that. */
static struct bil_config all_rules(const struct bil_game *game, struct bil_setting settings[OPTIONS_MAX])
{
    struct bil_config config = {.seats = game->max_seats, .settings = settings};
    for (const struct bil_option *option = game->options; option && option->key; option++) {
        if (option->full && config.setting_count < OPTIONS_MAX) {
            settings[config.setting_count++] = (struct bil_setting){option->key, option->full};
        }
    }
    return config;
}

bool bil_bench_rules(const struct bil_game *game, bool fast, void *rules, struct bil_error *error)
{
    struct bil_setting settings[OPTIONS_MAX];
    struct bil_config config = all_rules(game, settings);
    config.fast = fast;
    memset(rules, 0, BIL_MAX_RULES);
    return game->rules_init(&config, rules, error);
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double bil_bench_clock(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

static bool stopped(const struct bil_bench *bench)
{
    return bench->stop && atomic_load_explicit(bench->stop, memory_order_relaxed);
}

static double rate_by(const struct bil_bench *bench, clockid_t clock, uint64_t (*batch)(void *context), void *context)
{
    double best = 0;
    batch(context); /* caches and branch predictors warm up */
    for (int part = 0; part < PARTS; part++) {
        const double begin = seconds_of(clock);
        double passed = 0;
        uint64_t work = 0;
        do {
            work += batch(context);
            passed = seconds_of(clock) - begin;
        } while ((passed <= 0 || passed < bench->seconds / PARTS) && !stopped(bench));
        best = passed > 0 && (double)work / passed > best ? (double)work / passed : best;
    }
    return best;
}

double bil_bench_rate(const struct bil_bench *bench, uint64_t (*batch)(void *context), void *context)
{
    return rate_by(bench, CLOCK_THREAD_CPUTIME_ID, batch, context);
}

/* ------------------------------------------------------------------ the workplace of one measurement */

/* A state from the middle of a game, and whose decision it is. */
struct sample {
    _Alignas(64) uint8_t state[BIL_MAX_STATE];
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    int seat;
};

/* A whole game as the moves that were made. */
struct script {
    bil_move *move;
    int count;
    uint8_t seed[BIL_SEED_BYTES];
};

struct work {
    const struct bil_game *game;
    uint8_t rules[BIL_MAX_RULES];
    struct bil_random random;
    bool listed;
    bool count_decisions;
    unsigned next; /* sample or script */
    struct sample sample[SAMPLES];
    struct script script[RECORDS];
    struct bil_text record[RECORDS];
    struct bil_observer observer;
    uint64_t bytes; /* so that no copy can be left out */
};

static struct work *work_new(const struct bil_game *game, bool fast, struct bil_error *error)
{
    static const uint8_t seed[BIL_SEED_BYTES] = {20};
    struct work *work = aligned_alloc(64, (sizeof *work + 63) / 64 * 64);
    if (work == NULL) {
        bil_fail(error, "There is not enough memory for this measurement; close other programs and try again.");
        return NULL;
    }
    memset(work, 0, sizeof *work);
    work->game = game;
    bil_random_stream(&work->random, seed, STREAM_BENCH, 0);
    if (!bil_bench_rules(game, fast, work->rules, error)) {
        free(work);
        return NULL;
    }
    return work;
}

static void work_free(struct work *work)
{
    for (int i = 0; work && i < RECORDS; i++) {
        free(work->script[i].move);
        bil_text_free(&work->record[i]);
    }
    free(work);
}

/* Runs a batch on a new workplace with the rules of one mode. */
static bool measure_rate(const struct bil_bench *bench, const struct bil_game *game, bool fast,
                         bool (*prepare)(struct work *work, struct bil_error *error), uint64_t (*batch)(void *context),
                         double *rate, struct bil_error *error)
{
    struct work *work = work_new(game, fast, error);
    const bool good = work && (prepare == NULL || prepare(work, error));
    if (good) {
        *rate = bil_bench_rate(bench, batch, work);
    }
    work_free(work);
    return good;
}

/* ------------------------------------------------------------------ games and decisions */

static uint64_t batch_of_games(void *context)
{
    struct work *work = context;
    struct bil_tally tally = {0};
    bil_random_games(work->game, work->rules, &work->random, work->listed, 20, &tally);
    return work->count_decisions ? tally.decisions : tally.games;
}

static bool prepare_listed(struct work *work, struct bil_error *error)
{
    (void)error;
    work->listed = true;
    return true;
}

static bool prepare_decisions(struct work *work, struct bil_error *error)
{
    work->count_decisions = true;
    return prepare_listed(work, error);
}

static bool games(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, true, NULL, batch_of_games, value, error);
}

static bool listed_games(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, true, prepare_listed, batch_of_games, value, error);
}

static bool decisions(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, true, prepare_decisions, batch_of_games, value, error);
}

static bool knowing_games(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, false, NULL, batch_of_games, value, error);
}

static bool knowing_decisions(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, false, prepare_decisions, batch_of_games, value, error);
}

/* ------------------------------------------------------------------ states, views, worlds */

static bool state_size(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    (void)bench;
    (void)error;
    *value = (double)game->state_size;
    return true;
}

/* The move that the game itself advises, from the view of the seat that is asked. */
static bil_move advised(struct work *work, const uint8_t *state, int seat)
{
    const struct bil_game *game = work->game;
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    uint8_t view[BIL_MAX_STATE];
    const int count = game->moves(work->rules, state, list);
    int best = 0;
    if (count > 1) {
        game->hide(work->rules, state, seat, view);
        game->advise(work->rules, view, list, count, value);
    }
    for (int i = 1; i < count; i++) {
        best = value[i] > value[best] ? i : best;
    }
    return list[best];
}

/* One state from somewhere in each of many games, with all that the seats know of each other, and the actor's view of it. The games
 * go as advised or at random; at random far more is hidden that was seen before, which makes worlds harder to deal. */
static bool prepare(struct work *work, bool at_random)
{
    const struct bil_game *game = work->game;
    for (int i = 0; i < SAMPLES;) {
        struct sample *sample = &work->sample[i];
        uint8_t state[BIL_MAX_STATE];
        uint32_t seen = 0;
        game->setup(work->rules, &work->random, state, NULL);
        for (int seat = game->actor(work->rules, state); seat != BIL_OVER; seat = game->actor(work->rules, state)) {
            if (bil_random_below(&work->random, ++seen) == 0) { /* every ply of a game is equally likely to be the one */
                memcpy(sample->state, state, game->state_size);
                sample->seat = seat;
            }
            const bil_move move = at_random ? bil_pick(game, work->rules, state, &work->random) : advised(work, state, seat);
            game->apply(work->rules, state, move, &work->random, NULL);
        }
        if (seen > 0) {
            game->hide(work->rules, sample->state, sample->seat, sample->view);
            i++;
        }
    }
    return true;
}

static bool prepare_samples(struct work *work, struct bil_error *error)
{
    (void)error;
    return prepare(work, false);
}

static bool prepare_random_samples(struct work *work, struct bil_error *error)
{
    (void)error;
    return prepare(work, true);
}

static uint64_t batch_of_copies(void *context)
{
    struct work *work = context;
    const size_t size = work->game->state_size;
    for (unsigned i = 0; i < SAMPLES; i++) {
        uint8_t copy[BIL_MAX_STATE];
        memcpy(copy, work->sample[i].state, size);
        __asm__ volatile("" : : "r"(copy) : "memory"); /* the copy must really be there */
        work->bytes += copy[size - 1];
    }
    return SAMPLES;
}

static bool copies(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, false, prepare_samples, batch_of_copies, value, error);
}

static uint64_t batch_of_hide_deal(void *context)
{
    struct work *work = context;
    const struct bil_game *game = work->game;
    for (unsigned i = 0; i < SAMPLES; i++) {
        _Alignas(64) uint8_t view[BIL_MAX_STATE];
        _Alignas(64) uint8_t world[BIL_MAX_STATE];
        game->hide(work->rules, work->sample[i].state, work->sample[i].seat, view);
        game->deal(work->rules, view, &work->random, world);
        work->bytes += world[0];
    }
    return SAMPLES;
}

static bool hide_deal(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, false, prepare_samples, batch_of_hide_deal, value, error);
}

static bool random_hide_deal(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, false, prepare_random_samples, batch_of_hide_deal, value, error);
}

static uint64_t batch_of_deals(void *context)
{
    struct work *work = context;
    for (unsigned i = 0; i < SAMPLES; i++) {
        _Alignas(64) uint8_t world[BIL_MAX_STATE];
        work->game->deal(work->rules, work->sample[i].view, &work->random, world);
        work->bytes += world[0];
    }
    return SAMPLES;
}

static bool deals(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, false, prepare_samples, batch_of_deals, value, error);
}

/* As a search does it: one view after the other, many worlds of each. */
static uint64_t batch_of_worlds(void *context)
{
    struct work *work = context;
    const struct sample *sample = &work->sample[work->next++ % SAMPLES];
    _Alignas(64) uint8_t plan[BIL_MAX_PLAN];
    bil_plan_deals(work->game, work->rules, sample->view, plan);
    for (unsigned i = 0; i < SAMPLES; i++) {
        _Alignas(64) uint8_t world[BIL_MAX_STATE];
        bil_deal_planned(work->game, work->rules, sample->view, plan, &work->random, world);
        work->bytes += world[0];
    }
    return SAMPLES;
}

static bool worlds(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, false, prepare_samples, batch_of_worlds, value, error);
}

static uint64_t batch_of_observations(void *context)
{
    struct work *work = context;
    for (unsigned i = 0; i < SAMPLES; i++) {
        uint16_t numbers[BIL_MAX_OBSERVATION];
        bil_observe(&work->observer, work->sample[i].view, numbers);
        work->bytes += numbers[0];
    }
    return SAMPLES;
}

static bool prepare_observations(struct work *work, struct bil_error *error)
{
    bil_observer_make(work->game, work->rules, &work->observer);
    return prepare_random_samples(work, error);
}

static bool observations(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure_rate(bench, game, false, prepare_observations, batch_of_observations, value, error);
}

/* ------------------------------------------------------------------ batches of games */

enum { ENV_GAMES = 32 };

struct batch {
    struct bil_env *env;
    struct bil_shape shape;
    struct bil_env_arrays arrays;
    struct bil_random random;
    int32_t action[ENV_GAMES];
};

/* Somebody who learns nothing: any legal action. */
static uint64_t batch_of_steps(void *context)
{
    struct batch *batch = context;
    for (int i = 0; i < ENV_GAMES; i++) {
        const uint32_t count = (uint32_t)batch->arrays.legal_count[i];
        batch->action[i] = batch->arrays.legal[i * batch->shape.legal + (int)bil_random_below(&batch->random, count)];
    }
    (void)bil_env_step(batch->env, batch->action, &batch->arrays);
    return ENV_GAMES;
}

static bool env_steps(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    static const uint8_t seed[BIL_SEED_BYTES] = {21};
    struct bil_setting settings[OPTIONS_MAX];
    struct bil_env_wish wish = {.game = game->id, .config = all_rules(game, settings), .games = ENV_GAMES, .threads = 1};
    struct batch batch = {.env = NULL};
    wish.config.seats = game->max_seats < 4 ? game->max_seats : 4;
    batch.env = bil_env_new(&wish, error);
    if (!batch.env) {
        return false;
    }
    bil_ruleset_shape(bil_env_ruleset(batch.env), &batch.shape);
    const size_t games = ENV_GAMES;
    batch.arrays = (struct bil_env_arrays){.observation = calloc(games, sizeof(uint16_t) * (size_t)batch.shape.observation),
                                           .mask = calloc(games, (size_t)batch.shape.actions),
                                           .legal = calloc(games, sizeof(int32_t) * (size_t)batch.shape.legal),
                                           .legal_count = calloc(games, sizeof(int32_t))};
    const bool fine = (batch.arrays.observation && batch.arrays.mask && batch.arrays.legal && batch.arrays.legal_count) ||
                      bil_fail(error, "There is not enough memory for this measurement; close other programs and try again.");
    if (fine) {
        bil_random_stream(&batch.random, seed, 1, 0);
        bil_env_reset(batch.env, seed, &batch.arrays);
        *value = bil_bench_rate(bench, batch_of_steps, &batch);
    }
    free(batch.arrays.observation);
    free(batch.arrays.mask);
    free(batch.arrays.legal);
    free(batch.arrays.legal_count);
    bil_env_free(batch.env);
    return fine;
}

/* ------------------------------------------------------------------ replays */

enum { SCRIPT_MAX = 20000 };

/* Plays some games of a table and keeps their moves. */
static bool prepare_scripts(struct work *work, struct bil_error *error)
{
    const struct bil_game *game = work->game;
    for (int i = 0; i < RECORDS; i++) {
        struct script *script = &work->script[i];
        _Alignas(64) uint8_t state[BIL_MAX_STATE];
        struct bil_random chance;
        script->move = calloc(SCRIPT_MAX, sizeof *script->move);
        if (script->move == NULL) {
            return bil_fail(error, "There is not enough memory for this measurement; close other programs and try again.");
        }
        bil_random_bytes(&work->random, script->seed, sizeof script->seed);
        bil_random_match(&chance, script->seed);
        game->setup(work->rules, &chance, state, NULL);
        while (game->actor(work->rules, state) != BIL_OVER) {
            const bil_move move = bil_pick(game, work->rules, state, &work->random);
            if (script->count == SCRIPT_MAX) {
                return bil_fail(error, "A game of %s is longer than %d plies.", game->title, (int)SCRIPT_MAX);
            }
            script->move[script->count++] = move;
            game->apply(work->rules, state, move, &chance, NULL);
        }
    }
    return true;
}

/* One whole game: the set-up, and every move looked up among the legal ones and played. */
static uint64_t batch_of_replays(void *context)
{
    struct work *work = context;
    const struct bil_game *game = work->game;
    const struct script *script = &work->script[work->next++ % RECORDS];
    _Alignas(64) uint8_t state[BIL_MAX_STATE];
    bil_move list[BIL_MAX_MOVES];
    struct bil_random chance;
    bil_random_match(&chance, script->seed);
    game->setup(work->rules, &chance, state, NULL);
    for (int i = 0; i < script->count; i++) {
        const int count = game->moves(work->rules, state, list);
        int at = 0;
        while (at < count && list[at] != script->move[i]) {
            at++;
        }
        if (at == count) {
            abort(); /* the same game must come about */
        }
        game->apply(work->rules, state, script->move[i], &chance, NULL);
    }
    work->bytes += bil_state_hash(game, state);
    return 1;
}

static bool replay(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    double rate = 0;
    const bool good = measure_rate(bench, game, false, prepare_scripts, batch_of_replays, &rate, error);
    *value = rate > 0 ? 1e6 / rate : 0;
    return good;
}

/* The same games as record files. */
static bool prepare_records(struct work *work, struct bil_error *error)
{
    if (!prepare_scripts(work, error)) {
        return false;
    }
    for (int i = 0; i < RECORDS; i++) {
        struct bil_setting settings[OPTIONS_MAX];
        struct bil_match_setup setup = {.game = work->game, .config = all_rules(work->game, settings)};
        memcpy(setup.seed, work->script[i].seed, sizeof setup.seed);
        struct bil_match *match = bil_match_new(&setup, error);
        if (match == NULL) {
            return false;
        }
        bool good = true;
        while (good && match->actor != BIL_OVER) {
            good = bil_match_play(match, work->script[i].move[match->ply], error);
        }
        bil_record_write(match, &work->record[i]);
        bil_match_free(match);
        if (!good) {
            return false;
        }
    }
    return true;
}

/* One record from its text to the match at its end: every line read, checked and played, the hash compared. */
static uint64_t batch_of_records(void *context)
{
    struct work *work = context;
    const struct bil_text *record = &work->record[work->next++ % RECORDS];
    struct bil_record_end end;
    struct bil_error error;
    struct bil_match *match = bil_record_read(bil_text_string(record), record->length, "bench", NULL, &end, &error);
    if (match == NULL) {
        abort(); /* it was written a moment ago */
    }
    work->bytes += (uint64_t)match->ply;
    bil_match_free(match);
    return 1;
}

static bool record(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    double rate = 0;
    const bool good = measure_rate(bench, game, false, prepare_records, batch_of_records, &rate, error);
    *value = rate > 0 ? 1e6 / rate : 0;
    return good;
}

/* ------------------------------------------------------------------ threads */

struct worker {
    struct work *work;
    const struct bil_bench *bench;
    double until;
    uint64_t games;
};

static void *work_until(void *context)
{
    struct worker *worker = context;
    do {
        worker->games += batch_of_games(worker->work);
    } while (bil_bench_clock() < worker->until && !stopped(worker->bench));
    return NULL;
}

/* Games a second of wall-clock time on one or two threads. */
static double rate_of_threads(const struct bil_bench *bench, struct work *const work[2], int threads)
{
    struct worker worker[2];
    pthread_t other;
    const double begin = bil_bench_clock();
    for (int i = 0; i < 2; i++) {
        worker[i] = (struct worker){work[i], bench, begin + bench->seconds / (2 * PARTS), 0};
    }
    const bool both = threads == 2 && pthread_create(&other, NULL, work_until, &worker[1]) == 0;
    work_until(&worker[0]);
    if (both) {
        pthread_join(other, NULL);
    }
    const double passed = bil_bench_clock() - begin;
    return passed > 0 ? (double)(worker[0].games + worker[1].games) / passed : 0;
}

static bool two_threads(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    struct work *work[2] = {work_new(game, true, error), NULL};
    work[1] = work[0] ? work_new(game, true, error) : NULL;
    const bool good = work[1] != NULL;
    double best[2] = {0, 0};
    for (int part = 0; part < 2 * PARTS && good; part++) { /* in turn, so that a busy moment of the machine meets both */
        const double rate = rate_of_threads(bench, work, 1 + part % 2);
        best[part % 2] = rate > best[part % 2] ? rate : best[part % 2];
    }
    *value = best[0] > 0 ? best[1] / best[0] : 0;
    work_free(work[0]);
    work_free(work[1]);
    return good;
}

/* ------------------------------------------------------------------ the figures */

const struct bil_figure bil_figures[] = {
    {"games", "games/s", "random games in fast mode, most seats, all rules; the game picks its moves", BIL_OF_ALL, games},
    {"listed-games", "games/s", "the same; every decision lists all its moves", BIL_OF_ALL, listed_games},
    {"decisions", "decisions/s", "the same: list the moves, pick one, apply it", BIL_OF_ALL, decisions},
    {"knowing-games", "games/s", "random games that keep track of what every seat knows", BIL_OF_GAMES, knowing_games},
    {"knowing-decisions", "decisions/s", "the same: list, pick, apply", BIL_OF_GAMES, knowing_decisions},
    {"state", "bytes", "size of a state", BIL_OF_ALL, state_size},
    {"copies", "copies/s", "copies of a state", BIL_OF_GAMES, copies},
    {"hide-deal", "times/s", "a state hidden for the actor and a world dealt from that view", BIL_OF_GAMES, hide_deal},
    {"random-hide-deal", "times/s", "the same in random games, where far more hidden cards were seen before", BIL_OF_GAMES,
     random_hide_deal},
    {"deal", "worlds/s", "worlds dealt from views, each from another", BIL_OF_GAMES, deals},
    {"deal-again", "worlds/s", "worlds dealt again and again from one view, as a search does", BIL_OF_GAMES, worlds},
    {"observations", "views/s", "views written as numbers (docs/observations.md), in random games", BIL_OF_GAMES, observations},
    {"net", "us/view", "what a net says of a view of those games, from the view on", BIL_OF_NETS, bil_measure_net},
    {"env", "steps/s", "a batch of games with four seats: any legal action, then observation, mask and list of the next",
     BIL_OF_GAMES, env_steps},
    {"replay", "us/game", "a whole game again: set-up, every move looked up and played", BIL_OF_GAMES, replay},
    {"record", "us/game", "a record file read, checked and replayed", BIL_OF_GAMES, record},
    {"search", "iterations/s", "the searching bot as it comes, one thread", BIL_OF_GAMES, bil_measure_search},
    {"search-net", "iterations/s", "the same where a net judges the playouts", BIL_OF_NETS, bil_measure_net_search},
    {"search-whole", "iterations/s", "the searching bot with random playouts to the end of the game", BIL_OF_GAMES,
     bil_measure_whole_playouts},
    {"search-threads", "x", "the searching bot on two threads against one, by the wall clock", BIL_OF_GAMES,
     bil_measure_search_threads},
    {"two-threads", "x", "random games on two threads against one, by the wall clock", BIL_OF_GAMES, two_threads},
    {NULL, NULL, NULL, BIL_OF_ALL, NULL},
};
