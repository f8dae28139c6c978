/* One Billion Users: who knows what, as the member "knowledge" of a position document (docs/positions.md; what the numbers mean
 * stands in knowledge.c).
 *
 * A position by hand says nothing of it: then every hidden card came unseen, at any time, and nobody knows anything but what lies
 * open. Never changes a fact. */
#include "games/one_billion_users/knowledge.h"
#include "games/one_billion_users/position.h"

enum { KNOWN_MOST = OBU_KNOWN - OBU_SEATS }; /* `deal` may add a passed card for each seat */

/* ------------------------------------------------------------------ writing */

static void write_bytes(const char *key, const uint8_t *bytes, int count, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_json_array(out);
    for (int i = 0; i < count; i++) {
        bil_json_integer(out, bytes[i]);
    }
    bil_json_array_end(out);
}

static void write_known(const struct obu_rules *rules, const struct obu_state *state, struct bil_text *out)
{
    bil_json_key(out, "known");
    bil_json_array(out);
    for (int i = 0; i < state->known_count; i++) {
        const struct obu_known known = state->known[i];
        bil_json_object(out);
        bil_json_key_integer(out, "seat", (known.card_seat >> 6) + 1);
        bil_json_key_string(out, "card", obu_card_name(rules, known.card_seat & 63));
        if (known.age == OBU_RETURNED) {
            bil_json_key_bool(out, "returned", true);
        } else {
            bil_json_key_integer(out, "since", known.age & ~OBU_SUSPECT);
            if (known.age & OBU_SUSPECT) {
                bil_json_key_bool(out, "suspect", true);
            }
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_passed(const struct obu_rules *rules, const struct obu_state *state, struct bil_text *out)
{
    bil_json_key(out, "passed");
    bil_json_array(out);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->passed[seat] || state->passed_age[seat] || state->passed_hand[seat]) {
            bil_json_object(out);
            bil_json_key_integer(out, "seat", seat + 1);
            if (state->passed[seat] == OBU_PASSED_UNSEEN) {
                bil_json_key_string(out, "card", "?");
            } else if (state->passed[seat]) {
                bil_json_key_string(out, "card", obu_card_name(rules, state->passed[seat] - 1));
            }
            bil_json_key_integer(out, "since", state->passed_age[seat]);
            bil_json_key_integer(out, "hand", state->passed_hand[seat]);
            bil_json_object_end(out);
        }
    }
    bil_json_array_end(out);
}

void obu_write_knowledge(const struct obu_rules *rules, const struct obu_state *state, struct bil_text *out)
{
    bil_json_key(out, "knowledge");
    bil_json_object(out);
    write_known(rules, state, out);
    write_bytes("young", state->young, rules->seats, out);
    write_bytes("older", state->older, state->ground_total, out);
    write_bytes("initial", state->initial, rules->seats, out);
    write_bytes("pure", state->pure, rules->seats, out);
    write_bytes("owed", state->owed, rules->seats, out);
    write_passed(rules, state, out);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ loading */

/* Every hidden card of a seat is an unknown one that may lie anywhere: as old as can be. */
static void know_nothing(struct obu_loading *loading)
{
    struct obu_state *state = loading->state;
    for (int seat = 0; seat < loading->rules->seats && loading->built; seat++) {
        int first = -1;
        int grounds = 0;
        for (int g = state->ground_total - 1; g >= 0; g--) {
            if (state->ground[g] >> 6 == seat) {
                first = g;
                grounds++;
            }
        }
        uint8_t *tokens = first >= 0 ? &state->older[first] : &state->young[seat];
        *tokens = (uint8_t)(state->seat[seat].hand_count + grounds);
    }
}

static bool read_bytes(struct obu_loading *loading, const struct bil_value *object, const char *key, uint8_t *bytes, int count)
{
    const struct bil_value *list = NULL;
    if (!bil_value_array(object, key, &list, loading->error)) {
        return false;
    }
    if (list && list->count != count) {
        return bil_value_fail(list, loading->error, "it must hold %d numbers.", count);
    }
    int i = 0;
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next, i++) {
        if (value->type != BIL_INTEGER || value->integer < 0 || value->integer > OBU_PILE) {
            return bil_value_fail(value, loading->error, "it must be a whole number from 0 to %d.", OBU_PILE);
        }
        bytes[i] = (uint8_t)value->integer;
    }
    return true;
}

static bool read_known(struct obu_loading *loading, const struct bil_value *knowledge)
{
    static const char *const keys[] = {"seat", "card", "since", "suspect", "returned", NULL};
    const struct bil_value *list = NULL;
    if (!bil_value_array(knowledge, "known", &list, loading->error)) {
        return false;
    }
    if (list && list->count > KNOWN_MOST) {
        return bil_value_fail(list, loading->error, "there are %d known cards; at most %d fit.", list->count, KNOWN_MOST);
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        int seat = 0;
        int since = 0;
        bool suspect = false;
        bool returned = false;
        const struct bil_value *name = bil_value_get(value, "card");
        if (value->type != BIL_OBJECT || !name) {
            return bil_value_fail(value, loading->error, "it must be an object with \"seat\" and \"card\".");
        }
        const int card = obu_load_card(loading, name, OBU_MAIN_KINDS);
        if (card < 0 || !bil_value_known(value, keys, loading->error) || !obu_load_seat(loading, value, "seat", &seat) ||
            !bil_value_integer(value, "since", 0, OBU_GROUND, &since, loading->error) ||
            !bil_value_bool(value, "suspect", &suspect, loading->error) ||
            !bil_value_bool(value, "returned", &returned, loading->error)) {
            return false;
        }
        const int age = returned ? OBU_RETURNED : since | (suspect ? OBU_SUSPECT : 0);
        loading->state->known[loading->state->known_count++] = (struct obu_known){(uint8_t)(card | seat << 6), (uint8_t)age};
    }
    return true;
}

static bool read_passed(struct obu_loading *loading, const struct bil_value *knowledge)
{
    static const char *const keys[] = {"seat", "card", "since", "hand", NULL};
    struct obu_state *state = loading->state;
    const struct bil_value *list = NULL;
    if (!bil_value_array(knowledge, "passed", &list, loading->error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        int seat = 0;
        int since = 0;
        int hand = 0;
        if (value->type != BIL_OBJECT) {
            return bil_value_fail(value, loading->error, "it must be an object in { }.");
        }
        if (!bil_value_known(value, keys, loading->error) || !obu_load_seat(loading, value, "seat", &seat) ||
            !bil_value_integer(value, "since", 0, OBU_GROUND, &since, loading->error) ||
            !bil_value_integer(value, "hand", 0, OBU_PILE, &hand, loading->error)) {
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

bool obu_load_knowledge(struct obu_loading *loading)
{
    static const char *const keys[] = {"known", "young", "older", "initial", "pure", "owed", "passed", NULL};
    struct obu_state *state = loading->state;
    const struct bil_value *knowledge = NULL;
    if (!bil_value_object(loading->document, "knowledge", &knowledge, loading->error)) {
        return false;
    }
    if (knowledge) {
        const int seats = loading->rules->seats;
        if (!bil_value_known(knowledge, keys, loading->error) || !read_known(loading, knowledge) ||
            !read_bytes(loading, knowledge, "young", state->young, seats) ||
            !read_bytes(loading, knowledge, "older", state->older, state->ground_total) ||
            !read_bytes(loading, knowledge, "initial", state->initial, seats) ||
            !read_bytes(loading, knowledge, "pure", state->pure, seats) ||
            !read_bytes(loading, knowledge, "owed", state->owed, seats) || !read_passed(loading, knowledge)) {
            return false;
        }
    } else {
        know_nothing(loading);
    }
    if (loading->rules->fast) { /* not kept up in fast rules, so not begun either */
        memset((unsigned char *)state + OBU_FACTS, 0, sizeof *state - OBU_FACTS);
    }
    return true;
}
