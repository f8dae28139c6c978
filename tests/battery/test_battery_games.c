/* The battery over every game that is compiled in, for every number of seats, as it comes; over the calibration games and the
 * template, which are small enough for every question at every ply. */
#include "battery/battery.h"
#include "bench/calibration.h"
#include "unit.h"

extern const struct bil_game bil_game_template;

static struct battery_count run(struct battery battery)
{
    struct bil_text report = {0};
    struct battery_count count;
    battery.first = battery_first();
    if (!battery_run(&battery, &count, &report)) {
        fail_msg("%s", bil_text_string(&report));
    }
    bil_text_free(&report);
    assert_int_equal(count.games, battery.games);
    return count;
}

/* Both modes, all numbers of seats. */
static struct battery_count run_all(const struct bil_game *game, uint64_t games, int worlds, int words)
{
    struct battery_count last = {0};
    for (int seats = game->min_seats; seats <= game->max_seats; seats++) {
        const struct battery slow = {.game = game, .seats = seats, .games = games, .worlds = worlds, .words = words};
        const struct battery fast = {.game = game, .seats = seats, .games = games, .fast = true};
        run(fast);
        last = run(slow);
    }
    return last;
}

static void tic_tac_toe(void **state)
{
    const struct battery_count count = run_all(&bil_game_tic_tac_toe, 300, 1, 4);
    assert_int_equal(count.most_moves, 9);
    assert_int_equal(count.most_plies, 9);
    assert_true(count.worlds > 8000 && count.positions > 2000 && count.events > 300);
}

static void leduc(void **state)
{
    const struct battery_count count = run_all(&bil_game_leduc, 500, 1, 4);
    assert_int_equal(count.most_moves, 3);
    assert_int_equal(count.most_plies, 8); /* check, raise, raise, call, twice */
    assert_true(count.worlds > 8000 && count.positions > 2000 && count.events > 300);
}

static void template(void **state)
{
    const struct battery_count count = run_all(&bil_game_template, 100, 1, 4);
    assert_int_equal(count.most_moves, 2);
    assert_int_equal(count.most_plies, BIL_MAX_SEATS);
}

static void every_game_that_is_offered(void **state)
{
    assert_non_null(bil_games[0]);
    for (int i = 0; bil_games[i]; i++) {
        const struct battery_count count = run_all(bil_games[i], 40, 16, 256);
        assert_true(count.choices > count.games && count.worlds > 0 && count.positions > 0 && count.events > 0);
        assert_true(count.hidden > count.worlds / 2);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tic_tac_toe),
        cmocka_unit_test(leduc),
        cmocka_unit_test(template),
        cmocka_unit_test(every_game_that_is_offered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
