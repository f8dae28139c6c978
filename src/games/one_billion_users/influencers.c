/* One Billion Users: which platform an Influencer chooses, and how Pokes and Pushes move it.
 *
 * Holds criteria and ties (OBU-117..132), the arrival of a drawn Influencer, and push chains (OBU-104..115). Never looks at a hand
 * except to know, in fast rules, whether a seat has a Push to answer with. */
#include "games/one_billion_users/state.h"

static int measure_of(const struct obu_rules *rules, const struct obu_seat *seat, int measure, bool criterion)
{
    switch (measure) {
    case OBU_BY_USERS: /* OBU-187: False Social looks bigger to Influencers, to nobody else (OBU-137) */
        return seat->users + (criterion && seat->network == OBU_FALSE_SOCIAL ? 2 * rules->false_social_halves : 0);
    case OBU_BY_TOXICITY:
        return seat->toxicity;
    case OBU_BY_COMMUNITIES:
        return obu_popcount(seat->comm);
    case OBU_BY_INFLUENCERS:
        return obu_popcount(seat->influencers);
    default:
        return seat->received;
    }
}

/* The seat with the most (fewest) of a measure among the allowed ones; ties go to the drawer, then clockwise (OBU-118, 136). */
int obu_extreme(const struct obu_rules *rules, const struct obu_state *state, int measure, bool fewest, int drawer, bool criterion,
                unsigned allowed)
{
    int best = -1;
    int best_value = 0;
    int seat = drawer;
    for (int i = 0; i < rules->seats; i++, seat = obu_after(rules, seat)) {
        if (allowed >> seat & 1U) {
            int value = measure_of(rules, &state->seat[seat], measure, criterion);
            value = fewest ? -value : value;
            if (best < 0 || value > best_value) {
                best = seat;
                best_value = value;
            }
        }
    }
    return best;
}

int obu_prefers(const struct obu_rules *rules, const struct obu_state *state, int influencer, int drawer)
{
    unsigned allowed = (1U << rules->seats) - 1;
    if (rules->influencer_toxicity[influencer] >= 3) { /* OBU-181 */
        for (int seat = 0; seat < rules->seats; seat++) {
            if (state->seat[seat].network == OBU_HIREME) {
                allowed &= ~(1U << seat);
            }
        }
    }
    return obu_extreme(rules, state, rules->influencer_measure[influencer], rules->influencer_fewest[influencer] != 0, drawer, true,
                       allowed);
}

void obu_influencer_drawn(const struct obu_rules *rules, struct obu_state *state, int influencer, const struct bil_listener *listener)
{
    const int home = obu_prefers(rules, state, influencer, state->turn);
    obu_put_influencer(rules, state, home, influencer);
    obu_say(listener, OBU_E_JOINED, home, 0, 0xFF, influencer, -1, 0);
    obu_reach_milestones(rules, state, home, listener);
}

/* ------------------------------------------------------------------ push chains */

/* The chain is over: one single move (OBU-112), then the Milestones (OBU-164); the turn ends above us. */
static void chain_ends(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    const struct obu_chain chain = state->chain;
    memset(&state->chain, 0, sizeof state->chain);
    if (chain.destination != chain.from) {
        obu_lift_influencer(rules, state, chain.from, chain.influencer);
        obu_put_influencer(rules, state, chain.destination, chain.influencer);
        obu_say(listener, OBU_E_JOINED, chain.destination, 0, 0xFF, chain.influencer, chain.from, 0);
    } else {
        obu_say(listener, OBU_E_STAYED, chain.from, 0, 0xFF, chain.influencer, 0, 0);
    }
    obu_reach_milestones(rules, state, chain.destination, listener);
}

/* Asks the next seat with a stake, clockwise after `seat` and before the last pusher (OBU-110, 111); ends the chain if none is left. */
static void chain_asks(const struct obu_rules *rules, struct obu_state *state, int seat, const struct bil_listener *listener)
{
    const struct obu_chain *chain = &state->chain;
    const unsigned stake = (chain->named | 1U << chain->opener) & ~(1U << chain->last);
    if (state->event != OBU_CREATOR_STRIKE) {
        for (seat = obu_after(rules, seat); seat != chain->last; seat = obu_after(rules, seat)) {
            if ((stake >> seat & 1U) &&
                (rules->fast ? obu_has(rules, &state->seat[seat].hand, OBU_PUSH) : obu_could_hold(rules, state, seat, OBU_PUSH))) {
                state->stack[1] = (struct obu_frame){OBU_CHAIN, (uint8_t)seat, 0, 0};
                state->depth = 2;
                return;
            }
        }
    }
    memset(&state->stack[1], 0, sizeof state->stack[1]);
    state->depth = 1;
    chain_ends(rules, state, listener);
}

void obu_open_chain(const struct obu_rules *rules, struct obu_state *state, int influencer, int destination,
                    const struct bil_listener *listener)
{
    const int from = obu_influencer_home(state, influencer);
    const int opener = state->turn;
    state->chain = (struct obu_chain){.influencer = (uint8_t)influencer,
                                      .from = (uint8_t)from,
                                      .destination = (uint8_t)destination,
                                      .opener = (uint8_t)opener,
                                      .last = (uint8_t)opener,
                                      .named = (uint8_t)(1U << from | 1U << destination)};
    if (from == destination) { /* nothing would move: nobody may counter (OBU-102, 105) */
        chain_ends(rules, state, listener);
        return;
    }
    chain_asks(rules, state, opener, listener);
}

void obu_chain_answer(const struct obu_rules *rules, struct obu_state *state, bil_move move, const struct bil_listener *listener)
{
    const int seat = obu_top(state)->seat;
    if (OBU_VERB(move) == OBU_M_COUNTER_PUSH) {
        state->chain.destination = OBU_B(move);
        state->chain.named = (uint8_t)(state->chain.named | 1U << OBU_B(move));
        state->chain.last = (uint8_t)seat;
        obu_say(listener, OBU_E_PUSH_COUNTERED, seat, BIL_EVENT_LEARNED, 0xFF, state->chain.influencer, OBU_B(move), 0);
    }
    chain_asks(rules, state, seat, listener);
}
