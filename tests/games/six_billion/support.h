/* The tables of games/cases/, set for 6 Billion: with quiet windows. */
#ifndef TESTS_SIX_BILLION_SUPPORT_H
#define TESTS_SIX_BILLION_SUPPORT_H

#include "games/cases/play.h"
#include "games/six_billion/rules/state.h"

static inline const struct bil_game *six_test_game(void)
{
    return bil_game_find("six-billion");
}

/* Whether a Cancel or Response window is open, in which a seat may be passed over (case_table.quiet). */
static inline bool six_quiet(const struct case_table *table)
{
    const int kind = six_top_const(table->position.state)->kind;
    return kind == SIX_CANCEL || kind == SIX_RESPOND;
}

/* case_begin_text() and case_begin(). */
static inline void six_begin_text(struct case_table *table, const char *json, bool fast)
{
    case_begin_text(table, six_test_game(), json, fast);
    table->quiet = six_quiet;
}

static inline void six_begin(struct case_table *table, int seats, const char *options, unsigned seed)
{
    case_begin(table, six_test_game(), seats, options, seed);
    table->quiet = six_quiet;
}

#endif
