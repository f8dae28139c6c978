/* Persons that leave a game which runs: a bot plays their seat to the end, and nobody else is held up. And who was too slow and
 * says that he is back. */
#include <stdio.h>
#include <string.h>

#include "billions/record.h"
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "unit.h"

enum { SECOND = 1000 };

static struct bench_client *ann, *bob, *cid;

#define THREE "{\"game\":\"one-billion-users\",\"seats\":3,\"absent\":{\"bot\":\"greedy\"}}"

static void begin(const char *path, const char *json)
{
    bench_open(path, false);
    ann = bench_table(json);
    bob = ann + 1;
    cid = ann + 2;
}

static enum bil_fault leave(struct bench_client *who, struct bil_error *error)
{
    const enum bil_fault fault = bil_table_leave(bench.hub, who->table, who->token, bench.now, error);
    bench_round();
    if (!fault) {
        assert_string_equal(who->code, "token"); /* it is sent away, and told why */
        assert_true(bench_heard(who, "You left this game"));
        bench_drop(who);
    }
    return fault;
}

/* The text of the record, which must be there. */
static void record_of(const char *table, struct bil_text *out)
{
    bil_text_clear(out);
    assert_int_equal(bil_table_record(bench.hub, table, bench.now, out, NULL), BIL_FAULT_NONE);
}

static void a_bot_plays_the_seat_of_who_leaves_to_the_end(void **state)
{
    struct bil_error error;
    struct bil_text live = {0};
    struct bil_text again = {0};
    struct bil_seated next;
    char table[BIL_TABLE_ID + 1];
    begin(bench_file(), THREE);
    snprintf(table, sizeof table, "%s", ann->table);
    bench_play(12);
    bench_forget(bob);
    assert_int_equal(leave(ann, &error), BIL_FAULT_NONE);
    assert_true(bench_heard(bob, "\"kind\":\"left\",\"seat\":1"));
    assert_true(bench_heard(bob, "\"kind\":\"bot-seated\",\"seat\":1"));
    assert_true(bench_heard(bob, "\"name\":\"greedy:person="));
    assert_int_equal(leave(ann, &error), BIL_FAULT_TOKEN);
    helper_contains(error.text, "was given up");
    bench_connect(ann, -1);
    assert_string_equal(ann->code, "token");
    bench_drop(ann);
    bench_play(12);
    bench_kill(); /* what is stored says the same */
    bench_connect(bob, -1);
    assert_true(bench_heard(bob, "\"seat\":1,\"kind\":\"bot\",\"name\":\"greedy:person="));
    assert_true(bench_heard(bob, "\"left\":\"Ann\"")); /* and whose seat it was */
    bench_connect(cid, -1);
    bench_play(5000);
    assert_true(bob->over);
    bench_verify(table);
    record_of(table, &live);
    helper_contains(bil_text_string(&live), "Seat 1: greedy:person=");
    helper_contains(bil_text_string(&live), "Seat 2: person");
    assert_int_equal(bench_rematch(ann, &next), BIL_FAULT_TOKEN);
    assert_int_equal(bench_rematch(bob, &next), BIL_FAULT_NONE);
    bench_kill();
    record_of(table, &again);
    assert_string_equal(bil_text_string(&live), bil_text_string(&again));
    bil_text_clear(&again);
    const struct bil_asker nobody = {"", ""};
    assert_int_equal(bil_table_describe(bench.hub, next.table, &nobody, bench.now, &again, &error), BIL_FAULT_NONE);
    helper_contains(bil_text_string(&again), "\"bots\":[null,null,null]"); /* his chair is free, and the others decide */
    helper_contains(bil_text_string(&again), "\"state\":\"open\"");
    bil_text_free(&live);
    bil_text_free(&again);
}

/* The same record, whether the server was begun anew in between or not: it names who sits there at the end. */
static void who_left_is_no_player_of_the_record(void **state)
{
    struct bil_text live = {0};
    begin(":memory:", THREE);
    bench_play(6);
    assert_int_equal(leave(cid, NULL), BIL_FAULT_NONE);
    bench_play(5000);
    bench_verify(ann->table);
    record_of(ann->table, &live);
    helper_contains(bil_text_string(&live), "Seat 3: greedy:person=");
    bil_text_free(&live);
}

/* The person that stands in for a seat from now on, as everybody was told; into `out`. */
static void stand_in_of(const struct bench_client *who, const char *kind, char *out, size_t size)
{
    char part[64];
    snprintf(part, sizeof part, "\"kind\":\"%s\"", kind);
    const char *at = strstr(bil_text_string(&who->all), part);
    assert_non_null(at);
    at = strstr(at, ":person=");
    assert_non_null(at);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

static void who_plays_on_has_played_for_nobody_else(void **state)
{
    char for_ann[64];
    char again[64];
    char for_bob[64];
    begin(":memory:", THREE);
    bench_play(6);
    bench_bye(ann);
    bench_wait(30 * SECOND);
    stand_in_of(cid, "bot", for_ann, sizeof for_ann);
    bench_connect(ann, -1);
    assert_true(bench_heard(cid, "\"kind\":\"back\",\"seat\":1"));
    bench_forget(cid);
    assert_int_equal(leave(bob, NULL), BIL_FAULT_NONE);
    stand_in_of(cid, "bot-seated", for_bob, sizeof for_bob);
    assert_string_not_equal(for_ann, for_bob);
    bench_forget(cid);
    bench_bye(ann); /* whoever goes again finds the same person in the seat */
    bench_wait(30 * SECOND);
    stand_in_of(cid, "bot", again, sizeof again);
    assert_string_equal(for_ann, again);
}

static void the_next_table_is_told_to_who_sat_there(void **state)
{
    struct bil_seated next;
    struct bil_text text = {0};
    char leads[64];
    begin(":memory:", THREE);
    bench_play(5000);
    assert_int_equal(bil_table_rematch(bench.hub, ann->table, ann->token, true, NULL, "", bench.now, &next, NULL), BIL_FAULT_NONE);
    bench_round();
    snprintf(leads, sizeof leads, "\"next\":\"%s\"", next.table);
    const struct bil_asker nobody = {"", ""};
    const struct bil_asker stranger = {"AAAAAAAAAAAAAAAAAAAAAA", "Dora"};
    const struct bil_asker guest = {bob->token, ""};
    assert_int_equal(bil_table_describe(bench.hub, ann->table, &nobody, bench.now, &text, NULL), BIL_FAULT_NONE);
    assert_null(strstr(bil_text_string(&text), "\"next\""));
    bil_text_clear(&text);
    assert_int_equal(bil_table_describe(bench.hub, ann->table, &stranger, bench.now, &text, NULL), BIL_FAULT_NONE);
    assert_null(strstr(bil_text_string(&text), "\"next\""));
    bil_text_clear(&text);
    assert_int_equal(bil_table_describe(bench.hub, ann->table, &guest, bench.now, &text, NULL), BIL_FAULT_NONE);
    helper_contains(bil_text_string(&text), leads);
    bil_text_free(&text);
}

static void without_a_bot_for_the_absent_a_usual_one_plays(void **state)
{
    begin(":memory:", "{\"game\":\"six-billion\",\"seats\":2}");
    assert_int_equal(leave(ann, NULL), BIL_FAULT_NONE);
    assert_true(bench_heard(bob, "\"name\":\"medium:person="));
}

static void a_table_that_all_have_left_is_given_up(void **state)
{
    begin(":memory:", THREE);
    struct bench_client *watcher = bench_come(ann->table, "", -1);
    assert_int_equal(leave(ann, NULL), BIL_FAULT_NONE);
    assert_int_equal(leave(bob, NULL), BIL_FAULT_NONE);
    assert_false(bench_heard(watcher, "\"kind\":\"closed\""));
    assert_int_equal(bench_figures().tables_playing, 1);
    assert_int_equal(leave(cid, NULL), BIL_FAULT_NONE);
    assert_true(bench_heard(watcher, "\"kind\":\"closed\""));
    assert_int_equal(bench_figures().tables_playing, 0);
    assert_int_equal(leave(cid, NULL), BIL_FAULT_TOKEN);
}

static void who_leaves_asks_for_nothing_any_more(void **state)
{
    bench_open(bench_file(), true);
    ann = bench_example("safeguard.json", "one-billion-users", "");
    bob = ann + 1;
    bench_move(ann, "discard Push");
    bench_move(bob, "draw deck");
    bench_say(ann, "{\"type\":\"undo\",\"decision\":%lld}", (long long)ann->decision);
    assert_true(bench_heard(bob, "\"kind\":\"ask-undo\",\"seat\":1"));
    assert_int_equal(leave(ann, NULL), BIL_FAULT_NONE);
    bench_say(bob, "{\"type\":\"agree\"}");
    assert_string_equal(bob->code, "undo");
    bench_kill();
    bench_connect(bob, -1);
    bench_say(bob, "{\"type\":\"agree\"}");
    assert_string_equal(bob->code, "undo");
}

static void the_one_who_is_asked_may_leave(void **state)
{
    bench_open(":memory:", true);
    ann = bench_example("safeguard.json", "one-billion-users", "\"absent\":{\"bot\":\"greedy\"}");
    bob = ann + 1;
    assert_int_equal(bob->asked, 1);
    assert_int_equal(leave(ann, NULL), BIL_FAULT_NONE);
    bench_wait(10 * SECOND);
    assert_true(bench_heard(bob, "\"how\":\"bot\""));
    assert_true(bob->asked != 1);
}

static void in_a_window_nobody_waits_for_who_has_left(void **state)
{
    bench_open(":memory:", true);
    ann = bench_example("safeguard.json", "one-billion-users", "\"absent\":{\"bot\":\"greedy\"}");
    bob = ann + 1;
    cid = ann + 2;
    bench_move(ann, "push The Investor to 3");
    assert_true(ann->window);
    const int64_t decision = ann->decision;
    for (struct bench_client *who = bob; who <= cid; who++) {
        if (who->asked >> who->seat & 1U) {
            assert_int_equal(leave(who, NULL), BIL_FAULT_NONE);
        }
    }
    bench_wait(60 * SECOND);
    assert_true(ann->decision > decision); /* it has closed; what a bot has answered may have opened another */
}

static void who_was_too_slow_says_that_he_is_back(void **state)
{
    bench_open(":memory:", true);
    ann = bench_example("safeguard.json", "one-billion-users",
                        "\"pace\":{\"kind\":\"live\",\"move\":5,\"bank\":10,\"window\":10},\"absent\":{\"bot\":\"greedy\"}");
    bob = ann + 1;
    bench_say(ann, "{\"type\":\"back\",\"id\":4}"); /* he was never away: no fault, and nobody hears of it */
    assert_true(bench_heard(ann, "{\"type\":\"ok\",\"id\":4}"));
    assert_false(bench_heard(bob, "\"kind\":\"back\""));
    bench_wait(15 * SECOND);
    assert_true(bench_heard(bob, "\"kind\":\"bot\",\"seat\":1"));
    assert_true(bench_heard(bob, "\"name\":\"greedy:person=")); /* somebody plays, and has a name */
    bench_say(ann, "{\"type\":\"ping\"}");
    assert_false(bench_heard(bob, "\"kind\":\"back\""));
    bench_say(ann, "{\"type\":\"back\",\"id\":5}");
    assert_true(bench_heard(ann, "{\"type\":\"ok\",\"id\":5}"));
    assert_true(bench_heard(bob, "\"kind\":\"back\",\"seat\":1"));
    struct bench_client *watcher = bench_come(ann->table, "", -1);
    bench_say(watcher, "{\"type\":\"back\"}");
    assert_string_equal(watcher->code, "seat");
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_plays_the_seat_of_who_leaves_to_the_end),  cmocka_unit_test(who_left_is_no_player_of_the_record),
        cmocka_unit_test(without_a_bot_for_the_absent_a_usual_one_plays), cmocka_unit_test(a_table_that_all_have_left_is_given_up),
        cmocka_unit_test(who_plays_on_has_played_for_nobody_else),        cmocka_unit_test(the_next_table_is_told_to_who_sat_there),
        cmocka_unit_test(who_leaves_asks_for_nothing_any_more),           cmocka_unit_test(the_one_who_is_asked_may_leave),
        cmocka_unit_test(in_a_window_nobody_waits_for_who_has_left),      cmocka_unit_test(who_was_too_slow_says_that_he_is_back),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
