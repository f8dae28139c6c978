/* What a viewer is told never depends on what it may not know (SIX-15, 17, 21, 26, 174, 202, 215 to 222): over random games
 * (games/cases/ secrecy.h); pairs of tables that differ only in what is hidden (scenes/deals.json, "pairs") look, sound and ask the
 * same to everybody who may not know the difference; and worlds dealt from a view hold what that viewer knows. */
#include "billions/json.h"
#include "games/cases/run.h"
#include "games/cases/secrecy.h"
#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

#define HEAD "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 3, "
enum { DEALS = 4000 };

/* ------------------------------------------------------------------ random games */

static void begin(struct case_table *table, unsigned index)
{
    static const char *const options[] = {"", "track=on", "track=on;discovery-step=on;tokens=9", "neutrals=1;trouble-billion=on"};
    const unsigned option = index / 4 % 4;
    six_begin(table, option == 3 ? 3 : 2 + (int)(index % 4), options[option], 40 + index);
}

static int verb_of(bil_move move)
{
    return (int)SIX_VERB(move);
}

/* Puts the card that lies on the real deck on top of the world's too, if it is in that deck: the order is known to nobody. */
static void same_top(const void *from, void *into)
{
    const struct six_state *state = from;
    struct six_state *world = into;
    for (int i = 0; i < world->deck; i++) {
        if (world->pile[i] == state->pile[state->deck - 1]) {
            world->pile[i] = world->pile[world->deck - 1];
            world->pile[world->deck - 1] = state->pile[state->deck - 1];
            return;
        }
    }
}

/* Copies the events that show the viewer a card it did not know; -1 if a whole hand is shown, or at the end all cards. */
static int find_revealed(const struct case_side *side, struct bil_event revealed[CASE_EAR])
{
    int count = 0;
    for (int i = 0; i < side->heard_count; i++) {
        const struct bil_event *event = &side->heard[i];
        const bool mine = event->seat == side->viewer && side->viewer >= 0;
        if (event->kind == SIX_E_OVER || (event->kind == SIX_E_HAND_GOES && !mine)) {
            return -1;
        }
        if (event->kind == SIX_E_FACE_UP || ((event->kind == SIX_E_DREW || event->kind == SIX_E_FOUND) && mine)) {
            revealed[count++] = *event;
        }
    }
    return count;
}

static bool comparable(const struct case_side *one, int actor, const struct case_side *other)
{
    struct bil_event shown[2][CASE_EAR];
    const int count = find_revealed(one, shown[0]);
    return count >= 0 && find_revealed(other, shown[1]) == count &&
           memcmp(shown[0], shown[1], (size_t)count * sizeof shown[0][0]) == 0;
}

static const struct case_secrecy secrecy = {.game = &bil_game_six_billion,
                                            .begin = begin,
                                            .games = 12,
                                            .rare = {6, 30},
                                            .different = 1000,
                                            .refused = {SIX_MOVE(SIX_M_CANCEL, SIX_DEATH, 0, 0, 0, 0),
                                                        SIX_MOVE(SIX_M_DOUBLE, SIX_DOUBLE_OTHER, 1, SIX_MARS, 0, 0),
                                                        SIX_MOVE(SIX_M_RESPOND, SIX_WAR, 0, 0, 0, 0)},
                                            .line_up = same_top,
                                            .comparable = comparable,
                                            .verb = verb_of};

static void what_is_told_survives_a_new_deal(void **state)
{
    case_told_survives_a_new_deal(&secrecy);
}

static void what_is_heard_survives_a_new_deal(void **state)
{
    int compared[CASE_VERBS];
    case_heard_survives_a_new_deal(&secrecy, compared);
    for (int verb = SIX_M_GROW; verb < SIX_VERBS; verb++) {
        if (compared[verb] < 3 && verb != SIX_M_RECYCLE) { /* that shuffles other cards, so that others lie open */
            fail_msg("verb %d was compared only %d times", verb, compared[verb]);
        }
    }
}

static void bots_play_the_same_in_every_world(void **state)
{
    case_bots_play_the_same(&secrecy);
}

/* SIX-219, 222: before the end nobody sees deck, hands of others, Agendas; at the end Agendas and Discovery cards are shown. */
static void hands_and_deck_stay_hidden(void **state)
{
    for (unsigned index = 0; index < 6; index++) {
        struct case_table table;
        struct bil_random choice;
        case_dice(&choice, 1100 + index);
        begin(&table, index);
        for (bool over = false; !over;) {
            const struct six_state *now = table.position.state;
            over = case_table_actor(&table) == BIL_OVER;
            for (int viewer = BIL_SPECTATOR; viewer < table.position.config.seats; viewer++) {
                struct six_state view;
                six_test_game()->hide(table.position.rules, now, viewer, &view);
                for (int i = 0; i < view.deck; i++) {
                    assert_int_equal(view.pile[i], SIX_HIDDEN);
                }
                for (int seat = 0; seat < table.position.config.seats; seat++) {
                    static const uint8_t nothing[SIX_CARDS];
                    const bool own = seat == viewer;
                    assert_memory_equal(view.hand[seat].copies, own ? now->hand[seat].copies : nothing, sizeof nothing);
                    assert_int_equal(view.agenda[seat], own || over ? now->agenda[seat] : SIX_FIND_HIDDEN);
                    assert_true(!over || memcmp(view.find[seat], now->find[seat], sizeof view.find[seat]) == 0);
                }
            }
            if (!over) {
                case_play_any(&table, &choice);
            }
        }
        case_table_free(&table);
    }
}

/* ------------------------------------------------------------------ pairs of tables */

/* The events since the last step, as the viewer is told of them, and the step as the viewer reads it in a record. */
static void sound(const struct case_table *table, int viewer, struct bil_text *text)
{
    for (int i = 0; i < table->heard_count; i++) {
        six_test_game()->event_text(table->position.rules, &table->heard[i], viewer, text);
    }
}

static void read_step(const struct case_table *table, const char *step, int viewer, struct bil_text *text)
{
    struct bil_error error = {{0}};
    bil_move move = 0;
    bool legal = false;
    helper_must(case_table_parse(table, step + 2, &move, &legal, &error), &error);
    case_table_move_text(table, move, viewer, text);
}

/* Both tables look the same to each viewer of the list (seats from 1; 0 is a spectator), and have said the same of a step. */
static void same_for(const struct case_table table[2], const struct bil_value *viewers, const char *const step[2], bool made)
{
    assert_int_equal(case_table_actor(&table[0]), case_table_actor(&table[1]));
    for (const struct bil_value *node = viewers->child; node; node = node->next) {
        const int viewer = node->integer == 0 ? BIL_SPECTATOR : (int)node->integer - 1;
        struct bil_text text[2] = {{0}, {0}};
        for (int i = 0; i < 2; i++) {
            if (step && made) {
                sound(&table[i], viewer, &text[i]);
            } else if (step) {
                read_step(&table[i], step[i], viewer, &text[i]);
            }
        }
        assert_string_equal(bil_text_string(&text[0]), bil_text_string(&text[1]));
        case_same_told(&secrecy, &table[0], table[0].position.state, table[1].position.state, viewer, true);
        bil_text_free(&text[0]);
        bil_text_free(&text[1]);
    }
}

/* {"head": ..., "positions": [{...}, {...}], "steps": [[...], [...]] or one list for both, "viewers": [...]}; "meet": true: the
 * tables begin alike and only the last steps differ, of which nothing is compared but what they leave. */
static void nobody_can_tell(void **pair)
{
    const struct bil_value *viewers = bil_value_get(*pair, "viewers");
    const struct bil_value *position = bil_value_get(*pair, "positions")->child;
    const struct bil_value *steps = bil_value_get(*pair, "steps");
    const struct bil_value *step[2] = {steps ? steps->child : NULL, steps ? steps->child : NULL};
    struct case_table table[2];
    if (step[0] && step[0]->type == BIL_ARRAY) {
        step[1] = step[0]->next->child;
        step[0] = step[0]->child;
    }
    for (int i = 0; i < 2; i++, position = position->next) {
        struct bil_error error = {{0}};
        const struct bil_value *document = case_document(bil_value_get(*pair, "head"), position);
        helper_must(case_table_read(&table[i], six_test_game(), document, false, 1, &error), &error);
        table[i].quiet = six_quiet;
        bil_json_free(document);
    }
    const bool meet = bil_value_get(*pair, "meet") != NULL;
    assert_int_equal(memcmp(table[0].position.state, table[1].position.state, sizeof(struct six_state)) == 0, meet);
    same_for(table, viewers, NULL, false);
    for (; step[0]; step[0] = step[0]->next, step[1] = step[1]->next) {
        const char *const text[2] = {step[0]->string, step[1]->string};
        if (!meet) {
            same_for(table, viewers, text, false);
        }
        case_play(&table[0], text[0]);
        case_play(&table[1], text[1]);
        same_for(table, viewers, meet ? NULL : text, true);
    }
    case_table_free(&table[0]);
    case_table_free(&table[1]);
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
    case_dice(&dice, 3);
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
    static const struct case_rows pairs = {"pairs", nobody_can_tell};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_told_survives_a_new_deal),  cmocka_unit_test(what_is_heard_survives_a_new_deal),
        cmocka_unit_test(bots_play_the_same_in_every_world), cmocka_unit_test(hands_and_deck_stay_hidden),
        cmocka_unit_test(the_discard_pile_is_not_searched),  cmocka_unit_test(who_has_moved),
        cmocka_unit_test(the_discovery_deck_is_not_shown),   cmocka_unit_test(worlds_hold_what_is_known),
    };
    return case_rows_run("games/six_billion/scenes/deals.json", &pairs, 1) + cmocka_run_group_tests(tests, NULL, NULL);
}
