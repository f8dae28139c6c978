/* A table for the tests of any game: begin from a position, play moves in the notation of records, look.
 *
 * Everything goes through the contract (billions/game.h) and the position documents; nothing here reads the inside of a state.
 * After every move the invariants of the state and of every view are checked, and that the actor's view gives the same moves. */
#ifndef TESTS_CASES_TABLE_H
#define TESTS_CASES_TABLE_H

#include "billions/game.h"
#include "billions/position.h"

enum { CASE_FORCED = 16, CASE_HEARD = 200 };

struct case_table {
    struct bil_position position; /* the rules, and the state now */
    struct bil_random random;
    bool is_view; /* the position is what one viewer knows, from which nothing can be hidden again: look at it, play no moves */
    int forced[CASE_FORCED]; /* seats (from 1) that were asked since the last move and had nothing but a pass */
    int forced_count;
    struct bil_event heard[CASE_HEARD]; /* what has happened since the last step of a seat began */
    int heard_count;
    /* Whether the seat that is asked may be passed over, so that a case need not say its passes. NULL: no. */
    bool (*quiet)(const struct case_table *table);
};

/* A table at a position. `fast` asks for fast rules; `seed` is for what chance decides from here on. */
bool case_table_read(struct case_table *table, const struct bil_game *game, const struct bil_value *document, bool fast,
                     unsigned seed, struct bil_error *error);
bool case_table_read_text(struct case_table *table, const struct bil_game *game, const char *json, bool fast, unsigned seed,
                          struct bil_error *error);

/* A table before the first decision of a match. `options` is "key=value;key=value", or "". */
bool case_table_new(struct case_table *table, const struct bil_game *game, int seats, const char *options, bool fast, unsigned seed,
                    struct bil_error *error);
void case_table_free(struct case_table *table);

/* "1 poke The Investor": it must be that seat's decision, and the move legal. Forced passes that follow are played.
 *
 * In a game with quiet decisions (`quiet`) the seats asked before it are passed; no forced pass is played without being asked for.
 * "- quiet": all that are asked pass until something else is to be decided, if anybody is asked at all. "- ask 2": they do until
 * seat 2 is asked, which it must be; in fast rules, where seats without a choice are not, that does nothing. */
bool case_table_play(struct case_table *table, const char *step, struct bil_error *error);
bool case_table_apply(struct case_table *table, bil_move move, struct bil_error *error);
bool case_table_forced(struct case_table *table, struct bil_error *error);

/* The actor's legal moves; how many. */
int case_table_moves(const struct case_table *table, bil_move list[BIL_MAX_MOVES]);
int case_table_actor(const struct case_table *table);
void case_table_move_text(const struct case_table *table, bil_move move, int viewer, struct bil_text *out);

/* The move that a text means in the actor's view, legal or not, and whether it is legal. */
bool case_table_parse(const struct case_table *table, const char *text, bil_move *move, bool *legal, struct bil_error *error);

/* The game's members of the position document, as `viewer` may know it (BIL_EVERYBODY: all). Free it with bil_json_free. */
const struct bil_value *case_table_document(const struct case_table *table, int viewer);

/* A JSON file of the tests, by its path below tests/. Free it with bil_json_free. */
const struct bil_value *case_json(const char *path, struct bil_error *error);

#endif
