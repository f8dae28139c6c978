/* 6 Billion: drawing from decks that have no order, for who goes through all worlds of a view (deal.c: six_deal_lazily). Must never
 * be asked under other rules. */
#include "billions/script.h"
#include "games/six_billion/state.h"

/* The card that is about to be drawn: each as likely, by kinds. What is left lies in their order, so that worlds that do not differ
 * are equal. */
void six_settle_top(struct six_state *state, struct bil_random *random)
{
    uint8_t copies[SIX_CARDS] = {0};
    uint8_t card[SIX_CARDS];
    uint64_t weight[SIX_CARDS];
    int kinds = 0;
    for (int i = 0; i < state->deck; i++) {
        copies[state->pile[i]]++;
    }
    for (int c = 1; c < SIX_CARDS; c++) {
        card[kinds] = (uint8_t)c;
        weight[kinds] = copies[c];
        kinds += copies[c] > 0;
    }
    const uint8_t chosen = card[bil_script_choose(random, weight, kinds)];
    copies[chosen]--;
    int at = 0;
    for (int k = 0; k < kinds; k++) {
        memset(&state->pile[at], card[k], copies[card[k]]);
        at += copies[card[k]];
    }
    state->pile[at] = chosen;
}

/* The Discovery card on top, if nobody has seen it: any of those that nobody has. */
void six_settle_find(struct six_state *state, struct bil_random *random)
{
    uint8_t place[SIX_FIND_DECK] = {0};
    const int top = state->find_left - 1;
    uint32_t count = 0;
    if (state->find_deck_seen[top] != 0) {
        return;
    }
    for (int i = 0; i <= top; i++) {
        if (state->find_deck_seen[i] == 0) {
            place[count++] = (uint8_t)i;
        }
    }
    const int at = place[bil_random_below(random, count)];
    const uint8_t find = state->find_deck[at];
    for (uint32_t i = 0; i + 1 < count; i++) { /* the others keep their order, for the same reason */
        if (place[i] >= at) {
            state->find_deck[place[i]] = state->find_deck[place[i + 1]];
        }
    }
    state->find_deck[top] = find;
}
