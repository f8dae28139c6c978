/* What a match is made from, as people and documents name it: a game, and options that were set, kept in one block of memory. */
#ifndef BILLIONS_TABLE_SETTINGS_H
#define BILLIONS_TABLE_SETTINGS_H

#include "billions/game.h"
#include "billions/json.h"

enum { BIL_SETTINGS_MAX = 64 };

/* The game of that id, or of a prefix that fits only one. NULL and a sentence that names those there are. */
const struct bil_game *bil_game_named(const char *id, struct bil_error *error);

/* The game of "game" of a document, by its whole id. NULL and a sentence if it is missing, or there is none such. */
const struct bil_game *bil_game_read(const struct bil_value *document, struct bil_error *error);

/* "options" of a document as they were set, each a word, a number, true or false; with `texts` a text alone: *settings is one block
 * for free(), or NULL where there is no such member. False and a sentence if they are something else. */
bool bil_settings_read(const struct bil_value *document, bool texts, struct bil_setting **settings, int *count,
                       struct bil_error *error);

/* A copy of settings with all their texts, in one block: free it with free(). */
struct bil_setting *bil_settings_copy(const struct bil_setting *settings, int count);

#endif
