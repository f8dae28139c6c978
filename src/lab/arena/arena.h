/* Bots against each other over the same deals: every deal is played in every seating that matters, and the figures are over deals.
 *
 * A block is all games of one deal (in two seats a pair). Its games share their chance, so they are not independent: intervals are
 * over blocks. Blocks are counted in order, no matter which thread played them and when; an early stop (the sequential test,
 * Ctrl-C) comes after a whole block. So the same arena gives the same figures for any number of threads, and resumes as if it had
 * not stopped, unless a bot thinks by the clock or on threads of its own. */
#ifndef BILLIONS_LAB_ARENA_H
#define BILLIONS_LAB_ARENA_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/game.h"
#include "lab/arena/rating.h"
#include "lab/simulation/interval.h"
#include "lab/simulation/seatings.h"
#include "table/external_bot.h"

enum {
    BIL_ARENA_KINDS = BIL_SEATINGS_KINDS,
    BIL_ARENA_BLOCKS = 1000000, /* at most: the sums of squares have room for them */
    BIL_ARENA_THREADS = 256,
    BIL_ARENA_SHARE = 60,                       /* a first place is written 60: it can be shared by two to six */
    BIL_ARENA_FIRSTS = BIL_ARENA_SHARE * 62 + 1 /* what kind 0 of two can take in a block: nothing to all of 62 games */
};

/* What is measured at every seat. */
enum bil_arena_measure { BIL_ARENA_FIRST, BIL_ARENA_PLACE, BIL_ARENA_POINTS, BIL_ARENA_MEASURES };

/* When to stop early. Tested is which part of all first places goes to the seats of kind 0; for two kinds only. */
struct bil_arena_test {
    bool on;
    double low, high;   /* the hypotheses, 0 < low < high < 1; see bil_seatings_expect */
    double alpha, beta; /* errors allowed */
};

/* The results after `blocks` whole blocks. All zero before the first, but for rating.kinds, which bil_arena_run sets. */
struct bil_arena_sums {
    uint64_t blocks;
    uint64_t decisions;
    uint64_t milliseconds, timed;                                          /* that it took here to play this many of the blocks */
    uint64_t hash;                                                         /* over all final states */
    int64_t sum[BIL_ARENA_MEASURES][BIL_ARENA_KINDS];                      /* first places in 60ths, twice the place, points */
    int64_t product[BIL_ARENA_MEASURES][BIL_ARENA_KINDS][BIL_ARENA_KINDS]; /* of the sums of each block */
    uint64_t firsts[BIL_ARENA_FIRSTS];                                     /* two kinds: blocks by what kind 0 took */
    struct bil_external_bot_count external[BIL_ARENA_KINDS];               /* of bots in other programs */
    struct bil_rating_data rating;                                         /* block b counts in group b mod BIL_RATING_GROUPS */
};

struct bil_arena {
    const struct bil_game *game;
    struct bil_config config; /* `fast` is set by the arena */
    struct bil_seatings seatings;
    const struct bil_bot *bot[BIL_ARENA_KINDS];
    uint8_t seed[BIL_SEED_BYTES];
    uint64_t first;  /* the block to begin with: 0, but for a part of an arena */
    uint64_t blocks; /* the number from there on; at most BIL_ARENA_BLOCKS */
    int threads;     /* 1 to BIL_ARENA_THREADS */
    struct bil_arena_test test;
    const atomic_bool *stop; /* NULL, or set by somebody to end early */
    /* NULL, or called about ten times a second and at the end, by the thread that called bil_arena_run. False ends the run. */
    bool (*progress)(void *context, const struct bil_arena_sums *sums);
    void *context;
};

/* Plays on from *sums to the last block, or as far as it gets. False and a sentence if the configuration is wrong or a game does
 * not end; *sums is then what was reached. */
bool bil_arena_run(const struct bil_arena *arena, struct bil_arena_sums *sums, struct bil_error *error);

/* Adds the sums of the blocks right behind those of `to`. False if both cannot be of one arena (then `to` is of no use). */
bool bil_arena_merge(struct bil_arena_sums *to, const struct bil_arena_sums *from);

/* How far the sequential test is: 1 the higher hypothesis is accepted, -1 the lower, 0 neither (or there is no test). *ratio: the
 * logarithm that it looks at. */
int bil_arena_verdict(const struct bil_arena *arena, const struct bil_arena_sums *sums, double *ratio);

/* What a seat of a kind gets in a game: the part of a first place (0 to 1), the place (from 1; seats that share places have their
 * mean), points. */
struct bil_interval bil_arena_figure(const struct bil_arena *arena, const struct bil_arena_sums *sums,
                                     enum bil_arena_measure measure, int kind);

/* The figure of kind a less that of kind b, in the same deals. */
struct bil_interval bil_arena_lead(const struct bil_arena *arena, const struct bil_arena_sums *sums, enum bil_arena_measure measure,
                                   int a, int b);

#endif
