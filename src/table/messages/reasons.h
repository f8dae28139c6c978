/* The reasons of a bot's choice, in words: for hints, and for the analysis of finished games.
 *
 * Everything is said from the view of the seat that was asked; nothing here knows more. */
#ifndef BILLIONS_TABLE_REASONS_H
#define BILLIONS_TABLE_REASONS_H

#include "billions/match.h"

enum { BIL_REASONS_TOLD = 5 }; /* moves in a table for people */

/* What a bot chose, at which view, and its reasons. */
struct bil_choice {
    const struct bil_game *game;
    const void *rules;
    const void *view; /* of the seat */
    int seat, seats;
    bil_move move; /* that the bot chose */
    const struct bil_reasons *reasons;
};

/* Points as people write them: "1,240", "47.3". */
void bil_reasons_points(double points, struct bil_text *out);

/* Why the move: what the game says of it, what the bot says, and what it found: "After 5,000 tries it expects 1,240 points and
 * place 1.4; the next best, discard Push, 1,180 and 1.6." Of a bot that does not reason only the first. */
void bil_reasons_words(const struct bil_choice *choice, struct bil_text *out);

/* What every seat is expected to have in the end with the move: "Seat 1: 1,240 points, place 1.4; seat 2: ...". Empty of a bot that
 * does not reason. */
void bil_reasons_seats(const struct bil_choice *choice, struct bil_text *out);

/* The best few moves, a line for each, with tries and what the seat itself would have. Empty of a bot that does not reason. */
void bil_reasons_table(const struct bil_choice *choice, struct bil_text *out);

#endif
