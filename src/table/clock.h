/* The clock for time limits and for measuring: it only goes forward, whatever is done to the date. */
#ifndef BILLIONS_TABLE_CLOCK_H
#define BILLIONS_TABLE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t bil_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static inline double bil_clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
