/* Dealing what a viewer cannot see (OBU-34, 192..197, W102, W114): hands, the deck with Game Over, cards taken from the discard
 * pile, ground cards, secret launches. What Talent Poaching passes on is in test_rules_passing.c. */
#include <math.h>

#include "games/one_billion_users/worlds.h"
#include "table/helpers.h"
#include "unit.h"

/* ------------------------------------------------------------------ hands, decks, ground cards */

/* Six hidden cards, some of them alike, in a hand and a deck of four with Game Over anywhere in it. */
static void a_hand_and_a_deck(void **state)
{
    static const struct scene scene = {
        .position = HEAD(2) SHOW "\"deck\": [\"Poke\", \"Bad Press\", \"Push\", \"Game Over\"], "
                                 "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]},"
                                 "{\"hand\": [\"Push\", \"Pet Pictures\", \"Bad Press\"]}]}",
        .viewer = 1,
        .variant = {{1, "2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

static void a_spectator_sees_no_hand(void **state)
{
    static const struct scene scene = {
        .position = HEAD(3) SHOW "\"deck\": [\"Poke\", \"Game Over\", \"Push\"], "
                                 "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]},"
                                 "{\"hand\": [\"Push\", \"Pet Pictures\"]}, {\"hand\": [\"Knit Night\"]}]}",
        .viewer = 0,
        .variant = {{1, "1 0 ?;2 0 ?;2 0 ?;3 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* OBU-34: with a cut of one card Game Over is one of the lowest two. */
static void game_over_in_the_cut(void **state)
{
    static const struct scene scene = {
        .position = HEAD(2) SHOW "\"cut\": 1, \"deck\": [\"Poke\", \"Bad Press\", \"Push\", \"Game Over\", \"Knit Night\"], "
                                 "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Push\"]}]}",
        .viewer = 1,
        .variant = {{1, "2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* Influencers and Events of the deck may lie anywhere in it. */
static void influencers_and_events_in_the_deck(void **state)
{
    static const struct scene scene = {
        .position = HEAD(2) SHOW
        "\"cut\": 2, \"deck\": [\"The Homebody\", \"Tech Bubble\", \"Push\", \"Game Over\"], \"platforms\": [{\"influencers\": "
        "[\"The "
        "Investor\", \"The Trendsetter\", \"The Contrarian\", \"The Troll\", \"Today's Main Character\", \"The Archivist\", "
        "\"The Clout Chaser\", \"The Drama Reporter\"]}, {\"hand\": [\"Bad Press\"]}]}",
        .viewer = 1,
        .variant = {{1, "2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* OBU-195: what was taken from the discard pile is in that hand for all to know. */
static void cards_taken_from_the_discard_pile(void **state)
{
    static const char *const steps[] = {"2 draw discard", "2 draw discard", NULL};
    static const struct scene scene = {
        .position = HEAD(2) SHOW "\"turn\": 2, \"deck\": [\"Poke\", \"Push\", \"Bad Press\", \"Game Over\"], "
                                 "\"discard\": [\"Poke\", \"Push\"], "
                                 "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]},"
                                 "{\"hand\": [\"Push\", \"Pet Pictures\"]}]}",
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* W102: after a ground card nobody can tell whether it was one of those taken. The second ground card cannot be what was drawn
 * after it, and the first not what was drawn before the second. */
static const char w102[] =
    HEAD(2) SHOW "\"turn\": 2, \"deck\": [\"Mod Training\", \"Mod Training\", \"War Chest\", \"Game Over\"], "
                 "\"discard\": [\"Poke\", \"Knit Night\", \"Push\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, "
                 "{\"blocker\": \"Low on Funds\", \"hand\": [\"Push\", \"Mod Training\", \"Mod Training\", \"Cloud Backup\"]}]}";

static void a_ground_card(void **state)
{
    static const char *const steps[] = {"2 draw discard", "2 draw discard", "2 draw discard", "2 grind Push", NULL};
    static const struct scene scene = {
        .position = w102,
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 Knit Night;2 0 ?;2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

static const char two_grounds[] = HEAD(2) SHOW
    "\"turn\": 2, \"deck\": [\"Mod Training\", \"Push\", \"Game Over\"], \"discard\": [\"Poke\", \"Knit Night\", \"Push\"], "
    "\"platforms\": [{" STARS ", \"hand\": [\"Bad Press\", \"Bad Press\", \"Bad Press\", \"Low on Funds\", \"Low on Funds\", "
    "\"Low on Funds\"]}, {\"blocker\": \"Low on Funds\", \"hand\": [\"Mod Training\", \"Mod Training\", \"Mod Training\", "
    "\"Cloud Backup\"]}]}";

static void two_ground_cards(void **state)
{
    static const char *const steps[] = {"2 draw discard",       "2 draw discard", "2 draw discard",
                                        "2 grind Mod Training", "1 draw deck",    "1 discard Push",
                                        "2 draw discard",       "2 grind Push",   NULL};
    static const struct scene scene = {
        .position = HEAD(2) SHOW
        "\"turn\": 2, \"deck\": [\"Push\", \"Mod Training\", \"Game Over\"], \"discard\": [\"Poke\", \"Knit Night\", \"Push\"], "
        "\"platforms\": [{" STARS ", \"hand\": [\"Bad Press\", \"Bad Press\", \"Bad Press\", \"Low on Funds\", \"Low on Funds\", "
        "\"Low on Funds\"]}, {\"blocker\": \"Low on Funds\", \"hand\": [\"Mod Training\", \"Mod Training\", \"Mod Training\", "
        "\"Cloud Backup\"]}]}",
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 Knit Night;2 1 Push;2 0 ?;2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

static void a_card_drawn_between_two_ground_ones(void **state)
{
    static const char *const steps[] = {"2 draw discard",       "2 draw discard", "2 draw discard",
                                        "2 grind Mod Training", "1 draw discard", "1 discard Bad Press",
                                        "2 draw deck",          "2 grind Push",   NULL};
    static const struct scene scene = {
        .position = two_grounds,
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 Knit Night;2 0 ?;2 0 ?;2 0 ?;2 0 ?;2 1 ?"}},
    };
    deals_are_uniform(&scene);
}

/* A card that was shown leaves the rest as it was. */
static void a_known_card_is_played(void **state)
{
    static const char *const steps[] = {"2 draw discard", "2 draw discard", "2 draw discard", "2 discard Push", NULL};
    static const struct scene scene = {
        .position = w102,
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Poke;2 0 Knit Night;2 0 ?;2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

static void an_unknown_card_is_played(void **state)
{
    static const char *const steps[] = {"2 draw discard", "2 draw discard", "2 draw discard", "2 discard Cloud Backup", NULL};
    static const struct scene scene = {
        .position = w102,
        .steps = steps,
        .viewer = 1,
        .variant = {{1, "2 0 Push;2 0 Poke;2 0 Knit Night;2 0 ?;2 0 ?;2 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* The owner knows what it ground. */
static void one_s_own_ground_card(void **state)
{
    static const char *const steps[] = {"2 draw discard", "2 draw discard", "2 draw discard", "2 grind Push", NULL};
    static const struct scene scene = {
        .position = w102,
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 ?"}},
    };
    deals_are_uniform(&scene);
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
    helper_must(obu_table_new(&table, 2, "", false, 12, &error), &error);
    bil_move list[BIL_MAX_MOVES];
    case_table_moves(&table, list);
    helper_must(case_table_apply(&table, list[0], &error), &error);
    const struct obu_state *now = table.position.state;
    obu_test_game()->hide(table.position.rules, now, viewer, &view);
    const int communities = 39 - obu_popcount(now->seat[viewer].hand.comm);
    const int unseen = 95 - now->seat[viewer].hand_count;
    int bin[HELD + 1] = {0};
    worlds_random(&random, (unsigned)(20 + viewer));
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
    double square = 0;
    assert_int_equal(bin[0], 0);
    for (int c = 1; c <= HELD; c++) {
        const double expected = TRIES * weight[c] / total;
        square += (bin[c] - expected) * (bin[c] - expected) / expected;
    }
    assert_true((square - (HELD - 1)) / sqrt(2.0 * (HELD - 1)) < 4);
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
    static const struct scene scene = {.position = json, .steps = steps};
    struct case_table table;
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    set_scene(&table, &scene);
    obu_test_game()->hide(table.position.rules, table.position.state, 1, &view);
    worlds_random(&random, 30);
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
    struct bil_error error = {{0}};
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    int bin[OBU_PILE] = {0};
    enum { TRIES = 25000 };
    helper_must(obu_table_read_text(&table, position, false, 1, &error), &error);
    obu_test_game()->hide(table.position.rules, table.position.state, 0, &view);
    worlds_random(&random, 6);
    for (int i = 0; i < TRIES; i++) {
        obu_test_game()->deal(table.position.rules, &view, &random, &world);
        for (int place = 0; place < world.deck; place++) {
            bin[place] += world.pile[place] == OBU_GAME_OVER;
        }
    }
    double square = 0;
    for (int place = 0; place < view.deck; place++) {
        if (place >= lowest) {
            assert_int_equal(bin[place], 0);
        } else {
            const double expected = (double)TRIES / lowest;
            square += (bin[place] - expected) * (bin[place] - expected) / expected;
        }
    }
    assert_true(lowest == 1 ? bin[0] == TRIES : (square - (lowest - 1)) / sqrt(2.0 * (lowest - 1)) < 4);
    case_table_free(&table);
}

#define TEN "\"Mod Training\", \"PR Response\", \"Push\", \"Poke\", \"Fundraising\", "
static void the_next_card_may_be_game_over(void **state)
{
    /* 25 cards: 1/25 for each; one card: certain; 27 cards: never one of the top two. */
    chances_of_game_over(HEAD(2) SHOW "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                      "\"deck\": [" TEN TEN TEN TEN "\"Troll Crackdown\", \"Troll Crackdown\", \"Bad Press\", "
                                      "\"Low on Funds\", \"Game Over\"]}",
                         25);
    chances_of_game_over(HEAD(2) SHOW "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                      "\"deck\": [\"Game Over\"]}",
                         1);
    chances_of_game_over(HEAD(2) SHOW "\"platforms\": [{" STARS ", \"hand\": [\"War Chest\"]}, {\"hand\": [\"Bad Press\"]}], "
                                      "\"deck\": [" TEN TEN TEN TEN "\"Troll Crackdown\", \"Troll Crackdown\", \"Bad Press\", "
                                      "\"Low on Funds\", \"Low on Funds\", \"Low on Funds\", \"Game Over\"]}",
                         25);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_and_a_deck),
        cmocka_unit_test(a_spectator_sees_no_hand),
        cmocka_unit_test(game_over_in_the_cut),
        cmocka_unit_test(influencers_and_events_in_the_deck),
        cmocka_unit_test(cards_taken_from_the_discard_pile),
        cmocka_unit_test(a_ground_card),
        cmocka_unit_test(two_ground_cards),
        cmocka_unit_test(a_card_drawn_between_two_ground_ones),
        cmocka_unit_test(a_known_card_is_played),
        cmocka_unit_test(an_unknown_card_is_played),
        cmocka_unit_test(one_s_own_ground_card),
        cmocka_unit_test(a_hand_that_can_launch),
        cmocka_unit_test(a_hand_that_has_launched),
        cmocka_unit_test(a_short_launch_tells),
        cmocka_unit_test(the_next_card_may_be_game_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
