/* The store in one SQLite file: opening it, transactions, statements, failures in words, health.
 *
 * The file is in WAL mode with synchronous=FULL: what bil_store_commit said yes to outlives a power cut, and readers of copies do
 * not stop the writer. Tables, entries and people are in store_tables.c, store_log.c, store_people.c; the schema in store_schema.c.
 * Must never go on in a transaction in which something failed. */
#include "server/store_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store_journal.h"
#include "table/memory.h"

enum {
    BUSY_MS = 2000,            /* waits that long for another program that writes */
    WAL_LIMIT_BYTES = 64 << 20 /* what the journal may keep of the disk when it is empty */
};

/* ------------------------------------------------------------------ failures */

/* What the database's answers mean to whoever runs a server, by their primary code. */
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

bool bil_store_say(const char *path, const char *what, sqlite3 *db, int code, struct bil_error *error)
{
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (meanings[i].code == (code & 0xFF)) {
            return bil_fail(error, "The database %s cannot be %s: %s.", path, what, meanings[i].text);
        }
    }
    return bil_fail(error, "The database %s cannot be %s: %s.", path, what, db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
}

bool bil_store_failed(struct bil_store *store, int code, struct bil_error *error)
{
    store->broken = store->open;
    store->damaged = (code & 0xFF) == SQLITE_CORRUPT;
    return bil_store_say(store->path, "used", store->db, code, error);
}

bool bil_store_unsound(struct bil_store *store, struct bil_error *error)
{
    store->damaged = true;
    return bil_store_say(store->path, "used", store->db, SQLITE_CORRUPT, error);
}

bool bil_store_damaged(const struct bil_store *store)
{
    return store->damaged;
}

bool bil_store_amiss(struct bil_store *store, struct bil_error *error, const char *format, ...)
{
    char sentence[BIL_ERROR_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    store->broken = store->open;
    store->damaged = false;
    return bil_fail(error, "%s", sentence);
}

/* ------------------------------------------------------------------ statements */

/* Counts a statement; false if a test wants this one to fail. */
static bool may_go_on(struct bil_store *store)
{
    store->calls++;
    if (store->fail_at < -1) {
        store->fail_at++;
        return true;
    }
    return store->fail_at >= 0 && (store->fail_at == 0 || --store->fail_at != 0);
}

struct bil_query bil_query_begin(struct bil_store *store, enum bil_statement which, struct bil_error *error)
{
    struct bil_query query = {store, NULL, error};
    if (!store->statement[which]) {
        const int code =
            sqlite3_prepare_v3(store->db, bil_store_sql[which], -1, SQLITE_PREPARE_PERSISTENT, &store->statement[which], NULL);
        if (code != SQLITE_OK) {
            bil_store_failed(store, code, error);
            return query;
        }
    }
    if (!may_go_on(store)) {
        bil_store_failed(store, SQLITE_FULL, error);
        return query;
    }
    query.statement = store->statement[which];
    return query;
}

void bil_query_text(struct bil_query *query, int place, const char *text)
{
    if (query->statement) {
        sqlite3_bind_text(query->statement, place, text, -1, SQLITE_STATIC);
    }
}

void bil_query_integer(struct bil_query *query, int place, int64_t number)
{
    if (query->statement) {
        sqlite3_bind_int64(query->statement, place, number);
    }
}

void bil_query_bytes(struct bil_query *query, int place, const void *bytes, int count)
{
    if (query->statement) {
        sqlite3_bind_blob(query->statement, place, bytes, count, SQLITE_STATIC);
    }
}

enum bil_query_result bil_query_step(struct bil_query *query)
{
    if (!query->statement) {
        return BIL_QUERY_FAILED;
    }
    const int code = sqlite3_step(query->statement);
    if (code == SQLITE_ROW) {
        return BIL_QUERY_ROW;
    }
    if (code == SQLITE_DONE) {
        return BIL_QUERY_DONE;
    }
    if ((code & 0xFF) == SQLITE_CORRUPT && sqlite3_stmt_readonly(query->statement)) {
        bil_store_unsound(query->store, query->error);
    } else {
        bil_store_failed(query->store, code, query->error);
    }
    return BIL_QUERY_FAILED;
}

void bil_query_end(struct bil_query *query)
{
    if (query->statement) {
        sqlite3_reset(query->statement); /* its code is that of the last step, which was told */
        sqlite3_clear_bindings(query->statement);
    }
}

int bil_query_run(struct bil_query *query)
{
    const enum bil_query_result result = bil_query_step(query);
    bil_query_end(query);
    return result == BIL_QUERY_DONE ? sqlite3_changes(query->store->db) : -1;
}

int64_t bil_query_number(const struct bil_query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

static bool damaged(struct bil_query *query)
{
    return bil_store_unsound(query->store, query->error);
}

bool bil_query_copy_bytes(struct bil_query *query, int column, uint8_t *bytes, int count)
{
    const void *kept = sqlite3_column_blob(query->statement, column);
    if (sqlite3_column_bytes(query->statement, column) != count || !kept) {
        return damaged(query);
    }
    memcpy(bytes, kept, (size_t)count);
    return true;
}

bool bil_query_copy_text(struct bil_query *query, int column, char *text, size_t size)
{
    const char *kept = (const char *)sqlite3_column_text(query->statement, column);
    const size_t length = (size_t)sqlite3_column_bytes(query->statement, column);
    if (!kept || length >= size) {
        return damaged(query);
    }
    memset(text, 0, size);
    memcpy(text, kept, length);
    return true;
}

/* ------------------------------------------------------------------ transactions */

bool bil_store_begin(struct bil_store *store, struct bil_error *error)
{
    if (store->open) {
        return true;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_BEGIN, error);
    store->open = bil_query_run(&query) >= 0;
    store->broken = false;
    return store->open;
}

void bil_store_rollback(struct bil_store *store)
{
    /* The database may have rolled back by itself, when the disk was full. */
    if (store->open && !sqlite3_get_autocommit(store->db)) {
        for (int i = 0; i < BIL_STATEMENTS; i++) {
            if (store->statement[i]) {
                sqlite3_reset(store->statement[i]);
            }
        }
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    }
    store->open = false;
    store->broken = false;
    bil_store_forget(store);
}

bool bil_store_commit(struct bil_store *store, struct bil_error *error)
{
    if (!store->open) {
        return true;
    }
    if (store->broken || sqlite3_get_autocommit(store->db)) {
        bil_store_rollback(store);
        return bil_fail(error, "Nothing was stored in %s, because a part of it could not be.", store->path);
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_COMMIT, error);
    if (bil_query_run(&query) < 0) {
        bil_store_rollback(store);
        return false;
    }
    store->open = false;
    return true;
}

bool bil_store_writing(const struct bil_store *store)
{
    return store->open;
}

bool bil_store_within(struct bil_store *store, bool *own, struct bil_error *error)
{
    *own = !store->open;
    return bil_store_begin(store, error);
}

bool bil_store_ends(struct bil_store *store, bool own, bool fine, struct bil_error *error)
{
    if (own && fine) {
        return bil_store_commit(store, error);
    }
    if (own) {
        bil_store_rollback(store);
    }
    return fine;
}

/* ------------------------------------------------------------------ opening */

/* A file that is not there yet is made here, so that nobody else of the machine can read secrets in it. */
static bool make_private(const char *path, struct bil_error *error)
{
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) {
        close(file);
        return true;
    }
    return errno == EEXIST || bil_fail(error, "The database %s cannot be made: %s.", path, strerror(errno));
}

/* How the connection is to behave. A file may have been tampered with: what its schema says is not trusted. */
static const char settings[] = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON;"
                               "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;";
static const char durable[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;";

static bool set_up(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    sqlite3_extended_result_codes(store->db, 1);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    int version = 0;
    int code = sqlite3_exec(store->db, settings, NULL, NULL, NULL);
    if (code != SQLITE_OK) {
        return bil_store_say(store->path, "opened", store->db, code, error);
    }
    if (sqlite3_db_readonly(store->db, "main") == 1) { /* the database opens such a file all the same, and fails later */
        return bil_store_say(store->path, "opened for writing", store->db, SQLITE_READONLY, error);
    }
    /* Looked at before anything is changed: a stranger's file stays as it is. */
    if (!bil_schema_look(store->db, store->path, &version, error) || !bil_store_sound(store, tell, context, error)) {
        return false;
    }
    code = sqlite3_exec(store->db, durable, NULL, NULL, NULL);
    if (code == SQLITE_OK) {
        char limit[64];
        sqlite3_snprintf((int)sizeof limit, limit, "PRAGMA journal_size_limit = %d", WAL_LIMIT_BYTES);
        code = sqlite3_exec(store->db, limit, NULL, NULL, NULL);
    }
    if (code != SQLITE_OK) {
        return bil_store_say(store->path, "opened for writing", store->db, code, error);
    }
    return bil_schema_bring(store, error);
}

/* The database itself passes over what does not fit in its journal without a word. */
static void look_at_journal(const char *path, bil_store_tell tell, void *context)
{
    static const enum bil_gravity gravity[] = {[BIL_JOURNAL_TORN] = BIL_GRAVITY_NOTE,
                                               [BIL_JOURNAL_DOUBT] = BIL_GRAVITY_DOUBT,
                                               [BIL_JOURNAL_LOST] = BIL_GRAVITY_LOSS,
                                               [BIL_JOURNAL_UNKNOWN] = BIL_GRAVITY_DOUBT};
    struct bil_journal journal;
    bil_journal_look(path, false, &journal);
    if (*journal.words) {
        tell(context, gravity[journal.state], journal.words);
    }
}

struct bil_store *bil_store_open(const char *path, struct bil_error *error)
{
    return bil_store_open_telling(path, NULL, NULL, error);
}

struct bil_store *bil_store_open_telling(const char *path, bil_store_tell tell, void *context, struct bil_error *error)
{
    if (!*path) {
        bil_fail(error, "The database has no name; name a file, like billions.db.");
        return NULL;
    }
    const bool memory = strcmp(path, ":memory:") == 0;
    if (!memory && !make_private(path, error)) {
        return NULL;
    }
    if (tell && !memory) {
        look_at_journal(path, tell, context);
    }
    struct bil_store *store = bil_memory_zero(1, sizeof *store);
    store->path = bil_memory_text(path, strlen(path));
    store->memory = memory;
    const int code = sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        bil_store_say(path, "opened", store->db, code, error);
    }
    if (code != SQLITE_OK || !set_up(store, tell, context, error)) {
        bil_store_close(store);
        return NULL;
    }
    return store;
}

struct bil_store *bil_store_open_to_read(const char *path, struct bil_error *error)
{
    struct bil_store *store = bil_memory_zero(1, sizeof *store);
    int version = 0;
    store->path = bil_memory_text(path, strlen(path));
    const int code = sqlite3_open_v2(path, &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    bool fine = code == SQLITE_OK || bil_store_say(path, "opened", store->db, code, error);
    if (fine) {
        sqlite3_extended_result_codes(store->db, 1);
        sqlite3_busy_timeout(store->db, BUSY_MS);
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
        sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        sqlite3_exec(store->db, settings, NULL, NULL, NULL);
        fine = bil_schema_look(store->db, path, &version, error);
    }
    if (fine && version != BIL_SCHEMA_VERSION) {
        fine = bil_fail(error, "%s is %s; a server brings it up to date when it opens it, and then it can be looked at.", path,
                        version == 0 ? "an empty database" : "of an older version");
    }
    if (!fine) {
        bil_store_close(store);
        return NULL;
    }
    return store;
}

void bil_store_close(struct bil_store *store)
{
    if (!store) {
        return;
    }
    bil_store_rollback(store);
    bil_store_tend_no_more(store);
    for (int i = 0; i < BIL_STATEMENTS; i++) {
        sqlite3_finalize(store->statement[i]);
    }
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

/* ------------------------------------------------------------------ operation */

bool bil_store_healthy(struct bil_store *store, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_TOUCH_HEALTH, error);
    const int changed = bil_query_run(&query);
    return changed == 1 || (changed == 0 && bil_store_failed(store, SQLITE_CORRUPT, error));
}

void bil_store_fail_at(struct bil_store *store, int64_t call)
{
    store->fail_at = call;
}

int64_t bil_store_calls(const struct bil_store *store)
{
    return store->calls;
}
