/* Seats belong to keys: the token that opened one, the account that has it. What somebody is called opens nothing, and a key that
 * was replaced closes what it has opened. */
#include "server/http_requests.h"
#include "server/tables/table.h"
#include "table/helpers.h"
#include "unit.h"

static struct bench_client *ann, *bob;

/* Ann and Bob have played; more members of the setup in `rest`. */
static void play(const char *rest)
{
    char json[200];
    snprintf(json, sizeof json, "{\"game\":\"six-billion\",\"seats\":2,\"options\":{\"turn-cap\":\"3\"}%s}", rest);
    ann = bench_table(json);
    bob = ann + 1;
    bench_come(ann->table, NULL, -1);
    bench_play(5000);
    assert_true(ann->over);
}

/* The next table of Ann's and Bob's, asked for with a key; the answer, which the caller frees. */
static const char *rematch(const char *key, const char *body, int status, const char *part)
{
    ask_as(key);
    const char *answer = ask_for("POST", api_path("/api/tables/*/rematch", ann->table), body, status, part);
    ask_as("");
    bench_round();
    return answer;
}

/* ------------------------------------------------------------------ the next table */

static void a_name_gives_nobody_anothers_seat(void **state)
{
    play("");
    const char *answer = rematch(ann->token, "{\"take\":false}", 200, "commitment");
    const char *next = member(answer, "table");
    /* The seat that was Bob's is taken by another Bob, who has its key now. */
    answer = ask_for("POST", api_path("/api/tables/*/join", next), "{\"name\":\"Bob\",\"seat\":2}", 200, "\"seat\":2");
    struct bench_client *real = bench_come(next, member(answer, "token"), 1);
    rematch(bob->token, NULL, 409, "Somebody else has your seat at the next table.");
    assert_string_equal(real->code, "");
    assert_true(bench_say(real, "{\"type\":\"ping\",\"id\":1}"));
    /* To decline is to speak for one's own seat at the table that is over, not for his. */
    ask_as(bob->token);
    ask_for("POST", api_path("/api/tables/*/decline", ann->table), NULL, 200, "{}");
    ask_as("");
    bench_round();
    assert_false(bench_heard(real, "decline"));
    /* Ann's is as free as before. */
    rematch(ann->token, NULL, 200, "\"seat\":1");
    assert_true(bench_heard(real, "\"state\":\"playing\""));
}

static void a_replaced_token_closes_what_it_opened(void **state)
{
    bench_open(helper_path("keys.db"), false);
    play("");
    const char *answer = rematch(bob->token, NULL, 200, "\"seat\":2");
    struct bench_client *first[2];
    for (int i = 0; i < 2; i++) {
        first[i] = bench_come(member(answer, "table"), member(answer, "token"), 1);
    }
    bench_kill(); /* whose key it is outlives the server */
    for (int i = 0; i < 2; i++) {
        bench_connect(first[i], -1);
    }
    struct bench_client *watches = bench_come(first[0]->table, "", -1);
    answer = rematch(bob->token, NULL, 200, "\"seat\":2");
    assert_string_equal(member(answer, "table"), first[0]->table);
    assert_string_not_equal(member(answer, "token"), first[0]->token);
    for (int i = 0; i < 2; i++) { /* told, and deaf: they cannot even talk */
        assert_string_equal(first[i]->code, "token");
        assert_false(bench_say(first[i], "{\"type\":\"chat\",\"text\":\"I am still here\"}"));
    }
    assert_true(bench_heard(watches, "{\"type\":\"presence\",\"seat\":2,\"connected\":false}"));
    assert_false(bench_heard(watches, "still here"));
    for (int i = 0; i < 2; i++) {
        bench_drop(first[i]);
    }
    struct bench_client *late = bench_come(first[0]->table, first[0]->token, 1);
    assert_string_equal(late->code, "token");
    bench_drop(late);
    struct bench_client *bobs = bench_come(first[0]->table, member(answer, "token"), 1);
    assert_string_equal(bobs->last, "table");
}

static void an_account_is_a_key(void **state)
{
    const char *session = register_person("Dora");
    const char *table = ask_member("POST", "/api/tables", "{\"game\":\"six-billion\",\"seats\":2}", 201, "table");
    ask_as(session);
    const char *answer = ask_for("POST", api_path("/api/tables/*/join", table), "{\"name\":\"Dora\"}", 200, "\"seat\":1");
    struct bench_client *first = bench_come(table, member(answer, "token"), 0);
    answer = ask_for("POST", api_path("/api/my/*/seat", table), NULL, 200, "\"seat\":1");
    bench_round();
    assert_string_equal(first->code, "token");
    assert_true(bench_heard(first, "This seat has a new link"));
    assert_false(bench_say(first, "{\"type\":\"chat\",\"text\":\"hello\"}"));
    bench_drop(first);
    struct bench_client *second = bench_come(table, member(answer, "token"), 0);
    assert_string_equal(second->last, "table");
}

/* ------------------------------------------------------------------ who is told of it */

static void an_unlisted_rematch_is_not_told_to_who_watches(void **state)
{
    for (int listed = 0; listed < 2; listed++) {
        play(listed ? ",\"listed\":true" : "");
        struct bench_client *watched = ann + 2;
        const char *answer = rematch(ann->token, "{\"take\":false}", 200, "table");
        const char *next = member(answer, "table");
        struct bench_client *late = bench_come(ann->table, "", -1);
        struct bench_client *back = bench_client(ann->table, NULL, -1);
        bench_connect(back, ann->number - 1);
        struct bench_client *const watch[] = {watched, late, back};
        for (int i = 0; i < 3; i++) { /* they hear that there is one, for numbers have no gaps */
            assert_true(bench_heard(watch[i], "\"kind\":\"rematch\""));
            assert_int_equal(bench_heard(watch[i], next), listed);
        }
        assert_true(bench_heard(ann, next) && bench_heard(bob, next));
        bench_drop(bob);
        bench_forget(bob);
        bench_connect(bob, -1);
        assert_true(bench_heard(bob, next));
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_name_gives_nobody_anothers_seat, bench_memory),
        cmocka_unit_test(a_replaced_token_closes_what_it_opened),
        cmocka_unit_test_setup(an_account_is_a_key, bench_memory),
        cmocka_unit_test_setup(an_unlisted_rematch_is_not_told_to_who_watches, bench_memory),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
