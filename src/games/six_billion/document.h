/* 6 Billion: saying what is wrong with a document that was read, an edition or a position, and where; and finding its words. */
#ifndef SIX_BILLION_DOCUMENT_H
#define SIX_BILLION_DOCUMENT_H

#include "games/six_billion/state.h"

/* The number of a word in a list, from 0. -1 and a sentence that names them, or the nearest one, if it is not there; `what` says
 * what is looked for ("card"). six_which_word takes the word that is the value, six_which_key the key under which the value stands,
 * six_which_text any text that stands there. Entries of the list that are NULL or "none" are never found. */
int six_which_word(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error);
int six_which_key(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error);
int six_which_text(const struct bil_value *value, const char *text, const char *const *words, int count, const char *what,
                   struct bil_error *error);

/* Hidden Agendas (the first SIX_SITES of them) and Discovery cards, by kind from 1. */
extern const char *const six_find_words[SIX_FINDS];

#endif
