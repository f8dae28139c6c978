/* Options are read by their rows: words by their place, numbers as themselves, lists by the game; whatever cannot be gets a
 * sentence that says what can. */
#include "kit/options.h"
#include "unit.h"

struct rules {
    uint8_t before, mode, size, limit, after;
    char list[32];
};

static bool read_list(void *rules, const char *value, struct bil_error *error)
{
    char *list = ((struct rules *)rules)->list;
    list[0] = '\0';
    for (const char *at = value; at;) {
        size_t length = 0;
        const char *word = bil_list_next(&at, &length);
        if (length == 0) {
            return bil_fail(error, "Option list has an empty piece.");
        }
        strncat(list, "<", 2);
        strncat(list, word, length);
        strncat(list, ">", 2);
    }
    return true;
}

static const struct bil_option options[] = {
    {"mode", "off | on | when-asked", "on", "", NULL, BIL_INTO(struct rules, mode), .read = NULL},
    {"size", "none | 8-16 | 100", "none", "", NULL, BIL_INTO(struct rules, size), .read = NULL},
    {"limit", "1-255", "7", "", NULL, BIL_INTO(struct rules, limit), .read = NULL},
    {"list", "names, one behind the other", "a", "", NULL, 0, .read = read_list},
    {0},
};
static const struct bil_game game = {.title = "Rows", .min_seats = 2, .max_seats = 3, .revision = 4, .options = options};
static const struct bil_option none[] = {{0}};
static const struct bil_game bare = {.title = "Bare", .min_seats = 2, .max_seats = 2, .revision = 1, .options = none};

/* The rules with one setting (key NULL: none). */
static bool made(const char *key, const char *value, struct rules *rules, struct bil_error *error)
{
    const struct bil_setting setting = {key, value};
    const struct bil_config config = {.seats = 2, .settings = &setting, .setting_count = key != NULL};
    memset(rules, 0, sizeof *rules);
    return bil_options_read(&game, &config, rules, error);
}

static void defaults_are_those_of_the_rows(void **state)
{
    struct rules rules;
    assert_true(made(NULL, NULL, &rules, NULL));
    assert_int_equal(rules.mode, 1);
    assert_int_equal(rules.size, 0);
    assert_int_equal(rules.limit, 7);
    assert_string_equal(rules.list, "<a>");
    assert_int_equal(rules.before | rules.after, 0);
}

static void words_count_and_numbers_stand_for_themselves(void **state)
{
    static const struct {
        const char *key, *value;
        uint8_t mode, size, limit;
    } cases[] = {{"mode", "off", 0, 0, 7},    {"mode", "When Asked", 2, 0, 7}, {"MODE", "on", 1, 0, 7},   {"size", "8", 1, 8, 7},
                 {"size", "16", 1, 16, 7},    {"size", "100", 1, 100, 7},      {"size", "NONE", 1, 0, 7}, {"limit", "1", 1, 0, 1},
                 {"limit", "255", 1, 0, 255}, {"limit", "007", 1, 0, 7}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rules rules;
        assert_true(made(cases[i].key, cases[i].value, &rules, NULL));
        assert_int_equal(rules.mode, cases[i].mode);
        assert_int_equal(rules.size, cases[i].size);
        assert_int_equal(rules.limit, cases[i].limit);
    }
}

static void what_cannot_be_is_told(void **state)
{
    static const struct {
        const char *key, *value, *sentence;
    } cases[] = {{"mode", "", "Option mode cannot be \"\": give off, on or when-asked."},
                 {"mode", "0", "Option mode cannot be \"0\": give off, on or when-asked."},
                 {"size", "7", "Option size cannot be \"7\": give none, a number from 8 to 16 or 100."},
                 {"size", "17", "Option size cannot be \"17\": give none, a number from 8 to 16 or 100."},
                 {"size", "8-16", "Option size cannot be \"8-16\": give none, a number from 8 to 16 or 100."},
                 {"limit", "256", "Option limit cannot be \"256\": give a number from 1 to 255."},
                 {"limit", "4294967297", "Option limit cannot be \"4294967297\": give a number from 1 to 255."},
                 {"limit", " 1", "Option limit cannot be \" 1\": give a number from 1 to 255."},
                 {"list", "a,,b", "Option list has an empty piece."},
                 {"lists", "a", "Rows has no option \"lists\": there are mode, size, limit and list."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rules rules;
        struct bil_error error = {{0}};
        assert_false(made(cases[i].key, cases[i].value, &rules, &error));
        assert_string_equal(error.text, cases[i].sentence);
    }
    struct bil_error error = {{0}};
    assert_null(bil_option_find(&bare, "size", &error));
    assert_string_equal(error.text, "Bare has no option \"size\", nor any other: leave it out.");
}

static void the_last_one_counts(void **state)
{
    static const struct bil_setting settings[] = {{"size", "9"}, {"list", " a , b c,d"}, {"size", "10"}};
    const struct bil_config config = {.seats = 2, .settings = settings, .setting_count = 3};
    struct rules rules = {0};
    assert_true(bil_options_read(&game, &config, &rules, NULL));
    assert_int_equal(rules.size, 10);
    assert_string_equal(rules.list, "<a><b c><d>");
}

static void seats_and_revisions_are_looked_at(void **state)
{
    struct bil_error error = {{0}};
    assert_int_equal(bil_config_revision(&game, &(struct bil_config){.seats = 2}, &error), 4);
    assert_int_equal(bil_config_revision(&game, &(struct bil_config){.seats = 3, .revision = 2}, &error), 2);
    assert_int_equal(bil_config_revision(&game, &(struct bil_config){.seats = 4}, &error), 0);
    assert_string_equal(error.text, "Rows is for 2 to 3 seats, not 4.");
    assert_int_equal(bil_config_revision(&game, &(struct bil_config){.seats = 2, .revision = 5}, &error), 0);
    assert_string_equal(error.text, "There is no revision 5 of the rules of Rows: the newest is 4.");
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_rows),
        cmocka_unit_test(words_count_and_numbers_stand_for_themselves),
        cmocka_unit_test(what_cannot_be_is_told),
        cmocka_unit_test(the_last_one_counts),
        cmocka_unit_test(seats_and_revisions_are_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
