/* What the figures of an arena are made of: intervals, the sequential test, ratings and seatings, against values known from
 * elsewhere or worked out by hand. */
#include <math.h>

#include "lab/arena/rating.h"
#include "lab/arena/sprt.h"
#include "lab/simulation/interval.h"
#include "lab/simulation/seatings.h"
#include "table/helpers.h"
#include "unit.h"

enum { RANKINGS = 20000, RUNS = 300 };

static void near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within)) {
        fail_msg("%.9g is not %.9g", value, wanted);
    }
}

/* ------------------------------------------------------------------ intervals */

/* The two-sided 95 % points of Student's distribution as every table prints them. */
static void students_points(void **state)
{
    static const struct {
        uint64_t freedom;
        double t;
    } points[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},   {5, 2.571},    {9, 2.262},      {10, 2.228},
                  {29, 2.045}, {30, 2.042}, {60, 2.000}, {120, 1.980}, {1000, 1.962}, {1000000, 1.960}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        near(bil_interval_t(points[i].freedom), points[i].t, 0.0005);
    }
    near(bil_interval_t(200), bil_interval_t(201), 0.0001); /* the series and the expansion meet */
}

static void intervals_of_means(void **state)
{
    const struct bil_interval ten = bil_interval_mean(5, 2, 9);
    near(ten.low, 5 - 2 * 2.262157, 1e-5);
    near(ten.high, 5 + 2 * 2.262157, 1e-5);
    const struct bil_interval none = bil_interval_mean(5, 0, 0);
    assert_true(none.mean == 5 && isinf(none.low) && isinf(none.high));
}

static void intervals_of_shares(void **state)
{
    const struct bil_interval none = bil_interval_share(0, 0, 10); /* z z / (n + z z) with z = 2.262157 */
    near(none.low, 0, 1e-12);
    near(none.high, 0.33851, 1e-5);
    const struct bil_interval all = bil_interval_share(1, 0, 10);
    near(all.low, 1 - 0.33851, 1e-5);
    near(all.high, 1, 1e-12);
    const struct bil_interval half = bil_interval_share(0.5, 0.05, 101); /* the error of a hundred single games */
    near(half.high - half.low, 2 * 0.097303, 1e-5);
    near(half.high + half.low, 1, 1e-9);
    const struct bil_interval even = bil_interval_share(0.5, 0, 50); /* every pair was shared: that is no certainty */
    assert_true(even.low < 0.4 && even.high > 0.6);
    const struct bil_interval one = bil_interval_share(0.5, 0, 1);
    assert_true(one.low == 0 && one.high == 1);
}

/* ------------------------------------------------------------------ the sequential test */

static void two_results_are_the_binomial_test(void **state)
{
    const uint64_t count[] = {40, 60};
    near(bil_sprt_ratio(count, 1, 0.5, 0.6), 60 * log(0.6 / 0.5) + 40 * log(0.4 / 0.5), 1e-9);
    near(bil_sprt_ratio(count, 1, 0.6, 0.5), -60 * log(0.6 / 0.5) - 40 * log(0.4 / 0.5), 1e-9);
    const uint64_t nothing[] = {0, 0, 0};
    near(bil_sprt_ratio(nothing, 2, 0.5, 0.6), 0, 0);
}

/* A test of a chess engine over pairs of games, with the ratio that its makers published: 2.716 Elo against 0. */
static void five_results_are_the_pentanomial_test(void **state)
{
    const uint64_t count[] = {13, 37, 50, 25, 3};
    near(bil_sprt_ratio(count, 4, 0.5, 1 / (1 + pow(10, -2.716 / 400))), -0.53772, 0.0001);
}

static void results_that_were_not_seen_are_possible(void **state)
{
    const uint64_t won[] = {0, 0, 0, 0, 100};
    const double ratio = bil_sprt_ratio(won, 4, 0.5, 0.55);
    near(ratio, 100 * log(0.55 / 0.5), 0.01);
    const uint64_t more[] = {0, 0, 0, 0, 200};
    assert_true(bil_sprt_ratio(more, 4, 0.5, 0.55) > 1.99 * ratio);
}

static void bounds_are_walds(void **state)
{
    near(bil_sprt_upper(0.05, 0.05), log(19), 1e-12);
    near(bil_sprt_lower(0.05, 0.05), -log(19), 1e-12);
    near(bil_sprt_upper(0.01, 0.2), log(80), 1e-12);
    near(bil_sprt_lower(0.01, 0.2), log(0.2 / 0.99), 1e-12);
    assert_int_equal(bil_sprt_decide(2.95, 0.05, 0.05), 1);
    assert_int_equal(bil_sprt_decide(2.94, 0.05, 0.05), 0);
    assert_int_equal(bil_sprt_decide(-2.94, 0.05, 0.05), 0);
    assert_int_equal(bil_sprt_decide(-2.95, 0.05, 0.05), -1);
}

/* One test on pairs of games, each won with that chance: 1 or -1, whichever hypothesis it accepts. */
static int decide(struct bil_random *random, uint32_t per_mille)
{
    uint64_t count[3] = {0};
    int verdict = 0;
    while (verdict == 0) {
        count[(bil_random_below(random, 1000) < per_mille) + (bil_random_below(random, 1000) < per_mille)]++;
        verdict = bil_sprt_decide(bil_sprt_ratio(count, 2, 0.5, 0.6), 0.05, 0.05);
    }
    return verdict;
}

static void wrong_verdicts_are_as_rare_as_promised(void **state)
{
    struct bil_random random;
    uint8_t seed[BIL_SEED_BYTES];
    int wrong_high = 0;
    int wrong_low = 0;
    bil_seed_from_text("4", seed);
    bil_random_stream(&random, seed, 1, 0);
    for (int i = 0; i < RUNS; i++) {
        wrong_high += decide(&random, 500) > 0;
        wrong_low += decide(&random, 600) < 0;
    }
    assert_true(wrong_high > 0 && wrong_high < RUNS / 10);
    assert_true(wrong_low > 0 && wrong_low < RUNS / 10);
}

/* ------------------------------------------------------------------ ratings */

static struct bil_rating_data *new_data(int kinds)
{
    struct bil_rating_data *data = calloc(1, sizeof *data);
    assert_non_null(data);
    data->kinds = kinds;
    return data;
}

/* Counts a game of 2 to 4 seats `times` over; kinds and places are digits. */
static void count(struct bil_rating_data *data, int group, const char *kinds, const char *places, int times)
{
    uint8_t kind[BIL_MAX_SEATS] = {0};
    uint8_t place[BIL_MAX_SEATS] = {0};
    const int seats = (int)strlen(kinds);
    for (int seat = 0; seat < seats; seat++) {
        kind[seat] = (uint8_t)(kinds[seat] - '0');
        place[seat] = (uint8_t)(places[seat] - '0');
    }
    for (int i = 0; i < times; i++) {
        bil_rating_count(data, group, seats, kind, place);
    }
}

static void rating_is(const struct bil_rating_data *data, int kind, double wanted, double within)
{
    struct bil_interval rating[BIL_RATING_KINDS];
    int above, below;
    assert_true(bil_rating_fit(data, data->kinds - 1, rating, &above, &below));
    near(rating[kind].mean, wanted, within);
    near(rating[data->kinds - 1].mean, 0, 0);
}

static void ratings_of_two_are_elo(void **state)
{
    struct bil_rating_data *data = new_data(2);
    count(data, 0, "01", "12", 75);
    count(data, 1, "10", "12", 25);
    rating_is(data, 0, 400 * log10(3), 1e-5);
    near(bil_rating_ahead(data, 0, 1), 0.75, 1e-12);
    near(bil_rating_ahead(data, 1, 0), 0.25, 1e-12);
    free(data);
    data = new_data(2);
    count(data, 0, "01", "12", 50);
    count(data, 0, "01", "11", 50); /* a tie is half a win for each */
    rating_is(data, 0, 400 * log10(3), 1e-5);
    near(bil_rating_ahead(data, 0, 1), 0.75, 1e-12);
    free(data);
}

/* A strength of 2 against two of 1: first in half of the games, and second in two thirds of the others. */
static void a_kind_may_sit_twice(void **state)
{
    struct bil_rating_data *data = new_data(2);
    count(data, 0, "011", "123", 3);
    count(data, 0, "101", "123", 2);
    count(data, 0, "110", "123", 1);
    rating_is(data, 0, 400 * log10(2), 1e-5);
    free(data);
}

static void ties_are_every_order_equally_often(void **state)
{
    struct bil_rating_data *data = new_data(3);
    count(data, 0, "012", "111", 1);
    assert_int_equal(data->sets, 4);
    for (int i = 0; i < data->sets; i++) {
        assert_int_equal(data->group[0].left[i], data->set[i] == 0x111 ? 60 : 20);
    }
    for (int k = 0; k < 3; k++) {
        assert_int_equal(data->group[0].picked[k], 40);
    }
    rating_is(data, 0, 0, 1e-6);
    free(data);
    /* the same by writing out both orders of two that share the second place */
    data = new_data(3);
    struct bil_rating_data *orders = new_data(3);
    count(data, 0, "012", "122", 2);
    count(orders, 0, "012", "123", 1);
    count(orders, 0, "012", "132", 1);
    for (int i = 0; i < data->sets; i++) {
        for (int j = 0; j < orders->sets; j++) {
            if (data->set[i] == orders->set[j]) {
                assert_int_equal(data->group[0].left[i], orders->group[0].left[j]);
            }
        }
    }
    assert_memory_equal(data->group[0].picked, orders->group[0].picked, sizeof data->group[0].picked);
    assert_memory_equal(data->group[0].ahead, orders->group[0].ahead, sizeof data->group[0].ahead);
    free(data);
    free(orders);
}

/* Four bots of strengths 1, 2, 4 and 8, drawn as the model says. */
static void known_strengths_are_recovered(void **state)
{
    struct bil_rating_data *data = new_data(4);
    struct bil_random random;
    struct bil_interval rating[BIL_RATING_KINDS];
    uint8_t seed[BIL_SEED_BYTES];
    int above, below;
    bil_seed_from_text("9", seed);
    bil_random_stream(&random, seed, 1, 0);
    for (int i = 0; i < RANKINGS; i++) {
        static const uint8_t kind[4] = {0, 1, 2, 3};
        uint8_t place[BIL_MAX_SEATS] = {0};
        for (uint8_t next = 1; next <= 4; next++) {
            uint32_t total = 0;
            int k = 0;
            for (int j = 0; j < 4; j++) {
                total += place[j] ? 0 : 1U << j;
            }
            uint32_t at = bil_random_below(&random, total);
            for (; place[k] || at >= 1U << k; k++) {
                at -= place[k] ? 0 : 1U << k;
            }
            place[k] = next;
        }
        bil_rating_count(data, i % BIL_RATING_GROUPS, 4, kind, place);
    }
    assert_true(bil_rating_fit(data, 0, rating, &above, &below));
    for (int k = 1; k < 4; k++) {
        const double truth = 400 * log10(1 << k);
        near(rating[k].mean, truth, 10);
        assert_true(rating[k].low < truth && truth < rating[k].high);
        assert_true(rating[k].high - rating[k].low < 20);
    }
    assert_true(rating[0].low == 0 && rating[0].high == 0);
    free(data);
}

/* Two groups: 3 of 4 and 1 of 2 were won, so 1/2 is left without the first and 3/4 without the second. */
static void intervals_leave_out_one_group_after_the_other(void **state)
{
    struct bil_rating_data *data = new_data(2);
    struct bil_interval rating[BIL_RATING_KINDS];
    int above, below;
    count(data, 0, "01", "12", 3);
    count(data, 0, "01", "21", 1);
    count(data, 1, "01", "12", 1);
    count(data, 1, "01", "21", 1);
    assert_true(bil_rating_fit(data, 1, rating, &above, &below));
    near(rating[0].mean, 400 * log10(2), 1e-5);
    near(rating[0].high - rating[0].mean, 12.706205 * 400 * log10(3) / 2, 1e-2);
    near(rating[0].mean - rating[0].low, 12.706205 * 400 * log10(3) / 2, 1e-2);
    free(data);
    data = new_data(2); /* without the first group nothing finite fits: there is no interval */
    count(data, 0, "01", "12", 3);
    count(data, 0, "01", "21", 1);
    count(data, 1, "01", "12", 1);
    assert_true(bil_rating_fit(data, 1, rating, &above, &below));
    assert_true(isinf(rating[0].high) && isinf(rating[0].low));
    free(data);
}

static void nobody_is_infinitely_strong(void **state)
{
    struct bil_rating_data *data = new_data(3);
    struct bil_interval rating[BIL_RATING_KINDS];
    int above = -1;
    int below = -1;
    count(data, 0, "012", "123", 5);
    count(data, 0, "012", "132", 5); /* 1 and 2 beat each other, but never 0 */
    assert_false(bil_rating_fit(data, 2, rating, &above, &below));
    assert_int_equal(above, 0);
    assert_true(below == 1 || below == 2);
    count(data, 0, "012", "312", 1);
    assert_true(bil_rating_fit(data, 2, rating, &above, &below));
    free(data);
    data = new_data(3);
    count(data, 0, "01", "12", 1);
    count(data, 0, "01", "21", 1);
    near(bil_rating_ahead(data, 0, 2), -1, 0); /* they never met */
    assert_false(bil_rating_fit(data, 2, rating, &above, &below));
    free(data);
}

/* ------------------------------------------------------------------ seatings */

static struct bil_seatings seat(const char *list, int kinds, int seats)
{
    static struct bil_seatings seatings;
    uint8_t kind[BIL_SEATINGS_KINDS];
    struct bil_error error = {{0}};
    const int count_listed = (int)strlen(list);
    for (int i = 0; i < count_listed; i++) {
        kind[i] = (uint8_t)(list[i] - '0');
    }
    if (!bil_seatings_make(&seatings, kind, count_listed, kinds, seats, &error)) {
        helper_fail(error.text);
    }
    return seatings;
}

static void every_deal_has_its_seatings(void **state)
{
    static const struct {
        const char *list;
        int kinds, seats, games;
    } cases[] = {{"01", 2, 2, 2},         {"012", 3, 3, 3},       {"0123", 4, 4, 4},       {"01234", 5, 5, 5},
                 {"0111", 2, 4, 4},       {"0011", 2, 4, 6},      {"01011", 2, 5, 10},     {"01", 2, 3, 6},
                 {"01", 2, 4, 14},        {"01", 2, 5, 30},       {"012", 3, 4, 12},       {"0012", 3, 4, 4},
                 {"012", 3, 2, 6},        {"01234567", 8, 2, 56}, {"01234567", 8, 4, 280}, {"01234567", 8, 5, 280},
                 {"01234567", 8, 6, 168}, {"01", 2, 6, 62}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct bil_seatings seatings = seat(cases[i].list, cases[i].kinds, cases[i].seats);
        assert_int_equal(seatings.games, cases[i].games);
        for (int g = 0; g < seatings.games; g++) {
            for (int h = 0; h < g; h++) {
                assert_memory_not_equal(seatings.kind[g], seatings.kind[h], (size_t)seatings.seats);
            }
        }
    }
}

/* Every kind sits at every seat equally often; where each is listed once, all kinds do. */
static void no_kind_has_the_better_chairs(void **state)
{
    static const struct {
        const char *list;
        int kinds, seats;
        bool alike;
    } cases[] = {{"01", 2, 2, true},   {"012", 3, 3, true},      {"0123", 4, 4, true},  {"01", 2, 3, true},
                 {"01", 2, 5, true},   {"012", 3, 4, true},      {"0123", 4, 5, true},  {"012", 3, 5, true},
                 {"0123", 4, 2, true}, {"01234567", 8, 5, true}, {"0111", 2, 4, false}, {"01001", 2, 5, false},
                 {"0012", 3, 4, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct bil_seatings seatings = seat(cases[i].list, cases[i].kinds, cases[i].seats);
        for (int k = 0; k < seatings.kinds; k++) {
            int at[BIL_MAX_SEATS] = {0};
            for (int g = 0; g < seatings.games; g++) {
                for (int s = 0; s < seatings.seats; s++) {
                    at[s] += seatings.kind[g][s] == k;
                }
            }
            for (int s = 0; s < seatings.seats; s++) {
                assert_int_equal(at[s], at[0]);
            }
            assert_int_equal(bil_seatings_of(&seatings, k), at[0] * seatings.seats);
            if (cases[i].alike) {
                assert_int_equal(bil_seatings_of(&seatings, k) * seatings.kinds, seatings.games * seatings.seats);
            }
        }
    }
}

static void strength_makes_first_places(void **state)
{
    struct bil_seatings seatings = seat("01", 2, 2);
    near(bil_seatings_expect(&seatings, 0), 0.5, 1e-12);
    near(bil_seatings_expect(&seatings, 400), 10.0 / 11, 1e-12);
    seatings = seat("0111", 2, 4);
    near(bil_seatings_expect(&seatings, 0), 0.25, 1e-12);
    near(bil_seatings_expect(&seatings, 400 * log10(3)), 0.5, 1e-12);
    seatings = seat("01", 2, 3); /* alone in three seatings, two of them in three */
    near(bil_seatings_expect(&seatings, 0), 0.5, 1e-12);
    near(bil_seatings_expect(&seatings, 400 * log10(2)), (0.5 + 0.8) / 2, 1e-12);
}

static void a_bot_twice_names_every_seat(void **state)
{
    struct bil_seatings seatings;
    struct bil_error error = {{0}};
    const uint8_t list[] = {0, 1, 0};
    assert_false(bil_seatings_make(&seatings, list, 3, 2, 4, &error));
    helper_contains(error.text, "named twice");
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(students_points),
        cmocka_unit_test(intervals_of_means),
        cmocka_unit_test(intervals_of_shares),
        cmocka_unit_test(two_results_are_the_binomial_test),
        cmocka_unit_test(five_results_are_the_pentanomial_test),
        cmocka_unit_test(results_that_were_not_seen_are_possible),
        cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(wrong_verdicts_are_as_rare_as_promised),
        cmocka_unit_test(ratings_of_two_are_elo),
        cmocka_unit_test(a_kind_may_sit_twice),
        cmocka_unit_test(ties_are_every_order_equally_often),
        cmocka_unit_test(known_strengths_are_recovered),
        cmocka_unit_test(intervals_leave_out_one_group_after_the_other),
        cmocka_unit_test(nobody_is_infinitely_strong),
        cmocka_unit_test(every_deal_has_its_seatings),
        cmocka_unit_test(no_kind_has_the_better_chairs),
        cmocka_unit_test(strength_makes_first_places),
        cmocka_unit_test(a_bot_twice_names_every_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
