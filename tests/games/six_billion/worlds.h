/* Dealing what a viewer cannot see in 6 Billion, compared with what can be there.
 *
 * A scene (scenes/deals.json) is a position with few hidden cards and the moves that were made from it. What the viewer can think
 * of is found without the program's own bookkeeping: the hidden cards of the position are laid out again at random, the moves are
 * made again, and what looks different to the viewer at any time is thrown away. A seat that shows a card is taken to have picked
 * one of its unknown cards blindly, for a hand says nothing of why it is played.
 *
 *     {"id": ..., "rules": [...], "head": ..., "position": {...}, "steps": ["2 deck"], "viewer": 1, "compared": ["cards"],
 * "worlds": 12}
 *
 * `viewer` is a seat from 1, or 0: a spectator. `compared` lists hands (and the top card of the deck), cards (the order of the
 * whole deck too), agendas, discoveries. `worlds` is how many the viewer can think of. `opens` names cards that must lie open at
 * the end, `drawn` cards that the viewer must then hold: chance is tried until they do. `wider`: the deal may hold worlds that a
 * perfect memory rules out, but none that it allows may be missing. */
#ifndef TESTS_SIX_BILLION_WORLDS_H
#define TESTS_SIX_BILLION_WORLDS_H

#include "games/six_billion/support.h"

/* The test of a scene (case_rows): fails if worlds are dealt that cannot be, or never dealt, or (chi-square) too often. */
void six_deals_fit(void **scene);

#endif
