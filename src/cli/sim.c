/* `billions sim`: many games of bots against bots, and what came of them. Must never print a figure that the simulation does not
 * give. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "billions/position.h"
#include "cli/commands.h"
#include "cli/parts.h"

/* What was asked for. */
static struct {
    struct bil_job_request job;
    int64_t games;
    const char *record_dir;
    bool rotate, check;
} asked = {.job = {.seed = "1"}, .games = 1000};

/* What is reported. */
struct report {
    const struct bil_job *job;
    const struct bil_sim_result *result;
    bool stopped;
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

static void sim_json(const struct report *report, struct bil_text *out)
{
    const struct bil_sim *sim = &report->job->sim;
    const struct bil_sim_result *result = report->result;
    char text[2 * BIL_SEED_BYTES + 1];
    const int seats = sim->config.seats;
    double rate[BIL_MAX_SEATS], low[BIL_MAX_SEATS], high[BIL_MAX_SEATS], mean[BIL_MAX_SEATS], sd[BIL_MAX_SEATS];
    bil_json_object(out);
    bil_json_key_string(out, "game", sim->game->id);
    bil_json_key_integer(out, "games", (int64_t)result->games);
    bil_json_key_integer(out, "players", seats);
    bil_json_key_array(out, "seats");
    for (int e = 0; e < seats; e++) {
        const struct bil_interval win = bil_sim_win_rate(result, e);
        rate[e] = win.mean;
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
    bil_json_key_string(out, "seed", report->job->plan.seed_said);
    bil_json_key_integer(out, "threads", bil_cli_threads(asked.job.threads));
    bil_json_key_bool(out, "rotated", sim->rotate);
    bil_json_key_bool(out, "stopped", report->stopped);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

static void sim_csv(const struct bil_sim *sim, const struct bil_sim_result *result, struct bil_text *out)
{
    bil_text_add(out, "seat,bot,games,win_rate,win_rate_low,win_rate_high,mean_score,sd_score,lowest_score,highest_score\n");
    for (int e = 0; e < sim->config.seats; e++) {
        const struct bil_interval win = bil_sim_win_rate(result, e);
        bil_text_format(out, "%d,%s,%" PRIu64 ",%.6f,%.6f,%.6f,%.3f,%.3f,%d,%d\n", e + 1, sim->bot[e]->name, result->games,
                        win.mean, win.low, win.high, bil_sim_mean_score(result, e), bil_sim_sd_score(result, e),
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

static void sim_table(const struct bil_sim *sim, const struct bil_sim_result *result, struct bil_text *out)
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
        const struct bil_interval win = bil_sim_win_rate(result, e);
        bil_text_format(out, "%4d %-10s %6.2f %% %6.2f %% - %6.2f %% %9.1f %8.1f %8d %8d\n", e + 1, sim->bot[e]->name,
                        100 * win.mean, 100 * win.low, 100 * win.high, bil_sim_mean_score(result, e), bil_sim_sd_score(result, e),
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

static void write_report(const void *of, enum bil_report_form form, struct bil_text *out)
{
    const struct report *report = of;
    if (form == BIL_FORM_JSON) {
        sim_json(report, out);
    } else if (form == BIL_FORM_CSV) {
        sim_csv(&report->job->sim, report->result, out);
    } else {
        sim_table(&report->job->sim, report->result, out);
    }
}

static int print_sim(const struct bil_job *job, const void *sums, bool stopped)
{
    const struct bil_sim_result *result = sums;
    const struct report report = {job, result, stopped};
    const int code = bil_cli_report(write_report, &report, asked.job.json, asked.job.csv, NULL);
    if (code == BIL_EXIT_FINE && stopped) {
        return bil_exit_with(BIL_EXIT_STOPPED, "Stopped after %" PRIu64 " of %" PRIu64 " games; the figures are of those.",
                             result->games, job->sim.games);
    }
    return code == BIL_EXIT_FINE ? bil_bot_faults_code(job->sim.bot, result->external, job->sim.config.seats) : code;
}

static int run_sim(const struct bil_list *words)
{
    struct bil_job job = {
        .plan = {.kind = BIL_PLAN_SIM, .blocks = (uint64_t)asked.games, .rotate = asked.rotate, .seed_said = asked.job.seed}};
    struct bil_job_run run = {.check = asked.check, .record_dir = asked.record_dir};
    struct bil_job_part part;
    if (asked.job.json && asked.job.csv) {
        return bil_exit_with(BIL_EXIT_USAGE, "--json and --csv together: choose one of them.");
    }
    if (asked.job.join) {
        return bil_job_run_joined(BIL_PLAN_SIM, words, &asked.job, print_sim);
    }
    int code = bil_cli_one_word(words, &bil_cli_sim.usage);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    const struct bil_game *game = bil_cli_game(words->item[0]);
    if (!game) {
        return BIL_EXIT_USAGE;
    }
    asked.job.bots = asked.job.bots ? asked.job.bots : "random";
    code = bil_job_prepare(&job, game, &asked.job, &part);
    code = code == BIL_EXIT_FINE ? make_folder(asked.record_dir) : code;
    code = code == BIL_EXIT_FINE ? bil_job_run_here(&job, part, &run, &asked.job, print_sim) : code;
    bil_job_release(&job, &asked.job);
    return code;
}

static const struct bil_flag flags[] = {
    {"games", BIL_FLAG_NUMBER, &asked.games, "N", "how many games (1000)", 1, INT64_C(1000000000000)},
    {"players", BIL_FLAG_NUMBER, &asked.job.players, "N", "how many seats (as --seats, or all the game has)", 1, 99},
    {"seats", BIL_FLAG_TEXT, &asked.job.bots, "BOT,BOT,...", "a bot for each seat, or one for all (random)", 0, 0},
    {"rotate", BIL_FLAG_SWITCH, &asked.rotate, NULL, "from game to game every bot moves one seat on", 0, 0},
    {"seed", BIL_FLAG_TEXT, &asked.job.seed, "S", "what chance decides; the same seed gives the same games (1)", 0, 0},
    {"threads", BIL_FLAG_NUMBER, &asked.job.threads, "T", "how many games at a time (one for each processor)", 1, BIL_SIM_THREADS},
    {"option", BIL_FLAG_LIST, &asked.job.options, "K=V", "an option of the game; may be repeated", 0, 0},
    {"edition", BIL_FLAG_TEXT, &asked.job.edition, "FILE", "play with the card table of this file", 0, 0},
    {"record-dir", BIL_FLAG_TEXT, &asked.record_dir, "DIR", "write a record of every game into this folder", 0, 0},
    {"check", BIL_FLAG_SWITCH, &asked.check, NULL, "test every invariant after every move (slow)", 0, 0},
    BIL_PARTS_FLAGS(asked.job),
    {"save", BIL_FLAG_TEXT, &asked.job.save, "FILE", "keep what came of it in this new file, for --join", 0, 0},
    {"json", BIL_FLAG_SWITCH, &asked.job.json, NULL, "print one JSON object", 0, 0},
    {"csv", BIL_FLAG_SWITCH, &asked.job.csv, NULL, "print a table with commas", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_sim = {
    .name = "sim",
    .help = "simulate many games of bots against bots",
    .usage = {"billions sim GAME [OPTIONS]\n"
              "       billions sim GAME [OPTIONS] --part K/N --save FILE\n"
              "       billions sim --join FILE... [OPTIONS]",
              "Simulates many games and prints who won how often, with 95 % intervals. The games, and the\n"
              "hash over all their final states, do not depend on the number of threads. With --rotate the\n"
              "figures are those of the bots in the order of --seats, wherever they sat. Every rule of the\n"
              "box is in play (networks=random too) unless an option says otherwise. Ctrl-C prints what was\n"
              "reached.",
              flags},
    .most = BIL_LIST_MAX,
    .run = run_sim,
};
