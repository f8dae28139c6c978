/* An arena over threads. Must never count a block before those ahead of it, nor half a block. */
#include "lab/arena/arena.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "lab/arena/sprt.h"
#include "lab/simulation/bot_game.h"
#include "lab/simulation/members.h"
#include "lab/simulation/thread_pool.h"
#include "table/bots/bot_seats.h"
#include "table/clock.h"
#include "table/memory.h"

enum { SLOTS = 8 }; /* the most blocks for each thread that are played and not yet counted */

/* How one game ended. */
struct outcome {
    uint8_t place[BIL_MAX_SEATS];
    int32_t points[BIL_MAX_SEATS];
    uint64_t hash, decisions;
    struct bil_external_bot_count external[BIL_MAX_SEATS];
};

/* A block that is being played, or waits for those ahead of it. */
struct slot {
    bool ready;
    struct outcome *outcome; /* of each game */
};

/* What the threads share. */
struct run {
    const struct bil_arena *arena;
    const struct bil_config *config; /* what the rules were made from */
    void *rules;
    void *quick;
    struct slot *slot; /* block b is in slot b mod slots */
    uint64_t slots;
    atomic_bool over;     /* no more games are wanted */
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t room;  /* a slot is free, or nothing more is wanted */
    struct bil_arena_sums *sums;
    struct bil_arena_sums *copy; /* for the listener */
    uint64_t begin, before;      /* milliseconds: the clock when it began, and what went before */
    uint64_t next;               /* the block to be played next */
    bool complete;               /* nothing is left to count */
    bool failed;
    struct bil_error *error;
};

/* ------------------------------------------------------------------ counting */

static void count_game(const struct bil_arena *arena, const struct outcome *outcome, const uint8_t *kind,
                       int64_t got[BIL_ARENA_MEASURES][BIL_ARENA_KINDS])
{
    const int seats = arena->seatings.seats;
    for (int seat = 0; seat < seats; seat++) {
        int better = 0;
        int equal = 0;
        for (int other = 0; other < seats; other++) {
            better += outcome->place[other] < outcome->place[seat];
            equal += outcome->place[other] == outcome->place[seat];
        }
        got[BIL_ARENA_FIRST][kind[seat]] += better == 0 ? BIL_ARENA_SHARE / equal : 0;
        got[BIL_ARENA_PLACE][kind[seat]] += 2 * better + equal + 1;
        got[BIL_ARENA_POINTS][kind[seat]] += outcome->points[seat];
    }
}

static void count_block(const struct bil_arena *arena, const struct slot *slot, struct bil_arena_sums *sums)
{
    int64_t got[BIL_ARENA_MEASURES][BIL_ARENA_KINDS] = {{0}};
    const int kinds = arena->seatings.kinds;
    const uint64_t block = arena->first + sums->blocks;
    const int group = (int)(block % BIL_RATING_GROUPS);
    for (int g = 0; g < arena->seatings.games; g++) {
        const struct outcome *outcome = &slot->outcome[g];
        const uint64_t number = block * (uint64_t)arena->seatings.games + (uint64_t)g;
        count_game(arena, outcome, arena->seatings.kind[g], got);
        bil_rating_count(&sums->rating, group, arena->seatings.seats, arena->seatings.kind[g], outcome->place);
        sums->hash += bil_bot_game_mix(outcome->hash ^ bil_bot_game_mix(number));
        sums->decisions += outcome->decisions;
        for (int seat = 0; seat < arena->seatings.seats; seat++) {
            bil_bot_faults_add(&sums->external[arena->seatings.kind[g][seat]], &outcome->external[seat], 1);
        }
    }
    for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
        for (int a = 0; a < kinds; a++) {
            sums->sum[m][a] += got[m][a];
            for (int b = 0; b < kinds; b++) {
                sums->product[m][a][b] += got[m][a] * got[m][b];
            }
        }
    }
    if (kinds == 2) {
        sums->firsts[got[BIL_ARENA_FIRST][0]]++;
    }
    sums->blocks++;
    sums->timed++;
}

bool bil_arena_merge(struct bil_arena_sums *to, const struct bil_arena_sums *from)
{
    to->blocks += from->blocks;
    to->decisions += from->decisions;
    to->milliseconds += from->milliseconds;
    to->timed += from->timed;
    to->hash += from->hash;
    bil_bot_faults_add(to->external, from->external, BIL_ARENA_KINDS);
    for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
        for (int a = 0; a < BIL_ARENA_KINDS; a++) {
            to->sum[m][a] += from->sum[m][a];
            for (int b = 0; b < BIL_ARENA_KINDS; b++) {
                to->product[m][a][b] += from->product[m][a][b];
            }
        }
    }
    for (int i = 0; i < BIL_ARENA_FIRSTS; i++) {
        to->firsts[i] += from->firsts[i];
    }
    return bil_rating_merge(&to->rating, &from->rating);
}

int bil_arena_verdict(const struct bil_arena *arena, const struct bil_arena_sums *sums, double *ratio)
{
    const struct bil_arena_test *test = &arena->test;
    *ratio = 0;
    if (!test->on) {
        return 0;
    }
    *ratio = bil_sprt_ratio(sums->firsts, BIL_ARENA_SHARE * arena->seatings.games, test->low, test->high);
    return bil_sprt_decide(*ratio, test->alpha, test->beta);
}

/* Whether nothing is left to play. */
static bool is_complete(const struct bil_arena *arena, const struct bil_arena_sums *sums)
{
    double ratio;
    return sums->blocks >= arena->blocks || bil_arena_verdict(arena, sums, &ratio) != 0;
}

/* Counts every block whose turn has come. Under the lock. */
static void count_ready(struct run *run)
{
    struct slot *slot = &run->slot[run->sums->blocks % run->slots];
    while (slot->ready && !run->complete) {
        slot->ready = false;
        count_block(run->arena, slot, run->sums);
        if (is_complete(run->arena, run->sums)) {
            run->complete = true;
            atomic_store(&run->over, true);
        }
        slot = &run->slot[run->sums->blocks % run->slots];
    }
}

/* ------------------------------------------------------------------ threads */

/* Plays all games of a block, counted from the arena's first one; false if it was not played to its end. */
static bool play_block(struct run *run, uint64_t block, struct outcome *outcome)
{
    const struct bil_arena *arena = run->arena;
    const struct bil_game *game = arena->game;
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
    struct bil_bot_game bot_game = {.game = game,
                                    .rules = run->rules,
                                    .quick = run->quick,
                                    .config = run->config,
                                    .seats = arena->seatings.seats,
                                    .stop = &run->over};
    block += arena->first;
    bil_bot_game_seed(arena->seed, block, bot_game.seed);
    for (int g = 0; g < arena->seatings.games; g++) {
        struct bil_error error = {{0}};
        for (int seat = 0; seat < bot_game.seats; seat++) {
            bot_game.bot[seat] = arena->bot[arena->seatings.kind[g][seat]];
        }
        bot_game.number = block * (uint64_t)arena->seatings.games + (uint64_t)g;
        bot_game.external = outcome[g].external;
        const enum bil_bot_game_end end = bil_bot_game_play(&bot_game, state, &outcome[g].decisions, &error);
        if (end == BIL_BOT_GAME_BROKEN) {
            pthread_mutex_lock(&run->lock);
            if (!run->failed) {
                run->failed = true;
                bil_fail(run->error, "%s", error.text);
            }
            atomic_store(&run->over, true);
            pthread_mutex_unlock(&run->lock);
        }
        if (end != BIL_BOT_GAME_OVER) {
            return false;
        }
        outcome[g].hash = bil_state_hash(game, state);
        game->rank(run->rules, state, outcome[g].place);
        for (int seat = 0; seat < bot_game.seats; seat++) {
            struct bil_score score = {0};
            game->score(run->rules, state, seat, &score);
            outcome[g].points[seat] = score.total;
        }
    }
    return true;
}

static void play_blocks(void *context, int worker)
{
    struct run *run = context;
    (void)worker;
    pthread_mutex_lock(&run->lock);
    for (;;) {
        while (!atomic_load(&run->over) && run->next < run->arena->blocks && run->next - run->sums->blocks >= run->slots) {
            pthread_cond_wait(&run->room, &run->lock);
        }
        if (atomic_load(&run->over) || run->next >= run->arena->blocks) {
            break;
        }
        const uint64_t block = run->next++;
        struct slot *slot = &run->slot[block % run->slots];
        pthread_mutex_unlock(&run->lock);
        const bool played = play_block(run, block, slot->outcome);
        pthread_mutex_lock(&run->lock);
        slot->ready = played;
        count_ready(run);
        pthread_cond_broadcast(&run->room);
    }
    pthread_mutex_unlock(&run->lock);
}

/* Reports progress with a copy, so that no thread waits for the listener, and asks it whether to stop. */
static void report_arena(void *context)
{
    struct run *run = context;
    const struct bil_arena *arena = run->arena;
    pthread_mutex_lock(&run->lock);
    run->sums->milliseconds = run->before + (uint64_t)bil_clock_ms() - run->begin;
    *run->copy = *run->sums;
    pthread_mutex_unlock(&run->lock);
    const bool wanted =
        !arena->progress || arena->progress(arena->context, run->copy); /* the last report also says that it was stopped */
    if (!wanted || (arena->stop && atomic_load_explicit(arena->stop, memory_order_relaxed))) {
        pthread_mutex_lock(&run->lock);
        atomic_store(&run->over, true);
        pthread_cond_broadcast(&run->room);
        pthread_mutex_unlock(&run->lock);
    }
}

bool bil_arena_run(const struct bil_arena *arena, struct bil_arena_sums *sums, struct bil_error *error)
{
    struct bil_config config = arena->config;
    struct run run = {.arena = arena, .config = &config, .sums = sums, .next = sums->blocks, .error = error};
    if (arena->threads < 1 || arena->threads > BIL_ARENA_THREADS) {
        return bil_fail(error, "%d threads; there can be 1 to %d.", arena->threads, BIL_ARENA_THREADS);
    }
    if (arena->blocks > BIL_ARENA_BLOCKS) {
        return bil_fail(error, "%" PRIu64 " deals; there can be %d.", arena->blocks, BIL_ARENA_BLOCKS);
    }
    config.seats = arena->seatings.seats;
    config.fast = !bil_bots_look(arena->bot, arena->seatings.kinds);
    if (!bil_rules_new(arena->game, &config, &run.rules, &run.quick, error)) {
        return false;
    }
    sums->rating.kinds = arena->seatings.kinds;
    run.slots = (uint64_t)(SLOTS * arena->threads);
    run.slot = bil_memory_zero((size_t)run.slots, sizeof *run.slot);
    for (uint64_t i = 0; i < run.slots; i++) {
        run.slot[i].outcome = bil_memory_zero((size_t)arena->seatings.games, sizeof *run.slot[i].outcome);
    }
    run.complete = is_complete(arena, sums);
    atomic_store(&run.over, run.complete);
    run.copy = bil_memory_zero(1, sizeof *run.copy);
    run.begin = (uint64_t)bil_clock_ms();
    run.before = sums->milliseconds;
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.room, NULL);
    bil_thread_pool_run(
        &(struct bil_thread_pool){.threads = arena->threads, .work = play_blocks, .tell = report_arena, .context = &run});
    pthread_cond_destroy(&run.room);
    pthread_mutex_destroy(&run.lock);
    for (uint64_t i = 0; i < run.slots; i++) {
        free(run.slot[i].outcome);
    }
    free(run.slot);
    free(run.copy);
    free(run.rules);
    free(run.quick);
    return !run.failed;
}

/* ------------------------------------------------------------------ what it means */

/* What one first place, place or point at one seat of a kind adds to the sum of a block. */
static double unit(const struct bil_arena *arena, enum bil_arena_measure measure, int kind)
{
    static const double of[BIL_ARENA_MEASURES] = {
        [BIL_ARENA_FIRST] = BIL_ARENA_SHARE, [BIL_ARENA_PLACE] = 2, [BIL_ARENA_POINTS] = 1};
    return of[measure] * bil_seatings_of(&arena->seatings, kind);
}

/* How two kinds go together from block to block. */
static double covariance(const struct bil_arena_sums *sums, enum bil_arena_measure measure, int a, int b)
{
    const long double n = (long double)sums->blocks;
    const long double both = (long double)sums->product[measure][a][b];
    const long double apart = (long double)sums->sum[measure][a] * (long double)sums->sum[measure][b] / n;
    return (double)((both - apart) / (n - 1));
}

/* Of a figure that cannot leave [low, high]: as a share of the way between them. */
static struct bil_interval between(double low, double high, double mean, double error, uint64_t blocks)
{
    const double way = high - low;
    const struct bil_interval share = bil_interval_share((mean - low) / way, error / way, blocks);
    return (struct bil_interval){mean, low + way * share.low, low + way * share.high};
}

struct bil_interval bil_arena_figure(const struct bil_arena *arena, const struct bil_arena_sums *sums,
                                     enum bil_arena_measure measure, int kind)
{
    const double n = (double)sums->blocks;
    const double each = unit(arena, measure, kind);
    const double mean = sums->blocks ? (double)sums->sum[measure][kind] / n / each : 0;
    const double variance = sums->blocks > 1 ? fmax(0, covariance(sums, measure, kind, kind)) : 0;
    const double error = sums->blocks ? sqrt(variance / n) / each : 0;
    switch (measure) {
    case BIL_ARENA_FIRST:
        return bil_interval_share(mean, error, sums->blocks);
    case BIL_ARENA_PLACE:
        return between(1, arena->seatings.seats, mean, error, sums->blocks);
    default:
        return bil_interval_mean(mean, error, sums->blocks ? sums->blocks - 1 : 0);
    }
}

struct bil_interval bil_arena_lead(const struct bil_arena *arena, const struct bil_arena_sums *sums, enum bil_arena_measure measure,
                                   int a, int b)
{
    const double n = (double)sums->blocks;
    const double of_a = unit(arena, measure, a);
    const double of_b = unit(arena, measure, b);
    if (sums->blocks == 0) {
        return bil_interval_mean(0, 0, 0);
    }
    const double mean = ((double)sums->sum[measure][a] / of_a - (double)sums->sum[measure][b] / of_b) / n;
    const double variance = sums->blocks < 2
                                ? 0
                                : covariance(sums, measure, a, a) / of_a / of_a + covariance(sums, measure, b, b) / of_b / of_b -
                                      2 * covariance(sums, measure, a, b) / of_a / of_b;
    const double error = sqrt(fmax(0, variance) / n);
    const double most = measure == BIL_ARENA_FIRST ? 1 : arena->seatings.seats - 1;
    return measure == BIL_ARENA_POINTS ? bil_interval_mean(mean, error, sums->blocks - 1)
                                       : between(-most, most, mean, error, sums->blocks);
}
