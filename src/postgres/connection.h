/* One connection to a PostgreSQL server: statements with values, their rows, many statements in one round trip.
 *
 * The one place that knows libpq; the server's store speaks to the database through it. Nothing here waits for ever: connecting
 * ends after a few seconds for each host, an answer that does not come within `answer_ms` is a lost connection. A lost connection
 * stays lost until bil_pg_reopen; what was under way is not said again, for only the caller knows whether it may be.
 *
 * A connection belongs to one thread at a time. Must never show a password: sentences and names are made without. */
#ifndef BILLIONS_POSTGRES_CONNECTION_H
#define BILLIONS_POSTGRES_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "billions/text.h"

struct bil_pg;

/* ------------------------------------------------------------------ opening */

struct bil_pg_settings {
    const char *application; /* what the server shows of us (application_name); NULL: billions */
    const char *greeting;    /* statements parted by ";" that are said after every (re)connecting, such as SET; NULL: none */
    int answer_ms;           /* as long is waited for an answer; 0: 10,000 */
};

/* Whether a text is an address of this kind: postgresql://... or postgres://... */
bool bil_pg_is_address(const char *text);
/* An address for people: postgresql://user@host:port/database, never with a password. Of what is no address: a few words. */
void bil_pg_show_address(const char *address, struct bil_text *out);
/* Takes the password out of an address in place, so that a list of processes does not show it. The text stays as long. */
void bil_pg_blank_password(char *address);

/* Connects to an address, or to key words as libpq takes them ("host=/run/x dbname=y"); what it does not say comes from the
 * environment as with every program of PostgreSQL (PGPASSFILE, PGSSLMODE, ...). Unless it says otherwise a connection that is cut
 * is noticed within seconds (connect_timeout, tcp_user_timeout, keepalives), and text is UTF-8. NULL and a sentence if it fails, or
 * if the program was built without libpq. `settings` may be NULL; its texts are copied. */
struct bil_pg *bil_pg_open(const char *address, const struct bil_pg_settings *settings, struct bil_error *error);
void bil_pg_close(struct bil_pg *pg); /* NULL does nothing; a transaction that is open is rolled back by the server */
/* Connects again to the same address, whether the connection was lost or not. False and a sentence: it stays lost; try again later.
 * What was queued is forgotten; statements are prepared again by themselves. */
bool bil_pg_reopen(struct bil_pg *pg, struct bil_error *error);
/* Lets the connection go as if it were lost, for that reason; bil_pg_reopen opens it again. */
void bil_pg_drop(struct bil_pg *pg, const char *why);
/* Whether the connection was lost, as far as is known without asking. */
bool bil_pg_lost(const struct bil_pg *pg);
/* How many milliseconds ago anything came over it. */
int64_t bil_pg_silence(const struct bil_pg *pg);
/* The process of the server that works for this connection; 0 if the connection is lost. */
int bil_pg_process(const struct bil_pg *pg);
/* Of the server, like 150018; 0 if the connection is lost. */
int bil_pg_server_version(const struct bil_pg *pg);
/* What the server says of itself at the beginning, like "server_encoding" or "in_hot_standby"; "" if it says nothing. */
const char *bil_pg_parameter(const struct bil_pg *pg, const char *name);
/* The SQLSTATE of what failed last ("23505"), "" if the server did not say one (a lost connection, a wrong number of rows). */
const char *bil_pg_state(const struct bil_pg *pg);

/* ------------------------------------------------------------------ statements */

/* A value for $1, $2, ... . Make one with the functions below. Of one statement text each place always has the same kind. */
enum bil_pg_kind { BIL_PG_INTEGER, BIL_PG_TEXT, BIL_PG_BYTES };
struct bil_pg_value {
    enum bil_pg_kind kind;
    bool none; /* NULL */
    int64_t integer;
    const void *bytes; /* of a text or bytes: not copied, must stay until the call returns */
    size_t length;
};
struct bil_pg_value bil_pg_integer(int64_t number); /* bigint */
struct bil_pg_value bil_pg_text(const char *text);  /* NULL: none */
struct bil_pg_value bil_pg_bytes(const void *bytes, size_t length);
struct bil_pg_value bil_pg_none(enum bil_pg_kind kind);
enum { BIL_PG_VALUES = 24 }; /* at most */

/* Rows of an answer. {0} is one without rows; freeing it is allowed. */
struct bil_pg_result {
    void *handle;
};
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
bool bil_pg_ask(struct bil_pg *pg, const char *sql, const struct bil_pg_value *values, int count, struct bil_pg_result *result,
                struct bil_error *error);
/* Several statements parted by ";" without values, in one go, such as a step of a schema: one transaction unless they say BEGIN. */
bool bil_pg_say(struct bil_pg *pg, const char *sql, struct bil_error *error);

/* ------------------------------------------------------------------ many in one round trip */

/* Queues a statement of which nothing but this is asked: that it changes at least `least` rows. It is sent when it suits, its
 * answer is looked at by the next bil_pg_sync or bil_pg_ask. After a failure what follows up to there is not carried out. `tag` is
 * given back if this one fails. */
void bil_pg_queue(struct bil_pg *pg, const char *sql, const struct bil_pg_value *values, int count, int64_t least, int64_t tag);
/* The same of a statement that gives rows: its answer is put into `result`, which must stay where it is until then. It stays
 * without rows if the statement failed, or one before it. */
void bil_pg_send(struct bil_pg *pg, const char *sql, const struct bil_pg_value *values, int count, struct bil_pg_result *result);
/* Waits until all that is queued is answered. False and a sentence if any failed. Does nothing if nothing is queued. */
bool bil_pg_sync(struct bil_pg *pg, struct bil_error *error);
/* Of the statement that failed first in the latest round trip: its tag, and whether it was carried out and changed too few rows.
 * -1 if it was not a queued one. */
int64_t bil_pg_failed_tag(const struct bil_pg *pg, bool *too_few);
/* How many round trips there were since the connection was opened first; for tests and measurements. */
int64_t bil_pg_round_trips(const struct bil_pg *pg);

/* ------------------------------------------------------------------ news */

/* What others have told by NOTIFY, for who has said LISTEN (by bil_pg_say, after every connecting). */
struct bil_pg_news {
    char words[64]; /* longer ones are cut */
    int from;       /* bil_pg_process of who said it */
};
/* The next one that has come, without waiting. False: there is none, or the connection is lost. */
bool bil_pg_next_news(struct bil_pg *pg, struct bil_pg_news *news);

#endif
