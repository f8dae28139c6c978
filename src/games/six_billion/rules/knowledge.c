/* 6 Billion: what everybody at the table knows of hidden cards (SIX-215..222).
 *
 * Of each hand it is known which cards everybody saw go there (`known`): taken from the open ones, kept after a refusal, the Colony
 * 2 that every hand begins with. Of the rest, and of the deck, only the kinds are known: `unseen` of each. A shuffle of the discard
 * pile tells more: those copies (`fresh`) went into the deck, so they are in no hand's card that was there before; a hand's unknown
 * cards are told apart by whether they were `drawn` since. When a card is shown that may be of either sort, what remains is taken
 * to be the less restricted: then no world that is still possible is ever ruled out, and only after a shuffle may a few be counted
 * in that a perfect memory could rule out. A second shuffle forgets what the first one taught.
 *
 * Never reads a hand or the deck: this knowledge follows from what was open to all. Not kept up in fast rules, where a seat knows
 * only the open cards. */
#include "games/six_billion/rules/state.h"

void six_know_begin(const struct six_rules *rules, struct six_state *state)
{
    memcpy(state->unseen, rules->copies, sizeof state->unseen);
    state->unseen[SIX_COLONY_2] = (uint8_t)(state->unseen[SIX_COLONY_2] - rules->seats);
    for (int seat = 0; seat < rules->seats; seat++) {
        state->known[seat][SIX_COLONY_2] = 1;
        state->drawn[seat] = (uint8_t)(state->hand[seat].count - 1);
    }
}

int six_unknown(const struct six_rules *rules, const struct six_state *state, int seat)
{
    (void)rules;
    int unknown = state->hand[seat].count;
    for (int card = 0; card < SIX_CARDS; card++) {
        unknown -= state->known[seat][card];
    }
    return unknown;
}

void six_know_drew(struct six_state *state, int seat)
{
    state->drawn[seat]++;
}

void six_know_took(struct six_state *state, int seat, int card)
{
    state->known[seat][card]++;
}

void six_know_shown(const struct six_rules *rules, struct six_state *state, int seat, int card)
{
    if (state->known[seat][card] > 0) {
        state->known[seat][card]--;
        return;
    }
    const int old = six_unknown(rules, state, seat) - state->drawn[seat]; /* unknown cards that were here before the shuffle */
    const bool surely_old = state->drawn[seat] == 0;
    const bool surely_fresh = !surely_old && state->fresh[card] == state->unseen[card];
    state->unseen[card]--;
    if (surely_old) {
        return;
    }
    state->drawn[seat] = (uint8_t)(state->drawn[seat] - (surely_fresh || old == 0));
    state->fresh[card] = (uint8_t)(state->fresh[card] - (state->fresh[card] > 0));
}

void six_know_opened(struct six_state *state, int card)
{
    state->unseen[card]--;
    state->fresh[card] = (uint8_t)(state->fresh[card] - (state->fresh[card] > 0));
}

void six_know_shuffled(struct six_state *state, bool all)
{
    memset(state->fresh, 0, sizeof state->fresh);
    memset(state->drawn, 0, sizeof state->drawn);
    for (int i = SIX_PILE - state->discard; i < SIX_PILE; i++) {
        state->fresh[state->pile[i]]++;
    }
    for (int place = 0; place < SIX_OPEN && all; place++) {
        state->fresh[state->open[place]]++;
    }
    state->fresh[SIX_NO_CARD] = 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        state->unseen[card] = (uint8_t)(state->unseen[card] + state->fresh[card]);
    }
}

uint32_t six_could_hold(const struct six_rules *rules, const struct six_state *state, int seat) /* SIX-174 */
{
    uint32_t kinds = 0;
    const bool any = six_unknown(rules, state, seat) > 0;
    const bool drawn = state->drawn[seat] > 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        const int hidden = state->unseen[card] - (drawn ? 0 : state->fresh[card]);
        kinds |= (uint32_t)(state->known[seat][card] > 0 || (any && hidden > 0)) << card;
    }
    return kinds;
}
