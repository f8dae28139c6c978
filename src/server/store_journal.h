/* Looks at the journal of a database (FILE-wal) before the database itself does, which takes the frames before the first that does
 * not fit and passes over the rest without a word. What is known here is told: whether something that was committed is lost.
 *
 * A commit is acknowledged when its last frame is on the disk, and the next transaction is written behind it only then. So
 * - a frame that follows rightly upon a last frame of a transaction proves that this transaction was acknowledged;
 * - the index of a killed process (FILE-shm) says how many frames were committed, if it is of the same journal;
 * - a last transaction that is not whole, and of which neither is known, may be one that a power cut kept from ever being
 *   acknowledged: that is no fault.
 * A journal that was cut off, without its index, shows nothing of what is missing.
 *
 * The format is that of SQLite's "WAL-mode File Format". Must never write, nor lock, nor keep anybody from opening anything. */
#ifndef BILLIONS_SERVER_STORE_JOURNAL_H
#define BILLIONS_SERVER_STORE_JOURNAL_H

#include "billions/text.h"

enum bil_journal_state {
    BIL_JOURNAL_FINE,
    BIL_JOURNAL_TORN,   /* its end was never committed: ordinary after a crash */
    BIL_JOURNAL_DOUBT,  /* the last transaction may have been acknowledged or not */
    BIL_JOURNAL_LOST,   /* something that was acknowledged is lost */
    BIL_JOURNAL_UNKNOWN /* it could not be read, or was written to all the while */
};

struct bil_journal {
    enum bil_journal_state state;
    int64_t frames;               /* up to the last whole transaction that the database will take */
    int64_t committed;            /* that were, as far as is known */
    int64_t bad;                  /* the first frame that does not fit, from 1; 0: none */
    int64_t at;                   /* ... the byte where it begins */
    char words[BIL_ERROR_LENGTH]; /* what was found, where, and what it means; "": nothing */
};

/* Looks at the journal of the database at `path`. `in_use`: another process writes to it, so only what is committed is looked at.
 */
void bil_journal_look(const char *path, bool in_use, struct bil_journal *journal);

#endif
