/* `billions arena`: bots against each other over the same deals. Must never lose what was reached: a file that is named holds it
 * after every few blocks, and what was asked for is in it too. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "cli/parts.h"
#include "cli/reports.h"
#include "lab/arena/sprt.h"
#include "table/clock.h"
#include "table/file.h"
#include "table/memory.h"
#include "terminal/progress_bar.h"

enum { DEFAULT_PAIRS = 1000, SAVE_SECONDS = 1 };

/* What was asked for. NULL and 0: nothing. */
static struct {
    struct bil_job_request job;
    int64_t pairs;
    const char *resume, *sprt, *alpha, *beta;
} asked;

/* A run with its file. */
struct session {
    struct bil_job job;
    struct bil_job_part part; /* that is played */
    struct bil_arena_sums *sums;
    const char *path;   /* of the file, or NULL */
    bil_progress *draw; /* NULL: nobody looks */
    struct bil_progress_bar bar;
    bool saved; /* at least once */
    uint64_t saved_blocks;
    double saved_at;
    bool unwritable;
    struct bil_error error;
};

/* ------------------------------------------------------------------ the file */

static bool save(struct session *session, const struct bil_arena_sums *sums)
{
    struct bil_text text = {0};
    if (!session->path || (session->saved && session->saved_blocks == sums->blocks)) {
        return true;
    }
    bil_job_write(&session->job, session->part, sums, &text);
    session->unwritable = !bil_file_write(session->path, bil_text_string(&text), text.length, &session->error);
    bil_text_free(&text);
    session->saved = true;
    session->saved_blocks = sums->blocks;
    session->saved_at = bil_clock_seconds();
    return !session->unwritable;
}

/* With a test the end is not known: the bar shows how far it is on the way to the nearer verdict, or to the last deal. */
static void draw(struct session *session, const struct bil_arena_sums *sums)
{
    const struct bil_arena_test *test = &session->job.arena.test;
    char words[80];
    double ratio;
    if (!test->on) {
        session->draw(&session->bar, sums->blocks);
        return;
    }
    bil_arena_verdict(&session->job.arena, sums, &ratio);
    const double bound = ratio < 0 ? bil_sprt_lower(test->alpha, test->beta) : bil_sprt_upper(test->alpha, test->beta);
    snprintf(words, sizeof words, "%" PRIu64 " deals, log ratio %.2f (to %.2f)", sums->blocks, ratio, bound);
    bil_progress_bar_show(&session->bar, fmax(ratio / bound, (double)sums->blocks / (double)session->job.arena.blocks), words);
}

static bool note_progress(void *context, const struct bil_arena_sums *sums)
{
    struct session *session = context;
    if (session->draw) {
        draw(session, sums);
    }
    return bil_clock_seconds() - session->saved_at < SAVE_SECONDS || save(session, sums);
}

/* An existing file may contain hours of work. The file of a part is continued: with parts on many machines some are started twice.
 */
static int begin_file(struct session *session)
{
    const char *path = asked.job.save;
    struct bil_text otherwise = {0};
    bool there = false;
    int code = BIL_EXIT_FINE;
    session->path = path ? path : asked.resume;
    if (!path) {
        return code;
    }
    bil_text_format(&otherwise, "--resume %s goes on with an arena, or ", path);
    code = bil_parts_begin(&session->job, session->part, path, bil_text_string(&otherwise), session->sums, &there);
    bil_text_free(&otherwise);
    session->saved = there;
    session->saved_blocks = session->sums->blocks;
    return code == BIL_EXIT_FINE && !save(session, session->sums) ? bil_exit_with(BIL_EXIT_FILES, "%s", session->error.text) : code;
}

/* ------------------------------------------------------------------ running */

/* The figures say themselves of how many deals they are: nothing is added of one that was stopped. */
static int print_arena(const struct bil_job *job, const void *of_job, bool stopped)
{
    const struct bil_arena_sums *sums = of_job;
    const struct bil_arena_report report = {&job->plan, &job->arena, sums};
    const int code = bil_cli_report(bil_arena_report, &report, asked.job.json, asked.job.csv, NULL);
    return code == BIL_EXIT_FINE && !stopped ? bil_bot_faults_code(job->arena.bot, sums->external, job->arena.seatings.kinds)
                                             : code;
}

static int play_session(struct session *session)
{
    struct bil_arena *arena = &session->job.arena;
    const struct bil_job_ranges ranges = bil_job_part(&session->job, session->part);
    struct bil_error error = {{0}};
    double ratio;
    int code = begin_file(session);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    arena->first = ranges.range[0].first;
    arena->blocks = ranges.range[0].count;
    arena->threads = bil_cli_threads(asked.job.threads);
    arena->stop = bil_cli_catch_interrupts();
    arena->progress = note_progress;
    arena->context = session;
    session->draw = bil_progress_bar_begin(&session->bar, "deals", session->sums->blocks, arena->blocks);
    const bool fine = bil_arena_run(arena, session->sums, &error);
    bil_progress_bar_end(&session->bar);
    const bool kept = !session->unwritable && save(session, session->sums);
    if (!fine) {
        return bil_exit_with(BIL_EXIT_NO, "%s", error.text);
    }
    const bool whole = session->sums->blocks == arena->blocks || bil_arena_verdict(arena, session->sums, &ratio) != 0;
    code = session->part.of == 1 ? print_arena(&session->job, session->sums, !whole)
           : whole && kept       ? bil_parts_done(&session->job, session->part, session->path)
                                 : BIL_EXIT_FINE;
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    if (!kept) {
        return bil_exit_with(BIL_EXIT_FILES, "%s", session->error.text);
    }
    if (!whole) {
        return bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %" PRIu64 " of %" PRIu64 " deals; the figures are of those.%s%s%s",
                             session->sums->blocks, arena->blocks, session->path ? " billions arena --resume " : "",
                             session->path ? session->path : "", session->path ? " goes on." : "");
    }
    return BIL_EXIT_FINE;
}

/* ------------------------------------------------------------------ a new arena */

/* What only a new arena can be asked. */
static int look_over(void)
{
    if (!asked.job.bots) {
        return bil_exit_with(BIL_EXIT_USAGE, "Which bots? --bots greedy,random lets those two meet.");
    }
    if (!asked.sprt && (asked.alpha || asked.beta)) {
        return bil_exit_with(BIL_EXIT_USAGE, "--alpha and --beta are the errors that --sprt allows; it is missing.");
    }
    if (asked.sprt && asked.job.part) {
        return bil_exit_with(BIL_EXIT_USAGE,
                             "--sprt with --part: the test looks at all deals in their order, and a part sees only its "
                             "own; leave --sprt out and say with --pairs how many deals there are.");
    }
    return BIL_EXIT_FINE;
}

static int run_new(const struct bil_game *game, struct session *session)
{
    struct bil_error error = {{0}};
    int code = look_over();
    session->job.plan = (struct bil_plan){.kind = BIL_PLAN_ARENA,
                                          .blocks = (uint64_t)(asked.pairs  ? asked.pairs
                                                               : asked.sprt ? BIL_ARENA_BLOCKS
                                                                            : DEFAULT_PAIRS),
                                          .test = asked.sprt,
                                          .alpha = asked.alpha ? asked.alpha : "0.05",
                                          .beta = asked.beta ? asked.beta : "0.05"};
    asked.job.seed = asked.job.seed ? asked.job.seed : "1";
    code = code == BIL_EXIT_FINE ? bil_job_prepare(&session->job, game, &asked.job, &session->part) : code;
    if (code == BIL_EXIT_FINE && !bil_job_open(&session->job, &error)) {
        code = bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    if (code == BIL_EXIT_FINE) {
        session->sums->rating.kinds = session->job.arena.seatings.kinds;
        code = play_session(session);
    }
    bil_job_release(&session->job, &asked.job);
    return code;
}

/* ------------------------------------------------------------------ one that goes on */

/* Only how many, how fast and how to print may be changed on resume: anything else would change the figures. */
static int fixed_by_file(const char *by, bool resumed)
{
    const struct {
        const char *flag;
        bool given;
    } fixed[] = {{"players", asked.job.players},
                 {"seed", asked.job.seed},
                 {"edition", asked.job.edition},
                 {"sprt", asked.sprt},
                 {"alpha", asked.alpha},
                 {"beta", asked.beta},
                 {"option", asked.job.options.count > 0},
                 {"part", asked.job.part},
                 {"save", resumed && asked.job.save},
                 {"join", resumed && asked.job.join},
                 {"pairs", !resumed && asked.pairs}};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        if (fixed[i].given) {
            return bil_exit_with(BIL_EXIT_USAGE, "--%s with --%s: the file says that; leave it out.", fixed[i].flag, by);
        }
    }
    return BIL_EXIT_FINE;
}

static int read_session(const char *path, const struct bil_game *game, struct session *session, const struct bil_value **document)
{
    struct bil_error error = {{0}};
    struct bil_job_file file = {0};
    const int code = bil_parts_read(path, &file);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    *document = file.document;
    session->part = file.part;
    if (file.part.of > 1 && strcmp(file.program, bil_program()) != 0) {
        return bil_exit_with(BIL_EXIT_INPUT,
                             "%s: it was begun by another program (%s) than this one (%s), which would go on otherwise.", path,
                             file.program, bil_program());
    }
    if (!bil_job_read(file.document, BIL_PLAN_ARENA, game, &session->job, &error)) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s: %s", path, error.text);
    }
    if (!bil_job_read_sums(&session->job, file.document, file.part, session->sums, &error)) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s: %s", path, error.text);
    }
    return BIL_EXIT_FINE;
}

/* The number of deals in all. */
static int ask_for_more(struct session *session, uint64_t pairs)
{
    if (session->part.of > 1) {
        return bil_exit_with(BIL_EXIT_USAGE,
                             "--pairs with a part: all parts of an arena know how many deals it has; leave it out.");
    }
    if (pairs < session->sums->blocks) {
        return bil_exit_with(BIL_EXIT_USAGE, "--pairs %" PRIu64 ": %" PRIu64 " were played already; give as many or more.", pairs,
                             session->sums->blocks);
    }
    session->job.plan.blocks = session->job.stretch[0] = pairs;
    return BIL_EXIT_FINE;
}

static int run_on(const struct bil_game *game, struct session *session)
{
    const struct bil_value *document = NULL;
    int code = fixed_by_file("resume", true);
    if (code == BIL_EXIT_FINE && asked.job.bots) {
        code = bil_cli_bots("bots", asked.job.bots, session->job.plan.list, BIL_PLAN_BOTS, &session->job.plan.listed);
    }
    if (code == BIL_EXIT_FINE) {
        code = read_session(asked.resume, game, session, &document);
    }
    if (code == BIL_EXIT_FINE && asked.pairs > 0) {
        code = ask_for_more(session, (uint64_t)asked.pairs);
    }
    if (code == BIL_EXIT_FINE) {
        code = play_session(session);
    }
    bil_job_close(&session->job);
    bil_json_free(document);
    return code;
}

static int run_arena(const struct bil_list *words)
{
    if (asked.job.json && asked.job.csv) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json and --csv together: choose one of them.");
    }
    const bool joined = asked.job.join && !asked.resume;
    if (words->count == 0 && !asked.resume && !joined) {
        return bil_exit_with(BIL_EXIT_USAGE, "Which game? billions arena %s --bots greedy,random lets two bots meet.",
                             bil_games[0]->id);
    }
    if (words->count > 1 && !joined) {
        return bil_cli_one_word(words, &bil_cli_arena.usage);
    }
    const struct bil_game *game = words->count && !joined ? bil_cli_game(words->item[0]) : NULL;
    if (words->count && !joined && !game) {
        return BIL_EXIT_USAGE;
    }
    if (joined) {
        const int code = fixed_by_file("join", false);
        return code != BIL_EXIT_FINE ? code : bil_job_run_joined(BIL_PLAN_ARENA, words, &asked.job, print_arena);
    }
    struct session *session = bil_memory_zero(1, sizeof *session);
    session->sums = bil_memory_zero(1, sizeof *session->sums);
    const int code = asked.resume ? run_on(game, session) : run_new(game, session);
    free(session->sums);
    free(session);
    return code;
}

static const struct bil_flag flags[] = {
    {"bots", BIL_FLAG_TEXT, &asked.job.bots, "A,B,...", "who meets: two to eight different bots, or one for every seat", 0, 0},
    {"players", BIL_FLAG_NUMBER, &asked.job.players, "N", "how many seats (as many as --bots names)", 1, 99},
    {"pairs", BIL_FLAG_NUMBER, &asked.pairs, "N", "how many deals, each in all its seatings (1000; with --sprt, at most)", 1,
     BIL_ARENA_BLOCKS},
    {"sprt", BIL_FLAG_TEXT, &asked.sprt, "LOW,HIGH", "stop once one is accepted: 0,30 (Elo) or 50%,55% (first places)", 0, 0},
    {"alpha", BIL_FLAG_TEXT, &asked.alpha, "P", "how often HIGH may be accepted wrongly (0.05)", 0, 0},
    {"beta", BIL_FLAG_TEXT, &asked.beta, "P", "how often LOW may be accepted wrongly (0.05)", 0, 0},
    {"seed", BIL_FLAG_TEXT, &asked.job.seed, "S", "what chance decides; the same seed gives the same deals (1)", 0, 0},
    {"threads", BIL_FLAG_NUMBER, &asked.job.threads, "T", "how many games at a time (one for each processor)", 1,
     BIL_ARENA_THREADS},
    {"option", BIL_FLAG_LIST, &asked.job.options, "K=V", "an option of the game; may be repeated", 0, 0},
    {"edition", BIL_FLAG_TEXT, &asked.job.edition, "FILE", "play with the card table of this file", 0, 0},
    {"save", BIL_FLAG_TEXT, &asked.job.save, "FILE", "keep what was reached in this new file", 0, 0},
    {"resume", BIL_FLAG_TEXT, &asked.resume, "FILE", "go on from such a file, and keep it up to date", 0, 0},
    BIL_PARTS_FLAGS(asked.job),
    {"json", BIL_FLAG_SWITCH, &asked.job.json, NULL, "print one JSON object", 0, 0},
    {"csv", BIL_FLAG_SWITCH, &asked.job.csv, NULL, "print a table with commas", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_arena = {
    .name = "arena",
    .help = "let bots meet over the same deals and say which is stronger, and how sure that is",
    .usage = {"billions arena GAME --bots A,B[,C...] [OPTIONS]\n"
              "       billions arena GAME --bots A,B[,C...] [OPTIONS] --part K/N --save FILE\n"
              "       billions arena --resume FILE [OPTIONS]\n"
              "       billions arena --join FILE... [OPTIONS]",
              "Lets bots meet over the same deals: every deal is played in all seatings that matter, so that\n"
              "neither cards nor chairs favour one. Prints first places, places, points and a rating, with\n"
              "95 % intervals over the deals. As many bots as seats sit down in every rotation (of two kinds,\n"
              "in every arrangement); two bots for more seats fill them in every way; more bots than seats\n"
              "meet in every choice. The figures do not depend on the number of threads, nor on whether the\n"
              "run was stopped and resumed, unless a bot thinks by the clock or on several threads itself.\n"
              "Every rule of the box is in play unless an option says otherwise.",
              flags},
    .most = BIL_LIST_MAX,
    .run = run_arena,
};
