/* One Billion Users: what a position waits for (docs/positions.md): the phase of the turn, the windows above it, the chain of
 * Pushes, secret choices.
 *
 * Fills in what a document leaves out. Whether the game could have come to that is judged when all is read (check.c). */
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

static const struct bil_frame *bottom_of(const struct bil_doc *doc)
{
    const struct obu_state *state = doc->state;
    return &state->stack[0];
}

/* ------------------------------------------------------------------ the turn */

void obu_write_phase(struct bil_doc *doc)
{
    bil_json_string(doc->out, bil_frame_word(&obu_frames, bottom_of(doc)));
}

/* What a phase says of itself beside its word is read after it, by its rows (position.c). */
bool obu_read_phase(struct bil_doc *doc, const struct bil_value *value)
{
    struct obu_loading *loading = doc->own;
    struct obu_state *state = doc->filled;
    struct bil_frame *frame = &state->stack[0];
    const int kind = value ? bil_frame_which(&obu_frames, true, value, "phase", &frame->a, doc->error) : OBU_DRAW;
    if (kind < 0) {
        return false;
    }
    loading->built = kind != OBU_LAUNCH && kind != OBU_RETURN;
    state->depth = 1;
    frame->kind = (uint8_t)kind;
    frame->seat = kind == OBU_END ? 0 : state->turn;
    for (int card = 0; card < OBU_CARDS; card++) {
        loading->left[card] = (uint8_t)(loading->built || card < OBU_HIDDEN ? obu_copies_of(doc->rules, card) : 0);
    }
    if (kind == OBU_END) {
        loading->left[OBU_GAME_OVER] = 0; /* it was drawn */
    }
    return true;
}

/* Who is asked for a launch or a return: by default the first who has something to say. */
bool obu_read_asked(struct bil_doc *doc, const struct bil_value *value)
{
    const struct obu_loading *loading = doc->own;
    struct obu_state *state = doc->filled;
    struct bil_frame *frame = &state->stack[0];
    int asked = 0;
    while (asked + 1 < loading->rules->seats &&
           (frame->kind == OBU_LAUNCH ? state->pending[asked] != 0
                                      : state->seat[asked].hand_count <= obu_hand_size(loading->rules, &state->seat[asked]))) {
        asked++;
    }
    if (value && (asked = bil_axis_which(doc, &obu_seats, value)) < 0) {
        return false;
    }
    frame->seat = loading->built ? frame->seat : (uint8_t)asked;
    return true;
}

/* ------------------------------------------------------------------ windows */

static void write_bits(struct bil_doc *doc, const char *key, const struct bil_axis *axis, unsigned bits)
{
    bil_json_key_array(doc->out, key);
    for (; bits; bits &= bits - 1) {
        bil_axis_write(doc, axis, obu_lowest(bits));
    }
    bil_json_array_end(doc->out);
}

static bool load_bits(struct bil_doc *doc, const struct bil_value *object, const char *key, const struct bil_axis *axis,
                      uint8_t *bits)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(object, key, &list, doc->error)) {
        return false;
    }
    if (!list) {
        return bil_value_fail(object, doc->error, "it lacks \"%s\".", key);
    }
    for (const struct bil_value *value = list->child; value; value = value->next) {
        const int bit = bil_axis_which(doc, axis, value);
        if (bit < 0) {
            return false;
        }
        *bits = (uint8_t)(*bits | 1U << bit);
    }
    return true;
}

static bool load_guard(struct obu_loading *loading, const struct bil_value *object, struct bil_frame *frame)
{
    int from = loading->state->turn;
    const struct bil_value *name = bil_value_get(object, "blocker");
    if (!name) {
        return bil_value_fail(object, loading->error, "it lacks \"blocker\", the Blocker that was played.");
    }
    const int card = obu_load_placed(loading, name, 1U << OBU_K_BLOCKER);
    if (card < 0 || !obu_load_seat(loading, object, "from", &from)) {
        return false;
    }
    frame->a = (uint8_t)(card - OBU_BLOCKER);
    frame->b = (uint8_t)from;
    return true;
}

static bool load_drop(struct obu_loading *loading, const struct bil_value *object, struct bil_frame *frame)
{
    const char *why = loading->state->stack[0].kind == OBU_DRAW ? "moral panic" : "hellsite";
    if (!bil_value_string(object, "why", &why, loading->error)) {
        return false;
    }
    frame->a = strcmp(why, "hellsite") == 0;
    if (!frame->a && strcmp(why, "moral panic") != 0) {
        return bil_value_fail(bil_value_get(object, "why"), loading->error,
                              "it must be \"moral panic\" in phase draw, \"hellsite\" in phase ending.");
    }
    if (frame->a && loading->state->stack[0].kind == OBU_AFTER_CHAIN) {
        loading->state->stack[0].a = 1; /* once a turn (OBU-185) */
    }
    return true;
}

static bool load_window(struct bil_doc *doc, const struct bil_value *object, struct bil_frame *frame)
{
    static const char *const keys[] = {"window", "seat", "blocker", "from", "drawer", "why", "milestones", NULL};
    struct obu_loading *loading = doc->own;
    const struct obu_state *state = doc->state;
    int seat = state->turn;
    int other = state->turn;
    if (object->type != BIL_OBJECT) {
        return bil_value_fail(object, doc->error, "it must be an object with \"window\" and \"seat\".");
    }
    if (!bil_value_known(object, keys, loading->error) || !obu_load_seat(loading, object, "seat", &seat)) {
        return false;
    }
    const struct bil_value *word = bil_value_get(object, "window");
    if (!word) {
        return bil_value_fail(object, loading->error, "it lacks \"window\", which says what is waited for.");
    }
    const int kind = bil_frame_which(&obu_frames, false, word, "window", &frame->a, loading->error);
    if (kind < 0) {
        return false;
    }
    frame->kind = (uint8_t)kind;
    frame->seat = (uint8_t)seat;
    switch (frame->kind) {
    case OBU_GUARD:
        return load_guard(loading, object, frame);
    case OBU_DROP:
        return load_drop(loading, object, frame);
    case OBU_CLAIM:
        return load_bits(doc, object, "milestones", &obu_milestones, &frame->a);
    case OBU_GIVE:
        if (!obu_load_seat(loading, object, "drawer", &other)) {
            return false;
        }
        frame->a = (uint8_t)other;
        return true;
    case OBU_TAKE:
        if (!bil_value_get(object, "from")) {
            return bil_value_fail(object, loading->error, "it lacks \"from\", the seat that loses the Community.");
        }
        if (!obu_load_seat(loading, object, "from", &other)) {
            return false;
        }
        frame->a = (uint8_t)other;
        return true;
    default: /* chain, second, viral, shuffle */
        return true;
    }
}

static void write_window(struct bil_doc *doc, const struct bil_frame *frame)
{
    bil_json_object(doc->out);
    bil_json_key_string(doc->out, "window", bil_frame_word(&obu_frames, frame));
    bil_json_key_integer(doc->out, "seat", frame->seat + 1);
    switch (frame->kind) {
    case OBU_GUARD:
        bil_json_key_string(doc->out, "blocker", obu_card_name(doc->rules, OBU_BLOCKER + frame->a));
        bil_json_key_integer(doc->out, "from", frame->b + 1);
        break;
    case OBU_GIVE:
    case OBU_TAKE:
        bil_json_key_integer(doc->out, frame->kind == OBU_GIVE ? "drawer" : "from", frame->a + 1);
        break;
    case OBU_DROP:
        bil_json_key_string(doc->out, "why", frame->a ? "hellsite" : "moral panic");
        break;
    case OBU_CLAIM:
        write_bits(doc, "milestones", &obu_milestones, frame->a);
        break;
    default:
        break;
    }
    bil_json_object_end(doc->out);
}

void obu_write_windows(struct bil_doc *doc)
{
    const struct obu_state *state = doc->state;
    bil_json_array(doc->out);
    for (int d = 1; d < state->depth; d++) {
        write_window(doc, &state->stack[d]);
    }
    bil_json_array_end(doc->out);
}

bool obu_read_windows(struct bil_doc *doc, const struct bil_value *list)
{
    struct obu_state *state = doc->filled;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        struct bil_frame frame = {0, 0, 0, 0};
        if (!load_window(doc, value, &frame)) {
            return false;
        }
        if (state->depth == OBU_STACK) {
            return bil_value_fail(value, doc->error, "more windows than can lie on each other.");
        }
        state->stack[state->depth++] = frame;
    }
    return true;
}

/* ------------------------------------------------------------------ what windows are about */

void obu_write_chain(struct bil_doc *doc)
{
    const struct obu_chain *chain = &((const struct obu_state *)doc->state)->chain;
    bil_json_object(doc->out);
    bil_json_key_string(doc->out, "influencer", obu_card_name(doc->rules, OBU_INFLUENCER + chain->influencer));
    bil_json_key_integer(doc->out, "from", chain->from + 1);
    bil_json_key_integer(doc->out, "destination", chain->destination + 1);
    bil_json_key_integer(doc->out, "opener", chain->opener + 1);
    bil_json_key_integer(doc->out, "last", chain->last + 1);
    write_bits(doc, "named", &obu_seats, chain->named);
    if (chain->poked) {
        bil_json_key_bool(doc->out, "poked", true);
    }
    bil_json_object_end(doc->out);
}

bool obu_read_chain(struct bil_doc *doc, const struct bil_value *value)
{
    static const char *const keys[] = {"influencer", "from", "destination", "opener", "last", "named", "poked", NULL};
    struct obu_loading *loading = doc->own;
    struct obu_state *state = doc->filled;
    struct obu_chain *chain = &state->chain;
    if (state->stack[1].kind != OBU_CHAIN) {
        return !value || bil_value_fail(value, doc->error, "it stands only with a window \"chain\".");
    }
    if (!value || value->type != BIL_OBJECT) {
        return bil_fail(doc->error, "windows[0]: a chain window needs the table's member \"chain\", an object in { }.");
    }
    const struct bil_value *name = bil_value_get(value, "influencer");
    if (!name) {
        return bil_value_fail(value, doc->error, "it lacks \"influencer\".");
    }
    const int card = obu_load_card(loading, name, 1U << OBU_K_INFLUENCER);
    if (card < 0) {
        return false;
    }
    const int home = obu_influencer_home(state, card - OBU_INFLUENCER);
    int from = home;
    int destination = home;
    int opener = state->turn;
    int last = state->turn;
    bool poked = false;
    if (home < 0) {
        return bil_value_fail(name, doc->error, "it is on no platform.");
    }
    if (!bil_value_known(value, keys, doc->error) || !obu_load_seat(loading, value, "from", &from) ||
        !obu_load_seat(loading, value, "destination", &destination) || !obu_load_seat(loading, value, "opener", &opener) ||
        !obu_load_seat(loading, value, "last", &last) || !bil_value_bool(value, "poked", &poked, doc->error) ||
        !load_bits(doc, value, "named", &obu_seats, &chain->named)) {
        return false;
    }
    chain->influencer = (uint8_t)(card - OBU_INFLUENCER);
    chain->from = (uint8_t)from;
    chain->destination = (uint8_t)destination;
    chain->opener = (uint8_t)opener;
    chain->last = (uint8_t)last;
    if (poked && obu_pokes(state, card - OBU_INFLUENCER) == 0) {
        return bil_value_fail(bil_value_get(value, "poked"), doc->error, "%s has no Poke beneath it.",
                              obu_card_name(loading->rules, card));
    }
    chain->poked = poked && loading->rules->asked_once; /* nothing else asks who opened it */
    return true;
}

void obu_write_shuffle(struct bil_doc *doc)
{
    const struct obu_state *state = doc->state;
    bil_json_array(doc->out);
    for (int i = state->shuffle_count - 1; i >= 0; i--) {
        obu_write_influencer(doc, state->shuffle[i], state->attached[state->shuffle[i]]);
    }
    bil_json_array_end(doc->out);
}

/* The next one first; in the state it is the last. */
bool obu_read_shuffle(struct bil_doc *doc, const struct bil_value *list)
{
    struct obu_state *state = doc->filled;
    uint8_t next[OBU_INFLUENCERS];
    int count = 0;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        uint8_t attached = 0;
        const int influencer = obu_load_influencer(doc->own, value, &attached);
        if (influencer < 0) {
            return false;
        }
        state->attached[influencer] = attached;
        next[count++] = (uint8_t)influencer;
    }
    state->shuffle_count = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        state->shuffle[i] = next[count - 1 - i];
    }
    return true;
}

/* ------------------------------------------------------------------ secret choices */

/* The move that the listed cards mean, if the seat could have chosen it. */
static bool load_choice(struct obu_loading *loading, const struct bil_value *value, int seat, enum obu_verb verb)
{
    struct obu_state *state = loading->state;
    if (value->type == BIL_NULL) {
        return true;
    }
    if (loading->viewer != BIL_EVERYBODY && loading->viewer != seat) {
        if (value->type != BIL_STRING || strcmp(value->string, "?") != 0) {
            return bil_value_fail(value, loading->error, "the viewer does not know this choice; write \"?\" or null.");
        }
        state->pending[seat] = 1;
        return true;
    }
    uint8_t cards[3] = {OBU_HIDDEN, OBU_HIDDEN, OBU_HIDDEN};
    if (value->type != BIL_ARRAY || value->count < 1 || value->count > 3) {
        return bil_value_fail(value, loading->error, "it must be a list of the cards chosen, or null.");
    }
    int count = 0;
    for (const struct bil_value *name = value->child; name; name = name->next) {
        const int card = obu_load_card(loading, name, OBU_MAIN_KINDS);
        if (card < 0) {
            return false;
        }
        int at = count++;
        for (; at > 0 && cards[at - 1] > card; at--) {
            cards[at] = cards[at - 1];
        }
        cards[at] = (uint8_t)card;
    }
    const bil_move move = verb == OBU_M_GIVE ? OBU_MOVE(verb, cards[0], 0, 0) : OBU_MOVE(verb, cards[0], cards[1], cards[2]);
    state->pending[seat] = move;
    return true;
}

void obu_write_pending(struct bil_doc *doc)
{
    const struct obu_rules *rules = doc->rules;
    const struct obu_state *state = doc->state;
    bil_json_array(doc->out);
    for (int seat = 0; seat < rules->seats; seat++) {
        const bil_move move = state->pending[seat];
        const uint8_t cards[3] = {OBU_A(move), OBU_B(move), OBU_C(move)};
        if (move == 0) {
            bil_json_null(doc->out);
        } else if (move == 1) {
            bil_json_string(doc->out, "?");
        } else {
            bil_json_array(doc->out);
            for (int i = 0; i < (OBU_VERB(move) == OBU_M_GIVE ? 1 : 3); i++) {
                if (cards[i] != OBU_HIDDEN) {
                    obu_write_card(doc, cards[i]);
                }
            }
            bil_json_array_end(doc->out);
        }
    }
    bil_json_array_end(doc->out);
}

bool obu_read_pending(struct bil_doc *doc, const struct bil_value *list)
{
    struct obu_loading *loading = doc->own;
    struct obu_state *state = doc->filled;
    const int top = obu_top(state)->kind;
    if (list->count != loading->rules->seats) {
        return bil_value_fail(list, doc->error, "it must hold %d entries, one for each seat.", loading->rules->seats);
    }
    int seat = 0;
    for (const struct bil_value *value = list->child; value; value = value->next, seat++) {
        if (!load_choice(loading, value, seat, top == OBU_GIVE ? OBU_M_GIVE : OBU_M_LAUNCH)) {
            return false;
        }
        if (state->pending[seat] && top == OBU_LAUNCH) {
            state->launched = (uint8_t)(state->launched | 1U << seat);
        }
    }
    return true;
}
