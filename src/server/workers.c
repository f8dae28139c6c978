/* Threads that think. Nothing but two lists and a lock: a piece of work is on one of them, or in the hands of one thread. */
#include "server/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "table/memory.h"

struct list {
    struct bil_work *first, *last;
};

struct bil_workers {
    pthread_mutex_t lock;
    pthread_cond_t given, finished;
    struct list waiting, patient, ready;
    size_t pending;    /* given and not yet collected; the one thread's own */
    size_t unfinished; /* given and not yet run */
    int wanted, started;
    bool ending;
    pthread_t *thread;
    void (*wake)(void *context);
    void *context;
};

static void put(struct list *list, struct bil_work *work)
{
    work->next = NULL;
    if (list->last) {
        list->last->next = work;
    } else {
        list->first = work;
    }
    list->last = work;
}

static struct bil_work *take(struct list *list)
{
    struct bil_work *work = list->first;
    if (work) {
        list->first = work->next;
        list->last = list->first ? list->last : NULL;
        work->next = NULL;
    }
    return work;
}

struct bil_workers *bil_workers_new(int threads, void (*wake)(void *context), void *context)
{
    struct bil_workers *workers = bil_memory_zero(1, sizeof *workers);
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    workers->wanted = threads > 0 ? threads : processors > 0 ? (int)processors : 1;
    workers->thread = bil_memory_zero((size_t)workers->wanted, sizeof *workers->thread);
    workers->wake = wake;
    workers->context = context;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->given, NULL);
    pthread_cond_init(&workers->finished, NULL);
    return workers;
}

static void *think(void *argument)
{
    struct bil_workers *workers = argument;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        struct bil_work *work = NULL;
        while (!workers->ending && !(work = take(&workers->waiting)) && !(work = take(&workers->patient))) {
            pthread_cond_wait(&workers->given, &workers->lock);
        }
        if (!work) {
            break;
        }
        pthread_mutex_unlock(&workers->lock);
        work->run(work);
        pthread_mutex_lock(&workers->lock);
        put(&workers->ready, work);
        workers->unfinished--;
        pthread_cond_broadcast(&workers->finished);
        if (workers->wake) {
            pthread_mutex_unlock(&workers->lock);
            workers->wake(workers->context);
            pthread_mutex_lock(&workers->lock);
        }
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
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

void bil_workers_give(struct bil_workers *workers, struct bil_work *work)
{
    if (workers->started < workers->wanted && (size_t)workers->started <= workers->pending) {
        start_one(workers);
    }
    workers->pending++;
    if (workers->started == 0) { /* not a single thread to be had: it is done here, late rather than never */
        work->run(work);
        put(&workers->ready, work);
        return;
    }
    pthread_mutex_lock(&workers->lock);
    workers->unfinished++;
    put(work->patient ? &workers->patient : &workers->waiting, work);
    pthread_cond_signal(&workers->given);
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
    for (struct bil_work *work = take(&ready); work; work = take(&ready)) {
        workers->pending--;
        count++;
        work->done(work, true);
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

int bil_workers_threads(const struct bil_workers *workers)
{
    return workers->wanted > 0 ? workers->wanted : 1;
}

size_t bil_workers_pending(const struct bil_workers *workers)
{
    return workers->pending;
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
    for (struct bil_work *work = take(&workers->ready); work; work = take(&workers->ready)) {
        work->done(work, true);
    }
    struct list *const left[] = {&workers->waiting, &workers->patient};
    for (int i = 0; i < 2; i++) {
        for (struct bil_work *work = take(left[i]); work; work = take(left[i])) {
            work->done(work, false);
        }
    }
    pthread_cond_destroy(&workers->finished);
    pthread_cond_destroy(&workers->given);
    pthread_mutex_destroy(&workers->lock);
    free(workers->thread);
    free(workers);
}
