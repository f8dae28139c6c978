/* The cards that are compiled in (OBU-1..11) as the edition shows them, and rules from options (section 16 of the checklist). */
#include "billions/game.h"
#include "billions/json.h"
#include "unit.h"

static const struct bil_game *game;
static const struct bil_value *edition; /* the compiled-in one, as the game prints it */
static void *rules;

static int set_up(void **unused)
{
    struct bil_error error;
    struct bil_text text = {0};
    const struct bil_config config = {.seats = 4};
    game = bil_game_find("one-billion-users");
    if (!game) {
        return -1;
    }
    rules = malloc(game->rules_size);
    if (!rules || !game->rules_init(&config, rules, &error)) {
        return -1;
    }
    game->edition_json(rules, &text);
    edition = bil_json_read(bil_text_string(&text), text.length, "edition", &error);
    bil_text_free(&text);
    return edition ? 0 : -1;
}

static int tear_down(void **unused)
{
    bil_json_free(edition);
    free(rules);
    return 0;
}

/* ------------------------------------------------------------------ cards */

static int64_t integer_of(const struct bil_value *object, const char *key)
{
    const struct bil_value *value = bil_value_get(object, key);
    assert_non_null(value);
    assert_int_equal(value->type, BIL_INTEGER);
    return value->integer;
}

static int total(const char *list, const char *key)
{
    int64_t sum = 0;
    const struct bil_value *array = bil_value_get(edition, list);
    assert_non_null(array);
    for (const struct bil_value *entry = array->child; entry; entry = entry->next) {
        sum += integer_of(entry, key);
    }
    return (int)sum;
}

static const struct bil_value *entry_of(const char *list, const char *key, const char *name)
{
    const struct bil_value *array = bil_value_get(edition, list);
    assert_non_null(array);
    for (const struct bil_value *entry = array->child; entry; entry = entry->next) {
        if (strcmp(bil_value_get(entry, key)->string, name) == 0) {
            return entry;
        }
    }
    fail_msg("%s has no %s", list, name);
    return NULL;
}

/* OBU-1, OBU-4 */
static void test_totals(void **unused)
{
    assert_int_equal(bil_value_get(edition, "communities")->count, 39);
    assert_int_equal(total("communities", "users"), 5800);
    assert_int_equal(total("communities", "toxicity"), 61);
    assert_int_equal(total("blockers", "count"), 18);
    assert_int_equal(total("hotfixes", "count"), 24);
    assert_int_equal(total("safeguards", "count"), 4);
    assert_int_equal(total("actions", "count"), 10);
    assert_int_equal(total("influencers", "count"), 9);
    assert_int_equal(total("events", "count"), 13);
    assert_int_equal(bil_value_get(edition, "networks")->count, 8);
    for (const struct bil_value *c = bil_value_get(edition, "communities")->child; c; c = c->next) {
        assert_int_equal(integer_of(c, "users") % 50, 0); /* OBU-3 */
        assert_in_range(integer_of(c, "users"), 50, 300);
        assert_in_range(integer_of(c, "toxicity"), 0, 4);
    }
}

/* OBU-5..8 */
static void test_counts(void **unused)
{
    static const struct {
        const char *list, *name;
        int count;
    } counts[] = {
        {"blockers", "Low on Funds", 6},
        {"blockers", "Toxic Culture", 3},
        {"blockers", "Overzealous Mods", 3},
        {"blockers", "Server Overload", 3},
        {"blockers", "Bad Press", 3},
        {"hotfixes", "Fundraising", 4},
        {"hotfixes", "New Advertisers", 4},
        {"hotfixes", "Troll Crackdown", 4},
        {"hotfixes", "Mod Training", 4},
        {"hotfixes", "Server Upgrade", 4},
        {"hotfixes", "PR Response", 4},
        {"safeguards", "Appeals Board", 1},
        {"safeguards", "PR Department", 1},
        {"safeguards", "Cloud Backup", 1},
        {"safeguards", "War Chest", 1},
        {"actions", "Push", 5},
        {"actions", "Poke", 5},
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        assert_int_equal(integer_of(entry_of(counts[i].list, "card", counts[i].name), "count"), counts[i].count);
    }
}

/* OBU-9, OBU-122..131 */
static void test_influencers(void **unused)
{
    static const struct {
        const char *name;
        int users, toxicity;
        const char *criterion;
    } list[] = {
        {"The Investor", 300, 2, "most_users"},
        {"The Trendsetter", 300, 0, "fewest_users"},
        {"The Contrarian", 200, 3, "most_toxicity"},
        {"The Troll", 0, 4, "least_toxicity"},
        {"Today's Main Character", 250, 3, "most_communities"},
        {"The Archivist", 150, 0, "fewest_blockers_received"},
        {"The Clout Chaser", 200, 1, "most_influencers"},
        {"The Homebody", 100, 0, "least_toxicity"},
        {"The Drama Reporter", 150, 1, "most_blockers_received"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        const struct bil_value *entry = entry_of("influencers", "card", list[i].name);
        assert_int_equal(integer_of(entry, "users"), list[i].users);
        assert_int_equal(integer_of(entry, "toxicity"), list[i].toxicity);
        assert_string_equal(bil_value_get(entry, "criterion")->string, list[i].criterion);
        assert_int_equal(bil_value_get(entry, "single_user")->type, strcmp(list[i].name, "The Troll") == 0 ? BIL_TRUE : BIL_FALSE);
    }
}

/* OBU-160, OBU-173, OBU-17, OBU-178..191 */
static void test_milestones_and_networks(void **unused)
{
    static const char *const keys[] = {"users", "points_with_2_seats", "points_with_3_seats", "points_with_4_seats"};
    static const int numbers[4][3] = {{1000, 2000, 3000}, {100, 100, 100}, {100, 200, 200}, {200, 200, 300}};
    static const struct {
        const char *network, *key;
        int number;
    } networks[] = {
        {"TapTap", "hand_size", 7},
        {"HireMe", "hand_size", 6},
        {"HireMe", "points_per_clean_community", 50},
        {"Friendlink", "hand_size", 6},
        {"Friendlink", "launches", 3},
        {"Friendlink", "influencers_count_less", 50},
        {"The Hellsite", "hand_size", 5},
        {"The Hellsite", "points_per_toxicity", 10},
        {"False Social", "hand_size", 6},
        {"False Social", "more_users_for_criteria", 500},
        {"False Social", "more_users_for_milestones", 300},
        {"Kooperate", "hand_size", 6},
        {"Burrow", "hand_size", 6},
        {"Burrow", "grinding", 2},
        {"Murmur", "hand_size", 6},
    };
    const struct bil_value *milestones = bil_value_get(edition, "milestones");
    for (int row = 0; row < 4; row++) {
        const struct bil_value *value = bil_value_get(milestones, keys[row])->child;
        for (int i = 0; i < 3; i++, value = value->next) {
            assert_int_equal(value->integer, numbers[row][i]);
        }
    }
    for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++) {
        assert_int_equal(integer_of(entry_of("networks", "network", networks[i].network), networks[i].key), networks[i].number);
    }
    assert_int_equal(integer_of(edition, "hand_size"), 6);
    assert_int_equal(integer_of(edition, "grinding"), 3);
    assert_int_equal(integer_of(edition, "grinding_in_volunteer_drive"), 2);
}

/* What is reconstructed says so. */
static void test_marks(void **unused)
{
    static const struct {
        const char *list, *key, *name, *status;
    } marks[] = {
        {"communities", "name", "Pet Pictures", "reconstructed"},
        {"blockers", "card", "Bad Press", "named"},
        {"hotfixes", "card", "PR Response", "named"},
        {"safeguards", "card", "War Chest", "known"},
        {"actions", "card", "Push", "named"},
        {"influencers", "card", "The Troll", "named"},
        {"influencers", "card", "The Homebody", "reconstructed"},
        {"events", "card", "Social Shuffle", "known"},
        {"events", "card", "Tech Bubble", "named"},
        {"events", "card", "Patch Day", "reconstructed"},
        {"networks", "network", "The Hellsite", "named"},
        {"networks", "network", "Burrow", "reconstructed"},
    };
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const struct bil_value *entry = entry_of(marks[i].list, marks[i].key, marks[i].name);
        assert_string_equal(bil_value_get(entry, "status")->string, marks[i].status);
    }
    assert_string_equal(bil_value_get(bil_value_get(edition, "milestones"), "status")->string, "known");
}

/* ------------------------------------------------------------------ options */

static bool init(int seats, const char *key, const char *value, void *out, struct bil_error *error)
{
    const struct bil_setting setting = {key, value};
    const struct bil_config config = {.seats = seats, .settings = &setting, .setting_count = key ? 1 : 0};
    return game->rules_init(&config, out, error);
}

/* Every default may be written out, in any case, and gives the same rules to the byte. */
static void test_defaults(void **unused)
{
    void *plain = malloc(game->rules_size);
    void *set = malloc(game->rules_size);
    struct bil_error error;
    for (const struct bil_option *option = game->options; option->key; option++) {
        for (int seats = game->min_seats; seats <= game->max_seats; seats++) {
            memset(plain, 0xAA, game->rules_size);
            memset(set, 0x55, game->rules_size);
            assert_true(init(seats, NULL, NULL, plain, &error));
            assert_true(init(seats, option->key, option->initial, set, &error));
            assert_memory_equal(plain, set, game->rules_size);
        }
    }
    free(plain);
    free(set);
}

static void test_good_values(void **unused)
{
    static const char *const good[][2] = {
        {"cut", "1"},
        {"cut", "60"},
        {"cut", "fifth"},
        {"CUT", "Fifth"},
        {"first", "1"},
        {"first", "3"},
        {"first", "random"},
        {"networks", "random"},
        {"networks", "TapTap,HireMe,random"},
        {"networks", "the hellsite, kooperate , Murmur"},
        {"networks", "hell,false,burr"},
        {"advertisers", "tie-barred"},
        {"milestones", "manual"},
        {"stall", "off"},
    };
    void *plain = malloc(game->rules_size);
    void *set = malloc(game->rules_size);
    struct bil_error error;
    assert_true(init(3, NULL, NULL, plain, &error));
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (!init(3, good[i][0], good[i][1], set, &error)) {
            fail_msg("%s=%s: %s", good[i][0], good[i][1], error.text);
        }
        if (strcmp(good[i][1], "random") != 0 || strcmp(good[i][0], "networks") == 0) {
            assert_memory_not_equal(plain, set, game->rules_size);
        }
    }
    free(plain);
    free(set);
}

static void test_bad_values(void **unused)
{
    static const char *const bad[][3] = {
        {"cut", "0", "Option cut cannot be \"0\": give fifth or a number from 1 to 60."},
        {"cut", "61", "from 1 to 60"},
        {"cut", "24x", "from 1 to 60"},
        {"cut", "", "from 1 to 60"},
        {"cut", "99999999999999999999", "from 1 to 60"},
        {"first", "4", "Option first cannot be 4: give a seat from 1 to 3, or random."},
        {"first", "0", "give random or a number from 1 to 4."},
        {"networks", "on", "Option networks cannot be \"on\" for seat 1: give off, random"},
        {"networks", "TapTap,HireMe", "Option networks names 2 Networks for 3 seats"},
        {"networks", "TapTap", "Option networks names 1 Network for 3 seats"},
        {"networks", "TapTap,HireMe,Burrow,Murmur", "names more than 3 Networks"},
        {"networks", "TapTap,HireMe,taptap", "gives TapTap to seats 1 and 3, but there is only one"},
        {"networks", "F,TapTap,HireMe", "\"F\" for seat 1 fits several Networks"},
        {"networks", ",TapTap,HireMe", "cannot be \"\" for seat 1"},
        {"advertisers", "yes", "Option advertisers cannot be \"yes\": give tie-allowed or tie-barred."},
        {"milestones", "auto", "give automatic or manual."},
        {"stall", "yes", "give on or off."},
        {"speed", "1", "One Billion Users has no option \"speed\": there are cut, first, networks"},
    };
    void *set = malloc(game->rules_size);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct bil_error error = {{0}};
        assert_false(init(3, bad[i][0], bad[i][1], set, &error));
        if (!strstr(error.text, bad[i][2])) {
            fail_msg("%s=%s gave %s", bad[i][0], bad[i][1], error.text);
        }
    }
    free(set);
}

static void test_seats_and_revision(void **unused)
{
    void *set = malloc(game->rules_size);
    struct bil_error error;
    assert_false(init(1, NULL, NULL, set, &error));
    assert_string_equal(error.text, "One Billion Users is for 2 to 4 seats, not 1.");
    assert_false(init(5, NULL, NULL, set, &error));
    const struct bil_config config = {.seats = 2, .revision = 1000};
    assert_false(game->rules_init(&config, set, &error));
    assert_non_null(strstr(error.text, "There is no revision 1000"));
    free(set);
}

/* An option given twice: the last one counts. */
static void test_twice(void **unused)
{
    void *once = malloc(game->rules_size);
    void *twice = malloc(game->rules_size);
    struct bil_error error;
    const struct bil_setting settings[] = {{"networks", "random"}, {"cut", "10"}, {"networks", "off"}, {"cut", "12"}};
    const struct bil_config config = {.seats = 2, .settings = settings, .setting_count = 4};
    assert_true(game->rules_init(&config, twice, &error));
    assert_true(init(2, "cut", "12", once, &error));
    assert_memory_equal(once, twice, game->rules_size);
    free(once);
    free(twice);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_totals),      cmocka_unit_test(test_counts),
        cmocka_unit_test(test_influencers), cmocka_unit_test(test_milestones_and_networks),
        cmocka_unit_test(test_marks),       cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_good_values), cmocka_unit_test(test_bad_values),
        cmocka_unit_test(test_twice),       cmocka_unit_test(test_seats_and_revision),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
