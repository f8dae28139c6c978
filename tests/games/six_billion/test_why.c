/* Why a move of 6 Billion is not legal: every reason once by a case (words/why.json), and through random games that there is a
 * reason with a rule for exactly those moves that are not legal. */
#include "games/six_billion/rules/state.h"
#include "games/six_billion/sentences.h"
#include "kit/notation.h"
#include "unit.h"

enum { EVERY = 30 }; /* of the decisions of one kind, this one is looked at */

static void actors_view(const struct case_table *table, struct six_state *view)
{
    const int actor = case_table_actor(table);
    six_test_game()->hide(table->position.rules, table->position.state, actor == BIL_OVER ? 0 : actor, view);
}

/* ------------------------------------------------------------------ random games */

/* A whole reason, and not the one that is left when nothing better was found. */
static bool is_reason(const char *sentence, bool over)
{
    return case_ends_with_rule("SIX-", sentence) && !strstr(sentence, "none of your choices") && !strstr(sentence, "  ") &&
           (over || strncmp(sentence, "You can't ", 10) == 0);
}

struct tally {
    int seen[SIX_END + 1]; /* decisions of a kind */
    int refused;
};

static bool reason_iff_illegal(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_game *game = six_test_game();
    struct tally *tally = context;
    struct six_state view;
    static bil_move moves[SIX_ALL_MOVES];
    bil_move legal[BIL_MAX_MOVES];
    struct bil_text why = {0};
    struct bil_text name = {0};
    actors_view(table, &view);
    if (tally->seen[six_top_const(&view)->kind]++ % EVERY != 0) {
        return true;
    }
    const bool over = case_table_actor(table) == BIL_OVER;
    const int legals = case_table_moves(table, legal);
    const int count = six_all_moves(table->position.rules, &view, moves);
    int found = 0;
    bool fine = true;
    for (int i = 0; i < count && fine; i++) {
        bool is_legal = false;
        for (int j = 0; j < legals; j++) {
            is_legal |= legal[j] == moves[i];
        }
        found += is_legal;
        tally->refused += !is_legal;
        bil_text_clear(&why);
        game->why_not(table->position.rules, &view, moves[i], &why);
        const char *sentence = bil_text_string(&why);
        if (is_legal ? *sentence != '\0' : !is_reason(sentence, over)) {
            bil_move_text(game, table->position.rules, &view, moves[i], BIL_EVERYBODY, &name);
            fine = bil_fail(error, "%s is %slegal, and the game says \"%s\"", bil_text_string(&name), is_legal ? "" : "not ",
                            sentence);
        }
    }
    if (fine && found < legals) {
        fine = bil_fail(error, "only %d of %d legal moves were built", found, legals);
    }
    bil_text_free(&why);
    bil_text_free(&name);
    return fine;
}

static void there_is_a_reason_for_every_illegal_move(void **context)
{
    struct tally tally = {{0}, 0};
    for (int i = 0; i < six_words_walk_count; i++) {
        struct bil_error error = {{0}};
        if (!six_words_walk(&six_words_walks[i], reason_iff_illegal, &tally, &error)) {
            fail_msg("%s", error.text);
        }
    }
    for (int kind = SIX_POWER; kind <= SIX_END; kind++) {
        if (tally.seen[kind] == 0) {
            fail_msg("no decision of kind %d in any game", kind);
        }
    }
    assert_true(tally.refused > 100000);
}

/* ------------------------------------------------------------------ what no text is read as */

static void expect_why(const struct six_rules *rules, const struct six_state *view, bil_move move, const char *expected)
{
    struct bil_text why = {0};
    six_test_game()->why_not(rules, view, move, &why);
    assert_string_equal(bil_text_string(&why), expected);
    bil_text_free(&why);
}

/* Another player's decision, and nobody's. */
static void strangers_get_a_sentence(void **context)
{
    struct case_table table;
    struct six_state view;
    struct bil_error error;
    static const char growing[] =
        "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"step\": \"grow\", \"tracks\": {\"earth\": {\"red\": 4}}}";
    static const char asked[] = "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"tracks\": {\"mars\": {\"red\": 4}}, "
                                "\"event\": {\"site\": \"mars\"}, \"windows\": [{\"window\": \"cancel\", \"asked\": \"blue\"}]}";
    assert_true(case_table_read_text(&table, six_test_game(), growing, false, 1, &error));
    six_test_game()->hide(table.position.rules, table.position.state, 1, &view);
    expect_why(table.position.rules, &view, SIX_M_PASS, "Red decides now, not you (SIX-24).");
    six_test_game()->hide(table.position.rules, table.position.state, BIL_SPECTATOR, &view);
    expect_why(table.position.rules, &view, SIX_M_PASS, "Red decides now, not you (SIX-24).");
    expect_why(table.position.rules, table.position.state, 31,
               "No move of this game has the number 31; now name a token for free doubling, as in `grow earth` (SIX-28).");
    case_table_free(&table);
    assert_true(case_table_read_text(&table, six_test_game(), asked, false, 1, &error));
    six_test_game()->hide(table.position.rules, table.position.state, 0, &view);
    expect_why(table.position.rules, &view, SIX_M_PASS, "Blue decides now, not you (SIX-173).");
    case_table_free(&table);
}

/* SIX-208 */
static void an_empty_deck_gives_nothing(void **context)
{
    struct case_table table;
    struct bil_error error;
    static const char json[] = "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"step\": \"draw\"}";
    assert_true(case_table_read_text(&table, six_test_game(), json, false, 1, &error));
    struct six_state *state = table.position.state;
    expect_why(table.position.rules, state, SIX_M_DECK, "");
    state->deck = 0;
    expect_why(table.position.rules, state, SIX_M_DECK,
               "You can't draw from the `deck`: the deck and the discard pile are empty, so take an open card (SIX-208).");
    case_table_free(&table);
}

/* Numbers that no text is read as: they can only come from another program. */
#define ACTING                                                                                                                     \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"options\": {\"track\": \"on\"}, \"turn\": 3, "                     \
    "\"tracks\": {\"earth\": {\"red\": 4}}, \"hands\": {\"red\": [\"colony2\", \"colony6-other\", \"double-neutral\", "            \
    "\"double\", \"home\", \"trouble\"]}}"
#define GROWING                                                                                                                    \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"step\": \"grow\", \"tracks\": {\"earth\": {\"red\": 4}}}"
#define ANSWERING                                                                                                                  \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"tracks\": {\"mars\": {\"red\": 4}}, "                              \
    "\"event\": {\"site\": \"mars\"}, \"windows\": [{\"window\": \"cancel\", \"asked\": \"blue\"}]}"

#define SETTLING                                                                                                                   \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"step\": \"settle\", \"boxes\": {\"mars\": {\"red\": \"c1\"}}}"
#define RESPONDING                                                                                                                 \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"tracks\": {\"mars\": {\"red\": 4}}, "                              \
    "\"event\": {\"site\": \"mars\"}, \"windows\": [{\"window\": \"cancel\", \"asked\": \"blue\"}, {\"window\": \"respond\", "     \
    "\"asked\": \"red\", \"card\": \"famine\", \"by\": \"blue\"}]}"
#define LEADING                                                                                                                    \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"options\": {\"track\": \"on\"}, \"step\": \"leaf\", "              \
    "\"markers\": {\"red\": {\"leaf\": 1}}}"
#define SENDING                                                                                                                    \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"to_move\": \"pink\", \"acting\": \"red\", \"step\": \"migrant\", " \
    "\"tracks\": {\"earth\": {\"pink\": 4}, \"mars\": {\"red\": 1}}}"

static void odd_numbers_get_a_sentence(void **context)
{
    static const struct {
        const char *json;
        bil_move move;
        const char *sentence;
    } cases[] = {
        {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_DOUBLE, 0, SIX_EARTH, SIX_MARS, 0),
         "You can't play `colony 0 earth mars`: that is no card for it (SIX-125)."},
        {ACTING, SIX_MOVE(SIX_M_COLONY, 30, 0, SIX_EARTH, SIX_MARS, 0),
         "You can't play `colony ? red earth mars`: that is no card for it (SIX-125)."},
        {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_2, 1, SIX_EARTH, SIX_MARS, 0),
         "You can't play `colony 2 earth mars`: that card is for your own faction (SIX-5)."},
        {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_OTHER, 0, SIX_EARTH, SIX_MARS, 0),
         "You can't play `colony 6 red earth mars`: that card is for another player (SIX-5)."},
        {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_OTHER, 2, SIX_EARTH, SIX_MARS, 0),
         "You can't play `colony 6 pink earth mars`: that card is for another player (SIX-5)."},
        {ACTING, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_NEUTRAL, 1, SIX_EARTH, 0, 0),
         "You can't play `double blue earth`: that card is for a Neutral (SIX-5)."},
        {ACTING, SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_NEUTRAL, 7, SIX_EARTH, 0, 0),
         "You can't play `double ? earth`: only 3 factions are in play (SIX-8)."},
        {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_2, 0, 20, SIX_MARS, 0),
         "You can't play `colony 2 ? mars`: there is no such site (SIX-6)."},
        {ACTING, SIX_MOVE(SIX_M_COLONY, SIX_COLONY_2, 0, SIX_EARTH, 12, 0),
         "You can't play `colony 2 earth ?`: there is no such site (SIX-6)."},
        {ACTING, SIX_MOVE(SIX_M_TROUBLE, SIX_TROUBLE, 5, SIX_EARTH, 0, 0),
         "You can't play `trouble ? earth`: only 3 factions are in play (SIX-8)."},
        {ACTING, SIX_MOVE(SIX_M_HOME, SIX_HOME, 0, 31, 0, 0), "You can't play `home red ?`: there is no such site (SIX-6)."},
        {ACTING, SIX_MOVE(SIX_M_REVEAL, 0, 0, 0, 0, 0), "You can't `reveal ?`: you do not hold that Discovery card (SIX-158)."},
        {ACTING, SIX_MOVE(SIX_M_REVEAL, 0, 0, 31, 0, 0), "You can't `reveal ?`: you do not hold that Discovery card (SIX-158)."},
        {ACTING, SIX_MOVE(SIX_M_SYMBOL, SIX_DOUBLE, 0, 0, 0, 9),
         "You can't play `symbol ? double`: there is no such Discovery Track (SIX-223)."},
        {ACTING, SIX_MOVE(SIX_M_SYMBOL, 0, 0, 0, 0, SIX_LEAF), "You can't play `symbol leaf`: there is no such card (SIX-226)."},
        {ACTING, SIX_MOVE(SIX_M_SYMBOL, SIX_HOME, 0, SIX_DOUBLE, 0, SIX_LEAF),
         "You can't play `symbol leaf home double`: the two cards are named in the order double, home (SIX-265)."},
        {ACTING, SIX_MOVE(SIX_M_PASS, 1, 0, 0, 0, 0),
         "You can't `pass`: that is none of your choices; now take an Action, or `pass` (SIX-28)."},
        {GROWING, SIX_MOVE(SIX_M_GROW, 0, 0, 25, 0, 0), "You can't `grow ?`: there is no such site (SIX-6)."},
        {GROWING, SIX_MOVE(SIX_M_GROW, 0, 0, SIX_EARTH, 0, 1),
         "You can't `grow earth`: that is none of your choices; now name a token for free doubling, as in `grow earth` (SIX-28)."},
        {ANSWERING, SIX_MOVE(SIX_M_CANCEL, SIX_WAR, 0, 0, 0, 0), "You can't play `war`: that is no Cancel card (SIX-164)."},
        {SETTLING, SIX_MOVE(SIX_M_SETTLE, 0, 0, 25, 0, 0), "You can't `settle ?`: there is no such site (SIX-6)."},
        {RESPONDING, SIX_MOVE(SIX_M_RESPOND, SIX_DEATH, 0, 0, 0, 0), "You can't play `death`: that is no Response card (SIX-179)."},
        {LEADING, SIX_MOVE(SIX_M_PLACE, 0, 7, 0, 0, 1), "You can't use `power leaf ? 2`: only 3 factions are in play (SIX-8)."},
        {LEADING, SIX_MOVE(SIX_M_PLACE, 0, 1, 0, 0, 9), "You can't use `power leaf blue ?`: the places are 1 to 3 (SIX-240)."},
        {SENDING, SIX_MOVE(SIX_M_SEND, 0, 0, SIX_EARTH, 13, 1), "You can't `send 1 earth ?`: there is no such site (SIX-6)."},
        {ANSWERING, SIX_MOVE(SIX_M_CANCEL, 31, 0, 0, 0, 0), "You can't play `?`: that is no Cancel card (SIX-164)."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct case_table table;
        struct six_state view;
        struct bil_error error;
        if (!case_table_read_text(&table, six_test_game(), cases[i].json, false, 1, &error)) {
            fail_msg("%s", error.text);
        }
        actors_view(&table, &view);
        expect_why(table.position.rules, &view, cases[i].move, cases[i].sentence);
        case_table_free(&table);
    }
}

int TEST_MAIN(void)
{
    static const struct case_said_list lists[] = {{"why", case_says_why}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_a_reason_for_every_illegal_move),
        cmocka_unit_test(strangers_get_a_sentence),
        cmocka_unit_test(an_empty_deck_gives_nothing),
        cmocka_unit_test(odd_numbers_get_a_sentence),
    };
    const int failed = cmocka_run_group_tests_name("reasons through whole games of 6 Billion", tests, NULL, NULL);
    return failed + six_words_run("why", lists, 1);
}
