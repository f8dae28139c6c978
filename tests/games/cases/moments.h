/* For the tests of what is said to a move that is none: every verb of a game with every kind of word, at many moments.
 *
 * FOLDER/moments.json has the lines with an X, the words by kind, and the moments as positions; FOLDER/moments.txt is what comes of
 * them, to be read by people. The test compares, and checks what holds for every sentence, along random games with
 * the options of "games" too: it advises only what is possible, and no name means another. */
#ifndef TESTS_CASES_MOMENTS_H
#define TESTS_CASES_MOMENTS_H

#include "games/cases/table.h"

/* Runs the table of FOLDER, a path below tests/. With MOMENTS_WRITE in the environment it writes moments.txt instead. The number of
 * failures. */
int case_moments_run(const struct bil_game *game, const char *folder);

#endif
