/* 6 Billion: what a viewer may know of a state (SIX-215..222).
 *
 * `hide` only removes: what it leaves out cannot be had from a view by any means. The discard pile stays: every card in it was
 * shown to all when it went there. */
#include "games/six_billion/secrets/secrets.h"

/* Whether the viewer knows a Discovery card, by who has seen it. */
static bool knows(uint8_t seen, int viewer)
{
    return seen == 0xFF || (viewer >= 0 && (seen >> viewer & 1));
}

void six_hide(const void *rules_, const void *state_, int viewer, void *view_)
{
    const struct six_rules *rules = rules_;
    struct six_state *view = view_;
    memcpy(view, state_, sizeof *view);
    if (viewer == BIL_EVERYBODY) {
        return;
    }
    const bool over = six_top_const(view)->kind == SIX_END; /* agendas and Discovery cards are shown then (SIX-222) */
    view->viewer = (uint8_t)(viewer >= 0 ? 1 + viewer : 15);
    memset(view->pile, SIX_HIDDEN, view->deck); /* SIX-219 */
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != viewer) { /* SIX-215 */
            view->hand[seat].kinds = 0;
            memset(view->hand[seat].copies, 0, sizeof view->hand[seat].copies);
        }
        if (seat != viewer && !over) {
            view->agenda[seat] = SIX_FIND_HIDDEN; /* SIX-216 */
        }
        for (int i = 0; i < SIX_HELD && !over; i++) {
            const bool open = seat == viewer || view->find[seat][i] & SIX_FIND_UP;
            if (view->find[seat][i] && !open && !knows(view->find_seen[seat][i], viewer)) {
                view->find[seat][i] = SIX_FIND_HIDDEN; /* SIX-217 */
            }
        }
    }
    for (int i = 0; i < view->find_left; i++) {
        if (!knows(view->find_deck_seen[i], viewer)) {
            view->find_deck[i] = SIX_FIND_HIDDEN; /* SIX-218, SIX-219 */
        }
    }
}

void six_count_open(const struct six_rules *rules, const struct six_state *state, uint8_t open[SIX_CARDS])
{
    (void)rules;
    memset(open, 0, SIX_CARDS);
    for (int i = SIX_PILE - state->discard; i < SIX_PILE; i++) {
        open[state->pile[i]]++;
    }
    for (int place = 0; place < SIX_OPEN; place++) {
        open[state->open[place]]++;
    }
    for (int i = 1; i < state->depth; i++) { /* beside the piles until its window has closed */
        const struct bil_frame frame = state->stack[i];
        open[frame.kind >= SIX_RESPOND && frame.kind <= SIX_HALVE ? frame.a : SIX_NO_CARD]++;
    }
    open[state->event.card]++;
    open[SIX_FAMINE] = (uint8_t)(open[SIX_FAMINE] + state->removed);
    open[SIX_NO_CARD] = 0;
}
