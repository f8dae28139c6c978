/* Mass simulation over threads. Must never let a result depend on which thread played a game, or when. */
#include "lab/simulation/sim.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/match.h"
#include "billions/record.h"
#include "lab/simulation/bot_game.h"
#include "lab/simulation/members.h"
#include "lab/simulation/thread_pool.h"
#include "table/bots/bot_seats.h"
#include "table/clock.h"
#include "table/memory.h"

enum { SHARE = 60, CHUNK = 16 };

/* What the threads share. */
struct run {
    const struct bil_sim *sim;
    const void *rules;
    const void *quick;         /* the same made fast */
    atomic_uint_fast64_t next; /* the game that is next to be played */
    atomic_uint_fast64_t done;
    atomic_bool failed;
    pthread_mutex_t lock; /* of what follows */
    bool unwritable;
    struct bil_error *error;
    struct worker *worker; /* one for each thread */
};

/* What a thread has of its own. */
struct worker {
    struct run *run;
    struct bil_sim_result sum;
    bil_move *choice; /* the open choices of the present game, for its record */
    int choice_count, choice_room;
};

/* ------------------------------------------------------------------ one game */

/* Of all threads' failures the first is reported. */
__attribute__((format(printf, 3, 4))) static void fail_run(struct run *run, bool unwritable, const char *format, ...)
{
    char sentence[BIL_ERROR_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&run->lock);
    if (!atomic_load(&run->failed)) {
        atomic_store(&run->failed, true);
        run->unwritable = unwritable;
        bil_fail(run->error, "%s", sentence);
    }
    pthread_mutex_unlock(&run->lock);
}

static void keep_choice(void *context, bil_move move)
{
    struct worker *worker = context;
    if (worker->choice_count == worker->choice_room) {
        worker->choice_room = worker->choice_room ? 2 * worker->choice_room : 256;
        worker->choice = bil_memory_grow(worker->choice, (size_t)worker->choice_room, sizeof *worker->choice);
    }
    worker->choice[worker->choice_count++] = move;
}

static int entrant_at(const struct bil_sim *sim, uint64_t game, int seat)
{
    const uint64_t seats = (uint64_t)sim->config.seats;
    return sim->rotate ? (int)(((uint64_t)seat + seats - game % seats) % seats) : seat;
}

/* Plays the choices again at a table, which writes the record; the table must come to the same state. */
static void write_record(struct worker *worker, uint64_t game, const uint8_t seed[BIL_SEED_BYTES], uint64_t hash)
{
    const struct bil_sim *sim = worker->run->sim;
    struct bil_match_setup setup = {.game = sim->game, .config = sim->config};
    struct bil_error error = {{0}};
    memcpy(setup.seed, seed, BIL_SEED_BYTES);
    struct bil_match *match = bil_match_new(&setup, &error);
    bool fine = match != NULL;
    for (int i = 0; fine && i < worker->choice_count; i++) {
        fine = bil_match_play(match, worker->choice[i], &error);
    }
    if (!fine || match->actor != BIL_OVER || bil_state_hash(sim->game, bil_match_state(match, -1)) != hash) {
        fail_run(worker->run, false,
                 "Game %" PRIu64 " went another way at the table than in the simulation; this is an error of the program. %s",
                 game + 1, error.text);
    } else {
        char path[4096];
        for (int seat = 0; seat < sim->config.seats; seat++) {
            bil_match_seat_bot(match, seat, sim->bot[entrant_at(sim, game, seat)]);
        }
        snprintf(path, sizeof path, "%s/game-%07" PRIu64 ".record", sim->record_dir, game + 1);
        if (!bil_record_save(match, path, &error)) {
            fail_run(worker->run, true, "%s", error.text);
        }
    }
    bil_match_free(match);
}

static void count_game(struct worker *worker, uint64_t game, const void *state, uint64_t decisions)
{
    const struct bil_sim *sim = worker->run->sim;
    struct bil_sim_result *sum = &worker->sum;
    uint8_t place[BIL_MAX_SEATS] = {0};
    uint64_t winners = 0;
    sim->game->rank(worker->run->rules, state, place);
    for (int seat = 0; seat < sim->config.seats; seat++) {
        winners += place[seat] == 1;
    }
    for (int seat = 0; seat < sim->config.seats; seat++) {
        struct bil_sim_entrant *entrant = &sum->entrant[entrant_at(sim, game, seat)];
        struct bil_score score = {0};
        sim->game->score(worker->run->rules, state, seat, &score);
        entrant->win_shares += place[seat] == 1 ? SHARE / winners : 0;
        entrant->score_sum += score.total;
        entrant->score_squares += (uint64_t)((int64_t)score.total * score.total);
        entrant->score_low = sum->games == 0 || score.total < entrant->score_low ? score.total : entrant->score_low;
        entrant->score_high = sum->games == 0 || score.total > entrant->score_high ? score.total : entrant->score_high;
    }
    if (sim->game->length) {
        const int length = sim->game->length(worker->run->rules, state);
        sum->length[length < BIL_SIM_LENGTHS ? length : BIL_SIM_LENGTHS - 1]++;
    }
    if (sim->game->ending) {
        sum->ending[sim->game->ending(worker->run->rules, state)]++;
    }
    sum->shortest = sum->games == 0 || decisions < sum->shortest ? decisions : sum->shortest;
    sum->longest = decisions > sum->longest ? decisions : sum->longest;
    sum->decisions += decisions;
    sum->games++;
}

static void play_game(struct worker *worker, uint64_t number)
{
    const struct bil_sim *sim = worker->run->sim;
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
    struct bil_bot_game bot_game = {.game = sim->game,
                                    .rules = worker->run->rules,
                                    .quick = worker->run->quick,
                                    .config = &sim->config,
                                    .seats = sim->config.seats,
                                    .number = number,
                                    .check = sim->check,
                                    .stop = sim->stop,
                                    .chosen = sim->record_dir ? keep_choice : NULL,
                                    .context = worker};
    struct bil_error error = {{0}};
    struct bil_external_bot_count external[BIL_MAX_SEATS] = {{0, 0}};
    uint64_t decisions = 0;
    for (int seat = 0; seat < sim->config.seats; seat++) {
        bot_game.bot[seat] = sim->bot[entrant_at(sim, number, seat)];
    }
    bil_bot_game_seed(sim->seed, number, bot_game.seed);
    bot_game.external = external;
    worker->choice_count = 0;
    const enum bil_bot_game_end end = bil_bot_game_play(&bot_game, state, &decisions, &error);
    if (end == BIL_BOT_GAME_BROKEN) {
        fail_run(worker->run, false, "%s", error.text);
    }
    if (end != BIL_BOT_GAME_OVER) {
        return;
    }
    const uint64_t hash = bil_state_hash(sim->game, state);
    worker->sum.hash += bil_bot_game_mix(hash ^ bil_bot_game_mix(number));
    count_game(worker, number, state, decisions);
    for (int seat = 0; seat < sim->config.seats; seat++) {
        bil_bot_faults_add(&worker->sum.external[entrant_at(sim, number, seat)], &external[seat], 1);
    }
    if (sim->record_dir) {
        write_record(worker, number, bot_game.seed, hash);
    }
    atomic_fetch_add_explicit(&worker->run->done, 1, memory_order_relaxed);
}

/* ------------------------------------------------------------------ threads */

static bool should_stop(const struct run *run)
{
    return atomic_load_explicit(&run->failed, memory_order_relaxed) ||
           (run->sim->stop && atomic_load_explicit(run->sim->stop, memory_order_relaxed));
}

static void play_chunks(void *context, int number)
{
    struct run *run = context;
    struct worker *worker = &run->worker[number];
    for (;;) {
        const uint64_t first = atomic_fetch_add(&run->next, CHUNK);
        if (first >= run->sim->games || should_stop(run)) {
            break;
        }
        const uint64_t stop = first + CHUNK < run->sim->games ? first + CHUNK : run->sim->games;
        for (uint64_t game = first; game < stop && !should_stop(run); game++) {
            play_game(worker, run->sim->first + game);
        }
    }
}

static void report_games(void *context)
{
    const struct run *run = context;
    if (run->sim->progress) {
        run->sim->progress(run->sim->context, atomic_load_explicit(&run->done, memory_order_relaxed));
    }
}

void bil_sim_merge(struct bil_sim_result *to, const struct bil_sim_result *from)
{
    to->seconds += from->seconds;
    if (from->games == 0) {
        return;
    }
    for (int e = 0; e < BIL_MAX_SEATS; e++) {
        struct bil_sim_entrant *a = &to->entrant[e];
        const struct bil_sim_entrant *b = &from->entrant[e];
        a->win_shares += b->win_shares;
        a->score_sum += b->score_sum;
        a->score_squares += b->score_squares;
        a->score_low = to->games == 0 || b->score_low < a->score_low ? b->score_low : a->score_low;
        a->score_high = to->games == 0 || b->score_high > a->score_high ? b->score_high : a->score_high;
    }
    bil_bot_faults_add(to->external, from->external, BIL_MAX_SEATS);
    for (int length = 0; length < BIL_SIM_LENGTHS; length++) {
        to->length[length] += from->length[length];
    }
    for (int ending = 0; ending < BIL_MAX_ENDINGS; ending++) {
        to->ending[ending] += from->ending[ending];
    }
    to->shortest = to->games == 0 || from->shortest < to->shortest ? from->shortest : to->shortest;
    to->longest = from->longest > to->longest ? from->longest : to->longest;
    to->decisions += from->decisions;
    to->hash += from->hash;
    to->games += from->games;
}

bool bil_sim_run(const struct bil_sim *sim, struct bil_sim_result *result, bool *unwritable, struct bil_error *error)
{
    *result = (struct bil_sim_result){0};
    if (unwritable) {
        *unwritable = false;
    }
    if (sim->threads < 1 || sim->threads > BIL_SIM_THREADS) {
        return bil_fail(error, "%d threads; there can be 1 to %d.", sim->threads, BIL_SIM_THREADS);
    }
    struct bil_config config = sim->config;
    config.fast = !sim->slow && !bil_bots_look(sim->bot, sim->config.seats);
    void *rules = NULL;
    void *quick = NULL;
    if (!bil_rules_new(sim->game, &config, &rules, &quick, error)) {
        return false;
    }
    struct run run = {.sim = sim, .rules = rules, .quick = quick, .error = error};
    run.worker = bil_memory_zero((size_t)sim->threads, sizeof *run.worker);
    for (int t = 0; t < sim->threads; t++) {
        run.worker[t].run = &run;
    }
    pthread_mutex_init(&run.lock, NULL);
    const double begin = bil_clock_seconds();
    bil_thread_pool_run(
        &(struct bil_thread_pool){.threads = sim->threads, .work = play_chunks, .tell = report_games, .context = &run});
    for (int t = 0; t < sim->threads; t++) {
        bil_sim_merge(result, &run.worker[t].sum);
        free(run.worker[t].choice);
    }
    result->seconds = bil_clock_seconds() - begin;
    pthread_mutex_destroy(&run.lock);
    free(run.worker);
    free(rules);
    free(quick);
    if (unwritable) {
        *unwritable = run.unwritable;
    }
    return !atomic_load(&run.failed);
}

/* ------------------------------------------------------------------ what it means */

struct bil_interval bil_sim_win_rate(const struct bil_sim_result *result, int entrant)
{
    const double n = (double)result->games;
    if (result->games == 0) {
        return (struct bil_interval){0, 0, 1};
    }
    const double z = 1.959963984540054; /* 95 % of a normal distribution */
    const double p = (double)result->entrant[entrant].win_shares / (double)SHARE / n;
    const double centre = (p + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return (struct bil_interval){p, centre - half > 0 ? centre - half : 0, centre + half < 1 ? centre + half : 1};
}

double bil_sim_mean_score(const struct bil_sim_result *result, int entrant)
{
    return result->games ? (double)result->entrant[entrant].score_sum / (double)result->games : 0;
}

int bil_sim_length(const struct bil_sim_result *result, double of_games)
{
    const double wanted = of_games * (double)result->games;
    double passed = 0;
    int length = 0;
    for (; length < BIL_SIM_LENGTHS - 1; length++) {
        passed += (double)result->length[length];
        if (passed >= wanted && passed > 0) {
            break;
        }
    }
    return length;
}

double bil_sim_sd_score(const struct bil_sim_result *result, int entrant)
{
    if (result->games < 2) {
        return 0;
    }
    const long double n = (long double)result->games;
    const long double sum = (long double)result->entrant[entrant].score_sum;
    const long double squares = (long double)result->entrant[entrant].score_squares;
    const long double variance = (squares - sum * sum / n) / (n - 1);
    return variance > 0 ? (double)sqrtl(variance) : 0;
}
