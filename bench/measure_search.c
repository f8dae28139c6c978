/* How fast the searching bot is: iterations from views in the middle of games. Nothing here prints or knows a particular game. */
#include "bench/measure_search.h"

#include <stdlib.h>
#include <string.h>

#include "billions/bot.h"

enum { VIEWS = 24, STREAM = 3, THREAD_PARTS = 6 };

struct search_work {
    const struct bil_game *game;
    const struct bil_bot *bot;
    _Alignas(64) uint8_t rules[BIL_MAX_RULES];
    _Alignas(64) uint8_t quick[BIL_MAX_RULES];
    _Alignas(64) uint8_t view[VIEWS][BIL_MAX_STATE];
    int seat[VIEWS];
    struct bil_random random;
    int next;
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
    if (game->quicken) {
        game->quicken(work->quick);
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

bool bil_measure_search_threads(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error)
{
    struct search_work *work[2] = {search_work_new(game, "search:iterations=2000:threads=1", error), NULL};
    work[1] = work[0] ? search_work_new(game, "search:iterations=2000:threads=2", error) : NULL;
    const bool good = work[1] != NULL;
    double best[2] = {0, 0};
    for (int part = 0; part < THREAD_PARTS && good; part++) { /* in turn, so that a busy moment of the machine meets both */
        const double begin = bil_bench_clock();
        uint64_t done = 0;
        do {
            done += one_search(work[part % 2]);
        } while (bil_bench_clock() - begin < bench->seconds / THREAD_PARTS);
        const double rate = (double)done / (bil_bench_clock() - begin);
        best[part % 2] = rate > best[part % 2] ? rate : best[part % 2];
    }
    *value = best[0] > 0 ? best[1] / best[0] : 0;
    free(work[0]);
    free(work[1]);
    return good;
}
