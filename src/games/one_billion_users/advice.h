/* One Billion Users: what advice.c (a cheap estimate of every move) offers to explain.c. */
#ifndef ONE_BILLION_USERS_ADVICE_H
#define ONE_BILLION_USERS_ADVICE_H

#include "games/one_billion_users/state.h"

/* What a card is worth to the seat that decides, held in hand; and what it may hope for from the deck. Judgement, for comparing. */
int obu_worth_in_hand(const struct obu_rules *rules, const struct obu_state *view, int card);
enum {
    OBU_UNKNOWN_CARD = 42,
    OBU_UNKNOWN_TURN = 26, /* an Event or Influencer on the way brings a further draw, and may bring Users */
    OBU_UNKNOWN_DRAW = OBU_UNKNOWN_CARD + OBU_UNKNOWN_TURN
};

#endif
