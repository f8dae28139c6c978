/* What the files of this folder share. */
#ifndef BILLIONS_ENV_INTERNAL_H
#define BILLIONS_ENV_INTERNAL_H

#include "billions/edition.h"
#include "billions/env.h"
#include "kit/notation.h"
#include "kit/observation.h"
#include "table/bots/bot_seats.h"

struct bil_ruleset {
    const struct bil_game *game;
    void *rules, *quick;
    struct bil_config config;
    struct bil_setting *settings; /* that the configuration points to */
    char edition[BIL_EDITION_HASH];
    struct bil_shape shape;
    struct bil_observer *observer;
    struct bil_actions *actions;
    struct bil_observed *part;
    int parts;
    float *most; /* of each number of an observation */
};

/* ruleset.c: the actions of moves; numbers in ascending order; which of them an action is; and how a state ends
 * (bil_state_outcome).
 */
void bil_ruleset_numbers(const struct bil_ruleset *ruleset, const bil_move *move, int count, int32_t *number);
void bil_ruleset_sort(int32_t *number, int count);
enum bil_refused bil_ruleset_chosen(const struct bil_ruleset *ruleset, const int32_t *number, int count, int32_t action,
                                    int *which);
void bil_ruleset_outcome(const struct bil_ruleset *ruleset, const void *state, float *reward, int32_t *points, uint8_t *places);

#endif
