/* A table for the tests of One Billion Users: begin from a position, play moves in the notation of records, look.
 *
 * Everything goes through the contract (billions/game.h) and the position documents; nothing here reads the inside of a state.
 * After every move the invariants of the state and of every view are checked, and that the actor's view gives the same moves. */
#ifndef TESTS_ONE_BILLION_USERS_SUPPORT_H
#define TESTS_ONE_BILLION_USERS_SUPPORT_H

#include "billions/game.h"
#include "table/position.h"

enum { OBU_TEST_FORCED = 16 };

struct obu_table {
    struct bil_position position; /* the rules, and the state now */
    struct bil_random random;
    int forced[OBU_TEST_FORCED]; /* seats (from 1) that were asked since the last move and had nothing but a pass */
    int forced_count;
};

const struct bil_game *obu_test_game(void);

/* A table at a position. `fast` asks for fast rules; `seed` is for what chance decides from here on. */
bool obu_table_read(struct obu_table *table, const struct bil_value *document, bool fast, unsigned seed, struct bil_error *error);
bool obu_table_read_text(struct obu_table *table, const char *json, bool fast, unsigned seed, struct bil_error *error);

/* A table before the first decision of a match. `options` is "key=value;key=value", or "". */
bool obu_table_new(struct obu_table *table, int seats, const char *options, bool fast, unsigned seed, struct bil_error *error);
void obu_table_free(struct obu_table *table);

/* "1 poke The Investor": it must be that seat's decision, and the move legal. Forced passes that follow are played. */
bool obu_table_play(struct obu_table *table, const char *step, struct bil_error *error);
bool obu_table_apply(struct obu_table *table, bil_move move, struct bil_error *error);
bool obu_table_forced(struct obu_table *table, struct bil_error *error);

/* The actor's legal moves; how many. */
int obu_table_moves(const struct obu_table *table, bil_move list[BIL_MAX_MOVES]);
int obu_table_actor(const struct obu_table *table);
void obu_table_move_text(const struct obu_table *table, bil_move move, int viewer, struct bil_text *out);

/* The move that a text means in the actor's view, legal or not, and whether it is legal. */
bool obu_table_parse(const struct obu_table *table, const char *text, bil_move *move, bool *legal, struct bil_error *error);

/* The game's members of the position document, as `viewer` may know it (BIL_EVERYBODY: all). Free it with bil_json_free. */
const struct bil_value *obu_table_document(const struct obu_table *table, int viewer);

/* A JSON file of the tests, by its path below tests/. Free it with bil_json_free. */
const struct bil_value *obu_test_json(const char *path, struct bil_error *error);

#endif
