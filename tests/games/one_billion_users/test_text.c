/* What One Billion Users writes and reads: moves in notation and back (section 17, OBU-206), what people type (words/parse.json),
 * prompts for every viewer (words/prompt.json), and a sentence for every event that never says more than its reader may know
 * (OBU-195..201). */
#include "games/one_billion_users/sentences.h"
#include "games/one_billion_users/words/words.h"

/* ------------------------------------------------------------------ what others read of a move (OBU-197, 199, 200) */

static void hidden_cards_are_question_marks(void **context)
{
    static const struct {
        bil_move move;
        const char *own, *other;
    } moves[] = {
        {OBU_MOVE(OBU_M_GRIND, OBU_PUSH, 0, 0), "grind Push", "grind ?"},
        {OBU_MOVE(OBU_M_GIVE, OBU_POKE, 0, 0), "give Poke", "give ?"},
        {OBU_MOVE(OBU_M_RETURN, OBU_BAD_PRESS, OBU_PUSH, OBU_HIDDEN), "return Bad Press, Push", "return ?"},
        {OBU_MOVE(OBU_M_DISCARD, OBU_PUSH, 0, 0), "discard Push", "discard Push"},
        {OBU_MOVE(OBU_M_BLOCK, OBU_BAD_PRESS, 1, 0), "block 2 Bad Press", "block 2 Bad Press"},
        {OBU_MOVE(OBU_M_PUSH, OBU_TROLL, 2, 0), "push The Troll to 3", "push The Troll to 3"},
        {OBU_MOVE(OBU_M_CLAIM, 1, 0, 0), "claim 2", "claim 2"},
        {OBU_MOVE(OBU_M_SACRIFICE, OBU_HIDDEN, 0, 0), "sacrifice", "sacrifice"},
        {OBU_MOVE(OBU_M_COUNTER_PUSH, 0, 0, 0), "counter Push to 1", "counter Push to 1"},
        {31, "?", "?"},
    };
    struct case_table table;
    static const char json[] = "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"turn\": 2}";
    obu_begin_text(&table, json);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        case_expect_text(&table, moves[i].move, 1, moves[i].own);
        case_expect_text(&table, moves[i].move, BIL_EVERYBODY, moves[i].own);
        case_expect_text(&table, moves[i].move, 0, moves[i].other);
        case_expect_text(&table, moves[i].move, 2, moves[i].other);
        case_expect_text(&table, moves[i].move, BIL_SPECTATOR, moves[i].other);
    }
    case_table_free(&table);
}

static void launches_are_secret_until_the_last(void **context)
{
    struct case_table table;
    struct bil_error error;
    obu_begin(&table, 3, "networks=off", 3);
    for (int seat = 0; seat < 3; seat++) {
        bil_move moves[BIL_MAX_MOVES];
        struct bil_text own = {0};
        assert_int_equal(case_table_actor(&table), seat);
        case_table_moves(&table, moves);
        case_table_move_text(&table, moves[0], seat, &own);
        assert_non_null(strstr(bil_text_string(&own), obu_card_name(table.position.rules, OBU_A(moves[0]))));
        /* with the last choice all are open (OBU-21) */
        case_expect_text(&table, moves[0], BIL_SPECTATOR, seat < 2 ? "launch ?" : bil_text_string(&own));
        case_expect_text(&table, moves[0], (seat + 1) % 3, seat < 2 ? "launch ?" : bil_text_string(&own));
        bil_text_free(&own);
        assert_true(case_table_apply(&table, moves[0], &error));
    }
    case_table_free(&table);
}

/* That the discard pile is empty is said when it has become so, and at a seat's first turn. */
static void an_empty_pile_is_news_once(void **context)
{
    static const struct {
        const char *told; /* of the position */
        int said;
    } cases[] = {{"\"turns\": 1", 1}, {"\"turns\": 2", 1}, {"\"turns\": 3", 0}, {"\"turns\": 9, \"stall\": 1", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct case_table table;
        char json[400];
        (void)snprintf(json, sizeof json,
                       "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, %s, \"deck\": [\"Push\"], "
                       "\"platforms\": [{\"communities\": [\"Pet Pictures\"]}, {\"communities\": [\"Knit Night\"]}]}",
                       cases[i].told);
        obu_begin_text(&table, json);
        case_play(&table, "1 draw deck");
        assert_true(table.heard_count > 0);
        assert_int_equal(table.heard[0].kind, OBU_E_DREW);
        assert_int_equal(table.heard[0].b, cases[i].said);
        case_table_free(&table);
    }
}

int TEST_MAIN(void)
{
    static const struct case_said_list parse_lists[] = {{"parse", case_parses}, {"fail", case_fails}};
    static const struct case_said_list prompt_lists[] = {{"prompt", case_prompts}};
    const struct CMUnitTest tests[] = {
        CASE_TEST(case_moves_are_read_as_written, obu_language),       CASE_TEST(case_any_line_gets_an_answer, obu_language),
        CASE_TEST(case_everybody_is_told_what_is_asked, obu_language), cmocka_unit_test(hidden_cards_are_question_marks),
        cmocka_unit_test(launches_are_secret_until_the_last),          CASE_TEST(case_every_event_has_its_sentence, obu_language),
        CASE_TEST(case_no_event_says_too_much, obu_language),          cmocka_unit_test(an_empty_pile_is_news_once),
    };
    return cmocka_run_group_tests_name("texts of One Billion Users", tests, NULL, NULL) +
           case_said_run(obu_test_game(), "games/one_billion_users/words", "parse", parse_lists, 2) +
           case_said_run(obu_test_game(), "games/one_billion_users/words", "prompt", prompt_lists, 1);
}
