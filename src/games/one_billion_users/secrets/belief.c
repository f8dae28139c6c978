/* One Billion Users: what other seats are likely to hold. Players keep Pushes, Pokes and Safeguards for later and play Blockers and
 * large Communities at once, so hands are not like what is unseen, and the less so the longer the game lasts.
 *
 * The weights (belief_weights.h) are measured by billions-tune-belief. A belief is of kinds of cards alone; what the table knows of
 * single ones is knowledge.c. Never makes a world impossible that fits a view. */
#include "games/one_billion_users/secrets/belief_weights.h"
#include "games/one_billion_users/secrets/secrets.h"

/* Communities by Users (50 million to 300 million and more) and Toxicity (0 to 4 and more), then the other main cards one by one.
 */
enum {
    OBU_BELIEF_USERS = 6,
    OBU_BELIEF_TOXICITY = 5,
    OBU_BELIEF_OTHERS = OBU_BELIEF_USERS * OBU_BELIEF_TOXICITY,
    OBU_BELIEF_KINDS = OBU_BELIEF_OTHERS + OBU_HIDDEN - OBU_BLOCKER,
    OBU_BELIEF_SEATS = OBU_SEATS - 1, /* two seats, three, four */
    OBU_BELIEF_KNOTS = 4,
    OBU_BELIEF_MEAN = 40 /* of a row of weights */
};
/* Rows of weights are measured at these numbers of own turns; between two, they are interpolated. */
#define OBU_BELIEF_TURNS                                                                                                           \
    {                                                                                                                              \
        1, 5, 12, 26                                                                                                               \
    }

static inline int obu_belief_kind(const struct obu_rules *rules, int card)
{
    if (card >= OBU_BLOCKER) {
        return OBU_BELIEF_OTHERS + card - OBU_BLOCKER;
    }
    const int users = rules->halves[card] < 1 ? 1 : rules->halves[card] > OBU_BELIEF_USERS ? OBU_BELIEF_USERS : rules->halves[card];
    const int toxicity = rules->toxicity[card] < OBU_BELIEF_TOXICITY ? rules->toxicity[card] : OBU_BELIEF_TOXICITY - 1;
    return (users - 1) * OBU_BELIEF_TOXICITY + toxicity;
}

#ifdef OBU_TUNING /* tools/study/tune-belief.c takes this file in, and changes them */
static uint8_t weights[OBU_BELIEF_SEATS][OBU_BELIEF_KNOTS][OBU_BELIEF_KINDS]
#else
static const uint8_t weights[OBU_BELIEF_SEATS][OBU_BELIEF_KNOTS][OBU_BELIEF_KINDS]
#endif
    = OBU_BELIEF_WEIGHTS;
static const int turns_at[OBU_BELIEF_KNOTS] = OBU_BELIEF_TURNS;
enum { MOST = UINT16_MAX, LEAST = MOST / 100 };

/* The knot before that number of quarters of an own turn, and the distance to the next one, of 256. */
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
