/* Receipts: what a server promised to somebody who played there, and what it showed, kept by that person while the game went on
 * (docs/records.md, "Receipts"). Compared with the record of the finished game they show whether the server kept its word.
 *
 * Must never call a receipt fitting of which a line was not compared. */
#ifndef BILLIONS_TABLE_RECEIPT_H
#define BILLIONS_TABLE_RECEIPT_H

#include "table/records/fair.h"

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
