/* A puzzle as a line of JSON (docs/puzzles.md). */
#ifndef BILLIONS_LAB_PUZZLE_LINE_H
#define BILLIONS_LAB_PUZZLE_LINE_H

#include "lab/puzzle.h"

/* Writes it, with its line end; and two numbers, which stand for the word that its best move begins with, and for the reason. */
void bil_puzzle_line_write(const struct bil_puzzle_ask *ask, const struct bil_puzzle_worth *worth, int level, struct bil_text *out,
                           uint64_t *kind, uint64_t *why);

#endif
