/* `billions bench`: how fast the engine is on this machine. Must never print a figure that was not measured in this run. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/calibration.h"
#include "bench/measure.h"
#include "cli/commands.h"

/* Everything that measurements need, prepared once. */
struct bench {
    struct bench_game users, tic_tac_toe, leduc;
    double seconds; /* for each */
};

static double users_games(const struct bench *bench)
{
    return bench_random_games(&bench->users, bench->seconds, false, false, NULL);
}

static double users_decisions(const struct bench *bench)
{
    double decisions = 0;
    bench_random_games(&bench->users, bench->seconds, true, false, &decisions);
    return decisions;
}

static double users_full_games(const struct bench *bench)
{
    return bench_random_games(&bench->users, bench->seconds, true, true, NULL);
}

static double users_bytes(const struct bench *bench)
{
    return (double)bench->users.game->state_size;
}

static double users_copies(const struct bench *bench)
{
    return bench_copies(&bench->users, bench->seconds);
}

static double users_deals(const struct bench *bench)
{
    return bench_hide_and_deal(&bench->users, bench->seconds, true);
}

static double users_random_deals(const struct bench *bench)
{
    return bench_hide_and_deal(&bench->users, bench->seconds, false);
}

static double users_replay(const struct bench *bench)
{
    return bench_replay(&bench->users, bench->seconds);
}

static double users_threads(const struct bench *bench)
{
    return bench_two_threads(&bench->users, 3 * bench->seconds);
}

static double tic_tac_toe(const struct bench *bench)
{
    return bench_random_games(&bench->tic_tac_toe, bench->seconds, true, false, NULL);
}

static double leduc(const struct bench *bench)
{
    return bench_random_games(&bench->leduc, bench->seconds, true, false, NULL);
}

static double first_prompt(const struct bench *bench)
{
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) {
        return -1;
    }
    program[length] = 0;
    return bench_first_prompt(program, bench->users.game->id, 21);
}

static const struct measure {
    const char *name;
    const char *unit;
    const char *about;
    double (*take)(const struct bench *bench);
} measures[] = {
    {"users-games", "games/s", "One Billion Users, 4 seats, all rules, random games", users_games},
    {"users-decisions", "decisions/s", "the same: list the legal moves, pick one, play it", users_decisions},
    {"users-games-full", "games/s", "the same with every seat asked and all knowledge kept", users_full_games},
    {"users-state", "bytes", "a state of One Billion Users", users_bytes},
    {"users-copies", "copies/s", "copies of it", users_copies},
    {"users-deals", "deals/s", "hide and deal, in games played by advice", users_deals},
    {"users-deals-random", "deals/s", "hide and deal, in random games", users_random_deals},
    {"users-replay", "us", "a whole game replayed from its decisions", users_replay},
    {"users-threads", "times", "random games of two threads against one, by the clock", users_threads},
    {"tic-tac-toe", "games/s", "random games, moves listed", tic_tac_toe},
    {"leduc", "games/s", "random games of Leduc poker, moves listed", leduc},
    {"first-prompt", "ms", "from start to the first prompt, median of 21 starts", first_prompt},
};
enum { MEASURES = sizeof measures / sizeof measures[0] };

static bool wanted(const struct bil_list *words, const struct measure *measure)
{
    bool any = words->count == 0;
    for (int i = 0; i < words->count; i++) {
        any |= strcmp(words->item[i], measure->name) == 0;
    }
    return any;
}

static int check_words(const struct bil_list *words)
{
    for (int i = 0; i < words->count; i++) {
        bool known = false;
        for (int m = 0; m < MEASURES; m++) {
            known |= strcmp(words->item[i], measures[m].name) == 0;
        }
        if (!known) {
            return bil_cli_fail(BIL_EXIT_USAGE, "There is no measurement \"%s\"; \"billions bench --help\" lists them.",
                                words->item[i]);
        }
    }
    return BIL_EXIT_FINE;
}

/* A number people can read: 12,345,678, or 1.93. */
static void write_number(struct bil_text *out, double value)
{
    char digits[64];
    if (value < 1000) {
        snprintf(digits, sizeof digits, value == floor(value) ? "%.0f" : "%.2f", value);
        bil_text_add(out, digits);
        return;
    }
    const int length = snprintf(digits, sizeof digits, "%.0f", value);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            bil_text_char(out, ',');
        }
        bil_text_char(out, digits[i]);
    }
}

static void write_measure(struct bil_text *out, const struct measure *measure, double value, bool json)
{
    if (json) {
        bil_json_object(out);
        bil_json_key_string(out, "name", measure->name);
        bil_json_key(out, "value");
        bil_json_number(out, value);
        bil_json_key_string(out, "unit", measure->unit);
        bil_json_key_string(out, "about", measure->about);
        bil_json_object_end(out);
        return;
    }
    struct bil_text number = {0};
    write_number(&number, value);
    bil_text_format(out, "%-19s %14s %-12s %s\n", measure->name, bil_text_string(&number), measure->unit, measure->about);
    bil_text_free(&number);
}

static int take_all(const struct bench *bench, const struct bil_list *words, bool json)
{
    const atomic_bool *stop = bil_cli_catch_interrupts();
    const bool bar = isatty(STDERR_FILENO) != 0;
    struct bil_text text = {0};
    int code = BIL_EXIT_FINE;
    int total = 0;
    int done = 0;
    for (int m = 0; m < MEASURES; m++) {
        total += wanted(words, &measures[m]);
    }
    if (json) {
        bil_json_array(&text);
    }
    for (int m = 0; m < MEASURES && code == BIL_EXIT_FINE; m++) {
        if (!wanted(words, &measures[m])) {
            continue;
        }
        if (bar) {
            fprintf(stderr, "\r\033[K  %d of %d: %s, about %.0f s left", done + 1, total, measures[m].about,
                    (total - done + 2) * bench->seconds);
            fflush(stderr);
        }
        const double value = measures[m].take(bench);
        done++;
        if (atomic_load(stop)) {
            code = BIL_EXIT_STOPPED;
        } else if (value < 0) {
            fprintf(stderr, "%sbillions: %s could not be measured here.\n", bar ? "\r\033[K" : "", measures[m].name);
        } else {
            write_measure(&text, &measures[m], value, json);
        }
    }
    if (bar) {
        fputs("\r\033[K", stderr);
    }
    if (json) {
        bil_json_array_end(&text);
        bil_text_char(&text, '\n');
    }
    const int printed = bil_cli_print(&text);
    bil_text_free(&text);
    return printed != BIL_EXIT_FINE   ? printed
           : code == BIL_EXIT_STOPPED ? bil_cli_fail(code, "Stopped; the figures are those taken so far.")
                                      : code;
}

int bil_cli_bench(int argc, char **argv)
{
    static struct bench bench;
    int64_t milliseconds = 1000;
    bool json = false;
    struct bil_error error = {{0}};
    struct bil_list words;
    struct bil_text about = {0};
    const struct bil_flag flags[] = {
        {"json", BIL_FLAG_SWITCH, &json, NULL, "print one JSON array of objects with name, value and unit", 0, 0},
        {"milliseconds", BIL_FLAG_NUMBER, &milliseconds, "MS", "spend so long on each (1000)", 10, 600000},
        {0},
    };
    bil_text_add(&about, "Measures how fast the engine is here. Figures of one core are taken in processor time, those\n"
                         "of threads and of the start by the clock. NAMEs take only these:\n");
    for (int m = 0; m < MEASURES; m++) {
        bil_text_format(&about, "  %-19s %s\n", measures[m].name, measures[m].about);
    }
    about.data[--about.length] = 0;
    const struct bil_usage usage = {"billions bench [NAME...] [OPTIONS]", bil_text_string(&about), flags};
    int code = bil_cli_arguments(argc, argv, &usage, 0, MEASURES, &words);
    bil_text_free(&about);
    if (code >= 0) {
        return code;
    }
    code = check_words(&words);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    bench.seconds = (double)milliseconds / 1000;
    if (!bench_prepare(&bench.users, bil_game_find("one-billion-users"), 4, &error) ||
        !bench_prepare(&bench.tic_tac_toe, &bil_game_tic_tac_toe, 2, &error) ||
        !bench_prepare(&bench.leduc, &bil_game_leduc, 2, &error)) {
        return bil_cli_fail(BIL_EXIT_USAGE, "%s", error.text);
    }
    return take_all(&bench, &words, json);
}
