/* `billions puzzles`: finds positions with one best move, and checks those that were found. Must never write a puzzle whose claim
 * was not found twice. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "lab/puzzles/puzzle.h"
#include "table/encoding.h"
#include "table/file.h"
#include "terminal/progress_bar.h"

enum { USUAL_COUNT = 10, MOST = 10000 };

struct request {
    int64_t count, threads, players, every;
    const char *seed, *check, *renew;
};

static int find_puzzles(const struct bil_game *game, const struct request *request)
{
    struct bil_error error = {{0}};
    struct bil_progress_bar bar;
    struct bil_text out = {0};
    struct bil_puzzle_search search = {.game = game,
                                       .config = {.seats = (int)request->players},
                                       .count = (int)request->count,
                                       .threads = (int)request->threads,
                                       .stop = bil_cli_catch_interrupts()};
    bil_seed_from_text(request->seed, search.seed);
    search.progress = bil_progress_bar_begin(&bar, "puzzles", 0, (uint64_t)request->count);
    search.context = &bar;
    const int found = bil_puzzle_find(&search, &out, &error);
    bil_progress_bar_end(&bar);
    int code = found < 0 ? bil_exit_with(BIL_EXIT_USAGE, "%s", error.text) : bil_print(&out);
    if (code == BIL_EXIT_FINE && found < request->count) {
        code = bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %d of %d puzzles%s.", found, (int)request->count,
                             found == 0   ? ""
                             : found == 1 ? "; it was written"
                                          : "; these were written");
    }
    bil_text_free(&out);
    return code;
}

/* Each line of a file, or a sample of lines: checks whether its claim is proven again, or makes the line again. */
static int go_through(const char *path, const struct request *request)
{
    struct bil_error error = {{0}};
    struct bil_progress_bar bar;
    size_t length = 0;
    uint8_t seed[BIL_SEED_BYTES];
    const atomic_bool *stop = bil_cli_catch_interrupts();
    char *text = bil_file_read(path, &length, &error);
    struct bil_text out = {0};
    int line = 0, done = 0, wrong = 0;
    uint64_t all = 0;
    if (!text) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    if (!bil_encoding_check(text, length, path, &error)) {
        free(text);
        return bil_exit_with(BIL_EXIT_INPUT, "%s", error.text);
    }
    bil_seed_from_text(request->seed, seed);
    for (size_t i = 0; i < length; i++) {
        all += text[i] == '\n';
    }
    bil_progress *const draw = bil_progress_bar_begin(&bar, "puzzles", 0, all);
    for (const char *at = text, *end = text + length; at < end && !*stop; line++) {
        const char *behind = memchr(at, '\n', (size_t)(end - at));
        behind = behind ? behind : end;
        if (line % request->every == 0) {
            done++;
            const size_t size = (size_t)(behind - at);
            if (!bil_puzzle_check(at, size, seed, request->renew ? &out : NULL, &error)) {
                wrong++;
                bil_exit_with(BIL_EXIT_INPUT, "%s:%d: %s", path, line + 1, error.text);
            }
        }
        if (draw) {
            draw(&bar, (uint64_t)line + 1);
        }
        at = behind + 1;
    }
    bil_progress_bar_end(&bar);
    free(text);
    if (!request->renew && !*stop && done > 0 && wrong == 0) {
        bil_text_format(&out, "Checked %d of %d puzzles: the best move of each is proven again.\n", done, line);
    }
    const int code = bil_print(&out);
    const char *what = request->renew ? "not readable" : "not proven again, or not readable";
    bil_text_free(&out);
    if (*stop) {
        return bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %d lines; %s: %d.", done, what, wrong);
    }
    if (wrong > 0 && done > 1) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s: lines checked: %d; %s: %d.", path, done, what, wrong);
    }
    return done == 0 ? bil_exit_with(BIL_EXIT_INPUT, "%s: there is no puzzle in it.", path) : wrong > 0 ? BIL_EXIT_INPUT : code;
}

static struct request asked = {.count = USUAL_COUNT, .threads = 1, .seed = "1"};

static int run_puzzles(const struct bil_list *words)
{
    if (asked.check && asked.renew) {
        return bil_exit_with(BIL_EXIT_USAGE, "--check and --renew together: choose one of them.");
    }
    if (asked.check || asked.renew) {
        const char *path = asked.renew ? asked.renew : asked.check;
        asked.every = asked.every ? asked.every : 1;
        return words->count == 0 ? go_through(path, &asked)
                                 : bil_exit_with(BIL_EXIT_USAGE, "--check and --renew take a file, and no game beside it.");
    }
    if (asked.every) {
        return bil_exit_with(BIL_EXIT_USAGE, "--every goes with --check or --renew: new puzzles are as many as --count says.");
    }
    if (words->count == 0) {
        return bil_exit_with(BIL_EXIT_USAGE, "A game is missing, as in: billions puzzles six-billion --count 1; "
                                             "or a file, as in: billions puzzles --check puzzles/six-billion.jsonl");
    }
    const struct bil_game *game = bil_cli_game(words->item[0]);
    return game ? find_puzzles(game, &asked) : BIL_EXIT_USAGE;
}

static const struct bil_flag flags[] = {
    {"count", BIL_FLAG_NUMBER, &asked.count, "N", "how many puzzles to find (10)", 1, MOST},
    {"players", BIL_FLAG_NUMBER, &asked.players, "N", "seats (every number that the game allows, in turn)", 1, 99},
    {"seed", BIL_FLAG_TEXT, &asked.seed, "S", "what chance decides (1)", 0, 0},
    {"threads", BIL_FLAG_NUMBER, &asked.threads, "T", "how many threads search (1); the puzzles are the same", 1,
     BIL_PUZZLE_THREADS},
    {"check", BIL_FLAG_TEXT, &asked.check, "FILE", "only tell which puzzles of this file are no longer proven", 0, 0},
    {"renew", BIL_FLAG_TEXT, &asked.renew, "FILE",
     "print the puzzles of this file that still are puzzles, each made anew: values, level, advice", 0, 0},
    {"every", BIL_FLAG_NUMBER, &asked.every, "N", "with --check and --renew: only every Nth (1)", 1, MOST},
    {0},
};

const struct bil_subcommand bil_cli_puzzles = {
    .name = "puzzles",
    .help = "find positions with one best move, and prove them",
    .usage = {"billions puzzles GAME [--count N] [OPTIONS]\n"
              "       billions puzzles --check FILE [--every N]\n"
              "       billions puzzles --renew FILE [--every N]",
              "Finds puzzles in games of bots: positions with one best move that does not come to mind at\n"
              "once. When all are found it prints each as a line of JSON (docs/puzzles.md). Finding a puzzle\n"
              "takes 5 to 20 seconds of one processor core; with --players 2, a minute or more.\n\n"
              "--check judges the puzzles of such a file again, with other chances, and prints no puzzle. It\n"
              "names each line whose best move is no longer proven to be better than every other; the exit\n"
              "code is 3 then. --renew is for when bots or advice have changed: it asks of each position all\n"
              "that it asks of a new puzzle, and prints a new file without those that are none any more.\n"
              "Both take less than a second for a puzzle.\n\n"
              "To play the puzzles, open the page of `billions serve`: it has a trainer. To see the position\n"
              "of one here, take it out of its line:\n\n"
              "head -n 1 FILE | jq .position | billions position show -",
              flags},
    .most = 1,
    .run = run_puzzles,
};
