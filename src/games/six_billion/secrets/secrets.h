/* 6 Billion: what a viewer may know of a state, and worlds that fit it. */
#ifndef SIX_BILLION_SECRETS_H
#define SIX_BILLION_SECRETS_H

#include "games/six_billion/rules/state.h"

/* view.c, deal.c */
void six_hide(const void *rules, const void *state, int viewer, void *view);
void six_deal(const void *rules, const void *view, struct bil_random *random, void *world);
void six_plan_deals(const void *rules, const void *view, void *plan);
void six_deal_planned(const void *rules, const void *view, const void *plan, struct bil_random *random, void *world);
void six_make_lazy(void *rules, const void *view);
const char *six_deal_lazily(const void *rules, const void *view, struct bil_random *random, void *world);
/* Copies of every kind that lie open: in the discard pile, face up, in a window, out of the game. */
void six_count_open(const struct six_rules *rules, const struct six_state *state, uint8_t open[SIX_CARDS]);
#endif
