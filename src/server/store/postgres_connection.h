/* One connection to a PostgreSQL server: statements with values, their rows, many statements in one round trip.
 *
 * Only postgres*.c know libpq. Nothing here waits for
 * ever: connecting ends after a few seconds for each host, an answer that does not come within `answer_ms` is a lost connection. A
 * lost connection stays lost until bil_pg_reopen; what was under way is not said again, for only the caller knows whether it may
 * be.
 *
 * A connection belongs to one thread at a time. Must never show a password: sentences and names are made without. */
#ifndef BILLIONS_SERVER_STORE_POSTGRES_CONNECTION_H
#define BILLIONS_SERVER_STORE_POSTGRES_CONNECTION_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "billions/text.h"
#include "server/store/value.h"

struct bil_pg_result {
    void *handle; /* rows of an answer. {0}: none; freeing it is allowed */
};

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

/* A connection. Who uses it may read it, and changes nothing. */
struct bil_pg {
    PGconn *line; /* NULL: the connection is lost */
    char *address, *name, *application, *greeting;
    int answer_ms;
    int64_t heard;  /* when something came over it last, by CLOCK_BOOTTIME */
    char state[6];  /* the SQLSTATE of what failed last ("23505"); "": the server did not say one */
    char loss[256]; /* why the connection is lost */
    struct bil_pg_known *known;
    int known_count;
    struct bil_pg_pending *pending;
    int pending_count;
    bool unsent;        /* something queued could not even be sent */
    int64_t failed_tag; /* of the statement that failed first in the latest round trip; -1: it was not a queued one */
    bool too_few;       /* it was carried out and changed too few rows */
    int64_t trips;      /* round trips since the connection was opened first */
};

/* ------------------------------------------------------------------ opening */

struct bil_pg_settings {
    const char *application; /* what the server shows of us (application_name); NULL: billions */
    const char *greeting;    /* statements parted by ";" that are said after every (re)connecting, such as SET; NULL: none */
    int answer_ms;           /* as long is waited for an answer; 0: 10,000 */
};

/* Connects to an address, or to key words as libpq takes them ("host=/run/x dbname=y"); what it does not say comes from the
 * environment as with every program of PostgreSQL (PGPASSFILE, PGSSLMODE, ...). Unless it says otherwise a connection that is cut
 * is noticed within seconds (connect_timeout, tcp_user_timeout, keepalives), and text is UTF-8. NULL and a sentence if it fails.
 * `settings` may be NULL; its texts are copied. */
struct bil_pg *bil_pg_open(const char *address, const struct bil_pg_settings *settings, struct bil_error *error);
void bil_pg_close(struct bil_pg *pg); /* NULL does nothing; a transaction that is open is rolled back by the server */
/* Connects again to the same address, whether the connection was lost or not. False and a sentence: it stays lost; try again later.
 * What was queued is forgotten; statements are prepared again by themselves. */
bool bil_pg_reopen(struct bil_pg *pg, struct bil_error *error);
/* The connection is of no use any more: closes it and keeps why; bil_pg_reopen opens it again. Does nothing if it is lost already.
 */
void bil_pg_lose(struct bil_pg *pg, const char *why);
/* Whether the connection was lost, as far as is known without asking. */
static inline bool bil_pg_lost(const struct bil_pg *pg)
{
    return !pg->line;
}

/* ------------------------------------------------------------------ statements */

enum { BIL_PG_VALUES = 24 }; /* at most */

void bil_pg_result_free(struct bil_pg_result *result);
int bil_pg_rows(const struct bil_pg_result *result);
int64_t bil_pg_changed(const struct bil_pg_result *result); /* rows that an INSERT, UPDATE, DELETE changed, a SELECT gave; else 0 */
bool bil_pg_is_none(const struct bil_pg_result *result, int row, int column); /* NULL, or no such row or column */
/* smallint, integer, bigint or boolean; 0 of NULL, of any other type and where there is no such row. (numeric, real: cast them.) */
int64_t bil_pg_number(const struct bil_pg_result *result, int row, int column);
/* text, bytea or any type whose binary form is wanted: the bytes, with a zero behind them; `length` may be NULL. Never NULL. Good
 * until the result is freed. */
const char *bil_pg_string(const struct bil_pg_result *result, int row, int column, size_t *length);

/* Says one statement and waits for its answer (and for those of all that was queued before it, in order). It is prepared at its
 * first use, by its text; up to some hundred different texts. `result` may be NULL. False and a sentence: it failed, or something
 * queued before it did; inside a transaction nothing but ROLLBACK is of use then. */
bool bil_pg_ask(struct bil_pg *pg, const char *sql, const struct bil_sql_value *values, int count, struct bil_pg_result *result,
                struct bil_error *error);
/* Several statements parted by ";" without values, in one go, such as a step of a schema: one transaction unless they say BEGIN. */
bool bil_pg_say(struct bil_pg *pg, const char *sql, struct bil_error *error);

/* ------------------------------------------------------------------ many in one round trip */

/* Queues a statement of which nothing but this is asked: that it changes at least `least` rows. It is sent when it suits, its
 * answer is looked at by the next bil_pg_sync or bil_pg_ask. After a failure what follows up to there is not carried out. `tag` is
 * given back if this one fails. */
void bil_pg_queue(struct bil_pg *pg, const char *sql, const struct bil_sql_value *values, int count, int64_t least, int64_t tag);
/* The same of a statement that gives rows: its answer is put into `result`, which must stay where it is until then. It stays
 * without rows if the statement failed, or one before it. */
void bil_pg_send(struct bil_pg *pg, const char *sql, const struct bil_sql_value *values, int count, struct bil_pg_result *result);
/* Waits until all that is queued is answered. False and a sentence if any failed. Does nothing if nothing is queued. */
bool bil_pg_sync(struct bil_pg *pg, struct bil_error *error);
/* ------------------------------------------------------------------ news */

/* What others have told by NOTIFY, for who has said LISTEN (by bil_pg_say, after every connecting). */
struct bil_pg_news {
    char words[64]; /* longer ones are cut */
    int from;       /* the process of the database's server that worked for who said it */
};
/* The next one that has come, without waiting. False: there is none, or the connection is lost. */
bool bil_pg_next_news(struct bil_pg *pg, struct bil_pg_news *news);

#endif
