/* One Billion Users: a state or a view as the members of a position document (docs/positions.md).
 *
 * Writes every byte that a state holds, as names and numbers from 1, so that reading the document gives the same state again. What
 * follows from other members (Users, Toxicity) is written for people and programs that look at it. Never reads; never hides:
 * whoever calls it with a state shows everything. */
#include "games/one_billion_users/position.h"

/* ------------------------------------------------------------------ cards */

static void write_card(const struct obu_rules *rules, int card, struct bil_text *out)
{
    bil_json_string(out, obu_card_name(rules, card));
}

static void write_set(const struct obu_rules *rules, const char *key, uint64_t comm, uint64_t other, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (; comm; comm &= comm - 1) {
        write_card(rules, obu_lowest(comm), out);
    }
    for (; other; other &= other - 1) {
        write_card(rules, rules->kind_of_bit[obu_lowest(other)], out);
    }
    bil_json_array_end(out);
}

/* An Influencer: its name, or with the cards beneath it an object. */
static void write_influencer(const struct obu_rules *rules, int influencer, unsigned attached, struct bil_text *out)
{
    if (attached == 0) {
        write_card(rules, OBU_INFLUENCER + influencer, out);
        return;
    }
    bil_json_object(out);
    bil_json_key_string(out, "name", obu_card_name(rules, OBU_INFLUENCER + influencer));
    bil_json_key_integer(out, "pokes", attached & 15U);
    bil_json_key_integer(out, "pushes", attached >> 4);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ platforms */

static void write_hand(const struct obu_rules *rules, const struct obu_state *state, int seat, struct bil_text *out)
{
    const struct obu_seat *owner = &state->seat[seat];
    if (state->viewer == 0 || state->viewer == 1 + seat) {
        write_set(rules, "hand", owner->hand.comm, owner->hand.other, out);
        return;
    }
    bil_json_key(out, "hand");
    bil_json_array(out);
    for (int i = 0; i < owner->hand_count; i++) {
        write_card(rules, OBU_HIDDEN, out);
    }
    bil_json_array_end(out);
}

/* The seat's ground cards from number `from` to before number `to`, oldest first. */
static void write_ground(const struct obu_rules *rules, const struct obu_state *state, int seat, const char *key, int from, int to,
                         struct bil_text *out)
{
    int number = 0;
    bil_json_key(out, key);
    bil_json_array(out);
    for (int g = 0; g < state->ground_total; g++) {
        if (state->ground[g] >> 6 == seat) {
            if (number >= from && number < to) {
                write_card(rules, state->ground[g] & 63, out);
            }
            number++;
        }
    }
    bil_json_array_end(out);
}

static void write_guards(const struct obu_rules *rules, const char *key, unsigned guards, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (; guards; guards &= guards - 1) {
        write_card(rules, OBU_SAFEGUARD + obu_lowest(guards), out);
    }
    bil_json_array_end(out);
}

static void write_platform(const struct obu_rules *rules, const struct obu_state *state, int seat, struct bil_text *out)
{
    const struct obu_seat *platform = &state->seat[seat];
    int grounds = 0;
    for (int g = 0; g < state->ground_total; g++) {
        grounds += state->ground[g] >> 6 == seat;
    }
    uint64_t resolved = platform->stack;
    bil_json_object(out);
    bil_json_key_string(out, "network", obu_network_names[platform->network]);
    bil_json_key_integer(out, "users", (int64_t)(platform->users >> 1) * 50000000 + (platform->users & 1));
    bil_json_key_integer(out, "toxicity", platform->toxicity);
    write_set(rules, "communities", platform->comm, 0, out);
    bil_json_key(out, "influencers");
    bil_json_array(out);
    for (unsigned rest = platform->influencers; rest; rest &= rest - 1) {
        write_influencer(rules, obu_lowest(rest), state->attached[obu_lowest(rest)], out);
    }
    bil_json_array_end(out);
    bil_json_key(out, "blocker");
    if (platform->blocker) {
        write_card(rules, OBU_BLOCKER + platform->blocker - 1, out);
        resolved = obu_other_remove(rules, resolved, OBU_BLOCKER + platform->blocker - 1);
    } else {
        bil_json_null(out);
    }
    write_ground(rules, state, seat, "ground", grounds - platform->ground, grounds, out);
    write_set(rules, "stack", 0, resolved, out);
    write_ground(rules, state, seat, "buried", 0, grounds - platform->ground, out);
    bil_json_key_integer(out, "received", platform->received);
    write_guards(rules, "safeguards", platform->guards & 15U & ~((unsigned)platform->guards >> 4), out);
    write_guards(rules, "countered", (unsigned)platform->guards >> 4, out);
    bil_json_key(out, "milestones");
    bil_json_array(out);
    for (int i = 0; i < OBU_MILESTONES; i++) {
        if (state->milestone[i] == 1 + seat) {
            bil_json_integer(out, i + 1);
        }
    }
    bil_json_array_end(out);
    write_hand(rules, state, seat, out);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ what is waited for */

static void write_phase(const struct obu_state *state, struct bil_text *out)
{
    const struct bil_frame *turn = &state->stack[0];
    bil_json_key_integer(out, "turn", state->turn + 1);
    bil_json_key_string(out, "phase", bil_frame_word(&obu_frames, turn));
    switch (turn->kind) {
    case OBU_LAUNCH:
    case OBU_RETURN:
        bil_json_key_integer(out, "asked", turn->seat + 1);
        break;
    case OBU_DRAW:
        bil_json_key_bool(out, "drawn", turn->a != 0);
        break;
    case OBU_SACRIFICE:
        bil_json_key_integer(out, "given", turn->a);
        bil_json_key_bool(out, "only_toxic", turn->b != 0);
        break;
    case OBU_AFTER_CHAIN:
        if (turn->b) {
            bil_json_key_integer(out, "counterer", turn->b);
        }
        break;
    default:
        break;
    }
}

static void write_bits(const char *key, unsigned bits, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (; bits; bits &= bits - 1) {
        bil_json_integer(out, obu_lowest(bits) + 1);
    }
    bil_json_array_end(out);
}

static void write_windows(const struct obu_rules *rules, const struct obu_state *state, struct bil_text *out)
{
    if (state->depth < 2) {
        return;
    }
    bil_json_key(out, "windows");
    bil_json_array(out);
    for (int d = 1; d < state->depth; d++) {
        const struct bil_frame *frame = &state->stack[d];
        bil_json_object(out);
        bil_json_key_string(out, "window", bil_frame_word(&obu_frames, frame));
        bil_json_key_integer(out, "seat", frame->seat + 1);
        switch (frame->kind) {
        case OBU_GUARD:
            bil_json_key_string(out, "blocker", obu_card_name(rules, OBU_BLOCKER + frame->a));
            bil_json_key_integer(out, "from", frame->b + 1);
            break;
        case OBU_GIVE:
            bil_json_key_integer(out, "drawer", frame->a + 1);
            break;
        case OBU_TAKE:
            bil_json_key_integer(out, "from", frame->a + 1);
            break;
        case OBU_DROP:
            bil_json_key_string(out, "why", frame->a ? "hellsite" : "moral panic");
            break;
        case OBU_CLAIM:
            write_bits("milestones", frame->a, out);
            break;
        default:
            break;
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
    if (state->stack[1].kind == OBU_CHAIN) {
        const struct obu_chain *chain = &state->chain;
        bil_json_key(out, "chain");
        bil_json_object(out);
        bil_json_key_string(out, "influencer", obu_card_name(rules, OBU_INFLUENCER + chain->influencer));
        bil_json_key_integer(out, "from", chain->from + 1);
        bil_json_key_integer(out, "destination", chain->destination + 1);
        bil_json_key_integer(out, "opener", chain->opener + 1);
        bil_json_key_integer(out, "last", chain->last + 1);
        write_bits("named", chain->named, out);
        if (chain->poked) {
            bil_json_key_bool(out, "poked", true);
        }
        bil_json_object_end(out);
    }
}

static void write_pending(const struct obu_rules *rules, const struct obu_state *state, struct bil_text *out)
{
    bool any = false;
    for (int seat = 0; seat < rules->seats; seat++) {
        any = any || state->pending[seat];
    }
    if (!any) {
        return;
    }
    bil_json_key(out, "pending");
    bil_json_array(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        const bil_move move = state->pending[seat];
        const uint8_t cards[3] = {OBU_A(move), OBU_B(move), OBU_C(move)};
        if (move == 0) {
            bil_json_null(out);
        } else if (move == 1) {
            bil_json_string(out, "?");
        } else {
            bil_json_array(out);
            for (int i = 0; i < (OBU_VERB(move) == OBU_M_GIVE ? 1 : 3); i++) {
                if (cards[i] != OBU_HIDDEN) {
                    write_card(rules, cards[i], out);
                }
            }
            bil_json_array_end(out);
        }
    }
    bil_json_array_end(out);
}

/* ------------------------------------------------------------------ the whole */

static void write_piles(const struct obu_rules *rules, const struct obu_state *state, struct bil_text *out)
{
    bil_json_key(out, "deck");
    bil_json_array(out);
    for (int i = state->deck - 1; i >= 0; i--) {
        write_card(rules, state->pile[i], out);
    }
    bil_json_array_end(out);
    bil_json_key(out, "discard");
    bil_json_array(out);
    for (int i = 1; i <= state->discard; i++) {
        write_card(rules, state->pile[OBU_PILE - i], out);
    }
    bil_json_array_end(out);
    bil_json_key(out, "event_pile");
    bil_json_array(out);
    for (int i = 0; i < state->event_count; i++) {
        write_card(rules, OBU_EVENT + state->event_pile[i], out);
    }
    bil_json_array_end(out);
    if (state->event_count) {
        bil_json_key_integer(out, "event_drawer", state->event_drawer + 1);
    }
    if (state->gone) {
        bil_json_key(out, "removed");
        write_influencer(rules, OBU_MAIN_CHARACTER, state->gone_attached, out);
    }
}

void obu_position_write(const void *rules_, const void *state_, struct bil_text *out)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *state = state_;
    if (state->viewer == 15) {
        bil_json_key_string(out, "viewer", "spectator");
    } else if (state->viewer) {
        bil_json_key_integer(out, "viewer", state->viewer);
    }
    write_phase(state, out);
    bil_json_key_integer(out, "turns", state->turns);
    bil_json_key_integer(out, "stall", state->stall);
    if (state->cut) {
        bil_json_key_integer(out, "cut", state->cut);
    }
    bil_json_key(out, "platforms");
    bil_json_array(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        write_platform(rules, state, seat, out);
    }
    bil_json_array_end(out);
    write_piles(rules, state, out);
    write_windows(rules, state, out);
    write_pending(rules, state, out);
    if (state->shuffle_count) {
        bil_json_key(out, "shuffle");
        bil_json_array(out);
        for (int i = state->shuffle_count - 1; i >= 0; i--) {
            write_influencer(rules, state->shuffle[i], state->attached[state->shuffle[i]], out);
        }
        bil_json_array_end(out);
    }
    if (state->ground_total) {
        bil_json_key(out, "ground_order");
        bil_json_array(out);
        for (int g = 0; g < state->ground_total; g++) {
            bil_json_integer(out, (state->ground[g] >> 6) + 1);
        }
        bil_json_array_end(out);
    }
    if (!rules->fast) {
        obu_write_knowledge(rules, state, out);
    }
}
