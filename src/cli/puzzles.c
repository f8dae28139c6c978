/* `billions puzzles`: finds positions with one best move, and checks those that were found. Must never write a puzzle whose claim
 * was not found twice. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "lab/puzzle.h"
#include "table/file.h"
#include "terminal/progress_bar.h"

enum { USUAL_COUNT = 10, MOST = 10000 };

struct request {
    int64_t count, threads, players, every;
    const char *seed, *check, *renew;
};

static int find(const struct bil_game *game, const struct request *request)
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
    if (bil_progress_bar_begin(&bar, "puzzles", 0, (uint64_t)request->count)) {
        search.progress = bil_progress_bar_draw;
        search.context = &bar;
    }
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

/* Each line of a file, or every so many: whether it holds, or made anew. */
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
    bil_seed_from_text(request->seed, seed);
    for (size_t i = 0; i < length; i++) {
        all += text[i] == '\n';
    }
    const bool shown = bil_progress_bar_begin(&bar, "puzzles", 0, all);
    for (const char *at = text, *end = text + length; at < end && !*stop; line++) {
        const char *behind = memchr(at, '\n', (size_t)(end - at));
        behind = behind ? behind : end;
        if (line % request->every == 0) {
            done++;
            const size_t size = (size_t)(behind - at);
            if (request->renew ? !bil_puzzle_renew(at, size, seed, &out, &error) : !bil_puzzle_check(at, size, seed, &error)) {
                wrong++;
                bil_exit_with(BIL_EXIT_INPUT, "%s:%d: %s", path, line + 1, error.text);
            }
        }
        if (shown) {
            bil_progress_bar_draw(&bar, (uint64_t)line + 1);
        }
        at = behind + 1;
    }
    bil_progress_bar_end(&bar);
    free(text);
    if (!request->renew && !*stop && done > 0 && wrong == 0) {
        bil_text_format(&out, "%d of %d puzzles looked at: all hold\n", done, line);
    }
    const int code = bil_print(&out);
    bil_text_free(&out);
    if (*stop) {
        return bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %d lines, of which %d do not hold.", done, wrong);
    }
    if (wrong > 0 && done > 1) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s: lines looked at: %d; of these do not hold: %d.", path, done, wrong);
    }
    return done == 0 ? bil_exit_with(BIL_EXIT_INPUT, "%s: there is no puzzle in it.", path) : wrong > 0 ? BIL_EXIT_INPUT : code;
}

int bil_cli_puzzles(int argc, char **argv)
{
    struct request request = {.count = USUAL_COUNT, .threads = 1, .seed = "1"};
    const struct bil_flag flags[] = {
        {"count", BIL_FLAG_NUMBER, &request.count, "N", "so many puzzles (10)", 1, MOST},
        {"players", BIL_FLAG_NUMBER, &request.players, "N", "seats (every number that the game allows, in turn)", 1, 99},
        {"seed", BIL_FLAG_TEXT, &request.seed, "S", "what chance decides (1)", 0, 0},
        {"threads", BIL_FLAG_NUMBER, &request.threads, "T", "how many threads search (1); the puzzles are the same", 1,
         BIL_PUZZLE_THREADS},
        {"check", BIL_FLAG_TEXT, &request.check, "FILE", "solve the puzzles of this file again instead", 0, 0},
        {"renew", BIL_FLAG_TEXT, &request.renew, "FILE",
         "prove the claims of this file anew, and print those that still are puzzles", 0, 0},
        {"every", BIL_FLAG_NUMBER, &request.every, "N", "with --check and --renew: only every Nth (1)", 1, MOST},
        {0},
    };
    const struct bil_usage usage = {
        "billions puzzles GAME [--count N] [OPTIONS] | billions puzzles --check FILE | billions puzzles --renew FILE",
        "Finds positions with one best move that does not come to mind at once, in games of bots, and\n"
        "writes each as a line of JSON (docs/puzzles.md) at the end: one takes some 20 seconds of a\n"
        "processor, with --players 2 a minute or more. Or solves those of a file again, with other\n"
        "chances, about a second each. What does not hold is named, and the exit code says so.",
        flags,
    };
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &usage, 0, 1, &words);
    if (early >= 0) {
        return early;
    }
    if (request.check && request.renew) {
        return bil_exit_with(BIL_EXIT_USAGE, "--check and --renew together: choose one of them.");
    }
    if (request.check || request.renew) {
        const char *path = request.renew ? request.renew : request.check;
        request.every = request.every ? request.every : 1;
        return words.count == 0 ? go_through(path, &request)
                                : bil_exit_with(BIL_EXIT_USAGE, "--check and --renew take a file, and no game beside it.");
    }
    if (request.every) {
        return bil_exit_with(BIL_EXIT_USAGE, "--every goes with --check or --renew: new puzzles are as many as --count says.");
    }
    if (words.count == 0) {
        return bil_cli_one_word(&words, &usage);
    }
    const struct bil_game *game = bil_cli_game(words.item[0]);
    return game ? find(game, &request) : BIL_EXIT_USAGE;
}
