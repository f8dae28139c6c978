/* When cards run out (SIX-203 to 209): what may be drawn, what is asked, what lies on the table. An edition in which most cards are
 * Famines that have left the game gets there at once. */
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

/* Of sixteen cards ten Famines are gone; two Famines, two Wars and two Colony 2 are left. */
#define NONE(card) "{\"card\": \"" card "\", \"count\": 0}, "
#define SCARCE                                                                                                                     \
    "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, \"rest\": \"discard\", \"removed\": 10, \"turn\": 3, "               \
    "\"to_move\": \"red\", \"step\": \"draw\", \"actions\": 1, \"edition\": {\"format\": 1, \"game\": \"six-billion\", \"name\": " \
    "\"scarce\", \"deviations\": [\"cards\", \"count\"], \"cards\": [" NONE("colony6") NONE("colony6-other")                       \
        NONE("colony6-neutral") NONE("migrants12") NONE("migrants6") NONE("migrants6-other") NONE("migrants12-other")              \
            NONE("double") NONE("double-other") NONE("double-neutral") NONE("recycle") NONE("discovery") NONE("trouble")           \
                NONE("home") NONE("death") NONE("pestilence") NONE("souls")                                                        \
                    NONE("politics") "{\"card\": \"colony2\", \"count\": 2}, {\"card\": \"war\", "                                 \
                                     "\"count\": 2}, {\"card\": \"famine\", \"count\": 12}]}, "

static void moves_are(const struct case_table *table, const char *wanted)
{
    bil_move list[BIL_MAX_MOVES];
    struct bil_text text = {0};
    const int count = case_table_moves(table, list);
    for (int i = 0; i < count; i++) {
        bil_text_add(&text, i ? "; " : "");
        case_table_move_text(table, list[i], case_table_actor(table), &text);
    }
    assert_string_equal(bil_text_string(&text), wanted);
    bil_text_free(&text);
}

/* What the actor is asked, and what it sees. */
static void asked_and_drawn(const struct case_table *table, const char *asked, const char *drawn)
{
    static const struct bil_style style = {.columns = 80, .colour = false, .unicode = false};
    struct six_state view;
    struct bil_text text = {0};
    six_test_game()->hide(table->position.rules, table->position.state, case_table_actor(table), &view);
    six_test_game()->prompt(table->position.rules, &view, true, &text);
    assert_string_equal(bil_text_string(&text), asked);
    bil_text_clear(&text);
    six_test_game()->draw(table->position.rules, &view, &style, &text);
    if (!strstr(bil_text_string(&text), drawn)) {
        fail_msg("\"%s\" is not in\n%s", drawn, bil_text_string(&text));
    }
    bil_text_free(&text);
}

static const struct six_state *now(const struct case_table *table)
{
    return table->position.state;
}

/* SIX-204, 205: where nothing lies open the deck is left, and it fills no place that stays empty. All that is left are two cards of
 * the deck and two that were discarded. */
static void nothing_lies_open(void **state)
{
    struct case_table table;
    six_begin_text(&table,
                   SCARCE "\"hands\": {\"red\": [\"war\"], \"blue\": [\"colony2\"]}, \"open\": [null, null, null], \"deck\": "
                          "[\"famine\", \"war\"], \"discard\": [\"famine\"]}",
                   false);
    moves_are(&table, "deck");
    asked_and_drawn(&table, "You draw 4 more cards: no card lies open, so it comes from the `deck`.", "Face up   none");
    case_play(&table, "1 deck");
    assert_true(six_has(&now(&table)->hand[0], SIX_FAMINE));
    case_table_free(&table);
}

/* SIX-207, 208: with deck and discard pile gone, open cards are taken and not replaced; then drawing is over before six cards are
 * held, and the turn ends. */
static void nothing_is_left(void **state)
{
    struct case_table table;
    six_begin_text(&table,
                   SCARCE
                   "\"hands\": {\"red\": [\"war\"], \"blue\": [\"colony2\", \"famine\", \"famine\"]}, \"open\": [\"colony2\", "
                   "null, \"war\"], \"deck\": [], \"discard\": []}",
                   false);
    moves_are(&table, "take colony2; take war");
    asked_and_drawn(&table, "You draw 2 more cards: take colony2 or war, for the deck is empty.", "deck 0, discard pile 0");
    case_play(&table, "1 take colony2");
    assert_int_equal(now(&table)->open[0], SIX_NO_CARD);
    moves_are(&table, "take war");
    case_play(&table, "1 take war");
    assert_int_equal(now(&table)->hand[0].count, 3);
    assert_int_equal(now(&table)->deck + now(&table)->discard, 0);
    assert_int_not_equal(now(&table)->faction, 0);
    case_table_free(&table);
}

/* SIX-207: the place of a card that was taken is filled from the discard pile, which has become the deck. */
static void discards_come_back(void **state)
{
    struct case_table table;
    six_begin_text(&table,
                   SCARCE
                   "\"hands\": {\"red\": [\"war\"], \"blue\": [\"colony2\"]}, \"open\": [\"colony2\", null, null], \"deck\": "
                   "[], \"discard\": [\"famine\", \"famine\", \"war\"]}",
                   false);
    moves_are(&table, "take colony2; deck");
    case_play(&table, "1 take colony2");
    assert_int_not_equal(now(&table)->open[0], SIX_NO_CARD);
    assert_int_equal(now(&table)->deck, 2);
    assert_int_equal(now(&table)->discard, 0);
    assert_int_equal(now(&table)->reshuffles, 1);
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_lies_open),
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(discards_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
