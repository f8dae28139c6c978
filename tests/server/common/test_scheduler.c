/* Whose work comes next: ranks, fairness between networks, addresses, accounts and tables, budgets, making room. Without threads
 * and with times given by hand. */
#include "server/common/scheduler.h"
#include "unit.h"

enum { MANY = 64, COST = 1500, BUDGET = 30 * 1000, MINUTE = 60 * 1000 };

static struct bil_scheduler *scheduler;
static struct bil_task task[MANY];
static int64_t now;

static int begin(void **state)
{
    memset(task, 0, sizeof task);
    scheduler = bil_scheduler_new(BUDGET, MANY);
    now = 1000;
    return 0;
}

static int end(void **state)
{
    while (bil_scheduler_any(scheduler)) {
    }
    bil_scheduler_free(scheduler);
    return 0;
}

/* One of that rank for a table of an address; each address is a network of its own, and a guest. */
static struct bil_task *put(int number, enum bil_task_rank rank, uint64_t address, uint64_t table)
{
    task[number] = (struct bil_task){.rank = (uint8_t)rank, .whose = {address, address, address, table}, .cost = COST};
    assert_null(bil_scheduler_put(scheduler, &task[number], now));
    return &task[number];
}

/* Which is next; it takes so long. */
static int next_takes(int64_t milliseconds)
{
    struct bil_task *next = bil_scheduler_take(scheduler, now);
    assert_non_null(next);
    now += milliseconds;
    bil_scheduler_done(scheduler, next, now);
    return (int)(next - task);
}

static void first_come_first_served_where_all_are_alike(void **state)
{
    for (int i = 0; i < MANY; i++) {
        task[i] = (struct bil_task){0};
        assert_null(bil_scheduler_put(scheduler, &task[i], now));
    }
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(next_takes(i), i);
    }
    assert_null(bil_scheduler_take(scheduler, now));
}

/* An address with twenty tables, and one with one: the one waits behind a single thought, whenever it asks. */
static void who_asks_for_much_waits_behind_who_asks_for_little(void **state)
{
    for (int i = 0; i < 20; i++) {
        put(i, BIL_TASK_PRESENT, 7, 100 + (uint64_t)i);
    }
    assert_int_equal(next_takes(COST), 0);
    for (int i = 0; i < 15; i++) {
        put(30, BIL_TASK_PRESENT, 8, 200);
        assert_int_equal(next_takes(600), 30);
        const int which = next_takes(COST);
        assert_true(which < 20);
        put(which, BIL_TASK_PRESENT, 7, 100 + (uint64_t)which); /* there are always as many of them */
    }
}

/* Whoever gets a thread at once is charged at once: his next does not go before another's first. */
static void what_runs_counts_already(void **state)
{
    put(0, BIL_TASK_PRESENT, 7, 100);
    put(1, BIL_TASK_PRESENT, 7, 101);
    assert_ptr_equal(bil_scheduler_take(scheduler, now), &task[0]);
    put(2, BIL_TASK_PRESENT, 8, 200);
    assert_ptr_equal(bil_scheduler_take(scheduler, now), &task[2]);
    assert_ptr_equal(bil_scheduler_take(scheduler, now), &task[1]);
    for (int i = 0; i < 3; i++) {
        bil_scheduler_done(scheduler, &task[i], now + 10);
    }
}

/* Of two addresses that ask all the time each gets half; in one of them, of two tables each a quarter; and networks before
 * addresses. */
static void each_level_is_fair(void **state)
{
    int64_t had[4] = {0};
    static const uint64_t whose[4][BIL_TASK_LEVELS] = {
        {1, 11, 21, 31}, {1, 11, 21, 32}, {1, 12, 22, 33}, {2, 13, 23, 34}}; /* one network of two addresses, one of one */
    bil_scheduler_free(scheduler);
    scheduler = bil_scheduler_new(0, MANY);
    for (int i = 0; i < 4; i++) {
        task[i] = (struct bil_task){.cost = COST};
        memcpy(task[i].whose, whose[i], sizeof whose[i]);
        bil_scheduler_put(scheduler, &task[i], now);
    }
    for (int round = 0; round < 64; round++) {
        const int64_t took = 200 + 50 * (round % 7);
        const int i = next_takes(took);
        had[i] += took;
        bil_scheduler_put(scheduler, &task[i], now);
    }
    const int64_t all = had[0] + had[1] + had[2] + had[3];
    assert_in_range(had[3], all * 45 / 100, all * 55 / 100);
    assert_in_range(had[2], all * 20 / 100, all * 30 / 100);
    assert_in_range(had[0], all * 9 / 100, all * 16 / 100);
    assert_in_range(had[1], all * 9 / 100, all * 16 / 100);
}

/* An account is the same wherever it comes from: its budget is used up at ever other addresses. */
static void an_account_is_one_payer_at_many_addresses(void **state)
{
    int64_t waiting[BIL_TASK_RANKS];
    for (int account = 0; account < 2; account++) {
        for (uint64_t i = 0; i < 60; i++) { /* five minutes of nothing but thinking */
            task[0] = (struct bil_task){.whose = {100 + i, 100 + i, account ? 5 : 1000 + i, 300 + i}, .cost = COST};
            assert_null(bil_scheduler_put(scheduler, &task[0], now));
            assert_int_equal(next_takes(5000), 0);
        }
        task[0] = (struct bil_task){.whose = {999, 999, account ? 5 : 999, 300}, .cost = COST};
        assert_null(bil_scheduler_put(scheduler, &task[0], now));
        bil_scheduler_waiting(scheduler, now, waiting);
        assert_int_equal(waiting[BIL_TASK_SPENT], account);
        assert_ptr_equal(bil_scheduler_any(scheduler), &task[0]);
    }
}

static void persons_come_first_and_nobody_is_forgotten(void **state)
{
    int at[4] = {0};
    put(0, BIL_TASK_AWAY, 1, 1);
    put(1, BIL_TASK_WATCHED, 2, 2);
    for (int i = 2; i < 30; i++) {
        put(i, BIL_TASK_PRESENT, 3 + (uint64_t)i, 3);
    }
    for (int i = 0; i < 30; i++) {
        const int which = next_takes(100);
        if (which < 2) {
            at[which] = i;
        }
    }
    assert_int_equal(at[1], 4); /* four persons' thoughts before one that is only watched */
    assert_int_equal(at[0], 8);
    put(0, BIL_TASK_AWAY, 1, 1);
    put(1, BIL_TASK_WATCHED, 2, 2);
    put(2, BIL_TASK_PRESENT, 3, 3);
    assert_int_equal(next_takes(100), 2);
    assert_int_equal(next_takes(100), 1);
    assert_int_equal(next_takes(100), 0);
}

/* Somebody who comes back makes his table's thought more urgent. */
static void a_rank_may_change(void **state)
{
    put(0, BIL_TASK_PRESENT, 1, 1);
    put(1, BIL_TASK_AWAY, 2, 2);
    put(2, BIL_TASK_PRESENT, 3, 3);
    bil_scheduler_rank(scheduler, BIL_TASK_TABLE, 1, BIL_TASK_AWAY);
    bil_scheduler_rank(scheduler, BIL_TASK_TABLE, 2, BIL_TASK_PRESENT);
    assert_int_equal(next_takes(100), 1);
    assert_int_equal(next_takes(100), 2);
    assert_int_equal(next_takes(100), 0);
}

static int64_t spent_waiting(void)
{
    int64_t waiting[BIL_TASK_RANKS];
    bil_scheduler_waiting(scheduler, now, waiting);
    return waiting[BIL_TASK_SPENT];
}

/* So much at once; then behind everybody, persons or not, until enough is forgotten. */
static void a_budget(void **state)
{
    int thoughts = 0;
    do {
        put(0, BIL_TASK_PRESENT, 7, 100);
        assert_int_equal(next_takes(2000), 0);
        put(0, BIL_TASK_PRESENT, 7, 100);
        thoughts++;
        if (spent_waiting() == 0) {
            bil_scheduler_any(scheduler);
        }
    } while (spent_waiting() == 0 && thoughts < 1000);
    assert_in_range(thoughts, 55, 65); /* twice the budget: two minutes of nothing else */
    put(1, BIL_TASK_AWAY, 8, 200);
    assert_int_equal(next_takes(1), 1);
    assert_int_equal(spent_waiting(), 1);
    now += MINUTE;
    assert_int_equal(spent_waiting(), 0);
    bil_scheduler_any(scheduler);
    bil_scheduler_free(scheduler);
    scheduler = bil_scheduler_new(0, MANY); /* and without a budget nobody is ever behind */
    for (int i = 0; i < 200; i++) {
        put(0, BIL_TASK_PRESENT, 7, 100);
        assert_int_equal(next_takes(2000), 0);
    }
    put(0, BIL_TASK_PRESENT, 7, 100);
    assert_int_equal(spent_waiting(), 0);
}

/* What takes longer than was thought is counted whole; what ends sooner is not. */
static void what_it_took_is_what_counts(void **state)
{
    put(0, BIL_TASK_PRESENT, 7, 100);
    put(1, BIL_TASK_PRESENT, 8, 200);
    assert_ptr_equal(bil_scheduler_take(scheduler, now), &task[0]);
    assert_ptr_equal(bil_scheduler_take(scheduler, now), &task[1]);
    now += 300;
    bil_scheduler_done(scheduler, &task[0], now);
    now += 4000;
    bil_scheduler_done(scheduler, &task[1], now);
    put(2, BIL_TASK_PRESENT, 8, 200);
    put(3, BIL_TASK_PRESENT, 7, 100);
    assert_int_equal(next_takes(1), 3);
}

static void who_is_far_ahead_makes_room(void **state)
{
    for (int i = 0; i < 10; i++) { /* address 7 has had much */
        put(0, BIL_TASK_PRESENT, 7, 100);
        next_takes(2000);
    }
    put(0, BIL_TASK_PRESENT, 7, 100);
    put(1, BIL_TASK_PRESENT, 7, 101);
    assert_non_null(bil_scheduler_take(scheduler, now));
    assert_non_null(bil_scheduler_take(scheduler, now));
    put(2, BIL_TASK_PRESENT, 7, 102);
    assert_null(bil_scheduler_cut(scheduler, 2, now)); /* not for more of its own */
    put(3, BIL_TASK_PRESENT, 8, 200);
    assert_null(bil_scheduler_cut(scheduler, 4, now)); /* there are threads */
    struct bil_task *cut = bil_scheduler_cut(scheduler, 2, now);
    assert_true(cut == &task[0] || cut == &task[1]);
    bil_scheduler_done(scheduler, cut, now + BIL_TASK_SLICE);
    assert_ptr_equal(bil_scheduler_take(scheduler, now), &task[3]);
    assert_null(bil_scheduler_cut(scheduler, 2, now));
    put(4, BIL_TASK_PRESENT, 9, 300); /* nor does one who has had little make room for another such */
    assert_true(bil_scheduler_cut(scheduler, 2, now) != &task[3]);
    bil_scheduler_done(scheduler, &task[3], now);
    bil_scheduler_done(scheduler, cut == &task[0] ? &task[1] : &task[0], now);
}

/* Where many wait it takes less: who has had least never waits for a whole thought. Who has had least himself is left alone. */
static void in_a_crowd_who_had_more_makes_room(void **state)
{
    for (int i = 0; i < 6; i++) {
        put(i, BIL_TASK_PRESENT, 1 + (uint64_t)i, 100);
        next_takes(1000);
    }
    put(0, BIL_TASK_PRESENT, 1, 100);
    assert_non_null(bil_scheduler_take(scheduler, now));
    put(6, BIL_TASK_PRESENT, 7, 700);
    assert_null(bil_scheduler_cut(scheduler, 1, now)); /* it is not far ahead */
    for (int i = 1; i < 5; i++) {
        put(i, BIL_TASK_PRESENT, 1 + (uint64_t)i, 100);
    }
    assert_ptr_equal(bil_scheduler_cut(scheduler, 1, now), &task[0]);
    bil_scheduler_done(scheduler, &task[0], now + BIL_TASK_SLICE);
    assert_ptr_equal(bil_scheduler_take(scheduler, now), &task[6]);
    put(0, BIL_TASK_PRESENT, 1, 100);
    assert_null(bil_scheduler_cut(scheduler, 1, now));
    bil_scheduler_done(scheduler, &task[6], now);
}

static void what_is_less_urgent_makes_room(void **state)
{
    put(0, BIL_TASK_AWAY, 1, 1);
    put(1, BIL_TASK_PRESENT, 2, 2);
    bil_scheduler_take(scheduler, now);
    bil_scheduler_take(scheduler, now);
    put(2, BIL_TASK_AWAY, 3, 3);
    assert_null(bil_scheduler_cut(scheduler, 2, now));
    put(3, BIL_TASK_PRESENT, 4, 4);
    assert_ptr_equal(bil_scheduler_cut(scheduler, 2, now), &task[0]);
    assert_null(bil_scheduler_cut(scheduler, 2, now)); /* named once */
    bil_scheduler_done(scheduler, &task[0], now);
    bil_scheduler_done(scheduler, &task[1], now);
}

/* A full queue turns away whoever asks for most, not who comes last. */
static void a_full_queue_has_a_place_for_who_asks_for_little(void **state)
{
    bil_scheduler_free(scheduler);
    scheduler = bil_scheduler_new(BUDGET, 10);
    for (int i = 0; i < 10; i++) {
        put(i, BIL_TASK_PRESENT, 7, 100 + (uint64_t)i);
    }
    task[10] = (struct bil_task){.rank = BIL_TASK_AWAY, .whose = {8, 8, 8, 200}, .cost = COST};
    assert_ptr_equal(bil_scheduler_put(scheduler, &task[10], now), &task[9]);
    task[11] = (struct bil_task){.whose = {7, 7, 7, 120}, .cost = COST};
    assert_ptr_equal(bil_scheduler_put(scheduler, &task[11], now), &task[11]);
}

static void what_nobody_needs_is_taken_out(void **state)
{
    put(0, BIL_TASK_PRESENT, 7, 100);
    put(1, BIL_TASK_PRESENT, 7, 101);
    put(2, BIL_TASK_PRESENT, 7, 100);
    assert_ptr_equal(bil_scheduler_remove(scheduler, BIL_TASK_TABLE, 100), &task[0]);
    assert_ptr_equal(bil_scheduler_remove(scheduler, BIL_TASK_TABLE, 100), &task[2]);
    assert_null(bil_scheduler_remove(scheduler, BIL_TASK_TABLE, 100));
    assert_int_equal(next_takes(1), 1);
}

/* The book of payers stays bounded, whoever comes. */
static void ever_new_addresses(void **state)
{
    for (uint64_t i = 0; i < 100000; i++) {
        put(0, BIL_TASK_PRESENT, 1000 + i, 5000000 + i);
        next_takes(1);
    }
    put(0, BIL_TASK_PRESENT, 7, 100);
    assert_int_equal(next_takes(1), 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(first_come_first_served_where_all_are_alike, begin, end),
        cmocka_unit_test_setup_teardown(who_asks_for_much_waits_behind_who_asks_for_little, begin, end),
        cmocka_unit_test_setup_teardown(what_runs_counts_already, begin, end),
        cmocka_unit_test_setup_teardown(each_level_is_fair, begin, end),
        cmocka_unit_test_setup_teardown(an_account_is_one_payer_at_many_addresses, begin, end),
        cmocka_unit_test_setup_teardown(persons_come_first_and_nobody_is_forgotten, begin, end),
        cmocka_unit_test_setup_teardown(a_rank_may_change, begin, end),
        cmocka_unit_test_setup_teardown(a_budget, begin, end),
        cmocka_unit_test_setup_teardown(what_it_took_is_what_counts, begin, end),
        cmocka_unit_test_setup_teardown(who_is_far_ahead_makes_room, begin, end),
        cmocka_unit_test_setup_teardown(in_a_crowd_who_had_more_makes_room, begin, end),
        cmocka_unit_test_setup_teardown(what_is_less_urgent_makes_room, begin, end),
        cmocka_unit_test_setup_teardown(a_full_queue_has_a_place_for_who_asks_for_little, begin, end),
        cmocka_unit_test_setup_teardown(what_nobody_needs_is_taken_out, begin, end),
        cmocka_unit_test_setup_teardown(ever_new_addresses, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
