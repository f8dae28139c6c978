/* Documents as rows (kit/fields.h), by the rows of a game of nobody's: every kind is written, read back, and refused with a
 * sentence where it is wrong. */
#include "billions/json.h"
#include "kit/observation.h"
#include "unit.h"

enum { SEATS = 3, PILE = 4, COLOURS = 3 };

struct state {
    uint16_t turn;
    uint8_t begun, leader, open, pile_count;
    uint8_t points[SEATS];
    uint8_t pile[PILE];
    uint8_t held[COLOURS];
    uint8_t at[COLOURS][SEATS];
    uint8_t chest, order;
};

static const char *const colours[COLOURS] = {"red", "green", "blue"};
static int seats_of(const struct bil_doc *doc)
{
    return *(const int *)doc->rules;
}
static const struct bil_axis colour = {.what = "colour", .words = colours, .count = COLOURS};
static const struct bil_axis seat = {.what = "seat", .counted = seats_of, .count = SEATS};

static bool not_begun(const struct bil_doc *doc)
{
    return !((const struct state *)doc->state)->begun;
}

static void write_chest(struct bil_doc *doc)
{
    bil_json_string(doc->out, ((const struct state *)doc->state)->chest ? "full" : "empty");
}

/* What is read later sees what was read before. */
static bool read_chest(struct bil_doc *doc, const struct bil_value *value)
{
    struct state *state = doc->filled;
    state->order = state->leader;
    state->chest = value && strcmp(value->string, "full") == 0;
    return true;
}

static bool even(struct bil_doc *doc, const struct bil_value *value)
{
    return ((const struct state *)doc->state)->turn % 2 == 0 || bil_value_fail(value, doc->error, "it must be even.");
}

static const struct bil_field number = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = 9};
static const struct bil_field card = {.kind = BIL_FIELD_WORD, .bytes = 1, .axis = &colour, .bias = 1};
static const struct bil_field place = {.kind = BIL_FIELD_NUMBER, .bytes = 1, .high = 9, .unless_zero = true};
static const struct bil_field held_at = {.kind = BIL_FIELD_EACH, .axis = &seat, .inside = &place, .stride = 1, .unless_zero = true};

static const struct bil_field rows[] = {
    {"chest", BIL_FIELD_OWN, .pass = 1, .write = write_chest, .read = read_chest},
    {"turn", BIL_FIELD_NUMBER, BIL_LIES(struct state, turn), .low = 1, .high = 1000, .start = 2, .read = even},
    {"begun", BIL_FIELD_FLAG, BIL_LIES(struct state, begun)},
    {"leader", BIL_FIELD_WORD, BIL_LIES(struct state, leader), .axis = &seat, .absent = not_begun, .if_there = true},
    {"open", BIL_FIELD_SET, BIL_LIES(struct state, open), .axis = &colour},
    {"points", BIL_FIELD_EACH, .axis = &seat, .inside = &number, .offset = offsetof(struct state, points), .stride = 1,
     .whole = true},
    {"pile", BIL_FIELD_LIST, .inside = &card, .offset = offsetof(struct state, pile), .stride = 1, .high = PILE,
     .counter = offsetof(struct state, pile_count), .last_first = true, .needed = true},
    {"held", BIL_FIELD_COPIES, .axis = &colour, .offset = offsetof(struct state, held)},
    {"at", BIL_FIELD_EACH, .axis = &colour, .inside = &held_at, .offset = offsetof(struct state, at), .stride = SEATS},
    {"note", BIL_FIELD_OWN, .input_only = true},
    {0},
};

static const char *always_fine(const void *rules, const void *state, char *buffer, size_t size)
{
    return NULL;
}

static const char *broken_chest(const void *rules, const void *state, char *buffer, size_t size)
{
    (void)snprintf(buffer, size, "chest: it cannot be full.");
    return ((const struct state *)state)->chest ? buffer : NULL;
}

static struct bil_game game = {.state_size = sizeof(struct state), .check = always_fine, .position = rows};
static const int seats = SEATS;

static bool read_it(const char *json, struct state *state, struct bil_error *error)
{
    const struct bil_value *document = bil_json_read(json, strlen(json), "test", error);
    if (!document) {
        fail_msg("%s", error->text);
    }
    const bool fine = bil_members_read(&game, &seats, document, state, error);
    bil_json_free(document);
    return fine;
}

static void expect(const char *json, const char *written)
{
    struct state state;
    struct bil_error error;
    struct bil_text text = {0};
    if (!read_it(json, &state, &error)) {
        fail_msg("%s: %s", json, error.text);
    }
    bil_json_object(&text);
    bil_members_write(&game, &seats, &state, &text);
    bil_json_object_end(&text);
    assert_string_equal(bil_text_string(&text), written);
    bil_text_free(&text);
}

static void refused(const char *json, const char *sentence)
{
    struct state state;
    struct state before;
    struct bil_error error;
    memset(&state, 0x5A, sizeof state);
    before = state;
    if (read_it(json, &state, &error)) {
        fail_msg("%s was read", json);
    }
    assert_string_equal(error.text, sentence);
    assert_memory_equal(&state, &before, sizeof state);
}

static void there_and_back(void **context)
{
    static const char full[] =
        "{\"chest\":\"full\",\"turn\":300,\"begun\":true,\"leader\":3,\"open\":[\"red\",\"blue\"],\"points\":[1,2,3],"
        "\"pile\":[\"blue\",\"red\",\"red\"],\"held\":[\"green\",\"blue\",\"blue\"],"
        "\"at\":{\"green\":[0,0,7]}}";
    expect(full, full);
    expect("{\"pile\":[]}",
           "{\"chest\":\"empty\",\"turn\":2,\"begun\":false,\"open\":[],\"points\":[0,0,0],\"pile\":[],\"held\":[],"
           "\"at\":{}}");
    struct state state;
    struct bil_error error;
    assert_true(read_it(full, &state, &error));
    assert_int_equal(state.pile[2], 3); /* the last one is the top: written first, and the words count from 1 here */
    assert_int_equal(state.order, 2);   /* the pass */
    assert_int_equal(state.held[2], 2);
    assert_true(read_it("{\"pile\":[],\"leader\":2,\"note\":[{}]}", &state, &error));
    assert_int_equal(state.leader, 0); /* judged, not kept */
}

static void sentences(void **context)
{
    refused("{}", "it lacks \"pile\".");
    refused("{\"pile\":[],\"turns\":1}", "\"turns\" is not known here; the nearest that is known is \"turn\".");
    refused("{\"pile\":[],\"turn\":0}", "\"turn\" must be a whole number from 1 to 1000, not 0.");
    refused("{\"pile\":[],\"turn\":3}", "turn: it must be even.");
    refused("{\"pile\":[],\"begun\":1}", "\"begun\" must be true or false, not 1.");
    refused("{\"pile\":[],\"leader\":4}", "\"leader\" must be a whole number from 1 to 3, not 4.");
    refused("{\"pile\":[],\"open\":\"red\"}", "\"open\" must be a list in [ ], not \"red\".");
    refused("{\"pile\":[],\"open\":[\"reed\"]}", "open[0]: there is no colour \"reed\" here; there are red, green and blue.");
    refused("{\"pile\":[],\"points\":[1,2]}", "points: it must have 3 entries, one for each seat.");
    refused("{\"pile\":[],\"points\":[1,2,10]}", "\"points[2]\" must be a whole number from 0 to 9, not 10.");
    refused("{\"pile\":[\"red\",\"red\",\"red\",\"red\",\"red\"]}", "pile: it must have at most 4 entries.");
    refused("{\"pile\":[1]}", "pile[0]: it must be a colour as a word in quotation marks, such as \"red\".");
    refused("{\"pile\":[],\"held\":[\"pink\"]}", "held[0]: there is no colour \"pink\" here; there are red, green and blue.");
    refused("{\"pile\":[],\"at\":[]}", "at: it must be an object in { } with colours as keys, such as \"blue\".");
    refused("{\"pile\":[],\"at\":{\"pink\":[]}}", "at.pink: there is no colour \"pink\" here; there are red, green and blue.");
    refused("{\"pile\":[],\"at\":{\"red\":[1,2,3,4]}}", "at.red: it must have at most 3 entries, one for each seat.");
    game.check = broken_chest;
    refused("{\"pile\":[],\"chest\":\"full\"}", "chest: it cannot be full.");
    game.check = always_fine;
}

static void name_part(void *context, const struct bil_observed *part)
{
    bil_text_format(context, "%s %s %d*%d<=%d\n", part->name, strcmp(part->name, part->row) == 0 ? "" : part->row, part->at,
                    part->count, part->most);
}

static void observed(void **context)
{
    static const char names[] = "turn  0*1<=1000\nbegun  1*1<=1\nleader  2*1<=3\nopen  3*3<=1\n"
                                "points.1 points.* 6*1<=9\npoints.2 points.* 7*1<=9\npoints.3 points.* 8*1<=9\n"
                                "pile.1 pile.* 9*1<=3\npile.2 pile.* 10*1<=3\npile.3 pile.* 11*1<=3\npile.4 pile.* 12*1<=3\n"
                                "held  13*3<=255\n"
                                "at.red.1 at.*.* 16*1<=9\nat.red.2 at.*.* 17*1<=9\nat.red.3 at.*.* 18*1<=9\n"
                                "at.green.1 at.*.* 19*1<=9\nat.green.2 at.*.* 20*1<=9\nat.green.3 at.*.* 21*1<=9\n"
                                "at.blue.1 at.*.* 22*1<=9\nat.blue.2 at.*.* 23*1<=9\nat.blue.3 at.*.* 24*1<=9\n";
    static const uint16_t expected[25] = {300, 1, 2, 1, 0, 1, 1, 2, 0, 3, 1, 0, 0, 0, 1, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0};
    static const uint16_t nothing[25] = {2};
    static struct bil_observer observer;
    static const int two = 2; /* of three seats: the third is there, and 0 */
    uint16_t numbers[25];
    struct state state;
    struct bil_error error;
    struct bil_text text = {0};
    bil_observation_parts(&game, name_part, &text);
    assert_string_equal(bil_text_string(&text), names);
    bil_text_free(&text);
    assert_int_equal(bil_observation_size(&game), 25);
    assert_true(read_it("{\"turn\":300,\"begun\":true,\"leader\":2,\"open\":[\"red\",\"blue\"],\"points\":[1,2,3],"
                        "\"pile\":[\"blue\",\"red\"],\"held\":[\"green\",\"blue\",\"blue\"],\"at\":{\"green\":[5,0,7]}}",
                        &state, &error));
    memset(numbers, 0xFF, sizeof numbers);
    bil_observer_make(&game, &two, &observer);
    assert_int_equal(observer.size, 25);
    bil_observe(&observer, &state, numbers);
    assert_memory_equal(numbers, expected, sizeof numbers);
    assert_true(read_it("{\"pile\":[],\"leader\":2}", &state, &error)); /* who leads is not said before it has begun */
    state.leader = 1;
    memset(numbers, 0xFF, sizeof numbers);
    bil_observer_make(&game, &seats, &observer);
    bil_observe(&observer, &state, numbers);
    assert_memory_equal(numbers, nothing, sizeof numbers);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(there_and_back), cmocka_unit_test(sentences), cmocka_unit_test(observed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
