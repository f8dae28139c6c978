/* One Billion Users: the cards on a platform, its running totals, and the Milestones that follow from them.
 *
 * Every card that comes to a platform or leaves it goes through here, so that `users` and `toxicity` are always the sums that
 * OBU-10 and OBU-11 define. Never decides anything and never asks whether a move is allowed. */
#include "games/one_billion_users/rules/state.h"

/* With 50 million for each Poke (OBU-101), The Troll's single user too (OBU-126); Pushes add nothing (OBU-107). */
static int worth_with(const struct obu_rules *rules, const struct obu_state *state, int seat, int influencer, int pokes)
{
    const int users = 2 * (rules->influencer_halves[influencer] + pokes) + rules->influencer_single[influencer]; /* OBU-11 */
    const int less = 2 * rules->friendlink_less_halves * (state->seat[seat].network == OBU_FRIENDLINK);          /* OBU-183 */
    return users > less ? users - less : 0;
}

int obu_influencer_worth(const struct obu_rules *rules, const struct obu_state *state, int seat, int influencer)
{
    return worth_with(rules, state, seat, influencer, obu_pokes(state, influencer));
}

int obu_poke_worth(const struct obu_rules *rules, const struct obu_state *state, int seat, int influencer)
{
    const int pokes = obu_pokes(state, influencer);
    return worth_with(rules, state, seat, influencer, pokes) - worth_with(rules, state, seat, influencer, pokes - 1);
}

void obu_put_community(const struct obu_rules *rules, struct obu_state *state, int seat, int card)
{
    struct obu_seat *platform = &state->seat[seat];
    platform->comm |= 1ULL << card;
    platform->users = (uint16_t)(platform->users + 2 * rules->halves[card]); /* OBU-10 */
    platform->toxicity = (uint8_t)(platform->toxicity + rules->toxicity[card]);
}

void obu_lift_community(const struct obu_rules *rules, struct obu_state *state, int seat, int card)
{
    struct obu_seat *platform = &state->seat[seat];
    platform->comm &= ~(1ULL << card);
    platform->users = (uint16_t)(platform->users - 2 * rules->halves[card]);
    platform->toxicity = (uint8_t)(platform->toxicity - rules->toxicity[card]);
}

void obu_put_influencer(const struct obu_rules *rules, struct obu_state *state, int seat, int influencer)
{
    struct obu_seat *platform = &state->seat[seat];
    platform->influencers = (uint16_t)(platform->influencers | 1U << influencer); /* it is no Community (OBU-120) */
    platform->users = (uint16_t)(platform->users + obu_influencer_worth(rules, state, seat, influencer)); /* OBU-10, OBU-121 */
    platform->toxicity = (uint8_t)(platform->toxicity + rules->influencer_toxicity[influencer]);
}

void obu_lift_influencer(const struct obu_rules *rules, struct obu_state *state, int seat, int influencer)
{
    struct obu_seat *platform = &state->seat[seat];
    platform->influencers = (uint16_t)(platform->influencers & ~(1U << influencer));
    platform->users = (uint16_t)(platform->users - obu_influencer_worth(rules, state, seat, influencer));
    platform->toxicity = (uint8_t)(platform->toxicity - rules->influencer_toxicity[influencer]);
}

int obu_influencer_home(const struct obu_state *state, int influencer)
{
    for (int seat = 0; seat < OBU_SEATS; seat++) {
        if (state->seat[seat].influencers >> influencer & 1) {
            return seat;
        }
    }
    return -1;
}

int obu_icons(const struct obu_seat *seat)
{
    return seat->users >> 1; /* half icons (OBU-3); the single user shows none (OBU-126, OBU-168) */
}

/* The free Milestones that this number of Users reaches. */
static unsigned open_at(const struct obu_rules *rules, const struct obu_state *state, int seat, int users)
{
    const int more = rules->false_social_milestone * (state->seat[seat].network == OBU_FALSE_SOCIAL); /* OBU-188 */
    unsigned open = 0;
    for (int i = 0; i < OBU_MILESTONES; i++) {
        const bool reached = users >= 2 * (rules->milestone_halves[i] + more); /* OBU-160 */
        open |= (unsigned)(reached & (state->milestone[i] == 0)) << i;         /* OBU-163 */
    }
    return open;
}

unsigned obu_milestones_open(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    return open_at(rules, state, seat, state->seat[seat].users);
}

/* OBU-161, OBU-212: the question comes at the moment of reaching. Who stood at the number before was asked then. */
static void ask_to_claim(const struct obu_rules *rules, struct obu_state *state, int seat, int before, unsigned open)
{
    open &= rules->asked_once ? ~open_at(rules, state, seat, before) : ~0U;
    if (open) {
        state->stack[state->depth++] = (struct bil_frame){OBU_CLAIM, (uint8_t)seat, (uint8_t)open, 0};
    }
}

void obu_reach_milestones(const struct obu_rules *rules, struct obu_state *state, int seat, int before,
                          const struct bil_listener *listener)
{
    unsigned open = obu_milestones_open(rules, state, seat);
    if (open == 0) {
        return;
    }
    if (rules->manual_milestones) {
        ask_to_claim(rules, state, seat, before, open);
        return;
    }
    for (; open; open &= open - 1) { /* OBU-161 */
        const int i = obu_lowest(open);
        state->milestone[i] = (uint8_t)(1 + seat);
        obu_say(listener, OBU_E_MILESTONE, seat, 0, 0xFF, i, 0, 0);
    }
}

void obu_to_discard(struct obu_state *state, int card)
{
    state->discard++;
    state->pile[OBU_PILE - state->discard] = (uint8_t)card;
}

void obu_resolve(const struct obu_rules *rules, struct obu_state *state, int seat, int how, const struct bil_listener *listener)
{
    (void)rules;
    struct obu_seat *platform = &state->seat[seat];
    const int blocker = platform->blocker - 1;
    platform->blocker = 0; /* it stays in the stack (OBU-77) */
    platform->ground = 0;  /* they stay in the stack (OBU-84); the next Blocker starts with none (OBU-85) */
    obu_say(listener, OBU_E_RESOLVED, seat, 0, 0xFF, OBU_BLOCKER + blocker, how, 0);
}
