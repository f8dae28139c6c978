/* Sums over games of whole numbers, and what they say of a mean or a share, with a 95 % interval.
 *
 * A game adds a pair: of `n` cases it had, `w` is the sum. The figure is the sum of all w over the sum of all n, and the interval
 * is over games, never over the cases within one, which share its chance. Sums of whole numbers are the same in any order. */
#ifndef BILLIONS_LAB_STUDY_TALLY_H
#define BILLIONS_LAB_STUDY_TALLY_H

#include <stdint.h>

#include "lab/simulation/interval.h"

struct bil_tally {
    uint64_t games; /* that had a case */
    int64_t n, w, nn, nw, ww;
};

static inline void bil_tally_add(struct bil_tally *tally, int64_t n, int64_t w)
{
    tally->games += n != 0;
    tally->n += n;
    tally->w += w;
    tally->nn += n * n;
    tally->nw += n * w;
    tally->ww += w * w;
}

void bil_tally_merge(struct bil_tally *to, const struct bil_tally *from);

/* The mean of w for one of n, divided by `scale`. All 0 to infinity where nothing was counted. */
struct bil_interval bil_tally_mean(const struct bil_tally *tally, double scale);

/* The same where every w is between 0 and scale * n. */
struct bil_interval bil_tally_share(const struct bil_tally *tally, double scale);

/* A share: `had` games of `games` had it. */
struct bil_interval bil_tally_part(uint64_t had, uint64_t games);

#endif
