/* What any game draws for a terminal. Each fails the test. */
#ifndef TESTS_CASES_DRAWN_H
#define TESTS_CASES_DRAWN_H

#include "games/cases/table.h"

/* Every line fits, ends with a line end and no blank before it, and holds no other control; symbols only where `unicode`. */
void case_check_lines(const char *text, int columns, bool unicode);

/* Draws the table for every viewer at each width, which a 0 ends: the same words with and without colour, lines as they must be.
 * `look`, if it is not NULL, gets every drawing in plain ASCII. Returns how many there were. */
typedef void case_look(const void *context, const char *drawn);
int case_check_drawn(const struct bil_game *game, const void *rules, const void *state, int seats, const int *widths,
                     case_look *look, const void *context);

#endif
