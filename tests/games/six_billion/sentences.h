/* What 6 Billion writes and reads (games/cases/language.h), for the tests of what it says to people. */
#ifndef TESTS_SIX_BILLION_SENTENCES_H
#define TESTS_SIX_BILLION_SENTENCES_H

#include "games/cases/language.h"
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"

extern const struct case_language six_language;

#endif
