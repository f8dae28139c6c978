/* The launch of One Billion Users: all choose at once and in secret. That somebody has chosen is told, what is not, and in the log
 * launches stand in the order of seats, as when one is asked after the other. */
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "unit.h"

static struct bench_client *ann, *bob, *cid;

#define TABLE(pace, third)                                                                                                         \
    "{\"game\":\"one-billion-users\",\"seats\":3,\"bots\":[null,null," third "],\"options\":{\"networks\":\"off\"}" pace "}"
#define LIVE "\"pace\":{\"kind\":\"live\",\"move\":60,\"bank\":60,\"window\":10}"

static void begin(const char *path, const char *table)
{
    bench_open(path, true);
    ann = bench_table(table);
    bob = ann + 1;
    cid = ann + 2;
    assert_true(ann->window);
    assert_int_equal(ann->asked, 7);
}

static void forget(void)
{
    for (int i = 0; i < bench.count; i++) {
        bench_forget(&bench.client[i]);
    }
}

static int launches_in(const struct bench_client *client)
{
    int count = 0;
    for (const char *at = bil_text_string(&client->all); (at = strstr(at, "\"kind\":\"move\"")); at++) {
        count++;
    }
    return count;
}

/* Where in what a client has heard that seat's launch begins. */
static const char *launch_of(const struct bench_client *client, int seat)
{
    char entry[64];
    snprintf(entry, sizeof entry, "\"kind\":\"move\",\"seat\":%d,", seat);
    return strstr(bil_text_string(&client->all), entry);
}

/* Something else is asked: a draw or a play, or, where the first card that is drawn by itself is an Event, what answers it. */
static void expect_launched(void)
{
    assert_true(ann->asked != 0);
    for (int seat = 0; seat < 3; seat++) {
        for (int i = 0; (ann->asked >> seat & 1) && i < ann[seat].move_count; i++) {
            assert_int_not_equal(strncmp(ann[seat].move[i], "launch ", 7), 0);
        }
    }
}

static void all_choose_at_once(void **state)
{
    begin(":memory:", TABLE("," LIVE, "null"));
    const int64_t decision = ann->decision;
    assert_true(ann->move_count > 0 && bob->move_count > 0 && cid->move_count > 0);
    forget();
    bench_move(cid, cid->move[0]);
    assert_true(bench_heard(cid, "\"type\":\"held\""));
    assert_true(bench_heard(ann, "\"chosen\":[3]"));
    assert_int_equal(ann->messages, 1);
    assert_int_equal(ann->decision, decision);
    forget();
    bench_move(cid, cid->move[cid->move_count - 1]); /* another mind is nobody's business */
    assert_int_equal(ann->messages + bob->messages, 0);
    bench_move(ann, ann->move[0]);
    assert_true(bench_heard(bob, "\"chosen\":[1,3]"));
    assert_int_equal(launches_in(bob), 0);
    struct bil_text about = {0}; /* who has chosen is not said to be waited for */
    assert_int_equal(bil_table_describe(bench.hub, ann->table, &(struct bil_asker){0}, bench.now, &about, NULL), BIL_FAULT_NONE);
    assert_non_null(strstr(bil_text_string(&about), "\"asked\":[2]"));
    bil_text_free(&about);
    bench_move(bob, bob->move[0]);
    assert_int_equal(launches_in(cid), 3);
    assert_true(launch_of(cid, 1) < launch_of(cid, 2) && launch_of(cid, 2) < launch_of(cid, 3));
    assert_int_equal(ann->decision, decision + 3);
    expect_launched();
    bench_play(4000);
    bench_verify(ann->table);
}

/* What Ann and who watches are sent until all have chosen, and when they come back, where Bob chooses his first or his last
 * Community of the same deal, at the same moment. */
static void hear(bool last, struct bil_text heard[2])
{
    static const char *const nobody[BIL_MAX_SEATS] = {NULL};
    const struct bil_match_setup setup = helper_setup(3, 5);
    struct bil_match *match = helper_match(&setup);
    struct bil_text json = {0};
    bench_write_setup(match, bil_match_state(match, -1), nobody, LIVE, &json);
    begin(helper_path(last ? "last.db" : "first.db"), bil_text_string(&json));
    bil_text_free(&json);
    bil_match_free(match);
    struct bench_client *watching[2] = {ann, bench_come(bench.made, NULL, -1)};
    forget();
    bench.now += 130;
    assert_true(bob->move_count > 1);
    bench_move(bob, bob->move[last ? bob->move_count - 1 : 0]);
    bench_wait(3000);
    for (int i = 0; i < 2; i++) {
        bil_text_add(&heard[i], bil_text_string(&watching[i]->all));
        bench_connect(watching[i], watching[i]->number);
        bil_text_add(&heard[i], strstr(bil_text_string(&watching[i]->all) + heard[i].length, "{\"type\":\"now\""));
        assert_non_null(strstr(bil_text_string(&heard[i]), "\"chosen\":[2]"));
        assert_null(strstr(bil_text_string(&heard[i]), bob->move[last ? bob->move_count - 1 : 0]));
    }
}

static void what_is_chosen_is_secret(void **state)
{
    struct bil_text first[2] = {0};
    struct bil_text last[2] = {0};
    hear(false, first);
    hear(true, last);
    for (int i = 0; i < 2; i++) {
        assert_true(first[i].length > 100);
        assert_string_equal(bil_text_string(&first[i]), bil_text_string(&last[i]));
        bil_text_free(&first[i]);
        bil_text_free(&last[i]);
    }
}

static void what_is_chosen_survives(void **state)
{
    begin(bench_file(), TABLE("," LIVE, "null"));
    const int64_t decision = ann->decision;
    char chosen[96];
    memcpy(chosen, bob->move[0], sizeof chosen);
    bench_move(bob, chosen);
    bench_kill();
    for (int i = 0; i < 3; i++) {
        bench_connect(&ann[i], ann[i].number);
    }
    assert_string_equal(bob->held, chosen);
    assert_true(bench_heard(ann, "\"chosen\":[2]"));
    assert_int_equal(ann->decision, decision);
    bench_move(ann, ann->move[0]);
    bench_move(cid, cid->move[0]);
    assert_true(bench_heard(ann, strchr(chosen, ' ') + 1)); /* turned over */
    assert_int_equal(ann->decision, decision + 3);
}

/* A launch has the time of a decision; then somebody chooses for who has not. */
static void time_chooses(void **state)
{
    begin(":memory:", TABLE("," LIVE, "null"));
    const int64_t decision = ann->decision;
    bench_move(bob, bob->move[0]);
    forget();
    bench_wait(59999);
    assert_int_equal(launches_in(ann), 0);
    bench_wait(1);
    assert_int_equal(ann->decision, decision + 3);
    assert_int_equal(launches_in(ann), 3);
    assert_true(bench_heard(ann, "\"how\":\"timeout\""));
}

static void bots_choose_meanwhile(void **state)
{
    begin(":memory:", TABLE("", "\"easy\""));
    assert_true(bench_heard(ann, "\"chosen\":[3]"));
    bench_move(bob, bob->move[0]);
    bench_move(ann, ann->move[0]);
    bench_wait(1500);
    assert_int_equal(launches_in(bob), 3);
}

/* An undo leads back to one's own launch: who chose before keeps that, the others choose once more. */
static void a_launch_is_taken_back(void **state)
{
    begin(":memory:", TABLE("", "null"));
    for (int i = 0; i < 3; i++) {
        bench_move(&ann[i], ann[i].move[0]);
    }
    bench_say(bob, "{\"type\":\"undo\",\"decision\":%lld}", (long long)ann->decision);
    bench_say(ann, "{\"type\":\"agree\"}");
    bench_say(cid, "{\"type\":\"agree\"}");
    assert_int_equal(ann->asked, 6);
    bench_move(bob, bob->move[0]);
    bench_move(cid, cid->move[0]);
    expect_launched();
    bench_play(4000);
    bench_verify(ann->table);
}

/* The contract: who comes next is asked the same and sees the same, whatever was chosen before. */
static void choices_are_independent(void **state)
{
    const struct bil_game *game = helper_game();
    int compared = 0;
    for (unsigned seed = 0; seed < 20; seed++) {
        const struct bil_match_setup setup = helper_setup(4, seed);
        struct bil_match *match = helper_match(&setup);
        unsigned char view[2][BIL_MAX_STATE] __attribute__((aligned(16))) = {{0}};
        unsigned char after[BIL_MAX_STATE] __attribute__((aligned(16)));
        const unsigned all = game->together(match->rules, bil_match_state(match, -1));
        assert_int_equal(all, 0xFU & 0xFU << match->actor);
        for (int i = 0; i < match->move_count && match->actor < 3; i++) {
            struct bil_random random = {0};
            memcpy(after, bil_match_state(match, -1), game->state_size);
            game->apply(match->rules, after, match->move[i], &random, NULL);
            assert_int_equal(game->together(match->rules, after), all & ~(1U << match->actor));
            game->hide(match->rules, after, game->actor(match->rules, after), view[i > 0]);
            assert_true(i == 0 || memcmp(view[0], view[1], game->state_size) == 0);
            compared += i > 0;
        }
        bil_match_free(match);
    }
    assert_true(compared > 10);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_choose_at_once),      cmocka_unit_test(what_is_chosen_is_secret),
        cmocka_unit_test(what_is_chosen_survives), cmocka_unit_test(time_chooses),
        cmocka_unit_test(bots_choose_meanwhile),   cmocka_unit_test(a_launch_is_taken_back),
        cmocka_unit_test(choices_are_independent),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
