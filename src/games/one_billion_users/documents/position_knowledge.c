/* One Billion Users: who knows what, as the member "knowledge" of a position document (docs/positions.md; knowledge.c says what the
 * numbers mean).
 *
 * A position by hand says nothing of it: then every hidden card came unseen, at any time, and nobody knows more than the open
 * cards. Never changes a fact. */
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/words/words.h"

enum { KNOWN_MOST = OBU_KNOWN - OBU_SEATS }; /* `deal` may add a passed card for each seat */

/* ------------------------------------------------------------------ cards that went into a hand openly */

static void write_known(struct bil_doc *doc)
{
    const struct obu_state *state = doc->state;
    bil_json_array(doc->out);
    for (int i = 0; i < state->known_count; i++) {
        const struct obu_known known = state->known[i];
        bil_json_object(doc->out);
        bil_json_key_integer(doc->out, "seat", (known.card_seat >> 6) + 1);
        bil_json_key_string(doc->out, "card", obu_card_name(doc->rules, known.card_seat & 63));
        if (known.age == OBU_RETURNED) {
            bil_json_key_bool(doc->out, "returned", true);
        } else {
            bil_json_key_integer(doc->out, "since", known.age & ~OBU_SUSPECT);
            if (known.age & OBU_SUSPECT) {
                bil_json_key_bool(doc->out, "suspect", true);
            }
        }
        bil_json_object_end(doc->out);
    }
    bil_json_array_end(doc->out);
}

static bool read_known(struct bil_doc *doc, const struct bil_value *list)
{
    static const char *const keys[] = {"seat", "card", "since", "suspect", "returned", NULL};
    struct obu_loading *loading = doc->own;
    if (list && !bil_value_wants(list, BIL_ARRAY, doc->error)) {
        return false;
    }
    if (list && list->count > KNOWN_MOST) {
        return bil_value_fail(list, doc->error, "there are %d known cards; at most %d fit.", list->count, KNOWN_MOST);
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        int seat = 0;
        int since = 0;
        bool suspect = false;
        bool returned = false;
        const struct bil_value *name = bil_value_get(value, "card");
        if (value->type != BIL_OBJECT || !name) {
            return bil_value_fail(value, doc->error, "it must be an object with \"seat\" and \"card\".");
        }
        const int card = obu_load_card(loading, name, OBU_MAIN_KINDS);
        if (card < 0 || !bil_value_known(value, keys, doc->error) || !obu_load_seat(loading, value, "seat", &seat) ||
            !bil_value_integer(value, "since", 0, OBU_GROUND, &since, doc->error) ||
            !bil_value_bool(value, "suspect", &suspect, doc->error) || !bil_value_bool(value, "returned", &returned, doc->error)) {
            return false;
        }
        const int age = returned ? OBU_RETURNED : since | (suspect ? OBU_SUSPECT : 0);
        loading->state->known[loading->state->known_count++] = (struct obu_known){(uint8_t)(card | seat << 6), (uint8_t)age};
    }
    return true;
}

/* ------------------------------------------------------------------ cards that Talent Poaching moved */

static void write_passed(struct bil_doc *doc)
{
    const struct obu_rules *rules = doc->rules;
    const struct obu_state *state = doc->state;
    bil_json_array(doc->out);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->passed[seat] || state->passed_age[seat] || state->passed_hand[seat]) {
            bil_json_object(doc->out);
            bil_json_key_integer(doc->out, "seat", seat + 1);
            if (state->passed[seat] == OBU_PASSED_UNSEEN) {
                bil_json_key_string(doc->out, "card", "?");
            } else if (state->passed[seat]) {
                bil_json_key_string(doc->out, "card", obu_card_name(rules, state->passed[seat] - 1));
            }
            bil_json_key_integer(doc->out, "since", state->passed_age[seat]);
            bil_json_key_integer(doc->out, "hand", state->passed_hand[seat]);
            bil_json_object_end(doc->out);
        }
    }
    bil_json_array_end(doc->out);
}

static bool read_passed(struct bil_doc *doc, const struct bil_value *list)
{
    static const char *const keys[] = {"seat", "card", "since", "hand", NULL};
    struct obu_state *state = doc->filled;
    struct obu_loading *loading = doc->own;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        int seat = 0;
        int since = 0;
        int hand = 0;
        if (value->type != BIL_OBJECT) {
            return bil_value_fail(value, doc->error, "it must be an object in { }.");
        }
        if (!bil_value_known(value, keys, doc->error) || !obu_load_seat(loading, value, "seat", &seat) ||
            !bil_value_integer(value, "since", 0, OBU_GROUND, &since, doc->error) ||
            !bil_value_integer(value, "hand", 0, OBU_PILE, &hand, doc->error)) {
            return false;
        }
        const struct bil_value *name = bil_value_get(value, "card");
        if (name) {
            const int card = obu_load_card(loading, name, OBU_MAIN_KINDS | 1U << OBU_K_UNKNOWN);
            if (card < 0) {
                return false;
            }
            state->passed[seat] = (uint8_t)(card == OBU_HIDDEN ? OBU_PASSED_UNSEEN : 1 + card);
        }
        state->passed_age[seat] = (uint8_t)since;
        state->passed_hand[seat] = (uint8_t)hand;
    }
    return true;
}

/* ------------------------------------------------------------------ the rows */

static const struct bil_axis ground_cards = {
    .what = "ground card", .counter = 1 + offsetof(struct obu_state, ground_total), .count = OBU_GROUND};
static const struct bil_field tokens = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = OBU_PILE};

#define EACH_SEAT(member)                                                                                                          \
    BIL_FIELD_EACH, .axis = &obu_seats, .inside = &tokens, .offset = offsetof(struct obu_state, member), .stride = 1, .whole = true

const struct bil_field obu_knowledge[] = {
    {"known", BIL_FIELD_OWN, .observed = obu_observed_known, .write = write_known, .read = read_known,
     .type = "{ seat: number; card: string; since?: number; suspect?: boolean; returned?: boolean }[]",
     .about = "cards that all saw go into a hand and that have not been seen since, oldest first: `{\"seat\", \"card\", "
              "\"since\": age}`, with `\"suspect\": true` if Talent Poaching may have taken it on. `{\"seat\", \"card\", "
              "\"returned\": true}`: a card that only this seat knows to have gone under the deck at set-up"},
    {"young", EACH_SEAT(young),
     .about = "for each seat: cards that came unseen since its last ground card and were not seen since"},
    {"older", BIL_FIELD_EACH, .axis = &ground_cards, .inside = &tokens, .offset = offsetof(struct obu_state, older), .stride = 1,
     .whole = true,
     .about =
         "for each ground card, in the order of `ground_order`: the same for the time between the seat's ground card before it "
         "and it"},
    {"initial", EACH_SEAT(initial), .about = "for each seat: how many of its unseen cards came with the deal"},
    {"pure", EACH_SEAT(pure), .about = "for each seat: how many of those are known to be no Communities"},
    {"owed", EACH_SEAT(owed), .about = "for each seat: unknown cards shown beyond those counted"},
    {"passed", BIL_FIELD_OWN, .observed = obu_observed_passed, .write = write_passed, .read = read_passed, .wants = BIL_ARRAY,
     .type = "{ seat: number; card?: string; since: number; hand: number }[]",
     .about = "what Talent Poaching moved last: `{\"seat\": giver, \"card\", \"since\": age, \"hand\": of how many of the giver's "
              "cards it may be}`; `card` is left out once it has been shown, `\"?\"` for those who did not see it"},
    {0},
};

/* Every hidden card of a seat is an unknown one that may lie anywhere: as old as can be. */
bool obu_know_nothing(struct bil_doc *doc, const struct bil_value *value)
{
    const struct obu_loading *loading = doc->own;
    struct obu_state *state = doc->filled;
    for (int seat = 0; seat < loading->rules->seats && loading->built && !value; seat++) {
        int first = -1;
        int count = 0;
        for (int g = state->ground_total - 1; g >= 0; g--) {
            if (state->ground[g] >> 6 == seat) {
                first = g;
                count++;
            }
        }
        uint8_t *oldest = first >= 0 ? &state->older[first] : &state->young[seat];
        *oldest = (uint8_t)(state->seat[seat].hand_count + count);
    }
    if (loading->rules->fast) { /* not kept up in fast rules, so not begun either */
        memset((unsigned char *)state + OBU_FACTS, 0, sizeof *state - OBU_FACTS);
    }
    return true;
}
