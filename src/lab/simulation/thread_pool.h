/* A thread pool: several threads at one piece of work, while who asked for it tells how far they are. */
#ifndef BILLIONS_LAB_THREAD_POOL_H
#define BILLIONS_LAB_THREAD_POOL_H

struct bil_thread_pool {
    int threads;                             /* wanted, at least 1 */
    void (*work)(void *context, int worker); /* each thread calls it once, with its number from 0 */
    void (*tell)(void *context); /* the calling thread, every tenth of a second meanwhile, and at the end; NULL: nobody listens */
    void *context;               /* handed to both */
};

/* Returns when all have worked. Where the system gives fewer threads than wanted, those there are do the work, where it gives none
 * the calling thread does: so what is to be done must be shared out as it goes, and must not depend on how many there are. */
void bil_thread_pool_run(const struct bil_thread_pool *pool);

#endif
