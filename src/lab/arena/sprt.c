/* The sequential probability ratio test. Must never decide on anything but whole blocks in their order, which is the caller's care.
 */
#include "lab/arena/sprt.h"

#include <math.h>

static const double unseen = 0.001;

static double weight(const uint64_t *count, int last, int i)
{
    return count[i] == 0 && (i == 0 || i == last) ? unseen : (double)count[i];
}

/* Sum of log(1 + tilt * (x - mean)) over the results; *slope is its derivative with the sign turned, which falls as the tilt grows.
 */
static double tilted(const uint64_t *count, int last, double mean, double tilt, double *slope)
{
    double sum = 0;
    *slope = 0;
    for (int i = 0; i <= last; i++) {
        const double n = weight(count, last, i);
        if (n > 0) {
            const double away = (double)i / last - mean;
            sum += n * log1p(tilt * away);
            *slope += n * away / (1 + tilt * away);
        }
    }
    return sum;
}

/* How much less likely the results are, as a logarithm, under the best distribution with this mean than under the best of all. With
 * weights n and results x that distribution gives n / (1 + tilt (x - mean)) to each; the tilt makes the mean right, and is between
 * the two values where a weight would become infinite. */
static double loss(const uint64_t *count, int last, double mean)
{
    double low = -1 / (1 - mean);
    double high = 1 / mean;
    double slope;
    for (int i = 0; i < 64; i++) {
        const double middle = (low + high) / 2;
        tilted(count, last, mean, middle, &slope);
        if (slope > 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return tilted(count, last, mean, (low + high) / 2, &slope);
}

double bil_sprt_ratio(const uint64_t *count, int last, double low, double high)
{
    uint64_t blocks = 0;
    for (int i = 0; i <= last; i++) {
        blocks += count[i];
    }
    return blocks ? loss(count, last, low) - loss(count, last, high) : 0;
}

double bil_sprt_lower(double alpha, double beta)
{
    return log(beta / (1 - alpha));
}

double bil_sprt_upper(double alpha, double beta)
{
    return log((1 - beta) / alpha);
}

int bil_sprt_decide(double ratio, double alpha, double beta)
{
    return ratio >= bil_sprt_upper(alpha, beta) ? 1 : ratio <= bil_sprt_lower(alpha, beta) ? -1 : 0;
}
