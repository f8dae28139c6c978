/* 6 Billion: the deck, the discard pile and the three open cards (SIX-133, 145, 202..209).
 *
 * Moves cards between the piles and keeps the table's knowledge of it; never touches a hand. */
#include "billions/script.h"
#include "games/six_billion/rules/state.h"

void six_to_discard(struct six_state *state, int card) /* SIX-133 */
{
    state->discard++;
    state->pile[SIX_PILE - state->discard] = (uint8_t)card;
}

bool six_can_draw(const struct six_state *state)
{
    return state->deck + state->discard > 0;
}

static void shuffle_deck(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                         const struct bil_listener *listener)
{
    bil_random_enter(random, SIX_S_RESHUFFLE, state->reshuffles);
    state->reshuffles++;
    if (!rules->lazy) {
        bil_random_shuffle(random, state->pile, state->deck);
    }
    six_say(listener, SIX_E_RESHUFFLED, -1, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, state->deck, 0, 0);
}

/* The discard pile goes onto the deck. */
static void turn_over(struct six_state *state)
{
    for (int i = SIX_PILE - state->discard; i < SIX_PILE; i++) {
        const uint8_t card = state->pile[i];
        state->pile[i] = 0;
        state->pile[state->deck++] = card;
    }
    state->discard = 0;
}

#ifndef BIL_WITHOUT_SOLVING
/* Drawing from decks that have no order, for who goes through all worlds of a view (deal.c: six_deal_lazily). Must never be asked
 * under other rules. */

/* The card that is about to be drawn: each as likely, by kinds. The rest stays in their order, so that worlds that do not differ
 * are equal. */
static void settle_top(struct six_state *state, struct bil_random *random)
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
#else
#define settle_top(state, random) ((void)0)
#endif

int six_draw(const struct six_rules *rules, struct six_state *state, struct bil_random *random, const struct bil_listener *listener)
{
    if (state->deck == 0) {        /* only now that a card is needed (SIX-207, SIX-209) */
        if (state->discard == 0) { /* SIX-208 */
            return SIX_NO_CARD;
        }
        if (!rules->fast) {
            six_know_shuffled(state, false);
        }
        turn_over(state);
        shuffle_deck(rules, state, random, listener);
    }
    if (rules->lazy) {
        settle_top(state, random);
    }
    const int card = state->pile[--state->deck];
    state->pile[state->deck] = 0;
    return card;
}

void six_open_card(const struct six_rules *rules, struct six_state *state, int place, struct bil_random *random,
                   const struct bil_listener *listener) /* SIX-205, SIX-208 */
{
    const int card = six_draw(rules, state, random, listener);
    state->open[place] = (uint8_t)card;
    if (card != SIX_NO_CARD) {
        if (!rules->fast) {
            six_know_opened(state, card);
        }
        six_say(listener, SIX_E_FACE_UP, -1, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, card, 0, 0);
    }
}

void six_recycle(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                 const struct bil_listener *listener) /* SIX-145 */
{
    if (!rules->fast) {
        six_know_shuffled(state, true);
    }
    turn_over(state);
    for (int place = 0; place < SIX_OPEN; place++) {
        if (state->open[place]) {
            state->pile[state->deck++] = state->open[place];
        }
    }
    shuffle_deck(rules, state, random, listener);
    for (int place = 0; place < SIX_OPEN; place++) {
        six_open_card(rules, state, place, random, listener);
    }
}

#ifndef BIL_WITHOUT_SOLVING
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
#endif
