/* 6 Billion: what a position document says is waited for: the step of the faction turn, the windows above it, and what they are
 * about (docs/positions.md).
 *
 * Fills in what a document leaves out, and places the cards that lie in windows. Whether the game could have come to that is
 * judged when all is read (check_situation.c). */
#include "games/six_billion/documents/documents.h"
#include "games/six_billion/words/words.h"

enum { NOBODY = -1, REASONS = 5 };

/* ------------------------------------------------------------------ the step, and the end */

void six_write_step(struct bil_doc *doc)
{
    bil_json_string(doc->out, bil_frame_word(&six_frames, &six_doc_state(doc)->stack[0]));
}

bool six_read_step(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = loading->state;
    const struct bil_value *event = bil_value_get(loading->document, "event");
    const bool growing = !six_is_player(loading->rules, state->faction) || (event && !bil_value_get(event, "card"));
    uint8_t symbol = 0;
    state->depth = 1;
    state->stack[0] = (struct bil_frame){(uint8_t)(growing ? SIX_GROW : SIX_ACT), state->acting, 0, 0};
    if (!value) {
        return true;
    }
    const int kind = bil_frame_which(&six_frames, true, value, "step", &symbol, doc->error);
    if (kind < 0) {
        return false;
    }
    state->stack[0].kind = (uint8_t)kind;
    if (kind == SIX_END) {
        state->stack[0].seat = 0;
        return true;
    }
    if (kind == SIX_POWER) {
        const int leader = loading->rules->track ? six_leader(loading->rules, state, symbol) : NOBODY;
        state->stack[0] = (struct bil_frame){SIX_POWER, (uint8_t)(leader < 0 ? 0 : leader), symbol, 0};
        state->at = 0;
    }
    return true;
}

void six_write_end(struct bil_doc *doc)
{
    bil_json_string(doc->out, six_reason_words[six_doc_state(doc)->end]);
}

bool six_read_end(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_state *state = doc->filled;
    if (state->stack[0].kind == SIX_END) {
        const int reason = six_over_by(doc->rules, state);
        state->end = (uint8_t)(reason == SIX_GOES_ON ? SIX_END_CAP : reason);
        state->at = reason == SIX_GOES_ON ? 0 : state->at;
    }
    if (value) {
        const int word = bil_which_word(value, six_reason_words, REASONS, "end", doc->error);
        if (word < 0) {
            return false;
        }
        state->end = (uint8_t)word;
    }
    return true;
}

/* ------------------------------------------------------------------ what a window is about */

void six_write_event(struct bil_doc *doc)
{
    const struct six_event *event = &six_doc_state(doc)->event;
    bil_json_object(doc->out);
    if (event->card) {
        bil_json_key_string(doc->out, "card", six_card_words[event->card]);
    }
    bil_axis_write_key(doc, "faction", &six_factions, event->faction);
    bil_json_key_string(doc->out, "site", six_site_words[event->site]);
    bil_json_object_end(doc->out);
}

bool six_read_event(struct bil_doc *doc, const struct bil_value *object)
{
    static const char *const keys[] = {"card", "faction", "site", NULL};
    struct six_state *state = doc->filled;
    const struct bil_value *name = bil_value_get(object, "card");
    const struct bil_value *whose = bil_value_get(object, "faction");
    if (!bil_value_known(object, keys, doc->error)) {
        return false;
    }
    const int card = name ? bil_axis_which(doc, &six_cards, name) : SIX_NO_CARD;
    const int faction = card < 0 ? -1 : whose ? bil_axis_which(doc, &six_factions, whose) : state->faction;
    const int site = faction < 0 ? -1 : bil_axis_need(doc, &six_sites, object, "site");
    if (site < 0 || (name && !six_place(doc, name, card))) {
        return false;
    }
    state->event = (struct six_event){(uint8_t)six_event_kind(card), (uint8_t)card, state->acting, (uint8_t)faction, (uint8_t)site};
    if (state->event.kind == SIX_EV_GROW) {
        state->attempted = (uint16_t)(state->attempted | 1U << site);
    }
    return true;
}

void six_write_pending(struct bil_doc *doc)
{
    const bil_move pending = six_doc_state(doc)->pending;
    const int card = SIX_CARD(pending);
    bil_json_object(doc->out);
    bil_json_key_string(doc->out, "card", six_card_words[card]);
    bil_axis_write_key(doc, "faction", &six_factions, SIX_FACTION(pending));
    bil_json_key_string(doc->out, "from", six_site_words[SIX_FROM(pending)]);
    if (six_family[card] != SIX_F_DOUBLE) {
        bil_json_key_string(doc->out, "to", six_site_words[SIX_TO(pending)]);
    }
    bil_json_object_end(doc->out);
}

bool six_read_pending(struct bil_doc *doc, const struct bil_value *object)
{
    static const char *const keys[] = {"card", "faction", "from", "to", NULL};
    static const uint8_t verbs[SIX_F_RESPONSE + 1] = {
        [SIX_F_COLONY] = SIX_M_COLONY, [SIX_F_MIGRANTS] = SIX_M_MIGRANTS, [SIX_F_DOUBLE] = SIX_M_DOUBLE};
    struct six_state *state = doc->filled;
    if (!bil_value_wants(object, BIL_OBJECT, doc->error) || !bil_value_known(object, keys, doc->error)) {
        return false;
    }
    const int card = bil_axis_need(doc, &six_cards, object, "card");
    const int faction = card < 0 ? -1 : bil_axis_need(doc, &six_players, object, "faction");
    const struct bil_value *origin = bil_value_get(object, "from");
    if (faction < 0) {
        return false;
    }
    const struct bil_value *where = bil_value_get(object, "to");
    const bool sends = six_family[card] == SIX_F_COLONY || six_family[card] == SIX_F_MIGRANTS;
    if (where && !sends) {
        return bil_value_fail(where, doc->error, "%s sends nobody anywhere.", six_card_words[card]);
    }
    const int from = origin ? bil_axis_which(doc, &six_sites, origin) : SIX_EARTH;
    const int to = sends ? bil_axis_need(doc, &six_sites, object, "to") : 0;
    if (from < 0 || to < 0) {
        return false;
    }
    state->pending = SIX_MOVE(verbs[six_family[card]], card, faction, from, to, 0);
    return true;
}

/* ------------------------------------------------------------------ windows */

/* The first who is asked about an event or a card (SIX-173). */
static int first_asked(const struct six_loading *loading, int left_out)
{
    const struct six_state *state = loading->state;
    int place = 0;
    while (state->order[place] != state->acting) {
        place++;
    }
    while (state->order[place] == left_out || !six_is_player(loading->rules, state->order[place])) {
        place = place + 1 == loading->rules->factions ? 0 : place + 1;
    }
    return state->order[place];
}

/* Fills in what the document leaves out. */
static void complete(const struct six_loading *loading, struct bil_frame *frame, const struct bil_frame *below, int *asked, int *by)
{
    const struct six_state *state = loading->state;
    const bool on_act = below->kind == SIX_ACT;
    const int player = on_act ? state->acting : below->seat;
    const int owner = on_act ? SIX_FACTION(state->pending) : state->event.faction;
    const int defaults[SIX_END][2] = {
        [SIX_CONSENT] = {owner, player},
        [SIX_KEEP] = {player, owner},
        [SIX_HALVE] = {below->b, player},
        [SIX_RETURN] = {state->acting, 0},
    };
    *by = *by >= 0 ? *by : frame->kind == SIX_RESPOND ? player : defaults[frame->kind][1];
    if (*asked < 0) {
        *asked = frame->kind == SIX_CANCEL    ? first_asked(loading, state->acting)
                 : frame->kind == SIX_RESPOND ? first_asked(loading, *by)
                                              : defaults[frame->kind][0];
    }
}

/* Reads a window and puts it onto the stack. */
static bool load_window(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_loading *loading = doc->own;
    static const char *const keys[SIX_END][5] = {
        [SIX_RETURN] = {"window", "asked", NULL},
        [SIX_CANCEL] = {"window", "asked", NULL},
        [SIX_RESPOND] = {"window", "asked", "card", "by", NULL},
        [SIX_CONSENT] = {"window", "asked", "card", "by", NULL},
        [SIX_KEEP] = {"window", "asked", "card", "owner", NULL},
        [SIX_HALVE] = {"window", "asked", "by", NULL},
    };
    struct six_state *state = loading->state;
    struct bil_frame *below = six_top(state);
    const struct bil_value *word = bil_value_get(value, "window");
    if (value->type != BIL_OBJECT || !word) {
        return bil_value_fail(value, doc->error, "it must be an object with \"window\", such as {\"window\": \"cancel\"}.");
    }
    struct bil_frame frame = {0, 0, 0, 0};
    const int kind = bil_frame_which(&six_frames, false, word, "window", &frame.a, doc->error);
    if (kind < 0 || !bil_value_known(value, keys[kind], doc->error)) {
        return false;
    }
    frame.kind = (uint8_t)kind;
    if (state->depth == SIX_STACK) {
        return bil_value_fail(value, doc->error, "more windows than can lie on each other.");
    }
    const struct bil_value *player = bil_value_get(value, "asked");
    const struct bil_value *other = bil_value_get(value, frame.kind == SIX_KEEP ? "owner" : "by");
    const struct bil_value *name = bil_value_get(value, "card");
    int asked = player ? bil_axis_which(doc, &six_players, player) : NOBODY;
    int by = other ? bil_axis_which(doc, &six_players, other) : NOBODY;
    if ((player && asked < 0) || (other && by < 0)) {
        return false;
    }
    complete(loading, &frame, below, &asked, &by);
    const bool has_card = frame.kind >= SIX_RESPOND && frame.kind <= SIX_HALVE;
    const bool pending = below->kind == SIX_ACT && state->pending;
    const int card = name                      ? bil_axis_which(doc, &six_cards, name)
                     : frame.kind == SIX_HALVE ? SIX_WAR
                     : has_card && pending     ? SIX_CARD(state->pending)
                     : has_card                ? bil_axis_need(doc, &six_cards, value, "card")
                                               : SIX_NO_CARD;
    if (card < 0 || (has_card && !six_place(doc, name ? name : value, card))) {
        return false;
    }
    frame.seat = (uint8_t)asked;
    frame.a = (uint8_t)card;
    frame.b = (uint8_t)(has_card ? by : 0);
    const bool on_act = below->kind == SIX_ACT;
    if (frame.kind == SIX_KEEP && on_act) { /* what was refused was refused in this turn */
        state->refused[by] = (uint8_t)(state->refused[by] | six_refusal_bit(card));
    } else if (frame.kind == SIX_KEEP) {
        state->barred = (uint8_t)(state->barred | 1U << asked);
    }
    state->stack[state->depth++] = frame;
    return true;
}

static void write_window(struct bil_doc *doc, const struct bil_frame *frame)
{
    bil_json_object(doc->out);
    bil_json_key_string(doc->out, "window", bil_frame_word(&six_frames, frame));
    bil_axis_write_key(doc, "asked", &six_factions, frame->seat);
    if (frame->kind == SIX_RESPOND || frame->kind == SIX_CONSENT || frame->kind == SIX_KEEP) {
        bil_json_key_string(doc->out, "card", six_card_words[frame->a]);
    }
    if (frame->kind >= SIX_RESPOND && frame->kind <= SIX_HALVE) {
        bil_axis_write_key(doc, frame->kind == SIX_KEEP ? "owner" : "by", &six_factions, frame->b);
    }
    bil_json_object_end(doc->out);
}

void six_write_windows(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int d = 1; d < six_doc_state(doc)->depth; d++) {
        write_window(doc, &six_doc_state(doc)->stack[d]);
    }
    bil_json_array_end(doc->out);
}

bool six_read_windows(struct bil_doc *doc, const struct bil_value *list)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = doc->filled;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        if (!load_window(doc, value)) {
            return false;
        }
    }
    if (!list && state->event.kind) { /* the shortest way to write a window that has just been opened */
        six_push(state, SIX_CANCEL, first_asked(loading, state->acting), 0, 0);
    }
    return true;
}
