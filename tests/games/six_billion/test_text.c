/* What 6 Billion writes and reads: moves in notation and back (section 24), what people type (words/parse.json), prompts for every
 * viewer (words/prompt.json), and a sentence for every event that never says more than its reader may know (SIX-215..222). */
#include "games/six_billion/sentences.h"

/* ------------------------------------------------------------------ what others read of a move (SIX-217) */

static void a_discovery_card_goes_back_unseen(void **context)
{
    struct case_table table;
    static const char json[] =
        "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 3, \"turn\": 3, \"options\": {\"track\": \"on\"}, "
        "\"discoveries\": {\"red\": [\"venus\", \"pluto up\", \"leaf\"]}, \"windows\": [{\"window\": \"return\"}]}";
    const bil_move venus = SIX_MOVE(SIX_M_RETURN, 0, 0, 1 + SIX_VENUS, 0, 0);
    const bil_move pluto = SIX_MOVE(SIX_M_RETURN, 0, 0, 1 + SIX_PLUTO, 0, 0);
    six_begin_text(&table, json, false);
    case_expect_text(&table, venus, 0, "return venus");
    case_expect_text(&table, venus, BIL_EVERYBODY, "return venus");
    case_expect_text(&table, venus, 1, "return ?");
    case_expect_text(&table, venus, BIL_SPECTATOR, "return ?");
    for (int viewer = BIL_EVERYBODY; viewer < 3; viewer++) { /* it lies face up */
        case_expect_text(&table, pluto, viewer, "return pluto");
    }
    case_table_free(&table);
}

/* Who saw a card before knows it again when it is the only one that lies face down. */
static void who_saw_it_before_knows_it(void **context)
{
    struct case_table table;
    static const char json[] =
        "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 3, \"turn\": 3, \"discoveries\": {\"red\": [\"pluto up\", "
        "\"venus\"]}, "
        "\"knowledge\": {\"discoveries_seen\": {\"red\": [\"all\", [\"red\", \"blue\"]]}}, \"windows\": [{\"window\": "
        "\"return\"}]}";
    const bil_move venus = SIX_MOVE(SIX_M_RETURN, 0, 0, 1 + SIX_VENUS, 0, 0);
    six_begin_text(&table, json, false);
    case_expect_text(&table, venus, 1, "return venus");
    case_expect_text(&table, venus, 2, "return ?");
    case_expect_text(&table, venus, BIL_SPECTATOR, "return ?");
    case_table_free(&table);
}

static void a_number_that_is_no_move_is_a_question_mark(void **context)
{
    struct case_table table;
    six_begin(&table, 2, "", 1);
    case_expect_text(&table, 0, 0, "?");
    case_expect_text(&table, 31, 0, "?");
    case_expect_text(&table, SIX_MOVE(SIX_M_SETTLE, 0, 0, 30, 0, 0), 0, "settle ?");
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    static const struct case_said_list parse_lists[] = {{"parse", case_parses}, {"fail", case_fails}};
    static const struct case_said_list prompt_lists[] = {{"prompt", case_prompts}};
    const struct CMUnitTest tests[] = {
        CASE_TEST(case_moves_are_read_as_written, six_language),
        CASE_TEST(case_any_line_gets_an_answer, six_language),
        cmocka_unit_test(a_discovery_card_goes_back_unseen),
        cmocka_unit_test(who_saw_it_before_knows_it),
        cmocka_unit_test(a_number_that_is_no_move_is_a_question_mark),
        CASE_TEST(case_everybody_is_told_what_is_asked, six_language),
        CASE_TEST(case_every_event_has_its_sentence, six_language),
        CASE_TEST(case_no_event_says_too_much, six_language),
    };
    return cmocka_run_group_tests_name("texts of 6 Billion", tests, NULL, NULL) +
           case_said_run(six_test_game(), "games/six_billion/words", "parse", parse_lists, 2) +
           case_said_run(six_test_game(), "games/six_billion/words", "prompt", prompt_lists, 1);
}
