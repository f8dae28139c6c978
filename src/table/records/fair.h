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

/* ------------------------------------------------------------------ receipts */

/* Receipts: what a server promised to somebody who played there, and what it showed, kept by that person while the game went on
 * (docs/records.md, "Receipts"). Compared with the record of the finished game they show whether the server kept its word.
 *
 * Must never call a receipt fitting of which a line was not compared. */

/* What a receipt that fits has shown. */
struct bil_receipt_proof {
    int seat;         /* from 0; -1: a spectator's */
    bool committed;   /* it holds the commitment, and that is the record's */
    bool contributed; /* it holds a contribution, and that is in the seed */
    int views;        /* that were shown and are those of the record, in their order */
    int taken_back;   /* that were shown just before moves were taken back, and of which no record can tell */
    bool unfinished;  /* its last line was not written to the end, and was passed over */
};

/* Compares a receipt with a record that was read and whose bil_fair_verify said yes. `name` is that of the receipt's file, for
 * sentences. False and a sentence with the line if it is no receipt (*unreadable is then true), or if something does not fit. */
bool bil_receipt_verify(const char *bytes, size_t length, const char *name, const struct bil_match *match,
                        struct bil_receipt_proof *proof, bool *unreadable, struct bil_error *error);

/* SHA-256 of the view of a viewer at a ply, as a server sends it: its JSON, byte for byte. */
void bil_receipt_view(const struct bil_match *match, int viewer, int ply, uint8_t hash[BIL_FAIR_BYTES]);

#endif
