/* 6 Billion: a state or a view as the members of a position document (docs/positions.md).
 *
 * Writes everything that a state holds, as words and numbers, so that reading the document gives the same state again. What follows
 * from the rest (growth sums, sets of sites) is not written. Never reads; never hides: whoever calls it with a state shows
 * everything. */
#include "games/six_billion/position.h"

const char *const six_reason_words[SIX_REASONS] = {NULL, "belt", "earth", "tracks", "cap"};
const char *const six_take_words[SIX_TAKES] = {NULL, "free", "prepaid", "last"};

static const char *colour(const struct six_rules *rules, int faction)
{
    return six_colour_words[rules->colour[faction]];
}

/* ------------------------------------------------------------------ sites */

static void write_tracks(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "tracks");
    bil_json_object(out);
    for (int site = 0; site < SIX_SITES; site++) {
        bool begun = false;
        for (int faction = 0; faction < rules->factions; faction++) {
            const int level = state->level[faction][site];
            if (level && !begun) {
                bil_json_key(out, six_site_words[site]);
                bil_json_object(out);
                begun = true;
            }
            if (level) {
                bil_json_key_integer(out, colour(rules, faction), six_population(level));
            }
        }
        if (begun) {
            bil_json_object_end(out);
        }
    }
    bil_json_object_end(out);
}

static void write_boxes(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "boxes");
    bil_json_object(out);
    for (int site = 0; site < SIX_SITES; site++) {
        bool begun = false;
        for (int faction = 0; faction < rules->factions; faction++) {
            if (state->box[faction][site] == 0) {
                continue;
            }
            if (!begun) {
                bil_json_key(out, six_site_words[site]);
                bil_json_object(out);
                begun = true;
            }
            bil_json_key(out, colour(rules, faction));
            bil_json_object(out);
            bil_json_key_integer(out, "colonies", six_colonies(state, faction, site));
            bil_json_key_integer(out, "migrants", six_migrants(state, faction, site));
            bil_json_object_end(out);
        }
        if (begun) {
            bil_json_object_end(out);
        }
    }
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ what is waited for */

static void write_sites(const char *key, unsigned sites, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (; sites; sites &= sites - 1) {
        bil_json_string(out, six_site_words[six_lowest(sites)]);
    }
    bil_json_array_end(out);
}

static void write_turn(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key_integer(out, "turn", state->turn);
    bil_json_key(out, "order");
    bil_json_array(out);
    for (int place = 0; place < rules->factions; place++) {
        bil_json_string(out, colour(rules, state->order[place]));
    }
    bil_json_array_end(out);
    bil_json_key_string(out, "step", bil_frame_word(&six_frames, &state->stack[0]));
    if (state->stack[0].kind == SIX_END) {
        bil_json_key_string(out, "end", six_reason_words[state->end]);
    }
    bil_json_key_string(out, "to_move", colour(rules, state->faction));
    bil_json_key_string(out, "acting", colour(rules, state->acting));
    bil_json_key_integer(out, "actions", state->actions);
    write_sites("attempted", state->attempted, out);
}

static void write_refusals(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "refused");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->refused[seat]) {
            bil_json_key(out, colour(rules, seat));
            bil_json_array(out);
            for (int card = 1; card < SIX_CARDS; card++) {
                if (state->refused[seat] & six_refusal_bit(card)) {
                    bil_json_string(out, six_card_codes[card]);
                }
            }
            bil_json_array_end(out);
        }
    }
    bil_json_object_end(out);
}

static void write_happened(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    if (state->source.how) {
        bil_json_key(out, "taken");
        bil_json_object(out);
        bil_json_key_string(out, "faction", colour(rules, state->source.faction));
        bil_json_key_string(out, "site", six_site_words[state->source.site]);
        bil_json_key_string(out, "how", six_take_words[state->source.how]);
        bil_json_object_end(out);
    }
    write_refusals(rules, state, out);
    if (state->event.kind) {
        bil_json_key(out, "event");
        bil_json_object(out);
        if (state->event.card) {
            bil_json_key_string(out, "card", six_card_codes[state->event.card]);
        }
        bil_json_key_string(out, "faction", colour(rules, state->event.faction));
        bil_json_key_string(out, "site", six_site_words[state->event.site]);
        bil_json_object_end(out);
    }
    if (state->pending) {
        const int card = SIX_CARD(state->pending);
        bil_json_key(out, "pending");
        bil_json_object(out);
        bil_json_key_string(out, "card", six_card_codes[card]);
        bil_json_key_string(out, "faction", colour(rules, SIX_FACTION(state->pending)));
        bil_json_key_string(out, "from", six_site_words[SIX_FROM(state->pending)]);
        if (six_family[card] != SIX_F_DOUBLE) {
            bil_json_key_string(out, "to", six_site_words[SIX_TO(state->pending)]);
        }
        bil_json_object_end(out);
    }
    bil_json_key(out, "barred");
    bil_json_array(out);
    for (unsigned rest = state->barred; rest; rest &= rest - 1) {
        bil_json_string(out, colour(rules, six_lowest(rest)));
    }
    bil_json_array_end(out);
}

static void write_windows(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "windows");
    bil_json_array(out);
    for (int d = 1; d < state->depth; d++) {
        const struct bil_frame *frame = &state->stack[d];
        bil_json_object(out);
        bil_json_key_string(out, "window", bil_frame_word(&six_frames, frame));
        bil_json_key_string(out, "asked", colour(rules, frame->seat));
        if (frame->kind == SIX_RESPOND || frame->kind == SIX_CONSENT || frame->kind == SIX_KEEP) {
            bil_json_key_string(out, "card", six_card_codes[frame->a]);
        }
        if (frame->kind >= SIX_RESPOND && frame->kind <= SIX_HALVE) {
            bil_json_key_string(out, frame->kind == SIX_KEEP ? "owner" : "by", colour(rules, frame->b));
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

/* ------------------------------------------------------------------ cards */

static void write_card(int card, struct bil_text *out)
{
    if (card == SIX_NO_CARD) {
        bil_json_null(out);
    } else {
        bil_json_string(out, six_card_codes[card]);
    }
}

static void write_hands(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "hands");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct six_hand *hand = &state->hand[seat];
        bil_json_key(out, colour(rules, seat));
        if (state->viewer != 0 && state->viewer != 1 + seat) {
            bil_json_integer(out, hand->count);
            continue;
        }
        bil_json_array(out);
        for (int card = 1; card < SIX_CARDS; card++) {
            for (int copy = 0; copy < hand->copies[card]; copy++) {
                write_card(card, out);
            }
        }
        bil_json_array_end(out);
    }
    bil_json_object_end(out);
}

static void write_piles(const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "open");
    bil_json_array(out);
    for (int place = 0; place < SIX_OPEN; place++) {
        write_card(state->open[place], out);
    }
    bil_json_array_end(out);
    bil_json_key(out, "deck");
    if (state->viewer) {
        bil_json_integer(out, state->deck);
    } else {
        bil_json_array(out);
        for (int i = state->deck - 1; i >= 0; i--) {
            write_card(state->pile[i], out);
        }
        bil_json_array_end(out);
    }
    bil_json_key(out, "discard");
    bil_json_array(out);
    for (int i = SIX_PILE - state->discard; i < SIX_PILE; i++) {
        write_card(state->pile[i], out);
    }
    bil_json_array_end(out);
    bil_json_key_integer(out, "removed", state->removed);
    bil_json_key_integer(out, "reshuffles", state->reshuffles);
}

/* A Hidden Agenda or Discovery card: "venus", "venus up", "?". */
static void write_found(int kind, struct bil_text *out)
{
    if ((kind & ~SIX_FIND_UP) == SIX_FIND_HIDDEN) {
        bil_json_string(out, "?");
    } else if (kind & SIX_FIND_UP) {
        struct bil_text words = {0};
        bil_text_format(&words, "%s up", six_find_words[kind & ~SIX_FIND_UP]);
        bil_json_string(out, bil_text_string(&words));
        bil_text_free(&words);
    } else {
        bil_json_string(out, six_find_words[kind]);
    }
}

static void write_findings(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "agendas");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_json_key(out, colour(rules, seat));
        write_found(state->agenda[seat], out);
    }
    bil_json_object_end(out);
    bil_json_key(out, "discoveries");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->find[seat][0] == 0) {
            continue;
        }
        bil_json_key(out, colour(rules, seat));
        bil_json_array(out);
        for (int i = 0; i < SIX_HELD && state->find[seat][i]; i++) {
            write_found(state->find[seat][i], out);
        }
        bil_json_array_end(out);
    }
    bil_json_object_end(out);
    bil_json_key(out, "discovery_deck");
    bil_json_array(out);
    for (int i = state->find_left - 1; i >= 0; i--) {
        write_found(state->find_deck[i], out);
    }
    bil_json_array_end(out);
}

static void write_scores(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "points");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_json_key_integer(out, colour(rules, seat), state->points[seat]);
    }
    bil_json_object_end(out);
    if (!rules->track) {
        return;
    }
    bil_json_key(out, "markers");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_json_key(out, colour(rules, seat));
        bil_json_object(out);
        for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
            bil_json_key_integer(out, six_symbol_words[symbol], state->marker[seat][symbol]);
        }
        bil_json_object_end(out);
    }
    bil_json_object_end(out);
}

void six_position_write(const void *rules_, const void *state_, struct bil_text *out)
{
    const struct six_rules *rules = rules_;
    const struct six_state *state = state_;
    if (state->viewer == 15) {
        bil_json_key_string(out, "viewer", "spectator");
    } else if (state->viewer) {
        bil_json_key_integer(out, "viewer", state->viewer);
    }
    write_turn(rules, state, out);
    write_happened(rules, state, out);
    write_windows(rules, state, out);
    write_tracks(rules, state, out);
    write_boxes(rules, state, out);
    write_scores(rules, state, out);
    write_hands(rules, state, out);
    write_piles(state, out);
    write_findings(rules, state, out);
    six_write_knowledge(rules, state, out);
}
