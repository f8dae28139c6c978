/* The engine's figures: see measure.h. Must never measure anything but what people and programs really call. */
#include "bench/measure.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STATES = 512, STREAM_CHOICES = 0x62656e63, MOST_MOVES = 8192 };

/* A state, or a view, of any game. */
struct place {
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
};

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double busy(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

/* Keeps the compiler from leaving out work whose result nobody reads. */
static void use(const void *memory)
{
    __asm__ volatile("" : : "r"(memory) : "memory");
}

bool bench_prepare(struct bench_game *bench, const struct bil_game *game, int seats, struct bil_error *error)
{
    struct bil_setting settings[16];
    struct bil_config config = {.seats = seats, .settings = settings};
    for (const struct bil_option *option = game->options; option && option->key && config.setting_count < 16; option++) {
        if (option->full) {
            settings[config.setting_count++] = (struct bil_setting){option->key, option->full};
        }
    }
    bench->game = game;
    if (!game->rules_init(&config, bench->full, error)) {
        return false;
    }
    config.fast = true;
    return game->rules_init(&config, bench->fast, error);
}

static void seed_of(uint64_t number, uint8_t seed[BIL_SEED_BYTES])
{
    memset(seed, 0, BIL_SEED_BYTES);
    for (int i = 0; i < 8; i++) {
        seed[i] = (uint8_t)(number >> 8 * i);
    }
}

/* ------------------------------------------------------------------ random games */

/* Games number `first` to `first + count - 1`; returns how many decisions they took. */
static uint64_t play_games(const struct bench_game *bench, uint64_t first, uint64_t count, bool listed, bool full,
                           struct bil_random *choices)
{
    const struct bil_game *game = bench->game;
    const void *rules = full ? bench->full : bench->fast;
    struct place place;
    bil_move list[BIL_MAX_MOVES];
    uint64_t decisions = 0;
    for (uint64_t number = first; number < first + count; number++) {
        uint8_t seed[BIL_SEED_BYTES];
        struct bil_random chance;
        seed_of(number, seed);
        bil_random_match(&chance, seed);
        game->setup(rules, &chance, place.state, NULL);
        while (game->actor(rules, place.state) != BIL_OVER) {
            bil_move move;
            if (listed) {
                const int moves = game->moves(rules, place.state, list);
                move = list[moves == 1 ? 0 : bil_random_below(choices, (uint32_t)moves)];
            } else {
                move = bil_pick(game, rules, place.state, choices);
            }
            game->apply(rules, place.state, move, &chance, NULL);
            decisions++;
        }
        use(&place);
    }
    return decisions;
}

double bench_random_games(const struct bench_game *bench, double seconds, bool listed, bool full, double *decisions)
{
    uint8_t seed[BIL_SEED_BYTES];
    struct bil_random choices;
    uint64_t games = 0;
    uint64_t taken = 0;
    uint64_t chunk = 16;
    seed_of(1, seed);
    bil_random_stream(&choices, seed, STREAM_CHOICES, 0);
    const double begin = busy();
    double passed = 0;
    while (passed < seconds) {
        taken += play_games(bench, games, chunk, listed, full, &choices);
        games += chunk;
        passed = busy() - begin;
        if (passed < seconds / 8) {
            chunk *= 2; /* so that looking at the clock costs nothing */
        }
    }
    if (decisions) {
        *decisions = (double)taken / passed;
    }
    return (double)games / passed;
}

/* ------------------------------------------------------------------ copies, views, worlds */

/* Follows the advice, or chance. */
static bil_move choose(const struct bench_game *bench, const void *state, bool sensible, struct bil_random *choices)
{
    const struct bil_game *game = bench->game;
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES];
    struct place view;
    const int moves = game->moves(bench->full, state, list);
    if (!sensible || moves == 1) {
        return list[moves == 1 ? 0 : bil_random_below(choices, (uint32_t)moves)];
    }
    int best = 0;
    game->hide(bench->full, state, game->actor(bench->full, state), view.state);
    game->advise(bench->full, view.state, list, moves, value);
    for (int i = 1; i < moves; i++) {
        best = value[i] > value[best] ? i : best;
    }
    return list[best];
}

/* Collects STATES states in which somebody decides, about one in ten of those that games go through. */
static struct place *collect(const struct bench_game *bench, bool sensible)
{
    const struct bil_game *game = bench->game;
    struct place *states = aligned_alloc(64, STATES * sizeof *states);
    struct bil_random choices;
    uint8_t seed[BIL_SEED_BYTES];
    int count = 0;
    if (!states) {
        return NULL;
    }
    seed_of(2, seed);
    bil_random_stream(&choices, seed, STREAM_CHOICES, 1);
    for (uint64_t number = 0; count < STATES; number++) {
        struct place place = {{0}};
        struct bil_random chance;
        seed_of(number, seed);
        bil_random_match(&chance, seed);
        game->setup(bench->full, &chance, place.state, NULL);
        while (count < STATES && game->actor(bench->full, place.state) != BIL_OVER) {
            if (bil_random_below(&choices, 10) == 0) {
                states[count++] = place;
            }
            game->apply(bench->full, place.state, choose(bench, place.state, sensible, &choices), &chance, NULL);
        }
    }
    return states;
}

double bench_copies(const struct bench_game *bench, double seconds)
{
    struct place *states = collect(bench, true);
    struct place copy;
    uint64_t copies = 0;
    double passed = 0;
    const double begin = busy();
    while (states && passed < seconds) {
        for (int round = 0; round < 1000; round++) {
            for (int i = 0; i < 16; i++) { /* a search copies what it has just looked at */
                memcpy(copy.state, states[i].state, bench->game->state_size);
                use(&copy);
            }
        }
        copies += 16000;
        passed = busy() - begin;
    }
    free(states);
    return passed > 0 ? (double)copies / passed : 0;
}

double bench_hide_and_deal(const struct bench_game *bench, double seconds, bool sensible)
{
    const struct bil_game *game = bench->game;
    struct place *states = collect(bench, sensible);
    struct place view;
    struct place world;
    struct bil_random random;
    uint8_t seed[BIL_SEED_BYTES];
    uint64_t deals = 0;
    double passed = 0;
    seed_of(3, seed);
    bil_random_stream(&random, seed, STREAM_CHOICES, 2);
    const double begin = busy();
    while (states && passed < seconds) {
        for (int i = 0; i < STATES; i++) {
            game->hide(bench->full, states[i].state, game->actor(bench->full, states[i].state), view.state);
            game->deal(bench->full, view.state, &random, world.state);
            use(&world);
        }
        deals += STATES;
        passed = busy() - begin;
    }
    free(states);
    return passed > 0 ? (double)deals / passed : 0;
}

double bench_replay(const struct bench_game *bench, double seconds)
{
    const struct bil_game *game = bench->game;
    struct place place = {{0}};
    struct bil_random chance;
    struct bil_random choices;
    uint8_t seed[BIL_SEED_BYTES];
    bil_move *moves = malloc(MOST_MOVES * sizeof *moves);
    int count = 0;
    uint64_t games = 0;
    double passed = 0;
    if (!moves) {
        return 0;
    }
    seed_of(4, seed);
    bil_random_stream(&choices, seed, STREAM_CHOICES, 3);
    bil_random_match(&chance, seed);
    game->setup(bench->full, &chance, place.state, NULL);
    while (count < MOST_MOVES && game->actor(bench->full, place.state) != BIL_OVER) {
        moves[count] = choose(bench, place.state, true, &choices);
        game->apply(bench->full, place.state, moves[count++], &chance, NULL);
    }
    const double begin = busy();
    while (passed < seconds) {
        for (int round = 0; round < 100; round++) {
            bil_random_match(&chance, seed);
            game->setup(bench->full, &chance, place.state, NULL);
            for (int i = 0; i < count; i++) {
                game->apply(bench->full, place.state, moves[i], &chance, NULL);
            }
            use(&place);
        }
        games += 100;
        passed = busy() - begin;
    }
    free(moves);
    return 1e6 * passed / (double)games;
}

/* ------------------------------------------------------------------ threads */

struct worker {
    const struct bench_game *bench;
    pthread_t thread;
    uint64_t first, games;
    const atomic_bool *stop;
};

static void *work(void *context)
{
    struct worker *worker = context;
    struct bil_random choices;
    uint8_t seed[BIL_SEED_BYTES];
    seed_of(worker->first, seed);
    bil_random_stream(&choices, seed, STREAM_CHOICES, 4);
    while (!atomic_load_explicit(worker->stop, memory_order_relaxed)) {
        play_games(worker->bench, worker->first + worker->games, 64, false, false, &choices);
        worker->games += 64;
    }
    return NULL;
}

/* Games a second, by the clock, of so many threads. */
static double threaded(const struct bench_game *bench, int threads, double seconds)
{
    atomic_bool stop = false;
    struct worker worker[2];
    uint64_t games = 0;
    int started = 0;
    const double begin = seconds_of(CLOCK_MONOTONIC);
    for (; started < threads; started++) {
        worker[started] = (struct worker){.bench = bench, .first = (uint64_t)started << 40, .stop = &stop};
        if (pthread_create(&worker[started].thread, NULL, work, &worker[started]) != 0) {
            break;
        }
    }
    const struct timespec pause = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&pause, NULL);
    atomic_store(&stop, true);
    for (int i = 0; i < started; i++) {
        pthread_join(worker[i].thread, NULL);
        games += worker[i].games;
    }
    return (double)games / (seconds_of(CLOCK_MONOTONIC) - begin);
}

double bench_two_threads(const struct bench_game *bench, double seconds)
{
    double one = 0;
    double two = 0;
    for (int round = 0; round < 3; round++) { /* in turns, so that a slow moment of the machine strikes both */
        one += threaded(bench, 1, seconds / 6);
        two += threaded(bench, 2, seconds / 6);
    }
    return one > 0 ? two / one : 0;
}

/* ------------------------------------------------------------------ start */

/* Starts the program once; milliseconds to its prompt, or -1. */
static double start_once(const char *program, const char *game)
{
    int in[2];
    int out[2];
    if (pipe(in) != 0) {
        return -1;
    }
    if (pipe(out) != 0) {
        close(in[0]);
        close(in[1]);
        return -1;
    }
    const double begin = seconds_of(CLOCK_MONOTONIC);
    const pid_t child = fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        execl(program, "billions", "play", game, "--seed", "1", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    char text[65536];
    size_t length = 0;
    double passed = -1;
    while (child > 0 && length < sizeof text - 1) {
        struct pollfd ready = {out[0], POLLIN, 0};
        if (poll(&ready, 1, 5000) <= 0) {
            break;
        }
        const ssize_t got = read(out[0], text + length, sizeof text - 1 - length);
        if (got <= 0) {
            break;
        }
        length += (size_t)got;
        text[length] = 0;
        if (length >= 2 && strcmp(text + length - 2, "> ") == 0) {
            passed = 1000 * (seconds_of(CLOCK_MONOTONIC) - begin);
            break;
        }
    }
    close(in[1]);
    close(out[0]);
    if (child > 0) {
        kill(child, SIGTERM);
        waitpid(child, NULL, 0);
    }
    return passed;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_first_prompt(const char *program, const char *game, int times)
{
    double took[101];
    times = times > 101 ? 101 : times;
    for (int i = 0; i < times; i++) {
        took[i] = start_once(program, game);
        if (took[i] < 0) {
            return -1;
        }
    }
    qsort(took, (size_t)times, sizeof took[0], by_size);
    return took[times / 2];
}
