/* Positions of One Billion Users: what is written is read back to the byte, and what cannot be is refused with a sentence that
 * names the place (documents/positions.json). What is written by hand means what docs/positions.md says: cases/positions.json. */
#include "billions/json.h"
#include "games/cases/documents.h"
#include "games/one_billion_users/support.h"
#include "unit.h"

static void walk(int seats, const char *options, unsigned seed, bool fast)
{
    const struct case_walk walk = {seats, options, seed, 1, fast};
    struct bil_error error = {{0}};
    if (!case_walk(obu_test_game(), &walk, case_there_and_back, NULL, &error)) {
        fail_msg("%s: %s", options, error.text);
    }
}

static void test_there_and_back(void **unused)
{
    static const char *const options[] = {"networks=off;milestones=automatic", "networks=off;milestones=manual",
                                          "networks=random;milestones=automatic", "networks=random;milestones=manual"};
    for (int seats = 2; seats <= 4; seats++) {
        for (int o = 0; o < 4; o++) {
            for (int g = 0; g < 5; g++) {
                walk(seats, options[o], (unsigned)(100 * seats + 10 * o + g), g == 4);
            }
        }
    }
    walk(3, "networks=Friendlink,The Hellsite,HireMe;cut=fifth;first=2;advertisers=tie-barred;stall=off", 7, false);
    walk(3, "networks=Friendlink,The Hellsite,HireMe;cut=fifth;first=2;advertisers=tie-barred;stall=off", 8, false);
}

/* A view by hand: what is unknown is "?", and must be as many cards as are named nowhere. */
static void test_view_by_hand(void **unused)
{
    static const struct {
        const char *members, *sentence; /* NULL: it is read */
    } rows[] = {
        {"\"viewer\":1,\"windows\":[{\"window\":\"give\",\"seat\":1}],\"pending\":[[\"Push\"],\"?\"],"
         "\"platforms\":[{\"hand\":[\"Push\"]},{\"hand\":[\"?\"]}]",
         "windows: seat 1 has no card to give, or has chosen one already."},
        {"\"viewer\":1,\"windows\":[{\"window\":\"give\",\"seat\":2}],\"pending\":[null,[\"Poke\"]],"
         "\"platforms\":[{\"hand\":[\"Push\"]},{\"hand\":[\"?\"]}]",
         "pending[1]: the viewer does not know this choice; write \"?\" or null."},
        {"\"viewer\":2,\"phase\":\"play\",\"platforms\":[{\"hand\":[\"?\"]},{\"hand\":[\"Push\"]}]", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bil_text text = {0};
        struct bil_error error = {{0}};
        struct case_table table;
        bil_text_format(&text, "{\"format\":1,\"game\":\"one-billion-users\",\"seats\":2,%s,\"deck\":[\"?\"", rows[i].members);
        bil_text_repeat(&text, ",\"?\"", 115);
        bil_text_add(&text, "]}");
        const bool fine = case_table_read_text(&table, obu_test_game(), bil_text_string(&text), false, 1, &error);
        assert_string_equal(error.text, rows[i].sentence ? rows[i].sentence : "");
        if (fine) {
            const struct bil_position *position = &table.position;
            bil_text_clear(&text);
            bil_position_write(position->game, &position->config, position->rules, position->edition, position->state, &text);
            assert_non_null(strstr(bil_text_string(&text), "\"viewer\":2,"));
            assert_non_null(strstr(bil_text_string(&text), "\"hand\":[\"?\"]"));
            assert_int_equal(case_table_actor(&table), 0);
            case_table_free(&table);
        }
        bil_text_free(&text);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_view_by_hand)};
    return case_documents_run(obu_test_game(), "games/one_billion_users/documents/positions.json") +
           cmocka_run_group_tests(tests, NULL, NULL);
}
