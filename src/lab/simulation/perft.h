/* Perft: how many ways a game can go, counted move by move from a state. Two programs that agree on these numbers most likely agree
 * on the rules; a change of a number is a change of the rules.
 *
 * Chance is what the given generator decides. A depth is a number of decisions as a record would hold them: what is forced and not
 * recorded is played through and does not count, so `fast` rules and others give the same numbers (views aside). */
#ifndef BILLIONS_LAB_PERFT_H
#define BILLIONS_LAB_PERFT_H

#include <stdatomic.h>

#include "billions/game.h"

enum { BIL_PERFT_DEPTH = 32 };

/* What there is after that many decisions. */
struct bil_perft {
    uint64_t sequences; /* of decisions that lead here */
    uint64_t states;    /* different facts among them */
    uint64_t views;     /* different views of the seat that is asked; 0 if nobody is */
    uint64_t over;      /* sequences that end the game here */
};

/* Counts into level[0 .. depth]. False if *stop was set on the way (`stop` may be NULL). */
bool bil_perft_run(const struct bil_game *game, const void *rules, const void *state, const struct bil_random *random, int depth,
                   const atomic_bool *stop, struct bil_perft *level);

#endif
