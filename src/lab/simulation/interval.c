/* Intervals over blocks of games. Must never claim to know more than the blocks tell: one block alone has no interval. */
#include "lab/simulation/interval.h"

#include <math.h>

enum { SERIES_END = 200 };

/* The part of Student's distribution between -t and t, for whole degrees of freedom: a finite series (Abramowitz and Stegun 1964,
 * 26.7.3 and 26.7.4). */
static double part_within(double t, int freedom)
{
    const double pi = 3.14159265358979323846;
    const double tangent = t / sqrt(freedom);
    const double cosine = 1 / sqrt(1 + tangent * tangent);
    const double sine = tangent * cosine;
    double term = freedom % 2 ? cosine : 1;
    double sum = freedom == 1 ? 0 : term;
    for (int i = freedom % 2 ? 3 : 2; i <= freedom - 2; i += 2) {
        term *= cosine * cosine * (i - 1) / i;
        sum += term;
    }
    return freedom % 2 ? 2 / pi * (atan(tangent) + sine * sum) : sine * sum;
}

double bil_interval_t(uint64_t freedom)
{
    const double z = 1.959963984540054;
    if (freedom > SERIES_END) { /* an expansion around the normal distribution (26.7.5) */
        const double n = (double)freedom;
        return z + (pow(z, 3) + z) / (4 * n) + (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * n * n);
    }
    double low = z;
    double high = 13;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (part_within(middle, (int)freedom) < 0.95) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

struct bil_interval bil_interval_mean(double mean, double error, uint64_t freedom)
{
    if (freedom == 0) {
        return (struct bil_interval){mean, -HUGE_VAL, HUGE_VAL};
    }
    const double half = bil_interval_t(freedom) * error;
    return (struct bil_interval){mean, mean - half, mean + half};
}

struct bil_interval bil_interval_share(double share, double error, uint64_t blocks)
{
    if (blocks < 2) {
        return (struct bil_interval){share, 0, 1};
    }
    const double spread = share * (1 - share);
    const double z = bil_interval_t(blocks - 1);
    const double n = error > 0 && spread > 0 ? spread / (error * error) : (double)blocks;
    const double centre = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z * sqrt(spread / n + z * z / (4 * n * n)) / (1 + z * z / n);
    return (struct bil_interval){share, fmax(0, fmin(share, centre - half)), fmin(1, fmax(share, centre + half))};
}
