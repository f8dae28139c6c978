/* A puzzle as a line of JSON (docs/puzzles.md). */
#ifndef BILLIONS_LAB_PUZZLE_LINE_H
#define BILLIONS_LAB_PUZZLE_LINE_H

#include "lab/puzzles/puzzle_follow.h"

/* Writes it, with its line end; and two numbers, which stand for the word that its best move begins with, and for the reason.
 * `seed` is of the games that are played on from each move. */
void bil_puzzle_line_write(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES],
                           const struct bil_puzzle_worth *worth, int level, struct bil_text *out, uint64_t *kind, uint64_t *why);

#endif
