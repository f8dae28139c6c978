/* What records and commands need of a match that go move by move, without the table's own moves. Faces use match.h. */
#ifndef BILLIONS_TABLE_MATCH_INSIDE_H
#define BILLIONS_TABLE_MATCH_INSIDE_H

#include "table/match.h"

/* A match at state 0, with nothing played, not even what is forced. */
struct bil_match *bil_match_bare(const struct bil_match_setup *setup, struct bil_error *error);

/* Plays one legal move of the actor and finds out who is asked next. False if the match is as long as it may be. */
bool bil_match_push(struct bil_match *match, bil_move move, bool ordered);

/* Whether the decision now open stands in a record. Not when the game is over. */
bool bil_match_stands(const struct bil_match *match);

/* Plays only what is forced and stands in no record: the state after that is the one a record's hash is of. */
void bil_match_settle_silent(struct bil_match *match);

/* Whether a move is in the list of the decision now open. */
bool bil_match_is_legal(const struct bil_match *match, bil_move move);

/* Words as people type them, in small letters and with one blank between two. */
void bil_match_small_words(const char *text, struct bil_text *out);

/* The answer of a standing order of the actor, or 0 (orders.c). Orders that are over are forgotten. */
bil_move bil_orders_answer(struct bil_match *match);

/* Forgets the orders that end when a move is taken back. */
void bil_orders_end_brief(struct bil_match *match);

#endif
