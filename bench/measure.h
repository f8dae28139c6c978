/* What `billions bench` measures: the engine's figures, one function each, the same for every game behind the contract.
 *
 * Figures of one core are taken in processor time of one thread, so that a busy machine disturbs them less; what several threads or
 * another program are needed for is taken by the clock. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "billions/game.h"

/* How a game is played for a measurement: with its rules in full, and in fast rules where nobody looks. */
struct bench_game {
    const struct bil_game *game;
    unsigned char full[BIL_MAX_RULES] __attribute__((aligned(64)));
    unsigned char fast[BIL_MAX_RULES] __attribute__((aligned(64)));
};

/* Makes both kinds of rules, every rule of the box in play. False and a sentence if the game refuses. */
bool bench_prepare(struct bench_game *bench, const struct bil_game *game, int seats, struct bil_error *error);

/* Random games from set-up to end for about `seconds`. `listed`: every decision is taken from the written list of legal moves; else
 * by bil_pick. `full`: with full rules, knowledge kept. Returns games per second; *decisions (if not NULL) gets decisions a second.
 */
double bench_random_games(const struct bench_game *bench, double seconds, bool listed, bool full, double *decisions);

/* Copies of a state a second. */
double bench_copies(const struct bench_game *bench, double seconds);

/* `hide` and then `deal`, a second: of views of the seat that decides, from the middle of games. `sensible`: games between seats
 * that follow the advice; else random ones, where far more lies hidden that was seen before. */
double bench_hide_and_deal(const struct bench_game *bench, double seconds, bool sensible);

/* Microseconds to play a whole recorded game again, set-up included, full rules, decisions known. */
double bench_replay(const struct bench_game *bench, double seconds);

/* How many times as many random games two threads play as one, by the clock. */
double bench_two_threads(const struct bench_game *bench, double seconds);

/* Milliseconds from the start of `program play GAME` to its first prompt, through a pipe: the median of `times` starts. Negative if
 * it did not come to a prompt. */
double bench_first_prompt(const char *program, const char *game, int times);

#endif
