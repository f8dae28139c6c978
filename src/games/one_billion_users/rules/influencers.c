/* One Billion Users: which platform an Influencer chooses, and how Pokes and Pushes move it.
 *
 * Holds criteria and ties (OBU-117..132), the arrival of a drawn Influencer, and push chains (OBU-104..115). Never looks at a hand
 * except to know, in fast rules, whether a seat has a Push to answer with (OBU-201). */
#include "games/one_billion_users/rules/state.h"

static int measure_of(const struct obu_seat *platform, int measure)
{
    switch (measure) {
    case OBU_BY_USERS:
        return platform->users; /* OBU-122, OBU-123; with Pokes and the single user (OBU-132) */
    case OBU_BY_TOXICITY:
        return platform->toxicity; /* OBU-124, OBU-125, OBU-130 */
    case OBU_BY_COMMUNITIES:
        return obu_popcount(platform->comm); /* OBU-127 */
    case OBU_BY_INFLUENCERS:
        return obu_popcount(platform->influencers); /* OBU-129 */
    default:
        return platform->received; /* OBU-128, OBU-131 */
    }
}

/* The seat with the most (fewest) of a measure among the allowed ones; ties go to the drawer, then clockwise (OBU-118,
 * OBU-136). Empty platforms take part (OBU-119). With `criterion`, False Social looks bigger than it is, as to Influencers and to
 * nobody else (OBU-137, OBU-187). */
int obu_extreme(const struct obu_rules *rules, const struct obu_state *state, int measure, bool fewest, int drawer, bool criterion,
                unsigned allowed)
{
    const int boast = criterion && measure == OBU_BY_USERS ? 2 * rules->false_social_halves : 0;
    int best = 0;
    int most = INT32_MIN;
    for (int i = 0, seat = drawer; i < rules->seats; i++, seat = obu_after(rules, seat)) {
        const int shown = measure_of(&state->seat[seat], measure) + (state->seat[seat].network == OBU_FALSE_SOCIAL ? boast : 0);
        const int amount = fewest ? -shown : shown;
        if ((allowed >> seat & 1U) && amount > most) {
            best = seat;
            most = amount;
        }
    }
    return best;
}

int obu_prefers(const struct obu_rules *rules, const struct obu_state *state, int influencer, int drawer)
{
    unsigned allowed = (1U << rules->seats) - 1;       /* whatever Blockers, Safeguards and Events there are (OBU-120) */
    if (rules->influencer_toxicity[influencer] >= 3) { /* OBU-181 */
        for (int seat = 0; seat < OBU_SEATS; seat++) {
            allowed &= ~((unsigned)(state->seat[seat].network == OBU_HIREME) << seat);
        }
    }
    return obu_extreme(rules, state, rules->influencer_measure[influencer], rules->influencer_fewest[influencer] != 0, drawer, true,
                       allowed);
}

bool obu_tied(const struct obu_rules *rules, const struct obu_state *state, int influencer, int home)
{
    /* asked by the next seat, home is the last of its equals, and not chosen if there are any */
    return obu_prefers(rules, state, influencer, (home + 1) % rules->seats) != home;
}

void obu_influencer_drawn(const struct obu_rules *rules, struct obu_state *state, int influencer,
                          const struct bil_listener *listener)
{
    const int home = obu_prefers(rules, state, influencer, state->turn);
    const bool tied = listener && obu_tied(rules, state, influencer, home);
    const int before = state->seat[home].users;
    obu_put_influencer(rules, state, home, influencer); /* at once, and nobody decides (OBU-117) */
    /* Social Shuffle may go on only after a claim, long after its card was seen: which comes next is news then (OBU-141). */
    obu_say(listener, OBU_E_JOINED, home, BIL_EVENT_LEARNED, 0xFF, influencer, -1, tied);
    obu_reach_milestones(rules, state, home, before, listener);
}

/* ------------------------------------------------------------------ push chains */

/* The chain is over: one single move, and none before (OBU-109, OBU-112), then the Milestones (OBU-164); the turn ends above us. */
static void chain_ends(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    const struct obu_chain chain = state->chain;
    int before = state->seat[chain.destination].users;
    memset(&state->chain, 0, sizeof state->chain);
    if (chain.destination != chain.from) {
        obu_lift_influencer(rules, state, chain.from, chain.influencer);
        obu_put_influencer(rules, state, chain.destination, chain.influencer); /* it does not choose now (OBU-106) */
        obu_say(listener, OBU_E_JOINED, chain.destination, 0, 0xFF, chain.influencer, chain.from, 0);
    } else {
        before -= chain.poked ? obu_poke_worth(rules, state, chain.from, chain.influencer) : 0; /* OBU-101, OBU-209 */
        obu_say(listener, OBU_E_STAYED, chain.from, 0, 0xFF, chain.influencer, 0, 0);
    }
    obu_reach_milestones(rules, state, chain.destination, before, listener);
}

int obu_chain_next(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct obu_chain *chain = &state->chain;
    const unsigned stake = (chain->named | 1U << chain->opener) & ~(1U << chain->last); /* OBU-108, OBU-110 */
    if (state->event == OBU_CREATOR_STRIKE) {                                           /* OBU-158 */
        return -1;
    }
    for (seat = obu_after(rules, seat); seat != chain->last; seat = obu_after(rules, seat)) {
        if ((stake >> seat & 1U) &&
            (rules->fast ? obu_has(rules, &state->seat[seat].hand, OBU_PUSH) : obu_could_hold(rules, state, seat, OBU_PUSH))) {
            return seat;
        }
    }
    return -1;
}

/* Asks the next seat with a stake, clockwise after `seat` and before the last pusher (OBU-110, OBU-111); ends the chain if none
 * is left. Opened by a Poke or a Push, answered by a Push alone (OBU-115). */
static void chain_asks(const struct obu_rules *rules, struct obu_state *state, int seat, const struct bil_listener *listener)
{
    const int next = obu_chain_next(rules, state, seat);
    if (next >= 0) {
        state->stack[1] = (struct bil_frame){OBU_CHAIN, (uint8_t)next, 0, 0};
        state->depth = 2;
        return;
    }
    memset(&state->stack[1], 0, sizeof state->stack[1]);
    state->depth = 1;
    chain_ends(rules, state, listener);
}

void obu_open_chain(const struct obu_rules *rules, struct obu_state *state, int influencer, int destination, bool poked,
                    const struct bil_listener *listener)
{
    const int from = obu_influencer_home(state, influencer);
    const int opener = state->turn;
    state->chain = (struct obu_chain){.influencer = (uint8_t)influencer,
                                      .from = (uint8_t)from,
                                      .destination = (uint8_t)destination,
                                      .opener = (uint8_t)opener,
                                      .last = (uint8_t)opener,                            /* OBU-208 */
                                      .named = (uint8_t)(1U << from | 1U << destination), /* OBU-208 */
                                      .poked = (uint8_t)(poked & rules->asked_once)};
    if (from == destination) { /* nothing would move: nobody may counter (OBU-102, OBU-105) */
        chain_ends(rules, state, listener);
        return;
    }
    chain_asks(rules, state, opener, listener);
}

void obu_chain_answer(const struct obu_rules *rules, struct obu_state *state, bil_move move, const struct bil_listener *listener)
{
    const int seat = obu_top(state)->seat;
    if (OBU_VERB(move) == OBU_M_COUNTER_PUSH) {
        state->chain.destination = OBU_B(move); /* named at once, and nothing moves yet (OBU-109) */
        state->chain.named = (uint8_t)(state->chain.named | 1U << OBU_B(move));
        state->chain.last = (uint8_t)seat;
        obu_say(listener, OBU_E_PUSH_COUNTERED, seat, BIL_EVENT_LEARNED, 0xFF, state->chain.influencer, OBU_B(move), 0);
    }
    chain_asks(rules, state, seat, listener);
}
