/* Threads that think: what is given is run once and handed back, in the order of its tasks; what nobody needs any more is not run;
 * what must make room hears of it; an end in between loses nothing. Which task is next is tested in test_scheduler.c. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "server/common/workers.h"
#include "unit.h"

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
    if (job->number < 0) { /* thinks until it is asked to come to an end */
        while (!bil_work_enough(work)) {
            sched_yield();
        }
    } else if (job->number == 0) { /* holds a thread until the test opens the gate */
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

static const struct bil_workers_settings one = {.threads = 1};

static void wake(void *context)
{
    (void)context;
    atomic_fetch_add(&wakes, 1);
}

/* Work for table number `table` of that address. */
static void give(struct bil_workers *workers, int number, enum bil_task_rank rank, uint64_t address, uint64_t table)
{
    struct job *job = calloc(1, sizeof *job);
    job->work = (struct bil_work){.run = run, .done = finished, .task = {.rank = (uint8_t)rank, .cost = 1}};
    job->work.task.whose[BIL_TASK_NETWORK] = job->work.task.whose[BIL_TASK_ADDRESS] = address;
    job->work.task.whose[BIL_TASK_TABLE] = table;
    job->number = number;
    bil_workers_give(workers, &job->work);
}

static int begin(void **state)
{
    runs = wakes = 0;
    done = dropped = 0;
    return 0;
}

static void all_is_run_once(void **state)
{
    struct bil_workers *workers = bil_workers_new(&(struct bil_workers_settings){.threads = 3, .nice = 1}, wake, NULL);
    bool seen[MANY + 1] = {false};
    for (int i = 1; i <= MANY; i++) {
        give(workers, i, i % 3 == 0 ? BIL_TASK_AWAY : BIL_TASK_PRESENT, 1, 1);
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

static void persons_come_first(void **state)
{
    struct bil_workers *workers = bil_workers_new(&one, NULL, NULL);
    pthread_mutex_lock(&gate);
    give(workers, 0, BIL_TASK_PRESENT, 1, 1);
    for (int i = 1; i <= 8; i++) {
        give(workers, i, i <= 4 ? BIL_TASK_AWAY : BIL_TASK_PRESENT, 1, 1);
    }
    bil_workers_rank(workers, BIL_TASK_ADDRESS, 2, BIL_TASK_AWAY); /* nothing of it is there */
    pthread_mutex_unlock(&gate);
    bil_workers_wait(workers);
    for (int i = 1; i <= 8; i++) {
        assert_int_equal(order[i], i <= 4 ? i + 4 : i - 4);
    }
    assert_int_equal(bil_workers_collect(workers), 9);
    bil_workers_free(workers);
}

static void what_nobody_needs_is_not_run(void **state)
{
    struct bil_workers_figures figures;
    struct bil_workers *workers = bil_workers_new(&one, wake, NULL);
    pthread_mutex_lock(&gate);
    give(workers, 0, BIL_TASK_PRESENT, 1, 1);
    for (int i = 1; i <= 8; i++) {
        give(workers, i, BIL_TASK_PRESENT, 1, i % 2 ? 2 : 3);
    }
    bil_workers_drop(workers, BIL_TASK_TABLE, 2);
    assert_int_equal(wakes, 1);
    assert_int_equal(bil_workers_collect(workers), 4);
    assert_int_equal(dropped, 4);
    assert_int_equal(bil_workers_pending(workers), 5);
    pthread_mutex_unlock(&gate);
    bil_workers_wait(workers);
    assert_int_equal(bil_workers_collect(workers), 5);
    bil_workers_figures(workers, &figures);
    assert_int_equal(figures.run, 5);
    assert_int_equal(figures.running, 0);
    bil_workers_free(workers);
    assert_int_equal(done, 5);
}

/* A thought that would last for ever ends when its table is dropped, and when something more urgent comes. */
static void what_runs_is_asked_to_end(void **state)
{
    struct bil_workers_figures figures;
    struct bil_workers *workers = bil_workers_new(&one, NULL, NULL);
    do { /* until it runs: what waits is just taken out */
        give(workers, -1, BIL_TASK_PRESENT, 1, 1);
        bil_workers_drop(workers, BIL_TASK_TABLE, 1);
        bil_workers_wait(workers);
        bil_workers_collect(workers);
    } while (done == 0);
    give(workers, -2, BIL_TASK_AWAY, 1, 1);
    do {
        sched_yield();
        bil_workers_figures(workers, &figures);
    } while (figures.running == 0);
    give(workers, 5, BIL_TASK_PRESENT, 2, 2);
    bil_workers_wait(workers);
    bil_workers_figures(workers, &figures);
    assert_int_equal(figures.cut, 1);
    bil_workers_free(workers);
}

static void what_has_no_place_is_handed_back(void **state)
{
    struct bil_workers_figures figures;
    struct bil_workers *workers = bil_workers_new(&(struct bil_workers_settings){.threads = 1, .most = 4}, NULL, NULL);
    pthread_mutex_lock(&gate);
    give(workers, 0, BIL_TASK_PRESENT, 1, 1);
    do {
        sched_yield();
        bil_workers_figures(workers, &figures);
    } while (figures.running == 0);
    for (int i = 1; i <= 6; i++) {
        give(workers, i, BIL_TASK_PRESENT, i < 6 ? 1 : 2, 1);
    }
    bil_workers_figures(workers, &figures);
    assert_int_equal(figures.waiting[BIL_TASK_PRESENT], 4);
    assert_int_equal(figures.refused, 2);
    assert_int_equal(bil_workers_collect(workers), 2);
    assert_int_equal(dropped, 2);
    pthread_mutex_unlock(&gate);
    bil_workers_wait(workers);
    bil_workers_collect(workers);
    assert_int_equal(runs, 5);
    bool ran = false;
    for (int i = 0; i < runs; i++) {
        ran = ran || order[i] == 6; /* of who asks for little, though it came last */
    }
    assert_true(ran);
    bil_workers_free(workers);
}

static void an_end_in_between(void **state)
{
    struct bil_workers *workers = bil_workers_new(&one, NULL, NULL);
    for (int i = 1; i <= MANY; i++) {
        give(workers, i, i % 2 == 0 ? BIL_TASK_AWAY : BIL_TASK_PRESENT, 1, 1);
    }
    bil_workers_free(workers);
    assert_int_equal(done + dropped, MANY);
}

static void nothing_to_do(void **state)
{
    struct bil_workers *workers = bil_workers_new(&(struct bil_workers_settings){0}, NULL, NULL);
    assert_int_equal(bil_workers_collect(workers), 0);
    bil_workers_wait(workers);
    bil_workers_free(workers);
    bil_workers_free(NULL);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(all_is_run_once, begin),
        cmocka_unit_test_setup(persons_come_first, begin),
        cmocka_unit_test_setup(what_nobody_needs_is_not_run, begin),
        cmocka_unit_test_setup(what_runs_is_asked_to_end, begin),
        cmocka_unit_test_setup(what_has_no_place_is_handed_back, begin),
        cmocka_unit_test_setup(an_end_in_between, begin),
        cmocka_unit_test_setup(nothing_to_do, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
