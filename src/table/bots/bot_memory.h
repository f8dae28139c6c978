/* Memory of a bot between decisions, kept by the caller: one for each seat of a match. It records each move as the seat may know
 * it, and never more. */
#ifndef BILLIONS_TABLE_BOT_MEMORY_H
#define BILLIONS_TABLE_BOT_MEMORY_H

#include "billions/bot.h"

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

#endif
