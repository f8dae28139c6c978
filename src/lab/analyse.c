/* Judges the choices of a finished game and sums up what choices and luck gave (analyse.h says how).
 *
 * Must never show a bot more than the view of the seat that decided, nor let a figure depend on which thread made it. */
#include "lab/analyse.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "table/memory.h"

/* The streams of the seed: one for each of both questions, by ply. */
enum { STREAM_FIND = 1, STREAM_JUDGE = 2 };

struct run {
    const struct bil_analysis *analysis;
    struct bil_analysis_result *result;
    void *quick;
    atomic_int next;
    atomic_int done;
    atomic_bool mute; /* the bot told nothing */
    pthread_mutex_t lock;
    pthread_cond_t ended;
    int running;
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

static void note(const struct bil_reason *reason, double into[BIL_ANALYSIS_MEASURES][BIL_MAX_SEATS])
{
    memcpy(into[BIL_ANALYSIS_PLACE], reason->place, sizeof reason->place);
    memcpy(into[BIL_ANALYSIS_POINTS], reason->points, sizeof reason->points);
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
static bool judge(const struct run *run, struct bil_judgement *judgement)
{
    const struct bil_match *match = run->analysis->match;
    const struct bil_game *game = match->game;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_move moves[BIL_MAX_MOVES];
    struct bil_reasons found;
    struct bil_reasons compared;
    bil_match_view(match, judgement->seat, judgement->ply, view);
    struct bil_ask ask = {.game = game,
                          .rules = match->rules,
                          .quick = run->quick,
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
    question(run, &ask, STREAM_JUDGE, judgement->ply, &compared);
    const struct bil_reason *best = find_reason(&compared, judgement->best);
    const struct bil_reason *own = find_reason(&compared, judgement->move);
    judgement->judged = best && own;
    if (!judgement->judged) { /* a bot that did not heed `only` */
        best = own = &found.item[0];
    }
    judgement->tries = own->visits;
    note(best, judgement->before);
    note(own, judgement->after);
    return true;
}

/* ------------------------------------------------------------------ all of them */

static bool stopped(const struct run *run)
{
    const struct bil_analysis *analysis = run->analysis;
    return atomic_load(&run->mute) || (analysis->stop && atomic_load_explicit(analysis->stop, memory_order_relaxed));
}

static void *work(void *context)
{
    struct run *run = context;
    while (!stopped(run)) {
        const int index = atomic_fetch_add(&run->next, 1);
        if (index >= run->result->count) {
            break;
        }
        if (!judge(run, &run->result->item[index])) {
            atomic_store(&run->mute, true);
            break;
        }
        atomic_fetch_add(&run->done, 1);
    }
    pthread_mutex_lock(&run->lock);
    run->running--;
    pthread_cond_signal(&run->ended);
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

static void tell(const struct run *run)
{
    if (run->analysis->progress) {
        run->analysis->progress(run->analysis->context, (uint64_t)atomic_load(&run->done));
    }
}

static void wait_for_all(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    while (run->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&run->ended, &run->lock, &until);
        pthread_mutex_unlock(&run->lock);
        tell(run);
        pthread_mutex_lock(&run->lock);
    }
    pthread_mutex_unlock(&run->lock);
}

/* Fewer threads than asked for make the same figures, later. None at all: this thread does the work itself. */
static void judge_all(struct run *run)
{
    pthread_t thread[BIL_ANALYSIS_THREADS];
    int started = 0;
    run->running = run->analysis->threads;
    while (started < run->analysis->threads && pthread_create(&thread[started], NULL, work, run) == 0) {
        started++;
    }
    pthread_mutex_lock(&run->lock);
    run->running -= run->analysis->threads - started;
    run->running += started == 0;
    pthread_mutex_unlock(&run->lock);
    if (started == 0) {
        work(run);
    }
    wait_for_all(run);
    for (int t = 0; t < started; t++) {
        pthread_join(thread[t], NULL);
    }
}

/* ------------------------------------------------------------------ what it comes to */

double bil_analysis_gain(enum bil_analysis_measure measure, double from, double to)
{
    return measure == BIL_ANALYSIS_PLACE ? from - to : to - from;
}

double bil_analysis_loss(const struct bil_judgement *judgement, enum bil_analysis_measure measure)
{
    return bil_analysis_gain(measure, judgement->after[measure][judgement->seat], judgement->before[measure][judgement->seat]);
}

static void add_end(const struct bil_match *match, struct bil_analysis_result *result)
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    const void *state = bil_match_state(match, -1);
    match->game->rank(match->rules, state, place);
    for (int seat = 0; seat < match->config.seats; seat++) {
        struct bil_score score = {0};
        int shared = 0;
        match->game->score(match->rules, state, seat, &score);
        for (int other = 0; other < match->config.seats; other++) {
            shared += place[other] == place[seat];
        }
        result->sum[seat].end[BIL_ANALYSIS_PLACE] = place[seat] + 0.5 * (shared - 1);
        result->sum[seat].end[BIL_ANALYSIS_POINTS] = score.total;
    }
}

static void add_up(const struct bil_match *match, struct bil_analysis_result *result)
{
    const struct bil_judgement *last[BIL_MAX_SEATS] = {0};
    add_end(match, result);
    for (int i = 0; i < result->count; i++) {
        const struct bil_judgement *judgement = &result->item[i];
        const int seat = judgement->seat;
        struct bil_analysis_sum *sum = &result->sum[seat];
        sum->decisions++;
        sum->agreed += judgement->best == judgement->move;
        for (enum bil_analysis_measure m = 0; m < BIL_ANALYSIS_MEASURES; m++) {
            sum->choices[m] -= bil_analysis_loss(judgement, m);
            if (last[seat]) {
                sum->luck[m] += bil_analysis_gain(m, last[seat]->after[m][seat], judgement->before[m][seat]);
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
                sum->luck[m] += bil_analysis_gain(m, last[seat]->after[m][seat], sum->end[m]);
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
    run.quick = bil_memory_zero(1, match->game->rules_size);
    memcpy(run.quick, match->rules, match->game->rules_size);
    if (match->game->quicken) {
        match->game->quicken(run.quick);
    }
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.ended, NULL);
    judge_all(&run);
    tell(&run);
    pthread_cond_destroy(&run.ended);
    pthread_mutex_destroy(&run.lock);
    free(run.quick);
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
