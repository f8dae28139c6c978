/* How long a game of 6 Billion was and how it ended, as reports tell it (SIX-245 to 249). */
#include "games/six_billion/support.h"
#include "unit.h"

#define HEAD "{\"format\": 1, \"game\": \"six-billion\", \"seats\": 2, "
#define SETTLED                                                                                                                    \
    "\"tracks\": {\"mercury\": {\"blue\": 1}, \"venus\": {\"red\": 2}, \"mars\": {\"red\": 4}, \"belt\": {\"pink\": 512}, "        \
    "\"jupiter\": {\"blue\": 1}, \"saturn\": {\"red\": 1}, \"uranus\": {\"blue\": 1}, \"pluto\": {\"red\": 1}}, "

struct row {
    const char *position;
    const char *const *steps; /* ends with NULL; the windows that open are passed */
    int length;
    const char *ending;
};

static const char *const belt[] = {"1 grow belt", NULL};
static const char *const earth[] = {"1 double earth", NULL};
static const char *const all[] = {"1 settle neptune", NULL};
static const char *const cap[] = {"1 pass", NULL};

static const struct row rows[] = {
    {HEAD "\"turn\": 9, \"step\": \"grow\", \"tracks\": {\"belt\": {\"red\": 512}}}", belt, 9, "1024 on the Belt"},
    {HEAD "\"turn\": 31, \"tracks\": {\"earth\": {\"red\": 512}}, \"hands\": "
          "{\"red\": [\"double\"]}}",
     earth, 31, "1024 on Earth"},
    {HEAD "\"turn\": 12, \"step\": \"settle\", " SETTLED
          "\"order\": [\"pink\"], \"to_move\": \"pink\", \"acting\": \"red\", \"boxes\": {\"neptune\": "
          "{\"pink\": \"c1\"}}}",
     all, 12, "all tracks populated"},
    {HEAD "\"options\": {\"turn-cap\": \"5\"}, \"turn\": 5, \"order\": "
          "[\"pink\", \"blue\", \"red\"], \"to_move\": \"red\", \"step\": \"discard\", \"actions\": 1, \"hands\": {\"red\": 6}}",
     cap, 5, "the agreed last turn"},
};

static void every_end_is_told(void **state)
{
    const struct bil_game *game = six_test_game();
    int endings = 0;
    while (game->endings[endings]) {
        endings++;
    }
    assert_int_equal(endings, sizeof rows / sizeof rows[0]);
    assert_string_equal(game->length_unit, "game turns");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct case_table table;
        six_begin_text(&table, rows[i].position, false);
        assert_int_equal(game->length(table.position.rules, table.position.state), rows[i].length);
        for (const char *const *step = rows[i].steps; *step; step++) {
            case_play(&table, *step);
        }
        if (six_quiet(&table)) {
            case_play(&table, "- quiet");
        }
        assert_int_equal(case_table_actor(&table), BIL_OVER);
        assert_int_equal(game->length(table.position.rules, table.position.state), rows[i].length);
        const int ending = game->ending(table.position.rules, table.position.state);
        assert_in_range(ending, 0, endings - 1);
        assert_string_equal(game->endings[ending], rows[i].ending);
        case_table_free(&table);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_end_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
