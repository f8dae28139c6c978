/* A deal that nobody could choose: the server commits to a secret before anybody sits down, every person adds a contribution, and
 * the seed is a hash of all of it. When the game is over the secret is published, and anybody can recompute everything.
 *
 *     commitment = SHA-256("billions-commitment-1" || id || secret)
 *     seed       = SHA-256("billions-seed-1" || id || secret || for each seat in order: contribution, 32 bytes, zero of bots)
 *
 * `id` is the table's 16 letters. What it proves and what not: docs/protocol.md, "Fair deals". Needs libsodium; must never
 * keep or print a secret. */
#ifndef BILLIONS_TABLE_FAIR_H
#define BILLIONS_TABLE_FAIR_H

#include "billions/match.h"

enum { BIL_FAIR_BYTES = 32 }; /* of a secret, a commitment, a contribution, a seed */

void bil_fair_commitment(const char *id, const uint8_t secret[BIL_FAIR_BYTES], uint8_t commitment[BIL_FAIR_BYTES]);
void bil_fair_seed(const char *id, const uint8_t secret[BIL_FAIR_BYTES], const uint8_t (*contribution)[BIL_FAIR_BYTES], int seats,
                   uint8_t seed[BIL_FAIR_BYTES]);

/* Header lines of a record that carry it, as docs/records.md says: "Table:", "Commitment:", "Secret:" and "Contribution N:". And
 * what `billions verify` makes of a record that has them: true if all fits, or if there are none (*there is then false). */
void bil_fair_headers(const char *id, const uint8_t secret[BIL_FAIR_BYTES], const uint8_t (*contribution)[BIL_FAIR_BYTES],
                      int seats, struct bil_match *match);
bool bil_fair_verify(const struct bil_match *match, bool *there, struct bil_error *error);

#endif
