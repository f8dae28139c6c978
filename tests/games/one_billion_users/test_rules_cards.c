/* The cards of the compiled-in edition (OBU-1..11): how many of each, and what stands on them. */
#include "billions/json.h"
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/support.h"
#include "unit.h"

static const struct obu_rules *rules_for(int seats)
{
    static struct obu_rules rules;
    struct bil_error error = {{0}};
    const struct bil_config config = {.seats = seats};
    helper_must(obu_test_game()->rules_init(&config, &rules, &error), &error);
    return &rules;
}

struct counted {
    const char *name;
    int copies;
};

static int copies_of(const struct obu_rules *rules, const char *name)
{
    for (int card = 0; card < OBU_HIDDEN; card++) {
        if (strcmp(rules->text[card].name, name) == 0) {
            return rules->copies[card];
        }
    }
    return -1;
}

/* OBU-1, 5, 6, 7, 8 */
static void so_many_of_each(void **state)
{
    static const struct counted cards[] = {
        {"Low on Funds", 6},  {"Toxic Culture", 3},  {"Overzealous Mods", 3}, {"Server Overload", 3},
        {"Bad Press", 3},     {"Fundraising", 4},    {"New Advertisers", 4},  {"Troll Crackdown", 4},
        {"Mod Training", 4},  {"Server Upgrade", 4}, {"PR Response", 4},      {"Appeals Board", 1},
        {"PR Department", 1}, {"Cloud Backup", 1},   {"War Chest", 1},        {"Push", 5},
        {"Poke", 5}};
    const struct obu_rules *rules = rules_for(2);
    int sum = 0;
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
        if (copies_of(rules, cards[i].name) != cards[i].copies) {
            fail_msg("%s: %d, not %d", cards[i].name, copies_of(rules, cards[i].name), cards[i].copies);
        }
        sum += cards[i].copies;
    }
    assert_int_equal(sum, 18 + 24 + 4 + 10);
    assert_int_equal(rules->communities, 39);
    int main_cards = 0;
    for (int card = 0; card < OBU_HIDDEN; card++) {
        main_cards += rules->copies[card];
    }
    assert_int_equal(main_cards, 95);
}

/* OBU-1: dealt out, 118 cards lie in deck, hands and on platforms; three Milestones and eight Networks are not among them. */
static int cards_on_the_table(const struct bil_value *document, const char *const *keys)
{
    int count = 0;
    for (; *keys; keys++) {
        const struct bil_value *list = bil_value_get(document, *keys);
        count += list && list->type == BIL_ARRAY ? list->count : 0;
    }
    return count;
}

static void the_whole_box(void **state)
{
    static const char *const open[] = {"deck", "discard", "event_pile", NULL};
    static const char *const own[] = {"hand", "communities", "influencers", "ground", "stack", "buried", "safeguards", NULL};
    for (int seats = 2; seats <= 4; seats++) {
        struct case_table table;
        struct bil_error error = {{0}};
        obu_begin(&table, seats, "networks=random", 1);
        for (int i = 0; i < 12; i++) { /* past the launches and returns */
            bil_move list[BIL_MAX_MOVES];
            case_table_moves(&table, list);
            helper_must(case_table_apply(&table, list[0], &error), &error);
        }
        const struct bil_value *document = case_table_document(&table, BIL_EVERYBODY);
        int count = cards_on_the_table(document, open);
        for (const struct bil_value *node = bil_value_get(document, "platforms")->child; node; node = node->next) {
            const struct bil_value *blocker = bil_value_get(node, "blocker");
            count += cards_on_the_table(node, own) + (blocker && blocker->type == BIL_STRING);
        }
        assert_int_equal(count, 118);
        bil_json_free(document);
        case_table_free(&table);
    }
    assert_int_equal(118 + OBU_MILESTONES + OBU_NETWORKS, 129);
}

/* OBU-3, 4: how many Communities there are of each size (rows: 50 to 300 million) and Toxicity (columns: 0 to 4). */
static void communities_by_size_and_toxicity(void **state)
{
    static const int wanted[6][5] = {{3, 2, 1, 2, 0}, {4, 2, 2, 1, 0}, {3, 1, 2, 2, 0},
                                     {2, 1, 2, 1, 1}, {0, 1, 1, 1, 1}, {0, 0, 1, 1, 1}};
    int there[6][5] = {{0}};
    const struct obu_rules *rules = rules_for(2);
    int halves = 0;
    int toxicity = 0;
    for (int card = 0; card < rules->communities; card++) {
        assert_in_range(rules->halves[card], 1, 6);
        assert_in_range(rules->toxicity[card], 0, 4);
        assert_int_equal(rules->copies[card], 1);
        there[rules->halves[card] - 1][rules->toxicity[card]]++;
        halves += rules->halves[card];
        toxicity += rules->toxicity[card];
        for (int other = 0; other < card; other++) {
            assert_string_not_equal(rules->text[card].name, rules->text[other].name);
        }
    }
    assert_memory_equal(there, wanted, sizeof wanted);
    assert_int_equal(50 * halves, 5800);
    assert_int_equal(toxicity, 61);
}

/* OBU-9, 122..131, as an Influencer alone on a platform shows it. */
static void influencers_one_by_one(void **state)
{
    static const struct {
        const char *name;
        int64_t users;
        int toxicity;
    } influencers[] = {{"The Investor", 300000000, 2},           {"The Trendsetter", 300000000, 0},
                       {"The Contrarian", 200000000, 3},         {"The Troll", 1, 4},
                       {"Today's Main Character", 250000000, 3}, {"The Archivist", 150000000, 0},
                       {"The Clout Chaser", 200000000, 1},       {"The Homebody", 100000000, 0},
                       {"The Drama Reporter", 150000000, 1}};
    int64_t users = 0;
    for (size_t i = 0; i < sizeof influencers / sizeof influencers[0]; i++) {
        struct case_table table;
        char json[256];
        snprintf(json, sizeof json,
                 "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"platforms\": [{\"influencers\": [\"%s\"]}]}",
                 influencers[i].name);
        obu_begin_text(&table, json);
        const struct bil_value *document = case_table_document(&table, BIL_EVERYBODY);
        const struct bil_value *platform = bil_value_get(document, "platforms")->child;
        assert_int_equal(bil_value_get(platform, "users")->integer, influencers[i].users);
        assert_int_equal(bil_value_get(platform, "toxicity")->integer, influencers[i].toxicity);
        users += influencers[i].users;
        bil_json_free(document);
        case_table_free(&table);
    }
    assert_int_equal(users, 1650000001);
}

/* OBU-10: Blockers, Hotfixes, Safeguards, ground cards, hands and Pushes count for nothing; Pokes are 50 million each. */
static void nothing_else_counts(void **state)
{
    struct case_table table;
    obu_begin_text(&table,
                   "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"platforms\": [{\"communities\": [\"Pet "
                   "Pictures\", \"Celebrity Gossip\"], \"influencers\": [{\"name\": \"The Investor\", \"pokes\": 2, "
                   "\"pushes\": 3}], \"blocker\": \"Low on Funds\", \"ground\": [\"Outrage Engine\", \"Poke\"], \"stack\": "
                   "[\"Bad Press\", \"PR Response\"], \"buried\": [\"Prank Channels\"], \"safeguards\": [\"Cloud Backup\"], "
                   "\"countered\": [\"Appeals Board\"], \"hand\": [\"Comment Section Prime\", \"Poke\"]}]}");
    const struct bil_value *document = case_table_document(&table, BIL_EVERYBODY);
    const struct bil_value *platform = bil_value_get(document, "platforms")->child;
    assert_int_equal(bil_value_get(platform, "users")->integer, 150000000 + 200000000 + 300000000 + 100000000);
    assert_int_equal(bil_value_get(platform, "toxicity")->integer, 0 + 2 + 2);
    bil_json_free(document);
    case_table_free(&table);
}

/* OBU-17, 178, 184: Hand Sizes. */
static void hand_sizes(void **state)
{
    const struct obu_rules *rules = rules_for(2);
    for (int network = 0; network <= OBU_NETWORKS; network++) {
        const int wanted = network == OBU_TAPTAP ? 7 : network == OBU_HELLSITE ? 5 : 6;
        assert_int_equal(rules->hand_size[network], wanted);
    }
}

/* OBU-2: the aids. Every player may read the rules, and every card's text, at any time: they belong to the game, not to a state. */
static void aids_for_everybody(void **state)
{
    const struct bil_topic *topic = obu_test_game()->topics;
    bool turn = false;
    bool scoring = false;
    assert_non_null(topic);
    for (; topic->id; topic++) {
        turn |= strstr(topic->id, "turn") != NULL;
        scoring |= strstr(topic->id, "scor") != NULL;
        assert_true(strlen(topic->title) > 0 && strlen(topic->text) > 0);
    }
    assert_true(turn && scoring);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(so_many_of_each),
        cmocka_unit_test(the_whole_box),
        cmocka_unit_test(communities_by_size_and_toxicity),
        cmocka_unit_test(influencers_one_by_one),
        cmocka_unit_test(nothing_else_counts),
        cmocka_unit_test(hand_sizes),
        cmocka_unit_test(aids_for_everybody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
