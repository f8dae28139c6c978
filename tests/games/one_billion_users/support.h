/* The tables of games/cases/, set for One Billion Users. */
#ifndef TESTS_ONE_BILLION_USERS_SUPPORT_H
#define TESTS_ONE_BILLION_USERS_SUPPORT_H

#include "games/cases/play.h"

static inline const struct bil_game *obu_test_game(void)
{
    return bil_game_find("one-billion-users");
}

/* case_begin_text() and case_begin(). */
static inline void obu_begin_text(struct case_table *table, const char *json)
{
    case_begin_text(table, obu_test_game(), json, false);
}

static inline void obu_begin(struct case_table *table, int seats, const char *options, unsigned seed)
{
    case_begin(table, obu_test_game(), seats, options, seed);
}

#endif
