/* Editions from files: which game one is for, its name, its hash. What is in it is the game's own affair (docs/editions.md). */
#ifndef BILLIONS_EDITION_H
#define BILLIONS_EDITION_H

#include "billions/game.h"

BIL_API_BEGIN

enum { BIL_EDITION_HASH = 17 };

/* Reads an edition file ("-": standard input) and checks its envelope: one JSON object with "format": 1 and "game". NULL and a
 * sentence if it cannot be read (*missing is then true) or is none. Free with bil_json_free. `missing` may be NULL. */
const struct bil_value *bil_edition_load(const char *path, bool *missing, struct bil_error *error);

/* The game that an edition is for. If `expected` is not NULL it must be that one. NULL and a sentence otherwise. */
const struct bil_game *bil_edition_game(const struct bil_value *edition, const struct bil_game *expected, struct bil_error *error);

/* 16 hexadecimal digits over everything that the edition in force says (the text of game->edition_json), and a final zero. */
void bil_edition_hash(const struct bil_game *game, const void *rules, char hash[BIL_EDITION_HASH]);

/* The rules of an edition (NULL: the compiled-in one) with as few seats as there can be, to be freed; NULL and a sentence if it is
 * broken. */
void *bil_edition_rules(const struct bil_game *game, const struct bil_value *edition, struct bil_error *error);

BIL_API_END

#endif
