/* Tiny ends of games, and what their moves are worth by brute force: the same question that lab/solver/solve.h answers, answered in
 * the plainest way there is. Worlds come from the usual `deal`, with every card of the deck in its place, and are never merged;
 * what a seat has seen is kept in full and compared byte by byte; nothing is remembered. Shares no code with the solver but the
 * scripts of chance (billions/script.h). */
#ifndef TESTS_LAB_BRUTE_H
#define TESTS_LAB_BRUTE_H

#include "lab/solver/solve.h"

struct tiny {
    const struct bil_game *game;
    void *rules; /* free both with tiny_free */
    unsigned char *state;
};

/* A moment of a random game with most of the hidden cards laid open, whose end is near. The same number gives the same one. False:
 * this number gives none. */
bool tiny_one_billion_users(struct tiny *tiny, unsigned number);
bool tiny_six_billion(struct tiny *tiny, unsigned number);
void tiny_free(struct tiny *tiny);

/* What these begin with (tiny.c): rules and room for a state, with chance that hangs on the number alone; then, once the rules are
 * as they shall be, a random game up to its last dozen decisions, by `stop`. False: it was too short for that. */
void tiny_begin(struct tiny *tiny, const struct bil_game *game, const struct bil_config *config, unsigned number,
                struct bil_random *random);
bool tiny_game(struct tiny *tiny, struct bil_random *random, unsigned stop);

/* What every move of the view is worth, in the order of the list; the same meaning as bil_solution. False if it takes more than
 * `most` moves. */
bool brute_solve(const struct tiny *tiny, const void *view, enum bil_solve_others others, uint64_t most,
                 struct bil_solution *solution);

#endif
