/* One Billion Users: the members of a position document, a row each, and its piles (docs/positions.md).
 *
 * What is written is every byte that a state holds, as names and numbers from 1, so that reading the document gives the same state
 * again. Never hides: writing a state shows everything. What is read is judged by check.c; nothing is played. */
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

static const struct obu_state *position_state(const struct bil_doc *doc)
{
    return doc->state;
}

static struct obu_loading *reading(struct bil_doc *doc)
{
    return doc->own;
}

/* ------------------------------------------------------------------ open piles */

/* The Event Pile is read, and what lay aside is under it. */
static bool read_drawer(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_state *state = doc->filled;
    const int drawer = value ? bil_axis_which(doc, &obu_seats, value) : state->turn;
    state->event = OBU_NO_EVENT;
    if (state->event_count) {
        state->event = state->event_pile[state->event_count - 1];
        state->event_drawer = (uint8_t)drawer;
    }
    return drawer >= 0;
}

static void write_removed(struct bil_doc *doc)
{
    obu_write_influencer(doc, OBU_MAIN_CHARACTER, position_state(doc)->gone_attached);
}

static bool read_removed(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_state *state = doc->filled;
    if (!value || value->type == BIL_NULL) {
        return true;
    }
    const int influencer = obu_load_influencer(reading(doc), value, &state->gone_attached);
    if (influencer < 0) {
        return false;
    }
    if (influencer != OBU_MAIN_CHARACTER) {
        return bil_value_fail(value, doc->error, "only %s ever leaves the game (OBU-140).",
                              obu_card_name(doc->rules, OBU_INFLUENCER + OBU_MAIN_CHARACTER));
    }
    state->gone = 1;
    return true;
}

/* ------------------------------------------------------------------ the deck */

static bool read_rest(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_loading *loading = doc->own;
    loading->aside = strcmp(value->string, "aside") == 0;
    if (!loading->aside && strcmp(value->string, "deck") != 0) {
        return bil_value_fail(value, doc->error, "it must be \"deck\" or \"aside\".");
    }
    return !loading->aside || (loading->viewer == BIL_EVERYBODY && loading->built) ||
           bil_value_fail(value, doc->error, "in a view, and before the launches, it can only be \"deck\".");
}

/* With "rest": "aside", what no member has placed goes under the discard pile and the Event Pile, so that what matters stays as it
 * was written; an Event without further effect is on top. */
static void lay_aside(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    uint8_t old[OBU_PILE];
    const int count = state->discard;
    memcpy(old, state->pile, sizeof old);
    state->discard = 0;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        for (; loading->left[card]; loading->left[card]--) {
            obu_to_discard(state, card);
        }
    }
    for (int i = 1; i <= count; i++) {
        obu_to_discard(state, old[OBU_PILE - i]);
    }
    uint8_t events[OBU_EVENTS];
    int laid = 0;
    for (int ongoing = 1; ongoing >= 0; ongoing--) {
        for (int event = 0; event < OBU_EVENTS; event++) {
            if (loading->left[OBU_EVENT + event] && obu_event_ongoing(event) == (ongoing != 0)) {
                loading->left[OBU_EVENT + event] = 0;
                events[laid++] = (uint8_t)event;
            }
        }
    }
    memmove(&state->event_pile[laid], state->event_pile, state->event_count);
    memcpy(state->event_pile, events, (size_t)laid);
    state->event_count = (uint8_t)(state->event_count + laid);
}

static void write_deck(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int i = position_state(doc)->deck - 1; i >= 0; i--) {
        obu_write_card(doc, position_state(doc)->pile[i]);
    }
    bil_json_array_end(doc->out);
}

/* What is listed, and below it what is placed nowhere; the lowest card first in the state. */
static bool read_deck(struct bil_doc *doc, const struct bil_value *list)
{
    struct obu_loading *loading = doc->own;
    struct obu_state *state = doc->filled;
    const unsigned kinds = loading->viewer != BIL_EVERYBODY ? 1U << OBU_K_UNKNOWN
                           : loading->built ? OBU_MAIN_KINDS | 1U << OBU_K_INFLUENCER | 1U << OBU_K_EVENT | 1U << OBU_K_GAME_OVER
                                            : OBU_MAIN_KINDS;
    uint8_t listed[OBU_PILE];
    int count = 0;
    if (list && list->count > OBU_PILE - state->discard) {
        return bil_value_fail(list, doc->error, "%d cards are more than a deck can have.", list->count);
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int card = obu_load_placed(loading, value, kinds);
        if (card < 0) {
            return false;
        }
        listed[count++] = (uint8_t)card;
    }
    if (loading->viewer != BIL_EVERYBODY) {
        memset(state->pile, OBU_HIDDEN, (size_t)count);
        state->deck = (uint8_t)count;
        return true;
    }
    if (loading->aside) {
        lay_aside(loading);
    }
    for (int card = OBU_CARDS - 1; card >= 0; card--) {
        for (; loading->left[card]; loading->left[card]--) {
            state->pile[state->deck++] = (uint8_t)card;
        }
    }
    while (count > 0) {
        state->pile[state->deck++] = listed[--count];
    }
    return true;
}

/* The size of the part with Game Over that set-up gives to these seats (OBU-30..32). */
static int usual_cut(const struct obu_rules *rules, const struct obu_state *state)
{
    int deck = 0;
    for (int card = 0; card < OBU_GAME_OVER; card++) {
        deck += obu_copies_of(rules, card);
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        const int network = state->seat[seat].network;
        deck -= obu_hand_size(rules, &state->seat[seat]) + (network == OBU_FRIENDLINK ? rules->friendlink_launches : 1) +
                (network == OBU_HELLSITE);
    }
    return obu_cut_size(rules, deck);
}

/* The deck is read. */
static bool read_cut(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_state *state = doc->filled;
    int cut = usual_cut(doc->rules, state);
    if (value && !bil_value_number(value, 1, OBU_PILE, &cut, doc->error)) {
        return false;
    }
    if (!reading(doc)->built) {
        return true;
    }
    state->cut = (uint8_t)cut;
    for (int i = cut + 1; i < state->deck; i++) {
        if (state->pile[i] == OBU_GAME_OVER) {
            return bil_fail(
                doc->error,
                "deck[%d]: Game Over must lie among the lowest %d of the %d cards; with \"rest\": \"aside\" the deck holds only "
                "the cards that are listed and the Influencers.",
                state->deck - 1 - i, cut + 1, state->deck);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ ground cards in order of time */

static void write_ground_order(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int g = 0; g < position_state(doc)->ground_total; g++) {
        bil_axis_write(doc, &obu_seats, position_state(doc)->ground[g] >> 6);
    }
    bil_json_array_end(doc->out);
}

/* The platforms are read, and with them the ground cards seat by seat. */
static bool read_ground_order(struct bil_doc *doc, const struct bil_value *list)
{
    struct obu_state *state = doc->filled;
    uint8_t unsorted[OBU_GROUND];
    int next[OBU_SEATS];
    memcpy(unsorted, state->ground, sizeof unsorted);
    for (int seat = 0, g = 0; seat < OBU_SEATS; seat++) {
        next[seat] = g;
        while (g < state->ground_total && unsorted[g] >> 6 == seat) {
            g++;
        }
    }
    int g = 0;
    for (const struct bil_value *value = list->child; value; value = value->next, g++) {
        const int seat = bil_axis_which(doc, &obu_seats, value);
        if (seat < 0) {
            return false;
        }
        if (next[seat] >= state->ground_total || unsorted[next[seat]] >> 6 != seat) {
            return bil_value_fail(value, doc->error,
                                  "it must be the seat of a ground card, each seat as often as it has ground cards.");
        }
        state->ground[g] = unsorted[next[seat]++];
    }
    if (g != state->ground_total) {
        return bil_value_fail(list, doc->error, "it must hold %d seats, one for each ground card of \"ground\" and \"buried\".",
                              state->ground_total);
    }
    return true;
}

/* ------------------------------------------------------------------ whose view it is, and which turn */

static void write_viewer(struct bil_doc *doc)
{
    bil_position_viewer_write(position_state(doc)->viewer, doc->out);
}

static bool read_viewer(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_state *state = doc->filled;
    return bil_position_viewer(value, bil_axis_count(doc, &obu_seats), &reading(doc)->viewer, &state->viewer, doc->error);
}

static bool read_turns(struct bil_doc *doc, const struct bil_value *value)
{
    int turns = reading(doc)->built;
    const bool fine = !value || bil_value_number(value, 0, UINT16_MAX, &turns, doc->error);
    ((struct obu_state *)doc->filled)->turns = (uint16_t)turns;
    return fine;
}

static int phase_of(const struct bil_doc *doc)
{
    return position_state(doc)->stack[0].kind;
}

static bool nobody_asked(const struct bil_doc *doc)
{
    return phase_of(doc) != OBU_LAUNCH && phase_of(doc) != OBU_RETURN;
}

static bool not_drawing(const struct bil_doc *doc)
{
    return phase_of(doc) != OBU_DRAW;
}

static bool not_ending(const struct bil_doc *doc)
{
    return phase_of(doc) != OBU_AFTER_CHAIN;
}

static bool no_event(const struct bil_doc *doc)
{
    return position_state(doc)->event_count == 0;
}

static bool not_sacrificing(const struct bil_doc *doc)
{
    return phase_of(doc) != OBU_SACRIFICE;
}

static bool read_counterer(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_state *state = doc->filled;
    const int seat = value ? bil_axis_which(doc, &obu_seats, value) : -1;
    if (phase_of(doc) == OBU_AFTER_CHAIN) {
        state->stack[0].b = (uint8_t)(1 + seat);
    }
    return !value || seat >= 0;
}

static bool is_fast(const struct bil_doc *doc)
{
    return ((const struct obu_rules *)doc->rules)->fast;
}

/* ------------------------------------------------------------------ the rows */

/* What those functions read of a state. */
static const struct bil_extent phase[] = {{offsetof(struct obu_state, stack[0].kind), 1}, {0}};
static const struct bil_extent event_count[] = {{offsetof(struct obu_state, event_count), 1}, {0}};

/* Passes of the reader: who looks on and whose turn it is; the phase; what it says of itself and the platforms; windows; the open
 * piles; the deck; what follows from the deck; secret choices; who is asked; who knows what. */
enum { TURN, PHASE, PLATFORMS, WINDOWS, PILES, DECK, BELOW_DECK, CHOICES, ASKED, KNOWLEDGE };

static const struct bil_field platform = {.kind = BIL_FIELD_OBJECT, .inside = obu_platform, .type = "Platform"};

const struct bil_field obu_position[] = {
    {"viewer", BIL_FIELD_OWN, .observed = obu_observed_viewer, BIL_LIES(struct obu_state, viewer), .unless_zero = true,
     .write = write_viewer, .read = read_viewer, .type = "number | \"spectator\"",
     .about = "whose view it is: a seat from 1, or `\"spectator\"`", .initial = "everything is shown"},
    {"turn", BIL_FIELD_WORD, BIL_LIES(struct obu_state, turn), .axis = &obu_seats, .about = "the active seat", .initial = "1"},
    {"phase", BIL_FIELD_OWN, .observed = obu_observed_phase, .pass = PHASE, .write = obu_write_phase, .read = obu_read_phase,
     .type = "string", .about = "how far the turn is, see below", .initial = "`\"draw\"`"},
    {"asked", BIL_FIELD_OWN, .pass = ASKED, BIL_LIES(struct obu_state, stack[0].seat), .axis = &obu_seats, .absent = nobody_asked,
     .reads = phase, .read = obu_read_asked, .type = "number",
     .about = "in the phases `launch` and `return`: the seat that chooses", .initial = "the first that has something to choose"},
    {"drawn", BIL_FIELD_FLAG, BIL_LIES(struct obu_state, stack[0].a), .pass = PLATFORMS, .absent = not_drawing, .reads = phase,
     .if_there = true, .about = "in phase `draw`: whether the active seat has drawn in this phase", .initial = "`false`"},
    {"given", BIL_FIELD_NUMBER, BIL_LIES(struct obu_state, stack[0].a), .pass = PLATFORMS, .high = 255, .absent = not_sacrificing,
     .reads = phase, .if_there = true, .about = "in phase `sacrifice`: Toxicity given so far", .initial = "0"},
    {"only_toxic", BIL_FIELD_FLAG, BIL_LIES(struct obu_state, stack[0].b), .pass = PLATFORMS, .absent = not_sacrificing,
     .reads = phase, .if_there = true, .about = "in phase `sacrifice`: all toxic Communities must go, and only they (OBU-55)",
     .initial = "`false`"},
    {"counterer", BIL_FIELD_OWN, .pass = PLATFORMS, BIL_LIES(struct obu_state, stack[0].b), .absent = not_ending, .reads = phase,
     .unless_zero = true, .read = read_counterer, .type = "number",
     .about = "in phase `ending`: the seat that has countered with a Safeguard, whose full turn comes next", .initial = "none"},
    {"turns", BIL_FIELD_OWN, .pass = PLATFORMS, BIL_LIES(struct obu_state, turns), .read = read_turns, .type = "number",
     .about = "turns begun", .initial = "1; 0 before the first turn"},
    {"stall", BIL_FIELD_NUMBER, BIL_LIES(struct obu_state, stall), .high = 255,
     .about = "cards taken from the discard pile in a row (OBU-50)", .initial = "0"},
    {"cut", BIL_FIELD_OWN, .pass = BELOW_DECK, BIL_LIES(struct obu_state, cut), .unless_zero = true, .read = read_cut,
     .type = "number", .about = "Game Over is among the lowest `cut` + 1 cards of the deck",
     .initial = "what the set-up of these seats gives, at most the deck"},
    {"platforms", BIL_FIELD_EACH, .pass = PLATFORMS, .axis = &obu_seats, .inside = &platform,
     .offset = offsetof(struct obu_state, seat), .stride = sizeof(struct obu_seat),
     .about = "list, one object for each seat in order; may be shorter", .initial = "empty platforms"},
    {"deck", BIL_FIELD_OWN, .observed = obu_observed_deck, .pass = DECK, .write = write_deck, .read = read_deck, .wants = BIL_ARRAY,
     .type = "string[]",
     .about = "names, **top card first**. If cards are missing from the list, those that are placed nowhere lie below it, in the "
              "order of the edition's list, Game Over lowest",
     .initial = "`[]`: all of them so"},
    {"rest", BIL_FIELD_OWN, .pass = PLATFORMS, .input_only = true, .read = read_rest, .given = true, .wants = BIL_STRING,
     .type = "\"deck\" | \"aside\"",
     .about =
         "where cards go that no member places: `\"deck\"`, or `\"aside\"`: main cards under the discard pile and Events under "
         "the Event Pile, so that the deck is only what `deck` says (and Influencers and Game Over, if they are not placed)",
     .initial = "`\"deck\"`"},
    {"discard", BIL_FIELD_OWN, .observed = obu_observed_discard, .pass = PILES, .write = obu_write_place, .read = obu_read_place,
     .wants = BIL_ARRAY, .low = OBU_MAIN_KINDS, .high = OBU_IN_DISCARD, .type = "string[]",
     .about = "names, oldest first: the **last one is the top** of the pile", .initial = "`[]`"},
    {"event_pile", BIL_FIELD_OWN, .observed = obu_observed_events, .pass = PILES, .write = obu_write_place, .read = obu_read_place,
     .wants = BIL_ARRAY, .low = 1U << OBU_K_EVENT, .high = OBU_IN_EVENTS, .type = "string[]",
     .about = "names, oldest first: the **last one is the top** and the one that works", .initial = "`[]`"},
    {"event_drawer", BIL_FIELD_OWN, .pass = BELOW_DECK, .absent = no_event, .reads = event_count,
     BIL_LIES(struct obu_state, event_drawer), .axis = &obu_seats, .read = read_drawer, .type = "number",
     .about = "who drew the top Event", .initial = "the active seat"},
    {"removed", BIL_FIELD_OWN, .observed = obu_observed_removed, .pass = PILES, BIL_LIES(struct obu_state, gone),
     .unless_zero = true, .write = write_removed, .read = read_removed, .type = OBU_INFLUENCER_TYPE " | null",
     .about = "Today's Main Character if it has left the game, written like an Influencer", .initial = "nothing"},
    {"windows", BIL_FIELD_OWN, .observed = obu_observed_windows, .pass = WINDOWS, BIL_LIES(struct obu_state, stack[1].kind),
     .unless_zero = true, .write = obu_write_windows, .read = obu_read_windows, .wants = BIL_ARRAY,
     .type = "{ window: string; seat: number; blocker?: string; from?: number; drawer?: number; why?: string; milestones?: "
             "number[] }[]",
     .about = "what is asked in between, see below", .initial = "`[]`"},
    {"chain", BIL_FIELD_OWN, .observed = obu_observed_chain, .pass = WINDOWS, BIL_LIES(struct obu_state, chain),
     .unless_zero = true, .write = obu_write_chain, .read = obu_read_chain,
     .type = "{ influencer: string; from: number; destination: number; opener: number; last: number; named: number[]; poked?: "
             "boolean }",
     .about = "a chain of Pushes under way: `{\"influencer\": name, \"from\": seat, \"destination\": seat last named, \"opener\": "
              "seat, \"last\": seat that pushed last, \"named\": [seats]}`; `named` are the owners of every destination named so "
              "far and of the platform it is on. With option `milestones=manual` and `\"poked\": true` a Poke opened it: if "
              "the Influencer stays, the 50 million of that Poke may reach a Milestone",
     .initial = "none"},
    {"pending", BIL_FIELD_OWN, .observed = obu_observed_pending, .pass = CHOICES, BIL_LIES(struct obu_state, pending),
     .unless_zero = true, .write = obu_write_pending, .read = obu_read_pending, .given = true, .wants = BIL_ARRAY,
     .type = "(string[] | \"?\" | null)[]",
     .about = "list, one entry for each seat: what it has chosen in secret, `[\"Pet Pictures\"]` for a launch, `[\"Push\"]` for a "
              "card given, `null` if nothing yet. The cards are still in the hand",
     .initial = "nothing is chosen"},
    {"shuffle", BIL_FIELD_OWN, .observed = obu_observed_shuffle, .pass = WINDOWS, BIL_LIES(struct obu_state, shuffle_count),
     .unless_zero = true, .write = obu_write_shuffle, .read = obu_read_shuffle, .wants = BIL_ARRAY,
     .type = "(" OBU_INFLUENCER_TYPE ")[]",
     .about = "Influencers of a Social Shuffle still to be placed, the next one first, written like a platform's",
     .initial = "`[]`"},
    {"ground_order", BIL_FIELD_OWN, .observed = obu_observed_ground_order, .pass = PLATFORMS,
     BIL_LIES(struct obu_state, ground_total), .unless_zero = true, .write = write_ground_order, .read = read_ground_order,
     .given = true, .wants = BIL_ARRAY, .type = "number[]",
     .about = "for all ground cards of all seats in order of time, the seat: `[2, 1, 2]`", .initial = "seat by seat"},
    {"knowledge", BIL_FIELD_OBJECT, .pass = KNOWLEDGE, .absent = is_fast, .reads = bil_rules_alone, .inside = obu_knowledge,
     .read = obu_know_nothing, .about = "who knows what of hidden cards, see below", .initial = "see below"},
    {0},
};

bool obu_position_read(const void *rules, const struct bil_value *document, void *state, struct bil_error *error)
{
    struct obu_loading loading = {.rules = rules, .state = state, .error = error};
    return bil_fields_read(&bil_game_one_billion_users, rules, document, state, &loading, error);
}
