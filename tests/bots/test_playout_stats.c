/* What playouts learn about moves: how it moves the advice, for whom, and how far. */
#include "bots/playout_stats.h"
#include "unit.h"

enum { GOOD = 7, BAD = 8, NEW = 9, MOVES = 3, OFTEN = 1000, SEATS = 2 };
static const bil_move moves[MOVES] = {GOOD, BAD, NEW};
static struct bil_playout_stats stats;

/* Seat 0 gets 0.6 by the good move and 0.4 by the bad one, seat 1 the rest. */
static void play(int playouts)
{
    for (int i = 0; i < playouts; i++) {
        const double reward[SEATS] = {i % 2 == 0 ? 0.6 : 0.4, i % 2 == 0 ? 0.4 : 0.6};
        bil_playout_stats_note(&stats, 0, i % 2 == 0 ? GOOD : BAD);
        bil_playout_stats_learn(&stats, reward, SEATS);
    }
}

static int32_t lead(double weight, int seat, int move)
{
    int32_t value[MOVES] = {100, 100, 100};
    bil_playout_stats_lead(&stats, weight, seat, moves, MOVES, value);
    return value[move] - 100;
}

static void nothing_is_known_at_first(void **state)
{
    bil_playout_stats_begin(&stats);
    for (int i = 0; i < MOVES; i++) {
        assert_int_equal(lead(1000, 0, i), 0);
    }
    play(10);
    bil_playout_stats_begin(&stats);
    assert_int_equal(lead(1000, 0, 0), 0);
}

/* A tenth of a reward above the usual half, that is two twentieths, nearly all of it after so many playouts. */
static void what_paid_is_favoured(void **state)
{
    bil_playout_stats_begin(&stats);
    play(OFTEN);
    assert_in_range(lead(60, 0, 0), 100, 120);
    assert_in_range(-lead(60, 0, 1), 100, 120);
    assert_int_equal(lead(60, 0, 2), 0);
    assert_in_range(lead(600, 0, 0), 1000, 1200);
    assert_int_equal(lead(0, 0, 0), 0);
}

static void few_tries_count_for_little(void **state)
{
    bil_playout_stats_begin(&stats);
    play(4);
    assert_in_range(lead(600, 0, 0), 1, 100);
}

/* What a move brought one seat says nothing about it for another. */
static void each_seat_has_its_own(void **state)
{
    bil_playout_stats_begin(&stats);
    play(OFTEN);
    for (int i = 0; i < MOVES; i++) {
        assert_int_equal(lead(600, 1, i), 0);
    }
}

/* The moves of a playout are learned from once, and a playout longer than any trail does no harm. */
static void a_playout_is_learned_from_once(void **state)
{
    const double lost[SEATS] = {0, 1};
    const double won[SEATS] = {1, 0};
    bil_playout_stats_begin(&stats);
    for (int i = 0; i < 2 * BIL_PLAYOUT_STATS_TRAIL; i++) {
        bil_playout_stats_note(&stats, 0, i < BIL_PLAYOUT_STATS_TRAIL ? GOOD : BAD);
    }
    bil_playout_stats_learn(&stats, won, SEATS);
    bil_playout_stats_learn(&stats, lost, SEATS); /* without a move */
    assert_true(lead(600, 0, 0) > 1000);
    assert_int_equal(lead(600, 0, 1), 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first),      cmocka_unit_test(what_paid_is_favoured),
        cmocka_unit_test(few_tries_count_for_little),     cmocka_unit_test(each_seat_has_its_own),
        cmocka_unit_test(a_playout_is_learned_from_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
