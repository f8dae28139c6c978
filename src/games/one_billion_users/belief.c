/* One Billion Users: what other seats are likely to hold. Players keep Pushes, Pokes and Safeguards for later and play Blockers and
 * large Communities at once, so hands are not like what is unseen, and the less so the longer the game lasts.
 *
 * The weights (belief_weights.h) are measured by billions-tune-belief. A belief is of kinds of cards alone; what the table knows of
 * single ones is knowledge.c. Never makes a world impossible that fits a view. */
#include "games/one_billion_users/belief.h"

#include "games/one_billion_users/belief_weights.h"
#include "games/one_billion_users/deal.h"

#ifdef OBU_TUNING /* tools/tune-belief.c takes this file in, and changes them */
static uint8_t weights[OBU_BELIEF_SEATS][OBU_BELIEF_KNOTS][OBU_BELIEF_KINDS]
#else
static const uint8_t weights[OBU_BELIEF_SEATS][OBU_BELIEF_KNOTS][OBU_BELIEF_KINDS]
#endif
    = OBU_BELIEF_WEIGHTS;
static const int turns_at[OBU_BELIEF_KNOTS] = OBU_BELIEF_TURNS;
enum { MOST = UINT16_MAX, LEAST = MOST / 100 };

/* The knot before so many quarters of an own turn, and how far the next one is, of 256. */
static int knot_of(int quarters, int *along)
{
    int knot = 0;
    *along = 0;
    while (knot < OBU_BELIEF_KNOTS - 1 && 4 * turns_at[knot + 1] <= quarters) {
        knot++;
    }
    const int from = 4 * turns_at[knot];
    if (knot < OBU_BELIEF_KNOTS - 1 && quarters > from) {
        *along = 256 * (quarters - from) / (4 * turns_at[knot + 1] - from);
    }
    return knot;
}

void obu_believe(const struct obu_rules *rules, const struct obu_state *view, uint16_t likely[64])
{
    int along;
    const int knot = knot_of(4 * view->turns / rules->seats, &along);
    const int next = knot + (along > 0);
    const int seats = rules->seats - 2;
    uint32_t weight[64];
    uint32_t most = 1;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        const bool there = card >= OBU_BLOCKER || card < rules->communities;
        const int kind = there ? obu_belief_kind(rules, card) : 0;
        weight[card] =
            there ? weights[seats][knot][kind] * (256U - (uint32_t)along) + weights[seats][next][kind] * (uint32_t)along : 0;
        most = weight[card] > most ? weight[card] : most;
    }
    for (int card = 0; card < OBU_HIDDEN; card++) {
        const uint32_t part = (uint32_t)((uint64_t)weight[card] * MOST / most);
        likely[card] = (uint16_t)(part > LEAST ? part : LEAST);
    }
    likely[OBU_HIDDEN] = MOST;
}
