/* Whose a table is, and that nobody else writes to it: taking, giving back, leases, the fence, and two servers that race for one
 * number. Over both kinds of database; a file is one server's alone and must answer as such. */
#define _DEFAULT_SOURCE /* usleep */
#include <pthread.h>
#include <unistd.h>

#include "postgres/connection.h"
#include "server/store_place.h"
#ifdef BILLIONS_POSTGRES
#include "server/store_postgres.h"
#endif
#include "server/store_story.h"
#include "table/helpers.h"
#include "unit.h"

enum { LEASE = 60000, RACES = 200 };
static const char table_id[] = "aaaaaaaaaaaaaaaa";

static void must(bool fine, const struct bil_error *error)
{
    if (!fine) {
        helper_fail(error->text);
    }
}

static void add_table(struct bil_store *store)
{
    static char setup[] = "{}";
    struct bil_error error = {{0}};
    struct bil_stored_table table = {.seats = 1, .setup = setup, .card = setup, .created = 1, .changed = 1};
    memcpy(table.id, table_id, BIL_TABLE_ID);
    must(bil_store_add_table(store, &table, &error), &error);
}

/* An entry within a transaction that stands behind a fence. */
static bool append(struct bil_store *store, int64_t number, int64_t epoch, const char *text, struct bil_error *error)
{
    const struct bil_entry entry = {.number = number, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = text};
    if (bil_store_begin(store, error) && bil_store_fence(store, table_id, epoch, error) &&
        bil_store_append(store, table_id, &entry, error)) {
        return bil_store_commit(store, error);
    }
    bil_store_rollback(store);
    return false;
}

static bool last_text(void *context, const struct bil_entry *entry)
{
    struct bil_text *out = context;
    bil_text_format(out, "%lld %s;", (long long)entry->number, entry->text);
    return true;
}

static void expect_log(struct bil_store *store, const char *expected)
{
    struct bil_text out = {0};
    struct bil_error error = {{0}};
    must(bil_store_entries(store, table_id, 1, last_text, &out, &error), &error);
    assert_string_equal(bil_text_string(&out), expected);
    bil_text_free(&out);
}

static void renew(struct bil_store *store, const char *node, int64_t lease)
{
    struct bil_error error = {{0}};
    must(bil_store_renew(store, node, "10.0.0.1:8000", lease, &error), &error);
}

static bool count_node(void *context, const struct bil_store_node_row *row)
{
    ++*(int *)context;
    assert_string_equal(row->address, "10.0.0.1:8000");
    assert_true(row->left > 0);
    return true;
}

static void one_that_is_alone_owns_everything(void **state)
{
    (void)state;
    struct bil_error error = {"old"};
    struct bil_store_owner owner;
    struct bil_store *store = story_open(":memory:");
    int count = 0;
    add_table(store);
    renew(store, "one", 1);
    assert_false(bil_store_shared(store));
    must(bil_store_take(store, table_id, "one", false, &owner, &error), &error);
    assert_true(owner.epoch == 1 && strcmp(owner.node, "one") == 0 && owner.left > LEASE);
    must(bil_store_nodes(store, count_node, &count, &error), &error);
    assert_int_equal(count, 1);
    must(append(store, 1, 1, "a", &error), &error);
    assert_false(append(store, 2, 2, "b", &error));
    helper_contains(error.text, "is not this server's any more");
    must(bil_store_give_back(store, table_id, "one", 1, &error) && bil_store_leave(store, "one", &error), &error);
    assert_false(bil_store_fence(store, table_id, 1, &error)); /* outside a transaction it would hold nothing */
    expect_log(store, "1 a;");
    bil_store_close(store);
}

/* ------------------------------------------------------------------ two on one database */

static void a_table_is_taken_from_the_dead_alone(void **state)
{
    (void)state;
    struct bil_error error = {"old"};
    struct bil_store_owner owner;
    struct bil_store *one = story_open(helper_path("owners"));
    struct bil_store *two = story_open(helper_path("owners"));
    int count = 0;
    add_table(one);
    assert_true(bil_store_shared(one));
    renew(one, "one", LEASE);
    renew(two, "two", LEASE);
    must(bil_store_owner(one, table_id, &owner, &error), &error);
    assert_true(owner.epoch == 0 && !*owner.node);
    must(bil_store_take(one, table_id, "one", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 1);
    assert_false(bil_store_take(two, table_id, "two", false, &owner, &error));
    assert_string_equal(error.text, "");
    assert_string_equal(owner.node, "one");
    assert_string_equal(owner.address, "10.0.0.1:8000");
    assert_true(owner.left > LEASE / 2 && owner.epoch == 1);
    must(bil_store_nodes(two, count_node, &count, &error), &error);
    assert_int_equal(count, 2);
    renew(one, "one", -1); /* its lease is over */
    must(bil_store_take(two, table_id, "two", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 2);
    must(bil_store_give_back(one, table_id, "one", 1, &error), &error); /* it is nobody's to give back any more */
    must(bil_store_owner(one, table_id, &owner, &error), &error);
    assert_string_equal(owner.node, "two");
    must(bil_store_give_back(two, table_id, "two", 2, &error), &error);
    renew(one, "one", LEASE);
    must(bil_store_take(one, table_id, "one", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 3);
    must(bil_store_take(two, table_id, "two", true, &owner, &error), &error); /* from one that lives */
    assert_int_equal(owner.epoch, 4);
    must(bil_store_leave(two, "two", &error), &error);
    must(bil_store_owner(one, table_id, &owner, &error), &error);
    assert_true(owner.epoch == 4 && !*owner.node);
    assert_false(bil_store_take(one, "zzzzzzzzzzzzzzzz", "one", false, &owner, &error)); /* no such table */
    assert_string_equal(error.text, "");
    bil_store_close(one);
    bil_store_close(two);
}

static void a_stale_epoch_writes_nothing(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct bil_store_owner owner;
    struct bil_store *sleeper = story_open(helper_path("fence"));
    struct bil_store *taker = story_open(helper_path("fence"));
    add_table(sleeper);
    renew(sleeper, "sleeper", -1);
    must(bil_store_take(sleeper, table_id, "sleeper", false, &owner, &error), &error);
    must(append(sleeper, 1, 1, "first", &error), &error);
    must(bil_store_take(taker, table_id, "taker", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 2);
    assert_false(append(sleeper, 2, 1, "late", &error)); /* it woke up with a move in its hand */
    helper_contains(error.text, "is not this server's any more: it had it in epoch 1");
    assert_false(bil_store_writing(sleeper));
    must(append(taker, 2, 2, "second", &error), &error);
    /* Whatever else stands in a transaction behind a stale fence is not stored either. */
    must(bil_store_begin(sleeper, &error) && bil_store_fence(sleeper, table_id, 1, &error) &&
             bil_store_set_orders(sleeper, table_id, 0, "never cancel", &error),
         &error);
    assert_false(bil_store_commit(sleeper, &error));
    struct bil_text orders = {0};
    must(bil_store_orders(taker, table_id, 0, &orders, &error), &error);
    assert_string_equal(bil_text_string(&orders), "");
    bil_text_free(&orders);
    expect_log(sleeper, "1 first;2 second;");
    bil_store_close(sleeper);
    bil_store_close(taker);
}

/* A taker waits for a transaction that was behind the fence before it, and then owns a log that has its entry. */
struct taking {
    struct bil_store *store;
    struct bil_store_owner owner;
    bool fine;
};

static void *take(void *context)
{
    struct taking *taking = context;
    taking->fine = bil_store_take(taking->store, table_id, "taker", true, &taking->owner, NULL);
    return NULL;
}

static void nobody_takes_between_fence_and_commit(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct taking taking = {.store = story_open(helper_path("between"))};
    struct bil_store *owner = story_open(helper_path("between"));
    struct bil_text none = {0};
    add_table(owner);
    must(bil_store_take(owner, table_id, "owner", true, &taking.owner, &error), &error);
    const struct bil_entry entry = {.number = 1, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "in time"};
    must(bil_store_begin(owner, &error) && bil_store_fence(owner, table_id, 1, &error) &&
             bil_store_append(owner, table_id, &entry, &error) && bil_store_orders(owner, table_id, 0, &none, &error),
         &error); /* the question makes sure that all of it has reached the database */
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, take, &taking), 0);
    usleep(50000); /* it waits; were it not to, the test would still be right, only weaker */
    must(bil_store_commit(owner, &error), &error);
    pthread_join(thread, NULL);
    assert_true(taking.fine);
    assert_int_equal(taking.owner.epoch, 2);
    expect_log(taking.store, "1 in time;");
    assert_false(append(owner, 2, 1, "too late", &error));
    bil_text_free(&none);
    bil_store_close(owner);
    bil_store_close(taking.store);
}

struct racer {
    struct bil_store *store;
    pthread_barrier_t *barrier;
    const char *name;
    int won;
};

static void *race(void *context)
{
    struct racer *racer = context;
    for (int64_t i = 1; i <= RACES; i++) {
        const struct bil_entry entry = {.number = i, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = racer->name};
        pthread_barrier_wait(racer->barrier);
        racer->won += bil_store_append(racer->store, table_id, &entry, NULL);
        pthread_barrier_wait(racer->barrier);
    }
    return NULL;
}

/* Without any fence: the number alone lets one through. */
static void two_that_race_for_a_number_give_one_winner(void **state)
{
    (void)state;
    pthread_barrier_t barrier;
    pthread_t thread;
    struct racer racers[2] = {{story_open(helper_path("race")), &barrier, "one", 0},
                              {story_open(helper_path("race")), &barrier, "two", 0}};
    add_table(racers[0].store);
    pthread_barrier_init(&barrier, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, race, &racers[1]), 0);
    race(&racers[0]);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    assert_int_equal(racers[0].won + racers[1].won, RACES);
    int64_t last = 0;
    struct bil_text out = {0};
    struct bil_error error = {{0}};
    must(bil_store_entries(racers[0].store, table_id, RACES, last_text, &out, &error), &error); /* reads no gap */
    assert_true(sscanf(bil_text_string(&out), "%lld", (long long *)&last) == 1 && last == RACES);
    bil_text_free(&out);
    bil_store_close(racers[0].store);
    bil_store_close(racers[1].store);
}

/* ------------------------------------------------------------------ round trips */

/* Whatever is changed in a transaction is sent without waiting: what it costs does not grow with it. */
static void a_batch_costs_two_round_trips(void **state)
{
    (void)state;
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_store_owner owner;
    struct bil_store *store = story_open(helper_path("trips"));
    const struct bil_pg *pg = bil_postgres_of(store)->pg;
    const struct bil_held held = {.decision = 1, .text = "pass"};
    struct bil_stored_table table;
    add_table(store);
    must(bil_store_take(store, table_id, "one", false, &owner, &error) &&
             append(store, 1, 1, "the first looks where the log ends", &error) &&
             bil_store_read_table(store, table_id, &table, &error),
         &error);
    for (int64_t size = 1, number = 2; size <= 1000; size *= 10) {
        const int64_t before = bil_pg_round_trips(pg);
        must(bil_store_begin(store, &error) && bil_store_fence(store, table_id, 1, &error), &error);
        for (int64_t i = 0; i < size; i++, number++) {
            const struct bil_entry entry = {.number = number, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "a move"};
            must(bil_store_append(store, table_id, &entry, &error) && bil_store_change_table(store, &table, &error) &&
                     bil_store_change_seat(store, table_id, 0, &table.seat[0], &error) &&
                     bil_store_hold(store, table_id, &held, &error) && bil_store_release(store, table_id, &error) &&
                     bil_store_set_orders(store, table_id, 0, "never cancel", &error),
                 &error);
        }
        must(bil_store_commit(store, &error), &error);
        assert_int_equal(bil_pg_round_trips(pg) - before, 2);
    }
    bil_stored_table_free(&table);
    bil_store_close(store);
#endif
}

/* ------------------------------------------------------------------ the connection */

/* Ends every connection of the database but its own. */
static void cut_all(void)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_pg *pg = bil_pg_open(getenv("BILLIONS_POSTGRES"), NULL, &error);
    must(pg && bil_pg_say(pg,
                          "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                          "AND application_name = 'billions serve'",
                          &error),
         &error);
    bil_pg_close(pg);
#endif
}

static void one_may_have_the_database_to_itself(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct bil_store *one = story_open(helper_path("claim"));
    struct bil_store *two = story_open(helper_path("claim"));
    struct bil_store *elsewhere = story_open(helper_path("claim elsewhere"));
    must(bil_store_claim(one, &error) && bil_store_claim(one, &error) && bil_store_claim(elsewhere, &error), &error);
    assert_false(bil_store_claim(two, &error));
    helper_contains(error.text, "another server uses it");
    cut_all();
    assert_false(bil_store_healthy(one, &error));
    must(bil_store_healthy(one, &error), &error); /* it has claimed it again */
    assert_false(bil_store_healthy(two, &error));
    assert_false(bil_store_claim(two, &error));
    bil_store_close(one);
    for (int i = 0; i < 500 && !bil_store_claim(two, &error); i++) { /* the server may need a moment to see that it is gone */
        usleep(20000);
    }
    must(bil_store_claim(two, &error), &error);
    bil_store_close(two);
    bil_store_close(elsewhere);
}

static void a_lost_connection_is_found_again(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("lost"));
    add_table(store);
    struct bil_entry entry = {.number = 1, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "a"};
    must(bil_store_begin(store, &error) && bil_store_append(store, table_id, &entry, &error), &error);
    cut_all();
    assert_false(bil_store_commit(store, &error)); /* nothing of it was stored */
    assert_true(*error.text && !bil_store_writing(store));
    expect_log(store, "");
    must(bil_store_append(store, table_id, &entry, &error), &error);
    cut_all();
    assert_false(bil_store_begin(store, &error) && bil_store_append(store, table_id, &entry, &error) &&
                 bil_store_commit(store, &error));
    bil_store_rollback(store);
    entry.number = 2;
    must(bil_store_append(store, table_id, &entry, &error), &error);
    expect_log(store, "1 a;2 a;");
    bil_store_close(store);
}

static void what_is_no_database_of_ours_is_refused(void **state)
{
    (void)state;
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    char address[512];
    const char *server = getenv("BILLIONS_POSTGRES");
    struct bil_pg *pg = bil_pg_open(server, NULL, &error);
    must(pg && bil_pg_say(pg, "CREATE SCHEMA strange; CREATE TABLE strange.tables (nr int)", &error) &&
             bil_pg_say(pg, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0", &error) &&
             bil_pg_say(pg, "CREATE ROLE guest LOGIN", &error),
         &error);
    snprintf(address, sizeof address, "%s?options=-csearch_path%%3Dstrange", server);
    assert_null(bil_store_open(address, &error));
    helper_contains(error.text, "the schema \"strange\" holds the tables of another program");
    snprintf(address, sizeof address, "%s?options=-csearch_path%%3DOdd-Name", server);
    assert_null(bil_store_open(address, &error));
    helper_contains(error.text, "must have a name of small letters");
    snprintf(address, sizeof address, "%.*s/latin", (int)(strrchr(server, '/') - server), server);
    assert_null(bil_store_open(address, &error));
    helper_contains(error.text, "keeps texts as LATIN1; make one with ENCODING 'UTF8'.");
    snprintf(address, sizeof address, "%s?user=guest&options=-csearch_path%%3Dguests", server);
    assert_null(bil_store_open(address, &error));
    helper_contains(error.text, "permission denied");
    snprintf(address, sizeof address, "%s?options=-csearch_path%%3Dempty", server);
    assert_null(bil_store_open_to_read(address, &error));
    helper_contains(error.text, "is an empty database");
    bil_store_close(story_open(helper_path("later")));
    snprintf(address, sizeof address, "%s", store_place(helper_path("later")));
    char sql[120];
    snprintf(sql, sizeof sql, "UPDATE %s.schema_version SET version = 999", strstr(address, "%3D") + 3);
    must(bil_pg_say(pg, sql, &error), &error);
    assert_null(bil_store_open(address, &error));
    helper_contains(error.text, "was written by a later version of this program (schema 999");
    assert_false(bil_store_copy(address, helper_path("copy"), &error));
    helper_contains(error.text, "pg_dump");
    bil_pg_close(pg);
#endif
}

int main(void)
{
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(one_that_is_alone_owns_everything),
    };
    const struct CMUnitTest shared[] = {
        cmocka_unit_test(a_table_is_taken_from_the_dead_alone),  cmocka_unit_test(a_stale_epoch_writes_nothing),
        cmocka_unit_test(nobody_takes_between_fence_and_commit), cmocka_unit_test(two_that_race_for_a_number_give_one_winner),
        cmocka_unit_test(a_batch_costs_two_round_trips),         cmocka_unit_test(one_may_have_the_database_to_itself),
        cmocka_unit_test(a_lost_connection_is_found_again),      cmocka_unit_test(what_is_no_database_of_ours_is_refused),
    };
    return store_place_postgres() ? cmocka_run_group_tests(shared, helper_begin, helper_end)
                                  : cmocka_run_group_tests(alone, helper_begin, helper_end);
}
