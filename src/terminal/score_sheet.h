/* Score sheets: item by item for every seat, in order of place, and in words who won. */
#ifndef BILLIONS_TERMINAL_SCORE_SHEET_H
#define BILLIONS_TERMINAL_SCORE_SHEET_H

#include "billions/match.h"
#include "terminal/screen.h"

/* "Seat 2 (Ann)": the seat and who sits there. */
void bil_seat_text(const struct bil_match *match, int seat, struct bil_text *out);

/* The sheet as `viewer` may know it now. */
void bil_score_sheet_show(const struct bil_match *match, int viewer, struct bil_screen *screen);

/* When the game is over: who won, by how much, and what decided if points did not. */
void bil_score_sheet_winner(const struct bil_match *match, struct bil_screen *screen);

#endif
