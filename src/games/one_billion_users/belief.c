/* One Billion Users: what other seats are likely to hold. Players keep Pushes, Pokes and Safeguards for later and play Blockers and
 * large Communities at once, so hands are not like what is unseen, and the less so the longer the game lasts. Who is under a
 * Blocker and has ground a card instead of ending it hardly has what would end it. And nobody grinds a Push.
 *
 * The weights (belief_weights.h) are measured by billions-tune-belief. A belief is of kinds of cards alone; what the table knows of
 * single ones is knowledge.c. Never makes a world impossible that fits a view. */
#include "games/one_billion_users/belief.h"

#include "games/one_billion_users/belief_weights.h"
#include "games/one_billion_users/deal.h"

#ifdef OBU_TUNING /* tools/tune-belief.c takes this file in, and changes them */
#define CONSTANT
#else
#define CONSTANT const
#endif
static CONSTANT uint8_t weights[OBU_BELIEF_SEATS][OBU_BELIEF_KNOTS][OBU_BELIEF_KINDS] = OBU_BELIEF_WEIGHTS;
static CONSTANT uint8_t blocked_weights[OBU_BELIEF_KINDS + 1] = OBU_BELIEF_BLOCKED; /* times those */
static CONSTANT uint8_t ground_weights[OBU_BELIEF_KINDS] = OBU_BELIEF_GROUND;       /* instead of those */
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

static void share_out(const uint32_t weight[64], uint16_t likely[64])
{
    uint32_t most = 1;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        most = weight[card] > most ? weight[card] : most;
    }
    for (int card = 0; card < OBU_HIDDEN; card++) {
        const uint32_t part = (uint32_t)((uint64_t)weight[card] * MOST / most);
        likely[card] = (uint16_t)(part > LEAST ? part : LEAST);
    }
    likely[OBU_HIDDEN] = MOST;
}

void obu_believe(const struct obu_rules *rules, const struct obu_state *view, struct obu_belief *belief)
{
    int along;
    const int knot = knot_of(4 * view->turns / rules->seats, &along);
    const int next = knot + (along > 0);
    const int seats = rules->seats - 2;
    uint32_t weight[64] = {0}, blocked[64] = {0}, ground[64] = {0};
    for (int card = 0; card < OBU_HIDDEN; card++) {
        if (card >= OBU_BLOCKER || card < rules->communities) {
            const int kind = obu_belief_kind(rules, card);
            weight[card] = weights[seats][knot][kind] * (256U - (uint32_t)along) + weights[seats][next][kind] * (uint32_t)along;
            ground[card] = ground_weights[kind];
        }
    }
    share_out(ground, belief->ground);
    for (int seat = 0; seat < rules->seats; seat++) {
        const bool under = obu_belief_blocked(&view->seat[seat]);
        for (int card = 0; card < OBU_HIDDEN && under; card++) {
            blocked[card] =
                weight[card] ? weight[card] * blocked_weights[obu_belief_blocked_kind(rules, &view->seat[seat], card)] : 0;
        }
        share_out(under ? blocked : weight, belief->hand[seat]);
    }
}
