/* What follows the moves of a puzzle: in what happens soon after them, and seldom after the best one, or the other way round.
 *
 * Every move is played on from to the end, in the same worlds that fit the view: every seat does what the game's advice says, as
 * `greedy` does. What is counted are the sentences that the game has on consequences (bil_game.consequence), as the puzzle's seat
 * may know them. One that goes with a worse end after the best move, or with a better one after another move, is no reason and is
 * left out. So this says how the game goes on where nobody looks ahead; what moves are worth is found out elsewhere.
 */
#ifndef BILLIONS_LAB_PUZZLE_FOLLOW_H
#define BILLIONS_LAB_PUZZLE_FOLLOW_H

#include "lab/puzzles/puzzle.h"

enum {
    BIL_PUZZLE_FOLLOWS = 3, /* of one move, at most */
    BIL_PUZZLE_GAMES = 100  /* played on from each move */
};

/* What sets a move apart from the best one: the clearest first. */
struct bil_puzzle_follows {
    int count;
    struct bil_puzzle_follow {
        char *text;     /* a sentence */
        int best, here; /* the number of games in which it happened, after the best move and after this one */
        bool against;   /* it happens after this move, and is bad for the seat, or somebody does it to the seat */
    } item[BIL_PUZZLE_FOLLOWS];
};

/* Fills what follows each of the ask's moves, by its index; nothing of the best one. Free it with the function below. */
void bil_puzzle_follow(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int best,
                       struct bil_puzzle_follows follows[BIL_PUZZLE_MOVES]);

void bil_puzzle_follow_free(struct bil_puzzle_follows follows[BIL_PUZZLE_MOVES]);

#endif
