/* The table of games/cases/table.h, set for One Billion Users. */
#ifndef TESTS_ONE_BILLION_USERS_SUPPORT_H
#define TESTS_ONE_BILLION_USERS_SUPPORT_H

#include "games/cases/table.h"

static inline const struct bil_game *obu_test_game(void)
{
    return bil_game_find("one-billion-users");
}

static inline bool obu_table_read(struct case_table *table, const struct bil_value *document, bool fast, unsigned seed,
                                  struct bil_error *error)
{
    return case_table_read(table, obu_test_game(), document, fast, seed, error);
}

static inline bool obu_table_read_text(struct case_table *table, const char *json, bool fast, unsigned seed,
                                       struct bil_error *error)
{
    return case_table_read_text(table, obu_test_game(), json, fast, seed, error);
}

static inline bool obu_table_new(struct case_table *table, int seats, const char *options, bool fast, unsigned seed,
                                 struct bil_error *error)
{
    return case_table_new(table, obu_test_game(), seats, options, fast, seed, error);
}

#endif
