/* The options of 6 Billion (SIX-7, 8, 11, 212): what each value makes of the rules, and one sentence where a value makes none. */
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

enum { MOST = 4 };

static bool make(int seats, int revision, const struct bil_setting *settings, struct six_rules *rules, struct bil_error *error)
{
    struct bil_config config = {.seats = seats, .revision = revision, .settings = settings};
    while (config.setting_count < MOST && settings[config.setting_count].key) {
        config.setting_count++;
    }
    return six_test_game()->rules_init(&config, rules, error);
}

/* ------------------------------------------------------------------ what they do */

struct meant {
    int seats;
    struct bil_setting settings[MOST];
    int neutrals, start, track, leaf_limit, tokens, earth, finds, cap;
};

static const struct meant meant[] = {
    {2, {{0}}, 1, 2, 0, 0, 0, 7, 1, 0},
    {3, {{0}}, 2, 1, 0, 0, 0, 7, 1, 0},
    {4, {{0}}, 2, 1, 0, 0, 0, 7, 1, 0},
    {5, {{0}}, 1, 1, 0, 0, 0, 7, 1, 0},
    {3, {{"neutrals", "1"}}, 1, 1, 0, 0, 0, 7, 1, 0},
    {3, {{"neutrals", "2"}}, 2, 1, 0, 0, 0, 7, 1, 0},
    {2, {{"neutrals", "1"}}, 1, 2, 0, 0, 0, 7, 1, 0},
    {2, {{"track", "on"}}, 1, 2, 1, 1, 0, 7, 2, 0}, /* auto: with two seats the Leaf moves one place only */
    {3, {{"track", "on"}}, 2, 1, 1, 0, 0, 7, 2, 0},
    {2, {{"track", "on"}, {"leaf-limit", "off"}}, 1, 2, 1, 0, 0, 7, 2, 0},
    {5, {{"leaf-limit", "on"}, {"track", "on"}}, 1, 1, 1, 1, 0, 7, 2, 0},
    {4, {{"tokens", "8"}, {"turn-cap", "250"}}, 2, 1, 0, 0, 8, 7, 1, 250},
    {4, {{"tokens", "16"}, {"earth-limit", "16"}}, 2, 1, 0, 0, 16, 5, 1, 0},
    {4, {{"earth-limit", "16"}, {"earth-limit", "edition"}}, 2, 1, 0, 0, 0, 7, 1, 0}, /* the last one counts */
    {4, {{"earth-limit", "128"}, {"turn-cap", "1"}, {"tokens", "off"}}, 2, 1, 0, 0, 0, 8, 1, 1},
};

static void options_make_rules(void **state)
{
    for (size_t i = 0; i < sizeof meant / sizeof meant[0]; i++) {
        static struct six_rules rules;
        struct bil_error error = {{0}};
        helper_must(make(meant[i].seats, 0, meant[i].settings, &rules, &error), &error);
        assert_int_equal(rules.neutrals, meant[i].neutrals);
        assert_int_equal(rules.factions, meant[i].seats + meant[i].neutrals);
        assert_int_equal(rules.start_level, meant[i].start);
        assert_int_equal(rules.track, meant[i].track);
        assert_int_equal(rules.leaf_limit, meant[i].leaf_limit);
        assert_int_equal(rules.tokens, meant[i].tokens);
        assert_int_equal(rules.limit[SIX_EARTH], meant[i].earth);
        assert_int_equal(rules.find_limit, meant[i].finds);
        assert_int_equal(rules.turn_cap, meant[i].cap);
        assert_int_equal(rules.revision, 1);
    }
}

/* SIX-11: players in the order of seats, Neutrals the last colours of the rest. */
static void colours_are_given_out(void **state)
{
    static const struct {
        int seats;
        const char *value, *all;
    } rows[] = {
        {3, "red,blue,green,black,orange", "red blue green pink orange"},
        {3, " pink , Orange,black", "pink orange black green blue"},
        {2, "green,pink", "green pink orange"},
        {5, "blue,red,pink,black,green,orange", "blue red pink black green orange"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct six_rules rules;
        const struct bil_setting settings[MOST] = {{"colours", rows[i].value}};
        struct bil_error error = {{0}};
        struct bil_text text = {0};
        helper_must(make(rows[i].seats, 0, settings, &rules, &error), &error);
        for (int faction = 0; faction < rules.factions; faction++) {
            bil_text_format(&text, "%s%s", faction ? " " : "", six_colour_words[rules.colour[faction]]);
        }
        assert_string_equal(bil_text_string(&text), rows[i].all);
        bil_text_free(&text);
    }
}

/* ------------------------------------------------------------------ what they cannot be */

static void wrong_values_are_refused(void **state)
{
    static const struct {
        int seats, revision;
        const char *key, *value, *sentence;
    } rows[] = {
        {1, 0, NULL, NULL, "6 Billion is for 2 to 5 seats, not 1."},
        {6, 0, NULL, NULL, "6 Billion is for 2 to 5 seats, not 6."},
        {2, 2, NULL, NULL, "There is no revision 2 of the rules of 6 Billion: the newest is 1."},
        {2, -1, NULL, NULL, "There is no revision -1 of the rules of 6 Billion: the newest is 1."},
        {2, 0, "network", "on",
         "6 Billion has no option \"network\": there are track, leaf-limit, neutrals, tokens, earth-limit, trouble-billion, "
         "discovery-step, turn-cap and colours."},
        {2, 0, "track", "yes", "Option track cannot be \"yes\": give off or on."},
        {2, 0, "trouble-billion", "", "Option trouble-billion cannot be \"\": give off or on."},
        {2, 0, "discovery-step", "1", "Option discovery-step cannot be \"1\": give off or on."},
        {2, 0, "leaf-limit", "1", "Option leaf-limit cannot be \"1\": give off, on or auto."},
        {3, 0, "neutrals", "0", "Option neutrals cannot be \"0\": give table, 1 or 2."},
        {3, 0, "neutrals", "3", "Option neutrals cannot be \"3\": give table, 1 or 2."},
        {2, 0, "neutrals", "2", "Option neutrals cannot be 2 with 2 seats: only 3 seats may choose, between 1 and 2."},
        {4, 0, "neutrals", "1", "Option neutrals cannot be 1 with 4 seats: only 3 seats may choose, between 1 and 2."},
        {2, 0, "tokens", "7", "Option tokens cannot be \"7\": give off or a number from 8 to 16."},
        {2, 0, "tokens", "17", "Option tokens cannot be \"17\": give off or a number from 8 to 16."},
        {2, 0, "tokens", "1e1", "Option tokens cannot be \"1e1\": give off or a number from 8 to 16."},
        {2, 0, "tokens", "", "Option tokens cannot be \"\": give off or a number from 8 to 16."},
        {2, 0, "earth-limit", "256", "Option earth-limit cannot be \"256\": give edition, 16, 32, 64 or 128."},
        {2, 0, "turn-cap", "0", "Option turn-cap cannot be \"0\": give off or a number from 1 to 250."},
        {2, 0, "turn-cap", "251", "Option turn-cap cannot be \"251\": give off or a number from 1 to 250."},
        {2, 0, "turn-cap", "99999999999", "Option turn-cap cannot be \"99999999999\": give off or a number from 1 to 250."},
        {3, 0, "colours", "red,blue", "Option colours names 2 colours for 3 seats: give one for every seat."},
        {2, 0, "colours", "red", "Option colours names 1 colour for 2 seats: give one for every seat."},
        {2, 0, "colours", "red,white", "Option colours cannot name \"white\": there are red, blue, green, black, orange and pink."},
        {2, 0, "colours", "red,,blue", "Option colours cannot name \"\": there are red, blue, green, black, orange and pink."},
        {2, 0, "colours", "", "Option colours cannot name \"\": there are red, blue, green, black, orange and pink."},
        {2, 0, "colours", "red,red", "Option colours names red twice: give every faction a colour of its own."},
        {2, 0, "colours", "red,blue,green,black,orange,pink,red", "Option colours names more than 6 colours."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct six_rules rules;
        const struct bil_setting settings[MOST] = {{rows[i].key, rows[i].value}};
        struct bil_error error = {{0}};
        assert_false(make(rows[i].seats, rows[i].revision, settings, &rules, &error));
        assert_string_equal(error.text, rows[i].sentence);
    }
}

/* Every default is a value that may be given, and so is what simulations begin with. */
static void defaults_are_values(void **state)
{
    for (const struct bil_option *option = six_test_game()->options; option->key; option++) {
        for (int seats = 2; seats <= 5; seats++) {
            static struct six_rules rules;
            static struct six_rules plain;
            const struct bil_setting none[MOST] = {{0}};
            const struct bil_setting initial[MOST] = {{option->key, option->initial}};
            const struct bil_setting full[MOST] = {{option->key, option->full ? option->full : option->initial}};
            struct bil_error error = {{0}};
            helper_must(make(seats, 0, none, &plain, &error), &error);
            helper_must(make(seats, 0, initial, &rules, &error), &error);
            assert_memory_equal(&rules, &plain, sizeof rules);
            helper_must(make(seats, 0, full, &rules, &error), &error);
            assert_int_equal(memcmp(&rules, &plain, sizeof rules) == 0, option->full == NULL);
        }
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_make_rules),
        cmocka_unit_test(colours_are_given_out),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(defaults_are_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
