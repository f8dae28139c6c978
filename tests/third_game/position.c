/* Ford: the members of a position, and the table drawn. A position is input like any other: read strictly, then checked. */
#include "kit/fields.h"
#include "third_game/state.h"

static int seats_of(const struct bil_doc *doc)
{
    return ((const struct ford_rules *)doc->rules)->seats;
}

static const char *card_name(const struct bil_doc *doc, int card)
{
    (void)doc;
    return card == FORD_HIDDEN ? "?" : card > 0 && card < FORD_KINDS ? ford_names[card] : NULL;
}

static const struct bil_axis seats = {.what = "seat", .counted = seats_of, .count = FORD_SEATS};
static const struct bil_axis cards = {.what = "card", .count = FORD_HIDDEN + 1, .name = card_name};
static const struct bil_axis kinds = {.what = "card", .count = FORD_KINDS, .name = card_name};
static const struct bil_field card = {.kind = BIL_FIELD_WORD, .bytes = 1, .axis = &cards};

/* ------------------------------------------------------------------ what is waited for */

static const char *const phases[] = {
    [FORD_TURN] = "turn", [FORD_ASK_SLIP] = "slip", [FORD_ASK_STEADY] = "steady", [FORD_END] = "over"};
static const struct bil_axis phase_words = {.what = "phase", .words = phases, .count = FORD_END + 1};

static void write_phase(struct bil_doc *doc)
{
    bil_axis_write(doc, &phase_words, ford_top(doc->state).kind);
}

/* The turn and the seat that slips have been read. */
static bool read_phase(struct bil_doc *doc, const struct bil_value *value)
{
    struct ford_state *state = doc->filled;
    const int phase = value ? bil_axis_which(doc, &phase_words, value) : FORD_TURN;
    const uint8_t slipper = state->stack[1].seat;
    if (phase < 0) {
        return false;
    }
    const bool window = phase == FORD_ASK_SLIP || phase == FORD_ASK_STEADY;
    if (window != (value && bil_value_get(value->parent, "slipper"))) {
        return bil_fail(doc->error, "\"slip\" and \"steady\" go with \"slipper\": the seat that may slip the Stone away, or has.");
    }
    state->depth = (uint8_t)(phase == FORD_ASK_STEADY ? 3 : window ? 2 : 1);
    state->stack[0] = phase == FORD_END ? (struct ford_frame){FORD_END, 0} : (struct ford_frame){FORD_TURN, state->turn};
    state->stack[1] = window ? (struct ford_frame){FORD_ASK_SLIP, slipper} : (struct ford_frame){0, 0};
    if (state->depth == 3) {
        state->stack[2] = (struct ford_frame){FORD_ASK_STEADY, state->turn};
    }
    return true;
}

static void see_phase(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers)
{
    (void)base;
    numbers[0] = ford_top(doc->state).kind;
}

static const struct bil_field phase_seen[] = {{NULL, BIL_FIELD_OWN, .observe = see_phase, .numbers = 1, .high = FORD_END}, {0}};

static bool no_window(const struct bil_doc *doc)
{
    return ((const struct ford_state *)doc->state)->depth < 2;
}

/* ------------------------------------------------------------------ hands */

static const struct bil_field copies = {.kind = BIL_FIELD_COPIES, .axis = &kinds};

static void write_hand(struct bil_doc *doc)
{
    const struct ford_state *state = doc->state;
    const int seat = doc->at[0];
    bil_json_array(doc->out);
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        for (int i = 0; i < state->hand[seat][kind]; i++) {
            bil_json_string(doc->out, ford_names[kind]);
        }
    }
    for (int i = ford_hand_hidden(state, seat) ? state->count[seat] : 0; i > 0; i--) {
        bil_json_string(doc->out, "?");
    }
    bil_json_array_end(doc->out);
}

/* In any order; all known or all hidden. */
static bool read_hand(struct bil_doc *doc, const struct bil_value *value)
{
    struct ford_state *state = doc->filled;
    const int seat = doc->at[0];
    int hidden = 0;
    if (!bil_value_wants(value, BIL_ARRAY, doc->error)) {
        return false;
    }
    for (const struct bil_value *name = value->child; name; name = name->next) {
        const int kind = bil_axis_which(doc, &cards, name);
        if (kind < 0) {
            return false;
        }
        hidden += kind == FORD_HIDDEN;
        state->hand[seat][kind % FORD_HIDDEN]++;
    }
    state->hand[seat][0] = 0;
    state->count[seat] = (uint8_t)value->count;
    return hidden == 0 || hidden == value->count ||
           bil_value_fail(value, doc->error, "it must be known as a whole or \"?\" throughout.");
}

static void see_count(const struct bil_doc *doc, const unsigned char *base, uint16_t *numbers)
{
    (void)base;
    numbers[0] = ((const struct ford_state *)doc->state)->count[doc->at[0]];
}

static const struct bil_field hand_seen[] = {{"kinds", BIL_FIELD_COPIES, .axis = &kinds},
                                             {"cards", BIL_FIELD_OWN, .observe = see_count, .numbers = 1, .high = FORD_PILE},
                                             {0}};
static const struct bil_field hand_row = {.kind = BIL_FIELD_OWN, .observed = hand_seen, .write = write_hand, .read = read_hand};

const struct bil_field ford_position[] = {
    {"turn", BIL_FIELD_WORD, BIL_LIES(struct ford_state, turn), .axis = &seats},
    {"round", BIL_FIELD_NUMBER, BIL_LIES(struct ford_state, round), .low = 1, .high = FORD_ROUNDS, .start = 1},
    {"phase", BIL_FIELD_OWN, .observed = phase_seen, .write = write_phase, .read = read_phase, .pass = 1},
    {"slipper", BIL_FIELD_WORD, BIL_LIES(struct ford_state, stack[1].seat), .axis = &seats, .absent = no_window},
    {"river", BIL_FIELD_LIST, .inside = &card, .offset = offsetof(struct ford_state, river), .stride = 1, .high = FORD_PILE,
     .counter = offsetof(struct ford_state, stones), .needed = true},
    {"deck", BIL_FIELD_LIST, .inside = &card, .offset = offsetof(struct ford_state, deck), .stride = 1, .high = FORD_PILE,
     .counter = offsetof(struct ford_state, cards), .last_first = true, .needed = true},
    {"spent", BIL_FIELD_COPIES, .axis = &kinds, .offset = offsetof(struct ford_state, spent), .needed = true},
    {"hands", BIL_FIELD_EACH, .axis = &seats, .inside = &hand_row, .offset = offsetof(struct ford_state, hand),
     .stride = FORD_KINDS, .needed = true, .whole = true},
    {"known", BIL_FIELD_EACH, .axis = &seats, .inside = &copies, .offset = offsetof(struct ford_state, known),
     .stride = FORD_KINDS},
    {0},
};

void ford_draw_table(const void *rules_, const void *view_, const struct bil_style *style, struct bil_text *out)
{
    const struct ford_rules *rules = rules_;
    const struct ford_state *view = view_;
    const int room = (style->columns - 24) / 2;
    const int first = view->stones > room ? view->stones - room : 0;
    bil_text_add(out, first > 0 ? "  river: ..." : "  river:");
    for (int i = first; i < view->stones; i++) {
        bil_text_format(out, " %d", view->river[i]);
    }
    bil_text_format(out, "\n  deck: %d, round %d of %d\n", view->cards, view->round, rules->rounds);
    for (int seat = 0; seat < rules->seats; seat++) {
        const bool hidden = ford_hand_hidden(view, seat);
        const uint8_t *hand = hidden ? view->known[seat] : view->hand[seat];
        bil_text_format(out, "  seat %d: %d card%s", seat + 1, view->count[seat], view->count[seat] == 1 ? "" : "s");
        bil_text_add(out, hidden && ford_known(view, seat) ? ", among them" : hidden ? "" : ":");
        for (int kind = 1; kind < FORD_KINDS; kind++) {
            if (hand[kind]) {
                bil_text_format(out, hand[kind] > 1 ? " %s*%d" : " %s", ford_names[kind], hand[kind]);
            }
        }
        bil_text_char(out, '\n');
    }
}
