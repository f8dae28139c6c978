/* Copies of the database while it is used. A copy is made beside its place and only gets its name when all of it is on the disk, so
 * that a file that has the name of a backup is one. Must never write over a file. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store/sqlite.h"

/* All pages at once: a reader sees one moment, however long it takes, and the writer goes on. */
static bool copy_pages(sqlite3 *from, const char *name, const char *part, struct bil_error *error)
{
    sqlite3 *to = NULL;
    int code = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    bool fine = code == SQLITE_OK;
    if (fine) {
        sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
        if (backup) {
            sqlite3_backup_step(backup, -1);
            sqlite3_backup_finish(backup);
        }
        code = sqlite3_errcode(to);
        fine = code == SQLITE_OK;
    }
    if (!fine) {
        bil_fail(error, "%s cannot be copied to %s: %s.", name, part, to ? sqlite3_errmsg(to) : sqlite3_errstr(code));
    }
    sqlite3_close(to);
    return fine;
}

/* The folder of a path is told to keep its new name. */
static void sync_folder(const char *path)
{
    struct bil_text folder = {0};
    const char *slash = strrchr(path, '/');
    bil_text_add_bytes(&folder, slash ? path : ".", slash ? (size_t)(slash - path) + 1 : 1);
    const int handle = open(bil_text_string(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle >= 0) {
        fsync(handle);
        close(handle);
    }
    bil_text_free(&folder);
}

static bool copy_to(sqlite3 *from, const char *name, const char *path, struct bil_error *error)
{
    struct bil_text part = {0};
    bil_text_format(&part, "%s.part-%ld", path, (long)getpid());
    struct stat facts;
    bool fine;
    if (lstat(path, &facts) == 0) {
        fine = bil_fail(error, "%s is there already; a backup is never written over a file.", path);
    } else {
        const int file = open(bil_text_string(&part), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        fine = file >= 0 || bil_fail(error, "%s cannot be made: %s.", bil_text_string(&part), strerror(errno));
        if (fine) {
            fine = copy_pages(from, name, bil_text_string(&part), error);
            if (fine && fsync(file) != 0) {
                fine = bil_fail(error, "%s cannot be written: %s.", bil_text_string(&part), strerror(errno));
            }
            close(file);
            /* A link, unlike a new name, is refused if somebody else made that file meanwhile. */
            if (fine && link(bil_text_string(&part), path) != 0) {
                fine = bil_fail(error, "%s cannot be made: %s.", path, strerror(errno));
            }
            unlink(bil_text_string(&part));
            sync_folder(path);
        }
    }
    bil_text_free(&part);
    return fine;
}

bool bil_sqlite_copy(const char *from, const char *path, struct bil_error *error)
{
    sqlite3 *db = NULL;
    int version = 0;
    const int code = sqlite3_open_v2(from, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL);
    bool fine = code == SQLITE_OK || bil_sqlite_say(from, "opened", db, code, error);
    if (fine) {
        bil_sqlite_harden(db);
        sqlite3_busy_timeout(db, 10000);
        fine = bil_sqlite_schema_look(db, from, &version, error);
    }
    if (fine && version == 0) {
        fine = bil_fail(error, "%s is an empty database; there is nothing to copy.", from);
    }
    fine = fine && copy_to(db, from, path, error);
    sqlite3_close(db);
    return fine;
}

bool bil_sqlite_backup(struct bil_store *store, const char *path, struct bil_error *error)
{
    if (!bil_sqlite_of(store)->memory) {
        return bil_sqlite_copy(store->path, path, error);
    }
    if (store->open) {
        return bil_fail(error, "A database in memory cannot be copied while something is being stored; commit first.");
    }
    return copy_to(bil_sqlite_of(store)->db, store->path, path, error);
}
