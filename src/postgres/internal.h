/* What the files of a connection share: the open line, statements that are known by their texts, and what is still to be answered.
 * Must never be included outside src/postgres. */
#ifndef BILLIONS_POSTGRES_INTERNAL_H
#define BILLIONS_POSTGRES_INTERNAL_H

#include <libpq-fe.h>

#include "postgres/connection.h"

/* A statement that was said before. Its number makes its name at the server. */
struct bil_pg_known {
    char *sql;
    uint64_t hash;
    bool prepared;
};

/* Something that the server has yet to answer, in the order in which it was sent. */
enum bil_pg_due { BIL_PG_DUE_PREPARED, BIL_PG_DUE_QUEUED, BIL_PG_DUE_ASKED }; /* nothing, a number of rows, rows */
struct bil_pg_pending {
    enum bil_pg_due due;
    int statement;
    int64_t least, tag;
    struct bil_pg_result *out; /* where the answer goes; NULL: nobody wants it */
};

struct bil_pg {
    PGconn *line; /* NULL: the connection is lost */
    char *address, *name, *application, *greeting;
    int answer_ms;
    int64_t heard; /* when something came over it last */
    char state[6];
    char loss[256]; /* why the connection is lost */
    struct bil_pg_known *known;
    int known_count;
    struct bil_pg_pending *pending;
    int pending_count;
    bool unsent; /* something queued could not even be sent */
    int64_t failed_tag;
    bool too_few;
    int64_t trips;
};

/* The connection is of no use any more: closes it, and keeps why. Does nothing if it is lost already. */
void bil_pg_lose(struct bil_pg *pg, const char *why);
/* Says in a sentence that it is lost. Returns false. */
bool bil_pg_say_lost(const struct bil_pg *pg, struct bil_error *error);
/* Waits until the next result is there, at most answer_ms. NULL: there is none, or the connection is lost. */
PGresult *bil_pg_next_result(struct bil_pg *pg);

#endif
