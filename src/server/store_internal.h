/* What the files of the SQLite store share: the open database, its prepared statements, and how one of them is asked.
 *
 * Every statement goes through bil_query_step, so that it is counted, can be made to fail by a test, and breaks the transaction if
 * it fails. Must never be included outside store*.c. */
#ifndef BILLIONS_SERVER_STORE_INTERNAL_H
#define BILLIONS_SERVER_STORE_INTERNAL_H

#include <sqlite3.h>

#include "server/store.h"
#include "server/token.h"

/* The statements; their texts stand in store_sql.c in the same order. */
enum bil_statement {
    BIL_SQL_BEGIN,
    BIL_SQL_COMMIT,
    BIL_SQL_ADD_TABLE,
    BIL_SQL_ADD_SETUP,
    BIL_SQL_ADD_CARD,
    BIL_SQL_ADD_SEAT,
    BIL_SQL_TOUCH_TABLE,
    BIL_SQL_CHANGE_TABLE,
    BIL_SQL_CHANGE_SEAT,
    BIL_SQL_READ_TABLE,
    BIL_SQL_READ_SEATS,
    BIL_SQL_LIST_STATE,
    BIL_SQL_LIST_ALL,
    BIL_SQL_LIST_PERSON,
    BIL_SQL_LIST_SEATS,
    BIL_SQL_LIST_ROW,
    BIL_SQL_QUICK,
    BIL_SQL_DEADLINES,
    BIL_SQL_LIVING,
    BIL_SQL_IDS,
    BIL_SQL_DEADLINE,
    BIL_SQL_COUNT_STATE,
    BIL_SQL_ADD_MAKER,
    BIL_SQL_FORGET_MAKERS,
    BIL_SQL_COUNT_MADE,
    BIL_SQL_SET_PAYER,
    BIL_SQL_PAYER,
    BIL_SQL_KEY,
    BIL_SQL_LAST,
    BIL_SQL_APPEND,
    BIL_SQL_ENTRIES,
    BIL_SQL_HOLD,
    BIL_SQL_RELEASE,
    BIL_SQL_HELD,
    BIL_SQL_SET_ORDERS,
    BIL_SQL_ORDERS,
    BIL_SQL_ADD_PERSON,
    BIL_SQL_PERSON,
    BIL_SQL_NAMES,
    BIL_SQL_ADD_LOOK,
    BIL_SQL_ALIKE,
    BIL_SQL_LOOKS,
    BIL_SQL_FORGET_LOOKS,
    BIL_SQL_NOTE_LOOKS,
    BIL_SQL_ADD_SESSION,
    BIL_SQL_OLD_SESSIONS,
    BIL_SQL_SESSION,
    BIL_SQL_END_SESSION,
    BIL_SQL_PUT_PUSH,
    BIL_SQL_FORGET_PUSH,
    BIL_SQL_FORGET_PUSHES,
    BIL_SQL_PUSHES,
    BIL_SQL_COUNT_PUSHES,
    BIL_SQL_PUSH_KEY,
    BIL_SQL_ADD_PUSH_KEY,
    BIL_SQL_TOUCH_HEALTH,
    BIL_SQL_FIND_RESULT,
    BIL_SQL_ADD_RESULT,
    BIL_SQL_ADD_RESULT_RECORD,
    BIL_SQL_RESULTS,
    BIL_SQL_RESULT_RECORD,
    BIL_STATEMENTS
};

/* What is known of a table and of its log, so that the next entry need not look for it. Numbers of rows never change and entries
 * are never taken away: what was true once is at worst too little, and then the entry finds its place taken. */
struct bil_store_known {
    char id[BIL_TABLE_ID + 1];
    int64_t table, last; /* its row; the last entry */
};
enum { BIL_STORE_KNOWN = 2048 };

struct bil_store {
    struct bil_store_known known[BIL_STORE_KNOWN]; /* by the hash of the id; forgotten with every transaction that is not stored */
    struct bil_store_maintainer *maintainer;       /* store_maintenance.c; NULL: commits look after the journal themselves */
    sqlite3 *db;
    char *path;
    bool memory;  /* ":memory:" */
    bool open;    /* a transaction is */
    bool broken;  /* something failed in it */
    bool damaged; /* ... and whatever failed last did because the file is not as it was written */
    int64_t calls, fail_at;
    sqlite3_stmt *statement[BIL_STATEMENTS]; /* NULL: not yet prepared */
};

extern const char *const bil_store_sql[BIL_STATEMENTS];

/* One use of a statement. What is bound must stay as it is until the end. */
struct bil_query {
    struct bil_store *store;
    sqlite3_stmt *statement; /* NULL: it could not even be prepared */
    struct bil_error *error;
};
enum bil_query_result { BIL_QUERY_FAILED, BIL_QUERY_ROW, BIL_QUERY_DONE };

struct bil_query bil_query_begin(struct bil_store *store, enum bil_statement which, struct bil_error *error);
void bil_query_text(struct bil_query *query, int place, const char *text);
void bil_query_integer(struct bil_query *query, int place, int64_t number);
void bil_query_bytes(struct bil_query *query, int place, const void *bytes, int count);
enum bil_query_result bil_query_step(struct bil_query *query);
void bil_query_end(struct bil_query *query);
/* Step and end of a statement that gives no rows; how many rows it changed, or -1. */
int bil_query_run(struct bil_query *query);

/* Columns of the row at hand, which are checked: what does not fit is damage. */
int64_t bil_query_number(const struct bil_query *query, int column);
bool bil_query_copy_bytes(struct bil_query *query, int column, uint8_t *bytes, int count);
bool bil_query_copy_text(struct bil_query *query, int column, char *text, size_t size);

/* store_open_check.c: reads the file through when it is opened, if it is not too large for that at every start. False and a
 * sentence: it is damaged where going on could do more damage. */
bool bil_store_open_check(struct bil_store *store, bil_store_tell tell, void *context, struct bil_error *error);

void bil_store_forget(struct bil_store *store); /* what is known */
void bil_store_maintain_no_more(struct bil_store *store);

/* Says in a sentence what the database said, and breaks the transaction. Returns false. */
bool bil_store_failed(struct bil_store *store, int code, struct bil_error *error);
/* The sentence alone; `what` is what could not be done: "written to", "opened". */
bool bil_store_say(const char *path, const char *what, sqlite3 *db, int code, struct bil_error *error);
/* What was read is not what was written, as this says where the database itself did not. Does not break the transaction: nothing
 * was changed. Returns false. */
bool bil_store_unsound(struct bil_store *store, struct bil_error *error);
/* Says what is amiss that the database itself does not know, and breaks the transaction. */
__attribute__((format(printf, 3, 4))) bool bil_store_amiss(struct bil_store *store, struct bil_error *error, const char *format,
                                                           ...);

/* A transaction round several statements that must hold together: joins the open one. */
bool bil_store_within(struct bil_store *store, bool *own, struct bil_error *error);
bool bil_store_ends(struct bil_store *store, bool own, bool fine, struct bil_error *error);

/* The version of the schema that this program knows, and the statements that lead from version i to i + 1 (store_schema.c). */
enum { BIL_SCHEMA_VERSION = 8, BIL_SCHEMA_APPLICATION = 0x42696C6C };
/* Makes the tables of a new database, or brings an older one up to date, or refuses it with a sentence. */
bool bil_schema_bring(struct bil_store *store, struct bil_error *error);
/* Whether a database is ours and of a version that can be read; *version is 0 of an empty one. Changes nothing. */
bool bil_schema_look(sqlite3 *db, const char *path, int *version, struct bil_error *error);

#endif
