/* What One Billion Users writes and reads (games/cases/language.h), for the tests of what it says to people. */
#ifndef TESTS_ONE_BILLION_USERS_SENTENCES_H
#define TESTS_ONE_BILLION_USERS_SENTENCES_H

#include "games/cases/language.h"
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/support.h"

extern const struct case_language obu_language;

#endif
