/* The sequential probability ratio test: stops a comparison as soon as it is decided (Wald 1945, "Sequential Tests of Statistical
 * Hypotheses").
 *
 * What is tested is the mean of what a block of games gives, say the share of wins in a pair of games with the same deal. Nothing
 * is assumed of how those results are distributed: as in the generalized test (Li, Liu and Ying 2014), each hypothesis may take the
 * distribution over the results seen that fits them best among those with its mean. That distribution is the one of empirical
 * likelihood (Owen 1988); chess engines are tested in the same way, with pairs of games (Van den Bergh's "pentanomial" test in
 * fishtest). */
#ifndef BILLIONS_LAB_SPRT_H
#define BILLIONS_LAB_SPRT_H

#include <stdint.h>

/* The logarithm of how much better the mean `high` explains the results than the mean `low`. count[i] blocks, 0 to last, gave the
 * result i of `last`, that is i / last; both means lie between 0 and 1, `last` is at least 1. The two extreme results count as seen
 * a thousandth of a time each where they were not seen, so that neither hypothesis is ever impossible. 0 if no block was played. */
double bil_sprt_ratio(const uint64_t *count, int last, double low, double high);

/* The bounds between which the test goes on: `alpha` is how often `high` may be accepted where `low` is true, `beta` the reverse.
 */
double bil_sprt_lower(double alpha, double beta);
double bil_sprt_upper(double alpha, double beta);

/* 1: `high` is accepted; -1: `low` is; 0: go on. */
int bil_sprt_decide(double ratio, double alpha, double beta);

#endif
