/* The legal moves of a decision as a person sees them: numbered, with their text, and found again from a number. */
#ifndef BILLIONS_TERMINAL_OFFER_H
#define BILLIONS_TERMINAL_OFFER_H

#include "billions/match.h"
#include "terminal/screen.h"

/* Start with {0}. Move number i (from 0; people count from 1) is match->move[i]. */
struct bil_offer {
    int count;
    struct bil_text texts; /* all of them, each with a final zero */
    size_t begin[BIL_MAX_MOVES];
};

/* The moves of the decision now open. */
void bil_offer_make(struct bil_offer *offer, const struct bil_match *match);
void bil_offer_free(struct bil_offer *offer);
const char *bil_offer_text(const struct bil_offer *offer, int index);

/* Writes the list, one row for each kind of move. */
void bil_offer_show(const struct bil_offer *offer, struct bil_screen *screen);

/* Whether words begin with a number alone or "#" and a number: it is then the number of a move, *number (0 if it is too large). */
bool bil_offer_number(const char *words, int *number);

#endif
