/* The hub without sockets: whole games, and the bots that play in them. */
#include "billions/record.h"
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "table/match_internal.h"
#include "unit.h"

static const char obu_table[] = "{\"game\":\"one-billion-users\",\"seats\":4,\"bots\":[null,null,null,\"greedy\"]}";
static const char six_table[] = "{\"game\":\"six-billion\",\"seats\":4,\"bots\":[null,null,null,\"easy\"]}";

/* The bots of a record choose as they would in a match at one machine: by seed, seat and ply alone. */
static void bots_are_themselves(const char *table)
{
    struct bil_text record = {0};
    struct bil_record_end end;
    int asked = 0;
    assert_int_equal(bil_table_record(bench.hub, table, bench.now, &record, NULL), BIL_FAULT_NONE);
    struct bil_match *match = bil_record_read(bil_text_string(&record), record.length, "record", NULL, &end, NULL);
    assert_non_null(match);
    for (int ply = match->ply - 1; ply >= 0; ply--) {
        const struct bil_decision decision = match->decision[ply];
        const struct bil_bot *bot = match->player[decision.seat].bot;
        bil_match_back(match, ply);
        if (bot && match->move_count > 1) {
            assert_int_equal(bil_match_ask_bot(match, bot), decision.move);
            asked++;
        }
    }
    assert_true(asked > 10);
    bil_match_free(match);
    bil_text_free(&record);
}

static void whole_game(const char *setup)
{
    bench_open(":memory:", false);
    struct bench_client *first = bench_table(setup);
    bench_come(first->table, NULL, -1);
    bench_play(5000);
    for (int i = 0; i < bench.count; i++) {
        assert_true(bench.client[i].over);
        assert_int_equal(bench.client[i].number, first->number);
    }
    bench_verify(first->table);
    bots_are_themselves(first->table);
}

static void a_game_of_one_billion_users(void **state)
{
    whole_game(obu_table);
}

static void a_game_of_six_billion(void **state)
{
    whole_game(six_table);
}

/* A table with an edition of its own: the setup tells it whole, views name it by its hash, the record carries it. */
static void a_game_with_an_edition(void **state)
{
    struct bil_text setup = {0};
    char *edition = bench_edition();
    bil_text_format(&setup, "{\"game\":\"one-billion-users\",\"seats\":2,\"edition\":%s}", edition);
    bench_open(":memory:", false);
    struct bench_client *first = bench_table(bil_text_string(&setup));
    bench_come(first->table, NULL, -1);
    assert_true(bench_heard(&bench.client[2], "\"edition\":{\"format\":1,"));
    bench_forget(&bench.client[2]);
    bench_play(5000);
    assert_true(first->over);
    assert_false(bench_heard(&bench.client[2], "\"edition\":{"));
    bench_verify(first->table);
    struct bil_text record = {0};
    assert_int_equal(bil_table_record(bench.hub, first->table, bench.now, &record, NULL), BIL_FAULT_NONE);
    helper_contains(bil_text_string(&record), "Edition-Data: {");
    helper_contains(bil_text_string(&record), "Commitment: ");
    helper_contains(bil_text_string(&record), "Seat 1: person Ann");
    bil_text_free(&record);
    bil_text_free(&setup);
    free(edition);
}

/* ------------------------------------------------------------------ bots that think */

/* Ann discards, and a bot that looks ahead is asked to draw: it answers when it has thought, and not before a bot's pace. */
static struct bench_client *hard_is_asked(void)
{
    bench_open(":memory:", true);
    struct bench_client *ann = bench_example("safeguard.json", "one-billion-users", "\"bots\":[null,\"hard\",null]");
    bench_move(ann, "discard Push");
    assert_int_equal(ann->asked, 2);
    return ann;
}

static void a_bot_thinks_elsewhere(void **state)
{
    struct bench_client *ann = hard_is_asked();
    bil_hub_wait(bench.hub); /* it may have been done before: a thread thinks as fast as it can, and waits for nobody here */
    bench_wait(599);
    assert_int_equal(ann->number, 4);
    bench_wait(1);
    assert_int_equal(ann->number, 5);
    assert_true(bench_heard(ann, "\"how\":\"bot\",\"move\":\"draw "));
    bench_wait(1000); /* the figures of the threads are looked at once a second */
    assert_true(bench_figures().thoughts.run >= 1);
}

static void a_thought_that_comes_too_late_is_nothing(void **state)
{
    struct bench_client *ann = hard_is_asked();
    struct bench_client *cid = ann + 1;
    bench_say(ann, "{\"type\":\"undo\",\"decision\":2}");
    bench_say(cid, "{\"type\":\"agree\"}");
    assert_int_equal(ann->asked, 1);
    const int64_t number = ann->number;
    bil_hub_wait(bench.hub);
    bench_wait(5000);
    assert_int_equal(ann->asked, 1);
    assert_int_equal(ann->number, number);
    bench_move(ann, "discard Push"); /* and the next one is a thought of its own */
    bil_hub_wait(bench.hub);
    bench_wait(600);
    assert_int_equal(ann->number, number + 2);
}

static void a_server_ends_while_a_bot_thinks(void **state)
{
    hard_is_asked();
    bench_close();
}

/* ------------------------------------------------------------------ the store */

/* What a move costs the store of a server on a file: nobody is asked who has the table. */
static void who_is_alone_asks_nothing_more(void **state)
{
    bench_open(":memory:", false);
    struct bench_client *ann = bench_table("{\"game\":\"six-billion\",\"seats\":2,\"bots\":[null,null]}");
    bench_round();
    struct bench_client *mover = ann[0].move_count > 0 ? &ann[0] : &ann[1];
    int64_t calls = bil_store_calls(bench.store);
    bench_move(mover, mover->move[0]);
    assert_int_equal(bil_store_calls(bench.store) - calls, 3); /* begin, the entry, commit */
    calls = bil_store_calls(bench.store);
    bench_wait(20000);
    assert_int_equal(bil_store_calls(bench.store), calls);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_of_one_billion_users),
        cmocka_unit_test(a_game_of_six_billion),
        cmocka_unit_test(a_game_with_an_edition),
        cmocka_unit_test(a_bot_thinks_elsewhere),
        cmocka_unit_test(a_thought_that_comes_too_late_is_nothing),
        cmocka_unit_test(a_server_ends_while_a_bot_thinks),
        cmocka_unit_test(who_is_alone_asks_nothing_more),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
