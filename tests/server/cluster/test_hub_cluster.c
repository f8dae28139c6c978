/* Several servers on one database: a table goes from one to another with all that was acknowledged, who has lost its session writes
 * and tells nothing, what nobody has goes on elsewhere; and a server on a file pays nothing for it. */
#define _DEFAULT_SOURCE /* usleep */
#include <unistd.h>

#include "server/hub_bench.h"
#include "server/store/postgres_connection.h"
#include "server/store/store_place.h"
#ifdef BILLIONS_POSTGRES
#include "server/store/postgres.h"
#endif
#include "server/tables/internal.h"
#include "table/helpers.h"
#include "unit.h"

enum { TRIES = 1000, TRY_US = 20000 };

static const char game[] = "{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,null]}";
static const char clocked[] = "{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,null],"
                              "\"pace\":{\"kind\":\"live\",\"move\":10,\"bank\":0}}";
static struct bench one, two;

static void open_two(const char *database)
{
    if (!store_place_postgres()) {
        skip();
    }
    bench_open(&one, helper_path(database), false);
    bench_open(&two, helper_path(database), false);
    one.may_fail = two.may_fail = true; /* on a busy machine one may be silent for so long that it loses its session */
}

static void close_two(void)
{
    bench_close(&one);
    bench_close(&two);
}

static void end_session(const struct bench *bench)
{
    (void)bench;
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_pg *pg = bil_pg_open(getenv("BILLIONS_POSTGRES"), NULL, &error);
    const struct bil_sql_value number = bil_sql_integer(bil_postgres_of(bench->store)->process.number);
    helper_must(pg && bil_pg_ask(pg, "SELECT pg_terminate_backend($1::int, 5000)", &number, 1, NULL, &error), &error);
    bil_pg_close(pg);
#endif
}

static bool plays(struct bench_client *client)
{
    if (client->move_count == 0) {
        return false;
    }
    client->code[0] = 0;
    bench_say(client, "{\"type\":\"move\",\"id\":1,\"decision\":%lld,\"move\":\"%s\"}", (long long)client->decision,
              client->move[0]);
    assert_string_equal(client->code, "");
    return true;
}

/* A client of one server comes to the other until it is let in; meanwhile both go on, and the first has the time that it may keep a
 * table. */
static struct bench_client *come(struct bench *here, const struct bench_client *from)
{
    struct bench *there = here == &one ? &two : &one;
    struct bench_client *client = bench_client(here, from->table, from->token, from->seat);
    bench_connect(client, -1);
    for (int i = 0; i < TRIES && !bench_heard(client, "\"type\":\"table\""); i++) {
        assert_string_equal(client->code, "moved");
        bench_drop(client);
        bench_forget(client);
        bench_wait(there, 1000);
        bench_wait(here, 1000);
        usleep(TRY_US);
        bench_connect(client, -1);
    }
    assert_true(bench_heard(client, "\"type\":\"table\""));
    return client;
}

static void a_table_is_given_to_who_is_asked_for_it(void **state)
{
    (void)state;
    open_two("given");
    struct bench_client *ann = bench_table(&one, game);
    assert_true(plays(&ann[0]) || plays(&ann[1]));
    const int64_t before = ann->number;
    struct bil_table *table = NULL;
    struct bil_error error = {{0}};
    assert_int_equal(bil_table_load(two.hub, ann->table, &table, &error), BIL_FAULT_MOVED);
    assert_int_equal(bil_table_load(two.hub, "aaaaaaaaaaaaaaaa", &table, &error), BIL_FAULT_NO_TABLE);
    struct bench_client *again = come(&two, &ann[0]);
    assert_int_equal(again->number, before);
    bench_round(&one);
    assert_true(bench_heard(&ann[0], "{\"type\":\"moved\"}") && bench_heard(&ann[1], "{\"type\":\"moved\"}"));
    assert_true(bil_client_state(ann[0].client).moved && bil_client_state(ann[1].client).moved);
    bench_drop(&ann[0]);
    bench_drop(&ann[1]);
    struct bench_client *other = come(&two, &ann[1]);
    bench_play(&two, 2000);
    assert_true(again->over && other->over);
    bench_verify(&two, ann->table);
    close_two();
}

static void what_was_taken_for_a_request_is_free_at_once(void **state)
{
    (void)state;
    open_two("guest");
    struct bench_client *ann = bench_table(&one, game);
    bench_drop(&ann[0]);
    bench_drop(&ann[1]);
    struct bil_table *table = bil_hub_find(one.hub, ann->table);
    assert_true(table && table->hold.session != 0); /* it has a clock, and is looked after */
    come(&two, &ann[0]);
    struct bil_error error = {{0}};
    assert_int_equal(bil_table_load(one.hub, ann->table, &table, &error), BIL_FAULT_MOVED);
    bench_wait(&two, 1000);
    close_two();
}

static void who_has_lost_its_session_writes_and_tells_nothing(void **state)
{
    (void)state;
    open_two("in the hand");
    struct bench_client *ann = bench_table(&one, game);
    struct bench_client *mover = ann[0].move_count > 0 ? &ann[0] : &ann[1];
    const int64_t before = mover->number;
    char text[256];
    const int length = snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":7,\"decision\":%lld,\"move\":\"%s\"}",
                                (long long)mover->decision, mover->move[0]);
    bil_hub_receive(one.hub, mover->client, text, (size_t)length, one.now); /* and it falls asleep */
    end_session(&one);
    struct bench_client *again[2] = {bench_client(&two, ann->table, ann[0].token, ann[0].seat),
                                     bench_client(&two, ann->table, ann[1].token, ann[1].seat)};
    bench_connect(again[0], -1);
    bench_connect(again[1], -1);
    assert_int_equal(again[0]->number, before);
    assert_true(plays(again[0]) || plays(again[1]));
    bench_forget(&ann[0]);
    bench_forget(&ann[1]);
    bench_round(&one); /* it wakes */
    assert_true(one.failures >= 1);
    for (int i = 0; i < 2; i++) {
        assert_true(bench_heard(&ann[i], "\"id\":7,\"code\":\"not-stored\"") == (&ann[i] == mover));
        assert_false(bench_heard(&ann[i], "\"type\":\"entry\""));
    }
    for (int i = 0; i < TRIES && !bil_client_state(ann[0].client).moved; i++) { /* the connection is opened again meanwhile */
        usleep(TRY_US);
        bench_wait(&one, 1000);
    }
    for (int i = 0; i < 2; i++) {
        assert_true(bench_heard(&ann[i], "{\"type\":\"moved\"}") && bil_client_state(ann[i].client).moved);
        assert_false(bench_heard(&ann[i], "\"type\":\"entry\"") || bench_heard(&ann[i], "\"type\":\"table\""));
        bench_drop(&ann[i]);
    }
    bench_play(&two, 2000);
    bench_verify(&two, ann->table);
    close_two();
}

static void a_session_that_is_lost_is_no_loss_where_nobody_else_came(void **state)
{
    (void)state;
    open_two("alone again");
    struct bench_client *ann = bench_table(&one, game);
    assert_true(plays(&ann[0]) || plays(&ann[1]));
    const int64_t before = ann->number;
    bench_forget(&ann[0]);
    end_session(&one);
    for (int i = 0; i < TRIES && !bench_heard(&ann[0], "\"type\":\"table\""); i++) {
        usleep(TRY_US);
        bench_wait(&one, 1000);
    }
    assert_true(bench_heard(&ann[0], "\"type\":\"table\"")); /* it is told anew */
    assert_int_equal(ann->number, before);
    one.may_fail = false;
    bench_play(&one, 2000);
    bench_verify(&one, ann->table);
    close_two();
}

static void who_stops_hands_everything_over(void **state)
{
    (void)state;
    open_two("stops");
    struct bench_client *ann = bench_table(&one, game);
    bil_hub_close(one.hub, one.now);
    bench_round(&one);
    assert_true(bench_heard(ann, "{\"type\":\"moved\"}") && bil_client_state(ann->client).moved);
    struct bench_client *again[2] = {bench_client(&two, ann->table, ann[0].token, ann[0].seat),
                                     bench_client(&two, ann->table, ann[1].token, ann[1].seat)};
    bench_connect(again[0], -1);
    bench_connect(again[1], -1);
    assert_true(bench_heard(again[0], "\"type\":\"table\""));
    struct bil_table *table = NULL;
    struct bil_error error = {{0}};
    bench_drop(&ann[0]);
    bench_drop(&ann[1]);
    assert_int_equal(bil_table_load(one.hub, ann->table, &table, &error), BIL_FAULT_MOVED); /* it takes nothing any more */
    bench_play(&two, 2000);
    bench_verify(&two, ann->table);
    bil_hub_close(two.hub, two.now); /* the other one is still there, so far as the database knows */
    close_two();
}

static void clocks_of_the_dead_run_on(void **state)
{
    (void)state;
    open_two("dead");
    struct bench_client *ann = bench_table(&one, clocked);
    const struct bench_client seat = *ann;
    int64_t moves = 0;
    bench_close(&one); /* without a word */
    for (int i = 0; i < TRIES && moves == 0; i++) {
        usleep(TRY_US);
        bench_wait(&two, 1000);
        struct bil_hub_figures figures;
        bil_hub_figures(two.hub, &figures);
        moves = (int64_t)figures.timeouts;
    }
    assert_true(moves > 0); /* nobody has asked for that table here */
    struct bench_client *again = bench_client(&two, seat.table, seat.token, seat.seat);
    bench_connect(again, -1);
    assert_true(bench_heard(again, "\"type\":\"table\""));
    bench_close(&two);
}

/* What a move costs the store of a server on a file: nobody is asked who has the table. */
static void who_is_alone_asks_nothing_more(void **state)
{
    (void)state;
    if (store_place_postgres()) {
        skip();
    }
    bench_open(&one, ":memory:", false);
    struct bench_client *ann = bench_table(&one, game);
    bench_round(&one);
    int64_t calls = bil_store_calls(one.store);
    assert_true(plays(&ann[0]) || plays(&ann[1]));
    assert_int_equal(bil_store_calls(one.store) - calls, 3); /* begin, the entry, commit */
    calls = bil_store_calls(one.store);
    bench_wait(&one, 20000);
    assert_int_equal(bil_store_calls(one.store), calls);
    bench_close(&one);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_given_to_who_is_asked_for_it),
        cmocka_unit_test(what_was_taken_for_a_request_is_free_at_once),
        cmocka_unit_test(who_has_lost_its_session_writes_and_tells_nothing),
        cmocka_unit_test(a_session_that_is_lost_is_no_loss_where_nobody_else_came),
        cmocka_unit_test(who_stops_hands_everything_over),
        cmocka_unit_test(clocks_of_the_dead_run_on),
        cmocka_unit_test(who_is_alone_asks_nothing_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
