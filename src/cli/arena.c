/* `billions arena`: bots against each other over the same deals. Must never lose what was reached: a file that is named holds it
 * after every few blocks, and what was asked for is in it too. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/arena_report.h"
#include "cli/commands.h"
#include "lab/sprt.h"
#include "table/file.h"
#include "table/json.h"
#include "table/memory.h"
#include "terminal/progress_bar.h"

enum { DEFAULT_PAIRS = 1000, SAVE_SECONDS = 1 };

/* What was asked for. NULL and 0: nothing. */
struct request {
    int64_t players, pairs, threads;
    const char *bots, *seed, *edition, *save, *resume, *sprt, *alpha, *beta;
    struct bil_list options;
    bool json, csv;
};

/* A run with its file. */
struct session {
    struct bil_arena_plan plan;
    struct bil_arena arena;
    struct bil_arena_sums *sums;
    struct bil_text edition; /* in force, for the file */
    const char *path;        /* of the file, or NULL */
    bool drawn;
    struct bil_progress_bar bar;
    bool saved; /* at least once */
    uint64_t saved_blocks;
    time_t saved_at;
    bool unwritable;
    struct bil_error error;
};

/* ------------------------------------------------------------------ the file */

static bool save(struct session *session, const struct bil_arena_sums *sums)
{
    struct bil_text text = {0};
    struct timespec now;
    if (!session->path || (session->saved && session->saved_blocks == sums->blocks)) {
        return true;
    }
    bil_arena_write(&session->plan, bil_text_string(&session->edition), sums, &text);
    session->unwritable = !bil_file_write(session->path, bil_text_string(&text), text.length, &session->error);
    bil_text_free(&text);
    clock_gettime(CLOCK_MONOTONIC, &now);
    session->saved = true;
    session->saved_blocks = sums->blocks;
    session->saved_at = now.tv_sec;
    return !session->unwritable;
}

/* With a test the end is not known: the bar shows how far it is on the way to the nearer verdict, or to the last deal. */
static void draw(struct session *session, const struct bil_arena_sums *sums)
{
    const struct bil_arena_test *test = &session->arena.test;
    char words[80];
    double ratio;
    if (!test->on) {
        bil_progress_bar_draw(&session->bar, sums->blocks);
        return;
    }
    bil_arena_verdict(&session->arena, sums, &ratio);
    const double bound = ratio < 0 ? bil_sprt_lower(test->alpha, test->beta) : bil_sprt_upper(test->alpha, test->beta);
    snprintf(words, sizeof words, "%" PRIu64 " deals, log ratio %.2f (to %.2f)", sums->blocks, ratio, bound);
    bil_progress_bar_show(&session->bar, fmax(ratio / bound, (double)sums->blocks / (double)session->arena.blocks), words);
}

static bool note_progress(void *context, const struct bil_arena_sums *sums)
{
    struct session *session = context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (session->drawn) {
        draw(session, sums);
    }
    return now.tv_sec - session->saved_at < SAVE_SECONDS || save(session, sums);
}

/* A file that is there already may hold hours of work. */
static int begin_file(struct session *session, const struct request *request)
{
    struct stat there;
    if (request->save && lstat(request->save, &there) == 0 && S_ISREG(there.st_mode)) {
        return bil_exit_with(BIL_EXIT_FILES,
                             "--save %s: there is such a file; --resume %s goes on with an arena, another name begins one.",
                             request->save, request->save);
    }
    session->path = request->save ? request->save : request->resume;
    return request->save && !save(session, session->sums) ? bil_exit_with(BIL_EXIT_FILES, "%s", session->error.text)
                                                          : BIL_EXIT_FINE;
}

/* ------------------------------------------------------------------ running */

static int print_report(const struct session *session, const struct request *request)
{
    struct bil_text text = {0};
    if (request->json) {
        bil_arena_report_json(&session->plan, &session->arena, session->sums, &text);
    } else if (request->csv) {
        bil_arena_report_csv(&session->arena, session->sums, &text);
    } else {
        bil_arena_report_table(&session->plan, &session->arena, session->sums, &text);
    }
    const int code = bil_print(&text);
    bil_text_free(&text);
    return code;
}

static int run(struct session *session, const struct request *request)
{
    struct bil_arena *arena = &session->arena;
    struct bil_error error = {{0}};
    double ratio;
    int code = begin_file(session, request);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    arena->threads = (int)request->threads;
    arena->stop = bil_cli_catch_interrupts();
    arena->progress = note_progress;
    arena->context = session;
    session->drawn = bil_progress_bar_begin(&session->bar, "deals", session->sums->blocks, arena->blocks);
    const bool fine = bil_arena_run(arena, session->sums, &error);
    bil_progress_bar_end(&session->bar);
    const bool kept = !session->unwritable && save(session, session->sums);
    if (!fine) {
        return bil_exit_with(BIL_EXIT_NO, "%s", error.text);
    }
    code = print_report(session, request);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    if (!kept) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", session->error.text);
    }
    if (session->sums->blocks < arena->blocks && bil_arena_verdict(arena, session->sums, &ratio) == 0) {
        return bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %" PRIu64 " of %" PRIu64 " deals; the figures are of those.%s%s%s",
                             session->sums->blocks, arena->blocks, session->path ? " billions arena --resume " : "",
                             session->path ? session->path : "", session->path ? " goes on." : "");
    }
    return BIL_EXIT_FINE;
}

/* ------------------------------------------------------------------ a new arena */

static int run_new(const struct bil_game *game, const struct request *request, struct session *session)
{
    struct bil_arena_plan *plan = &session->plan;
    struct bil_settings settings;
    struct bil_error error = {{0}};
    if (!request->bots) {
        return bil_exit_with(BIL_EXIT_USAGE, "Which bots? --bots greedy,random lets those two meet.");
    }
    *plan = (struct bil_arena_plan){.game = game,
                                    .seats = (int)request->players,
                                    .blocks = (uint64_t)(request->pairs  ? request->pairs
                                                         : request->sprt ? BIL_ARENA_BLOCKS
                                                                         : DEFAULT_PAIRS),
                                    .test = request->sprt,
                                    .alpha = request->alpha ? request->alpha : "0.05",
                                    .beta = request->beta ? request->beta : "0.05"};
    if (!request->sprt && (request->alpha || request->beta)) {
        return bil_exit_with(BIL_EXIT_USAGE, "--alpha and --beta are the errors that --sprt allows; it is missing.");
    }
    int code = bil_cli_bots("bots", request->bots, plan->list, BIL_ARENA_KINDS, &plan->listed);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    code = bil_cli_settings(game, &request->options, &settings);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    bil_cli_settings_full(game, &settings);
    plan->setting_count = settings.count;
    memcpy(plan->setting, settings.setting, sizeof plan->setting);
    bil_seed_from_text(request->seed ? request->seed : "1", plan->seed);
    code = bil_cli_edition_file(request->edition, game, &plan->edition);
    if (code == BIL_EXIT_FINE && !bil_arena_prepare(plan, &session->arena, &session->edition, &error)) {
        code = bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    if (code == BIL_EXIT_FINE) {
        session->sums->rating.kinds = session->arena.seatings.kinds;
        code = run(session, request);
    }
    bil_json_free(plan->edition);
    bil_cli_settings_free(&settings);
    return code;
}

/* ------------------------------------------------------------------ one that goes on */

static int read_file(const char *path, const struct bil_game *game, struct session *session, const struct bil_value **document)
{
    struct bil_error error = {{0}};
    size_t length = 0;
    char *bytes = bil_file_read(path, &length, &error);
    if (!bytes) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", error.text);
    }
    *document = bil_json_read(bytes, length, path, &error);
    free(bytes);
    if (!*document) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s", error.text);
    }
    if (!bil_arena_read(*document, game, &session->plan, &session->arena, session->sums, &session->edition, &error)) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s: %s", path, error.text);
    }
    return BIL_EXIT_FINE;
}

/* Only how many, how fast and how to print may be said anew: the rest would make other figures of it. */
static int run_on(const struct bil_game *game, const struct request *request, struct session *session)
{
    const struct {
        const char *flag;
        bool given;
    } fixed[] = {{"players", request->players}, {"seed", request->seed},
                 {"edition", request->edition}, {"save", request->save},
                 {"sprt", request->sprt},       {"alpha", request->alpha},
                 {"beta", request->beta},       {"option", request->options.count > 0}};
    const struct bil_value *document = NULL;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        if (fixed[i].given) {
            return bil_exit_with(BIL_EXIT_USAGE, "--%s with --resume: the file says that; leave it out.", fixed[i].flag);
        }
    }
    int code = BIL_EXIT_FINE;
    if (request->bots) {
        code = bil_cli_bots("bots", request->bots, session->plan.list, BIL_ARENA_KINDS, &session->plan.listed);
    }
    if (code == BIL_EXIT_FINE) {
        code = read_file(request->resume, game, session, &document);
    }
    if (code == BIL_EXIT_FINE && request->pairs > 0) {
        session->plan.blocks = (uint64_t)request->pairs;
        session->arena.blocks = (uint64_t)request->pairs;
        if (session->arena.blocks < session->sums->blocks) {
            code = bil_exit_with(BIL_EXIT_USAGE, "--pairs %" PRId64 ": %" PRIu64 " were played already; give as many or more.",
                                 request->pairs, session->sums->blocks);
        }
    }
    if (code == BIL_EXIT_FINE) {
        code = run(session, request);
    }
    bil_json_free(document);
    return code;
}

int bil_cli_arena(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct request request = {.threads = processors < 1 ? 1 : processors > BIL_ARENA_THREADS ? BIL_ARENA_THREADS : processors};
    const struct bil_flag flags[] = {
        {"bots", BIL_FLAG_TEXT, &request.bots, "A,B,...", "who meets: two to eight different bots, or one for every seat", 0, 0},
        {"players", BIL_FLAG_NUMBER, &request.players, "N", "so many seats (as many as --bots names)", 1, 99},
        {"pairs", BIL_FLAG_NUMBER, &request.pairs, "N", "so many deals, each in all its seatings (1000; with --sprt, at most)", 1,
         BIL_ARENA_BLOCKS},
        {"sprt", BIL_FLAG_TEXT, &request.sprt, "LOW,HIGH", "stop once one is accepted: 0,30 (Elo) or 50%,55% (first places)", 0, 0},
        {"alpha", BIL_FLAG_TEXT, &request.alpha, "P", "how often HIGH may be accepted wrongly (0.05)", 0, 0},
        {"beta", BIL_FLAG_TEXT, &request.beta, "P", "how often LOW may be accepted wrongly (0.05)", 0, 0},
        {"seed", BIL_FLAG_TEXT, &request.seed, "S", "what chance decides; the same seed gives the same deals (1)", 0, 0},
        {"threads", BIL_FLAG_NUMBER, &request.threads, "T", "work on so many at a time (one for each processor)", 1,
         BIL_ARENA_THREADS},
        {"option", BIL_FLAG_LIST, &request.options, "K=V", "an option of the game; may be repeated", 0, 0},
        {"edition", BIL_FLAG_TEXT, &request.edition, "FILE", "play with the card table of this file", 0, 0},
        {"save", BIL_FLAG_TEXT, &request.save, "FILE", "keep what was reached in this new file", 0, 0},
        {"resume", BIL_FLAG_TEXT, &request.resume, "FILE", "go on from such a file, and keep it up to date", 0, 0},
        {"json", BIL_FLAG_SWITCH, &request.json, NULL, "print one JSON object", 0, 0},
        {"csv", BIL_FLAG_SWITCH, &request.csv, NULL, "print a table with commas", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions arena GAME --bots A,B[,C...] [OPTIONS]\n"
        "       billions arena --resume FILE [OPTIONS]",
        "Lets bots meet over the same deals: every deal is played in all seatings that matter, so that\n"
        "neither cards nor chairs favour one. Prints first places, places, points and a rating, with\n"
        "95 % intervals over the deals. As many bots as seats sit down in every rotation (of two kinds,\n"
        "in every arrangement); two bots for more seats fill them in every way; more bots than seats\n"
        "meet in every choice. The figures do not depend on the number of threads, nor on whether the\n"
        "run was stopped and resumed, unless a bot thinks by the clock or on several threads itself.\n"
        "Every rule of the box is in play unless an option says otherwise.",
        flags,
    };
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &usage, 0, 1, &words);
    if (early >= 0) {
        return early;
    }
    if (request.json && request.csv) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json and --csv together: choose one of them.");
    }
    if (words.count == 0 && !request.resume) {
        return bil_exit_with(BIL_EXIT_USAGE, "Which game? billions arena %s --bots greedy,random lets two bots meet.",
                             bil_games[0]->id);
    }
    const struct bil_game *game = words.count ? bil_cli_game(words.item[0]) : NULL;
    if (words.count && !game) {
        return BIL_EXIT_USAGE;
    }
    struct session *session = bil_memory_zero(1, sizeof *session);
    session->sums = bil_memory_zero(1, sizeof *session->sums);
    const int code = request.resume ? run_on(game, &request, session) : run_new(game, &request, session);
    bil_text_free(&session->edition);
    free(session->sums);
    free(session);
    return code;
}
