/* 6 Billion: the deck, the discard pile and the three open cards (SIX-133, 145, 202..209).
 *
 * Moves cards between the piles and keeps the table's knowledge of it; never touches a hand. */
#include "games/six_billion/state.h"

void six_to_discard(struct six_state *state, int card)
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

int six_draw(const struct six_rules *rules, struct six_state *state, struct bil_random *random, const struct bil_listener *listener)
{
    if (state->deck == 0) {
        if (state->discard == 0) {
            return SIX_NO_CARD;
        }
        if (!rules->fast) {
            six_know_shuffled(state, false);
        }
        turn_over(state);
        shuffle_deck(rules, state, random, listener);
    }
    if (rules->lazy) {
        six_settle_top(state, random);
    }
    const int card = state->pile[--state->deck];
    state->pile[state->deck] = 0;
    return card;
}

void six_open_card(const struct six_rules *rules, struct six_state *state, int place, struct bil_random *random,
                   const struct bil_listener *listener)
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
                 const struct bil_listener *listener)
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
