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
static inline unsigned blocks_on(const struct obu_rules *rules, const struct obu_state *state, int seat, int target, int underdog)
{
    const struct obu_seat *at = &state->seat[target];
    if (target == seat || at->blocker || target == underdog || target >= rules->seats || state->seat[seat].network == OBU_KOOPERATE) {
        return 0;
    }
    unsigned refused = network_refuses[at->network];
    for (int guard = 0; guard < OBU_SAFEGUARDS; guard++) {
        refused |= (at->guards >> guard & 1U) << obu_safeguard_against[guard];
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

/* ------------------------------------------------------------------ lists
 *
 * Lists are written in strides: a few moves more than there are may be written behind the end (OBU_MAX_MOVES has the room), which
 * costs less than asking after each whether it was the last. */

enum { STRIDE = 4 };

/* The number of the lowest bit; anything for 0. */
static inline uint8_t lowest_or_any(uint64_t bits)
{
    return (uint8_t)obu_lowest(bits | 1ULL << 63);
}

static inline int list_cards(bil_move *list, int n, bil_move verb, uint64_t communities)
{
    const int count = obu_popcount(communities);
    for (bil_move *out = list + n; communities; out += STRIDE) {
        for (int i = 0; i < STRIDE; i++) {
            out[i] = verb | (bil_move)lowest_or_any(communities) << 5;
            communities &= communities - 1;
        }
    }
    return n + count;
}

static inline int list_kinds(bil_move *list, int n, bil_move verb, const uint8_t *kinds, int count)
{
    for (int i = 0; i < count; i += 2 * STRIDE) {
        for (int j = 0; j < 2 * STRIDE; j++) {
            list[n + i + j] = verb | (bil_move)kinds[i + j] << 5;
        }
    }
    return n + count;
}

/* The different cards of a hand, Communities first, ascending; returns how many. Writes up to eight bytes behind them. */
enum { KINDS = 80 };
static inline int kinds_in(const struct obu_rules *rules, const struct obu_cards *cards, uint8_t kinds[KINDS])
{
    int count = obu_popcount(cards->comm);
    uint64_t rest = cards->comm;
    for (uint8_t *out = kinds; rest; out += STRIDE) {
        for (int i = 0; i < STRIDE; i++) {
            out[i] = lowest_or_any(rest);
            rest &= rest - 1;
        }
    }
    rest = cards->other & rules->first_bits;
    const int others = obu_popcount(rest);
    for (uint8_t *out = kinds + count; rest; out += STRIDE) {
        for (int i = 0; i < STRIDE; i++) {
            out[i] = rules->kind_of_bit[lowest_or_any(rest)];
            rest &= rest - 1;
        }
    }
    return count + others;
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

/* ------------------------------------------------------------------ the play */

/* Everything an active seat may do, as sets: lists are written and random moves are picked from it, in this order. */
struct play {
    uint64_t adds;        /* Communities */
    uint32_t blocks;      /* bit 4 * Blocker + target */
    uint64_t fixes;       /* lowest bits of fields */
    uint64_t guards;      /* lowest bits of fields */
    unsigned influencers; /* on platforms, if there is a Poke or a Push to play on them */
    bool poke, push;
    uint64_t comm, other; /* the different cards: to grind (if blocked) and to discard */
    bool blocked, free;   /* free: a sacrifice for nothing (OBU-56) */
    uint64_t sacrifices;  /* Communities a sacrifice may begin with */
};

/* OBU-51..58: what a sacrifice may begin with. */
static void shape_sacrifices(const struct obu_rules *rules, const struct obu_seat *platform, struct play *play)
{
    if (platform->blocker == 1 + OBU_SERVER_OVERLOAD - OBU_BLOCKER) {
        play->sacrifices = obu_largest(rules, platform->comm);
    } else if (platform->blocker == 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER) {
        const uint64_t toxic = platform->comm & ~rules->clean;
        const bool enough = (toxic & rules->high) || 2 * obu_popcount(toxic) - obu_popcount(toxic & rules->by_toxicity[1]) >= 3;
        play->sacrifices = enough ? platform->comm : toxic;
        play->free = toxic == 0;
    }
}

static inline void shape_play(const struct obu_rules *rules, const struct obu_state *state, int seat, struct play *play)
{
    const struct obu_seat *platform = &state->seat[seat];
    const uint64_t other = platform->hand.other;
    *play = (struct play){.adds = platform->hand.comm & obu_addable(rules, state, seat),
                          .comm = platform->hand.comm,
                          .other = other & rules->first_bits,
                          .blocked = platform->blocker != 0};
    play->guards = play->other & rules->guard_bits;
    if (play->other & rules->blocker_bits) {
        unsigned held = 0;
        for (int blocker = 0; blocker < OBU_BLOCKERS; blocker++) {
            held |= (unsigned)((other & rules->field[OBU_BLOCKER + blocker]) != 0) << blocker;
        }
        const int underdog = obu_underdog(rules, state);
        for (int target = 0; target < OBU_SEATS; target++) {
            const unsigned bits = blocks_on(rules, state, seat, target, underdog) & held;
            /* bit b goes to bit 4b + target */
            play->blocks |= ((bits & 1U) | (bits & 2U) << 3 | (bits & 4U) << 6 | (bits & 8U) << 9 | (bits & 16U) << 12) << target;
        }
    }
    if (state->event != OBU_CREATOR_STRIKE) {
        play->push = (other & rules->field[OBU_PUSH]) != 0;
        play->poke = (other & rules->field[OBU_POKE]) != 0;
        for (int target = 0; target < OBU_SEATS; target++) {
            play->influencers |= state->seat[target].influencers;
        }
    }
    if (play->blocked) {
        if (play->other & rules->hotfix_bits) {
            play->fixes = play->other & obu_fixes(rules, state, seat);
        }
        shape_sacrifices(rules, platform, play);
    }
}

static int list_pushes(const struct obu_rules *rules, unsigned influencers, bil_move *list, int n)
{
    for (; influencers; influencers &= influencers - 1) {
        const bil_move push = OBU_MOVE(OBU_M_PUSH, obu_lowest(influencers), 0, 0);
        for (int seat = 0; seat < OBU_SEATS; seat++) {
            list[n + seat] = push | (bil_move)seat << 11;
        }
        n += rules->seats;
    }
    return n;
}

static int list_others(const struct obu_rules *rules, bil_move *list, int n, bil_move verb, uint64_t bits)
{
    for (; bits; bits &= bits - 1) {
        list[n++] = verb | (bil_move)rules->kind_of_bit[obu_lowest(bits)] << 5;
    }
    return n;
}

static inline bil_move block_move(int bit)
{
    return OBU_MOVE(OBU_M_BLOCK, OBU_BLOCKER + (bit >> 2), bit & 3, 0);
}

static int list_play(const struct obu_rules *rules, const struct obu_state *state, int seat, bil_move *list)
{
    struct play play;
    shape_play(rules, state, seat, &play);
    int n = list_cards(list, 0, OBU_M_ADD, play.adds);
    for (uint32_t blocks = play.blocks; blocks; blocks &= blocks - 1) {
        list[n++] = block_move(obu_lowest(blocks));
    }
    n = list_others(rules, list, n, OBU_M_FIX, play.fixes);
    n = list_others(rules, list, n, OBU_M_GUARD, play.guards);
    if (play.poke) {
        n = list_cards(list, n, OBU_M_POKE, play.influencers);
    }
    if (play.push) {
        n = list_pushes(rules, play.influencers, list, n);
    }
    uint8_t kinds[KINDS];
    const int count = kinds_in(rules, &state->seat[seat].hand, kinds);
    if (play.blocked) {
        n = list_kinds(list, n, OBU_M_GRIND, kinds, count);
        n = list_cards(list, n, OBU_M_SACRIFICE, play.sacrifices);
        if (play.free) {
            list[n++] = OBU_MOVE(OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0);
        }
    }
    n = list_kinds(list, n, OBU_M_DISCARD, kinds, count);
    return list_claims(rules, state, seat, list, n);
}

/* Bit number `k` of the set bits. */
static inline int nth_bit(uint64_t bits, int k)
{
    for (; k > 0; k--) {
        bits &= bits - 1;
    }
    return obu_lowest(bits);
}

/* The kind number `k` of a hand, as kinds_in lists them. */
static inline int nth_kind(const struct obu_rules *rules, const struct play *play, int k)
{
    const int communities = obu_popcount(play->comm);
    return k < communities ? nth_bit(play->comm, k) : rules->kind_of_bit[nth_bit(play->other, k - communities)];
}

/* One move of list_play, every one equally likely, and the very one that the same random number would pick from the list. */
static bil_move pick_play(const struct obu_rules *rules, const struct obu_state *state, int seat, struct bil_random *random)
{
    struct play play;
    shape_play(rules, state, seat, &play);
    const int influencers = obu_popcount(play.influencers);
    const int kinds = obu_popcount(play.comm) + obu_popcount(play.other);
    enum { ADDS, BLOCKS, FIXES, GUARDS, POKES, PUSHES, GRINDS, SACRIFICES, FREE, DISCARDS, PARTS };
    const int size[PARTS] = {
        [ADDS] = obu_popcount(play.adds),
        [BLOCKS] = obu_popcount(play.blocks),
        [FIXES] = obu_popcount(play.fixes),
        [GUARDS] = obu_popcount(play.guards),
        [POKES] = play.poke ? influencers : 0,
        [PUSHES] = play.push ? influencers * rules->seats : 0,
        [GRINDS] = play.blocked ? kinds : 0,
        [SACRIFICES] = obu_popcount(play.sacrifices),
        [FREE] = play.free,
        [DISCARDS] = kinds,
    };
    int total = 0;
    for (int part = 0; part < PARTS; part++) {
        total += size[part];
    }
    if (total == 1) {
        return OBU_MOVE(OBU_M_DISCARD, nth_kind(rules, &play, 0), 0, 0);
    }
    int k = (int)bil_random_below(random, (uint32_t)total);
    int part = 0;
    while (k >= size[part]) {
        k -= size[part++];
    }
    switch (part) {
    case ADDS:
        return OBU_MOVE(OBU_M_ADD, nth_bit(play.adds, k), 0, 0);
    case BLOCKS:
        return block_move(nth_bit(play.blocks, k));
    case FIXES:
        return OBU_MOVE(OBU_M_FIX, rules->kind_of_bit[nth_bit(play.fixes, k)], 0, 0);
    case GUARDS:
        return OBU_MOVE(OBU_M_GUARD, rules->kind_of_bit[nth_bit(play.guards, k)], 0, 0);
    case POKES:
        return OBU_MOVE(OBU_M_POKE, nth_bit(play.influencers, k), 0, 0);
    case PUSHES:
        return OBU_MOVE(OBU_M_PUSH, nth_bit(play.influencers, k / rules->seats), k % rules->seats, 0);
    case GRINDS:
        return OBU_MOVE(OBU_M_GRIND, nth_kind(rules, &play, k), 0, 0);
    case SACRIFICES:
        return OBU_MOVE(OBU_M_SACRIFICE, nth_bit(play.sacrifices, k), 0, 0);
    case FREE:
        return OBU_MOVE(OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0);
    default:
        return OBU_MOVE(OBU_M_DISCARD, nth_kind(rules, &play, k), 0, 0);
    }
}

/* ------------------------------------------------------------------ the other decisions */

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
    uint8_t kinds[KINDS];
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
    uint8_t kinds[KINDS];
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
        uint8_t kinds[KINDS];
        const int count = kinds_in(rules, &seat->hand, kinds);
        return list_kinds(list, 0, OBU_M_GIVE, kinds, count);
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

bil_move obu_pick(const void *rules_, const void *state_, struct bil_random *random)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    const struct obu_frame *top = obu_top_const(state);
    if (top->kind == OBU_PLAY && !rules->manual_milestones) {
        return pick_play(rules, state, top->seat, random);
    }
    bil_move list[OBU_MAX_MOVES];
    const int count = obu_moves(rules, state, list);
    return list[count == 1 ? 0 : bil_random_below(random, (uint32_t)count)];
}

/* Section 17: these stand in a record even when there was no choice. */
bool obu_recorded(const void *rules, const void *state_)
{
    const struct obu_state *state = state_;
    (void)rules;
    const unsigned always = 1U << OBU_LAUNCH | 1U << OBU_RETURN | 1U << OBU_DRAW | 1U << OBU_PLAY | 1U << OBU_SACRIFICE | 1U << OBU_GIVE;
    return (always >> obu_top_const(state)->kind & 1U) != 0;
}
