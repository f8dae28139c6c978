/* Why a move is not legal: every reason once by a case (words/why.json), and through random games that there is a reason with a
 * rule for exactly those moves that are not legal. */
#include "games/one_billion_users/sentences.h"

/* Another seat's decision, the end, and numbers that are no move get a sentence too. */
static void strangers_get_a_sentence(void **state)
{
    struct case_table table;
    struct obu_state view;
    obu_begin(&table, 3, "networks=off", 5);
    obu_test_game()->hide(table.position.rules, table.position.state, 2, &view);
    case_expect_why(&table, &view, OBU_M_PASS, "Seat 1 decides now, not you (OBU-37).");
    case_expect_why(&table, table.position.state, 31, "No move of this game has the number 31; now choose your launch (OBU-38).");
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    static const struct case_said_list lists[] = {{"why", case_says_why}};
    const struct CMUnitTest tests[] = {
        CASE_TEST(case_every_illegal_move_has_a_reason, obu_language),
        CASE_TEST(case_odd_moves_get_a_sentence, obu_language),
        cmocka_unit_test(strangers_get_a_sentence),
    };
    return cmocka_run_group_tests_name("reasons through whole games", tests, NULL, NULL) +
           case_said_run(obu_test_game(), "games/one_billion_users/words", "why", lists, 1);
}
