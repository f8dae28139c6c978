/* What the cases of 6 Billion may expect besides what every game's may (games/cases/expect.h): what lies on the table, and what was
 * heard. */
#ifndef TESTS_SIX_BILLION_EXPECT_H
#define TESTS_SIX_BILLION_EXPECT_H

#include "games/cases/expect.h"

extern const struct case_check six_table_checks[];

/* expect_events.c: events since the last step of a seat */
bool six_check_heard(const struct case_context *look, const struct bil_value *wanted);
bool six_check_not_heard(const struct case_context *look, const struct bil_value *wanted);

/* The number of a faction by its colour, or -1. */
int six_faction_of(const struct case_context *look, const char *colour);

#endif
