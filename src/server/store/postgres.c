/* The store in a database of PostgreSQL: opening it, asking it, looking it through. Its tables are in store/postgres_schema.c.
 *
 * A commit returns when the database's server has it on its disk, or on those of its standbys, as it is set up there. Must never
 * show an address as it was given: it may hold a password. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/store/postgres.h"
#include "table/clock.h"
#include "table/memory.h"

/* The connection of a store to PostgreSQL as a session: opened again when it was lost, known to be there, and what it holds as long
 * as it lives: the claim of the database, and news of who wants a table.
 *
 * Must never go on with a session as if it were the one before. */

enum { REST_MS = 500 }; /* between two vain tries to connect */

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
    const struct bil_sql_value values[] = {bil_sql_integer(postgres->process.number), bil_sql_integer(postgres->process.began)};
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
    const struct bil_sql_value schema = bil_sql_text(postgres->schema);
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
    } else if (bil_clock_ms_of(CLOCK_BOOTTIME) - postgres->pg->heard >= BIL_STORE_HEARD) {
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

static void read_figures(const struct bil_store *store, struct bil_store_figures *figures)
{
    const struct bil_postgres *postgres = bil_postgres_of(store);
    figures->round_trips = (uint64_t)postgres->pg->trips;
    memcpy(figures->reopened, postgres->reopened, sizeof figures->reopened);
    figures->connected = !bil_pg_lost(postgres->pg);
}

/* ------------------------------------------------------------------ how it is asked */

/* What a transaction changes is sent without waiting; its answers are looked at before the next question,
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

static void *begin_query(struct bil_store *store, const struct bil_store_asked *asked, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    if (!be_connected(store, error)) {
        return NULL;
    }
    for (int i = 0; i < BIL_POSTGRES_QUERIES; i++) {
        struct bil_postgres_query *query = &postgres->query[i];
        if (!query->used) {
            *query =
                (struct bil_postgres_query){.used = true, .which = asked->which, .values = asked->count, .fails = asked->fails};
            query->own = asked->sql ? dollars(asked->sql) : NULL;
            for (int value = 0; value < asked->count; value++) {
                query->value[value] = asked->values[value];
            }
            return query;
        }
    }
    bil_store_amiss(store, error, "More than %d statements are asked at the same time.", BIL_POSTGRES_QUERIES);
    return NULL;
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

static void forget_ahead(struct bil_postgres *postgres)
{
    while (postgres->aheads > 0) {
        bil_pg_result_free(&postgres->ahead[--postgres->aheads].result);
    }
}

/* The id that a statement has as its first value. */
static const char *id_of(const struct bil_postgres_query *query)
{
    return query->values > 0 && query->value[0].kind == BIL_KIND_TEXT && !query->value[0].none ? query->value[0].bytes : "";
}

static int64_t second_value(const struct bil_postgres_query *query)
{
    return query->values > 1 && query->value[1].kind == BIL_KIND_INTEGER ? query->value[1].integer : 0;
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
    forget_ahead(postgres);
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
        forget_ahead(postgres);
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
    forget_ahead(postgres);
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
    forget_ahead(postgres);
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
    forget_ahead(postgres);
    bil_pg_sync(postgres->pg, &said); /* what becomes of it is no matter any more */
    postgres->needs = 0;
    if (!bil_pg_lost(postgres->pg) && !bil_pg_ask(postgres->pg, "ROLLBACK", NULL, 0, NULL, &said)) {
        bil_pg_lose(postgres->pg, "it cannot take a transaction back");
    }
}

static const struct bil_store_asking asking = {
    .begin = begin_query,
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

static const struct bil_store_sharing sharing = {claim_database, session_number, mind_session, next_asked};

/* ------------------------------------------------------------------ opening */

enum {
    ANSWER_MS = 4000, /* a server waits so long for an answer; then it looks for another connection */
    ROOM = 5000       /* locks, below which somebody should hear of it */
};

/* After every connecting. Who stops in the middle of a transaction, or is gone, shall not keep others waiting for its
 * tables. The tables lie in a schema of their own; an address may name another (options=-csearch_path=NAME). What is acknowledged
 * must be on a disk, so that a database that is set up to answer sooner is asked not to. */
static const char greeting[] =
    "SELECT set_config('search_path', CASE WHEN current_setting('search_path') = '\"$user\", public' THEN 'billions' "
    "ELSE split_part(current_setting('search_path'), ',', 1) END, false),"
    "set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' "
    "ELSE current_setting('synchronous_commit') END, false);"
    "SET statement_timeout = 8000; SET lock_timeout = 4000; SET idle_in_transaction_session_timeout = 2000;"
    "SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2; SET tcp_user_timeout = 4000;"
    "SET default_transaction_isolation = 'read committed'";

static bool connect_and_look(struct bil_store *store, bool make, struct bil_error *error)
{
    const struct bil_pg_settings settings = {
        .application = "billions serve", .greeting = greeting, .answer_ms = make ? ANSWER_MS : 0};
    struct bil_postgres *postgres = bil_memory_zero(1, sizeof *postgres);
    store->base = postgres;
    postgres->pg = bil_pg_open(store->where, &settings, error);
    return postgres->pg && bil_postgres_schema_bring(store, make, error);
}

/* Every table that a server has in memory is a lock, and all of them share the room that the database's server has for locks. */
static bool look_at_room(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct bil_error said = {{0}};
    struct bil_pg_result result = {0};
    char sentence[300];
    const bool fine =
        bil_pg_ask(bil_postgres_of(store)->pg,
                   "SELECT current_setting('max_locks_per_transaction')::bigint, "
                   "current_setting('max_connections')::bigint + current_setting('max_prepared_transactions')::bigint",
                   NULL, 0, &result, &said);
    const int64_t each = bil_pg_number(&result, 0, 0);
    const int64_t room = each * bil_pg_number(&result, 0, 1);
    bil_pg_result_free(&result);
    if (fine && tell && room < ROOM) {
        snprintf(sentence, sizeof sentence,
                 "The database's server has room for %lld locks (max_locks_per_transaction is %lld), and each table in memory of a "
                 "server needs one; for %d set it to %lld.",
                 (long long)room, (long long)each, ROOM, (long long)((int64_t)ROOM * each / (room > 0 ? room : 1) + 1));
        tell(context, BIL_SEVERITY_NOTE, sentence);
    }
    return fine || bil_postgres_failed(store, &said, error);
}

static bool open_database(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    return connect_and_look(store, true, error) && look_at_room(store, tell, context, error);
}

static bool open_to_read(struct bil_store *store, struct bil_error *error)
{
    return connect_and_look(store, false, error);
}

static void close_database(struct bil_store *store)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    forget_ahead(postgres);
    bil_pg_close(postgres->pg);
    for (int i = 0; i < BIL_STATEMENTS; i++) {
        free(postgres->text[i]);
    }
    free(postgres->need);
    free(postgres);
}

/* ------------------------------------------------------------------ operation */

static void use_snapshot(struct bil_store *store, bool begins)
{
    bil_pg_say(bil_postgres_of(store)->pg, begins ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "ROLLBACK", NULL);
}

static bool no_copy(const char *from, const char *path, struct bil_error *error)
{
    (void)path;
    struct bil_text shown = {0};
    bil_postgres_show_address(from, &shown);
    bil_fail(error,
             "%s is a database of PostgreSQL, which has its own means: pg_dump --schema=billions copies the tables, pg_basebackup "
             "all that its server holds; docs/operating.md says how.",
             bil_text_string(&shown));
    bil_text_free(&shown);
    return false;
}

/* Looks for what must not be: each statement gives a number of rows and what is wrong with them. Sums of entries are looked at
 * table by table (check.c), pages by the database's server (data_checksums, amcheck). */
static const struct {
    const char *sql, *words;
} faults[] = {
    {"SELECT count(*) FROM log l WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.nr = l.table_nr)", "entries belong to no table"},
    {"SELECT count(*) FROM seats s WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.nr = s.table_nr)", "seats belong to no table"},
    {"SELECT count(*) FROM held h WHERE NOT EXISTS (SELECT 1 FROM tables t WHERE t.nr = h.table_nr)",
     "answers that are held belong to no table"},
    {"SELECT count(*) FROM tables t WHERE NOT EXISTS (SELECT 1 FROM setups s WHERE s.table_nr = t.nr)", "tables have no setup"},
    {"SELECT count(*) FROM tables t WHERE NOT EXISTS (SELECT 1 FROM cards c WHERE c.table_nr = t.nr)",
     "tables have nothing for the lobby"},
    {"SELECT count(*) FROM tables t WHERE t.seats <> (SELECT count(*) FROM seats s WHERE s.table_nr = t.nr)",
     "tables do not have the seats that they say"},
    {"SELECT count(*) FROM (SELECT 1 FROM log GROUP BY table_nr HAVING count(*) <> max(number) OR min(number) <> 1) AS gaps",
     "tables have gaps among their entries"},
    {"SELECT count(*) FROM tables t WHERE t.entries > coalesce((SELECT max(number) FROM log l WHERE l.table_nr = t.nr), 0)",
     "tables have fewer entries than they say"},
};

static bool integrity(struct bil_store *store, void (*each)(void *context, const char *sentence), void (*going)(void *context),
                      void *context, struct bil_error *error)
{
    struct bil_pg *pg = bil_postgres_of(store)->pg;
    struct bil_error said = {{0}};
    bool fine = bil_pg_say(pg, "SET statement_timeout = 0", &said);
    for (size_t i = 0; i < sizeof faults / sizeof *faults && fine; i++) {
        struct bil_pg_result result = {0};
        fine = bil_pg_ask(pg, faults[i].sql, NULL, 0, &result, &said);
        const int64_t found = fine ? bil_pg_number(&result, 0, 0) : 0;
        if (found > 0) {
            char sentence[120];
            snprintf(sentence, sizeof sentence, "%lld %s", (long long)found, faults[i].words);
            each(context, sentence);
        }
        bil_pg_result_free(&result);
        if (going) {
            going(context);
        }
    }
    return fine || bil_postgres_failed(store, &said, error);
}

/* Numbers that were carried were not given by the database: it goes on behind them. */
static const char *const sequences[] = {
    "SELECT setval(pg_get_serial_sequence('tables', 'nr'), (SELECT coalesce(max(nr), 0) + 1 FROM tables), false)",
    "SELECT setval(pg_get_serial_sequence('people', 'nr'), (SELECT coalesce(max(nr), 0) + 1 FROM people), false)",
    "SELECT setval(pg_get_serial_sequence('results', 'nr'), (SELECT coalesce(max(nr), 0) + 1 FROM results), false)",
    NULL,
};

static const char status[] =
    "SELECT 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1), "
    "(SELECT version FROM schema_version WHERE one = 1), "
    "(SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
    " WHERE n.nspname = current_schema() AND c.relkind = 'r'), "
    "(SELECT count(*) FROM pg_locks l WHERE " BIL_POSTGRES_CLAIMS "), "
    "pg_is_in_recovery(), "
    /* A change may come while this is asked, and the clock that it has its time from may be ahead: below 0 means that none ever
       came. */
    "CASE WHEN pg_is_in_recovery() AND pg_last_xact_replay_timestamp() IS NOT NULL THEN "
    "greatest(0, (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::bigint) END";
static const char servers[] =
    "SELECT coalesce(a.application_name, ''), coalesce(host(a.client_addr), ''), "
    "(SELECT count(*) FROM pg_locks l WHERE l.pid = a.pid AND " BIL_POSTGRES_LOCKS "), "
    "CASE WHEN a.state = 'active' THEN 0 ELSE (extract(epoch FROM clock_timestamp() - a.state_change) * 1000)::bigint END "
    "FROM pg_stat_activity a WHERE a.pid IN (SELECT l.pid FROM pg_locks l WHERE " BIL_POSTGRES_CLAIMS ") ORDER BY 2, 1, a.pid";
static const char standbys[] =
    "SELECT coalesce(application_name, ''), coalesce(host(client_addr), ''), coalesce(state, ''), coalesce(sync_state, ''), "
    "pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END, "
    "replay_lsn)::bigint, "
    "(extract(epoch FROM replay_lag) * 1000)::bigint FROM pg_stat_replication ORDER BY 1, 2";

const struct bil_store_driver bil_store_postgres = {
    .ask = &asking,
    .late = true,
    .open = open_database,
    .open_to_read = open_to_read,
    .close = close_database,
    .after_carrying = sequences,
    .snapshot = use_snapshot,
    .status = status,
    .standbys = standbys,
    .figures = read_figures,
    .servers = servers,
    .sharing = &sharing,
    .copy = no_copy,
    .integrity = integrity,
};
