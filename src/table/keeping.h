/* For whoever asks bots that keep what they thought: one of these for each seat of a match. It notes each move as the seat may know
 * it, and never more. */
#ifndef BILLIONS_TABLE_KEEPING_H
#define BILLIONS_TABLE_KEEPING_H

#include "billions/bot.h"

/* Whether a bot keeps anything (a setting "keep" that is not 0); to others nobody need offer it. */
bool bil_keeping_wanted(const struct bil_bot *bot);

/* All zero at first. */
struct bil_keeping {
    struct bil_keep keep; /* for bil_ask.keep */
    struct bil_made *made;
    int capacity;
    bool asked; /* what happened before it was first asked means nothing */
};

/* For bil_ask.keep: what the bot kept, and what happened since. Call bil_keeping_asked behind the answer. */
struct bil_keep *bil_keeping_ask(struct bil_keeping *keeping);
void bil_keeping_asked(struct bil_keeping *keeping);

/* A move that `seat` is about to make in `state`. `viewer` is whose keeping it is. */
void bil_keeping_note(struct bil_keeping *keeping, const struct bil_game *game, const void *rules, const void *state, int viewer,
                      int seat, bil_move move);

/* Forgets everything; after that it is all zero. Also where a move was taken back. */
void bil_keeping_end(struct bil_keeping *keeping);

#endif
