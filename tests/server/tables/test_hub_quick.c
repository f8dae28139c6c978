/* Quick match: whoever asks for the same game meets, however many ask at the same moment; what is refused; who goes away while
 * waiting; a server that dies, or cannot store, while people wait. */
#include "billions/persons.h"
#include "server/common/token.h"
#include "server/http_requests.h"
#include "table/helpers.h"
#include "unit.h"

enum { SECOND = 1000 };

/* Asks for a match and connects; which table it is stands in the client. */
static struct bench_client *asks(const char *game, int seats, const char *name)
{
    char body[160];
    char number[24] = "";
    if (seats > 0) {
        snprintf(number, sizeof number, ",\"seats\":%d", seats);
    }
    snprintf(body, sizeof body, "{\"game\":\"%s\"%s,\"name\":\"%s\"}", game, number, name);
    const char *taken = ask_for("POST", "/api/quick", body, 200, "\"commitment\":\"");
    struct bench_client *client = bench_come(member(taken, "table"), member(taken, "token"), atoi(member(taken, "seat")) - 1);
    return client;
}

static void describe(const char *table, const char *part)
{
    ask_for("GET", api_path("/api/tables/*", table), NULL, 200, part);
}

static void fill(const struct bench_client *client, const char *body, int status, const char *part)
{
    ask_as(client->token);
    ask_for("POST", api_path("/api/tables/*/seats", client->table), body, status, part);
    ask_as("");
    bench_round();
}

/* ------------------------------------------------------------------ meeting */

static void two_who_ask_meet_and_play(void **state)
{
    struct bench_client *ann = asks("six-billion", 2, "Ann");
    ask_for("GET", "/api/tables", NULL, 200, "\"quick\":true");
    ask_for("GET", "/api/quick", NULL, 200, "{\"server\":true,\"tables\":[{\"game\":\"six-billion\",\"seats\":2,\"waiting\":1}]}");
    describe(ann->table, "\"fills\":20000");
    describe(ann->table, "\"pace\":{\"kind\":\"live\"");
    struct bench_client *bob = asks("six-billion", 2, "Bob");
    assert_string_equal(bob->table, ann->table);
    assert_true(bench_heard(ann, "\"kind\":\"began\""));
    ask_for("GET", "/api/quick", NULL, 200, "\"tables\":[]");
    bench_play(100000);
    bench_verify(ann->table);
    struct bench_client *cid = asks("six-billion", 2, "Cid");
    assert_string_not_equal(cid->table, ann->table);
}

/* However many ask between two commits: in the end nobody waits at one table while somebody waits at another for the same. */
static void many_who_ask_at_once_meet(void **state)
{
    enum { ASKERS = 60 };
    static struct bil_seated seated[ASKERS];
    for (int i = 0; i < ASKERS; i++) {
        char name[32];
        char address[32];
        snprintf(name, sizeof name, "Guest number %d", i);
        snprintf(address, sizeof address, "198.51.100.%d", i);
        const struct bil_newcomer who = {name, "", -1, NULL, NULL};
        const struct bil_quick_wish wish = {bil_games[i % 2], i % 4 < 2 ? 3 : 2, true};
        assert_int_equal(bil_table_quick(bench.hub, &wish, &who, address, bench.now, &seated[i], NULL), BIL_FAULT_NONE);
    }
    assert_true(bil_hub_commit(bench.hub, bench.now, NULL));
    /* Of each game 15 want three seats and 15 two: 5 and 7 tables are full, and one waits of each game for a second person. */
    assert_int_equal(bench_figures().tables_playing, 2 * (5 + 7));
    assert_int_equal(bench_figures().tables_open, 2);
}

static void any_number_of_seats_is_served_where_the_fewest_lack(void **state)
{
    struct bench_client *ann = asks("six-billion", 4, "Ann");
    struct bench_client *bob = asks("six-billion", 2, "Bob");
    assert_string_not_equal(ann->table, bob->table);
    struct bench_client *other = asks("one-billion-users", 0, "Cid");
    describe(other->table, "\"seats\":3");
    struct bench_client *cid = asks("six-billion", 0, "Dora");
    assert_string_equal(cid->table, bob->table); /* it can begin at once */
    struct bench_client *eve = asks("six-billion", 0, "Eve");
    assert_string_equal(eve->table, ann->table);
    describe(ann->table, "{\"seat\":3,\"kind\":\"free\"}");
}

/* A careful client has the table told first and takes its seat with a contribution made after that. */
static void who_asks_for_the_table_alone_takes_no_seat(void **state)
{
    const char *told = ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"seats\":2,\"take\":false}", 200, "commitment");
    assert_null(strstr(told, "token"));
    const char *again = ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"seats\":2,\"take\":false}", 200, "commitment");
    assert_string_equal(told, again);
    describe(member(told, "table"), "{\"seat\":1,\"kind\":\"free\"}");
    struct bench_client *ann = asks("six-billion", 2, "Ann");
    assert_string_equal(ann->table, member(told, "table"));
}

/* ------------------------------------------------------------------ waiting */

static void after_a_while_bots_may_take_the_free_seats(void **state)
{
    struct bench_client *ann = asks("one-billion-users", 3, "Ann");
    fill(ann, "{\"bot\":\"random\"}", 409, "in 20 seconds");
    bench_wait(19 * SECOND);
    fill(ann, "{\"bot\":\"random\"}", 409, "in 1 seconds");
    struct bench_client *bob = asks("one-billion-users", 3, "Bob"); /* who comes gives new hope */
    bench_wait(19 * SECOND);
    fill(ann, "{\"bot\":\"random\"}", 409, "Somebody may still come");
    bench_wait(1 * SECOND);
    fill(bob, "{\"seat\":3,\"bot\":\"random\"}", 403, "has no host");
    fill(bob, "{\"seat\":1,\"remove\":\"Ann\"}", 403, "has no host");
    fill(bob, "{\"bot\":\"random\"}", 200, "{}");
    assert_true(bench_heard(ann, "\"kind\":\"bot-seated\",\"seat\":3"));
    assert_true(bench_heard(ann, "\"kind\":\"began\""));
    bench_play(100000);
    bench_verify(ann->table);
    ask_as(ann->token);
    /* the next game is theirs, no longer anybody's */
    describe(ask_member("POST", api_path("/api/tables/*/rematch", ann->table), "", 200, "table"), "\"host\":1");
}

/* The id of the person whom the bot at that seat is, of a level "easy"; NULL: nobody in particular. */
static const char *person_at(const char *table, int seat)
{
    char what[64], id[32] = "";
    snprintf(what, sizeof what, "{\"seat\":%d,\"kind\":\"bot\",\"name\":\"", seat);
    const char *told = ask_for("GET", api_path("/api/tables/*", table), NULL, 200, what);
    const bool somebody = sscanf(strstr(told, what) + strlen(what), "easy:person=%31[a-z]", id) == 1;
    return somebody ? keep_text(id, strlen(id)) : NULL;
}

/* A level alone is cast: persons of the game, nobody twice. One who is named stays who it is. */
static void bots_that_fill_a_table_are_persons(void **state)
{
    struct bench_client *ann = asks("six-billion", 5, "Ann");
    bench_wait(20 * SECOND);
    fill(ann, "{\"bot\":\"easy\"}", 200, "{}");
    const char *who[5] = {NULL};
    for (int i = 1; i < 5; i++) {
        who[i] = person_at(ann->table, i + 1);
        assert_non_null(who[i]);
        assert_true(bil_person_find(bil_game_find("six-billion"), who[i]) >= 0);
        for (int j = 1; j < i; j++) {
            assert_string_not_equal(who[i], who[j]);
        }
    }
    struct bench_client *bob = asks("one-billion-users", 2, "Bob");
    bench_wait(20 * SECOND);
    fill(bob, "{\"bot\":\"easy:person=mara\"}", 200, "{}");
    const char *named = person_at(bob->table, 2);
    assert_non_null(named);
    assert_string_equal(named, "mara");
}

/* Nobody is matched with a seat at which nobody is any more. */
static void who_goes_away_waits_no_longer(void **state)
{
    char hello[160];
    struct bench_client *ann = asks("six-billion", 3, "Ann");
    struct bench_client *bob = asks("six-billion", 3, "Bob");
    bench_bye(ann); /* says so: the seat stays for a short while */
    bench_wait(19 * SECOND);
    describe(ann->table, "\"Ann\"");
    bench_wait(2 * SECOND);
    describe(ann->table, "{\"seat\":1,\"kind\":\"free\"}");
    assert_true(bench_heard(bob, "\"kind\":\"left\",\"seat\":1"));
    ann->client = bil_hub_connect(bench.hub, ann, bench.now);
    snprintf(hello, sizeof hello, "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\",\"token\":\"%s\"}", ann->table, ann->token);
    assert_false(bench_say(ann, "%s", hello));
    assert_true(bench_heard(ann, "This seat was given up"));
    bench_drop(ann);
    bench_drop(bob); /* whose connection is lost has longer */
    bench_wait(119 * SECOND);
    describe(bob->table, "\"Bob\"");
    bench_wait(2 * SECOND);
    describe(bob->table, "{\"seat\":2,\"kind\":\"free\"}");
    struct bench_client *cid = asks("six-billion", 3, "Cid"); /* the empty table serves the next */
    assert_string_equal(cid->table, ann->table);
}

/* ------------------------------------------------------------------ what is refused */

static void what_makes_no_sense_is_refused(void **state)
{
    ask_for("POST", "/api/quick", "{\"name\":\"Ann\"}", 400, "\\\"game\\\" is missing");
    ask_for("POST", "/api/quick", "{\"game\":\"chess\",\"name\":\"Ann\"}", 400, "There is no game");
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\"}", 400, "\\\"name\\\" is missing");
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"name\":\"\\u202eAnn\"}", 400, "name");
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"seats\":9,\"name\":\"Ann\"}", 400, "seats");
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"seats\":1,\"name\":\"Ann\"}", 400, "seats");
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"name\":\"Ann\",\"take\":1}", 400, "take");
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"name\":\"Ann\",\"contribution\":\"7\"}", 400, "contribution");
    ask_for("POST", "/api/quick", "", 400, "body");
    ask_for("DELETE", "/api/quick", NULL, 405, "method");
    ask_for("GET", "/api/tables", NULL, 200, "{\"tables\":[]}"); /* none was made */
    asks("six-billion", 0, "Ann");
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"name\":\"Ann\"}", 409, "Somebody at this table is called Ann");
    ask_for("POST", "/api/tables", "{\"game\":\"six-billion\",\"quick\":true}", 400, "quick"); /* not one of one's own */
    bil_hub_close(bench.hub, bench.now);
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"name\":\"Bob\"}", 503, "about to stop");
}

static void who_asks_too_often_waits(void **state)
{
    bench.settings.made_a_minute = 5;
    bil_hub_free(bench.hub);
    bench.store = bil_store_open(":memory:", NULL);
    bench.hub = bil_hub_new(bench.store, &bench.settings, bench.now, NULL, NULL, NULL);
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "Guest %d", i);
        asks("six-billion", 5, name);
    }
    ask_for("POST", "/api/quick", "{\"game\":\"six-billion\",\"name\":\"Ann\"}", 429, "wait a minute");
    ask_from("192.0.2.77"); /* others may */
    asks("six-billion", 0, "Ann");
}

/* ------------------------------------------------------------------ death, and a store that fails */

static void who_waits_is_found_after_a_restart(void **state)
{
    bench_open(bench_file(), false);
    struct bench_client *ann = asks("six-billion", 2, "Ann");
    bench_kill();
    bench_connect(ann, ann->number);
    struct bench_client *bob = asks("six-billion", 2, "Bob");
    assert_string_equal(bob->table, ann->table);
    struct bench_client *cid = asks("one-billion-users", 2, "Cid");
    bench_kill(); /* nobody comes back: the seat is given up all the same */
    bench_wait(121 * SECOND);
    describe(cid->table, "{\"seat\":1,\"kind\":\"free\"}");
}

/* Bob fills Ann's table and Cid makes the next, in one transaction, and some statement of it fails: whoever was refused asks again,
 * and in the end two of them play and one waits. Nobody waits at a table of which nobody knows. */
static bool one_statement_fails(int at)
{
    static const char *const names[] = {"Bob", "Cid"};
    struct bil_quick_wish wish = {NULL, 2, true};
    struct bil_seated seated;
    enum bil_fault fault[2];
    bench_open(":memory:", false);
    bench.may_fail = true;
    asks("six-billion", 2, "Ann");
    for (int i = 0; bil_games[i]; i++) {
        wish.game = strcmp(bil_games[i]->id, "six-billion") == 0 ? bil_games[i] : wish.game;
    }
    bil_store_fail_at(bench.store, at);
    for (int i = 0; i < 2; i++) {
        const struct bil_newcomer who = {names[i], "", -1, NULL, NULL};
        fault[i] = bil_table_quick(bench.hub, &wish, &who, "192.0.2.2", bench.now, &seated, NULL);
    }
    const bool stored = bil_hub_commit(bench.hub, bench.now, NULL);
    bil_store_fail_at(bench.store, 0);
    bool failed = !stored;
    for (int i = 0; i < 2; i++) {
        failed = failed || fault[i];
        if (fault[i] || !stored) {
            asks("six-billion", 2, names[i]);
        }
    }
    assert_int_equal(bench_figures().tables_playing, 1);
    assert_int_equal(bench_figures().tables_open, 1);
    return failed;
}

static void what_is_not_stored_leaves_nobody_alone(void **state)
{
    int at = 1;
    while (one_statement_fails(at)) {
        at++;
    }
    assert_true(at > 20);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(two_who_ask_meet_and_play, bench_memory),
        cmocka_unit_test_setup(many_who_ask_at_once_meet, bench_memory),
        cmocka_unit_test_setup(any_number_of_seats_is_served_where_the_fewest_lack, bench_memory),
        cmocka_unit_test_setup(who_asks_for_the_table_alone_takes_no_seat, bench_memory),
        cmocka_unit_test_setup(after_a_while_bots_may_take_the_free_seats, bench_memory),
        cmocka_unit_test_setup(bots_that_fill_a_table_are_persons, bench_memory),
        cmocka_unit_test_setup(who_goes_away_waits_no_longer, bench_memory),
        cmocka_unit_test_setup(what_makes_no_sense_is_refused, bench_memory),
        cmocka_unit_test_setup(who_asks_too_often_waits, bench_memory),
        cmocka_unit_test(who_waits_is_found_after_a_restart),
        cmocka_unit_test(what_is_not_stored_leaves_nobody_alone),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
