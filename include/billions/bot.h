/* The contract of a bot: it gets the rules, a view, the legal moves and a random stream of its own, and returns one of the moves.
 * It never sees a state. */
#ifndef BILLIONS_BOT_H
#define BILLIONS_BOT_H

#include "billions/game.h"
#include "billions/persons.h"

BIL_API_BEGIN

enum { BIL_REASONS = 24, BIL_BOT_PARAMS = 24, BIL_BOT_NAME = 256, BIL_BOT_PERSON = 32, BIL_REASON_WORDS = 240 };

/* What a bot thinks of one move. */
struct bil_reason {
    bil_move move;
    uint32_t visits;              /* how often it was tried */
    double points[BIL_MAX_SEATS]; /* what it expects every seat to have at the end */
    double place[BIL_MAX_SEATS];  /* and in which place; 1 is the first */
    double length;                /* how long the game is then, in its length_unit; 0: it does not say */
};

/* What it thinks of all: the move it chooses first, then the others by how often they were tried. */
struct bil_reasons {
    int count; /* of item[]; 0: the bot has none to tell */
    uint64_t iterations;
    struct bil_reason item[BIL_REASONS];
    char words[BIL_REASON_WORDS]; /* a sentence of the bot's own on its choice; who asks empties it, and most bots leave it so */
};

/* A move that was made, as a seat may know it. */
struct bil_made {
    bil_move move; /* 0 if the seat may not know all of it */
    int8_t seat;   /* that made it */
    bool known;
};

/* What a bot keeps from one decision of a seat to the next in the same match. It belongs to who asks (see table/bots/bot_seats.h):
 * all zero at first; then the same one each time, with every move since the bot was last asked with it, the one it chose first. */
struct bil_kept_tree {
    void *kept;                 /* the bot's own, or NULL */
    void (*forget)(void *kept); /* gives it back */
    const struct bil_made *made;
    int made_count;
};

struct bil_ask {
    const struct bil_game *game;
    const void *rules;
    const void *quick; /* the same rules made `fast`, for playouts; NULL: there are none, take `rules` */
    const void *view;  /* of the asked seat; NULL if the bot does not look */
    int seat;
    const bil_move *moves;
    int count;                   /* at least 1 */
    struct bil_random *random;   /* free-running, the bot's own */
    struct bil_reasons *reasons; /* NULL, or filled by bots that reason; count is 0 where they do not */

    /* For analysis: of `moves` only these are to be judged, each as often as the others, and one of them is chosen. NULL: all. A
     * bot that does not reason need not heed it. */
    const bil_move *only;
    int only_count;

    /* For bots in other processes, which must be told what these rules are (table/external_bot.h). */
    const struct bil_config *config; /* what the rules were made from; what its edition said, the rules hold. NULL: not told */
    uint64_t match;                  /* differs from match to match and says nothing else about it; 0: not told */

    struct bil_kept_tree *keep; /* for bots that keep what they thought; NULL: nothing is kept */

    /* For bots that take their time: whether they are to choose now with what they have found out. Asked all the time, from several
     * threads. NULL: they may take as long as their settings say. */
    bool (*enough)(void *asker);
    void *asker;
};

/* A setting of a bot: a number. */
struct bil_bot_param {
    const char *key;
    double initial, low, high;
    const char *help; /* what it does, and where it comes from */
};

/* A bot. Same ask (and the same asks before, where something is kept), same random stream: same move, unless its budget is a time
 * or it thinks on several threads. */
struct bil_bot {
    const char *name; /* "greedy", "search:ms=200" */
    const char *help; /* one sentence */
    bool looks;       /* false: it never reads the view, so nobody need make one */
    bool uniform;     /* it chooses exactly as bil_pick does, with the same random numbers: who simulates need not list the moves */
    bil_move (*choose)(const struct bil_bot *bot, const struct bil_ask *ask);
    const struct bil_bot_param *params; /* ends with a NULL key; NULL: none */
    double param[BIL_BOT_PARAMS];       /* their values, in the same order */
    const char *person;                 /* the word of who it is (persons.h); NULL: nobody in particular */
};

/* The bots that are compiled in, as they come without settings; ends with a NULL name. */
extern const struct bil_bot bil_bots[];

/* The bot of that name, with settings behind it or without: "search", "search:ms=200:threads=2", "easy:person=mara" (a person of
 * any game that is compiled in; see bil_bot_plays). NULL and a sentence that says what there is. The bot lives as long as the
 * program; the same name gives the same bot. Threads may call it. */
const struct bil_bot *bil_bot_find(const char *name, struct bil_error *error);

/* Whether a bot can sit down at this game: who it is, if it is somebody, must be one of the game's persons. False and a sentence
 * that says who there is. */
bool bil_bot_plays(const struct bil_bot *bot, const struct bil_game *game, struct bil_error *error);

/* Who a bot is at this game; NULL: nobody in particular. */
const struct bil_person *bil_bot_person(const struct bil_bot *bot, const struct bil_game *game);

BIL_API_END

#endif
