/* Threads that think: what is given is run once and handed back; others go before what is patient; an end in between loses nothing.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "server/workers.h"

enum { MANY = 500 };

struct job {
    struct bil_work work;
    int number;
    bool ran;
};

static atomic_int order[MANY], runs, wakes;
static int done, dropped;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void run(struct bil_work *work)
{
    struct job *job = (struct job *)(void *)work;
    if (job->number == 0) { /* holds a thread until the test opens the gate */
        pthread_mutex_lock(&gate);
        pthread_mutex_unlock(&gate);
    }
    order[atomic_fetch_add(&runs, 1)] = job->number;
    job->ran = true;
}

static void finished(struct bil_work *work, bool ran)
{
    struct job *job = (struct job *)(void *)work;
    assert_true(job->ran == ran);
    done += ran;
    dropped += !ran;
    free(job);
}

static void wake(void *context)
{
    (void)context;
    atomic_fetch_add(&wakes, 1);
}

static void give(struct bil_workers *workers, int number, bool patient)
{
    struct job *job = calloc(1, sizeof *job);
    job->work = (struct bil_work){.run = run, .done = finished, .patient = patient};
    job->number = number;
    bil_workers_give(workers, &job->work);
}

static int begin(void **state)
{
    (void)state;
    runs = wakes = 0;
    done = dropped = 0;
    return 0;
}

static void all_is_run_once(void **state)
{
    (void)state;
    struct bil_workers *workers = bil_workers_new(3, wake, NULL);
    bool seen[MANY + 1] = {false};
    for (int i = 1; i <= MANY; i++) {
        give(workers, i, i % 3 == 0);
    }
    assert_true(bil_workers_pending(workers) > 0);
    bil_workers_wait(workers);
    while (bil_workers_pending(workers) > 0) {
        bil_workers_collect(workers);
    }
    assert_int_equal(done, MANY);
    for (int i = 0; i < MANY; i++) {
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
    }
    bil_workers_free(workers);
    assert_int_equal(dropped, 0);
    assert_int_equal(wakes, MANY); /* the last may have come after all was taken in */
}

static void what_is_patient_comes_last(void **state)
{
    (void)state;
    struct bil_workers *workers = bil_workers_new(1, NULL, NULL);
    pthread_mutex_lock(&gate);
    give(workers, 0, false);
    for (int i = 1; i <= 8; i++) {
        give(workers, i, i <= 4);
    }
    pthread_mutex_unlock(&gate);
    bil_workers_wait(workers);
    for (int i = 1; i <= 8; i++) {
        assert_int_equal(order[i], i <= 4 ? i + 4 : i - 4);
    }
    assert_int_equal(bil_workers_collect(workers), 9);
    bil_workers_free(workers);
}

static void an_end_in_between(void **state)
{
    (void)state;
    struct bil_workers *workers = bil_workers_new(1, NULL, NULL);
    for (int i = 1; i <= MANY; i++) {
        give(workers, i, i % 2 == 0);
    }
    bil_workers_free(workers);
    assert_int_equal(done + dropped, MANY);
}

static void nothing_to_do(void **state)
{
    (void)state;
    struct bil_workers *workers = bil_workers_new(0, NULL, NULL);
    assert_true(bil_workers_threads(workers) >= 1);
    assert_int_equal(bil_workers_collect(workers), 0);
    bil_workers_wait(workers);
    bil_workers_free(workers);
    bil_workers_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(all_is_run_once, begin),
        cmocka_unit_test_setup(what_is_patient_comes_last, begin),
        cmocka_unit_test_setup(an_end_in_between, begin),
        cmocka_unit_test_setup(nothing_to_do, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
