/* 6 Billion: which player controls a Neutral in its turn (SIX-36..46).
 *
 * Five tests, each among the players tied after the ones before. Only the last asks chance. */
#include "games/six_billion/rules/state.h"

/* The players of `tied` with the least of a value, bit by seat. */
static unsigned least(unsigned tied, const int value[SIX_PLAYERS])
{
    int best = INT32_MAX;
    unsigned left = 0;
    for (unsigned rest = tied; rest; rest &= rest - 1) {
        const int seat = six_lowest(rest);
        if (value[seat] < best) {
            best = value[seat];
            left = 0;
        }
        left |= (unsigned)(value[seat] == best) << seat;
    }
    return left;
}

static bool alone(unsigned tied)
{
    return (tied & (tied - 1)) == 0;
}

int six_controller(const struct six_rules *rules, const struct six_state *state, struct bil_random *random, int faction,
                   bool *chance)
{
    int tokens[SIX_PLAYERS] = {0};
    int pieces[SIX_PLAYERS] = {0};
    int points[SIX_PLAYERS] = {0};
    for (int seat = 0; seat < rules->seats; seat++) {
        tokens[seat] = six_popcount(state->on[seat]);
        for (unsigned rest = state->waiting[seat]; rest; rest &= rest - 1) {
            pieces[seat] += six_box_pieces(state, seat, six_lowest(rest));
        }
        points[seat] = state->points[seat]; /* the true total (SIX-269) */
    }
    *chance = false;
    unsigned tied = (1U << rules->seats) - 1;
    tied = least(tied, tokens); /* SIX-36 */
    tied = least(tied, pieces); /* SIX-37 */
    tied = least(tied, points); /* SIX-39 */
    if (alone(tied)) {
        return six_lowest(tied);
    }
    int place = 0;
    while (state->order[place] != faction) {
        place++;
    }
    for (place++; place < rules->factions; place++) { /* SIX-40, SIX-41: the first who is still to move */
        if (tied >> state->order[place] & 1U) {
            return state->order[place];
        }
    }
    *chance = true; /* SIX-42 */
    bil_random_enter(random, SIX_S_CONTROL, (uint32_t)(state->turn * 8 + faction));
    for (uint32_t skip = bil_random_below(random, (uint32_t)six_popcount(tied)); skip > 0; skip--) {
        tied &= tied - 1;
    }
    return six_lowest(tied);
}
