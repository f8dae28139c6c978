/* A receipt: what a server promised to somebody who played there, and what it showed, kept by that person. Together with the record
 * of the finished game it proves that the deal was fair and that nothing was shown otherwise than it was (docs/protocol.md, "Fair
 * deals"; docs/records.md, "Receipts").
 *
 *     Format: billions-receipt 1
 *     Table: k3v6...                    16 letters
 *     Seat: 2                           missing: a spectator's
 *     Commitment: 64 hexadecimal digits, what the server was bound to before
 *     Contribution: 64 hexadecimal digits, our part of the seed; missing if it was given away elsewhere
 *     View: 57 HEX                      with entry 57 we were shown a view whose JSON has this SHA-256
 *     Undo: 61                          with entry 61 moves were taken back: what was shown just before may be of moves that are
 * gone
 *
 * Lines are added while the game goes on, each written out at once. Must never hold a token or a view itself. */
#ifndef BILLIONS_ONLINE_RECEIPT_H
#define BILLIONS_ONLINE_RECEIPT_H

#include <stdio.h>

#include "online/lobby.h"

struct bil_receipt {
    FILE *file; /* NULL: none is kept */
    bool broken;
    bool known;                        /* the seat is in it */
    char last[2 * BIL_FAIR_BYTES + 1]; /* the hash that was written last */
};

/* Begins a new file, or goes on with the one of the same table. Each table has a receipt of its own: where `path` is that of
 * another one, path-2 is taken, or path-3 and so on; `used` tells which. False and a sentence if `path` is no receipt, or cannot be
 * written. */
bool bil_receipt_open(struct bil_receipt *receipt, const char *path, const char *table, const struct bil_lobby_seat *sits,
                      struct bil_text *used, struct bil_error *error);
/* Who we are and what the server is bound to, as it says itself; written if that does not stand there yet. Before the first view.
 */
void bil_receipt_who(struct bil_receipt *receipt, int seat, const char *commitment);
/* A view was shown with entry `number`, as these bytes; NULL: moves were taken back. */
void bil_receipt_shown(struct bil_receipt *receipt, int64_t number, const char *view, size_t length);
/* False and a sentence if something could not be written. */
bool bil_receipt_close(struct bil_receipt *receipt, struct bil_error *error);

#endif
