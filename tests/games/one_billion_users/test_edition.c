/* Editions of One Billion Users from JSON: what is printed is read back as the same rules, corrections change what they name, and
 * what breaks a total, a limit or a name is refused with a sentence that names the place. */
#include "billions/edition.h"
#include "billions/game.h"
#include "billions/json.h"
#include "unit.h"

static const struct bil_game *game;

static int find_game(void **unused)
{
    game = bil_game_find("one-billion-users");
    return game ? 0 : -1;
}

static bool read_with(const char *json, const struct bil_setting *setting, void *rules, struct bil_error *error)
{
    error->text[0] = '\0';
    const struct bil_value *edition = bil_json_read(json, strlen(json), "test", error);
    if (!edition) {
        fail_msg("not JSON: %s\n%s", error->text, json);
    }
    const struct bil_config config = {.seats = 4, .edition = edition, .settings = setting, .setting_count = setting ? 1 : 0};
    const bool fine = game->rules_init(&config, rules, error);
    bil_json_free(edition);
    return fine;
}

/* Rules of that edition; the caller frees them. */
static void *rules_of(const char *json)
{
    struct bil_error error;
    void *rules = malloc(game->rules_size);
    if (!read_with(json, NULL, rules, &error)) {
        fail_msg("%s\n%s", error.text, json);
    }
    return rules;
}

/* What the edition prints has this text. */
static void expect_printed(const void *rules, const char *expected)
{
    struct bil_text text = {0};
    game->edition_json(rules, &text);
    if (!strstr(bil_text_string(&text), expected)) {
        fail_msg("%s is not in %s", expected, bil_text_string(&text));
    }
    bil_text_free(&text);
}

/* Printed and read again: the same rules to the byte, but for the mark that it came from outside. */
static void there_and_back(const void *rules)
{
    struct bil_text text = {0};
    game->edition_json(rules, &text);
    void *back = rules_of(bil_text_string(&text));
    assert_memory_equal(rules, back, game->rules_size);
    free(back);
    bil_text_free(&text);
}

#define E "\"format\":1,\"game\":\"one-billion-users\""

static void test_compiled_in(void **unused)
{
    const struct bil_config config = {.seats = 4};
    struct bil_error error;
    void *compiled = malloc(game->rules_size);
    assert_true(game->rules_init(&config, compiled, &error));
    there_and_back(compiled);
    void *empty = rules_of("{" E "}");
    assert_memory_equal(compiled, empty, game->rules_size);
    free(empty);
    free(compiled);
}

static void test_corrections(void **unused)
{
    void *rules =
        rules_of("{" E ",\"name\":\"mine\",\"note\":\"from the box\","
                 "\"blockers\":[{\"card\":\"Low on Funds\",\"count\":4,\"status\":\"known\"},{\"card\":\"bad press\",\"count\":5}],"
                 "\"actions\":[{\"card\":\"Push\",\"count\":6},{\"card\":\"Poke\",\"count\":4}],"
                 "\"influencers\":[{\"card\":\"The Homebody\",\"name\":\"The Recluse\",\"users\":250,\"toxicity\":1,"
                 "\"criterion\":\"fewest_influencers\",\"status\":\"known\"}],"
                 "\"events\":[{\"card\":\"Patch Day\",\"name\":\"Maintenance\"}],"
                 "\"networks\":[{\"network\":\"The Hellsite\",\"hand_size\":4,\"points_per_toxicity\":25,\"status\":\"derived\"},"
                 "{\"network\":\"Friendlink\",\"launches\":2,\"influencers_count_less\":100}],\"grinding_in_volunteer_drive\":1}");
    expect_printed(rules, "\"name\":\"mine\",\"note\":\"from the box\",\"deviations\":[]");
    expect_printed(rules, "{\"card\":\"Low on Funds\",\"count\":4,\"status\":\"known\"}");
    expect_printed(rules, "{\"card\":\"Bad Press\",\"count\":5,\"status\":\"named\"}");
    expect_printed(rules, "{\"card\":\"Push\",\"count\":6,");
    expect_printed(rules, "{\"card\":\"The Homebody\",\"name\":\"The Recluse\",\"count\":1,\"users\":250,\"single_user\":false,"
                          "\"toxicity\":1,\"criterion\":\"fewest_influencers\",\"status\":\"known\"}");
    expect_printed(rules, "{\"card\":\"Patch Day\",\"name\":\"Maintenance\",\"count\":1,\"status\":\"reconstructed\"}");
    expect_printed(rules, "{\"network\":\"The Hellsite\",\"hand_size\":4,\"points_per_toxicity\":25,\"status\":\"known\"}");
    expect_printed(
        rules, "{\"network\":\"Friendlink\",\"hand_size\":6,\"launches\":2,\"influencers_count_less\":100,\"status\":\"named\"}");
    expect_printed(rules, "\"grinding_in_volunteer_drive\":1");
    there_and_back(rules);
    free(rules);
}

/* The names of an edition are those that moves are written with. */
static void test_names_in_play(void **unused)
{
    void *rules = rules_of("{" E ",\"influencers\":[{\"card\":\"The Troll\",\"name\":\"Der Störer\"}]}");
    expect_printed(rules, "\"name\":\"unnamed edition\"");
    there_and_back(rules);
    free(rules);
}

static void add_communities(struct bil_text *text, int count, int users, int toxicity)
{
    bil_text_add(text, "\"communities\":[");
    for (int i = 0; i < count; i++) {
        bil_text_format(text, "%s{\"name\":\"Club %d\",\"users\":%d,\"toxicity\":%d}", i ? "," : "", i, users, toxicity);
    }
    bil_text_add(text, "]");
}

/* A whole list of Communities of one's own, and the declared deviation of 46 of them. */
static void test_communities(void **unused)
{
    for (int count = 39; count <= 46; count += 7) {
        struct bil_text text = {0};
        bil_text_add(&text,
                     "{" E ",\"deviations\":[\"communities\",\"events\"],\"events\":[{\"card\":\"Underdog Week\",\"count\":0},"
                     "{\"card\":\"Creator Strike\",\"count\":0},{\"card\":\"Volunteer Drive\",\"count\":0},"
                     "{\"card\":\"Patch Day\",\"count\":0},{\"card\":\"Tech Bubble\",\"count\":0},"
                     "{\"card\":\"Moral Panic\",\"count\":0},{\"card\":\"Funding Winter\",\"count\":0}],");
        add_communities(&text, count, 250, 1);
        bil_text_add(&text, "}");
        void *rules = rules_of(bil_text_string(&text));
        expect_printed(rules, "\"deviations\":[\"communities\",\"events\"]");
        expect_printed(rules, "{\"name\":\"Club 38\",\"users\":250,\"toxicity\":1,\"status\":\"reconstructed\"}");
        there_and_back(rules);
        free(rules);
        bil_text_free(&text);
    }
}

/* Users above what the rulebook says are a deviation, and can be had as one. */
static void test_large_communities(void **unused)
{
    struct bil_text text = {0};
    bil_text_add(&text, "{" E ",\"deviations\":[\"communities\"],");
    add_communities(&text, 39, 1000, 2);
    bil_text_add(&text, "}");
    void *rules = rules_of(bil_text_string(&text));
    expect_printed(rules, "{\"name\":\"Club 38\",\"users\":1000,\"toxicity\":2,\"status\":\"reconstructed\"}");
    there_and_back(rules);
    free(rules);
    bil_text_free(&text);
}

static void refuse(const char *json, const char *sentence)
{
    struct bil_error error;
    void *rules = malloc(game->rules_size);
    if (read_with(json, NULL, rules, &error)) {
        fail_msg("%s was read", json);
    }
    if (!strstr(error.text, sentence)) {
        fail_msg("%s\n  gave   %s\n  not    %s", json, error.text, sentence);
    }
    free(rules);
}

static void test_refusals(void **unused)
{
    static const struct {
        const char *json, *sentence;
    } wrong[] = {
        {"[]", "An edition is an object in { }"},
        {"{\"format\":2}", "\"format\" must be a whole number from 1 to 1"},
        {"{\"game\":\"chess\"}", "game: this edition is for the game \"chess\", not for one-billion-users."},
        {"{" E ",\"blocker\":[]}", "the nearest that is known is \"blockers\""},
        {"{" E ",\"name\":7}", "\"name\" must be a text in quotes"},
        {"{" E ",\"name\":\"0123456789012345678901234567890123456789012345678901234567890123\"}",
         "name: it may have at most 63 bytes."},
        {"{" E ",\"hand_size\":9}", "\"hand_size\" must be a whole number from 3 to 8"},
        {"{" E ",\"hand_size\":5}", "The edition is not the printed one: its Hand Size is 5, the printed one 6. If that is meant, "
                                    "list \"hand_size\" in \"deviations\"."},
        {"{" E ",\"grinding\":2}", "it takes 2 ground cards to resolve a Blocker, in the printed game 3."},
        {"{" E ",\"grinding_in_volunteer_drive\":4}",
         "Volunteer Drive and Burrow can make grinding only easier: they need at most 3"},
        {"{" E ",\"networks\":[{\"network\":\"Burrow\",\"grinding\":4}]}",
         "Volunteer Drive and Burrow can make grinding only easier"},
        {"{" E ",\"deviations\":[\"colours\"]}",
         "deviations[0]: there is no deviation \"colours\" here; there are communities, blockers"},
        {"{" E ",\"deviations\":[3]}",
         "deviations[0]: it must be a deviation as a word in quotation marks, such as \"communities\""},
        {"{" E ",\"blockers\":[{\"card\":\"Bad Press\",\"count\":4}]}", "it has 19 Blockers, the printed game 18."},
        {"{" E ",\"hotfixes\":[{\"card\":\"PR Response\",\"count\":3}]}", "it has 23 Hotfixes, the printed game 24."},
        {"{" E ",\"safeguards\":[{\"card\":\"War Chest\",\"count\":0}]}", "it has 3 Safeguards, the printed game 4."},
        {"{" E ",\"safeguards\":[{\"card\":\"War Chest\",\"count\":2}]}",
         "\"safeguards[0].count\" must be a whole number from 0 to 1"},
        {"{" E ",\"actions\":[{\"card\":\"Poke\",\"count\":16}]}", "\"actions[0].count\" must be a whole number from 0 to 15"},
        {"{" E ",\"actions\":[{\"card\":\"Poke\",\"count\":6}]}", "it has 11 Actions, the printed game 10."},
        {"{" E ",\"actions\":[{\"card\":\"Pock\"}]}", "actions[0].card: there is no card \"Pock\" here; there are Push and Poke."},
        {"{" E ",\"actions\":[{\"count\":5}]}", "actions[0]: it lacks \"card\""},
        {"{" E ",\"actions\":[{\"card\":\"Poke\"},{\"card\":\"poke\"}]}", "actions[1].card: poke stands here twice."},
        {"{" E ",\"actions\":[{\"card\":\"Poke\",\"name\":\"Jab\"}]}", "\"actions[0].name\" is not known here"},
        {"{" E ",\"actions\":[5]}", "\"actions[0]\" must be an object in { }, not 5."},
        {"{" E ",\"actions\":[{\"card\":\"Poke\",\"status\":\"sure\"}]}",
         "actions[0].status: it must be known, derived, named or reconstructed, not \"sure\"."},
        {"{" E ",\"influencers\":[{\"card\":\"The Homebody\",\"count\":0}]}", "it has 8 Influencers, the printed game 9."},
        {"{" E ",\"influencers\":[{\"card\":\"The Troll\",\"toxicity\":3}]}", "its Troll is not the printed one"},
        {"{" E ",\"influencers\":[{\"card\":\"The Troll\",\"single_user\":1}]}",
         "\"influencers[0].single_user\" must be true or false"},
        {"{" E ",\"influencers\":[{\"card\":\"The Homebody\",\"users\":120}]}", "influencers[0].users: 120 is no multiple of 50."},
        {"{" E ",\"influencers\":[{\"card\":\"The Homebody\",\"criterion\":\"nicest\"}]}",
         "influencers[0].criterion: it must be most_ or"},
        {"{" E ",\"influencers\":[{\"card\":\"The Homebody\",\"name\":\"the troll\"}]}",
         "The edition has two cards called \"The Troll\" and \"the troll\""},
        {"{" E ",\"influencers\":[{\"card\":\"The Homebody\",\"name\":\"A, B\"}]}", "influencers[0].name: a name holds no comma"},
        {"{" E ",\"influencers\":[{\"card\":\"The Homebody\",\"name\":\"\"}]}", "influencers[0].name: a name has 1 to 39 bytes."},
        {"{" E ",\"influencers\":[{\"card\":\"The Homebody\",\"name\":\"1 2\"}]}", "influencers[0].name: a name has a letter"},
        {"{" E ",\"events\":[{\"card\":\"Patch Day\",\"count\":0}]}", "it has 12 Events, the printed game 13."},
        {"{" E ",\"milestones\":{\"users\":[1000,2000]}}", "milestones.users: it must have 3 entries, one for each Milestone."},
        {"{" E ",\"milestones\":{\"users\":[1000,900,3000]}}",
         "milestones.users[1]: 900 is no more than the Milestone before needs, 1000."},
        {"{" E ",\"milestones\":{\"users\":[1000,2010,3000]}}", "milestones.users[1]: 2010 is no multiple of 50."},
        {"{" E ",\"milestones\":{\"users\":[1000,\"2000\",3000]}}",
         "\"milestones.users[1]\" must be a whole number from 50 to 20000, not \"2000\"."},
        {"{" E ",\"milestones\":{\"users\":[950,2000,3000]}}", "its Milestones are not those that are printed."},
        {"{" E ",\"milestones\":{\"points_with_2_seats\":[100,100,200]}}", "its Milestones are not those that are printed."},
        {"{" E ",\"milestones\":{\"points_with_2_seats\":[100,100,2000]}}", "must be a whole number from -1000 to 1000, not 2000."},
        {"{" E ",\"networks\":[{\"network\":\"none\"}]}", "networks[0].network: there is no Network \"none\" here"},
        {"{" E ",\"networks\":[{\"network\":\"MyFace\"}]}",
         "networks[0].network: there is no Network \"MyFace\" here; there are TapTap, HireMe"},
        {"{" E ",\"networks\":[{\"network\":\"Burrow\"},{\"network\":\"Burrow\"}]}",
         "networks[1].network: Burrow stands here twice."},
        {"{" E ",\"networks\":[{\"network\":\"Burrow\",\"launches\":2}]}", "\"networks[0].launches\" is not known here"},
        {"{" E ",\"networks\":[{\"network\":\"False Social\",\"more_users_for_criteria\":510}]}", "510 is no multiple of 50."},
        {"{" E ",\"communities\":{}}", "\"communities\" must be a list"},
        {"{" E ",\"communities\":[{\"name\":\"X\",\"users\":50}]}", "communities[0]: it lacks \"toxicity\"."},
        {"{" E ",\"communities\":[{\"name\":\"X\",\"users\":130,\"toxicity\":0}]}",
         "communities[0].users: 130 is no multiple of 50."},
        {"{" E ",\"communities\":[{\"name\":\"X\",\"users\":1050,\"toxicity\":0}]}",
         "\"communities[0].users\" must be a whole number from 50 to 1000"},
        {"{" E ",\"communities\":[{\"name\":\"X\",\"users\":50,\"toxicity\":10}]}",
         "\"communities[0].toxicity\" must be a whole number from 0 to 9"},
        {"{" E ",\"communities\":[{\"name\":\"X\",\"users\":50,\"toxicity\":0}]}", "it has 1 Communities, the printed game 39."},
        {"{" E ",\"communities\":[{\"name\":\"X\",\"users\":50,\"toxicity\":0}],\"deviations\":[\"communities\"]}",
         "The edition has only 1 Communities that a seat may launch, and 4 seats need at least 22."},
        {"{" E ",\"deviations\":[\"hotfixes\"],\"hotfixes\":[{\"card\":\"PR Response\",\"count\":40}]}",
         "The edition has 154 cards for the deck, Game Over included; at most 118 fit."},
        {"{" E ",\"deviations\":[\"hotfixes\",\"influencers\",\"events\"],\"hotfixes\":[{\"card\":\"PR Response\",\"count\":12}],"
         "\"influencers\":[{\"card\":\"The Homebody\",\"count\":0}],\"events\":[{\"card\":\"Patch Day\",\"count\":0},"
         "{\"card\":\"Tech Bubble\",\"count\":0},{\"card\":\"Moral Panic\",\"count\":0},{\"card\":\"Viral Moment\",\"count\":0},"
         "{\"card\":\"Underdog Week\",\"count\":0},{\"card\":\"Creator Strike\",\"count\":0},{\"card\":\"Talent "
         "Poaching\",\"count\":0},"
         "{\"card\":\"Funding Winter\",\"count\":0}]}",
         "The edition has more than 63 Blockers, Hotfixes, Safeguards and Actions together; 63 fit."},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        refuse(wrong[i].json, wrong[i].sentence);
    }
}

static void test_communities_refused(void **unused)
{
    static const struct {
        int count, users, toxicity;
        const char *sentence;
    } wrong[] = {
        {39, 250, 1, "it has no Community of 300 M Users and 2 Toxicity, the printed game has."},
        {47, 250, 1, "communities: it must have at most 46 entries."},
        {39, 350, 2, "its Club 0 has 350 M Users, in the printed game a Community has 50 to 300 M."},
        {39, 300, 9, "The Toxicity of all cards of the edition together is 365; at most 255 fit."},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct bil_text text = {0};
        bil_text_add(&text, "{" E ",");
        add_communities(&text, wrong[i].count, wrong[i].users, wrong[i].toxicity);
        bil_text_add(&text, wrong[i].toxicity == 9 ? ",\"deviations\":[\"communities\"]}" : "}");
        refuse(bil_text_string(&text), wrong[i].sentence);
        bil_text_free(&text);
    }
    refuse("{" E ",\"deviations\":[\"communities\"],\"communities\":[{\"name\":\"A\",\"users\":50,\"toxicity\":0},"
           "{\"name\":\"a\",\"users\":50,\"toxicity\":0}]}",
           "The edition has two cards called \"A\" and \"a\": give every card a name of its own.");
}

/* Options that an edition makes impossible. */
static void test_with_options(void **unused)
{
    struct bil_error error;
    void *rules = malloc(game->rules_size);
    struct bil_text text = {0};
    const struct bil_setting networks = {"networks", "random"};
    bil_text_add(&text, "{" E ",\"deviations\":[\"communities\"],");
    add_communities(&text, 39, 250, 3); /* HireMe could launch nothing */
    bil_text_add(&text, "}");
    assert_true(read_with(bil_text_string(&text), NULL, rules, &error));
    assert_false(read_with(bil_text_string(&text), &networks, rules, &error));
    assert_string_equal(
        error.text,
        "The edition has only 0 Communities that a seat with the Network HireMe may launch, and 4 seats need at least 28.");
    bil_text_clear(&text);
    const struct bil_setting cut = {"cut", "60"};
    static const char head[] =
        "{" E ",\"deviations\":[\"communities\",\"blockers\",\"hotfixes\",\"safeguards\",\"actions\"],\"hotfixes\":["
        "{\"card\":\"Fundraising\",\"count\":0},{\"card\":\"New Advertisers\",\"count\":0},{\"card\":\"Troll "
        "Crackdown\",\"count\":0},"
        "{\"card\":\"Mod Training\",\"count\":0},{\"card\":\"Server Upgrade\",\"count\":0},{\"card\":\"PR Response\",\"count\":0}],"
        "\"actions\":[{\"card\":\"Push\",\"count\":0},{\"card\":\"Poke\",\"count\":0}]";
    bil_text_format(&text, "%s}", head);
    assert_true(read_with(bil_text_string(&text), NULL, rules, &error));
    assert_false(read_with(bil_text_string(&text), &cut, rules, &error));
    assert_string_equal(error.text, "Option cut cannot be 60 with this edition: at most 54 cards are sure to be in the deck.");
    bil_text_clear(&text);
    bil_text_format(&text,
                    "%s,\"blockers\":[{\"card\":\"Low on Funds\",\"count\":0},{\"card\":\"Toxic Culture\",\"count\":0},"
                    "{\"card\":\"Overzealous Mods\",\"count\":0},{\"card\":\"Server Overload\",\"count\":0},"
                    "{\"card\":\"Bad Press\",\"count\":0}],",
                    head);
    add_communities(&text, 25, 250, 1);
    bil_text_add(&text, "}");
    assert_false(read_with(bil_text_string(&text), NULL, rules, &error));
    assert_string_equal(error.text, "The edition has only 29 main cards, and 4 seats need at least 35 to be dealt.");
    bil_text_free(&text);
    free(rules);
}

/* The hash is that of the cards: it changes with a number and with nothing else. */
static void test_hash(void **unused)
{
    char compiled[BIL_EDITION_HASH];
    char same[BIL_EDITION_HASH];
    char other[BIL_EDITION_HASH];
    void *rules = rules_of("{" E "}");
    bil_edition_hash(game, rules, compiled);
    free(rules);
    rules = rules_of("{" E ",\"actions\":[{\"card\":\"Push\",\"count\":5}]}");
    bil_edition_hash(game, rules, same);
    free(rules);
    rules = rules_of("{" E ",\"actions\":[{\"card\":\"Push\",\"count\":4},{\"card\":\"Poke\",\"count\":6}]}");
    bil_edition_hash(game, rules, other);
    free(rules);
    assert_string_equal(compiled, same);
    assert_string_not_equal(compiled, other);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compiled_in),         cmocka_unit_test(test_corrections),       cmocka_unit_test(test_names_in_play),
        cmocka_unit_test(test_communities),         cmocka_unit_test(test_large_communities), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_communities_refused), cmocka_unit_test(test_with_options),      cmocka_unit_test(test_hash),
    };
    return cmocka_run_group_tests(tests, find_game, NULL);
}
