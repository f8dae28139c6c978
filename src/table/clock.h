/* The clocks of the machine. That of bil_clock_ms and bil_clock_seconds, for time limits and for measuring, only goes forward,
 * whatever is done to the date. */
#ifndef BILLIONS_TABLE_CLOCK_H
#define BILLIONS_TABLE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t bil_clock_ms_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline int64_t bil_clock_ms(void)
{
    return bil_clock_ms_of(CLOCK_MONOTONIC);
}

static inline double bil_clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
