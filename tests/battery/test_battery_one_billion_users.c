/* The battery over One Billion Users: every number of seats, every option at each of its values, and mixtures of them. */
#include "battery/rows.h"
#include "games/one_billion_users/worlds.h"
#include "unit.h"

enum { USUAL_GAMES = 3000 };

/* Each row is played with 2, 3 and 4 seats; a Network for each seat is cut to their number. */
static const struct battery_row rows[] = {
    {4, 0, {{"networks", "random"}}},
    {4, 0, {{"networks", "off"}}},
    {1, 0, {{"milestones", "manual"}}},
    {3, 0, {{"milestones", "manual"}, {"networks", "random"}}},
    {1, 0, {{"cut", "fifth"}}},
    {1, 0, {{"cut", "1"}, {"networks", "random"}}},
    {1, 0, {{"cut", "60"}}},
    {1, 0, {{"stall", "off"}, {"networks", "random"}}},
    {1, 0, {{"advertisers", "tie-barred"}}},
    {1, 0, {{"first", "1"}}},
    {1, 0, {{"first", "2"}, {"networks", "random"}}},
    {1, 0, {{"networks", "TapTap,HireMe,Friendlink,The Hellsite"}}},
    {1, 0, {{"networks", "False Social,Kooperate,Burrow,Murmur"}}},
    {1, 0, {{"networks", "The Hellsite,Friendlink,random,random"}, {"milestones", "manual"}}},
    {1, 0, {{"networks", "Murmur,random,TapTap,False Social"}, {"cut", "30"}}},
    {2,
     0,
     {{"networks", "random"},
      {"milestones", "manual"},
      {"cut", "fifth"},
      {"stall", "off"},
      {"advertisers", "tie-barred"},
      {"first", "2"}}},
};

static void every_option_and_number_of_seats(void **state)
{
    struct battery_count sum = {0};
    const struct battery like = {.game = bil_game_find("one-billion-users"), .deals_openly = obu_in_social_shuffle};
    const uint64_t games = battery_run_rows(like, rows, sizeof rows / sizeof *rows, USUAL_GAMES, &sum);
    assert_true(sum.games >= games);
    if (games >= USUAL_GAMES) {
        assert_true(sum.plies > 100 * games && sum.worlds > games && sum.positions > games / 2 && sum.events > 10 * games);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_option_and_number_of_seats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
