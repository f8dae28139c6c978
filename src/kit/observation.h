/* An observation: a view as a fixed array of small numbers, for programs that learn. It follows from the rows of a position
 * (fields.h); its length and what stands where are the same for every edition, option and number of seats of a game.
 *
 * Every number lies between 0 and the `most` of its part. A number of the document is itself; a word is 1 + its number and 0 where
 * there is none; a set is one number, 0 or 1, for each of its words. What is not there is 0. Must never see more than a view. */
#ifndef BILLIONS_KIT_OBSERVATION_H
#define BILLIONS_KIT_OBSERVATION_H

#include "kit/fields.h"

enum { BIL_MAX_OBSERVATION = 4096, BIL_OBSERVED_NAME = 96 };

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

/* Writes the observation of a view; returns how many numbers that were: always bil_observation_size. */
int bil_observe(const struct bil_game *game, const void *rules, const void *view, uint16_t *numbers);

#endif
