/* One game of bots against bots, from its seed to its end: what simulations, arenas and laboratories are made of.
 *
 * Same rules, same seed, same bots at the same seats: the same game on any thread and at any time (as long as no bot thinks by the
 * clock or on several threads). */
#ifndef BILLIONS_LAB_BOT_GAME_H
#define BILLIONS_LAB_BOT_GAME_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/game.h"
#include "table/external_bot.h"

struct bil_bot_game {
    const struct bil_game *game;
    const void *rules;
    const void *quick;               /* for bots that look ahead; see bil_rules_new */
    const struct bil_config *config; /* what the rules were made from; bots in other programs are told */
    int seats;
    const struct bil_bot *bot[BIL_MAX_SEATS]; /* by seat */
    uint8_t seed[BIL_SEED_BYTES];
    uint64_t number;                              /* from 0; for sentences */
    bool check;                                   /* test every invariant after every move */
    const atomic_bool *stop;                      /* NULL, or set by somebody who no longer wants the game */
    struct bil_external_bot_count *external;      /* NULL, or by seat: gets what bots in other programs were asked in this game */
    void (*chosen)(void *context, bil_move move); /* NULL, or told every open choice */
    void *context;                                /* for `chosen`, `begun` and `moved` */

    /* For laboratories; each may be NULL. */
    void (*begun)(void *context, void *state);                   /* right after set-up; may change the state */
    void (*moved)(void *context, const void *state, bool chose); /* after every move; whether it was an open choice */
    const struct bil_listener *listener;                         /* hears all that happens */
};

enum bil_bot_game_end {
    BIL_BOT_GAME_OVER,    /* `state` is the last one */
    BIL_BOT_GAME_STOPPED, /* somebody set `stop` */
    BIL_BOT_GAME_BROKEN   /* an invariant does not hold, or the game does not end: the sentence says which game and seed */
};

/* Whether any of the bots looks at views: else rules may be `fast`, under which the same games are played. */
bool bil_bots_look(const struct bil_bot *const *bot, int count);

/* Plays a game into `state` (of BIL_MAX_STATE bytes, aligned like a uint64_t). *decisions: as they would stand in a record. */
enum bil_bot_game_end bil_bot_game_play(const struct bil_bot_game *bot_game, void *state, uint64_t *decisions,
                                        struct bil_error *error);

/* The seed of game i (from 0) of a run. */
void bil_bot_game_seed(const uint8_t run[BIL_SEED_BYTES], uint64_t game, uint8_t seed[BIL_SEED_BYTES]);

/* Scatters a number: sums of scattered hashes do not depend on the order of games, and yet tell them apart. */
uint64_t bil_bot_game_mix(uint64_t number);

#endif
