/* The contract of a bot: it gets the rules, a view, the legal moves and a random stream of its own, and returns one of the moves.
 * It never sees a state. */
#ifndef BILLIONS_BOT_H
#define BILLIONS_BOT_H

#include "billions/game.h"

struct bil_ask {
    const struct bil_game *game;
    const void *rules;
    const void *view; /* of the asked seat; NULL if the bot does not look */
    int seat;
    const bil_move *moves;
    int count;                 /* at least 1 */
    struct bil_random *random; /* free-running, the bot's own */
};

/* A kind of bot. Same ask, same random stream: same move. */
struct bil_bot {
    const char *name; /* "greedy" */
    const char *help; /* one sentence */
    bool looks;       /* false: it never reads the view, so nobody need make one */
    bil_move (*choose)(const struct bil_ask *ask);
    bool uniform; /* it chooses exactly as bil_pick does, with the same random numbers: who simulates need not list the moves */
};

/* The bots that are compiled in; ends with a NULL name. */
extern const struct bil_bot bil_bots[];

/* The bot of that name, or NULL and a sentence that names those there are. */
const struct bil_bot *bil_bot_find(const char *name, struct bil_error *error);

#endif
