/* Whose a table is, and that nobody else writes to it: taking, giving back, leases, the fence, and two servers that race for one
 * number. Over both kinds of database; a file is one server's alone and must answer as such. */
#define _DEFAULT_SOURCE /* usleep, mkdtemp */
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>
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
    must(bil_store_give(store, table_id, "one", 1, "", &error) && bil_store_leave(store, "one", &error), &error);
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
    must(bil_store_give(one, table_id, "one", 1, "", &error), &error); /* it is nobody's to give back any more */
    must(bil_store_owner(one, table_id, &owner, &error), &error);
    assert_string_equal(owner.node, "two");
    must(bil_store_give(two, table_id, "two", 2, "", &error), &error);
    renew(one, "one", LEASE);
    must(bil_store_take(one, table_id, "one", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 3);
    must(bil_store_take(two, table_id, "two", true, &owner, &error), &error); /* from one that lives */
    assert_int_equal(owner.epoch, 4);
    must(bil_store_leave(two, "two", &error), &error);
    must(bil_store_owner(one, table_id, &owner, &error), &error);
    assert_true(owner.epoch == 4 && owner.left <= 0);
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
    story_orders(taker, table_id, 0, &orders);
    assert_string_equal(bil_text_string(&orders), "");
    bil_text_free(&orders);
    expect_log(sleeper, "1 first;2 second;");
    struct bil_store_figures figures;
    bil_store_figures(sleeper, &figures);
    assert_int_equal(figures.fenced, 2);
    bil_store_figures(taker, &figures);
    assert_true(figures.fenced == 0 && figures.failures == 0);
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
             bil_store_append(owner, table_id, &entry, &error),
         &error);
    story_orders(owner, table_id, 0, &none); /* the question makes sure that all of it has reached the database */
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

/* ------------------------------------------------------------------ tables of the dead */

static void add_due(struct bil_store *store, char letter, int state, int64_t deadline)
{
    static char setup[] = "{}";
    struct bil_error error = {{0}};
    struct bil_stored_table table = {
        .state = (uint8_t)state, .seats = 1, .setup = setup, .card = setup, .created = 1, .changed = 1, .deadline = deadline};
    memset(table.id, letter, BIL_TABLE_ID);
    must(bil_store_add_table(store, &table, &error), &error);
}

static void take_all(struct bil_store *store, const char *node, const char *letters)
{
    struct bil_error error = {{0}};
    struct bil_store_owner owner;
    char id[BIL_TABLE_ID + 1] = "";
    for (; *letters; letters++) {
        memset(id, *letters, BIL_TABLE_ID);
        must(bil_store_take(store, id, node, false, &owner, &error), &error);
    }
}

/* What was given, as "letter:epoch ". */
static void note_due(void *context, const struct bil_stored_table *table, int64_t epoch)
{
    assert_true(table->deadline > 0 && table->state < BIL_TABLE_OVER);
    bil_text_format(context, "%c:%lld ", table->id[0], (long long)epoch);
}

static void note_owned(void *context, const char *id, int64_t epoch)
{
    bil_text_format(context, "%c:%lld ", id[0], (long long)epoch);
}

static bool has_due(struct bil_store *store, const char *node, int limit, const char *expected)
{
    struct bil_error error = {{0}};
    struct bil_text out = {0};
    must(bil_store_take_due(store, node, limit, note_due, &out, &error) >= 0, &error);
    must(bil_store_bury(store, node, &error), &error);
    bool same = strlen(bil_text_string(&out)) == strlen(expected); /* the order within one taking is nobody's promise */
    for (size_t i = 0; same && expected[i]; i += 4) {
        same = strstr(bil_text_string(&out), (char[]){expected[i], expected[i + 1], expected[i + 2], 0}) != NULL;
    }
    bil_text_free(&out);
    return same;
}

static bool count_alive(void *context, const struct bil_store_node_row *row)
{
    int64_t *count = context;
    count[row->left > 0]++;
    return true;
}

static int64_t nodes_of(struct bil_store *store, bool alive)
{
    struct bil_error error = {{0}};
    int64_t count[2] = {0};
    must(bil_store_nodes(store, count_alive, count, &error), &error);
    return count[alive];
}

static void what_is_due_passes_from_the_dead_to_the_living(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct bil_text owned = {0};
    struct bil_store *one = story_open(helper_path("due"));
    struct bil_store *two = story_open(helper_path("due"));
    add_due(one, 'a', BIL_TABLE_PLAYING, 30);
    add_due(one, 'b', BIL_TABLE_OPEN, 10);
    add_due(one, 'c', BIL_TABLE_OVER, 20); /* nothing more happens there */
    add_due(one, 'd', BIL_TABLE_PLAYING, 0);
    add_due(one, 'e', BIL_TABLE_PLAYING, 20);
    renew(one, "one", LEASE);
    renew(two, "two", LEASE);
    take_all(one, "one", "abcde");
    assert_true(has_due(two, "two", 10, "")); /* it lives */
    must(bil_store_leave(one, "one", &error), &error);
    assert_true(nodes_of(two, false) == 1 && nodes_of(two, true) == 1);
    assert_true(has_due(two, "two", 2, "b:2 e:2 "));
    assert_int_equal(nodes_of(two, false), 1); /* one of its tables waits yet */
    assert_true(has_due(two, "two", 2, "a:2 "));
    assert_int_equal(nodes_of(two, false), 0);
    assert_true(has_due(two, "two", 2, ""));
    must(bil_store_owned(two, "two", note_owned, &owned, &error), &error);
    assert_true(strstr(bil_text_string(&owned), "a:2") && strstr(bil_text_string(&owned), "b:2") && owned.length == 12);
    take_all(two, "two", "cd"); /* whoever comes there may have them, too */
    bil_text_free(&owned);
    bil_store_close(one);
    bil_store_close(two);
}

/* A server that begins finds what nobody has: tables that were carried here, and those of a node that is forgotten. */
static void who_arrives_finds_what_is_left(void **state)
{
    (void)state;
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("arrives"));
    struct bil_pg *pg = bil_postgres_of(store)->pg;
    add_due(store, 'a', BIL_TABLE_PLAYING, 30);
    add_due(store, 'b', BIL_TABLE_PLAYING, 10);
    take_all(store, "forgotten", "a");
    must(bil_pg_say(pg, "DELETE FROM owners WHERE epoch = 0", &error), &error);
    assert_true(has_due(store, "new", 10, ""));
    renew(store, "before", LEASE); /* at the same address, and it has not been able to say that it is gone */
    must(bil_store_arrive(store, "new", "10.0.0.1:8000", &error), &error);
    assert_int_equal(nodes_of(store, true), 0);
    assert_true(has_due(store, "new", 10, "a:2 b:1 "));
    assert_int_equal(nodes_of(store, false), 0);
    bil_store_close(store);
#endif
}

/* Whoever stands still in the middle of a transaction is not waited for: its table is passed over until the database ends it. */
static void nobody_waits_for_who_stands_still(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct bil_store_owner owner;
    struct bil_text none = {0};
    struct bil_store *sleeper = story_open(helper_path("still"));
    struct bil_store *taker = story_open(helper_path("still"));
    add_due(sleeper, 'a', BIL_TABLE_PLAYING, 10);
    renew(sleeper, "sleeper", -1);
    take_all(sleeper, "sleeper", "a");
    const struct bil_entry entry = {.number = 1, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "in its hand"};
    must(bil_store_begin(sleeper, &error) && bil_store_fence(sleeper, table_id, 1, &error) &&
             bil_store_append(sleeper, table_id, &entry, &error),
         &error);
    story_orders(sleeper, table_id, 0, &none);
    assert_true(has_due(taker, "taker", 10, ""));
    assert_false(bil_store_take(taker, table_id, "taker", false, &owner, &error));
    assert_string_equal(error.text, "");
    assert_true(owner.epoch == 1 && owner.left <= 0);
    for (int i = 0; i < 1000 && !bil_store_take(taker, table_id, "taker", false, &owner, &error); i++) {
        usleep(20000);
    }
    assert_true(owner.epoch == 2 && strcmp(owner.before, "sleeper") == 0);
    assert_false(bil_store_commit(sleeper, &error)); /* it wakes up */
    assert_false(bil_store_unsure(sleeper));
    expect_log(taker, "");
    assert_false(append(sleeper, 1, 1, "once more", &error));
    assert_true(bil_store_overtaken(sleeper));
    must(append(taker, 1, 2, "of another", &error), &error);
    expect_log(sleeper, "1 of another;");
    bil_text_free(&none);
    bil_store_close(sleeper);
    bil_store_close(taker);
}

/* A lease that was not renewed lately holds while the session of its node is there, and no longer. */
static void a_node_lives_no_longer_than_its_session(void **state)
{
    (void)state;
    struct bil_store *one = story_open(helper_path("session"));
    struct bil_store *two = story_open(helper_path("session"));
    renew(one, "one", BIL_STORE_LEASE - BIL_STORE_STALE - 100); /* as if it had been renewed that long ago */
    assert_int_equal(nodes_of(two, true), 1);
    renew(one, "one", LEASE);
    bil_store_close(one);
    assert_int_equal(nodes_of(two, true), 1); /* it may be about to come back */
    renew(two, "two", LEASE);
    struct bil_store *three = story_open(helper_path("session"));
    renew(three, "three", 1000);
    bil_store_close(three);
    for (int i = 0; i < 500 && nodes_of(two, true) > 2; i++) { /* before its lease is over */
        usleep(1000);
    }
    assert_int_equal(nodes_of(two, true), 2);
    bil_store_close(two);
}

static void servers_of_one_database_share_a_secret(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    uint8_t first[BIL_STORE_SECRET] = {0};
    uint8_t second[BIL_STORE_SECRET] = {1};
    struct bil_store *one = story_open(helper_path("secret"));
    struct bil_store *two = story_open(helper_path("secret"));
    must(bil_store_pass_secret(one, first, &error) && bil_store_pass_secret(two, second, &error), &error);
    assert_memory_equal(first, second, sizeof first);
    assert_false(first[0] == 0 && memcmp(first, first + 1, sizeof first - 1) == 0);
    bil_store_close(one);
    bil_store_close(two);
}

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

static void what_became_of_a_commit_is_found_out(void **state)
{
    (void)state;
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_text address = {0};
    struct sockaddr_un here;
    struct wire wire = {.listener = -1};
    pthread_t thread;
    struct bil_store *plain = story_open(helper_path("wire"));
    add_table(plain);
    snprintf(wire.folder, sizeof wire.folder, "/tmp/billions-wire-XXXXXX"); /* the name of a socket must be short */
    assert_non_null(mkdtemp(wire.folder));
    by_wire(helper_path("wire"), &wire, &address);
    wire.listener = unix_socket(wire.folder, &here);
    assert_int_equal(bind(wire.listener, (const struct sockaddr *)&here, sizeof here), 0);
    assert_int_equal(listen(wire.listener, 8), 0);
    assert_int_equal(pthread_create(&thread, NULL, run_wire, &wire), 0);
    struct bil_store *store = bil_store_open(bil_text_string(&address), &error);
    must(store != NULL, &error);
    const struct bil_entry first = {.number = 1, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "a"};
    const struct bil_entry second = {.number = 2, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "b"};
    must(bil_store_begin(store, &error) && bil_store_append(store, table_id, &first, &error), &error);
    atomic_store(&wire.armed, true);
    must(bil_store_commit(store, &error), &error); /* its answer never came */
    assert_false(atomic_load(&wire.armed) || bil_store_unsure(store));
    expect_log(plain, "1 a;");
    /* Where nobody answers any more, nobody says that it was not stored. */
    must(bil_store_begin(store, &error) && bil_store_append(store, table_id, &second, &error), &error);
    atomic_store(&wire.armed, true);
    atomic_store(&wire.refuses, true);
    assert_false(bil_store_commit(store, &error));
    assert_true(bil_store_unsure(store) && !bil_store_writing(store));
    expect_log(plain, "1 a;2 b;");
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
/* Taking a table and reading all of it is one round trip; and an answer that has become too old is not given. */
static void what_is_asked_ahead_is_one_round_trip(void **state)
{
    (void)state;
#ifdef BILLIONS_POSTGRES
    struct bil_error error = {{0}};
    struct bil_store *store = story_open(helper_path("ahead"));
    struct bil_store *other = story_open(helper_path("ahead"));
    const struct bil_pg *pg = bil_postgres_of(store)->pg;
    struct bil_store_owner owner;
    struct bil_stored_table table;
    struct bil_text orders = {0};
    uint64_t payer[BIL_STORE_PAYERS];
    add_table(store);
    renew(store, "one", LEASE);
    must(bil_store_begin(store, &error) && bil_store_set_orders(store, table_id, 0, "never cancel", &error) &&
             append(store, 1, 0, "first", &error),
         &error);
    for (int way = 0; way < 2; way++) { /* taken in the second; its statements are prepared in the first */
        const int64_t before = bil_pg_round_trips(pg);
        must(bil_store_ahead(store, table_id, way ? "one" : NULL, &error), &error);
        assert_int_equal(bil_pg_round_trips(pg) - before, 1);
        if (way) {
            must(bil_store_take(store, table_id, "one", false, &owner, &error), &error);
            assert_int_equal(owner.epoch, 1);
        }
        must(bil_store_read_table(store, table_id, &table, &error), &error);
        bil_stored_table_free(&table);
        must(bil_store_payer(store, table_id, payer, &error), &error);
        expect_log(store, "1 first;");
        bil_text_clear(&orders);
        story_orders(store, table_id, 0, &orders);
        assert_string_equal(bil_text_string(&orders), "never cancel");
        assert_int_equal(bil_pg_round_trips(pg) - before, 1);
    }
    must(bil_store_ahead(store, table_id, NULL, &error), &error);
    must(append(store, 2, 1, "second", &error), &error); /* of its own */
    expect_log(store, "1 first;2 second;");
    must(bil_store_ahead(store, table_id, NULL, &error), &error);
    must(append(other, 3, 1, "third", &error), &error); /* of another, and something else was asked since */
    must(bil_store_owner(store, table_id, &owner, &error), &error);
    expect_log(store, "1 first;2 second;3 third;");
    must(bil_store_ahead(store, table_id, NULL, &error), &error);
    struct bil_text rest = {0};
    must(bil_store_entries(store, table_id, 3, last_text, &rest, &error), &error); /* nor all of them, where fewer are wanted */
    assert_string_equal(bil_text_string(&rest), "3 third;");
    bil_text_free(&rest);
    must(bil_store_ahead(store, table_id, NULL, &error), &error);
    assert_false(bil_store_read_table(store, "nobodynobodynobo", &table, &error)); /* nor that of another table */
    assert_string_equal(error.text, "");
    bil_store_fail_at(store, 4);
    assert_false(bil_store_ahead(store, table_id, "one", &error));
    helper_contains(error.text, "the disk is full");
    bil_store_fail_at(store, 0);
    expect_log(store, "1 first;2 second;3 third;");
    bil_text_free(&orders);
    bil_store_close(other);
    bil_store_close(store);
#endif
}

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
    must(bil_store_claim(one, true, &error) && bil_store_claim(one, true, &error) && bil_store_claim(elsewhere, true, &error),
         &error);
    assert_false(bil_store_claim(two, true, &error));
    helper_contains(error.text, "another server uses it");
    cut_all();
    assert_false(bil_store_healthy(one, &error));
    must(bil_store_healthy(one, &error), &error); /* it has claimed it again */
    assert_false(bil_store_healthy(two, &error));
    assert_false(bil_store_claim(two, true, &error));
    bil_store_close(one);
    for (int i = 0; i < 500 && !bil_store_claim(two, true, &error); i++) { /* the server may need a moment to see that it is gone */
        usleep(20000);
    }
    must(bil_store_claim(two, true, &error), &error);
    bil_store_close(two);
    one = story_open(helper_path("claim"));
    two = story_open(helper_path("claim"));
    struct bil_store *copier = story_open(helper_path("claim"));
    for (int i = 0; i < 500 && !bil_store_claim(one, false, &error); i++) {
        usleep(20000);
    }
    must(bil_store_claim(one, false, &error) && bil_store_claim(two, false, &error), &error); /* servers beside each other */
    assert_false(bil_store_claim(copier, true, &error));
    bil_store_close(copier);
    bil_store_close(one);
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
    struct bil_store_figures figures;
    bil_store_figures(store, &figures);
    assert_true(figures.connected && figures.reopened[0] == 2 && figures.reopened[1] == 0 && figures.failures >= 2);
    assert_true(figures.statements > 10 && figures.round_trips > 5 && figures.fenced == 0);
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
        cmocka_unit_test(a_table_is_taken_from_the_dead_alone),
        cmocka_unit_test(a_stale_epoch_writes_nothing),
        cmocka_unit_test(nobody_takes_between_fence_and_commit),
        cmocka_unit_test(two_that_race_for_a_number_give_one_winner),
        cmocka_unit_test(what_is_due_passes_from_the_dead_to_the_living),
        cmocka_unit_test(who_arrives_finds_what_is_left),
        cmocka_unit_test(nobody_waits_for_who_stands_still),
        cmocka_unit_test(a_node_lives_no_longer_than_its_session),
        cmocka_unit_test(servers_of_one_database_share_a_secret),
        cmocka_unit_test(what_became_of_a_commit_is_found_out),
        cmocka_unit_test(what_is_asked_ahead_is_one_round_trip),
        cmocka_unit_test(a_batch_costs_two_round_trips),
        cmocka_unit_test(one_may_have_the_database_to_itself),
        cmocka_unit_test(a_lost_connection_is_found_again),
        cmocka_unit_test(what_is_no_database_of_ours_is_refused),
    };
    return store_place_postgres() ? cmocka_run_group_tests(shared, helper_begin, helper_end)
                                  : cmocka_run_group_tests(alone, helper_begin, helper_end);
}
