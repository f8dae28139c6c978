/* An observation: a view as a fixed array of small numbers, for programs that learn. It follows from the rows of a position
 * (fields.h); its length and what stands where are the same for every edition, option and number of seats of a game.
 *
 * Every number lies between 0 and the `most` of its part. A number of the document is itself; a word is 1 + its number and 0 where
 * there is none; a set is one number, 0 or 1, for each of its words. What is not there is 0. Must never see more than a view. */
#ifndef BILLIONS_KIT_OBSERVATION_H
#define BILLIONS_KIT_OBSERVATION_H

#include "kit/fields.h"

enum { BIL_MAX_OBSERVATION = 4096, BIL_OBSERVED_NAME = 96, BIL_OBSERVE_RUNS = 768, BIL_OBSERVE_OTHERS = 256 };

/* Numbers that lie side by side. */
struct bil_observed {
    char name[BIL_OBSERVED_NAME]; /* "platforms.2.hand": keys of the document; seats from 1 */
    char row[BIL_OBSERVED_NAME];  /* "platforms.*.hand": the same for all entries of a list or map */
    int at, count;
    int most;
};

/* How many numbers an observation of the game has: at most BIL_MAX_OBSERVATION. */
int bil_observation_size(const struct bil_game *game);

/* Names the parts in order; together they are the whole. */
void bil_observation_parts(const struct bil_game *game, void (*hear)(void *context, const struct bil_observed *part),
                           void *context);

/* The rows of a game, laid out flat for the rules of a match: what is to be read where. Made once; then it is only read, by as many
 * threads as one likes. What is alike lies together, so that observing is a few loops that all views take the same way. */
struct bil_observer {
    const void *rules; /* must stay */
    int size;          /* numbers */
    int ones, rows, runs, sets, owns, guards;

    /* A number: some bits of two bytes, and something added. */
    struct bil_observe_one {
        uint16_t offset, at, mask;
        int16_t add;
        uint16_t shift;
    } one[BIL_OBSERVE_RUNS];

    /* Bytes that are as many numbers as they stand. */
    struct bil_observe_row {
        uint16_t offset, at, count;
    } row[BIL_OBSERVE_OTHERS];

    /* `count` numbers like `one`, from places that are `stride` apart. In a list the byte at `counter` says how many there are. */
    struct bil_observe_run {
        uint16_t offset, mask;
        int16_t stride, add;
        uint16_t at, every; /* the first number, and how far the next is */
        uint16_t count;
        uint16_t counter; /* 1 + where it lies; 0: none */
        uint8_t shift;
        bool last_first; /* the first is that of the last entry */
    } run[BIL_OBSERVE_RUNS];

    /* A bit for each number. */
    struct bil_observe_set {
        uint16_t offset, at;
        uint8_t bytes, shift, count;
    } set[BIL_OBSERVE_OTHERS];

    /* What a function of the game writes, or copies. */
    struct bil_observe_own {
        const struct bil_field *row;
        uint16_t offset, at;
        int16_t guard; /* -1: none */
        uint8_t depth, around[BIL_DOC_DEPTH];
    } own[BIL_OBSERVE_OTHERS];

    /* What may not be there: then its numbers are 0. */
    struct bil_observe_guard {
        enum bil_guard_kind { BIL_GUARD_ABSENT, BIL_GUARD_ZERO, BIL_GUARD_FEWER } kind;
        const struct bil_field *row; /* ABSENT: whose function says so */
        uint16_t offset, count;      /* ZERO: so many bytes are 0; FEWER: the number that lies there is at most this */
        uint16_t at, numbers;
        int16_t outer; /* guard that it stands in, which comes before it */
        uint8_t depth, around[BIL_DOC_DEPTH];
    } guard[BIL_OBSERVE_OTHERS];
};
void bil_observer_make(const struct bil_game *game, const void *rules, struct bil_observer *observer);

/* Writes the observation of a view under these rules: `size` numbers. */
void bil_observe(const struct bil_observer *observer, const void *view, uint16_t *numbers);

#endif
