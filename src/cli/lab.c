/* `billions lab`: what a designer asks of an edition and its options. Must never print a figure without a game that supports it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "billions/edition.h"
#include "cli/parts.h"
#include "cli/reports.h"

enum { GAMES_A_PAIR = 40 };

/* What was asked for. */
static struct {
    struct bil_job_request job;
    int64_t games, pairs;
    const char *against;
} asked = {.job = {.seed = "1"}, .games = 10000, .pairs = -1};

static void write_command(const struct bil_plan *plan, struct bil_text *out)
{
    bil_text_format(out, "billions lab %s --games %" PRIu64 " --pairs %" PRIu64 " --players %d", plan->game->id, plan->blocks,
                    plan->pairs, plan->seats);
    bil_cli_add_flag(out, "seats", asked.job.bots);
    bil_cli_add_flag(out, "seed", asked.job.seed);
    for (int i = 0; i < asked.job.options.count; i++) {
        bil_cli_add_flag(out, "option", asked.job.options.item[i]);
    }
    bil_cli_add_flag(out, "edition", asked.job.edition);
    bil_cli_add_flag(out, "against", asked.against);
}

static int print_lab(const struct bil_job *job, const void *of_job, bool stopped)
{
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
    int code = bil_cli_report(bil_lab_report, &report, asked.job.json, asked.job.csv, asked.job.html);
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

static int run_new(const struct bil_game *game)
{
    struct bil_text command = {0};
    struct bil_job job = {.plan = {.kind = BIL_PLAN_LAB,
                                   .blocks = (uint64_t)asked.games,
                                   .seed_said = asked.job.seed,
                                   .edition_name = asked.job.edition ? asked.job.edition : "compiled in",
                                   .against_name = asked.against}};
    struct bil_plan *plan = &job.plan;
    struct bil_job_part part;
    asked.job.bots = asked.job.bots ? asked.job.bots : "greedy";
    plan->pairs = asked.pairs >= 0 ? (uint64_t)asked.pairs : (plan->blocks + GAMES_A_PAIR - 1) / GAMES_A_PAIR;
    int code = bil_job_prepare(&job, game, &asked.job, &part);
    if (code == BIL_EXIT_FINE && asked.pairs > asked.games) {
        code = bil_exit_with(BIL_EXIT_USAGE,
                             "--pairs %" PRId64 " are more than the %" PRId64 " games: each is one of them, played again.",
                             asked.pairs, asked.games);
    }
    code = code == BIL_EXIT_FINE ? bil_cli_edition_file(asked.against, game, &plan->against) : code;
    code = code == BIL_EXIT_FINE ? bil_cli_writable(asked.job.html) : code;
    if (code == BIL_EXIT_FINE) {
        write_command(plan, &command);
        plan->command = bil_text_string(&command);
        code = bil_job_run_here(&job, part, &(struct bil_job_run){0}, &asked.job, print_lab);
    }
    bil_job_release(&job, &asked.job);
    bil_text_free(&command);
    return code;
}

static int run_lab(const struct bil_list *words)
{
    const struct bil_job_request *request = &asked.job;
    if (request->html && strcmp(request->html, "-") == 0 && (request->json || request->csv)) {
        return bil_exit_with(BIL_EXIT_USAGE, "--html - is printed alone: name a file, or leave out --%s.",
                             request->json ? "json" : "csv");
    }
    if (request->json && request->csv) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json and --csv together: choose one of them.");
    }
    if (request->join) {
        const int writable = bil_cli_writable(request->html);
        return writable != BIL_EXIT_FINE ? writable : bil_job_run_joined(BIL_PLAN_LAB, words, request, print_lab);
    }
    const int one = bil_cli_one_word(words, &bil_cli_lab.usage);
    if (one != BIL_EXIT_FINE) {
        return one;
    }
    const struct bil_game *game = bil_cli_game(words->item[0]);
    return game ? run_new(game) : BIL_EXIT_USAGE;
}

static const struct bil_flag flags[] = {
    {"games", BIL_FLAG_NUMBER, &asked.games, "N", "how many games (10000)", 1, INT64_C(1000000000000)},
    {"pairs", BIL_FLAG_NUMBER, &asked.pairs, "N", "how many of them again in every variant (one in forty)", 0,
     INT64_C(1000000000000)},
    {"players", BIL_FLAG_NUMBER, &asked.job.players, "N", "how many seats (as --seats, or all the game has)", 1, 99},
    {"seats", BIL_FLAG_TEXT, &asked.job.bots, "BOT,BOT,...", "a bot for each seat, or one for all (greedy)", 0, 0},
    {"seed", BIL_FLAG_TEXT, &asked.job.seed, "S", "what chance decides; the same seed gives the same figures (1)", 0, 0},
    {"threads", BIL_FLAG_NUMBER, &asked.job.threads, "T", "how many games at a time (one for each processor)", 1,
     BIL_STUDY_THREADS},
    {"option", BIL_FLAG_LIST, &asked.job.options, "K=V", "an option of the game; may be repeated", 0, 0},
    {"edition", BIL_FLAG_TEXT, &asked.job.edition, "FILE", "measure the card table of this file", 0, 0},
    {"against", BIL_FLAG_TEXT, &asked.against, "FILE", "measure this one too, side by side and over the same deals", 0, 0},
    BIL_PARTS_FLAGS(asked.job),
    {"save", BIL_FLAG_TEXT, &asked.job.save, "FILE", "keep what came of it in this new file, for --join", 0, 0},
    {"json", BIL_FLAG_SWITCH, &asked.job.json, NULL, "print one JSON object", 0, 0},
    {"csv", BIL_FLAG_SWITCH, &asked.job.csv, NULL, "print a table with commas, a figure a line", 0, 0},
    {"html", BIL_FLAG_TEXT, &asked.job.html, "FILE", "write a page with charts, too (-: print it alone)", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_lab = {
    .name = "lab",
    .help = "measure an edition and its options: what a designer asks",
    .usage = {"billions lab GAME [OPTIONS]\n"
              "       billions lab GAME [OPTIONS] --part K/N --save FILE\n"
              "       billions lab --join FILE... [OPTIONS]",
              "Measures an edition and its options over many games of bots: length, points, ends, seats, the\n"
              "lead and whether it lasts, what becomes of every card, and in paired deals what each card and\n"
              "each option is worth. Every figure has a 95 % interval; docs/lab.md says what exactly is\n"
              "measured. Figures do not depend on the number of threads. Every rule of the box is in play\n"
              "unless an option says otherwise. Ctrl-C prints what was reached.",
              flags},
    .most = BIL_LIST_MAX,
    .run = run_lab,
};
