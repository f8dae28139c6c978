/* Ford: a position to and from JSON, and the table drawn. A position is input like any other: read strictly, then checked. */
#include "third_game/state.h"

static const char *const phases[] = {
    [FORD_TURN] = "turn", [FORD_ASK_SLIP] = "slip", [FORD_ASK_STEADY] = "steady", [FORD_END] = "over"};

/* From cards[first] on, one step up or down. */
static void write_cards(struct bil_text *out, const uint8_t *cards, int count, int first, int step)
{
    bil_json_array(out);
    for (int i = 0; i < count; i++) {
        const int card = cards[first + i * step];
        bil_json_string(out, ford_names[card < FORD_KINDS ? card : 0]);
    }
    bil_json_array_end(out);
}

static void write_kinds(struct bil_text *out, const uint8_t *copies, int hidden)
{
    bil_json_array(out);
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        for (int i = 0; i < copies[kind]; i++) {
            bil_json_string(out, ford_names[kind]);
        }
    }
    for (int i = 0; i < hidden; i++) {
        bil_json_string(out, "?");
    }
    bil_json_array_end(out);
}

void ford_position_write(const void *rules_, const void *state_, struct bil_text *out)
{
    const struct ford_rules *rules = rules_;
    const struct ford_state *state = state_;
    const struct ford_frame top = ford_top(state);
    bil_json_key_integer(out, "turn", state->turn + 1);
    bil_json_key_integer(out, "round", state->round);
    bil_json_key_string(out, "phase", phases[top.kind]);
    if (state->depth > 1) {
        bil_json_key_integer(out, "slipper", state->stack[1].seat + 1);
    }
    bil_json_key(out, "river");
    write_cards(out, state->river, state->stones, 0, 1);
    bil_json_key(out, "deck");
    write_cards(out, state->deck, state->cards, state->cards - 1, -1); /* as people say it: the top card first */
    bil_json_key(out, "spent");
    write_kinds(out, state->spent, 0);
    bil_json_key(out, "hands");
    bil_json_array(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        write_kinds(out, state->hand[seat], ford_hand_hidden(state, seat) ? state->count[seat] : 0);
    }
    bil_json_array_end(out);
    bil_json_key(out, "known");
    bil_json_array(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        write_kinds(out, state->known[seat], 0);
    }
    bil_json_array_end(out);
}

/* The cards of a list, in order, into `cards`: FORD_HIDDEN for "?". Its length, or -1 and a sentence. */
static int read_cards(const struct bil_value *list, uint8_t cards[FORD_PILE], struct bil_error *error)
{
    int count = 0;
    char path[64];
    if (list->type != BIL_ARRAY || list->count > FORD_PILE) {
        bil_fail(error, "\"%s\" must be a list of at most %d cards.", bil_value_path(list, path, sizeof path), FORD_PILE);
        return -1;
    }
    for (const struct bil_value *card = list->child; card; card = card->next) {
        int kind = card->type == BIL_STRING ? 0 : FORD_KINDS;
        while (kind < FORD_KINDS && strcmp(card->string, ford_names[kind]) != 0) {
            kind++;
        }
        if (kind == FORD_KINDS) {
            bil_fail(error, "\"%s\" must be \"1\" to \"6\", \"slip\", \"flood\", or \"?\" where it is not known.",
                     bil_value_path(card, path, sizeof path));
            return -1;
        }
        cards[count++] = (uint8_t)(kind ? kind : FORD_HIDDEN);
    }
    return count;
}

/* The same into copies of each kind, where order means nothing; all known or all hidden. */
static int read_kinds(const struct bil_value *list, uint8_t copies[FORD_KINDS], struct bil_error *error)
{
    uint8_t cards[FORD_PILE];
    int hidden = 0;
    const int count = read_cards(list, cards, error);
    for (int i = 0; i < count; i++) {
        hidden += cards[i] == FORD_HIDDEN;
        copies[cards[i] == FORD_HIDDEN ? 0 : cards[i]]++;
    }
    copies[0] = 0;
    if (hidden > 0 && hidden < count) {
        char path[64];
        bil_fail(error, "\"%s\" must be known as a whole or \"?\" throughout.", bil_value_path(list, path, sizeof path));
        return -1;
    }
    return count;
}

/* One list for each seat; `counts` may be NULL. */
static bool read_seats(const struct ford_rules *rules, const struct bil_value *document, const char *key,
                       uint8_t copies[FORD_SEATS][FORD_KINDS], uint8_t *counts, struct bil_error *error)
{
    const struct bil_value *list = bil_value_get(document, key);
    if (!list || list->type != BIL_ARRAY || list->count != rules->seats) {
        return bil_fail(error, "\"%s\" must be a list with one list of cards for each of the %d seats.", key, rules->seats);
    }
    int seat = 0;
    for (const struct bil_value *hand = list->child; hand; hand = hand->next, seat++) {
        const int count = read_kinds(hand, copies[seat], error);
        if (count < 0) {
            return false;
        }
        if (counts) {
            counts[seat] = (uint8_t)count;
        }
    }
    return true;
}

static bool read_piles(const struct ford_rules *rules, const struct bil_value *document, struct ford_state *made,
                       struct bil_error *error)
{
    static const char *const piles[] = {"river", "deck", "spent"};
    const struct bil_value *list[3];
    for (int i = 0; i < 3; i++) {
        list[i] = bil_value_get(document, piles[i]);
        if (!list[i]) {
            return bil_fail(error, "The position lacks \"%s\", a list of cards.", piles[i]);
        }
    }
    uint8_t deck[FORD_PILE];
    const int stones = read_cards(list[0], made->river, error);
    const int cards = stones < 0 ? -1 : read_cards(list[1], deck, error);
    for (int i = 0; i < cards; i++) {
        made->deck[i] = deck[cards - 1 - i];
    }
    made->stones = (uint8_t)stones;
    made->cards = (uint8_t)cards;
    return cards >= 0 && read_kinds(list[2], made->spent, error) >= 0 &&
           read_seats(rules, document, "hands", made->hand, made->count, error) &&
           (!bil_value_get(document, "known") || read_seats(rules, document, "known", made->known, NULL, error));
}

bool ford_position_read(const void *rules_, const struct bil_value *document, void *state_, struct bil_error *error)
{
    static const char *const keys[] = {"format", "game",    "seats", "options", "edition", "comment", "turn",  "round",
                                       "phase",  "slipper", "river", "deck",    "spent",   "hands",   "known", NULL};
    const struct ford_rules *rules = rules_;
    struct ford_state made;
    int turn = 1;
    int round = 1;
    int slipper = 0;
    int phase = FORD_TURN;
    const char *word = phases[FORD_TURN];
    char buffer[160];
    memset(&made, 0, sizeof made);
    if (!bil_value_known(document, keys, error) || !bil_value_integer(document, "turn", 1, rules->seats, &turn, error) ||
        !bil_value_integer(document, "round", 1, rules->rounds, &round, error) ||
        !bil_value_integer(document, "slipper", 1, rules->seats, &slipper, error) ||
        !bil_value_string(document, "phase", &word, error) || !read_piles(rules, document, &made, error)) {
        return false;
    }
    while (phase <= FORD_END && strcmp(word, phases[phase]) != 0) {
        phase++;
    }
    const bool window = phase == FORD_ASK_SLIP || phase == FORD_ASK_STEADY;
    if (phase > FORD_END || window != (slipper > 0)) {
        return bil_fail(error,
                        "\"phase\" must be \"turn\" or \"over\", or \"slip\" or \"steady\" with \"slipper\": the seat that may "
                        "slip the Stone away, or has.");
    }
    made.turn = (uint8_t)(turn - 1);
    made.round = (uint8_t)round;
    made.depth = (uint8_t)(phase == FORD_ASK_STEADY ? 3 : window ? 2 : 1);
    made.stack[0] = phase == FORD_END ? (struct ford_frame){FORD_END, 0} : (struct ford_frame){FORD_TURN, made.turn};
    if (window) {
        made.stack[1] = (struct ford_frame){FORD_ASK_SLIP, (uint8_t)(slipper - 1)};
    }
    if (made.depth == 3) {
        made.stack[2] = (struct ford_frame){FORD_ASK_STEADY, made.turn};
    }
    const char *what = ford_check(rules, &made, buffer, sizeof buffer);
    if (what) {
        return bil_fail(error, "This position cannot come about: %s.", what);
    }
    memcpy(state_, &made, sizeof made);
    return true;
}

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
