/* The cards of a game as people know them: what they are called and what they do, in words. Pages and galleries show them; nothing
 * that plays reads them. Numbers are not here: they are an edition's. */
#ifndef BILLIONS_CARDS_H
#define BILLIONS_CARDS_H

#include <stdbool.h>

#include "billions/api.h"

BIL_API_BEGIN

/* One kind of card. All texts are static; none is NULL but `pair`. */
struct bil_card {
    const char *word;  /* as moves, positions and editions say it: "colony6-other" */
    const char *name;  /* "New Colony" */
    const char *kind;  /* "action" */
    const char *pair;  /* the word of the card that it is against; NULL */
    const char *brief; /* what it does in a few words, for its face: "only 50 M" */
    const char *about; /* the same in a sentence or two */
    const char *topic; /* the page of the rules that says more (struct bil_topic) */
    bool lasts;        /* what it does holds until another of its kind comes; else it is over at once, or as `about` says */
};

BIL_API_END

#endif
