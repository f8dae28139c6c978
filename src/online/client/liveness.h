/* Whether a connection to a server still lives, and when the next one is tried: the contract of liveness (docs/protocol.md) as a
 * state machine. Its owner has the sockets and the clock; it asks what is due, and says what happened.
 *
 * A connection that was silent for 4 s is asked whether it is there, and doubted 5 s later. From then on, or when it is broken,
 * attempts follow each other after pauses of 1, 2 and 4 s whether or not the earlier ones have ended, so that one that hangs delays
 * none. The first whose greeting is answered is the connection; a doubted connection that speaks first is it again.
 *
 * Must never read a clock, know a socket or wait. Times are milliseconds that only go forward. */
#ifndef BILLIONS_ONLINE_CLIENT_LIVENESS_H
#define BILLIONS_ONLINE_CLIENT_LIVENESS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BIL_LIVENESS_SLOTS = 8,         /* connections at the same time: one that is up or doubted, and attempts */
    BIL_LIVENESS_PING = 4000,       /* silence until the server is asked whether it is there */
    BIL_LIVENESS_CALM_PING = 25000, /* the same while nothing is in a hurry */
    BIL_LIVENESS_ANSWER = 5000,     /* from then until the connection is doubted: 9 s of silence, of 10 that are promised */
    BIL_LIVENESS_ATTEMPT = 15000,   /* an attempt: resolve, connect, TLS, handshake, greeting answered */
    BIL_LIVENESS_STEADY = 10000,    /* a connection that lasted this long starts the pauses from the first one */
    BIL_LIVENESS_MOVE = 1000,       /* a table that has moved may be away so long before anybody hears of it */
    BIL_LIVENESS_HURRY = 1000       /* between an attempt and the next that a person asks for */
};

/* What is due. */
enum bil_liveness_step {
    BIL_STEP_WAIT,    /* nothing, until bil_liveness_next */
    BIL_STEP_PING,    /* ask the connection that is up for a sign of life */
    BIL_STEP_DOUBT,   /* say that it gives none */
    BIL_STEP_TRY,     /* begin a connection in `slot` */
    BIL_STEP_ABANDON, /* end the attempt in `slot`, which has had its time, and say so with bil_liveness_gone */
    BIL_STEP_ABSENT   /* say that the table that moved is not there yet */
};

/* What a sign of life means. */
enum bil_liveness_news {
    BIL_ALIVE,     /* it is as it was */
    BIL_ALIVE_NEW, /* this connection is up now; end all others */
    BIL_ALIVE_BACK /* the connection that was doubted speaks again; end all attempts */
};

struct bil_liveness {
    uint64_t chance;
    bool calm;                         /* for the owner to set: nothing is in a hurry */
    bool doubted;                      /* the connection in `up` is */
    bool told;                         /* the owner knows that there is no good connection */
    int up;                            /* the slot that has the connection; -1: none */
    int tries;                         /* attempts since there was a good one */
    int64_t began[BIL_LIVENESS_SLOTS]; /* -1: free */
    int64_t since, heard;              /* of the connection: when it came up, its last sign of life */
    int64_t asked, next, absent;       /* the ping without an answer; the next attempt; when to say ABSENT. INT64_MAX: none */
};

/* Begins: the first attempt is due at once. `chance` is any number. */
void bil_liveness_begin(struct bil_liveness *liveness, uint64_t chance, int64_t now);
/* The next step that is due, which counts as done. Asked until it is WAIT. */
enum bil_liveness_step bil_liveness_due(struct bil_liveness *liveness, int64_t now, int *slot);
/* When something will be due if nothing happens. */
int64_t bil_liveness_next(const struct bil_liveness *liveness);
/* Something came from the server: anything from the connection that is up, the answer to the greeting from an attempt. */
enum bil_liveness_news bil_liveness_heard(struct bil_liveness *liveness, int slot, int64_t now);
/* A connection or an attempt has ended; `moved`: it said that the table is elsewhere from now on. Whether that is to be told. */
bool bil_liveness_gone(struct bil_liveness *liveness, int slot, bool moved, int64_t now);
/* Somebody wants it tried now. */
void bil_liveness_hurry(struct bil_liveness *liveness, int64_t now);

#endif
