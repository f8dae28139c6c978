/* See worker.h. Must never bring what was not played to its end, nor start a program that a plan names. */
#include "work/worker.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "billions/json.h"
#include "table/memory.h"

enum { IDLE_MS = 300, GROWTH = 8, SHARES = 16, SECOND_MS = 1000 };

static const double batch_seconds = 3; /* so long a batch takes, about */

struct crew;

/* One thread. */
struct hand {
    struct crew *crew;
    pthread_t thread;

    /* The job that it plays, opened from its plan. */
    int64_t id;
    const struct bil_value *document;
    struct bil_job *job;
    double seconds[BIL_JOB_STRETCHES]; /* that a block of each stretch takes; 0: not known */
    uint64_t latest;                   /* blocks in the latest batch */

    /* Under the crew's lock. */
    struct bil_work_batch batch; /* under way; job 0: none */
    atomic_bool cut;             /* it is no longer wanted */
};

struct crew {
    const struct bil_work_order *order;
    struct bil_work_queue *queue;
    struct bil_work_self self;
    atomic_bool over; /* stopped, failed, or nothing is left */
    pthread_mutex_t lock;
    int running;
    struct hand *hand;
    struct bil_work_done *done;
    bool failed;
    struct bil_error *error;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void rest(int milliseconds)
{
    const struct timespec pause = {milliseconds / SECOND_MS, milliseconds % SECOND_MS * 1000000L};
    nanosleep(&pause, NULL);
}

/* The first failure ends all. */
static void fail(struct crew *crew, const struct bil_error *error)
{
    pthread_mutex_lock(&crew->lock);
    if (!crew->failed && !atomic_load(crew->order->stop)) {
        crew->failed = true;
        bil_fail(crew->error, "%s", error->text);
    }
    pthread_mutex_unlock(&crew->lock);
    atomic_store(&crew->over, true);
}

/* ------------------------------------------------------------------ jobs */

static void put_down(struct hand *hand)
{
    if (hand->job) {
        bil_job_close(hand->job);
        free(hand->job);
        bil_json_free(hand->document);
    }
    hand->job = NULL;
    hand->document = NULL;
    hand->id = 0;
}

static bool read_plan(struct hand *hand, const char *text, struct bil_error *error)
{
    const char *kind = NULL;
    hand->document = bil_json_read(text, strlen(text), "its plan", error);
    hand->job = bil_memory_zero(1, sizeof *hand->job);
    if (!hand->document || !bil_value_string(hand->document, "file", &kind, error)) {
        return false;
    }
    for (int k = 0; k < BIL_PLAN_KINDS; k++) {
        if (kind && strcmp(kind, bil_plan_names[k]) == 0) {
            return bil_job_read(hand->document, (enum bil_plan_kind)k, NULL, hand->job, error);
        }
    }
    return bil_fail(error, "It is a job of a kind that this program does not know.");
}

/* Takes a job up, if it is not in hand. A plan that cannot be is told to the queue. False: there is none to play. */
static bool take_up(struct hand *hand, int64_t id)
{
    struct bil_error error = {{0}};
    char *text = NULL;
    if (hand->id == id) {
        return true;
    }
    put_down(hand);
    if (!bil_work_plan(hand->crew->queue, id, &text, &error)) {
        fail(hand->crew, &error);
        return false;
    }
    if (!text) {
        return false; /* it was removed */
    }
    const bool fine = read_plan(hand, text, &error);
    free(text);
    memset(hand->seconds, 0, sizeof hand->seconds);
    if (!fine) {
        struct bil_error inner = {{0}};
        put_down(hand);
        if (!bil_work_fail(hand->crew->queue, id, error.text, &inner)) {
            fail(hand->crew, &inner);
        }
        return false;
    }
    hand->id = id;
    return true;
}

/* The stretch that a block lies in, and where it begins and ends. */
static int stretch_of(const struct bil_job *job, uint64_t block, uint64_t *low, uint64_t *high)
{
    int s = 0;
    *low = 0;
    while (s + 1 < job->stretches && block >= *low + job->stretch[s]) {
        *low += job->stretch[s++];
    }
    *high = *low + job->stretch[s];
    return s;
}

/* So many blocks that they take some seconds, no more than a part of those that are left, so that nobody waits long for the last.
 * A sequential test looks after every block, so that there each is a batch. */
static uint64_t size(const struct hand *hand, int stretch, uint64_t left)
{
    const double each = hand->seconds[stretch];
    const double wanted = each > 0 ? batch_seconds / each : 1;
    uint64_t most = left / SHARES + 1;
    most = most < GROWTH * hand->latest + 1 ? most : GROWTH * hand->latest + 1;
    if (hand->job->plan.test || each <= 0) {
        return 1;
    }
    return wanted < (double)most ? (wanted < 1 ? 1 : (uint64_t)wanted) : most;
}

/* ------------------------------------------------------------------ batches */

/* Takes one; its job is in hand then. False: there is none now. */
static bool take(struct hand *hand, struct bil_work_batch *batch)
{
    struct crew *crew = hand->crew;
    struct bil_error error = {{0}};
    int64_t id = 0;
    uint64_t next = 0;
    uint64_t low = 0;
    uint64_t high = 0;
    bool fine = bil_work_take_over(crew->queue, &crew->self, batch, &error);
    if (fine && batch->job == 0) {
        fine = bil_work_open_job(crew->queue, &id, &next, &error);
        if (fine && id > 0 && take_up(hand, id)) {
            const int stretch = stretch_of(hand->job, next, &low, &high);
            fine = bil_work_take(crew->queue, &crew->self, id, low, high, size(hand, stretch, high - next), batch, &error);
        }
    }
    if (!fine) {
        fail(crew, &error);
    }
    return fine && batch->job > 0 && take_up(hand, batch->job);
}

/* Plays a batch; NULL if it did not come to its end. */
static char *play(struct hand *hand, const struct bil_work_batch *batch)
{
    struct bil_error error = {{0}};
    struct bil_job_run run = {.threads = 1, .stop = &hand->cut};
    const struct bil_job_ranges ranges = {1, {{batch->first, batch->count}}};
    uint64_t low = 0;
    uint64_t high = 0;
    const int stretch = stretch_of(hand->job, batch->first, &low, &high);
    void *sums = bil_job_sums(hand->job);
    struct bil_text text = {0};
    char *result = NULL;
    const double begin = now();
    const bool fine = bil_job_play(hand->job, &ranges, &run, sums, &error);
    if (fine && !atomic_load(&hand->cut) && bil_job_played(hand->job, sums) == batch->count) {
        hand->seconds[stretch] = (now() - begin) / (double)batch->count + 1e-9;
        hand->latest = batch->count;
        bil_job_write_sums(hand->job, sums, &text);
        result = bil_memory_text(bil_text_string(&text), text.length);
    } else if (!fine) {
        struct bil_error inner = {{0}};
        if (!bil_work_fail(hand->crew->queue, batch->job, error.text, &inner)) {
            fail(hand->crew, &inner);
        }
    }
    bil_text_free(&text);
    free(sums);
    return result;
}

static void set_batch(struct hand *hand, const struct bil_work_batch *batch)
{
    pthread_mutex_lock(&hand->crew->lock);
    hand->batch = *batch;
    atomic_store(&hand->cut, atomic_load(&hand->crew->over));
    pthread_mutex_unlock(&hand->crew->lock);
}

/* Plays it and brings the result, or gives it back. */
static void work_at(struct hand *hand, const struct bil_work_batch *batch)
{
    struct crew *crew = hand->crew;
    const struct bil_work_batch none = {0};
    struct bil_error error = {{0}};
    bool taken = false;
    set_batch(hand, batch);
    char *result = play(hand, batch);
    const bool fine = result ? bil_work_bring(crew->queue, &crew->self, batch, result, &taken, &error)
                             : bil_work_give_back(crew->queue, &crew->self, batch, &error);
    set_batch(hand, &none);
    if (!fine) {
        fail(crew, &error);
    }
    pthread_mutex_lock(&crew->lock);
    crew->done->batches += taken;
    crew->done->blocks += taken ? batch->count : 0;
    crew->done->late += !taken && !atomic_load(&crew->over);
    pthread_mutex_unlock(&crew->lock);
    free(result);
}

static void *attend(void *context)
{
    struct hand *hand = context;
    struct crew *crew = hand->crew;
    while (!atomic_load(&crew->over)) {
        struct bil_work_batch batch = {0};
        struct bil_error error = {{0}};
        bool left = true;
        if (take(hand, &batch)) {
            work_at(hand, &batch);
        } else if (crew->order->once && !atomic_load(&crew->over) && !bil_work_left(crew->queue, &left, &error)) {
            fail(crew, &error);
        } else if (!left) {
            atomic_store(&crew->over, true);
        } else if (batch.job == 0) {
            rest(IDLE_MS);
        }
    }
    put_down(hand);
    pthread_mutex_lock(&crew->lock);
    crew->running--;
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* ------------------------------------------------------------------ the crew */

/* Says of all batches under way that they are being played, and ends those that are no longer ours. */
static void beat(struct crew *crew)
{
    struct bil_work_batch batch[BIL_WORK_THREADS];
    int of[BIL_WORK_THREADS];
    bool own[BIL_WORK_THREADS];
    struct bil_error error = {{0}};
    int count = 0;
    pthread_mutex_lock(&crew->lock);
    for (int h = 0; h < crew->order->threads; h++) {
        if (crew->hand[h].batch.job > 0) {
            of[count] = h;
            batch[count++] = crew->hand[h].batch;
        }
    }
    pthread_mutex_unlock(&crew->lock);
    if (count == 0) {
        return;
    }
    if (!bil_work_beat(crew->queue, &crew->self, batch, own, count, &error)) {
        fail(crew, &error);
        return;
    }
    pthread_mutex_lock(&crew->lock);
    for (int i = 0; i < count; i++) {
        struct hand *hand = &crew->hand[of[i]];
        if (!own[i] && hand->batch.job == batch[i].job && hand->batch.first == batch[i].first) {
            atomic_store(&hand->cut, true);
        }
    }
    pthread_mutex_unlock(&crew->lock);
}

/* The calling thread beats until all have ended. */
static void watch(struct crew *crew)
{
    double beaten = now();
    for (bool running = true; running;) {
        rest(50);
        if (atomic_load(crew->order->stop)) {
            atomic_store(&crew->over, true);
        }
        if (now() - beaten > (double)crew->self.lease_ms / SECOND_MS / 4) {
            beat(crew);
            beaten = now();
        }
        pthread_mutex_lock(&crew->lock);
        for (int h = 0; h < crew->order->threads && atomic_load(&crew->over); h++) {
            atomic_store(&crew->hand[h].cut, true);
        }
        running = crew->running > 0;
        pthread_mutex_unlock(&crew->lock);
    }
}

static void name(struct bil_work_self *self)
{
    char host[65] = "somewhere";
    struct timespec time;
    gethostname(host, sizeof host - 1);
    clock_gettime(CLOCK_REALTIME, &time);
    snprintf(self->name, sizeof self->name, "%s %ld %" PRIx64, host, (long)getpid(),
             (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec);
}

bool bil_work(const struct bil_work_order *order, struct bil_work_done *done, struct bil_error *error)
{
    struct crew crew = {.order = order, .self = {.lease_ms = order->lease_ms}, .done = done, .error = error};
    *done = (struct bil_work_done){0};
    name(&crew.self);
    crew.queue = bil_work_open(order->address, true, order->stop, error);
    if (!crew.queue) {
        return false;
    }
    crew.hand = bil_memory_zero((size_t)order->threads, sizeof *crew.hand);
    pthread_mutex_init(&crew.lock, NULL);
    int started = 0;
    for (; started < order->threads; started++) {
        crew.hand[started].crew = &crew;
        pthread_mutex_lock(&crew.lock);
        const bool fine = pthread_create(&crew.hand[started].thread, NULL, attend, &crew.hand[started]) == 0;
        crew.running += fine;
        pthread_mutex_unlock(&crew.lock);
        if (!fine) {
            break;
        }
    }
    if (started == 0) {
        crew.failed = true;
        bil_fail(error, "The system gives no thread to work in.");
    }
    watch(&crew);
    for (int h = 0; h < started; h++) {
        pthread_join(crew.hand[h].thread, NULL);
    }
    pthread_mutex_destroy(&crew.lock);
    free(crew.hand);
    bil_work_close(crew.queue);
    return !crew.failed;
}
