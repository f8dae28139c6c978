/* Options of a game as rows (struct bil_option): a row has the allowed values as people read them, "off | 8-16", and the parser
 * uses that same text. What cannot be said so (a list of names) the game reads itself.
 *
 * Must never know a game. */
#ifndef BILLIONS_KIT_OPTIONS_H
#define BILLIONS_KIT_OPTIONS_H

#include "billions/game.h"

/* Where in the rules a value goes: a byte. */
#define BIL_INTO(type, member) (offsetof(type, member) + 0 * sizeof(char[sizeof(((type *)0)->member) == 1 ? 1 : -1]))

/* The revision of the rules that is meant, from 1; 0 and a sentence if the game has no such revision, or not this number of seats.
 */
int bil_config_revision(const struct bil_game *game, const struct bil_config *config, struct bil_error *error);

/* The option of that key. NULL and a sentence that names those there are, if the game has none such. */
const struct bil_option *bil_option_find(const struct bil_game *game, const char *key, struct bil_error *error);

/* Sets every option in `rules` as configured, or else to its default; of an option given twice the last one counts. A number is
 * kept as itself, a word as its place among the words of its row, from 0. False and a sentence if something cannot be; `rules` is
 * then undefined. */
bool bil_options_read(const struct bil_game *game, const struct bil_config *config, void *rules, struct bil_error *error);

/* From which number to which its row lets it be, as "off | 8-16" from 8 to 16. False if it has none but single ones. */
bool bil_option_numbers(const struct bil_option *option, int *low, int *high);

/* The next piece of "a, b ,c" without the blanks at its ends; *at is then behind its comma, or NULL behind the last. */
const char *bil_list_next(const char **at, size_t *length);

#endif
