/* The store in one SQLite file: opening it, and health. How it is asked stands in store_query.c, transactions in
 * store_transaction.c.
 *
 * The file is in WAL mode with synchronous=FULL: what bil_store_commit said yes to outlives a power cut, and readers of copies do
 * not stop the writer. Tables, entries and people are in store_tables.c, store_log.c, store_accounts.c; the schema in
 * store_schema.c. Must never change a file that is not ours. */
#include "server/store_internal.h"

#include <errno.h>
#include <fcntl.h>
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
    if (!bil_schema_look(store->db, store->path, &version, error) || !bil_store_open_check(store, tell, context, error)) {
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
    static const enum bil_severity severity[] = {[BIL_JOURNAL_TORN] = BIL_SEVERITY_NOTE,
                                                 [BIL_JOURNAL_DOUBT] = BIL_SEVERITY_DOUBT,
                                                 [BIL_JOURNAL_LOST] = BIL_SEVERITY_LOSS,
                                                 [BIL_JOURNAL_UNKNOWN] = BIL_SEVERITY_DOUBT};
    struct bil_journal journal;
    bil_journal_look(path, false, &journal);
    if (*journal.words) {
        tell(context, severity[journal.state], journal.words);
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
    bil_store_maintain_no_more(store);
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
