/* 6 Billion: who knows what, as the member "knowledge" of a position document (docs/positions.md; knowledge.c says what the numbers
 * mean).
 *
 * A position by hand says nothing of it: then the table knows the open cards and the discards, and every hidden card may be
 * anywhere. Never changes a fact but one: the deck of a view whose size nobody has given. */
#include "games/six_billion/documents/documents.h"
#include "games/six_billion/secrets/secrets.h"

enum { EVERYBODY = 0xFF };

static bool is_fast(const struct bil_doc *doc)
{
    return ((const struct six_rules *)doc->rules)->fast;
}

/* ------------------------------------------------------------------ hidden cards of hands and deck */

static bool is_shown_to(const struct six_loading *loading, int seat)
{
    return loading->viewer == BIL_EVERYBODY || loading->viewer == seat;
}

static bool load_known_card(struct bil_doc *doc, const struct bil_value *value, int seat)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = loading->state;
    const int card = bil_axis_which(doc, &six_cards, value);
    if (card < 0) {
        return false;
    }
    state->known[seat][card]++;
    if (six_unknown(loading->rules, state, seat) < 0 ||
        (is_shown_to(loading, seat) && state->known[seat][card] > state->hand[seat].copies[card])) {
        return bil_value_fail(value, doc->error, "the hand of %s does not hold that many cards%s%s.", loading->colours[seat],
                              is_shown_to(loading, seat) ? " " : "", is_shown_to(loading, seat) ? value->string : "");
    }
    return is_shown_to(loading, seat) || six_place(doc, value, card);
}

/* Cards in the hand of the player around that everybody saw go there. */
static void write_known(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int card = 1; card < SIX_CARDS; card++) {
        for (int copy = 0; copy < six_doc_state(doc)->known[doc->at[0]][card]; copy++) {
            bil_json_string(doc->out, six_card_words[card]);
        }
    }
    bil_json_array_end(doc->out);
}

static bool read_known(struct bil_doc *doc, const struct bil_value *list)
{
    if (!list) {
        return true;
    }
    if (list->type != BIL_ARRAY) {
        return bil_value_fail(list, doc->error, "it must be a list of cards in [ ].");
    }
    for (const struct bil_value *value = list->child; value; value = value->next) {
        if (!load_known_card(doc, value, doc->at[0])) {
            return false;
        }
    }
    return true;
}

/* Copies that lie where nobody has seen them: in the deck, or in hands among the unknown cards. */
static void count_unseen(struct bil_doc *doc)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = loading->state;
    uint8_t open[SIX_CARDS];
    six_count_open(loading->rules, state, open);
    for (int card = 1; card < SIX_CARDS; card++) {
        int unseen = loading->rules->copies[card] - open[card];
        for (int seat = 0; seat < loading->rules->seats; seat++) {
            unseen -= state->known[seat][card];
        }
        state->unseen[card] = (uint8_t)unseen;
    }
}

/* In a view: what no member places is as much as the deck and the hidden hands have together. */
static bool hidden_cards_fit(struct bil_doc *doc)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = loading->state;
    int left = 0;
    int hidden = 0;
    if (loading->viewer == BIL_EVERYBODY) {
        return true;
    }
    for (int card = 1; card < SIX_CARDS; card++) {
        left += loading->left[card];
    }
    for (int seat = 0; seat < loading->rules->seats; seat++) {
        hidden += is_shown_to(loading, seat) ? 0 : six_unknown(loading->rules, state, seat);
    }
    if (!bil_value_get(loading->document, "deck") && left >= hidden) {
        state->deck = (uint8_t)(left - hidden);
    }
    if (left != state->deck + hidden) {
        return bil_fail(doc->error,
                        "The view has %d hidden cards in hands and %d in the deck, but %d cards are named nowhere; the two must be "
                        "equal.",
                        hidden, state->deck, left);
    }
    memset(state->pile, SIX_HIDDEN, state->deck);
    return true;
}

/* What everybody saw is known now: what is left is hidden. */
static bool count_hidden(struct bil_doc *doc, const struct bil_value *value)
{
    (void)value;
    if (!hidden_cards_fit(doc)) {
        return false;
    }
    count_unseen(doc);
    return true;
}

static bool read_drawn(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_state *state = doc->filled;
    const int most = six_unknown(doc->rules, state, doc->at[0]);
    state->drawn[doc->at[0]] = (uint8_t)most;
    if (value && (value->type != BIL_INTEGER || value->integer < 0 || value->integer > most)) {
        return bil_value_fail(value, doc->error,
                              "it must be a whole number from 0 to %d, the cards of that hand that are not known.", most);
    }
    state->drawn[doc->at[0]] = (uint8_t)(value ? value->integer : most);
    return true;
}

static bool read_fresh(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_state *state = doc->filled;
    const int card = doc->at[0];
    if (value && (value->type != BIL_INTEGER || value->integer < 0 || value->integer > state->unseen[card])) {
        return bil_value_fail(value, doc->error, "it must be a whole number from 0 to %d, the cards of that kind nobody has seen.",
                              state->unseen[card]);
    }
    state->fresh[card] = (uint8_t)(value ? value->integer : 0);
    return true;
}

/* A view of the seat (or of a spectator, -1) can be dealt (deal.c): its own cards are some that can be there, and enough cards are
 * left that may have lain in other hands before the last shuffle. */
static bool can_be_dealt(const struct six_loading *loading, int viewer)
{
    const struct six_state *state = loading->state;
    int drawn = viewer >= 0 ? state->drawn[viewer] : 0;
    int may_be_drawn = 0;
    int anywhere = 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        const int own = viewer >= 0 ? state->hand[viewer].copies[card] - state->known[viewer][card] : 0;
        const int old = state->unseen[card] - state->fresh[card];
        const int must = own > old ? own - old : 0; /* only fresh copies are left for these */
        drawn -= must;
        may_be_drawn += (own < state->fresh[card] ? own : state->fresh[card]) - must;
        anywhere += old - (own - must);
    }
    anywhere += may_be_drawn < drawn ? may_be_drawn : drawn;
    for (int seat = 0; seat < loading->rules->seats; seat++) {
        anywhere -= seat == viewer ? 0 : six_unknown(loading->rules, state, seat) - state->drawn[seat];
    }
    return drawn >= 0 && anywhere >= 0;
}

static bool shuffles_fit(struct bil_doc *doc, const struct bil_value *fresh)
{
    const struct six_loading *loading = doc->own;
    struct six_state *state = doc->filled;
    bool fits = loading->viewer >= 0 || can_be_dealt(loading, -1);
    for (int seat = 0; seat < loading->rules->seats && fits; seat++) {
        fits = !is_shown_to(loading, seat) || can_be_dealt(loading, seat);
    }
    if (!fits) {
        (void)fresh;
        return bil_fail(doc->error,
                        "knowledge: \"fresh\" and \"drawn\" do not go together: cards that were in hands before the last "
                        "shuffle cannot be among the fresh ones.");
    }
    if (loading->rules->fast) { /* of playing cards it is not kept up in fast rules, so not begun either */
        memset(state->known, 0, sizeof state->known);
        memset(state->drawn, 0, sizeof state->drawn);
        memset(state->fresh, 0, sizeof state->fresh);
        memset(state->unseen, 0, sizeof state->unseen);
    }
    return true;
}

/* ------------------------------------------------------------------ Discovery cards */

static void write_seen(struct bil_doc *doc, unsigned seen)
{
    if (seen == EVERYBODY) {
        bil_json_string(doc->out, "all");
        return;
    }
    bil_json_array(doc->out);
    for (; seen; seen &= seen - 1) {
        bil_axis_write(doc, &six_factions, six_lowest(seen));
    }
    bil_json_array_end(doc->out);
}

static bool load_seen(struct bil_doc *doc, const struct bil_value *value, uint8_t *seen)
{
    *seen = 0;
    if (value->type == BIL_STRING && strcmp(value->string, "all") == 0) {
        *seen = EVERYBODY;
        return true;
    }
    if (value->type != BIL_ARRAY) {
        return bil_value_fail(value, doc->error, "it must be a list of colours in [ ], or \"all\".");
    }
    for (const struct bil_value *name = value->child; name; name = name->next) {
        const int seat = bil_axis_which(doc, &six_players, name);
        if (seat < 0) {
            return false;
        }
        *seen = (uint8_t)(*seen | 1U << seat);
    }
    return true;
}

/* What a view shows is what its viewer has seen. */
static bool seen_fits(struct bil_doc *doc, const struct bil_value *value, int find, unsigned seen, bool over)
{
    struct six_loading *loading = doc->own;
    const bool knows = seen == EVERYBODY || (loading->viewer >= 0 && (seen >> loading->viewer & 1U));
    if (loading->viewer != BIL_EVERYBODY && !over && knows == (find == SIX_FIND_HIDDEN)) {
        return bil_value_fail(value, doc->error, "the viewer %s.",
                              knows ? "has seen this card, so that it must be named"
                                    : "has not seen this card, so that it must be \"?\"");
    }
    return true;
}

/* Who has seen a card that the document names, if it does not say so. */
static unsigned seen_by_default(const struct six_loading *loading, int find)
{
    const bool named = loading->viewer != BIL_EVERYBODY && find != SIX_FIND_HIDDEN;
    return !named ? 0 : loading->viewer >= 0 ? 1U << loading->viewer : (unsigned)EVERYBODY;
}

static void write_deck_seen(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int i = six_doc_state(doc)->find_left - 1; i >= 0; i--) {
        write_seen(doc, six_doc_state(doc)->find_deck_seen[i]);
    }
    bil_json_array_end(doc->out);
}

static bool read_deck_seen(struct bil_doc *doc, const struct bil_value *list)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = loading->state;
    if (list && list->count != state->find_left) {
        return bil_value_fail(list, doc->error, "it must have %d entries, one for each card of the Discovery deck.",
                              state->find_left);
    }
    const struct bil_value *value = list ? list->child : NULL;
    for (int i = state->find_left - 1; i >= 0; i--) {
        state->find_deck_seen[i] = (uint8_t)seen_by_default(loading, state->find_deck[i]);
        if (value && (!load_seen(doc, value, &state->find_deck_seen[i]) ||
                      !seen_fits(doc, value, state->find_deck[i], state->find_deck_seen[i], false))) {
            return false;
        }
        value = value ? value->next : NULL;
    }
    return true;
}

static bool holds_no_finds(const struct bil_doc *doc)
{
    return six_doc_state(doc)->find[doc->at[0]][0] == 0;
}

static const struct bil_extent finds[] = {{offsetof(struct six_state, find), sizeof(((struct six_state *)0)->find)}, {0}};

static void write_held_seen(struct bil_doc *doc)
{
    const int seat = doc->at[0];
    bil_json_array(doc->out);
    for (int i = 0; i < SIX_HELD && six_doc_state(doc)->find[seat][i]; i++) {
        write_seen(doc, six_doc_state(doc)->find_seen[seat][i]);
    }
    bil_json_array_end(doc->out);
}

static bool read_held_seen(struct bil_doc *doc, const struct bil_value *list)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = doc->filled;
    const int seat = doc->at[0];
    const bool over = state->stack[0].kind == SIX_END;
    int held = 0;
    while (held < SIX_HELD && state->find[seat][held]) {
        held++;
    }
    if (list && (list->type != BIL_ARRAY || list->count != held)) {
        return bil_value_fail(list, doc->error, "it must be a list of %d entries, one for each Discovery card held.", held);
    }
    const struct bil_value *value = list ? list->child : NULL;
    for (int i = 0; i < held; i++) {
        const bool up = (state->find[seat][i] & SIX_FIND_UP) != 0;
        uint8_t *seen = &state->find_seen[seat][i];
        *seen = (uint8_t)(up ? (unsigned)EVERYBODY : 1U << seat | (over ? 0 : seen_by_default(loading, state->find[seat][i])));
        if (value && (!load_seen(doc, value, seen) || !seen_fits(doc, value, state->find[seat][i], *seen, over))) {
            return false;
        }
        if (!(*seen >> seat & 1U) || (up && *seen != EVERYBODY)) {
            return bil_value_fail(value, doc->error, "%s.",
                                  up ? "a card that lies face up is seen by \"all\"" : "the holder has seen the card");
        }
        value = value ? value->next : NULL;
    }
    return true;
}

/* ------------------------------------------------------------------ the rows */

static const struct bil_field known = {.kind = BIL_FIELD_OWN,
                                       .observed = six_observed_known,
                                       .bytes = SIX_CARDS,
                                       .unless_zero = true,
                                       .write = write_known,
                                       .read = read_known,
                                       .type = "string[]"};
static const struct bil_field drawn = {.kind = BIL_FIELD_OWN, .bytes = 1, .read = read_drawn, .type = "number"};
static const struct bil_field fresh = {
    .kind = BIL_FIELD_OWN, .bytes = 1, .unless_zero = true, .read = read_fresh, .type = "number"};
static const struct bil_field held_seen = {.kind = BIL_FIELD_OWN,
                                           .observed = six_observed_held_seen,
                                           .absent = holds_no_finds,
                                           .reads = finds,
                                           .write = write_held_seen,
                                           .read = read_held_seen,
                                           .type = "(string[] | \"all\")[]"};

const struct bil_field six_knowledge[] = {
    {"known", BIL_FIELD_EACH, .absent = is_fast, .reads = bil_rules_alone, .axis = &six_players, .inside = &known,
     .offset = offsetof(struct six_state, known), .stride = SIX_CARDS, .read = count_hidden,
     .about = "`{\"red\": [\"war\"]}`: cards in hand that everybody saw go there", .initial = "nothing"},
    {"drawn", BIL_FIELD_EACH, .absent = is_fast, .reads = bil_rules_alone, .axis = &six_players, .inside = &drawn,
     .offset = offsetof(struct six_state, drawn), .stride = 1,
     .about = "`{\"red\": 4}`: how many of the hand's other cards were drawn since that shuffle", .initial = "all of them"},
    {"fresh", BIL_FIELD_EACH, .absent = is_fast, .reads = bil_rules_alone, .axis = &six_cards, .inside = &fresh,
     .offset = offsetof(struct six_state, fresh), .stride = 1, .read = shuffles_fit,
     .about = "`{\"war\": 3}`: copies that went into the deck with the last shuffle and were not seen since", .initial = "nothing"},
    {"discovery_deck_seen", BIL_FIELD_OWN, .observed = six_observed_find_deck_seen, .write = write_deck_seen,
     .read = read_deck_seen, .wants = BIL_ARRAY, .type = "(string[] | \"all\")[]",
     .about = "list as long as the Discovery deck, top first: list of the colours of those who know the card, or `\"all\"`",
     .initial = "nobody"},
    {"discoveries_seen", BIL_FIELD_EACH, .axis = &six_players, .inside = &held_seen,
     .offset = offsetof(struct six_state, find_seen), .stride = SIX_HELD,
     .about = "`{\"red\": [[\"red\"], \"all\"]}`: the same for each Discovery card held",
     .initial = "the holder; `\"all\"` if it is face up"},
    {0},
};
