/* Strength as one number each, from the places in games of two seats or more: the model of Plackett (1975) and Luce (1959), fitted
 * by maximum likelihood with the MM algorithm of Hunter (2004, "MM algorithms for generalized Bradley-Terry models").
 *
 * The model: the first place goes to a seat with a chance in proportion to its strength, the second to one of the others in the
 * same way, and so on. With two seats this is the model of Bradley and Terry, that is, of Elo. Seats that share a place count as
 * every order of them equally often. Results are kept as counts of whole numbers, in a few groups: leaving out one group after the
 * other says how sure the figure is (the delete-a-group jackknife). */
#ifndef BILLIONS_LAB_RATING_H
#define BILLIONS_LAB_RATING_H

#include "billions/game.h"
#include "lab/simulation/interval.h"

enum {
    BIL_RATING_KINDS = 8,
    BIL_RATING_GROUPS = 20,
    BIL_RATING_SETS = 256, /* enough for 8 kinds in 6 seats, with or without a kind twice */
    BIL_RATING_UNIT = 60   /* a count of 1 is written 60, so that ties divide it without a remainder */
};

/* What was counted of one group of blocks. */
struct bil_rating_group {
    int64_t ahead[BIL_RATING_KINDS][BIL_RATING_KINDS]; /* [a][b]: a finished ahead of b; a tie is half to each */
    int64_t picked[BIL_RATING_KINDS];                  /* took the best place among the seats that were left */
    int64_t left[BIL_RATING_SETS];                     /* how often the seats left were those of set[] */
};

struct bil_rating_data {
    int kinds;
    int sets;
    uint32_t set[BIL_RATING_SETS]; /* how many seats of each kind, 4 bits each; in the order in which they were first seen */
    struct bil_rating_group group[BIL_RATING_GROUPS];
};

/* Counts a game into a group. kind[s] sat at seat s and came to place[s] (from 1; equal places share). */
void bil_rating_count(struct bil_rating_data *data, int group, int seats, const uint8_t *kind, const uint8_t *place);

/* Adds what was counted of later games. False if more sets come together than any arena has. */
bool bil_rating_merge(struct bil_rating_data *to, const struct bil_rating_data *from);

/* The ratings on Elo's scale: 400 more is ten times the strength, and kind `zero` has 0. rating[k].mean, with an interval where
 * there is one (else from -HUGE_VAL to HUGE_VAL). False if no finite ratings fit, because some kinds were never behind the others:
 * *above is then such a kind, *below one of those others. */
bool bil_rating_fit(const struct bil_rating_data *data, int zero, struct bil_interval *rating, int *above, int *below);

/* Whether a group's counts can be those of games in which kinds a and b met met[a][b] times (seat by seat) and `picks` seats were
 * picked. What is read from somewhere must be, or a fit may come to no number. */
bool bil_rating_possible(const struct bil_rating_data *data, int group, int64_t met[BIL_RATING_KINDS][BIL_RATING_KINDS],
                         int64_t picks);

/* How often `a` finished ahead of `b`, of all times that they met; a tie is half. -1 if they never met. */
double bil_rating_ahead(const struct bil_rating_data *data, int a, int b);

#endif
