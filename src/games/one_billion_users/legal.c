/* One Billion Users: what is asked, and what may be answered (OBU-42..116 and every window).
 *
 * Lists moves; never changes a state. It reads only what the asked seat may know, so a view gives the same list. */
#include "games/one_billion_users/state.h"

/* Blockers (bit b) that a Network keeps off its owner: OBU-180, 184, 191. */
static const uint8_t network_refuses[OBU_NETWORKS + 1] = {
    [OBU_HIREME] = 1U << (OBU_TOXIC_CULTURE - OBU_BLOCKER),
    [OBU_HELLSITE] = 1U << (OBU_OVERZEALOUS_MODS - OBU_BLOCKER),
    [OBU_MURMUR] = 1U << (OBU_SERVER_OVERLOAD - OBU_BLOCKER) | 1U << (OBU_LOW_ON_FUNDS - OBU_BLOCKER),
};
enum { ALL_BLOCKERS = (1 << OBU_BLOCKERS) - 1 };

int obu_actor(const void *rules, const void *state_)
{
    const struct obu_state *state = state_;
    (void)rules;
    const struct obu_frame *top = obu_top_const(state);
    return top->kind == OBU_END ? BIL_OVER : top->seat;
}

/* OBU-64..71: blocker, Event and Network stack. */
uint64_t obu_addable(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct obu_seat *platform = &state->seat[seat];
    uint64_t cards = rules->addable[platform->blocker] & rules->network_adds[platform->network];
    if (state->event == OBU_BRAND_SAFETY_SCARE && platform->blocker != 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER) {
        cards &= ~rules->high; /* OBU-153 */
    }
    return cards;
}

int obu_underdog(const struct obu_rules *rules, const struct obu_state *state)
{
    if (state->event != OBU_UNDERDOG_WEEK) {
        return -1;
    }
    return obu_extreme(rules, state, OBU_BY_USERS, true, state->event_drawer, false, (1U << rules->seats) - 1); /* OBU-159 */
}

/* Blockers (bit b) that `seat` may play on `target`: OBU-72..75. */
static unsigned blocks_on(const struct obu_rules *rules, const struct obu_state *state, int seat, int target, int underdog)
{
    const struct obu_seat *at = &state->seat[target];
    if (target == seat || at->blocker || target == underdog || target >= rules->seats || state->seat[seat].network == OBU_KOOPERATE) {
        return 0;
    }
    unsigned refused = network_refuses[at->network];
    for (unsigned guards = at->guards & 15U; guards; guards &= guards - 1) {
        refused |= 1U << obu_safeguard_against[obu_lowest(guards)];
    }
    if (state->event == OBU_TECH_BUBBLE) { /* OBU-142 */
        refused |= 1U << (OBU_LOW_ON_FUNDS - OBU_BLOCKER) | 1U << (OBU_BAD_PRESS - OBU_BLOCKER);
    }
    return ALL_BLOCKERS & ~refused;
}

bool obu_can_block(const struct obu_rules *rules, const struct obu_state *state, int seat, int blocker, int target)
{
    return (blocks_on(rules, state, seat, target, obu_underdog(rules, state)) >> blocker & 1U) != 0;
}

/* OBU-81: whether New Advertisers is barred by one's own Toxicity. */
static bool most_toxic(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    int most = -1;
    for (int other = 0; other < rules->seats; other++) {
        if (other != seat && state->seat[other].toxicity > most) {
            most = state->seat[other].toxicity;
        }
    }
    const int own = state->seat[seat].toxicity;
    return own > most || (rules->advertisers_tie_barred && own == most);
}

uint64_t obu_fixes(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    const struct obu_seat *platform = &state->seat[seat];
    if (platform->blocker == 0) {
        return 0; /* OBU-79 */
    }
    uint64_t fields = 0;
    for (int hotfix = 0; hotfix < OBU_HOTFIXES; hotfix++) {
        if (obu_hotfix_cures[hotfix] + 1 == platform->blocker || platform->network == OBU_KOOPERATE) {
            fields |= rules->field[OBU_HOTFIX + hotfix];
        }
    }
    if (state->event == OBU_FUNDING_WINTER) { /* OBU-152 */
        fields &= ~(rules->field[OBU_FUNDRAISING] | rules->field[OBU_NEW_ADVERTISERS]);
    }
    if ((fields & rules->field[OBU_NEW_ADVERTISERS]) && (platform->network == OBU_HELLSITE || most_toxic(rules, state, seat))) {
        fields &= ~rules->field[OBU_NEW_ADVERTISERS];
    }
    if (platform->network == OBU_TAPTAP && platform->blocker == 1 + OBU_BAD_PRESS - OBU_BLOCKER) { /* OBU-178 */
        fields &= ~rules->field[OBU_PR_RESPONSE];
    }
    if (platform->network == OBU_BURROW) { /* OBU-190 */
        fields &= ~rules->field[OBU_MOD_TRAINING];
    }
    return fields;
}

int obu_grind_needed(const struct obu_rules *rules, const struct obu_state *state, int seat)
{
    if (state->seat[seat].network == OBU_BURROW) {
        return rules->grind_needed_burrow;
    }
    return state->event == OBU_VOLUNTEER_DRIVE ? rules->grind_needed_drive : rules->grind_needed;
}

/* ------------------------------------------------------------------ lists */

static int list_cards(bil_move *list, int n, enum obu_verb verb, uint64_t communities)
{
    for (; communities; communities &= communities - 1) {
        list[n++] = OBU_MOVE(verb, obu_lowest(communities), 0, 0);
    }
    return n;
}

/* The different cards of a hand, Communities first, ascending; returns how many. */
static int kinds_in(const struct obu_rules *rules, const struct obu_cards *cards, uint8_t kinds[64])
{
    int count = 0;
    for (uint64_t rest = cards->comm; rest; rest &= rest - 1) {
        kinds[count++] = (uint8_t)obu_lowest(rest);
    }
    for (uint64_t rest = cards->other & rules->first_bits; rest; rest &= rest - 1) {
        kinds[count++] = rules->kind_of_bit[obu_lowest(rest)];
    }
    return count;
}

static int list_claims(const struct obu_rules *rules, const struct obu_state *state, int seat, bil_move *list, int n)
{
    if (rules->manual_milestones) {
        for (unsigned open = obu_milestones_open(rules, state, seat); open; open &= open - 1) {
            list[n++] = OBU_MOVE(OBU_M_CLAIM, obu_lowest(open), 0, 0);
        }
    }
    return n;
}

/* OBU-51..58: what a sacrifice may begin with. */
static int list_sacrifices(const struct obu_rules *rules, const struct obu_seat *platform, bil_move *list, int n)
{
    if (platform->blocker == 1 + OBU_SERVER_OVERLOAD - OBU_BLOCKER) {
        return list_cards(list, n, OBU_M_SACRIFICE, obu_largest(rules, platform->comm));
    }
    if (platform->blocker == 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER) {
        int toxicity = 0;
        for (uint64_t rest = platform->comm & ~rules->clean; rest; rest &= rest - 1) {
            toxicity += rules->toxicity[obu_lowest(rest)];
        }
        if (toxicity == 0) {
            list[n++] = OBU_MOVE(OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0);
            return n;
        }
        return list_cards(list, n, OBU_M_SACRIFICE, toxicity >= 3 ? platform->comm : platform->comm & ~rules->clean);
    }
    return n;
}

static int list_pushes(const struct obu_rules *rules, const struct obu_state *state, int card, bil_move *list, int n)
{
    unsigned influencers = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        influencers |= state->seat[seat].influencers;
    }
    for (; influencers; influencers &= influencers - 1) {
        const int influencer = obu_lowest(influencers);
        if (card == OBU_POKE) {
            list[n++] = OBU_MOVE(OBU_M_POKE, influencer, 0, 0);
        } else {
            for (int seat = 0; seat < rules->seats; seat++) {
                list[n++] = OBU_MOVE(OBU_M_PUSH, influencer, seat, 0);
            }
        }
    }
    return n;
}

static int list_play(const struct obu_rules *rules, const struct obu_state *state, int seat, bil_move *list)
{
    const struct obu_seat *platform = &state->seat[seat];
    uint8_t kinds[64];
    const int count = kinds_in(rules, &platform->hand, kinds);
    int n = list_cards(list, 0, OBU_M_ADD, platform->hand.comm & obu_addable(rules, state, seat));
    int i = obu_popcount(platform->hand.comm);
    if (i < count && kinds[i] < OBU_HOTFIX) {
        unsigned allowed[OBU_SEATS];
        const int underdog = obu_underdog(rules, state);
        for (int target = 0; target < rules->seats; target++) {
            allowed[target] = blocks_on(rules, state, seat, target, underdog);
        }
        for (; i < count && kinds[i] < OBU_HOTFIX; i++) {
            for (int target = 0; target < rules->seats; target++) {
                if (allowed[target] >> (kinds[i] - OBU_BLOCKER) & 1U) {
                    list[n++] = OBU_MOVE(OBU_M_BLOCK, kinds[i], target, 0);
                }
            }
        }
    }
    const uint64_t fixes = platform->blocker ? obu_fixes(rules, state, seat) : 0;
    for (; i < count && kinds[i] < OBU_SAFEGUARD; i++) {
        if (fixes & rules->field[kinds[i]]) {
            list[n++] = OBU_MOVE(OBU_M_FIX, kinds[i], 0, 0);
        }
    }
    for (; i < count && kinds[i] < OBU_PUSH; i++) {
        list[n++] = OBU_MOVE(OBU_M_GUARD, kinds[i], 0, 0);
    }
    for (; i < count && state->event != OBU_CREATOR_STRIKE; i++) {
        n = list_pushes(rules, state, kinds[i], list, n);
    }
    if (platform->blocker) {
        for (i = 0; i < count; i++) {
            list[n++] = OBU_MOVE(OBU_M_GRIND, kinds[i], 0, 0);
        }
        n = list_sacrifices(rules, platform, list, n);
    }
    for (i = 0; i < count; i++) {
        list[n++] = OBU_MOVE(OBU_M_DISCARD, kinds[i], 0, 0);
    }
    return list_claims(rules, state, seat, list, n);
}

/* Sets of up to three cards of a hand, each ascending and distinct: launches of Friendlink and its returns. `copies` counts what the
 * hand has of each kind. */
static int list_sets(enum obu_verb verb, const uint8_t *kinds, const uint8_t *copies, int count, int size, bil_move *list)
{
    int n = 0;
    for (int a = 0; a < count; a++) {
        if (size == 1) {
            list[n++] = OBU_MOVE(verb, kinds[a], OBU_HIDDEN, OBU_HIDDEN);
            continue;
        }
        for (int b = a; b < count; b++) {
            if (b == a && copies[a] < 2) {
                continue;
            }
            if (size == 2) {
                list[n++] = OBU_MOVE(verb, kinds[a], kinds[b], OBU_HIDDEN);
                continue;
            }
            for (int c = b; c < count; c++) {
                if (copies[c] > (c == b) + (c == a)) {
                    list[n++] = OBU_MOVE(verb, kinds[a], kinds[b], kinds[c]);
                }
            }
        }
    }
    return n;
}

static int list_launches(const struct obu_rules *rules, const struct obu_seat *seat, bil_move *list)
{
    uint8_t kinds[64];
    uint8_t copies[64];
    const struct obu_cards launchable = {obu_launchable(rules, seat), 0};
    const int count = kinds_in(rules, &launchable, kinds);
    memset(copies, 1, sizeof copies);
    int size = 1;
    if (seat->network == OBU_FRIENDLINK) { /* OBU-28 */
        size = count < rules->friendlink_launches ? count : rules->friendlink_launches;
    }
    return list_sets(OBU_M_LAUNCH, kinds, copies, count, size, list);
}

static int list_returns(const struct obu_rules *rules, const struct obu_seat *seat, bil_move *list)
{
    uint8_t kinds[64];
    uint8_t copies[64];
    const int count = kinds_in(rules, &seat->hand, kinds);
    for (int i = 0; i < count; i++) {
        copies[i] = (uint8_t)obu_count(rules, &seat->hand, kinds[i]);
    }
    return list_sets(OBU_M_RETURN, kinds, copies, count, seat->hand_count - obu_hand_size(rules, seat), list);
}

static int list_draws(const struct obu_rules *rules, const struct obu_state *state, const struct obu_frame *top, bil_move *list)
{
    int n = 0;
    list[n++] = OBU_M_DRAW_DECK;
    if (state->discard > 0 && !(rules->stall_bound && state->stall >= rules->stall_bound)) { /* OBU-42, 43, 50 */
        list[n++] = OBU_M_DRAW_DISCARD;
    }
    return top->a == 0 ? list_claims(rules, state, top->seat, list, n) : n; /* OBU-212: before the draw */
}

int obu_moves(const void *rules_, const void *state_, bil_move *list)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    const struct obu_frame *top = obu_top_const(state);
    const struct obu_seat *seat = &state->seat[top->seat];
    int n = 0;
    switch (top->kind) {
    case OBU_LAUNCH:
        return list_launches(rules, seat, list);
    case OBU_RETURN:
        return list_returns(rules, seat, list);
    case OBU_DRAW:
        return list_draws(rules, state, top, list);
    case OBU_PLAY:
        return list_play(rules, state, top->seat, list);
    case OBU_SACRIFICE: /* OBU-206: b = 1 while all toxic Communities, and only they, must go */
        n = list_cards(list, 0, OBU_M_SACRIFICE, top->b ? seat->comm & ~rules->clean : seat->comm);
        if (!top->b && top->a >= 3) {
            list[n++] = OBU_M_DONE;
        }
        return n;
    case OBU_SECOND:
        n = list_cards(list, 0, OBU_M_ADD, seat->hand.comm & obu_addable(rules, state, top->seat) & rules->fifty);
        break;
    case OBU_VIRAL:
        n = list_cards(list, 0, OBU_M_ADD, seat->hand.comm & obu_addable(rules, state, top->seat));
        break;
    case OBU_GUARD: {
        const int safeguard = OBU_SAFEGUARD + obu_guard_for[top->a];
        if (obu_has(rules, &seat->hand, safeguard)) {
            list[n++] = OBU_MOVE(OBU_M_COUNTER_GUARD, safeguard, 0, 0);
        }
        break;
    }
    case OBU_CHAIN:
        if (obu_has(rules, &seat->hand, OBU_PUSH)) {
            for (int target = 0; target < rules->seats; target++) {
                list[n++] = OBU_MOVE(OBU_M_COUNTER_PUSH, 0, target, 0);
            }
        }
        break;
    case OBU_GIVE: {
        uint8_t kinds[64];
        const int count = kinds_in(rules, &seat->hand, kinds);
        for (; n < count; n++) {
            list[n] = OBU_MOVE(OBU_M_GIVE, kinds[n], 0, 0);
        }
        return n;
    }
    case OBU_TAKE:
        n = list_cards(list, 0, OBU_M_TAKE, obu_takeable(rules, state, top->seat, top->a));
        break;
    case OBU_DROP:
        return list_cards(list, 0, OBU_M_DROP, top->a ? obu_largest(rules, seat->comm) : obu_most_toxic(rules, seat->comm));
    case OBU_CLAIM:
        for (unsigned open = top->a; open; open &= open - 1) {
            list[n++] = OBU_MOVE(OBU_M_CLAIM, obu_lowest(open), 0, 0);
        }
        break;
    default:
        return 0;
    }
    list[n++] = OBU_M_PASS;
    return n;
}

/* Section 17: these stand in a record even when there was no choice. */
bool obu_recorded(const void *rules, const void *state_)
{
    const struct obu_state *state = state_;
    (void)rules;
    const unsigned always = 1U << OBU_LAUNCH | 1U << OBU_RETURN | 1U << OBU_DRAW | 1U << OBU_PLAY | 1U << OBU_SACRIFICE | 1U << OBU_GIVE;
    return (always >> obu_top_const(state)->kind & 1U) != 0;
}
