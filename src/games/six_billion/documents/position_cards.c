/* 6 Billion: hands, piles, Hidden Agendas and Discovery cards in a position document (docs/positions.md).
 *
 * Places card after card, so that none is placed more often than the edition has it; what the document places nowhere goes where
 * the document says, in a fixed order. In a view nothing is guessed: what the viewer does not know stays hidden. */
#include <stdio.h>

#include "games/six_billion/documents/documents.h"

bool six_place(struct bil_doc *doc, const struct bil_value *value, int card)
{
    struct six_loading *loading = doc->own;
    if (loading->left[card] > 0) {
        loading->left[card]--;
        return true;
    }
    const int copies = loading->rules->copies[card];
    if (copies == 0) {
        return bil_value_fail(value, doc->error, "this edition has no card %s.", six_card_words[card]);
    }
    return bil_value_fail(value, doc->error, "all %d cards %s are placed elsewhere already.", copies, six_card_words[card]);
}

static bool is_view(const struct six_loading *loading)
{
    return loading->viewer != BIL_EVERYBODY;
}

static void write_card(struct bil_doc *doc, int card)
{
    if (card == SIX_NO_CARD) {
        bil_json_null(doc->out);
    } else {
        bil_json_string(doc->out, six_card_words[card]);
    }
}

/* ------------------------------------------------------------------ hands */

static bool hand_full(struct bil_doc *doc, const struct bil_value *value)
{
    return bil_value_fail(value, doc->error, "a hand has at most %d cards (SIX-203).", SIX_HAND);
}

/* The hand of the player around: its cards, or how many they are. */
static void write_hand(struct bil_doc *doc)
{
    const struct six_hand *hand = &six_doc_state(doc)->hand[doc->at[0]];
    const int viewer = six_doc_state(doc)->viewer;
    if (viewer != 0 && viewer != 1 + doc->at[0]) {
        bil_json_integer(doc->out, hand->count);
        return;
    }
    bil_json_array(doc->out);
    for (int card = 1; card < SIX_CARDS; card++) {
        for (int copy = 0; copy < hand->copies[card]; copy++) {
            write_card(doc, card);
        }
    }
    bil_json_array_end(doc->out);
}

static bool read_hand(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_loading *loading = doc->own;
    const int seat = doc->at[0];
    struct six_hand *hand = &loading->state->hand[seat];
    const bool shown = !is_view(loading) || seat == loading->viewer;
    if (value->type == BIL_INTEGER && (!is_view(loading) || !shown)) {
        if (value->integer < 0 || value->integer > SIX_HAND) {
            return hand_full(doc, value);
        }
        hand->count = (uint8_t)(shown ? 0 : value->integer); /* of a state: taken when all others are placed */
        return true;
    }
    if (value->type != BIL_ARRAY || !shown) {
        return bil_value_fail(value, doc->error, "%s",
                              !shown             ? "the viewer does not know this hand; give the number of its cards."
                              : is_view(loading) ? "the viewer knows this hand; list its cards in [ ]."
                                                 : "it must be a list of cards in [ ], or a number of cards.");
    }
    for (const struct bil_value *name = value->child; name; name = name->next) {
        const int card = bil_axis_which(doc, &six_cards, name);
        if (card < 0 || !six_place(doc, name, card)) {
            return false;
        }
        if (hand->count == SIX_HAND) {
            return hand_full(doc, value);
        }
        six_hand_add(hand, card);
    }
    return true;
}

const struct bil_field six_hand_row = {.kind = BIL_FIELD_OWN,
                                       .observed = six_observed_hand,
                                       .write = write_hand,
                                       .read = read_hand,
                                       .given = true,
                                       .type = "string[] | number"};

/* The first card of the list of codes that no member has placed; SIX_NO_CARD if all are placed. */
static int take_any(struct bil_doc *doc)
{
    struct six_loading *loading = doc->own;
    for (int card = 1; card < SIX_CARDS; card++) {
        if (loading->left[card]) {
            loading->left[card]--;
            return card;
        }
    }
    return SIX_NO_CARD;
}

/* Hands of which the document says only how many cards they have. */
static bool fill_hands(struct bil_doc *doc)
{
    struct six_loading *loading = doc->own;
    const struct bil_value *hands = bil_value_get(loading->document, "hands");
    for (int seat = 0; seat < loading->rules->seats && !is_view(loading); seat++) {
        const struct bil_value *value = bil_value_get(hands, loading->colours[seat]);
        for (int i = 0; value && value->type == BIL_INTEGER && i < value->integer; i++) {
            const int card = take_any(doc);
            if (card == SIX_NO_CARD) {
                return bil_value_fail(value, doc->error, "only %d cards are left for this hand.", i);
            }
            six_hand_add(&loading->state->hand[seat], card);
        }
    }
    return true;
}

/* ------------------------------------------------------------------ piles */

/* A list of cards, each placed; their number, or -1. */
static int load_pile(struct bil_doc *doc, const char *key, uint8_t cards[SIX_PILE])
{
    struct six_loading *loading = doc->own;
    const struct bil_value *list = NULL;
    int count = 0;
    if (!bil_value_array(loading->document, key, &list, doc->error)) {
        return -1;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int card = bil_axis_which(doc, &six_cards, value);
        if (card < 0 || !six_place(doc, value, card)) {
            return -1;
        }
        cards[count++] = (uint8_t)card;
    }
    return count;
}

void six_write_open(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int place = 0; place < SIX_OPEN; place++) {
        write_card(doc, six_doc_state(doc)->open[place]);
    }
    bil_json_array_end(doc->out);
}

bool six_read_open(struct bil_doc *doc, const struct bil_value *list)
{
    struct six_loading *loading = doc->own;
    int place = 0;
    if (list && list->count > SIX_OPEN) {
        return bil_value_fail(list, doc->error, "only %d cards lie open.", SIX_OPEN);
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next, place++) {
        const int card = value->type == BIL_NULL ? SIX_NO_CARD : bil_axis_which(doc, &six_cards, value);
        if (card < 0 || (card != SIX_NO_CARD && !six_place(doc, value, card))) {
            return false;
        }
        loading->state->open[place] = (uint8_t)card;
    }
    if (list && is_view(loading) && place < SIX_OPEN) {
        return bil_value_fail(list, doc->error, "a view names all %d places; write null for an empty one.", SIX_OPEN);
    }
    return true;
}

static void fill_open(struct bil_doc *doc)
{
    struct six_loading *loading = doc->own;
    const struct bil_value *list = bil_value_get(loading->document, "open");
    for (int place = list ? list->count : 0; place < SIX_OPEN && !is_view(loading); place++) {
        loading->state->open[place] = (uint8_t)take_any(doc);
    }
}

/* Of a view the deck is a number; without one it is what is left when hidden hands are filled (position_knowledge.c asks whether
 * that is right). */
static bool load_hidden_deck(struct bil_doc *doc)
{
    struct six_loading *loading = doc->own;
    int deck = 0;
    if (!bil_value_integer(loading->document, "deck", 0, SIX_PILE - loading->state->discard, &deck, doc->error)) {
        return false;
    }
    loading->state->deck = (uint8_t)deck;
    return true;
}

static bool load_rest(struct bil_doc *doc, bool *under_discards)
{
    struct six_loading *loading = doc->own;
    static const char *const words[] = {"deck", "discard"};
    const struct bil_value *rest = bil_value_get(loading->document, "rest");
    *under_discards = false;
    if (!rest) {
        return true;
    }
    const int word = bil_which_word(rest, words, 2, "place", doc->error);
    if (word > 0 && is_view(loading)) {
        return bil_value_fail(rest, doc->error, "in a view it can only be \"deck\".");
    }
    *under_discards = word == 1;
    return word >= 0;
}

void six_write_deck(struct bil_doc *doc)
{
    if (six_doc_state(doc)->viewer) {
        bil_json_integer(doc->out, six_doc_state(doc)->deck);
        return;
    }
    bil_json_array(doc->out);
    for (int i = six_doc_state(doc)->deck - 1; i >= 0; i--) {
        write_card(doc, six_doc_state(doc)->pile[i]);
    }
    bil_json_array_end(doc->out);
}

void six_write_discard(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int i = SIX_PILE - six_doc_state(doc)->discard; i < SIX_PILE; i++) {
        write_card(doc, six_doc_state(doc)->pile[i]);
    }
    bil_json_array_end(doc->out);
}

/* With the discards, and with hands and open places that take what is left. */
bool six_read_deck(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_loading *loading = doc->own;
    (void)value;
    struct six_state *state = loading->state;
    uint8_t listed[SIX_PILE] = {0};
    uint8_t discards[SIX_PILE] = {0};
    bool under_discards = false;
    if (!load_rest(doc, &under_discards)) {
        return false;
    }
    const int top = is_view(loading) ? 0 : load_pile(doc, "deck", listed);
    int discarded = top < 0 ? -1 : load_pile(doc, "discard", discards);
    if (discarded < 0 || !fill_hands(doc)) {
        return false;
    }
    fill_open(doc);
    if (is_view(loading)) {
        state->discard = (uint8_t)discarded;
        memcpy(&state->pile[SIX_PILE - discarded], discards, (size_t)discarded);
        return load_hidden_deck(doc);
    }
    while (under_discards && (discards[discarded] = (uint8_t)take_any(doc)) != SIX_NO_CARD) {
        discarded++;
    }
    for (int card = SIX_CARDS - 1; card > 0; card--) {
        for (; loading->left[card]; loading->left[card]--) {
            state->pile[state->deck++] = (uint8_t)card;
        }
    }
    for (int i = top - 1; i >= 0; i--) {
        state->pile[state->deck++] = listed[i];
    }
    state->discard = (uint8_t)discarded;
    memcpy(&state->pile[SIX_PILE - discarded], discards, (size_t)discarded);
    return true;
}

bool six_read_removed(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_loading *loading = doc->own;
    int removed = 0;
    if (value && !bil_value_number(value, 0, loading->rules->copies[SIX_FAMINE], &removed, doc->error)) {
        return false;
    }
    for (int i = 0; i < removed; i++) {
        if (!six_place(doc, value, SIX_FAMINE)) {
            return false;
        }
    }
    loading->state->removed = (uint8_t)removed;
    return true;
}

/* ------------------------------------------------------------------ Hidden Agendas */

/* A Hidden Agenda or Discovery card: "venus", "venus up", "?". */
static void write_found(struct bil_doc *doc, int kind)
{
    char word[24];
    if ((kind & ~SIX_FIND_UP) == SIX_FIND_HIDDEN) {
        bil_json_string(doc->out, "?");
    } else {
        (void)snprintf(word, sizeof word, "%s%s", six_find_words[kind & ~SIX_FIND_UP], kind & SIX_FIND_UP ? " up" : "");
        bil_json_string(doc->out, word);
    }
}

/* Whether cards that players keep to themselves are hidden here: in a view, until the game is over (SIX-222). */
static bool secret(const struct six_loading *loading, int seat)
{
    return is_view(loading) && seat != loading->viewer && loading->state->stack[0].kind != SIX_END;
}

static bool hidden_word(struct bil_doc *doc, const struct bil_value *value, bool may_be)
{
    struct six_loading *loading = doc->own;
    return may_be || bil_value_fail(value, doc->error, "%s",
                                    is_view(loading) ? "the viewer knows this card; name it."
                                                     : "\"?\" stands only in a view, a document with \"viewer\".");
}

static bool is_hidden(const struct bil_value *value)
{
    return value->type == BIL_STRING && strcmp(value->string, "?") == 0;
}

static void write_agenda(struct bil_doc *doc)
{
    write_found(doc, six_doc_state(doc)->agenda[doc->at[0]]);
}

static bool read_agenda(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = doc->filled;
    const int seat = doc->at[0];
    if (is_hidden(value)) {
        if (!hidden_word(doc, value, secret(loading, seat))) {
            return false;
        }
        state->agenda[seat] = SIX_FIND_HIDDEN;
        return true;
    }
    const int agenda = bil_which_word(value, six_find_words, 1 + SIX_SITES, "Hidden Agenda", doc->error);
    if (agenda < 0) {
        return false;
    }
    if (secret(loading, seat)) {
        return bil_value_fail(value, doc->error, "the viewer does not know it; write \"?\".");
    }
    if (loading->agenda_left[agenda] == 0) {
        return loading->rules->agendas[agenda]
                   ? bil_value_fail(value, doc->error, "all %d Hidden Agendas %s are held by others.",
                                    loading->rules->agendas[agenda], six_find_words[agenda])
                   : bil_value_fail(value, doc->error, "there is no Hidden Agenda %s in this edition.", six_find_words[agenda]);
    }
    loading->agenda_left[agenda]--;
    state->agenda[seat] = (uint8_t)agenda;
    return true;
}

const struct bil_field six_agenda_row = {.kind = BIL_FIELD_OWN,
                                         .observed = six_observed_agenda,
                                         .write = write_agenda,
                                         .read = read_agenda,
                                         .given = true,
                                         .type = "string"};

/* Those that nobody was given go round in order. */
bool six_fill_agendas(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = doc->filled;
    (void)value;
    for (int seat = 0; seat < loading->rules->seats; seat++) {
        if (state->agenda[seat] == 0 && secret(loading, seat)) {
            state->agenda[seat] = SIX_FIND_HIDDEN;
        }
        for (int agenda = 1; state->agenda[seat] == 0; agenda++) { /* an edition has enough for all seats */
            if (loading->agenda_left[agenda]) {
                loading->agenda_left[agenda]--;
                state->agenda[seat] = (uint8_t)agenda;
            }
        }
    }
    return true;
}

/* ------------------------------------------------------------------ Discovery cards */

/* "venus" or, if it may lie so, "venus up": the kind, with SIX_FIND_UP; -1 and a sentence if it is none that is left. */
static int load_find(struct bil_doc *doc, const struct bil_value *value, bool may_lie_up)
{
    struct six_loading *loading = doc->own;
    char word[24] = "";
    if (value->type == BIL_STRING && strlen(value->string) < sizeof word) {
        memcpy(word, value->string, strlen(value->string) + 1);
    }
    const size_t length = strlen(word);
    const bool up = may_lie_up && length > 3 && strcmp(&word[length - 3], " up") == 0;
    if (up) {
        word[length - 3] = '\0';
    }
    const int find = *word ? bil_which_text(value, word, six_find_words, SIX_FINDS, "Discovery card", doc->error)
                           : bil_which_word(value, six_find_words, SIX_FINDS, "Discovery card", doc->error);
    if (find < 0) {
        return -1;
    }
    if (loading->find_left[find] == 0) {
        bil_value_fail(value, doc->error, "the Discovery card %s is not in this game, or it is placed elsewhere already.",
                       six_find_words[find]);
        return -1;
    }
    loading->find_left[find]--;
    return find | (up ? SIX_FIND_UP : 0);
}

static void write_held(struct bil_doc *doc)
{
    const uint8_t *find = six_doc_state(doc)->find[doc->at[0]];
    bil_json_array(doc->out);
    for (int i = 0; i < SIX_HELD && find[i]; i++) {
        write_found(doc, find[i]);
    }
    bil_json_array_end(doc->out);
}

static bool read_held(struct bil_doc *doc, const struct bil_value *list)
{
    struct six_loading *loading = doc->own;
    const int seat = doc->at[0];
    struct six_state *state = loading->state;
    const struct bil_frame *top = six_top_const(state);
    const bool returning = top->kind == SIX_RETURN && top->seat == seat;
    const int most = loading->rules->find_limit + returning;
    int held = 0;
    if (list->type != BIL_ARRAY || list->count > most) {
        return bil_value_fail(list, doc->error, "it must be a list of at most %d Discovery card%s (SIX-212).", most,
                              most == 1 ? "" : "s");
    }
    for (const struct bil_value *value = list->child; value; value = value->next) {
        if (is_hidden(value)) {
            if (!hidden_word(doc, value, secret(loading, seat))) {
                return false;
            }
            state->find[seat][held++] = SIX_FIND_HIDDEN;
            loading->find_hidden++;
            continue;
        }
        const int find = load_find(doc, value, true);
        if (find < 0) {
            return false;
        }
        if (find > SIX_FIND_SYMBOL + SIX_FIND_UP - 1 && !loading->rules->discovery_step) {
            return bil_value_fail(value, doc->error, "without option discovery-step it is never revealed (SIX-234).");
        }
        state->find[seat][held++] = (uint8_t)find;
    }
    return true;
}

const struct bil_field six_held_row = {.kind = BIL_FIELD_OWN,
                                       .observed = six_observed_held,
                                       .bytes = 1,
                                       .unless_zero = true,
                                       .write = write_held,
                                       .read = read_held,
                                       .given = true,
                                       .type = "string[]"};

void six_write_find_deck(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int i = six_doc_state(doc)->find_left - 1; i >= 0; i--) {
        write_found(doc, six_doc_state(doc)->find_deck[i]);
    }
    bil_json_array_end(doc->out);
}

bool six_read_find_deck(struct bil_doc *doc, const struct bil_value *list)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = loading->state;
    uint8_t listed[SIX_FIND_DECK];
    int count = 0;
    int left = 0;
    for (int find = 1; find < SIX_FINDS; find++) {
        left += loading->find_left[find];
    }
    left -= loading->find_hidden; /* never below 0: an edition has one more than players can hold */
    if (list && list->count > left) {
        return bil_value_fail(list, doc->error, "the Discovery deck has only %d cards, those that nobody holds.", left);
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        if (is_hidden(value)) {
            if (!hidden_word(doc, value, is_view(loading))) {
                return false;
            }
            listed[count++] = SIX_FIND_HIDDEN;
            continue;
        }
        const int find = load_find(doc, value, false);
        if (find < 0) {
            return false;
        }
        listed[count++] = (uint8_t)find;
    }
    state->find_left = (uint8_t)left;
    for (int i = 0; i < count; i++) {
        state->find_deck[left - 1 - i] = listed[i];
    }
    for (int find = 1, i = left - 1 - count; i >= 0; i--) { /* those below, the first of the list of sites highest */
        while (!is_view(loading) && loading->find_left[find] == 0) {
            find++;
        }
        loading->find_left[find] = (uint8_t)(loading->find_left[find] - !is_view(loading));
        state->find_deck[i] = (uint8_t)(is_view(loading) ? SIX_FIND_HIDDEN : find);
    }
    return true;
}
