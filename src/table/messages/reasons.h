/* What a bot found of the moves, as a table for people. Why one move rather than another: argument.h.
 *
 * Everything is said from the view of the seat that was asked; nothing here knows more. */
#ifndef BILLIONS_TABLE_REASONS_H
#define BILLIONS_TABLE_REASONS_H

#include "billions/match.h"

enum { BIL_REASONS_TOLD = 5, BIL_REASONS_TRIES = 100 }; /* moves in a table for people; tries from which something is told */

/* What a bot chose, at which view, and its reasons. */
struct bil_choice {
    const struct bil_game *game;
    const void *rules;
    const void *view; /* of the seat */
    int seat, seats;
    const struct bil_reasons *reasons;
};

/* Points as people write them: "1,240", "47.3". */
void bil_reasons_points(double points, struct bil_text *out);

/* The best few moves that the bot tried often enough to tell, a line for each, the best place first, with tries and what the seat
 * itself would have; or one line that says that they were too few. Empty of a bot that does not reason. */
void bil_reasons_table(const struct bil_choice *choice, struct bil_text *out);

#endif
