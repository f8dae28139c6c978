/* The queue in SQL (queue.h). Must never take a result in twice, nor hand a job to a program that would play it otherwise. */
#include "work/queue.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab/program.h"
#include "postgres/connection.h"
#include "table/memory.h"

enum { VERSION = 1, AWAY_MS = 500, LATENCY_MS = 20000 };

struct bil_work_queue {
    pthread_mutex_t lock;
    struct bil_pg *pg;
    char *name; /* the address as it was given, if no password is in it */
    const atomic_bool *stop;
    bool away; /* which was said already */
    bool none; /* nobody has made one in this database, and nobody wanted it made */
};

/* In a schema of its own, so that it may lie beside the tables of a server, and be dropped alone. */
static const char schema[] = "BEGIN;"
                             "SELECT pg_advisory_xact_lock(7108835);"
                             "CREATE SCHEMA IF NOT EXISTS billions_work;"
                             "CREATE TABLE IF NOT EXISTS billions_work.version (number integer NOT NULL);"
                             "INSERT INTO billions_work.version SELECT 1 WHERE NOT EXISTS (SELECT FROM billions_work.version);"
                             "CREATE TABLE IF NOT EXISTS billions_work.jobs ("
                             " id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                             " made timestamptz NOT NULL DEFAULT now(),"
                             " program text NOT NULL,"          /* that made it, and that alone plays it */
                             " title text NOT NULL,"            /* for people */
                             " plan text NOT NULL,"             /* as in a file */
                             " blocks bigint NOT NULL,"         /* how many there are */
                             " next bigint NOT NULL DEFAULT 0," /* the first that nobody has begun */
                             " failed text);"
                             "CREATE TABLE IF NOT EXISTS billions_work.batches ("
                             " job bigint NOT NULL REFERENCES billions_work.jobs ON DELETE CASCADE,"
                             " first bigint NOT NULL,"
                             " count bigint NOT NULL,"
                             " worker text,"                /* whose it is, or who brought the result */
                             " until timestamptz NOT NULL," /* it is his so long; then anybody's */
                             " tries integer NOT NULL DEFAULT 1,"
                             " result text,"
                             " PRIMARY KEY (job, first));"
                             "CREATE INDEX IF NOT EXISTS batches_open ON billions_work.batches (until) WHERE result IS NULL;"
                             "COMMIT";

/* ------------------------------------------------------------------ the connection */

static bool stopped(const struct bil_work_queue *queue)
{
    return queue->stop && atomic_load(queue->stop);
}

/* Connects again until that works. False if it is no longer wanted. */
static bool come_back(struct bil_work_queue *queue, struct bil_error *error)
{
    const struct timespec pause = {0, AWAY_MS * 1000000L};
    if (!queue->away) {
        fprintf(stderr, "billions: %s It is tried again.\n", error ? error->text : "The database is away.");
    }
    queue->away = true;
    while (!stopped(queue)) {
        if (bil_pg_reopen(queue->pg, error)) {
            queue->away = false;
            return true;
        }
        nanosleep(&pause, NULL);
    }
    return false;
}

/* Asks one thing, again if the connection was lost on the way: so it must be the same to ask it twice. Under the lock. */
static bool ask(struct bil_work_queue *queue, const char *sql, const struct bil_pg_value *values, int count,
                struct bil_pg_result *result, struct bil_error *error)
{
    struct bil_error inner = {{0}};
    while (!bil_pg_ask(queue->pg, sql, values, count, result, &inner)) {
        if (!bil_pg_lost(queue->pg) || !come_back(queue, &inner)) {
            return bil_fail(error, "%s", inner.text);
        }
    }
    return true;
}

/* The same with the lock. */
static bool locked(struct bil_work_queue *queue, const char *sql, const struct bil_pg_value *values, int count,
                   struct bil_pg_result *result, struct bil_error *error)
{
    pthread_mutex_lock(&queue->lock);
    const bool fine = ask(queue, sql, values, count, result, error);
    pthread_mutex_unlock(&queue->lock);
    return fine;
}

static struct bil_pg_value number(uint64_t value)
{
    return bil_pg_integer((int64_t)value);
}

static char *copy(const struct bil_pg_result *result, int row, int column)
{
    size_t length = 0;
    const char *text = bil_pg_string(result, row, column, &length);
    return bil_memory_text(text, length);
}

/* Whoever may not make tables can work all the same where they are there. */
static bool prepare(struct bil_work_queue *queue, bool make, struct bil_error *error)
{
    struct bil_pg_result result = {0};
    bool fine = bil_pg_ask(queue->pg, "SELECT to_regclass('billions_work.batches') IS NOT NULL", NULL, 0, &result, error);
    const bool there = fine && bil_pg_number(&result, 0, 0);
    bil_pg_result_free(&result);
    queue->none = fine && !there && !make;
    if (!fine || queue->none || (!there && !bil_pg_say(queue->pg, schema, error))) {
        return fine && queue->none;
    }
    fine = bil_pg_ask(queue->pg, "SELECT number FROM billions_work.version", NULL, 0, &result, error);
    const int64_t version = bil_pg_number(&result, 0, 0);
    bil_pg_result_free(&result);
    return fine &&
           (version == VERSION || bil_fail(error, "The queue in %s is of version %" PRId64 ", and this program knows version %d.",
                                           bil_pg_name(queue->pg), version, VERSION));
}

struct bil_work_queue *bil_work_open(const char *address, bool make, const atomic_bool *stop, struct bil_error *error)
{
    const struct bil_pg_settings settings = {
        .application = "billions work", .greeting = "SET client_min_messages = warning", .answer_ms = LATENCY_MS};
    struct bil_pg *pg = bil_pg_open(address, &settings, error);
    if (!pg) {
        return NULL;
    }
    struct bil_work_queue *queue = bil_memory_zero(1, sizeof *queue);
    queue->pg = pg;
    queue->stop = stop;
    queue->name = bil_memory_text(address, strlen(address));
    bil_pg_blank_password(queue->name);
    if (strcmp(queue->name, address) != 0 || !bil_pg_is_address(address)) {
        free(queue->name);
        queue->name = bil_memory_text(bil_pg_name(pg), strlen(bil_pg_name(pg)));
    }
    pthread_mutex_init(&queue->lock, NULL);
    if (!prepare(queue, make, error)) {
        bil_work_close(queue);
        return NULL;
    }
    return queue;
}

void bil_work_close(struct bil_work_queue *queue)
{
    if (queue) {
        bil_pg_close(queue->pg);
        free(queue->name);
        pthread_mutex_destroy(&queue->lock);
        free(queue);
    }
}

const char *bil_work_name(const struct bil_work_queue *queue)
{
    return queue->name;
}

/* ------------------------------------------------------------------ for who has a job */

/* "arena six-billion, 3 players: greedy, easy" */
static void write_title(const struct bil_job *job, struct bil_text *out)
{
    const struct bil_plan *plan = &job->plan;
    bil_text_format(out, "%s %s, %d players: ", bil_plan_names[plan->kind], plan->game->id, plan->seats);
    for (int i = 0; i < plan->listed; i++) {
        bil_text_format(out, "%s%s", i ? ", " : "", plan->list[i]->name);
    }
}

bool bil_work_put(struct bil_work_queue *queue, const struct bil_job *job, int64_t *id, struct bil_error *error)
{
    struct bil_text plan = {0};
    struct bil_text title = {0};
    struct bil_pg_result result = {0};
    bil_job_write_plan(job, &plan);
    write_title(job, &title);
    const struct bil_pg_value values[] = {bil_pg_text(bil_program()), bil_pg_text(bil_text_string(&title)),
                                          bil_pg_text(bil_text_string(&plan)), number(bil_job_blocks(job))};
    pthread_mutex_lock(&queue->lock); /* once: twice would be two jobs */
    const bool fine =
        bil_pg_ask(queue->pg, "INSERT INTO billions_work.jobs (program, title, plan, blocks) VALUES ($1, $2, $3, $4) RETURNING id",
                   values, 4, &result, error);
    pthread_mutex_unlock(&queue->lock);
    *id = bil_pg_number(&result, 0, 0);
    bil_pg_result_free(&result);
    bil_text_free(&plan);
    bil_text_free(&title);
    return fine;
}

bool bil_work_plan(struct bil_work_queue *queue, int64_t id, char **plan, struct bil_error *error)
{
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {bil_pg_integer(id)};
    *plan = NULL;
    const bool fine = locked(queue, "SELECT plan FROM billions_work.jobs WHERE id = $1", values, 1, &result, error);
    if (fine && bil_pg_rows(&result) == 1) {
        *plan = copy(&result, 0, 0);
    }
    bil_pg_result_free(&result);
    return fine;
}

bool bil_work_remove(struct bil_work_queue *queue, int64_t id, bool *there, struct bil_error *error)
{
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {bil_pg_integer(id)};
    const bool fine = queue->none || locked(queue, "DELETE FROM billions_work.jobs WHERE id = $1", values, 1, &result, error);
    *there = fine && !queue->none && bil_pg_changed(&result) == 1;
    bil_pg_result_free(&result);
    return fine;
}

bool bil_work_look(struct bil_work_queue *queue, int64_t id, const struct bil_job *job, struct bil_work_state *state,
                   struct bil_error *error)
{
    static const char sql[] =
        "SELECT failed, (SELECT count(DISTINCT worker) FROM billions_work.batches WHERE job = $1 AND result IS NULL AND until > "
        "now()),"
        " (SELECT min(first) FROM billions_work.batches WHERE job = $1 AND result IS NULL AND until < now() AND tries >= $2)"
        " FROM billions_work.jobs WHERE id = $1";
    static const char done[] = "SELECT coalesce(sum(count), 0)::bigint FROM billions_work.batches"
                               " WHERE job = $1 AND first >= $2 AND first < $3 AND result IS NOT NULL";
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {bil_pg_integer(id), bil_pg_integer(BIL_WORK_TRIES)};
    *state = (struct bil_work_state){0};
    if (!locked(queue, sql, values, 2, &result, error)) {
        return false;
    }
    state->there = bil_pg_rows(&result) == 1;
    state->workers = (int)bil_pg_number(&result, 0, 1);
    snprintf(state->failed, sizeof state->failed, "%s", bil_pg_string(&result, 0, 0, NULL));
    if (!state->failed[0] && state->there && !bil_pg_is_none(&result, 0, 2)) {
        snprintf(state->failed, sizeof state->failed,
                 "The blocks from %" PRId64 " on were begun %d times, and no worker came back with them.",
                 bil_pg_number(&result, 0, 2), BIL_WORK_TRIES);
    }
    bil_pg_result_free(&result);
    uint64_t begin = 0;
    for (int s = 0; state->there && s < job->stretches; s++) {
        const struct bil_pg_value range[] = {bil_pg_integer(id), number(begin), number(begin + job->stretch[s])};
        if (!locked(queue, done, range, 3, &result, error)) {
            return false;
        }
        state->done[s] = (uint64_t)bil_pg_number(&result, 0, 0);
        bil_pg_result_free(&result);
        begin += job->stretch[s];
    }
    return true;
}

bool bil_work_result(struct bil_work_queue *queue, int64_t id, uint64_t first, uint64_t *count, char **sums,
                     struct bil_error *error)
{
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {bil_pg_integer(id), number(first)};
    *sums = NULL;
    const bool fine =
        locked(queue, "SELECT count, result FROM billions_work.batches WHERE job = $1 AND first = $2 AND result IS NOT NULL",
               values, 2, &result, error);
    if (fine && bil_pg_rows(&result) == 1) {
        *count = (uint64_t)bil_pg_number(&result, 0, 0);
        *sums = copy(&result, 0, 1);
    }
    bil_pg_result_free(&result);
    return fine;
}

bool bil_work_reject(struct bil_work_queue *queue, int64_t id, uint64_t first, struct bil_error *error)
{
    const struct bil_pg_value values[] = {bil_pg_integer(id), number(first)};
    return locked(queue,
                  "UPDATE billions_work.batches SET result = NULL, worker = NULL, until = now() WHERE job = $1 AND first = $2",
                  values, 2, NULL, error);
}

/* All jobs, the oldest first. */
static bool ask_jobs(struct bil_work_queue *queue, struct bil_pg_result *result, struct bil_error *error)
{
    return queue->none ||
           locked(
               queue,
               "SELECT j.id, to_char(j.made, 'YYYY-MM-DD HH24:MI'), j.title, j.blocks, j.program, j.failed,"
               " (SELECT coalesce(sum(count), 0)::bigint FROM billions_work.batches WHERE job = j.id AND result IS NOT NULL),"
               " (SELECT count(DISTINCT worker) FROM billions_work.batches WHERE job = j.id AND result IS NULL AND until > now())"
               " FROM billions_work.jobs j ORDER BY j.id",
               NULL, 0, result, error);
}

enum { JOB_ID, JOB_MADE, JOB_TITLE, JOB_BLOCKS, JOB_PROGRAM, JOB_FAILED, JOB_DONE, JOB_WORKERS };

bool bil_work_list(struct bil_work_queue *queue, struct bil_text *out, struct bil_error *error)
{
    struct bil_pg_result result = {0};
    if (!ask_jobs(queue, &result, error)) {
        return false;
    }
    if (bil_pg_rows(&result) == 0) {
        bil_text_format(out, "There are no jobs in %s.\n", queue->name);
    }
    for (int row = 0; row < bil_pg_rows(&result); row++) {
        const char *program = bil_pg_string(&result, row, JOB_PROGRAM, NULL);
        bil_text_format(out, "%" PRId64 "  %s  %s: %" PRId64 " of %" PRId64 " blocks, %" PRId64 " at it",
                        bil_pg_number(&result, row, JOB_ID), bil_pg_string(&result, row, JOB_MADE, NULL),
                        bil_pg_string(&result, row, JOB_TITLE, NULL), bil_pg_number(&result, row, JOB_DONE),
                        bil_pg_number(&result, row, JOB_BLOCKS), bil_pg_number(&result, row, JOB_WORKERS));
        if (strcmp(program, bil_program()) != 0) {
            bil_text_format(out, "; for another program (%s; this is %s)", program, bil_program());
        }
        if (!bil_pg_is_none(&result, row, JOB_FAILED)) {
            bil_text_format(out, "; it failed: %s", bil_pg_string(&result, row, JOB_FAILED, NULL));
        }
        bil_text_char(out, '\n');
    }
    bil_pg_result_free(&result);
    return true;
}

bool bil_work_metrics(struct bil_work_queue *queue, struct bil_text *out, struct bil_error *error)
{
    static const struct {
        const char *name;
        const char *help;
        int column;
    } figures[] = {
        {"blocks", "Blocks of a job in the queue of the laboratory.", JOB_BLOCKS},
        {"blocks_done", "Those of which the results are there.", JOB_DONE},
        {"workers", "Workers that are at it now.", JOB_WORKERS},
        {"failed", "1: it cannot come to an end, and billions work --list says why.", JOB_FAILED},
    };
    struct bil_pg_result result = {0};
    if (!ask_jobs(queue, &result, error)) {
        return false;
    }
    bil_text_format(out,
                    "# HELP billions_work_jobs Jobs in the queue of the laboratory.\n# TYPE billions_work_jobs gauge\n"
                    "billions_work_jobs %d\n",
                    bil_pg_rows(&result));
    for (size_t i = 0; i < sizeof figures / sizeof figures[0] && bil_pg_rows(&result) > 0; i++) {
        bil_text_format(out, "# HELP billions_work_%s %s\n# TYPE billions_work_%s gauge\n", figures[i].name, figures[i].help,
                        figures[i].name);
        for (int row = 0; row < bil_pg_rows(&result); row++) {
            const int64_t value = figures[i].column == JOB_FAILED ? !bil_pg_is_none(&result, row, JOB_FAILED)
                                                                  : bil_pg_number(&result, row, figures[i].column);
            bil_text_format(out, "billions_work_%s{job=\"%" PRId64 "\"} %" PRId64 "\n", figures[i].name,
                            bil_pg_number(&result, row, JOB_ID), value);
        }
    }
    bil_pg_result_free(&result);
    return true;
}

/* ------------------------------------------------------------------ for workers */

static void read_batch(struct bil_pg_result *result, struct bil_work_batch *batch)
{
    *batch = (struct bil_work_batch){0};
    if (bil_pg_rows(result) == 1) {
        *batch = (struct bil_work_batch){bil_pg_number(result, 0, 0), (uint64_t)bil_pg_number(result, 0, 1),
                                         (uint64_t)bil_pg_number(result, 0, 2)};
    }
    bil_pg_result_free(result);
}

bool bil_work_take_over(struct bil_work_queue *queue, const struct bil_work_self *self, struct bil_work_batch *batch,
                        struct bil_error *error)
{
    static const char sql[] =
        "UPDATE billions_work.batches b SET worker = $1, until = now() + $2 * interval '1 millisecond', tries = tries + 1"
        " FROM (SELECT x.job, x.first FROM billions_work.batches x JOIN billions_work.jobs j ON j.id = x.job"
        "  WHERE x.result IS NULL AND x.until < now() AND x.tries < $4 AND j.program = $3 AND j.failed IS NULL"
        "  ORDER BY x.job, x.first LIMIT 1 FOR UPDATE OF x SKIP LOCKED) f"
        " WHERE b.job = f.job AND b.first = f.first RETURNING b.job, b.first, b.count";
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {bil_pg_text(self->name), bil_pg_integer(self->lease_ms), bil_pg_text(bil_program()),
                                          bil_pg_integer(BIL_WORK_TRIES)};
    const bool fine = locked(queue, sql, values, 4, &result, error);
    read_batch(&result, batch);
    return fine;
}

bool bil_work_open_job(struct bil_work_queue *queue, int64_t *id, uint64_t *next, struct bil_error *error)
{
    static const char sql[] = "SELECT id, next FROM billions_work.jobs"
                              " WHERE program = $1 AND next < blocks AND failed IS NULL ORDER BY id LIMIT 1";
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {bil_pg_text(bil_program())};
    const bool fine = locked(queue, sql, values, 1, &result, error);
    *id = bil_pg_number(&result, 0, 0);
    *next = (uint64_t)bil_pg_number(&result, 0, 1);
    bil_pg_result_free(&result);
    return fine;
}

bool bil_work_take(struct bil_work_queue *queue, const struct bil_work_self *self, int64_t id, uint64_t low, uint64_t high,
                   uint64_t most, struct bil_work_batch *batch, struct bil_error *error)
{
    static const char sql[] =
        "WITH job AS (SELECT id, next FROM billions_work.jobs WHERE id = $1 AND next >= $2 AND next < $3 FOR UPDATE),"
        " taken AS (UPDATE billions_work.jobs j SET next = least(job.next + $4, $3) FROM job WHERE j.id = job.id"
        "  RETURNING j.id, job.next AS first, j.next - job.next AS count)"
        " INSERT INTO billions_work.batches (job, first, count, worker, until)"
        " SELECT id, first, count, $5, now() + $6 * interval '1 millisecond' FROM taken RETURNING job, first, count";
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {
        bil_pg_integer(id), number(low), number(high), number(most), bil_pg_text(self->name), bil_pg_integer(self->lease_ms)};
    const bool fine = locked(queue, sql, values, 6, &result, error);
    read_batch(&result, batch);
    return fine;
}

/* {1,2,3} */
static void write_list(const struct bil_work_batch *batch, int count, bool jobs, struct bil_text *out)
{
    bil_text_char(out, '{');
    for (int i = 0; i < count; i++) {
        bil_text_format(out, "%s%" PRId64, i ? "," : "", jobs ? batch[i].job : (int64_t)batch[i].first);
    }
    bil_text_char(out, '}');
}

bool bil_work_beat(struct bil_work_queue *queue, const struct bil_work_self *self, const struct bil_work_batch *batch, bool *own,
                   int count, struct bil_error *error)
{
    static const char sql[] =
        "UPDATE billions_work.batches b SET until = now() + $2 * interval '1 millisecond'"
        " FROM unnest($3::text::bigint[], $4::text::bigint[]) AS mine (job, first)"
        " WHERE b.job = mine.job AND b.first = mine.first AND b.worker = $1 AND b.result IS NULL RETURNING b.job, b.first";
    struct bil_text jobs = {0};
    struct bil_text firsts = {0};
    struct bil_pg_result result = {0};
    write_list(batch, count, true, &jobs);
    write_list(batch, count, false, &firsts);
    const struct bil_pg_value values[] = {bil_pg_text(self->name), bil_pg_integer(self->lease_ms),
                                          bil_pg_text(bil_text_string(&jobs)), bil_pg_text(bil_text_string(&firsts))};
    const bool fine = locked(queue, sql, values, 4, &result, error);
    for (int i = 0; fine && i < count; i++) {
        own[i] = false;
        for (int row = 0; row < bil_pg_rows(&result) && !own[i]; row++) {
            own[i] = bil_pg_number(&result, row, 0) == batch[i].job && bil_pg_number(&result, row, 1) == (int64_t)batch[i].first;
        }
    }
    bil_pg_result_free(&result);
    bil_text_free(&jobs);
    bil_text_free(&firsts);
    return fine;
}

bool bil_work_bring(struct bil_work_queue *queue, const struct bil_work_self *self, const struct bil_work_batch *batch,
                    const char *sums, bool *taken, struct bil_error *error)
{
    static const char sql[] = "UPDATE billions_work.batches SET result = $4, worker = $5"
                              " WHERE job = $1 AND first = $2 AND count = $3 AND result IS NULL";
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {bil_pg_integer(batch->job), number(batch->first), number(batch->count), bil_pg_text(sums),
                                          bil_pg_text(self->name)};
    const bool fine = locked(queue, sql, values, 5, &result, error);
    *taken = fine && bil_pg_changed(&result) == 1;
    bil_pg_result_free(&result);
    return fine;
}

bool bil_work_give_back(struct bil_work_queue *queue, const struct bil_work_self *self, const struct bil_work_batch *batch,
                        struct bil_error *error)
{
    static const char sql[] = "UPDATE billions_work.batches SET worker = NULL, until = now(), tries = greatest(tries - 1, 0)"
                              " WHERE job = $1 AND first = $2 AND worker = $3 AND result IS NULL";
    const struct bil_pg_value values[] = {bil_pg_integer(batch->job), number(batch->first), bil_pg_text(self->name)};
    return locked(queue, sql, values, 3, NULL, error);
}

bool bil_work_fail(struct bil_work_queue *queue, int64_t id, const char *why, struct bil_error *error)
{
    const struct bil_pg_value values[] = {bil_pg_integer(id), bil_pg_text(why)};
    return locked(queue, "UPDATE billions_work.jobs SET failed = $2 WHERE id = $1 AND failed IS NULL", values, 2, NULL, error);
}

bool bil_work_left(struct bil_work_queue *queue, bool *left, struct bil_error *error)
{
    static const char sql[] =
        "SELECT count(*) FROM billions_work.jobs j WHERE program = $1 AND failed IS NULL AND (next < blocks OR EXISTS"
        " (SELECT FROM billions_work.batches WHERE job = j.id AND result IS NULL AND tries < $2))";
    struct bil_pg_result result = {0};
    const struct bil_pg_value values[] = {bil_pg_text(bil_program()), bil_pg_integer(BIL_WORK_TRIES)};
    const bool fine = locked(queue, sql, values, 2, &result, error);
    *left = fine && bil_pg_number(&result, 0, 0) > 0;
    bil_pg_result_free(&result);
    return fine;
}
