/* Who makes tables and registers names: how many one network and one person may, and that nobody shuts others out. */
#include "server/http_requests.h"
#include "server/tables/table.h"
#include "table/helpers.h"
#include "unit.h"

static const int64_t minute = 60000;
static const int64_t day = INT64_C(24) * 60 * 60000;

/* A hub as it is set up by nobody: with its usual limits, but for so many tables in all. */
static void begin(int tables)
{
    bench_open(bench_file(), true);
    bench.settings = (struct bil_hub_settings){.workers = 1, .tables = tables, .hash_kib = 8};
    bench_kill();
}

static const char two[] = "{\"game\":\"six-billion\",\"seats\":2}";
/* Begins at once, with nobody there, and takes its time. */
static const char bots[] = "{\"game\":\"six-billion\",\"seats\":2,\"bots\":[\"greedy\",\"greedy\"]}";

static int make(const char *body)
{
    struct answer answer = ask("POST", "/api/tables", body);
    return answer.status;
}

/* ------------------------------------------------------------------ in a minute */

static void a_network_makes_tables_as_one(void **state)
{
    begin(0);
    int made = 0;
    for (int i = 0; i < 1193; i++) {
        ask_from("2001:db8:1:2::%x", i + 1);
        made += make(two) == 201;
        bench.now += 20000 / 1193;
    }
    assert_in_range(made, 30, 40); /* thirty at once, and one every two seconds */
    ask_from("2001:db8:1:2:ffff::1");
    assert_int_equal(make(two), 429);
    ask_from("2001:db8:1:3::1"); /* a neighbour, and somebody else */
    assert_int_equal(make(two), 201);
    ask_from("203.0.113.7");
    assert_int_equal(make(two), 201);
    ask_from("::ffff:203.0.113.7"); /* the same */
    for (int i = 1; i < 30; i++) {
        assert_int_equal(make(two), 201);
    }
    ask_from("203.0.113.7");
    assert_int_equal(make(two), 429);
}

/* Nobody's count begins anew because somebody else, wherever from, asks too. */
static void others_do_not_reset_a_count(void **state)
{
    begin(0);
    ask_from("203.0.113.7");
    for (int i = 0; i < 30; i++) {
        assert_int_equal(make(two), 201);
    }
    for (int i = 0; i < 3000; i++) {
        ask_from("10.1.%d.%d", i / 250, i % 250);
        assert_int_equal(make(two), 201);
    }
    ask_from("203.0.113.7");
    assert_int_equal(make(two), 429);
}

static void a_network_registers_as_one(void **state)
{
    char body[100];
    begin(0);
    for (int i = 0; i <= BIL_NEW_ACCOUNTS; i++) {
        ask_from("2001:db8:1:2::%x", i + 1);
        snprintf(body, sizeof body, "{\"name\":\"Name %c\",\"passphrase\":\"12345678\"}", 'a' + i);
        ask_for("POST", "/api/people", body, i < BIL_NEW_ACCOUNTS ? 201 : 429, "");
    }
    ask_from("2001:db8:1:3::1");
    ask_for("POST", "/api/people", body, 201, "session");
    bench.now += 60 * minute;
    ask_from("2001:db8:1:2::1");
    ask_for("POST", "/api/people", "{\"name\":\"Name z\",\"passphrase\":\"12345678\"}", 201, "session");
}

/* ------------------------------------------------------------------ at once */

static void nobody_takes_all_the_tables(void **state)
{
    enum { TABLES = 40, SHARE = 10 };
    begin(TABLES);
    int made = 0;
    for (int i = 0; i < 4 * TABLES; i++) { /* slowly, so that no rate is against it; with bots alone, and with free seats */
        ask_from("2001:db8:1:2::%x", i + 1);
        made += make(i % 2 ? bots : two) == 201;
        bench.now += minute / 10;
    }
    assert_int_equal(made, SHARE);
    struct answer answer = ask("POST", "/api/tables", two);
    helper_contains(answer.body, "have 10 tables that are not over, as many as may be");
    bench_kill(); /* a server that begins anew remembers */
    assert_int_equal(make(two), 429);
    ask_from("203.0.113.7");
    assert_int_equal(make(two), 201);
    /* What is over or given up counts no more. */
    bench_wait(7 * day + minute);
    ask_from("2001:db8:1:2::1");
    assert_int_equal(make(two), 201);
}

static void nor_does_a_person(void **state)
{
    enum { TABLES = 40, SHARE = 10 };
    begin(TABLES);
    ask_from("203.0.113.1");
    ask_as(register_person("Ann"));
    for (int i = 0; i <= SHARE; i++) {
        ask_from("203.0.113.%d", i + 1);
        assert_int_equal(make("{\"game\":\"six-billion\",\"seats\":2,\"name\":\"Ann\"}"), i < SHARE ? 201 : 429);
    }
    ask_as("");
    assert_int_equal(make(two), 201); /* the address is not to blame */
}

/* Nor by way of next tables: those count as made by who asks for them. */
static void nor_by_rematches(void **state)
{
    begin(8);
    bench.settings.bot_pace = bench.settings.window_floor = -1;
    bench_kill();
    ask_from("203.0.113.1");
    struct bench_client *over[3];
    for (int i = 0; i < 3; i++) {
        over[i] = bench_table("{\"game\":\"six-billion\",\"seats\":2,\"options\":{\"turn-cap\":\"3\"}}");
        bench_play(5000);
        assert_true(over[i]->over);
    }
    for (int i = 0; i < 3; i++) {
        ask_as(over[i]->token);
        const char *path = api_path("/api/tables/*/rematch", over[i]->table);
        ask_for("POST", path, "{\"take\":false}", i < 2 ? 200 : 429, i < 2 ? "table" : "have 2 tables that are not over");
        ask_for("POST", path, "{\"take\":false}", i < 2 ? 200 : 429, ""); /* found, not made again */
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_makes_tables_as_one),
        cmocka_unit_test(others_do_not_reset_a_count),
        cmocka_unit_test(a_network_registers_as_one),
        cmocka_unit_test(nobody_takes_all_the_tables),
        cmocka_unit_test(nor_does_a_person),
        cmocka_unit_test(nor_by_rematches),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
