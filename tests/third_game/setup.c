/* Ford: the first state (FORD-2). The Stone that begins is taken before anything is shuffled, and the Floods come last: were the
 * deck turned over until a Stone shows, everybody would know something of the cards above it, and deal would have to know it too.
 */
#include "third_game/state.h"

void ford_setup(const void *rules_, struct bil_random *random, void *state_, const struct bil_listener *listener)
{
    const struct ford_rules *rules = rules_;
    struct ford_state *state = state_;
    memset(state, 0, sizeof *state);
    for (int kind = 1; kind < FORD_FLOOD; kind++) {
        for (int i = 0; i < rules->copies[kind]; i++) {
            state->deck[state->cards++] = (uint8_t)kind;
        }
    }
    bil_random_enter(random, FORD_STREAM_FIRST, 0);
    const uint32_t first = bil_random_below(random, state->cards - (uint32_t)rules->copies[FORD_SLIP]);
    state->river[state->stones++] = state->deck[first];
    state->deck[first] = state->deck[--state->cards];
    state->deck[state->cards] = 0;
    ford_say(listener, FORD_E_FIRST, -1, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, state->river[0]);

    bil_random_enter(random, FORD_STREAM_DEAL, 0);
    bil_random_shuffle(random, state->deck, state->cards);
    for (int seat = 0; seat < rules->seats; seat++) {
        state->count[seat] = rules->hand;
        for (int i = 0; i < rules->hand; i++) {
            state->hand[seat][state->deck[--state->cards]]++;
            state->deck[state->cards] = 0;
        }
    }
    for (int i = 0; i < rules->copies[FORD_FLOOD]; i++) {
        state->deck[state->cards++] = FORD_FLOOD;
    }
    bil_random_shuffle(random, state->deck, state->cards);
    state->round = 1;
    state->stack[0] = (struct ford_frame){FORD_TURN, 0};
    state->depth = 1;
}
