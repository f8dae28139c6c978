/* For tests that play by themselves at a table of table.h: each fails the test, with the sentence, on any error. */
#ifndef TESTS_CASES_PLAY_H
#define TESTS_CASES_PLAY_H

#include "games/cases/table.h"
#include "table/helpers.h"

/* A table before the first decision of a match; at a position; at a position after the steps, which end with NULL. All in full
 * rules, but for `fast`; the position's chance is that of seed 1. */
void case_begin(struct case_table *table, const struct bil_game *game, int seats, const char *options, unsigned seed);
void case_begin_text(struct case_table *table, const struct bil_game *game, const char *json, bool fast);
void case_begin_steps(struct case_table *table, const struct bil_game *game, const char *json, const char *const *steps);

/* Plays a step; a random legal move of the actor (false: the game is over). */
void case_play(struct case_table *table, const char *step);
bool case_play_any(struct case_table *table, struct bil_random *dice);

/* A stream of random numbers of the tests' own. */
void case_dice(struct bil_random *random, unsigned index);

/* What the viewer sees, and a world that fits it; fails the test if that is broken or looks different. */
void case_deal(const struct case_table *table, int viewer, struct bil_random *random, void *view, void *world);

/* Chi-square against the numbers expected (NULL: equal chances), as standard deviations above what chance alone gives. Rare bins,
 * of which fewer than 8 are expected, are counted together. */
double case_surprise(const int *bin, const double *expected, int bins);

#endif
