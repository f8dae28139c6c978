/* What the tests of the table, the lab and the program share: games played at random, files that go away again. */
#ifndef TESTS_TABLE_HELPERS_H
#define TESTS_TABLE_HELPERS_H

#include "billions/match.h"
#include "billions/value.h"

/* The game that people play; fails the test if it is not there. */
const struct bil_game *helper_game(void);

/* A setup of that game: seats, a seed from a number, and everybody a person. */
struct bil_match_setup helper_setup(int seats, unsigned seed);

/* A new match of a setup; fails the test with the sentence if there is none. */
struct bil_match *helper_match(const struct bil_match_setup *setup);

/* A match of two seats of a small game. */
struct bil_match *helper_small(const struct bil_game *game, unsigned seed);

/* Plays a move that is said in words; fails the test if it is none. */
void helper_say(struct bil_match *match, const char *text);

/* The tree of a JSON text; fails the test if it is none. Free with bil_json_free. */
const struct bil_value *helper_json(const char *text);

/* A match that begins from a position document. */
struct bil_match *helper_position(const char *text, unsigned seed);

/* Plays until `ply` moves were made or the game is over, choosing at random; `seed` decides the choices. */
void helper_play(struct bil_match *match, int ply, unsigned seed);

/* A new folder for files of a test, and its removal with all that is in it. The path is static text. */
const char *helper_folder(void);
void helper_folder_end(void);

/* The same before and after a test, for cmocka_unit_test_setup_teardown. */
int helper_begin(void **state);
int helper_end(void **state);

/* A path in that folder; static text, eight of them in turn. */
const char *helper_path(const char *name);

/* Writes and reads whole files; fail the test if that fails. The caller frees what was read. */
void helper_write(const char *path, const char *text);
char *helper_read(const char *path);

/* Fails the test with a sentence. */
_Noreturn void helper_fail(const char *sentence);

/* Fails the test with the sentence of what went wrong, unless it is fine. */
void helper_must(bool fine, const struct bil_error *error);

/* Fails the test unless `text` contains `part`, and shows both. */
void helper_contains(const char *text, const char *part);

/* `text` with the first `old` replaced; fails the test if it is not there. The caller frees it. */
char *helper_replace(const char *text, const char *old, const char *new_text);

#endif
