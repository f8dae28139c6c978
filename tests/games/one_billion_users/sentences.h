/* For the tests of what One Billion Users says to people: cases from words/NAME.json, walks through random games (both as in
 * games/cases/text_cases.h), and every move that can be built. */
#ifndef TESTS_ONE_BILLION_USERS_SENTENCES_H
#define TESTS_ONE_BILLION_USERS_SENTENCES_H

#include "games/cases/text_cases.h"
#include "games/one_billion_users/support.h"

int obu_said_run(const char *file, const struct case_said_list *lists, int count);

bool obu_walk(const struct case_walk *walk, case_visit *visit, void *context, struct bil_error *error);
extern const struct case_walk obu_walks[];
extern const int obu_walk_count;

/* Every move that names existing cards, Influencers, seats and Milestones, legal or not; launches of several Communities and
 * returns of two cards only from the actor's own cards. */
enum { OBU_ALL_MOVES = 4096 };
int obu_all_moves(const struct case_table *table, bil_move moves[OBU_ALL_MOVES]);

#endif
