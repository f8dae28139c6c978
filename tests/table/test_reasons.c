/* Reasons in words: what a person reads of what a bot found, letter by letter. */
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

static void sentences_and_tables(void **state)
{
    struct bil_match *match = at_choice();
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_reasons reasons = {.count = 2, .iterations = 5000};
    const int seat = match->actor;
    bil_match_view(match, seat, -1, view);
    for (int i = 0; i < 2; i++) {
        reasons.item[i].move = match->move[2 - i];
        reasons.item[i].visits = i ? 70 : 2400;
        reasons.item[i].points[seat] = i ? 1180 : 1240;
        reasons.item[i].points[1 - seat] = 95.5;
        reasons.item[i].place[seat] = i ? 1.6 : 1.4;
        reasons.item[i].place[1 - seat] = i ? 1.4 : 1.6;
    }
    struct bil_choice choice = {match->game, match->rules, view, seat, 2, match->move[2], &reasons};
    struct bil_text why = {0};
    struct bil_text said = {0};
    struct bil_text other = {0};
    struct bil_text own = {0};
    struct bil_text expected = {0};
    match->game->explain(match->rules, view, match->move[2], &why);
    assert_true(why.length > 0);
    bil_match_move_text(match, match->move[2], &own);
    bil_match_move_text(match, match->move[1], &other);

    bil_text_format(&expected, "%s After 5,000 tries it expects 1,240 points and place 1.4; the next best, %s, 1,180 and 1.6.",
                    bil_text_string(&why), bil_text_string(&other));
    bil_reasons_words(&choice, &said);
    assert_string_equal(bil_text_string(&said), bil_text_string(&expected));

    bil_text_clear(&said);
    bil_text_clear(&expected);
    bil_text_format(&expected, "Seat 1: %s; seat 2: %s.", seat == 0 ? "1,240 points, place 1.4" : "95.5 points, place 1.6",
                    seat == 0 ? "95.5 points, place 1.6" : "1,240 points, place 1.4");
    bil_reasons_seats(&choice, &said);
    assert_string_equal(bil_text_string(&said), bil_text_string(&expected));

    bil_text_clear(&said);
    bil_reasons_table(&choice, &said);
    helper_contains(bil_text_string(&said), bil_text_string(&own));
    helper_contains(bil_text_string(&said), "     2,400     1,240   1.40\n");
    helper_contains(bil_text_string(&said), "        70     1,180   1.60\n");

    /* a bot with words of its own, but only one move and no count */
    snprintf(reasons.words, sizeof reasons.words, "It likes it.");
    reasons.count = 1;
    reasons.iterations = 0;
    bil_text_clear(&said);
    bil_text_clear(&expected);
    bil_text_format(&expected, "%s It likes it. It expects 1,240 points and place 1.4.", bil_text_string(&why));
    bil_reasons_words(&choice, &said);
    assert_string_equal(bil_text_string(&said), bil_text_string(&expected));

    /* one that does not reason */
    reasons = (struct bil_reasons){0};
    bil_text_clear(&said);
    bil_reasons_words(&choice, &said);
    assert_string_equal(bil_text_string(&said), bil_text_string(&why));
    bil_text_clear(&said);
    bil_reasons_table(&choice, &said);
    bil_reasons_seats(&choice, &said);
    assert_string_equal(bil_text_string(&said), "");
    bil_text_free(&why);
    bil_text_free(&said);
    bil_text_free(&other);
    bil_text_free(&own);
    bil_text_free(&expected);
    bil_match_free(match);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_as_people_write_them),
        cmocka_unit_test(sentences_and_tables),
    };
    return cmocka_run_group_tests_name("reasons", tests, NULL, NULL);
}
