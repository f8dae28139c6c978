/* Two small games that exist in every framework of the field, behind the same contract as the large ones: what a figure of
 * ours means can be read off them. They are not in the list of games that people are offered. */
#ifndef BENCH_CALIBRATION_H
#define BENCH_CALIBRATION_H

#include "billions/game.h"

extern const struct bil_game bil_game_tic_tac_toe;
extern const struct bil_game bil_game_leduc;

/* Refuses options and editions, which neither game has, and any number of seats but two. */
bool bil_calibration_config(const struct bil_game *game, const struct bil_config *config, struct bil_error *error);

#endif
