/* 6 Billion: the members of a position document, a row each, with the board and the turn (docs/positions.md).
 *
 * What is written is everything that a state holds, as words and numbers, so that reading the document gives the same state again;
 * what follows from the rest (growth sums, sets of sites) is not written. Never hides: writing a state shows everything.
 * What is read is judged by check.c; nothing is played: no token is doubled, no box established. */
#include "games/six_billion/documents/documents.h"

enum { TAKES = 4 };
static const char *const take_words[TAKES] = {NULL, "free", "prepaid", "last"}; /* by enum six_taken */

static const struct bil_axis symbols = {.what = "symbol", .words = six_symbol_words, .count = SIX_SYMBOLS};

/* ------------------------------------------------------------------ tracks and boxes */

static int level_of(const struct bil_doc *doc)
{
    return six_doc_state(doc)->level[doc->at[1]][doc->at[0]];
}

static void write_token(struct bil_doc *doc)
{
    bil_json_integer(doc->out, six_population(level_of(doc)));
}

static bool read_token(struct bil_doc *doc, const struct bil_value *value)
{
    const struct six_rules *rules = doc->rules;
    struct six_state *state = doc->filled;
    const int site = doc->at[0];
    if (!value) {
        if (site == SIX_EARTH) { /* SIX-10, 79: everybody is there */
            six_set_level(rules, state, doc->at[1], site, rules->start_level);
        }
        return true;
    }
    for (int level = 1; level <= rules->last[site]; level++) {
        if (value->type == BIL_INTEGER && value->integer == six_population(level)) {
            six_set_level(rules, state, doc->at[1], site, level);
            return true;
        }
    }
    return bil_value_fail(value, doc->error, "it must be a number of this track, 1, 2, 4 ... up to %d.",
                          six_population(rules->last[site]));
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

static void write_box(struct bil_doc *doc)
{
    bil_json_object(doc->out);
    bil_json_key_integer(doc->out, "colonies", six_colonies(six_doc_state(doc), doc->at[1], doc->at[0]));
    bil_json_key_integer(doc->out, "migrants", six_migrants(six_doc_state(doc), doc->at[1], doc->at[0]));
    bil_json_object_end(doc->out);
}

static bool read_box(struct bil_doc *doc, const struct bil_value *value)
{
    static const char *const keys[] = {"colonies", "migrants", NULL};
    struct six_loading *loading = doc->own;
    const int site = doc->at[0];
    const int faction = doc->at[1];
    int halves[2] = {0, 0};
    if (value->type == BIL_OBJECT) {
        if (!bil_value_known(value, keys, doc->error) || !bil_value_integer(value, "colonies", 0, 2, &halves[0], doc->error) ||
            !bil_value_integer(value, "migrants", 0, 2, &halves[1], doc->error)) {
            return false;
        }
    } else if (value->type != BIL_STRING || !parse_halves(value->string, halves) || halves[0] > 2 || halves[1] > 2) {
        return bil_value_fail(
            value, doc->error,
            "it must say the billions in the two halves, at most 2 in each, such as \"c2 m1\", \"c1\" or \"m2\".");
    }
    if (site == SIX_EARTH) {
        return bil_value_fail(value, doc->error, "the box of Earth is not used (SIX-65).");
    }
    if (halves[0] + halves[1] && (loading->state->on[faction] >> site & 1)) {
        return bil_value_fail(value, doc->error, "%s has a token at %s, and nobody is sent where his faction lives (SIX-98).",
                              loading->colours[faction], six_site_words[site]);
    }
    six_set_box(loading->state, faction, site, halves[0], halves[1]);
    return true;
}

/* ------------------------------------------------------------------ the turn */

static void write_order(struct bil_doc *doc)
{
    const struct six_rules *rules = doc->rules;
    bil_json_array(doc->out);
    for (int place = 0; place < rules->factions; place++) {
        bil_axis_write(doc, &six_factions, six_doc_state(doc)->order[place]);
    }
    bil_json_array_end(doc->out);
}

static bool read_order(struct bil_doc *doc, const struct bil_value *list)
{
    struct six_loading *loading = doc->own;
    const int factions = loading->rules->factions;
    unsigned named = 0;
    int place = 0;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int faction = bil_axis_which(doc, &six_factions, value);
        if (faction < 0) {
            return false;
        }
        if (named >> faction & 1U) {
            return bil_value_fail(value, doc->error, "%s stands here twice; every faction has one turn (SIX-27).", value->string);
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

static bool read_to_move(struct bil_doc *doc, const struct bil_value *to_move)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = loading->state;
    const struct bil_value *acting = bil_value_get(loading->document, "acting");
    const int faction = to_move ? bil_axis_which(doc, &six_factions, to_move) : state->order[0];
    if (faction < 0) {
        return false;
    }
    const bool player = six_is_player(loading->rules, faction);
    const int seat = acting ? bil_axis_which(doc, &six_players, acting) : player ? faction : 0;
    if (seat < 0) {
        return false;
    }
    if (player && seat != faction) {
        return bil_value_fail(acting, doc->error, "it is the turn of %s, and players decide for themselves.",
                              loading->colours[faction]);
    }
    state->faction = (uint8_t)faction;
    state->acting = (uint8_t)seat;
    while (state->order[state->at] != faction) {
        state->at++;
    }
    return true;
}

static bool fits_turn_cap(struct bil_doc *doc, const struct bil_value *value)
{
    const struct six_rules *rules = doc->rules;
    return !rules->turn_cap || six_doc_state(doc)->turn <= rules->turn_cap ||
           bil_value_fail(value, doc->error, "with option turn-cap the game is over after game turn %d.", rules->turn_cap);
}

static bool fits_tokens(struct bil_doc *doc, const struct bil_value *value)
{
    const struct six_state *state = six_doc_state(doc);
    return (state->attempted & ~state->on[state->faction]) == 0 ||
           bil_value_fail(value, doc->error, "%s has no token there whose doubling could have been attempted.",
                          six_factions.name(doc, state->faction));
}

static void write_taken(struct bil_doc *doc)
{
    const struct six_source *source = &six_doc_state(doc)->source;
    bil_json_object(doc->out);
    bil_axis_write_key(doc, "faction", &six_factions, source->faction);
    bil_json_key_string(doc->out, "site", six_site_words[source->site]);
    bil_json_key_string(doc->out, "how", take_words[source->how]);
    bil_json_object_end(doc->out);
}

static bool read_taken(struct bil_doc *doc, const struct bil_value *taken)
{
    static const char *const keys[] = {"faction", "site", "how", NULL};
    struct six_loading *loading = doc->own;
    const struct bil_value *whose = bil_value_get(taken, "faction");
    const struct bil_value *how = bil_value_get(taken, "how");
    if (!bil_value_known(taken, keys, doc->error)) {
        return false;
    }
    const int faction = whose ? bil_axis_which(doc, &six_factions, whose) : loading->state->faction;
    const int site = faction < 0 ? -1 : bil_axis_need(doc, &six_sites, taken, "site");
    if (site < 0 || (!how && !bil_value_fail(taken, doc->error, "it lacks \"how\": free, prepaid or last."))) {
        return false;
    }
    const int word = bil_which_word(how, take_words, TAKES, "way", doc->error);
    if (word < 0) {
        return false;
    }
    if (!(loading->state->on[faction] >> site & 1)) {
        return bil_value_fail(taken, doc->error, "%s has no token at %s that could have given a billion.",
                              loading->colours[faction], six_site_words[site]);
    }
    loading->state->source = (struct six_source){(uint8_t)word, (uint8_t)faction, (uint8_t)site};
    return true;
}

static void write_refused(struct bil_doc *doc)
{
    bil_json_array(doc->out);
    for (int card = 1; card < SIX_CARDS; card++) {
        if (six_doc_state(doc)->refused[doc->at[0]] & six_refusal_bit(card)) {
            bil_json_string(doc->out, six_card_words[card]);
        }
    }
    bil_json_array_end(doc->out);
}

/* What the player around has refused. */
static bool read_refused(struct bil_doc *doc, const struct bil_value *list)
{
    struct six_loading *loading = doc->own;
    struct six_state *state = doc->filled;
    const int owner = doc->at[0];
    if (owner == state->faction || !six_is_player(loading->rules, state->faction)) {
        return bil_value_fail(list, doc->error, "only cards that another player plays in a turn of his own are refused.");
    }
    if (list->type != BIL_ARRAY) {
        return bil_value_fail(list, doc->error, "it must be a list of cards in [ ].");
    }
    for (const struct bil_value *value = list->child; value; value = value->next) {
        const int card = bil_axis_which(doc, &six_cards, value);
        if (card < 0) {
            return false;
        }
        if (!six_refusal_bit(card)) {
            return bil_value_fail(value, doc->error, "%s needs nobody's consent; only cards for another player do.", value->string);
        }
        state->refused[owner] = (uint8_t)(state->refused[owner] | six_refusal_bit(card));
    }
    return true;
}

/* ------------------------------------------------------------------ what options and moments leave out */

static void write_viewer(struct bil_doc *doc)
{
    bil_position_viewer_write(six_doc_state(doc)->viewer, doc->out);
}

static bool read_viewer(struct bil_doc *doc, const struct bil_value *value)
{
    struct six_loading *loading = doc->own;
    return bil_position_viewer(value, bil_axis_count(doc, &six_players), &loading->viewer, &loading->state->viewer, doc->error);
}

static bool no_track(const struct bil_doc *doc)
{
    return !((const struct six_rules *)doc->rules)->track;
}

static bool need_track(struct bil_doc *doc, const struct bil_value *value)
{
    return !value || !no_track(doc) ||
           bil_value_fail(value, doc->error, "there are no Discovery Tracks without option \"track\": \"on\".");
}

/* ------------------------------------------------------------------ the rows */

static const struct bil_field token = {.kind = BIL_FIELD_OWN,
                                       .observed = six_observed_token,
                                       .bytes = 1,
                                       .unless_zero = true,
                                       .write = write_token,
                                       .read = read_token,
                                       .type = "number"};
static const struct bil_field track = {
    .kind = BIL_FIELD_EACH, .axis = &six_factions, .inside = &token, .stride = SIX_SITES, .unless_zero = true};
static const struct bil_field halves = {.kind = BIL_FIELD_OWN,
                                        .observed = six_observed_box,
                                        .bytes = 1,
                                        .unless_zero = true,
                                        .write = write_box,
                                        .read = read_box,
                                        .given = true,
                                        .type = "{ colonies: number; migrants: number }"};
static const struct bil_field box = {
    .kind = BIL_FIELD_EACH, .axis = &six_factions, .inside = &halves, .stride = SIX_SITES, .unless_zero = true};
static const struct bil_field points = {.kind = BIL_FIELD_NUMBER, .bytes = 2, .high = UINT16_MAX};
static const struct bil_field marker = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = UINT8_MAX};
static const struct bil_field markers = {.kind = BIL_FIELD_EACH, .axis = &symbols, .inside = &marker, .stride = 1};
static const struct bil_field refused = {.kind = BIL_FIELD_OWN,
                                         .observed = six_observed_refused,
                                         .bytes = 1,
                                         .unless_zero = true,
                                         .write = write_refused,
                                         .read = read_refused,
                                         .given = true,
                                         .type = "string[]"};

const struct bil_field six_position[] = {
    {"viewer", BIL_FIELD_OWN, .observed = six_observed_viewer, BIL_LIES(struct six_state, viewer), .unless_zero = true,
     .write = write_viewer, .read = read_viewer, .type = "number | \"spectator\"",
     .about = "whose view it is: a seat from 1, or `\"spectator\"`", .initial = "everything is shown"},
    {"turn", BIL_FIELD_NUMBER, BIL_LIES(struct six_state, turn), .pass = SIX_TURN, .low = 1, .high = UINT16_MAX, .start = 1,
     .read = fits_turn_cap, .about = "number of the game turn", .initial = "1"},
    {"order", BIL_FIELD_OWN, .observed = six_observed_order, .write = write_order, .read = read_order, .wants = BIL_ARRAY,
     .type = "string[]", .about = "colours in the order of this game turn; those that are missing follow, players first, by seat",
     .initial = "players by seat, then Neutrals"},
    {"step", BIL_FIELD_OWN, .observed = six_observed_step, .pass = SIX_WINDOWS, .write = six_write_step, .read = six_read_step,
     .type = "string", .about = "how far the turn is, see below",
     .initial = "`\"act\"`; in a Neutral's turn, and if a free doubling is the `event`, `\"grow\"`"},
    {"end", BIL_FIELD_OWN, .observed = six_observed_end, .pass = SIX_ENDING, BIL_LIES(struct six_state, end), .unless_zero = true,
     .write = six_write_end, .read = six_read_end, .type = "string",
     .about = "with step `end`: `\"belt\"`, `\"earth\"`, `\"tracks\"` or `\"cap\"`. If given it must be right",
     .initial = "what the board shows"},
    {"to_move", BIL_FIELD_OWN, .pass = SIX_WHOSE, BIL_LIES(struct six_state, faction), .axis = &six_factions, .read = read_to_move,
     .type = "string",
     .about =
         "colour of the faction whose turn it is; between two game turns (steps `dollar`, `smiley`, `leaf`), whose was the last",
     .initial = "the first of `order`"},
    {"acting", BIL_FIELD_OWN, BIL_LIES(struct six_state, acting), .axis = &six_players, .type = "string",
     .about = "colour of the player who decides. It is the player to move; in a Neutral's turn, its controlling player",
     .initial = "in a Neutral's turn, the first player"},
    {"actions", BIL_FIELD_NUMBER, BIL_LIES(struct six_state, actions), .pass = SIX_TURN, .high = 2,
     .about = "Actions used in this turn", .initial = "0"},
    {"attempted", BIL_FIELD_SET, BIL_LIES(struct six_state, attempted), .pass = SIX_TURN, .axis = &six_sites, .read = fits_tokens,
     .about = "sites whose free doubling was attempted in this turn",
     .initial = "`[]`, with the site of a free doubling that is the `event`"},
    {"taken", BIL_FIELD_OWN, .observed = six_observed_taken, .pass = SIX_TURN, BIL_LIES(struct six_state, source.how),
     .unless_zero = true, .write = write_taken, .read = read_taken, .given = true, .wants = BIL_OBJECT,
     .type = "{ faction: string; site: string; how: string }",
     .about = "`{\"site\": \"mars\", \"how\": \"free\"}`: whose token gave the first billion of this turn; `\"faction\"` if it is "
              "not the one to move. `free`: from 8 or more, nothing was halved. `prepaid`: a 4 was halved and a second billion is "
              "paid. `last`: a 2 was halved",
     .initial = "nothing"},
    {"refused", BIL_FIELD_EACH, .pass = SIX_TURN, .axis = &six_players, .inside = &refused,
     .offset = offsetof(struct six_state, refused), .stride = 1,
     .about = "`{\"blue\": [\"double-other\"]}`: cards of the player to move whose consent these owners refused in this turn",
     .initial = "`{}`"},
    {"event", BIL_FIELD_OWN, .observed = six_observed_event, .pass = SIX_WINDOWS, BIL_LIES(struct six_state, event.kind),
     .unless_zero = true, .write = six_write_event, .read = six_read_event, .given = true, .wants = BIL_OBJECT,
     .type = "{ card?: string; faction: string; site: string }",
     .about =
         "what a `cancel` window is about: `{\"site\": \"mars\"}` for a free doubling, `{\"card\": \"double-other\", \"faction\": "
         "\"blue\", \"site\": \"earth\"}` for a card of the acting player. `faction` is the faction to move if left out",
     .initial = "nothing"},
    {"pending", BIL_FIELD_OWN, .observed = six_observed_pending, .pass = SIX_WINDOWS, BIL_LIES(struct six_state, pending),
     .unless_zero = true, .write = six_write_pending, .read = six_read_pending, .given = true,
     .type = "{ card: string; faction: string; from: string; to?: string }",
     .about = "the Action that waits for consent or was refused: `{\"card\": \"colony6-other\", \"faction\": \"blue\", \"to\": "
              "\"mars\"}`, for a Double without `to`. It is about Earth (`\"from\": \"earth\"`). Its card and faction need not be "
              "said again in the window",
     .initial = "nothing"},
    {"barred", BIL_FIELD_SET, BIL_LIES(struct six_state, barred), .pass = SIX_WINDOWS, .axis = &six_players,
     .about = "list of colours: players who may offer no further Cancel card in this window, because one was refused",
     .initial = "`[]`"},
    {"windows", BIL_FIELD_OWN, .observed = six_observed_windows, .pass = SIX_WINDOWS, .write = six_write_windows,
     .read = six_read_windows, .wants = BIL_ARRAY,
     .type = "{ window: string; asked: string; card?: string; by?: string; owner?: string }[]",
     .about = "what is asked in between, see below", .initial = "`[]`"},
    {"tracks", BIL_FIELD_EACH, .pass = SIX_BOARD, .axis = &six_sites, .inside = &track, .offset = offsetof(struct six_state, level),
     .stride = 1, .about = "`{\"mars\": {\"red\": 8, \"blue\": 4}}`: populations in billions",
     .initial = "on Earth, the start; elsewhere no token"},
    {"boxes", BIL_FIELD_EACH, .pass = SIX_BOARD, .axis = &six_sites, .inside = &box, .offset = offsetof(struct six_state, box),
     .stride = 1,
     .about = "`{\"mars\": {\"red\": \"c2 m1\"}}`: billions in the colonies and the migrants half, also `\"c2\"`, `\"m1\"`, or "
              "`{\"colonies\": 2, \"migrants\": 1}`",
     .initial = "empty"},
    {"points", BIL_FIELD_EACH, .pass = SIX_BOARD, .axis = &six_players, .inside = &points,
     .offset = offsetof(struct six_state, points), .stride = 2, .about = "`{\"red\": 3}`: points of cards", .initial = "0"},
    {"markers", BIL_FIELD_EACH, .pass = SIX_BOARD, .absent = no_track, .reads = bil_rules_alone, .axis = &six_players,
     .inside = &markers, .offset = offsetof(struct six_state, marker), .stride = SIX_SYMBOLS, .read = need_track,
     .about = "`{\"red\": {\"dollar\": 2, \"leaf\": 1}}`, with option `track`", .initial = "0"},
    {"hands", BIL_FIELD_EACH, .pass = SIX_HANDS, .axis = &six_players, .inside = &six_hand_row,
     .offset = offsetof(struct six_state, hand), .stride = sizeof(struct six_hand),
     .about = "`{\"red\": [\"colony2\", \"war\"], \"blue\": 6}`; cards in any order. A number is that many cards that no "
              "member names, in the order of the list of codes above",
     .initial = "`[]`"},
    {"open", BIL_FIELD_OWN, .observed = six_observed_open, .pass = SIX_PILES, .write = six_write_open, .read = six_read_open,
     .wants = BIL_ARRAY, .type = "(string | null)[]",
     .about =
         "the three cards that lie open, `null` for an empty place; those missing from the list are taken, after the hands, as "
         "for a number",
     .initial = "three such cards"},
    {"deck", BIL_FIELD_OWN, .observed = six_observed_deck, .pass = SIX_PILES, .write = six_write_deck, .read = six_read_deck,
     .type = "string[] | number",
     .about =
         "**top card first**; below them lie all cards that no member names, in the order of the list of codes, the first of it "
         "highest",
     .initial = "`[]`: all of them so"},
    {"discard", BIL_FIELD_OWN, .observed = six_observed_discard, .write = six_write_discard, .type = "string[]",
     .about = "**top card first**", .initial = "`[]`"},
    {"rest", BIL_FIELD_OWN, .input_only = true, .type = "\"deck\" | \"discard\"",
     .about =
         "where cards lie that no member names: `\"deck\"`, or `\"discard\"`: under those of `discard`, so that the deck is only "
         "what `deck` says",
     .initial = "`\"deck\"`"},
    {"removed", BIL_FIELD_OWN, .pass = SIX_HANDS, BIL_LIES(struct six_state, removed), .read = six_read_removed, .type = "number",
     .about = "how many Famines are out of the game", .initial = "0"},
    {"reshuffles", BIL_FIELD_NUMBER, BIL_LIES(struct six_state, reshuffles), .pass = SIX_TURN, .high = UINT16_MAX,
     .about = "how often the deck was reshuffled from the discard pile", .initial = "0"},
    {"agendas", BIL_FIELD_EACH, .pass = SIX_FOUND, .axis = &six_players, .inside = &six_agenda_row,
     .offset = offsetof(struct six_state, agenda), .stride = 1, .read = six_fill_agendas, .about = "`{\"red\": \"mars\"}`",
     .initial = "those that are left, one for each seat in order, in the order earth, earth, mars, mars, belt, belt"},
    {"discoveries", BIL_FIELD_EACH, .pass = SIX_FOUND, .axis = &six_players, .inside = &six_held_row,
     .offset = offsetof(struct six_state, find), .stride = SIX_HELD,
     .about = "`{\"red\": [\"venus\", \"pluto up\"]}`: Discovery cards held, the oldest first; `up`: face up", .initial = "`[]`"},
    {"discovery_deck", BIL_FIELD_OWN, .observed = six_observed_find_deck, .pass = SIX_DECK_OF_FINDS, .write = six_write_find_deck,
     .read = six_read_find_deck, .wants = BIL_ARRAY, .type = "string[]",
     .about = "**top card first**; below them all Discovery cards that no member names, Mercury highest", .initial = "`[]`"},
    {"knowledge", BIL_FIELD_OBJECT, .pass = SIX_KNOWN, .inside = six_knowledge,
     .about = "who knows what of hidden cards, see below", .initial = "see below"},
    {0},
};

bool six_position_read(const void *rules_, const struct bil_value *document, void *state, struct bil_error *error)
{
    const struct six_rules *rules = rules_;
    struct six_loading loading = {.rules = rules, .state = state, .document = document};
    for (int faction = 0; faction < rules->factions; faction++) {
        loading.colours[faction] = six_colour_words[rules->colour[faction]];
    }
    memcpy(loading.left, rules->copies, sizeof loading.left);
    memcpy(loading.agenda_left, rules->agendas, sizeof loading.agenda_left);
    for (int i = 0; i < rules->find_count; i++) {
        loading.find_left[rules->find_box[i]]++;
    }
    return bil_fields_read(&bil_game_six_billion, rules, document, state, &loading, error);
}
