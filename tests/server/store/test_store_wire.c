/* The store and its database: what became of a commit whose answer was lost, how often they speak, and a connection that is lost. A
 * file has none of that. Who has which table: test_store_locks.c. */
#define _DEFAULT_SOURCE /* usleep, mkdtemp */
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/store/postgres_connection.h"
#include "server/store/store_place.h"
#ifdef BILLIONS_POSTGRES
#include "server/store/postgres.h"
#endif
#include "server/store/store_story.h"
#include "table/helpers.h"
#include "unit.h"

/* ------------------------------------------------------------------ a commit whose answer is lost */

#ifdef BILLIONS_POSTGRES
/* A wire to the database of which the answer to one COMMIT is cut off. */
struct wire {
    char folder[200], to[200];
    int listener;
    atomic_bool armed, ends, refuses;
};

static int unix_socket(const char *folder, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    assert_true(snprintf(address->sun_path, sizeof address->sun_path, "%s/.s.PGSQL.5432", folder) < (int)sizeof address->sun_path);
    return socket(AF_UNIX, SOCK_STREAM, 0);
}

/* Carries what one of them says to the other; false: the wire is cut. */
static bool carry(struct wire *wire, int from, int to, bool answers)
{
    char bytes[4096];
    const ssize_t count = read(from, bytes, sizeof bytes);
    for (ssize_t i = 0; answers && i + 7 <= count; i++) {
        if (memcmp(bytes + i, "COMMIT", 7) == 0 && atomic_exchange(&wire->armed, false)) {
            return false;
        }
    }
    return count > 0 && write(to, bytes, (size_t)count) == count;
}

static void *run_wire(void *context)
{
    struct wire *wire = context;
    int pair[2] = {-1, -1};
    while (!atomic_load(&wire->ends)) {
        struct pollfd polled[3] = {{wire->listener, POLLIN, 0}, {pair[0], POLLIN, 0}, {pair[1], POLLIN, 0}};
        poll(polled, 3, 20);
        bool cut = (polled[1].revents && !carry(wire, pair[0], pair[1], false)) ||
                   (polled[2].revents && !carry(wire, pair[1], pair[0], true));
        if (polled[0].revents) {
            struct sockaddr_un there;
            close(pair[0]);
            close(pair[1]);
            pair[0] = accept(wire->listener, NULL, NULL);
            pair[1] = unix_socket(wire->to, &there);
            cut = connect(pair[1], (const struct sockaddr *)&there, sizeof there) != 0 || atomic_load(&wire->refuses);
        }
        if (cut) {
            close(pair[0]);
            close(pair[1]);
            pair[0] = pair[1] = -1;
        }
    }
    close(pair[0]);
    close(pair[1]);
    return NULL;
}

/* The address of a schema, by the wire instead. */
static void by_wire(const char *path, struct wire *wire, struct bil_text *out)
{
    const char *address = store_place(path);
    const char *from = strstr(address, "@%2F");
    const char *end = from ? strchr(from + 1, '/') : NULL;
    size_t count = 0;
    if (!end) {
        helper_fail("The server of the tests is not reached by a socket in a folder.");
    }
    for (const char *at = from + 1; at < end; at++) {
        const bool slash = strncmp(at, "%2F", 3) == 0;
        wire->to[count++] = slash ? '/' : *at;
        at += slash ? 2 : 0;
    }
    bil_text_add_bytes(out, address, (size_t)(from + 1 - address));
    for (const char *at = wire->folder; *at; at++) {
        bil_text_format(out, *at == '/' ? "%%2F" : "%c", *at);
    }
    bil_text_add(out, end);
}
#endif

static void a_commit_whose_answer_is_lost_is_not_known(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_text address = {0};
    struct sockaddr_un here;
    struct wire wire = {.listener = -1};
    pthread_t thread;
    struct bil_store *plain = story_open(helper_path("wire"));
    story_add_one(plain);
    snprintf(wire.folder, sizeof wire.folder, "/tmp/billions-wire-XXXXXX"); /* the name of a socket must be short */
    assert_non_null(mkdtemp(wire.folder));
    by_wire(helper_path("wire"), &wire, &address);
    wire.listener = unix_socket(wire.folder, &here);
    assert_int_equal(bind(wire.listener, (const struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(wire.listener, 8), 0);
    assert_int_equal(pthread_create(&thread, NULL, run_wire, &wire), 0);
    struct bil_store *store = bil_store_open(bil_text_string(&address), &error);
    helper_must(store != NULL, &error);
    const struct bil_entry first = {.number = 1, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "a"};
    const struct bil_entry second = {.number = 2, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "b"};
    helper_must(bil_store_begin(store, &error) && bil_store_append(store, story_one, &first, &error), &error);
    atomic_store(&wire.armed, true);
    assert_false(bil_store_commit(store, &error)); /* it is stored, and its answer never came */
    assert_true(!atomic_load(&wire.armed) && bil_store_unsure(store) && !bil_store_writing(store));
    story_expect_log(plain, "1 a;");
    story_expect_log(store, "1 a;"); /* who reads again sees the truth */
    helper_must(bil_store_begin(store, &error) && bil_store_append(store, story_one, &second, &error), &error);
    assert_false(bil_store_unsure(store));
    atomic_store(&wire.armed, true);
    atomic_store(&wire.refuses, true);
    assert_false(bil_store_commit(store, &error));
    assert_true(bil_store_unsure(store) && !bil_store_writing(store));
    story_expect_log(plain, "1 a;2 b;");
    atomic_store(&wire.ends, true);
    pthread_join(thread, NULL);
    bil_store_close(store);
    bil_store_close(plain);
    close(wire.listener);
    unlink(here.sun_path);
    rmdir(wire.folder);
    bil_text_free(&address);
#endif
}

/* ------------------------------------------------------------------ round trips */

/* Whatever is changed in a transaction is sent without waiting: what it costs does not grow with it. */
/* Locking a table and reading all of it is one round trip; and an answer that has become too old is not given. */
static void what_is_asked_ahead_is_one_round_trip(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("ahead"));
    struct bil_store *other = story_open(helper_path("ahead"));
    const struct bil_pg *pg = bil_postgres_of(store)->pg;
    bool there;
    struct bil_stored_table table;
    struct bil_text orders = {0};
    uint64_t payer[BIL_STORE_PAYERS];
    story_add_one(store);
    helper_must(bil_store_begin(store, &error) && bil_store_set_orders(store, story_one, 0, "never cancel", &error) &&
                    story_append(store, 1, "first", &error),
                &error);
    for (int way = 0; way < 2; way++) { /* locked in the second; its statements are prepared in the first */
        const int64_t before = pg->trips;
        helper_must(bil_store_ahead(store, story_one, way == 1, &error), &error);
        assert_int_equal(pg->trips - before, 1);
        if (way) {
            helper_must(bil_store_lock(store, story_one, &there, &error), &error);
        }
        helper_must(bil_store_read_table(store, story_one, &table, &error), &error);
        bil_stored_table_free(&table);
        helper_must(bil_store_payer(store, story_one, payer, &error), &error);
        story_expect_log(store, "1 first;");
        bil_text_clear(&orders);
        story_orders(store, story_one, 0, &orders);
        assert_string_equal(bil_text_string(&orders), "never cancel");
        assert_int_equal(pg->trips - before, 1);
    }
    helper_must(bil_store_ahead(store, story_one, NULL, &error), &error);
    helper_must(story_append(store, 2, "second", &error), &error); /* of its own */
    story_expect_log(store, "1 first;2 second;");
    helper_must(bil_store_ahead(store, story_one, NULL, &error), &error);
    helper_must(story_append(other, 3, "third", &error), &error); /* of another, and something else was asked since */
    helper_must(bil_store_healthy(store, &error), &error);
    story_expect_log(store, "1 first;2 second;3 third;");
    helper_must(bil_store_ahead(store, story_one, NULL, &error), &error);
    struct bil_text rest = {0};
    helper_must(bil_store_entries(store, story_one, 3, story_note_entry, &rest, &error),
                &error); /* nor all of them, where fewer are wanted */
    assert_string_equal(bil_text_string(&rest), "3 third;");
    bil_text_free(&rest);
    helper_must(bil_store_ahead(store, story_one, NULL, &error), &error);
    assert_false(bil_store_read_table(store, "nobodynobodynobo", &table, &error)); /* nor that of another table */
    assert_string_equal(error.text, "");
    bil_store_fail_at(store, 4);
    assert_false(bil_store_ahead(store, story_one, true, &error));
    helper_contains(error.text, "the disk is full");
    bil_store_fail_at(store, 0);
    story_expect_log(store, "1 first;2 second;3 third;");
    bil_text_free(&orders);
    bil_store_close(other);
    bil_store_close(store);
#endif
}

static void a_batch_costs_two_round_trips(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("trips"));
    const struct bil_pg *pg = bil_postgres_of(store)->pg;
    const struct bil_held held = {.decision = 1, .text = "pass"};
    struct bil_stored_table table;
    story_add_one(store);
    helper_must(story_append(store, 1, "the first looks where the log ends", &error) &&
                    bil_store_read_table(store, story_one, &table, &error),
                &error);
    for (int64_t size = 1, number = 2; size <= 1000; size *= 10) {
        const int64_t before = pg->trips;
        helper_must(bil_store_begin(store, &error), &error);
        for (int64_t i = 0; i < size; i++, number++) {
            const struct bil_entry entry = {.number = number, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "a move"};
            helper_must(bil_store_append(store, story_one, &entry, &error) && bil_store_change_table(store, &table, &error) &&
                            bil_store_change_seat(store, story_one, 0, &table.seat[0], &error) &&
                            bil_store_hold(store, story_one, &held, &error) && bil_store_release(store, story_one, &error) &&
                            bil_store_set_orders(store, story_one, 0, "never cancel", &error),
                        &error);
        }
        helper_must(bil_store_commit(store, &error), &error);
        assert_int_equal(pg->trips - before, 2);
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
    helper_must(pg && bil_pg_say(pg,
                                 "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                                 "AND application_name = 'billions serve'",
                                 &error),
                &error);
    bil_pg_close(pg);
#endif
}

static void one_may_have_the_database_to_itself(void **state)
{
    struct bil_error error = {{0}};
    struct bil_store *one = story_open(helper_path("claim"));
    struct bil_store *two = story_open(helper_path("claim"));
    struct bil_store *elsewhere = story_open(helper_path("claim elsewhere"));
    helper_must(bil_store_claim(one, true, &error), &error);
    helper_must(bil_store_claim(one, true, &error), &error); /* once more is nothing new */
    helper_must(bil_store_claim(elsewhere, true, &error), &error);
    assert_false(bil_store_claim(two, true, &error));
    helper_contains(error.text, "another server uses it");
    cut_all();
    assert_false(bil_store_healthy(one, &error));
    helper_must(bil_store_healthy(one, &error), &error); /* it has claimed it again */
    assert_false(bil_store_healthy(two, &error));
    assert_false(bil_store_claim(two, true, &error));
    bil_store_close(one);
    for (int i = 0; i < 500 && !bil_store_claim(two, true, &error); i++) { /* the server may need a moment to see that it is gone */
        usleep(20000);
    }
    helper_must(bil_store_claim(two, true, &error), &error);
    bil_store_close(two);
    one = story_open(helper_path("claim"));
    two = story_open(helper_path("claim"));
    struct bil_store *copier = story_open(helper_path("claim"));
    for (int i = 0; i < 500 && !bil_store_claim(one, false, &error); i++) {
        usleep(20000);
    }
    helper_must(bil_store_claim(one, false, &error) && bil_store_claim(two, false, &error), &error); /* servers beside each other */
    assert_false(bil_store_claim(copier, true, &error));
    bil_store_close(copier);
    bil_store_close(one);
    bil_store_close(two);
    bil_store_close(elsewhere);
}

static void a_lost_connection_is_found_again(void **state)
{
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("lost"));
    story_add_one(store);
    struct bil_entry entry = {.number = 1, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "a"};
    helper_must(bil_store_begin(store, &error) && bil_store_append(store, story_one, &entry, &error), &error);
    cut_all();
    assert_false(bil_store_commit(store, &error)); /* nothing of it was stored */
    assert_true(*error.text && !bil_store_writing(store));
    story_expect_log(store, "");
    helper_must(bil_store_append(store, story_one, &entry, &error), &error);
    cut_all();
    assert_false(bil_store_begin(store, &error) && bil_store_append(store, story_one, &entry, &error) &&
                 bil_store_commit(store, &error));
    bil_store_rollback(store);
    entry.number = 2;
    helper_must(bil_store_append(store, story_one, &entry, &error), &error);
    story_expect_log(store, "1 a;2 a;");
    struct bil_store_figures figures;
    bil_store_figures(store, &figures);
    assert_true(figures.connected && figures.reopened[0] == 2 && figures.reopened[1] == 0 && figures.failures >= 2);
    assert_true(figures.statements > 10 && figures.round_trips > 5);
    bil_store_close(store);
}

static void what_is_no_database_of_ours_is_refused(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    char address[512];
    const char *server = getenv("BILLIONS_POSTGRES");
    if (!server) {
        helper_fail("BILLIONS_POSTGRES names no server.");
    }
    struct bil_pg *pg = bil_pg_open(server, NULL, &error);
    helper_must(pg && bil_pg_say(pg, "CREATE SCHEMA strange; CREATE TABLE strange.tables (nr int)", &error) &&
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
    helper_must(bil_pg_say(pg, sql, &error), &error);
    assert_null(bil_store_open(address, &error));
    helper_contains(error.text, "was written by a later version of this program (schema 999");
    assert_false(bil_store_copy(address, helper_path("copy"), &error));
    helper_contains(error.text, "pg_dump");
    bil_pg_close(pg);
#endif
}

/* As version 8 left it: without what version 9 added, with what version 10 took away. It is brought up to date, and what was in it
 * stays. No server may use it meanwhile. */
static void a_database_of_before_is_upgraded(void **state)
{
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("before"));
    story_add_one(store);
    char *had = story_dump(store);
    bil_store_close(store);
    char sql[640];
    const char *schema = strstr(store_place(helper_path("before")), "%3D") + 3;
    snprintf(sql, sizeof sql,
             "SET search_path = %s; ALTER TABLE pushes DROP COLUMN always; UPDATE schema_version SET version = 8;"
             "CREATE TABLE nodes (node text PRIMARY KEY, address text NOT NULL, until bigint NOT NULL);"
             "CREATE TABLE owners (table_nr bigint PRIMARY KEY REFERENCES tables, epoch bigint NOT NULL, node text NOT NULL);"
             "INSERT INTO nodes VALUES ('one', '10.0.0.1:8000', 1); INSERT INTO owners SELECT nr, 3, 'one' FROM tables;"
             "INSERT INTO keys VALUES (3, '\\x00')",
             schema);
    struct bil_pg *pg = bil_pg_open(getenv("BILLIONS_POSTGRES"), NULL, &error);
    helper_must(pg && bil_pg_say(pg, sql, &error), &error);
    assert_null(bil_store_open_to_read(store_place(helper_path("before")), &error));
    helper_contains(error.text, "is of an older version");
    snprintf(sql, sizeof sql, "SELECT pg_advisory_lock_shared(1114205292, hashtext('%s'))", schema); /* as every server has it */
    helper_must(bil_pg_say(pg, sql, &error), &error);
    assert_null(bil_store_open(store_place(helper_path("before")), &error));
    helper_contains(error.text, "another server uses them; stop it first");
    helper_must(bil_pg_say(pg, "SELECT pg_advisory_unlock_all()", &error), &error);
    store = story_open(helper_path("before"));
    char *has = story_dump(store);
    assert_string_equal(has, had);
    struct bil_stored_push push = {.endpoint = "https://push.example/x", .always = true};
    helper_must(bil_store_begin(store, &error) && bil_store_put_push(store, story_one, &push, &error) &&
                    bil_store_commit(store, &error),
                &error);
    bil_store_close(store);
    bil_pg_close(pg);
    free(had);
    free(has);
#endif
}

/* A file is always there, and nobody is asked anything. */
static void a_file_has_no_wire(void **state)
{
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("file"));
    struct bil_store_figures figures;
    story_add_one(store);
    helper_must(bil_store_claim(store, true, &error) && bil_store_healthy(store, &error), &error);
    bil_store_figures(store, &figures);
    assert_true(figures.connected && figures.round_trips == 0 && figures.reopened[0] == 0 && !bil_store_unsure(store));
    bil_store_close(store);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest alone[] = {
        cmocka_unit_test(a_file_has_no_wire),
    };
    const struct CMUnitTest shared[] = {
        cmocka_unit_test(a_commit_whose_answer_is_lost_is_not_known),
        cmocka_unit_test(what_is_asked_ahead_is_one_round_trip),
        cmocka_unit_test(a_batch_costs_two_round_trips),
        cmocka_unit_test(one_may_have_the_database_to_itself),
        cmocka_unit_test(a_lost_connection_is_found_again),
        cmocka_unit_test(what_is_no_database_of_ours_is_refused),
        cmocka_unit_test(a_database_of_before_is_upgraded),
    };
    return store_place_postgres() ? cmocka_run_group_tests(shared, helper_begin, helper_end)
                                  : cmocka_run_group_tests(alone, helper_begin, helper_end);
}
