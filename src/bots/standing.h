/* How the seats of a game stand in a state: for bots that judge worlds, and for laboratories. Knows no particular game. */
#ifndef BILLIONS_BOTS_STANDING_H
#define BILLIONS_BOTS_STANDING_H

#include "billions/game.h"

/* How many seats the game of a state or view has. */
int bil_standing_seats(const struct bil_game *game, const void *rules, const void *state);

/* Points and places of the seats if the game ended in this state; seats that share places have their mean. */
void bil_standing(const struct bil_game *game, const void *rules, const void *state, int seats, double points[BIL_MAX_SEATS],
                  double places[BIL_MAX_SEATS]);

#endif
