/* See faulty_disk.h. Reads, writes, flushes and cuts of files, and their making and removal, go through here; nothing is flushed
 * really, as no test cuts the power. */
#include <sqlite3.h>
#include <string.h>

#include "server/store/faulty_disk.h"

struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real; /* lies behind this struct */
};

static sqlite3_vfs *real_disk;
static int64_t left, requests, room;
static bool is_full, is_lasting, has_struck;

void faulty_at(int64_t request, bool full, bool lasting)
{
    left = request;
    requests = 0;
    is_full = full;
    is_lasting = lasting;
    has_struck = false;
}

void faulty_room(int64_t bytes)
{
    room = bytes;
}

bool faulty_struck(void)
{
    return has_struck;
}

int64_t faulty_requests(void)
{
    return requests;
}

/* Whether this request is to fail. */
static bool strikes(bool writes)
{
    requests++;
    if (has_struck) {
        return is_lasting && writes;
    }
    if (left > 0 && --left == 0) {
        has_struck = true;
        return true;
    }
    return false;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((struct faulty_file *)(void *)file)->real;
}

/* ------------------------------------------------------------------ one file */

static int file_close(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *to, int count, sqlite3_int64 at)
{
    return strikes(false) ? SQLITE_IOERR_READ : real_of(file)->pMethods->xRead(real_of(file), to, count, at);
}

static int file_write(sqlite3_file *file, const void *from, int count, sqlite3_int64 at)
{
    if (room > 0 && at + count > room) {
        return SQLITE_FULL;
    }
    if (strikes(true)) {
        real_of(file)->pMethods->xWrite(real_of(file), from, count / 2, at); /* a part of it gets there */
        return is_full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    return real_of(file)->pMethods->xWrite(real_of(file), from, count, at);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return strikes(true) ? SQLITE_IOERR_TRUNCATE : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    (void)file;
    (void)flags;
    return strikes(true) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int file_lock(sqlite3_file *file, int kind)
{
    return real_of(file)->pMethods->xLock(real_of(file), kind);
}

static int file_unlock(sqlite3_file *file, int kind)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), kind);
}

static int file_reserved(sqlite3_file *file, int *out)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int file_control(sqlite3_file *file, int what, void *with)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, with);
}

static int file_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int file_kind(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return strikes(true) ? SQLITE_IOERR_SHMMAP : real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int file_shm_unmap(sqlite3_file *file, int remove)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), remove);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, /* not the third: what is mapped into memory could not fail */
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
    .xDeviceCharacteristics = file_kind,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

/* ------------------------------------------------------------------ the disk */

static int disk_open(sqlite3_vfs *disk, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct faulty_file *made = (struct faulty_file *)(void *)file;
    (void)disk;
    made->base.pMethods = NULL;
    if (strikes(true)) {
        return SQLITE_CANTOPEN;
    }
    made->real = (sqlite3_file *)(void *)(made + 1);
    memset(made->real, 0, (size_t)real_disk->szOsFile);
    const int code = real_disk->xOpen(real_disk, name, made->real, flags, out);
    made->base.pMethods = code == SQLITE_OK ? &methods : NULL;
    return code;
}

static int disk_delete(sqlite3_vfs *disk, const char *name, int sync)
{
    (void)disk;
    return strikes(true) ? SQLITE_IOERR_DELETE : real_disk->xDelete(real_disk, name, sync);
}

void faulty_disk(void)
{
    static sqlite3_vfs disk;
    real_disk = sqlite3_vfs_find(NULL);
    disk = *real_disk; /* what is not asked of a file is left to the real one, which looks at nothing of `disk` but its names */
    disk.zName = "faulty";
    disk.szOsFile = (int)sizeof(struct faulty_file) + real_disk->szOsFile;
    disk.xOpen = disk_open;
    disk.xDelete = disk_delete;
    sqlite3_vfs_register(&disk, 1);
}
