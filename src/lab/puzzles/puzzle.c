/* What the moves of a position are worth, and how hard the best one is to find (puzzle.h). Must never show a bot more than the
 * view, nor let a figure hang on anything but view, seed and numbers. */
#include "lab/puzzles/puzzle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lab/simulation/interval.h"

/* How far the best move leads the next one, in places: in the mean, and with 95 % certainty. */
static const double wanted_lead = 0.10, wanted_low = 0.03;

enum { GLANCE = 200, LOOK = 1000 }; /* tries of a first search, and of a second one */

/* Of judging: the `stream` of each time. */
enum { JUDGE_LOOK, JUDGE_FIRST, JUDGE_SECOND };

/* The streams of the seed. Rounds of judging take one each, from STREAM_JUDGE on. */
enum { STREAM_GLANCE, STREAM_LEVEL, STREAM_JUDGE = 1000, ROUNDS_MAX = 64 };

static const char glancing[] = "search:iterations=%d:net=1:belief=0";

/* To the end of the game, by advice all the way: the end is what is claimed. */
static const char judging[] = "search:iterations=%d:depth=0:belief=0";

/* What `greedy` plays: the first move with the best advice, by its index. */
static int advised_move(const int32_t *advice, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        best = advice[i] > advice[best] ? i : best;
    }
    return best;
}

bool bil_puzzle_moves(struct bil_puzzle_ask *ask)
{
    bil_move move[BIL_MAX_MOVES];
    const int count = ask->game->moves(ask->rules, ask->view, move);
    if (count < 2 || count > BIL_PUZZLE_MOVES) {
        return false;
    }
    ask->count = count;
    memcpy(ask->move, move, (size_t)count * sizeof *move);
    ask->game->advise(ask->rules, ask->view, ask->move, count, ask->advice);
    ask->advised = advised_move(ask->advice, count);
    return true;
}

/* Asks a bot that reasons or one that does not; `all`: every move is tried as often as the others. */
static bil_move ask_bot(const struct bil_puzzle_ask *ask, const struct bil_bot *bot, const uint8_t seed[BIL_SEED_BYTES],
                        uint32_t stream, uint32_t number, bool all, struct bil_reasons *reasons)
{
    struct bil_random random;
    bil_random_stream(&random, seed, stream, number);
    const struct bil_ask question = {.game = ask->game,
                                     .rules = ask->rules,
                                     .quick = ask->quick,
                                     .view = ask->view,
                                     .seat = ask->seat,
                                     .moves = ask->move,
                                     .count = ask->count,
                                     .only = all ? ask->move : NULL,
                                     .only_count = all ? ask->count : 0,
                                     .random = &random,
                                     .reasons = reasons,
                                     .config = ask->config};
    return bot->choose(bot, &question);
}

static int index_of(const struct bil_puzzle_ask *ask, bil_move move)
{
    int i = 0;
    while (i < ask->count - 1 && ask->move[i] != move) {
        i++;
    }
    return i;
}

/* ------------------------------------------------------------------ what moves are worth */

static int best_by_place(const double *place, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        best = place[i] < place[best] ? i : best;
    }
    return best;
}

/* How far `best` leads move i, over the rounds. */
static void measure_lead(double place[ROUNDS_MAX][BIL_PUZZLE_MOVES], int rounds, int best, int i, struct bil_puzzle_worth *worth)
{
    double sum = 0;
    double squares = 0;
    for (int r = 0; r < rounds; r++) {
        const double lead = place[r][i] - place[r][best];
        sum += lead;
        squares += lead * lead;
    }
    const double mean = sum / rounds;
    const double variance = fmax(0, squares / rounds - mean * mean) * rounds / (rounds - 1);
    const struct bil_interval interval = bil_interval_mean(mean, sqrt(variance / rounds), (uint64_t)(rounds - 1));
    worth->lead[i] = mean;
    worth->low[i] = interval.low;
}

void bil_puzzle_judge(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], uint32_t stream, int rounds, int tries,
                      int best, struct bil_puzzle_worth *worth)
{
    char name[BIL_BOT_NAME];
    double place[ROUNDS_MAX][BIL_PUZZLE_MOVES] = {{0}};
    snprintf(name, sizeof name, judging, tries * ask->count);
    const struct bil_bot *bot = bil_bot_find(name, NULL);
    const double gone = ask->game->length ? ask->game->length(ask->rules, ask->view) : 0;
    rounds = rounds < ROUNDS_MAX ? rounds : ROUNDS_MAX;
    *worth = (struct bil_puzzle_worth){0};
    for (int r = 0; r < rounds; r++) {
        struct bil_reasons reasons = {0};
        ask_bot(ask, bot, seed, STREAM_JUDGE + stream, (uint32_t)r, true, &reasons);
        for (int i = 0; i < reasons.count; i++) {
            const struct bil_reason *reason = &reasons.item[i];
            const int which = index_of(ask, reason->move);
            place[r][which] = reason->place[ask->seat];
            worth->place[which] += reason->place[ask->seat] / rounds;
            worth->turns[which] += (reason->length - gone) / rounds;
            for (int seat = 0; seat < ask->seats; seat++) {
                worth->points[which][seat] += reason->points[seat] / rounds;
            }
        }
    }
    worth->best = best >= 0 ? best : best_by_place(worth->place, ask->count);
    worth->next = worth->best == 0 ? 1 : 0;
    for (int i = 0; i < ask->count; i++) {
        if (i != worth->best) {
            measure_lead(place, rounds, worth->best, i, worth);
            worth->next = worth->low[i] < worth->low[worth->next] ? i : worth->next;
        }
    }
}

/* ------------------------------------------------------------------ how hard it is */

/* The move that a search of `tries` tries chooses: an index; and how many places it thinks that one leads the next best by (`lead`
 * may be NULL). */
static int glance(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int tries, double *lead)
{
    char name[BIL_BOT_NAME];
    struct bil_reasons reasons = {0};
    snprintf(name, sizeof name, glancing, tries);
    const bil_move move = ask_bot(ask, bil_bot_find(name, NULL), seed, STREAM_GLANCE, (uint32_t)tries, false, &reasons);
    if (lead) {
        *lead = reasons.count > 1 ? reasons.item[1].place[ask->seat] - reasons.item[0].place[ask->seat] : 0;
    }
    return index_of(ask, move);
}

/* How hard it is to find the move, from 1 to BIL_PUZZLE_LEVELS: by which of bots that get stronger finds it more often than not.
 * 0: the strongest does not either. */
static int find_level(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int best)
{
    static const struct {
        const char *bot;
        int tries;
    } level[BIL_PUZZLE_LEVELS] = {{"search:iterations=40:net=1:belief=0", 9},
                                  {"search:iterations=80:net=1:belief=0", 9},
                                  {"search:iterations=150:net=1:belief=0", 9},
                                  {"search:iterations=400:net=1:belief=0", 7},
                                  {"search:iterations=5000:net=1:belief=0", 3}};
    int found = 0;
    for (int i = BIL_PUZZLE_LEVELS - 1; i >= 0; i--) { /* the strongest first: what it does not find is no puzzle */
        const struct bil_bot *bot = bil_bot_find(level[i].bot, NULL);
        int hits = 0;
        for (int t = 0; t < level[i].tries; t++) {
            const uint32_t number = (uint32_t)(i * 100 + t);
            hits += ask_bot(ask, bot, seed, STREAM_LEVEL, number, false, NULL) == ask->move[best];
        }
        if (2 * hits < level[i].tries) {
            if (i == BIL_PUZZLE_LEVELS - 1) {
                return 0;
            }
            continue;
        }
        found = i + 1;
    }
    return found;
}

/* ------------------------------------------------------------------ what is a puzzle */

/* Whether the move is one that `greedy` could make. */
static bool comes_to_mind(const struct bil_puzzle_ask *ask, int which)
{
    return ask->advice[which] == ask->advice[ask->advised];
}

bool bil_puzzle_proves(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int best,
                       struct bil_puzzle_worth *worth, struct bil_puzzle_reasons *reasons, int *level)
{
    if (comes_to_mind(ask, best)) {
        return false;
    }
    bil_puzzle_judge(ask, seed, JUDGE_SECOND, BIL_PUZZLE_ROUNDS, BIL_PUZZLE_TRIES, best, worth);
    if (worth->lead[worth->next] < wanted_lead || worth->low[worth->next] < wanted_low) {
        return false;
    }
    *level = find_level(ask, seed, best);
    if (*level == 0) {
        return false;
    }
    const bool believed = bil_puzzle_reason(ask, seed, best, reasons);
    if (!believed) {
        bil_puzzle_reasons_free(reasons);
    }
    return believed;
}

bool bil_puzzle_is_one(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], struct bil_puzzle_worth *worth,
                       struct bil_puzzle_reasons *reasons, int *level)
{
    struct bil_puzzle_worth first;
    double lead = 0;
    if (comes_to_mind(ask, glance(ask, seed, GLANCE, NULL)) || comes_to_mind(ask, glance(ask, seed, LOOK, &lead)) ||
        lead < wanted_lead) {
        return false;
    }
    bil_puzzle_judge(ask, seed, JUDGE_LOOK, 2, BIL_PUZZLE_TRIES, -1, &first);
    if (comes_to_mind(ask, first.best) || first.lead[first.next] < wanted_lead) {
        return false;
    }
    bil_puzzle_judge(ask, seed, JUDGE_FIRST, BIL_PUZZLE_ROUNDS / 2, BIL_PUZZLE_TRIES, -1, &first);
    if (comes_to_mind(ask, first.best) || first.lead[first.next] < wanted_lead || first.low[first.next] < 0) {
        return false;
    }
    return bil_puzzle_proves(ask, seed, first.best, worth, reasons, level);
}
