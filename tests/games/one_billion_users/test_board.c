/* The table drawn for a terminal: never wider than it may be, the same words with and without colour, plain ASCII where there are
 * no symbols, and all that a viewer wants to see, but nothing that it may not. */
#include "games/cases/drawn.h"
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/sentences.h"
#include "unit.h"

static void draw(const struct case_table *table, int viewer, int columns, bool colour, bool unicode, struct bil_text *out)
{
    const struct bil_style style = {columns, colour, unicode};
    struct obu_state view;
    obu_test_game()->hide(table->position.rules, table->position.state, viewer, &view);
    obu_test_game()->draw(table->position.rules, &view, &style, out);
}

static int check_drawn(const struct case_table *table)
{
    static const int widths[] = {60, 61, 79, 80, 115, 116, 120, 200, 0};
    return case_check_drawn(obu_test_game(), table->position.rules, table->position.state, table->position.config.seats, widths,
                            NULL, NULL);
}

static bool fits_everywhere(const struct case_table *table, void *drawn, struct bil_error *error)
{
    *(int *)drawn += check_drawn(table);
    return true;
}

static void boards_fit_at_every_width(void **context)
{
    for (int i = 0; i < obu_language.walk_count; i++) {
        struct bil_error error = {{0}};
        struct case_walk walk = obu_language.walks[i];
        int drawn = 0;
        walk.stride = 23;
        if (!case_walk(obu_test_game(), &walk, fits_everywhere, &drawn, &error)) {
            fail_msg("%s", error.text);
        }
        assert_true(drawn > 100);
    }
}

/* ------------------------------------------------------------------ one table, looked at closely */

static const char crowded[] =
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"phase\": \"play\", \"turns\": 24,"
    " \"discard\": [\"Study Buddies\", \"Poke\"], \"event_pile\": [\"Patch Day\", \"Tech Bubble\"],"
    " \"platforms\": ["
    "  {\"communities\": [\"Knit Night\", \"Prank Channels\", \"Rage Livestreams\"],"
    "   \"hand\": [\"Pet Pictures\", \"Low on Funds\", \"Bad Press\", \"Bad Press\", \"Fundraising\", \"Cloud Backup\", \"Push\"]},"
    "  {\"communities\": [\"Craft Tutorials\", \"Pop Fandom United\"], \"blocker\": \"Server Overload\","
    "   \"ground\": [\"Mod Training\", \"Poke\"], \"hand\": [\"Anonymous Alley\", \"War Chest\"],"
    "   \"influencers\": [{\"name\": \"The Troll\", \"pokes\": 2, \"pushes\": 1}, \"The Investor\"]},"
    "  {\"communities\": [\"Family Photos\"], \"safeguards\": [\"Appeals Board\"], \"countered\": [\"PR Department\"],"
    "   \"stack\": [\"Toxic Culture\", \"Troll Crackdown\"], \"milestones\": [1]}]}";

static bool shows(const struct case_table *table, int viewer, int columns, bool unicode, const char *words)
{
    struct bil_text text = {0};
    draw(table, viewer, columns, false, unicode, &text);
    const bool found = strstr(bil_text_string(&text), words) != NULL;
    bil_text_free(&text);
    return found;
}

static void a_crowded_table_shows_what_matters(void **context)
{
    struct case_table table;
    obu_begin_text(&table, crowded);
    static const char *const everybody_sees[] = {
        "Balance     7 Toxicity [################] 6 icons, 1 over: -500 points",
        "Balance     8 Toxicity [##############..] 9 icons, 1 from the penalty",
        "900 M + 1 user, 901 points, hand 2",
        "Prank Channels 250/3, Rage Livestreams 250/4, Knit Night 100/0",
        "The Investor 300/2, The Troll 100+1 user/4 (2 Poke, 1 Push)",
        "Server Overload: only 50 M Communities,",
        "2 of 3 ground",
        "Safeguard Appeals Board, Safeguard PR Department (countered),",
        "Milestone One Billion, 1 Blocker received",
        "Game Over among the last 25",
        "Poke on top, 2 cards",
        "Tech Bubble: nobody can play Low on Funds or Bad Press",
        "Milestones  Two Billion +200, Three Billion +200",
        "turn 24, Seat 1",
        "200/2 = 200 M Users, 2 Toxicity. Card values: reconstructed edition.",
    };
    for (size_t i = 0; i < sizeof everybody_sees / sizeof everybody_sees[0]; i++) {
        for (int viewer = BIL_EVERYBODY; viewer < 3; viewer++) {
            if (!shows(&table, viewer, 80, false, everybody_sees[i])) {
                struct bil_text text = {0};
                draw(&table, viewer, 80, false, false, &text);
                fail_msg("viewer %d does not see \"%s\":\n%s", viewer, everybody_sees[i], bil_text_string(&text));
            }
        }
    }
    /* the actor is marked, and "you" is the viewer */
    assert_true(shows(&table, 0, 80, false, "> You, Seat 1 "));
    assert_true(shows(&table, 0, 80, true, "▶ You, Seat 1 "));
    assert_true(shows(&table, 1, 80, false, "> Seat 1 "));
    assert_true(shows(&table, 1, 80, false, "  You, Seat 2 "));
    assert_true(shows(&table, 1, 80, true, "6 icons, 1 over"));
    /* the own hand, and what of it can be played: Tech Bubble lies on top, no Blocker is active there */
    static const char *const own_hand[] = {"+ Pet Pictures 150/0",
                                           "- Low on Funds",
                                           "- Bad Press x2",
                                           "- Fundraising (Low on Funds)",
                                           "+ Cloud Backup (Server Overload)",
                                           "+ Push"};
    for (size_t i = 0; i < sizeof own_hand / sizeof own_hand[0]; i++) {
        assert_true(shows(&table, 0, 80, false, own_hand[i]));
        assert_false(shows(&table, 1, 80, false, own_hand[i]));
        assert_false(shows(&table, BIL_SPECTATOR, 80, false, own_hand[i]));
    }
    assert_true(shows(&table, 0, 80, true, "● Pet Pictures 150/0"));
    assert_true(shows(&table, 0, 80, true, "○ Fundraising"));
    /* ground cards: their owner and a whole state only (OBU-197) */
    assert_true(shows(&table, 1, 80, false, "2 of 3 ground: Mod Training, Poke"));
    assert_true(shows(&table, BIL_EVERYBODY, 80, false, "2 of 3 ground: Mod Training, Poke"));
    for (int viewer = BIL_SPECTATOR; viewer < 3; viewer++) {
        assert_true(viewer == 1 || !shows(&table, viewer, 80, false, "Mod Training"));
        assert_true(viewer == 1 || !shows(&table, viewer, 80, false, "Anonymous Alley"));
    }
    /* a whole state shows all hands */
    assert_true(shows(&table, BIL_EVERYBODY, 80, false, "Hand        Anonymous Alley 50/3, War Chest"));
    assert_true(shows(&table, BIL_EVERYBODY, 80, false, "Bad Press x2"));
    case_table_free(&table);
}

static void expect_shown(const char *json, int viewer, const char *words)
{
    struct case_table table;
    struct bil_text text = {0};
    obu_begin_text(&table, json);
    draw(&table, viewer, 80, false, false, &text);
    if (!strstr(bil_text_string(&text), words)) {
        fail_msg("there is no \"%s\" in\n%s", words, bil_text_string(&text));
    }
    bil_text_free(&text);
    case_table_free(&table);
}

#define START "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, "

static void special_rows(void **context)
{
    static const struct {
        const char *json;
        int viewer;
        const char *words;
    } cases[] = {
        {START "\"rest\": \"aside\", \"deck\": [\"Push\", \"Game Over\", \"Poke\"]}", 0, "the next is Game Over with chance 1 in "},
        {START "\"phase\": \"over\"}", 1, "Game Over was drawn"},
        {START "\"phase\": \"over\"}", 1, "  Game over ---"},
        {START "\"event_pile\": [\"Patch Day\"]}", 1, "Event       Patch Day (done)"},
        {START "\"event_pile\": [\"Underdog Week\"], \"platforms\": [{\"communities\": [\"Pet Pictures\"]}]}", 1,
         "fewest Users cannot be given a Blocker, now Seat 2"},
        {START "\"discard\": []}", 1, "Discards    empty"},
        {START "\"platforms\": [{\"milestones\": [1, 2, 3]}]}", 1, "Milestones  all claimed"},
        {START "\"platforms\": [{\"network\": \"The Hellsite\", \"communities\": [\"Outrage Engine\", \"Anonymous Alley\"]}]}", 1,
         "[################] 2.5 icons, 4.5 over: drops one"},
        {START "\"platforms\": [{\"network\": \"The Hellsite\", \"communities\": [\"Pet Pictures\"]}]}", 1,
         "1.5 icons, no penalty"},
        {START "\"platforms\": [{\"network\": \"Friendlink\", \"influencers\": [\"The Troll\", \"The Investor\"]}]}", 1,
         "The Investor 250/2, The Troll 0/4"},
        {START "\"phase\": \"launch\", \"pending\": [[\"Pet Pictures\"], null], \"platforms\": [{\"hand\": [\"Pet Pictures\"]},"
               " {\"hand\": [\"Knit Night\", \"Push\"]}]}",
         1, "Seat 1 (has chosen)"},
        {START "\"phase\": \"launch\", \"platforms\": [{\"hand\": [\"Pet Pictures\", \"Push\"]}, {\"hand\": [\"Knit Night\"]}]}", 0,
         "not ready before all have launched"},
        {START "\"phase\": \"launch\", \"platforms\": [{\"hand\": [\"Pet Pictures\", \"Push\"]}, {\"hand\": [\"Knit Night\"]}]}", 0,
         "- Push"},
        {START "\"platforms\": [{\"influencers\": [\"The Troll\"], \"hand\": [\"Push\"]}], \"event_pile\": [\"Creator Strike\"]}",
         0, "- Push"},
        {START
         "\"phase\": \"ending\", \"windows\": [{\"window\": \"guard\", \"seat\": 2, \"blocker\": \"Bad Press\", \"from\": 1}],"
         " \"platforms\": [{}, {\"hand\": [\"PR Department\", \"War Chest\", \"Pet Pictures\"]}]}",
         1, "+ PR Department (Bad Press) - War Chest (Low on Funds)"},
        {START
         "\"phase\": \"ending\", \"windows\": [{\"window\": \"guard\", \"seat\": 2, \"blocker\": \"Bad Press\", \"from\": 1}],"
         " \"platforms\": [{}, {\"hand\": [\"PR Department\", \"War Chest\", \"Pet Pictures\"]}]}",
         1, "- Pet Pictures"},
        {START "\"platforms\": [{\"hand\": [\"Bad Press\", \"Server Upgrade\"], \"blocker\": \"Server Overload\"}]}", 0,
         "+ Bad Press on 2"},
        {START "\"platforms\": [{\"hand\": [\"Bad Press\", \"Server Upgrade\"], \"blocker\": \"Server Overload\"}]}", 0,
         "+ Server Upgrade (Server Overload)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_shown(cases[i].json, cases[i].viewer, cases[i].words);
    }
}

/* An edition with long and accented names, published or not. */
static void any_edition_fits(void **context)
{
    struct case_table table;
    obu_begin_text(&table, crowded);
    struct obu_rules *rules = table.position.rules;
    for (int card = 0; card < OBU_CARDS; card++) {
        snprintf(rules->text[card].name, OBU_NAME, "Ünïcödé Nämé Löng Énöügh %d", card);
        rules->text[card].known = 2;
    }
    snprintf(rules->text[10].name, OBU_NAME, "%s", "Abcdefghijklmnopqrstuvwxyzabcdefghijklm");
    check_drawn(&table);
    assert_true(shows(&table, 0, 80, true, "Ünïcödé Nämé Löng Énöügh 34 250/3"));
    assert_true(shows(&table, 0, 80, false, "Unicode Name Long Enough 34 250/3"));
    assert_true(shows(&table, 0, 80, false, "Card values: reconstructed edition."));
    rules->edition_is_compiled_in = 0;
    assert_false(shows(&table, 0, 80, false, "econstructed"));
    rules->text[3].known = 1;
    assert_true(shows(&table, 0, 80, false, "Card values: partly reconstructed."));
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_fit_at_every_width),
        cmocka_unit_test(a_crowded_table_shows_what_matters),
        cmocka_unit_test(special_rows),
        cmocka_unit_test(any_edition_fits),
    };
    return cmocka_run_group_tests_name("the board of One Billion Users", tests, NULL, NULL);
}
