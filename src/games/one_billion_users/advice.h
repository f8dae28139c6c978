/* One Billion Users: what advice.c (a cheap estimate of every move) offers to explain.c. */
#ifndef ONE_BILLION_USERS_ADVICE_H
#define ONE_BILLION_USERS_ADVICE_H

#include "games/one_billion_users/state.h"

/* What a card is worth to the seat that decides, held in hand. Judgement, for comparing. */
int obu_worth_in_hand(const struct obu_rules *rules, const struct obu_state *view, int card);
/* At a draw: whether the open card is worth more to that seat than one from the deck can be expected to be. */
bool obu_open_suits(const struct obu_rules *rules, const struct obu_state *view);

#endif
