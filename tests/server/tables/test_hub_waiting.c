/* A table that has not begun: the host puts bots in and takes them out, removes a guest, begins; everything that is refused there,
 * and a server that dies in the middle of it. Signs: who may give them, how often, and that nothing of them stays. */
#include "server/common/token.h"
#include "server/http_requests.h"
#include "table/helpers.h"
#include "unit.h"

static char seats_path[64], join_path[64], table_path[64];
static struct bench_client *ann, *bob;

/* Takes a seat and connects. */
static struct bench_client *comes(const char *name, int seat)
{
    char body[120];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"seat\":%d}", name, seat);
    return bench_come(bench.made, ask_member("POST", join_path, body, 200, "token"), seat - 1);
}

/* A table at which Ann (seat 2) waits longest, and Bob (seat 1) with her. */
static void open_table(const char *path, const char *setup)
{
    bench_open(path, false);
    snprintf(bench.made, sizeof bench.made, "%s", ask_member("POST", "/api/tables", setup, 201, "table"));
    snprintf(table_path, sizeof table_path, "/api/tables/%s", bench.made);
    snprintf(seats_path, sizeof seats_path, "/api/tables/%s/seats", bench.made);
    snprintf(join_path, sizeof join_path, "/api/tables/%s/join", bench.made);
    ann = comes("Ann", 2);
    bob = comes("Bob", 1);
}

static const char four[] = "{\"game\":\"one-billion-users\",\"seats\":4,\"listed\":true}";

/* What that client asks of seats. */
static void as(const struct bench_client *client, const char *body, int status, const char *part)
{
    ask_as(client ? client->token : "");
    ask_for("POST", seats_path, body, status, part);
    ask_as("");
    bench_round();
}

/* The same of what must be refused: nobody hears anything, and the table is as it was. */
static void refused(const struct bench_client *client, const char *body, int status, const char *part)
{
    const char *before = ask_for("GET", table_path, NULL, 200, "");
    const int heard[] = {ann->messages, bob->messages};
    as(client, body, status, part);
    const char *after = ask_for("GET", table_path, NULL, 200, "");
    assert_string_equal(after, before);
    assert_true(ann->messages == heard[0] && bob->messages == heard[1]);
}

/* ------------------------------------------------------------------ the host */

static void the_host_fills_and_the_game_begins(void **state)
{
    open_table(":memory:", four);
    ask_for("GET", table_path, NULL, 200, "\"host\":2");
    assert_true(bench_heard(bob, "\"host\":2"));
    bench_forget(bob);
    as(ann, "{\"seat\":3,\"bot\":\"greedy\"}", 200, "{}");
    assert_true(bench_heard(bob, "\"kind\":\"bot-seated\",\"seat\":3"));
    assert_true(bench_heard(bob, "\"name\":\"greedy\",\"by\":2"));
    ask_for("GET", table_path, NULL, 200, "{\"seat\":3,\"kind\":\"bot\",\"name\":\"greedy\"}");
    ask_for("GET", table_path, NULL, 200, "\"bots\":[null,null,\"greedy\",null]");
    as(ann, "{\"seat\":3,\"remove\":\"greedy\"}", 200, "{}");
    assert_true(bench_heard(bob, "\"kind\":\"bot-left\",\"seat\":3"));
    ask_for("GET", table_path, NULL, 200, "{\"seat\":3,\"kind\":\"free\"}");
    assert_false(bench_heard(bob, "\"kind\":\"began\""));
    as(ann, "{\"bot\":\"random\"}", 200, "{}");
    assert_true(bench_heard(bob, "\"kind\":\"began\""));
    ask_for("GET", table_path, NULL, 200, "\"bots\":[null,null,\"random\",\"random\"]");
    assert_null(strstr(bil_text_string(&ann->all) + (ann->all.length > 300 ? ann->all.length - 300 : 0), "\"host\""));
    bench_play(100000);
    bench_verify(bench.made);
    /* The next table has the bots that this one had. */
    ask_as(ann->token);
    const char *next = ask_for("POST", api_path("/api/tables/*/rematch", bench.made), "", 200, "token");
    ask_for("GET", api_path("/api/tables/*", member(next, "table")), NULL, 200, "\"bots\":[null,null,\"random\",\"random\"]");
}

static void whoever_came_first_is_host_until_he_goes(void **state)
{
    open_table(":memory:", four);
    struct bench_client *cid = comes("Cid", 3);
    refused(bob, "{\"seat\":4,\"bot\":\"easy\"}", 403, "Only the host can do that: Ann");
    refused(cid, "{\"bot\":\"easy\"}", 403, "\"code\":\"host\"");
    ask_as(ann->token);
    bench_forget(cid);
    ask_for("POST", api_path("/api/tables/*/leave", bench.made), "", 200, "{}");
    ask_as("");
    bench_round();
    assert_true(bench_heard(cid, "\"host\":1")); /* Bob, who came second */
    struct bench_client *again = comes("Ann", 2);
    refused(again, "{\"seat\":4,\"bot\":\"easy\"}", 403, "Bob");
    as(bob, "{\"seat\":4,\"bot\":\"easy\"}", 200, "{}");
}

static void what_makes_no_sense_is_refused(void **state)
{
    open_table(":memory:", four);
    refused(ann, "{}", 400, "needs \\\"bot\\\"");
    refused(ann, "{\"seat\":3}", 400, "needs \\\"bot\\\"");
    refused(ann, "{\"seat\":3,\"bot\":\"easy\",\"remove\":\"Bob\"}", 400, "not both");
    refused(ann, "{\"seat\":3,\"bot\":7}", 400, "bot");
    refused(ann, "{\"seat\":5,\"bot\":\"easy\"}", 400, "\\\"seat\\\" must be from 1 to 4");
    refused(ann, "{\"seat\":0,\"bot\":\"easy\"}", 400, "seat");
    refused(ann, "{\"seat\":-1,\"bot\":\"easy\"}", 400, "seat");
    refused(ann, "{\"remove\":\"Bob\"}", 400, "seat");
    refused(ann, "{\"seat\":3,\"bot\":\"nobody\"}", 400, "bot");
    refused(ann, "{\"seat\":3,\"bot\":\"exec:/bin/true\"}", 400, "bot");
    refused(ann, "{\"seat\":3,\"bot\":\"search:ms=60000\"}", 400, "settings of its own");
    refused(ann, "{\"seat\":3,\"bot\":\"eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee\"}", 400, "bot");
    refused(ann, "{\"seat\":3,\"bot\":\"\"}", 400, "bot");
    refused(ann, "[]", 400, "object");
    refused(NULL, "{\"seat\":3,\"bot\":\"easy\"}", 403, "opens no seat");
    refused(ann, "{\"seat\":1,\"bot\":\"easy\"}", 409, "Seat 1 of this table is taken");
    refused(ann, "{\"seat\":2,\"remove\":\"Ann\"}", 409, "You can't remove yourself");
    refused(ann, "{\"seat\":3,\"remove\":\"Bob\"}", 409, "Nobody sits at seat 3");
    refused(ann, "{\"seat\":1,\"remove\":\"Cid\"}", 409, "sits Bob now"); /* whom she saw has gone meanwhile */
    ask_for("GET", seats_path, NULL, 405, "method");
    ask_for("POST", "/api/tables/aaaaaaaaaaaaaaaa/seats", "{\"bot\":\"easy\"}", 404, "no table");
    as(ann, "{\"bot\":\"random\"}", 200, "{}");
    as(ann, "{\"seat\":3,\"remove\":\"random\"}", 409, "The game has begun");
    as(ann, "{\"bot\":\"random\"}", 409, "The game has begun");
    bil_hub_close(bench.hub, bench.now);
    as(ann, "{\"bot\":\"random\"}", 503, "about to stop");
}

static void nothing_changes_at_a_table_of_too_many_changes(void **state)
{
    open_table(":memory:", four);
    for (int i = 0; i < 1249; i++) { /* with those who sit there 2500 entries, half of what a log may have */
        as(ann, "{\"seat\":3,\"bot\":\"easy\"}", 200, "{}");
        as(ann, "{\"seat\":3,\"remove\":\"easy\"}", 200, "{}");
    }
    refused(ann, "{\"seat\":3,\"bot\":\"easy\"}", 409, "nothing changes here any more");
    refused(ann, "{\"seat\":1,\"remove\":\"Bob\"}", 409, "nothing changes here any more");
}

/* ------------------------------------------------------------------ who is removed */

static void a_guest_is_removed_and_told(void **state)
{
    char hello[160];
    open_table(":memory:", four);
    bench_forget(ann);
    as(ann, "{\"seat\":1,\"remove\":\"Bob\"}", 200, "{}");
    assert_true(bench_heard(bob, "Ann, the host, removed you from this table before the game began."));
    assert_string_equal(bob->code, "token");
    assert_true(bil_client_state(bob->client).ended);
    assert_true(bench_heard(ann, "\"kind\":\"removed\",\"seat\":1"));
    assert_true(bench_heard(ann, "\"name\":\"Bob\",\"by\":2"));
    /* Loading the page again: the key opens nothing and the reason is told; the seat is not his by asking for it again. */
    bench_drop(bob);
    bob->client = bil_hub_connect(bench.hub, bob, bench.now);
    snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"%s\"}", bench.made, bob->token);
    assert_false(bench_say(bob, "%s", hello));
    assert_true(bench_heard(bob, "The host removed you from this table before the game began."));
    as(bob, "{\"seat\":3,\"bot\":\"easy\"}", 403, "The host removed you");
    ask_for("POST", join_path, "{\"name\":\"Bob\",\"seat\":1}", 403, "\"code\":\"removed\"");
    ask_for("POST", join_path, "{\"name\":\"B0b\"}", 403, "The host removed Bob"); /* nor by looking alike */
    bench_drop(bob);
    bench.count--;
    comes("Cid", 1); /* somebody else may have it */
    assert_true(bench_heard(ann, "\"Cid\""));
}

static void a_bot_may_sit_where_somebody_was_removed(void **state)
{
    open_table(":memory:", "{\"game\":\"six-billion\",\"seats\":2}");
    ask_for("GET", table_path, NULL, 200, "playing"); /* both seats were taken: nobody is removed any more */
    as(ann, "{\"seat\":1,\"remove\":\"Bob\"}", 409, "The game has begun");
    open_table(":memory:", "{\"game\":\"six-billion\",\"seats\":3}");
    as(ann, "{\"seat\":1,\"remove\":\"Bob\"}", 200, "{}");
    bench_drop(bob);
    as(ann, "{\"bot\":\"random\"}", 200, "{}");
    bench_play(100000);
    bench_verify(bench.made); /* Bob's part of the seed went with him */
}

/* ------------------------------------------------------------------ death in the middle */

static void a_server_that_dies_knows_who_waits(void **state)
{
    open_table(bench_file(), four);
    struct bench_client *cid = comes("Cid", 4);
    as(ann, "{\"seat\":1,\"remove\":\"Bob\"}", 200, "{}");
    as(ann, "{\"seat\":3,\"bot\":\"random\"}", 200, "{}");
    bench_drop(bob);
    const char *before = ask_for("GET", table_path, NULL, 200, "\"host\":2");
    const int64_t number = ann->number;
    bench_kill();
    bench_connect(ann, number);
    bench_connect(cid, 0);
    assert_int_equal(ann->number, number);
    assert_string_equal(bil_text_string(&cid->kept) + cid->kept.length - 40, bil_text_string(&ann->kept) + ann->kept.length - 40);
    const char *after = ask_for("GET", table_path, NULL, 200, "\"host\":2");
    assert_string_equal(after, before);
    ask_for("POST", join_path, "{\"name\":\"Bob\"}", 403, "The host removed Bob");
    as(bob, "{\"bot\":\"easy\"}", 403, "The host removed you");
    as(ann, "{\"bot\":\"random\"}", 200, "{}");
    bench_kill(); /* and once more, in play */
    bench_connect(ann, ann->number);
    bench_connect(cid, cid->number);
    ask_for("GET", table_path, NULL, 200, "\"bots\":[\"random\",null,\"random\",null]");
    bench_play(100000);
    bench_verify(bench.made);
}

/* What could not be stored has not happened. */
static void what_is_not_stored_has_not_happened(void **state)
{
    open_table(":memory:", four);
    struct bil_seating bot = {2, "easy", NULL};
    struct bil_seating guest = {0, NULL, "Bob"};
    ask_for("GET", table_path, NULL, 200, "\"host\":2");
    for (int at = 1; at < 12; at++) {
        const struct bil_seating *wish = at % 2 ? &bot : &guest;
        bil_store_fail_at(bench.store, at);
        const enum bil_fault fault = bil_table_seating(bench.hub, bench.made, ann->token, wish, bench.now, NULL);
        const bool stored = bil_hub_commit(bench.hub, bench.now, NULL);
        bil_store_fail_at(bench.store, 0);
        if (!fault && stored) {
            break; /* so many statements it does not take */
        }
        bench_round();
        const char *after = ask_for("GET", table_path, NULL, 200, "");
        helper_contains(after, "{\"seat\":3,\"kind\":\"free\"}");
        helper_contains(after, "\"name\":\"Bob\"");
    }
}

/* ------------------------------------------------------------------ signs */

static void signs_are_seen_by_all_and_kept_by_nobody(void **state)
{
    open_table(":memory:", four);
    struct bench_client *watches = bench_come(bench.made, NULL, -1);
    const int64_t number = bob->number;
    const char *before = ask_for("GET", table_path, NULL, 200, "");
    bench_say(bob, "{\"type\":\"emote\",\"id\":4,\"sign\":\"wow\"}");
    assert_true(bench_heard(bob, "{\"type\":\"ok\",\"id\":4}"));
    assert_true(bench_heard(bob, "{\"type\":\"emote\",\"seat\":1,\"sign\":\"wow\"}"));
    assert_true(bench_heard(ann, "{\"type\":\"emote\",\"seat\":1,\"sign\":\"wow\"}"));
    assert_true(bench_heard(watches, "{\"type\":\"emote\",\"seat\":1,\"sign\":\"wow\"}"));
    assert_int_equal(bob->number, number); /* no entry */
    const char *after = ask_for("GET", table_path, NULL, 200, "");
    assert_string_equal(after, before);
    struct bench_client *late = bench_client(bench.made, ann->token, 1);
    bench_connect(late, 0);
    assert_false(bench_heard(late, "emote"));
}

static void signs_that_are_refused(void **state)
{
    open_table(":memory:", four);
    struct bench_client *watches = bench_come(bench.made, NULL, -1);
    const int heard = ann->messages;
    bench_say(watches, "{\"type\":\"emote\",\"sign\":\"wow\"}");
    assert_string_equal(watches->code, "seat");
    bench_say(bob, "{\"type\":\"emote\",\"sign\":\"<b>\"}");
    assert_string_equal(bob->code, "emote");
    assert_true(bench_heard(bob, "one of hello, well-played"));
    bench_say(bob, "{\"type\":\"emote\"}");
    assert_string_equal(bob->code, "emote");
    bench_say(bob, "{\"type\":\"emote\",\"sign\":7}");
    assert_string_equal(bob->code, "emote");
    assert_int_equal(ann->messages, heard);
    bench_say(bob, "{\"type\":\"emote\",\"sign\":\"hello\"}");
    assert_int_equal(ann->messages, heard + 1);
    bench_say(bob, "{\"type\":\"emote\",\"sign\":\"hello\"}");
    assert_string_equal(bob->code, "slow-down");
    struct bench_client *second = bench_client(bench.made, bob->token, 0); /* a second page of his is the same seat */
    bench_connect(second, -1);
    const int now = ann->messages;
    bench_say(second, "{\"type\":\"emote\",\"sign\":\"ouch\"}");
    assert_string_equal(second->code, "slow-down");
    bench_say(ann, "{\"type\":\"emote\",\"sign\":\"ha-ha\"}"); /* the pause is each seat's own */
    assert_string_equal(ann->code, "");
    assert_int_equal(ann->messages, now + 2);
    bench_wait(3000);
    bench_say(bob, "{\"type\":\"emote\",\"sign\":\"thanks\"}");
    assert_string_equal(bob->code, "");
    bench.now -= 100000; /* the clock of the machine is set back: nobody waits for it */
    bench_say(bob, "{\"type\":\"emote\",\"sign\":\"hmm\"}");
    assert_string_equal(bob->code, "");
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_fills_and_the_game_begins),
        cmocka_unit_test(whoever_came_first_is_host_until_he_goes),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(nothing_changes_at_a_table_of_too_many_changes),
        cmocka_unit_test(a_guest_is_removed_and_told),
        cmocka_unit_test(a_bot_may_sit_where_somebody_was_removed),
        cmocka_unit_test(a_server_that_dies_knows_who_waits),
        cmocka_unit_test(what_is_not_stored_has_not_happened),
        cmocka_unit_test(signs_are_seen_by_all_and_kept_by_nobody),
        cmocka_unit_test(signs_that_are_refused),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
