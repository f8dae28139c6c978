/* Why a move is not legal: every reason once by a case (words/why.json), and through random games that there is a reason with a
 * rule for exactly those moves that are not legal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka needs the four above first */
#include <cmocka.h>

#include <string.h>

#include "games/one_billion_users/sentences.h"
#include "games/one_billion_users/state.h"

static void actors_view(const struct obu_table *table, struct obu_state *view)
{
    const int actor = obu_table_actor(table);
    obu_test_game()->hide(table->position.rules, table->position.state, actor == BIL_OVER ? 0 : actor, view);
}

/* ["add Prank Channels", "You can't add Prank Channels: ... (OBU-70)."], an empty sentence if it is legal. */
static bool says_why(const struct obu_said_case *said, struct bil_error *error)
{
    struct obu_state view;
    struct bil_text why = {0};
    bil_move move = 0;
    bool legal = false;
    actors_view(said->table, &view);
    if (!obu_said_parse(said->table, said->text[0], &move, &legal, error)) {
        return false;
    }
    obu_test_game()->why_not(said->table->position.rules, &view, move, &why);
    const bool fine = strcmp(bil_text_string(&why), said->text[1]) == 0 && legal == (said->text[1][0] == '\0');
    if (!fine) {
        bil_fail(error, "the game says \"%s\", not \"%s\"", bil_text_string(&why), said->text[1]);
    }
    bil_text_free(&why);
    return fine;
}

static bool ends_with_rule(const char *sentence)
{
    const char *rule = strrchr(sentence, '(');
    if (!rule || strncmp(rule, "(OBU-", 5) != 0) {
        return false;
    }
    const char *digit = rule + 5;
    while (*digit >= '0' && *digit <= '9') {
        digit++;
    }
    return digit > rule + 5 && strcmp(digit, ").") == 0;
}

static bool reason_iff_illegal(const struct obu_table *table, void *context, struct bil_error *error)
{
    const struct bil_game *game = obu_test_game();
    struct obu_state view;
    bil_move moves[OBU_ALL_MOVES];
    bil_move legal[BIL_MAX_MOVES];
    struct bil_text why = {0};
    struct bil_text name = {0};
    bool fine = true;
    int *refused = context;
    actors_view(table, &view);
    const int legals = obu_table_moves(table, legal);
    const int count = obu_all_moves(table, moves);
    int found = 0;
    for (int i = 0; i < count && fine; i++) {
        bool is_legal = false;
        for (int j = 0; j < legals; j++) {
            is_legal |= legal[j] == moves[i];
        }
        found += is_legal;
        *refused += !is_legal;
        bil_text_clear(&why);
        game->why_not(table->position.rules, &view, moves[i], &why);
        const char *sentence = bil_text_string(&why);
        const bool right = is_legal ? *sentence == '\0'
                                    : ends_with_rule(sentence) && !strstr(sentence, "none of your choices") &&
                                          (strncmp(sentence, "You can't ", 10) == 0 || obu_table_actor(table) == BIL_OVER);
        if (!right) {
            game->move_text(table->position.rules, table->position.state, moves[i], BIL_EVERYBODY, &name);
            fine = bil_fail(error, "%s is %slegal, and the game says \"%s\"", bil_text_string(&name), is_legal ? "" : "not ",
                            sentence);
        }
    }
    if (fine && obu_table_actor(table) != BIL_OVER && found < legals) {
        fine = bil_fail(error, "only %d of %d legal moves were built", found, legals);
    }
    bil_text_free(&why);
    bil_text_free(&name);
    return fine;
}

static void there_is_a_reason_for_every_illegal_move(void **state)
{
    (void)state;
    for (int i = 0; i < obu_walk_count; i++) {
        struct bil_error error = {{0}};
        int refused = 0;
        if (!obu_walk(&obu_walks[i], reason_iff_illegal, &refused, &error)) {
            fail_msg("%s", error.text);
        }
        assert_true(refused > 1000);
    }
}

/* Another seat's decision, the end, and numbers that are no move get a sentence too. */
static void strangers_get_a_sentence(void **state)
{
    (void)state;
    const struct bil_game *game = obu_test_game();
    struct obu_table table;
    struct obu_state view;
    struct bil_error error;
    struct bil_text why = {0};
    assert_true(obu_table_new(&table, 3, "networks=off", false, 5, &error));
    game->hide(table.position.rules, table.position.state, 2, &view);
    game->why_not(table.position.rules, &view, OBU_M_PASS, &why);
    assert_string_equal(bil_text_string(&why), "Seat 1 decides now, not you (OBU-37).");
    bil_text_clear(&why);
    game->why_not(table.position.rules, table.position.state, 31, &why);
    assert_string_equal(bil_text_string(&why), "No move of this game has the number 31; now choose your launch (OBU-38).");
    static const bil_move odd[] = {OBU_MOVE(OBU_M_LAUNCH, OBU_PUSH, OBU_HIDDEN, OBU_HIDDEN),
                                   OBU_MOVE(OBU_M_ADD, OBU_PUSH, 0, 0),
                                   OBU_MOVE(OBU_M_BLOCK, 3, 1, 0),
                                   OBU_MOVE(OBU_M_PUSH, 40, 1, 0),
                                   OBU_MOVE(OBU_M_CLAIM, 9, 0, 0),
                                   OBU_MOVE(OBU_M_DISCARD, OBU_HIDDEN, 0, 0),
                                   OBU_MOVE(OBU_M_BLOCK, OBU_BAD_PRESS, 9, 0)};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        bil_text_clear(&why);
        game->why_not(table.position.rules, table.position.state, odd[i], &why);
        assert_true(ends_with_rule(bil_text_string(&why)));
    }
    bil_text_free(&why);
    obu_table_free(&table);
}

int main(void)
{
    static const struct obu_said_list lists[] = {{"why", says_why}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_a_reason_for_every_illegal_move),
        cmocka_unit_test(strangers_get_a_sentence),
    };
    const int failed = cmocka_run_group_tests_name("reasons through whole games", tests, NULL, NULL);
    return failed + obu_said_run("why", lists, 1);
}
