/* How fast the searching bot is: iterations from views in the middle of games. Nothing here prints or knows a particular game. */
#include "bench/measure_search.h"

#include <stdlib.h>
#include <string.h>

#include "billions/bot.h"
#include "bots/value_net.h"
#include "kit/observation.h"

enum { VIEWS = 24, STREAM = 3, THREAD_VIEWS = 6, SWEEPS = 3 };

struct search_work {
    const struct bil_game *game;
    const struct bil_bot *bot;
    _Alignas(64) uint8_t rules[BIL_MAX_RULES];
    _Alignas(64) uint8_t quick[BIL_MAX_RULES];
    _Alignas(64) uint8_t view[VIEWS][BIL_MAX_STATE];
    int seat[VIEWS];
    struct bil_random random;
    int next;
    struct bil_observer observer;
    const struct bil_value_net *net;
    double sum; /* of answers, so that none can be left out */
};

/* One decision with a choice from each of many games; every one of a game is equally likely to be it. */
static void collect_views(struct search_work *work)
{
    const struct bil_game *game = work->game;
    const struct bil_bot *greedy = bil_bot_find("greedy", NULL);
    for (int i = 0; i < VIEWS;) {
        _Alignas(64) uint8_t state[BIL_MAX_STATE] = {0};
        _Alignas(64) uint8_t view[BIL_MAX_STATE] = {0};
        bil_move moves[BIL_MAX_MOVES];
        uint32_t seen = 0;
        game->setup(work->rules, &work->random, state, NULL);
        for (int seat = game->actor(work->rules, state); seat != BIL_OVER; seat = game->actor(work->rules, state)) {
            struct bil_ask ask = {
                .game = game, .rules = work->rules, .view = view, .seat = seat, .moves = moves, .random = &work->random};
            ask.count = game->moves(work->rules, state, moves);
            game->hide(work->rules, state, seat, view);
            if (ask.count > 1 && bil_random_below(&work->random, ++seen) == 0) {
                memcpy(work->view[i], view, game->state_size);
                work->seat[i] = seat;
            }
            game->apply(work->rules, state, greedy->choose(greedy, &ask), &work->random, NULL);
        }
        i += seen > 0;
    }
}

static struct search_work *search_work_new(const struct bil_game *game, const char *bot, struct bil_error *error)
{
    static const uint8_t seed[BIL_SEED_BYTES] = {21};
    struct search_work *work = aligned_alloc(64, (sizeof *work + 63) / 64 * 64);
    if (!work) {
        bil_fail(error, "There is not enough memory for this measurement; close other programs and try again.");
        return NULL;
    }
    memset(work, 0, sizeof *work);
    work->game = game;
    work->bot = bil_bot_find(bot, error);
    bil_random_stream(&work->random, seed, STREAM, 0);
    if (!work->bot || !bil_bench_rules(game, false, work->rules, error)) {
        free(work);
        return NULL;
    }
    memcpy(work->quick, work->rules, sizeof work->quick);
    if (game->make_fast) {
        game->make_fast(work->quick);
    }
    collect_views(work);
    return work;
}

/* Searches at one view; returns the iterations. */
static uint64_t one_search(void *context)
{
    struct search_work *work = context;
    bil_move moves[BIL_MAX_MOVES];
    struct bil_reasons reasons = {.count = 0};
    const void *view = work->view[work->next];
    const struct bil_ask ask = {.game = work->game,
                                .rules = work->rules,
                                .quick = work->quick,
                                .view = view,
                                .seat = work->seat[work->next],
                                .moves = moves,
                                .count = work->game->moves(work->rules, view, moves),
                                .random = &work->random,
                                .reasons = &reasons};
    work->bot->choose(work->bot, &ask);
    work->next = (work->next + 1) % VIEWS;
    return reasons.iterations;
}

static bool measure(const struct bil_bench *bench, const struct bil_game *game, const char *bot, double *value,
                    struct bil_error *error)
{
    struct search_work *work = search_work_new(game, bot, error);
    if (work) {
        *value = bil_bench_rate(bench, one_search, work);
    }
    free(work);
    return work != NULL;
}

bool bil_measure_whole_playouts(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure(bench, game, "search:iterations=200:guide=0:depth=0", value, error);
}

bool bil_measure_search(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure(bench, game, "search:iterations=200", value, error);
}

bool bil_measure_net_search(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    return measure(bench, game, "search:iterations=200:net=1", value, error);
}

/* Judges every view; returns how many these are. */
static uint64_t judge_views(void *context)
{
    struct search_work *work = context;
    const int seats = work->game->max_seats;
    for (int i = 0; i < VIEWS; i++) {
        uint16_t numbers[BIL_MAX_OBSERVATION];
        int points[BIL_MAX_SEATS];
        struct bil_value_net_answer answer;
        for (int seat = 0; seat < seats; seat++) {
            struct bil_score score;
            work->game->score(work->rules, work->view[i], seat, &score);
            points[seat] = score.total;
        }
        bil_observe(&work->observer, work->view[i], numbers);
        bil_value_net_judge(work->net, numbers, work->seat[i], seats, points, &answer);
        work->sum += answer.points[0];
    }
    return VIEWS;
}

bool bil_measure_net(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    struct search_work *work = search_work_new(game, "search", error);
    if (work) {
        work->net = bil_value_net_of(game);
        bil_observer_make(game, work->rules, &work->observer);
        const double rate = bil_bench_rate(bench, judge_views, work);
        *value = rate > 0 ? 1e6 / rate : 0;
    }
    free(work);
    return work != NULL;
}

/* By the wall clock, on a machine that others use too: the same few searches again and again, with one thread and with two in turn,
 * and of each the one that took least. Whatever else the machine does then only matters if it never rests. */
bool bil_measure_search_threads(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    struct search_work *work[2] = {search_work_new(game, "search:iterations=500:threads=1", error), NULL};
    work[1] = work[0] ? search_work_new(game, "search:iterations=500:threads=2", error) : NULL;
    const bool good = work[1] != NULL;
    double rate[2][THREAD_VIEWS] = {{0}}; /* the best of each search */
    double sum[2] = {0, 0};               /* seconds for an iteration */
    const double begin = bil_bench_clock();
    for (int sweep = 0; good && (sweep < SWEEPS || bil_bench_clock() - begin < bench->seconds); sweep++) {
        for (int i = 0; i < 2 * THREAD_VIEWS; i++) {
            struct search_work *one = work[i % 2];
            const struct bil_random random = one->random;
            const double start = bil_bench_clock();
            one->next = i / 2;
            const uint64_t done = one_search(one);
            one->random = random; /* the same search, whenever it is measured */
            const double found = (double)done / (bil_bench_clock() - start);
            rate[i % 2][i / 2] = found > rate[i % 2][i / 2] ? found : rate[i % 2][i / 2];
        }
    }
    for (int i = 0; good && i < 2 * THREAD_VIEWS; i++) {
        sum[i % 2] += 1 / rate[i % 2][i / 2];
    }
    *value = good ? sum[0] / sum[1] : 0;
    free(work[0]);
    free(work[1]);
    return good;
}
