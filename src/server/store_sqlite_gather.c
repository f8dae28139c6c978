/* A layer between SQLite and the system that gathers what is written into the journal: SQLite writes the head and the content of
 * every page by itself, and a commit of a few hundred tables is a few hundred pages. Here they become one request to the system,
 * when the journal is flushed (which every commit does, and waits for: synchronous=FULL).
 *
 * And the journal gets room ahead: where a file grows with each flush the disk has to note its new size every time, and answers
 * half as fast. What lies there, zeros, is no page of any commit.
 *
 * Nobody can see what is held back: other connections read a page only when its commit has come to its end, and this connection's
 * own reading lets everything go first. Must never answer a flush with success before all that came before it was written, nor
 * touch any file but the journal: all others are the system's own. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_sqlite.h"
#include "table/memory.h"

enum {
    ROOM = 120 * 1024, /* bytes that are held back at the most: SQLite writes fewer than 128 KiB at once */
    /* Room ahead: from so many bytes on four times as many, up to what the journal of a busy server comes to. Whoever plays alone
     * never has that written. */
    AHEAD_FROM = 256 * 1024,
    AHEAD_MOST = 36 * 1024 * 1024,
    JOURNAL_HEAD = 32,
    JOURNAL_FRAME = 24 + 4096
};

struct gathered {
    sqlite3_file base;
    sqlite3_file *real; /* lies behind this struct */
    char *bytes;        /* that are to be written at `at`; NULL as long as there were none */
    int count;
    sqlite3_int64 at;
    sqlite3_int64 size; /* of the file, as far as is known */
};

static sqlite3_vfs *below;
static sqlite3_vfs layer;

static struct gathered *gathered_of(sqlite3_file *file)
{
    return (struct gathered *)(void *)file;
}

/* Zeros from there on, behind which the journal will not have to grow for a while. If they cannot be written nothing is lost. */
static void make_room(struct gathered *file, sqlite3_int64 from)
{
    static const char zeros[64 * 1024] = {0};
    const sqlite3_int64 wanted = 4 * from < AHEAD_MOST ? 4 * from : AHEAD_MOST;
    const sqlite3_int64 to = wanted - (wanted - JOURNAL_HEAD) % JOURNAL_FRAME; /* whole frames */
    int code = SQLITE_OK;
    for (sqlite3_int64 at = from; at < to && code == SQLITE_OK; at += (sqlite3_int64)sizeof zeros) {
        const sqlite3_int64 left = to - at;
        code = file->real->pMethods->xWrite(file->real, zeros, left < (int)sizeof zeros ? (int)left : (int)sizeof zeros, at);
    }
    if (code != SQLITE_OK) { /* a disk that is full has better use for it */
        file->real->pMethods->xTruncate(file->real, from);
    }
    file->size = code == SQLITE_OK && to > from ? to : from;
}

/* What is held back is written, or lost with an answer that says so: the commit that it belongs to then has not happened. */
static int let_go(struct gathered *file)
{
    const int count = file->count;
    const sqlite3_int64 end = file->at + count;
    file->count = 0;
    if (count == 0) {
        return SQLITE_OK;
    }
    if (file->size == 0 && file->real->pMethods->xFileSize(file->real, &file->size) != SQLITE_OK) {
        file->size = 0;
    }
    const int code = file->real->pMethods->xWrite(file->real, file->bytes, count, file->at);
    if (code == SQLITE_OK && end > file->size) {
        file->size = end;
        if (end >= AHEAD_FROM) {
            make_room(file, end);
        }
    }
    return code;
}

/* ------------------------------------------------------------------ the journal */

static int file_close(sqlite3_file *file)
{
    struct gathered *journal = gathered_of(file);
    free(journal->bytes); /* what no flush asked for is of no commit */
    return journal->real->pMethods->xClose(journal->real);
}

static int file_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at)
{
    struct gathered *journal = gathered_of(file);
    if (journal->count > 0 && (at != journal->at + journal->count || count > ROOM - journal->count)) {
        const int code = let_go(journal);
        if (code != SQLITE_OK) {
            return code;
        }
    }
    if (count > ROOM) {
        return journal->real->pMethods->xWrite(journal->real, from, count, at);
    }
    if (!journal->bytes) {
        journal->bytes = bil_memory_grow(NULL, ROOM, 1);
    }
    journal->at = journal->count > 0 ? journal->at : at;
    memcpy(journal->bytes + journal->count, from, (size_t)count);
    journal->count += count;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at)
{
    struct gathered *journal = gathered_of(file);
    const int code = let_go(journal);
    return code == SQLITE_OK ? journal->real->pMethods->xRead(journal->real, to, count, at) : code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct gathered *journal = gathered_of(file);
    const int code = let_go(journal);
    journal->size = 0; /* to be looked at again */
    return code == SQLITE_OK ? journal->real->pMethods->xTruncate(journal->real, size) : code;
}

static int file_sync(sqlite3_file *file, int flags)
{
    struct gathered *journal = gathered_of(file);
    const int code = let_go(journal);
    return code == SQLITE_OK ? journal->real->pMethods->xSync(journal->real, flags) : code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    struct gathered *journal = gathered_of(file);
    const int code = let_go(journal);
    return code == SQLITE_OK ? journal->real->pMethods->xFileSize(journal->real, size) : code;
}

/* What has nothing to do with bytes goes through as it is. */
static int file_lock(sqlite3_file *file, int how)
{
    return gathered_of(file)->real->pMethods->xLock(gathered_of(file)->real, how);
}

static int file_unlock(sqlite3_file *file, int how)
{
    return gathered_of(file)->real->pMethods->xUnlock(gathered_of(file)->real, how);
}

static int file_reserved(sqlite3_file *file, int *out)
{
    return gathered_of(file)->real->pMethods->xCheckReservedLock(gathered_of(file)->real, out);
}

static int file_control(sqlite3_file *file, int what, void *argument)
{
    return gathered_of(file)->real->pMethods->xFileControl(gathered_of(file)->real, what, argument);
}

static int file_sector(sqlite3_file *file)
{
    return gathered_of(file)->real->pMethods->xSectorSize(gathered_of(file)->real);
}

static int file_characteristics(sqlite3_file *file)
{
    return gathered_of(file)->real->pMethods->xDeviceCharacteristics(gathered_of(file)->real);
}

static const sqlite3_io_methods methods = {.iVersion = 1,
                                           .xClose = file_close,
                                           .xRead = file_read,
                                           .xWrite = file_write,
                                           .xTruncate = file_truncate,
                                           .xSync = file_sync,
                                           .xFileSize = file_size,
                                           .xLock = file_lock,
                                           .xUnlock = file_unlock,
                                           .xCheckReservedLock = file_reserved,
                                           .xFileControl = file_control,
                                           .xSectorSize = file_sector,
                                           .xDeviceCharacteristics = file_characteristics};

/* ------------------------------------------------------------------ the layer */

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    if (!(flags & SQLITE_OPEN_WAL)) {
        return below->xOpen(below, name, file, flags, out);
    }
    struct gathered *journal = gathered_of(file);
    *journal = (struct gathered){.real = (sqlite3_file *)(void *)(journal + 1)};
    journal->real->pMethods = NULL;
    const int code = below->xOpen(below, name, journal->real, flags, out);
    if (code == SQLITE_OK) {
        journal->base.pMethods = &methods;
    } else if (journal->real->pMethods) {
        journal->real->pMethods->xClose(journal->real);
    }
    return code;
}

static void begin(void)
{
    below = sqlite3_vfs_find(NULL);
    if (below) {
        layer = *below;
        layer.pNext = NULL;
        layer.zName = "billions-gather";
        layer.szOsFile += (int)sizeof(struct gathered);
        layer.xOpen = open_file;
        sqlite3_vfs_register(&layer, 0);
    }
}

const char *bil_sqlite_layer(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    return below ? layer.zName : NULL;
}
