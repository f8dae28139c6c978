/* Thread pools: every thread works once and has its own number, what is shared out is done once, and whoever listens hears of the
 * end. */
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "lab/simulation/thread_pool.h"
#include "unit.h"

enum { PIECES = 5000, MOST = 16 };

struct job {
    atomic_int next;
    atomic_int done[PIECES];
    atomic_int attended[MOST];
    atomic_int told; /* how often somebody listened */
    int last;        /* and what was done by then */
    bool slow;       /* the work goes on when somebody has listened */
};

static void work(void *context, int worker)
{
    struct job *job = context;
    atomic_fetch_add(&job->attended[worker], 1);
    for (int piece = atomic_fetch_add(&job->next, 1); piece < PIECES; piece = atomic_fetch_add(&job->next, 1)) {
        atomic_fetch_add(&job->done[piece], 1);
        while (job->slow && atomic_load(&job->told) == 0) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        }
    }
}

static void tell(void *context)
{
    struct job *job = context;
    atomic_fetch_add(&job->told, 1);
    job->last = atomic_load(&job->next);
}

static void every_piece_is_done_once(void **state)
{
    for (int threads = 1; threads <= MOST; threads *= 2) {
        static struct job job;
        job = (struct job){.slow = false};
        bil_thread_pool_run(&(struct bil_thread_pool){.threads = threads, .work = work, .tell = tell, .context = &job});
        for (int piece = 0; piece < PIECES; piece++) {
            assert_int_equal(job.done[piece], 1);
        }
        for (int worker = 0; worker < MOST; worker++) {
            assert_int_equal(job.attended[worker], worker < threads);
        }
        assert_true(job.told >= 1 && job.last >= PIECES); /* the end is told, and told last */
    }
}

static void who_listens_hears_of_it_meanwhile(void **state)
{
    static struct job job = {.slow = true};
    bil_thread_pool_run(&(struct bil_thread_pool){.threads = 2, .work = work, .tell = tell, .context = &job});
    assert_true(job.told >= 2 && job.last >= PIECES);
}

static void nobody_need_listen(void **state)
{
    static struct job job;
    bil_thread_pool_run(&(struct bil_thread_pool){.threads = 3, .work = work, .context = &job});
    assert_int_equal(job.done[0] + job.done[PIECES - 1], 2);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece_is_done_once),
        cmocka_unit_test(who_listens_hears_of_it_meanwhile),
        cmocka_unit_test(nobody_need_listen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
