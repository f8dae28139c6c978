/* A connection as its header promises it, at a true server (tools/postgres), and what becomes of it when the other end is silent or
 * gone. */
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "server/store/internal.h"
#include "server/store/postgres_connection.h"
#include "table/helpers.h"
#include "unit.h"

static const char *address_of_the_test(void)
{
    const char *address = getenv("BILLIONS_POSTGRES");
    assert_non_null(address); /* start it with tools/postgres run */
    return address;
}

static struct bil_pg *open_one(void)
{
    struct bil_error error = {{0}};
    struct bil_pg *pg = bil_pg_open(address_of_the_test(), NULL, &error);
    helper_must(pg != NULL, &error);
    return pg;
}

static void say(struct bil_pg *pg, const char *sql)
{
    struct bil_error error = {{0}};
    helper_must(bil_pg_say(pg, sql, &error), &error);
}

static int64_t number_of(struct bil_pg *pg, const char *sql)
{
    struct bil_error error = {{0}};
    struct bil_pg_result result;
    helper_must(bil_pg_ask(pg, sql, NULL, 0, &result, &error), &error);
    assert_int_equal(bil_pg_rows(&result), 1);
    const int64_t number = bil_pg_number(&result, 0, 0);
    bil_pg_result_free(&result);
    return number;
}

static void values_go_there_and_back(void **state)
{
    struct bil_pg *pg = open_one();
    struct bil_error error = {{0}};
    static const int64_t numbers[] = {0, 1, -1, 255, 256, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        static const unsigned char bytes[] = {0, 1, 0xFF, 0};
        const struct bil_sql_value values[] = {bil_sql_integer(numbers[i]), bil_sql_text("\xc3\xa9 ' \" \\ $1"),
                                               bil_sql_bytes(bytes, sizeof bytes), bil_sql_bytes(NULL, 0),
                                               bil_sql_none(BIL_KIND_INTEGER)};
        struct bil_pg_result result;
        assert_true(bil_pg_ask(pg, "SELECT $1, $2, $3, $4, $5, 7::smallint, -7, true", values, 5, &result, &error));
        assert_int_equal(bil_pg_rows(&result), 1);
        assert_int_equal(bil_pg_changed(&result), 1);
        assert_true(bil_pg_number(&result, 0, 0) == numbers[i]);
        size_t length = 0;
        assert_string_equal(bil_pg_string(&result, 0, 1, NULL), values[1].bytes);
        assert_memory_equal(bil_pg_string(&result, 0, 2, &length), bytes, sizeof bytes);
        assert_int_equal(length, sizeof bytes);
        assert_false(bil_pg_is_none(&result, 0, 3));
        assert_true(bil_pg_is_none(&result, 0, 4) && bil_pg_is_none(&result, 1, 0) && bil_pg_is_none(&result, 0, 8));
        assert_int_equal(bil_pg_number(&result, 0, 5), 7);
        assert_int_equal(bil_pg_number(&result, 0, 6), -7);
        assert_int_equal(bil_pg_number(&result, 0, 7), 1);
        assert_int_equal(bil_pg_number(&result, 0, 1), 0); /* a text is no number */
        bil_pg_result_free(&result);
        bil_pg_result_free(&result);
    }
    bil_pg_close(pg);
}

static void a_failure_is_a_sentence_and_no_end(void **state)
{
    struct bil_pg *pg = open_one();
    struct bil_error error = {{0}};
    assert_false(bil_pg_ask(pg, "SELECT 1 FROM nowhere", NULL, 0, NULL, &error));
    helper_contains(error.text, "\"nowhere\" does not exist");
    assert_string_equal(pg->state, "42P01");
    assert_false(bil_pg_lost(pg));
    assert_false(bil_pg_say(pg, "SELECT 1; SELEKT", &error));
    assert_string_equal(pg->state, "42601");
    assert_int_equal(number_of(pg, "SELECT 5"), 5);
    assert_string_equal(pg->state, "");
    say(pg, "CREATE TEMP TABLE nowhere (a int); INSERT INTO nowhere VALUES (1)");
    assert_int_equal(number_of(pg, "SELECT 1 FROM nowhere"), 1); /* a text that failed once may be said again */
    bil_pg_close(pg);
}

static void many_statements_are_one_round_trip(void **state)
{
    struct bil_pg *pg = open_one();
    struct bil_error error = {{0}};
    say(pg, "CREATE TEMP TABLE things (nr bigint PRIMARY KEY, text text)");
    const int64_t before = pg->trips;
    bil_pg_queue(pg, "BEGIN", NULL, 0, 0, 0);
    static char large[3000];
    memset(large, 'x', sizeof large - 1);
    for (int64_t i = 0; i < 2000; i++) { /* far more than the buffers between us hold */
        const struct bil_sql_value values[] = {bil_sql_integer(i), bil_sql_text(large)};
        bil_pg_queue(pg, "INSERT INTO things VALUES ($1, $2)", values, 2, 1, i);
    }
    assert_true(bil_pg_ask(pg, "COMMIT", NULL, 0, NULL, &error));
    assert_int_equal(pg->trips, before + 1);
    assert_true(bil_pg_sync(pg, &error)); /* nothing to wait for */
    assert_int_equal(pg->trips, before + 1);
    assert_int_equal(number_of(pg, "SELECT count(*) FROM things WHERE length(text) = 2999"), 2000);
    bil_pg_close(pg);
}

static void what_fails_in_a_queue_is_named(void **state)
{
    struct bil_pg *pg = open_one();
    struct bil_error error = {{0}};
    say(pg, "CREATE TEMP TABLE things (nr bigint PRIMARY KEY)");
    for (int way = 0; way < 2; way++) {
        bil_pg_queue(pg, "BEGIN", NULL, 0, 0, 0);
        for (int64_t i = 10; i < 14; i++) {
            const struct bil_sql_value value = bil_sql_integer(way == 0 && i == 12 ? 10 : i);
            bil_pg_queue(pg, "INSERT INTO things VALUES ($1)", &value, 1, 1, i);
        }
        if (way == 1) {
            bil_pg_queue(pg, "DELETE FROM things WHERE nr = 77", NULL, 0, 1, 14);
            bil_pg_queue(pg, "DELETE FROM things WHERE nr = 78", NULL, 0, 1, 15);
        }
        error.text[0] = 0;
        assert_false(bil_pg_sync(pg, &error));
        assert_int_equal(pg->failed_tag, way == 0 ? 12 : 14);
        assert_true(pg->too_few == (way == 1));
        assert_string_equal(pg->state, way == 0 ? "23505" : "");
        helper_contains(error.text, way == 0 ? "duplicate key" : "touched 0 rows and should have touched 1");
        say(pg, "ROLLBACK");
        assert_int_equal(number_of(pg, "SELECT count(*) FROM things"), 0);
    }
    bil_pg_queue(pg, "SELEKT", NULL, 0, 0, 5); /* one that cannot even be prepared, and what comes behind it */
    bil_pg_queue(pg, "INSERT INTO things VALUES (1)", NULL, 0, 1, 6);
    assert_false(bil_pg_ask(pg, "SELECT 1", NULL, 0, NULL, &error));
    assert_int_equal(pg->failed_tag, 5);
    assert_int_equal(number_of(pg, "SELECT count(*) FROM things"), 0);
    bil_pg_queue(pg, "INSERT INTO things VALUES (1)", NULL, 0, 1, 6); /* it was not prepared, and is now */
    assert_true(bil_pg_sync(pg, &error));
    assert_int_equal(number_of(pg, "SELECT count(*) FROM things"), 1);
    bil_pg_close(pg);
}

static void one_that_ended_is_lost_until_it_is_opened_again(void **state)
{
    struct bil_pg *pg = open_one();
    struct bil_pg *other = open_one();
    struct bil_error error = {{0}};
    assert_int_equal(number_of(pg, "SELECT 3"), 3);
    const struct bil_sql_value who = bil_sql_integer(PQbackendPID(pg->line));
    assert_true(bil_pg_ask(other, "SELECT pg_terminate_backend($1::bigint::int, 5000)", &who, 1, NULL, &error));
    assert_false(bil_pg_ask(pg, "SELECT 3", NULL, 0, NULL, &error));
    assert_true(bil_pg_lost(pg));
    bil_pg_queue(pg, "SELECT 3", NULL, 0, 0, 1);
    assert_false(bil_pg_sync(pg, &error));
    helper_contains(error.text, "is lost: ");
    assert_false(bil_pg_say(pg, "SELECT 3", &error));
    assert_true(bil_pg_reopen(pg, &error));
    assert_int_equal(number_of(pg, "SELECT 3"), 3);
    bil_pg_close(other);
    bil_pg_close(pg);
}

static void an_answer_that_does_not_come_is_not_waited_for(void **state)
{
    const struct bil_pg_settings hasty = {.answer_ms = 200, .application = "hasty", .greeting = "SET lock_timeout = 1234"};
    struct bil_error error = {{0}};
    struct bil_pg *pg = bil_pg_open(address_of_the_test(), &hasty, &error);
    assert_non_null(pg);
    struct bil_pg_result result;
    assert_true(
        bil_pg_ask(pg, "SELECT current_setting('lock_timeout'), current_setting('application_name')", NULL, 0, &result, &error));
    assert_string_equal(bil_pg_string(&result, 0, 0, NULL), "1234ms");
    assert_string_equal(bil_pg_string(&result, 0, 1, NULL), "hasty");
    bil_pg_result_free(&result);
    assert_false(bil_pg_ask(pg, "SELECT pg_sleep(5)", NULL, 0, NULL, &error));
    helper_contains(error.text, "it has not answered for 200 ms");
    assert_true(bil_pg_lost(pg));
    bil_pg_close(pg);
}

/* ------------------------------------------------------------------ addresses */

static void no_password_is_shown(void **state)
{
    static const char *const addresses[] = {
        "postgresql://ann:s3cret@127.0.0.1:1/games",          "postgres://ann:s3cret@127.0.0.1:1/games?connect_timeout=2",
        "postgresql://ann@127.0.0.1:1/games?password=s3cret", "host=127.0.0.1 port=1 user=ann dbname=games password=s3cret",
        "postgresql://ann:p@s3cret@127.0.0.1:1/games",        "postgresql://ann:s3cret@127.0.0.1:1/games?nonsense=1",
        "postgresql://ann:s3cret@[127.0.0.1:1/games",         "postgresql://ann:s3cret%zz@127.0.0.1:1/games",
    };
    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        struct bil_error error = {{0}};
        struct bil_text shown = {0};
        char own[200];
        assert_null(bil_pg_open(addresses[i], NULL, &error)); /* nobody listens there */
        assert_true(*error.text && !strstr(error.text, "s3cret"));
        bil_postgres_show_address(addresses[i], &shown);
        assert_null(strstr(bil_text_string(&shown), "s3cret"));
        if (i < 4) {
            assert_string_equal(bil_text_string(&shown), "postgresql://ann@127.0.0.1:1/games");
            helper_contains(error.text, "postgresql://ann@127.0.0.1:1/games cannot be reached");
        }
        snprintf(own, sizeof own, "%s", addresses[i]);
        bil_store_blank_password(own);
        assert_null(strstr(own, "s3cret"));
        assert_int_equal(strlen(own), strlen(addresses[i]));
        bil_text_free(&shown);
    }
    assert_true(bil_store_is_address("postgresql://") && bil_store_is_address("postgres://x"));
    assert_false(bil_store_is_address("postgresql.db") || bil_store_is_address("billions.db") || bil_store_is_address(""));
}

/* A server that takes the connection and never says anything. */
static void a_silent_host_is_given_up(void **state)
{
    helper_folder();
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", helper_path(".s.PGSQL.5432"));
    const int socket_number = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(socket_number >= 0);
    assert_int_equal(bind(socket_number, (const struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(socket_number, 4), 0);
    char words[300];
    struct bil_error error = {{0}};
    *strrchr(address.sun_path, '/') = 0;
    snprintf(words, sizeof words, "host=%s user=ann dbname=games connect_timeout=2", address.sun_path);
    assert_null(bil_pg_open(words, NULL, &error)); /* and it comes back at all */
    helper_contains(error.text, "timeout");
    close(socket_number);
    helper_folder_end();
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_go_there_and_back),
        cmocka_unit_test(a_failure_is_a_sentence_and_no_end),
        cmocka_unit_test(many_statements_are_one_round_trip),
        cmocka_unit_test(what_fails_in_a_queue_is_named),
        cmocka_unit_test(one_that_ended_is_lost_until_it_is_opened_again),
        cmocka_unit_test(an_answer_that_does_not_come_is_not_waited_for),
        cmocka_unit_test(no_password_is_shown),
        cmocka_unit_test(a_silent_host_is_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
