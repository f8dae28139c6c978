/* What every game reads of its documents in the same way: words out of a list, whose view a position is. Each reader that fails has
 * written a sentence with its place.
 *
 * Must never know a game. */
#ifndef BILLIONS_KIT_DOCUMENT_H
#define BILLIONS_KIT_DOCUMENT_H

#include "billions/game.h"

/* The number of a word in a list, from 0. -1 and a sentence that names them, or the nearest one, if it is not there; `what` says
 * what is looked for ("card"). bil_which_word looks up the node's value, bil_which_key the key of the node, bil_which_text a given
 * text. Entries of the list that are NULL or "none" are never found. */
int bil_which_word(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error);
int bil_which_key(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error);
int bil_which_text(const struct bil_value *value, const char *text, const char *const *words, int count, const char *what,
                   struct bil_error *error);

/* Whose view a position is, by its member "viewer", which may be missing: *viewer is a seat, BIL_SPECTATOR or BIL_EVERYBODY (of a
 * state), *kept what a state keeps of it: nothing, 1 + seat, or BIL_VIEW_OF_SPECTATOR. */
enum { BIL_VIEW_OF_SPECTATOR = 15 };
bool bil_position_viewer(const struct bil_value *value, int seats, int *viewer, uint8_t *kept, struct bil_error *error);

void bil_position_viewer_write(int kept, struct bil_text *out); /* its value */

#endif
