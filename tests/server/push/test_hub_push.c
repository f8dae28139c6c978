/* Who is sent a push message when, and who is not: subscriptions, presence, bots, orders, restarts, failures, limits. Letters are
 * caught where the post would take them, and time is given by hand. */
#include <string.h>

#include "server/http_requests.h"
#include "server/push/push.h"
#include "table/helpers.h"
#include "unit.h"

enum { SECOND = 1000, GRACE = 10 * SECOND, GAP = 60 * SECOND, CAUGHT = 64, FAULTS = 40 };

/* Keys of RFC 8291, appendix A. */
#define KEYS                                                                                                                       \
    "\"keys\":{\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4\",\"auth\":"   \
    "\"BTBZMqHH6r4Tts7J_aSIgg\"}"
#define SERVICE "https://push.example.net/"
#define ANN     "{\"endpoint\":\"" SERVICE "ann\"," KEYS "}"
#define ALWAYS  "{\"endpoint\":\"" SERVICE "ann\"," KEYS ",\"always\":true}"
#define BOB     "{\"endpoint\":\"" SERVICE "bob\"," KEYS "}"
#define DAYS    "\"pace\":{\"kind\":\"days\",\"days\":3,\"window_hours\":24},\"title\":\"Tuesday\""

static struct bench_client *ann, *bob, *cid;

/* ------------------------------------------------------------------ the post of the tests */

static struct post {
    struct bil_push_letter *letter[CAUGHT]; /* that were given, in order */
    int count;                              /* since forget_letters */
    struct bil_push_letter *back[CAUGHT];
    int backs;
} post;

static void give(void *context, struct bil_push_letter *letter)
{
    assert_ptr_equal(context, &post);
    assert_true(post.count < CAUGHT);
    post.letter[post.count++] = letter;
}

static struct bil_push_letter *done(void *context)
{
    assert_ptr_equal(context, &post);
    return post.backs > 0 ? post.back[--post.backs] : NULL;
}

/* The last letter comes back with what its service said. */
static void answer(enum bil_push_end end, int status, int64_t retry_after)
{
    struct bil_push_letter *letter = post.letter[--post.count];
    letter->end = end;
    letter->status = status;
    letter->retry_after = retry_after;
    post.back[post.backs++] = letter;
    bench_round();
}

static void forget_letters(void)
{
    while (post.count > 0) {
        answer(BIL_PUSH_ANSWERED, 201, 0);
    }
}

static void connect_post(void)
{
    const struct bil_push_carrier carrier = {&post, give, done};
    bil_hub_push_by(bench.hub, &carrier);
}

/* ------------------------------------------------------------------ a table */

static void push_for(const struct bench_client *client, const char *method, const char *body, int status, const char *part)
{
    ask_as(client ? client->token : "");
    ask_for(method, api_path("/api/tables/*/push", ann->table), body, status, part);
    ask_as("");
}

static void open_with_post(const char *path, bool paced)
{
    forget_letters();
    memset(&post, 0, sizeof post);
    bench_open(path, paced);
    connect_post();
}

static void begin(const char *path, const char *rest)
{
    open_with_post(path, true);
    ann = bench_example("safeguard.json", "one-billion-users", rest);
    bob = ann + 1;
    cid = ann + 2;
    assert_int_equal(ann->asked, 1);
}

static bool count_row(void *context, const struct bil_stored_push *push)
{
    ++*(int *)context;
    return push->endpoint[0] != 0;
}

/* A table over days; Ann wants to be told. */
static void begin_with_ann(void)
{
    begin(":memory:", DAYS);
    push_for(ann, "POST", ANN, 200, "{}");
}

/* What the database keeps. */
static int rows_of(const char *table)
{
    int count = 0;
    assert_true(bil_store_pushes(bench.store, table, count_row, &count, NULL));
    return count;
}

static int end(void **state)
{
    forget_letters();
    return bench_end(state);
}

/* So much later so many letters have been given. */
static void expect_letters(int64_t later, int count)
{
    bench_wait(later);
    assert_int_equal(post.count, count);
}

/* ------------------------------------------------------------------ when */

static void once_for_a_turn_when_nobody_is_there(void **state)
{
    begin_with_ann();
    expect_letters(3600 * SECOND, 0); /* she is there */
    bench_drop(ann);
    expect_letters(GRACE - 1, 0);
    expect_letters(1, 1);
    const struct bil_push_letter *letter = post.letter[0];
    assert_string_equal(letter->endpoint, SERVICE "ann");
    struct bil_text wanted = {0};
    bil_text_format(&wanted, "{\"type\":\"turn\",\"table\":\"%s\",\"game\":\"One Billion Users\",\"title\":\"Tuesday\"}",
                    ann->table);
    assert_string_equal(letter->text, bil_text_string(&wanted)); /* and nothing else is said */
    bil_text_free(&wanted);
    assert_false(letter->urgent);
    assert_int_equal(letter->ttl, 3 * 24 * 3600 - 3600 - GRACE / SECOND);
    assert_int_equal(strlen(letter->topic), 22);
    assert_null(strstr(letter->topic, ann->table));
    expect_letters(24 * INT64_C(3600000), 1); /* once */
    bench_connect(ann, ann->number);
    bench_drop(ann);
    expect_letters(3600 * SECOND, 1); /* she has looked, and it is the same turn */
}

static void the_next_turn_is_another(void **state)
{
    begin_with_ann();
    push_for(bob, "POST", BOB, 200, "{}");
    bench_drop(bob);
    expect_letters(3600 * SECOND, 0); /* it is Ann's turn */
    bench_move(ann, "discard Push");
    expect_letters(GRACE, 1);
    assert_string_equal(post.letter[0]->endpoint, SERVICE "bob");
    char topic[BIL_PUSH_TOPIC + 1];
    memcpy(topic, post.letter[0]->topic, sizeof topic);
    /* His time runs out again and again; each turn is told, and takes the place of what was told before. */
    forget_letters();
    bench_wait(3 * 24 * INT64_C(3600000));
    int turns = 0;
    for (int i = 0; i < 40 && turns < 2; i++) {
        for (int c = 0; c < bench.count; c++) {
            if (bench.client[c].client && bench.client[c].move_count > 0) {
                bench_say(&bench.client[c], "{\"type\":\"move\",\"decision\":%lld,\"move\":\"%s\"}",
                          (long long)bench.client[c].decision, bench.client[c].move[0]);
            }
        }
        bench_wait(GAP);
        turns = post.count;
    }
    assert_true(turns >= 1);
    for (int i = 0; i < turns; i++) {
        assert_string_equal(post.letter[i]->endpoint, SERVICE "bob");
        assert_string_equal(post.letter[i]->topic, topic);
    }
}

static void a_moment_of_absence_is_none(void **state)
{
    begin_with_ann();
    for (int i = 0; i < 20; i++) { /* a telephone in a tunnel */
        bench_drop(ann);
        bench_wait(GRACE - 1);
        bench_connect(ann, ann->number);
        bench_wait(1);
    }
    assert_int_equal(post.count, 0);
    struct bench_client *also = bench_client(ann->table, ann->token, 0); /* a second device of the same seat */
    bench_connect(also, -1);
    bench_drop(ann);
    expect_letters(3600 * SECOND, 0);
    bench_drop(also);
    expect_letters(GRACE, 1);
}

static void say_sight(struct bench_client *client, bool in_sight)
{
    bench_say(client, "{\"type\":\"sight\",\"sight\":%s}", in_sight ? "true" : "false");
}

static void a_page_out_of_sight_is_as_good_as_none(void **state)
{
    begin_with_ann();
    expect_letters(3600 * SECOND, 0); /* she never spoke of it, and counts as in sight */
    say_sight(ann, false);
    bench_wait(GRACE - 1);
    say_sight(ann, true); /* she has looked at another window for a moment */
    expect_letters(3600 * SECOND, 0);
    say_sight(ann, false);
    say_sight(ann, false); /* once more is no other state */
    expect_letters(GRACE - 1, 0);
    expect_letters(1, 1);
    assert_null(strstr(post.letter[0]->text, "always"));
    expect_letters(3600 * SECOND, 1); /* once for a decision */
}

static void one_page_in_sight_is_enough(void **state)
{
    begin_with_ann();
    struct bench_client *also = bench_come(ann->table, ann->token, 0);
    say_sight(ann, false);
    bench_drop(ann); /* what was out of sight is not counted a second time when it goes */
    expect_letters(3600 * SECOND, 0);
    say_sight(also, false);
    expect_letters(GRACE, 1);
}

static void a_hidden_page_that_comes_back_is_hidden_still(void **state)
{
    begin_with_ann();
    bench_drop(ann);
    ann->hidden = true;
    bench_connect(ann, ann->number); /* a line that was lost and mended while nobody looked */
    expect_letters(GRACE, 1);
}

static void out_of_sight_is_still_there(void **state)
{
    begin(":memory:", "\"pace\":{\"kind\":\"live\",\"move\":600,\"bank\":600,\"window\":10},\"absent\":{\"bot\":\"greedy\"}");
    say_sight(bob, false);
    bench_wait(600 * SECOND);
    assert_false(bench_heard(ann, "\"kind\":\"bot\"")); /* nobody plays for him */
    assert_false(bench_heard(ann, "\"connected\":false"));
}

static void who_wants_it_is_always_told(void **state)
{
    begin(":memory:", DAYS);
    push_for(ann, "POST", ALWAYS, 200, "{}");
    expect_letters(GRACE - 1, 0); /* who answers at once need not be told */
    expect_letters(1, 1);         /* she is there, and in sight */
    assert_non_null(strstr(post.letter[0]->text, "\"always\":true"));
    say_sight(ann, false);
    expect_letters(3600 * SECOND, 1);
}

static void always_can_be_taken_back(void **state)
{
    begin(bench_file(), DAYS);
    push_for(ann, "POST", ALWAYS, 200, "{}");
    push_for(ann, "POST", ANN, 200, "{}"); /* the same browser, without */
    expect_letters(3600 * SECOND, 0);
    push_for(ann, "POST", ALWAYS, 200, "{}");
    bench_kill(); /* and it is stored */
    connect_post();
    bench_connect(ann, ann->number);
    expect_letters(GRACE, 1);
    assert_non_null(strstr(post.letter[0]->text, "\"always\":true"));
}

static void sight_is_true_or_false(void **state)
{
    begin(":memory:", DAYS);
    bench_say(ann, "{\"type\":\"sight\",\"sight\":\"no\",\"id\":7}");
    assert_true(bench_heard(ann, "\"code\":\"malformed\""));
    bench_say(ann, "{\"type\":\"sight\",\"sight\":false,\"id\":8}");
    assert_true(bench_heard(ann, "{\"type\":\"ok\",\"id\":8}"));
    push_for(ann, "POST", "{\"endpoint\":\"" SERVICE "ann\"," KEYS ",\"always\":1}", 400, "always");
}

static void who_has_not_asked_is_not_told(void **state)
{
    begin(":memory:", DAYS);
    push_for(bob, "POST", BOB, 200, "{}");
    bench_drop(ann);
    bench_drop(bob);
    expect_letters(3600 * SECOND, 0); /* Bob has, but it is Ann's turn */
}

static void a_bot_that_plays_for_him_needs_no_message(void **state)
{
    begin(":memory:", "\"pace\":{\"kind\":\"live\",\"move\":600,\"bank\":600,\"window\":10},\"absent\":{\"bot\":\"greedy\"}");
    push_for(bob, "POST", BOB, 200, "{}");
    bench_drop(bob);
    bench_wait(600 * SECOND); /* the bot has sat down */
    assert_true(bench_heard(ann, "\"kind\":\"bot\""));
    bench_move(ann, "discard Push");
    expect_letters(60 * SECOND, 0);
}

static void live_is_urgent_and_short(void **state)
{
    begin(":memory:", "\"pace\":{\"kind\":\"live\",\"move\":600,\"bank\":300,\"window\":10}");
    push_for(ann, "POST", ANN, 200, "{}");
    bench_bye(ann);
    expect_letters(GRACE, 1);
    assert_true(post.letter[0]->urgent);
    assert_int_equal(post.letter[0]->ttl, 900 - GRACE / SECOND);
}

static void without_a_clock_it_keeps_a_day(void **state)
{
    begin(":memory:", "\"pace\":{\"kind\":\"none\"}");
    push_for(ann, "POST", ANN, 200, "{}");
    bench_drop(ann);
    bench_drop(bob);
    bench_drop(cid);
    expect_letters(GRACE, 1);
    assert_int_equal(post.letter[0]->ttl, 24 * 3600);
    assert_string_equal(post.letter[0]->endpoint, SERVICE "ann");
}

/* ------------------------------------------------------------------ restarts, storage */

static void a_server_that_begins_anew(void **state)
{
    begin(bench_file(), DAYS);
    push_for(ann, "POST", ANN, 200, "{}");
    const char *key = ask_for("GET", "/api/push", NULL, 200, "{\"key\":\"B");
    /* Killed while she was there: whoever begins anew sees nobody, and waits for her a moment. */
    bench_kill();
    connect_post();
    expect_letters(GRACE - 1, 0);
    expect_letters(2, 1);
    ask_for("GET", "/api/push", NULL, 200, key); /* the same key for good */
    /* Killed when it was on its way: it is not said twice. */
    bil_push_letter_free(post.letter[--post.count]);
    bench_kill();
    connect_post();
    expect_letters(3600 * SECOND, 0);
}

static void nothing_is_sent_that_is_not_stored(void **state)
{
    begin_with_ann();
    bench_drop(ann);
    bench.may_fail = true;
    bench.now += GRACE;
    bil_store_fail_at(bench.store, -1);
    bench_round();
    bench_round();
    assert_int_equal(post.count, 0);
    assert_true(bench.failures > 0);
    bil_store_fail_at(bench.store, 0);
    expect_letters(20 * SECOND, 1);
}

static void wherever_the_store_fails(void **state)
{
    for (int64_t at = 1; at <= FAULTS; at++) {
        begin(":memory:", DAYS);
        bench.may_fail = true;
        bil_store_fail_at(bench.store, at);
        ask_as(ann->token);
        struct answer said = ask("POST", api_path("/api/tables/*/push", ann->table), ANN);
        ask_as("");
        const bool fine = said.status == 200 && said.stored;
        if (bench.failures == 0) {
            bench_drop(ann);
            bench_wait(2 * GRACE);
        }
        bil_store_fail_at(bench.store, 0);
        if (ann->client) {
            bench_drop(ann);
        }
        expect_letters(60 * SECOND, fine); /* told once, if it was promised; else not */
    }
}

/* ------------------------------------------------------------------ what services say */

static void lost_subscriptions_are_forgotten(void **state)
{
    static const int statuses[] = {404, 410};
    for (int i = 0; i < 3; i++) {
        begin(":memory:", DAYS);
        push_for(ann, "POST", ANN, 200, "{}");
        bench_drop(ann);
        expect_letters(GRACE, 1);
        assert_int_equal(rows_of(ann->table), 1);
        answer(i < 2 ? BIL_PUSH_ANSWERED : BIL_PUSH_FORBIDDEN, i < 2 ? statuses[i] : 0, 0);
        assert_int_equal(rows_of(ann->table), 0);
        expect_letters(3600 * SECOND, 0);
        assert_int_equal(bench_figures().pushes[1], 1);
        assert_int_equal(bench_figures().pushes_waiting, 0);
        push_for(ann, "POST", ANN, 200, "{}"); /* as a new one */
        expect_letters(GRACE, 1);
    }
}

static void busy_services_are_asked_again(void **state)
{
    begin_with_ann();
    bench_drop(ann);
    bench_wait(GRACE);
    answer(BIL_PUSH_ANSWERED, 429, 120);
    expect_letters(120 * SECOND - 1, 0);
    expect_letters(2, 1);
    answer(BIL_PUSH_ANSWERED, 503, 0); /* each time twice as long */
    expect_letters(30 * SECOND - 2, 0);
    expect_letters(3, 1);
    answer(BIL_PUSH_FAILED, 0, 0);
    expect_letters(61 * SECOND, 1);
    answer(BIL_PUSH_UNSENT, 0, 0);
    expect_letters(121 * SECOND, 1);
    answer(BIL_PUSH_ANSWERED, 500, 0); /* the fifth: that is enough for this turn */
    expect_letters(24 * INT64_C(3600000), 0);
    assert_int_equal(bench_figures().pushes[2], 5);
}

static void who_came_back_meanwhile_is_left_alone(void **state)
{
    begin_with_ann();
    bench_drop(ann);
    bench_wait(GRACE);
    answer(BIL_PUSH_ANSWERED, 429, 60);
    bench_connect(ann, ann->number);
    bench_move(ann, "discard Push");
    bench_drop(ann);
    expect_letters(3600 * SECOND, 0);
}

static void what_is_refused_is_not_repeated(void **state)
{
    static const int statuses[] = {301, 307, 400, 401, 403, 413};
    begin_with_ann();
    bench_drop(ann);
    bench_wait(GRACE);
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        answer(BIL_PUSH_ANSWERED, statuses[i], 60);
        expect_letters(3600 * SECOND, 0);
        push_for(ann, "DELETE", NULL, 200, "{}");
        push_for(ann, "POST", ANN, 200, "{}");
        expect_letters(GRACE, 1);
    }
}

/* ------------------------------------------------------------------ who may ask for what */

static void one_click_out(void **state)
{
    begin_with_ann();
    push_for(bob, "POST", BOB, 200, "{}");
    push_for(NULL, "DELETE", NULL, 403, "\"token\"");
    push_for(NULL, "DELETE", "{\"endpoint\":\"" SERVICE "bob\"}", 200, "{}"); /* of Bob's browser alone */
    push_for(bob, "DELETE", "{\"endpoint\":\"" SERVICE "ann\"}", 200, "{}");  /* his token is good for his seat alone */
    bench_drop(ann);
    bench_drop(bob);
    expect_letters(GRACE, 1);
    forget_letters();
    push_for(ann, "DELETE", NULL, 200, "{}");
    push_for(ann, "DELETE", NULL, 200, "{}"); /* that there is none is no fault */
    push_for(ann, "POST", ANN, 200, "{}");
    push_for(NULL, "DELETE", "{\"endpoint\":\"" SERVICE "ann\"}", 200, "{}");
    expect_letters(3600 * SECOND, 0);
}

static void wrong_requests(void **state)
{
    static const struct {
        const char *body, *part;
    } rows[] = {
        {"{}", "\\\"endpoint\\\" is missing"},
        {"{\"endpoint\":7}", "endpoint"},
        {"{\"endpoint\":\"http://push.example.net/x\"," KEYS "}", "https"},
        {"{\"endpoint\":\"https://127.0.0.1/x\"," KEYS "}", "name"},
        {"{\"endpoint\":\"https://localhost/x\"," KEYS "}", "name"},
        {"{\"endpoint\":\"https://push.example.net:8000/x\"," KEYS "}", "port"},
        {"{\"endpoint\":\"" SERVICE "x\"}", "p256dh"},
        {"{\"endpoint\":\"" SERVICE "x\",\"keys\":{\"p256dh\":\"AAAA\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}}", "p256dh"},
        {"{\"endpoint\":\"" SERVICE
         "x\",\"keys\":{\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8"
         "pZGH6SRpkNtoIAiw5\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}}",
         "p256dh"},
        {"{\"endpoint\":\"" SERVICE
         "x\",\"keys\":{\"p256dh\":\"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8"
         "pZGH6SRpkNtoIAiw4\",\"auth\":\"short\"}}",
         "auth"},
    };
    begin(":memory:", DAYS);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        push_for(ann, "POST", rows[i].body, 400, rows[i].part);
    }
    push_for(NULL, "POST", ANN, 403, "\"token\"");
    push_for(ann, "POST", NULL, 400, "body");
    push_for(ann, "DELETE", "{\"endpoint\":7}", 400, "endpoint");
    ask_for("GET", api_path("/api/tables/*/push", ann->table), NULL, 405, "method");
    bench_drop(ann);
    expect_letters(3600 * SECOND, 0);
}

static void a_server_without_it(void **state)
{
    begin(":memory:", DAYS);
    const struct bil_push_carrier nobody = {0};
    push_for(ann, "POST", ANN, 200, "{}");
    bil_hub_push_by(bench.hub, &nobody);
    ask_for("GET", "/api/push", NULL, 200, "{\"key\":null}");
    push_for(ann, "POST", ANN, 409, "sends no messages");
    bench_drop(ann);
    expect_letters(3600 * SECOND, 0);
    push_for(ann, "DELETE", NULL, 200, "{}"); /* whoever wants none any more is heard all the same */
    connect_post();
    expect_letters(3600 * SECOND, 0);
}

static void there_are_limits(void **state)
{
    char body[400];
    begin(":memory:", DAYS);
    for (int i = 0; i < 6; i++) { /* of a seat */
        snprintf(body, sizeof body, "{\"endpoint\":\"" SERVICE "ann%d\"," KEYS "}", i);
        push_for(ann, "POST", body, 200, "{}");
        push_for(ann, "POST", body, 200, "{}"); /* the same browser twice is one */
    }
    bench_drop(ann);
    expect_letters(GRACE, BIL_PUSH_SEAT_MOST);
    for (int i = 0; i < post.count; i++) {
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(post.letter[i]->endpoint, post.letter[j]->endpoint);
        }
    }
}

static void of_one_address_too(void **state)
{
    begin(":memory:", DAYS);
    char made[16][BIL_TABLE_ID + 1];
    struct bench_client *first = ann;
    int taken = 0;
    int refused = 0;
    for (int t = 0; t < 10; t++) {
        struct bench_client *one = t == 0 ? ann : bench_table("{\"game\":\"six-billion\",\"seats\":2," DAYS "}");
        memcpy(made[t], one->table, sizeof made[t]);
        for (int seat = 0; seat < 2; seat++) {
            for (int i = 0; i < BIL_PUSH_SEAT_MOST; i++) {
                char body[400];
                snprintf(body, sizeof body, "{\"endpoint\":\"" SERVICE "%d-%d-%d\"," KEYS "}", t, seat, i);
                ask_as(one[seat].token);
                struct answer said = ask("POST", api_path("/api/tables/*/push", one->table), body);
                taken += said.status == 200;
                refused += said.status == 429;
            }
        }
    }
    ask_as("");
    assert_int_equal(taken, BIL_PUSH_ADDRESS_MOST);
    assert_int_equal(refused, 80 - BIL_PUSH_ADDRESS_MOST);
    ask_from("203.0.113.99"); /* somebody else's are his own */
    ann = first;
    push_for(cid, "POST", BOB, 200, "{}");
}

/* ------------------------------------------------------------------ the end */

static void a_game_that_is_over_has_no_turns(void **state)
{
    open_with_post(":memory:", false);
    ann = bench_table("{\"game\":\"one-billion-users\",\"seats\":2}");
    bob = ann + 1;
    push_for(ann, "POST", ANN, 200, "{}");
    push_for(bob, "POST", BOB, 200, "{}");
    bench_play(100000);
    assert_true(ann->over);
    forget_letters();
    push_for(ann, "POST", ANN, 409, "over");
    bench_drop(ann);
    bench_drop(bob);
    expect_letters(24 * INT64_C(3600000), 0);
    assert_int_equal(rows_of(ann->table), 0); /* nothing is left of them */
}

static void a_seat_of_another_is_not_told(void **state)
{
    open_with_post(":memory:", true);
    const char *made =
        ask_for("POST", "/api/tables", "{\"game\":\"one-billion-users\",\"seats\":2," DAYS ",\"name\":\"Ann\"}", 201, "");
    ann = bench_client(member(made, "table"), member(made, "token"), 0);
    push_for(ann, "POST", ANN, 200, "{}"); /* already while she waits for others */
    ask_as(ann->token);
    ask_for("POST", api_path("/api/tables/*/leave", ann->table), NULL, 200, "{}");
    ask_as("");
    ask_for("POST", api_path("/api/tables/*/join", ann->table), "{\"name\":\"Bob\",\"seat\":1}", 200, "token");
    ask_for("POST", api_path("/api/tables/*/join", ann->table), "{\"name\":\"Cid\",\"seat\":2}", 200, "token");
    expect_letters(3600 * SECOND, 0); /* Bob has her seat, and her browser hears nothing of it */
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(once_for_a_turn_when_nobody_is_there),
        cmocka_unit_test(the_next_turn_is_another),
        cmocka_unit_test(a_moment_of_absence_is_none),
        cmocka_unit_test(a_page_out_of_sight_is_as_good_as_none),
        cmocka_unit_test(one_page_in_sight_is_enough),
        cmocka_unit_test(a_hidden_page_that_comes_back_is_hidden_still),
        cmocka_unit_test(out_of_sight_is_still_there),
        cmocka_unit_test(who_wants_it_is_always_told),
        cmocka_unit_test(always_can_be_taken_back),
        cmocka_unit_test(sight_is_true_or_false),
        cmocka_unit_test(who_has_not_asked_is_not_told),
        cmocka_unit_test(a_bot_that_plays_for_him_needs_no_message),
        cmocka_unit_test(live_is_urgent_and_short),
        cmocka_unit_test(without_a_clock_it_keeps_a_day),
        cmocka_unit_test(a_server_that_begins_anew),
        cmocka_unit_test(nothing_is_sent_that_is_not_stored),
        cmocka_unit_test(wherever_the_store_fails),
        cmocka_unit_test(lost_subscriptions_are_forgotten),
        cmocka_unit_test(busy_services_are_asked_again),
        cmocka_unit_test(who_came_back_meanwhile_is_left_alone),
        cmocka_unit_test(what_is_refused_is_not_repeated),
        cmocka_unit_test(one_click_out),
        cmocka_unit_test(wrong_requests),
        cmocka_unit_test(a_server_without_it),
        cmocka_unit_test(there_are_limits),
        cmocka_unit_test(of_one_address_too),
        cmocka_unit_test(a_game_that_is_over_has_no_turns),
        cmocka_unit_test(a_seat_of_another_is_not_told),
    };
    return cmocka_run_group_tests(tests, helper_begin, end);
}
