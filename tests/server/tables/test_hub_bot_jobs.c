/* Who is thought for, and when: tables at which nobody is stand still and go on, clocks included; who asks for little does not wait
 * behind who asks for much; logins wait behind no bot. What follows from which task, test_scheduler.c tests. */
#include <time.h>

#include "server/http_requests.h"
#include "table/helpers.h"
#include "unit.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR, CROWD = 24, LOGINS = 8, TABLES = 8 };

static int open_bench(void **state)
{
    bench_open(bench_file(), true);
    return 0;
}

static struct bench_client *watcher(void)
{
    return bench_come(bench.made, NULL, -1);
}

/* How many entries a table has, as everybody can ask. */
static int entries(const char *table)
{
    return atoi(ask_member("GET", api_path("/api/tables/*", table), NULL, 200, "number"));
}

/* ------------------------------------------------------------------ nobody is there */

static void bots_alone_play_only_while_somebody_watches(void **state)
{
    bench_table("{\"game\":\"one-billion-users\",\"seats\":3,\"bots\":[\"greedy\",\"greedy\",\"medium\"]}");
    const int began = entries(bench.made);
    bench_wait(HOUR);
    assert_int_equal(entries(bench.made), began);
    struct bench_client *first = watcher();
    assert_int_equal(first->number, began);
    bench_wait(10 * SECOND);
    const int later = entries(bench.made);
    assert_true(later >= began + 3 && !first->over);
    struct bench_client *second = watcher();
    bench_drop(first);
    bench_wait(10 * SECOND);
    const int last = entries(bench.made);
    assert_true(last >= later + 3 && !second->over);
    bench_drop(second);
    bench_wait(DAY);
    assert_int_equal(entries(bench.made), last);
    bench_kill(); /* a server that begins anew lets nobody play there either */
    bench_wait(DAY);
    assert_int_equal(entries(bench.made), last);
    struct bench_client *third = watcher();
    for (int i = 0; i < 1000 && !third->over; i++) {
        bench_wait(10 * SECOND);
    }
    assert_true(third->over);
    bench_verify(bench.made);
}

/* Somebody watches a new table of bots that look ahead, and leaves; three times. True: each time while a bot was thinking, and not
 * when it had thought already, as it may where this thread has to wait for a processor. */
static bool leaves_while_it_thinks(void)
{
    int cut = 0;
    bench_example("safeguard.json", "one-billion-users", "\"bots\":[\"best\",\"best\",\"best\"]");
    const int began = entries(bench.made);
    for (int i = 0; i < 3; i++) {
        struct bench_client *client = watcher();
        cut += bench_figures().thoughts_waiting > 0;
        bench_drop(client);
        bil_hub_wait(bench.hub);
        bench_wait(MINUTE);
        assert_int_equal(bench_figures().thoughts_waiting, 0);
        assert_int_equal(entries(bench.made), began);
    }
    struct bench_client *last = watcher();
    bil_hub_wait(bench.hub);
    bench_wait(SECOND);
    assert_int_equal(entries(bench.made), began + 1);
    bench_drop(last);
    return cut == 3;
}

/* What is thought when the last one leaves is for nothing, and is thought anew when somebody comes. */
static void thoughts_end_with_the_last_who_watches(void **state)
{
    bool cut = false;
    for (int i = 0; i < TABLES && !cut; i++) {
        cut = leaves_while_it_thinks();
    }
    assert_true(cut);
}

/* All persons are away and bots play for them: the game waits for the first of them. */
static void stand_ins_alone_do_not_play_on(void **state)
{
    struct bench_client *ann =
        bench_example("safeguard.json", "one-billion-users", "\"bots\":[null,null,\"greedy\"],\"absent\":{\"bot\":\"greedy\"}");
    struct bench_client *bob = ann + 1;
    bench_bye(bob);
    bench_wait(5 * SECOND);
    bench_bye(ann);
    const int before = entries(bench.made);
    bench_wait(HOUR);
    assert_int_equal(entries(bench.made), before + 2); /* two bots sat down */
    bench_connect(bob, before);
    assert_true(bench_heard(bob, "\"kind\":\"back\",\"seat\":2"));
    bench_wait(10 * SECOND);
    assert_true(entries(bench.made) > before + 3); /* Ann's bot goes on */
}

/* Whoever plays over days is seldom there: bots answer, and the next person is asked. */
static void a_game_over_days_goes_on_without_anybody(void **state)
{
    struct bench_client *ann = bench_example("safeguard.json", "one-billion-users",
                                             "\"bots\":[null,\"medium\",null],\"pace\":{\"kind\":\"days\",\"days\":2,\"window_"
                                             "hours\":2},\"absent\":{\"bot\":\"greedy\"}");
    struct bench_client *cid = ann + 1;
    bench_drop(cid);
    bench_move(ann, "discard Push");
    bench_drop(ann);
    const int number = entries(bench.made);
    bench_wait(12 * HOUR);
    bil_hub_wait(bench.hub);
    bench_wait(HOUR);
    assert_true(entries(bench.made) >= number + 2);
    bench_connect(cid, -1);
    assert_true(cid->decision > 0);
    assert_true(cid->asked == 4 || cid->asked == 1);
}

/* The clock stands still from the moment at which nobody can be waited for, over the death of the server too, and then runs on. */
static void a_clock_stands_still_while_nobody_is_there(void **state)
{
    struct bench_client *ann =
        bench_example("safeguard.json", "one-billion-users", "\"pace\":{\"kind\":\"live\",\"move\":60,\"bank\":300,\"window\":10}");
    struct bench_client *bob = ann + 1;
    bench_wait(30 * SECOND);
    for (int i = 0; i < 3; i++) {
        bench_drop(&ann[i]);
    }
    bench_wait(HOUR); /* 120 seconds of silence, then nobody is waited for */
    bench_kill();
    bench_wait(DAY);
    entries(bench.made); /* who only asks does not set it going */
    bench_wait(3 * MINUTE);
    bench_connect(bob, -1);
    assert_int_equal(bob->asked, 1);
    assert_true(bench_heard(bob, "\"ends\":210000"));
    bench_wait(210 * SECOND - 1);
    assert_int_equal(bob->asked, 1);
    bench_wait(1);
    assert_true(bench_heard(bob, "\"how\":\"timeout\""));
}

/* ... and not a moment sooner: somebody who lost the connection for a while loses that time, as the others know. */
static void a_clock_runs_while_somebody_may_come_back(void **state)
{
    struct bench_client *ann =
        bench_example("safeguard.json", "one-billion-users", "\"pace\":{\"kind\":\"live\",\"move\":60,\"bank\":300,\"window\":10}");
    for (int i = 0; i < 3; i++) {
        bench_drop(&ann[i]);
    }
    bench_wait(119 * SECOND);
    bench_connect(ann + 1, -1);
    assert_true(bench_heard(ann + 1, "\"ends\":241000"));
}

/* ------------------------------------------------------------------ who waits for whom */

static void with_one_thread(void)
{
    bench.settings.workers = 1;
    bench.settings.bot_pace = bench.settings.window_floor = -1;
    bench_kill();
}

/* Somebody of that address makes a table with two bots that look ahead, and moves: one of them is asked. */
static struct bench_client *asks_a_bot(const char *address)
{
    char path[512];
    struct bil_text setup = {0};
    snprintf(path, sizeof path, "%s/../docs/examples/safeguard.json", TEST_DATA);
    char *position = helper_read(path);
    bil_text_format(&setup, "{\"game\":\"one-billion-users\",\"position\":%s,\"bots\":[null,\"best\",\"best\"],\"name\":\"Ann\"}",
                    position);
    ask_from("%s", address);
    const char *made = ask_for("POST", "/api/tables", bil_text_string(&setup), 201, "\"token\"");
    struct bench_client *client = bench_come(member(made, "table"), member(made, "token"), 0);
    bench_move(client, "discard Push");
    bil_text_free(&setup);
    free(position);
    return client;
}

static void wait_a_moment(void)
{
    const struct timespec moment = {0, 500 * 1000};
    nanosleep(&moment, NULL);
    bench_round();
}

/* One thread; two dozen tables of one address keep it busy. The bot of another address is asked last and answers first. */
static void who_asks_for_little_does_not_wait_behind_who_asks_for_much(void **state)
{
    with_one_thread();
    for (int i = 0; i < CROWD; i++) {
        asks_a_bot("192.0.2.66");
    }
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 3; i++) {
        struct bench_client *honest = asks_a_bot("192.0.2.1");
        const int64_t number = honest->number;
        const uint64_t before = bench_figures().moves;
        while (honest->number == number) {
            wait_a_moment();
        }
        const uint64_t moved = bench_figures().moves - before;
        least = moved < least ? moved : least;
        bench_drop(honest);
    }
    /* What ran already, and what came while the test looked: on a busy machine that may once be much, and not each time. Behind the
     * crowd it would always be all of it. */
    assert_in_range(least, 1, CROWD / 2);
}

/* The same of one whose persons are away, over days: it comes, however many are there at other tables. */
static void who_is_away_gets_an_answer_too(void **state)
{
    with_one_thread();
    struct bench_client *away = asks_a_bot("192.0.2.1");
    bench_drop(away);
    const int number = entries(away->table);
    for (int i = 0; i < CROWD; i++) {
        asks_a_bot("192.0.2.66");
    }
    const uint64_t before = bench_figures().moves;
    while (entries(away->table) == number) {
        wait_a_moment();
    }
    assert_true(bench_figures().moves - before < 2 * CROWD);
}

static int answers;

static void answered(void *owner, struct bil_response *response)
{
    assert_ptr_equal(owner, &answers);
    assert_int_equal(response->status, 200);
    bil_text_free(&response->body);
    answers++;
}

/* Every thread thinks for as long as it may, and more waits: passphrases are looked at meanwhile. Of some logins at least one comes
 * while not a single thought came to its end; behind bots none ever would. */
static void logins_wait_behind_no_bot(void **state)
{
    static const char lea[] = "{\"name\":\"Lea\",\"passphrase\":\"correct horse\"}";
    with_one_thread();
    ask_for("POST", "/api/people", lea, 201, "session");
    for (int i = 0; i < CROWD; i++) {
        asks_a_bot("192.0.2.66");
    }
    ask_from("192.0.2.1");
    bil_hub_on_answer(bench.hub, answered);
    bool unhindered = false;
    for (int i = 0; i < LOGINS && !unhindered; i++) {
        struct bil_response response;
        struct bil_request request = asking("POST", "/api/session", lea);
        request.owner = &answers;
        wait_a_moment();
        const uint64_t before = bench_figures().moves;
        answers = 0;
        bil_hub_request(bench.hub, &request, bench.now, &response);
        assert_true(response.later);
        while (answers == 0) {
            wait_a_moment();
        }
        unhindered = bench_figures().moves == before;
    }
    assert_true(unhindered);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(bots_alone_play_only_while_somebody_watches, open_bench),
        cmocka_unit_test_setup(thoughts_end_with_the_last_who_watches, open_bench),
        cmocka_unit_test_setup(stand_ins_alone_do_not_play_on, open_bench),
        cmocka_unit_test_setup(a_game_over_days_goes_on_without_anybody, open_bench),
        cmocka_unit_test_setup(a_clock_stands_still_while_nobody_is_there, open_bench),
        cmocka_unit_test_setup(a_clock_runs_while_somebody_may_come_back, open_bench),
        cmocka_unit_test_setup(who_asks_for_little_does_not_wait_behind_who_asks_for_much, open_bench),
        cmocka_unit_test_setup(who_is_away_gets_an_answer_too, open_bench),
        cmocka_unit_test_setup(logins_wait_behind_no_bot, open_bench),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
