/* Exact ends: what every move of a position is worth, by going through all that can come of it.
 *
 * A position is the view of the seat that is asked. All worlds that fit it are gone through, each as likely as dealing makes it
 * (billions/game.h, `deal`), and in each all that chance can do. The seat that is asked chooses at each of its decisions what is
 * best in the mean over all worlds in which it has seen the same so far: it never acts on what it cannot know. The other seats are
 * not searched: what they do is assumed, and that is part of the claim (enum bil_solve_others).
 *
 * Best is the lowest mean place at the end of the game (seats that share places have their mean); of equal ones, the most points
 * ahead of the mean of the others. Decisions about the same worlds with the same likelihoods are reckoned once.
 *
 * The same position gives the same answer, on every platform; but whether the bounds suffice hangs on the clock, if they have one.
 */
#ifndef BILLIONS_LAB_SOLVE_H
#define BILLIONS_LAB_SOLVE_H

#include <stdatomic.h>

#include "billions/game.h"

/* What the other seats do when they have a choice. */
enum bil_solve_others {
    BIL_SOLVE_GREEDY, /* what the game's advice likes best from their own view; of equals each as often, as the bot `greedy` */
    BIL_SOLVE_RANDOM  /* any legal move, each as often, as the bot `random` */
};

struct bil_solve {
    const struct bil_game *game;
    const void *rules; /* not fast */
    const void *view;  /* of the seat that is asked */
    enum bil_solve_others others;
    uint64_t steps;                                 /* the most moves that are played; 0: no bound */
    double seconds;                                 /* and for so long; 0: no bound */
    size_t memory;                                  /* and the most bytes for worlds; 0: BIL_SOLVE_MEMORY */
    const atomic_bool *stop;                        /* NULL, or set by somebody to end early */
    void (*progress)(void *context, uint64_t done); /* NULL, or called now and then with the moves played so far */
    void *context;
};
enum { BIL_SOLVE_MEMORY = 1 << 29 };

/* What a seat may expect at the end of the game. */
struct bil_solve_value {
    double place[BIL_MAX_SEATS], points[BIL_MAX_SEATS];
};

enum bil_solve_outcome {
    BIL_SOLVED,
    BIL_SOLVE_UNFIT,   /* its worlds cannot be gone through: `why` says what of it */
    BIL_SOLVE_TOO_MUCH /* a bound was reached, or `stop` was set */
};

/* Which bound was reached first. */
enum bil_solve_limit {
    BIL_SOLVE_NO_LIMIT,
    BIL_SOLVE_SECONDS,
    BIL_SOLVE_STEPS,
    BIL_SOLVE_FULL,  /* `memory`, or what the machine has */
    BIL_SOLVE_DEPTH, /* too many moves or outcomes of chance one within the other */
    BIL_SOLVE_ENDED  /* `stop` */
};

struct bil_solution {
    enum bil_solve_outcome outcome;
    enum bil_solve_limit limit; /* BIL_SOLVE_TOO_MUCH */
    const char *why;            /* BIL_SOLVE_UNFIT: the end of a sentence */
    int seat, seats;
    int count; /* of moves; if solved, in the order of the list of legal moves */
    int best;  /* index; of equals the first */
    bil_move move[BIL_MAX_MOVES];
    struct bil_solve_value value[BIL_MAX_MOVES];
    /* how large the proof was */
    uint64_t worlds;    /* that fit the position */
    uint64_t steps;     /* moves played */
    uint64_t decisions; /* of the seat, that were reckoned */
    uint64_t again;     /* that had been reckoned before */
    int depth;          /* most decisions of the seat, one after the other */
};

/* Solves a position. The view must wait for its own viewer, who must have at least one move. */
void bil_solve_run(const struct bil_solve *solve, struct bil_solution *solution);

/* How far a seat's points are ahead of the mean of the others, in what a move is worth to the seat that is asked. */
double bil_solve_ahead(const struct bil_solution *solution, int move);

/* Whether a move is better than another, by their indices: not merely by rounding. */
bool bil_solve_better(const struct bil_solution *solution, int move, int other);

#endif
