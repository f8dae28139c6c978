/* One Billion Users: what is asked, and what may be answered (OBU-42..116 and every window).
 *
 * Lists moves; never changes a state. It reads only what the asked seat may know, so a view gives the same list. */
#include "games/one_billion_users/limits.h"

int obu_actor(const void *rules, const void *state_)
{
    const struct obu_state *state = state_;
    (void)rules;
    const struct obu_frame *top = obu_top_const(state);
    return top->kind == OBU_END ? BIL_OVER : top->seat;
}

/* ------------------------------------------------------------------ the play
 *
 * Everything an active seat may do is a row of sets, in a fixed order, and every bit of a row is a move (rules->play). The list is
 * written from the rows, and a random move is picked from them without writing it. */

enum row {
    ADD,           /* Communities; from bit CLAIMS on, Milestones to claim */
    BLOCK,         /* bit 4 * Blocker + target */
    MEND,          /* bits of obu_cards.other: Hotfixes and Safeguards */
    MOVE,          /* bit 4 * Influencer + seat: a Push; from bit POKES on, Influencers to poke */
    GRIND_COMM,    /* Communities */
    GRIND_OTHER,   /* bits of obu_cards.other */
    SACRIFICE,     /* Communities; bit FREE: for nothing */
    DISCARD_COMM,  /* Communities */
    DISCARD_OTHER, /* bits of obu_cards.other */
    ROWS
};
enum { CLAIMS = 48, POKES = 4 * OBU_INFLUENCERS, FREE = 63 };
static_assert((int)ROWS == (int)OBU_PLAY_ROWS, "rules hold a table for each row");

void obu_legal_derive(struct obu_rules *rules)
{
    memset(rules->play, 0, sizeof rules->play);
    for (int bit = 0; bit < 64; bit++) {
        const int card = rules->kind_of_bit[bit];
        rules->play[MEND][bit] = OBU_MOVE(card < OBU_SAFEGUARD ? OBU_M_FIX : OBU_M_GUARD, card, 0, 0);
        rules->play[GRIND_OTHER][bit] = OBU_MOVE(OBU_M_GRIND, card, 0, 0);
        rules->play[DISCARD_OTHER][bit] = OBU_MOVE(OBU_M_DISCARD, card, 0, 0);
    }
    for (int card = 0; card < OBU_COMMUNITIES_MAX; card++) {
        rules->play[ADD][card] = OBU_MOVE(OBU_M_ADD, card, 0, 0);
        rules->play[GRIND_COMM][card] = OBU_MOVE(OBU_M_GRIND, card, 0, 0);
        rules->play[SACRIFICE][card] = OBU_MOVE(OBU_M_SACRIFICE, card, 0, 0);
        rules->play[DISCARD_COMM][card] = OBU_MOVE(OBU_M_DISCARD, card, 0, 0);
    }
    for (int milestone = 0; milestone < OBU_MILESTONES; milestone++) {
        rules->play[ADD][CLAIMS + milestone] = OBU_MOVE(OBU_M_CLAIM, milestone, 0, 0);
    }
    for (int bit = 0; bit < 4 * OBU_BLOCKERS; bit++) {
        rules->play[BLOCK][bit] = OBU_MOVE(OBU_M_BLOCK, OBU_BLOCKER + (bit >> 2), bit & 3, 0);
    }
    for (int bit = 0; bit < POKES; bit++) {
        rules->play[MOVE][bit] = OBU_MOVE(OBU_M_PUSH, bit >> 2, bit & 3, 0);
    }
    for (int influencer = 0; influencer < OBU_INFLUENCERS; influencer++) {
        rules->play[MOVE][POKES + influencer] = OBU_MOVE(OBU_M_POKE, influencer, 0, 0);
    }
    rules->play[SACRIFICE][FREE] = OBU_MOVE(OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0);
}

/* OBU-51..58: what a sacrifice may begin with. */
static uint64_t sacrifices(const struct obu_rules *rules, const struct obu_seat *platform)
{
    if (platform->blocker == 1 + OBU_SERVER_OVERLOAD - OBU_BLOCKER) {
        return obu_largest(rules, platform->comm);
    }
    if (platform->blocker == 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER) {
        const uint64_t toxic = platform->comm & ~rules->clean;
        const bool enough = (toxic & rules->high) || 2 * obu_popcount(toxic) - obu_popcount(toxic & rules->by_toxicity[1]) >= 3;
        return toxic == 0 ? 1ULL << FREE : enough ? platform->comm : toxic;
    }
    return 0;
}

/* Influencers to push and poke with what is held (OBU-99, 104, 158). */
static inline uint64_t movable(const struct obu_rules *rules, const struct obu_state *state, uint64_t held)
{
    uint64_t influencers = 0;
    for (int seat = 0; seat < OBU_SEATS; seat++) {
        influencers |= state->seat[seat].influencers;
    }
    influencers = state->event == OBU_CREATOR_STRIKE ? 0 : influencers;
    const uint64_t pushes = obu_spread(influencers, 0x111111111ULL) * ((1U << rules->seats) - 1);
    return (held & rules->field[OBU_PUSH] ? pushes : 0) | (held & rules->field[OBU_POKE] ? influencers << POKES : 0);
}

/* Straight through, with hardly a branch: most questions here are open ones, and a processor guesses half of them wrong. */
static inline void sets_of(const struct obu_rules *rules, const struct obu_state *state, int seat, uint64_t set[ROWS])
{
    const struct obu_seat *platform = &state->seat[seat];
    const uint64_t comm = platform->hand.comm;
    const uint64_t other = platform->hand.other & rules->first_bits;
    const uint64_t blockers = obu_gather(other, rules->blocker_bits);
    const uint64_t blocked = platform->blocker ? ~0ULL : 0;
    const bool sacrificial =
        platform->blocker == 1 + OBU_SERVER_OVERLOAD - OBU_BLOCKER || platform->blocker == 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER;
    set[ADD] = comm & obu_addable(rules, state, seat);
    set[BLOCK] = obu_blocks(rules, state, seat, (uint32_t)obu_spread(blockers, rules->blocker_places));
    set[MEND] = other & (rules->guard_bits | obu_fixes(rules, state, seat));
    set[MOVE] = movable(rules, state, other);
    set[GRIND_COMM] = comm & blocked;
    set[GRIND_OTHER] = other & blocked;
    set[SACRIFICE] = sacrificial ? sacrifices(rules, platform) : 0;
    set[DISCARD_COMM] = comm;
    set[DISCARD_OTHER] = other;
    if (rules->manual_milestones) {
        set[ADD] |= (uint64_t)obu_milestones_open(rules, state, seat) << CLAIMS;
    }
}

static inline int list_row(const struct obu_rules *rules, int row, uint64_t set, bil_move *list, int n)
{
    for (; set; set &= set - 1) {
        list[n++] = rules->play[row][obu_lowest(set)];
    }
    return n;
}

static int list_play(const struct obu_rules *rules, const struct obu_state *state, int seat, bil_move *list)
{
    uint64_t set[ROWS];
    sets_of(rules, state, seat, set);
    int n = 0;
    for (int row = 0; row < ROWS; row++) {
        n = list_row(rules, row, set[row], list, n);
    }
    return n;
}

/* One move of list_play, every one equally likely: the one that the same random number would pick from the list. */
static bil_move pick_play(const struct obu_rules *rules, const struct obu_state *state, int seat, struct bil_random *random)
{
    uint64_t set[ROWS];
    int size[ROWS];
    int total = 0;
    sets_of(rules, state, seat, set);
    for (int row = 0; row < ROWS; row++) {
        size[row] = obu_popcount(set[row]);
        total += size[row];
    }
    int k = total == 1 ? 0 : (int)bil_random_below(random, (uint32_t)total);
    int row = 0;
    while (k >= size[row]) {
        k -= size[row++];
    }
    return rules->play[row][obu_nth_bit(set[row], k)];
}

/* ------------------------------------------------------------------ the other decisions */

static int list_cards(bil_move *list, int n, bil_move verb, uint64_t communities)
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
    return rules->manual_milestones ? list_row(rules, ADD, (uint64_t)obu_milestones_open(rules, state, seat) << CLAIMS, list, n)
                                    : n;
}

/* Sets of up to three cards of a hand, each ascending and distinct: launches of Friendlink and its returns. `copies` counts what
 * the hand has of each kind. */
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
    const struct obu_cards launchable = {{{obu_launchable(rules, seat), 0}}};
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

/* OBU-42, 43, 50. */
static inline bool may_draw_discard(const struct obu_rules *rules, const struct obu_state *state)
{
    return state->discard > 0 && !(rules->stall_bound && state->stall >= rules->stall_bound);
}

static int list_draws(const struct obu_rules *rules, const struct obu_state *state, const struct obu_frame *top, bil_move *list)
{
    int n = 0;
    list[n++] = OBU_M_DRAW_DECK;
    if (may_draw_discard(rules, state)) {
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

bil_move obu_pick(const void *rules_, const void *state_, struct bil_random *random)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    const struct obu_frame *top = obu_top_const(state);
    if (top->kind == OBU_DRAW && !rules->manual_milestones) {
        return may_draw_discard(rules, state) ? OBU_M_DRAW_DECK + bil_random_below(random, 2) : OBU_M_DRAW_DECK;
    }
    if (top->kind == OBU_PLAY) {
        return pick_play(rules, state, top->seat, random);
    }
    bil_move list[OBU_MAX_MOVES];
    const int count = obu_moves(rules, state, list);
    return count == 0 ? 0 : list[count == 1 ? 0 : bil_random_below(random, (uint32_t)count)];
}

/* Section 17: these stand in a record even when there was no choice. */
bool obu_recorded(const void *rules, const void *state_)
{
    const struct obu_state *state = state_;
    (void)rules;
    const unsigned always =
        1U << OBU_LAUNCH | 1U << OBU_RETURN | 1U << OBU_DRAW | 1U << OBU_PLAY | 1U << OBU_SACRIFICE | 1U << OBU_GIVE;
    return (always >> obu_top_const(state)->kind & 1U) != 0;
}

unsigned obu_window(const void *rules_, const void *state_)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    const struct obu_frame *top = obu_top_const(state);
    unsigned seats = 0;
    if (top->kind == OBU_END || obu_recorded(rules, state)) {
        return 0;
    }
    for (int seat = top->seat; seat >= 0; seat = top->kind == OBU_CHAIN ? obu_chain_next(rules, state, seat) : -1) {
        seats |= 1U << seat;
    }
    return seats;
}

bool obu_open(const void *rules, const void *state_)
{
    const struct obu_state *state = state_;
    (void)rules;
    const unsigned open = 1U << OBU_DRAW | 1U << OBU_SACRIFICE | 1U << OBU_TAKE | 1U << OBU_DROP | 1U << OBU_CLAIM;
    return (open >> obu_top_const(state)->kind & 1U) != 0;
}
