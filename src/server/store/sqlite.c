/* Opens the store's SQLite file. store/sqlite_query.c asks it.
 *
 * The file is in WAL mode with synchronous=FULL: a commit that bil_store_commit confirmed survives a power cut, and a reader does
 * not stop the writer. SQLite checkpoints the journal by itself. The file may have been tampered with, so nothing in its schema
 * may run: no trigger, no view, no untrusted function. Must never change a file that is not ours. */
#include "server/store/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/memory.h"

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

/* The commit that brings the journal to this number of pages carries it into the database; the next one writes it from its start
 * again. The size limit (bytes) gives back the room of a journal that grew beyond that, as beside a long backup. */
static const char durable[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;"
                              "PRAGMA journal_size_limit = 16777216;";

static bool set_up(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
    int version = 0;
    int code = bil_sqlite_harden(sqlite->db);
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "opened", sqlite->db, code, error);
    }
    if (sqlite3_db_readonly(sqlite->db, "main") == 1) { /* the database opens such a file all the same, and fails later */
        return bil_sqlite_say(store->path, "opened for writing", sqlite->db, SQLITE_READONLY, error);
    }
    /* Before anything is changed: a foreign file stays as it is. */
    if (!bil_sqlite_schema_look(sqlite->db, store->path, &version, error) ||
        !bil_sqlite_schema_compare(sqlite->db, store->path, version, error) ||
        !bil_sqlite_open_check(store, tell, context, error)) {
        return false;
    }
    code = sqlite3_exec(sqlite->db, durable, NULL, NULL, NULL);
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "opened for writing", sqlite->db, code, error);
    }
    return bil_sqlite_schema_bring(store, error);
}

static bool open_file(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct bil_sqlite *sqlite = bil_memory_zero(1, sizeof *sqlite);
    store->base = sqlite;
    sqlite->memory = strcmp(store->path, ":memory:") == 0;
    if (!sqlite->memory && !make_private(store->path, error)) {
        return false;
    }
    const int code = sqlite3_open_v2(store->path, &sqlite->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
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
    bil_sqlite_harden(sqlite->db); /* a file that cannot be read says so below */
    sqlite3_db_config(sqlite->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (!bil_sqlite_schema_look(sqlite->db, store->path, &version, error)) {
        return false;
    }
    if (version != BIL_SCHEMA_VERSION) {
        return bil_fail(error, "%s is %s; a server brings it up to date when it opens it, and then it can be looked at.",
                        store->path, version == 0 ? "an empty database" : "of an older version");
    }
    return bil_sqlite_schema_compare(sqlite->db, store->path, version, error);
}

static void close_file(struct bil_store *store)
{
    struct bil_sqlite *sqlite = bil_sqlite_of(store);
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
    .status = "SELECT 'SQLite ' || sqlite_version(), user_version, page_count * page_size, NULL, 0, NULL "
              "FROM pragma_user_version, pragma_page_count, pragma_page_size",
    .backup = bil_sqlite_backup,
    .copy = bil_sqlite_copy,
    .integrity = bil_sqlite_integrity,
};
