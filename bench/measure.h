/* How fast the engine is: one row for each figure, each measured for any game that has it.
 *
 * Random play lives here in its two forms, generic over the contract: the game picks a move itself (bil_pick), or all moves are
 * listed and one of them is taken. A figure of one core is per second of processor time of the thread that works, so that other
 * programs on the machine count as little as they can; of five parts of a measurement the best is told, as nothing ever makes a
 * program faster than it is. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdatomic.h>

#include "billions/game.h"

/* How long and how. */
struct bil_bench {
    double seconds;          /* of one measurement, shared by its five parts */
    const atomic_bool *stop; /* NULL, or set by somebody to end early; what was measured then means nothing */
};

/* Which games a figure is measured for. */
enum bil_figure_of {
    BIL_OF_ALL,   /* the calibration games too */
    BIL_OF_GAMES, /* those that people play */
    BIL_OF_NETS   /* of these, those for which there is a net */
};

/* One figure of a game. */
struct bil_figure {
    const char *name; /* behind the id of the game and a full stop */
    const char *unit;
    const char *help; /* one line */
    enum bil_figure_of of;
    /* False and a sentence if it cannot be measured. */
    bool (*measure)(const struct bil_bench *bench, const struct bil_game *game, double *value, struct bil_error *error);
};

/* Ends with a NULL name. */
extern const struct bil_figure bil_figures[];

/* What was played. */
struct bil_tally {
    uint64_t games, decisions;
};

/* Plays whole random games; `listed`: every decision lists all its moves. Same random generator, same games either way. */
void bil_random_games(const struct bil_game *game, const void *rules, struct bil_random *random, bool listed, uint64_t games,
                      struct bil_tally *tally);

/* Rules as the figures use them: most seats, everything on. Into `rules` (BIL_MAX_RULES bytes). */
bool bil_bench_rules(const struct bil_game *game, bool fast, void *rules, struct bil_error *error);

/* Calls `batch`, which does some work and returns how much, for the time of the bench; returns work per second. */
double bil_bench_rate(const struct bil_bench *bench, uint64_t (*batch)(void *context), void *context);

/* Seconds on a clock that never goes back. */
double bil_bench_clock(void);

#endif
