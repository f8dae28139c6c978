/* How PostgreSQL is asked. What a transaction changes is sent without waiting; its answers are looked at before the next question,
 * and before the commit, so that a batch of any size costs two round trips.
 *
 * Must never commit after something whose answer was not looked at; nor send a statement again by itself after the connection was
 * lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/store/postgres.h"
#include "table/clock.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ */

/* The connection of a store to PostgreSQL as a session: opened again when it was lost, known to be there, and what it holds as long
 * as it lives: the claim of the database, and news of who wants a table.
 *
 * Must never go on with a session as if it were the one before. */

enum { REST_MS = 500 }; /* between two vain tries to connect */

/* ------------------------------------------------------------------ failures */

/* What states mean to the operator of a server; the first that begins like it. */
static const struct {
    const char *state, *words;
    bool damage;
} meanings[] = {
    {"53100", "the disk is full; make room", false},
    {"53200", "it has no room for another lock; raise max_locks_per_transaction as docs/operating.md says", false},
    {"XX001", "it is damaged; billions serve --check tells where, and the latest backup what was there", true},
    {"XX002", "an index in it is damaged; REINDEX makes it anew", true},
    {"25006", "it takes no writes; name the server that does, not its standby", false},
    {"42501", "this user may not; grant it what docs/operating.md names", false},
    {"42P01", "its tables are gone; name another, or restore the latest backup", false},
    {"57014", "it has not answered in time", false},
    {"55P03", "another server holds what is to be changed", false},
    {"40", "another server has changed the same at the same moment; it is tried again", false},
    {"25P03", "the server took so long that the database gave the transaction up", false},
};

bool bil_postgres_failed(struct bil_store *store, const struct bil_error *said, struct bil_error *error)
{
    const char *state = bil_postgres_of(store)->pg->state;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (*state && strncmp(state, meanings[i].state, strlen(meanings[i].state)) == 0) {
            bil_store_failed(store, meanings[i].damage);
            return bil_fail(error, "The database %s cannot be used: %s.", store->path, meanings[i].words);
        }
    }
    bil_store_failed(store, false);
    return bil_fail(error, "%s", said->text);
}

/* ------------------------------------------------------------------ a new session */

/* Who works for this connection at the database's server. A pooler gives its own number, and another session for each transaction:
 * what a session holds would be nobody's. */
static bool know_process(struct bil_store *store, struct bil_postgres_process *process, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    struct bil_pg_result result = {0};
    const bool fine = bil_pg_ask(postgres->pg,
                                 "SELECT pid, (extract(epoch FROM backend_start) * 1000000)::bigint FROM pg_stat_activity "
                                 "WHERE pid = pg_backend_pid()",
                                 NULL, 0, &result, &said);
    *process = (struct bil_postgres_process){bil_pg_number(&result, 0, 0), bil_pg_number(&result, 0, 1)};
    bil_pg_result_free(&result);
    if (!fine) {
        return bil_postgres_failed(store, &said, error);
    }
    return process->number == PQbackendPID(postgres->pg->line) ||
           bil_store_amiss(
               store, error,
               "Between this program and the database %s stands a pooler, which hands sessions from one to another; name "
               "the database's own address.",
               store->path);
}

/* The server's end of a connection that was lost may live on and keep its locks. */
static bool end_before(struct bil_store *store, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    const struct bil_pg_value values[] = {bil_pg_integer(postgres->process.number), bil_pg_integer(postgres->process.began)};
    return postgres->process.number == 0 ||
           bil_pg_ask(postgres->pg,
                      "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE pid = $1 "
                      "AND (extract(epoch FROM backend_start) * 1000000)::bigint = $2",
                      values, 2, NULL, &said) ||
           bil_postgres_failed(store, &said, error);
}

/* A lock of the session, for the schema at hand: servers share it, who must be alone does not. */
static bool take_claim(struct bil_store *store, bool alone, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    struct bil_pg_result result = {0};
    char listen[BIL_POSTGRES_SCHEMA + 32];
    const struct bil_pg_value schema = bil_pg_text(postgres->schema);
    bool fine = bil_pg_ask(postgres->pg,
                           alone ? "SELECT pg_try_advisory_lock(" BIL_POSTGRES_CLAIM ", hashtext($1))"
                                 : "SELECT pg_try_advisory_lock_shared(" BIL_POSTGRES_CLAIM ", hashtext($1))",
                           &schema, 1, &result, &said);
    const bool got = fine && bil_pg_number(&result, 0, 0);
    bil_pg_result_free(&result);
    snprintf(listen, sizeof listen, "LISTEN \"billions.%s\"", postgres->schema);
    fine = fine && (!got || bil_pg_say(postgres->pg, listen, &said));
    if (!fine) {
        return bil_postgres_failed(store, &said, error);
    }
    return got || bil_store_amiss(store, error, "The database %s cannot be used: %s.", store->path,
                                  alone ? "another server uses it" : "somebody has it to itself, as --copy does");
}

static bool begin_again(struct bil_store *store, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_postgres_process process;
    struct bil_error said = {{0}};
    if (!bil_pg_reopen(postgres->pg, &said)) {
        bil_store_failed(store, false);
        return bil_fail(error, "%s", said.text);
    }
    if (postgres->claimed) {
        if (!know_process(store, &process, error) || !end_before(store, error) ||
            !take_claim(store, postgres->claimed == BIL_CLAIM_ALONE, error)) {
            bil_pg_lose(postgres->pg, "it could not be claimed");
            return false;
        }
        postgres->process = process;
    }
    return true;
}

static bool be_connected(struct bil_store *store, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    if (!bil_pg_lost(postgres->pg) || store->open) {
        return true;
    }
    if (postgres->tried > 0 && bil_clock_ms() - postgres->tried < REST_MS) {
        bil_store_failed(store, false);
        return bil_fail(error, "The database %s cannot be reached.", store->path);
    }
    const bool fine = begin_again(store, error);
    postgres->tried = fine ? 0 : bil_clock_ms() + 1; /* never 0 */
    postgres->reopened[!fine]++;
    if (fine) {
        postgres->session++;
        bil_store_forget(store);
    }
    return fine;
}

/* ------------------------------------------------------------------ the session at hand */

static bool claim_database(struct bil_store *store, bool alone, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_postgres_process process;
    if (!postgres->claimed && be_connected(store, error) && know_process(store, &process, error) &&
        take_claim(store, alone, error)) {
        postgres->process = process;
        postgres->claimed = alone ? BIL_CLAIM_ALONE : BIL_CLAIM_SHARED;
    }
    return postgres->claimed != BIL_CLAIM_NONE;
}

static int64_t session_number(const struct bil_store *store)
{
    const struct bil_postgres *postgres = bil_postgres_of(store);
    return bil_pg_lost(postgres->pg) ? 0 : postgres->session + 1;
}

static void mind_session(struct bil_store *store)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    if (bil_pg_lost(postgres->pg)) {
        be_connected(store, &said);
    } else if (bil_pg_silence(postgres->pg) >= BIL_STORE_HEARD) {
        bil_pg_ask(postgres->pg, "SELECT 1", NULL, 0, NULL, &said);
    }
}

static bool next_asked(struct bil_store *store, char id[BIL_TABLE_ID + 1])
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_pg_news news;
    while (bil_pg_next_news(postgres->pg, &news)) {
        if (news.from != postgres->process.number && strlen(news.words) == BIL_TABLE_ID) {
            memcpy(id, news.words, BIL_TABLE_ID + 1);
            return true;
        }
    }
    return false;
}

void bil_postgres_figures(const struct bil_store *store, struct bil_store_figures *figures)
{
    const struct bil_postgres *postgres = bil_postgres_of(store);
    figures->round_trips = (uint64_t)postgres->pg->trips;
    memcpy(figures->reopened, postgres->reopened, sizeof figures->reopened);
    figures->connected = !bil_pg_lost(postgres->pg);
}

/* ------------------------------------------------------------------ */

/* How PostgreSQL is asked. What a transaction changes is sent without waiting; its answers are looked at before the next question,
 * and before the commit, so that a batch of any size costs two round trips.
 *
 * Must never commit behind something of which the answer was not looked at; nor say a statement again by itself after the
 * connection was lost. */

/* ------------------------------------------------------------------ failures */

/* bil_postgres_failed of what was queued, which may have touched too little. */
static bool failed(struct bil_store *store, const struct bil_error *said, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    const int64_t tag = postgres->pg->failed_tag;
    if (!bil_pg_lost(postgres->pg) && postgres->pg->too_few && tag >= 0 && tag < postgres->needs) {
        return bil_store_lacking(store, &postgres->need[tag], error);
    }
    return bil_postgres_failed(store, said, error);
}

/* ------------------------------------------------------------------ statements */

/* A statement as PostgreSQL reads it; to be freed. */
static char *dollars(const char *sql)
{
    char *text = bil_memory_text(sql, strlen(sql));
    for (char *at = strchr(text, '?'); at; at = strchr(at, '?')) {
        *at = '$';
    }
    return text;
}

static const char *statement_text(struct bil_postgres *postgres, enum bil_statement which)
{
    if (!postgres->text[which]) {
        postgres->text[which] = dollars(bil_store_sql[which].postgres ? bil_store_sql[which].postgres : bil_store_sql[which].sql);
    }
    return postgres->text[which];
}

static void *begin_query(struct bil_store *store, enum bil_statement which, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    if (!be_connected(store, error)) {
        return NULL;
    }
    for (int i = 0; i < BIL_POSTGRES_QUERIES; i++) {
        struct bil_postgres_query *query = &postgres->query[i];
        if (!query->used) {
            *query = (struct bil_postgres_query){.used = true, .which = which};
            return query;
        }
    }
    bil_store_amiss(store, error, "More than %d statements are asked at the same time.", BIL_POSTGRES_QUERIES);
    return NULL;
}

static void *begin_failing(struct bil_store *store, enum bil_statement which, struct bil_error *error)
{
    struct bil_postgres_query *query = begin_query(store, which, error);
    if (query) {
        query->fails = true;
    }
    return query;
}

static void *begin_text(struct bil_store *store, const char *sql, struct bil_error *error)
{
    struct bil_postgres_query *query = begin_query(store, BIL_SQL_IDS, error);
    if (query) {
        query->own = dollars(sql);
    }
    return query;
}

static void bind_value(struct bil_postgres_query *query, int place, struct bil_pg_value value)
{
    query->value[place - 1] = value;
    query->values = place > query->values ? place : query->values;
}

static void bind_none(void *at, int place, char kind)
{
    bind_value(at, place, bil_pg_none(kind == 'i' ? BIL_PG_INTEGER : kind == 't' ? BIL_PG_TEXT : BIL_PG_BYTES));
}

static void bind_text(void *at, int place, const char *text)
{
    bind_value(at, place, bil_pg_text(text));
}

static void bind_integer(void *at, int place, int64_t number)
{
    bind_value(at, place, bil_pg_integer(number));
}

static void bind_bytes(void *at, int place, const void *bytes, int count)
{
    bind_value(at, place, bil_pg_bytes(bytes, (size_t)count));
}

/* What is said for a query: where a test wants it to fail, something that fails at the server as a full disk does. */
static const char *said_for(struct bil_store *store, struct bil_postgres_query *query)
{
    if (query->fails) {
        query->values = 0;
        return "DO $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END$$";
    }
    return query->own ? query->own : statement_text(bil_postgres_of(store), query->which);
}

void bil_postgres_forget_ahead(struct bil_postgres *postgres)
{
    while (postgres->aheads > 0) {
        bil_pg_result_free(&postgres->ahead[--postgres->aheads].result);
    }
}

/* The id that a statement has as its first value. */
static const char *id_of(const struct bil_postgres_query *query)
{
    return query->values > 0 && query->value[0].kind == BIL_PG_TEXT && !query->value[0].none ? query->value[0].bytes : "";
}

static int64_t second_value(const struct bil_postgres_query *query)
{
    return query->values > 1 && query->value[1].kind == BIL_PG_INTEGER ? query->value[1].integer : 0;
}

static void end_query(struct bil_store *store, void *at)
{
    (void)store;
    struct bil_postgres_query *query = at;
    bil_pg_result_free(&query->result);
    free(query->own);
    query->own = NULL;
    query->used = false;
}

static bool ask_ahead(struct bil_store *store, void *const at[], int count, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    bil_postgres_forget_ahead(postgres);
    for (int i = 0; i < count; i++) {
        struct bil_postgres_query *query = at[i];
        struct bil_postgres_ahead *ahead = &postgres->ahead[postgres->aheads++];
        const char *sql = said_for(store, query);
        *ahead = (struct bil_postgres_ahead){.which = query->which, .number = second_value(query)};
        snprintf(ahead->id, sizeof ahead->id, "%s", id_of(query));
        bil_pg_send(postgres->pg, sql, query->value, query->values, &ahead->result);
    }
    const bool fine = bil_pg_sync(postgres->pg, &said) || failed(store, &said, error);
    for (int i = 0; i < count; i++) {
        end_query(store, at[i]);
    }
    postgres->needs = 0;
    if (!fine) {
        bil_postgres_forget_ahead(postgres);
    }
    return fine;
}

/* Gives a query the answer of what was said ahead. Anything else that is said makes all such answers too old. */
static bool was_ahead(struct bil_postgres *postgres, struct bil_postgres_query *query)
{
    for (int i = 0; i < postgres->aheads; i++) {
        struct bil_postgres_ahead *ahead = &postgres->ahead[i];
        if (!query->fails && !query->own && ahead->result.handle && ahead->which == query->which && *ahead->id &&
            strcmp(ahead->id, id_of(query)) == 0 && ahead->number == second_value(query)) {
            query->result = ahead->result;
            ahead->result.handle = NULL;
            return true;
        }
    }
    bil_postgres_forget_ahead(postgres);
    return false;
}

static enum bil_query_result step_query(struct bil_store *store, void *at, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_postgres_query *query = at;
    struct bil_error said = {{0}};
    if (!query->asked && was_ahead(postgres, query)) {
        query->asked = true;
        query->row = -1;
    }
    if (!query->asked) {
        const bool commits = query->which == BIL_SQL_COMMIT;
        const bool fine = !commits || bil_pg_sync(postgres->pg, &said); /* all before it was well */
        const char *sql = said_for(store, query);
        query->asked = true;
        if (!fine || !bil_pg_ask(postgres->pg, sql, query->value, query->values, &query->result, &said)) {
            store->unsure = fine && commits && bil_pg_lost(postgres->pg);
            failed(store, &said, error);
            postgres->needs = 0;
            return BIL_QUERY_FAILED;
        }
        postgres->needs = 0;
        query->row = -1;
    }
    query->row++;
    return query->row < bil_pg_rows(&query->result) ? BIL_QUERY_ROW : BIL_QUERY_DONE;
}

static int64_t count_changed(struct bil_store *store, void *at)
{
    (void)store;
    const struct bil_postgres_query *query = at;
    return bil_pg_changed(&query->result);
}

static void queue_change(struct bil_store *store, void *at, int64_t least, const struct bil_store_need *need)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_postgres_query *query = at;
    const char *sql = said_for(store, query);
    bil_postgres_forget_ahead(postgres);
    postgres->need = bil_memory_grow(postgres->need, (size_t)postgres->needs + 1, sizeof *postgres->need);
    postgres->need[postgres->needs] = *need;
    bil_pg_queue(postgres->pg, sql, query->value, query->values, least, postgres->needs++);
}

/* ------------------------------------------------------------------ columns */

static bool column_is_none(void *at, int column)
{
    const struct bil_postgres_query *query = at;
    return bil_pg_is_none(&query->result, query->row, column);
}

static int64_t column_number(void *at, int column)
{
    const struct bil_postgres_query *query = at;
    return bil_pg_number(&query->result, query->row, column);
}

static const char *column_text(void *at, int column, size_t *length)
{
    const struct bil_postgres_query *query = at;
    const char *text = bil_pg_string(&query->result, query->row, column, length);
    return column_is_none(at, column) ? NULL : text;
}

static const void *column_bytes(void *at, int column, size_t *length)
{
    return column_text(at, column, length);
}

/* ------------------------------------------------------------------ transactions */

static bool still_open(struct bil_store *store)
{
    (void)store; /* a connection that was lost is found out by the answers that are missing */
    return true;
}

static void roll_back(struct bil_store *store)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said;
    bil_postgres_forget_ahead(postgres);
    bil_pg_sync(postgres->pg, &said); /* what becomes of it is no matter any more */
    postgres->needs = 0;
    if (!bil_pg_lost(postgres->pg) && !bil_pg_ask(postgres->pg, "ROLLBACK", NULL, 0, NULL, &said)) {
        bil_pg_lose(postgres->pg, "it cannot take a transaction back");
    }
}

const struct bil_store_asking bil_postgres_asking = {
    .begin_failing = begin_failing,
    .begin_text = begin_text,
    .begin = begin_query,
    .bind_text = bind_text,
    .bind_integer = bind_integer,
    .bind_bytes = bind_bytes,
    .bind_none = bind_none,
    .step = step_query,
    .changed = count_changed,
    .queue = queue_change,
    .ahead = ask_ahead,
    .end = end_query,
    .is_none = column_is_none,
    .number = column_number,
    .text = column_text,
    .bytes = column_bytes,
    .still_open = still_open,
    .rollback = roll_back,
};

const struct bil_store_sharing bil_postgres_sharing = {claim_database, session_number, mind_session, next_asked};
