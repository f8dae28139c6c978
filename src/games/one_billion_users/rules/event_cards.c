/* One Billion Users: what the thirteen Events do when they are drawn (OBU-133..159).
 *
 * An Ongoing Event does nothing here but lie on top: the rules it bends look at obu_state.event themselves. Never ends a turn: the
 * drawer goes on drawing when what is opened here is answered. */
#include "games/one_billion_users/rules/state.h"

static unsigned everybody(const struct obu_rules *rules)
{
    return (1U << rules->seats) - 1;
}

static void push_frame(struct obu_state *state, int kind, int seat, int a)
{
    state->stack[state->depth++] = (struct bil_frame){(uint8_t)kind, (uint8_t)seat, (uint8_t)a, 0};
}

uint64_t obu_takeable(const struct obu_rules *rules, const struct obu_state *state, int taker, int giver) /* OBU-179 */
{
    return state->seat[giver].comm & rules->portable & rules->network_adds[state->seat[taker].network]; /* OBU-143, OBU-145 */
}

uint64_t obu_most_toxic(const struct obu_rules *rules, uint64_t communities)
{
    for (int toxicity = 7; toxicity > 0; toxicity--) {
        if (communities & rules->by_toxicity[toxicity]) {
            return communities & rules->by_toxicity[toxicity];
        }
    }
    return 0;
}

uint64_t obu_largest(const struct obu_rules *rules, uint64_t communities) /* OBU-57, OBU-185 */
{
    uint64_t best = 0;
    int most = -1;
    for (uint64_t rest = communities; rest; rest &= rest - 1) {
        const int card = obu_lowest(rest);
        if (rules->halves[card] > most) {
            most = rules->halves[card];
            best = 0;
        }
        if (rules->halves[card] == most) {
            best |= 1ULL << card;
        }
    }
    return best;
}

void obu_drop(const struct obu_rules *rules, struct obu_state *state, int seat, int card, int why,
              const struct bil_listener *listener)
{
    obu_lift_community(rules, state, seat, card);
    obu_to_discard(state, card);
    obu_say(listener, OBU_E_DROPPED, seat, 0, 0xFF, card, why, 0);
}

/* OBU-138: places what is left of the shuffle; stops where somebody is asked about a Milestone. */
void obu_shuffle_continue(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    while (state->shuffle_count > 0) {
        const int depth = state->depth;
        const int influencer = state->shuffle[--state->shuffle_count];
        state->shuffle[state->shuffle_count] = 0;
        obu_influencer_drawn(rules, state, influencer, listener);
        if (state->depth > depth) {
            return;
        }
    }
    if (obu_top(state)->kind == OBU_SHUFFLE) {
        memset(obu_top(state), 0, sizeof(struct bil_frame));
        state->depth--;
    }
}

static void social_shuffle(const struct obu_rules *rules, struct obu_state *state, struct bil_random *random,
                           const struct bil_listener *listener)
{
    int count = 0;
    for (int influencer = 0; influencer < OBU_INFLUENCERS; influencer++) {
        const int home = obu_influencer_home(state, influencer);
        if (home < 0) {
            continue;
        }
        obu_lift_influencer(rules, state, home, influencer);
        if (influencer == OBU_MAIN_CHARACTER) { /* OBU-140: with the cards beneath */
            state->gone = 1;
            state->gone_attached = state->attached[influencer];
            state->attached[influencer] = 0;
            obu_say(listener, OBU_E_REMOVED, -1, 0, 0xFF, influencer, 0, 0);
        } else {
            state->shuffle[count++] = (uint8_t)influencer; /* with the cards beneath (OBU-139) */
        }
    }
    if (count > 1) { /* OBU-211 */
        bil_random_enter(random, OBU_S_SHUFFLE, 0);
        bil_random_shuffle(random, state->shuffle, (size_t)count);
    }
    state->shuffle_count = (uint8_t)count;
    if (rules->manual_milestones && count > 0) {
        push_frame(state, OBU_SHUFFLE, state->turn, 0);
    }
    obu_shuffle_continue(rules, state, listener);
}

static bool data_portability(const struct obu_rules *rules, struct obu_state *state)
{
    const int giver = obu_extreme(rules, state, OBU_BY_USERS, false, state->turn, false, everybody(rules));
    const int taker = obu_extreme(rules, state, OBU_BY_USERS, true, state->turn, false, everybody(rules));
    if (giver == taker || obu_takeable(rules, state, taker, giver) == 0) { /* OBU-144 */
        return false;
    }
    push_frame(state, OBU_TAKE, taker, giver); /* OBU-143 */
    return true;
}

static bool moral_panic(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    const int seat = obu_extreme(rules, state, OBU_BY_TOXICITY, false, state->turn, false, everybody(rules));
    const uint64_t equals = obu_most_toxic(rules, state->seat[seat].comm); /* OBU-147 */
    if (equals == 0) {
        return false;
    }
    if (equals & (equals - 1)) {
        push_frame(state, OBU_DROP, seat, 0);
    } else {
        obu_drop(rules, state, seat, obu_lowest(equals), 0, listener);
    }
    return true;
}

/* The next seat with cards from `seat` on that has not yet chosen what to give; -1 if all have. */
static int next_giver(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    for (int i = 0; i < rules->seats; i++, seat = obu_after(rules, seat)) {
        if (state->seat[seat].hand_count > 0 && state->pending[seat] == 0) { /* OBU-149 */
            return seat;
        }
    }
    return -1;
}

void obu_give_done(const struct obu_rules *rules, struct obu_state *state, const struct bil_listener *listener)
{
    struct bil_frame *frame = obu_top(state);
    const int next = next_giver(rules, state, frame->a);
    if (next >= 0) {
        frame->seat = (uint8_t)next;
        return;
    }
    memset(frame, 0, sizeof *frame);
    state->depth--;
    if (!rules->fast) {
        obu_know_passed(rules, state);
    }
    for (int seat = 0; seat < rules->seats; seat++) { /* all at once: a received card cannot be passed on (OBU-148) */
        if (state->pending[seat]) {
            obu_cards_remove(rules, &state->seat[seat].hand, OBU_A(state->pending[seat]));
            state->seat[seat].hand_count--;
        }
    }
    for (int seat = 0; seat < rules->seats; seat++) { /* who gives none has an empty hand: none grows beyond its size (OBU-41) */
        if (state->pending[seat]) {
            const int card = OBU_A(state->pending[seat]);
            const int left = obu_after(rules, seat);
            obu_cards_add(rules, &state->seat[left].hand, card);
            state->seat[left].hand_count++;
            obu_say(listener, OBU_E_PASSED_ON, seat, BIL_EVENT_LEARNED, (int)(1U << seat | 1U << left), card, left, 0);
            state->pending[seat] = 0;
        }
    }
}

static bool viral_moment(const struct obu_rules *rules, struct obu_state *state) /* OBU-150 */
{
    const struct obu_seat *seat = &state->seat[state->turn];
    const uint64_t addable = obu_addable(rules, state, state->turn);
    if (seat->hand_count == 0 || addable == 0 || (rules->fast && (addable & seat->hand.comm) == 0)) {
        return false;
    }
    push_frame(state, OBU_VIRAL, state->turn, 0);
    return true;
}

static bool resolve_all(const struct obu_rules *rules, struct obu_state *state, int ground, int how,
                        const struct bil_listener *listener)
{
    bool any = false;
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->seat[seat].blocker && state->seat[seat].ground >= ground) {
            obu_resolve(rules, state, seat, how, listener);
            any = true;
        }
    }
    return any;
}

void obu_event_drawn(const struct obu_rules *rules, struct obu_state *state, int event, struct bil_random *random,
                     const struct bil_listener *listener)
{
    if (state->event != OBU_NO_EVENT && obu_event_ongoing(state->event)) {
        obu_say(listener, OBU_E_UNCOVERED, -1, 0, 0xFF, state->event, 0, 0);
    }
    state->event_pile[state->event_count++] = (uint8_t)event;
    state->event = (uint8_t)event; /* what it covers ends before it is carried out (OBU-133) */
    state->event_drawer = state->turn;
    bool done = true;
    switch (event) { /* an Instant one acts now and once (OBU-134), an Ongoing one where its rules are asked */
    case OBU_SOCIAL_SHUFFLE:
        social_shuffle(rules, state, random, listener);
        break;
    case OBU_DATA_PORTABILITY:
        done = data_portability(rules, state);
        break;
    case OBU_PATCH_DAY: /* OBU-146 */
        done = resolve_all(rules, state, 0, OBU_BY_PATCH_DAY, listener);
        break;
    case OBU_MORAL_PANIC:
        done = moral_panic(rules, state, listener);
        break;
    case OBU_TALENT_POACHING: {
        const int first = next_giver(rules, state, state->turn);
        done = first >= 0;
        if (done) {
            push_frame(state, OBU_GIVE, first, state->turn);
        }
        break;
    }
    case OBU_VIRAL_MOMENT:
        viral_moment(rules, state);
        break;
    case OBU_VOLUNTEER_DRIVE: /* OBU-157 */
        resolve_all(rules, state, rules->grind_needed_drive, OBU_BY_VOLUNTEERS, listener);
        break;
    default:
        break;
    }
    if (!done) {
        obu_say(listener, OBU_E_NO_EFFECT, -1, 0, 0xFF, event, 0, 0);
    }
}
