/* Template: plays one legal move. The only file that changes a state after the set-up. */
#include "games/template/state.h"

static void say(const struct bil_listener *listener, int kind, int seat, int flags, int card)
{
    if (listener) {
        const struct bil_event event = {(uint8_t)kind, (int8_t)seat, (uint8_t)flags, 0xFF, (int16_t)card, 0, 0};
        listener->hear(listener->context, &event);
    }
}

void tpl_apply(const void *rules_, void *state_, bil_move move, struct bil_random *random, const struct bil_listener *listener)
{
    (void)random;
    const struct tpl_rules *rules = rules_;
    struct tpl_state *state = state_;
    const int seat = state->turn;
    if (move == TPL_CHANGE) {
        state->open[seat] = state->hand[seat];
        state->hand[seat] = state->deck[--state->deck_count];
        state->deck[state->deck_count] = 0;
        say(listener, TPL_SAID_CHANGED, seat, BIL_EVENT_LEARNED, state->open[seat]);
    } else {
        say(listener, TPL_SAID_KEPT, seat, 0, 0);
    }
    state->turn++;
    for (int s = 0; s < rules->seats && state->turn == rules->seats; s++) {
        say(listener, TPL_SAID_SHOWN, s, BIL_EVENT_LEARNED, state->hand[s]);
    }
}
