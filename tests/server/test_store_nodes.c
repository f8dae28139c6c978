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
    story_add_one(store);
    story_renew(store, "one", 1);
    assert_false(bil_store_shared(store));
    helper_must(bil_store_take(store, story_one, "one", false, &owner, &error), &error);
    assert_true(owner.epoch == 1 && strcmp(owner.node, "one") == 0 && owner.left > LEASE);
    helper_must(bil_store_nodes(store, count_node, &count, &error), &error);
    assert_int_equal(count, 1);
    helper_must(story_append(store, 1, 1, "a", &error), &error);
    assert_false(story_append(store, 2, 2, "b", &error));
    helper_contains(error.text, "is not this server's any more");
    helper_must(bil_store_give(store, story_one, "one", 1, "", &error) && bil_store_leave(store, "one", &error), &error);
    assert_false(bil_store_fence(store, story_one, 1, &error)); /* outside a transaction it would hold nothing */
    story_expect_log(store, "1 a;");
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
    story_add_one(one);
    assert_true(bil_store_shared(one));
    story_renew(one, "one", LEASE);
    story_renew(two, "two", LEASE);
    helper_must(bil_store_owner(one, story_one, &owner, &error), &error);
    assert_true(owner.epoch == 0 && !*owner.node);
    helper_must(bil_store_take(one, story_one, "one", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 1);
    assert_false(bil_store_take(two, story_one, "two", false, &owner, &error));
    assert_string_equal(error.text, "");
    assert_string_equal(owner.node, "one");
    assert_string_equal(owner.address, "10.0.0.1:8000");
    assert_true(owner.left > LEASE / 2 && owner.epoch == 1);
    helper_must(bil_store_nodes(two, count_node, &count, &error), &error);
    assert_int_equal(count, 2);
    story_renew(one, "one", -1); /* its lease is over */
    helper_must(bil_store_take(two, story_one, "two", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 2);
    helper_must(bil_store_give(one, story_one, "one", 1, "", &error), &error); /* it is nobody's to give back any more */
    helper_must(bil_store_owner(one, story_one, &owner, &error), &error);
    assert_string_equal(owner.node, "two");
    helper_must(bil_store_give(two, story_one, "two", 2, "", &error), &error);
    story_renew(one, "one", LEASE);
    helper_must(bil_store_take(one, story_one, "one", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 3);
    helper_must(bil_store_take(two, story_one, "two", true, &owner, &error), &error); /* from one that lives */
    assert_int_equal(owner.epoch, 4);
    helper_must(bil_store_leave(two, "two", &error), &error);
    helper_must(bil_store_owner(one, story_one, &owner, &error), &error);
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
    story_add_one(sleeper);
    story_renew(sleeper, "sleeper", -1);
    helper_must(bil_store_take(sleeper, story_one, "sleeper", false, &owner, &error), &error);
    helper_must(story_append(sleeper, 1, 1, "first", &error), &error);
    helper_must(bil_store_take(taker, story_one, "taker", false, &owner, &error), &error);
    assert_int_equal(owner.epoch, 2);
    assert_false(story_append(sleeper, 2, 1, "late", &error)); /* it woke up with a move in its hand */
    helper_contains(error.text, "is not this server's any more: it had it in epoch 1");
    assert_false(bil_store_writing(sleeper));
    helper_must(story_append(taker, 2, 2, "second", &error), &error);
    /* Whatever else stands in a transaction behind a stale fence is not stored either. */
    helper_must(bil_store_begin(sleeper, &error) && bil_store_fence(sleeper, story_one, 1, &error) &&
                    bil_store_set_orders(sleeper, story_one, 0, "never cancel", &error),
                &error);
    assert_false(bil_store_commit(sleeper, &error));
    struct bil_text orders = {0};
    story_orders(taker, story_one, 0, &orders);
    assert_string_equal(bil_text_string(&orders), "");
    bil_text_free(&orders);
    story_expect_log(sleeper, "1 first;2 second;");
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
    taking->fine = bil_store_take(taking->store, story_one, "taker", true, &taking->owner, NULL);
    return NULL;
}

static void nobody_takes_between_fence_and_commit(void **state)
{
    (void)state;
    struct bil_error error = {{0}};
    struct taking taking = {.store = story_open(helper_path("between"))};
    struct bil_store *owner = story_open(helper_path("between"));
    struct bil_text none = {0};
    story_add_one(owner);
    helper_must(bil_store_take(owner, story_one, "owner", true, &taking.owner, &error), &error);
    const struct bil_entry entry = {.number = 1, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "in time"};
    helper_must(bil_store_begin(owner, &error) && bil_store_fence(owner, story_one, 1, &error) &&
                    bil_store_append(owner, story_one, &entry, &error),
                &error);
    story_orders(owner, story_one, 0, &none); /* the question makes sure that all of it has reached the database */
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, take, &taking), 0);
    usleep(50000); /* it waits; were it not to, the test would still be right, only weaker */
    helper_must(bil_store_commit(owner, &error), &error);
    pthread_join(thread, NULL);
    assert_true(taking.fine);
    assert_int_equal(taking.owner.epoch, 2);
    story_expect_log(taking.store, "1 in time;");
    assert_false(story_append(owner, 2, 1, "too late", &error));
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
        racer->won += bil_store_append(racer->store, story_one, &entry, NULL);
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
    story_add_one(racers[0].store);
    pthread_barrier_init(&barrier, NULL, 2);
    assert_int_equal(pthread_create(&thread, NULL, race, &racers[1]), 0);
    race(&racers[0]);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    assert_int_equal(racers[0].won + racers[1].won, RACES);
    int64_t last = 0;
    struct bil_text out = {0};
    struct bil_error error = {{0}};
    helper_must(bil_store_entries(racers[0].store, story_one, RACES, story_note_entry, &out, &error), &error); /* reads no gap */
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
    helper_must(bil_store_add_table(store, &table, &error), &error);
}

static void take_all(struct bil_store *store, const char *node, const char *letters)
{
    struct bil_error error = {{0}};
    struct bil_store_owner owner;
    char id[BIL_TABLE_ID + 1] = "";
    for (; *letters; letters++) {
        memset(id, *letters, BIL_TABLE_ID);
        helper_must(bil_store_take(store, id, node, false, &owner, &error), &error);
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
    helper_must(bil_store_take_due(store, node, limit, note_due, &out, &error) >= 0, &error);
    helper_must(bil_store_bury(store, node, &error), &error);
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
    helper_must(bil_store_nodes(store, count_alive, count, &error), &error);
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
    story_renew(one, "one", LEASE);
    story_renew(two, "two", LEASE);
    take_all(one, "one", "abcde");
    assert_true(has_due(two, "two", 10, "")); /* it lives */
    helper_must(bil_store_leave(one, "one", &error), &error);
    assert_true(nodes_of(two, false) == 1 && nodes_of(two, true) == 1);
    assert_true(has_due(two, "two", 2, "b:2 e:2 "));
    assert_int_equal(nodes_of(two, false), 1); /* one of its tables waits yet */
    assert_true(has_due(two, "two", 2, "a:2 "));
    assert_int_equal(nodes_of(two, false), 0);
    assert_true(has_due(two, "two", 2, ""));
    helper_must(bil_store_owned(two, "two", note_owned, &owned, &error), &error);
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
    helper_must(bil_pg_say(pg, "DELETE FROM owners WHERE epoch = 0", &error), &error);
    assert_true(has_due(store, "new", 10, ""));
    story_renew(store, "before", LEASE); /* at the same address, and it has not been able to say that it is gone */
    helper_must(bil_store_arrive(store, "new", "10.0.0.1:8000", &error), &error);
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
    story_renew(sleeper, "sleeper", -1);
    take_all(sleeper, "sleeper", "a");
    const struct bil_entry entry = {.number = 1, .kind = BIL_ENTRY_CHAT, .seat = -1, .text = "in its hand"};
    helper_must(bil_store_begin(sleeper, &error) && bil_store_fence(sleeper, story_one, 1, &error) &&
                    bil_store_append(sleeper, story_one, &entry, &error),
                &error);
    story_orders(sleeper, story_one, 0, &none);
    assert_true(has_due(taker, "taker", 10, ""));
    assert_false(bil_store_take(taker, story_one, "taker", false, &owner, &error));
    assert_string_equal(error.text, "");
    assert_true(owner.epoch == 1 && owner.left <= 0);
    for (int i = 0; i < 1000 && !bil_store_take(taker, story_one, "taker", false, &owner, &error); i++) {
        usleep(20000);
    }
    assert_true(owner.epoch == 2 && strcmp(owner.before, "sleeper") == 0);
    assert_false(bil_store_commit(sleeper, &error)); /* it wakes up */
    assert_false(bil_store_unsure(sleeper));
    story_expect_log(taker, "");
    assert_false(story_append(sleeper, 1, 1, "once more", &error));
    assert_true(bil_store_overtaken(sleeper));
    helper_must(story_append(taker, 1, 2, "of another", &error), &error);
    story_expect_log(sleeper, "1 of another;");
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
    story_renew(one, "one", BIL_STORE_LEASE - BIL_STORE_STALE - 100); /* as if it had been renewed that long ago */
    assert_int_equal(nodes_of(two, true), 1);
    story_renew(one, "one", LEASE);
    bil_store_close(one);
    assert_int_equal(nodes_of(two, true), 1); /* it may be about to come back */
    story_renew(two, "two", LEASE);
    struct bil_store *three = story_open(helper_path("session"));
    story_renew(three, "three", 1000);
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
    helper_must(bil_store_pass_secret(one, first, &error) && bil_store_pass_secret(two, second, &error), &error);
    assert_memory_equal(first, second, sizeof first);
    assert_false(first[0] == 0 && memcmp(first, first + 1, sizeof first - 1) == 0);
    bil_store_close(one);
    bil_store_close(two);
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
    };
    return store_place_postgres() ? cmocka_run_group_tests(shared, helper_begin, helper_end)
                                  : cmocka_run_group_tests(alone, helper_begin, helper_end);
}
