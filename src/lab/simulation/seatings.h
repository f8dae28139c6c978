/* Who sits where in the games of one deal, so that no bot owes its figures to its chair or to its cards. */
#ifndef BILLIONS_LAB_SEATINGS_H
#define BILLIONS_LAB_SEATINGS_H

#include "billions/game.h"

enum { BIL_SEATINGS_KINDS = 8, BIL_SEATINGS_MAX = 280 };

/* kind[g][s] sits at seat s in game g of a deal. */
struct bil_seatings {
    int kinds, seats, games;
    uint8_t kind[BIL_SEATINGS_MAX][BIL_MAX_SEATS];
};

/* The seatings for a list of kinds (0 to kinds - 1, each there at least once), at least two of them.
 *
 * As many as seats: the list is seated in its order, in every rotation; of two kinds, in every arrangement that differs.
 * Two for more seats: every way to fill the seats with both.
 * More, but fewer than seats: the seats are filled with them round and round, beginning with each in turn, in every rotation.
 * More than seats: every choice of as many as there are seats, in every rotation.
 *
 * False and a sentence if the list has a kind twice though it does not name every seat. */
bool bil_seatings_make(struct bil_seatings *seatings, const uint8_t *list, int count, int kinds, int seats,
                       struct bil_error *error);

/* In how many seats of all games together a kind sits. */
int bil_seatings_of(const struct bil_seatings *seatings, int kind);

/* The first places that the seats of kind 0 take together, in first places for each game, if the kind is `elo` stronger than the
 * others, which are alike (the model of rating.h). */
double bil_seatings_expect(const struct bil_seatings *seatings, double elo);

#endif
