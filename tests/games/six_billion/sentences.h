/* For the tests of what 6 Billion says to people: cases from words/NAME.json, walks through random games (both as in
 * games/cases/text_cases.h), and every move that a text can mean. */
#ifndef TESTS_SIX_BILLION_SENTENCES_H
#define TESTS_SIX_BILLION_SENTENCES_H

#include "games/cases/text_cases.h"
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"

int six_words_run(const char *file, const struct case_said_list *lists, int count);

bool six_words_walk(const struct case_walk *walk, case_visit *visit, void *context, struct bil_error *error);
extern const struct case_walk six_words_walks[];
extern const int six_words_walk_count;

/* Every move that a text can mean at this table, legal or not; sends only where source and destination differ. */
enum { SIX_ALL_MOVES = 8192 };
int six_all_moves(const struct six_rules *rules, const struct six_state *state, bil_move moves[SIX_ALL_MOVES]);

#endif
