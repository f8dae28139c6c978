/* A simulation as a job, and its result as text. Must never read a result that is impossible for its number of games. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lab/jobs/job.h"
#include "lab/simulation/bot_game.h"
#include "lab/simulation/members.h"

enum { SHARE = 60, ENTRANT = 5, LOWEST = -1000000000, HIGHEST = 1000000000 };

static bool open_sim(struct bil_job *job, struct bil_error *error)
{
    const struct bil_plan *plan = &job->plan;
    (void)error;
    job->sim =
        (struct bil_sim){.game = plan->game, .config = job->config, .games = plan->blocks, .threads = 1, .rotate = plan->rotate};
    memcpy(job->sim.bot, plan->list, sizeof job->sim.bot);
    memcpy(job->sim.seed, plan->seed, sizeof job->sim.seed);
    job->stretches = 1;
    job->stretch[0] = plan->blocks;
    return true;
}

static bool play_sim(struct bil_job *job, struct bil_job_range range, struct bil_job_run *run, void *sums, struct bil_error *error)
{
    struct bil_sim sim = job->sim;
    sim.first = range.first;
    sim.games = range.count;
    sim.threads = run->threads;
    sim.stop = run->stop;
    sim.progress = run->progress;
    sim.context = run->context;
    sim.check = run->check;
    sim.record_dir = run->record_dir;
    return bil_sim_run(&sim, sums, &run->unwritable, error);
}

static uint64_t played(const void *sums)
{
    const struct bil_sim_result *result = sums;
    return result->games;
}

static bool merge(void *to, const void *from)
{
    bil_sim_merge(to, from);
    return true;
}

/* ------------------------------------------------------------------ as text */

static void write_counts(struct bil_text *out, const char *key, const uint64_t *count, int room)
{
    int64_t number[BIL_SIM_LENGTHS];
    int last = 0;
    for (int i = 0; i < room; i++) {
        number[i] = (int64_t)count[i];
        last = count[i] ? i + 1 : last;
    }
    bil_member_write_numbers(out, key, number, last);
}

static void write_sums(const struct bil_job *job, const void *sums, struct bil_text *out)
{
    const struct bil_sim_result *result = sums;
    int64_t number[ENTRANT * BIL_MAX_SEATS];
    for (int e = 0; e < job->plan.seats; e++) {
        const struct bil_sim_entrant *entrant = &result->entrant[e];
        const int64_t five[ENTRANT] = {(int64_t)entrant->win_shares, entrant->score_sum, (int64_t)entrant->score_squares,
                                       entrant->score_low, entrant->score_high};
        memcpy(number + ENTRANT * e, five, sizeof five);
    }
    bil_json_key_integer(out, "played", (int64_t)result->games);
    bil_json_key_integer(out, "decisions", (int64_t)result->decisions);
    bil_json_key_integer(out, "shortest", (int64_t)result->shortest);
    bil_json_key_integer(out, "longest", (int64_t)result->longest);
    bil_member_write_hash(out, "hash", result->hash);
    bil_member_write_numbers(out, "entrants", number, ENTRANT * job->plan.seats);
    bil_bot_faults_write(result->external, job->plan.seats, out);
    write_counts(out, "lengths", result->length, BIL_SIM_LENGTHS);
    write_counts(out, "endings", result->ending, BIL_MAX_ENDINGS);
}

/* Numbers of games, which together are all of them, or (if the game has no such thing) none. */
static bool read_counts(const struct bil_value *document, const char *key, bool has, uint64_t games, uint64_t *count, int room,
                        struct bil_error *error)
{
    int64_t number[BIL_SIM_LENGTHS];
    int found = 0;
    uint64_t sum = 0;
    if (!bil_member_numbers(document, key, -1, room, 0, (int64_t)games, number, &found, error)) {
        return false;
    }
    for (int i = 0; i < found; i++) {
        count[i] = (uint64_t)number[i];
        sum += count[i];
    }
    return sum == (has ? games : 0) || bil_fail(error, "\"%s\" are not those of %" PRIu64 " games.", key, games);
}

static bool read_entrants(const struct bil_job *job, const struct bil_value *document, int64_t room, struct bil_sim_result *result,
                          struct bil_error *error)
{
    int64_t number[ENTRANT * BIL_MAX_SEATS];
    uint64_t wins = 0;
    if (!bil_member_numbers(document, "entrants", ENTRANT * job->plan.seats, 0, -room, room, number, NULL, error)) {
        return false;
    }
    for (int e = 0; e < job->plan.seats; e++) {
        const int64_t *five = number + ENTRANT * e;
        if (five[0] < 0 || five[2] < 0 || five[3] < LOWEST || five[4] > HIGHEST || five[3] > five[4]) {
            return bil_fail(error, "\"entrants\" holds sums that no %" PRIu64 " games can have.", result->games);
        }
        result->entrant[e] = (struct bil_sim_entrant){(uint64_t)five[0], five[1], (uint64_t)five[2], (int)five[3], (int)five[4]};
        wins += result->entrant[e].win_shares;
    }
    return wins == SHARE * result->games || bil_fail(error, "The wins in it are not those of %" PRIu64 " games.", result->games);
}

static bool read_sim_sums(const struct bil_job *job, const struct bil_value *document, const struct bil_job_ranges *ranges,
                          int64_t room, void *into, struct bil_error *error)
{
    struct bil_sim_result *result = into;
    const int64_t count = (int64_t)ranges->range[0].count;
    int64_t games = 0;
    int64_t decisions = 0;
    int64_t shortest = 0;
    int64_t longest = 0;
    *result = (struct bil_sim_result){0};
    if (!bil_member_number(document, "played", count, count, &games, error) ||
        !bil_member_number(document, "decisions", 0, room, &decisions, error) ||
        !bil_member_number(document, "longest", 0, decisions, &longest, error) ||
        !bil_member_number(document, "shortest", 0, longest, &shortest, error) ||
        !bil_member_hash(document, "hash", &result->hash, error)) {
        return false;
    }
    result->games = (uint64_t)games;
    result->decisions = (uint64_t)decisions;
    result->shortest = (uint64_t)shortest;
    result->longest = (uint64_t)longest;
    return read_entrants(job, document, room, result, error) &&
           bil_bot_faults_read(document, job->plan.seats, room, result->external, error) &&
           read_counts(document, "lengths", job->plan.game->length != NULL, result->games, result->length, BIL_SIM_LENGTHS,
                       error) &&
           read_counts(document, "endings", job->plan.game->ending != NULL, result->games, result->ending, BIL_MAX_ENDINGS, error);
}

static const char *const keys[] = {"played",   "decisions", "shortest", "longest", "hash",
                                   "entrants", "failures",  "lengths",  "endings", NULL};

const struct bil_job_kind bil_job_sim = {.unit = "games",
                                         .sums_size = sizeof(struct bil_sim_result),
                                         .open = open_sim,
                                         .play = play_sim,
                                         .played = played,
                                         .merge = merge,
                                         .write = write_sums,
                                         .read = read_sim_sums,
                                         .keys = keys};
