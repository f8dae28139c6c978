/* `billions solve`: what every move of a position is worth, exactly; and how far from the end of games that can be said. Must never
 * print a value that was not reckoned to the end. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/match.h"
#include "cli/commands.h"
#include "lab/solver/solve.h"
#include "table/clock.h"
#include "table/memory.h"
#include "terminal/progress_bar.h"

enum { USUAL_SECONDS = 10, USUAL_LAST = 12, MOST_LAST = 200, MOST_GAMES = 100000, MIB = 1 << 20 };

struct request {
    const char *others, *seed, *bot, *edition;
    int64_t seconds, memory, games, last, players;
    struct bil_list options;
    bool json;
    enum bil_solve_others assumed;
};

static const char *const assumption[] = {
    [BIL_SOLVE_GREEDY] = "every other seat plays what the game's advice likes best from its own view (greedy)",
    [BIL_SOLVE_RANDOM] = "every other seat plays any legal move, each as often (random)",
};

/* ------------------------------------------------------------------ one position */

struct shown {
    struct bil_progress_bar bar;
    double begun, seconds;
};

static void show_time(void *context, uint64_t done)
{
    struct shown *shown = context;
    char words[48];
    (void)snprintf(words, sizeof words, "%" PRIu64 " moves played", done);
    bil_progress_bar_show(&shown->bar, (bil_clock_seconds() - shown->begun) / shown->seconds, words);
}

/* The moves, the best first; those that are worth as much in the order of the list. */
static void sort_moves(const struct bil_solution *solution, int *order)
{
    for (int i = 0; i < solution->count; i++) {
        int at = i;
        for (; at > 0 && bil_solve_better(solution, i, order[at - 1]); at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
}

static void write_text(const struct bil_match *match, const struct bil_solution *solution, const struct request *request,
                       double seconds, struct bil_text *out)
{
    int order[BIL_MAX_MOVES];
    struct bil_text move = {0};
    size_t width = 4;
    sort_moves(solution, order);
    for (int i = 0; i < solution->count; i++) {
        bil_text_clear(&move);
        bil_match_move_text(match, solution->move[i], &move);
        width = move.length > width ? move.length : width;
    }
    bil_text_format(out, "Seat %d chooses among %d moves. Exact, where %s.\n", solution->seat + 1, solution->count,
                    assumption[request->assumed]);
    bil_text_format(out, "%-*s  %8s %10s %10s\n", (int)width, "move", "place", "points", "ahead");
    for (int i = 0; i < solution->count; i++) {
        const struct bil_solve_value *value = &solution->value[order[i]];
        bil_text_clear(&move);
        bil_match_move_text(match, solution->move[order[i]], &move);
        bil_text_format(out, "%-*s  %8.4f %10.2f %+10.2f\n", (int)width, bil_text_string(&move), value->place[solution->seat],
                        value->points[solution->seat], bil_solve_ahead(solution, order[i]));
    }
    bil_text_format(out,
                    "%" PRIu64 " worlds fit what the seat sees; %" PRIu64 " moves played, %" PRIu64
                    " decisions reckoned and %" PRIu64 " met again, up to %d one after the other; %.2f s.\n",
                    solution->worlds, solution->steps, solution->decisions, solution->again, solution->depth, seconds);
    bil_text_free(&move);
}

/* Without what the adding up of many weights leaves in the last digits. */
static double rounded(double value)
{
    return round(value * 1e9) / 1e9;
}

static void write_rounded(struct bil_text *out, const char *key, const double *value, int count)
{
    bil_json_key_array(out, key);
    for (int i = 0; i < count; i++) {
        bil_json_number(out, rounded(value[i]));
    }
    bil_json_array_end(out);
}

static void write_moves(const struct bil_match *match, const struct bil_solution *solution, struct bil_text *out)
{
    int order[BIL_MAX_MOVES];
    struct bil_text move = {0};
    sort_moves(solution, order);
    bil_json_key_array(out, "moves");
    for (int i = 0; i < solution->count; i++) {
        const struct bil_solve_value *value = &solution->value[order[i]];
        bil_text_clear(&move);
        bil_match_move_text(match, solution->move[order[i]], &move);
        bil_json_object(out);
        bil_json_key_string(out, "move", bil_text_string(&move));
        write_rounded(out, "places", value->place, solution->seats);
        write_rounded(out, "points", value->points, solution->seats);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
    bil_text_free(&move);
}

/* What was asked, and the answer, or what was not enough for one: then no move is there, for none has a value. */
static void write_json(const struct bil_match *match, const struct bil_solution *solution, const struct request *request,
                       struct bil_text *out)
{
    static const char *const limit[] = {
        [BIL_SOLVE_NO_LIMIT] = "none", [BIL_SOLVE_SECONDS] = "seconds", [BIL_SOLVE_STEPS] = "steps",
        [BIL_SOLVE_FULL] = "memory",   [BIL_SOLVE_DEPTH] = "depth",     [BIL_SOLVE_ENDED] = "stopped"};
    const bool solved = solution->outcome == BIL_SOLVED;
    bil_json_object(out);
    bil_json_key_string(out, "game", match->game->id);
    bil_json_key_integer(out, "seat", solution->seat + 1);
    bil_json_key_string(out, "others", request->others);
    bil_json_key_bool(out, "solved", solved);
    if (solved) {
        write_moves(match, solution, out);
    } else {
        bil_json_key_string(out, "limit", limit[solution->limit]);
    }
    bil_json_key_integer(out, "worlds", (int64_t)solution->worlds);
    bil_json_key_integer(out, "steps", (int64_t)solution->steps);
    if (solved) {
        bil_json_key_integer(out, "decisions", (int64_t)solution->decisions);
        bil_json_key_integer(out, "again", (int64_t)solution->again);
        bil_json_key_integer(out, "depth", solution->depth);
    }
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

/* What was not enough, and what would help. Returns the exit code. */
static int not_solved(const struct bil_solution *solution, const struct request *request)
{
    char words[160];
    switch (solution->limit) {
    case BIL_SOLVE_ENDED:
        return bil_exit_with(BIL_EXIT_STOPPED, "Stopped before it was solved, after %" PRIu64 " moves.", solution->steps);
    case BIL_SOLVE_FULL:
        (void)snprintf(words, sizeof words, "they need more room than %" PRId64 " MiB (--memory gives more)", request->memory);
        break;
    case BIL_SOLVE_DEPTH:
        (void)snprintf(words, sizeof words, "the end is too many moves away, whatever time there is");
        break;
    default:
        (void)snprintf(words, sizeof words, "%" PRId64 " second%s were not enough (--seconds gives more)", request->seconds,
                       request->seconds == 1 ? "" : "s");
    }
    return bil_exit_with(
        BIL_EXIT_NO,
        "Not solved: %" PRIu64 " worlds fit what the seat sees, as far as they were listed, and %s. "
        "%" PRIu64
        " moves were played. The fewer cards are hidden, the less work it is; docs/solving.md says how far this reaches.",
        solution->worlds, words, solution->steps);
}

static struct bil_solve solve_of(const struct bil_match *match, const void *view, const struct request *request,
                                 const atomic_bool *stop)
{
    return (struct bil_solve){.game = match->game,
                              .rules = match->rules,
                              .view = view,
                              .others = request->assumed,
                              .seconds = (double)request->seconds,
                              .memory = (size_t)request->memory * MIB,
                              .stop = stop};
}

static int solve_position(const char *path, const struct request *request)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    int code = BIL_EXIT_FINE;
    struct bil_match_setup setup = {.keep_view = true, .ask_windows = true};
    struct bil_match *match = bil_cli_match_at(path, request->edition, NULL, &setup, &code);
    if (!match) {
        return code;
    }
    if (!match->from_view) { /* what looks forced in a view may be a choice of hidden cards */
        bil_match_settle(match);
    }
    if (match->actor == BIL_OVER) {
        bil_match_free(match);
        return bil_exit_with(BIL_EXIT_INPUT, "%s: the game is over; nobody has anything to decide.", path);
    }
    if (!bil_cli_view_of_actor(match, view)) {
        code = bil_exit_with(BIL_EXIT_INPUT,
                             "%s is what somebody else sees than seat %d, who decides: give the view of that seat, "
                             "or the whole position.",
                             path, match->actor + 1);
        bil_match_free(match);
        return code;
    }
    struct bil_solution *solution = bil_memory_zero(1, sizeof *solution);
    struct shown shown = {.begun = bil_clock_seconds(), .seconds = request->seconds ? (double)request->seconds : 3600};
    struct bil_solve solve = solve_of(match, view, request, bil_cli_catch_interrupts());
    if (bil_progress_bar_begin(&shown.bar, "moves", 0, 1)) {
        solve.progress = show_time;
        solve.context = &shown;
    }
    bil_solve_run(&solve, solution);
    bil_progress_bar_end(&shown.bar);
    struct bil_text out = {0};
    if (solution->outcome == BIL_SOLVE_UNFIT) {
        code = bil_exit_with(BIL_EXIT_INPUT, "%s: the worlds that fit this view cannot be gone through: %s.", path, solution->why);
    } else {
        if (request->json) {
            write_json(match, solution, request, &out);
        } else if (solution->outcome == BIL_SOLVED) {
            write_text(match, solution, request, bil_clock_seconds() - shown.begun, &out);
        }
        code = out.length ? bil_print(&out) : code;
        code = code == BIL_EXIT_FINE && solution->outcome == BIL_SOLVE_TOO_MUCH ? not_solved(solution, request) : code;
    }
    bil_text_free(&out);
    free(solution);
    bil_match_free(match);
    return code;
}

/* ------------------------------------------------------------------ how far from the end */

struct share {
    uint64_t asked[MOST_LAST], solved[MOST_LAST], unfit[MOST_LAST];
};

/* The open choices at the end of one game, the last one first. */
static void solve_game(const struct bil_match *match, const struct request *request, const atomic_bool *stop, struct share *share,
                       struct bil_solution *solution)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    int left = 0;
    for (int ply = match->ply - 1; ply >= 0 && left < request->last && !*stop; ply--) {
        if (match->decision[ply].forced) {
            continue;
        }
        bil_match_view(match, match->decision[ply].seat, ply, view);
        const struct bil_solve solve = solve_of(match, view, request, stop);
        bil_solve_run(&solve, solution);
        share->asked[left] += !*stop;
        share->solved[left] += solution->outcome == BIL_SOLVED;
        share->unfit[left] += solution->outcome == BIL_SOLVE_UNFIT;
        left++;
    }
}

static void write_row(struct bil_text *out, const char *name, uint64_t asked, uint64_t solved, uint64_t unfit)
{
    const double part = asked ? 100.0 * (double)solved / (double)asked : 0;
    const double rest = asked ? 100.0 * (double)unfit / (double)asked : 0;
    bil_text_format(out, "%14s %8" PRIu64 " %9.1f %% %17.1f %%\n", name, asked, part, rest);
}

static int write_share(const struct share *share, const struct request *request, int done)
{
    uint64_t asked = 0, solved = 0, unfit = 0;
    struct bil_text out = {0};
    bil_text_format(&out, "Open choices at the end of %d games of %s, each within %d s, where %s:\n", done, request->bot,
                    (int)request->seconds, assumption[request->assumed]);
    bil_text_format(&out, "%14s %8s %11s %19s\n", "before the end", "choices", "solved", "cannot be listed");
    for (int i = 0; i < request->last; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "%d", i + 1);
        write_row(&out, name, share->asked[i], share->solved[i], share->unfit[i]);
        asked += share->asked[i];
        solved += share->solved[i];
        unfit += share->unfit[i];
    }
    write_row(&out, "all", asked, solved, unfit);
    return bil_print(&out);
}

static int solve_games(const struct bil_game *game, const struct request *request)
{
    struct bil_error error = {{0}};
    struct bil_settings settings = {0};
    struct bil_progress_bar bar;
    struct share *share = bil_memory_zero(1, sizeof *share);
    struct bil_solution *solution = bil_memory_zero(1, sizeof *solution);
    const atomic_bool *stop = bil_cli_catch_interrupts();
    const struct bil_bot *bot = bil_bot_find(request->bot, &error);
    int code =
        bot ? bil_cli_settings(game, &request->options, true, &settings) : bil_exit_with(BIL_EXIT_USAGE, "--bot: %s", error.text);
    struct bil_match_setup setup = {.game = game};
    int done = 0;
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_edition_file(request->edition, game, &setup.config.edition);
    }
    setup.config.seats = request->players ? (int)request->players : game->min_seats;
    setup.config.settings = settings.setting;
    setup.config.setting_count = settings.count;
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        setup.player[seat].bot = bot;
    }
    bil_progress *const draw = code == BIL_EXIT_FINE ? bil_progress_bar_begin(&bar, "games", 0, (uint64_t)request->games) : NULL;
    for (; code == BIL_EXIT_FINE && done < request->games && !*stop; done++) {
        char seed[64];
        (void)snprintf(seed, sizeof seed, "%.40s/%d", request->seed, done);
        bil_seed_from_text(seed, setup.seed);
        struct bil_match *match = bil_match_new(&setup, &error);
        if (!match) {
            code = bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
            break;
        }
        while (match->actor != BIL_OVER && !*stop) {
            bil_match_step(match);
        }
        if (!*stop) {
            solve_game(match, request, stop, share, solution);
        }
        bil_match_free(match);
        if (draw) {
            draw(&bar, (uint64_t)done + 1);
        }
    }
    if (draw) {
        bil_progress_bar_end(&bar);
    }
    if (code == BIL_EXIT_FINE) {
        code = write_share(share, request, done);
    }
    if (code == BIL_EXIT_FINE && *stop) {
        code =
            bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %d of %d games; the figures are of these.", done, (int)request->games);
    }
    bil_json_free(setup.config.edition);
    bil_cli_settings_free(&settings);
    free(solution);
    free(share);
    return code;
}

/* MiB: worlds should not drive other programs out of memory. */
static int64_t usual_memory(void)
{
    const int64_t half = sysconf(_SC_PHYS_PAGES) / 2 * (sysconf(_SC_PAGESIZE) / 1024) / 1024;
    return half < 1 ? 1 : half < 2048 ? half : 2048;
}

static struct request asked = {.others = "greedy", .seed = "1", .bot = "medium", .seconds = USUAL_SECONDS, .last = USUAL_LAST};

static int run_solve(const struct bil_list *words)
{
    asked.memory = asked.memory ? asked.memory : usual_memory();
    if (words->count == 0) {
        return bil_exit_with(BIL_EXIT_USAGE, "A position is missing, as in: billions solve docs/examples/ending.json; "
                                             "or a game, as in: billions solve one-billion-users --games 20");
    }
    if (strcmp(asked.others, "random") == 0) {
        asked.assumed = BIL_SOLVE_RANDOM;
    } else if (strcmp(asked.others, "greedy") != 0) {
        return bil_exit_with(BIL_EXIT_USAGE, "--others %s: it must be greedy or random.", asked.others);
    }
    if (asked.games == 0 && bil_game_find(words->item[0])) {
        return bil_exit_with(BIL_EXIT_USAGE,
                             "billions solve %s: a game needs --games N, for example --games 20; else give a position.",
                             words->item[0]);
    }
    if (asked.games == 0) {
        return solve_position(words->item[0], &asked);
    }
    const struct bil_game *game = bil_cli_game(words->item[0]);
    return game ? solve_games(game, &asked) : BIL_EXIT_USAGE;
}

static const struct bil_flag flags[] = {
    {"others", BIL_FLAG_TEXT, &asked.others, "WHO",
     "how the other seats are taken to play (greedy). greedy: what looks best at once; random: any legal move, each as "
     "often, which is far more work to solve",
     0, 0},
    {"seconds", BIL_FLAG_NUMBER, &asked.seconds, "N", "think so long at most (10); 0: as long as it takes", 0, 86400},
    {"memory", BIL_FLAG_NUMBER, &asked.memory, "MIB", "MiB for worlds, at most (half of the machine's, 2048 at most)", 1, 1 << 20},
    {"edition", BIL_FLAG_TEXT, &asked.edition, "FILE", "the card table of this file", 0, 0},
    {"json", BIL_FLAG_SWITCH, &asked.json, NULL, "JSON instead of text: places and points of all seats, or what was not enough", 0,
     0},
    {"games", BIL_FLAG_NUMBER, &asked.games, "N", "play N games of bots, and tell how far from their end all can be solved", 1,
     MOST_GAMES},
    {"last", BIL_FLAG_NUMBER, &asked.last, "N", "with --games: how many of the last open choices (12)", 1, MOST_LAST},
    {"players", BIL_FLAG_NUMBER, &asked.players, "N", "with --games: seats (as few as the game allows)", 1, 99},
    {"bot", BIL_FLAG_TEXT, &asked.bot, "BOT", "with --games: who plays (medium)", 0, 0},
    {"seed", BIL_FLAG_TEXT, &asked.seed, "S", "with --games: what chance decides (1)", 0, 0},
    {"option", BIL_FLAG_LIST, &asked.options, "K=V", "with --games: an option of the game; may be repeated", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_solve = {
    .name = "solve",
    .help = "say exactly what the moves near the end of a game are worth",
    .usage = {"billions solve POSITION [OPTIONS]\n"
              "       billions solve GAME --games N [OPTIONS]",
              "Says what every move of a position is worth, exactly: all hidden cards that fit what the seat\n"
              "sees, and all that chance can do, to the end of the game (docs/solving.md). That takes a\n"
              "position near the end: in One Billion Users one with few cards left in the deck. In 6 Billion\n"
              "even the last choice of a game is mostly too much; `billions analyse` gives an estimate of any\n"
              "position. POSITION is a file, - for standard input.\n\n"
              "The table has for each move, averaged over all that can happen: the place that the seat ends\n"
              "in (1 is the first; seats that tie share the average of their places), its points, and by how\n"
              "many points it is ahead of the average of the others.",
              flags},
    .most = 1,
    .run = run_solve,
};
