/* For whom the server thinks: what of an address counts, accounts, next tables, and that a server that begins anew knows it still.
 */
#include "server/http_requests.h"
#include "server/tables/internal.h"
#include "table/helpers.h"
#include "unit.h"

static void make(const char *address, char id[BIL_TABLE_ID + 1])
{
    ask_from("%s", address);
    const char *made = ask_for("POST", "/api/tables", "{\"game\":\"six-billion\",\"seats\":2,\"name\":\"Ann\"}", 201, "\"token\"");
    snprintf(id, BIL_TABLE_ID + 1, "%s", member(made, "table"));
}

static struct bil_task task_of(const char *id)
{
    struct bil_table *table = NULL;
    struct bil_task task = {0};
    assert_int_equal(bil_table_load(bench.hub, id, &table, NULL), BIL_FAULT_NONE);
    bil_payer_task(table, &task);
    return task;
}

/* Which levels two addresses share, as bits: network, address, account. */
static unsigned shared(const char *a, const char *b)
{
    char id[2][BIL_TABLE_ID + 1];
    unsigned same = 0;
    make(a, id[0]);
    make(b, id[1]);
    const struct bil_task one = task_of(id[0]);
    const struct bil_task two = task_of(id[1]);
    for (int level = 0; level < BIL_TASK_TABLE; level++) {
        same |= (unsigned)(one.whose[level] == two.whose[level]) << level;
        assert_true(one.whose[level] != 0 && one.whose[level] != one.whose[BIL_TASK_TABLE]);
    }
    assert_true(one.whose[BIL_TASK_TABLE] != two.whose[BIL_TASK_TABLE]);
    return same;
}

static void what_of_an_address_counts(void **state)
{
    assert_int_equal(shared("192.0.2.7", "192.0.2.7"), 7);
    assert_int_equal(shared("192.0.2.7", "192.0.2.8"), 0);
    assert_int_equal(shared("192.0.2.7", "::ffff:192.0.2.7"), 7);
    assert_int_equal(shared("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"), 7); /* one household */
    assert_int_equal(shared("2001:db8:1:2::1", "2001:db8:1:3::1"), 1);      /* one site */
    assert_int_equal(shared("2001:db8:1:2::1", "2001:db8:2:2::1"), 0);
    assert_int_equal(shared("no address", "no address"), 7);
    assert_int_equal(shared("no address", "another"), 0);
}

/* Whoever has logged in is one payer wherever from; a guest is one with all guests of the address. */
static void an_account_is_the_same_everywhere(void **state)
{
    ask_as(register_person("Lea"));
    assert_int_equal(shared("192.0.2.7", "192.0.2.8"), 4);
    char id[2][BIL_TABLE_ID + 1];
    make("192.0.2.7", id[0]);
    ask_as("");
    make("192.0.2.7", id[1]);
    assert_true(task_of(id[0]).whose[BIL_TASK_ADDRESS] == task_of(id[1]).whose[BIL_TASK_ADDRESS]);
    assert_true(task_of(id[0]).whose[BIL_TASK_ACCOUNT] != task_of(id[1]).whose[BIL_TASK_ACCOUNT]);
}

static void a_server_that_begins_anew_knows_it(void **state)
{
    bench_open(helper_path("server"), false);
    char id[2][BIL_TABLE_ID + 1];
    make("192.0.2.7", id[0]);
    const struct bil_task before = task_of(id[0]);
    bench_kill();
    const struct bil_task after = task_of(id[0]);
    assert_memory_equal(before.whose, after.whose, sizeof before.whose);
    make("192.0.2.7", id[1]);
    assert_true(task_of(id[1]).whose[BIL_TASK_ADDRESS] == before.whose[BIL_TASK_ADDRESS]);
}

static void a_next_table_has_the_same_payer(void **state)
{
    bench_open(helper_path("next"), false);
    struct bil_seated seated;
    struct bench_client *ann = bench_table("{\"game\":\"one-billion-users\",\"seats\":2}");
    bench_play(5000);
    assert_true(ann->over);
    assert_int_equal(bench_rematch(ann, &seated), BIL_FAULT_NONE);
    bench_kill();
    const struct bil_task first = task_of(ann->table);
    const struct bil_task next = task_of(seated.table);
    assert_memory_equal(first.whose, next.whose, BIL_TASK_TABLE * sizeof first.whose[0]);
}

/* Of a table from before anybody kept that, nobody is the payer but itself. */
static void a_table_of_an_earlier_version(void **state)
{
    bench_open(helper_path("table"), false);
    char id[BIL_TABLE_ID + 1];
    make("192.0.2.7", id);
    const uint64_t nobody[BIL_STORE_PAYERS] = {0};
    assert_true(bil_store_set_payer(bench.store, id, nobody, NULL));
    bench_kill();
    const struct bil_task task = task_of(id);
    for (int level = 0; level < BIL_TASK_TABLE; level++) {
        assert_true(task.whose[level] == task.whose[BIL_TASK_TABLE]);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_of_an_address_counts, bench_memory),
        cmocka_unit_test_setup(an_account_is_the_same_everywhere, bench_memory),
        cmocka_unit_test(a_server_that_begins_anew_knows_it),
        cmocka_unit_test(a_next_table_has_the_same_payer),
        cmocka_unit_test(a_table_of_an_earlier_version),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
