/* Thread pools of threads. Must never know what they work at. */
#include "lab/simulation/thread_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "table/memory.h"

enum { BETWEEN_TELLINGS = 100000000, SECOND = 1000000000 }; /* nanoseconds */

/* What the threads share. */
struct pool_run {
    const struct bil_thread_pool *pool;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t ended;
    int running;
};

struct worker {
    struct pool_run *run;
    pthread_t thread;
    int number;
};

static void count(struct pool_run *run, int more)
{
    pthread_mutex_lock(&run->lock);
    run->running += more;
    pthread_cond_signal(&run->ended);
    pthread_mutex_unlock(&run->lock);
}

static void *attend(void *context)
{
    const struct worker *worker = context;
    worker->run->pool->work(worker->run->pool->context, worker->number);
    count(worker->run, -1);
    return NULL;
}

static void call_tell(const struct bil_thread_pool *pool)
{
    if (pool->tell) {
        pool->tell(pool->context);
    }
}

static void wait_for_all(struct pool_run *run)
{
    pthread_mutex_lock(&run->lock);
    while (run->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += BETWEEN_TELLINGS;
        until.tv_sec += until.tv_nsec / SECOND;
        until.tv_nsec %= SECOND;
        while (run->running > 0 && pthread_cond_timedwait(&run->ended, &run->lock, &until) == 0) {
        }
        if (run->running > 0) {
            pthread_mutex_unlock(&run->lock);
            call_tell(run->pool);
            pthread_mutex_lock(&run->lock);
        }
    }
    pthread_mutex_unlock(&run->lock);
}

void bil_thread_pool_run(const struct bil_thread_pool *pool)
{
    struct pool_run run = {.pool = pool};
    struct worker *workers = bil_memory_zero((size_t)pool->threads, sizeof *workers);
    int started = 0;
    pthread_mutex_init(&run.lock, NULL);
    pthread_cond_init(&run.ended, NULL);
    for (; started < pool->threads; started++) {
        workers[started].run = &run;
        workers[started].number = started;
        count(&run, 1);
        if (pthread_create(&workers[started].thread, NULL, attend, &workers[started]) != 0) {
            count(&run, -1);
            break;
        }
    }
    if (started == 0) {
        pool->work(pool->context, 0);
    }
    wait_for_all(&run);
    for (int t = 0; t < started; t++) {
        pthread_join(workers[t].thread, NULL);
    }
    pthread_cond_destroy(&run.ended);
    pthread_mutex_destroy(&run.lock);
    free(workers);
    call_tell(pool);
}
