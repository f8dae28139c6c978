/* Choosing by advice with some freedom: what the weaker levels do and what playouts and priors rest on. */
#ifndef BILLIONS_BOTS_POLICY_H
#define BILLIONS_BOTS_POLICY_H

#include "billions/game.h"
#include "billions/persons.h"

/* What the game advises, and on top of it what that person thinks; person -1: nobody in particular. `memo`: what earlier advice
 * under the same rules has left (advise_again in the contract), or NULL. */
void bil_policy_advise(const struct bil_game *game, int person, const void *rules, const void *view, const bil_move *moves,
                       int count, int32_t *value, void *memo);

/* weight[i] = exp((value[i] - best) / (temperature * scale)), where scale is the game's advice_scale: 1 for the best move. */
void bil_policy_weights(const struct bil_game *game, const int32_t *value, int count, double temperature, float *weight);

/* What part of a playout's decisions chance makes, not the advice: as the game says, else a tenth. */
static inline double bil_policy_chance(const struct bil_game *game)
{
    return game->playout_chance > 0 ? game->playout_chance / 100.0 : 0.1;
}

/* The index of the greatest value, equals decided by chance. */
int bil_policy_best(const int32_t *value, int count, struct bil_random *random);

#endif
