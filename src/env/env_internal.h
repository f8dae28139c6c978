/* What the files of this folder share. */
#ifndef BILLIONS_ENV_INTERNAL_H
#define BILLIONS_ENV_INTERNAL_H

#include <pthread.h>

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

/* One game of a batch. */
struct bil_env_row {
    _Alignas(64) uint8_t state[BIL_MAX_STATE];
    struct bil_random chance;
    struct bil_random *own;                    /* of bots, by seat; NULL: there are none */
    struct bil_bot_memory *memory;             /* so, too */
    struct bil_observed_view seen, privileged; /* what the arrays of numbers show */
    uint64_t episode;                          /* games that this row has begun */
    int8_t actor;
    int count; /* legal moves */
    bil_move move[BIL_MAX_MOVES];
    int32_t number[BIL_MAX_MOVES]; /* of those moves, in the same order */
};

struct bil_env {
    struct bil_ruleset *ruleset;
    struct bil_bot_seats seats;
    int games;
    bool any_bot, forced;
    uint8_t seed[BIL_SEED_BYTES];
    struct bil_env_row *row;
    struct bil_env_arrays shown; /* those that show all rows as they are now */

    /* The threads beside the caller's: each has its share of the rows, in every call the same. */
    int threads; /* that there are, the caller's among them */
    pthread_t thread[BIL_ENV_THREADS];
    struct bil_env_share {
        struct bil_env *env;
        int first, behind; /* rows */
        int refused;
    } share[BIL_ENV_THREADS];
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    uint64_t calls; /* that were begun */
    int busy;       /* threads that have not ended the present one */
    bool stop, reset;
    const int32_t *action;
    const struct bil_env_arrays *arrays;
};

/* row.c: begins a row's next game, up to the first decision of the caller, and shows it. */
void bil_env_row_reset(struct bil_env *env, int which, const struct bil_env_arrays *arrays);
/* Carries out an action, goes on to the next decision, and shows it. */
enum bil_refused bil_env_row_step(struct bil_env *env, int which, int32_t action, const struct bil_env_arrays *arrays);

#endif
