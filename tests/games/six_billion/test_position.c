/* Positions of 6 Billion: states and views of games at random are written and read back to the byte, worlds are dealt from views by
 * hand, and what cannot be is refused (documents/positions.json). What a position by hand means: cases/positions.json. */
#include "games/cases/documents.h"
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

/* Words that each must have been in a document that went there and back, so that no step and no window is left out. */
static struct case_words wanted = {.word = (const char *const[]){"\"step\":\"grow\"",
                                                                 "\"step\":\"settle\"",
                                                                 "\"step\":\"act\"",
                                                                 "\"step\":\"discard\"",
                                                                 "\"step\":\"draw\"",
                                                                 "\"step\":\"migrant\"",
                                                                 "\"step\":\"dollar\"",
                                                                 "\"step\":\"smiley\"",
                                                                 "\"step\":\"leaf\"",
                                                                 "\"step\":\"end\"",
                                                                 "\"window\":\"cancel\"",
                                                                 "\"window\":\"respond\"",
                                                                 "\"window\":\"consent\"",
                                                                 "\"window\":\"keep\"",
                                                                 "\"window\":\"halve\"",
                                                                 "\"window\":\"return\"",
                                                                 "\"end\":\"belt\"",
                                                                 "\"end\":\"tracks\"",
                                                                 "\"how\":\"free\"",
                                                                 "\"how\":\"prepaid\"",
                                                                 "\"how\":\"last\"",
                                                                 "\"card\":\"double",
                                                                 "\"card\":\"trouble\"",
                                                                 "\"card\":\"home\"",
                                                                 "\"pending\":{\"card\"",
                                                                 "\"barred\":[\"",
                                                                 "\"refused\":{\"",
                                                                 "\"attempted\":[\"",
                                                                 "\"known\":{\"",
                                                                 "\"fresh\":{\"",
                                                                 " up\"",
                                                                 "\"all\"",
                                                                 "\"viewer\":5",
                                                                 "\"viewer\":\"spectator",
                                                                 "\"removed\":2",
                                                                 NULL}};

static void walk(int seats, const char *options, unsigned seed, bool fast)
{
    const struct case_walk walk = {seats, options, seed, 9, fast};
    struct bil_error error = {{0}};
    if (!case_walk(six_test_game(), &walk, case_there_and_back, &wanted, &error)) {
        fail_msg("%s: %s", options, error.text);
    }
}

static void test_there_and_back(void **unused)
{
    struct bil_error error = {{0}};
    for (int seats = 2; seats <= 5; seats++) {
        for (unsigned g = 0; g < 2; g++) {
            const unsigned seed = 10 * (unsigned)seats + g;
            walk(seats, "turn-cap=20", seed, g == 1);
            walk(seats, "turn-cap=20;track=on;discovery-step=on", seed, g == 1);
            walk(seats, "turn-cap=20;tokens=13;trouble-billion=on;colours=black,pink,orange,green,red", seed, false);
        }
    }
    walk(3, "turn-cap=2", 1, false);
    /* The game is over because of the option: nobody has had a turn in the game turn that does not come. */
    walk(2, "turn-cap=1;track=on", 3, false);
    helper_must(case_words_seen(&wanted, &error), &error);
}

static void read_view(struct case_table *table, const char *json, struct six_state *view, struct bil_random *random)
{
    six_begin_text(table, json, false);
    memcpy(view, table->position.state, sizeof *view);
    case_dice(random, 3);
}

/* Worlds are dealt from a view by hand that have what the view shows, down to the Recycle that Blue knows in Red's hand. */
static void test_view(void **unused)
{
    struct case_table table;
    struct bil_random random;
    struct six_state view;
    read_view(&table,
              "{\"format\":1,\"game\":\"six-billion\",\"seats\":3,\"viewer\":2,\"turn\":4,"
              "\"hands\":{\"red\":6,\"blue\":[\"war\",\"double\"],\"green\":4},\"open\":[\"home\",\"home\",\"souls\"],"
              "\"discard\":[\"famine\"],\"discoveries\":{\"red\":[\"?\"],\"blue\":[\"venus\"]},"
              "\"discovery_deck\":[\"?\",\"?\",\"?\",\"?\",\"pluto\"],\"agendas\":{\"blue\":\"belt\"},"
              "\"knowledge\":{\"known\":{\"red\":[\"recycle\"]}}}",
              &view, &random);
    for (int i = 0; i < 20; i++) {
        char buffer[200];
        struct six_state world = {0};
        struct six_state again;
        six_test_game()->deal(table.position.rules, &view, &random, &world);
        assert_null(six_test_game()->check(table.position.rules, &world, buffer, sizeof buffer));
        six_test_game()->hide(table.position.rules, &world, 1, &again);
        assert_memory_equal(&again, &view, sizeof view);
        assert_true(world.hand[0].copies[SIX_RECYCLE] > 0);
    }
    case_table_free(&table);
}

/* Of Red's cards only the Home can be from before the shuffle, and so the one that Blue had then is not the other old Home. */
static void test_fresh_world(void **unused)
{
    struct case_table table;
    struct bil_random random;
    struct six_state view;
    read_view(&table,
              "{\"format\":1,\"game\":\"six-billion\",\"seats\":2,\"viewer\":1,\"hands\":{\"red\":[\"war\",\"home\"],\"blue\":1},"
              "\"knowledge\":{\"drawn\":{\"red\":1,\"blue\":0},\"fresh\":{\"colony2\":9,\"colony6\":8,\"colony6-other\":3,"
              "\"colony6-neutral\":3,\"migrants12\":8,\"migrants6\":2,\"migrants6-other\":3,\"migrants12-other\":1,\"double\":7,"
              "\"double-other\":3,\"double-neutral\":3,\"recycle\":2,\"discovery\":7,\"trouble\":4,\"home\":3,\"death\":4,"
              "\"pestilence\":5,\"famine\":4,\"souls\":2,\"politics\":4,\"war\":4}}}",
              &view, &random);
    for (int i = 0; i < 40; i++) {
        struct six_state world = {0};
        six_test_game()->deal(table.position.rules, &view, &random, &world);
        assert_int_equal(world.hand[1].copies[SIX_SOULS], 1);
        assert_int_equal(world.hand[1].kinds, SIX_CARD_BIT(SIX_SOULS));
    }
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_view),
        cmocka_unit_test(test_fresh_world),
    };
    return case_documents_run(six_test_game(), "games/six_billion/documents/positions.json") +
           cmocka_run_group_tests(tests, NULL, NULL);
}
