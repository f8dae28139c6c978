/* 6 Billion: the powers of the Discovery Track's leaders over the order of turn (SIX-236..242, 266).
 *
 * Asked in the order Dollar, Smiley, Leaf, each at most once a game turn, after the cup is drawn and before the first faction
 * moves. Never touches anything but the order of turn and, for the Dollar, points. */
#include "games/six_billion/rules/state.h"

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
    six_powers_done(rules, state, random, listener);
}

void six_begin_powers(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                      const struct bil_listener *listener)
{
    if (!rules->track) {
        six_powers_done(rules, state, random, listener);
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
