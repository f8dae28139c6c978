/* `billions lab`: what a designer asks of an edition and its options. Must never print a figure without a game that supports it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "cli/bot_faults.h"
#include "cli/commands.h"
#include "cli/lab_report.h"
#include "cli/parts.h"
#include "table/file.h"
#include "table/memory.h"
#include "terminal/session.h"

enum { DEFAULT_GAMES = 10000, GAMES_A_PAIR = 40 };

/* What was asked for. */
struct request {
    int64_t games, pairs, players, threads;
    const char *seats, *seed, *edition, *against, *html;
    struct bil_list options;
    struct bil_parts_request parts;
    bool json, csv;
};

/* ------------------------------------------------------------------ arguments */

static void add_flag(struct bil_text *out, const char *flag, const char *word)
{
    if (word) {
        bil_text_format(out, " --%s ", flag);
        bil_quote_word(word, out);
    }
}

static void write_command(const struct bil_plan *plan, const struct request *request, struct bil_text *out)
{
    bil_text_format(out, "billions lab %s --games %" PRIu64 " --pairs %" PRIu64 " --players %d", plan->game->id, plan->blocks,
                    plan->pairs, plan->seats);
    add_flag(out, "seats", request->seats ? request->seats : "greedy");
    add_flag(out, "seed", request->seed);
    for (int i = 0; i < request->options.count; i++) {
        add_flag(out, "option", request->options.item[i]);
    }
    add_flag(out, "edition", request->edition);
    add_flag(out, "against", request->against);
}

/* ------------------------------------------------------------------ running */

static int print_report(const struct request *request, const struct bil_lab_report *report)
{
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    if (request->html) {
        bil_lab_report_page(report, &text);
        const bool written = bil_file_write(request->html, bil_text_string(&text), text.length, &error);
        bil_text_clear(&text);
        if (!written || strcmp(request->html, "-") == 0) {
            bil_text_free(&text);
            return written ? BIL_EXIT_FINE : bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
        }
    }
    if (request->json) {
        bil_lab_report_json(report, &text);
    } else if (request->csv) {
        bil_lab_report_csv(report, &text);
    } else {
        bil_lab_report_table(report, &text);
    }
    return bil_print_free(&text);
}

static int report_both(const void *context, const struct bil_job *job, const void *of_job, bool stopped)
{
    const struct request *request = context;
    struct bil_figures figures, against = {0};
    const struct bil_study *study = job->study[0];
    const struct bil_study *second = job->study[1];
    const struct bil_study_sums *sums = of_job; /* of both, one behind the other */
    char edition_hash[BIL_EDITION_HASH];
    char against_hash[BIL_EDITION_HASH] = "";
    bil_edition_hash(study->game, study->rules, edition_hash);
    bil_figures_make(study, &sums[0], &figures);
    if (second) {
        bil_figures_make(second, &sums[1], &against);
        bil_edition_hash(second->game, second->rules, against_hash);
    }
    const struct bil_lab_report report = {.study = study,
                                          .sums = &sums[0],
                                          .figures = &figures,
                                          .against = second ? &against : NULL,
                                          .against_sums = &sums[1],
                                          .edition_name = job->plan.edition_name,
                                          .against_name = job->plan.against_name,
                                          .edition_hash = edition_hash,
                                          .against_hash = against_hash,
                                          .command = job->plan.command,
                                          .seed = job->plan.seed_said,
                                          .stopped = stopped};
    int code = print_report(request, &report);
    bil_figures_free(&figures);
    bil_figures_free(&against);
    if (code == BIL_EXIT_FINE && stopped) {
        code = bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %" PRIu64 " of %" PRIu64 " games; the figures are of those.",
                             sums->games, study->games);
    }
    for (int s = 0; s < (second ? 2 : 1) && code == BIL_EXIT_FINE; s++) {
        code = bil_bot_faults_code(study->bot, sums[s].external, study->config.seats);
    }
    return code;
}

static int prepare_and_run(const struct bil_game *game, struct request *request)
{
    struct bil_settings settings;
    struct bil_text command = {0};
    struct bil_error error = {{0}};
    struct bil_job job = {.plan = {.kind = BIL_PLAN_LAB,
                                   .game = game,
                                   .blocks = (uint64_t)request->games,
                                   .seed_said = request->seed,
                                   .edition_name = request->edition ? request->edition : "compiled in",
                                   .against_name = request->against}};
    struct bil_plan *plan = &job.plan;
    struct bil_job_part part;
    int code = bil_parts_find(&request->parts, request->json || request->csv || request->html, &part);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    plan->pairs = request->pairs >= 0 ? (uint64_t)request->pairs : (plan->blocks + GAMES_A_PAIR - 1) / GAMES_A_PAIR;
    bil_seed_from_text(request->seed, plan->seed);
    code = bil_cli_settings(game, &request->options, &settings);
    if (code == BIL_EXIT_FINE) {
        bil_cli_settings_full(game, &settings);
        bil_cli_plan_settings(&settings, plan);
        code = bil_cli_seat_bots(game, request->seats ? request->seats : "greedy", request->players, plan->list, &plan->seats);
        plan->listed = plan->seats;
    }
    if (code == BIL_EXIT_FINE && request->pairs > request->games) {
        code = bil_exit_with(BIL_EXIT_USAGE,
                             "--pairs %" PRId64 " are more than the %" PRId64 " games: each is one of them, played again.",
                             request->pairs, request->games);
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_edition_file(request->edition, game, &plan->edition);
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_edition_file(request->against, game, &plan->against);
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_writable(request->html);
    }
    if (code == BIL_EXIT_FINE) {
        write_command(plan, request, &command);
        plan->command = bil_text_string(&command);
        code = bil_job_open(&job, &error) ? bil_job_run_here(&job, part, &(struct bil_job_run){.threads = (int)request->threads},
                                                             &request->parts, &(struct bil_job_report){report_both, request})
                                          : bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    bil_job_close(&job);
    bil_text_free(&command);
    bil_json_free(plan->edition);
    bil_json_free(plan->against);
    bil_cli_settings_free(&settings);
    return code;
}

int bil_cli_lab(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct request request = {.games = DEFAULT_GAMES,
                              .pairs = -1,
                              .threads = processors < 1                   ? 1
                                         : processors > BIL_STUDY_THREADS ? BIL_STUDY_THREADS
                                                                          : processors,
                              .seed = "1"};
    const struct bil_flag flags[] = {
        {"games", BIL_FLAG_NUMBER, &request.games, "N", "how many games (10000)", 1, INT64_C(1000000000000)},
        {"pairs", BIL_FLAG_NUMBER, &request.pairs, "N", "how many of them again in every variant (one in forty)", 0,
         INT64_C(1000000000000)},
        {"players", BIL_FLAG_NUMBER, &request.players, "N", "how many seats (as --seats, or all the game has)", 1, 99},
        {"seats", BIL_FLAG_TEXT, &request.seats, "BOT,BOT,...", "a bot for each seat, or one for all (greedy)", 0, 0},
        {"seed", BIL_FLAG_TEXT, &request.seed, "S", "what chance decides; the same seed gives the same figures (1)", 0, 0},
        {"threads", BIL_FLAG_NUMBER, &request.threads, "T", "how many games at a time (one for each processor)", 1,
         BIL_STUDY_THREADS},
        {"option", BIL_FLAG_LIST, &request.options, "K=V", "an option of the game; may be repeated", 0, 0},
        {"edition", BIL_FLAG_TEXT, &request.edition, "FILE", "measure the card table of this file", 0, 0},
        {"against", BIL_FLAG_TEXT, &request.against, "FILE", "measure this one too, side by side and over the same deals", 0, 0},
        BIL_PARTS_FLAGS(request.parts),
        {"save", BIL_FLAG_TEXT, &request.parts.save, "FILE", "keep what came of it in this new file, for --join", 0, 0},
        {"json", BIL_FLAG_SWITCH, &request.json, NULL, "print one JSON object", 0, 0},
        {"csv", BIL_FLAG_SWITCH, &request.csv, NULL, "print a table with commas, a figure a line", 0, 0},
        {"html", BIL_FLAG_TEXT, &request.html, "FILE", "write a page with charts, too (-: print it alone)", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions lab GAME [OPTIONS]\n"
        "       billions lab GAME [OPTIONS] --part K/N --save FILE\n"
        "       billions lab --join FILE... [OPTIONS]",
        "Measures an edition and its options over many games of bots: length, points, ends, seats, the\n"
        "lead and whether it lasts, what becomes of every card, and in paired deals what each card and\n"
        "each option is worth. Every figure has a 95 % interval; docs/lab.md says what exactly is\n"
        "measured. Figures do not depend on the number of threads. Every rule of the box is in play\n"
        "unless an option says otherwise. Ctrl-C prints what was reached.",
        flags,
    };
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &usage, 0, BIL_LIST_MAX, &words);
    if (early >= 0) {
        return early;
    }
    if (request.html && strcmp(request.html, "-") == 0 && (request.json || request.csv)) {
        return bil_exit_with(BIL_EXIT_USAGE, "--html - is printed alone: name a file, or leave out --%s.",
                             request.json ? "json" : "csv");
    }
    if (request.json && request.csv) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json and --csv together: choose one of them.");
    }
    if (request.parts.join) {
        const int writable = bil_cli_writable(request.html);
        return writable != BIL_EXIT_FINE ? writable
                                         : bil_job_run_joined(BIL_PLAN_LAB, &words, "seats", request.seats, &request.parts,
                                                              &(struct bil_job_report){report_both, &request});
    }
    const int one = bil_cli_one_word(&words, &usage);
    if (one != BIL_EXIT_FINE) {
        return one;
    }
    const struct bil_game *game = bil_cli_game(words.item[0]);
    return game ? prepare_and_run(game, &request) : BIL_EXIT_USAGE;
}
