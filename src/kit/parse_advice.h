/* What can be written at this decision, as parts of sentences for parse_errors.c. Private to this folder.
 *
 * Must never name a form or a noun that no legal move has, where the view knows the legal moves. */
#ifndef BILLIONS_KIT_PARSE_ADVICE_H
#define BILLIONS_KIT_PARSE_ADVICE_H

#include "kit/resolve.h"

enum { MOST_SAID = 8, MOST_MOVES = 3, MOST_FORMS = 4 };

/* What is written before number `index` of `count` things in a list. */
const char *advice_between(int index, int count, const char *last);

bool advice_over(const struct resolver *resolver);

/* The name of a noun as it is written, or NULL. */
const char *advice_name(const struct parser *parser, const struct bil_slot *slot, int noun, char room[BIL_NAME]);

/* The nouns of a slot in the legal moves of a verb. */
uint64_t advice_legal_nouns(const struct resolver *resolver, const struct bil_verb *verb, const struct bil_slot *slot);

/* Keeps of some rows those that are possible; returns how many. */
int advice_keep_possible(const struct resolver *resolver, const struct bil_verb **verb, int count);

/* "`form`, `form` or `form`"; of one that begins with a slot its nouns, for they are what is written. */
void advice_add_forms(const struct resolver *resolver, const struct bil_verb *const *verb, int count, const char *last,
                      struct bil_text *out);

/* The rows of what is legal now; returns how many. */
int advice_legal_forms(const struct resolver *resolver, const struct bil_verb *verb[BIL_MOST_VERBS]);

/* The end of a sentence: "; now you can write `form` or `form`.", ", and the game is over.", or only ".". */
void advice_add_now(const struct resolver *resolver, struct bil_text *out);

/* "`move`, `move` or 5 more" of what resolver->found holds. */
void advice_add_moves(const struct resolver *resolver, struct bil_text *out);

/* "A, B or C", names that are the same once, at most MOST_SAID; returns how many. */
int advice_add_nouns(const struct parser *parser, const struct bil_slot *slot, uint64_t nouns, const char *last,
                     struct bil_text *out);

/* "`grind Push` or `discard Push`": the forms of legal moves that have a noun of this name, with it, and those that begin with it;
 * returns how many. */
int advice_add_uses(const struct resolver *resolver, const struct bil_slot *slot, int noun, struct range range,
                    struct bil_text *out);

#endif
