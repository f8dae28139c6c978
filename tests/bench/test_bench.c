/* `billions bench`: every figure is there, has a unit and a value that can be true, and wrong usage gets one sentence. How large a
 * figure is, is no test's concern. And random play: the same games whether moves are listed or picked. */
#include "bench/calibration.h"
#include "bench/measure.h"
#include "cli/program.h"
#include "unit.h"

/* ------------------------------------------------------------------ the program */

/* The number behind "name":"...","value":, or -1. */
static double value_of(const char *json, const char *name, const char *unit)
{
    char head[160];
    snprintf(head, sizeof head, "{\"name\":\"%s\",\"value\":", name);
    const char *at = strstr(json, head);
    if (at == NULL) {
        return -1;
    }
    char *end = NULL;
    const double value = strtod(at + strlen(head), &end);
    snprintf(head, sizeof head, ",\"unit\":\"%s\"}", unit);
    return strncmp(end, head, strlen(head)) == 0 ? value : -1;
}

static void every_figure_is_measured(void **state)
{
    static const char *const games[] = {"one-billion-users", "six-billion", "tic-tac-toe", "leduc"};
    static const struct {
        const char *name, *unit;
        int games; /* so many of them have it */
    } rows[] = {
        {"games", "games/s", 4},
        {"listed-games", "games/s", 4},
        {"decisions", "decisions/s", 4},
        {"knowing-games", "games/s", 2},
        {"knowing-decisions", "decisions/s", 2},
        {"state", "bytes", 2},
        {"copies", "copies/s", 2},
        {"hide-deal", "times/s", 2},
        {"random-hide-deal", "times/s", 2},
        {"deal", "worlds/s", 2},
        {"deal-again", "worlds/s", 2},
        {"replay", "us/game", 2},
        {"record", "us/game", 2},
        {"search", "iterations/s", 2},
        {"search-whole", "iterations/s", 2},
        {"search-threads", "x", 2},
        {"two-threads", "x", 2},
    };
    int wanted = 1;
    char *json = program_prints("bench --json --seconds 0.002", NULL, "[{\"name\":");
    int objects = 0;
    for (const char *c = json; *c; c++) {
        objects += *c == '{';
    }
    int listed = 0;
    char *list = program_prints("bench --list", NULL, NULL);
    for (const char *c = list; *c; c++) {
        listed += *c == '\n';
    }
    free(list);
    assert_int_equal(objects, listed);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int game = 0; game < rows[i].games; game++, wanted++) {
            char name[64];
            snprintf(name, sizeof name, "%s.%s", games[game], rows[i].name);
            if (!(value_of(json, name, rows[i].unit) > 0)) {
                fail_msg("%s has no value in %s: %s", name, rows[i].unit, json);
            }
        }
    }
    assert_true(value_of(json, "start.first-prompt", "ms") > 0);
    assert_true(objects >= wanted);
    assert_true(value_of(json, "one-billion-users.state", "bytes") <= BIL_MAX_STATE);
    assert_true(value_of(json, "six-billion.state", "bytes") <= BIL_MAX_STATE);
    free(json);
}

static void figures_are_chosen_by_name(void **state)
{
    char *out = program_prints("bench --seconds 0.001 leduc", NULL, "leduc.decisions");
    assert_null(strstr(out, "tic-tac-toe"));
    assert_non_null(strstr(out, " games/s\n"));
    free(out);
    out = program_prints("bench decisions --seconds=0.001 --json", NULL, "\"leduc.decisions\"");
    assert_non_null(strstr(out, "\"tic-tac-toe.decisions\""));
    assert_null(strstr(out, "games/s"));
    free(out);
    out = program_prints("bench --list", NULL, "start.first-prompt");
    assert_non_null(strstr(out, "one-billion-users.hide-deal"));
    assert_non_null(strstr(out, "six-billion.hide-deal"));
    free(out);
    free(program_prints("bench --help", NULL, "usage: billions bench"));
}

static void wrong_usage_is_refused(void **state)
{
    program_refuses("bench chess", NULL, 2, "Nothing to measure is called \"chess\"");
    program_refuses("bench leduc chess", NULL, 2, "\"chess\"");
    program_refuses("bench --seconds 0", NULL, 2, "--seconds 0: give a number of seconds");
    program_refuses("bench --seconds -1", NULL, 2, "--seconds -1");
    program_refuses("bench --seconds two", NULL, 2, "--seconds two");
    program_refuses("bench --seconds 1e9", NULL, 2, "--seconds 1e9");
    program_refuses("bench --fast", NULL, 2, "--fast");
}

/* ------------------------------------------------------------------ random play */

static void picked_and_listed_games_are_the_same(void **state)
{
    enum { GAMES = 4 };
    const struct bil_game *const games[GAMES] = {bil_game_find("one-billion-users"), bil_game_find("six-billion"),
                                                 &bil_game_tic_tac_toe, &bil_game_leduc};
    const uint8_t seed[BIL_SEED_BYTES] = {77};
    uint8_t *rules = malloc(BIL_MAX_RULES);
    assert_non_null(rules);
    for (int g = 0; g < GAMES; g++) {
        struct bil_error error = {{0}};
        struct bil_random picking;
        struct bil_random listing;
        struct bil_tally picked = {0};
        struct bil_tally listed = {0};
        assert_non_null(games[g]);
        assert_true(bil_bench_rules(games[g], true, rules, &error));
        bil_random_stream(&picking, seed, 1, 1);
        listing = picking;
        bil_random_games(games[g], rules, &picking, false, 200, &picked);
        bil_random_games(games[g], rules, &listing, true, 200, &listed);
        assert_int_equal(picked.games, 200);
        assert_int_equal(listed.games, 200);
        assert_int_equal(picked.decisions, listed.decisions);
        assert_true(picked.decisions > 200);
        assert_memory_equal(&picking, &listing, sizeof picking);
    }
    free(rules);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_figure_is_measured),
        cmocka_unit_test(figures_are_chosen_by_name),
        cmocka_unit_test(wrong_usage_is_refused),
        cmocka_unit_test(picked_and_listed_games_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
