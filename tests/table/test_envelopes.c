/* The envelope of positions and editions: read, written, refused with a sentence. What is inside is tested with the game. */
#include "billions/edition.h"
#include "billions/json.h"
#include "billions/position.h"
#include "table/helpers.h"
#include "unit.h"

static const char little[] = "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"turn\": 2}";

static bool read_text(const char *text, const struct bil_config *fallback, struct bil_position *position, struct bil_error *error)
{
    const struct bil_value *tree = helper_json(text);
    const bool fine = bil_position_read(tree, NULL, fallback, position, error);
    bil_json_free(tree);
    return fine;
}

/* The document of an edition of the game, the compiled-in one with one text replaced. The caller frees it. */
static char *edition_text(const char *old, const char *new_text)
{
    const struct bil_game *game = helper_game();
    const struct bil_config config = {.seats = 2};
    struct bil_text text = {0};
    void *rules = calloc(1, game->rules_size);
    assert_non_null(rules);
    assert_true(game->rules_init(&config, rules, NULL));
    game->edition_json(rules, &text);
    char *made = helper_replace(bil_text_string(&text), old, new_text);
    bil_text_free(&text);
    free(rules);
    return made;
}

static void what_the_envelope_says_is_so(void **state)
{
    struct bil_error error = {{0}};
    struct bil_position position;
    assert_true(read_text("{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"turn\": 2, "
                          "\"options\": {\"cut\": 20, \"networks\": \"random\"}}",
                          NULL, &position, &error));
    assert_ptr_equal(position.game, helper_game());
    assert_int_equal(position.config.seats, 3);
    assert_int_equal(position.config.setting_count, 2);
    assert_string_equal(position.config.settings[0].key, "cut");
    assert_string_equal(position.config.settings[0].value, "20");
    assert_int_equal(position.game->actor(position.rules, position.state), 1);
    assert_false(position.edition_loaded);
    bil_position_free(&position);
}

static void the_command_fills_what_is_missing(void **state)
{
    struct bil_error error = {{0}};
    struct bil_position position;
    const struct bil_setting setting = {"cut", "17"};
    const struct bil_config fallback = {.seats = 4, .settings = &setting, .setting_count = 1};
    assert_true(read_text("{\"format\": 1, \"game\": \"one-billion-users\"}", &fallback, &position, &error));
    assert_int_equal(position.config.seats, 4);
    assert_string_equal(position.config.settings[0].value, "17");
    bil_position_free(&position);
    assert_true(read_text(little, &fallback, &position, &error)); /* what the document says goes first */
    assert_int_equal(position.config.seats, 3);
    bil_position_free(&position);
    assert_false(read_text("{\"format\": 1, \"game\": \"one-billion-users\"}", NULL, &position, &error));
    helper_contains(error.text, "lacks \"seats\"");
}

static void a_wrong_envelope_is_refused(void **state)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"[]", "one JSON object"},
        {"17", "one JSON object"},
        {"{}", "lacks \"format\""},
        {"{\"format\": 2, \"game\": \"one-billion-users\"}", "format"},
        {"{\"format\": 1}", "lacks \"game\""},
        {"{\"format\": 1, \"game\": 7}", "game"},
        {"{\"format\": 1, \"game\": \"chess\"}", "\"chess\""},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 7}", "seats"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": \"3\"}", "seats"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"options\": [1]}", "options"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"options\": {\"cut\": [1]}}", "options.cut"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"options\": {\"colour\": \"red\"}}", "colour"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"edition\": 5}", "edition must be"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"edition\": \"0123456789abcdef\"}",
         "edition 0123456789abcdef; here is edition"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"edition\": {\"format\": 1, \"game\": \"chess\"}}",
         "chess"},
        {"{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"platfroms\": []}", "platfroms"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct bil_error error = {{0}};
        struct bil_position position;
        if (read_text(cases[i].text, NULL, &position, &error)) {
            fail_msg("this was read: %s", cases[i].text);
        }
        helper_contains(error.text, cases[i].part);
    }
}

/* Positions of running games, written and read again, are the same states to the bit, who knows what included. */
static void written_is_read_again(void **state)
{
    for (unsigned seed = 0; seed < 12; seed++) {
        const struct bil_setting setting = {"networks", "random"};
        struct bil_match_setup setup = helper_setup(2 + (int)seed % 3, seed);
        setup.config.settings = &setting;
        setup.config.setting_count = (int)seed % 2;
        struct bil_match *match = helper_match(&setup);
        helper_play(match, 20 + 25 * (int)seed, seed);
        struct bil_error error = {{0}};
        struct bil_position position;
        struct bil_text text = {0};
        bil_match_position(match, bil_match_state(match, -1), &text);
        if (!read_text(bil_text_string(&text), NULL, &position, &error)) {
            helper_fail(error.text);
        }
        assert_memory_equal(position.state, bil_match_state(match, -1), match->game->facts_size);
        assert_int_equal(position.config.setting_count, match->config.setting_count);
        bil_position_free(&position);
        bil_text_free(&text);
        bil_match_free(match);
    }
}

static void positions_come_from_files(void **state)
{
    struct bil_error error = {{0}};
    struct bil_position position;
    bool missing = false;
    helper_write(helper_path("p.json"), little);
    assert_true(bil_position_load(helper_path("p.json"), helper_game(), NULL, &position, &missing, &error));
    assert_false(missing);
    bil_position_free(&position);
    assert_false(bil_position_load(helper_path("q.json"), NULL, NULL, &position, &missing, &error));
    assert_true(missing);
    helper_write(helper_path("r.json"), "{\"format\": 1,");
    assert_false(bil_position_load(helper_path("r.json"), NULL, NULL, &position, &missing, &error));
    assert_false(missing);
    helper_contains(error.text, "r.json, line 1");
    helper_write(helper_path("s.json"), "{\"format\": 1}");
    assert_false(bil_position_load(helper_path("s.json"), NULL, NULL, &position, &missing, &error));
    helper_contains(error.text, "s.json: ");
}

/* A position carries an edition that is not compiled in. */
static void an_edition_travels_with_its_position(void **state)
{
    char *edition = edition_text("\"Birdwatching Log\"", "\"Birdspotting Diary\"");
    struct bil_text text = {0};
    struct bil_text again = {0};
    struct bil_error error = {{0}};
    struct bil_position position;
    bil_text_format(&text, "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"edition\": %s}", edition);
    if (!read_text(bil_text_string(&text), NULL, &position, &error)) {
        helper_fail(error.text);
    }
    assert_true(position.edition_loaded);
    bil_position_write(position.game, &position.config, position.rules, position.edition_loaded ? NULL : position.edition,
                       position.state, &again);
    helper_contains(bil_text_string(&again), "Birdspotting Diary");
    bil_position_free(&position);
    assert_true(read_text(bil_text_string(&again), NULL, &position, &error));
    bil_position_free(&position);
    bil_text_free(&text);
    bil_text_free(&again);
    free(edition);
}

/* ------------------------------------------------------------------ editions */

static void the_hash_tells_editions_apart(void **state)
{
    const struct bil_game *game = helper_game();
    char compiled_in[BIL_EDITION_HASH];
    char same[BIL_EDITION_HASH];
    char other[BIL_EDITION_HASH];
    char *texts[2] = {edition_text("\"Birdwatching Log\"", "\"Birdwatching Log\""),
                      edition_text("\"Birdwatching Log\"", "\"Birds\"")};
    char *hashes[2] = {same, other};
    void *rules = calloc(1, game->rules_size);
    struct bil_config config = {.seats = 3};
    assert_true(game->rules_init(&config, rules, NULL));
    bil_edition_hash(game, rules, compiled_in);
    assert_int_equal(strspn(compiled_in, "0123456789abcdef"), 16);
    for (int i = 0; i < 2; i++) {
        struct bil_error error = {{0}};
        config.edition = helper_json(texts[i]);
        if (!game->rules_init(&config, rules, &error)) {
            helper_fail(error.text);
        }
        bil_edition_hash(game, rules, hashes[i]);
        bil_json_free(config.edition);
        free(texts[i]);
    }
    assert_string_equal(compiled_in, same);
    assert_string_not_equal(compiled_in, other);
    free(rules);
}

static void wrong_edition_files_are_refused(void **state)
{
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"[1]", "no edition"},
        {"{", "line 1"},
        {"{}", "lacks \"format\""},
        {"{\"format\": 1}", "lacks \"game\""},
        {"{\"format\": 3, \"game\": \"one-billion-users\"}", "format"},
        {"{\"format\": 1, \"game\": \"chess\"}", "\"chess\""},
    };
    struct bil_error error = {{0}};
    bool missing = false;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        helper_write(helper_path("e.json"), cases[i].text);
        const struct bil_value *edition = bil_edition_load(helper_path("e.json"), &missing, &error);
        assert_false(missing);
        assert_null(edition ? bil_edition_game(edition, helper_game(), &error) : NULL);
        helper_contains(error.text, cases[i].part);
        bil_json_free(edition);
    }
    assert_null(bil_edition_load(helper_path("none.json"), &missing, &error));
    assert_true(missing);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_envelope_says_is_so),
        cmocka_unit_test(the_command_fills_what_is_missing),
        cmocka_unit_test(a_wrong_envelope_is_refused),
        cmocka_unit_test(written_is_read_again),
        cmocka_unit_test_setup_teardown(positions_come_from_files, helper_begin, helper_end),
        cmocka_unit_test(an_edition_travels_with_its_position),
        cmocka_unit_test(the_hash_tells_editions_apart),
        cmocka_unit_test_setup_teardown(wrong_edition_files_are_refused, helper_begin, helper_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
