/* Who makes tables and registers names: how many one network and one person may, and that nobody shuts others out. */
#include "server/http_requests.h"
#include "server/tables/table.h"
#include "table/helpers.h"
#include "unit.h"

static const int64_t minute = 60000;
static const int64_t day = INT64_C(24) * 60 * 60000;

static struct bench bench;

/* A hub as it is set up by nobody: with its usual limits, but for so many tables in all. */
static void begin(int tables)
{
    helper_folder();
    asking_bearer[0] = 0;
    bench_open(&bench, helper_path("makers.db"), true);
    bench.settings = (struct bil_hub_settings){.workers = 1, .tables = tables, .hash_kib = 8};
    bench_kill(&bench);
}

static void end(void)
{
    bench_close(&bench);
    helper_folder_end();
}

__attribute__((format(printf, 1, 2))) static void from(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(asking_address, sizeof asking_address, format, arguments);
    va_end(arguments);
}

static const char two[] = "{\"game\":\"six-billion\",\"seats\":2}";
/* Begins at once, with nobody there, and takes its time. */
static const char bots[] = "{\"game\":\"six-billion\",\"seats\":2,\"bots\":[\"greedy\",\"greedy\"]}";

static int make(const char *body)
{
    struct answer answer = ask(&bench, "POST", "/api/tables", body);
    answer_end(&answer);
    return answer.status;
}

/* ------------------------------------------------------------------ in a minute */

static void a_network_makes_tables_as_one(void **state)
{
    begin(0);
    int made = 0;
    for (int i = 0; i < 1193; i++) {
        from("2001:db8:1:2::%x", i + 1);
        made += make(two) == 201;
        bench.now += 20000 / 1193;
    }
    assert_in_range(made, 30, 40); /* thirty at once, and one every two seconds */
    from("2001:db8:1:2:ffff::1");
    assert_int_equal(make(two), 429);
    from("2001:db8:1:3::1"); /* a neighbour, and somebody else */
    assert_int_equal(make(two), 201);
    from("203.0.113.7");
    assert_int_equal(make(two), 201);
    from("::ffff:203.0.113.7"); /* the same */
    for (int i = 1; i < 30; i++) {
        assert_int_equal(make(two), 201);
    }
    from("203.0.113.7");
    assert_int_equal(make(two), 429);
    end();
}

/* Nobody's count begins anew because somebody else, wherever from, asks too. */
static void others_do_not_reset_a_count(void **state)
{
    begin(0);
    from("203.0.113.7");
    for (int i = 0; i < 30; i++) {
        assert_int_equal(make(two), 201);
    }
    for (int i = 0; i < 3000; i++) {
        from("10.1.%d.%d", i / 250, i % 250);
        assert_int_equal(make(two), 201);
    }
    from("203.0.113.7");
    assert_int_equal(make(two), 429);
    end();
}

static void a_network_registers_as_one(void **state)
{
    char body[100];
    begin(0);
    for (int i = 0; i <= BIL_NEW_ACCOUNTS; i++) {
        from("2001:db8:1:2::%x", i + 1);
        snprintf(body, sizeof body, "{\"name\":\"Name %c\",\"passphrase\":\"12345678\"}", 'a' + i);
        expect_answer(&bench, "POST", "/api/people", body, i < BIL_NEW_ACCOUNTS ? 201 : 429, "");
    }
    from("2001:db8:1:3::1");
    expect_answer(&bench, "POST", "/api/people", body, 201, "session");
    bench.now += 60 * minute;
    from("2001:db8:1:2::1");
    expect_answer(&bench, "POST", "/api/people", "{\"name\":\"Name z\",\"passphrase\":\"12345678\"}", 201, "session");
    end();
}

/* ------------------------------------------------------------------ at once */

static void nobody_takes_all_the_tables(void **state)
{
    enum { TABLES = 40, SHARE = 10 };
    begin(TABLES);
    int made = 0;
    for (int i = 0; i < 4 * TABLES; i++) { /* slowly, so that no rate is against it; with bots alone, and with free seats */
        from("2001:db8:1:2::%x", i + 1);
        made += make(i % 2 ? bots : two) == 201;
        bench.now += minute / 10;
    }
    assert_int_equal(made, SHARE);
    struct answer answer = ask(&bench, "POST", "/api/tables", two);
    helper_contains(answer.body, "have 10 tables that are not over, as many as may be");
    answer_end(&answer);
    bench_kill(&bench); /* a server that begins anew remembers */
    assert_int_equal(make(two), 429);
    from("203.0.113.7");
    assert_int_equal(make(two), 201);
    /* What is over or given up counts no more. */
    bench_wait(&bench, 7 * day + minute);
    from("2001:db8:1:2::1");
    assert_int_equal(make(two), 201);
    end();
}

static void nor_does_a_person(void **state)
{
    enum { TABLES = 40, SHARE = 10 };
    char session[64];
    begin(TABLES);
    from("203.0.113.1");
    char *answer = ask_for(&bench, "POST", "/api/people", "{\"name\":\"Ann\",\"passphrase\":\"correct horse\"}", 201, "session");
    snprintf(session, sizeof session, "%s", member(answer, "session"));
    free(answer);
    snprintf(asking_bearer, sizeof asking_bearer, "%s", session);
    for (int i = 0; i <= SHARE; i++) {
        from("203.0.113.%d", i + 1);
        assert_int_equal(make("{\"game\":\"six-billion\",\"seats\":2,\"name\":\"Ann\"}"), i < SHARE ? 201 : 429);
    }
    asking_bearer[0] = 0;
    assert_int_equal(make(two), 201); /* the address is not to blame */
    end();
}

/* Nor by way of next tables: those count as made by who asks for them. */
static void nor_by_rematches(void **state)
{
    begin(8);
    bench.settings.bot_pace = bench.settings.window_floor = -1;
    bench_kill(&bench);
    from("203.0.113.1");
    char path[100];
    struct bench_client *over[3];
    for (int i = 0; i < 3; i++) {
        over[i] = bench_table(&bench, "{\"game\":\"six-billion\",\"seats\":2,\"options\":{\"turn-cap\":\"3\"}}");
        bench_play(&bench, 5000);
        assert_true(over[i]->over);
    }
    for (int i = 0; i < 3; i++) {
        snprintf(asking_bearer, sizeof asking_bearer, "%s", over[i]->token);
        snprintf(path, sizeof path, "/api/tables/%s/rematch", over[i]->table);
        expect_answer(&bench, "POST", path, "{\"take\":false}", i < 2 ? 200 : 429,
                      i < 2 ? "table" : "have 2 tables that are not over");
        expect_answer(&bench, "POST", path, "{\"take\":false}", i < 2 ? 200 : 429, ""); /* found, not made again */
    }
    end();
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
    return cmocka_run_group_tests(tests, NULL, NULL);
}
