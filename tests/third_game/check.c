/* Ford: every invariant, of states and views; what is broken is said with the rule. The battery asks after each move, and a
 * position that people write is judged by nothing else. */
#include <stdio.h>

#include "third_game/state.h"

static const char *broken_places(const struct ford_rules *rules, const struct ford_state *state)
{
    static const uint8_t zero[FORD_PILE];
    int hidden = 0; /* cards of the deck */
    if (state->stones < 1 || state->stones > FORD_PILE || state->cards > FORD_PILE) {
        return "the river has at least one Stone, and no pile more than 64 cards (FORD-2)";
    }
    if (memcmp(state->river + state->stones, zero, (size_t)(FORD_PILE - state->stones)) != 0 ||
        memcmp(state->deck + state->cards, zero, (size_t)(FORD_PILE - state->cards)) != 0 || state->spent[FORD_NONE]) {
        return "bytes are set that mean nothing";
    }
    for (int i = 0; i < state->stones; i++) {
        if (state->river[i] < 1 || state->river[i] > FORD_STONES) {
            return "only Stones lie in the river (FORD-4)";
        }
    }
    for (int i = 0; i < state->cards; i++) {
        hidden += state->deck[i] == FORD_HIDDEN;
        if (state->deck[i] != FORD_HIDDEN && (state->deck[i] == FORD_NONE || state->deck[i] >= FORD_KINDS)) {
            return "the deck holds what is no card (FORD-1)";
        }
    }
    if (hidden > 0 && hidden < state->cards) {
        return "of the deck all cards are known or none";
    }
    for (int seat = 0; seat < FORD_SEATS; seat++) {
        const bool unseen = ford_hand_hidden(state, seat);
        int cards = unseen ? state->count[seat] - ford_known(state, seat) : 0;
        for (int kind = 0; kind < FORD_KINDS; kind++) {
            cards += unseen ? 0 : state->hand[seat][kind];
            if (!unseen && state->known[seat][kind] > state->hand[seat][kind]) {
                return "a hand lacks a card that everybody saw go there (FORD-7)";
            }
        }
        if (cards < 0 || (!unseen && cards != state->count[seat]) || (seat >= rules->seats && state->count[seat])) {
            return "a hand has not as many cards as it shows";
        }
        if (state->hand[seat][FORD_NONE] || state->hand[seat][FORD_FLOOD] || state->known[seat][FORD_SLIP]) {
            return "a hand holds Stones and Slips, and no Slip is ever seen to go there (FORD-6)";
        }
    }
    return NULL;
}

/* Every card of the box is there once; what lies hidden has room for what is missing. */
static const char *broken_box(const struct ford_rules *rules, const struct ford_state *state)
{
    int unseen[FORD_KINDS];
    int missing = 0;
    int hands = 0;
    const int deck = state->cards > 0 && state->deck[0] == FORD_HIDDEN ? state->cards : 0;
    ford_unseen(rules, state, unseen);
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        missing += unseen[kind];
        if (unseen[kind] < 0) {
            return "a card is there more often than in the box (FORD-1)";
        }
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        hands += ford_hand_hidden(state, seat) ? state->count[seat] - ford_known(state, seat) : 0;
    }
    if (missing != hands + deck) {
        return "cards of the box are missing, or too many lie hidden (FORD-1)";
    }
    return unseen[FORD_FLOOD] > deck ? "a Flood lies in no hand (FORD-6)" : NULL;
}

static const char *broken_stack(const struct ford_rules *rules, const struct ford_state *state)
{
    bool out = false;
    if (state->turn >= rules->seats || state->round < 1 || state->round > rules->rounds || state->depth < 1 ||
        state->depth > FORD_STACK) {
        return "turn or round is none of this game (FORD-3)";
    }
    for (int i = 0; i < FORD_STACK; i++) {
        const struct ford_frame frame = state->stack[i];
        const int kind = i == 0 ? frame.kind == FORD_END ? FORD_END : FORD_TURN : i == 1 ? FORD_ASK_SLIP : FORD_ASK_STEADY;
        if (i >= state->depth ? frame.kind || frame.seat : frame.kind != kind) {
            return "the questions lie in no order that can come about (FORD-8, FORD-9)";
        }
        const int seat = frame.kind == FORD_END ? 0 : state->turn;
        if (i < state->depth && (i == 1 ? frame.seat == seat || frame.seat >= rules->seats : frame.seat != seat)) {
            return "the wrong seat is asked (FORD-8, FORD-9)";
        }
    }
    const struct ford_frame top = ford_top(state);
    if (state->depth > 1 && (state->stones < 2 || state->stack[0].kind == FORD_END)) {
        return "there is no Stone that was just laid (FORD-8)";
    }
    if (state->depth > 1 && !rules->fast && !ford_could_slip(rules, state, top.seat)) {
        return "a seat is asked that cannot hold a Slip, as all can see (FORD-10)";
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        out = out || (state->count[seat] == 0 && state->depth == 1);
    }
    if (top.kind == FORD_END ? !out && (state->turn != rules->seats - 1 || state->round != rules->rounds) : out) {
        return "the game is over when a hand is empty or the last round was played, and not before (FORD-11)";
    }
    return NULL;
}

const char *ford_check(const void *rules, const void *state, char *buffer, size_t size)
{
    const char *what = broken_places(rules, state);
    what = what ? what : broken_box(rules, state);
    what = what ? what : broken_stack(rules, state);
    if (what) {
        snprintf(buffer, size, "This position cannot come about: %s.", what);
        return buffer;
    }
    return NULL;
}
