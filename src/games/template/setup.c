/* Template: the first state (TPL-1). All that chance decides is decided here, from a stream of its own. */
#include "games/template/state.h"

void tpl_setup(const void *rules_, struct bil_random *random, void *state_, const struct bil_listener *listener)
{
    const struct tpl_rules *rules = rules_;
    struct tpl_state *state = state_;
    memset(state, 0, sizeof *state);
    for (int i = 0; i < TPL_CARDS; i++) {
        state->deck[i] = (uint8_t)(i + 1);
    }
    bil_random_enter(random, TPL_STREAM_DECK, 0);
    bil_random_shuffle(random, state->deck, TPL_CARDS);
    state->deck_count = TPL_CARDS;
    for (int seat = 0; seat < rules->seats; seat++) {
        state->hand[seat] = state->deck[--state->deck_count];
        state->deck[state->deck_count] = 0; /* unused slots are zero, or equal states would differ */
        tpl_say(listener, TPL_SAID_DEALT, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 1 << seat, state->hand[seat]);
    }
}
