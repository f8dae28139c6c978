/* What the files of the solver share: its worlds (solve_worlds.c), how they go on (solve_steps.c), what is known already
 * (solve_table.c), and what is best (solve.c). */
#ifndef BILLIONS_LAB_SOLVE_INTERNAL_H
#define BILLIONS_LAB_SOLVE_INTERNAL_H

#include "lab/solver/solve.h"

typedef struct {
    _Alignas(16) unsigned char bytes[BIL_MAX_STATE];
} bil_solve_state;

/* 128 bits of a hash: two different things that share them are taken to be the same one. */
struct bil_solve_hash {
    uint64_t low, high;
};

/* ------------------------------------------------------------------ worlds (solve_worlds.c) */

/* One world, before a decision of the seat: how likely it is among all, and everything that the seat has seen on the way. */
struct bil_solve_world {
    double weight;
    struct bil_solve_hash seen;
    struct bil_solve_hash hash; /* of the state */
    uint32_t at;                /* of the state, in states of the game's size */
};

/* Worlds, with room that grows. Begin with {0}. */
struct bil_solve_worlds {
    size_t count, room;
    struct bil_solve_world *item;
    unsigned char *state;
};

/* Adds one. False if there is no more memory. */
bool bil_solve_worlds_add(struct bil_solve_worlds *worlds, const void *state, size_t size, double weight,
                          struct bil_solve_hash seen);
void bil_solve_worlds_free(struct bil_solve_worlds *worlds);

/* Puts those side by side that the seat cannot tell apart, in a fixed order, and makes one of equal ones. */
void bil_solve_worlds_sort(struct bil_solve_worlds *worlds);

/* How many from `from` on the seat cannot tell from that one. */
size_t bil_solve_worlds_alike(const struct bil_solve_worlds *worlds, size_t from);

struct bil_solve_hash bil_solve_hash_add(struct bil_solve_hash hash, const void *bytes, size_t size);

/* ------------------------------------------------------------------ steps (solve_steps.c) */

/* Plays on, through all that chance can do and all that others are assumed to do. `decide` is called where somebody has a choice,
 * `end` where the game is over; both may go on with bil_solve_play. */
struct bil_solve_steps {
    const struct bil_game *game;
    const void *rules;
    int seat;      /* whose view is kept along; -1: nobody's */
    bool recorded; /* forced moves that stand in a record are choices, too (perft.h) */
    uint64_t steps;
    int depth;                   /* of moves that are being played, one within the other */
    bool chance;                 /* chance had a hand in it, somewhere */
    enum bil_solve_limit enough; /* a bound was reached: nothing goes on, and nothing counts */
    void (*decide)(struct bil_solve_steps *steps, const void *state, int actor, const bil_move *moves, int count, double weight,
                   struct bil_solve_hash seen);
    void (*end)(struct bil_solve_steps *steps, const void *state, double weight);
    void (*bound)(struct bil_solve_steps *steps); /* called at every step; may set `enough` */
    void *context;
};

/* Notes a bound, if it was reached and none before it. */
void bil_solve_bound(struct bil_solve_steps *steps, bool reached, enum bil_solve_limit limit);

/* From a state in which somebody is asked, or which is over. */
void bil_solve_go_on(struct bil_solve_steps *steps, const void *state, double weight, struct bil_solve_hash seen);

/* Plays a move of the actor, and goes on. */
void bil_solve_play(struct bil_solve_steps *steps, const void *state, bil_move move, double weight, struct bil_solve_hash seen);

/* ------------------------------------------------------------------ what was reckoned (solve_table.c) */

struct bil_solve_entry {
    struct bil_solve_hash key;
    struct bil_solve_value value;
    int depth; /* most decisions of the seat from here on, this one among them */
};
struct bil_solve_table {
    size_t count, size;
    struct bil_solve_entry *entry;
};
const struct bil_solve_entry *bil_solve_table_find(const struct bil_solve_table *table, struct bil_solve_hash key);
bool bil_solve_table_add(struct bil_solve_table *table, const struct bil_solve_entry *entry); /* false: no memory */
void bil_solve_table_free(struct bil_solve_table *table);

#endif
