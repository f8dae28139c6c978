/* One Billion Users: what a position waits for (docs/positions.md): the phase of the turn, the windows above it, the chain of
 * Pushes, secret choices.
 *
 * Lets only such stacks of frames pass as play can lead to, so that every move that is then listed can be played. */
#include "games/one_billion_users/position.h"

static bool wrong_kind(struct obu_loading *loading, const struct bil_value *value, const char *what)
{
    return bil_value_fail(value, loading->error, "it must be %s.", what);
}

/* ------------------------------------------------------------------ the turn */

bool obu_load_phase(struct obu_loading *loading)
{
    const struct bil_value *document = loading->document;
    struct obu_state *state = loading->state;
    struct bil_frame *frame = &state->stack[0];
    const struct bil_value *phase = bil_value_get(document, "phase");
    int kind = OBU_DRAW;
    int turn = 0;
    int counterer = -1;
    int given = 0;
    bool drawn = false;
    bool only_toxic = false;
    if (phase && (kind = bil_frame_which(&obu_frames, true, phase, "phase", &frame->a, loading->error)) < 0) {
        return false;
    }
    if (!obu_load_seat(loading, document, "turn", &turn) || !obu_load_seat(loading, document, "counterer", &counterer) ||
        !bil_value_integer(document, "given", 0, 255, &given, loading->error) ||
        !bil_value_bool(document, "drawn", &drawn, loading->error) ||
        !bil_value_bool(document, "only_toxic", &only_toxic, loading->error)) {
        return false;
    }
    loading->built = kind != OBU_LAUNCH && kind != OBU_RETURN;
    state->turn = (uint8_t)turn;
    state->depth = 1;
    frame->kind = (uint8_t)kind;
    frame->seat = (uint8_t)turn;
    switch (kind) {
    case OBU_DRAW:
        frame->a = drawn;
        break;
    case OBU_SACRIFICE:
        frame->a = (uint8_t)given;
        frame->b = only_toxic;
        break;
    case OBU_AFTER_CHAIN:
        frame->b = (uint8_t)(1 + counterer);
        break;
    case OBU_END:
        frame->seat = 0;
        break;
    default:
        break;
    }
    return true;
}

/* ------------------------------------------------------------------ windows */

static bool load_bits(struct obu_loading *loading, const struct bil_value *object, const char *key, int most, uint8_t *bits)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(object, key, &list, loading->error)) {
        return false;
    }
    if (!list) {
        return bil_value_fail(object, loading->error, "it lacks \"%s\".", key);
    }
    for (const struct bil_value *value = list->child; value; value = value->next) {
        if (value->type != BIL_INTEGER || value->integer < 1 || value->integer > most) {
            return bil_value_fail(value, loading->error, "it must be a number from 1 to %d.", most);
        }
        *bits = (uint8_t)(*bits | 1U << (value->integer - 1));
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

static bool load_chain(struct obu_loading *loading, const struct bil_value *object)
{
    static const char *const keys[] = {"influencer", "from", "destination", "opener", "last", "named", "poked", NULL};
    struct obu_state *state = loading->state;
    struct obu_chain *chain = &state->chain;
    const struct bil_value *value = bil_value_get(loading->document, "chain");
    if (!value || value->type != BIL_OBJECT) {
        return bil_value_fail(object, loading->error, "a chain window needs the table's member \"chain\", an object in { }.");
    }
    const struct bil_value *name = bil_value_get(value, "influencer");
    if (!name) {
        return bil_value_fail(value, loading->error, "it lacks \"influencer\".");
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
        return bil_value_fail(name, loading->error, "it is on no platform.");
    }
    if (!bil_value_known(value, keys, loading->error) || !obu_load_seat(loading, value, "from", &from) ||
        !obu_load_seat(loading, value, "destination", &destination) || !obu_load_seat(loading, value, "opener", &opener) ||
        !obu_load_seat(loading, value, "last", &last) || !bil_value_bool(value, "poked", &poked, loading->error) ||
        !load_bits(loading, value, "named", loading->rules->seats, &chain->named)) {
        return false;
    }
    chain->influencer = (uint8_t)(card - OBU_INFLUENCER);
    chain->from = (uint8_t)from;
    chain->destination = (uint8_t)destination;
    chain->opener = (uint8_t)opener;
    chain->last = (uint8_t)last;
    if (poked && obu_pokes(state, card - OBU_INFLUENCER) == 0) {
        return bil_value_fail(bil_value_get(value, "poked"), loading->error, "%s has no Poke beneath it.",
                              obu_card_name(loading->rules, card));
    }
    chain->poked = poked && loading->rules->asked_once; /* nothing else asks who opened it */
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

static bool load_window(struct obu_loading *loading, const struct bil_value *object, struct bil_frame *frame)
{
    static const char *const keys[] = {"window", "seat", "blocker", "from", "drawer", "why", "milestones", NULL};
    struct obu_state *state = loading->state;
    int seat = state->turn;
    int other = state->turn;
    if (object->type != BIL_OBJECT) {
        return wrong_kind(loading, object, "an object with \"window\" and \"seat\"");
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
    case OBU_CHAIN:
        return load_chain(loading, object);
    case OBU_DROP:
        return load_drop(loading, object, frame);
    case OBU_CLAIM:
        return load_bits(loading, object, "milestones", OBU_MILESTONES, &frame->a);
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
    default: /* second, viral, shuffle: of the active seat */
        return true;
    }
}

static bool load_shuffle(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    const struct bil_value *list = NULL;
    if (!bil_value_array(loading->document, "shuffle", &list, loading->error) || !list) {
        return !bil_value_get(loading->document, "shuffle");
    }
    uint8_t next[OBU_INFLUENCERS];
    int count = 0;
    for (const struct bil_value *value = list->child; value; value = value->next) {
        uint8_t attached = 0;
        const int influencer = obu_load_influencer(loading, value, &attached);
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
        return wrong_kind(loading, value, "a list of the cards chosen, or null");
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

bool obu_load_pending(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    const struct bil_value *list = NULL;
    const int top = obu_top(state)->kind;
    if (!bil_value_array(loading->document, "pending", &list, loading->error) || !list) {
        return !bil_value_get(loading->document, "pending");
    }
    if (list->count != loading->rules->seats) {
        return bil_value_fail(list, loading->error, "it must hold %d entries, one for each seat.", loading->rules->seats);
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

bool obu_load_windows(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    const struct bil_value *list = NULL;
    if (!bil_value_array(loading->document, "windows", &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        struct bil_frame frame = {0, 0, 0, 0};
        if (!load_window(loading, value, &frame)) {
            return false;
        }
        if (state->depth == OBU_STACK) {
            return bil_value_fail(value, loading->error, "more windows than can lie on each other.");
        }
        state->stack[state->depth++] = frame;
    }
    const struct bil_value *chain = bil_value_get(loading->document, "chain");
    if (chain && state->stack[1].kind != OBU_CHAIN) {
        return bil_value_fail(chain, loading->error, "it stands only with a window \"chain\".");
    }
    return load_shuffle(loading);
}

/* Who is asked for a launch or a return. */
bool obu_load_asked(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    struct bil_frame *frame = &state->stack[0];
    int asked = 0;
    if (loading->built) {
        return true;
    }
    for (; asked + 1 < loading->rules->seats; asked++) {
        if (frame->kind == OBU_LAUNCH ? state->pending[asked] == 0
                                      : state->seat[asked].hand_count > obu_hand_size(loading->rules, &state->seat[asked])) {
            break;
        }
    }
    if (!obu_load_seat(loading, loading->document, "asked", &asked)) {
        return false;
    }
    frame->seat = (uint8_t)asked;
    return true;
}
