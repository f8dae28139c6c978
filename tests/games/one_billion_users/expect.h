/* What the cases of One Billion Users may expect besides what every game's may (games/cases/expect.h): what lies on the table. */
#ifndef TESTS_ONE_BILLION_USERS_EXPECT_H
#define TESTS_ONE_BILLION_USERS_EXPECT_H

#include "games/cases/expect.h"

extern const struct case_check obu_table_checks[];

/* A platform of the document. */
const struct bil_value *obu_platform_of(const struct case_context *look, int seat);

/* sacrifices.c: all sets of Communities that resolve the Blocker */
bool obu_check_sacrifices(const struct case_context *look, const struct bil_value *wanted);

#endif
