/* One Billion Users: kinds of cards that are held alike (belief.c; tools/tune-belief.c measures them). */
#ifndef ONE_BILLION_USERS_BELIEF_H
#define ONE_BILLION_USERS_BELIEF_H

#include "games/one_billion_users/state.h"

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
/* At so many own turns a row of weights is measured; between two, what lies between. */
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

#endif
