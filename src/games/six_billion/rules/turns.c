/* 6 Billion: from the set-up to the end of the game: game turns, faction turns and their steps, from one decision to the next
 * (SIX-8..63, 74..78, 197..209, 236..251, 266, 268).
 *
 * The bottom frame of the stack is the step. six_go_on is the only place where steps are gone through without a decision. Chance
 * comes from the named streams of the match. */
#include "games/six_billion/rules/state.h"

/* ------------------------------------------------------------------ which player controls a Neutral in its turn (SIX-36..46) */

/* Five tests, each among the players tied after the ones before. Only the last asks chance. */

/* The players of `tied` with the least of a value, bit by seat. */
static unsigned least(unsigned tied, const int value[SIX_PLAYERS])
{
    int best = INT32_MAX;
    unsigned left = 0;
    for (unsigned rest = tied; rest; rest &= rest - 1) {
        const int seat = six_lowest(rest);
        if (value[seat] < best) {
            best = value[seat];
            left = 0;
        }
        left |= (unsigned)(value[seat] == best) << seat;
    }
    return left;
}

static bool alone(unsigned tied)
{
    return (tied & (tied - 1)) == 0;
}

static int controller_of(const struct six_rules *rules, const struct six_state *state, struct bil_random *random, int faction,
                         bool *chance)
{
    int tokens[SIX_PLAYERS] = {0};
    int pieces[SIX_PLAYERS] = {0};
    int points[SIX_PLAYERS] = {0};
    for (int seat = 0; seat < rules->seats; seat++) {
        tokens[seat] = six_popcount(state->on[seat]);
        for (unsigned rest = state->waiting[seat]; rest; rest &= rest - 1) {
            pieces[seat] += six_box_pieces(state, seat, six_lowest(rest));
        }
        points[seat] = state->points[seat]; /* the true total (SIX-269) */
    }
    *chance = false;
    unsigned tied = (1U << rules->seats) - 1;
    tied = least(tied, tokens); /* SIX-36 */
    tied = least(tied, pieces); /* SIX-37 */
    tied = least(tied, points); /* SIX-39 */
    if (alone(tied)) {
        return six_lowest(tied);
    }
    int place = 0;
    while (state->order[place] != faction) {
        place++;
    }
    for (place++; place < rules->factions; place++) { /* SIX-40, SIX-41: the first who is still to move */
        if (tied >> state->order[place] & 1U) {
            return state->order[place];
        }
    }
    *chance = true; /* SIX-42 */
    bil_random_enter(random, SIX_S_CONTROL, (uint32_t)(state->turn * 8 + faction));
    for (uint32_t skip = bil_random_below(random, (uint32_t)six_popcount(tied)); skip > 0; skip--) {
        tied &= tied - 1;
    }
    return six_lowest(tied);
}

/* ------------------------------------------------------------------ the powers of the leaders over the order of turn
 * (SIX-236..242, 266) */

/* Asked in the order Dollar, Smiley, Leaf, each at most once a game turn, after the cup is drawn and before the first faction
 * moves. They touch nothing but the order of turn and, for the Dollar, points. */

static void powers_done(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                        const struct bil_listener *listener);

int six_leader(const struct six_rules *rules, const struct six_state *state, int symbol) /* SIX-236 */
{
    int leader = -1;
    int most = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const int marker = state->marker[seat][symbol];
        if (marker > most) {
            most = marker;
            leader = seat;
        } else if (marker == most) {
            leader = -1;
        }
    }
    return leader;
}

/* Asks for the first power from `symbol` on that somebody has, or begins the first faction turn. */
static void ask(const struct six_rules *rules, struct six_state *state, int symbol, struct bil_random *random,
                const struct bil_listener *listener)
{
    for (; symbol < SIX_SYMBOLS; symbol++) { /* Dollar, Smiley, Leaf, once each (SIX-242) */
        const int leader = six_leader(rules, state, symbol);
        if (leader >= 0) {
            state->depth = 1;
            state->stack[0] = (struct bil_frame){SIX_POWER, (uint8_t)leader, (uint8_t)symbol, 0};
            bil_move list[SIX_MAX_MOVES];
            if (!rules->fast || six_power_moves(rules, state, list) > 1) { /* SIX-266 */
                return;
            }
        }
    }
    powers_done(rules, state, random, listener);
}

static void begin_powers(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                         const struct bil_listener *listener)
{
    if (!rules->track) {
        powers_done(rules, state, random, listener);
        return;
    }
    ask(rules, state, 0, random, listener);
}

int six_power_moves(const struct six_rules *rules, const struct six_state *state, bil_move *list)
{
    const struct bil_frame *top = six_top_const(state);
    const int place = six_turn_place(rules, state, top->seat);
    const int last = rules->factions - 1;
    int n = 0;
    if (top->a == SIX_LEAF) { /* SIX-240 */
        for (int faction = 0; faction < rules->factions; faction++) {
            const int from = six_turn_place(rules, state, faction);
            for (int to = 0; to <= last; to++) {
                const int far = to > from ? to - from : from - to;
                if (far > 0 && (far == 1 || !rules->leaf_limit)) {
                    list[n++] = SIX_MOVE(SIX_M_PLACE, 0, faction, 0, 0, to);
                }
            }
        }
    } else {
        const int afford = rules->dollar_cost ? state->points[top->seat] / rules->dollar_cost : last;
        const int far = top->a == SIX_SMILEY ? 1 : afford; /* SIX-238, SIX-239 */
        for (int up = 1; up <= place && up <= far; up++) {
            list[n++] = SIX_MOVE(SIX_M_UP, 0, 0, 0, 0, up);
        }
        for (int down = 1; down <= last - place && down <= far; down++) {
            list[n++] = SIX_MOVE(SIX_M_DOWN, 0, 0, 0, 0, down);
        }
    }
    list[n++] = SIX_M_PASS;
    return n;
}

/* SIX-241: out, and in again at the new place; the others close up. */
static void move_token(const struct six_rules *rules, struct six_state *state, int faction, int to)
{
    int from = six_turn_place(rules, state, faction);
    for (; from < to; from++) {
        state->order[from] = state->order[from + 1];
    }
    for (; from > to; from--) {
        state->order[from] = state->order[from - 1];
    }
    state->order[to] = (uint8_t)faction;
    (void)rules;
}

void six_use_power(const struct six_rules *rules, struct six_state *state, bil_move move, struct bil_random *random,
                   const struct bil_listener *listener)
{
    const struct bil_frame frame = *six_top(state);
    if (SIX_VERB(move) != SIX_M_PASS) {
        const int by = SIX_VERB(move) == SIX_M_UP ? -SIX_N(move) : SIX_N(move);
        const bool leaf = SIX_VERB(move) == SIX_M_PLACE;
        const int faction = leaf ? SIX_FACTION(move) : frame.seat;
        const int to = leaf ? SIX_N(move) : six_turn_place(rules, state, faction) + by;
        move_token(rules, state, faction, to); /* SIX-237 */
        if (frame.a == SIX_DOLLAR) {           /* SIX-238, SIX-243 */
            state->points[frame.seat] = (uint16_t)(state->points[frame.seat] - rules->dollar_cost * SIX_N(move));
        }
        six_say(listener, SIX_E_POWER, frame.seat, 0, 0xFF, frame.a, faction, to + 1);
    }
    ask(rules, state, frame.a + 1, random, listener);
}

/* ------------------------------------------------------------------ turns and steps */

static void step(struct six_state *state, int kind)
{
    state->depth = 1;
    state->stack[0] = (struct bil_frame){(uint8_t)kind, state->acting, 0, 0};
}

/* ------------------------------------------------------------------ the end */

static void game_over(const struct six_rules *rules, struct six_state *state, int reason, const struct bil_listener *listener)
{
    memset(state->stack, 0, sizeof state->stack); /* the rest of the turn is dropped (SIX-248), and no window opens now (SIX-249) */
    state->stack[0].kind = SIX_END;
    state->depth = 1;
    state->end = (uint8_t)reason;
    six_say(listener, SIX_E_OVER, -1, 0, 0xFF, reason, 0, 0);
    for (int seat = 0; seat < rules->seats; seat++) { /* SIX-222 */
        six_say(listener, SIX_E_AGENDA, seat, BIL_EVENT_LEARNED, 0xFF, state->agenda[seat], 0, 0);
    }
}

bool six_ends(const struct six_rules *rules, struct six_state *state, const struct bil_listener *listener) /* SIX-78, SIX-247 */
{
    unsigned populated = 0;
    int belt = 0;
    int earth = 0;
    for (int faction = 0; faction < rules->factions; faction++) {
        populated |= state->on[faction];                             /* SIX-246 */
        belt |= state->level[faction][SIX_BELT] >= SIX_LEVEL_1024;   /* SIX-63, SIX-245 */
        earth |= state->level[faction][SIX_EARTH] >= SIX_LEVEL_1024; /* SIX-245 */
    }
    const int reason = belt ? SIX_END_BELT : earth ? SIX_END_EARTH : populated == SIX_EVERY_SITE ? SIX_END_TRACKS : SIX_GOES_ON;
    if (reason == SIX_GOES_ON) {
        return false;
    }
    game_over(rules, state, reason, listener);
    return true;
}

/* ------------------------------------------------------------------ faction turns */

static void begin_turn(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                       const struct bil_listener *listener)
{
    const int faction = state->order[state->at]; /* Neutrals stand in that order, too (SIX-24) */
    const bool player = six_is_player(rules, faction);
    bool chance = false;
    state->faction = (uint8_t)faction;
    state->acting = (uint8_t)(player ? faction : controller_of(rules, state, random, faction, &chance)); /* SIX-4, SIX-43 */
    state->actions = 0;
    state->attempted = 0;
    state->source = (struct six_source){0, 0, 0};     /* SIX-82, SIX-91 */
    memset(state->refused, 0, sizeof state->refused); /* SIX-115 */
    six_say(listener, SIX_E_TURN, state->acting, 0, 0xFF, faction, 0, 0);
    if (!player) { /* each Neutral by itself, in the first turn too (SIX-44, SIX-45) */
        const int flags = chance ? BIL_EVENT_CHANCE | BIL_EVENT_LEARNED : 0;
        six_say(listener, SIX_E_CONTROL, state->acting, flags, 0xFF, faction, chance, 0);
    }
    step(state, SIX_GROW);
    six_go_on(rules, state, random, listener);
}

static void begin_game_turn(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                            const struct bil_listener *listener)
{
    if (rules->turn_cap && state->turn == rules->turn_cap) { /* SIX-251 */
        game_over(rules, state, SIX_END_CAP, listener);
        return;
    }
    state->turn++; /* SIX-2 */
    for (int faction = 0; faction < rules->factions; faction++) {
        state->order[faction] = (uint8_t)faction; /* SIX-13 */
    }
    bil_random_enter(random, SIX_S_CUP, state->turn);
    bil_random_shuffle(random, state->order, rules->factions); /* SIX-23 */
    for (int place = 0; place < rules->factions; place++) {
        six_say(listener, SIX_E_CUP, -1, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, state->order[place], place + 1, state->turn);
    }
    state->at = 0;
    begin_powers(rules, state, random, listener);
}

static void powers_done(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                        const struct bil_listener *listener)
{
    begin_turn(rules, state, random, listener);
}

void six_end_turn(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                  const struct bil_listener *listener)
{
    state->at++;
    if (state->at < rules->factions) { /* SIX-24, SIX-27 */
        begin_turn(rules, state, random, listener);
    } else { /* SIX-2, SIX-25 */
        state->at = 0;
        begin_game_turn(rules, state, random, listener);
    }
}

/* Whether the Neutral has anybody to send anywhere (SIX-122). */
static bool migrant_waits(const struct six_rules *rules, const struct six_state *state)
{
    return six_on_two(state, state->faction) != 0 && six_migrant_destinations(rules, state, state->faction, 1) != 0;
}

/* Whether the step at the bottom asks somebody. */
static bool asks(const struct six_rules *rules, const struct six_state *state)
{
    const struct six_hand *hand = &state->hand[state->acting];
    switch (state->stack[0].kind) {
    case SIX_GROW: /* SIX-47, SIX-58 */
        return six_growable(rules, state) != 0;
    case SIX_SETTLE: /* SIX-75 */
        return six_ready(state, state->faction) != 0;
    case SIX_ACT:
        return state->actions < 2; /* SIX-32, and so no third billion from one token (SIX-89) */
    case SIX_DISCARD:              /* SIX-197 */
        return hand->count > 0;
    case SIX_DRAW: /* SIX-203, SIX-208 */
        return hand->count < SIX_HAND && (six_can_draw(state) || state->open[0] || state->open[1] || state->open[2]);
    case SIX_MIGRANT: /* SIX-116 */
        return migrant_waits(rules, state);
    default:
        return true;
    }
}

void six_go_on(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
               const struct bil_listener *listener)
{
    /* The order of steps (SIX-28, SIX-34): who settles now grows in the next turn (SIX-30), and who arrives now settles
     * in it (SIX-31). */
    static const uint8_t after[] = {[SIX_ACT] = SIX_DISCARD, [SIX_DISCARD] = SIX_DRAW, [SIX_GROW] = SIX_SETTLE};
    while (!asks(rules, state)) {
        const int kind = state->stack[0].kind;
        if (kind == SIX_DRAW || kind == SIX_MIGRANT) {
            if (kind == SIX_MIGRANT) {
                six_say(listener, SIX_E_NO_MIGRANT, -1, 0, 0xFF, state->faction, 0, 0);
            }
            six_end_turn(rules, state, random, listener);
            return;
        }
        step(state, kind != SIX_SETTLE ? after[kind] : six_is_player(rules, state->faction) ? SIX_ACT : SIX_MIGRANT); /* SIX-35 */
    }
}

/* ------------------------------------------------------------------ from nothing to the first faction turn (SIX-8..22, 268) */

/* SIX-15. */
static void deal_agendas(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                         const struct bil_listener *listener)
{
    uint8_t agendas[SIX_SITES * 4];
    size_t count = 0;
    for (int agenda = 1; agenda <= SIX_SITES; agenda++) {
        for (int copy = 0; copy < rules->agendas[agenda] && count < sizeof agendas; copy++) {
            agendas[count++] = (uint8_t)agenda;
        }
    }
    bil_random_enter(random, SIX_S_AGENDA, 0);
    bil_random_shuffle(random, agendas, count);
    for (int seat = 0; seat < rules->seats; seat++) {
        state->agenda[seat] = agendas[seat];
        six_say(listener, SIX_E_AGENDA, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 1 << seat, agendas[seat], 0, 0);
    }
}

/* SIX-17, SIX-18: a Colony 2 each, then five cards each from the shuffled rest, seat by seat (SIX-268). Neutrals get none
 * (SIX-35). */
static void deal_hands(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                       const struct bil_listener *listener)
{
    for (int i = 0; i < rules->box_count - rules->seats; i++) { /* the box begins with the Colony 2 */
        state->pile[i] = rules->box[i + rules->seats];
    }
    state->deck = (uint8_t)(rules->box_count - rules->seats);
    bil_random_enter(random, SIX_S_DECK, 0);
    bil_random_shuffle(random, state->pile, state->deck);
    for (int seat = 0; seat < rules->seats; seat++) {
        six_hand_add(&state->hand[seat], SIX_COLONY_2);
        while (state->hand[seat].count < SIX_HAND) {
            six_hand_add(&state->hand[seat], state->pile[--state->deck]);
            state->pile[state->deck] = 0;
        }
        six_say(listener, SIX_E_DEALT, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, SIX_HAND, 0, 0);
    }
    if (!rules->fast) {
        six_know_begin(rules, state);
    }
}

void six_setup(const void *rules_, struct bil_random *random, void *state_, const struct bil_listener *listener)
{
    const struct six_rules *rules = rules_;
    struct six_state *state = state_;
    memset(state, 0, sizeof *state); /* nobody has points or a Discovery card (SIX-14, SIX-22) */
    for (int faction = 0; faction < rules->factions; faction++) {
        six_set_level(rules, state, faction, SIX_EARTH, rules->start_level); /* SIX-8, SIX-10 */
    }
    deal_agendas(rules, state, random, listener);
    memcpy(state->find_deck, rules->find_box, rules->find_count);
    state->find_left = rules->find_count;
    bil_random_enter(random, SIX_S_FINDS, 0);
    bil_random_shuffle(random, state->find_deck, state->find_left); /* SIX-16 */
    deal_hands(rules, state, random, listener);
    for (int place = 0; place < SIX_OPEN; place++) { /* SIX-19, SIX-268 */
        six_open_card(rules, state, place, random, listener);
    }
    begin_game_turn(rules, state, random, listener);
}
