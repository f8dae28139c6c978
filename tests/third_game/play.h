/* What the tests of Ford share: a position with a box of just the cards that it names, and moves as text. Fails the test with a
 * sentence where something is wrong. */
#ifndef THIRD_GAME_PLAY_H
#define THIRD_GAME_PLAY_H

#include "third_game/state.h"

struct ford_table {
    struct ford_rules rules;
    struct ford_state state;
    struct bil_random random;
    unsigned flags;                 /* of all that was heard of the last move */
    uint8_t heard[FORD_E_OVER + 1]; /* how often each kind of event was heard */
};

/* Sets a table to the members of a position document. */
void ford_set(struct ford_table *table, int seats, const char *position);

/* The same; false and the sentence if the position is refused. */
bool ford_try(struct ford_table *table, int seats, const char *position, struct bil_error *error);

/* Plays "1 lay 3": the seat must be the one that is asked, and the move legal. */
void ford_play(struct ford_table *table, const char *step);

/* The move is not legal now, and the reason contains these words. */
void ford_refused(const struct ford_table *table, const char *text, const char *words);

#endif
