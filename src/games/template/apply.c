/* Template: plays one legal move (TPL-2, TPL-3). The only file that changes a state after the set-up; says every chance that fell
 * and every card that somebody saw, for undo goes back no further. */
#include "games/template/state.h"

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
        tpl_say(listener, TPL_SAID_CHANGED, seat, BIL_EVENT_LEARNED, 0xFF, state->open[seat]);
    } else {
        tpl_say(listener, TPL_SAID_KEPT, seat, 0, 0xFF, 0);
    }
    state->turn++;
    for (int s = 0; s < rules->seats && state->turn == rules->seats; s++) {
        tpl_say(listener, TPL_SAID_SHOWN, s, BIL_EVENT_LEARNED, 0xFF, state->hand[s]);
    }
}
