/* The store in one SQLite file: opening it. How it is asked stands in store_sqlite_query.c.
 *
 * The file is in WAL mode with synchronous=FULL: what bil_store_commit said yes to outlives a power cut, and readers of copies do
 * not stop the writer. Must never change a file that is not ours. */
#include "server/store_sqlite.h"

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
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    sqlite3_extended_result_codes(sqlite->db, 1);
    sqlite3_busy_timeout(sqlite->db, BUSY_MS);
    sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    int version = 0;
    int code = sqlite3_exec(sqlite->db, settings, NULL, NULL, NULL);
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "opened", sqlite->db, code, error);
    }
    if (sqlite3_db_readonly(sqlite->db, "main") == 1) { /* the database opens such a file all the same, and fails later */
        return bil_sqlite_say(store->path, "opened for writing", sqlite->db, SQLITE_READONLY, error);
    }
    /* Looked at before anything is changed: a stranger's file stays as it is. */
    if (!bil_sqlite_schema_look(sqlite->db, store->path, &version, error) || !bil_sqlite_open_check(store, tell, context, error)) {
        return false;
    }
    code = sqlite3_exec(sqlite->db, durable, NULL, NULL, NULL);
    if (code == SQLITE_OK) {
        char limit[64];
        sqlite3_snprintf((int)sizeof limit, limit, "PRAGMA journal_size_limit = %d", WAL_LIMIT_BYTES);
        code = sqlite3_exec(sqlite->db, limit, NULL, NULL, NULL);
    }
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "opened for writing", sqlite->db, code, error);
    }
    return bil_sqlite_schema_bring(store, error);
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

static bool open_file(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_memory_zero(1, sizeof *sqlite);
    store->base = sqlite;
    sqlite->memory = strcmp(store->path, ":memory:") == 0;
    if (!sqlite->memory && !make_private(store->path, error)) {
        return false;
    }
    if (tell && !sqlite->memory) {
        look_at_journal(store->path, tell, context);
    }
    const int code = sqlite3_open_v2(store->path, &sqlite->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, bil_sqlite_layer());
    return code == SQLITE_OK ? set_up(store, tell, context, error) : bil_sqlite_say(store->path, "opened", sqlite->db, code, error);
}

static bool open_to_read(struct bil_store *store, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_memory_zero(1, sizeof *sqlite);
    int version = 0;
    store->base = sqlite;
    const int code = sqlite3_open_v2(store->path, &sqlite->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "opened", sqlite->db, code, error);
    }
    sqlite3_extended_result_codes(sqlite->db, 1);
    sqlite3_busy_timeout(sqlite->db, BUSY_MS);
    sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_exec(sqlite->db, settings, NULL, NULL, NULL);
    if (!bil_sqlite_schema_look(sqlite->db, store->path, &version, error)) {
        return false;
    }
    return version == BIL_SCHEMA_VERSION ||
           bil_fail(error, "%s is %s; a server brings it up to date when it opens it, and then it can be looked at.", store->path,
                    version == 0 ? "an empty database" : "of an older version");
}

static void close_file(struct bil_store *store)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    bil_sqlite_maintain_no_more(store);
    for (int i = 0; i < BIL_STATEMENTS; i++) {
        sqlite3_finalize(sqlite->statement[i]);
    }
    bil_sqlite_forget_texts(sqlite);
    sqlite3_close(sqlite->db);
    free(sqlite);
}

const struct bil_store_driver bil_store_sqlite = {
    .open = open_file,
    .open_to_read = open_to_read,
    .close = close_file,
    .begin = bil_sqlite_begin,
    .begin_text = bil_sqlite_begin_text,
    .begin_failing = bil_sqlite_begin_failing,
    .bind_none = bil_sqlite_bind_none,
    .bind_text = bil_sqlite_bind_text,
    .bind_integer = bil_sqlite_bind_integer,
    .bind_bytes = bil_sqlite_bind_bytes,
    .step = bil_sqlite_step,
    .changed = bil_sqlite_changed,
    .end = bil_sqlite_end,
    .is_none = bil_sqlite_is_none,
    .number = bil_sqlite_number,
    .text = bil_sqlite_text,
    .bytes = bil_sqlite_bytes,
    .still_open = bil_sqlite_still_open,
    .rollback = bil_sqlite_rollback,
    .snapshot_begin = bil_sqlite_snapshot_begin,
    .snapshot_end = bil_sqlite_snapshot_end,
    .maintain = bil_sqlite_maintain,
    .status = "SELECT 'SQLite ' || sqlite_version(), user_version, page_count * page_size, NULL, 0, NULL "
              "FROM pragma_user_version, pragma_page_count, pragma_page_size",
    .backup = bil_sqlite_backup,
    .copy = bil_sqlite_copy,
    .integrity = bil_sqlite_integrity,
};
