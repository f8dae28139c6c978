/* Judges the choices of a finished game and sums up what choices and luck gave (analyse.h says how).
 *
 * Must never show a bot more than the view of the seat that decided, nor let a figure depend on which thread made it. */
#include "lab/analysis/analyse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/standing.h"
#include "lab/simulation/interval.h"
#include "lab/simulation/thread_pool.h"
#include "table/memory.h"

/* The streams of the seed: one for each of the questions, by ply. */
enum { STREAM_FIND = 1, STREAM_JUDGE = 2, ANSWERS = 2 };

/* The first choices of a seat, over which the error of its first expectation is a mean: its own two answers alone tell little. */
enum { FIRST_CHOICES = 8 };

struct run {
    const struct bil_analysis *analysis;
    struct bil_analysis_result *result;
    atomic_int next;
    atomic_int done;
    atomic_bool mute; /* the bot told nothing */
};

/* ------------------------------------------------------------------ one choice */

static const struct bil_reason *find_reason(const struct bil_reasons *reasons, bil_move move)
{
    for (int i = 0; i < reasons->count; i++) {
        if (reasons->item[i].move == move) {
            return &reasons->item[i];
        }
    }
    return NULL;
}

/* What one answer expects of a seat. */
static double expected(const struct bil_reason *reason, int measure, int seat)
{
    return measure == BIL_ANALYSIS_PLACE ? reason->place[seat] : reason->points[seat];
}

/* The mean of both answers, and its uncertainty: half of their difference. */
static void note(struct bil_judgement *judgement, const struct bil_reason *best[ANSWERS], const struct bil_reason *own[ANSWERS])
{
    for (int m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
        double before[ANSWERS];
        double after[ANSWERS];
        for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
            judgement->before[m][seat] = (expected(best[0], m, seat) + expected(best[1], m, seat)) / 2;
            judgement->after[m][seat] = (expected(own[0], m, seat) + expected(own[1], m, seat)) / 2;
        }
        for (int i = 0; i < ANSWERS; i++) {
            before[i] = expected(best[i], m, judgement->seat);
            after[i] = expected(own[i], m, judgement->seat);
        }
        judgement->error_before[m] = fabs(before[0] - before[1]) / 2;
        judgement->error_after[m] = fabs(after[0] - after[1]) / 2;
        judgement->error_gain[m] = fabs((after[0] - before[0]) - (after[1] - before[1])) / 2;
    }
}

static bil_move question(const struct run *run, struct bil_ask *ask, uint32_t stream, int ply, struct bil_reasons *reasons)
{
    const struct bil_bot *bot = run->analysis->bot;
    struct bil_random random;
    bil_random_stream(&random, run->analysis->seed, stream, (uint32_t)ply);
    memset(reasons, 0, sizeof *reasons);
    ask->random = &random;
    ask->reasons = reasons;
    return bot->choose(bot, ask);
}

/* False if the bot tells nothing. */
static bool judge_decision(const struct run *run, struct bil_judgement *judgement)
{
    const struct bil_match *match = run->analysis->match;
    const struct bil_game *game = match->game;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_move moves[BIL_MAX_MOVES];
    struct bil_reasons found;
    struct bil_reasons compared[ANSWERS];
    const struct bil_reason *best[ANSWERS];
    const struct bil_reason *own[ANSWERS];
    bil_match_view(match, judgement->seat, judgement->ply, view);
    if (run->analysis->exact && run->analysis->exact(run->analysis, view, judgement)) {
        return true;
    }
    struct bil_ask ask = {.game = game,
                          .rules = match->rules,
                          .quick = match->quick,
                          .view = view,
                          .seat = judgement->seat,
                          .moves = moves,
                          .count = game->moves(match->rules, view, moves),
                          .config = &match->config,
                          .match = match->number};
    judgement->best = question(run, &ask, STREAM_FIND, judgement->ply, &found);
    if (found.count == 0) {
        return false;
    }
    const bil_move only[] = {judgement->best, judgement->move};
    ask.only = only;
    ask.only_count = judgement->best == judgement->move ? 1 : 2;
    judgement->judged = true;
    for (int i = 0; i < ANSWERS; i++) {
        question(run, &ask, STREAM_JUDGE + (uint32_t)i, judgement->ply, &compared[i]);
        best[i] = find_reason(&compared[i], judgement->best);
        own[i] = find_reason(&compared[i], judgement->move);
        judgement->judged = judgement->judged && best[i] && own[i];
    }
    for (int i = 0; i < ANSWERS && !judgement->judged; i++) { /* a bot that did not heed `only` */
        best[i] = own[i] = &found.item[0];
    }
    judgement->tries = judgement->judged ? own[0]->visits + own[1]->visits : own[0]->visits;
    note(judgement, best, own);
    return true;
}

/* ------------------------------------------------------------------ all of them */

static bool stopped(const struct run *run)
{
    const struct bil_analysis *analysis = run->analysis;
    return atomic_load(&run->mute) || (analysis->stop && atomic_load_explicit(analysis->stop, memory_order_relaxed));
}

static void judge_decisions(void *context, int worker)
{
    struct run *run = context;
    (void)worker;
    while (!stopped(run)) {
        const int index = atomic_fetch_add(&run->next, 1);
        if (index >= run->result->count) {
            break;
        }
        if (!judge_decision(run, &run->result->item[index])) {
            atomic_store(&run->mute, true);
            break;
        }
        atomic_fetch_add(&run->done, 1);
    }
}

static void report_judged(void *context)
{
    const struct run *run = context;
    if (run->analysis->progress) {
        run->analysis->progress(run->analysis->context, (uint64_t)atomic_load(&run->done));
    }
}

/* ------------------------------------------------------------------ what it comes to */

/* The gain in going from one expectation to another: more points, or a place nearer to the first. */
static double gain_of(enum bil_analysis_measure measure, double from, double to)
{
    return measure == BIL_ANALYSIS_PLACE ? from - to : to - from;
}

double bil_analysis_loss(const struct bil_judgement *judgement, enum bil_analysis_measure measure)
{
    return gain_of(measure, judgement->after[measure][judgement->seat], judgement->before[measure][judgement->seat]);
}

static void add_end(const struct bil_match *match, struct bil_analysis_result *result)
{
    double points[BIL_MAX_SEATS];
    double places[BIL_MAX_SEATS];
    bil_standing(match->game, match->rules, bil_match_state(match, -1), match->config.seats, points, places);
    for (int seat = 0; seat < match->config.seats; seat++) {
        result->sum[seat].end[BIL_ANALYSIS_PLACE] = places[seat];
        result->sum[seat].end[BIL_ANALYSIS_POINTS] = points[seat];
    }
}

/* A sum of errors that do not depend on each other. Each was seen in two answers only: fewer, larger ones make it less sure
 * (Satterthwaite, "An approximate distribution of estimates of variance components", 1946). */
struct errors {
    double squares, fourths;
    int count;
};

static void hold_error(struct errors *errors, double error)
{
    errors->squares += error * error;
    errors->fourths += error * error * error * error;
    errors->count++;
}

/* Half of the 95 % interval of the sum, or of a single one of them. */
static double within(const struct errors *errors, bool single)
{
    if (errors->fourths <= 0) {
        return 0;
    }
    const double freedom = fmax(1, floor(errors->squares * errors->squares / errors->fourths));
    return bil_interval_t((uint64_t)freedom) * sqrt(errors->squares / (single ? errors->count : 1));
}

static void add_errors(struct bil_analysis_result *result, int seat, enum bil_analysis_measure m)
{
    struct bil_analysis_sum *sum = &result->sum[seat];
    struct errors start = {0};
    struct errors choices = {0};
    struct errors luck = {0};
    for (int i = 0; i < result->count; i++) {
        const struct bil_judgement *judgement = &result->item[i];
        if (judgement->seat == seat) {
            if (start.count < FIRST_CHOICES) {
                hold_error(&start, judgement->error_before[m]);
            }
            hold_error(&choices, judgement->error_gain[m]);
            /* Luck is the end less the first `before` less all gains: of the first choice that leaves its `after`. */
            hold_error(&luck, luck.count == 0 ? judgement->error_after[m] : judgement->error_gain[m]);
        }
    }
    sum->start_within[m] = within(&start, true);
    sum->choices_within[m] = within(&choices, false);
    sum->luck_within[m] = within(&luck, false);
}

static void add_all_errors(const struct bil_match *match, struct bil_analysis_result *result)
{
    for (enum bil_analysis_measure m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
        struct errors single = {0};
        for (int seat = 0; seat < match->config.seats; seat++) {
            add_errors(result, seat, m);
        }
        for (int i = 0; i < result->count; i++) {
            if (result->item[i].best != result->item[i].move) {
                hold_error(&single, result->item[i].error_gain[m]);
            }
        }
        result->within[m] = within(&single, true);
    }
}

static void add_up(const struct bil_match *match, struct bil_analysis_result *result)
{
    const struct bil_judgement *last[BIL_MAX_SEATS] = {0};
    add_end(match, result);
    add_all_errors(match, result);
    for (int i = 0; i < result->count; i++) {
        const struct bil_judgement *judgement = &result->item[i];
        const int seat = judgement->seat;
        struct bil_analysis_sum *sum = &result->sum[seat];
        sum->decisions++;
        sum->agreed += judgement->best == judgement->move;
        for (enum bil_analysis_measure m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
            sum->choices[m] -= bil_analysis_loss(judgement, m);
            if (last[seat]) {
                sum->luck[m] += gain_of(m, last[seat]->after[m][seat], judgement->before[m][seat]);
            } else {
                sum->start[m] = judgement->before[m][seat];
            }
        }
        last[seat] = judgement;
    }
    for (int seat = 0; seat < match->config.seats; seat++) {
        struct bil_analysis_sum *sum = &result->sum[seat];
        for (enum bil_analysis_measure m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
            if (last[seat]) {
                sum->luck[m] += gain_of(m, last[seat]->after[m][seat], sum->end[m]);
            }
        }
    }
}

int bil_analysis_worst(const struct bil_analysis_result *result, enum bil_analysis_measure measure, int most, int *index)
{
    int count = 0;
    for (int i = 0; i < result->count; i++) {
        const double loss = bil_analysis_loss(&result->item[i], measure);
        int at = count;
        if (loss <= 0) {
            continue;
        }
        while (at > 0 && bil_analysis_loss(&result->item[index[at - 1]], measure) < loss) {
            at--;
        }
        if (at == most) {
            continue;
        }
        count += count < most;
        memmove(&index[at + 1], &index[at], (size_t)(count - 1 - at) * sizeof index[0]);
        index[at] = i;
    }
    return count;
}

/* ------------------------------------------------------------------ the whole */

static void list_choices(const struct bil_analysis *analysis, struct bil_analysis_result *result)
{
    const struct bil_match *match = analysis->match;
    result->item = bil_memory_zero((size_t)match->ply + 1, sizeof *result->item);
    for (int ply = 0; ply < match->ply; ply++) {
        const struct bil_decision *decision = &match->decision[ply];
        if (!decision->forced && (analysis->seat == BIL_ANALYSIS_ALL || analysis->seat == decision->seat)) {
            result->item[result->count++] = (struct bil_judgement){.ply = ply, .seat = decision->seat, .move = decision->move};
        }
    }
}

bool bil_analysis_run(const struct bil_analysis *analysis, struct bil_analysis_result *result, struct bil_error *error)
{
    const struct bil_match *match = analysis->match;
    *result = (struct bil_analysis_result){0};
    if (match->actor != BIL_OVER) {
        return bil_fail(error, "the game is not over: seat %d would decide; only a finished game can be analysed.",
                        match->actor + 1);
    }
    list_choices(analysis, result);
    struct run run = {.analysis = analysis, .result = result};
    bil_thread_pool_run(
        &(struct bil_thread_pool){.threads = analysis->threads, .work = judge_decisions, .tell = report_judged, .context = &run});
    result->done = atomic_load(&run.done);
    if (atomic_load(&run.mute)) {
        return bil_fail(error, "The bot %s does not say what it expects; search:iterations=2000 does.", analysis->bot->name);
    }
    if (result->done == result->count) {
        add_up(match, result);
    }
    return true;
}

void bil_analysis_free(struct bil_analysis_result *result)
{
    free(result->item);
    *result = (struct bil_analysis_result){0};
}
