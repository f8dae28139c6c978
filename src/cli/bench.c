/* `billions bench`: the figures of bench/measure.h, and how long the program itself takes from its start to the first question.
 * Must never print a figure that was not measured in this very run. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/calibration.h"
#include "bench/measure.h"
#include "bots/value_net.h"
#include "cli/commands.h"

enum { NAME_LENGTH = 64, STARTS = 11, PATIENCE = 5000 /* milliseconds */ };

/* ------------------------------------------------------------------ from start to first prompt */

static const char start_name[] = "start.first-prompt";
static const char start_help[] = "from the start of `billions play` to its first prompt, through a pipe";

/* In the child: becomes this very program, its input and output the two pipes. */
static void become_player(int input, int output)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    if (nowhere >= 0) {
        dup2(nowhere, STDERR_FILENO);
    }
    for (int fd = 3; fd < 16; fd++) {
        close(fd);
    }
    execl("/proc/self/exe", "billions", "play", bil_games[0]->id, "--seed", "1", (char *)NULL);
    _exit(127);
}

/* Reads until the output ends with a prompt: a line that is not ended and ends with "> ". False if none comes. */
static bool wait_for_prompt(int output)
{
    char bytes[4096];
    char last[2] = {0, 0};
    for (;;) {
        struct pollfd ready = {output, POLLIN, 0};
        const int changed = poll(&ready, 1, PATIENCE);
        if (changed < 0 && errno == EINTR) {
            continue;
        }
        const ssize_t count = changed > 0 ? read(output, bytes, sizeof bytes) : 0;
        if (count <= 0) {
            return false;
        }
        last[0] = count > 1 ? bytes[count - 2] : last[1];
        last[1] = bytes[count - 1];
        if (last[0] == '>' && last[1] == ' ') {
            return true;
        }
    }
}

/* One start, in milliseconds; below 0 if no prompt came. */
static double one_start(void)
{
    int to[2];
    int from[2];
    if (pipe(to) != 0) {
        return -1;
    }
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return -1;
    }
    const double begin = bil_bench_clock();
    const pid_t child = fork();
    if (child == 0) {
        become_player(to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    const bool came = child > 0 && wait_for_prompt(from[0]);
    const double passed = 1e3 * (bil_bench_clock() - begin);
    close(to[1]);
    close(from[0]);
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    return came ? passed : -1;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The middle one of several starts. */
static bool measure_start(double *value, struct bil_error *error)
{
    double start[STARTS];
    for (int i = 0; i < STARTS; i++) {
        start[i] = one_start();
        if (start[i] < 0) {
            return bil_fail(error, "`billions play` showed no prompt, so the time until then cannot be measured.");
        }
    }
    qsort(start, STARTS, sizeof *start, by_size);
    *value = start[STARTS / 2];
    return true;
}

/* ------------------------------------------------------------------ the rows */

/* One thing to measure: a figure of a game, or (without a figure) the start of the program. */
struct row {
    const struct bil_game *game;
    const struct bil_figure *figure;
    char name[NAME_LENGTH];
};

enum { ROWS_MAX = 128 };

static int add_rows(struct row *rows, int count, const struct bil_game *game, bool calibration)
{
    for (const struct bil_figure *figure = bil_figures; figure->name && count < ROWS_MAX - 1; figure++) {
        const bool there = figure->of == BIL_OF_ALL || (!calibration && (figure->of != BIL_OF_NETS || bil_value_net_of(game)));
        if (there) {
            rows[count].game = game;
            rows[count].figure = figure;
            snprintf(rows[count].name, sizeof rows[count].name, "%s.%s", game->id, figure->name);
            count++;
        }
    }
    return count;
}

static int all_rows(struct row *rows)
{
    int count = 0;
    for (int i = 0; bil_games[i]; i++) {
        count = add_rows(rows, count, bil_games[i], false);
    }
    count = add_rows(rows, count, &bil_game_tic_tac_toe, true);
    count = add_rows(rows, count, &bil_game_leduc, true);
    if (bil_games[0]) {
        rows[count].game = NULL;
        rows[count].figure = NULL;
        snprintf(rows[count].name, sizeof rows[count].name, "%s", start_name);
        count++;
    }
    return count;
}

/* Whether a row was asked for: by its name, by the beginning of it, or by the figure alone. */
static bool row_is_asked(const struct row *row, const char *word)
{
    return strncmp(row->name, word, strlen(word)) == 0 || (row->figure && strcmp(row->figure->name, word) == 0);
}

/* Keeps what was asked for. A word that fits nothing is an error. */
static int keep_asked_rows(struct row *rows, int count, const struct bil_list *words)
{
    int kept = 0;
    for (int w = 0; w < words->count; w++) {
        bool any = false;
        for (int i = 0; i < count; i++) {
            any = any || row_is_asked(&rows[i], words->item[w]);
        }
        if (!any) {
            bil_exit_with(BIL_EXIT_USAGE, "Nothing to measure is called \"%.40s\"; billions bench --list names everything.",
                          words->item[w]);
            return -1;
        }
    }
    for (int i = 0; i < count; i++) {
        bool wanted = words->count == 0;
        for (int w = 0; w < words->count; w++) {
            wanted = wanted || row_is_asked(&rows[i], words->item[w]);
        }
        if (wanted) {
            rows[kept++] = rows[i];
        }
    }
    return kept;
}

static const char *unit_of(const struct row *row)
{
    return row->figure ? row->figure->unit : "ms";
}

static int print_list(const struct row *rows, int count)
{
    struct bil_text text = {0};
    for (int i = 0; i < count; i++) {
        bil_text_format(&text, "%-36s %-12s %s\n", rows[i].name, unit_of(&rows[i]),
                        rows[i].figure ? rows[i].figure->help : start_help);
    }
    return bil_print(&text);
}

/* ------------------------------------------------------------------ results */

static void progress(const struct row *row, int number, int count)
{
    if (isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r  %d of %d: %s\033[K", number, count, row->name);
        fflush(stderr);
    }
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO)) {
        fputs("\r\033[K", stderr);
    }
}

/* 12345678 as 12 345 678, small numbers with decimals. */
static void write_value(double value, struct bil_text *out)
{
    char digits[40];
    if (value < 1000) {
        snprintf(digits, sizeof digits, value == (double)(int)value ? "%.0f" : "%.2f", value);
        bil_text_format(out, "%16s", digits);
        return;
    }
    snprintf(digits, sizeof digits, "%.0f", value);
    const size_t length = strlen(digits);
    char grouped[60];
    size_t at = 0;
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            grouped[at++] = ' ';
        }
        grouped[at++] = digits[i];
    }
    grouped[at] = 0;
    bil_text_format(out, "%16s", grouped);
}

static int measure_all(const struct bil_bench *bench, const struct row *rows, int count, bool json)
{
    struct bil_text text = {0};
    int code = BIL_EXIT_FINE;
    if (json) {
        bil_json_array(&text);
    }
    for (int i = 0; i < count && code == BIL_EXIT_FINE; i++) {
        const struct row *row = &rows[i];
        struct bil_error error = {{0}};
        double value = 0;
        progress(row, i + 1, count);
        const bool good = row->figure ? row->figure->measure(bench, row->game, &value, &error) : measure_start(&value, &error);
        end_progress();
        if (atomic_load(bench->stop)) {
            code = BIL_EXIT_STOPPED;
        } else if (!good) { /* the others can still be measured */
            bil_exit_with(BIL_EXIT_NO, "%s is left out: %s", row->name, error.text);
        } else if (json) {
            bil_json_object(&text);
            bil_json_key_string(&text, "name", row->name);
            bil_json_key_number(&text, "value", value);
            bil_json_key_string(&text, "unit", unit_of(row));
            bil_json_object_end(&text);
        } else {
            bil_text_format(&text, "%-36s", row->name);
            write_value(value, &text);
            bil_text_format(&text, " %s\n", unit_of(row));
            code = bil_print(&text);
        }
    }
    if (json && code == BIL_EXIT_FINE) {
        bil_json_array_end(&text);
        bil_text_char(&text, '\n');
        code = bil_print(&text);
    }
    bil_text_free(&text);
    return code;
}

/* ------------------------------------------------------------------ the subcommand */

static bool read_seconds(const char *text, double *seconds)
{
    char *end = NULL;
    *seconds = strtod(text, &end);
    return *text && *end == 0 && *seconds >= 0.001 && *seconds <= 600;
}

/* What was asked for. */
static struct {
    const char *seconds;
    bool json, list;
} asked = {.seconds = "0.5"};

static int run_bench(const struct bil_list *words)
{
    struct bil_bench bench = {0};
    struct row rows[ROWS_MAX];
    if (!read_seconds(asked.seconds, &bench.seconds)) {
        return bil_exit_with(BIL_EXIT_USAGE, "--seconds %.40s: give a number of seconds from 0.001 to 600.", asked.seconds);
    }
    const int count = keep_asked_rows(rows, all_rows(rows), words);
    if (count < 0) {
        return BIL_EXIT_USAGE;
    }
    if (asked.list) {
        return print_list(rows, count);
    }
    bench.stop = bil_cli_catch_interrupts();
    return measure_all(&bench, rows, count, asked.json);
}

static const struct bil_flag flags[] = {
    {"seconds", BIL_FLAG_TEXT, &asked.seconds, "S", "how long each measurement takes (0.5; from 0.001 to 600)", 0, 0},
    {"json", BIL_FLAG_SWITCH, &asked.json, NULL, "print an array of objects with name, value and unit", 0, 0},
    {"list", BIL_FLAG_SWITCH, &asked.list, NULL, "only name what can be measured", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_bench = {
    .name = "bench",
    .help = "measure how fast it all is",
    .usage = {"billions bench [NAME...] [FLAG...]",
              "Measures how fast the engine is on this machine. A NAME picks one figure, all\n"
              "that begin with it (a game), or that figure of every game; without, all are\n"
              "measured. Figures of one core are per second of processor time; of five parts\n"
              "of a measurement the best is told.",
              flags},
    .most = BIL_LIST_MAX,
    .run = run_bench,
};
