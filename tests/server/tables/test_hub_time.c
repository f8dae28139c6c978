/* Clocks, and persons that are away: time is given by hand, and every moment is exact. */
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "unit.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, DEPUTY_PACE = 4200 };

static struct bench_client *ann, *bob, *cid;

#define LIVE "\"pace\":{\"kind\":\"live\",\"move\":5,\"bank\":10,\"window\":10}"

static void begin(const char *path, const char *rest)
{
    bench_open(path, true);
    ann = bench_example("safeguard.json", "one-billion-users", rest);
    bob = ann + 1;
    cid = ann + 2;
    assert_int_equal(ann->asked, 1);
}

/* Another client of that seat hears how things stand. */
static bool stands(const struct bench_client *client, const char *what)
{
    struct bench_client *again = bench_come(client->table, client->token, client->seat);
    const bool heard = bench_heard(again, what);
    bench_drop(again);
    return heard;
}

static void a_clock_and_its_reserve(void **state)
{
    begin(":memory:", LIVE);
    assert_true(bench_heard(ann, "\"ends\":15000"));
    bench_wait(8 * SECOND);
    assert_true(stands(ann, "{\"seat\":1,\"bank\":7000,\"runs\":true}"));
    bench_move(ann, "discard Push");
    assert_true(stands(ann, "{\"seat\":1,\"bank\":7000,\"runs\":false}"));
    assert_true(stands(ann, "{\"seat\":2,\"bank\":10000,\"runs\":true}"));
    bench_wait(4 * SECOND);
    bench_move(bob, "draw deck"); /* in time: the reserve stays */
    assert_true(stands(ann, "{\"seat\":2,\"bank\":10000,\"runs\":true}"));
}

static void when_time_is_up_greedy_decides(void **state)
{
    begin(":memory:", LIVE);
    bench_wait(15 * SECOND - 1);
    assert_int_equal(bob->asked, 1);
    bench_wait(1);
    assert_true(bench_heard(bob, "\"how\":\"timeout\""));
    assert_false(bench_heard(bob, "\"kind\":\"bot\"")); /* nobody stands in at this table */
    assert_true(stands(ann, "{\"seat\":1,\"bank\":0,\"runs\":false}"));
}

static void days(void **state)
{
    begin(":memory:", "\"pace\":{\"kind\":\"days\",\"days\":1,\"window_hours\":2},\"absent\":{\"bot\":\"greedy\"}");
    bench_drop(ann); /* being away is nothing to wonder at */
    bench_wait(24 * INT64_C(3600000) - 1);
    assert_int_equal(bob->asked, 1);
    assert_false(bench_heard(bob, "\"kind\":\"bot\""));
    bench_wait(1);
    assert_true(bench_heard(bob, "\"how\":\"timeout\""));
    assert_true(bench_heard(bob, "\"kind\":\"bot\"")); /* but having no time is */
}

static void a_window_over_days(void **state)
{
    begin(":memory:", "\"pace\":{\"kind\":\"days\",\"days\":1,\"window_hours\":2}");
    bench_move(ann, "push The Investor to 3");
    assert_true(ann->window);
    bench_drop(bob);
    bench_wait(2 * HOUR - 1);
    assert_true(ann->window);
    bench_wait(1);
    assert_false(ann->window);
}

/* How long it takes until a bot plays for Ann. */
static void is_away(const char *pace, bool bye, int64_t after)
{
    char rest[256];
    snprintf(rest, sizeof rest, "%s\"absent\":{\"bot\":\"greedy\"}", pace);
    begin(":memory:", rest);
    if (bye) {
        bench_bye(ann);
    } else {
        bench_drop(ann);
    }
    assert_true(bench_heard(bob, "{\"type\":\"presence\",\"seat\":1,\"connected\":false}"));
    bench_wait(after - 1);
    assert_false(bench_heard(bob, "\"kind\":\"bot\""));
    assert_int_equal(bob->asked, 1);
    bench_wait(1);
    assert_true(bench_heard(bob, "\"kind\":\"bot\",\"seat\":1"));
    assert_int_equal(bob->asked, 1);
    bench_wait(DEPUTY_PACE - 1);
    assert_int_equal(bob->asked, 1); /* the bot takes its turn at a person's pace */
    bench_wait(1);
    assert_true(bob->asked != 1);
    assert_true(bench_heard(bob, "\"how\":\"bot\""));
    assert_true(stands(bob, "\"name\":\"Ann\",\"connected\":false,\"away\":true,\"bot\":\"greedy:person="));
    bench_connect(ann, 3);
    assert_true(bench_heard(bob, "\"kind\":\"back\",\"seat\":1"));
    assert_true(stands(bob, "\"name\":\"Ann\",\"connected\":true}"));
}

static void after_a_goodbye(void **state)
{
    is_away("", true, 20 * SECOND);
}

/* A telephone that is locked falls silent: how long it is waited for is a matter of its table's pace. */
static void after_silence(void **state)
{
    is_away("", false, 600 * SECOND);
    is_away("\"pace\":{\"kind\":\"live\",\"move\":60,\"bank\":300,\"window\":10},", false, 120 * SECOND);
    is_away("\"pace\":{\"kind\":\"live\",\"move\":300,\"bank\":600,\"window\":10},", false, 300 * SECOND);
}

/* Bob draws, is gone, and a bot goes on in his place; he comes back and asks for that alone to be taken back. */
static void ask_for_what_the_bot_did(const char *path)
{
    begin(path, "\"absent\":{\"bot\":\"greedy\"}");
    bench_move(ann, "discard Push");
    bench_move(bob, "draw deck");
    assert_int_equal(bob->asked, 2);
    bench_drop(bob);
    bench_wait(610 * SECOND);
    assert_true(bench_heard(ann, "\"how\":\"bot\""));
    assert_true(ann->asked != 2);
    bench_connect(bob, -1);
    bench_say(bob, "{\"type\":\"undo\",\"decision\":%lld}", (long long)bob->decision);
    assert_true(bench_heard(ann, "\"kind\":\"ask-undo\",\"seat\":2"));
    assert_false(bench_heard(ann, "\"kind\":\"undo\"")); /* though nobody may have learned anything since */
}

static void what_a_bot_did_is_taken_back_if_all_agree(void **state)
{
    ask_for_what_the_bot_did(":memory:");
    bench_say(ann, "{\"type\":\"agree\"}");
    assert_false(bench_heard(cid, "\"kind\":\"undo\""));
    bench_say(cid, "{\"type\":\"agree\"}");
    assert_true(bench_heard(ann, "\"kind\":\"undo\",\"seat\":2"));
    assert_int_equal(bob->asked, 2);
    for (int i = 0; i < bob->move_count; i++) {
        assert_null(strstr(bob->move[i], "draw")); /* what he did himself has happened */
    }
    bench_say(bob, "{\"type\":\"undo\",\"decision\":%lld}", (long long)bob->decision); /* and that is what comes next */
    bench_say(ann, "{\"type\":\"agree\"}");
    bench_say(cid, "{\"type\":\"agree\"}");
    assert_int_equal(bob->asked, 2);
    bench_move(bob, "draw deck");
}

/* What he has done himself since is all that goes then, and what the bot did stays. */
static void an_own_move_after_the_bots_is_what_goes(void **state)
{
    ask_for_what_the_bot_did(":memory:");
    bench_say(bob, "{\"type\":\"refuse\"}");
    char move[96];
    for (int i = 0; i < 100 && bob->asked != 2; i++) {
        for (struct bench_client *one = ann; one <= cid; one++) {
            if (one->move_count > 0 && !one->held[0] && bob->asked != 2) {
                snprintf(move, sizeof move, "%s", one->move[0]);
                bench_move(one, move);
            }
        }
    }
    assert_int_equal(bob->asked, 2);
    const int count = bob->move_count;
    const int64_t decision = bob->decision;
    snprintf(move, sizeof move, "%s", bob->move[0]);
    bench_move(bob, move);
    assert_true(bob->decision != decision);
    bench_forget(ann);
    bench_say(bob, "{\"type\":\"undo\",\"decision\":%lld}", (long long)bob->decision);
    bench_say(ann, "{\"type\":\"agree\"}");
    bench_say(cid, "{\"type\":\"agree\"}");
    assert_true(bench_heard(ann, "\"kind\":\"undo\",\"seat\":2"));
    assert_int_equal(bob->asked, 2);
    assert_int_equal(bob->move_count, count);
    assert_string_equal(bob->move[0], move);
}

static void that_request_outlasts_the_server(void **state)
{
    ask_for_what_the_bot_did(bench_file());
    bench_kill();
    bench_connect(ann, -1);
    bench_connect(bob, -1);
    bench_connect(cid, -1);
    bench_say(ann, "{\"type\":\"agree\"}");
    bench_say(cid, "{\"type\":\"agree\"}");
    assert_int_equal(bob->asked, 2);
    for (int i = 0; i < bob->move_count; i++) {
        assert_null(strstr(bob->move[i], "draw"));
    }
}

/* Who lets the time run out gets no more of it by taking that back, unless the others grant it. */
static void what_the_clock_decided_needs_all(void **state)
{
    begin(":memory:", LIVE);
    bench_wait(15 * SECOND);
    assert_true(bench_heard(bob, "\"how\":\"timeout\""));
    bench_say(ann, "{\"type\":\"undo\",\"decision\":%lld}", (long long)ann->decision);
    assert_true(bench_heard(bob, "\"kind\":\"ask-undo\",\"seat\":1"));
    bench_say(bob, "{\"type\":\"agree\"}");
    bench_say(cid, "{\"type\":\"agree\"}");
    assert_int_equal(ann->asked, 1);
}

static void the_bot_of_one_who_is_slow_gives_the_seat_back(void **state)
{
    begin(":memory:", LIVE ",\"absent\":{\"bot\":\"greedy\"}");
    bench_wait(15 * SECOND);
    assert_true(bench_heard(bob, "\"kind\":\"bot\",\"seat\":1"));
    bench_forget(bob);
    bench_say(ann, "{\"type\":\"move\",\"decision\":%lld,\"move\":\"pass\"}", (long long)ann->decision);
    assert_true(bench_heard(bob, "\"kind\":\"back\",\"seat\":1"));
    assert_string_equal(ann->code, "not-your-turn");
}

/* Decisions of that seat that its person did not make, without passes, which nobody counts. */
static int made_for(const struct bench_client *client, int seat)
{
    char of[32];
    int count = 0;
    snprintf(of, sizeof of, "\"kind\":\"move\",\"seat\":%d,", seat);
    for (const char *line = bil_text_string(&client->kept); line && *line; line = strchr(line, '\n'), line += line != NULL) {
        const char *end = strchr(line, '\n');
        const char *entry = strstr(line, of), *bot = strstr(line, "\"how\":\"bot\""), *pass = strstr(line, "\"move\":\"pass\"");
        count += entry && entry < end && bot && bot < end && !(pass && pass < end);
    }
    return count;
}

/* A line is dead for half a minute after the clock has run out: who comes back finds a few moves, not a finished game. */
static void finds_few_moves_after_half_a_minute(const char *json)
{
    bench_open(":memory:", true);
    ann = bench_table(json);
    for (int i = 0; i < 100 && (ann->asked != 1 || ann->window); i++) {
        bench_wait(SECOND);
    }
    assert_int_equal(ann->asked, 1);
    bench_wait(15 * SECOND);
    assert_true(bench_heard(ann, "\"how\":\"timeout\""));
    assert_true(bench_heard(ann, "\"kind\":\"bot\",\"seat\":1"));
    const int before = made_for(ann, 1);
    bench_wait(30 * SECOND);
    const int made = made_for(ann, 1) - before;
    assert_in_range(made, 1, 30 * SECOND / DEPUTY_PACE);
}

static void the_deputy_plays_at_a_persons_pace(void **state)
{
    finds_few_moves_after_half_a_minute("{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,\"greedy\"]," LIVE
                                        ",\"absent\":{\"bot\":\"greedy\"}}");
    finds_few_moves_after_half_a_minute("{\"game\":\"one-billion-users\",\"seats\":2,\"bots\":[null,\"greedy\"]," LIVE
                                        ",\"absent\":{\"bot\":\"greedy\"}}");
}

/* No deputy is slower than the table allows a person to be. */
static void a_quick_table_has_a_quick_deputy(void **state)
{
    begin(":memory:", "\"pace\":{\"kind\":\"live\",\"move\":2,\"bank\":0,\"window\":10},\"absent\":{\"bot\":\"greedy\"}");
    bench_move(ann, "discard Push");
    assert_int_equal(bob->asked, 2);
    bench_wait(2 * SECOND);
    assert_true(bench_heard(ann, "\"kind\":\"bot\",\"seat\":2"));
    assert_int_equal(made_for(ann, 2), 0);
    bench_wait(2 * SECOND - 1);
    assert_int_equal(made_for(ann, 2), 0);
    bench_wait(1);
    assert_int_equal(made_for(ann, 2), 1);
}

static void without_a_stand_in_the_table_waits(void **state)
{
    begin(":memory:", "");
    bench_drop(ann);
    bench_wait(INT64_C(50) * 24 * HOUR);
    assert_int_equal(bob->asked, 1);
    bench_wait(INT64_C(41) * 24 * HOUR); /* but not for ever */
    assert_true(bench_heard(bob, "\"kind\":\"closed\""));
}

static void clocks_stand_still_while_the_server_does(void **state)
{
    begin(bench_file(), LIVE);
    bench_wait(3 * SECOND);
    bench.now += HOUR;
    bench_kill();
    bench_wait(15 * SECOND - 1); /* nobody has come back, and the clock runs from the beginning of this decision */
    bench_connect(bob, -1);
    assert_int_equal(bob->asked, 1);
    bench_wait(1);
    assert_true(bench_heard(bob, "\"how\":\"timeout\""));
}

/* The machine's clock was wrong, and is right when the server begins again: what was asked at a moment yet to come is asked now. */
static void a_clock_that_was_set_back_stops_nobody(void **state)
{
    begin(bench_file(), "\"pace\":{\"kind\":\"none\"}"); /* a window ends only when all have answered */
    bench_move(ann, "push The Investor to 3");
    assert_true(bob->window && cid->window);
    bench.now -= HOUR;
    bench_kill();
    bench_connect(ann, -1);
    bench_connect(bob, -1);
    bench_connect(cid, -1);
    bench_move(bob, "pass");
    bench_move(cid, "pass");
    bench_wait(10 * SECOND);
    assert_false(bob->window);
    begin(bench_file(), LIVE);
    bench.now -= HOUR;
    bench_kill();
    bench_wait(15 * SECOND); /* nobody has come back: the time of who is asked runs from now on, not in an hour */
    bench_connect(bob, -1);
    assert_true(bench_heard(bob, "\"how\":\"timeout\""));
}

/* A server that begins anew has no connections: whoever does not come back is away. */
static void a_server_that_begins_anew_looks_who_is_there(void **state)
{
    begin(bench_file(), "\"absent\":{\"bot\":\"greedy\"}");
    bench_wait(10 * SECOND);
    bench_kill();
    bench_wait(900 * SECOND); /* it looks after 120, and then waits as for everybody */
    bench_connect(bob, -1);
    assert_true(bench_heard(bob, "\"kind\":\"bot\",\"seat\":1"));
}

static void a_table_that_nobody_fills_is_given_up(void **state)
{
    struct bil_table_setup setup;
    struct bil_seated seated;
    static const char json[] = "{\"game\":\"six-billion\"}";
    bench_open(":memory:", true);
    assert_true(bil_setup_read(json, sizeof json - 1, true, &setup, NULL));
    assert_int_equal(bil_table_make(bench.hub, &setup, NULL, "", bench.now, &seated, NULL), BIL_FAULT_NONE);
    bil_setup_free(&setup);
    bench_come(seated.table, NULL, -1);
    bench_wait(INT64_C(7) * 24 * HOUR - 1);
    assert_false(bench_heard(&bench.client[0], "\"kind\":\"closed\""));
    bench_wait(1);
    assert_true(bench_heard(&bench.client[0], "\"kind\":\"closed\""));
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_and_its_reserve),
        cmocka_unit_test(when_time_is_up_greedy_decides),
        cmocka_unit_test(days),
        cmocka_unit_test(a_window_over_days),
        cmocka_unit_test(after_a_goodbye),
        cmocka_unit_test(after_silence),
        cmocka_unit_test(what_a_bot_did_is_taken_back_if_all_agree),
        cmocka_unit_test(an_own_move_after_the_bots_is_what_goes),
        cmocka_unit_test(that_request_outlasts_the_server),
        cmocka_unit_test(what_the_clock_decided_needs_all),
        cmocka_unit_test(the_bot_of_one_who_is_slow_gives_the_seat_back),
        cmocka_unit_test(the_deputy_plays_at_a_persons_pace),
        cmocka_unit_test(a_quick_table_has_a_quick_deputy),
        cmocka_unit_test(without_a_stand_in_the_table_waits),
        cmocka_unit_test(clocks_stand_still_while_the_server_does),
        cmocka_unit_test(a_clock_that_was_set_back_stops_nobody),
        cmocka_unit_test(a_server_that_begins_anew_looks_who_is_there),
        cmocka_unit_test(a_table_that_nobody_fills_is_given_up),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
