/* 6 Billion: a state or a view from a position document (docs/positions.md).
 *
 * Reads the board and the turn, has windows, cards and knowledge read, then asks whether the whole could be. Whatever is wrong
 * gives one sentence with its place, and the caller throws the state away. Nothing is played: no token is doubled, no box
 * established. */
#include "games/six_billion/position.h"
#include "kit/document.h"

/* ------------------------------------------------------------------ words */

int six_load_site(struct six_loading *loading, const struct bil_value *value)
{
    return bil_which_word(value, six_site_words, SIX_SITES, "site", loading->error);
}

int six_load_faction(struct six_loading *loading, const struct bil_value *value)
{
    return bil_which_word(value, loading->colours, loading->rules->factions, "faction", loading->error);
}

int six_load_player(struct six_loading *loading, const struct bil_value *value)
{
    return bil_which_word(value, loading->colours, loading->rules->seats, "player", loading->error);
}

int six_load_card(struct six_loading *loading, const struct bil_value *value)
{
    return bil_which_word(value, six_card_codes, SIX_CARDS, "card", loading->error);
}

static const struct bil_value *need(struct six_loading *loading, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = bil_value_get(object, key);
    if (!value) {
        bil_value_fail(object, loading->error, "it lacks \"%s\".", key);
    }
    return value;
}

int six_need_site(struct six_loading *loading, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = need(loading, object, key);
    return value ? six_load_site(loading, value) : -1;
}

int six_need_player(struct six_loading *loading, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = need(loading, object, key);
    return value ? six_load_player(loading, value) : -1;
}

int six_need_card(struct six_loading *loading, const struct bil_value *object, const char *key)
{
    const struct bil_value *value = need(loading, object, key);
    return value ? six_load_card(loading, value) : -1;
}

bool six_place(struct six_loading *loading, const struct bil_value *value, int card)
{
    if (loading->left[card] > 0) {
        loading->left[card]--;
        return true;
    }
    const int copies = loading->rules->copies[card];
    if (copies == 0) {
        return bil_value_fail(value, loading->error, "this edition has no card %s.", six_card_codes[card]);
    }
    return bil_value_fail(value, loading->error, "all %d cards %s are placed elsewhere already.", copies, six_card_codes[card]);
}

static bool needs_object(struct six_loading *loading, const struct bil_value *value, const char *example)
{
    return value->type == BIL_OBJECT || bil_value_fail(value, loading->error, "it must be an object in { }, such as %s.", example);
}

static bool load_number(struct six_loading *loading, const char *key, int low, int high, uint16_t *out)
{
    int number = *out;
    const bool fine = bil_value_integer(loading->document, key, low, high, &number, loading->error);
    *out = (uint16_t)number;
    return fine;
}

/* ------------------------------------------------------------------ tracks and boxes */

static bool load_token(struct six_loading *loading, const struct bil_value *value, int site)
{
    const struct six_rules *rules = loading->rules;
    const int faction = bil_which_key(value, loading->colours, rules->factions, "faction", loading->error);
    if (faction < 0) {
        return false;
    }
    for (int level = 1; level <= rules->last[site]; level++) {
        if (value->type == BIL_INTEGER && value->integer == six_population(level)) {
            six_set_level(rules, loading->state, faction, site, level);
            return true;
        }
    }
    return bil_value_fail(value, loading->error, "it must be a number of this track, 1, 2, 4 ... up to %d.",
                          six_population(rules->last[site]));
}

static bool load_tracks(struct six_loading *loading)
{
    const struct six_rules *rules = loading->rules;
    const struct bil_value *tracks = NULL;
    if (!bil_value_object(loading->document, "tracks", &tracks, loading->error)) {
        return false;
    }
    for (int faction = 0; faction < rules->factions; faction++) { /* SIX-10, 79: everybody is there */
        six_set_level(rules, loading->state, faction, SIX_EARTH, rules->start_level);
    }
    for (const struct bil_value *track = tracks ? tracks->child : NULL; track; track = track->next) {
        const int site = bil_which_key(track, six_site_words, SIX_SITES, "site", loading->error);
        if (site < 0 || !needs_object(loading, track, "{\"red\": 8, \"blue\": 4}")) {
            return false;
        }
        for (const struct bil_value *value = track->child; value; value = value->next) {
            if (!load_token(loading, value, site)) {
                return false;
            }
        }
    }
    return true;
}

/* "c2 m1", also one half alone. */
static bool parse_halves(const char *text, int halves[2])
{
    halves[0] = halves[1] = 0;
    for (int half = 0; half < 2; half++) {
        if (text[0] == "cm"[half] && text[1] >= '0' && text[1] <= '9') {
            halves[half] = text[1] - '0';
            text += text[2] == ' ' && text[3] != '\0' ? 3 : 2;
        }
    }
    return *text == '\0' && halves[0] + halves[1] > 0;
}

static bool load_box(struct six_loading *loading, const struct bil_value *value, int site)
{
    static const char *const keys[] = {"colonies", "migrants", NULL};
    const struct six_rules *rules = loading->rules;
    const int faction = bil_which_key(value, loading->colours, rules->factions, "faction", loading->error);
    int halves[2] = {0, 0};
    if (faction < 0) {
        return false;
    }
    if (value->type == BIL_OBJECT) {
        if (!bil_value_known(value, keys, loading->error) ||
            !bil_value_integer(value, "colonies", 0, 2, &halves[0], loading->error) ||
            !bil_value_integer(value, "migrants", 0, 2, &halves[1], loading->error)) {
            return false;
        }
    } else if (value->type != BIL_STRING || !parse_halves(value->string, halves) || halves[0] > 2 || halves[1] > 2) {
        return bil_value_fail(
            value, loading->error,
            "it must say the billions in the two halves, at most 2 in each, such as \"c2 m1\", \"c1\" or \"m2\".");
    }
    if (site == SIX_EARTH) {
        return bil_value_fail(value, loading->error, "the box of Earth is not used (SIX-65).");
    }
    if (halves[0] + halves[1] && (loading->state->on[faction] >> site & 1)) {
        return bil_value_fail(value, loading->error, "%s has a token at %s, and nobody is sent where his faction lives (SIX-98).",
                              loading->colours[faction], six_site_words[site]);
    }
    six_set_box(loading->state, faction, site, halves[0], halves[1]);
    return true;
}

static bool load_boxes(struct six_loading *loading)
{
    const struct bil_value *boxes = NULL;
    if (!bil_value_object(loading->document, "boxes", &boxes, loading->error)) {
        return false;
    }
    for (const struct bil_value *box = boxes ? boxes->child : NULL; box; box = box->next) {
        const int site = bil_which_key(box, six_site_words, SIX_SITES, "site", loading->error);
        if (site < 0 || !needs_object(loading, box, "{\"red\": \"c2 m1\"}")) {
            return false;
        }
        for (const struct bil_value *value = box->child; value; value = value->next) {
            if (!load_box(loading, value, site)) {
                return false;
            }
        }
    }
    const struct six_rules *rules = loading->rules;
    for (int faction = 0; faction < rules->factions && rules->tokens; faction++) {
        const int pieces = six_pieces(rules, loading->state, faction);
        if (pieces > rules->tokens) {
            return bil_fail(loading->error, "tracks and boxes: %s would use %d pieces, and option tokens allows %d.",
                            loading->colours[faction], pieces, rules->tokens);
        }
    }
    return true;
}

static bool load_points(struct six_loading *loading)
{
    const struct bil_value *points = NULL;
    if (!bil_value_object(loading->document, "points", &points, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = points ? points->child : NULL; value; value = value->next) {
        const int seat = bil_which_key(value, loading->colours, loading->rules->seats, "player", loading->error);
        if (seat < 0) {
            return false;
        }
        if (value->type != BIL_INTEGER || value->integer < 0 || value->integer > UINT16_MAX) {
            return bil_value_fail(value, loading->error, "it must be a whole number from 0 to %d.", UINT16_MAX);
        }
        loading->state->points[seat] = (uint16_t)value->integer;
    }
    return true;
}

static bool load_markers(struct six_loading *loading)
{
    const char *keys[SIX_SYMBOLS + 1] = {six_symbol_words[0], six_symbol_words[1], six_symbol_words[2], NULL};
    const struct bil_value *markers = NULL;
    if (!bil_value_object(loading->document, "markers", &markers, loading->error)) {
        return false;
    }
    if (markers && !loading->rules->track) {
        return bil_value_fail(markers, loading->error, "there are no Discovery Tracks without option \"track\": \"on\".");
    }
    for (const struct bil_value *value = markers ? markers->child : NULL; value; value = value->next) {
        const int seat = bil_which_key(value, loading->colours, loading->rules->seats, "player", loading->error);
        if (seat < 0 || !needs_object(loading, value, "{\"dollar\": 2}") || !bil_value_known(value, keys, loading->error)) {
            return false;
        }
        for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
            int place = 0;
            if (!bil_value_integer(value, keys[symbol], 0, loading->rules->track_last, &place, loading->error)) {
                return false;
            }
            loading->state->marker[seat][symbol] = (uint8_t)place;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the turn */

static bool load_order(struct six_loading *loading)
{
    const int factions = loading->rules->factions;
    const struct bil_value *list = NULL;
    unsigned named = 0;
    int place = 0;
    if (!bil_value_array(loading->document, "order", &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int faction = six_load_faction(loading, value);
        if (faction < 0) {
            return false;
        }
        if (named >> faction & 1U) {
            return bil_value_fail(value, loading->error, "%s stands here twice; every faction has one turn (SIX-27).",
                                  value->string);
        }
        named |= 1U << faction;
        loading->state->order[place++] = (uint8_t)faction;
    }
    for (int faction = 0; faction < factions; faction++) {
        if (!(named >> faction & 1U)) {
            loading->state->order[place++] = (uint8_t)faction;
        }
    }
    return true;
}

static bool load_to_move(struct six_loading *loading)
{
    struct six_state *state = loading->state;
    const struct bil_value *to_move = bil_value_get(loading->document, "to_move");
    const struct bil_value *acting = bil_value_get(loading->document, "acting");
    const int faction = to_move ? six_load_faction(loading, to_move) : state->order[0];
    if (faction < 0) {
        return false;
    }
    const bool player = six_is_player(loading->rules, faction);
    const int seat = acting ? six_load_player(loading, acting) : player ? faction : 0;
    if (seat < 0) {
        return false;
    }
    if (player && seat != faction) {
        return bil_value_fail(acting, loading->error, "it is the turn of %s, and players decide for themselves.",
                              loading->colours[faction]);
    }
    state->faction = (uint8_t)faction;
    state->acting = (uint8_t)seat;
    while (state->order[state->at] != faction) {
        state->at++;
    }
    return true;
}

static bool load_attempted(struct six_loading *loading)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(loading->document, "attempted", &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int site = six_load_site(loading, value);
        if (site < 0) {
            return false;
        }
        if (!(loading->state->on[loading->state->faction] >> site & 1)) {
            return bil_value_fail(value, loading->error, "%s has no token there whose doubling could have been attempted.",
                                  loading->colours[loading->state->faction]);
        }
        loading->state->attempted = (uint16_t)(loading->state->attempted | 1U << site);
    }
    return true;
}

static bool load_taken(struct six_loading *loading)
{
    static const char *const keys[] = {"faction", "site", "how", NULL};
    const struct bil_value *taken = NULL;
    if (!bil_value_object(loading->document, "taken", &taken, loading->error) || !taken) {
        return taken == NULL && bil_value_get(loading->document, "taken") == NULL;
    }
    const struct bil_value *whose = bil_value_get(taken, "faction");
    const struct bil_value *how = bil_value_get(taken, "how");
    if (!bil_value_known(taken, keys, loading->error)) {
        return false;
    }
    const int faction = whose ? six_load_faction(loading, whose) : loading->state->faction;
    const int site = faction < 0 ? -1 : six_need_site(loading, taken, "site");
    if (site < 0 || (!how && !bil_value_fail(taken, loading->error, "it lacks \"how\": free, prepaid or last."))) {
        return false;
    }
    const int word = bil_which_word(how, six_take_words, SIX_TAKES, "way", loading->error);
    if (word < 0) {
        return false;
    }
    if (!(loading->state->on[faction] >> site & 1)) {
        return bil_value_fail(taken, loading->error, "%s has no token at %s that could have given a billion.",
                              loading->colours[faction], six_site_words[site]);
    }
    loading->state->source = (struct six_source){(uint8_t)word, (uint8_t)faction, (uint8_t)site};
    return true;
}

static bool load_refused(struct six_loading *loading)
{
    struct six_state *state = loading->state;
    const struct bil_value *refused = NULL;
    if (!bil_value_object(loading->document, "refused", &refused, loading->error)) {
        return false;
    }
    for (const struct bil_value *list = refused ? refused->child : NULL; list; list = list->next) {
        const int owner = bil_which_key(list, loading->colours, loading->rules->seats, "player", loading->error);
        if (owner < 0) {
            return false;
        }
        if (owner == state->faction || !six_is_player(loading->rules, state->faction)) {
            return bil_value_fail(list, loading->error, "only cards that another player plays in a turn of his own are refused.");
        }
        if (list->type != BIL_ARRAY) {
            return bil_value_fail(list, loading->error, "it must be a list of cards in [ ].");
        }
        for (const struct bil_value *value = list->child; value; value = value->next) {
            const int card = six_load_card(loading, value);
            if (card < 0) {
                return false;
            }
            if (!six_refusal_bit(card)) {
                return bil_value_fail(value, loading->error, "%s needs nobody's consent; only cards for another player do.",
                                      value->string);
            }
            state->refused[owner] = (uint8_t)(state->refused[owner] | six_refusal_bit(card));
        }
    }
    return true;
}

static bool load_turn(struct six_loading *loading)
{
    uint16_t actions = 0;
    loading->state->turn = 1;
    if (!load_number(loading, "turn", 1, UINT16_MAX, &loading->state->turn) || !load_number(loading, "actions", 0, 2, &actions)) {
        return false;
    }
    loading->state->actions = (uint8_t)actions;
    if (loading->rules->turn_cap && loading->state->turn > loading->rules->turn_cap) {
        return bil_value_fail(bil_value_get(loading->document, "turn"), loading->error,
                              "with option turn-cap the game is over after game turn %d.", loading->rules->turn_cap);
    }
    return load_attempted(loading) && load_taken(loading) && load_refused(loading);
}

/* ------------------------------------------------------------------ the whole */

static bool sound(struct six_loading *loading)
{
    char buffer[BIL_ERROR_LENGTH - 1];
    const char *broken = six_check(loading->rules, loading->state, buffer, sizeof buffer);
    return !broken || bil_fail(loading->error, "%s", broken);
}

bool six_position_read(const void *rules_, const struct bil_value *document, void *state_, struct bil_error *error)
{
    static const char *const keys[] = {
        "format",  "game",    "seats",   "options",    "edition",     "comment",        "viewer",  "turn", "order",     "to_move",
        "acting",  "step",    "actions", "tracks",     "boxes",       "points",         "hands",   "open", "deck",      "discard",
        "rest",    "removed", "agendas", "reshuffles", "discoveries", "discovery_deck", "markers", "end",  "attempted", "taken",
        "refused", "windows", "event",   "pending",    "barred",      "knowledge",      NULL};
    struct six_state *state = state_;
    struct six_loading loading = {.rules = rules_, .state = state, .error = error, .document = document};
    memset(state, 0, sizeof *state);
    for (int faction = 0; faction < loading.rules->factions; faction++) {
        loading.colours[faction] = six_colour_words[loading.rules->colour[faction]];
    }
    memcpy(loading.left, loading.rules->copies, sizeof loading.left);
    memcpy(loading.agenda_left, loading.rules->agendas, sizeof loading.agenda_left);
    for (int i = 0; i < loading.rules->find_count; i++) {
        loading.find_left[loading.rules->find_box[i]]++;
    }
    return bil_value_known(document, keys, error) &&
           bil_position_viewer(loading.document, loading.rules->seats, &loading.viewer, &loading.state->viewer, loading.error) &&
           load_order(&loading) && load_to_move(&loading) && load_tracks(&loading) && load_boxes(&loading) &&
           load_points(&loading) && load_markers(&loading) && load_turn(&loading) &&
           load_number(&loading, "reshuffles", 0, UINT16_MAX, &state->reshuffles) && six_load_frames(&loading) &&
           six_load_cards(&loading) && six_load_end(&loading) && six_load_knowledge(&loading) && sound(&loading);
}
