/* Reasons as a table: what a person reads of what a bot found, letter by letter. */
#include "table/helpers.h"
#include "table/messages/reasons.h"
#include "unit.h"

static void expect_points(double points, const char *expected)
{
    struct bil_text text = {0};
    bil_reasons_points(points, &text);
    assert_string_equal(bil_text_string(&text), expected);
    bil_text_free(&text);
}

static void points_as_people_write_them(void **state)
{
    expect_points(0, "0.0");
    expect_points(-0.01, "0.0");
    expect_points(47.26, "47.3");
    expect_points(-99.9, "-99.9");
    expect_points(99.96, "100");
    expect_points(-512.4, "-512");
    expect_points(999.5, "1,000");
    expect_points(1240.2, "1,240");
    expect_points(-1234567, "-1,234,567");
}

static struct bil_match *at_choice(void)
{
    struct bil_match_setup setup = helper_setup(2, 4);
    struct bil_match *match = helper_match(&setup);
    helper_play(match, 2, 4);
    while (match->move_count < 3) {
        helper_play(match, match->ply + 1, 4);
    }
    return match;
}

static void the_best_place_comes_first(void **state)
{
    struct bil_match *match = at_choice();
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_reasons reasons = {.count = 3, .iterations = 5000};
    const int seat = match->actor;
    bil_match_view(match, seat, -1, view);
    for (int i = 0; i < 3; i++) {
        reasons.item[i].move = match->move[2 - i];
        reasons.item[i].visits = i == 0 ? 2400 : i == 1 ? 170 : 14;
        reasons.item[i].points[seat] = i ? 1180 : 1240;
        reasons.item[i].place[seat] = i == 0 ? 1.6 : i == 1 ? 1.4 : 1.1;
    }
    struct bil_choice choice = {match->game, match->rules, view, seat, 2, &reasons};
    struct bil_text said = {0};
    bil_reasons_table(&choice, &said);
    const char *better = strstr(bil_text_string(&said), "       170     1,180   1.40\n");
    const char *worse = strstr(bil_text_string(&said), "     2,400     1,240   1.60\n");
    assert_true(better && worse && better < worse);
    assert_null(strstr(bil_text_string(&said), "1.10")); /* 14 tries say nothing */

    reasons.item[0] = reasons.item[2];
    reasons.count = 1;
    bil_text_clear(&said);
    bil_reasons_table(&choice, &said);
    assert_string_equal(bil_text_string(&said), "It tried no move 100 times: too few tries to tell.\n");

    reasons = (struct bil_reasons){0}; /* of a bot that does not reason */
    bil_text_clear(&said);
    bil_reasons_table(&choice, &said);
    assert_string_equal(bil_text_string(&said), "");
    bil_text_free(&said);
    bil_match_free(match);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_as_people_write_them),
        cmocka_unit_test(the_best_place_comes_first),
    };
    return cmocka_run_group_tests_name("reasons", tests, NULL, NULL);
}
