/* Template: every invariant, for the battery, and for positions that people write. */
#include <stdio.h>

#include "games/template/state.h"

/* Counts each card that is known; says what is wrong with the places, or NULL. */
static const char *broken(const struct tpl_rules *rules, const struct tpl_state *state)
{
    uint8_t seen[TPL_CARDS + 1] = {0};
    int changed = 0;
    if (state->turn > rules->seats || state->unused[0] || state->unused[1]) {
        return "bytes are set that mean nothing";
    }
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        if (state->hand[seat] > TPL_CARDS || state->open[seat] > TPL_CARDS) {
            return "a card is 1 to 16";
        }
        if (seat >= state->turn && state->open[seat]) {
            return "a seat that was not asked yet has changed its card";
        }
        if (seat >= rules->seats && state->hand[seat]) {
            return "a seat that does not play holds a card";
        }
        changed += state->open[seat] > 0;
        seen[state->hand[seat]]++;
        seen[state->open[seat]]++;
    }
    if (state->deck_count != TPL_CARDS - rules->seats - changed) {
        return "cards are missing from the deck, or too many in it";
    }
    for (int i = 0; i < TPL_CARDS; i++) {
        if (state->deck[i] > TPL_CARDS || (i >= state->deck_count && state->deck[i])) {
            return "the deck holds what is no card";
        }
        seen[state->deck[i]]++;
    }
    for (int card = 1; card <= TPL_CARDS; card++) {
        if (seen[card] > 1) {
            return "a card is there twice";
        }
    }
    return NULL;
}

const char *tpl_check(const void *rules, const void *state, char *buffer, size_t size)
{
    const char *what = broken(rules, state);
    if (what) {
        snprintf(buffer, size, "This position cannot come about: %s.", what);
        return buffer;
    }
    return NULL;
}
