/* Why a move is not legal: every reason once by a case (words/why.json), and through random games that there is a reason with a
 * rule for exactly those moves that are not legal. */
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/sentences.h"
#include "kit/notation.h"
#include "unit.h"

static void actors_view(const struct case_table *table, struct obu_state *view)
{
    const int actor = case_table_actor(table);
    obu_test_game()->hide(table->position.rules, table->position.state, actor == BIL_OVER ? 0 : actor, view);
}

static bool reason_iff_illegal(const struct case_table *table, void *context, struct bil_error *error)
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
    const int legals = case_table_moves(table, legal);
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
                                    : case_ends_with_rule("OBU-", sentence) && !strstr(sentence, "none of your choices") &&
                                          (strncmp(sentence, "You can't ", 10) == 0 || case_table_actor(table) == BIL_OVER);
        if (!right) {
            bil_move_text(game, table->position.rules, table->position.state, moves[i], BIL_EVERYBODY, &name);
            fine = bil_fail(error, "%s is %slegal, and the game says \"%s\"", bil_text_string(&name), is_legal ? "" : "not ",
                            sentence);
        }
    }
    if (fine && case_table_actor(table) != BIL_OVER && found < legals) {
        fine = bil_fail(error, "only %d of %d legal moves were built", found, legals);
    }
    bil_text_free(&why);
    bil_text_free(&name);
    return fine;
}

static void there_is_a_reason_for_every_illegal_move(void **state)
{
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
    const struct bil_game *game = obu_test_game();
    struct case_table table;
    struct obu_state view;
    struct bil_text why = {0};
    obu_begin(&table, 3, "networks=off", 5);
    game->hide(table.position.rules, table.position.state, 2, &view);
    game->why_not(table.position.rules, &view, OBU_M_PASS, &why);
    assert_string_equal(bil_text_string(&why), "Seat 1 decides now, not you (OBU-37).");
    bil_text_clear(&why);
    game->why_not(table.position.rules, table.position.state, 31, &why);
    assert_string_equal(bil_text_string(&why), "No move of this game has the number 31; now choose your launch (OBU-38).");
    bil_text_free(&why);
    case_table_free(&table);
}

/* Numbers that no text is read as: they can only come from another program. */
#define PLAYING                                                                                                                    \
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"phase\": \"play\", \"platforms\": [{\"hand\": [\"Push\", "   \
    "\"Poke\", "                                                                                                                   \
    "\"Knit Night\", \"Bad Press\", \"Mod Training\", \"War Chest\", \"Poke\"], \"blocker\": \"Toxic Culture\", "                  \
    "\"communities\": [\"Outrage Engine\"]}]}"
#define RETURNING                                                                                                                  \
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"phase\": \"return\", \"platforms\": [{\"network\": "         \
    "\"Friendlink\", "                                                                                                             \
    "\"communities\": [\"Pet Pictures\"], \"hand\": [\"Push\", \"Poke\", \"Poke\", \"Bad Press\", \"War Chest\", \"Mod "           \
    "Training\", "                                                                                                                 \
    "\"Mod Training\", \"Cloud Backup\"]}, {\"communities\": [\"Knit Night\"], \"hand\": [\"Fundraising\", \"Fundraising\", "      \
    "\"Fundraising\", \"Fundraising\", \"PR Response\", \"PR Response\"]}]}"

static void odd_numbers_get_a_sentence(void **state)
{
    static const struct {
        const char *json;
        bil_move move;
        const char *sentence;
    } cases[] = {
        {PLAYING, OBU_MOVE(OBU_M_ADD, OBU_PUSH, 0, 0), "You can't add Push: Push is an Action, not a Community (OBU-64)."},
        {PLAYING, OBU_MOVE(OBU_M_BLOCK, 10, 1, 0),
         "You can't play Knit Night on Seat 2: Knit Night is a Community, not a Blocker (OBU-72)."},
        {PLAYING, OBU_MOVE(OBU_M_BLOCK, OBU_BAD_PRESS, 9, 0),
         "You can't play Bad Press on Seat 10: the seats are 1 to 2 (OBU-12)."},
        {PLAYING, OBU_MOVE(OBU_M_FIX, OBU_WAR_CHEST, 0, 0),
         "You can't play War Chest: War Chest is a Safeguard, not a Hotfix (OBU-79)."},
        {PLAYING, OBU_MOVE(OBU_M_POKE, 40, 0, 0), "You can't poke ?: there is no such Influencer (OBU-99)."},
        {PLAYING, OBU_MOVE(OBU_M_PUSH, OBU_TROLL, 5, 0), "You can't push The Troll to Seat 6: the seats are 1 to 2 (OBU-12)."},
        {PLAYING, OBU_MOVE(OBU_M_SACRIFICE, OBU_POKE, 0, 0),
         "You can't sacrifice Poke: only Communities can be given up, and Poke is none (OBU-53)."},
        {PLAYING, OBU_MOVE(OBU_M_DISCARD, OBU_HIDDEN, 0, 0), "You can't discard ?: you do not hold it (OBU-116)."},
        {PLAYING, OBU_MOVE(OBU_M_DISCARD, OBU_PUSH, 1, 0),
         "You can't discard Push: that is none of your choices; now play a card (OBU-38)."},
        {RETURNING, OBU_MOVE(OBU_M_RETURN, OBU_PUSH, OBU_PUSH, OBU_HIDDEN),
         "You can't return Push, Push: you hold Push only once (OBU-28)."},
        {RETURNING, OBU_MOVE(OBU_M_RETURN, OBU_POKE, OBU_POKE, OBU_POKE),
         "You can't return Poke, Poke, Poke: you hold Poke only twice (OBU-28)."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct case_table table;
        struct obu_state view;
        struct bil_text why = {0};
        obu_begin_text(&table, cases[i].json);
        actors_view(&table, &view);
        obu_test_game()->why_not(table.position.rules, &view, cases[i].move, &why);
        assert_string_equal(bil_text_string(&why), cases[i].sentence);
        bil_text_free(&why);
        case_table_free(&table);
    }
}

int TEST_MAIN(void)
{
    static const struct case_said_list lists[] = {{"why", case_says_why}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_a_reason_for_every_illegal_move),
        cmocka_unit_test(strangers_get_a_sentence),
        cmocka_unit_test(odd_numbers_get_a_sentence),
    };
    const int failed = cmocka_run_group_tests_name("reasons through whole games", tests, NULL, NULL);
    return failed + obu_said_run("why", lists, 1);
}
