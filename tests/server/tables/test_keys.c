/* Seats belong to keys: the token that opened one, the account that has it. What somebody is called opens nothing, and a key that
 * was replaced closes what it has opened. */
#include "server/http_requests.h"
#include "server/tables/table.h"
#include "table/helpers.h"
#include "unit.h"

static struct bench bench;
static struct bench_client *ann, *bob;

static int begin(void **state)
{
    snprintf(asking_address, sizeof asking_address, "192.0.2.1");
    asking_bearer[0] = 0;
    helper_folder();
    bench_open(&bench, helper_path("keys.db"), false);
    return 0;
}

static int end(void **state)
{
    bench_close(&bench);
    helper_folder_end();
    return 0;
}

/* Ann and Bob have played; more members of the setup in `rest`. */
static void play(const char *rest)
{
    char json[200];
    snprintf(json, sizeof json, "{\"game\":\"six-billion\",\"seats\":2,\"options\":{\"turn-cap\":\"3\"}%s}", rest);
    ann = bench_table(&bench, json);
    bob = ann + 1;
    struct bench_client *watches = bench_client(&bench, ann->table, NULL, -1);
    bench_connect(watches, -1);
    bench_play(&bench, 5000);
    assert_true(ann->over);
}

static void as(const char *key)
{
    snprintf(asking_bearer, sizeof asking_bearer, "%s", key);
}

static char *path_of(const char *before, const char *table, const char *behind)
{
    static char path[100];
    snprintf(path, sizeof path, "%s%s%s", before, table, behind);
    return path;
}

/* The next table of Ann's and Bob's, asked for with a key; the answer, which the caller frees. */
static char *rematch(const char *key, const char *body, int status, const char *part)
{
    as(key);
    char *answer = ask_for(&bench, "POST", path_of("/api/tables/", ann->table, "/rematch"), body, status, part);
    as("");
    bench_round(&bench);
    return answer;
}

/* A client at a table with that token. */
static struct bench_client *sit_with(const char *table, const char *token, int seat)
{
    struct bench_client *client = bench_client(&bench, table, token, seat);
    bench_connect(client, -1);
    return client;
}

/* ------------------------------------------------------------------ the next table */

static void a_name_gives_nobody_anothers_seat(void **state)
{
    play("");
    char next[64];
    char *answer = rematch(ann->token, "{\"take\":false}", 200, "commitment");
    snprintf(next, sizeof next, "%s", member(answer, "table"));
    free(answer);
    /* The seat that was Bob's is taken by another Bob, who has its key now. */
    answer = ask_for(&bench, "POST", path_of("/api/tables/", next, "/join"), "{\"name\":\"Bob\",\"seat\":2}", 200, "\"seat\":2");
    struct bench_client *real = sit_with(next, member(answer, "token"), 1);
    free(answer);
    free(rematch(bob->token, NULL, 409, "Somebody else has your seat at the next table."));
    assert_string_equal(real->code, "");
    assert_true(bench_say(real, "{\"type\":\"ping\",\"id\":1}"));
    /* To decline is to speak for one's own seat at the table that is over, not for his. */
    as(bob->token);
    expect_answer(&bench, "POST", path_of("/api/tables/", ann->table, "/decline"), NULL, 200, "{}");
    as("");
    bench_round(&bench);
    assert_false(bench_heard(real, "decline"));
    /* Ann's is as free as before. */
    free(rematch(ann->token, NULL, 200, "\"seat\":1"));
    assert_true(bench_heard(real, "\"state\":\"playing\""));
}

static void a_replaced_token_closes_what_it_opened(void **state)
{
    play("");
    char *answer = rematch(bob->token, NULL, 200, "\"seat\":2");
    struct bench_client *first[2];
    for (int i = 0; i < 2; i++) {
        first[i] = sit_with(member(answer, "table"), member(answer, "token"), 1);
    }
    free(answer);
    bench_kill(&bench); /* whose key it is outlives the server */
    for (int i = 0; i < 2; i++) {
        bench_connect(first[i], -1);
    }
    struct bench_client *watches = sit_with(first[0]->table, "", -1);
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
    struct bench_client *late = sit_with(first[0]->table, first[0]->token, 1);
    assert_string_equal(late->code, "token");
    bench_drop(late);
    struct bench_client *bobs = sit_with(first[0]->table, member(answer, "token"), 1);
    assert_string_equal(bobs->last, "table");
    free(answer);
}

static void an_account_is_a_key(void **state)
{
    char session[64];
    char *answer = ask_for(&bench, "POST", "/api/people", "{\"name\":\"Dora\",\"passphrase\":\"correct horse\"}", 201, "session");
    snprintf(session, sizeof session, "%s", member(answer, "session"));
    free(answer);
    answer = ask_for(&bench, "POST", "/api/tables", "{\"game\":\"six-billion\",\"seats\":2}", 201, "table");
    char table[64];
    snprintf(table, sizeof table, "%s", member(answer, "table"));
    free(answer);
    as(session);
    answer = ask_for(&bench, "POST", path_of("/api/tables/", table, "/join"), "{\"name\":\"Dora\"}", 200, "\"seat\":1");
    struct bench_client *first = sit_with(table, member(answer, "token"), 0);
    free(answer);
    answer = ask_for(&bench, "POST", path_of("/api/my/", table, "/seat"), NULL, 200, "\"seat\":1");
    bench_round(&bench);
    assert_string_equal(first->code, "token");
    assert_true(bench_heard(first, "This seat has a new link"));
    assert_false(bench_say(first, "{\"type\":\"chat\",\"text\":\"hello\"}"));
    bench_drop(first);
    struct bench_client *second = sit_with(table, member(answer, "token"), 0);
    assert_string_equal(second->last, "table");
    free(answer);
}

/* ------------------------------------------------------------------ who is told of it */

static void an_unlisted_rematch_is_not_told_to_who_watches(void **state)
{
    for (int listed = 0; listed < 2; listed++) {
        play(listed ? ",\"listed\":true" : "");
        struct bench_client *watched = ann + 2;
        char *answer = rematch(ann->token, "{\"take\":false}", 200, "table");
        const char *next = member(answer, "table");
        struct bench_client *late = sit_with(ann->table, "", -1);
        struct bench_client *back = bench_client(&bench, ann->table, NULL, -1);
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
        free(answer);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_name_gives_nobody_anothers_seat, begin, end),
        cmocka_unit_test_setup_teardown(a_replaced_token_closes_what_it_opened, begin, end),
        cmocka_unit_test_setup_teardown(an_account_is_a_key, begin, end),
        cmocka_unit_test_setup_teardown(an_unlisted_rematch_is_not_told_to_who_watches, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
