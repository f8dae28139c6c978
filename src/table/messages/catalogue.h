/* What there is to play, as one JSON for every client: games with their options, standing orders, pages of rules and ways to end,
 * and the bots. */
#ifndef BILLIONS_TABLE_CATALOGUE_H
#define BILLIONS_TABLE_CATALOGUE_H

#include "billions/text.h"

/* Writes the members "games" and "bots" (docs/protocol.md, "what can be played") into the JSON object that is open in `out`. Of the
 * bots only those for which `offered` says true are named; NULL: all. The same text at every call. */
void bil_catalogue(struct bil_text *out, bool (*offered)(const char *bot));

#endif
