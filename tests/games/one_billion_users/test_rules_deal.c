/* Dealing what a viewer cannot see (OBU-34, 192..200, W102, W113, W114): hands, the deck with Game Over, cards taken from the
 * discard pile, ground cards, what Talent Poaching passed on (all of it in scenes/deals.json), secret launches. */
#include "games/cases/play.h"
#include "games/cases/run.h"
#include "games/one_billion_users/worlds.h"
#include "unit.h"

/* Where all Influencers stand on a platform, all Events lie on their pile and what is named nowhere lies under the discard pile,
 * only what is listed is hidden. */
#define HEAD(seats)                                                                                                                \
    "{\"format\": 1, \"game\": \"one-billion-users\", \"rest\": \"aside\", \"seats\": " #seats ", \"event_pile\": [\"Patch "       \
    "Day\"], "
#define STARS                                                                                                                      \
    "\"influencers\": [\"The Investor\", \"The Trendsetter\", \"The Contrarian\", \"The Troll\", \"Today's Main Character\", "     \
    "\"The Archivist\", \"The Clout Chaser\", \"The Homebody\", \"The Drama Reporter\"]"

/* ------------------------------------------------------------------ Talent Poaching */

static const char w113[] =
    HEAD(3) "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Poke\", \"Bad Press\", \"Game Over\"], \"discard\": [\"Push\"], "
            "\"platforms\": [{" STARS
            ", \"hand\": [\"Bad Press\"]}, {\"hand\": [\"Knit Night\"]}, {\"hand\": [\"War Chest\", \"Poke\"]}]}";
/* A choice that is still secret: seat 3 has chosen, each of its cards is as likely. */
static void a_card_about_to_be_passed(void **state)
{
    static const char *const steps[] = {"3 draw discard", "3 draw deck", "3 give Push", NULL};
    struct case_table table;
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    int push = 0;
    case_begin_steps(&table, obu_test_game(), w113, steps);
    obu_test_game()->hide(table.position.rules, table.position.state, 0, &view);
    case_dice(&random, 5);
    for (int i = 0; i < 30000; i++) {
        obu_test_game()->deal(table.position.rules, &view, &random, &world);
        assert_true(obu_has(table.position.rules, &world.seat[2].hand, OBU_PUSH));
        push += OBU_A(world.pending[2]) == OBU_PUSH;
    }
    /* One of three cards is the Push taken; of the two unknown ones none can be another: the other four lie open. */
    assert_in_range(push, 10000 - 500, 10000 + 500);
    case_table_free(&table);
}

/* ------------------------------------------------------------------ while launches are secret */

/* n over k */
static double choose(int n, int k)
{
    double ways = 1;
    for (int i = 1; i <= k; i++) {
        ways = ways * (n - k + i) / i;
    }
    return k < 0 || k > n ? 0 : ways;
}

/* How often a dealt hand of another seat has so many Communities: never none. If that seat has launched in secret, each of its
 * Communities is one way to have done so, and a hand with more ways is that much more likely. */
static void communities_of_another(int viewer, int seat, int ways)
{
    struct case_table table;
    struct bil_error error = {{0}};
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    enum { TRIES = 30000, HELD = 7 };
    obu_begin(&table, 2, "", 12);
    bil_move list[BIL_MAX_MOVES];
    case_table_moves(&table, list);
    helper_must(case_table_apply(&table, list[0], &error), &error);
    const struct obu_state *now = table.position.state;
    obu_test_game()->hide(table.position.rules, now, viewer, &view);
    const int communities = 39 - obu_popcount(now->seat[viewer].hand.comm);
    const int unseen = 95 - now->seat[viewer].hand_count;
    int bin[HELD + 1] = {0};
    case_dice(&random, (unsigned)(20 + viewer));
    for (int i = 0; i < TRIES; i++) {
        obu_test_game()->deal(table.position.rules, &view, &random, &world);
        const int count = obu_popcount(world.seat[seat].hand.comm);
        bin[count]++;
        if (ways) { /* the launch that is dealt is one that the hand can make */
            assert_true(world.seat[seat].hand.comm >> OBU_A(world.pending[seat]) & 1U);
        }
    }
    double weight[HELD + 1];
    double total = 0;
    for (int c = 0; c <= HELD; c++) {
        weight[c] = choose(communities, c) * choose(unseen - communities, HELD - c) * (ways ? c : c > 0);
        total += weight[c];
    }
    for (int c = 1; c <= HELD; c++) {
        weight[c] *= TRIES / total;
    }
    assert_int_equal(bin[0], 0);
    assert_true(case_surprise(&bin[1], &weight[1], HELD) < 4);
    case_table_free(&table);
}

static void a_hand_that_can_launch(void **state)
{
    communities_of_another(0, 1, 0);
}

static void a_hand_that_has_launched(void **state)
{
    communities_of_another(1, 0, 1);
}

/* Friendlink launched one Community where it must launch three if it can: it has no other. */
static void a_short_launch_tells(void **state)
{
    static const char json[] =
        "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"phase\": \"launch\", \"options\": {\"networks\": "
        "\"Friendlink,Burrow\"}, \"platforms\": [{\"hand\": [\"Pet Pictures\", \"PR Response\", \"War Chest\", \"Push\", \"Push\", "
        "\"Poke\", \"Bad Press\", \"Mod Training\", \"Fundraising\"]}, {\"hand\": [\"Craft Tutorials\", \"Push\", \"Poke\", "
        "\"Poke\", \"Bad Press\", \"Mod Training\", \"Fundraising\"]}]}";
    static const char *const steps[] = {"1 launch Pet Pictures", "2 launch Craft Tutorials", "1 return War Chest, Push", NULL};
    struct case_table table;
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    case_begin_steps(&table, obu_test_game(), json, steps);
    obu_test_game()->hide(table.position.rules, table.position.state, 1, &view);
    case_dice(&random, 30);
    for (int i = 0; i < 3000; i++) {
        obu_test_game()->deal(table.position.rules, &view, &random, &world);
        assert_int_equal(obu_popcount(world.seat[0].hand.comm), 0);
    }
    case_table_free(&table);
}

/* ------------------------------------------------------------------ W114 */

static void chances_of_game_over(const char *position, int lowest)
{
    struct case_table table;
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    int bin[OBU_PILE] = {0};
    enum { TRIES = 25000 };
    obu_begin_text(&table, position);
    obu_test_game()->hide(table.position.rules, table.position.state, 0, &view);
    case_dice(&random, 6);
    for (int i = 0; i < TRIES; i++) {
        obu_test_game()->deal(table.position.rules, &view, &random, &world);
        for (int place = 0; place < world.deck; place++) {
            bin[place] += world.pile[place] == OBU_GAME_OVER;
        }
    }
    for (int place = lowest; place < view.deck; place++) {
        assert_int_equal(bin[place], 0);
    }
    assert_true(lowest == 1 ? bin[0] == TRIES : case_surprise(bin, NULL, lowest) < 4);
    case_table_free(&table);
}

#define TEN "\"Mod Training\", \"PR Response\", \"Push\", \"Poke\", \"Fundraising\", "
static void the_next_card_may_be_game_over(void **state)
{
    /* 25 cards: 1/25 for each; one card: certain; 27 cards: never one of the top two. */
    chances_of_game_over(HEAD(2) "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                 "\"deck\": [" TEN TEN TEN TEN "\"Troll Crackdown\", \"Troll Crackdown\", \"Bad Press\", "
                                 "\"Low on Funds\", \"Game Over\"]}",
                         25);
    chances_of_game_over(HEAD(2) "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                 "\"deck\": [\"Game Over\"]}",
                         1);
    chances_of_game_over(HEAD(2) "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                 "\"deck\": [" TEN TEN TEN TEN "\"Troll Crackdown\", \"Troll Crackdown\", \"Bad Press\", "
                                 "\"Low on Funds\", \"Low on Funds\", \"Low on Funds\", \"Game Over\"]}",
                         25);
}

int TEST_MAIN(void)
{
    static const struct case_rows deals = {"deals", obu_deals_are_uniform};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_about_to_be_passed),      cmocka_unit_test(a_hand_that_can_launch),
        cmocka_unit_test(a_hand_that_has_launched),       cmocka_unit_test(a_short_launch_tells),
        cmocka_unit_test(the_next_card_may_be_game_over),
    };
    return case_rows_run("games/one_billion_users/scenes/deals.json", &deals, 1) + cmocka_run_group_tests(tests, NULL, NULL);
}
