/* Results of challenges at a server: what is let in, from whom, in which order it is shown, and to whom a record is given. */
#include "server/http_requests.h"
#include "server/tables/table.h"
#include "table/helpers.h"
#include "table/records/challenge.h"
#include "unit.h"

static char id[BIL_CHALLENGE_ID + 1];
static char path[64];

static const char browser_one[] = "AAECAwQFBgcICQoLDA0ODw";
static const char browser_two[] = "EBESExQVFhcYGRobHB0eHw";

/* A finished playing of a challenge; `seed` is how the person chooses. */
static char *play(const char *game, const char *day, unsigned seed)
{
    struct bil_text text = {0};
    struct bil_record_end end;
    assert_true(bil_challenge_daily(bil_game_find(game), day, &text, NULL));
    struct bil_match *match = bil_challenge_read(bil_text_string(&text), text.length, "challenge", &end, NULL);
    bil_text_clear(&text);
    bil_match_settle(match);
    while (match->actor != BIL_OVER) {
        seed = seed * 1664525U + 1013904223U;
        if (match->player[match->actor].bot) {
            bil_match_step(match);
        } else {
            assert_true(bil_match_play(match, match->move[(seed >> 16) % (unsigned)match->move_count], NULL));
        }
    }
    bil_record_write(match, &text);
    bil_match_free(match);
    char *record = keep_text(bil_text_string(&text), text.length);
    bil_text_free(&text);
    return record;
}

static const char *send(const char *name, const char *record, const char *browser, int status, const char *part)
{
    struct bil_text body = {0};
    bil_json_object(&body);
    bil_json_key_string(&body, "name", name);
    bil_json_key_string(&body, "record", record);
    if (browser) {
        bil_json_key_string(&body, "browser", browser);
    }
    bil_json_object_end(&body);
    const char *answer = ask_for("POST", path, bil_text_string(&body), status, part);
    bil_text_free(&body);
    return answer;
}

static char *records[3];

static int open_bench(void **state)
{
    struct bil_text text = {0};
    bench_open(":memory:", false);
    assert_true(bil_challenge_daily(bil_game_find("one-billion-users"), "2026-11-24", &text, NULL));
    bil_challenge_id(bil_text_string(&text), id);
    bil_text_free(&text);
    snprintf(path, sizeof path, "/api/challenges/%s", id);
    for (unsigned i = 0; i < 3; i++) {
        records[i] = play("one-billion-users", "2026-11-24", 11 + i);
    }
    return 0;
}

/* ------------------------------------------------------------------ what is let in */

static void a_result_is_proven_and_shown(void **state)
{
    ask_for("GET", path, NULL, 200, "\"results\":[]");
    send("Ann", records[0], browser_one, 201, "\"number\":1");
    const char *shown = ask_for("GET", path, NULL, 200, "\"name\":\"Ann\"");
    helper_contains(shown, "\"you\":false");
    assert_null(strstr(shown, "record"));
    ask_as(browser_one);
    ask_for("GET", path, NULL, 200, "\"you\":true");
}

static void the_first_result_of_each_counts(void **state)
{
    const char *first = send("Ann", records[0], browser_one, 201, "\"number\":1");
    const char *again = send("Ann", records[1], browser_one, 200, "\"number\":1");
    assert_string_equal(first, again);
    send("Bob", records[1], browser_two, 201, "\"number\":2");
    ask_for("GET", path, NULL, 200, "\"name\":\"Bob\"");
}

static void of_an_account_it_is_the_account_that_counts(void **state)
{
    const char *session = register_person("Cleo");
    send("CIeo", records[2], browser_two, 409, "is registered here"); /* a guest who looks like her */
    ask_as(session);
    send("somebody", records[0], NULL, 201, "\"number\":1");
    send("somebody", records[1], browser_one, 200, "\"number\":1");
    ask_for("GET", path, NULL, 200, "\"name\":\"Cleo\"");
    ask_as(browser_two);
    send("somebody", records[1], browser_one, 403, "error"); /* no session of anybody */
}

static void the_best_stand_first(void **state)
{
    for (int i = 0; i < 3; i++) {
        char token[] = "AAECAwQFBgcICQoLDA0ODA";
        char name[] = "Player 0";
        token[0] = (char)('A' + i);
        name[7] = (char)('1' + i);
        send(name, records[i], token, 201, "place");
    }
    const char *shown = ask_for("GET", path, NULL, 200, "results");
    int last = 0;
    int64_t before = INT64_MAX;
    int lines = 0;
    for (const char *at = shown; (at = strstr(at, "\"place\":")); at++, lines++) {
        int place = 0;
        long long points = 0;
        assert_int_equal(sscanf(at, "\"place\":%d,\"points\":%lld", &place, &points), 2);
        assert_true(place > last || (place == last && points <= before));
        last = place;
        before = points;
    }
    assert_int_equal(lines, 3);
}

static void what_is_not_proven_is_refused(void **state)
{
    char *other = play("one-billion-users", "2026-11-25", 5);
    char *altered = strdup(records[0]);
    char *cut = strdup(records[0]);
    char *result = strstr(altered, " points, place ");
    result[-1] = result[-1] == '5' ? '0' : '5';
    *strstr(cut, "Result:") = 0;
    send("Ann", altered, browser_one, 400, "unproven");
    send("Ann", cut, browser_one, 400, "breaks off");
    send("Ann", other, browser_one, 400, "of another challenge");
    send("Ann", "hello", browser_one, 400, "this is no record");
    send("Ann", records[0], "short", 400, "\\\"browser\\\" must be a token");
    send("Ann", records[0], NULL, 400, "\\\"browser\\\" must be a token");
    send("", records[0], browser_one, 400, "A name has");
    send("A\\u202en", records[0], browser_one, 201, "number"); /* written out, it is but letters */
    ask_for("POST", path, "{\"name\":\"Ann\",\"browser\":\"AAECAwQFBgcICQoLDA0ODw\"}", 400, "\\\"record\\\" must be");
    ask_for("POST", path, "{\"name\":7}", 400, "name");
    ask_for("POST", path, NULL, 400, "needs a body");
    ask_for("DELETE", path, NULL, 405, "method");
    ask_for("GET", "/api/challenges/short", NULL, 404, "no such challenge");
    free(cut);
    free(altered);
}

static void a_bot_that_did_not_choose_so_is_caught(void **state)
{
    char *forged = NULL;
    /* Seat 1 of that day is medium; what greedy would have played there is passed off as its. */
    struct bil_text text = {0};
    struct bil_record_end end;
    assert_true(bil_challenge_daily(bil_game_find("one-billion-users"), "2026-11-24", &text, NULL));
    char *with = helper_replace(bil_text_string(&text), "Seat 1: medium:", "Seat 1: greedy:");
    struct bil_match *match = bil_challenge_read(with, strlen(with), "challenge", &end, NULL);
    bil_match_settle(match);
    while (match->actor != BIL_OVER) {
        if (match->player[match->actor].bot) {
            bil_match_step(match);
        } else {
            assert_true(bil_match_play(match, match->move[0], NULL));
        }
    }
    bil_text_clear(&text);
    bil_record_write(match, &text);
    forged = helper_replace(bil_text_string(&text), "Seat 1: greedy:", "Seat 1: medium:");
    send("Eve", forged, browser_one, 400, "this is not the game that these bots play");
    ask_for("GET", path, NULL, 200, "\"results\":[]");
    bil_match_free(match);
    bil_text_free(&text);
    free(with);
    free(forged);
}

static void one_address_cannot_send_for_ever(void **state)
{
    for (int i = 0; i < BIL_RESULTS_AN_HOUR; i++) {
        send("Ann", "hello", browser_one, 400, "unproven");
    }
    send("Ann", records[0], browser_one, 429, "Too many results");
    ask_from("192.0.2.9");
    send("Ann", records[0], browser_one, 201, "number");
}

/* ------------------------------------------------------------------ records */

static void records_are_for_those_who_have_played(void **state)
{
    char one[80];
    send("Ann", records[0], browser_one, 201, "\"number\":1");
    snprintf(one, sizeof one, "%s?record=1", path);
    ask_for("GET", one, NULL, 403, "Whoever has a result");
    ask_as(browser_two);
    ask_for("GET", one, NULL, 403, "Whoever has a result");
    ask_as("");
    send("Bob", records[1], browser_two, 201, "\"number\":2");
    ask_as(browser_two);
    ask_for("GET", one, NULL, 200, "Format: billions-record 1");
    snprintf(one, sizeof one, "%s?record=3", path);
    ask_for("GET", one, NULL, 404, "no result of that number");
    snprintf(one, sizeof one, "%s?record=x", path);
    ask_for("GET", one, NULL, 400, "must be the number");
    /* A result there opens no other challenge's records. */
    ask_for("GET", "/api/challenges/aaaaaaaaaaaaaaaa?record=1", NULL, 403, "Whoever has a result");
}

/* ------------------------------------------------------------------ the store */

static bool count(void *context, const struct bil_result *result)
{
    (void)result;
    ++*(int *)context;
    return true;
}

static void the_store_keeps_a_result_whole_or_not_at_all(void **state)
{
    struct bil_error error = {{0}};
    const char *file = helper_path("results.db");
    struct bil_store *store = bil_store_open(file, &error);
    assert_non_null(store);
    struct bil_result result = {
        .challenge = "aaaaaaaaaaaaaaaa", .who = "browser 1", .name = "Ann", .place = 1, .points = 1250, .when = 5};
    bool added = false;
    const int64_t calls = bil_store_calls(store);
    assert_true(bil_store_add_result(store, &result, "a record", &added, &error));
    const int64_t needed = bil_store_calls(store) - calls;
    assert_true(added && result.number == 1);
    /* Whichever statement fails, nothing of a second one is there. */
    for (int64_t fails = 1; fails <= needed; fails++) {
        struct bil_result second = result;
        int there = 0;
        snprintf(second.who, sizeof second.who, "browser 2");
        bil_store_fail_at(store, fails);
        assert_false(bil_store_add_result(store, &second, "another", &added, &error));
        bil_store_fail_at(store, 0);
        assert_false(added);
        bil_store_rollback(store);
        assert_true(bil_store_results(store, result.challenge, 10, count, &there, &error));
        assert_int_equal(there, 1);
    }
    bil_store_close(store);
    store = bil_store_open(file, &error); /* it outlasts the server, and is in a backup */
    assert_non_null(store);
    assert_true(bil_store_copy(file, helper_path("copy.db"), &error));
    bil_store_close(store);
    store = bil_store_open(helper_path("copy.db"), &error);
    struct bil_text record = {0};
    bool has = false;
    assert_true(bil_store_has_result(store, result.challenge, "browser 1", &has, &error));
    assert_true(has);
    assert_true(bil_store_result_record(store, result.challenge, 1, &record, &error));
    assert_string_equal(bil_text_string(&record), "a record");
    bil_text_free(&record);
    assert_false(bil_store_result_record(store, "bbbbbbbbbbbbbbbb", 1, &record, &error));
    assert_string_equal(error.text, "");
    bil_text_free(&record);
    bil_store_close(store);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_result_is_proven_and_shown, open_bench),
        cmocka_unit_test_setup(the_first_result_of_each_counts, open_bench),
        cmocka_unit_test_setup(of_an_account_it_is_the_account_that_counts, open_bench),
        cmocka_unit_test_setup(the_best_stand_first, open_bench),
        cmocka_unit_test_setup(what_is_not_proven_is_refused, open_bench),
        cmocka_unit_test_setup(a_bot_that_did_not_choose_so_is_caught, open_bench),
        cmocka_unit_test_setup(one_address_cannot_send_for_ever, open_bench),
        cmocka_unit_test_setup(records_are_for_those_who_have_played, open_bench),
        cmocka_unit_test(the_store_keeps_a_result_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
