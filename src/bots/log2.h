/* Logarithms that are the same to the bit on every platform, for what a bot chooses by: of nothing but sums, products and
 * quotients, which the processors agree on. Must never be used where more than ten digits are wanted. */
#ifndef BILLIONS_BOTS_LOG2_H
#define BILLIONS_BOTS_LOG2_H

#include <stdint.h>
#include <string.h>

static const double BIL_LN_2 = 0.6931471805599453;

/* Of x >= 1; exact for powers of two. Else within 1e-11: a series for the area tangent (Abramowitz and Stegun 1964, 4.1.27). */
static inline double bil_log2(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    double exponent = (double)((int)(bits >> 52) - 1023);
    bits = (bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL;
    double m;
    memcpy(&m, &bits, sizeof m); /* from 1 up to 2 */
    if (m > 1.4142135623730951) {
        m /= 2;
        exponent += 1;
    }
    const double s = (m - 1) / (m + 1);
    const double t = s * s;
    const double low = 1 + t * (1.0 / 3), middle = 1.0 / 5 + t * (1.0 / 7), high = 1.0 / 9 + t * (1.0 / 11 + t * (1.0 / 13));
    return exponent + 2 / BIL_LN_2 * s * (low + t * t * (middle + t * t * high));
}

#endif
