/* What the files of the SQLite driver share: the open database and its prepared statements. Must never be included but by
 * sqlite*.c, and by the tests that count the work of the database. */
#ifndef BILLIONS_SERVER_STORE_SQLITE_H
#define BILLIONS_SERVER_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store/internal.h"

struct bil_sqlite_text {
    struct bil_sqlite_text *next;
    char *sql;
    sqlite3_stmt *statement;
};
struct bil_sqlite {
    sqlite3 *db;
    bool memory;                             /* ":memory:" */
    bool full;                               /* a write failed because the disk is full; the journal was not emptied since */
    struct bil_sqlite_text *texts;           /* statements that stand in no table, the latest first */
    sqlite3_stmt *statement[BIL_STATEMENTS]; /* NULL: not yet prepared */
};

static inline struct bil_sqlite *bil_sqlite_of(const struct bil_store *store)
{
    return store->base;
}

/* What the database said, as a sentence. Returns false; `what` is what could not be done: "written to", "opened". */
bool bil_sqlite_say(const char *path, const char *what, sqlite3 *db, int code, struct bil_error *error);

/* store/sqlite_schema.c: makes the tables of a new database, or brings an older one up to date, or refuses it with a sentence. */
enum { BIL_SCHEMA_APPLICATION = 0x42696C6C };
bool bil_sqlite_schema_bring(struct bil_store *store, struct bil_error *error);
/* Whether a database is ours and of a version that can be read; *version is 0 of an empty one. Changes nothing. */
bool bil_sqlite_schema_look(sqlite3 *db, const char *path, int *version, struct bil_error *error);
/* Whether its schema is the one that this program makes for that version. False and a sentence that names what differs. */
bool bil_sqlite_schema_compare(sqlite3 *db, const char *path, int version, struct bil_error *error);

#endif
