/* Ford: plays one legal move (FORD-3..11). The only file that changes a state after the set-up. Whatever shows a card to somebody
 * is said with BIL_EVENT_LEARNED, whatever chance decided with BIL_EVENT_CHANCE: undo goes no further back than that. */
#include "third_game/state.h"

void ford_say(const struct bil_listener *listener, int kind, int seat, int flags, int viewers, int a)
{
    if (listener) {
        const struct bil_event event = {(uint8_t)kind, (int8_t)seat, (uint8_t)flags, (uint8_t)viewers, (int16_t)a, 0, 0};
        listener->hear(listener->context, &event);
    }
}

/* A card leaves a hand and is seen: if it may be the one that all saw go there, it is. */
static void show(struct ford_state *state, int seat, int kind)
{
    state->hand[seat][kind]--;
    state->count[seat]--;
    state->known[seat][kind] = (uint8_t)(state->known[seat][kind] - (state->known[seat][kind] > 0));
}

/* The top Stone of the river goes into a hand, and everybody sees it. */
static void pick_up(const struct ford_rules *rules, struct ford_state *state, int seat)
{
    const int stone = state->river[--state->stones];
    state->river[state->stones] = 0;
    state->hand[seat][stone]++;
    state->count[seat]++;
    if (!rules->fast) {
        state->known[seat][stone]++;
    }
}

static void end_turn(const struct ford_rules *rules, struct ford_state *state, const struct bil_listener *listener)
{
    const bool out = ford_ending(rules, state);
    memset(state->stack, 0, sizeof state->stack);
    state->depth = 1;
    if (out || (state->turn == rules->seats - 1 && state->round == rules->rounds)) {
        state->stack[0] = (struct ford_frame){FORD_END, 0};
        ford_say(listener, FORD_E_OVER, -1, BIL_EVENT_LEARNED, 0xFF, out); /* hands are laid open */
        return;
    }
    state->turn++;
    if (state->turn == rules->seats) {
        state->turn = 0;
        state->round++;
    }
    state->stack[0] = (struct ford_frame){FORD_TURN, state->turn};
}

/* FORD-10: by what everybody knows. In the lab, where nobody looks, by the hand itself: who has no Slip could only pass. */
static bool is_asked(const struct ford_rules *rules, const struct ford_state *state, int seat)
{
    return rules->fast ? state->hand[seat][FORD_SLIP] > 0 : ford_could_slip(rules, state, seat);
}

/* FORD-8: asks the next seat after `seat` that is to be asked; when none is left the Stone lies. */
static void ask_after(const struct ford_rules *rules, struct ford_state *state, int seat, const struct bil_listener *listener)
{
    for (int next = (seat + 1) % rules->seats; next != state->turn; next = (next + 1) % rules->seats) {
        if (is_asked(rules, state, next)) {
            state->stack[1] = (struct ford_frame){FORD_ASK_SLIP, (uint8_t)next};
            state->depth = 2;
            return;
        }
    }
    end_turn(rules, state, listener);
}

static void slip_works(const struct ford_rules *rules, struct ford_state *state, const struct bil_listener *listener)
{
    ford_say(listener, FORD_E_BACK, state->turn, 0, 0xFF, ford_river_top(state));
    pick_up(rules, state, state->turn);
    end_turn(rules, state, listener);
}

static void draw(struct ford_state *state, struct bil_random *random, const struct bil_listener *listener)
{
    const int seat = state->turn;
    const int card = state->deck[--state->cards];
    state->deck[state->cards] = 0;
    if (card != FORD_FLOOD) {
        state->hand[seat][card]++;
        state->count[seat]++;
        ford_say(listener, FORD_E_DREW, seat, BIL_EVENT_LEARNED, 1 << seat, card);
        return;
    }
    bil_random_enter(random, FORD_STREAM_FLOOD, state->spent[FORD_FLOOD]); /* each Flood its own stream, whatever came before */
    int washed = 1 + (int)bil_random_below(random, FORD_WASHED);
    washed = washed < state->stones ? washed : state->stones - 1;
    for (int i = 0; i < washed; i++) {
        state->spent[state->river[--state->stones]]++;
        state->river[state->stones] = 0;
    }
    state->spent[FORD_FLOOD]++;
    ford_say(listener, FORD_E_FLOOD, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, washed);
}

void ford_apply(const void *rules_, void *state_, bil_move move, struct bil_random *random, const struct bil_listener *listener)
{
    const struct ford_rules *rules = rules_;
    struct ford_state *state = state_;
    const struct ford_frame top = ford_top(state);
    const int seat = top.seat;
    switch (move) {
    case FORD_DRAW:
        draw(state, random, listener);
        end_turn(rules, state, listener);
        break;
    case FORD_TAKE:
        ford_say(listener, FORD_E_TOOK, seat, 0, 0xFF, ford_river_top(state));
        pick_up(rules, state, seat);
        end_turn(rules, state, listener);
        break;
    case FORD_WAIT:
        ford_say(listener, FORD_E_WAITED, seat, 0, 0xFF, 0);
        end_turn(rules, state, listener);
        break;
    case FORD_SLIP_IT:
        show(state, seat, FORD_SLIP);
        state->spent[FORD_SLIP]++;
        ford_say(listener, FORD_E_SLIPPED, seat, BIL_EVENT_LEARNED, 0xFF, ford_river_top(state));
        if (is_asked(rules, state, state->turn)) {
            state->stack[state->depth++] = (struct ford_frame){FORD_ASK_STEADY, state->turn};
        } else {
            slip_works(rules, state, listener);
        }
        break;
    case FORD_STEADY:
        show(state, seat, FORD_SLIP);
        state->spent[FORD_SLIP]++;
        ford_say(listener, FORD_E_STEADY, seat, BIL_EVENT_LEARNED, 0xFF, ford_river_top(state));
        end_turn(rules, state, listener);
        break;
    case FORD_PASS:
        ford_say(listener, FORD_E_PASSED, seat, 0, 0xFF, 0);
        if (top.kind == FORD_ASK_STEADY) {
            slip_works(rules, state, listener);
        } else {
            ask_after(rules, state, seat, listener);
        }
        break;
    default: /* a Stone */
        show(state, seat, (int)move);
        state->river[state->stones++] = (uint8_t)move;
        ford_say(listener, FORD_E_LAID, seat, BIL_EVENT_LEARNED, 0xFF, (int)move);
        ask_after(rules, state, seat, listener);
        break;
    }
}
