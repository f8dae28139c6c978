/* What a viewer is told never depends on what it may not know (OBU-33, 192..203, W102, W103, W113).
 *
 * Over random games the cards a viewer cannot see are dealt anew, and everything that viewer is sent must stay the same, byte for
 * byte: view, moves, prompt, drawing, position, notation, reasons, estimates, and what it hears of the next move. */
#include "billions/bot.h"
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/support.h"
#include "kit/fields.h"
#include "kit/notation.h"
#include "table/helpers.h"
#include "unit.h"

enum { GAMES = 24, MAX_HEARD = 4096 };

static void seed(struct bil_random *random, uint32_t name, uint32_t index)
{
    const uint8_t bytes[BIL_SEED_BYTES] = {2, 7, 1, 8};
    bil_random_stream(random, bytes, name, index);
}

static const char *const options[] = {"", "networks=random", "networks=random;milestones=manual;cut=60", "cut=60;stall=off"};

static void begin(struct case_table *table, unsigned index)
{
    struct bil_error error = {{0}};
    helper_must(obu_table_new(table, 2 + (int)(index % 3), options[index / 3 % 4], false, index, &error), &error);
}

static bool random_move(struct case_table *table, struct bil_random *choice)
{
    bil_move list[BIL_MAX_MOVES];
    struct bil_error error = {{0}};
    const int count = case_table_moves(table, list);
    if (count == 0) {
        return false;
    }
    helper_must(case_table_apply(table, list[bil_random_below(choice, (uint32_t)count)], &error), &error);
    return true;
}

/* ------------------------------------------------------------------ everything a viewer is sent of a state */

/* The view alone, or all that is made of it too: words, pictures, documents, estimates. */
enum told { VIEW_ONLY, ALL };

static void told(const struct bil_game *game, const void *rules, const void *state, int viewer, enum told much,
                 struct bil_text *out)
{
    static struct obu_state view;
    static const struct bil_style plain = {80, false, false};
    static const struct bil_style rich = {120, true, true};
    game->hide(rules, state, viewer, &view);
    bil_text_add_bytes(out, (const char *)&view, sizeof view);
    if (much == VIEW_ONLY) {
        return;
    }
    game->prompt(rules, &view, true, out);
    game->draw(rules, &view, &plain, out);
    game->draw(rules, &view, &rich, out);
    bil_json_object(out);
    bil_members_write(game, rules, &view, out);
    bil_json_object_end(out);
    for (int seat = 0; seat < ((const struct obu_rules *)rules)->seats; seat++) {
        struct bil_score score;
        game->score(rules, &view, seat, &score);
        bil_text_format(out, "%d ", score.total);
    }
    if (game->actor(rules, state) != viewer || viewer < 0) {
        return;
    }
    bil_move list[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES] = {0};
    const int count = game->moves(rules, state, list);
    bil_text_add_bytes(out, (const char *)list, (size_t)count * sizeof list[0]);
    game->advise(rules, &view, list, count, value);
    bil_text_add_bytes(out, (const char *)value, (size_t)count * sizeof value[0]);
    for (int i = 0; i < count; i++) {
        bil_move_text(game, rules, state, list[i], viewer, out);
        game->explain(rules, &view, list[i], out);
    }
    game->why_not(rules, &view, OBU_MOVE(OBU_M_ADD, 3, 0, 0), out);
    game->why_not(rules, &view, OBU_MOVE(OBU_M_COUNTER_PUSH, 0, 1, 0), out);
    bil_text_format(out, "%d", game->recorded(rules, state));
}

/* Deals a world, and compares all that is told of it. */
static void same_told(const struct case_table *table, int viewer, struct bil_random *random, enum told much,
                      struct obu_state *world)
{
    const struct bil_game *game = obu_test_game();
    const void *rules = table->position.rules;
    static struct obu_state view;
    char buffer[256];
    struct bil_text real = {0};
    struct bil_text dealt = {0};
    game->hide(rules, table->position.state, viewer, &view);
    game->deal(rules, &view, random, world);
    const char *broken = game->check(rules, world, buffer, sizeof buffer);
    if (broken) {
        fail_msg("a dealt world is broken: %s", broken);
    }
    told(game, rules, table->position.state, viewer, much, &real);
    told(game, rules, world, viewer, much, &dealt);
    assert_int_equal(real.length, dealt.length);
    assert_memory_equal(real.data, dealt.data, real.length);
    bil_text_free(&real);
    bil_text_free(&dealt);
}

static void what_is_told_survives_a_new_deal(void **state)
{
    static struct obu_state world;
    for (unsigned index = 0; index < GAMES; index++) {
        struct case_table table;
        struct bil_random choice;
        struct bil_random dealer;
        seed(&choice, 1, index);
        seed(&dealer, 2, index);
        begin(&table, index);
        do {
            for (int viewer = BIL_SPECTATOR; viewer < table.position.config.seats; viewer++) {
                same_told(&table, viewer, &dealer, bil_random_below(&choice, 8) == 0 ? ALL : VIEW_ONLY, &world);
            }
        } while (random_move(&table, &choice));
        case_table_free(&table);
    }
}

/* ------------------------------------------------------------------ what a viewer hears of the next move */

struct hearing {
    const struct bil_game *game;
    const void *rules;
    int viewer;
    struct bil_text text;
};

static void hear(void *context, const struct bil_event *event)
{
    struct hearing *hearing = context;
    hearing->game->event_text(hearing->rules, event, hearing->viewer, &hearing->text);
    bil_text_char(&hearing->text, '\n');
}

/* Whether what a move shows does not hang on cards that the viewer could not know: then both worlds must look alike after it. */
static bool comparable(const struct obu_state *before, const struct obu_state *after, bil_move move)
{
    const int kind = before->stack[before->depth - 1].kind;
    const int next = after->stack[after->depth - 1].kind;
    switch (OBU_VERB(move)) {
    case OBU_M_DRAW_DECK:
        return before->pile[before->deck - 1] < OBU_HIDDEN;
    case OBU_M_LAUNCH:
    case OBU_M_RETURN:
    case OBU_M_GIVE:
        return kind == next; /* not when all is revealed */
    default:
        return true;
    }
}

/* A legal move of the world's actor that reads for the viewer as `text` does. */
static bool alike(const struct obu_rules *rules, const struct obu_state *world, int viewer, const char *text, bil_move *move)
{
    bil_move list[BIL_MAX_MOVES];
    const struct bil_game *game = obu_test_game();
    const int count = game->moves(rules, world, list);
    for (int i = 0; i < count; i++) {
        struct bil_text other = {0};
        bil_move_text(game, rules, world, list[i], viewer, &other);
        const bool same = strcmp(bil_text_string(&other), text) == 0;
        bil_text_free(&other);
        if (same) {
            *move = list[i];
            return true;
        }
    }
    return false;
}

static int compare_next(const struct case_table *table, int viewer, const struct obu_state *world, bil_move move,
                        const struct bil_random *chance)
{
    const struct bil_game *game = obu_test_game();
    const struct obu_rules *rules = table->position.rules;
    static struct obu_state real_next;
    static struct obu_state dealt_next;
    bil_move dealt_move = 0;
    struct bil_text notation = {0};
    bil_move_text(game, rules, table->position.state, move, viewer, &notation);
    if (viewer == case_table_actor(table)) {
        dealt_move = move; /* its own hand is no secret to it: the very same move */
    } else if (!alike(rules, world, viewer, bil_text_string(&notation), &dealt_move)) {
        bil_text_free(&notation);
        return 0; /* this world's hand cannot play it */
    }
    bil_text_free(&notation);
    struct hearing real = {game, rules, viewer, {0}};
    struct hearing dealt = {game, rules, viewer, {0}};
    const struct bil_listener real_ear = {hear, &real};
    const struct bil_listener dealt_ear = {hear, &dealt};
    struct bil_random real_chance = *chance;
    struct bil_random dealt_chance = *chance;
    memcpy(&real_next, table->position.state, sizeof real_next);
    memcpy(&dealt_next, world, sizeof dealt_next);
    game->apply(rules, &real_next, move, &real_chance, &real_ear);
    game->apply(rules, &dealt_next, dealt_move, &dealt_chance, &dealt_ear);
    int compared = 0;
    if (comparable(table->position.state, &real_next, move) && comparable(world, &dealt_next, dealt_move) &&
        !(OBU_VERB(move) == OBU_M_DRAW_DECK && viewer == case_table_actor(table))) {
        struct bil_text real_told = {0};
        struct bil_text dealt_told = {0};
        assert_string_equal(bil_text_string(&real.text), bil_text_string(&dealt.text));
        const enum told much = bil_random_below(&real_chance, 4) == 0 ? ALL : VIEW_ONLY;
        told(game, rules, &real_next, viewer, much, &real_told);
        told(game, rules, &dealt_next, viewer, much, &dealt_told);
        assert_int_equal(real_told.length, dealt_told.length);
        assert_memory_equal(real_told.data, dealt_told.data, real_told.length);
        bil_text_free(&real_told);
        bil_text_free(&dealt_told);
        compared = 1;
    }
    bil_text_free(&real.text);
    bil_text_free(&dealt.text);
    return compared;
}

static void what_is_heard_survives_a_new_deal(void **state)
{
    static struct obu_state world;
    int compared[OBU_VERBS] = {0};
    for (unsigned index = 0; index < 2 * GAMES; index++) {
        struct case_table table;
        struct bil_random choice;
        struct bil_random dealer;
        seed(&choice, 3, index);
        seed(&dealer, 4, index);
        begin(&table, index);
        for (int actor = case_table_actor(&table); actor != BIL_OVER; actor = case_table_actor(&table)) {
            struct bil_error error = {{0}};
            bil_move list[BIL_MAX_MOVES];
            const int count = case_table_moves(&table, list);
            const bil_move move = list[bil_random_below(&choice, (uint32_t)count)];
            const int viewer = (int)bil_random_below(&dealer, (uint32_t)table.position.config.seats + 1) - 1;
            static struct obu_state view;
            obu_test_game()->hide(table.position.rules, table.position.state, viewer, &view);
            obu_test_game()->deal(table.position.rules, &view, &dealer, &world);
            compared[OBU_VERB(move)] += compare_next(&table, viewer, &world, move, &table.random);
            helper_must(case_table_apply(&table, move, &error), &error);
        }
        case_table_free(&table);
    }
    static const int often[] = {OBU_M_DRAW_DECK, OBU_M_DRAW_DISCARD, OBU_M_ADD,  OBU_M_BLOCK,    OBU_M_FIX,
                                OBU_M_GRIND,     OBU_M_GUARD,        OBU_M_POKE, OBU_M_PUSH,     OBU_M_DISCARD,
                                OBU_M_PASS,      OBU_M_LAUNCH,       OBU_M_GIVE, OBU_M_SACRIFICE};
    for (size_t i = 0; i < sizeof often / sizeof often[0]; i++) {
        if (compared[often[i]] < 3) {
            fail_msg("verb %d was compared only %d times", often[i], compared[often[i]]);
        }
    }
}

/* OBU-202: a bot that looks gets the view, so it plays the same in every world that fits it. */
static void bots_play_the_same_in_every_world(void **state)
{
    struct bil_error error = {{0}};
    const struct bil_bot *greedy = bil_bot_find("greedy", &error);
    static struct obu_state view;
    static struct obu_state world;
    static struct obu_state again;
    assert_non_null(greedy);
    for (unsigned index = 0; index < 4; index++) {
        struct case_table table;
        struct bil_random choice;
        seed(&choice, 5, index);
        begin(&table, index);
        do {
            bil_move list[BIL_MAX_MOVES];
            const int count = case_table_moves(&table, list);
            const int actor = case_table_actor(&table);
            if (count == 0) {
                break;
            }
            struct bil_random thought;
            seed(&thought, 6, index);
            struct bil_random second = thought;
            obu_test_game()->hide(table.position.rules, table.position.state, actor, &view);
            obu_test_game()->deal(table.position.rules, &view, &choice, &world);
            obu_test_game()->hide(table.position.rules, &world, actor, &again);
            const struct bil_ask first = {.game = obu_test_game(),
                                          .rules = table.position.rules,
                                          .view = &view,
                                          .seat = actor,
                                          .moves = list,
                                          .count = count,
                                          .random = &thought};
            const struct bil_ask other = {.game = obu_test_game(),
                                          .rules = table.position.rules,
                                          .view = &again,
                                          .seat = actor,
                                          .moves = list,
                                          .count = count,
                                          .random = &second};
            assert_int_equal(greedy->choose(greedy, &first), greedy->choose(greedy, &other));
        } while (random_move(&table, &choice));
        case_table_free(&table);
    }
}

/* OBU-203, 33: before the end the view of everybody else shows no deck; at the end all hands may be shown. */
static void all_is_shown_at_the_end(void **state)
{
    static struct obu_state view;
    for (unsigned index = 0; index < 6; index++) {
        struct case_table table;
        struct bil_random choice;
        seed(&choice, 7, index);
        begin(&table, index);
        while (random_move(&table, &choice)) {
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
        seed(&choice, 8, index);
        begin(&table, index);
        do {
            for (int viewer = BIL_SPECTATOR; viewer < table.position.config.seats; viewer++) {
                obu_test_game()->hide(table.position.rules, table.position.state, viewer, &view);
                for (int i = 0; i < view.deck; i++) {
                    assert_int_equal(view.pile[i], OBU_HIDDEN);
                }
            }
        } while (random_move(&table, &choice));
        case_table_free(&table);
    }
}

/* ------------------------------------------------------------------ W102, W103, W113 */

static void begin_text(struct case_table *table, const char *json, const char *const *steps)
{
    struct bil_error error = {{0}};
    helper_must(obu_table_read_text(table, json, false, 1, &error), &error);
    for (; *steps; steps++) {
        helper_must(case_table_play(table, *steps, &error), &error);
    }
}

/* Two tables must tell every viewer of the set the same. */
static void same_for(const struct case_table *one, const struct case_table *two, unsigned viewers)
{
    for (int viewer = BIL_SPECTATOR; viewer < one->position.config.seats; viewer++) {
        if (viewer == BIL_SPECTATOR || (viewers >> viewer & 1U)) {
            struct bil_text first = {0};
            struct bil_text second = {0};
            told(obu_test_game(), one->position.rules, one->position.state, viewer, ALL, &first);
            told(obu_test_game(), two->position.rules, two->position.state, viewer, ALL, &second);
            assert_int_equal(first.length, second.length);
            assert_memory_equal(first.data, second.data, first.length);
            bil_text_free(&first);
            bil_text_free(&second);
        }
    }
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
    begin_text(&one, FOUR(FIVE ", \"PR Department\""), with);
    begin_text(&two, FOUR(FIVE ", \"Troll Crackdown\""), without);
    assert_int_equal(two.forced_count, 1); /* asked all the same */
    assert_int_equal(two.forced[0], 2);
    same_for(&one, &two, 1U | 4U | 8U);
    case_table_free(&one);
    case_table_free(&two);
}

static void an_unused_push_does_not_show(void **state)
{
    static const char *const with[] = {"1 push The Investor to 2", "2 pass", NULL};
    static const char *const without[] = {"1 push The Investor to 2", NULL};
    struct case_table one;
    struct case_table two;
    begin_text(&one, FOUR(FIVE ", \"Push\""), with);
    begin_text(&two, FOUR(FIVE ", \"Troll Crackdown\""), without);
    assert_int_equal(two.forced_count, 1);
    same_for(&one, &two, 1U | 4U | 8U);
    case_table_free(&one);
    case_table_free(&two);
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
    begin_text(&one, FOUR(FIVE ", \"PR Department\""), nothing);
    begin_text(&two, FOUR(FIVE ", \"Troll Crackdown\""), nothing);
    helper_must(case_table_parse(&one, "block 2 Bad Press", &move, &legal, &error), &error);
    helper_must(case_table_apply(&one, move, &error) && case_table_apply(&two, move, &error), &error);
    assert_int_equal(case_table_actor(&one), 1);
    assert_int_equal(case_table_actor(&two), 1);
    same_for(&one, &two, 1U | 4U | 8U);
    case_table_free(&one);
    case_table_free(&two);
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
    seed(&random, 10, (uint32_t)viewer);
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
    begin_text(&taken, TAKEN, take);
    assert_int_equal(worlds_with_push(&taken, 0, 1), 7000);
    assert_int_equal(worlds_with_push(&taken, 2, 1), 7000);
    begin_text(&one, TAKEN, push);
    begin_text(&two, TAKEN, other);
    same_for(&one, &two, 1U | 4U);
    const int with = worlds_with_push(&one, 0, 1);
    assert_in_range(with, 5500, 6999); /* six in seven, and now and then another Push */
    assert_int_equal(worlds_with_push(&one, 0, 1), worlds_with_push(&two, 0, 1));
    case_table_free(&taken);
    case_table_free(&one);
    case_table_free(&two);
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
    begin_text(&one, GIVEN, push);
    begin_text(&two, GIVEN, chest);
    assert_int_equal(worlds_with_push(&one, 0, 0), 7000); /* the receiver holds it */
    assert_int_equal(worlds_with_push(&one, 2, 0), 7000); /* the giver knows where it is */
    assert_in_range(worlds_with_push(&one, 1, 0), 1, 2000);
    same_for(&one, &two, 2U); /* seat 2 and a spectator cannot tell */
    case_table_free(&one);
    case_table_free(&two);
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
    begin_text(&table, json, steps);
    int held[2] = {0};
    for (int viewer = BIL_SPECTATOR; viewer <= 0; viewer++) {
        struct bil_random random;
        seed(&random, 11, 0);
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
