/* The battery over 6 Billion: every number of seats, every option at each of its values, and mixtures of them. */
#include "battery/rows.h"
#include "unit.h"

enum { USUAL_GAMES = 1200 };

static const struct battery_row rows[] = {
    {6, 0, {{"track", "off"}}},
    {5, 0, {{"track", "on"}}},
    {1, 0, {{"track", "on"}, {"leaf-limit", "on"}}},
    {1, 0, {{"track", "on"}, {"leaf-limit", "off"}}},
    {1, 0, {{"tokens", "8"}}},
    {1, 0, {{"tokens", "10"}, {"track", "on"}}},
    {1, 0, {{"tokens", "16"}}},
    {1, 0, {{"earth-limit", "16"}}},
    {1, 0, {{"earth-limit", "32"}}},
    {1, 0, {{"earth-limit", "128"}}},
    {1, 0, {{"trouble-billion", "on"}}},
    {1, 0, {{"discovery-step", "on"}, {"track", "on"}}},
    {1, 0, {{"discovery-step", "on"}}},
    {1, 0, {{"turn-cap", "1"}}},
    {1, 0, {{"turn-cap", "7"}}},
    {1, 0, {{"colours", "pink,orange,black,green,blue"}}},
    {2, 3, {{"neutrals", "1"}}},
    {2, 3, {{"neutrals", "1"}, {"track", "on"}, {"tokens", "11"}}},
    {2,
     0,
     {{"track", "on"},
      {"leaf-limit", "on"},
      {"tokens", "12"},
      {"earth-limit", "16"},
      {"trouble-billion", "on"},
      {"discovery-step", "on"},
      {"turn-cap", "20"}}},
};

static void every_option_and_number_of_seats(void **state)
{
    struct battery_count sum = {0};
    const uint64_t games = battery_run_rows((struct battery){.game = bil_game_find("six-billion")}, rows,
                                            sizeof rows / sizeof *rows, USUAL_GAMES, &sum);
    assert_true(sum.games >= games);
    if (games >= USUAL_GAMES) {
        assert_true(sum.plies > 300 * games && sum.worlds > games && sum.positions > games / 2 && sum.events > games);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_option_and_number_of_seats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
