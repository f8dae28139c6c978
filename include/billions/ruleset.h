/* A game with its options and its edition, as programs count it that search or learn: what a seat sees is an array of small
 * numbers, an observation; what it may do is a number, an action. docs/observations.md has the layout.
 *
 * Nothing here changes once it was made: any number of threads may read it. */
#ifndef BILLIONS_RULESET_H
#define BILLIONS_RULESET_H

#include "billions/game.h"

BIL_API_BEGIN

struct bil_ruleset;

/* NULL and a sentence if the game is unknown or the configuration wrong. `fast` is ignored: who learns may know all that its seat
 * may know. The config and what it points to are copied. The caller gives it back by bil_ruleset_free, after all that was made of
 * it. */
struct bil_ruleset *bil_ruleset_new(const char *name, const struct bil_config *config, struct bil_error *error);
void bil_ruleset_free(struct bil_ruleset *ruleset); /* NULL is fine */

/* How long arrays are. All but `seats` are the same for every edition, option and number of seats of a game. */
struct bil_shape {
    int seats;
    int observation; /* numbers of an observation */
    int bits;        /* of an observation in bits */
    int actions;     /* there are, from 0 on */
    int legal;       /* the most that one decision can have */
};
void bil_ruleset_shape(const struct bil_ruleset *ruleset, struct bil_shape *shape);

const struct bil_game *bil_ruleset_game(const struct bil_ruleset *ruleset);
const void *bil_ruleset_rules(const struct bil_ruleset *ruleset);

enum { BIL_OBSERVED_NAME = 96 };

/* Numbers of an observation that lie side by side, each from 0 to `most`. */
struct bil_observed {
    char name[BIL_OBSERVED_NAME]; /* "platforms.2.hand": keys of the document of a position; seats from 1 */
    char row[BIL_OBSERVED_NAME];  /* "platforms.*.hand": the same for all entries of a list or map */
    int at, count;
    int most;
};

/* The parts of an observation in order; together they are the whole. */
int bil_ruleset_parts(const struct bil_ruleset *ruleset);
const struct bil_observed *bil_ruleset_part(const struct bil_ruleset *ruleset, int part);

/* An observation in other kinds of numbers: each divided by the `most` of its part, from 0 to 1; or each in as many bits as its
 * `most` needs, the lowest first, every bit a byte of 0 or 1. */
void bil_ruleset_floats(const struct bil_ruleset *ruleset, const uint16_t *observation, float *floats);
void bil_ruleset_bits(const struct bil_ruleset *ruleset, const uint16_t *observation, uint8_t *bits);

/* What became of an action. */
enum bil_refused {
    BIL_ACCEPTED,  /* it was carried out */
    BIL_NO_ACTION, /* below 0, or `actions` and more */
    BIL_NOT_LEGAL, /* no legal move of this decision */
};

BIL_API_END

#endif
