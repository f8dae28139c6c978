/* The proof by which one process of an installation knows another: a header of a passed request (X-Billions-Passed) that only who
 * has the installation's secret can make. It says for whom the request is passed on, and when that was.
 *
 * It covers method, path and query, so that it is of use for nothing else; and it is good for half a minute. Must never take a time
 * that tells where a forged one differs. Knows no socket and no clock. */
#ifndef BILLIONS_SERVER_PASS_PROOF_H
#define BILLIONS_SERVER_PASS_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#include "billions/text.h"
#include "server/limits.h"

enum { BIL_PASS_SECRET = 32, BIL_PASS_GOOD_FOR = 30 * 1000 };

/* A request as both sides read it: `path` decoded, `query` as it was said, without the question mark. */
struct bil_passed {
    const char *method, *path, *query;
};

/* Adds the value of the header: for the caller with this address, at this moment (milliseconds since 1970). */
void bil_pass_prove(const uint8_t secret[BIL_PASS_SECRET], const struct bil_passed *request, const char *address, int64_t now,
                    struct bil_text *out);
/* Whether `proof` is one for this request, made at most BIL_PASS_GOOD_FOR before or after `now`; `address` is the caller's then,
 * and is not touched otherwise. Any text may be asked about. */
bool bil_pass_proven(const uint8_t secret[BIL_PASS_SECRET], const struct bil_passed *request, const char *proof, int64_t now,
                     char address[BIL_ADDRESS_LENGTH]);

#endif
