/* Comes between a server and the system, as LD_PRELOAD, so that a whole machine need not be disturbed: its clock of the day goes
 * wrong by as much as tools/storm says, and its disk is full when tools/storm says so. Needs no privilege and touches no other
 * process.
 *
 * STORM_CONTROL names a file of four numbers, which both have mapped. The clocks that only go forward must stay true, and what a
 * full disk lets through here must be what a real one does: bytes that replace others. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { WELL, FULL, BROKEN }; /* FULL: no file grows; BROKEN: nothing at all is written */

struct control {
    _Atomic int64_t shift;   /* milliseconds that the clock of the day is wrong by */
    _Atomic int64_t disk;    /* one of the above */
    _Atomic int64_t refused; /* writes that were not done */
    _Atomic int64_t seen;    /* that this is loaded at all */
};

static struct control well;
static struct control *control = &well;

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("STORM_CONTROL");
    const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *at = file >= 0 ? mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (at != MAP_FAILED) {
        control = at;
        control->seen++;
    }
    if (file >= 0) {
        close(file);
    }
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the names of the C library are no others' */

/* ------------------------------------------------------------------ the clock */

int clock_gettime(clockid_t clock, struct timespec *time)
{
    const int code = (int)syscall(SYS_clock_gettime, clock, time);
    if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        const int64_t shift = control->shift;
        int64_t rest = time->tv_nsec + shift % 1000 * 1000000;
        time->tv_sec += shift / 1000 + (rest >= 1000000000) - (rest < 0);
        rest += rest < 0 ? 1000000000 : rest >= 1000000000 ? -1000000000 : 0;
        time->tv_nsec = (long)rest;
    }
    return code;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec time;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *to)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to) {
        *to = now.tv_sec;
    }
    return now.tv_sec;
}

/* ------------------------------------------------------------------ the disk */

/* How many of so many bytes get there. What is said on the standard streams is no matter of this disk; pipes and sockets neither.
 */
static size_t fits(int file, size_t count, int64_t at)
{
    struct stat is;
    const int64_t disk = control->disk;
    if (disk == WELL || file <= 2 || count == 0 || fstat(file, &is) != 0 || !S_ISREG(is.st_mode)) {
        return count;
    }
    const int64_t room = disk == FULL && at < is.st_size ? is.st_size - at : 0;
    const size_t part = room < (int64_t)count ? (size_t)room : count;
    control->refused += part < count;
    return part;
}

ssize_t pwrite(int file, const void *from, size_t count, off_t at)
{
    const size_t part = fits(file, count, at);
    if (part == 0 && count > 0) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, from, part, at);
}

ssize_t pwrite64(int file, const void *from, size_t count, off64_t at)
{
    return pwrite(file, from, count, at);
}

ssize_t write(int file, const void *from, size_t count)
{
    if (control->disk != WELL) {
        const off_t at = lseek(file, 0, SEEK_CUR); /* -1, where there are no places: then it is no file of the disk */
        const size_t part = fits(file, count, at);
        if (part == 0 && count > 0) {
            errno = ENOSPC;
            return -1;
        }
        count = part;
    }
    return syscall(SYS_write, file, from, count);
}

static bool grows(int file, off_t to)
{
    struct stat is;
    if (control->disk == WELL || fstat(file, &is) != 0 || !S_ISREG(is.st_mode) || to <= is.st_size) {
        return false;
    }
    control->refused++;
    errno = ENOSPC;
    return true;
}

int ftruncate(int file, off_t size)
{
    return grows(file, size) ? -1 : (int)syscall(SYS_ftruncate, file, size);
}

int ftruncate64(int file, off64_t size)
{
    return ftruncate(file, size);
}

int posix_fallocate(int file, off_t at, off_t count)
{
    if (grows(file, at + count)) {
        return ENOSPC;
    }
    return syscall(SYS_fallocate, file, 0, at, count) == 0 ? 0 : errno;
}

int posix_fallocate64(int file, off64_t at, off64_t count)
{
    return posix_fallocate(file, at, count);
}

/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
