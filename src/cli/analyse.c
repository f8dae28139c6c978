/* `billions analyse`: the choices of a finished game, what they lost, and what was luck. Must never write a page but whole. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/record.h"
#include "cli/analyse_report.h"
#include "cli/commands.h"
#include "lab/simulation/oracle.h"
#include "table/file.h"
#include "table/memory.h"
#include "terminal/progress_bar.h"
#include "terminal/session.h"

/* Its playouts go to the end, by advice all the way: here the end is what counts. */
static const char usual_bot[] = "search:iterations=400:depth=0";

/* What was asked for. */
struct request {
    int64_t threads;
    const char *record, *bot, *seat, *seed, *by, *html, *edition;
    bool json;
};

static void add_quoted_part(const char *flag, const char *word, struct bil_text *out)
{
    bil_text_add(out, flag);
    bil_quote_word(word, out);
}

static void write_command(const struct request *request, struct bil_text *out)
{
    add_quoted_part("billions analyse ", request->record, out);
    add_quoted_part(" --bot ", request->bot, out);
    add_quoted_part(" --seed ", request->seed, out);
    if (strcmp(request->seat, "all") != 0) {
        add_quoted_part(" --seat ", request->seat, out);
    }
    if (strcmp(request->by, "place") != 0) {
        add_quoted_part(" --by ", request->by, out);
    }
    if (request->edition) {
        add_quoted_part(" --edition ", request->edition, out);
    }
    if (request->json) {
        bil_text_add(out, " --json");
    }
    if (request->html) {
        add_quoted_part(" --html ", request->html, out);
    }
}

static int write_report(const struct request *request, const struct bil_analysis_report *report)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    int code = BIL_EXIT_FINE;
    if (request->html) {
        bil_analysis_page(report, &text);
        if (!bil_file_write(request->html, bil_text_string(&text), text.length, &error)) {
            code = bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
        }
        bil_text_clear(&text);
        if (code != BIL_EXIT_FINE || strcmp(request->html, "-") == 0) {
            bil_text_free(&text);
            return code;
        }
    }
    if (request->json) {
        bil_analysis_json(report, &text);
    } else {
        bil_analysis_text(report, &text);
    }
    return bil_print_free(&text);
}

static int run(const struct request *request, struct bil_analysis *analysis)
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
    if (bil_progress_bar_begin(&bar, "choices", 0, choices)) {
        analysis->progress = bil_progress_bar_draw;
        analysis->context = &bar;
    }
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
        code = write_report(request, &report);
        bil_text_free(&command);
    }
    bil_analysis_free(&result);
    return code;
}

/* Exit codes of the faults of a record, when something is to be made of it. */
static int load(const struct request *request, struct bil_match **match)
{
    const struct bil_value *edition = NULL;
    struct bil_record_end end;
    struct bil_error error = {{0}};
    const int code = bil_cli_edition_file(request->edition, NULL, &edition);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    *match = bil_record_load(request->record, edition, &end, &error);
    bil_json_free(edition);
    if (!*match) {
        return bil_exit_with(end.fault == BIL_RECORD_MISSING ? BIL_EXIT_FILES : BIL_EXIT_INPUT, "%s", error.text);
    }
    if ((*match)->actor != BIL_OVER) {
        return bil_exit_with(BIL_EXIT_INPUT,
                             "%s: the game is not over, seat %d would decide; only a finished game can be analysed.",
                             request->record, (*match)->actor + 1);
    }
    return BIL_EXIT_FINE;
}

static int load_and_run(const struct request *request)
{
    struct bil_analysis analysis = {.threads = (int)request->threads, .exact = bil_analysis_exact};
    struct bil_match *match = NULL;
    int bots = 0;
    int code = bil_cli_bots("bot", request->bot, &analysis.bot, 1, &bots);
    if (code == BIL_EXIT_FINE && bil_oracle_is(analysis.bot)) {
        code = bil_exit_with(BIL_EXIT_USAGE, "--bot %s: choices are judged by what their seat saw, and this bot sees every hand.",
                             analysis.bot->name);
    }
    if (code == BIL_EXIT_FINE) {
        code = load(request, &match);
    }
    if (code == BIL_EXIT_FINE) {
        int viewer = 0;
        if (!bil_cli_viewer(request->seat, match->config.seats, &viewer) || viewer == BIL_SPECTATOR) {
            code = bil_exit_with(BIL_EXIT_USAGE, "--seat %s: there must be a seat from 1 to %d, or all.", request->seat,
                                 match->config.seats);
        }
        analysis.seat = viewer == BIL_EVERYBODY ? BIL_ANALYSIS_ALL : viewer;
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_writable(request->html);
    }
    if (code == BIL_EXIT_FINE) {
        analysis.match = match;
        bil_seed_from_text(request->seed, analysis.seed);
        code = run(request, &analysis);
    }
    bil_match_free(match);
    return code;
}

int bil_cli_analyse(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct request request = {.threads = processors < 1                      ? 1
                                         : processors > BIL_ANALYSIS_THREADS ? BIL_ANALYSIS_THREADS
                                                                             : processors,
                              .bot = usual_bot,
                              .seat = "all",
                              .seed = "1",
                              .by = "place"};
    const struct bil_flag flags[] = {
        {"seat", BIL_FLAG_TEXT, &request.seat, "SEAT", "judge the choices of this seat only: 1, 2, ... (all)", 0, 0},
        {"bot", BIL_FLAG_TEXT, &request.bot, "BOT", "who judges (search:iterations=400:depth=0)", 0, 0},
        {"seed", BIL_FLAG_TEXT, &request.seed, "S", "the bot's chances; the same seed gives the same figures (1)", 0, 0},
        {"by", BIL_FLAG_TEXT, &request.by, "MEASURE", "the worst choices by place or by points (place)", 0, 0},
        {"threads", BIL_FLAG_NUMBER, &request.threads, "T", "how many choices at a time (one for each processor)", 1,
         BIL_ANALYSIS_THREADS},
        {"json", BIL_FLAG_SWITCH, &request.json, NULL, "print one JSON object with every choice", 0, 0},
        {"html", BIL_FLAG_TEXT, &request.html, "FILE", "write a page with charts, too (-: print it alone)", 0, 0},
        {"edition", BIL_FLAG_TEXT, &request.edition, "FILE", "the edition, if the record does not carry its own", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions analyse RECORD [--bot BOT] [--seat SEAT] [OPTIONS]",
        "Judges every open choice of a finished game from the view of the seat that chose: which places\n"
        "and points it could expect before and after, which choices lost most, and what was luck. A bot\n"
        "that counts iterations on one thread gives the same figures every time, whatever --threads is.",
        flags,
    };
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &usage, 1, 1, &words);
    if (early >= 0) {
        return early;
    }
    if (strcmp(request.by, "place") != 0 && strcmp(request.by, "points") != 0) {
        return bil_exit_with(BIL_EXIT_USAGE, "--by %.60s: the worst choices are found by place or by points.", request.by);
    }
    if (request.json && request.html) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json and --html together: choose one of them.");
    }
    request.record = words.item[0];
    return load_and_run(&request);
}
