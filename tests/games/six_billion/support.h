/* The table of games/cases/table.h, set for 6 Billion. */
#ifndef TESTS_SIX_BILLION_SUPPORT_H
#define TESTS_SIX_BILLION_SUPPORT_H

#include "games/cases/table.h"

static inline const struct bil_game *six_test_game(void)
{
    return bil_game_find("six-billion");
}

/* Whether a Cancel or Response window is open, in which a seat may be passed over (case_table.quiet). */
bool six_quiet(const struct case_table *table);

/* A table at a position given as text, or before the first decision of a match, with quiet windows; fails the test on any error. */
void six_begin_text(struct case_table *table, const char *json, bool fast);
void six_begin(struct case_table *table, int seats, const char *options, unsigned seed);

/* Plays a step; fails the test if it cannot be played. */
void six_play(struct case_table *table, const char *step);

/* A stream of random numbers of the tests' own. */
void six_dice(struct bil_random *random, unsigned index);

/* Plays a random legal move of the actor. */
void six_play_any(struct case_table *table, struct bil_random *dice);

/* Chi-square against equal chances, as standard deviations above what chance alone gives. */
double six_surprise(const int *bin, int bins);

/* Fails the test with the sentence if it is not fine. */
void six_must(bool fine, const struct bil_error *error);

#endif
