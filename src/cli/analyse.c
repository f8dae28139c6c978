/* `billions analyse`: the choices of a finished game, what they lost, and what was luck. Must never write a page but whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/reports.h"
#include "lab/simulation/oracle.h"
#include "lab/solver/solve.h"
#include "table/memory.h"
#include "terminal/progress_bar.h"
#include "terminal/session.h"

/* Its playouts go to the end, by advice all the way: here the end is what counts. */
static const char usual_bot[] = "search:iterations=400:depth=0";

/* ------------------------------------------------------------------ the last choices, exactly */

enum { LAST_CHOICES = 12, STEPS = 50000, MEMORY = 1 << 27 };

/* Whether there are only a few open choices left, this one among them. */
static bool is_late(const struct bil_match *match, int ply)
{
    int left = 0;
    for (int p = match->ply - 1; p >= ply && left <= LAST_CHOICES; p--) {
        left += !match->decision[p].forced;
    }
    return left <= LAST_CHOICES;
}

static void take_value(const struct bil_solve_value *value, double expected[BIL_ANALYSIS_MEASURES][BIL_MAX_SEATS])
{
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        expected[BIL_ANALYSIS_PLACE][seat] = value->place[seat];
        expected[BIL_ANALYSIS_POINTS][seat] = value->points[seat];
    }
}

/* Judges a choice near the end of a game by lab/solver/solve.h, where a fixed number of moves is enough for that. */
static bool judge_exactly(const struct bil_analysis *analysis, const void *view, struct bil_judgement *judgement)
{
    const struct bil_match *match = analysis->match;
    if (!is_late(match, judgement->ply)) {
        return false;
    }
    struct bil_solution *solution = bil_memory_zero(1, sizeof *solution);
    bil_solve_run(
        &(struct bil_solve){
            .game = match->game, .rules = match->rules, .view = view, .steps = STEPS, .memory = MEMORY, .stop = analysis->stop},
        solution);
    bool known = false;
    for (int i = 0; i < solution->count && solution->outcome == BIL_SOLVED; i++) {
        if (solution->move[i] == judgement->move) {
            const int best = bil_solve_better(solution, solution->best, i) ? solution->best : i;
            known = true;
            judgement->judged = judgement->exact = true;
            judgement->best = solution->move[best];
            take_value(&solution->value[best], judgement->before);
            take_value(&solution->value[i], judgement->after);
        }
    }
    free(solution);
    return known;
}

/* ------------------------------------------------------------------ the command */

/* What was asked for. */
struct request {
    int64_t threads;
    const char *record, *bot, *seat, *seed, *by, *html, *edition;
    bool json;
};

static void write_command(const struct request *request, struct bil_text *out)
{
    bil_text_add(out, "billions analyse ");
    bil_quote_word(request->record, false, out);
    bil_cli_add_flag(out, "bot", request->bot);
    bil_cli_add_flag(out, "seed", request->seed);
    bil_cli_add_flag(out, "seat", strcmp(request->seat, "all") != 0 ? request->seat : NULL);
    bil_cli_add_flag(out, "by", strcmp(request->by, "place") != 0 ? request->by : NULL);
    bil_cli_add_flag(out, "edition", request->edition);
    bil_text_add(out, request->json ? " --json" : "");
    bil_cli_add_flag(out, "html", request->html);
}

static int judge_match(const struct request *request, struct bil_analysis *analysis)
{
    const struct bil_match *match = analysis->match;
    struct bil_analysis_result result = {0};
    struct bil_error error = {{0}};
    struct bil_progress_bar bar;
    uint64_t choices = 0;
    for (int ply = 0; ply < match->ply; ply++) {
        const struct bil_decision *decision = &match->decision[ply];
        choices += !decision->forced && (analysis->seat == BIL_ANALYSIS_ALL || analysis->seat == decision->seat);
    }
    analysis->stop = bil_cli_catch_interrupts();
    analysis->progress = bil_progress_bar_begin(&bar, "choices", 0, choices);
    analysis->context = &bar;
    const bool fine = bil_analysis_run(analysis, &result, &error);
    bil_progress_bar_end(&bar);
    int code;
    if (!fine) {
        code = bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    } else if (result.done < result.count) {
        code = bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %d of %d choices; nothing was written.", result.done, result.count);
    } else {
        struct bil_text command = {0};
        write_command(request, &command);
        const struct bil_analysis_report report = {.analysis = analysis,
                                                   .result = &result,
                                                   .by =
                                                       strcmp(request->by, "place") == 0 ? BIL_ANALYSIS_PLACE : BIL_ANALYSIS_POINTS,
                                                   .command = bil_text_string(&command),
                                                   .seed = request->seed};
        code = bil_cli_report(bil_analysis_report, &report, request->json, false, request->html);
        bil_text_free(&command);
    }
    bil_analysis_free(&result);
    return code;
}

static int load_and_run(const struct request *request)
{
    struct bil_analysis analysis = {.threads = bil_cli_threads(request->threads), .exact = judge_exactly};
    struct bil_match *match = NULL;
    int bots = 0;
    int code = bil_cli_bots("bot", request->bot, &analysis.bot, 1, &bots);
    if (code == BIL_EXIT_FINE && bil_oracle_is(analysis.bot)) {
        code = bil_exit_with(BIL_EXIT_USAGE, "--bot %s: choices are judged by what their seat saw, and this bot sees every hand.",
                             analysis.bot->name);
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_record(request->record, request->edition, &match);
    }
    if (code == BIL_EXIT_FINE && match->actor != BIL_OVER) {
        code =
            bil_exit_with(BIL_EXIT_INPUT, "%s: the game is not over, seat %d would decide; only a finished game can be analysed.",
                          request->record, match->actor + 1);
    }
    if (code == BIL_EXIT_FINE) {
        int viewer = 0;
        code = bil_cli_viewer(request->seat, match->config.seats, false, &viewer);
        analysis.seat = viewer == BIL_EVERYBODY ? BIL_ANALYSIS_ALL : viewer;
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_writable(request->html);
    }
    if (code == BIL_EXIT_FINE) {
        analysis.match = match;
        bil_seed_from_text(request->seed, analysis.seed);
        code = judge_match(request, &analysis);
    }
    bil_match_free(match);
    return code;
}

static struct request asked = {.bot = usual_bot, .seat = "all", .seed = "1", .by = "place"};

static int run_analyse(const struct bil_list *words)
{
    if (strcmp(asked.by, "place") != 0 && strcmp(asked.by, "points") != 0) {
        return bil_exit_with(BIL_EXIT_USAGE, "--by %.60s: the worst choices are found by place or by points.", asked.by);
    }
    if (asked.json && asked.html) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json and --html together: choose one of them.");
    }
    asked.record = words->item[0];
    return load_and_run(&asked);
}

static const struct bil_flag flags[] = {
    {"seat", BIL_FLAG_TEXT, &asked.seat, "SEAT", "judge the choices of this seat only: 1, 2, ... (all)", 0, 0},
    {"bot", BIL_FLAG_TEXT, &asked.bot, "BOT", "who judges (search:iterations=400:depth=0)", 0, 0},
    {"seed", BIL_FLAG_TEXT, &asked.seed, "S", "the bot's chances; the same seed gives the same figures (1)", 0, 0},
    {"by", BIL_FLAG_TEXT, &asked.by, "MEASURE", "the worst choices by place or by points (place)", 0, 0},
    {"threads", BIL_FLAG_NUMBER, &asked.threads, "T", "how many choices at a time (one for each processor)", 1,
     BIL_ANALYSIS_THREADS},
    {"json", BIL_FLAG_SWITCH, &asked.json, NULL, "print one JSON object with every choice", 0, 0},
    {"html", BIL_FLAG_TEXT, &asked.html, "FILE", "write a page with charts, too (-: print it alone)", 0, 0},
    {"edition", BIL_FLAG_TEXT, &asked.edition, "FILE", "the edition, if the record does not carry its own", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_analyse = {
    .name = "analyse",
    .help = "judge the choices of a finished game, and what was luck",
    .usage = {"billions analyse RECORD [--bot BOT] [--seat SEAT] [OPTIONS]",
              "Judges every open choice of a finished game from the view of the seat that chose: which places\n"
              "and points it could expect before and after, which choices lost most, and what was luck. A bot\n"
              "that counts iterations on one thread gives the same figures every time, whatever --threads is.",
              flags},
    .least = 1,
    .most = 1,
    .run = run_analyse,
};
