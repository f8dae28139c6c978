/* For the tests of what One Billion Users says to people: cases from words/NAME.json, walks through random games, and every move
 * that can be built. */
#ifndef TESTS_ONE_BILLION_USERS_SENTENCES_H
#define TESTS_ONE_BILLION_USERS_SENTENCES_H

#include "games/one_billion_users/support.h"

/* Runs words/NAME.json: {"cases": [{"id":..., "position":..., LIST: [[...], ...]}]}. For every entry of a member `list` of a case,
 * `check` gets the table and the entry's texts; false and a sentence if it does not hold. Each case is one test. */
struct obu_said_case {
    struct obu_table *table;
    const char *text[3]; /* the entry's texts; missing ones are "" */
    int number[3];       /* where an entry holds a number instead */
};
typedef bool obu_said_check(const struct obu_said_case *said, struct bil_error *error);
struct obu_said_list {
    const char *list;
    obu_said_check *check;
};
int obu_said_run(const char *file, const struct obu_said_list *lists, int count);

/* The move that a text means to the actor (after the end: to seat 1), legal or not. Without a move *move stays what it was. */
bool obu_said_parse(const struct obu_table *table, const char *text, bil_move *move, bool *legal, struct bil_error *error);

/* Plays random games and calls `visit` at every `stride`-th decision. False and a sentence, with the game and the decision, at the
 * first visit that fails. */
struct obu_walk {
    int seats;
    const char *options;
    unsigned seed;
    int stride;
};
typedef bool obu_visit(const struct obu_table *table, void *context, struct bil_error *error);
bool obu_walk(const struct obu_walk *walk, obu_visit *visit, void *context, struct bil_error *error);
extern const struct obu_walk obu_walks[];
extern const int obu_walk_count;

/* Every move that names existing cards, Influencers, seats and Milestones, legal or not; launches of several Communities and
 * returns of two cards only from the actor's own cards. */
enum { OBU_ALL_MOVES = 4096 };
int obu_all_moves(const struct obu_table *table, bil_move moves[OBU_ALL_MOVES]);

#endif
