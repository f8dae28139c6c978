/* 6 Billion: plays one move (SIX-125..163, and the moves of every step).
 *
 * What happens between decisions is in turns.c, what happens in windows in windows.c. Never checks whether a move is legal:
 * legal.c lists the moves, and callers choose among them. */
#include "games/six_billion/rules/state.h"

/* What each verb's function takes; six_apply jumps straight into it. */
#define PLAYED                                                                                                                     \
    const struct six_rules *rules, struct six_state *state, __attribute__((unused)) bil_move move, struct bil_random *random,      \
        const struct bil_listener *listener

void six_show(const struct six_rules *rules, struct six_state *state, int seat, int card)
{
    if (!rules->fast) {
        six_know_shown(rules, state, seat, card);
    }
    six_hand_remove(&state->hand[seat], card);
}

static void next_step(struct six_state *state, int kind)
{
    state->stack[0] = (struct bil_frame){(uint8_t)kind, state->acting, 0, 0};
    state->depth = 1;
}

void six_act_done(const struct six_rules *rules, struct six_state *state, int cost, struct bil_random *random,
                  const struct bil_listener *listener)
{
    state->actions = (uint8_t)(state->actions + cost); /* SIX-125; the hand is saved (SIX-200) */
    six_go_on(rules, state, random, listener);
}

/* ------------------------------------------------------------------ growth and establishment */

static void play_grow(PLAYED)
{
    const int site = SIX_FROM(move);
    state->attempted = (uint16_t)(state->attempted | 1U << site); /* not again in this turn (SIX-59) */
    state->event = (struct six_event){SIX_EV_GROW, SIX_NO_CARD, state->acting, state->faction, (uint8_t)site}; /* SIX-61 */
    six_say(listener, SIX_E_GROWING, state->acting, 0, 0xFF, state->faction, site, 0);
    six_open_window(rules, state, random, listener); /* finished before the next is chosen (SIX-56) */
}

static void play_settle(PLAYED)
{
    const int site = SIX_FROM(move);
    const int faction = state->faction;
    const int billions = six_colonies(state, faction, site) + six_migrants(state, faction, site); /* SIX-93 */
    const int level = six_settled_level(site, billions);
    six_set_box(state, faction, site, 0, 0);           /* SIX-73 */
    six_set_level(rules, state, faction, site, level); /* whatever the growth sum (SIX-77) */
    six_say(listener, SIX_E_SETTLED, -1, 0, 0xFF, faction, site, level);
    if (!six_ends(rules, state, listener)) { /* after each box (SIX-78, SIX-247) */
        six_go_on(rules, state, random, listener);
    }
}

/* ------------------------------------------------------------------ the effects of Actions */

/* Billions come into a half of a box, colonies or migrants (SIX-64), and are added to what waits there (SIX-66, SIX-93). */
static void arrive(struct six_state *state, int faction, int site, int half, int billions)
{
    const int colonies = six_colonies(state, faction, site) + (half ? 0 : billions);
    const int migrants = six_migrants(state, faction, site) + (half ? billions : 0);
    six_set_box(state, faction, site, colonies, migrants);
}

static void play_send(PLAYED)
{
    const int card = SIX_CARD(move);
    const int faction = SIX_FACTION(move);
    six_say(listener, SIX_E_SENT, state->acting, 0, 0xFF, card, SIX_ROUTE(faction, SIX_FROM(move), SIX_TO(move)), 1);
    six_take_billion(rules, state, faction, SIX_FROM(move), listener);
    arrive(state, faction, SIX_TO(move), SIX_VERB(move) == SIX_M_MIGRANTS, 1); /* SIX-124, SIX-134, SIX-137 */
    six_to_discard(state, card);
    six_act_done(rules, state, 1, random, listener);
}

static void play_double_token(PLAYED)
{
    const int faction = SIX_FACTION(move);
    const int site = SIX_FROM(move);
    state->event = (struct six_event){SIX_EV_DOUBLE, (uint8_t)SIX_CARD(move), state->acting, (uint8_t)faction, (uint8_t)site};
    six_say(listener, SIX_E_DOUBLE, state->acting, 0, 0xFF, SIX_CARD(move), faction, site);
    six_open_window(rules, state, random, listener); /* SIX-142, and then it doubles (SIX-139) */
}

static void play_hit_box(PLAYED)
{
    const int faction = SIX_FACTION(move);
    const int kind = SIX_VERB(move) == SIX_M_HOME ? SIX_EV_HOME : SIX_EV_TROUBLE;
    state->event =
        (struct six_event){(uint8_t)kind, (uint8_t)SIX_CARD(move), state->acting, (uint8_t)faction, (uint8_t)SIX_FROM(move)};
    six_say(listener, SIX_E_TROUBLE, state->acting, 0, 0xFF, SIX_CARD(move), faction, SIX_FROM(move));
    six_open_window(rules, state, random, listener);
}

static void play_recycle(PLAYED)
{
    const int site = SIX_FROM(move);
    const int seat = state->acting;
    const int level = state->level[seat][site] + 1;
    six_say(listener, SIX_E_RECYCLED, seat, 0, 0xFF, site, 0, 0);
    six_set_level(rules, state, seat, site, level); /* SIX-143 */
    six_say(listener, SIX_E_DOUBLED, -1, 0, 0xFF, seat, site, level);
    six_to_discard(state, SIX_RECYCLE);
    if (six_ends(rules, state, listener)) { /* SIX-146 */
        return;
    }
    six_recycle(rules, state, random, listener);
    six_act_done(rules, state, 1, random, listener);
}

static void play_discover(PLAYED)
{
    const int seat = state->acting;
    six_to_discard(state, SIX_DISCOVERY); /* before the choice (SIX-263) */
    if (rules->lazy) {
        six_settle_find(state, random);
    }
    const int top = --state->find_left; /* SIX-147 */
    const int find = state->find_deck[top];
    int held = 0;
    while (state->find[seat][held]) {
        held++;
    }
    state->find[seat][held] = (uint8_t)find;
    state->find_seen[seat][held] = (uint8_t)(state->find_deck_seen[top] | 1U << seat);
    state->find_deck[top] = 0;
    state->find_deck_seen[top] = 0;
    six_say(listener, SIX_E_FOUND, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, state->find_seen[seat][held], find, 0, 0);
    if (held + 1 > rules->find_limit) { /* SIX-148, SIX-212 */
        six_push(state, SIX_RETURN, seat, 0, 0);
        return;
    }
    six_act_done(rules, state, 1, random, listener);
}

/* An Action has its consent or needs none (SIX-111); the points come first (SIX-131, SIX-243). */
void six_play_action(const struct six_rules *rules, struct six_state *state, bil_move move, struct bil_random *random,
                     const struct bil_listener *listener)
{
    const int seat = state->acting;
    const int points = rules->card_points[SIX_CARD(move)];
    if (points > 0) {
        state->points[seat] = (uint16_t)(state->points[seat] + points);
        six_say(listener, SIX_E_POINTS, seat, 0, 0xFF, points, state->points[seat], 0);
    }
    switch (SIX_VERB(move)) {
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        play_send(rules, state, move, random, listener);
        break;
    case SIX_M_DOUBLE:
        play_double_token(rules, state, move, random, listener);
        break;
    case SIX_M_RECYCLE:
        play_recycle(rules, state, move, random, listener);
        break;
    case SIX_M_DISCOVER:
        play_discover(rules, state, move, random, listener);
        break;
    default: /* SIX_M_TROUBLE, SIX_M_HOME */
        play_hit_box(rules, state, move, random, listener);
        break;
    }
}

/* ------------------------------------------------------------------ Actions as they are chosen */

static void play_action(PLAYED)
{
    const int seat = state->acting;
    const int card = SIX_CARD(move);
    six_show(rules, state, seat, card);
    if (six_refusal_bit(card)) { /* SIX-106; 0 of cards that touch boxes alone (SIX-157) */
        const int owner = six_consent(rules, state, seat, SIX_FACTION(move), SIX_FROM(move));
        if (owner >= 0) {
            state->pending = move; /* shown with its whole use, and asked about at once (SIX-110) */
            six_say(listener, SIX_E_OFFERED, seat, BIL_EVENT_LEARNED, 0xFF, card, owner,
                    SIX_ROUTE(SIX_FACTION(move), SIX_FROM(move), SIX_TO(move)));
            six_push(state, SIX_CONSENT, owner, card, seat);
            return;
        }
    }
    six_play_action(rules, state, move, random, listener);
}

/* SIX-158, at any distance (SIX-97), and the option discovery-step. */
static void play_reveal(PLAYED)
{
    const int seat = state->acting;
    const int find = SIX_FROM(move);
    int held = 0;
    while (state->find[seat][held] != find) {
        held++;
    }
    state->find[seat][held] = (uint8_t)(find + SIX_FIND_UP); /* so that it is revealed once (SIX-213) */
    state->find_seen[seat][held] = 0xFF;
    int cost = 1;
    int billions = 1;
    if (find < SIX_FIND_SYMBOL) {
        const int site = find - 1;
        const int fits = 2 - six_colonies(state, seat, site);
        cost = six_pairs(site) ? 2 : 1;       /* SIX-125 */
        billions = cost < fits ? cost : fits; /* SIX-160 */
        six_say(listener, SIX_E_REVEALED, seat, BIL_EVENT_LEARNED, 0xFF, find, billions, 0);
        arrive(state, seat, site, 0, billions);
    } else {
        const int symbol = find - SIX_FIND_SYMBOL;
        state->marker[seat][symbol]++;
        six_say(listener, SIX_E_REVEALED, seat, BIL_EVENT_LEARNED, 0xFF, find, 1, 0);
        six_say(listener, SIX_E_STEPPED, seat, 0, 0xFF, symbol, state->marker[seat][symbol], 0);
    }
    six_act_done(rules, state, cost, random, listener);
}

/* SIX-225, SIX-226, SIX-227. The text of the cards is ignored, and they are used up (SIX-229, SIX-230). */
static void play_symbol(PLAYED)
{
    const int seat = state->acting;
    const int second = SIX_FROM(move);
    const int track = SIX_N(move);
    six_show(rules, state, seat, SIX_CARD(move));
    six_to_discard(state, SIX_CARD(move));
    if (second) {
        six_show(rules, state, seat, second);
        six_to_discard(state, second);
    }
    state->marker[seat][track]++;
    six_say(listener, SIX_E_SYMBOL, seat, BIL_EVENT_LEARNED, 0xFF, SIX_CARD(move), second, track);
    six_say(listener, SIX_E_STEPPED, seat, 0, 0xFF, track, state->marker[seat][track], 0);
    six_act_done(rules, state, second ? 2 : 1, random, listener);
}

/* ------------------------------------------------------------------ giving a Discovery card back */

/* SIX-148, SIX-149, SIX-271. Which of several face-down cards went, only their holder knows from then on (SIX-217, SIX-218). */
static void play_give_back(PLAYED)
{
    const int seat = six_top(state)->seat;
    const int find = SIX_FROM(move);
    uint8_t *held = state->find[seat];
    uint8_t *seen = state->find_seen[seat];
    int at = 0;
    while ((held[at] & ~SIX_FIND_UP) != find) {
        at++;
    }
    for (int i = at + 1; i < SIX_HELD; i++) {
        at = held[i] == find + SIX_FIND_UP ? i : at;
    }
    const bool up = held[at] & SIX_FIND_UP;
    uint8_t knowers = seen[at];
    int down = 0;
    for (int i = 0; i < SIX_HELD; i++) {
        down += held[i] != 0 && !(held[i] & SIX_FIND_UP);
    }
    if (!up && down > 1) {
        knowers = (uint8_t)(1U << seat);
        for (int i = 0; i < SIX_HELD; i++) {
            seen[i] = held[i] != 0 && !(held[i] & SIX_FIND_UP) ? knowers : seen[i];
        }
    }
    memmove(&held[at], &held[at + 1], (size_t)(SIX_HELD - 1 - at));
    memmove(&seen[at], &seen[at + 1], (size_t)(SIX_HELD - 1 - at));
    held[SIX_HELD - 1] = seen[SIX_HELD - 1] = 0;
    memmove(&state->find_deck[1], &state->find_deck[0], state->find_left);
    memmove(&state->find_deck_seen[1], &state->find_deck_seen[0], state->find_left);
    state->find_deck[0] = (uint8_t)find;
    state->find_deck_seen[0] = knowers;
    state->find_left++;
    six_say(listener, SIX_E_RETURNED, seat, 0, knowers, find, 0, 0);
    six_pop(state);
    six_act_done(rules, state, 1, random, listener);
}

/* ------------------------------------------------------------------ discard and draw */

static void play_discard(PLAYED)
{
    const int seat = state->acting;
    six_show(rules, state, seat, SIX_CARD(move));
    six_to_discard(state, SIX_CARD(move));
    six_say(listener, SIX_E_DISCARDED, seat, BIL_EVENT_LEARNED, 0xFF, SIX_CARD(move), 0, 0);
    next_step(state, SIX_DRAW); /* not a second one (SIX-198) */
    six_go_on(rules, state, random, listener);
}

/* SIX-199, SIX-264. Agendas and Discovery cards are no part of a hand (SIX-211). */
static void discard_hand(const struct six_rules *rules, struct six_state *state, const struct bil_listener *listener)
{
    const int seat = state->acting;
    struct six_hand *hand = &state->hand[seat];
    if (hand->count > 0) {
        six_say(listener, SIX_E_HAND_GOES, seat, BIL_EVENT_LEARNED, 0xFF, hand->count, 0, 0);
    }
    while (hand->kinds) {
        const int card = six_lowest(hand->kinds);
        six_show(rules, state, seat, card);
        six_to_discard(state, card);
        six_say(listener, SIX_E_DISCARDED, seat, BIL_EVENT_LEARNED, 0xFF, card, 0, 0);
    }
}

static void play_take(PLAYED)
{
    const int seat = state->acting;
    const int card = SIX_CARD(move);
    int place = 0;
    while (state->open[place] != card) {
        place++;
    }
    six_hand_add(&state->hand[seat], card);
    if (!rules->fast) {
        six_know_took(state, seat, card);
    }
    six_say(listener, SIX_E_TOOK, seat, 0, 0xFF, card, 0, 0);
    state->open[place] = SIX_NO_CARD;
    six_open_card(rules, state, place, random, listener); /* SIX-205 */
    six_go_on(rules, state, random, listener);
}

static void play_draw(PLAYED)
{
    const int seat = state->acting;
    const int card = six_draw(rules, state, random, listener);
    six_hand_add(&state->hand[seat], card);
    if (!rules->fast) {
        six_know_drew(state, seat);
    }
    six_say(listener, SIX_E_DREW, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 1 << seat, card, 0, 0);
    six_go_on(rules, state, random, listener);
}

/* ------------------------------------------------------------------ Neutral migrants, powers, passing */

/* SIX-116, SIX-119, SIX-121. No card, no points, no window (SIX-123). */
static void play_migrant(PLAYED)
{
    enum { ON_4 = 3 };
    const int faction = state->faction;
    const int from = SIX_FROM(move);
    const int level = state->level[faction][from];
    six_say(listener, SIX_E_SENT, state->acting, 0, 0xFF, SIX_NO_CARD, SIX_ROUTE(faction, from, SIX_TO(move)), SIX_N(move));
    if (level <= ON_4) {
        six_set_level(rules, state, faction, from, level - 1);
        six_say(listener, SIX_E_SPENT, -1, 0, 0xFF, faction, from, level - 1);
    }
    arrive(state, faction, SIX_TO(move), 1, SIX_N(move));
    six_end_turn(rules, state, random, listener);
}

static void play_power(PLAYED)
{
    six_use_power(rules, state, move, random, listener);
}

static void play_answer(PLAYED)
{
    six_answer(rules, state, move, random, listener);
}

/* Whether a second Action is possible depends on the hand: only its owner gets the event. */
static void say_stopped(const struct six_rules *rules, const struct six_state *state, const struct bil_listener *listener)
{
    bil_move moves[SIX_MAX_MOVES];
    if (listener && state->actions == 1) {
        const int seat = state->acting;
        six_say(listener, SIX_E_STOPPED, seat, 0, 1 << seat, six_moves(rules, state, moves) == 1, 0, 0);
    }
}

static void play_pass(PLAYED)
{
    switch (six_top(state)->kind) {
    case SIX_POWER:
        six_use_power(rules, state, move, random, listener);
        break;
    case SIX_ACT:
        if (state->actions == 0) { /* SIX-199, SIX-200 */
            discard_hand(rules, state, listener);
        }
        say_stopped(rules, state, listener);
        next_step(state, state->actions == 0 ? SIX_DRAW : SIX_DISCARD);
        six_go_on(rules, state, random, listener);
        break;
    case SIX_DISCARD:
        next_step(state, SIX_DRAW);
        six_go_on(rules, state, random, listener);
        break;
    default:
        six_answer(rules, state, move, random, listener);
        break;
    }
}

void six_apply(const void *rules, void *state, bil_move move, struct bil_random *random, const struct bil_listener *listener)
{
    typedef void plays(const struct six_rules *, struct six_state *, bil_move, struct bil_random *, const struct bil_listener *);
    static plays *const verbs[SIX_VERBS] = {
        [SIX_M_GROW] = play_grow,        [SIX_M_SETTLE] = play_settle,   [SIX_M_COLONY] = play_action,
        [SIX_M_MIGRANTS] = play_action,  [SIX_M_DOUBLE] = play_action,   [SIX_M_RECYCLE] = play_action,
        [SIX_M_DISCOVER] = play_action,  [SIX_M_TROUBLE] = play_action,  [SIX_M_HOME] = play_action,
        [SIX_M_REVEAL] = play_reveal,    [SIX_M_SYMBOL] = play_symbol,   [SIX_M_CANCEL] = play_answer,
        [SIX_M_RESPOND] = play_answer,   [SIX_M_CONSENT] = play_answer,  [SIX_M_REFUSE] = play_answer,
        [SIX_M_KEEP] = play_answer,      [SIX_M_DROP] = play_answer,     [SIX_M_HALVE] = play_answer,
        [SIX_M_RETURN] = play_give_back, [SIX_M_DISCARD] = play_discard, [SIX_M_TAKE] = play_take,
        [SIX_M_DECK] = play_draw,        [SIX_M_SEND] = play_migrant,    [SIX_M_UP] = play_power,
        [SIX_M_DOWN] = play_power,       [SIX_M_PLACE] = play_power,     [SIX_M_PASS] = play_pass,
    };
    verbs[SIX_VERB(move)](rules, state, move, random, listener);
}
