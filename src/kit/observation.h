/* An observation: a view as a fixed array of small numbers, for programs that learn. It follows from the rows of a position
 * (fields.h); its length and layout are the same for every edition, option and number of seats of a game.
 *
 * Every number is between 0 and the `most` of its part. A number of the document is itself; a word is 1 + its number and 0 where
 * there is none; a set is one number, 0 or 1, for each of its words. What is not there is 0. Must never see more than a view. */
#ifndef BILLIONS_KIT_OBSERVATION_H
#define BILLIONS_KIT_OBSERVATION_H

#include "billions/ruleset.h"
#include "kit/fields.h"

enum {
    BIL_MAX_OBSERVATION = 4096,
    BIL_OBSERVE_MASKS = 8, /* of 64 ops each; the last one is of nobody */
    BIL_OBSERVE_OPS = 64 * BIL_OBSERVE_MASKS,
    BIL_OBSERVE_GUARDS = 128,
    BIL_OBSERVE_READERS = 8192
};

/* How many numbers an observation of the game has: at most BIL_MAX_OBSERVATION. */
int bil_observation_size(const struct bil_game *game);

/* Names the parts in order; together they are the whole. */
void bil_observation_parts(const struct bil_game *game, void (*hear)(void *context, const struct bil_observed *part),
                           void *context);

/* What is alike is done one after the other, in this order. */
enum bil_observe_kind {
    BIL_OBSERVE_GUARD, /* may say that its contents are absent: then their numbers are 0 */
    BIL_OBSERVE_ONE,   /* a number: some bits of two bytes, and something added */
    BIL_OBSERVE_BYTES, /* `count` bytes that are as many numbers as they stand */
    BIL_OBSERVE_SET,   /* a bit for each of `count` numbers */
    BIL_OBSERVE_RUN,   /* `count` numbers like ONE, from places that are `stride` apart */
    BIL_OBSERVE_OWN,   /* what a function of the game writes: `count` numbers */
    BIL_OBSERVE_KINDS
};

/* How some numbers are made of a view. */
struct bil_observe_op {
    uint8_t kind;
    uint8_t guards; /* GUARD, enum bil_observe_guard: what says that it is missing */
    uint16_t offset;
    uint16_t at, count; /* its numbers; of a guard: those that are 0 when it is missing */
    int16_t guard;      /* the guard that contains it and comes before it; -1: none */

    uint16_t mask;
    int16_t add, stride;
    uint16_t every;   /* how far the next number is */
    uint16_t counter; /* RUN of a list: 1 + the offset of the byte with the number of entries; 0: always `count` */
    uint16_t behind;  /* while it is laid out; GUARD: the first op after its contents */
    uint16_t bytes;   /* SET and guards */
    uint8_t shift, most;
    bool last_first; /* RUN: the first is that of the last entry */
    uint8_t depth;   /* OWN and ABSENT: the entries around it */
    uint8_t around[BIL_DOC_DEPTH];
    const struct bil_field *row; /* so, too */
};
enum bil_observe_guard {
    BIL_GUARD_ABSENT, /* a function of the game */
    BIL_GUARD_ZERO,   /* `bytes` bytes are 0 */
    BIL_GUARD_FEWER   /* the byte at that place is at most `most` */
};

/* The ops that read a byte: the first two, for want of them the last op, which is nobody's; and the others, from `first` on in the
 * list of readers, up to `behind`. All that is known of it in one place, for these are looked at without any order. */
struct bil_observe_byte {
    uint16_t two[2];
    uint16_t first, behind;
};

/* The rows of a game, laid out flat for the rules of a match: what is read from where, and what must be updated where a view has
 * changed. Made once; then it is only read, by as many threads as one likes. */
struct bil_observer {
    const void *rules;                  /* must stay */
    int size;                           /* numbers */
    int state;                          /* bytes of a view */
    int mask[BIL_OBSERVE_KINDS + 1];    /* of a class: the first mask; its ops are those of its masks, bit by bit */
    uint64_t all[BIL_OBSERVE_MASKS];    /* every op that there is */
    uint64_t always[BIL_OBSERVE_MASKS]; /* those that may read anything */
    uint64_t inside[BIL_OBSERVE_GUARDS][BIL_OBSERVE_MASKS]; /* the ops that stand in a guard */
    struct bil_observe_op op[BIL_OBSERVE_OPS];

    struct bil_observe_byte byte[BIL_MAX_STATE]; /* of a view */
    uint16_t reader[BIL_OBSERVE_READERS];
};
void bil_observer_make(const struct bil_game *game, const void *rules, struct bil_observer *observer);

/* Writes the observation of a view under these rules: `size` numbers. */
void bil_observe(const struct bil_observer *observer, const void *view, uint16_t *numbers);

/* The view whose observation an array contains, so that only what is new has to be written over it. All zero: none. */
struct bil_observed_view {
    uint8_t bytes[2][BIL_MAX_STATE];
    uint64_t missing[BIL_OBSERVE_GUARDS / 64]; /* the guards that are */
    uint8_t which;                             /* of the two is that view */
    bool any;
};

/* Room for the next view, so that it need not be copied. */
static inline void *bil_observed_room(struct bil_observed_view *last)
{
    return last->bytes[!last->which];
}

/* The same numbers as bil_observe, into the array that holds the observation of `last`, which then is `view`. */
void bil_observe_next(const struct bil_observer *observer, struct bil_observed_view *last, const void *view, uint16_t *numbers);

#endif
