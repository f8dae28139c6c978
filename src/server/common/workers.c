/* Threads that think. Nothing but a queue, a list of what is done and a lock: a piece of work is in one of them, or in the hands of
 * one thread. */
#include "server/common/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/resource.h>
#endif
#include <time.h>
#include <unistd.h>

#include "table/clock.h"
#include "table/memory.h"

struct list {
    struct bil_work *first, *last;
};

struct bil_workers {
    pthread_mutex_t lock;
    pthread_cond_t given, finished;
    struct bil_scheduler *scheduler;
    struct list ready;
    struct bil_workers_figures figures;
    size_t pending;    /* given and not yet collected; the one thread's own */
    size_t unfinished; /* given and not yet run */
    int wanted, started, running, nice;
    bool ending;
    pthread_t *thread;
    void (*wake)(void *context);
    void *context;
};

static struct bil_work *work_of(struct bil_task *task)
{
    return task ? (struct bil_work *)(void *)((char *)task - offsetof(struct bil_work, task)) : NULL;
}

static void append_work(struct list *list, struct bil_work *work, bool ran)
{
    work->ran = ran;
    work->next = NULL;
    if (list->last) {
        list->last->next = work;
    } else {
        list->first = work;
    }
    list->last = work;
}

static struct bil_work *take_work(struct list *list)
{
    struct bil_work *work = list->first;
    if (work) {
        list->first = work->next;
        list->last = list->first ? list->last : NULL;
        work->next = NULL;
    }
    return work;
}

struct bil_workers *bil_workers_new(const struct bil_workers_settings *settings, void (*wake)(void *context), void *context)
{
    struct bil_workers *workers = bil_memory_zero(1, sizeof *workers);
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    workers->wanted = settings->threads > 0 ? settings->threads : processors > 0 ? (int)processors : 1;
    workers->thread = bil_memory_zero((size_t)workers->wanted, sizeof *workers->thread);
    workers->scheduler =
        bil_scheduler_new(settings->a_minute, settings->most > 0 ? settings->most * (size_t)workers->wanted : SIZE_MAX);
    workers->nice = settings->nice;
    workers->wake = wake;
    workers->context = context;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->given, NULL);
    pthread_cond_init(&workers->finished, NULL);
    return workers;
}

/* ------------------------------------------------------------------ in a worker */

/* The next that is to be run, with the lock held; NULL at the end. */
static struct bil_work *wait_for_work(struct bil_workers *workers)
{
    struct bil_work *work = NULL;
    while (!workers->ending && !(work = work_of(bil_scheduler_take(workers->scheduler, bil_clock_ms())))) {
        pthread_cond_wait(&workers->given, &workers->lock);
    }
    workers->running += work != NULL;
    return work;
}

static void finish_work(struct bil_workers *workers, struct bil_work *work)
{
    const int64_t now = bil_clock_ms();
    const int64_t begun = work->task.begun;
    bil_scheduler_done(workers->scheduler, &work->task, now);
    workers->figures.run++;
    workers->figures.milliseconds += now > begun ? (uint64_t)(now - begun) : 0;
    append_work(&workers->ready, work, true);
    workers->unfinished--;
    workers->running--;
    pthread_cond_broadcast(&workers->finished);
}

static void *think(void *argument)
{
    struct bil_workers *workers = argument;
#ifdef __linux__
    if (workers->nice > 0) {
        setpriority(PRIO_PROCESS, 0, workers->nice); /* there: of this thread alone */
    }
#endif
    pthread_mutex_lock(&workers->lock);
    for (struct bil_work *work = wait_for_work(workers); work; work = wait_for_work(workers)) {
        pthread_mutex_unlock(&workers->lock);
        work->run(work);
        pthread_mutex_lock(&workers->lock);
        finish_work(workers, work);
        if (workers->wake) {
            pthread_mutex_unlock(&workers->lock);
            workers->wake(workers->context);
            pthread_mutex_lock(&workers->lock);
        }
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

bool bil_work_enough(struct bil_work *work)
{
    const int64_t until = atomic_load_explicit(&work->until, memory_order_relaxed);
    return until != 0 && bil_clock_ms() >= until;
}

/* Signals are for the one thread: a worker is started with all of them blocked. */
static void start_one(struct bil_workers *workers)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&workers->thread[workers->started], NULL, think, workers) == 0) {
        workers->started++;
    } else {
        workers->wanted = workers->started; /* the system gives no more: those there are must do */
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* ------------------------------------------------------------------ in the one thread */

/* It will not be run, with the lock held: handed back with what is done. */
static void refuse_work(struct bil_workers *workers, struct bil_work *work)
{
    append_work(&workers->ready, work, false);
    workers->unfinished--;
    pthread_cond_broadcast(&workers->finished);
}

void bil_workers_give(struct bil_workers *workers, struct bil_work *work)
{
    if (workers->started < workers->wanted && (size_t)workers->started <= workers->pending) {
        start_one(workers);
    }
    workers->pending++;
    work->until = 0;
    if (workers->started == 0) { /* not a single thread to be had: it is done here, late rather than never */
        work->run(work);
        append_work(&workers->ready, work, true);
        return;
    }
    pthread_mutex_lock(&workers->lock);
    const int64_t now = bil_clock_ms();
    workers->unfinished++;
    struct bil_work *out = work_of(bil_scheduler_put(workers->scheduler, &work->task, now));
    if (out) {
        workers->figures.refused++;
        refuse_work(workers, out);
    }
    struct bil_work *cut = work_of(bil_scheduler_cut(workers->scheduler, (size_t)workers->wanted, now));
    if (cut) {
        workers->figures.cut++;
        atomic_store_explicit(&cut->until, cut->task.begun + BIL_TASK_SLICE, memory_order_relaxed);
    }
    pthread_cond_signal(&workers->given);
    pthread_mutex_unlock(&workers->lock);
    if (out && workers->wake) {
        workers->wake(workers->context);
    }
}

static void end_it(struct bil_task *task)
{
    atomic_store_explicit(&work_of(task)->until, 1, memory_order_relaxed);
}

void bil_workers_drop(struct bil_workers *workers, enum bil_task_level level, uint64_t whose)
{
    bool any = false;
    pthread_mutex_lock(&workers->lock);
    for (struct bil_task *task = bil_scheduler_remove(workers->scheduler, level, whose); task;
         task = bil_scheduler_remove(workers->scheduler, level, whose)) {
        refuse_work(workers, work_of(task));
        any = true;
    }
    bil_scheduler_running(workers->scheduler, level, whose, end_it);
    pthread_mutex_unlock(&workers->lock);
    if (any && workers->wake) {
        workers->wake(workers->context);
    }
}

void bil_workers_rank(struct bil_workers *workers, enum bil_task_level level, uint64_t whose, enum bil_task_rank rank)
{
    pthread_mutex_lock(&workers->lock);
    bil_scheduler_rank(workers->scheduler, level, whose, rank);
    pthread_mutex_unlock(&workers->lock);
}

int bil_workers_collect(struct bil_workers *workers)
{
    int count = 0;
    if (workers->pending == 0) {
        return 0;
    }
    pthread_mutex_lock(&workers->lock);
    struct list ready = workers->ready;
    workers->ready = (struct list){NULL, NULL};
    pthread_mutex_unlock(&workers->lock);
    for (struct bil_work *work = take_work(&ready); work; work = take_work(&ready)) {
        workers->pending--;
        count++;
        work->done(work, work->ran);
    }
    return count;
}

void bil_workers_wait(struct bil_workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    while (workers->unfinished > 0) {
        pthread_cond_wait(&workers->finished, &workers->lock);
    }
    pthread_mutex_unlock(&workers->lock);
}

size_t bil_workers_pending(const struct bil_workers *workers)
{
    return workers->pending;
}

void bil_workers_figures(struct bil_workers *workers, struct bil_workers_figures *figures)
{
    pthread_mutex_lock(&workers->lock);
    *figures = workers->figures;
    bil_scheduler_waiting(workers->scheduler, bil_clock_ms(), figures->waiting);
    figures->running = workers->running;
    pthread_mutex_unlock(&workers->lock);
}

void bil_workers_free(struct bil_workers *workers)
{
    if (!workers) {
        return;
    }
    pthread_mutex_lock(&workers->lock);
    workers->ending = true;
    pthread_cond_broadcast(&workers->given);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->started; i++) {
        pthread_join(workers->thread[i], NULL);
    }
    for (struct bil_work *work = take_work(&workers->ready); work; work = take_work(&workers->ready)) {
        work->done(work, work->ran);
    }
    for (struct bil_work *work = work_of(bil_scheduler_any(workers->scheduler)); work;
         work = work_of(bil_scheduler_any(workers->scheduler))) {
        work->done(work, false);
    }
    bil_scheduler_free(workers->scheduler);
    pthread_cond_destroy(&workers->finished);
    pthread_cond_destroy(&workers->given);
    pthread_mutex_destroy(&workers->lock);
    free(workers->thread);
    free(workers);
}
