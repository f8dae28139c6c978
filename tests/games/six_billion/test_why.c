/* Why a move of 6 Billion is not legal: every reason once by a case (words/why.json), and through random games that there is a
 * reason with a rule for exactly those moves that are not legal. */
#include "games/six_billion/sentences.h"

/* Another player's decision, and nobody's. */
static void strangers_get_a_sentence(void **context)
{
    struct case_table table;
    struct six_state view;
    static const char growing[] =
        "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"step\": \"grow\", \"tracks\": {\"earth\": {\"red\": 4}}}";
    static const char asked[] = "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"tracks\": {\"mars\": {\"red\": 4}}, "
                                "\"event\": {\"site\": \"mars\"}, \"windows\": [{\"window\": \"cancel\", \"asked\": \"blue\"}]}";
    six_begin_text(&table, growing, false);
    six_test_game()->hide(table.position.rules, table.position.state, 1, &view);
    case_expect_why(&table, &view, SIX_M_PASS, "Red decides now, not you (SIX-24).");
    six_test_game()->hide(table.position.rules, table.position.state, BIL_SPECTATOR, &view);
    case_expect_why(&table, &view, SIX_M_PASS, "Red decides now, not you (SIX-24).");
    case_expect_why(&table, table.position.state, 31,
                    "No move of this game has the number 31; now name a token for free doubling, as in `grow earth` (SIX-28).");
    case_table_free(&table);
    six_begin_text(&table, asked, false);
    six_test_game()->hide(table.position.rules, table.position.state, 0, &view);
    case_expect_why(&table, &view, SIX_M_PASS, "Blue decides now, not you (SIX-173).");
    case_table_free(&table);
}

/* SIX-208 */
static void an_empty_deck_gives_nothing(void **context)
{
    struct case_table table;
    static const char json[] = "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"step\": \"draw\"}";
    six_begin_text(&table, json, false);
    struct six_state *state = table.position.state;
    case_expect_why(&table, state, SIX_M_DECK, "");
    state->deck = 0;
    case_expect_why(&table, state, SIX_M_DECK,
                    "You can't draw from the `deck`: the deck and the discard pile are empty, so take an open card (SIX-208).");
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    static const struct case_said_list lists[] = {{"why", case_says_why}};
    const struct CMUnitTest tests[] = {
        CASE_TEST(case_every_illegal_move_has_a_reason, six_language),
        CASE_TEST(case_odd_moves_get_a_sentence, six_language),
        cmocka_unit_test(strangers_get_a_sentence),
        cmocka_unit_test(an_empty_deck_gives_nothing),
    };
    return cmocka_run_group_tests_name("reasons through whole games of 6 Billion", tests, NULL, NULL) +
           case_said_run(six_test_game(), "games/six_billion/words", "why", lists, 1);
}
