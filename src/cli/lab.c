/* `billions lab`: what a designer asks of an edition and its options. Must never print a figure that no game stands behind. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/lab_report.h"
#include "table/edition.h"
#include "table/file.h"
#include "table/json.h"
#include "table/memory.h"
#include "terminal/progress_bar.h"

enum { DEFAULT_GAMES = 10000, GAMES_A_PAIR = 40 };

/* What was asked for. */
struct request {
    int64_t games, pairs, players, threads;
    const char *seats, *seed, *edition, *against, *html;
    struct bil_list options;
    bool json, csv;
};

/* Both studies, if there are two, under one bar. */
struct stage {
    struct bil_progress_bar *bar;
    uint64_t before;
};

static void draw_bar(void *context, uint64_t played)
{
    const struct stage *stage = context;
    bil_progress_bar_draw(stage->bar, stage->before + played);
}

/* ------------------------------------------------------------------ arguments */

/* A word of a command as a shell reads it back. */
static void add_word(struct bil_text *out, const char *word)
{
    if (*word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+%@") == strlen(word)) {
        bil_text_add(out, word);
        return;
    }
    bil_text_char(out, '\'');
    for (const char *c = word; *c; c++) {
        if (*c == '\'') {
            bil_text_add(out, "'\\''");
        } else {
            bil_text_char(out, *c);
        }
    }
    bil_text_char(out, '\'');
}

static void add_flag(struct bil_text *out, const char *flag, const char *word)
{
    if (word) {
        bil_text_format(out, " --%s ", flag);
        add_word(out, word);
    }
}

static void write_command(const struct bil_study *study, const struct request *request, struct bil_text *out)
{
    bil_text_format(out, "billions lab %s --games %" PRIu64 " --pairs %" PRIu64 " --players %d", study->game->id, study->games,
                    study->pairs, study->config.seats);
    add_flag(out, "seats", request->seats);
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
    const int code = bil_print(&text);
    bil_text_free(&text);
    return code;
}

static int report_both(const struct request *request, const struct bil_study *study, const struct bil_study *second,
                       const struct bil_study_sums *sums, const struct bil_study_sums *second_sums, bool stopped)
{
    struct bil_figures figures, against = {0};
    struct bil_text command = {0};
    char edition_hash[BIL_EDITION_HASH];
    char against_hash[BIL_EDITION_HASH] = "";
    bil_edition_hash(study->game, study->rules, edition_hash);
    write_command(study, request, &command);
    bil_figures_make(study, sums, &figures);
    if (second) {
        bil_figures_make(second, second_sums, &against);
        bil_edition_hash(second->game, second->rules, against_hash);
    }
    const struct bil_lab_report report = {.study = study,
                                          .sums = sums,
                                          .figures = &figures,
                                          .against = second ? &against : NULL,
                                          .against_sums = second_sums,
                                          .edition_name = request->edition ? request->edition : "compiled in",
                                          .against_name = request->against,
                                          .edition_hash = edition_hash,
                                          .against_hash = against_hash,
                                          .command = bil_text_string(&command),
                                          .seed = request->seed,
                                          .stopped = stopped};
    int code = print_report(request, &report);
    bil_figures_free(&figures);
    bil_figures_free(&against);
    bil_text_free(&command);
    if (code == BIL_EXIT_FINE && stopped) {
        code = bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %" PRIu64 " of %" PRIu64 " games; the figures are of those.",
                             sums->games, study->games);
    }
    return code;
}

/* Plays both studies, the second on the same seeds, and prints. */
static int run(struct bil_study *study, struct bil_study *second, const struct request *request)
{
    struct bil_study_sums *sums = bil_memory_zero(2, sizeof *sums);
    struct bil_error error = {{0}};
    struct bil_progress_bar bar;
    struct stage stage = {&bar, 0};
    const uint64_t first_all = bil_study_all(study);
    study->stop = bil_cli_catch_interrupts();
    if (bil_progress_bar_begin(&bar, "games", 0, first_all + (second ? bil_study_all(second) : 0))) {
        study->progress = draw_bar;
        study->context = &stage;
    }
    bool fine = bil_study_run(study, &sums[0], &error);
    if (fine && second) {
        stage.before = first_all;
        second->stop = study->stop;
        second->progress = study->progress;
        second->context = study->context;
        fine = bil_study_run(second, &sums[1], &error);
    }
    bil_progress_bar_end(&bar);
    const bool stopped = atomic_load(study->stop);
    const int code =
        fine ? report_both(request, study, second, &sums[0], &sums[1], stopped) : bil_exit_with(BIL_EXIT_NO, "%s", error.text);
    free(sums);
    return code;
}

/* Opens the studies. The second edition is a variant of the first study too, so that both meet over the same deals. */
static int open_and_run(struct bil_study *study, const struct bil_value *against, const struct request *request)
{
    struct bil_error error = {{0}};
    struct bil_study *second = NULL;
    int code = BIL_EXIT_USAGE;
    bool fine = bil_study_open(study, &error);
    if (fine && against) {
        second = bil_memory_zero(1, sizeof *second);
        *second = *study;
        second->config.edition = against;
        fine = bil_study_open(second, &error) && (study->pairs == 0 || bil_study_against(study, against, request->against, &error));
    }
    code = fine ? run(study, second, request) : bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    if (second) {
        bil_study_close(second);
        free(second);
    }
    bil_study_close(study);
    return code;
}

static int prepare_and_run(const struct bil_game *game, const struct request *request)
{
    struct bil_settings settings;
    const struct bil_value *edition = NULL;
    const struct bil_value *against = NULL;
    struct bil_study *study = bil_memory_zero(1, sizeof *study);
    study->game = game;
    study->games = (uint64_t)request->games;
    study->pairs = request->pairs >= 0 ? (uint64_t)request->pairs : (study->games + GAMES_A_PAIR - 1) / GAMES_A_PAIR;
    study->threads = (int)request->threads;
    bil_seed_from_text(request->seed, study->seed);
    int code = bil_cli_settings(game, &request->options, &settings);
    if (code == BIL_EXIT_FINE) {
        bil_cli_settings_full(game, &settings);
        study->config.settings = settings.setting;
        study->config.setting_count = settings.count;
        code = bil_cli_seat_bots(study->game, request->seats, request->players, study->bot, &study->config.seats);
    }
    if (code == BIL_EXIT_FINE && request->pairs > request->games) {
        code = bil_exit_with(BIL_EXIT_USAGE,
                             "--pairs %" PRId64 " are more than the %" PRId64 " games: each is one of them, played again.",
                             request->pairs, request->games);
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_edition_file(request->edition, game, &edition);
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_edition_file(request->against, game, &against);
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_writable(request->html);
    }
    if (code == BIL_EXIT_FINE) {
        study->config.edition = edition;
        code = open_and_run(study, against, request);
    }
    bil_json_free(edition);
    bil_json_free(against);
    bil_cli_settings_free(&settings);
    free(study);
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
                              .seats = "greedy",
                              .seed = "1"};
    const struct bil_flag flags[] = {
        {"games", BIL_FLAG_NUMBER, &request.games, "N", "so many games (10000)", 1, INT64_C(1000000000000)},
        {"pairs", BIL_FLAG_NUMBER, &request.pairs, "N", "so many of them again in every variant (one in forty)", 0,
         INT64_C(1000000000000)},
        {"players", BIL_FLAG_NUMBER, &request.players, "N", "so many seats (as --seats, or all the game has)", 1, 99},
        {"seats", BIL_FLAG_TEXT, &request.seats, "BOT,BOT,...", "a bot for each seat, or one for all (greedy)", 0, 0},
        {"seed", BIL_FLAG_TEXT, &request.seed, "S", "what chance decides; the same seed gives the same figures (1)", 0, 0},
        {"threads", BIL_FLAG_NUMBER, &request.threads, "T", "work on so many at a time (one for each processor)", 1,
         BIL_STUDY_THREADS},
        {"option", BIL_FLAG_LIST, &request.options, "K=V", "an option of the game; may be repeated", 0, 0},
        {"edition", BIL_FLAG_TEXT, &request.edition, "FILE", "measure the card table of this file", 0, 0},
        {"against", BIL_FLAG_TEXT, &request.against, "FILE", "measure this one too, side by side and over the same deals", 0, 0},
        {"json", BIL_FLAG_SWITCH, &request.json, NULL, "print one JSON object", 0, 0},
        {"csv", BIL_FLAG_SWITCH, &request.csv, NULL, "print a table with commas, a figure a line", 0, 0},
        {"html", BIL_FLAG_TEXT, &request.html, "FILE", "write a page with charts, too (-: print it alone)", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions lab GAME [OPTIONS]",
        "Measures an edition and its options over many games of bots: length, points, ends, seats, the\n"
        "lead and whether it lasts, what becomes of every card, and in paired deals what each card and\n"
        "each option is worth. Every figure has a 95 % interval; docs/lab.md says what exactly is\n"
        "measured. Figures do not depend on the number of threads. Every rule of the box is in play\n"
        "unless an option says otherwise. Ctrl-C prints what was reached.",
        flags,
    };
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &usage, 1, 1, &words);
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
    const struct bil_game *game = bil_cli_game(words.item[0]);
    return game ? prepare_and_run(game, &request) : BIL_EXIT_USAGE;
}
