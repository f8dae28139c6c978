/* The store in a database of PostgreSQL: opening it, and looking it through. How it is asked is in postgres_query.c, its
 * tables in store/postgres_schema.c.
 *
 * A commit returns when the database's server has it on its disk, or on those of its standbys, as it is set up there. Must never
 * show an address as it was given: it may hold a password. */
#include "server/store/postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

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
    bil_postgres_forget_ahead(postgres);
    bil_pg_close(postgres->pg);
    for (int i = 0; i < BIL_STATEMENTS; i++) {
        free(postgres->text[i]);
    }
    free(postgres->need);
    free(postgres);
}

/* ------------------------------------------------------------------ operation */

static void snapshot_begin(struct bil_store *store)
{
    bil_pg_say(bil_postgres_of(store)->pg, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", NULL);
}

static void snapshot_end(struct bil_store *store)
{
    bil_pg_say(bil_postgres_of(store)->pg, "ROLLBACK", NULL);
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
    .ask = &bil_postgres_asking,
    .late = true,
    .open = open_database,
    .open_to_read = open_to_read,
    .close = close_database,
    .after_carrying = sequences,
    .snapshot_begin = snapshot_begin,
    .snapshot_end = snapshot_end,
    .status = status,
    .standbys = standbys,
    .figures = bil_postgres_figures,
    .servers = servers,
    .sharing = &bil_postgres_sharing,
    .copy = no_copy,
    .integrity = integrity,
};
