/* What a viewer is told never depends on what it may not know (OBU-33, 192..203, W102, W103, W113): over random games (games/cases/
 * secrecy.h), and at tables that differ in one thing. */
#include "games/cases/secrecy.h"
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/support.h"
#include "unit.h"

static void begin(struct case_table *table, unsigned index)
{
    static const char *const options[] = {"", "networks=random", "networks=random;milestones=manual;cut=60", "cut=60;stall=off"};
    obu_begin(table, 2 + (int)(index % 3), options[index / 3 % 4], index);
}

static int verb_of(bil_move move)
{
    return (int)OBU_VERB(move);
}

/* Whether what a move shows does not hang on cards that the viewer could not know. */
static bool keeps_secrets(const struct case_side *side, int actor)
{
    const struct obu_state *before = side->before;
    const struct obu_state *after = side->after;
    switch (OBU_VERB(side->move)) {
    case OBU_M_DRAW_DECK:
        return before->pile[before->deck - 1] < OBU_HIDDEN && side->viewer != actor;
    case OBU_M_LAUNCH:
    case OBU_M_RETURN:
    case OBU_M_GIVE:
        return before->stack[before->depth - 1].kind == after->stack[after->depth - 1].kind; /* not when all is revealed */
    default:
        return true;
    }
}

static bool comparable(const struct case_side *one, int actor, const struct case_side *other)
{
    return keeps_secrets(one, actor) && keeps_secrets(other, actor);
}

static const struct case_secrecy secrecy = {.game = &bil_game_one_billion_users,
                                            .begin = begin,
                                            .games = 24,
                                            .rare = {8, 8},
                                            .different = 500,
                                            .refused = {OBU_MOVE(OBU_M_ADD, 3, 0, 0), OBU_MOVE(OBU_M_COUNTER_PUSH, 0, 1, 0)},
                                            .comparable = comparable,
                                            .verb = verb_of};

static void what_is_told_survives_a_new_deal(void **state)
{
    case_told_survives_a_new_deal(&secrecy);
}

static void what_is_heard_survives_a_new_deal(void **state)
{
    static const int often[] = {OBU_M_DRAW_DECK, OBU_M_DRAW_DISCARD, OBU_M_ADD,  OBU_M_BLOCK,    OBU_M_FIX,
                                OBU_M_GRIND,     OBU_M_GUARD,        OBU_M_POKE, OBU_M_PUSH,     OBU_M_DISCARD,
                                OBU_M_PASS,      OBU_M_LAUNCH,       OBU_M_GIVE, OBU_M_SACRIFICE};
    int compared[CASE_VERBS];
    case_heard_survives_a_new_deal(&secrecy, compared);
    for (size_t i = 0; i < sizeof often / sizeof often[0]; i++) {
        if (compared[often[i]] < 3) {
            fail_msg("verb %d was compared only %d times", often[i], compared[often[i]]);
        }
    }
}

/* OBU-202 */
static void bots_play_the_same_in_every_world(void **state)
{
    case_bots_play_the_same(&secrecy);
}

/* OBU-203, 33: before the end the view of everybody else shows no deck; at the end all hands may be shown. */
static void all_is_shown_at_the_end(void **state)
{
    static struct obu_state view;
    for (unsigned index = 0; index < 6; index++) {
        struct case_table table;
        struct bil_random choice;
        case_dice(&choice, index);
        begin(&table, index);
        while (case_play_any(&table, &choice)) {
        }
        obu_test_game()->hide(table.position.rules, table.position.state, BIL_EVERYBODY, &view);
        assert_memory_equal(&view, table.position.state, sizeof view);
        for (int seat = 0; seat < table.position.config.seats; seat++) {
            assert_int_equal(obu_popcount(view.seat[seat].hand.comm) + obu_popcount(view.seat[seat].hand.other),
                             view.seat[seat].hand_count);
        }
        case_table_free(&table);
    }
}

static void nobody_sees_the_deck(void **state)
{
    static struct obu_state view;
    for (unsigned index = 0; index < 6; index++) {
        struct case_table table;
        struct bil_random choice;
        case_dice(&choice, index);
        begin(&table, index);
        do {
            for (int viewer = BIL_SPECTATOR; viewer < table.position.config.seats; viewer++) {
                obu_test_game()->hide(table.position.rules, table.position.state, viewer, &view);
                for (int i = 0; i < view.deck; i++) {
                    assert_int_equal(view.pile[i], OBU_HIDDEN);
                }
            }
        } while (case_play_any(&table, &choice));
        case_table_free(&table);
    }
}

/* ------------------------------------------------------------------ W102, W103, W113 */

/* Two tables must tell every viewer of the set, and a spectator, the same; then they are put away. */
static void same_for(struct case_table *one, struct case_table *two, unsigned viewers)
{
    for (int viewer = BIL_SPECTATOR; viewer < one->position.config.seats; viewer++) {
        if (viewer == BIL_SPECTATOR || (viewers >> viewer & 1U)) {
            case_same_told(&secrecy, one, one->position.state, two->position.state, viewer, true);
        }
    }
    case_table_free(one);
    case_table_free(two);
}

#define FOUR(hand2)                                                                                                                \
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 4, \"phase\": \"play\", \"platforms\": ["                         \
    "{\"communities\": [\"Pet Pictures\"], \"influencers\": [\"The Investor\"], \"hand\": [\"Bad Press\", \"Push\", \"Poke\", "    \
    "\"Mod Training\", \"Mod Training\", \"Fundraising\", \"Fundraising\"]}, "                                                     \
    "{\"communities\": [\"Craft Tutorials\"], \"hand\": [" hand2 "]}, {\"communities\": [\"Knit Night\"]}, "                       \
    "{\"communities\": [\"Home Chefs\"]}]}"
#define FIVE "\"PR Response\", \"PR Response\", \"Server Upgrade\", \"Server Upgrade\", \"Troll Crackdown\""

static void a_declined_safeguard_does_not_show(void **state)
{
    static const char *const with[] = {"1 block 2 Bad Press", "2 pass", NULL};
    static const char *const without[] = {"1 block 2 Bad Press", NULL};
    struct case_table one;
    struct case_table two;
    case_begin_steps(&one, obu_test_game(), FOUR(FIVE ", \"PR Department\""), with);
    case_begin_steps(&two, obu_test_game(), FOUR(FIVE ", \"Troll Crackdown\""), without);
    assert_int_equal(two.forced_count, 1); /* asked all the same */
    assert_int_equal(two.forced[0], 2);
    same_for(&one, &two, 1U | 4U | 8U);
}

static void an_unused_push_does_not_show(void **state)
{
    static const char *const with[] = {"1 push The Investor to 2", "2 pass", NULL};
    static const char *const without[] = {"1 push The Investor to 2", NULL};
    struct case_table one;
    struct case_table two;
    case_begin_steps(&one, obu_test_game(), FOUR(FIVE ", \"Push\""), with);
    case_begin_steps(&two, obu_test_game(), FOUR(FIVE ", \"Troll Crackdown\""), without);
    assert_int_equal(two.forced_count, 1);
    same_for(&one, &two, 1U | 4U | 8U);
}

/* While the question is open, too. */
static void an_open_question_does_not_show_the_hand(void **state)
{
    struct bil_error error = {{0}};
    struct case_table one;
    struct case_table two;
    bil_move move = 0;
    bool legal = false;
    static const char *const nothing[] = {NULL};
    case_begin_steps(&one, obu_test_game(), FOUR(FIVE ", \"PR Department\""), nothing);
    case_begin_steps(&two, obu_test_game(), FOUR(FIVE ", \"Troll Crackdown\""), nothing);
    helper_must(case_table_parse(&one, "block 2 Bad Press", &move, &legal, &error), &error);
    helper_must(case_table_apply(&one, move, &error) && case_table_apply(&two, move, &error), &error);
    assert_int_equal(case_table_actor(&one), 1);
    assert_int_equal(case_table_actor(&two), 1);
    same_for(&one, &two, 1U | 4U | 8U);
}

#define TAKEN                                                                                                                      \
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"turn\": 2, \"discard\": [\"Push\"], \"platforms\": ["        \
    "{\"communities\": [\"Pet Pictures\"]}, {\"communities\": [\"Craft Tutorials\"], \"blocker\": \"Bad Press\", \"hand\": [" FIVE \
    ", \"Mod Training\"]}, {\"communities\": [\"Knit Night\"]}]}"

/* How often, of 7000 worlds that fit a viewer's view, seat 2's hand has a Push (all other Pushes may be anywhere). */
static int worlds_with_push(const struct case_table *table, int viewer, int seat)
{
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    int with = 0;
    case_dice(&random, 10 + (unsigned)viewer);
    obu_test_game()->hide(table->position.rules, table->position.state, viewer, &view);
    for (int i = 0; i < 7000; i++) {
        obu_test_game()->deal(table->position.rules, &view, &random, &world);
        with += obu_has(table->position.rules, &world.seat[seat].hand, OBU_PUSH);
    }
    return with;
}

/* W102 */
static void a_card_taken_is_known_until_one_is_ground(void **state)
{
    static const char *const take[] = {"2 draw discard", NULL};
    static const char *const push[] = {"2 draw discard", "2 grind Push", NULL};
    static const char *const other[] = {"2 draw discard", "2 grind Mod Training", NULL};
    struct case_table taken;
    struct case_table one;
    struct case_table two;
    case_begin_steps(&taken, obu_test_game(), TAKEN, take);
    assert_int_equal(worlds_with_push(&taken, 0, 1), 7000);
    assert_int_equal(worlds_with_push(&taken, 2, 1), 7000);
    case_begin_steps(&one, obu_test_game(), TAKEN, push);
    case_begin_steps(&two, obu_test_game(), TAKEN, other);
    const int with = worlds_with_push(&one, 0, 1);
    assert_in_range(with, 5500, 6999); /* six in seven, and now and then another Push */
    assert_int_equal(worlds_with_push(&one, 0, 1), worlds_with_push(&two, 0, 1));
    same_for(&one, &two, 1U | 4U);
    case_table_free(&taken);
}

/* W113 */
#define GIVEN                                                                                                                      \
    "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 3, \"turn\": 2, \"deck\": [\"Talent Poaching\"], \"platforms\": " \
    "["                                                                                                                            \
    "{\"hand\": [\"Poke\"]}, {\"hand\": [\"Bad Press\"]}, {\"hand\": [\"Push\", \"War Chest\"]}]}"
static void a_passed_card_is_known_to_two(void **state)
{
    static const char *const push[] = {"2 draw deck", "2 give Bad Press", "3 give Push", "1 give Poke", NULL};
    static const char *const chest[] = {"2 draw deck", "2 give Bad Press", "3 give War Chest", "1 give Poke", NULL};
    struct case_table one;
    struct case_table two;
    case_begin_steps(&one, obu_test_game(), GIVEN, push);
    case_begin_steps(&two, obu_test_game(), GIVEN, chest);
    assert_int_equal(worlds_with_push(&one, 0, 0), 7000); /* the receiver holds it */
    assert_int_equal(worlds_with_push(&one, 2, 0), 7000); /* the giver knows where it is */
    assert_in_range(worlds_with_push(&one, 1, 0), 1, 2000);
    same_for(&one, &two, 2U); /* seat 2 and a spectator cannot tell */
}

/* OBU-200: what Friendlink returned is in the deck, as it alone knows. */
static void returned_cards_are_known_to_their_owner(void **state)
{
    static const char json[] =
        "{\"format\": 1, \"game\": \"one-billion-users\", \"seats\": 2, \"phase\": \"launch\", \"options\": {\"networks\": "
        "\"Friendlink,Burrow\"}, \"platforms\": [{\"hand\": [\"Pet Pictures\", \"Knit Night\", \"War Chest\", \"Push\", \"Push\", "
        "\"Poke\", \"Bad Press\", \"Mod Training\", \"Fundraising\"]}, {\"hand\": [\"Craft Tutorials\", \"Push\", \"Poke\", "
        "\"Poke\", \"Bad Press\", \"Mod Training\", \"Fundraising\"]}]}";
    static const char *const steps[] = {"1 launch Pet Pictures, Knit Night", "2 launch Craft Tutorials", "1 return War Chest",
                                        NULL};
    struct case_table table;
    static struct obu_state view;
    static struct obu_state world;
    case_begin_steps(&table, obu_test_game(), json, steps);
    int held[2] = {0};
    for (int viewer = BIL_SPECTATOR; viewer <= 0; viewer++) {
        struct bil_random random;
        case_dice(&random, 11);
        obu_test_game()->hide(table.position.rules, table.position.state, viewer, &view);
        for (int i = 0; i < 3000; i++) {
            obu_test_game()->deal(table.position.rules, &view, &random, &world);
            held[viewer + 1] += obu_has(table.position.rules, &world.seat[1].hand, OBU_WAR_CHEST);
        }
    }
    assert_true(held[0] > 0);     /* a spectator thinks that seat 2 may hold it */
    assert_int_equal(held[1], 0); /* Friendlink knows better */
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_told_survives_a_new_deal),
        cmocka_unit_test(what_is_heard_survives_a_new_deal),
        cmocka_unit_test(bots_play_the_same_in_every_world),
        cmocka_unit_test(all_is_shown_at_the_end),
        cmocka_unit_test(nobody_sees_the_deck),
        cmocka_unit_test(a_declined_safeguard_does_not_show),
        cmocka_unit_test(an_unused_push_does_not_show),
        cmocka_unit_test(an_open_question_does_not_show_the_hand),
        cmocka_unit_test(a_card_taken_is_known_until_one_is_ground),
        cmocka_unit_test(a_passed_card_is_known_to_two),
        cmocka_unit_test(returned_cards_are_known_to_their_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
