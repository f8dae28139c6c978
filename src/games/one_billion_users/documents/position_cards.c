/* One Billion Users: what the words and numbers of a position document name (docs/positions.md): cards, seats, Milestones.
 *
 * Places card after card, so that none is placed more often than the edition has it. Never puts one anywhere: that do the files
 * that know the places. */
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

static int seats(const struct bil_doc *doc)
{
    return ((const struct obu_rules *)doc->rules)->seats;
}

const struct bil_axis obu_seats = {.what = "seat", .counted = seats, .count = OBU_SEATS};
const struct bil_axis obu_milestones = {.what = "Milestone", .count = OBU_MILESTONES};

/* ------------------------------------------------------------------ writing */

void obu_write_card(const struct bil_doc *doc, int card)
{
    bil_json_string(doc->out, obu_card_name(doc->rules, card));
}

static void write_cards(const struct bil_doc *doc, uint64_t comm, uint64_t other)
{
    const struct obu_rules *rules = doc->rules;
    for (; comm; comm &= comm - 1) {
        obu_write_card(doc, obu_lowest(comm));
    }
    for (; other; other &= other - 1) {
        obu_write_card(doc, rules->kind_of_bit[obu_lowest(other)]);
    }
}

/* Its name, or with the cards beneath it an object. */
void obu_write_influencer(const struct bil_doc *doc, int influencer, unsigned attached)
{
    if (attached == 0) {
        obu_write_card(doc, OBU_INFLUENCER + influencer);
        return;
    }
    bil_json_object(doc->out);
    bil_json_key_string(doc->out, "name", obu_card_name(doc->rules, OBU_INFLUENCER + influencer));
    bil_json_key_integer(doc->out, "pokes", attached & 15U);
    bil_json_key_integer(doc->out, "pushes", attached >> 4);
    bil_json_object_end(doc->out);
}

/* ------------------------------------------------------------------ reading */

int obu_copies_of(const struct obu_rules *rules, int card)
{
    if (card < OBU_HIDDEN) {
        return rules->copies[card];
    }
    if (card >= OBU_INFLUENCER && card < OBU_EVENT) {
        return rules->influencer_there[card - OBU_INFLUENCER];
    }
    return card >= OBU_EVENT && card < OBU_GAME_OVER ? rules->event_there[card - OBU_EVENT] : card == OBU_GAME_OVER;
}

static int fail_card(struct obu_loading *loading, const struct bil_value *value, const char *sentence)
{
    bil_value_fail(value, loading->error, "%s", sentence);
    return -1;
}

/* "only Communities and Events belong here": the allowed kinds, for the error message about another one. */
static void add_kinds(struct bil_text *out, unsigned kinds)
{
    if ((kinds & OBU_MAIN_KINDS) == OBU_MAIN_KINDS) {
        bil_text_add(out, "only cards that can be in a hand belong here");
        return;
    }
    bil_text_add(out, "only ");
    for (int kind = 0, written = 0; kind < OBU_KINDS; kind++) {
        if ((kinds >> kind & 1U) && kind != OBU_K_UNKNOWN) {
            bil_text_add(out, written++ ? " and " : "");
            bil_text_add(out, obu_kind_words[kind].plural);
        }
    }
    bil_text_add(out, " belong here");
}

int obu_load_card(struct obu_loading *loading, const struct bil_value *value, unsigned kinds)
{
    const struct obu_rules *rules = loading->rules;
    if (value->type != BIL_STRING) {
        return fail_card(loading, value, "it must be the name of a card, in quotes.");
    }
    const char *name = value->string;
    if (strcmp(name, "?") == 0) {
        if (kinds >> OBU_K_UNKNOWN & 1U) {
            return OBU_HIDDEN;
        }
        return fail_card(loading, value,
                         loading->viewer == BIL_EVERYBODY ? "\"?\" stands only in a view, a document with \"viewer\"."
                                                          : "the viewer knows this card; name it.");
    }
    int nearest = -1;
    int least = 1000;
    for (int card = 0; card < OBU_CARDS; card++) {
        if (obu_copies_of(rules, card) == 0 || card == OBU_HIDDEN) {
            continue;
        }
        if (bil_same_name(name, strlen(name), rules->text[card].name)) {
            if (!(kinds >> obu_kind_of(card) & 1U)) {
                struct bil_text sentence = {0};
                bil_text_format(&sentence, "%s is %s; ", rules->text[card].name, obu_kind_words[obu_kind_of(card)].one);
                add_kinds(&sentence, kinds);
                bil_text_char(&sentence, '.');
                fail_card(loading, value, bil_text_string(&sentence));
                bil_text_free(&sentence);
                return -1;
            }
            return card;
        }
    }
    for (int card = 0; card < OBU_CARDS; card++) {
        if (obu_copies_of(rules, card) == 0 || card == OBU_HIDDEN) {
            continue;
        }
        const int distance = bil_distance(name, rules->text[card].name);
        if (distance < least) {
            least = distance;
            nearest = card;
        }
    }
    bil_value_fail(value, loading->error, "no card is called \"%.40s\"; the nearest is \"%s\".", name, rules->text[nearest].name);
    return -1;
}

/* Counts a card (OBU_HIDDEN too) as placed at `value`; another copy must be left. */
static bool count_placed(struct obu_loading *loading, const struct bil_value *value, int card)
{
    if (card == OBU_HIDDEN) {
        return true;
    }
    if (loading->left[card] > 0) {
        loading->left[card]--;
        return true;
    }
    const int copies = obu_copies_of(loading->rules, card);
    const char *name = loading->rules->text[card].name;
    if (!loading->built && card >= OBU_INFLUENCER) {
        return bil_value_fail(value, loading->error, "%s is not in the game before the launches are done.", name);
    }
    if (copies == 1) {
        return bil_value_fail(value, loading->error, "%s is placed elsewhere already, and there is only one.", name);
    }
    return bil_value_fail(value, loading->error, "all %d cards called %s are placed elsewhere already.", copies, name);
}

int obu_load_placed(struct obu_loading *loading, const struct bil_value *value, unsigned kinds)
{
    const int card = obu_load_card(loading, value, kinds);
    return card >= 0 && count_placed(loading, value, card) ? card : -1;
}

int obu_load_influencer(struct obu_loading *loading, const struct bil_value *value, uint8_t *attached)
{
    static const char *const keys[] = {"name", "pokes", "pushes", NULL};
    int pokes = 0;
    int pushes = 0;
    const struct bil_value *name = value;
    if (value->type == BIL_OBJECT) {
        name = bil_value_get(value, "name");
        if (!name) {
            return fail_card(loading, value, "it lacks \"name\", the Influencer's name.");
        }
        if (!bil_value_known(value, keys, loading->error) || !bil_value_integer(value, "pokes", 0, 15, &pokes, loading->error) ||
            !bil_value_integer(value, "pushes", 0, 15, &pushes, loading->error)) {
            return -1;
        }
    }
    const int card = obu_load_placed(loading, name, 1U << OBU_K_INFLUENCER);
    for (int i = 0; i < pokes + pushes && card >= 0; i++) {
        if (!count_placed(loading, value, i < pokes ? OBU_POKE : OBU_PUSH)) {
            return -1;
        }
    }
    *attached = (uint8_t)(pokes | pushes << 4);
    return card < 0 ? -1 : card - OBU_INFLUENCER;
}

bool obu_load_seat(struct obu_loading *loading, const struct bil_value *object, const char *key, int *seat)
{
    int number = *seat + 1;
    if (!bil_value_integer(object, key, 1, loading->rules->seats, &number, loading->error)) {
        return false;
    }
    *seat = number - 1;
    return true;
}

/* ------------------------------------------------------------------ places */

bool obu_put(struct obu_loading *loading, const struct bil_value *value, int seat, enum obu_place place, int card)
{
    const struct obu_rules *rules = loading->rules;
    struct obu_state *state = loading->state;
    struct obu_seat *platform = &state->seat[seat];
    const unsigned guard = 1U << ((unsigned)(card - OBU_SAFEGUARD) % OBU_SAFEGUARDS);
    switch (place) {
    case OBU_ON_PLATFORM:
        obu_put_community(rules, state, seat, card);
        break;
    case OBU_IN_STACK:
        platform->stack = obu_other_add(rules, platform->stack, card);
        platform->received = (uint8_t)(platform->received + (card < OBU_HOTFIX));
        break;
    case OBU_GROUND_NOW:
    case OBU_BURIED:
        if (state->ground_total == OBU_GROUND) {
            return bil_value_fail(value, loading->error, "more than %d ground cards do not fit.", OBU_GROUND);
        }
        state->ground[state->ground_total++] = (uint8_t)(card | seat << 6);
        platform->ground = (uint8_t)(platform->ground + (place == OBU_GROUND_NOW));
        break;
    case OBU_UPRIGHT:
    case OBU_SIDEWAYS:
        platform->guards = (uint8_t)(platform->guards | guard * (place == OBU_SIDEWAYS ? 17U : 1U));
        break;
    case OBU_IN_HAND:
        if (card != OBU_HIDDEN) {
            obu_cards_add(rules, &platform->hand, card);
        }
        platform->hand_count++;
        break;
    case OBU_IN_DISCARD:
        obu_to_discard(state, card);
        break;
    case OBU_IN_EVENTS:
        state->event_pile[state->event_count++] = (uint8_t)(card - OBU_EVENT);
        break;
    }
    return true;
}

/* Distinguishes from other mistakes: a card that is named where the viewer sees none, or the reverse. */
bool obu_read_place(struct bil_doc *doc, const struct bil_value *list)
{
    struct obu_loading *loading = doc->own;
    const enum obu_place place = (enum obu_place)doc->row->high;
    const int seat = doc->depth > 0 ? doc->at[0] : 0;
    const bool may_hide = place == OBU_IN_HAND || place == OBU_GROUND_NOW || place == OBU_BURIED;
    const bool hidden = may_hide && loading->viewer != BIL_EVERYBODY && loading->viewer != seat;
    const unsigned hidden_kinds = 1U << OBU_K_UNKNOWN | (place == OBU_IN_HAND ? OBU_MAIN_KINDS : 0);
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int card = obu_load_placed(loading, value, hidden ? hidden_kinds : (unsigned)doc->row->low);
        if (card >= 0 && hidden && card != OBU_HIDDEN) {
            return bil_value_fail(value, doc->error, "the viewer does not see this hand; write \"?\" for each of its cards.");
        }
        if (card < 0 || !obu_put(loading, value, seat, place, card)) {
            return false;
        }
    }
    return true;
}

/* The seat's ground cards, oldest first: those on the active Blocker, or those before them. */
static void write_grounds(const struct bil_doc *doc, const struct obu_state *state, bool active)
{
    int older = -state->seat[doc->at[0]].ground;
    for (int g = 0; g < state->ground_total; g++) {
        older += state->ground[g] >> 6 == doc->at[0];
    }
    for (int g = 0; g < state->ground_total; g++) {
        if (state->ground[g] >> 6 == doc->at[0] && (older-- <= 0) == active) {
            obu_write_card(doc, state->ground[g] & 63);
        }
    }
}

static void write_guards(const struct bil_doc *doc, unsigned guards)
{
    for (; guards; guards &= guards - 1) {
        obu_write_card(doc, OBU_SAFEGUARD + obu_lowest(guards));
    }
}

void obu_write_place(struct bil_doc *doc)
{
    const struct obu_state *state = doc->state;
    const int seat = doc->depth > 0 ? doc->at[0] : 0;
    const struct obu_seat *platform = &state->seat[seat];
    const enum obu_place place = (enum obu_place)doc->row->high;
    bil_json_array(doc->out);
    switch (place) {
    case OBU_ON_PLATFORM:
        write_cards(doc, platform->comm, 0);
        break;
    case OBU_IN_STACK:
        write_cards(doc, 0,
                    platform->blocker ? obu_other_remove(doc->rules, platform->stack, OBU_BLOCKER + platform->blocker - 1)
                                      : platform->stack);
        break;
    case OBU_GROUND_NOW:
    case OBU_BURIED:
        write_grounds(doc, state, place == OBU_GROUND_NOW);
        break;
    case OBU_UPRIGHT:
        write_guards(doc, platform->guards & 15U & ~((unsigned)platform->guards >> 4));
        break;
    case OBU_SIDEWAYS:
        write_guards(doc, (unsigned)platform->guards >> 4);
        break;
    case OBU_IN_HAND:
        write_cards(doc, platform->hand.comm, platform->hand.other);
        for (int i = state->viewer == 0 || state->viewer == 1 + seat ? 0 : platform->hand_count; i > 0; i--) {
            obu_write_card(doc, OBU_HIDDEN);
        }
        break;
    case OBU_IN_DISCARD:
        for (int i = 1; i <= state->discard; i++) {
            obu_write_card(doc, state->pile[OBU_PILE - i]);
        }
        break;
    case OBU_IN_EVENTS:
        for (int i = 0; i < state->event_count; i++) {
            obu_write_card(doc, OBU_EVENT + state->event_pile[i]);
        }
        break;
    }
    bil_json_array_end(doc->out);
}
