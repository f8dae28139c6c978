/* Windows: several are asked at once, answers are held and come out together, and the moment tells nothing.
 *
 * Most begin at docs/examples/safeguard.json: seat 1 pushes The Investor, which stands at seat 2, to seat 3; both may counter as
 * far as the table knows, and only seat 2 holds a Push. */
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "unit.h"

static struct bench_client *ann, *bob, *cid;

#define LIVE "\"pace\":{\"kind\":\"live\",\"move\":60,\"bank\":60,\"window\":10}"

/* Ann has pushed; Bob and Cid are asked, as far as they are persons. */
static void begin(const char *path, const char *rest)
{
    bench_open(path, true);
    ann = bench_example("safeguard.json", "one-billion-users", rest);
    bob = ann + 1;
    cid = ann + 2;
    bench_move(ann, "push The Investor to 3");
    assert_true(ann->window);
    assert_int_equal(ann->asked, 6);
}

static void forget(void)
{
    for (int i = 0; i < bench.count; i++) {
        bench_forget(&bench.client[i]);
    }
}

/* Whether the window is still open for all, and nobody has heard a word. */
static bool silent(int64_t decision)
{
    for (int i = 0; i < bench.count; i++) {
        if (bench.client[i].messages > 0 || bench.client[i].decision != decision) {
            return false;
        }
    }
    return true;
}

static void answers_come_out_together(void **state)
{
    begin(":memory:", LIVE);
    const int64_t decision = ann->decision;
    assert_int_equal(bob->move_count, 4);
    assert_int_equal(cid->move_count, 1); /* it holds no Push, and is asked all the same */
    forget();
    bench.now += 700;
    bench_move(cid, "pass");
    assert_true(bench_heard(cid, "\"type\":\"held\""));
    bench_forget(cid);
    assert_true(silent(decision));
    bench_move(bob, "counter Push to 1");
    assert_true(bench_heard(ann, "\"move\":\"counter Push to 1\""));
    assert_false(bench_heard(ann, "\"move\":\"pass\"")); /* Cid's answer never became known */
    assert_int_equal(ann->decision, decision + 1);
    assert_int_equal(ann->asked, 5); /* a new window: who has a stake now */
}

static void an_answer_may_be_changed(void **state)
{
    begin(":memory:", LIVE);
    bench_move(bob, "counter Push to 1");
    bench_move(bob, "pass");
    bench_connect(bob, -1); /* another device of Bob's sees what is held */
    assert_string_equal(bob->held, "pass");
    bench_move(cid, "pass");
    assert_false(ann->window);
    assert_true(bench_heard(ann, "\"seat\":2,\"time\":1790000000000,\"how\":\"person\",\"move\":\"pass\""));
    assert_true(bench_heard(ann, "\"seat\":3,\"time\":1790000000000,\"how\":\"person\",\"move\":\"pass\""));
}

/* Cid can only pass, and says nothing; Bob passes, or says nothing either. What each hears of the end, and then of all when the
 * server begins again. */
static void window_ends(bool passes, struct bil_text heard[8])
{
    begin(helper_path(passes ? "passed.db" : "lapsed.db"), LIVE);
    const int64_t decision = ann->decision;
    bench_come(bench.made, NULL, -1);
    if (passes) {
        bench_move(bob, "pass");
    }
    forget();
    bench_wait(9999);
    assert_true(silent(decision));
    bench_wait(1);
    assert_int_equal(ann->decision, decision + 2);
    assert_false(ann->window);
    for (int i = 0; i < 8; i++) {
        if (i == 4) {
            bench_kill();
            forget();
        }
        if (i >= 4) {
            bench_connect(&bench.client[i - 4], -1);
        }
        bil_text_add(&heard[i], strstr(bil_text_string(&bench.client[i % 4].all), "\"kind\":\"move\""));
    }
}

static void a_lapsed_window_is_a_pass_to_all_but_its_seat(void **state)
{
    struct bil_text lapsed[8] = {0};
    struct bil_text passed[8] = {0};
    window_ends(false, lapsed);
    window_ends(true, passed);
    for (int i = 0; i < 8; i++) {
        if (i % 4 == 1) {
            assert_non_null(strstr(bil_text_string(&lapsed[i]), "\"how\":\"person\",\"lapsed\":true,\"move\":\"pass\""));
            assert_null(strstr(bil_text_string(&passed[i]), "lapsed"));
        } else {
            assert_string_equal(bil_text_string(&lapsed[i]), bil_text_string(&passed[i]));
        }
        bil_text_free(&lapsed[i]);
        bil_text_free(&passed[i]);
    }
}

static void without_a_clock_a_window_waits(void **state)
{
    begin(":memory:", "");
    const int64_t decision = ann->decision;
    forget();
    bench_wait(INT64_C(3) * 24 * 3600 * 1000);
    assert_true(silent(decision));
}

/* With a bot, or an order, the window stays open for a moment however quick the persons are. */
static void machines_take_their_time(const char *rest, const char *order)
{
    begin(":memory:", rest);
    if (order) {
        bench_say(cid, "{\"type\":\"order\",\"words\":\"%s\"}", order);
        assert_int_equal(cid->move_count, 0); /* the order answers now */
        assert_int_equal(cid->asked, 6);
    }
    const int64_t decision = ann->decision;
    forget();
    bench_wait(300);
    bench_move(bob, "pass");
    bench_forget(bob);
    bench_wait(1199);
    assert_true(silent(decision));
    bench_wait(1);
    assert_int_equal(ann->decision, decision + 2);
    begin(":memory:", rest); /* and whoever takes longer is waited for, not a moment more */
    if (order) {
        bench_say(cid, "{\"type\":\"order\",\"words\":\"%s\"}", order);
    }
    forget();
    bench_wait(4000);
    assert_true(silent(decision));
    bench_move(bob, "pass");
    assert_int_equal(ann->decision, decision + 2);
}

static void a_bot_answers_like_a_quick_person(void **state)
{
    machines_take_their_time(LIVE ",\"bots\":[null,null,\"greedy\"]", NULL);
}

static void a_slow_bot_is_no_clue(void **state)
{
    /* it has a single answer, or thinks: nobody can tell from the moment, which follows from who it is */
    begin(":memory:", LIVE ",\"bots\":[null,null,\"best\"]");
    const int64_t decision = ann->decision;
    bench_move(bob, "pass");
    forget();
    bench_wait(1949);
    assert_true(silent(decision));
    bench_wait(1);
    assert_int_equal(ann->decision, decision + 2);
}

static void an_order_answers_like_a_quick_person(void **state)
{
    machines_take_their_time(LIVE, "never counter");
}

static void bots_alone_keep_their_pace(void **state)
{
    begin(":memory:", LIVE ",\"bots\":[null,\"greedy\",\"greedy\"]");
    const int64_t decision = ann->decision;
    forget();
    bench_wait(599);
    assert_true(silent(decision));
    bench_wait(1);
    assert_false(silent(decision));
}

static void what_is_held_survives(void **state)
{
    begin(bench_file(), LIVE);
    const int64_t decision = ann->decision;
    bench_move(bob, "counter Push to 1");
    bench_kill();
    for (int i = 0; i < 3; i++) {
        bench_connect(&bench.client[i], ann[i].number);
    }
    assert_string_equal(bob->held, "counter Push to 1");
    assert_string_equal(cid->held, "");
    assert_int_equal(ann->decision, decision);
    bench_move(cid, "pass");
    assert_true(bench_heard(ann, "\"move\":\"counter Push to 1\""));
}

static void an_answer_may_be_repeated(void **state)
{
    begin(":memory:", LIVE);
    const long long decision = (long long)ann->decision;
    bench_move(cid, "pass");
    bench_move(bob, "counter Push to 1");
    forget();
    bench_say(bob, "{\"type\":\"move\",\"id\":9,\"decision\":%lld,\"move\":\"counter Push to 1\"}", decision);
    assert_true(bench_heard(bob, "{\"type\":\"ok\",\"id\":9}"));
    bench_say(cid, "{\"type\":\"move\",\"id\":9,\"decision\":%lld,\"move\":\"pass\"}", decision);
    assert_true(bench_heard(cid, "{\"type\":\"ok\",\"id\":9}"));
    bench_say(bob, "{\"type\":\"move\",\"id\":9,\"decision\":%lld,\"move\":\"pass\"}", decision);
    assert_string_equal(bob->code, "stale");
    assert_int_equal(ann->messages, 0);
}

/* docs/examples/war.json: a doubling that Death and Famine could cancel, and a War that could answer. */
static void a_chain_of_windows(void **state)
{
    bench_open(":memory:", true);
    ann = bench_example("war.json", "six-billion", LIVE);
    bob = ann + 1;
    cid = ann + 2;
    bench_move(ann, "double mars");
    assert_int_equal(ann->asked, 6);
    bench_move(cid, "famine");
    bench_move(bob, "death");
    assert_true(bench_heard(ann, "\"move\":\"death\""));
    assert_false(bench_heard(ann, "\"move\":\"famine\""));
    assert_true(ann->window);
    assert_true(ann->asked & 1U);
    for (int i = 0; i < 8 && ann->window; i++) {
        for (int c = 0; c < 3; c++) {
            if (ann[c].move_count > 0 && !ann[c].held[0]) {
                bench_move(&ann[c], "pass");
            }
        }
        bench_wait(10);
    }
    assert_false(ann->window);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_out_together),
        cmocka_unit_test(an_answer_may_be_changed),
        cmocka_unit_test(a_lapsed_window_is_a_pass_to_all_but_its_seat),
        cmocka_unit_test(without_a_clock_a_window_waits),
        cmocka_unit_test(a_bot_answers_like_a_quick_person),
        cmocka_unit_test(a_slow_bot_is_no_clue),
        cmocka_unit_test(an_order_answers_like_a_quick_person),
        cmocka_unit_test(bots_alone_keep_their_pace),
        cmocka_unit_test(what_is_held_survives),
        cmocka_unit_test(an_answer_may_be_repeated),
        cmocka_unit_test(a_chain_of_windows),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
