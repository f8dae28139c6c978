/* The scheduler: two lists, what waits and what runs, and a book of those who pay for it. scheduler.h says what is promised.
 *
 * Must never depend on the order of a hash, or on anything but ranks, payers, times and the order in which things came: tests say
 * who is next. */
#include "server/common/scheduler.h"

#include <math.h>
#include <stdlib.h>

#include "table/memory.h"

enum { MINUTE = 60 * 1000, HALF = 2 * MINUTE, BUCKETS = 1024, BOOK = 4096 };
static const double nothing = 1.0; /* a millisecond */
static const double half_life =
    2.885; /* minutes' worth that are remembered of steady work: HALF in minutes, by the logarithm of 2 */

/* How many others may go before one of a rank that waits. */
static const int most_passed[BIL_TASK_RANKS] = {0, 4, 8, 16};

/* Who pays for the work. `spent` is what he has had lately: it grows with work, and half of it is forgotten every two minutes. */
struct bil_payer {
    uint64_t key;
    double spent;     /* milliseconds of work */
    int64_t at;       /* when that was true */
    int level, holds; /* how many tasks wait or run for him */
    struct bil_payer *chain;
};

struct list {
    struct bil_task *first, *last;
    size_t count;
};

struct bil_scheduler {
    struct list waiting, running;
    double budget; /* anyone who has spent more comes behind all others; 0: nobody */
    size_t most;
    uint64_t numbers;
    int passed[BIL_TASK_RANKS]; /* how often others went before, since it waits */
    struct bil_payer *bucket[BUCKETS];
    size_t payers;
};

struct bil_scheduler *bil_scheduler_new(int64_t a_minute, size_t most)
{
    struct bil_scheduler *scheduler = bil_memory_zero(1, sizeof *scheduler);
    scheduler->budget = half_life * (double)a_minute;
    scheduler->most = most;
    return scheduler;
}

/* ------------------------------------------------------------------ lists */

static void link_last(struct list *list, struct bil_task *task)
{
    task->next = NULL;
    task->before = list->last;
    *(list->last ? &list->last->next : &list->first) = task;
    list->last = task;
    list->count++;
}

static void unlink_task(struct list *list, struct bil_task *task)
{
    *(task->before ? &task->before->next : &list->first) = task->next;
    *(task->next ? &task->next->before : &list->last) = task->before;
    task->next = task->before = NULL;
    list->count--;
}

/* ------------------------------------------------------------------ the book */

static double spent(struct bil_payer *payer, int64_t now)
{
    if (now > payer->at) {
        payer->spent *= exp2(-(double)(now - payer->at) / HALF);
        payer->at = now;
    }
    return payer->spent;
}

static void charge_payers(struct bil_task *task, int64_t cost, int64_t now)
{
    for (int level = 0; level < BIL_TASK_LEVELS; level++) {
        struct bil_payer *payer = task->of[level];
        const double sum = spent(payer, now) + (double)cost;
        payer->spent = sum > 0 ? sum : 0;
    }
}

static struct bil_payer **payer_place(struct bil_scheduler *scheduler, int level, uint64_t key)
{
    struct bil_payer **at = &scheduler->bucket[(key ^ key >> 32 ^ (uint64_t)level) % BUCKETS];
    while (*at && ((*at)->key != key || (*at)->level != level)) {
        at = &(*at)->chain;
    }
    return at;
}

/* Forgets payers for which nothing waits or runs: those who have nothing against them, or all of them. */
static void forget_payers(struct bil_scheduler *scheduler, bool all, int64_t now)
{
    for (int b = 0; b < BUCKETS; b++) {
        struct bil_payer **at = &scheduler->bucket[b];
        while (*at) {
            struct bil_payer *payer = *at;
            if (payer->holds == 0 && (all || spent(payer, now) < nothing)) {
                *at = payer->chain;
                free(payer);
                scheduler->payers--;
            } else {
                at = &payer->chain;
            }
        }
    }
}

static void hold_payers(struct bil_scheduler *scheduler, struct bil_task *task, int64_t now)
{
    if (scheduler->payers > BOOK) {
        forget_payers(scheduler, false, now);
    }
    if (scheduler->payers > BOOK) {
        forget_payers(scheduler, true, now);
    }
    for (int level = 0; level < BIL_TASK_LEVELS; level++) {
        struct bil_payer **at = payer_place(scheduler, level, task->whose[level]);
        if (!*at) {
            *at = bil_memory_zero(1, sizeof **at);
            **at = (struct bil_payer){.key = task->whose[level], .level = level, .at = now};
            scheduler->payers++;
        }
        task->of[level] = *at;
        (*at)->holds++;
    }
}

static void let_payers_go(struct bil_task *task)
{
    for (int level = 0; level < BIL_TASK_LEVELS; level++) {
        task->of[level]->holds--;
        task->of[level] = NULL;
    }
}

/* ------------------------------------------------------------------ ranks */

static uint8_t rank_now(const struct bil_scheduler *scheduler, const struct bil_task *task, int64_t now)
{
    const bool beyond = scheduler->budget > 0 && (spent(task->of[BIL_TASK_ADDRESS], now) > scheduler->budget ||
                                                  spent(task->of[BIL_TASK_ACCOUNT], now) > scheduler->budget);
    return beyond ? BIL_TASK_SPENT : task->rank;
}

void bil_scheduler_waiting(struct bil_scheduler *scheduler, int64_t now, int64_t count[BIL_TASK_RANKS])
{
    for (int rank = 0; rank < BIL_TASK_RANKS; rank++) {
        count[rank] = 0;
    }
    for (struct bil_task *task = scheduler->waiting.first; task; task = task->next) {
        task->now_rank = rank_now(scheduler, task, now);
        count[task->now_rank]++;
    }
}

/* The best rank that waits, or one that was passed over too often. */
static int choose_rank(struct bil_scheduler *scheduler, const int64_t count[BIL_TASK_RANKS])
{
    int chosen = -1;
    for (int rank = 0; rank < BIL_TASK_RANKS; rank++) {
        if (count[rank] == 0) {
            scheduler->passed[rank] = 0;
        } else if (chosen < 0 || scheduler->passed[rank] >= most_passed[rank]) {
            chosen = rank;
        }
    }
    for (int rank = 0; rank < BIL_TASK_RANKS; rank++) {
        scheduler->passed[rank] += count[rank] > 0;
    }
    scheduler->passed[chosen] = 0;
    return chosen;
}

/* ------------------------------------------------------------------ who is next, who is last */

/* Whether a task is of those payers, as far as they are chosen. */
static bool belongs_to(const struct bil_task *task, struct bil_payer *const chosen[], int levels)
{
    bool fine = true;
    for (int level = 0; level < levels && fine; level++) {
        fine = task->of[level] == chosen[level];
    }
    return fine;
}

/* Of those that wait in a rank: level by level the payer who has had least; among equals who came first. */
static struct bil_task *next_of(const struct bil_scheduler *scheduler, int rank, int64_t now)
{
    struct bil_payer *chosen[BIL_TASK_LEVELS] = {NULL};
    struct bil_task *next = NULL;
    for (int level = 0; level < BIL_TASK_LEVELS; level++) {
        double least = 0;
        next = NULL;
        for (struct bil_task *task = scheduler->waiting.first; task; task = task->next) { /* in the order in which they came */
            if (task->now_rank == rank && belongs_to(task, chosen, level)) {
                const double had = spent(task->of[level], now);
                if (!next || had < least) {
                    next = task;
                    least = had;
                }
            }
        }
        chosen[level] = next ? next->of[level] : NULL;
    }
    return next;
}

/* Of all that wait the one that is missed least: level by level of the payer for which most is asked, the last that came. Anyone
 * who asks for little is not shut out, whatever others ask for. */
static struct bil_task *last_of(const struct bil_scheduler *scheduler)
{
    struct bil_payer *chosen[BIL_TASK_LEVELS] = {NULL};
    struct bil_task *last = NULL;
    for (int level = 0; level < BIL_TASK_LEVELS; level++) {
        last = NULL;
        for (struct bil_task *task = scheduler->waiting.first; task; task = task->next) {
            if (belongs_to(task, chosen, level) && (!last || task->of[level]->holds >= last->of[level]->holds)) {
                last = task;
            }
        }
        chosen[level] = last ? last->of[level] : NULL;
    }
    return last;
}

/* ------------------------------------------------------------------ coming and going */

/* Out of what waits. */
static struct bil_task *take_out(struct bil_scheduler *scheduler, struct bil_task *task)
{
    unlink_task(&scheduler->waiting, task);
    let_payers_go(task);
    return task;
}

struct bil_task *bil_scheduler_put(struct bil_scheduler *scheduler, struct bil_task *task, int64_t now)
{
    task->number = ++scheduler->numbers;
    task->runs = task->cut = false;
    hold_payers(scheduler, task, now);
    link_last(&scheduler->waiting, task);
    return scheduler->waiting.count > scheduler->most ? take_out(scheduler, last_of(scheduler)) : NULL;
}

struct bil_task *bil_scheduler_take(struct bil_scheduler *scheduler, int64_t now)
{
    int64_t count[BIL_TASK_RANKS];
    if (!scheduler->waiting.first) {
        return NULL;
    }
    bil_scheduler_waiting(scheduler, now, count);
    struct bil_task *task = next_of(scheduler, choose_rank(scheduler, count), now);
    unlink_task(&scheduler->waiting, task);
    link_last(&scheduler->running, task);
    task->runs = true;
    task->begun = now;
    charge_payers(task, task->cost, now); /* now, so that anyone who gets several threads at once is behind others at once */
    return task;
}

void bil_scheduler_done(struct bil_scheduler *scheduler, struct bil_task *task, int64_t now)
{
    unlink_task(&scheduler->running, task);
    charge_payers(task, now - task->begun - task->cost, now);
    task->runs = false;
    let_payers_go(task);
}

struct bil_task *bil_scheduler_any(struct bil_scheduler *scheduler)
{
    return scheduler->waiting.first ? take_out(scheduler, scheduler->waiting.first) : NULL;
}

struct bil_task *bil_scheduler_remove(struct bil_scheduler *scheduler, enum bil_task_level level, uint64_t whose)
{
    struct bil_task *task = scheduler->waiting.first;
    while (task && task->whose[level] != whose) {
        task = task->next;
    }
    return task ? take_out(scheduler, task) : NULL;
}

void bil_scheduler_rank(struct bil_scheduler *scheduler, enum bil_task_level level, uint64_t whose, enum bil_task_rank rank)
{
    struct bil_task *const lists[] = {scheduler->waiting.first, scheduler->running.first};
    for (int i = 0; i < 2; i++) {
        for (struct bil_task *task = lists[i]; task; task = task->next) {
            task->rank = task->whose[level] == whose ? (uint8_t)rank : task->rank;
        }
    }
}

void bil_scheduler_running(struct bil_scheduler *scheduler, enum bil_task_level level, uint64_t whose,
                           void (*each)(struct bil_task *task))
{
    for (struct bil_task *task = scheduler->running.first; task; task = task->next) {
        if (task->whose[level] == whose) {
            each(task);
        }
    }
}

/* ------------------------------------------------------------------ making room */

/* Whether much more was worked for the one than for the other, where they part: tables of one account are equals. In a crowd any
 * more is enough, before what is worked just now. */
static bool leads(const struct bil_task *task, const struct bil_task *other, bool crowd, int64_t now)
{
    for (int level = 0; level < BIL_TASK_TABLE; level++) {
        if (task->of[level] != other->of[level]) {
            const double had = spent(other->of[level], now);
            return spent(task->of[level], now) > (crowd ? had + (double)task->cost : 1.5 * had + BIL_TASK_LEAD);
        }
    }
    return false;
}

struct bil_task *bil_scheduler_cut(struct bil_scheduler *scheduler, size_t threads, int64_t now)
{
    int64_t count[BIL_TASK_RANKS];
    struct bil_task *worst = NULL;
    double most = 0;
    size_t room = threads > scheduler->running.count ? threads - scheduler->running.count : 0;
    const bool crowd = scheduler->waiting.count >= BIL_TASK_CROWD * threads;
    int rank = 0;
    bil_scheduler_waiting(scheduler, now, count);
    while (rank < BIL_TASK_RANKS && count[rank] == 0) {
        rank++;
    }
    const struct bil_task *next = rank < BIL_TASK_RANKS ? next_of(scheduler, rank, now) : NULL;
    for (struct bil_task *task = scheduler->running.first; task && next; task = task->next) {
        task->now_rank = rank_now(scheduler, task, now);
        room += task->cut;
        if (task->cut || task->now_rank < rank || (task->now_rank == rank && !leads(task, next, crowd, now))) {
            continue;
        }
        const double had = spent(task->of[BIL_TASK_NETWORK], now);
        if (!worst || task->now_rank > worst->now_rank || (task->now_rank == worst->now_rank && had > most)) {
            worst = task;
            most = had;
        }
    }
    if (!worst || room >= scheduler->waiting.count) {
        return NULL;
    }
    worst->cut = true;
    return worst;
}

void bil_scheduler_free(struct bil_scheduler *scheduler)
{
    if (!scheduler) {
        return;
    }
    for (int b = 0; b < BUCKETS; b++) {
        while (scheduler->bucket[b]) {
            struct bil_payer *payer = scheduler->bucket[b];
            scheduler->bucket[b] = payer->chain;
            free(payer);
        }
    }
    free(scheduler);
}
