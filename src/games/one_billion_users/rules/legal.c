/* One Billion Users: what is asked, and what may be answered (OBU-42..116 and every window).
 *
 * Lists moves; never changes a state. It reads only what the asked seat may know, so a view gives the same list. */
#include "games/one_billion_users/rules/state.h"

int obu_actor(const void *rules, const void *state_)
{
    const struct obu_state *state = state_;
    (void)rules;
    const struct bil_frame *top = obu_top_const(state);
    return top->kind == OBU_END ? BIL_OVER : top->seat;
}

/* ------------------------------------------------------------------ the play
 *
 * Everything an active seat may do is a row of sets, in a fixed order, and every bit of a row is a move (rules->play). The list is
 * written from the rows, and a random move is picked from them without writing it. */

enum row {
    ADD,       /* Communities; from bit CLAIMS on, Milestones to claim */
    FIGHT,     /* bit 4 * Blocker + target; from bit MENDS on, Hotfixes and Safeguards */
    MOVE,      /* bit 4 * Influencer + seat: a Push; from bit POKES on, Influencers to poke */
    GRIND,     /* cards */
    SACRIFICE, /* Communities; bit FREE: for nothing */
    DISCARD,   /* cards */
    ROWS
};
enum { CLAIMS = 48, MENDS = 4 * OBU_BLOCKERS, POKES = 4 * OBU_INFLUENCERS, FREE = 63 };
static_assert((int)ROWS == (int)OBU_PLAY_ROWS, "rules hold a table for each row");

void obu_legal_derive(struct obu_rules *rules)
{
    memset(rules->play, 0, sizeof rules->play);
    for (int card = 0; card < OBU_HIDDEN; card++) {
        rules->play[GRIND][card] = OBU_MOVE(OBU_M_GRIND, card, 0, 0);
        rules->play[DISCARD][card] = OBU_MOVE(OBU_M_DISCARD, card, 0, 0);
    }
    for (int card = 0; card < OBU_COMMUNITIES_MAX; card++) {
        rules->play[ADD][card] = OBU_MOVE(OBU_M_ADD, card, 0, 0);
        rules->play[SACRIFICE][card] = OBU_MOVE(OBU_M_SACRIFICE, card, 0, 0);
    }
    for (int milestone = 0; milestone < OBU_MILESTONES; milestone++) {
        rules->play[ADD][CLAIMS + milestone] = OBU_MOVE(OBU_M_CLAIM, milestone, 0, 0);
    }
    for (int bit = 0; bit < MENDS; bit++) {
        rules->play[FIGHT][bit] = OBU_MOVE(OBU_M_BLOCK, OBU_BLOCKER + (bit >> 2), bit & 3, 0);
    }
    for (int card = OBU_HOTFIX; card < OBU_PUSH; card++) {
        rules->play[FIGHT][MENDS + card - OBU_HOTFIX] = OBU_MOVE(card < OBU_SAFEGUARD ? OBU_M_FIX : OBU_M_GUARD, card, 0, 0);
    }
    for (int bit = 0; bit < POKES; bit++) {
        rules->play[MOVE][bit] = OBU_MOVE(OBU_M_PUSH, bit >> 2, bit & 3, 0);
    }
    for (int influencer = 0; influencer < OBU_INFLUENCERS; influencer++) {
        rules->play[MOVE][POKES + influencer] = OBU_MOVE(OBU_M_POKE, influencer, 0, 0);
    }
    rules->play[SACRIFICE][FREE] = OBU_MOVE(OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0);
}

/* The different cards of a set: bit c for card c. */
static uint64_t kinds_of(const struct obu_rules *rules, const struct obu_cards *cards)
{
    uint64_t kinds = cards->comm;
    for (int card = OBU_BLOCKER; card < OBU_HIDDEN; card++) {
        kinds |= (cards->other >> rules->field_low[card] & 1U) << card;
    }
    return kinds;
}

/* What a sacrifice may begin with: Communities alone (OBU-53), against these two Blockers alone (OBU-51). Server Overload costs the
 * largest one, if there is any (OBU-57, OBU-58). Toxic Culture costs 3 Toxicity where they can be reached (OBU-54, OBU-207), else
 * what there is (OBU-55), and nothing where there is none (OBU-56). */
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

/* Influencers to push and poke with the cards held (OBU-99, OBU-104). */
static uint64_t movable(const struct obu_rules *rules, const struct obu_state *state, uint64_t held)
{
    uint64_t influencers = 0;
    for (int seat = 0; seat < OBU_SEATS; seat++) {
        influencers |= state->seat[seat].influencers;
    }
    uint64_t pushes = 0;
    for (uint64_t rest = influencers; rest; rest &= rest - 1) {
        pushes |= ((1ULL << rules->seats) - 1) << 4 * obu_lowest(rest);
    }
    return pushes * (held >> OBU_PUSH & 1U) | influencers * (held >> OBU_POKE & 1U) << POKES;
}

static void sets_of(const struct obu_rules *rules, const struct obu_state *state, int seat, uint64_t set[ROWS])
{
    static const uint64_t guards = ((1ULL << OBU_SAFEGUARDS) - 1) << OBU_SAFEGUARD;
    const struct obu_seat *platform = &state->seat[seat];
    const uint64_t held = kinds_of(rules, &platform->hand);
    const uint64_t mends = (held & guards) | obu_fixes(rules, state, seat, held);
    set[ADD] = held & obu_addable(rules, state, seat);
    set[FIGHT] = obu_blocks(rules, state, seat, held) | mends >> (OBU_HOTFIX - MENDS);
    set[MOVE] = movable(rules, state, held & ~rules->event_bars[state->event]); /* OBU-158 */
    set[GRIND] = platform->blocker ? held : 0;                                  /* any card, playable or not (OBU-63, OBU-82) */
    set[SACRIFICE] = sacrifices(rules, platform);
    set[DISCARD] = held; /* always possible, and there is no pass (OBU-39, OBU-63) */
    if (rules->manual_milestones) {
        set[ADD] |= (uint64_t)obu_milestones_open(rules, state, seat) << CLAIMS;
    }
}

static int list_row(const struct obu_rules *rules, int row, uint64_t set, bil_move *list, int n)
{
    for (; set; set &= set - 1) {
        list[n++] = rules->play[row][obu_lowest(set)];
    }
    return n;
}

static int list_play(const struct obu_rules *rules, const struct obu_state *state, int seat, bil_move *list)
{
    uint64_t set[ROWS];
    int n = 0;
    sets_of(rules, state, seat, set);
    for (int row = 0; row < ROWS; row++) {
        n = list_row(rules, row, set[row], list, n);
    }
    return n;
}

/* The number of the set bit `k` of `bits`, counted from 0; there must be more than k. */
static int nth_bit(uint64_t bits, int k)
{
    for (; k > 0; k--) {
        bits &= bits - 1;
    }
    return obu_lowest(bits);
}

/* One move of list_play, every one equally likely: the one that the same random number would pick from the list. */
static bil_move pick_play(const struct obu_rules *rules, const struct obu_state *state, int seat, struct bil_random *random)
{
    uint64_t set[ROWS];
    int total = 0;
    sets_of(rules, state, seat, set);
    for (int row = 0; row < ROWS; row++) {
        total += obu_popcount(set[row]);
    }
    int k = total == 1 ? 0 : (int)bil_random_below(random, (uint32_t)total);
    int row = 0;
    for (; k >= obu_popcount(set[row]); row++) {
        k -= obu_popcount(set[row]);
    }
    return rules->play[row][nth_bit(set[row], k)];
}

/* ------------------------------------------------------------------ the other decisions */

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

/* OBU-28: Friendlink launches several at once. */
static int list_launches(const struct obu_rules *rules, const struct obu_seat *seat, bil_move *list)
{
    uint8_t kinds[64];
    uint8_t copies[64];
    const struct obu_cards launchable = {obu_launchable(rules, seat), 0};
    const int count = kinds_in(rules, &launchable, kinds);
    memset(copies, 1, sizeof copies);
    return list_sets(OBU_M_LAUNCH, kinds, copies, count, count < rules->friendlink_launches ? count : rules->friendlink_launches,
                     list);
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

/* OBU-43, OBU-50. */
static bool may_draw_discard(const struct obu_rules *rules, const struct obu_state *state)
{
    return state->discard > 0 && (rules->stall_bound == 0 || state->stall < rules->stall_bound);
}

static int list_draws(const struct obu_rules *rules, const struct obu_state *state, const struct bil_frame *top, bil_move *list)
{
    int n = 0;
    list[n++] = OBU_M_DRAW_DECK;
    if (may_draw_discard(rules, state)) { /* OBU-42 */
        list[n++] = OBU_M_DRAW_DISCARD;
    }
    return top->a == 0 ? list_claims(rules, state, top->seat, list, n) : n; /* OBU-212: before the draw */
}

/* Every other answer is the same kind of move for each bit of a set, ascending, and perhaps one more behind them. */
struct answers {
    bil_move each; /* the move for bit 0 */
    bil_move step; /* what it grows by from bit to bit */
    uint64_t set;
    bil_move last; /* 0: none */
};

enum { STEP_A = OBU_MOVE(0, 1, 0, 0), STEP_B = OBU_MOVE(0, 0, 1, 0) };

static struct answers answers_to(const struct obu_rules *rules, const struct obu_state *state, const struct bil_frame *top)
{
    const struct obu_seat *seat = &state->seat[top->seat];
    switch (top->kind) {
    case OBU_LAUNCH: /* no pass (OBU-22, OBU-25) */
        return (struct answers){OBU_MOVE(OBU_M_LAUNCH, 0, OBU_HIDDEN, OBU_HIDDEN), STEP_A, obu_launchable(rules, seat), 0};
    case OBU_SACRIFICE: /* OBU-206: b = 1 while all toxic Communities, and only they, must go */
        return (struct answers){OBU_M_SACRIFICE, STEP_A, top->b ? seat->comm & ~rules->clean : seat->comm,
                                !top->b && top->a >= 3 ? OBU_M_DONE : 0};
    case OBU_SECOND:
        return (struct answers){OBU_M_ADD, STEP_A, seat->hand.comm & obu_addable(rules, state, top->seat) & rules->fifty,
                                OBU_M_PASS};
    case OBU_VIRAL:
        return (struct answers){OBU_M_ADD, STEP_A, seat->hand.comm & obu_addable(rules, state, top->seat), OBU_M_PASS};
    case OBU_GUARD:
        return (struct answers){OBU_M_COUNTER_GUARD, STEP_A,
                                kinds_of(rules, &seat->hand) & 1ULL << (OBU_SAFEGUARD + obu_guard_for[top->a]), OBU_M_PASS};
    case OBU_CHAIN: /* to any platform, its present one, too (OBU-109); OBU-115 */
        return (struct answers){OBU_M_COUNTER_PUSH, STEP_B, obu_has(rules, &seat->hand, OBU_PUSH) ? (1U << rules->seats) - 1 : 0,
                                OBU_M_PASS};
    case OBU_GIVE:
        return (struct answers){OBU_M_GIVE, STEP_A, kinds_of(rules, &seat->hand), 0};
    case OBU_TAKE:
        return (struct answers){OBU_M_TAKE, STEP_A, obu_takeable(rules, state, top->seat, top->a), OBU_M_PASS};
    case OBU_DROP:
        return (struct answers){OBU_M_DROP, STEP_A, top->a ? obu_largest(rules, seat->comm) : obu_most_toxic(rules, seat->comm), 0};
    case OBU_CLAIM:
        return (struct answers){OBU_M_CLAIM, STEP_A, top->a, OBU_M_PASS};
    default:
        return (struct answers){0, 0, 0, 0};
    }
}

/* ------------------------------------------------------------------ all of them, or one */

int obu_moves(const void *rules_, const void *state_, bil_move *list)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    const struct bil_frame *top = obu_top_const(state);
    const struct obu_seat *seat = &state->seat[top->seat];
    if (top->kind == OBU_PLAY) { /* the only frame with sacrifices (OBU-51, OBU-62) */
        return list_play(rules, state, top->seat, list);
    }
    if (top->kind == OBU_DRAW) {
        return list_draws(rules, state, top, list);
    }
    if (top->kind == OBU_LAUNCH && seat->network == OBU_FRIENDLINK) {
        return list_launches(rules, seat, list);
    }
    if (top->kind == OBU_RETURN) {
        return list_returns(rules, seat, list);
    }
    const struct answers answers = answers_to(rules, state, top);
    int n = 0;
    for (uint64_t rest = answers.set; rest; rest &= rest - 1) {
        list[n++] = answers.each + (bil_move)obu_lowest(rest) * answers.step;
    }
    if (answers.last) {
        list[n++] = answers.last;
    }
    return n;
}

static bil_move pick_listed(const struct obu_rules *rules, const struct obu_state *state, struct bil_random *random)
{
    bil_move list[OBU_MAX_MOVES];
    const int count = obu_moves(rules, state, list);
    return list[count == 1 ? 0 : bil_random_below(random, (uint32_t)count)];
}

static bil_move pick_answer(const struct obu_rules *rules, const struct obu_state *state, const struct bil_frame *top,
                            struct bil_random *random)
{
    const struct answers answers = answers_to(rules, state, top);
    const int size = obu_popcount(answers.set);
    const int count = size + (answers.last != 0);
    if (count == 0) {
        return 0;
    }
    const int k = count == 1 ? 0 : (int)bil_random_below(random, (uint32_t)count);
    return k == size ? answers.last : answers.each + (bil_move)nth_bit(answers.set, k) * answers.step;
}

bil_move obu_pick(const void *rules_, const void *state_, struct bil_random *random)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    const struct bil_frame *top = obu_top_const(state);
    if (top->kind == OBU_PLAY) {
        return pick_play(rules, state, top->seat, random);
    }
    if (top->kind == OBU_DRAW && !rules->manual_milestones) {
        return OBU_M_DRAW_DECK + bil_random_bit(random, may_draw_discard(rules, state));
    }
    const bool friendlink = top->kind == OBU_LAUNCH && state->seat[top->seat].network == OBU_FRIENDLINK;
    if (friendlink || top->kind == OBU_DRAW || top->kind == OBU_RETURN) {
        return pick_listed(rules, state, random);
    }
    return pick_answer(rules, state, top, random);
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
    const struct bil_frame *top = obu_top_const(state);
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

/* A game to its end with every seat playing at random, as mass simulations and the batteries want it by the million. Must never
 * play otherwise than who asks for a pick and plays it, move by move; it only calls the rules by their names instead of by their
 * addresses, which every move would pay for several times over: in a browser, where each such call is checked first, a seventh of
 * the game. */
uint64_t obu_play_out(const void *rules, void *state, struct bil_random *own, struct bil_random *random, uint64_t most)
{
    uint64_t decisions = 0;
    for (int seat = obu_actor(rules, state); seat != BIL_OVER && decisions <= most; seat = obu_actor(rules, state)) {
        const uint32_t used = own[seat].used;
        const uint64_t counter = own[seat].counter;
        const bil_move move = obu_pick(rules, state, &own[seat]);
        decisions += own[seat].used != used || own[seat].counter != counter || obu_recorded(rules, state);
        obu_apply(rules, state, move, random, NULL);
    }
    return decisions;
}
