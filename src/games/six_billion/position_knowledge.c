/* 6 Billion: who knows what, as the member "knowledge" of a position document (docs/positions.md; what the numbers mean stands in
 * knowledge.c).
 *
 * A position by hand says nothing of it: then the table knows what lies open and what was discarded, and every hidden card may be
 * anywhere. Never changes a fact but one: the deck of a view whose size nobody has given. */
#include "games/six_billion/position.h"

enum { EVERYBODY = 0xFF };

/* ------------------------------------------------------------------ writing */

static void write_seen(const struct six_rules *rules, unsigned seen, struct bil_text *out)
{
    if (seen == EVERYBODY) {
        bil_json_string(out, "all");
        return;
    }
    bil_json_array(out);
    for (; seen; seen &= seen - 1) {
        bil_json_string(out, six_colour_words[rules->colour[six_lowest(seen)]]);
    }
    bil_json_array_end(out);
}

static void write_cards(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "known");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        bool begun = false;
        for (int card = 1; card < SIX_CARDS; card++) {
            for (int copy = 0; copy < state->known[seat][card]; copy++) {
                if (!begun) {
                    bil_json_key(out, six_colour_words[rules->colour[seat]]);
                    bil_json_array(out);
                    begun = true;
                }
                bil_json_string(out, six_card_codes[card]);
            }
        }
        if (begun) {
            bil_json_array_end(out);
        }
    }
    bil_json_object_end(out);
    bil_json_key(out, "drawn");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_json_key_integer(out, six_colour_words[rules->colour[seat]], state->drawn[seat]);
    }
    bil_json_object_end(out);
    bil_json_key(out, "fresh");
    bil_json_object(out);
    for (int card = 1; card < SIX_CARDS; card++) {
        if (state->fresh[card]) {
            bil_json_key_integer(out, six_card_codes[card], state->fresh[card]);
        }
    }
    bil_json_object_end(out);
}

void six_write_knowledge(const struct six_rules *rules, const struct six_state *state, struct bil_text *out)
{
    bil_json_key(out, "knowledge");
    bil_json_object(out);
    if (!rules->fast) {
        write_cards(rules, state, out);
    }
    bil_json_key(out, "discovery_deck_seen");
    bil_json_array(out);
    for (int i = state->find_left - 1; i >= 0; i--) {
        write_seen(rules, state->find_deck_seen[i], out);
    }
    bil_json_array_end(out);
    bil_json_key(out, "discoveries_seen");
    bil_json_object(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->find[seat][0] == 0) {
            continue;
        }
        bil_json_key(out, six_colour_words[rules->colour[seat]]);
        bil_json_array(out);
        for (int i = 0; i < SIX_HELD && state->find[seat][i]; i++) {
            write_seen(rules, state->find_seen[seat][i], out);
        }
        bil_json_array_end(out);
    }
    bil_json_object_end(out);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ hidden cards of hands and deck */

static bool shown(const struct six_loading *loading, int seat)
{
    return loading->viewer == BIL_EVERYBODY || loading->viewer == seat;
}

static bool load_known_card(struct six_loading *loading, const struct bil_value *value, int seat)
{
    struct six_state *state = loading->state;
    const int card = six_load_card(loading, value);
    if (card < 0) {
        return false;
    }
    state->known[seat][card]++;
    if (six_unknown(loading->rules, state, seat) < 0 ||
        (shown(loading, seat) && state->known[seat][card] > state->hand[seat].copies[card])) {
        return bil_value_fail(value, loading->error, "the hand of %s does not hold so many cards%s%s.", loading->colours[seat],
                              shown(loading, seat) ? " " : "", shown(loading, seat) ? value->string : "");
    }
    return shown(loading, seat) || six_place(loading, value, card);
}

static bool load_known(struct six_loading *loading, const struct bil_value *knowledge)
{
    const struct bil_value *known = NULL;
    if (!bil_value_object(knowledge, "known", &known, loading->error)) {
        return false;
    }
    for (const struct bil_value *list = known ? known->child : NULL; list; list = list->next) {
        const int seat = bil_which_key(list, loading->colours, loading->rules->seats, "player", loading->error);
        if (seat < 0) {
            return false;
        }
        if (list->type != BIL_ARRAY) {
            return bil_value_fail(list, loading->error, "it must be a list of cards in [ ].");
        }
        for (const struct bil_value *value = list->child; value; value = value->next) {
            if (!load_known_card(loading, value, seat)) {
                return false;
            }
        }
    }
    return true;
}

static bool load_drawn(struct six_loading *loading, const struct bil_value *knowledge)
{
    struct six_state *state = loading->state;
    const struct bil_value *drawn = NULL;
    if (!bil_value_object(knowledge, "drawn", &drawn, loading->error)) {
        return false;
    }
    for (int seat = 0; seat < loading->rules->seats; seat++) {
        state->drawn[seat] = (uint8_t)six_unknown(loading->rules, state, seat);
    }
    for (const struct bil_value *value = drawn ? drawn->child : NULL; value; value = value->next) {
        const int seat = bil_which_key(value, loading->colours, loading->rules->seats, "player", loading->error);
        if (seat < 0) {
            return false;
        }
        const int most = six_unknown(loading->rules, state, seat);
        if (value->type != BIL_INTEGER || value->integer < 0 || value->integer > most) {
            return bil_value_fail(value, loading->error,
                                  "it must be a whole number from 0 to %d, the cards of that hand that are not known.", most);
        }
        state->drawn[seat] = (uint8_t)value->integer;
    }
    return true;
}

/* Copies that lie where nobody has seen them: in the deck, or in hands among the unknown cards. */
static void count_unseen(struct six_loading *loading)
{
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

static bool load_fresh(struct six_loading *loading, const struct bil_value *knowledge)
{
    struct six_state *state = loading->state;
    const struct bil_value *fresh = NULL;
    if (!bil_value_object(knowledge, "fresh", &fresh, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = fresh ? fresh->child : NULL; value; value = value->next) {
        const int card = bil_which_key(value, six_card_codes, SIX_CARDS, "card", loading->error);
        if (card < 0) {
            return false;
        }
        if (value->type != BIL_INTEGER || value->integer < 0 || value->integer > state->unseen[card]) {
            return bil_value_fail(value, loading->error,
                                  "it must be a whole number from 0 to %d, the cards of that kind nobody has seen.",
                                  state->unseen[card]);
        }
        state->fresh[card] = (uint8_t)value->integer;
    }
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

static bool shuffles_fit(struct six_loading *loading, const struct bil_value *knowledge)
{
    bool fits = loading->viewer >= 0 || can_be_dealt(loading, -1);
    for (int seat = 0; seat < loading->rules->seats && fits; seat++) {
        fits = !shown(loading, seat) || can_be_dealt(loading, seat);
    }
    return fits ||
           bil_value_fail(knowledge, loading->error,
                          "\"fresh\" and \"drawn\" do not go together: cards that were in hands before the last shuffle cannot "
                          "be among the fresh ones.");
}

/* In a view: what no member places is as much as the deck and the hidden hands have together. */
static bool hidden_cards_fit(struct six_loading *loading)
{
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
        hidden += shown(loading, seat) ? 0 : six_unknown(loading->rules, state, seat);
    }
    if (!bil_value_get(loading->document, "deck") && left >= hidden) {
        state->deck = (uint8_t)(left - hidden);
    }
    if (left != state->deck + hidden) {
        return bil_fail(loading->error,
                        "The view has %d hidden cards in hands and %d in the deck, but %d cards are named nowhere; the two must be "
                        "equal.",
                        hidden, state->deck, left);
    }
    memset(state->pile, SIX_HIDDEN, state->deck);
    return true;
}

/* ------------------------------------------------------------------ Discovery cards */

static bool load_seen(struct six_loading *loading, const struct bil_value *value, uint8_t *seen)
{
    *seen = 0;
    if (value->type == BIL_STRING && strcmp(value->string, "all") == 0) {
        *seen = EVERYBODY;
        return true;
    }
    if (value->type != BIL_ARRAY) {
        return bil_value_fail(value, loading->error, "it must be a list of colours in [ ], or \"all\".");
    }
    for (const struct bil_value *name = value->child; name; name = name->next) {
        const int seat = six_load_player(loading, name);
        if (seat < 0) {
            return false;
        }
        *seen = (uint8_t)(*seen | 1U << seat);
    }
    return true;
}

/* What a view shows is what its viewer has seen. */
static bool seen_fits(struct six_loading *loading, const struct bil_value *value, int find, unsigned seen, bool over)
{
    const bool knows = seen == EVERYBODY || (loading->viewer >= 0 && (seen >> loading->viewer & 1U));
    if (loading->viewer != BIL_EVERYBODY && !over && knows == (find == SIX_FIND_HIDDEN)) {
        return bil_value_fail(value, loading->error, "the viewer %s.",
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

static bool load_deck_seen(struct six_loading *loading, const struct bil_value *knowledge)
{
    struct six_state *state = loading->state;
    const struct bil_value *list = NULL;
    if (!bil_value_array(knowledge, "discovery_deck_seen", &list, loading->error)) {
        return false;
    }
    if (list && list->count != state->find_left) {
        return bil_value_fail(list, loading->error, "it must have %d entries, one for each card of the Discovery deck.",
                              state->find_left);
    }
    const struct bil_value *value = list ? list->child : NULL;
    for (int i = state->find_left - 1; i >= 0; i--) {
        state->find_deck_seen[i] = (uint8_t)seen_by_default(loading, state->find_deck[i]);
        if (value && (!load_seen(loading, value, &state->find_deck_seen[i]) ||
                      !seen_fits(loading, value, state->find_deck[i], state->find_deck_seen[i], false))) {
            return false;
        }
        value = value ? value->next : NULL;
    }
    return true;
}

static bool load_held_seen(struct six_loading *loading, const struct bil_value *knowledge)
{
    struct six_state *state = loading->state;
    const bool over = state->stack[0].kind == SIX_END;
    const struct bil_value *object = NULL;
    if (!bil_value_object(knowledge, "discoveries_seen", &object, loading->error)) {
        return false;
    }
    for (const struct bil_value *list = object ? object->child : NULL; list; list = list->next) {
        if (bil_which_key(list, loading->colours, loading->rules->seats, "player", loading->error) < 0) {
            return false;
        }
    }
    for (int seat = 0; seat < loading->rules->seats; seat++) {
        const struct bil_value *list = bil_value_get(object, loading->colours[seat]);
        int held = 0;
        while (held < SIX_HELD && state->find[seat][held]) {
            held++;
        }
        if (list && (list->type != BIL_ARRAY || list->count != held)) {
            return bil_value_fail(list, loading->error, "it must be a list of %d entries, one for each Discovery card held.", held);
        }
        const struct bil_value *value = list ? list->child : NULL;
        for (int i = 0; i < held; i++) {
            const bool up = (state->find[seat][i] & SIX_FIND_UP) != 0;
            uint8_t *seen = &state->find_seen[seat][i];
            *seen = (uint8_t)(up ? (unsigned)EVERYBODY : 1U << seat | (over ? 0 : seen_by_default(loading, state->find[seat][i])));
            if (value && (!load_seen(loading, value, seen) || !seen_fits(loading, value, state->find[seat][i], *seen, over))) {
                return false;
            }
            if (!(*seen >> seat & 1U) || (up && *seen != EVERYBODY)) {
                return bil_value_fail(value, loading->error, "%s.",
                                      up ? "a card that lies face up is seen by \"all\"" : "the holder has seen the card");
            }
            value = value ? value->next : NULL;
        }
    }
    return true;
}

bool six_load_knowledge(struct six_loading *loading)
{
    static const char *const keys[] = {"known", "drawn", "fresh", "discovery_deck_seen", "discoveries_seen", NULL};
    struct six_state *state = loading->state;
    const struct bil_value *knowledge = NULL;
    if (!bil_value_object(loading->document, "knowledge", &knowledge, loading->error) ||
        !bil_value_known(knowledge, keys, loading->error) || !load_known(loading, knowledge) || !hidden_cards_fit(loading)) {
        return false;
    }
    count_unseen(loading);
    if (!load_drawn(loading, knowledge) || !load_fresh(loading, knowledge) || !shuffles_fit(loading, knowledge) ||
        !load_deck_seen(loading, knowledge) || !load_held_seen(loading, knowledge)) {
        return false;
    }
    if (loading->rules->fast) { /* of playing cards it is not kept up in fast rules, so not begun either */
        memset(state->known, 0, sizeof state->known);
        memset(state->drawn, 0, sizeof state->drawn);
        memset(state->fresh, 0, sizeof state->fresh);
        memset(state->unseen, 0, sizeof state->unseen);
    }
    return true;
}
