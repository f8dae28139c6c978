/* Threads for a machine that has none: a thread that is started has done its work when it was started, and a lock is never held by
 * anybody else. Whoever asks for several threads gets the same answer as elsewhere, only later.
 *
 * Must never let a thread wait for another: there would be nobody to wait for. */
#ifndef BILLIONS_WEB_PTHREAD_H
#define BILLIONS_WEB_PTHREAD_H

#include <time.h>

typedef int pthread_t;
typedef int pthread_mutex_t;
typedef int pthread_cond_t;

#define PTHREAD_MUTEX_INITIALIZER 0

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*work)(void *), void *context)
{
    (void)attributes;
    *thread = 1;
    work(context);
    return 0;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes)
{
    (void)attributes;
    *mutex = 0;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    *mutex = 1;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    *mutex = 0;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const void *attributes)
{
    (void)attributes;
    *condition = 0;
    return 0;
}

static inline int pthread_cond_signal(pthread_cond_t *condition)
{
    *condition = 1;
    return 0;
}

static inline int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    (void)condition;
    (void)mutex;
    (void)until;
    return 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

#endif
