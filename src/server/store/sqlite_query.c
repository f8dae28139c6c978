/* How SQLite is asked: prepared statements, its columns, its transactions, and what its codes mean in words. Must never be called
 * but through the driver, which counts. */
#include "server/store/sqlite.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

/* ------------------------------------------------------------------ failures */

/* What the database's answers mean to the operator of a server, by their primary code. */
static const struct {
    int code;
    const char *text;
} meanings[] = {
    {SQLITE_FULL, "the disk is full; make room"},
    {SQLITE_IOERR, "the disk answers with an error; look at the system's log, and have a backup at hand"},
    {SQLITE_READONLY, "it is read-only; check who owns the file and its folder, and how the disk is mounted"},
    {SQLITE_PERM, "this user may not; check who owns the file and its folder"},
    {SQLITE_CANTOPEN, "the file or its folder cannot be opened; check that the folder exists and who owns it"},
    {SQLITE_BUSY, "another program holds it; only one server may use a database"},
    {SQLITE_LOCKED, "another program holds it; only one server may use a database"},
    {SQLITE_NOTADB, "it is no database; name a file that does not exist yet, or one of this server"},
    {SQLITE_CORRUPT, "it is damaged; billions serve --check tells where, and the latest backup what was there"},
};

bool bil_sqlite_say(const char *path, const char *what, sqlite3 *db, int code, struct bil_error *error)
{
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (meanings[i].code == (code & 0xFF)) {
            return bil_fail(error, "The database %s cannot be %s: %s.", path, what, meanings[i].text);
        }
    }
    return bil_fail(error, "The database %s cannot be %s: %s.", path, what, db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
}

bool bil_sqlite_failed(struct bil_store *store, int code, struct bil_error *error)
{
    bil_store_failed(store, (code & 0xFF) == SQLITE_CORRUPT);
    return bil_sqlite_say(store->path, "used", bil_sqlite_of(store)->db, code, error);
}

/* ------------------------------------------------------------------ the connection */

static const char settings[] = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON;"
                               "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;";

int bil_sqlite_harden(sqlite3 *db)
{
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BIL_SQLITE_BUSY_MS);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    return sqlite3_exec(db, settings, NULL, NULL, NULL);
}

/* ------------------------------------------------------------------ statements */

/* The journal itself may have filled the disk: what is in it goes into the database, if that need not grow for it, and the journal
 * gives back its room. Does not wait for readers. */
static void empty_journal(sqlite3 *db)
{
    sqlite3_busy_timeout(db, 0);
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(db, BIL_SQLITE_BUSY_MS);
}

static void *begin_query(struct bil_store *store, enum bil_statement which, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    if (sqlite->full && sqlite3_get_autocommit(sqlite->db)) {
        sqlite->full = false;
        empty_journal(sqlite->db);
    }
    if (!sqlite->statement[which]) {
        const int code = sqlite3_prepare_v3(sqlite->db, bil_store_sql[which].sql, -1, SQLITE_PREPARE_PERSISTENT,
                                            &sqlite->statement[which], NULL);
        if (code != SQLITE_OK) {
            bil_sqlite_failed(store, code, error);
            return NULL;
        }
    }
    return sqlite->statement[which];
}

static void *begin_failing(struct bil_store *store, enum bil_statement which, struct bil_error *error)
{
    (void)which;
    bil_sqlite_failed(store, SQLITE_FULL, error);
    return NULL;
}

static void *begin_text(struct bil_store *store, const char *sql, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    sqlite3_stmt *statement = NULL;
    for (struct bil_sqlite_text *text = sqlite->texts; text; text = text->next) {
        if (strcmp(text->sql, sql) == 0) {
            return text->statement;
        }
    }
    const int code = sqlite3_prepare_v3(sqlite->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    if (code != SQLITE_OK) {
        bil_sqlite_failed(store, code, error);
        return NULL;
    }
    struct bil_sqlite_text *made = bil_memory_zero(1, sizeof *made);
    *made = (struct bil_sqlite_text){sqlite->texts, bil_memory_text(sql, strlen(sql)), statement};
    sqlite->texts = made;
    return statement;
}

void bil_sqlite_forget_texts(struct bil_sqlite *sqlite)
{
    while (sqlite->texts) {
        struct bil_sqlite_text *text = sqlite->texts;
        sqlite->texts = text->next;
        sqlite3_finalize(text->statement);
        free(text->sql);
        free(text);
    }
}

static void bind_none(void *at, int place, char kind)
{
    (void)kind;
    sqlite3_bind_null(at, place);
}

static void bind_text(void *at, int place, const char *text)
{
    sqlite3_bind_text(at, place, text, -1, SQLITE_STATIC);
}

static void bind_integer(void *at, int place, int64_t number)
{
    sqlite3_bind_int64(at, place, number);
}

static void bind_bytes(void *at, int place, const void *bytes, int count)
{
    sqlite3_bind_blob(at, place, bytes, count, SQLITE_STATIC);
}

/* Whether a COMMIT that failed with this code may be found stored after a crash. SQLite writes the end of a commit into the
 * journal, flushes it, and then extends the journal's index. If the flush or the index fails SQLite rolls back, but the end is
 * written: the next process that opens the files finds the commit, unless a later one was written over it. So any code may mean
 * that, but three: a lock (BUSY) and a foreign key (CONSTRAINT) are refused before anything is written, and FULL comes from a write
 * of a page that fell short. The end is the last page that is written, so then the end is missing. (A failed flush for want of room
 * is IOERR.) */
static bool may_come_back(int code)
{
    const int primary = code & 0xFF;
    return primary != SQLITE_FULL && primary != SQLITE_CONSTRAINT && primary != SQLITE_BUSY;
}

static enum bil_query_result step_query(struct bil_store *store, void *at, struct bil_error *error)
{
    const int code = sqlite3_step(at);
    if (code == SQLITE_ROW) {
        return BIL_QUERY_ROW;
    }
    if (code == SQLITE_DONE) {
        return BIL_QUERY_DONE;
    }
    bil_sqlite_of(store)->full = bil_sqlite_of(store)->full || (code & 0xFF) == SQLITE_FULL;
    store->unsure = at == bil_sqlite_of(store)->statement[BIL_SQL_COMMIT] && may_come_back(code);
    if ((code & 0xFF) == SQLITE_CORRUPT && sqlite3_stmt_readonly(at)) {
        bil_store_unsound(store, error);
    } else {
        bil_sqlite_failed(store, code, error);
    }
    return BIL_QUERY_FAILED;
}

static int64_t count_changed(struct bil_store *store, void *at)
{
    (void)at;
    return sqlite3_changes(bil_sqlite_of(store)->db);
}

static void end_query(struct bil_store *store, void *at)
{
    (void)store;
    sqlite3_reset(at); /* its code is that of the last step, which was told */
    sqlite3_clear_bindings(at);
}

/* ------------------------------------------------------------------ columns */

static bool column_is_none(void *at, int column)
{
    return sqlite3_column_type(at, column) == SQLITE_NULL;
}

static int64_t column_number(void *at, int column)
{
    return sqlite3_column_int64(at, column);
}

static const char *column_text(void *at, int column, size_t *length)
{
    const char *text = (const char *)sqlite3_column_text(at, column);
    *length = (size_t)sqlite3_column_bytes(at, column);
    return text;
}

static const void *column_bytes(void *at, int column, size_t *length)
{
    const void *bytes = sqlite3_column_blob(at, column);
    *length = (size_t)sqlite3_column_bytes(at, column);
    return bytes;
}

/* ------------------------------------------------------------------ transactions */

static bool still_open(struct bil_store *store)
{
    return !sqlite3_get_autocommit(bil_sqlite_of(store)->db);
}

static void roll_back(struct bil_store *store)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    if (sqlite3_get_autocommit(sqlite->db)) { /* the database has rolled back by itself, when the disk was full */
        return;
    }
    for (int i = 0; i < BIL_STATEMENTS; i++) {
        if (sqlite->statement[i]) {
            sqlite3_reset(sqlite->statement[i]);
        }
    }
    for (struct bil_sqlite_text *text = sqlite->texts; text; text = text->next) {
        sqlite3_reset(text->statement);
    }
    sqlite3_exec(sqlite->db, "ROLLBACK", NULL, NULL, NULL);
}

const struct bil_store_asking bil_sqlite_asking = {
    .begin_failing = begin_failing,
    .begin_text = begin_text,
    .begin = begin_query,
    .bind_text = bind_text,
    .bind_integer = bind_integer,
    .bind_bytes = bind_bytes,
    .bind_none = bind_none,
    .step = step_query,
    .changed = count_changed,
    .end = end_query,
    .is_none = column_is_none,
    .number = column_number,
    .text = column_text,
    .bytes = column_bytes,
    .still_open = still_open,
    .rollback = roll_back,
};
