/* What a server must survive: tables put away and read again, death at any moment, a store that fails at any call, many tables at
 * once. Afterwards every client knows what it knew, and the game is the replay of its log. */
#include "server/hub_bench.h"
#include "server/store/store_place.h"
#include "server/tables/internal.h"
#include "table/helpers.h"
#include "unit.h"

enum {
    DAY = 24 * 3600 * 1000,
    KILLS = 60,
    FAULT_ROUNDS = 14,
    TABLES = 50,
    POSTGRES_STRIDE = 11 /* every so manieth call fails there: each needs a store of its own */
};

static const char obu_table[] =
    "{\"game\":\"one-billion-users\",\"seats\":3,\"options\":{\"networks\":\"random\"},\"bots\":[null,null,"
    "\"greedy\"]}";
static const char six_table[] = "{\"game\":\"six-billion\",\"seats\":3,\"bots\":[null,\"easy\",null]}";

/* ------------------------------------------------------------------ what is known again */

/* A new connection for the same seat, told everything from the first entry on, hears what this client heard. */
static void knows_all(struct bench_client *client)
{
    struct bench_client *again = bench_client(client->table, client->token, client->seat);
    bench_connect(again, 0);
    assert_int_equal(again->number, client->number);
    assert_true(again->kept.length >= client->kept.length);
    assert_string_equal(bil_text_string(&again->kept) + (again->kept.length - client->kept.length), bil_text_string(&client->kept));
    assert_int_equal(again->decision, client->decision);
    assert_int_equal(again->move_count, client->move_count);
    bench_drop(again);
    bench.count--;
}

/* What a client is told that comes anew. */
static char *whole(struct bench_client *client)
{
    struct bench_client *again = bench_come(client->table, client->token, client->seat);
    if (strcmp(again->last, "error") == 0 && bench.may_fail) { /* it could not be read just now */
        bench_drop(again);
        bench_forget(again);
        bench_connect(again, -1);
    }
    assert_string_equal(again->last, "table");
    char *text = strdup(bil_text_string(&again->all));
    bench_drop(again);
    bench.count--;
    return text;
}

/* ------------------------------------------------------------------ parking */

/* Somebody takes back what was decided last, if the others let that happen. */
static void take_back(struct bench_client *first, int count, struct bil_random *random)
{
    struct bench_client *client = &first[bil_random_below(random, (uint32_t)count)];
    if (client->decision == 0) {
        return;
    }
    bench_say(client, "{\"type\":\"undo\",\"decision\":%lld}", (long long)client->decision);
    for (int i = 0; i < count; i++) {
        bench_say(&first[i], "{\"type\":\"agree\"}");
    }
}

static void parked_and_read_again(const char *setup)
{
    struct bil_random random;
    int taken_back = 0;
    char *before[3];
    bil_random_stream(&random, (const uint8_t[BIL_SEED_BYTES]){3}, 5, 8);
    bench_open(":memory:", false);
    struct bench_client *first = bench_table(setup);
    const int count = bench.count;
    for (int part = 0; part < 12; part++) {
        for (int i = 0; i < 9; i++) {
            bench_play_round();
            if (i % 4 == 1) {
                take_back(first, count, &random);
            }
        }
        for (int i = 0; i < count; i++) {
            before[i] = whole(&first[i]);
            taken_back += strstr(before[i], "\"kind\":\"undo\"") != NULL;
        }
        bench_wait(61 * 1000);
        assert_int_equal(bench_figures().tables_loaded, 0);
        for (int i = 0; i < count; i++) {
            char *after = whole(&first[i]);
            assert_string_equal(after, before[i]);
            free(after);
            free(before[i]);
        }
    }
    assert_true(taken_back > 0);
}

static void tables_are_put_away(void **state)
{
    parked_and_read_again(obu_table);
    parked_and_read_again(six_table);
}

/* More tables than may be loaded: each is read again whenever something happens there. */
static void more_tables_than_memory(void **state)
{
    bench_open(":memory:", false);
    bench.settings.loaded = 2;
    bil_hub_free(bench.hub);
    bench.store = bil_store_open(store_place(":memory:"), NULL);
    bench.hub = bil_hub_new(bench.store, &bench.settings, bench.now, NULL, NULL, NULL);
    for (int i = 0; i < 6; i++) {
        bench_table(i % 2 ? obu_table : six_table);
    }
    for (int i = 0; i < 30; i++) {
        bench_play_round();
        assert_true(bench_figures().tables_loaded <= 3);
    }
    for (int i = 0; i < 12; i++) {
        knows_all(&bench.client[i]);
    }
}

/* ------------------------------------------------------------------ death */

/* Everybody comes back with the last number heard; again, where it is sent on: on a busy machine the database may still be
 * ending the session of the server that died, whose table it was. */
static void come_back(int count)
{
    for (int i = 0; i < count; i++) {
        struct bench_client *client = &bench.client[i];
        client->answered = 0;
        bench_connect(client, client->number);
        while (strcmp(client->last, "error") == 0) {
            bench_drop(client);
            bench_connect(client, client->number);
        }
    }
}

/* Some moves are said, and nothing of it committed. */
static void say_without_commit(int count)
{
    for (int i = 0; i < count; i++) {
        struct bench_client *client = &bench.client[i];
        char text[256];
        if (client->move_count > 0) {
            const int length = snprintf(text, sizeof text, "{\"type\":\"move\",\"decision\":%lld,\"move\":\"%s\"}",
                                        (long long)client->decision, client->move[0]);
            bil_hub_receive(bench.hub, client->client, text, (size_t)length, bench.now);
            bil_hub_tick(bench.hub, bench.now);
        }
    }
}

static void killed_all_the_time(const char *setup, unsigned seed)
{
    uint8_t bytes[BIL_SEED_BYTES] = {(uint8_t)seed};
    struct bil_random random;
    bil_random_stream(&random, bytes, 1, 1);
    bench_open(bench_file(), false);
    struct bench_client *first = bench_table(setup);
    const int count = bench.count;
    for (int kill = 0; kill < KILLS; kill++) {
        for (int i = (int)bil_random_below(&random, 6); i > 0; i--) {
            bench_play_round();
            if (i == 3) {
                take_back(first, count, &random);
            }
        }
        if (bil_random_below(&random, 2)) {
            say_without_commit(count);
        }
        bench_kill();
        come_back(count);
        knows_all(&first[kill % count]);
    }
    bench_play(5000);
    for (int i = 0; i < count; i++) {
        assert_true(first[i].over);
        knows_all(&first[i]);
    }
    bench_verify(first->table);
}

static void killed_at_any_moment(void **state)
{
    killed_all_the_time(obu_table, 1);
    killed_all_the_time(six_table, 2);
}

/* ------------------------------------------------------------------ storage that fails */

/* A few rounds of a game; the n-th call of the store fails. Returns how many calls there were. */
static int64_t play_with_fault(const char *setup, int64_t fault)
{
    bench_open(":memory:", false);
    bench.may_fail = true;
    bil_store_fail_at(bench.store, fault);
    const int64_t before = bil_store_calls(bench.store);
    struct bench_client *first = bench_table(setup);
    const int count = bench.count;
    for (int i = 0; i < count; i++) {
        if (first[i].number == 0) { /* its greeting could not be answered */
            bench_drop(&first[i]);
            bench_connect(&first[i], -1);
        }
    }
    for (int i = 0; i < FAULT_ROUNDS; i++) {
        bench_play_round();
        bench_wait(1000);
    }
    const int64_t calls = bil_store_calls(bench.store) - before;
    assert_int_equal(bil_table_load(bench.hub, first->table, &(struct bil_table *){NULL}, NULL), BIL_FAULT_NONE);
    for (int i = 0; i < count; i++) {
        assert_true(first[i].number > 0);
        knows_all(&first[i]);
    }
    char *live = whole(&first[0]);
    bench_wait(61 * 1000);
    char *read = whole(&first[0]);
    assert_string_equal(read, live);
    free(live);
    free(read);
    if (fault > 0) {
        assert_true(bench.failures <= 2);
    }
    return calls;
}

static void every_call_of_the_store_fails_once(void **state)
{
    const char *const setups[] = {obu_table, six_table};
    for (int s = 0; s < 2; s++) {
        const int64_t calls = play_with_fault(setups[s], 0);
        int failures = 0;
        assert_true(calls > 60);
        const int64_t stride = store_place_postgres() ? POSTGRES_STRIDE : 1;
        for (int64_t fault = 1; fault <= calls; fault += stride) {
            play_with_fault(setups[s], fault);
            failures += bench.failures;
        }
        assert_true(failures > calls / stride / 2);
    }
}

/* Nobody is there, the table is put away, its time is up, and it cannot be read: it is looked at again a second later. */
static void a_table_that_cannot_be_read_is_looked_at_again(void **state)
{
    bench_open(":memory:", true);
    bench.may_fail = true;
    struct bench_client *ann = bench_example("safeguard.json", "one-billion-users", "\"pace\":{\"kind\":\"days\",\"days\":1}");
    const int64_t number = ann->number;
    for (int i = 0; i < 3; i++) {
        bench_drop(&ann[i]);
    }
    bench_wait(DAY - 1);
    assert_int_equal(bench_figures().tables_loaded, 0);
    bil_store_fail_at(bench.store, 1);
    bench_wait(1);
    assert_int_equal(bench_figures().timeouts, 0);
    bench_wait(1000);
    assert_int_equal(bench_figures().timeouts, 1);
    bench_connect(ann, number);
    assert_int_equal(ann->number, number + 1);
}

/* The disk can neither be written nor read for a while: who said something hears that it was not stored, by the id of the message,
 * and when it can be read again everybody hears how things stand. */
static void who_could_not_be_told_is_told_later(void **state)
{
    bench_open(":memory:", false);
    bench.may_fail = true;
    struct bench_client *ann = bench_example("safeguard.json", "one-billion-users", "");
    struct bench_client *bob = ann + 1;
    for (int i = 0; i < 3; i++) {
        bench_forget(&ann[i]);
    }
    bil_store_fail_at(bench.store, -1);
    bench_say(ann, "{\"type\":\"chat\",\"id\":41,\"text\":\"Hello\"}");
    bench_wait(5000);
    assert_true(bench_heard(ann, "{\"type\":\"error\",\"id\":41,\"code\":\"not-stored\""));
    for (int i = 0; i < 3; i++) {
        assert_false(bench_heard(&ann[i], "\"type\":\"table\""));
        assert_int_equal(ann[i].messages, i == 0); /* and nothing else, however often it is tried */
    }
    bench_drop(bob); /* not everybody waits for that */
    bil_store_fail_at(bench.store, 0);
    bench_wait(1000);
    assert_true(bench_heard(ann, "\"type\":\"table\""));
    assert_true(bench_heard(&ann[2], "\"type\":\"table\""));
    assert_false(bench_heard(ann, "Hello"));
    bench_connect(bob, bob->number);
    bench_say(bob, "{\"type\":\"chat\",\"text\":\"Hello again\"}");
    assert_true(bench_heard(ann, "Hello again"));
    bench_forget(ann);
    bench_wait(5000);
    assert_int_equal(ann->messages, 0); /* once is enough */
}

/* Between the moment in which the disk can be read again and the one in which everybody is told how things stand, somebody says
 * something: it is told to each once, with what it belongs to. */
static void who_is_told_anew_hears_nothing_twice(void **state)
{
    static const char again[] = "{\"type\":\"chat\",\"text\":\"Hello again\"}";
    bench_open(":memory:", false);
    bench.may_fail = true;
    struct bench_client *ann = bench_example("safeguard.json", "one-billion-users", "");
    bil_store_fail_at(bench.store, -1);
    bench_say(ann, "{\"type\":\"chat\",\"text\":\"Hello\"}");
    for (int i = 0; i < 3; i++) {
        bench_forget(&ann[i]);
    }
    bil_store_fail_at(bench.store, 0);
    bench.now += 1000;
    bil_hub_receive(bench.hub, ann[1].client, again, strlen(again), bench.now);
    bench_round();
    for (int i = 0; i < 3; i++) {
        const char *first = strstr(bil_text_string(&ann[i].all), "Hello again");
        assert_true(bench_heard(&ann[i], "\"type\":\"table\""));
        assert_non_null(first);
        assert_null(strstr(first + 1, "Hello again"));
    }
}

/* However many there are to be told, a database that is away is not asked for each. */
static void a_store_that_is_away_is_not_asked_for_everybody(void **state)
{
    enum { WATCHERS = 40 };
    struct bil_hub_figures before;
    struct bil_hub_figures after;
    bench_open(":memory:", false);
    bench.may_fail = true;
    struct bench_client *ann = bench_example("safeguard.json", "one-billion-users", "");
    struct bench_client *watcher[WATCHERS];
    for (int i = 0; i < WATCHERS; i++) {
        watcher[i] = bench_client(ann->table, NULL, -1);
        bench_connect(watcher[i], -1);
    }
    bil_hub_figures(bench.hub, &before);
    bil_store_fail_at(bench.store, -1);
    bench_say(ann, "{\"type\":\"chat\",\"text\":\"Hello\"}");
    bil_hub_figures(bench.hub, &after);
    assert_in_range(after.store.failures - before.store.failures, 1, WATCHERS / 2);
    bil_store_fail_at(bench.store, 0);
    bench_wait(2000);
    for (int i = 0; i < WATCHERS; i++) {
        assert_true(bench_heard(watcher[i], "\"type\":\"table\""));
    }
}

/* ------------------------------------------------------------------ many */

static void fifty_tables_to_the_end(void **state)
{
    bench_open(":memory:", false);
    for (int i = 0; i < TABLES; i++) {
        bench_table(i % 2 ? obu_table : six_table);
    }
    bench_play(5000);
    for (int i = 0; i < bench.count; i++) {
        assert_true(bench.client[i].over);
        bench_verify(bench.client[i].table);
    }
    assert_int_equal(bench_figures().games_over, TABLES);
    assert_int_equal(bench_figures().tables_playing, 0);
    assert_int_equal(bench_figures().commit_failures, 0);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_put_away),
        cmocka_unit_test(more_tables_than_memory),
        cmocka_unit_test(killed_at_any_moment),
        cmocka_unit_test(every_call_of_the_store_fails_once),
        cmocka_unit_test(a_table_that_cannot_be_read_is_looked_at_again),
        cmocka_unit_test(who_could_not_be_told_is_told_later),
        cmocka_unit_test(who_is_told_anew_hears_nothing_twice),
        cmocka_unit_test(a_store_that_is_away_is_not_asked_for_everybody),
        cmocka_unit_test(fifty_tables_to_the_end),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
