/* Thread pools of threads. Must never know what they work at. */
#include "lab/thread_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "table/memory.h"

enum { BETWEEN_TELLINGS = 100000000, SECOND = 1000000000 }; /* nanoseconds */

/* What the threads share. */
struct shift {
    const struct bil_thread_pool *pool;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t ended;
    int running;
};

struct worker {
    struct shift *shift;
    pthread_t thread;
    int number;
};

static void count(struct shift *shift, int more)
{
    pthread_mutex_lock(&shift->lock);
    shift->running += more;
    pthread_cond_signal(&shift->ended);
    pthread_mutex_unlock(&shift->lock);
}

static void *attend(void *context)
{
    const struct worker *worker = context;
    worker->shift->pool->work(worker->shift->pool->context, worker->number);
    count(worker->shift, -1);
    return NULL;
}

static void tell(const struct bil_thread_pool *pool)
{
    if (pool->tell) {
        pool->tell(pool->context);
    }
}

static void wait_for_all(struct shift *shift)
{
    pthread_mutex_lock(&shift->lock);
    while (shift->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += BETWEEN_TELLINGS;
        until.tv_sec += until.tv_nsec / SECOND;
        until.tv_nsec %= SECOND;
        while (shift->running > 0 && pthread_cond_timedwait(&shift->ended, &shift->lock, &until) == 0) {
        }
        if (shift->running > 0) {
            pthread_mutex_unlock(&shift->lock);
            tell(shift->pool);
            pthread_mutex_lock(&shift->lock);
        }
    }
    pthread_mutex_unlock(&shift->lock);
}

void bil_thread_pool_run(const struct bil_thread_pool *pool)
{
    struct shift shift = {.pool = pool};
    struct worker *workers = bil_memory_zero((size_t)pool->threads, sizeof *workers);
    int started = 0;
    pthread_mutex_init(&shift.lock, NULL);
    pthread_cond_init(&shift.ended, NULL);
    for (; started < pool->threads; started++) {
        workers[started].shift = &shift;
        workers[started].number = started;
        count(&shift, 1);
        if (pthread_create(&workers[started].thread, NULL, attend, &workers[started]) != 0) {
            count(&shift, -1);
            break;
        }
    }
    if (started == 0) {
        pool->work(pool->context, 0);
    }
    wait_for_all(&shift);
    for (int t = 0; t < started; t++) {
        pthread_join(workers[t].thread, NULL);
    }
    pthread_cond_destroy(&shift.ended);
    pthread_mutex_destroy(&shift.lock);
    free(workers);
    tell(pool);
}
