/* Tables that were begun under an older revision of the rules: the server plays them on by it, through restarts and to the record;
 * a table made now is of the newest. */
#include "server/common/token.h"
#include "server/hub_bench.h"
#include "table/helpers.h"
#include "unit.h"

/* Seat 3 stands at 1,000 M and passed. A Push that moves nothing asks it again by revision 1, and by no later one. */
#define POSITION                                                                                                                   \
    "\"position\":{\"format\":1,\"game\":\"one-billion-users\",\"seats\":3,\"options\":{\"milestones\":\"manual\"},"               \
    "\"phase\":\"play\",\"platforms\":["                                                                                           \
    "{\"communities\":[\"Knit Night\"],\"hand\":[\"Push\",\"Troll Crackdown\",\"Troll Crackdown\",\"Troll Crackdown\","            \
    "\"Troll Crackdown\",\"Server Upgrade\",\"Server Upgrade\"]},"                                                                 \
    "{\"communities\":[\"Home Chefs\"],\"hand\":[\"Mod Training\",\"Mod Training\",\"Mod Training\",\"Mod Training\","             \
    "\"Fundraising\",\"Fundraising\"]},"                                                                                           \
    "{\"communities\":[\"Short Dance Clips\",\"Craft Tutorials\",\"Sports Superfans\"],\"influencers\":[\"The Investor\"],"        \
    "\"hand\":[\"Server Upgrade\",\"Server Upgrade\",\"PR Response\",\"PR Response\",\"PR Response\",\"PR Response\"]}]}"

/* What a server wrote into its store when the rules had one revision, and setups named none. */
static const char old_setup[] =
    "{\"game\":\"one-billion-users\",\"seats\":3,\"title\":\"\",\"listed\":false,\"chat\":true,"
    "\"spectators\":true,\"pace\":{\"kind\":\"none\"},\"bots\":[null,null,null],\"absent\":null," POSITION "}";
static const char old_card[] = "{\"title\":\"\",\"game\":\"one-billion-users\",\"pace\":{\"kind\":\"none\"}}";

/* Three persons sit down at a table that lies in the store and was not begun. */
static struct bench_client *sit_down(const char *id)
{
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    struct bench_client *first = &bench.client[bench.count];
    struct bil_error error = {{0}};
    for (int seat = 0; seat < 3; seat++) {
        uint8_t contribution[BIL_HASH_BYTES] = {(uint8_t)(seat + 1)};
        const struct bil_newcomer who = {names[seat], "", seat, contribution, NULL};
        struct bil_seated seated;
        helper_must(bil_table_join(bench.hub, id, &who, bench.now, &seated, &error) == BIL_FAULT_NONE, &error);
        bench_round();
        bench_come(id, seated.token, seat);
    }
    bench_round();
    return first;
}

static void store_old_table(char id[BIL_TABLE_ID + 1])
{
    struct bil_error error = {{0}};
    struct bil_stored_table facts = {.state = BIL_TABLE_OPEN, .seats = 3, .created = bench.now, .changed = bench.now};
    bil_table_id(facts.id);
    bil_token_random(facts.secret, sizeof facts.secret);
    facts.setup = strdup(old_setup);
    facts.card = strdup(old_card);
    for (int seat = 0; seat < 3; seat++) {
        facts.seat[seat].kind = BIL_SEAT_FREE;
        facts.seat[seat].bank = -1;
    }
    if (!bil_store_begin(bench.store, &error) || !bil_store_add_table(bench.store, &facts, &error) ||
        !bil_store_commit(bench.store, &error)) {
        helper_fail(error.text);
    }
    memcpy(id, facts.id, sizeof facts.id);
    bil_stored_table_free(&facts);
}

/* Everybody who has no connection gets one. */
static void all_come_back(struct bench_client *first)
{
    for (int seat = 0; seat < 3; seat++) {
        bench_connect(&first[seat], first[seat].number);
    }
    bench_round();
}

static void expect_record(const char *table, const char *revision)
{
    struct bil_text record = {0};
    bench_play(4000);
    assert_int_equal(bil_table_record(bench.hub, table, bench.now, &record, NULL), BIL_FAULT_NONE);
    helper_contains(bil_text_string(&record), revision);
    bil_text_free(&record);
    bench_verify(table);
}

static void an_old_table_plays_on_by_its_revision(void **state)
{
    char id[BIL_TABLE_ID + 1];
    bench_open(bench_file(), false);
    store_old_table(id);
    struct bench_client *first = sit_down(id);
    bench_move(&first[0], "push The Investor to 3");
    bench_kill(); /* before the answer, ... */
    all_come_back(first);
    assert_int_equal(first[2].move_count, 2);
    bench_move(&first[2], "pass");
    bench_kill(); /* ... and when a pass lies in the store that the newest rules have no place for */
    all_come_back(first);
    assert_true(first[1].move_count > 0 && first[2].move_count == 0);
    expect_record(id, "\nRevision: 1\n");
}

static void a_new_table_is_of_the_newest(void **state)
{
    bench_open(":memory:", false);
    struct bench_client *first = bench_table("{\"game\":\"one-billion-users\"," POSITION "}");
    bench_move(&first[0], "push The Investor to 3");
    assert_true(first[1].move_count > 0 && first[2].move_count == 0);
    expect_record(first->table, "\nRevision: 2\n");
}

/* A rematch is made from the setup of the table before it, which may be an old one. */
static void a_rematch_of_an_old_table_is_a_new_game(void **state)
{
    struct bil_table_setup setup;
    struct bil_seated made;
    bench_open(":memory:", false);
    assert_true(bil_setup_read(old_setup, sizeof old_setup - 1, false, &setup, NULL));
    assert_int_equal(setup.revision, 1);
    assert_int_equal(bil_table_make(bench.hub, &setup, NULL, "test", bench.now, &made, NULL), BIL_FAULT_NONE);
    bil_setup_free(&setup);
    bench_round();
    struct bench_client *first = sit_down(made.table);
    bench_move(&first[0], "push The Investor to 3");
    assert_int_equal(first[2].move_count, 0);
    expect_record(first->table, "\nRevision: 2\n");
}

/* What only a later program can have written is refused in words. */
static void a_revision_that_is_not_there_yet(void **state)
{
    static const struct {
        const char *json, *says;
        bool request;
    } bad[] = {
        {"{\"game\":\"one-billion-users\",\"revision\":99}", "\"revision\" must be a whole number from 1 to 2", false},
        {"{\"game\":\"six-billion\",\"revision\":0}", "\"revision\" must be", false},
        {"{\"game\":\"one-billion-users\",\"revision\":1}", "revision", true}, /* nobody asks for old rules */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct bil_table_setup setup;
        struct bil_error error = {{0}};
        assert_false(bil_setup_read(bad[i].json, strlen(bad[i].json), bad[i].request, &setup, &error));
        helper_contains(error.text, bad[i].says);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_old_table_plays_on_by_its_revision),
        cmocka_unit_test(a_new_table_is_of_the_newest),
        cmocka_unit_test(a_rematch_of_an_old_table_is_a_new_game),
        cmocka_unit_test(a_revision_that_is_not_there_yet),
    };
    return cmocka_run_group_tests(tests, helper_begin, bench_end);
}
