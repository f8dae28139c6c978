/* What a step of a worked case may expect of the table: the members of an object such as
 *
 *     {"asked": 2, "legal": ["counter Push to 1", "pass"], "users": [500, 200]}
 *
 * The lists at the end of look.c and of expectations.c say what there is. */
#ifndef TESTS_ONE_BILLION_USERS_EXPECTATIONS_H
#define TESTS_ONE_BILLION_USERS_EXPECTATIONS_H

#include "games/one_billion_users/support.h"

/* Of a case with `outcomes`: which of them were met, bit by bit, over all its runs. */
struct obu_outcomes {
    unsigned met;
    unsigned all;
};

/* Whether the table is as expected; a sentence on the first difference if not. */
bool obu_expect(const struct obu_table *table, const struct bil_value *expected, struct obu_outcomes *outcomes,
                struct bil_error *error);

#endif
