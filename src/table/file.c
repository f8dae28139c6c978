/* Whole files in, whole files out. Must never leave half a file where a whole one was, nor a temporary file behind. */
#include "table/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "table/encoding.h"
#include "table/memory.h"

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

char *bil_file_read(const char *path, size_t *length, struct bil_error *error)
{
    const char *name = is_standard(path) ? "standard input" : path;
    const int file = is_standard(path) ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        bil_fail(error, "%s cannot be read: %s.", name, strerror(errno));
        return NULL;
    }
    size_t capacity = 16384;
    size_t used = 0;
    char *bytes = bil_memory_grow(NULL, capacity, 1);
    bool fine = true;
    for (;;) {
        if (used + 1 == capacity) {
            capacity *= 2;
            bytes = bil_memory_grow(bytes, capacity, 1);
        }
        const ssize_t got = read(file, bytes + used, capacity - used - 1);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            fine = bil_fail(error, "%s cannot be read: %s.", name, strerror(errno));
        }
        if (got <= 0) {
            break;
        }
        used += (size_t)got;
        if (used > BIL_FILE_LIMIT) {
            fine = bil_fail(error, "%s is larger than %d MiB and was not read.", name, BIL_FILE_LIMIT / (1024 * 1024));
            break;
        }
    }
    if (file != STDIN_FILENO) {
        close(file);
    }
    if (!fine) {
        free(bytes);
        return NULL;
    }
    const size_t mark = bil_encoding_mark(bytes, used);
    memmove(bytes, bytes + mark, used - mark);
    *length = used - mark;
    bytes[*length] = 0;
    return bytes;
}

/* Writes all bytes; false with errno set if that fails. */
static bool write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t put = write(file, bytes, length);
        if (put < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        bytes += put;
        length -= (size_t)put;
    }
    return true;
}

static bool write_directly(const char *path, const char *bytes, size_t length, struct bil_error *error)
{
    const bool standard = is_standard(path);
    const int file = standard ? STDOUT_FILENO : open(path, O_WRONLY | O_CLOEXEC);
    bool fine = file >= 0 && write_all(file, bytes, length);
    int reason = errno;
    if (file >= 0 && !standard && close(file) != 0 && fine) {
        fine = false;
        reason = errno;
    }
    return fine || bil_fail(error, "%s cannot be written: %s.", standard ? "Standard output" : path, strerror(reason));
}

/* The file to replace behind symbolic links, or the path itself; the caller frees it. */
static char *resolve(const char *path)
{
    char *real = realpath(path, NULL);
    return real ? real : bil_memory_text(path, strlen(path));
}

static bool replace(const char *target, mode_t mode, const char *bytes, size_t length)
{
    static const char ending[] = ".XXXXXX";
    const size_t room = strlen(target) + sizeof ending;
    char *beside = bil_memory_grow(NULL, room, 1);
    snprintf(beside, room, "%s%s", target, ending);
    const int file = mkstemp(beside);
    bool fine = file >= 0;
    int reason = errno;
    if (fine) {
        fine = write_all(file, bytes, length) && fchmod(file, mode) == 0 && fsync(file) == 0;
        reason = errno;
        if (close(file) != 0 && fine) {
            fine = false;
            reason = errno;
        }
        if (fine && rename(beside, target) != 0) {
            fine = false;
            reason = errno;
        }
        if (!fine) {
            unlink(beside);
        }
    }
    free(beside);
    errno = reason;
    return fine;
}

bool bil_file_write(const char *path, const char *bytes, size_t length, struct bil_error *error)
{
    struct stat there;
    if (is_standard(path)) {
        return write_directly(path, bytes, length, error);
    }
    mode_t mode = 0;
    if (stat(path, &there) == 0) {
        if (S_ISDIR(there.st_mode)) {
            return bil_fail(error, "%s is a folder; name a file in it.", path);
        }
        if (!S_ISREG(there.st_mode)) {
            return write_directly(path, bytes, length, error);
        }
        mode = there.st_mode & 07777;
    } else {
        const mode_t mask = umask(0);
        umask(mask);
        mode = 0666 & ~mask;
    }
    char *target = resolve(path);
    const bool fine = replace(target, mode, bytes, length);
    const int reason = errno;
    free(target);
    return fine || bil_fail(error, "%s cannot be written: %s.", path, strerror(reason));
}
