/* Ford: who is asked, and what it may do (FORD-3, 4, 7, 8, 9). Lists moves and changes nothing; reads only what the asked seat may
 * know, so that its view gives the same list. */
#include "third_game/state.h"

int ford_actor(const void *rules, const void *state_)
{
    (void)rules;
    const struct ford_frame top = ford_top(state_);
    return top.kind == FORD_END ? BIL_OVER : top.seat;
}

int ford_moves(const void *rules, const void *state_, bil_move *list)
{
    (void)rules;
    const struct ford_state *state = state_;
    const struct ford_frame top = ford_top(state);
    const uint8_t *hand = state->hand[top.seat];
    int count = 0;
    if (top.kind == FORD_TURN) {
        const int river = ford_river_top(state);
        for (int stone = river > 1 ? river - 1 : 1; stone <= river + 1 && stone <= FORD_STONES; stone++) {
            if (hand[stone]) {
                list[count++] = (bil_move)stone;
            }
        }
        /* Always there, whatever the hand: otherwise who does it would betray that it can lay nothing. */
        list[count++] = state->cards > 0 ? FORD_DRAW : FORD_WAIT;
        if (state->stones > 1) {
            list[count++] = FORD_TAKE;
        }
    } else if (top.kind != FORD_END) {
        if (hand[FORD_SLIP]) {
            list[count++] = top.kind == FORD_ASK_SLIP ? FORD_SLIP_IT : FORD_STEADY;
        }
        list[count++] = FORD_PASS;
    }
    return count;
}

/* Every turn stands in a record, as people would miss it; an answer only if there was a choice, or a record would tell who held
 * no Slip. */
bool ford_recorded(const void *rules, const void *state)
{
    (void)rules;
    return ford_top(state).kind == FORD_TURN;
}
