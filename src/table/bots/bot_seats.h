/* Bots at a table of which nobody keeps more than the state: for laboratories and batches of games, which play too many games for a
 * match (match.h) each. */
#ifndef BILLIONS_TABLE_BOT_SEATS_H
#define BILLIONS_TABLE_BOT_SEATS_H

#include "billions/bot.h"

/* ------------------------------------------------------------------ memory
 *
 * What a bot keeps between decisions, on the side of its caller: one for each seat of a match. It records each move as the seat may
 * know it, and never more. */

/* Whether a bot keeps anything (a setting "keep" that is not 0); to others nobody need offer it. */
bool bil_bot_memory_wanted(const struct bil_bot *bot);

/* All zero at first. */
struct bil_bot_memory {
    struct bil_kept_tree keep; /* for bil_ask.keep */
    struct bil_made *made;
    int capacity;
    bool asked; /* what happened before it was first asked means nothing */
};

/* For bil_ask.keep: what the bot kept, and what happened since. Call bil_bot_memory_asked behind the answer. */
struct bil_kept_tree *bil_bot_memory_ask(struct bil_bot_memory *memory);
void bil_bot_memory_asked(struct bil_bot_memory *memory);

/* A move that `seat` is about to make in `state`. `viewer` is whose keeping it is. */
void bil_bot_memory_note(struct bil_bot_memory *memory, const struct bil_game *game, const void *rules, const void *state,
                         int viewer, int seat, bil_move move);

/* Forgets everything; after that it is all zero. Also where a move was taken back. */
void bil_bot_memory_end(struct bil_bot_memory *memory);

/* ------------------------------------------------------------------ seats */

struct bil_bot_seats {
    const struct bil_game *game;
    const void *rules;
    const void *quick;               /* the same made fast, for bots that look ahead */
    const struct bil_config *config; /* what the rules were made from; bots in other programs are told */
    int seats;
    const struct bil_bot *bot[BIL_MAX_SEATS]; /* NULL: no bot sits there */
    uint64_t match;                           /* as in bil_ask */
};

/* What a bot chooses among its moves. `view` is of its seat; NULL if the bot does not look. `memory` is by seat, or NULL if no bot
 * keeps anything. */
bil_move bil_bot_seats_ask(const struct bil_bot_seats *seats, struct bil_bot_memory *memory, const void *view, int seat,
                           const bil_move *moves, int count, struct bil_random *random);

/* Tells all bots that keep their thoughts of a move that `seat` is about to make in `state`, each as its seat may know it. */
void bil_bot_seats_note(const struct bil_bot_seats *seats, struct bil_bot_memory *memory, const void *state, int seat,
                        bil_move move);

/* Whether any of them keeps something. */
bool bil_bot_seats_remember(const struct bil_bot_seats *seats);

/* The rules of a configuration, with its own `fast`, and the same rules made fast. Free both with free(). False and a
 * sentence, and nothing to free, if the configuration is wrong or there is no memory. */
bool bil_rules_new(const struct bil_game *game, const struct bil_config *config, void **rules, void **quick,
                   struct bil_error *error);

#endif
