/* Sums over games and what they say. Must never take the cases of one game for independent witnesses. */
#include "lab/study/study_tally.h"

#include <math.h>

void bil_tally_merge(struct bil_tally *to, const struct bil_tally *from)
{
    to->games += from->games;
    to->n += from->n;
    to->w += from->w;
    to->nn += from->nn;
    to->nw += from->nw;
    to->ww += from->ww;
}

/* The standard error of a ratio of two sums over games, linearised (Cochran, "Sampling Techniques", 1977, 2.11). */
static double error_of(const struct bil_tally *tally, double ratio)
{
    const double games = (double)tally->games;
    const double squares = (double)tally->ww - 2 * ratio * (double)tally->nw + ratio * ratio * (double)tally->nn;
    return tally->games < 2 || squares <= 0 ? 0 : sqrt(squares * games / (games - 1)) / (double)tally->n;
}

struct bil_interval bil_tally_mean(const struct bil_tally *tally, double scale)
{
    if (tally->games == 0) {
        return (struct bil_interval){0, -HUGE_VAL, HUGE_VAL};
    }
    const double ratio = (double)tally->w / (double)tally->n;
    return bil_interval_mean(ratio / scale, error_of(tally, ratio) / scale, tally->games - 1);
}

struct bil_interval bil_tally_share(const struct bil_tally *tally, double scale)
{
    if (tally->games == 0) {
        return (struct bil_interval){0, 0, 1};
    }
    const double ratio = (double)tally->w / (double)tally->n;
    return bil_interval_share(ratio / scale, error_of(tally, ratio) / scale, tally->games);
}

struct bil_interval bil_tally_part(uint64_t had, uint64_t games)
{
    struct bil_tally tally = {games, (int64_t)games, (int64_t)had, (int64_t)games, (int64_t)had, (int64_t)had};
    return bil_tally_share(&tally, 1);
}
