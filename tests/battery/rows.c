/* See rows.h. It knows no game. */
#include "battery/rows.h"
#include "unit.h"

enum { MANY = 50000 }; /* games that take long enough to be told how far they are */

/* Cuts a list of values after `seats` of them. */
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

static void add(struct battery_count *sum, const struct battery_count *seen)
{
    sum->games += seen->games;
    sum->plies += seen->plies;
    sum->choices += seen->choices;
    sum->worlds += seen->worlds;
    sum->positions += seen->positions;
    sum->events += seen->events;
    sum->hidden += seen->hidden;
    sum->observations += seen->observations;
    sum->most_moves = seen->most_moves > sum->most_moves ? seen->most_moves : sum->most_moves;
    sum->most_plies = seen->most_plies > sum->most_plies ? seen->most_plies : sum->most_plies;
}

static void play_row(struct battery battery, const struct battery_row *row, int seats, uint64_t games, uint64_t first,
                     struct battery_count *sum)
{
    char values[BATTERY_SETTINGS][96];
    struct bil_setting settings[BATTERY_SETTINGS];
    int count = 0;
    for (; count < BATTERY_SETTINGS && row->settings[count].key; count++) {
        settings[count].key = row->settings[count].key;
        settings[count].value = for_seats(row->settings[count].value, seats, values[count], sizeof values[count]);
    }
    battery.seats = seats;
    battery.settings = settings;
    battery.setting_count = count;
    battery.games = games;
    battery.first = first;
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
        add(sum, &seen);
        /* Alone in fast mode, as the lab plays: a tenth will do, for the slow games had a fast one beside them. */
        battery.games = (games + 9) / 10;
        battery.first = first + games;
    }
}

uint64_t battery_run_rows(struct battery like, const struct battery_row *rows, int count, uint64_t usual, struct battery_count *sum)
{
    const struct bil_game *game = like.game;
    assert_non_null(game);
    const uint64_t games = battery_games(usual);
    uint64_t shares = 0;
    for (int row = 0; row < count; row++) {
        shares += (uint64_t)rows[row].weight * (uint64_t)(rows[row].seats ? 1 : game->max_seats - game->min_seats + 1);
    }
    uint64_t dealt_out = 0; /* shares that had their games */
    uint64_t first = battery_first();
    for (int row = 0; row < count; row++) {
        for (int seats = game->min_seats; seats <= game->max_seats; seats++) {
            if (rows[row].seats && rows[row].seats != seats) {
                continue;
            }
            const uint64_t before = games * dealt_out / shares;
            dealt_out += (uint64_t)rows[row].weight;
            const uint64_t now = games * dealt_out / shares - before;
            play_row(like, &rows[row], seats, now > 0 ? now : 1, first, sum);
            first += now + (now + 9) / 10;
        }
        if (games > MANY) {
            fprintf(stderr, "row %d of %d: %llu games\n", row + 1, count, (unsigned long long)sum->games);
        }
    }
    printf("%llu games, %llu plies, %llu worlds, %llu observations, %llu positions, %llu events: all as promised\n",
           (unsigned long long)sum->games, (unsigned long long)sum->plies, (unsigned long long)sum->worlds,
           (unsigned long long)sum->observations, (unsigned long long)sum->positions, (unsigned long long)sum->events);
    return games;
}
