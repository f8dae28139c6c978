/* Chooses the moves that a hint argues about, and plays them on (argument.h). Must never look at more than the view. */
#include "table/messages/argument.h"

#include <math.h>
#include <string.h>

#include "kit/notation.h"

enum {
    CANDIDATES = 8, /* moves that are looked at, the best by advice */
    LOOKED = 60,    /* games of each of these */
    THOUGHT_OF = 4, /* of them: these come to mind */
    STAGES = 2,
    STREAM_LOOK = 1,
    STREAM_ARGUE,
    STREAM_WORSE = STREAM_ARGUE + STAGES
};
/* Moves made in all games that are played on from the two that are argued about: at first, and where that decided nothing. */
static const int effort[STAGES] = {250000, 1250000};
static const double DECIDED = 4; /* standard errors */
static const double SURE = 2;    /* standard errors */
/* The same, by which a third move looks worse; and of two that look that bad, the first is taken. */
static const double WORSE = 1, ENOUGH = 2;

/* ------------------------------------------------------------------ which two moves */

/* The best few moves by advice, the best first, `wanted` among them if it is not 0; returns how many. */
static int candidates_of(const struct bil_argument_ask *ask, bil_move wanted, bil_move candidate[CANDIDATES])
{
    int32_t value[BIL_MAX_MOVES] = {0};
    bool taken[BIL_MAX_MOVES] = {false};
    int count = 0;
    ask->of.game->advise(ask->of.rules, ask->of.view, ask->moves, ask->count, value);
    while (count < CANDIDATES && count < ask->count) {
        int best = -1;
        for (int i = 0; i < ask->count; i++) {
            best = !taken[i] && (best < 0 || value[i] > value[best]) ? i : best;
        }
        taken[best] = true;
        candidate[count++] = ask->moves[best];
    }
    bool there = wanted == 0;
    for (int i = 0; i < count; i++) {
        there = there || candidate[i] == wanted;
    }
    if (!there) {
        candidate[count - 1] = wanted;
    }
    return count;
}

static double rewarded(const struct bil_comparison *look, int move)
{
    return bil_comparison_difference(look, move, -1, BIL_COLUMN_REWARD).mean;
}

/* Chooses what is not given: the move that looks best, and against it the one that comes to mind first, or else the next best.
 * Returns what comes to mind next of those that look worse than both, or 0. */
static bil_move choose_two(const struct bil_argument_ask *ask, struct bil_comparison_plan *plan, bil_move pair[2])
{
    bil_move candidate[CANDIDATES];
    struct bil_comparison look;
    const int count = candidates_of(ask, ask->move ? ask->move : ask->other, candidate);
    plan->stream = STREAM_LOOK;
    plan->worlds = LOOKED;
    bil_comparison_make(&ask->of, plan, candidate, count, &look);
    int best = -1;
    int next = -1;
    for (int i = 0; i < count; i++) {
        const double reward = rewarded(&look, i);
        const bool fits = !(ask->move && candidate[i] != ask->move) && candidate[i] != ask->other;
        best = fits && (best < 0 || reward > rewarded(&look, best)) ? i : best;
    }
    for (int i = 0; i < count; i++) {
        const double reward = rewarded(&look, i);
        next = i != best && (next < 0 || reward > rewarded(&look, next)) ? i : next;
    }
    next = best != 0 ? 0 : next;
    pair[0] = candidate[best];
    pair[1] = ask->other ? ask->other : candidate[next];
    bil_move worse = 0;
    double most = WORSE;
    for (int i = 0; i < count && i < THOUGHT_OF; i++) {
        const struct bil_difference behind = bil_comparison_difference(&look, best, i, BIL_COLUMN_REWARD);
        if (candidate[i] != pair[0] && candidate[i] != pair[1] && behind.mean > most * behind.error) {
            most = fmin(behind.mean / behind.error, ENOUGH);
            worse = candidate[i];
        }
    }
    bil_comparison_free(&look);
    return worse;
}

/* Why a move is better than one that looks worse; whether it is. */
static bool tell_worse(const struct bil_argument_ask *ask, struct bil_comparison_plan plan, bil_move move, bil_move worse,
                       struct bil_text *out)
{
    struct bil_comparison comparison;
    struct bil_text words = {0};
    plan.stream = STREAM_WORSE;
    plan.moves = effort[0] / 100 * (ask->effort ? ask->effort : 100);
    bil_comparison_make(&ask->of, &plan, (const bil_move[]){move, worse}, 2, &comparison);
    const bool clear = bil_argue_of(&comparison, 0, 1, &words).clear;
    bil_text_add(out, clear ? bil_text_string(&words) : "");
    bil_text_free(&words);
    bil_comparison_free(&comparison);
    return clear;
}

struct bil_argument bil_argue(const struct bil_argument_ask *ask, struct bil_text *out)
{
    struct bil_comparison_plan plan = {.believe = true};
    struct bil_comparison comparison;
    bil_move pair[2] = {ask->move, ask->other};
    bil_move worse = 0;
    const uint64_t hash = bil_state_hash(ask->of.game, ask->of.view);
    if (ask->count < 2) {
        bil_text_add(out, "There is no other move.");
        return (struct bil_argument){.move = ask->moves[0]};
    }
    memcpy(plan.seed, &hash, sizeof hash);
    if (!pair[0] || !pair[1]) {
        worse = choose_two(ask, &plan, pair);
    }
    plan.worlds = BIL_COMPARED_WORLDS;
    plan.listen = true;
    for (int stage = 0; stage < STAGES; stage++) {
        plan.stream = STREAM_ARGUE + (uint32_t)stage;
        plan.moves = effort[stage] / 100 * (ask->effort ? ask->effort : 100);
        bil_comparison_make(&ask->of, &plan, pair, 2, &comparison);
        const struct bil_difference reward = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_REWARD);
        if (stage + 1 == STAGES || fabs(reward.mean) > DECIDED * reward.error || comparison.worlds == BIL_COMPARED_WORLDS) {
            break;
        }
        bil_comparison_free(&comparison);
    }
    /* Of two that nothing sets apart, the one that was asked about; or that surely brings more points; or that comes to mind first,
     * if it does not look worse. */
    const struct bil_difference points = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_POINTS + ask->of.seat);
    const struct bil_difference reward = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_REWARD);
    struct bil_text words[2] = {{0}};
    struct bil_argument argument[2];
    for (int i = 0; i < 2; i++) {
        argument[i] = bil_argue_of(&comparison, i, !i, &words[i]);
    }
    const bool more = fabs(points.mean) > SURE * points.error;
    const bool other = more ? points.mean < 0 : reward.mean < SURE * reward.error;
    const int chosen = !ask->fixed && !argument[0].clear && ((!ask->move && other) || argument[1].clear) ? 1 : 0;
    if (worse && !argument[chosen].clear && tell_worse(ask, plan, pair[chosen], worse, out)) {
        bil_text_add(out, " Take this or \"");
        bil_move_text(ask->of.game, ask->of.rules, ask->of.view, pair[!chosen], ask->of.seat, out);
        bil_text_add(out, "\", which is as good.");
        argument[chosen].worse = worse;
    } else {
        bil_text_add(out, bil_text_string(&words[chosen]));
    }
    bil_text_free(&words[0]);
    bil_text_free(&words[1]);
    bil_comparison_free(&comparison);
    return argument[chosen];
}

/* ------------------------------------------------------------------ of a match */

struct bil_argument bil_match_argue(const struct bil_match *match, int ply, bil_move move, bil_move other, struct bil_text *out)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE] = {0};
    bil_move moves[BIL_MAX_MOVES];
    const int seat = match->game->actor(match->rules, bil_match_state(match, ply));
    bil_match_view(match, seat, ply, view);
    const struct bil_argument_ask ask = {.of = {match->game, match->rules, view, seat, match->config.seats},
                                         .moves = moves,
                                         .count = match->game->moves(match->rules, view, moves),
                                         .move = move,
                                         .other = other,
                                         .fixed = move && other};
    return bil_argue(&ask, out);
}

bil_move bil_match_hint(const struct bil_match *match, struct bil_text *why)
{
    struct bil_text words = {0};
    const bil_move move = bil_match_argue(match, -1, 0, 0, why ? why : &words).move;
    bil_text_free(&words);
    return move;
}
