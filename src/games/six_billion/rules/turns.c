/* 6 Billion: game turns, faction turns and their steps, from one decision to the next; the end of the game (SIX-23..34, 47..63,
 * 74..78, 197..209, 245..251).
 *
 * The bottom frame of the stack is the step. six_go_on is the only place where steps are gone through without a decision. */
#include "games/six_billion/rules/state.h"

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
    state->acting = (uint8_t)(player ? faction : six_controller(rules, state, random, faction, &chance)); /* SIX-4, SIX-43 */
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

void six_begin_game_turn(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
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
    six_begin_powers(rules, state, random, listener);
}

void six_powers_done(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
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
        six_begin_game_turn(rules, state, random, listener);
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
