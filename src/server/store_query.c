/* How the SQLite store asks its database: statements, what of an answer is damage, and failures in words.
 *
 * Must never let a statement fail without breaking the transaction that it stands in. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "server/store_internal.h"

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
