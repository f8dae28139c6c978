/* `billions sim`: many games of bots against bots, and what came of them. Must never print a figure that the simulation does not
 * give. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "billions/json.h"
#include "billions/position.h"
#include "cli/bot_faults.h"
#include "cli/commands.h"
#include "cli/parts.h"
#include "table/memory.h"

enum { DEFAULT_GAMES = 1000 };

/* What was asked for. */
struct request {
    int64_t games, players, threads;
    const char *seats, *seed, *edition, *record_dir;
    struct bil_list options;
    struct bil_parts_request parts;
    bool json, csv, rotate, check;
};

/* ------------------------------------------------------------------ results */

static double per_second(const struct bil_sim_result *result)
{
    return result->seconds > 0 ? (double)result->games / result->seconds : 0;
}

static void json_numbers(struct bil_text *out, const char *key, const double *number, int count)
{
    bil_json_key_array(out, key);
    for (int i = 0; i < count; i++) {
        bil_json_number(out, number[i]);
    }
    bil_json_array_end(out);
}

/* How long games are and how they end. */
static void json_shape(const struct bil_sim *sim, const struct bil_sim_result *result, struct bil_text *out)
{
    if (sim->game->length) {
        bil_json_key_string(out, "length_unit", sim->game->length_unit);
        bil_json_key_integer(out, "length_median", bil_sim_length(result, 0.5));
        bil_json_key_integer(out, "length_low", bil_sim_length(result, 0.05));
        bil_json_key_integer(out, "length_high", bil_sim_length(result, 0.95));
    }
    if (sim->game->ending) {
        bil_json_key_object(out, "endings");
        for (int i = 0; sim->game->endings[i]; i++) {
            bil_json_key_integer(out, sim->game->endings[i], (int64_t)result->ending[i]);
        }
        bil_json_object_end(out);
    }
}

static void write_json(const struct bil_job *job, const struct request *request, const struct bil_sim_result *result, bool stopped,
                       struct bil_text *out)
{
    const struct bil_sim *sim = &job->sim;
    char text[2 * BIL_SEED_BYTES + 1];
    const int seats = sim->config.seats;
    double rate[BIL_MAX_SEATS], low[BIL_MAX_SEATS], high[BIL_MAX_SEATS], mean[BIL_MAX_SEATS], sd[BIL_MAX_SEATS];
    bil_json_object(out);
    bil_json_key_string(out, "game", sim->game->id);
    bil_json_key_integer(out, "games", (int64_t)result->games);
    bil_json_key_integer(out, "players", seats);
    bil_json_key_array(out, "seats");
    for (int e = 0; e < seats; e++) {
        const struct bil_rate win = bil_sim_win_rate(result, e);
        rate[e] = win.rate;
        low[e] = win.low;
        high[e] = win.high;
        mean[e] = bil_sim_mean_score(result, e);
        sd[e] = bil_sim_sd_score(result, e);
        bil_json_string(out, sim->bot[e]->name);
    }
    bil_json_array_end(out);
    json_numbers(out, "win_rate", rate, seats);
    json_numbers(out, "win_rate_low", low, seats);
    json_numbers(out, "win_rate_high", high, seats);
    json_numbers(out, "mean_score", mean, seats);
    json_numbers(out, "sd_score", sd, seats);
    bil_json_key_integer(out, "decisions", (int64_t)result->decisions);
    bil_json_key_integer(out, "shortest", (int64_t)result->shortest);
    bil_json_key_integer(out, "longest", (int64_t)result->longest);
    json_shape(sim, result, out);
    bil_bot_faults_report_json(sim->bot, result->external, seats, out);
    bil_json_key(out, "seconds");
    bil_json_number(out, result->seconds);
    bil_json_key(out, "games_per_second");
    bil_json_number(out, per_second(result));
    snprintf(text, sizeof text, "%016" PRIx64, result->hash);
    bil_json_key_string(out, "hash", text);
    bil_options_write(&sim->config, out);
    bil_json_key_string(out, "seed", job->plan.seed_said);
    bil_json_key_integer(out, "threads", request->threads);
    bil_json_key_bool(out, "rotated", sim->rotate);
    bil_json_key_bool(out, "stopped", stopped);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

static void write_csv(const struct bil_sim *sim, const struct bil_sim_result *result, struct bil_text *out)
{
    bil_text_add(out, "seat,bot,games,win_rate,win_rate_low,win_rate_high,mean_score,sd_score,lowest_score,highest_score\n");
    for (int e = 0; e < sim->config.seats; e++) {
        const struct bil_rate win = bil_sim_win_rate(result, e);
        bil_text_format(out, "%d,%s,%" PRIu64 ",%.6f,%.6f,%.6f,%.3f,%.3f,%d,%d\n", e + 1, sim->bot[e]->name, result->games,
                        win.rate, win.low, win.high, bil_sim_mean_score(result, e), bil_sim_sd_score(result, e),
                        result->entrant[e].score_low, result->entrant[e].score_high);
    }
}

/* "10 to 15 game turns, 12 in the median; ended by 1024 on the Belt 94.2 %, all tracks populated 5.8 %" */
static void table_shape(const struct bil_sim *sim, const struct bil_sim_result *result, struct bil_text *out)
{
    if (result->games == 0 || !sim->game->length) {
        return;
    }
    bil_text_format(out, "%d %s in the median, %d to %d in nine games of ten", bil_sim_length(result, 0.5), sim->game->length_unit,
                    bil_sim_length(result, 0.05), bil_sim_length(result, 0.95));
    const char *between = "; ended by ";
    for (int i = 0; sim->game->ending && sim->game->endings[i]; i++) {
        if (result->ending[i] > 0) {
            bil_text_format(out, "%s%s %.1f %%", between, sim->game->endings[i],
                            100 * (double)result->ending[i] / (double)result->games);
            between = ", ";
        }
    }
    bil_text_char(out, '\n');
}

static void write_table(const struct bil_sim *sim, const struct bil_sim_result *result, struct bil_text *out)
{
    const double games = result->games ? (double)result->games : 1;
    bil_text_format(out, "%s, %d seats%s: %" PRIu64 " games", sim->game->title, sim->config.seats, sim->rotate ? ", rotated" : "",
                    result->games);
    if (result->seconds > 0) { /* those of parts were played elsewhere */
        bil_text_format(out, " in %.2f s (%.0f a second)", result->seconds, per_second(result));
    }
    bil_text_char(out, '\n');
    bil_text_format(out, "%-4s %-10s %8s %18s %10s %8s %8s %8s\n", sim->rotate ? "" : "seat", "bot", "wins", "95 % interval",
                    "score", "sd", "lowest", "highest");
    for (int e = 0; e < sim->config.seats; e++) {
        const struct bil_rate win = bil_sim_win_rate(result, e);
        bil_text_format(out, "%4d %-10s %6.2f %% %6.2f %% - %6.2f %% %9.1f %8.1f %8d %8d\n", e + 1, sim->bot[e]->name,
                        100 * win.rate, 100 * win.low, 100 * win.high, bil_sim_mean_score(result, e), bil_sim_sd_score(result, e),
                        result->entrant[e].score_low, result->entrant[e].score_high);
    }
    table_shape(sim, result, out);
    bil_bot_faults_report_table(sim->bot, result->external, sim->config.seats, out);
    for (int i = 0; i < sim->config.setting_count; i++) {
        bil_text_format(out, "%s%s=%s", i ? ", " : "with ", sim->config.settings[i].key, sim->config.settings[i].value);
    }
    bil_text_add(out, sim->config.setting_count ? "; " : "");
    bil_text_format(out, "%.1f decisions a game (%" PRIu64 " to %" PRIu64 "), hash %016" PRIx64 "\n",
                    (double)result->decisions / games, result->shortest, result->longest, result->hash);
}

/* ------------------------------------------------------------------ the command */

static int make_folder(const char *path)
{
    struct stat there;
    if (!path || mkdir(path, 0777) == 0 || (stat(path, &there) == 0 && S_ISDIR(there.st_mode))) {
        return BIL_EXIT_FINE;
    }
    return bil_exit_with(BIL_EXIT_FILES, "--record-dir %s: there is no such folder and it cannot be made.", path);
}

static int print_report(const void *context, const struct bil_job *job, const void *sums, bool stopped)
{
    const struct request *request = context;
    const struct bil_sim_result *result = sums;
    struct bil_text text = {0};
    if (request->json) {
        write_json(job, request, result, stopped, &text);
    } else if (request->csv) {
        write_csv(&job->sim, result, &text);
    } else {
        write_table(&job->sim, result, &text);
    }
    int code = bil_print(&text);
    bil_text_free(&text);
    if (code == BIL_EXIT_FINE && stopped) {
        code = bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %" PRIu64 " of %" PRIu64 " games; the figures are of those.",
                             result->games, job->sim.games);
    }
    return code == BIL_EXIT_FINE ? bil_bot_faults_code(job->sim.bot, result->external, job->sim.config.seats) : code;
}

static int prepare_and_run(const struct bil_game *game, struct request *request)
{
    struct bil_settings settings;
    struct bil_job job = {.plan = {.kind = BIL_PLAN_SIM,
                                   .game = game,
                                   .blocks = (uint64_t)request->games,
                                   .rotate = request->rotate,
                                   .seed_said = request->seed}};
    struct bil_plan *plan = &job.plan;
    struct bil_job_part part;
    struct bil_error error = {{0}};
    int code = bil_parts_find(&request->parts, request->json || request->csv, &part);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    code = bil_cli_settings(game, &request->options, &settings);
    if (code == BIL_EXIT_FINE) {
        bil_cli_settings_full(game, &settings);
        bil_cli_plan_settings(&settings, plan);
        code = bil_cli_seat_bots(game, request->seats ? request->seats : "random", request->players, plan->list, &plan->seats);
        plan->listed = plan->seats;
    }
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_edition_file(request->edition, game, &plan->edition);
    }
    if (code == BIL_EXIT_FINE) {
        code = make_folder(request->record_dir);
    }
    if (code == BIL_EXIT_FINE) {
        bil_seed_from_text(request->seed, plan->seed);
        struct bil_job_run run = {.threads = (int)request->threads, .check = request->check, .record_dir = request->record_dir};
        code = bil_job_open(&job, &error)
                   ? bil_job_run_here(&job, part, &run, &request->parts, &(struct bil_job_report){print_report, request})
                   : bil_exit_with(BIL_EXIT_USAGE, "%s", error.text);
    }
    bil_job_close(&job);
    bil_json_free(plan->edition);
    bil_cli_settings_free(&settings);
    return code;
}

int bil_cli_sim(int argc, char **argv)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    struct request request = {.games = DEFAULT_GAMES,
                              .threads = processors < 1                 ? 1
                                         : processors > BIL_SIM_THREADS ? BIL_SIM_THREADS
                                                                        : processors,
                              .seed = "1"};
    const struct bil_flag flags[] = {
        {"games", BIL_FLAG_NUMBER, &request.games, "N", "how many games (1000)", 1, INT64_C(1000000000000)},
        {"players", BIL_FLAG_NUMBER, &request.players, "N", "how many seats (as --seats, or all the game has)", 1, 99},
        {"seats", BIL_FLAG_TEXT, &request.seats, "BOT,BOT,...", "a bot for each seat, or one for all (random)", 0, 0},
        {"rotate", BIL_FLAG_SWITCH, &request.rotate, NULL, "from game to game every bot moves one seat on", 0, 0},
        {"seed", BIL_FLAG_TEXT, &request.seed, "S", "what chance decides; the same seed gives the same games (1)", 0, 0},
        {"threads", BIL_FLAG_NUMBER, &request.threads, "T", "how many games at a time (one for each processor)", 1,
         BIL_SIM_THREADS},
        {"option", BIL_FLAG_LIST, &request.options, "K=V", "an option of the game; may be repeated", 0, 0},
        {"edition", BIL_FLAG_TEXT, &request.edition, "FILE", "play with the card table of this file", 0, 0},
        {"record-dir", BIL_FLAG_TEXT, &request.record_dir, "DIR", "write a record of every game into this folder", 0, 0},
        {"check", BIL_FLAG_SWITCH, &request.check, NULL, "test every invariant after every move (slow)", 0, 0},
        BIL_PARTS_FLAGS(request.parts),
        {"save", BIL_FLAG_TEXT, &request.parts.save, "FILE", "keep what came of it in this new file, for --join", 0, 0},
        {"json", BIL_FLAG_SWITCH, &request.json, NULL, "print one JSON object", 0, 0},
        {"csv", BIL_FLAG_SWITCH, &request.csv, NULL, "print a table with commas", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions sim GAME [OPTIONS]\n"
        "       billions sim GAME [OPTIONS] --part K/N --save FILE\n"
        "       billions sim --join FILE... [OPTIONS]",
        "Simulates many games and prints who won how often, with 95 % intervals. The games, and the\n"
        "hash over all their final states, do not depend on the number of threads. With --rotate the\n"
        "figures are those of the bots in the order of --seats, wherever they sat. Every rule of the\n"
        "box is in play (networks=random too) unless an option says otherwise. Ctrl-C prints what was\n"
        "reached.",
        flags,
    };
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &usage, 0, BIL_LIST_MAX, &words);
    if (early >= 0) {
        return early;
    }
    if (request.json && request.csv) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json and --csv together: choose one of them.");
    }
    if (request.parts.join) {
        return bil_job_run_joined(BIL_PLAN_SIM, &words, "seats", request.seats, &request.parts,
                                  &(struct bil_job_report){print_report, &request});
    }
    const int one = bil_cli_one_word(&words, &usage);
    if (one != BIL_EXIT_FINE) {
        return one;
    }
    const struct bil_game *game = bil_cli_game(words.item[0]);
    return game ? prepare_and_run(game, &request) : BIL_EXIT_USAGE;
}
