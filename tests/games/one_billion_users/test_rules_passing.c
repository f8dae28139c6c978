/* Dealing what Talent Poaching passed on (OBU-199, W113), as giver, receiver and everybody else know it. */
#include "games/one_billion_users/worlds.h"
#include "unit.h"

/* W113: seat 3 took Push and passes it to seat 1. */
static const char w113[] = HEAD(3) SHOW
    "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Poke\", \"Bad Press\", \"Game Over\"], \"discard\": [\"Push\"], "
    "\"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, {\"hand\": [\"Knit Night\"]}, {\"hand\": [\"War Chest\", \"Poke\"]}]}";
static const char *const w113_steps[] = {"3 draw discard",   "3 draw deck",       "3 give Push",
                                         "1 give Bad Press", "2 give Knit Night", NULL};

static void a_passed_card_seen_by_its_giver(void **state)
{
    static const struct scene scene = {.position = w113, .steps = w113_steps, .viewer = 3, .variant = {{1, "1 0 Push;2 0 ?"}}};
    deals_are_uniform(&scene);
}

static void a_passed_card_seen_by_its_receiver(void **state)
{
    static const struct scene scene = {
        .position = w113, .steps = w113_steps, .viewer = 1, .variant = {{1, "2 0 Bad Press;3 0 ?;3 0 ?;3 0 ?"}}};
    deals_are_uniform(&scene);
}

/* Seat 2 knows that seat 3 passed one of three cards, of which Push was one; seat 3 has Knit Night from it. */
static void a_passed_card_seen_by_the_third(void **state)
{
    static const struct scene scene = {
        .position = w113,
        .steps = w113_steps,
        .viewer = 2,
        .variant = {{1, "1 0 Push;3 0 ?;3 0 ?;3 0 Knit Night"}, {2, "1 0 ?;3 0 Push;3 0 ?;3 0 Knit Night"}},
    };
    deals_are_uniform(&scene);
}

static void a_passed_card_seen_by_a_spectator(void **state)
{
    static const struct scene scene = {
        .position = w113,
        .steps = w113_steps,
        .viewer = 0,
        .variant = {{1, "1 0 Push;2 0 ?;3 0 ?;3 0 ?;3 0 ?"}, {2, "1 0 ?;2 0 ?;3 0 Push;3 0 ?;3 0 ?"}},
    };
    deals_are_uniform(&scene);
}

/* The same with two cards taken; then seat 3 draws up and shows one of them: it was not that one. Of the two others each is as
 * likely. */
static void a_passed_card_when_another_was_shown(void **state)
{
    static const char *const steps[] = {"3 draw discard",   "3 draw discard",    "3 draw deck",    "3 give Cloud Backup",
                                        "1 give Bad Press", "2 give Knit Night", "3 draw discard", "3 draw discard",
                                        "3 draw discard",   "3 draw discard",    "3 discard Push", NULL};
    static const struct scene scene = {
        .position = HEAD(3) SHOW "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Poke\", \"Bad Press\", \"Game Over\"], "
                                 "\"discard\": [\"Low on Funds\", \"Low on Funds\", \"Fundraising\", \"Fundraising\", \"Push\", "
                                 "\"Cloud Backup\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, "
                                 "{\"hand\": [\"Knit Night\"]}, {\"hand\": [\"War Chest\"]}]}",
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 Cloud Backup;3 0 ?;3 0 Knit Night;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"},
                    {1, "1 0 ?;3 0 Cloud Backup;3 0 Knit Night;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"}},
    };
    deals_are_uniform(&scene);
}

/* And when it shows a card that nobody knew of: that was not the one either. */
static void a_passed_card_when_an_unknown_one_was_shown(void **state)
{
    static const char *const steps[] = {"3 draw discard",
                                        "3 draw deck",
                                        "3 give Cloud Backup",
                                        "1 give Bad Press",
                                        "2 give Knit Night",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 discard War Chest",
                                        NULL};
    static const struct scene scene = {
        .position = HEAD(3) SHOW "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Poke\", \"Bad Press\", \"Game Over\"], "
                                 "\"discard\": [\"Low on Funds\", \"Low on Funds\", \"Fundraising\", \"Fundraising\", "
                                 "\"Cloud Backup\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, "
                                 "{\"hand\": [\"Knit Night\"]}, {\"hand\": [\"War Chest\", \"Poke\"]}]}",
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 Cloud Backup;3 0 ?;3 0 Knit Night;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"},
                    {1, "1 0 ?;3 0 Cloud Backup;3 0 Knit Night;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"}},
    };
    deals_are_uniform(&scene);
}

/* The same for a spectator, who knows nothing of what seat 3 was given. */
static void a_passed_card_when_another_was_shown_to_a_spectator(void **state)
{
    static const char *const steps[] = {"3 draw discard",   "3 draw discard",    "3 draw deck",    "3 give Cloud Backup",
                                        "1 give Bad Press", "2 give Knit Night", "3 draw discard", "3 draw discard",
                                        "3 draw discard",   "3 draw discard",    "3 discard Push", NULL};
    static const struct scene scene = {
        .position = HEAD(3) SHOW "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Bad Press\", \"Game Over\"], "
                                 "\"discard\": [\"Low on Funds\", \"Low on Funds\", \"Fundraising\", \"Fundraising\", \"Push\", "
                                 "\"Cloud Backup\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, "
                                 "{\"hand\": [\"Knit Night\"]}, {\"hand\": [\"War Chest\"]}]}",
        .steps = steps,
        .viewer = 0,
        .variant = {{1, "1 0 Cloud Backup;2 0 ?;3 0 ?;3 0 ?;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"},
                    {1, "1 0 ?;2 0 ?;3 0 Cloud Backup;3 0 ?;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising"}},
    };
    deals_are_uniform(&scene);
}

/* Seat 3 is given nothing, for seat 2 has no card; then it shows one that nobody knew of. */
static void a_passed_card_by_one_who_was_given_none(void **state)
{
    static const char *const steps[] = {"3 draw discard",
                                        "3 draw deck",
                                        "3 give Cloud Backup",
                                        "1 give Bad Press",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 draw discard",
                                        "3 discard War Chest",
                                        NULL};
    static const struct scene scene = {
        .position = HEAD(3) SHOW "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Bad Press\", \"Game Over\"], "
                                 "\"discard\": [\"Fundraising\", \"Low on Funds\", \"Low on Funds\", \"Fundraising\", "
                                 "\"Fundraising\", \"Cloud Backup\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, "
                                 "{}, {\"hand\": [\"War Chest\", \"Poke\"]}]}",
        .steps = steps,
        .viewer = 0,
        .variant =
            {{1, "1 0 Cloud Backup;2 0 ?;3 0 ?;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising;3 0 Fundraising"},
             {1, "1 0 ?;2 0 ?;3 0 Cloud Backup;3 0 Low on Funds;3 0 Low on Funds;3 0 Fundraising;3 0 Fundraising;3 0 Fundraising"}},
    };
    deals_are_uniform(&scene);
}

/* Seat 3 ground one of seven cards, three of them known, and then passed one of the other six. */
static void a_passed_card_after_a_ground_one(void **state)
{
    static const char *const steps[] = {"3 draw discard",       "3 draw discard",      "3 draw discard",
                                        "3 grind Mod Training", "1 draw deck",         "1 give Bad Press",
                                        "2 give Knit Night",    "3 give Cloud Backup", NULL};
    static const struct scene scene = {
        .position = HEAD(3) SHOW
        "\"turn\": 3, \"deck\": [\"Talent Poaching\", \"Mod Training\", \"Game Over\"], \"discard\": [\"Poke\", "
        "\"Push\", \"Cloud Backup\"], \"platforms\": [{" STARS ", \"hand\": [\"Bad Press\"]}, {\"hand\": [\"Knit "
        "Night\"]}, {\"blocker\": \"Low on Funds\", \"hand\": [\"War Chest\", \"Mod Training\", \"Mod Training\", \"Mod "
        "Training\"]}]}",
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 Cloud Backup;3 0 Push;3 0 Poke;3 0 ?;3 0 ?;3 0 ?;3 0 ?;3 1 Knit Night"},
                    {1, "1 0 Push;3 0 Cloud Backup;3 0 Poke;3 0 ?;3 0 ?;3 0 ?;3 0 ?;3 1 Knit Night"},
                    {1, "1 0 Poke;3 0 Cloud Backup;3 0 Push;3 0 ?;3 0 ?;3 0 ?;3 0 ?;3 1 Knit Night"},
                    {4, "1 0 ?;3 0 Cloud Backup;3 0 Push;3 0 Poke;3 0 ?;3 0 ?;3 0 ?;3 1 Knit Night"}},
    };
    deals_are_uniform(&scene);
}

/* The giver knows a card of the receiver's. The receiver takes five cards and grinds one, takes one more and grinds another: any of
 * the seven may be the first, and of the seven that were left with the last one taken, any the second. */
static void a_passed_card_and_two_ground_ones(void **state)
{
    static const char *const steps[] = {"1 draw deck",          "1 give War Chest",
                                        "2 give Push",          "1 draw discard",
                                        "1 draw discard",       "1 draw discard",
                                        "1 draw discard",       "1 draw discard",
                                        "1 grind Poke",         "2 draw discard",
                                        "2 discard Knit Night", "1 draw discard",
                                        "1 grind Push",         NULL};
    static const struct scene scene = {
        .position = HEAD(2) SHOW
        "\"deck\": [\"Talent Poaching\", \"Mod Training\", \"Game Over\"], \"discard\": [\"Poke\", \"Poke\", \"Poke\", "
        "\"Poke\", \"Poke\"], \"platforms\": [{\"blocker\": \"Low on Funds\", \"hand\": [\"Bad Press\", \"War Chest\"]}, {" STARS
        ", \"hand\": [\"Knit Night\", \"Push\", \"PR Response\", \"PR Response\", \"PR Response\", \"PR Response\"]}]}",
        .steps = steps,
        .viewer = 2,
        .variant = {{1, "1 0 Push;1 0 ?;1 0 Poke;1 0 Poke;1 0 Poke;1 0 Poke;1 0 Poke;1 1 Knit Night"}},
    };
    deals_are_uniform(&scene);
}

/* A choice that is still secret: seat 3 has chosen, each of its cards is as likely. */
static void a_card_about_to_be_passed(void **state)
{
    static const char *const steps[] = {"3 draw discard", "3 draw deck", "3 give Push", NULL};
    struct case_table table;
    static struct obu_state view;
    static struct obu_state world;
    struct bil_random random;
    static const struct scene scene = {.position = w113, .steps = steps};
    int push = 0;
    set_scene(&table, &scene);
    obu_test_game()->hide(table.position.rules, table.position.state, 0, &view);
    worlds_random(&random, 5);
    for (int i = 0; i < 30000; i++) {
        obu_test_game()->deal(table.position.rules, &view, &random, &world);
        assert_true(obu_has(table.position.rules, &world.seat[2].hand, OBU_PUSH));
        push += OBU_A(world.pending[2]) == OBU_PUSH;
    }
    /* One of three cards is the Push taken; of the two unknown ones none can be another: the other four lie open. */
    assert_in_range(push, 10000 - 500, 10000 + 500);
    case_table_free(&table);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_passed_card_seen_by_its_giver),
        cmocka_unit_test(a_passed_card_seen_by_its_receiver),
        cmocka_unit_test(a_passed_card_seen_by_the_third),
        cmocka_unit_test(a_passed_card_seen_by_a_spectator),
        cmocka_unit_test(a_passed_card_when_another_was_shown),
        cmocka_unit_test(a_passed_card_when_an_unknown_one_was_shown),
        cmocka_unit_test(a_passed_card_when_another_was_shown_to_a_spectator),
        cmocka_unit_test(a_passed_card_by_one_who_was_given_none),
        cmocka_unit_test(a_passed_card_after_a_ground_one),
        cmocka_unit_test(a_passed_card_and_two_ground_ones),
        cmocka_unit_test(a_card_about_to_be_passed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
