/* A puzzle as a line of JSON (docs/puzzles.md). */
#ifndef BILLIONS_LAB_PUZZLE_LINE_H
#define BILLIONS_LAB_PUZZLE_LINE_H

#include "lab/puzzle.h"

/* Writes it, with its line end; and into `kind` the word that its best move begins with. */
void bil_puzzle_line_write(const struct bil_puzzle_ask *ask, const struct bil_puzzle_worth *worth, int level, struct bil_text *out,
                           char *kind, size_t size);

#endif
