/* Several servers on one database: each table is one's at a time, a move in the hand of a server that has lost its table is refused
 * and told so, what the dead had goes on elsewhere; and a server that is alone pays nothing for it. */
#define _DEFAULT_SOURCE /* usleep */
#include <unistd.h>

#include "server/hub_bench.h"
#include "server/node.h"
#include "server/store_place.h"
#include "server/table_internal.h"
#include "table/helpers.h"
#include "unit.h"

enum { TRIES = 1000, TRY_US = 20000 };

static const char game[] = "{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,null]}";
static const char clocked[] = "{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,null],"
                              "\"pace\":{\"kind\":\"live\",\"move\":10,\"bank\":0}}";

struct server {
    struct bench bench;
    struct bil_node *node;
};
static struct server one, two;

static void open_server(struct server *server, const char *database, const char *address)
{
    struct bil_error error = {{0}};
    bench_open(&server->bench, helper_path(database), false);
    server->node = bil_node_new(server->bench.path, NULL, NULL, &error);
    helper_must(server->node && bil_node_begin(server->node, address, &error), &error);
    server->bench.settings.node = server->node;
    bench_kill(&server->bench); /* it begins anew, with its node */
}

static void open_two(const char *database)
{
    if (!store_place_postgres()) {
        skip();
    }
    open_server(&one, database, "127.0.0.1:1001");
    open_server(&two, database, "127.0.0.1:1002");
    for (int i = 0; i < TRIES && !bil_node_has_company(one.node); i++) {
        usleep(TRY_US);
    }
    assert_true(bil_node_has_company(one.node) && bil_node_has_company(two.node));
}

static void close_server(struct server *server)
{
    bench_close(&server->bench);
    bil_node_free(server->node);
}

static void close_two(void)
{
    close_server(&one);
    close_server(&two);
}

static void expect_place(struct server *server, const char *id, int where, const char *address)
{
    struct bil_place place;
    bil_hub_place(server->bench.hub, id, server->bench.now, &place);
    assert_int_equal(place.where, where);
    assert_string_equal(place.address, address);
}

/* The client comes back, to another server. */
static struct bench_client *come(struct server *server, const struct bench_client *from)
{
    struct bench_client *client = bench_client(&server->bench, from->table, from->token, from->seat);
    bench_connect(client, -1);
    return client;
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

/* Another server takes a table that this one believes to have, as if its lease had ended: for the server `by`. */
static void steal(struct server *by, const char *id)
{
    struct bil_error error = {{0}};
    struct bil_store_owner owner;
    struct bil_store *store = bil_store_open(by->bench.path, &error);
    helper_must(store && bil_store_take(store, id, bil_node_name(by->node), true, &owner, &error), &error);
    bil_store_close(store);
}

/* ------------------------------------------------------------------ one at a time */

static void a_table_is_one_servers(void **state)
{
    (void)state;
    open_two("one at a time");
    struct bench_client *ann = bench_table(&one.bench, game);
    expect_place(&one, ann->table, BIL_PLACE_HERE, "");
    expect_place(&two, ann->table, BIL_PLACE_THERE, "127.0.0.1:1001");
    expect_place(&two, "aaaaaaaaaaaaaaaa", BIL_PLACE_HERE, ""); /* there is none: whoever is asked may say so */
    struct bench_client *lost = bench_client(&two.bench, ann->table, ann->token, ann->seat);
    bench_connect(lost, -1);
    assert_string_equal(lost->code, "moved");
    bench_drop(lost);
    struct bil_table *table = NULL;
    struct bil_error error = {{0}};
    assert_int_equal(bil_table_load(two.bench.hub, ann->table, &table, &error), BIL_FAULT_MOVED);
    assert_int_equal(bil_table_load(two.bench.hub, "aaaaaaaaaaaaaaaa", &table, &error), BIL_FAULT_NO_TABLE);
    assert_true(plays(&ann[0]) || plays(&ann[1]));
    bench_drop(&ann[0]);
    bench_drop(&ann[1]);
    bil_hub_give_away(one.bench.hub, ann->table);
    bench_round(&one.bench);
    struct bench_client *again[2] = {come(&two, &ann[0]), come(&two, &ann[1])};
    assert_true(bench_heard(again[0], "\"type\":\"table\""));
    expect_place(&one, ann->table, BIL_PLACE_THERE, "127.0.0.1:1002");
    bench_play(&two.bench, 2000);
    assert_true(again[0]->over && again[1]->over);
    bench_verify(&two.bench, ann->table);
    close_two();
}

/* ------------------------------------------------------------------ the fence */

static void a_move_in_the_hand_of_who_lost_the_table_is_refused(void **state)
{
    (void)state;
    open_two("in the hand");
    struct bench_client *ann = bench_table(&one.bench, game);
    struct bench_client *mover = ann[0].move_count > 0 ? &ann[0] : &ann[1];
    const int64_t before = mover->number;
    char text[256];
    const int length = snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":7,\"decision\":%lld,\"move\":\"%s\"}",
                                (long long)mover->decision, mover->move[0]);
    bil_hub_receive(one.bench.hub, mover->client, text, (size_t)length, one.bench.now); /* and it falls asleep */
    steal(&two, ann->table);
    struct bench_client *again[2] = {come(&two, &ann[0]), come(&two, &ann[1])};
    assert_int_equal(again[0]->number, before);
    assert_true(plays(again[0]) || plays(again[1]));
    bench_forget(&ann[0]);
    bench_forget(&ann[1]);
    one.bench.may_fail = true;
    bench_round(&one.bench); /* it wakes */
    assert_int_equal(one.bench.failures, 1);
    for (int i = 0; i < 2; i++) {
        assert_true(bench_heard(&ann[i], "\"id\":7,\"code\":\"not-stored\"") == (&ann[i] == mover));
        assert_true(bench_heard(&ann[i], "{\"type\":\"moved\"}"));
        assert_false(bench_heard(&ann[i], "\"type\":\"entry\""));
        assert_true(bil_client_moved(ann[i].client));
    }
    assert_null(bil_hub_find(one.bench.hub, ann->table));
    expect_place(&one, ann->table, BIL_PLACE_THERE, "127.0.0.1:1002");
    one.bench.may_fail = false;
    bench_drop(&ann[0]);
    bench_drop(&ann[1]);
    assert_int_equal(again[0]->number, before + 1);
    bench_play(&two.bench, 2000);
    bench_verify(&two.bench, ann->table);
    close_two();
}

static void others_in_the_same_transaction_are_kept(void **state)
{
    (void)state;
    open_two("kept");
    struct bench_client *ann = bench_table(&one.bench, game);
    struct bench_client *cid = bench_table(&one.bench, game);
    char text[256];
    struct bench_client *movers[] = {ann[0].move_count > 0 ? &ann[0] : &ann[1], cid[0].move_count > 0 ? &cid[0] : &cid[1]};
    for (int i = 0; i < 2; i++) {
        const int length = snprintf(text, sizeof text, "{\"type\":\"move\",\"id\":7,\"decision\":%lld,\"move\":\"%s\"}",
                                    (long long)movers[i]->decision, movers[i]->move[0]);
        bil_hub_receive(one.bench.hub, movers[i]->client, text, (size_t)length, one.bench.now);
    }
    steal(&two, ann->table);
    one.bench.may_fail = true;
    bench_round(&one.bench);
    one.bench.may_fail = false;
    assert_true(bil_client_moved(ann->client) && !bil_client_moved(cid->client));
    assert_true(bench_heard(movers[1], "\"id\":7,\"code\":\"not-stored\""));
    bench_drop(&ann[0]);
    bench_drop(&ann[1]);
    bench_play(&one.bench, 2000); /* what was not stored is asked again */
    assert_true(cid->over);
    bench_verify(&one.bench, cid->table);
    close_two();
}

static void a_doubt_finds_out_what_was_taken(void **state)
{
    (void)state;
    open_two("doubt");
    struct bench_client *ann = bench_table(&one.bench, game);
    struct bench_client *cid = bench_table(&one.bench, game);
    steal(&two, ann->table);
    bench_round(&one.bench);
    assert_false(bil_client_moved(ann->client)); /* nobody has told it, and nothing was written */
    one.bench.hub->in_doubt = true;              /* as after a renewal that came late */
    bench_round(&one.bench);
    assert_true(bil_client_moved(ann[0].client) && bil_client_moved(ann[1].client) && !bil_client_moved(cid->client));
    assert_true(bench_heard(ann, "{\"type\":\"moved\"}"));
    bench_drop(&ann[0]);
    bench_drop(&ann[1]);
    assert_true(plays(&cid[0]) || plays(&cid[1]));
    close_two();
}

static void quick_matches_are_made_at_one(void **state)
{
    (void)state;
    struct bil_place place;
    open_two("quick");
    bil_hub_place_quick(one.bench.hub, &place);
    assert_int_equal(place.where, BIL_PLACE_HERE);
    bil_hub_place_quick(two.bench.hub, &place);
    assert_true(place.where == BIL_PLACE_THERE && strcmp(place.address, "127.0.0.1:1001") == 0);
    bil_hub_close(one.bench.hub, one.bench.now);
    for (int i = 0; i < TRIES && place.where == BIL_PLACE_THERE; i++) {
        usleep(TRY_US);
        bil_hub_place_quick(two.bench.hub, &place);
    }
    assert_int_equal(place.where, BIL_PLACE_HERE);
    assert_false(bil_hub_has_company(two.bench.hub));
    close_two();
}

/* ------------------------------------------------------------------ the end of one */

static void who_stops_hands_everything_over(void **state)
{
    (void)state;
    open_two("stops");
    struct bench_client *ann = bench_table(&one.bench, game);
    bil_hub_close(one.bench.hub, one.bench.now);
    bench_round(&one.bench);
    assert_true(bench_heard(ann, "{\"type\":\"moved\"}"));
    struct bench_client *again[2] = {come(&two, &ann[0]), come(&two, &ann[1])};
    assert_true(bench_heard(again[0], "\"type\":\"table\""));
    expect_place(&one, ann->table, BIL_PLACE_THERE, "127.0.0.1:1002");
    struct bil_table *table = NULL;
    struct bil_error error = {{0}};
    bench_drop(&ann[0]);
    bench_drop(&ann[1]);
    struct bench_client *other = bench_table(&two.bench, game);
    assert_int_equal(bil_table_load(one.bench.hub, other->table, &table, &error), BIL_FAULT_MOVED); /* it takes nothing any more */
    bench_play(&two.bench, 2000);
    bench_verify(&two.bench, ann->table);
    close_two();
}

static void clocks_of_the_dead_run_on(void **state)
{
    (void)state;
    open_two("dead");
    struct bench_client *ann = bench_table(&one.bench, clocked);
    const struct bench_client seat = *ann;
    int64_t moves = 0;
    close_server(&one); /* without a word: its lease ends, and it is seen that its session has */
    for (int i = 0; i < TRIES && moves == 0; i++) {
        usleep(TRY_US);
        bench_wait(&two.bench, 1000);
        struct bil_hub_figures figures;
        bil_hub_figures(two.bench.hub, &figures);
        moves = (int64_t)figures.timeouts;
    }
    assert_true(moves > 0); /* nobody has asked for that table here */
    struct bench_client *again = come(&two, &seat);
    assert_true(bench_heard(again, "\"type\":\"table\""));
    close_server(&two);
}

/* ------------------------------------------------------------------ alone */

/* What a move costs the store of a server that is alone: nothing is asked about owners. */
static void who_is_alone_asks_nothing_more(void **state)
{
    (void)state;
    if (store_place_postgres()) {
        skip();
    }
    bench_open(&one.bench, ":memory:", false);
    struct bench_client *ann = bench_table(&one.bench, game);
    bench_round(&one.bench);
    int64_t calls = bil_store_calls(one.bench.store);
    assert_true(plays(&ann[0]) || plays(&ann[1]));
    assert_int_equal(bil_store_calls(one.bench.store) - calls, 3); /* begin, the entry, commit */
    calls = bil_store_calls(one.bench.store);
    bench_wait(&one.bench, 20000);
    expect_place(&one, ann->table, BIL_PLACE_HERE, "");
    assert_int_equal(bil_store_calls(one.bench.store), calls);
    bench_close(&one.bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_one_servers),
        cmocka_unit_test(a_move_in_the_hand_of_who_lost_the_table_is_refused),
        cmocka_unit_test(others_in_the_same_transaction_are_kept),
        cmocka_unit_test(a_doubt_finds_out_what_was_taken),
        cmocka_unit_test(quick_matches_are_made_at_one),
        cmocka_unit_test(who_stops_hands_everything_over),
        cmocka_unit_test(clocks_of_the_dead_run_on),
        cmocka_unit_test(who_is_alone_asks_nothing_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
