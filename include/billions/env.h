/* Many games at once, for programs that learn: they see a decision as numbers, answer with a number, and are told at the end how it
 * went. All arrays are the caller's, one row for each game; an array that is NULL is not written. bil_shape (ruleset.h) has their
 * lengths.
 *
 * Every row shows the decision of its game that is open now: of the seat `actor`, from that seat's view and nothing else. Decisions
 * with one legal move are made without asking. Seats of built-in bots play by themselves. A game that ends restarts within the same
 * step: `over` is 1, reward, points, places and final_observation are those of the game that has ended, and all else shows the
 * first decision of the next one.
 *
 * Same wish, same seed, same actions: the same bytes in every array, for any number of threads. A batch belongs to one caller at a
 * time. */
#ifndef BILLIONS_ENV_H
#define BILLIONS_ENV_H

#include "billions/bot.h"
#include "billions/ruleset.h"

BIL_API_BEGIN

struct bil_env;

enum { BIL_ENV_GAMES = 1 << 20, BIL_ENV_THREADS = 256 };

struct bil_env_wish {
    const char *game;         /* "one-billion-users" */
    struct bil_config config; /* seats, edition, settings; `fast` is ignored, since a learner may know what its seat may know */
    int games;                /* rows: 1 to BIL_ENV_GAMES */
    int threads;              /* 1 to BIL_ENV_THREADS, the caller's among them */
    const char *bot[BIL_MAX_SEATS]; /* who plays a seat, "greedy"; NULL: the caller */
    bool forced;                    /* decisions with one legal move are asked, too */
};

/* Where an array is the one of the call before, only what is new is written over it: between two calls the caller may read it, but
 * not change it. A reset writes all of it. */
struct bil_env_arrays {
    uint16_t *observation; /* [games][observation] */
    float *floats;         /* [games][observation]: the same as bil_ruleset_floats makes it, */
    uint8_t *bits;         /* [games][bits]: and as bil_ruleset_bits does; only where `observation` is given, too */
    uint8_t *mask;         /* [games][actions]: 1 where the action is legal */
    int32_t *legal;        /* [games][legal]: the legal actions in ascending order; behind the last one they are -1 */
    int32_t *legal_count;  /* [games] */
    int8_t *actor;         /* [games]: the seat that is asked, from 0 */
    float *reward;         /* [games][seats]: 0 but at the end; then 1 for the first place, -1 for the last, those between evenly
                            * spread, and seats that share places what these have on average: always 0 in sum */
    uint8_t *over;         /* [games]: 1: a game has ended in this step */
    int32_t *points;       /* [games][seats]: of the game that has ended; else left as they are */
    uint8_t *places;       /* [games][seats]: from 1; so, too */
    uint8_t *refused;      /* [games]: enum bil_refused */

    /* Not from the seat's view: everything, every hand and pile, as a critic may be trained with and no player may see. */
    uint16_t *privileged_observation; /* [games][observation] */

    /* Of the game that has ended in this step: what each seat sees at its end; else left as it is. */
    uint16_t *final_observation; /* [games][seats][observation] */
};

/* NULL and a sentence if it cannot be. The caller gives it back by bil_env_free. It is to be reset first. */
struct bil_env *bil_env_new(const struct bil_env_wish *wish, struct bil_error *error);
void bil_env_free(struct bil_env *env);                               /* NULL is fine */
const struct bil_ruleset *bil_env_ruleset(const struct bil_env *env); /* which says how long rows are; it goes with the batch */

/* All games begin: row i with chance of its own, by the seed and i. Without a seed (NULL) every row begins the next game of the
 * sequence that the last seed began, as if its game had ended. */
void bil_env_reset(struct bil_env *env, const uint8_t seed[BIL_SEED_BYTES], const struct bil_env_arrays *arrays);

/* One action for each game. Where it is refused nothing changes: that row shows the same decision again. Returns how many were. */
int bil_env_step(struct bil_env *env, const int32_t *action, const struct bil_env_arrays *arrays);

/* For search: what the actor of a row sees, a view of BIL_MAX_STATE bytes. bil_game.deal makes worlds of it, each equally likely
 * among those that fit. Of a row that there is none: zeros. */
void bil_env_view(const struct bil_env *env, int row, void *view);

BIL_API_END

#endif
