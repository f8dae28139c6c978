/* What every game reads of its documents in the same way: words out of a list, the head and the deviations of an edition, whose
 * view a position is. Each reader that fails has written a sentence with its place.
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

/* An edition: that it is one of this game; its name and note, where they are given. */
bool bil_edition_begin(const struct bil_value *edition, const char *id, struct bil_error *error);
bool bil_edition_names(const struct bil_value *edition, char *name, size_t name_size, char *note, size_t note_size,
                       struct bil_error *error);

/* Whether an edition that was read is another than the compiled one; then it is called "unnamed edition" if it says no name. */
bool bil_edition_changed(const struct bil_value *edition, const void *compiled, const void *rules, size_t size, char *name,
                         size_t name_size);

/* That every deviation from what the rulebook publishes is declared. `deviates` says whether there is one, in a sentence. */
enum { BIL_DEVIATION = 320 };
bool bil_edition_deviates(const struct bil_value *edition, const char *const *keys, int count, const void *rules,
                          bool (*deviates)(const void *rules, int deviation, char *sentence), struct bil_error *error);

/* Whose view a position is, by its member "viewer", which may be missing: *viewer is a seat, BIL_SPECTATOR or BIL_EVERYBODY (of a
 * state), *kept what a state keeps of it: nothing, 1 + seat, or BIL_VIEW_OF_SPECTATOR. */
enum { BIL_VIEW_OF_SPECTATOR = 15 };
bool bil_position_viewer(const struct bil_value *value, int seats, int *viewer, uint8_t *kept, struct bil_error *error);

void bil_position_viewer_write(int kept, struct bil_text *out); /* its value */

#endif
