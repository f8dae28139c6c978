/* What the files of the PostgreSQL driver share. Must never be included but by postgres*.c. */
#ifndef BILLIONS_SERVER_STORE_POSTGRES_H
#define BILLIONS_SERVER_STORE_POSTGRES_H

#include "postgres/connection.h"
#include "server/store/internal.h"

enum { BIL_POSTGRES_QUERIES = 12, BIL_POSTGRES_AHEAD = 8, BIL_POSTGRES_SCHEMA = 64, BIL_POSTGRES_OLDEST = 140000 };

/* One use of a statement. */
struct bil_postgres_query {
    bool used, asked, fails;
    enum bil_statement which;
    char *own; /* a text that stands in no table; NULL: that of `which` */
    struct bil_pg_value value[BIL_PG_VALUES];
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

/* Of the database's server, that stands for a connection: its number, and when it began (microseconds). */
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

/* store/postgres_query.c */
void *bil_postgres_begin(struct bil_store *store, enum bil_statement which, struct bil_error *error);
void *bil_postgres_begin_failing(struct bil_store *store, enum bil_statement which, struct bil_error *error);
void *bil_postgres_begin_text(struct bil_store *store, const char *sql, struct bil_error *error);
void bil_postgres_bind_none(void *at, int place, char kind);
void bil_postgres_bind_text(void *at, int place, const char *text);
void bil_postgres_bind_integer(void *at, int place, int64_t number);
void bil_postgres_bind_bytes(void *at, int place, const void *bytes, int count);
enum bil_query_result bil_postgres_step(struct bil_store *store, void *at, struct bil_error *error);
int64_t bil_postgres_changed(struct bil_store *store, void *at);
void bil_postgres_queue(struct bil_store *store, void *at, int64_t least, const struct bil_store_need *need);
bool bil_postgres_ahead(struct bil_store *store, void *const at[], int count, struct bil_error *error);
void bil_postgres_forget_ahead(struct bil_postgres *postgres);
void bil_postgres_end(struct bil_store *store, void *at);
bool bil_postgres_is_none(void *at, int column);
int64_t bil_postgres_number(void *at, int column);
const char *bil_postgres_text(void *at, int column, size_t *length);
const void *bil_postgres_bytes(void *at, int column, size_t *length);
bool bil_postgres_still_open(struct bil_store *store);
void bil_postgres_rollback(struct bil_store *store);

/* store/postgres_session.c */
/* Says what the connection said last, as it concerns whoever runs a server, and breaks the transaction. Returns false. */
bool bil_postgres_failed(struct bil_store *store, const struct bil_error *said, struct bil_error *error);
/* A lost connection is opened again where nothing is under way; false: it stays lost. */
bool bil_postgres_be_connected(struct bil_store *store, struct bil_error *error);
bool bil_postgres_claim(struct bil_store *store, bool alone, struct bil_error *error);
int64_t bil_postgres_session(const struct bil_store *store);
void bil_postgres_mind(struct bil_store *store);
bool bil_postgres_asked(struct bil_store *store, char id[BIL_TABLE_ID + 1]);
void bil_postgres_figures(const struct bil_store *store, struct bil_store_figures *figures);

/* store/postgres_schema.c: makes the tables of a new database, or refuses one with a sentence. `make`: it may be made. */
bool bil_postgres_schema_bring(struct bil_store *store, bool make, struct bil_error *error);

#endif
