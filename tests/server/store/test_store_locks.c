/* Who has which table: locks of the session that writes, which go with it; who wants one, what is due and nobody has. Over both
 * kinds of database; a file has one server, and says so. */
#define _DEFAULT_SOURCE /* usleep */
#include <unistd.h>

#include "server/store/postgres_connection.h"
#include "server/store/store_place.h"
#ifdef BILLIONS_POSTGRES
#include "server/store/postgres.h"
#endif
#include "server/store/store_story.h"
#include "table/helpers.h"
#include "unit.h"

static void note_id(void *context, const char *id)
{
    bil_text_format(context, "%s;", id);
}

static void one_that_is_alone_has_everything(void **state)
{
    struct bil_error error = {"old"};
    struct bil_store *store = story_open(":memory:");
    struct bil_text due = {0};
    int64_t count = 0;
    bool there = false;
    char id[BIL_TABLE_ID + 1];
    story_add_one(store);
    assert_false(bil_store_is_shared(store));
    assert_int_equal(bil_store_lock_session(store), 1);
    helper_must(bil_store_lock(store, story_one, &there, &error) && bil_store_ask_for(store, story_one, &error) &&
                    bil_store_unlock(store, story_one, &error) && bil_store_due(store, INT64_MAX, 9, note_id, &due, &error) &&
                    bil_store_servers(store, &count, &error) && bil_store_claim(store, true, &error),
                &error);
    bil_store_mind(store);
    assert_true(there && count == 1 && due.length == 0 && !bil_store_asked(store, id));
    bil_store_close(store);
}

/* ------------------------------------------------------------------ two on one database */

#ifdef BILLIONS_POSTGRES
static struct bil_store *one, *two;

static void open_two(const char *name)
{
    struct bil_error error = {{0}};
    one = story_open(helper_path(name));
    two = story_open(helper_path(name));
    helper_must(bil_store_claim(one, false, &error) && bil_store_claim(two, false, &error), &error);
    story_add_one(one);
}

static void close_two(void)
{
    bil_store_close(one);
    bil_store_close(two);
}

/* The database ends the session of a store, as a machine that is gone would have it. */
static void end_session(const struct bil_store *store)
{
    struct bil_error error = {{0}};
    struct bil_pg *pg = bil_pg_open(getenv("BILLIONS_POSTGRES"), NULL, &error);
    const struct bil_sql_value number = bil_sql_integer(bil_postgres_of(store)->process.number);
    helper_must(pg && bil_pg_ask(pg, "SELECT pg_terminate_backend($1::int, 5000)", &number, 1, NULL, &error), &error);
    bil_pg_close(pg);
}

static void expect_lock(struct bil_store *store, const char *id, bool expected, bool is_there)
{
    struct bil_error error = {"old"};
    bool there = !is_there;
    assert_int_equal(bil_store_lock(store, id, &there, &error), expected);
    assert_int_equal(there, is_there);
    if (!expected) {
        assert_string_equal(error.text, "");
    }
}
#endif

static void a_table_is_one_sessions(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    int64_t count = 0;
    open_two("one sessions");
    assert_true(bil_store_is_shared(one));
    helper_must(bil_store_servers(two, &count, &error), &error);
    assert_int_equal(count, 2);
    expect_lock(one, story_one, true, true);
    expect_lock(two, story_one, false, true);
    expect_lock(two, "zzzzzzzzzzzzzzzz", false, false);
    helper_must(bil_store_begin(one, &error) && bil_store_set_orders(one, story_one, 0, "never cancel", &error), &error);
    bil_store_rollback(one);
    expect_lock(two, story_one, false, true); /* what is taken back leaves the lock where it is */
    helper_must(bil_store_unlock(one, story_one, &error), &error);
    expect_lock(two, story_one, true, true);
    expect_lock(one, story_one, false, true);
    close_two();
#endif
}

static void a_lock_goes_with_its_session(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    open_two("goes");
    const int64_t before = bil_store_lock_session(one);
    expect_lock(one, story_one, true, true);
    helper_must(story_append(one, 1, "in time", &error), &error);
    helper_must(bil_store_begin(one, &error) && bil_store_set_orders(one, story_one, 0, "never cancel", &error), &error);
    end_session(one);
    expect_lock(two, story_one, true, true);
    helper_must(story_append(two, 2, "of another", &error), &error);
    const struct bil_entry late = {.number = 3, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "too late"};
    assert_false(bil_store_append(one, story_one, &late, &error) && bil_store_commit(one, &error));
    bil_store_rollback(one);
    assert_int_equal(bil_store_lock_session(one), 0);
    bil_store_mind(one); /* it is opened again */
    assert_true(bil_store_lock_session(one) > before);
    expect_lock(one, story_one, false, true);
    story_expect_log(one, "1 in time;2 of another;");
    struct bil_text orders = {0};
    story_orders(two, story_one, 0, &orders);
    assert_string_equal(bil_text_string(&orders), "");
    bil_text_free(&orders);
    close_two();
#endif
}

/* Nothing is said while the connection is silent; whoever minds it finds out that it is gone. */
static void a_session_that_has_ended_is_noticed(void **state)
{
#ifdef BILLIONS_POSTGRES
    open_two("noticed");
    const int64_t before = bil_store_lock_session(one);
    end_session(one);
    assert_int_equal(bil_store_lock_session(one), before); /* nobody has looked */
    for (int i = 0; i < 1000 && bil_store_lock_session(one) == before; i++) {
        usleep(10000);
        bil_store_mind(one);
    }
    assert_int_not_equal(bil_store_lock_session(one), before);
    close_two();
#endif
}

static void who_has_a_table_is_asked_for_it(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    char id[BIL_TABLE_ID + 1] = "";
    open_two("asked");
    expect_lock(one, story_one, true, true);
    helper_must(bil_store_healthy(one, &error) && bil_store_ask_for(two, story_one, &error), &error);
    for (int i = 0; i < 1000 && !bil_store_asked(one, id) && bil_store_lock_session(one) == 1; i++) {
        usleep(10000);
    }
    assert_string_equal(id, story_one);
    assert_false(bil_store_asked(one, id) || bil_store_asked(two, id));
    helper_must(bil_store_ask_for(one, story_one, &error), &error); /* its own: nobody hears of it */
    assert_false(bil_store_asked(one, id) || bil_store_asked(two, id));
    close_two();
#endif
}

static void who_is_silent_loses_its_session(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    bool there = false;
    open_two("silent");
    expect_lock(one, story_one, true, true);
    bool got = false;
    for (int i = 0; i < 1000 && !got; i++) { /* until it has been silent for BIL_STORE_SILENT */
        helper_must(bil_store_ask_for(two, story_one, &error), &error);
        usleep(10000);
        got = bil_store_lock(two, story_one, &there, &error);
    }
    assert_true(got);
    assert_false(story_append(one, 1, "too late", &error));
    story_expect_log(two, "");
    close_two();
#endif
}

static void what_is_due_and_nobody_has_is_found(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_text due = {0};
    struct bil_stored_table table;
    open_two("due");
    helper_must(bil_store_read_table(one, story_one, &table, &error), &error);
    table.state = BIL_TABLE_PLAYING;
    table.deadline = 5000;
    helper_must(bil_store_change_table(one, &table, &error) && bil_store_due(two, 4999, 9, note_id, &due, &error), &error);
    assert_int_equal(due.length, 0);
    expect_lock(one, story_one, true, true);
    helper_must(bil_store_due(two, 5000, 9, note_id, &due, &error), &error);
    assert_int_equal(due.length, 0);
    helper_must(bil_store_unlock(one, story_one, &error) && bil_store_due(two, 5000, 9, note_id, &due, &error), &error);
    assert_true(strncmp(bil_text_string(&due), story_one, BIL_TABLE_ID) == 0 && due.length == BIL_TABLE_ID + 1);
    table.state = BIL_TABLE_OVER;
    bil_text_clear(&due);
    helper_must(bil_store_change_table(one, &table, &error) && bil_store_due(two, 5000, 9, note_id, &due, &error), &error);
    assert_int_equal(due.length, 0);
    bil_stored_table_free(&table);
    bil_text_free(&due);
    close_two();
#endif
}

int TEST_MAIN(void)
{
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(one_that_is_alone_has_everything),
    };
    const struct CMUnitTest shared[] = {
        cmocka_unit_test(a_table_is_one_sessions),
        cmocka_unit_test(a_lock_goes_with_its_session),
        cmocka_unit_test(a_session_that_has_ended_is_noticed),
        cmocka_unit_test(who_has_a_table_is_asked_for_it),
        cmocka_unit_test(who_is_silent_loses_its_session),
        cmocka_unit_test(what_is_due_and_nobody_has_is_found),
    };
    return store_place_postgres() ? cmocka_run_group_tests(shared, helper_begin, helper_end)
                                  : cmocka_run_group_tests(alone, helper_begin, helper_end);
}
