/* The battery over One Billion Users: every number of seats, every option at each of its values, and mixtures of them.
 *
 * BATTERY_GAMES=N plays N games altogether instead of a few thousand, spread over the rows; BATTERY_FIRST=N begins at another
 * game, so that two runs need not play the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "battery/battery.h"

enum { SETTINGS_MAX = 7, SEATS_MIN = 2, SEATS_MAX = 4, USUAL_GAMES = 3000 };

/* Each row is played with 2, 3 and 4 seats; a Network for each seat is cut to their number. */
static const struct {
    int weight; /* of the games, how many shares */
    struct bil_setting settings[SETTINGS_MAX];
} rows[] = {
    {4, {{"networks", "random"}}},
    {4, {{"networks", "off"}}},
    {1, {{"milestones", "manual"}}},
    {3, {{"milestones", "manual"}, {"networks", "random"}}},
    {1, {{"cut", "fifth"}}},
    {1, {{"cut", "1"}, {"networks", "random"}}},
    {1, {{"cut", "60"}}},
    {1, {{"stall", "off"}, {"networks", "random"}}},
    {1, {{"advertisers", "tie-barred"}}},
    {1, {{"first", "1"}}},
    {1, {{"first", "2"}, {"networks", "random"}}},
    {1, {{"networks", "TapTap,HireMe,Friendlink,The Hellsite"}}},
    {1, {{"networks", "False Social,Kooperate,Burrow,Murmur"}}},
    {1, {{"networks", "The Hellsite,Friendlink,random,random"}, {"milestones", "manual"}}},
    {1, {{"networks", "Murmur,random,TapTap,False Social"}, {"cut", "30"}}},
    {2,
     {{"networks", "random"},
      {"milestones", "manual"},
      {"cut", "fifth"},
      {"stall", "off"},
      {"advertisers", "tie-barred"},
      {"first", "2"}}},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Cuts a list of names after `seats` of them. */
static const char *for_seats(const char *value, int seats, char *buffer, size_t size)
{
    size_t length = 0;
    int commas = 0;
    for (const char *c = value; *c && length + 1 < size; c++) {
        commas += *c == ',';
        if (commas == seats) {
            break;
        }
        buffer[length++] = *c;
    }
    buffer[length] = 0;
    return buffer;
}

static void play_row(int row, int seats, uint64_t games, uint64_t first, struct battery_count *sum)
{
    const struct bil_game *game = bil_game_find("one-billion-users");
    assert_non_null(game);
    char values[SETTINGS_MAX][96];
    struct bil_setting settings[SETTINGS_MAX];
    int count = 0;
    for (; count < SETTINGS_MAX && rows[row].settings[count].key; count++) {
        settings[count].key = rows[row].settings[count].key;
        settings[count].value = for_seats(rows[row].settings[count].value, seats, values[count], sizeof values[count]);
    }
    struct battery battery = {
        .game = game, .seats = seats, .settings = settings, .setting_count = count, .games = games, .first = first};
    battery.worlds = 64;
    battery.words = 1024;
    for (int fast = 0; fast < 2; fast++) {
        struct bil_text report = {0};
        struct battery_count seen;
        battery.fast = fast;
        if (!battery_run(&battery, &seen, &report)) {
            fail_msg("%s", bil_text_string(&report));
        }
        bil_text_free(&report);
        assert_int_equal(seen.games, battery.games);
        sum->games += seen.games;
        sum->plies += seen.plies;
        sum->worlds += seen.worlds;
        sum->positions += seen.positions;
        sum->events += seen.events;
        /* Alone in fast mode, as the lab plays: a tenth will do, for the slow games had a fast one beside them. */
        battery.games = (games + 9) / 10;
        battery.first = first + games;
    }
}

static void every_option_and_number_of_seats(void **state)
{
    (void)state;
    const uint64_t games = battery_games(USUAL_GAMES);
    uint64_t shares = 0;
    struct battery_count sum = {0};
    for (int row = 0; row < ROWS; row++) {
        shares += (uint64_t)rows[row].weight * (SEATS_MAX - SEATS_MIN + 1);
    }
    uint64_t dealt_out = 0; /* shares that had their games */
    uint64_t first = battery_first();
    for (int row = 0; row < ROWS; row++) {
        for (int seats = SEATS_MIN; seats <= SEATS_MAX; seats++) {
            const uint64_t before = games * dealt_out / shares;
            dealt_out += (uint64_t)rows[row].weight;
            const uint64_t now = games * dealt_out / shares - before;
            play_row(row, seats, now > 0 ? now : 1, first, &sum);
            first += now + (now + 9) / 10;
        }
        if (games > 20 * USUAL_GAMES) {
            fprintf(stderr, "row %d of %d: %llu games\n", row + 1, (int)ROWS, (unsigned long long)sum.games);
        }
    }
    printf("%llu games, %llu plies, %llu worlds, %llu positions, %llu events: all as promised\n", (unsigned long long)sum.games,
           (unsigned long long)sum.plies, (unsigned long long)sum.worlds, (unsigned long long)sum.positions,
           (unsigned long long)sum.events);
    assert_true(sum.games >= games);
    if (games >= USUAL_GAMES) {
        assert_true(sum.plies > 100 * games && sum.worlds > games && sum.positions > games / 2 && sum.events > 10 * games);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_option_and_number_of_seats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
