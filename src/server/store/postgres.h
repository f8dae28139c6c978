/* What the files of the PostgreSQL driver share. Must never be included but by postgres*.c. */
#ifndef BILLIONS_SERVER_STORE_POSTGRES_H
#define BILLIONS_SERVER_STORE_POSTGRES_H

#include "server/store/internal.h"
#include "server/store/postgres_connection.h"

enum { BIL_POSTGRES_QUERIES = 12, BIL_POSTGRES_AHEAD = 8, BIL_POSTGRES_SCHEMA = 64, BIL_POSTGRES_OLDEST = 140000 };

/* One use of a statement. */
struct bil_postgres_query {
    bool used, asked, fails;
    enum bil_statement which;
    char *own; /* a text that is in no table; NULL: that of `which` */
    struct bil_sql_value value[BIL_PG_VALUES];
    int values, row;
    struct bil_pg_result result;
};

/* A statement that was said ahead of its time, and its answer once that has come. */
struct bil_postgres_ahead {
    enum bil_statement which;
    char id[BIL_TABLE_ID + 1]; /* its first value */
    int64_t number;            /* its second one, if that is a number */
    struct bil_pg_result result;
};

/* The process of the database's server that works for a connection: its number, and when it began (microseconds). */
struct bil_postgres_process {
    int64_t number, began;
};

struct bil_postgres {
    struct bil_pg *pg;
    char schema[BIL_POSTGRES_SCHEMA];
    char *text[BIL_STATEMENTS]; /* NULL: not said yet */
    struct bil_postgres_query query[BIL_POSTGRES_QUERIES];
    struct bil_postgres_ahead ahead[BIL_POSTGRES_AHEAD];
    int aheads;
    struct bil_store_need *need; /* of what is queued: its tag is its place */
    int needs;
    enum { BIL_CLAIM_NONE, BIL_CLAIM_SHARED, BIL_CLAIM_ALONE } claimed; /* bil_store_claim */
    struct bil_postgres_process process;                                /* of the session that has claimed it last */
    int64_t session;                                                    /* how often the connection was opened again */
    uint64_t reopened[2];                                               /* as in struct bil_store_figures */
    int64_t tried; /* when a lost connection was last opened again in vain, in milliseconds; 0: never */
};

static inline struct bil_postgres *bil_postgres_of(const struct bil_store *store)
{
    return store->base;
}

/* Says what the connection said last, as it concerns the operator, and breaks the transaction. Returns false. */
bool bil_postgres_failed(struct bil_store *store, const struct bil_error *said, struct bil_error *error);

/* store/postgres_schema.c: makes the tables of a new database, or refuses one with a sentence. `make`: it may be made. */
bool bil_postgres_schema_bring(struct bil_store *store, bool make, struct bil_error *error);

#endif
