/* Dealing what a viewer cannot see in 6 Billion, compared with what can be there.
 *
 * A scene is a position with few hidden cards and the moves that were made from it. What the viewer can think of is found without
 * the program's own bookkeeping: the hidden cards of the position are laid out anew at random, the moves are made again, and what
 * looks different to the viewer at any time is thrown away. A seat that shows a card is taken to have picked one of its unknown
 * cards blindly, for a hand says nothing of why it is played. */
#ifndef TESTS_SIX_BILLION_WORLDS_H
#define TESTS_SIX_BILLION_WORLDS_H

#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"

/* What is compared. HANDS: hands and the top card of the deck; CARDS: the order of the whole deck too. */
enum { SIX_ABOUT_HANDS = 1, SIX_ABOUT_CARDS = 3, SIX_ABOUT_AGENDAS = 4, SIX_ABOUT_FINDS = 8 };

struct six_scene {
    const char *position;
    const char *const *steps; /* every decision, passes too; ends with NULL; may be NULL */
    int viewer;               /* a seat from 1, or 0: a spectator */
    unsigned about;
    int worlds;        /* how many the viewer can think of */
    const char *opens; /* what must lie open at the end, by codes: chance is tried until it does; NULL: anything */
    const char *drawn; /* what the viewer must then hold besides, likewise */
    bool fast;
    bool wider; /* the deal may hold worlds that a perfect memory rules out; of the others none may be missing */
};

/* Fails the test if worlds are dealt that cannot be, or never dealt, or (chi-square) too often. */
void six_deals_fit(const struct six_scene *scene);

#endif
