/* What nobody else may see (SIX-15, 17, 21, 26, 174, 202, 215 to 219): two tables that differ only in what is hidden must look,
 * sound and ask the same to everybody who may not know the difference; and worlds dealt from a view hold what that viewer knows. */
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

#define HEAD "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 3, "
enum { SPECTATOR = 8, RED = 1, BLUE = 2, GREEN = 4, DEALS = 4000 };

/* ------------------------------------------------------------------ pairs of tables */

struct pair {
    const char *position[2];
    const char *const *steps[2]; /* each ends with NULL, equally many */
    unsigned viewers;            /* who must not see a difference */
};

static int viewer_of(unsigned bit)
{
    return bit == SPECTATOR ? BIL_SPECTATOR : six_lowest(bit);
}

static void same_views(const struct case_table table[2], unsigned viewers)
{
    for (unsigned bit = 1; bit <= SPECTATOR; bit <<= 1) {
        struct six_state view[2];
        for (int i = 0; i < 2 && viewers & bit; i++) {
            six_test_game()->hide(table[i].position.rules, table[i].position.state, viewer_of(bit), &view[i]);
        }
        if (viewers & bit) {
            assert_memory_equal(&view[0], &view[1], sizeof view[0]);
        }
    }
    assert_int_equal(case_table_actor(&table[0]), case_table_actor(&table[1]));
}

/* The events since the last step, as each viewer is told of them. */
static void same_sounds(const struct case_table table[2], unsigned viewers)
{
    assert_int_equal(table[0].heard_count, table[1].heard_count);
    for (unsigned bit = 1; bit <= SPECTATOR; bit <<= 1) {
        for (int i = 0; i < table[0].heard_count && viewers & bit; i++) {
            struct bil_text text[2] = {{0}, {0}};
            for (int t = 0; t < 2; t++) {
                six_test_game()->event_text(table[t].position.rules, &table[t].heard[i], viewer_of(bit), &text[t]);
            }
            assert_string_equal(bil_text_string(&text[0]), bil_text_string(&text[1]));
            bil_text_free(&text[0]);
            bil_text_free(&text[1]);
        }
    }
}

/* A step, written as each viewer reads it in a record. */
static void same_record(const struct case_table table[2], const char *const step[2], unsigned viewers)
{
    for (unsigned bit = 1; bit <= SPECTATOR; bit <<= 1) {
        struct bil_text text[2] = {{0}, {0}};
        for (int t = 0; t < 2 && viewers & bit; t++) {
            bil_move move = 0;
            bool legal = false;
            struct bil_error error = {{0}};
            six_must(case_table_parse(&table[t], step[t] + 2, &move, &legal, &error), &error);
            case_table_move_text(&table[t], move, viewer_of(bit), &text[t]);
        }
        assert_string_equal(bil_text_string(&text[0]), bil_text_string(&text[1]));
        bil_text_free(&text[0]);
        bil_text_free(&text[1]);
    }
}

static void nobody_can_tell(const struct pair *pair)
{
    struct case_table table[2];
    for (int i = 0; i < 2; i++) {
        six_begin_text(&table[i], pair->position[i], false);
    }
    assert_true(memcmp(table[0].position.state, table[1].position.state, sizeof(struct six_state)) != 0);
    same_views(table, pair->viewers);
    for (int s = 0; pair->steps[0] && pair->steps[0][s]; s++) {
        const char *const step[2] = {pair->steps[0][s], pair->steps[1][s]};
        same_record(table, step, pair->viewers);
        six_play(&table[0], step[0]);
        six_play(&table[1], step[1]);
        same_views(table, pair->viewers);
        same_sounds(table, pair->viewers);
    }
    case_table_free(&table[0]);
    case_table_free(&table[1]);
}

/* SIX-215, 174: Red could cancel in one of them and passes; he is asked in both. */
static void a_cancel_card_not_played(void **state)
{
    static const char *const steps[] = {"2 grow mars", "3 pass", "1 pass", "2 grow earth", "3 pass", "1 pass", NULL};
#define HANDS(red)                                                                                                                 \
    HEAD "\"to_move\": \"blue\", \"step\": \"grow\", \"tracks\": {\"mars\": {\"blue\": 2, \"red\": 1}}, \"hands\": {\"green\": "   \
         "[\"death\"], \"red\": " red "}}"
    static const struct pair pair = {
        {HANDS("[\"pestilence\", \"war\"]"), HANDS("[\"colony2\", \"home\"]")}, {steps, steps}, BLUE | GREEN | SPECTATOR};
    nobody_can_tell(&pair);
}

/* SIX-174: nor does a Response card show that is not played. */
static void a_response_not_played(void **state)
{
    static const char *const steps[] = {"1 double mars", "2 death", "1 pass", "3 pass", NULL};
#define HANDED(green)                                                                                                              \
    HEAD "\"tracks\": {\"mars\": {\"red\": 2}}, \"hands\": {\"red\": [\"double\", \"souls\"], \"blue\": [\"death\"], "             \
         "\"green\": " green "}}"
    static const struct pair pair = {{HANDED("[\"politics\"]"), HANDED("[\"home\"]")}, {steps, steps}, RED | BLUE | SPECTATOR};
    nobody_can_tell(&pair);
}

/* SIX-215, 219: the deck, and what is drawn from it. */
static void the_deck(void **state)
{
    static const char *const steps[] = {"1 deck", NULL};
#define DECK(cards)                                                                                                                \
    HEAD "\"step\": \"draw\", \"actions\": 1, \"open\": [\"home\", \"home\", \"home\"], \"hands\": {\"red\": [\"double\"]}, "      \
         "\"deck\": " cards "}"
    static const struct pair drawn = {
        {DECK("[\"war\", \"souls\"]"), DECK("[\"souls\", \"war\"]")}, {steps, steps}, BLUE | GREEN | SPECTATOR};
    static const struct pair lying = {
        {DECK("[\"war\", \"souls\"]"), DECK("[\"souls\", \"war\"]")}, {NULL, NULL}, RED | BLUE | GREEN | SPECTATOR};
    nobody_can_tell(&drawn);
    nobody_can_tell(&lying);
}

/* SIX-216 */
static void hidden_agendas(void **state)
{
#define AGENDAS(red, blue) HEAD "\"agendas\": {\"red\": \"" red "\", \"blue\": \"" blue "\", \"green\": \"earth\"}}"
    static const struct pair pair = {{AGENDAS("mars", "belt"), AGENDAS("belt", "mars")}, {NULL, NULL}, GREEN | SPECTATOR};
    nobody_can_tell(&pair);
}

/* SIX-217, 219: the Discovery deck is known to nobody, a face-down card to its holder. */
static void discovery_cards(void **state)
{
    static const char *const steps[] = {"1 discover", NULL};
#define FINDS(cards) HEAD "\"turn\": 3, \"hands\": {\"red\": [\"discovery\"]}, \"discovery_deck\": " cards "}"
    static const struct pair lying = {
        {FINDS("[\"venus\", \"pluto\"]"), FINDS("[\"pluto\", \"venus\"]")}, {NULL, NULL}, RED | BLUE | GREEN | SPECTATOR};
    static const struct pair found = {
        {FINDS("[\"venus\", \"pluto\"]"), FINDS("[\"pluto\", \"venus\"]")}, {steps, steps}, BLUE | GREEN | SPECTATOR};
    nobody_can_tell(&lying);
    nobody_can_tell(&found);
}

/* SIX-217: that a card went to the bottom is open; which one of two face-down ones is not. */
static void a_discovery_card_given_back(void **state)
{
    static const char json[] = HEAD "\"turn\": 3, \"hands\": {\"red\": [\"discovery\"]}, \"discoveries\": {\"red\": [\"venus\"]}, "
                                    "\"discovery_deck\": [\"uranus\"]}";
    static const char other[] = HEAD "\"turn\": 3, \"hands\": {\"red\": [\"discovery\"]}, \"discoveries\": {\"red\": "
                                     "[\"uranus\"]}, \"discovery_deck\": [\"venus\"]}";
    static const char *const one[] = {"1 discover", "1 return venus", NULL};
    static const char *const two[] = {"1 discover", "1 return uranus", NULL};
    static const struct pair pair = {{json, other}, {one, one}, BLUE | GREEN | SPECTATOR};
    static const struct pair crossed = {{json, other}, {one, two}, BLUE | GREEN | SPECTATOR};
    nobody_can_tell(&pair);
    nobody_can_tell(&crossed);
}

/* The same where everybody knew the card on top, for it lay open once. */
static void a_known_discovery_card_given_back(void **state)
{
    static const char json[] = HEAD "\"turn\": 3, \"hands\": {\"red\": [\"discovery\"]}, \"discoveries\": {\"red\": [\"venus\"]}, "
                                    "\"discovery_deck\": [\"uranus\"], \"knowledge\": {\"discovery_deck_seen\": [\"all\", [], [], "
                                    "[], [], []]}}";
    static const char *const one[] = {"1 discover", "1 return venus", NULL};
    static const char *const two[] = {"1 discover", "1 return uranus", NULL};
    struct case_table table[2];
    for (int i = 0; i < 2; i++) {
        six_begin_text(&table[i], json, false);
        six_play(&table[i], one[0]);
        six_play(&table[i], i ? two[1] : one[1]);
    }
    same_views(table, BLUE | GREEN | SPECTATOR);
    case_table_free(&table[0]);
    case_table_free(&table[1]);
}

/* SIX-17, 21: everybody knows of one Colony 2 in each opening hand. Once it was played, nobody knows of another. */
static void a_second_colony_2(void **state)
{
    static const char *const steps[] = {"1 colony 2 earth mars", NULL};
#define SECOND(card)                                                                                                               \
    HEAD "\"tracks\": {\"earth\": {\"red\": 8}}, \"hands\": {\"red\": [\"colony2\", \"" card                                       \
         "\"]}, \"knowledge\": {\"known\": {\"red\": [\"colony2\"]}}}"
    static const struct pair pair = {{SECOND("colony2"), SECOND("war")}, {steps, steps}, BLUE | GREEN | SPECTATOR};
    nobody_can_tell(&pair);
}

/* ------------------------------------------------------------------ the board */

static void drawing(const struct case_table *table, int viewer, struct bil_text *text)
{
    static const struct bil_style style = {.columns = 100, .colour = false, .unicode = false};
    struct six_state view;
    six_test_game()->hide(table->position.rules, table->position.state, viewer, &view);
    six_test_game()->draw(table->position.rules, &view, &style, text);
}

/* SIX-202: of the discard pile the board shows the top card and the size. */
static void the_discard_pile_is_not_searched(void **state)
{
#define PILE(below)                                                                                                                \
    HEAD "\"rest\": \"deck\", \"open\": [\"home\", \"home\", \"home\"], \"discard\": [\"famine\", " below ", \"double\"]}"
    static const char *const positions[] = {PILE("\"recycle\", \"souls\""), PILE("\"war\", \"colony6\"")};
    struct bil_text text[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        struct case_table table;
        six_begin_text(&table, positions[i], false);
        drawing(&table, 0, &text[i]);
        case_table_free(&table);
    }
    assert_string_equal(bil_text_string(&text[0]), bil_text_string(&text[1]));
    assert_non_null(strstr(bil_text_string(&text[0]), "famine on top"));
    assert_null(strstr(bil_text_string(&text[0]), "recycle"));
    bil_text_free(&text[0]);
    bil_text_free(&text[1]);
}

/* SIX-26 */
static void who_has_moved(void **state)
{
    struct case_table table;
    struct bil_text text = {0};
    six_begin_text(&table, HEAD "\"order\": [\"green\", \"pink\", \"blue\"], \"to_move\": \"blue\"}", false);
    drawing(&table, BIL_SPECTATOR, &text);
    assert_non_null(strstr(bil_text_string(&text), "x 1 G Green"));
    assert_non_null(strstr(bil_text_string(&text), "x 2 P Pink"));
    assert_non_null(strstr(bil_text_string(&text), "> 3 B Blue"));
    assert_non_null(strstr(bil_text_string(&text), "  4 R Red"));
    bil_text_free(&text);
    case_table_free(&table);
}

/* SIX-218: who has put a card under the Discovery deck may remember it; the board shows it to nobody. */
static void the_discovery_deck_is_not_shown(void **state)
{
#define SEEN(who)                                                                                                                  \
    HEAD "\"discovery_deck\": [\"venus\", \"mercury\", \"jupiter\", \"saturn\", \"uranus\", \"neptune\", \"pluto\"], "             \
         "\"knowledge\": {\"discovery_deck_seen\": [[], [], [], [], [], [], " who "]}}"
    static const char *const positions[] = {SEEN("[]"), SEEN("[\"red\"]"), SEEN("\"all\"")};
    struct bil_text text[3] = {{0}, {0}, {0}};
    for (int i = 0; i < 3; i++) {
        struct case_table table;
        six_begin_text(&table, positions[i], false);
        drawing(&table, 0, &text[i]);
        case_table_free(&table);
    }
    assert_string_equal(bil_text_string(&text[0]), bil_text_string(&text[1]));
    assert_string_equal(bil_text_string(&text[0]), bil_text_string(&text[2]));
    for (int i = 0; i < 3; i++) {
        bil_text_free(&text[i]);
    }
}

/* ------------------------------------------------------------------ worlds */

/* What a viewer does not know is dealt as chance would: agendas among those that are left (SIX-15), cards among those unseen, and
 * what everybody saw go into a hand stays there. */
static void worlds_hold_what_is_known(void **state)
{
    struct case_table table;
    struct six_state view;
    struct bil_random dice;
    int agenda[SIX_FIND_HIDDEN] = {0};
    int wars = 0;
    six_begin_text(&table,
                   HEAD "\"agendas\": {\"red\": \"mars\", \"blue\": \"belt\", \"green\": \"earth\"}, \"open\": [\"home\", "
                        "\"home\", \"war\"], \"hands\": {\"red\": [\"war\", \"double\", \"death\"], \"blue\": [\"souls\"], "
                        "\"green\": 4}, \"knowledge\": {\"known\": {\"red\": [\"death\"]}}}",
                   false);
    six_dice(&dice, 3);
    six_test_game()->hide(table.position.rules, table.position.state, 1, &view);
    for (int i = 0; i < DEALS; i++) {
        struct six_state world;
        six_test_game()->deal(table.position.rules, &view, &dice, &world);
        assert_true(world.hand[0].copies[SIX_DEATH] >= 1);
        assert_int_equal(world.hand[0].count, 3);
        assert_int_equal(world.hand[1].copies[SIX_SOULS], 1);
        assert_int_equal(world.agenda[1], 1 + SIX_BELT);
        agenda[world.agenda[0]]++;
        wars += world.hand[0].copies[SIX_WAR];
    }
    /* two earth, two mars, one belt are left for Red; two unknown cards of 86 unseen, of which 3 are Wars; five standard deviations
     */
    assert_in_range(agenda[1 + SIX_EARTH], DEALS * 2 / 5 - 155, DEALS * 2 / 5 + 155);
    assert_in_range(agenda[1 + SIX_MARS], DEALS * 2 / 5 - 155, DEALS * 2 / 5 + 155);
    assert_in_range(agenda[1 + SIX_BELT], DEALS / 5 - 127, DEALS / 5 + 127);
    assert_in_range(wars, DEALS * 6 / 86 - 81, DEALS * 6 / 86 + 81);
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cancel_card_not_played),
        cmocka_unit_test(a_response_not_played),
        cmocka_unit_test(the_deck),
        cmocka_unit_test(hidden_agendas),
        cmocka_unit_test(discovery_cards),
        cmocka_unit_test(a_discovery_card_given_back),
        cmocka_unit_test(a_known_discovery_card_given_back),
        cmocka_unit_test(a_second_colony_2),
        cmocka_unit_test(the_discard_pile_is_not_searched),
        cmocka_unit_test(who_has_moved),
        cmocka_unit_test(the_discovery_deck_is_not_shown),
        cmocka_unit_test(worlds_hold_what_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
