/* Intervals that hold the true value 95 times in 100, over blocks of games that do not depend on each other. */
#ifndef BILLIONS_LAB_INTERVAL_H
#define BILLIONS_LAB_INTERVAL_H

#include <stdint.h>

struct bil_interval {
    double mean, low, high;
};

/* Half the width of a 95 % interval in standard errors, for a mean with that number of degrees of freedom (Student 1908); at
 * least 1. */
double bil_interval_t(uint64_t freedom);

/* Around a mean with this standard error; everything from -HUGE_VAL to HUGE_VAL where there is no degree of freedom. */
struct bil_interval bil_interval_mean(double mean, double error, uint64_t freedom);

/* Around a share (0 to 1) that was measured over `blocks` blocks of games, with the standard error seen between blocks: Wilson's
 * interval (Wilson 1927) for the number of single, unrelated games that would give that error (as Korn and Graubard 1998 do for
 * surveys drawn in clusters). Where all blocks are alike, no more than the number of blocks is claimed. */
struct bil_interval bil_interval_share(double share, double error, uint64_t blocks);

#endif
