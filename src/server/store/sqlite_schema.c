/* The tables of an SQLite file, version by version: a new file walks through all of them, an old one through those it lacks. And
 * the comparison of a file's schema with what these steps make; and what SQLite's codes mean in words.
 *
 * A step, once released, must never be changed: it is what old files are made of. All steps of one opening are one transaction, so
 * that an upgrade that is killed has not happened. */
#include <stdlib.h>
#include <string.h>

#include "server/store/sqlite.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ failures in words */

/* What the database's answers mean to the operator of a server, by their primary code. */
static const struct {
    int code;
    const char *text;
} meanings[] = {
    {SQLITE_FULL, "the disk is full; make room"},
    {SQLITE_IOERR, "the disk answers with an error; look at the system's log, and have a backup at hand"},
    {SQLITE_READONLY, "it is read-only; check who owns the file and its folder, and how the disk is mounted"},
    {SQLITE_PERM, "this user may not; check who owns the file and its folder"},
    {SQLITE_CANTOPEN, "the file or its folder cannot be opened; check that the folder exists and who owns it"},
    {SQLITE_BUSY, "another program holds it; only one server may use a database"},
    {SQLITE_LOCKED, "another program holds it; only one server may use a database"},
    {SQLITE_NOTADB, "it is no database; name a file that does not exist yet, or one of this server"},
    {SQLITE_CORRUPT, "it is damaged; billions serve --check tells where, and the latest backup what was there"},
};

bool bil_sqlite_say(const char *path, const char *what, sqlite3 *db, int code, struct bil_error *error)
{
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (meanings[i].code == (code & 0xFF)) {
            return bil_fail(error, "The database %s cannot be %s: %s.", path, what, meanings[i].text);
        }
    }
    return bil_fail(error, "The database %s cannot be %s: %s.", path, what, db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
}

/* ------------------------------------------------------------------ versions */

/* Version 1: as it was thought of first. */
static const char from_nothing[] =
    "CREATE TABLE tables ("
    "  nr INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL, listed INTEGER NOT NULL,"
    "  seats INTEGER NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL, began INTEGER NOT NULL,"
    "  deadline INTEGER NOT NULL, asked_since INTEGER NOT NULL, seed BLOB NOT NULL, secret BLOB NOT NULL, setup TEXT NOT NULL"
    ") STRICT;"
    "CREATE TABLE seats ("
    "  table_nr INTEGER NOT NULL REFERENCES tables, seat INTEGER NOT NULL, kind INTEGER NOT NULL, bot_plays INTEGER NOT NULL,"
    "  name TEXT NOT NULL, person TEXT NOT NULL, bot TEXT NOT NULL, token BLOB NOT NULL, contribution BLOB NOT NULL,"
    "  bank INTEGER NOT NULL, orders TEXT NOT NULL DEFAULT '', PRIMARY KEY (table_nr, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_person ON seats (person) WHERE person <> '';"
    "CREATE TABLE log ("
    "  table_nr INTEGER NOT NULL REFERENCES tables, number INTEGER NOT NULL, kind INTEGER NOT NULL, seat INTEGER NOT NULL,"
    "  how INTEGER NOT NULL, time INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_nr, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE held ("
    "  table_nr INTEGER NOT NULL REFERENCES tables, decision INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,"
    "  PRIMARY KEY (table_nr, decision, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE people ("
    "  nr INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE UNIQUE, passphrase TEXT NOT NULL, created INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE sessions ("
    "  token BLOB NOT NULL PRIMARY KEY, person_nr INTEGER NOT NULL REFERENCES people, until INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_person ON sessions (person_nr, until);"
    "CREATE TABLE health (one INTEGER PRIMARY KEY, beat INTEGER NOT NULL) STRICT;"
    "INSERT INTO health VALUES (1, 0);";

/* Version 2: a move rewrites its table's row, and an edition of a hundred kilobytes need not be written again with it. And the
 * lobby and a server that begins find what they look for without reading every table there ever was. */
static const char from_1[] =
    "CREATE TABLE setups (table_nr INTEGER PRIMARY KEY REFERENCES tables, secret BLOB NOT NULL, setup TEXT NOT NULL) STRICT;"
    "INSERT INTO setups SELECT nr, secret, setup FROM tables;"
    "ALTER TABLE tables DROP COLUMN setup;"
    "ALTER TABLE tables DROP COLUMN secret;"
    "CREATE INDEX tables_lobby ON tables (state, changed) WHERE listed = 1;"
    "CREATE INDEX tables_living ON tables (state) WHERE state < 2;";

/* Version 3: what the lobby shows of a setup, beside it, so that a list need not read whole editions. */
static const char from_2[] =
    "CREATE TABLE cards (table_nr INTEGER PRIMARY KEY REFERENCES tables, card TEXT NOT NULL) STRICT;"
    "INSERT INTO cards SELECT table_nr, CASE WHEN json_valid(setup) THEN json_object('title', coalesce(json_extract(setup, "
    "'$.title'), ''), 'game', coalesce(json_extract(setup, '$.game'), ''), 'pace', coalesce(json_extract(setup, '$.pace'), "
    "json_object('kind', 'none'))) ELSE '{}' END FROM setups;";

/* Version 4: by which key a seat of a rematch was taken; who has made the tables that are not over; what names look like, which the
 * server works out when it opens the database (accounts.c). */
#define NO_HASH "x'0000000000000000000000000000000000000000000000000000000000000000'"
static const char from_3[] = "ALTER TABLE seats ADD COLUMN came BLOB NOT NULL DEFAULT " NO_HASH ";"
                             "CREATE TABLE makers ("
                             "  maker TEXT NOT NULL, table_nr INTEGER NOT NULL REFERENCES tables, PRIMARY KEY (maker, table_nr)"
                             ") STRICT, WITHOUT ROWID;"
                             "CREATE INDEX makers_table ON makers (table_nr);"
                             "CREATE TABLE looks ("
                             "  look TEXT NOT NULL, person_nr INTEGER NOT NULL REFERENCES people, PRIMARY KEY (look, person_nr)"
                             ") STRICT, WITHOUT ROWID;"
                             "CREATE TABLE versions (one INTEGER PRIMARY KEY, looks TEXT NOT NULL) STRICT;"
                             "INSERT INTO versions VALUES (1, '');";

/* Version 5: a sum over each entry, so that one that was altered is not taken for true. Entries of older versions have none. */
static const char from_4[] = "ALTER TABLE log ADD COLUMN sum INTEGER;";

/* Version 6: who pays for the thinking at a table, as numbers that are made with a secret of this database; how many entries a
 * table has at least. */
static const char from_5[] =
    "CREATE TABLE payers (table_nr INTEGER PRIMARY KEY REFERENCES tables, network INTEGER NOT NULL, address INTEGER NOT NULL,"
    "  account INTEGER NOT NULL) STRICT;"
    "CREATE TABLE keys (nr INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;"
    "INSERT INTO keys VALUES (1, randomblob(16));"
    "ALTER TABLE tables ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;"; /* of which the row knows */

/* Version 7: browsers that are told when it is somebody's turn. The server's own key for that is a row of `keys`, made at first
 * need.
 */
static const char from_6[] =
    "CREATE TABLE pushes ("
    "  table_nr INTEGER NOT NULL REFERENCES tables, place BLOB NOT NULL, seat INTEGER NOT NULL, endpoint TEXT NOT NULL,"
    "  point BLOB NOT NULL, auth BLOB NOT NULL, token BLOB NOT NULL, who INTEGER NOT NULL, decision INTEGER NOT NULL,"
    "  told INTEGER NOT NULL, again INTEGER NOT NULL, tries INTEGER NOT NULL, PRIMARY KEY (table_nr, place)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX pushes_who ON pushes (who);";

/* Version 8: results of challenges, one for each who, and the records that prove them. */
static const char from_7[] =
    "CREATE TABLE results ("
    "  nr INTEGER PRIMARY KEY, challenge TEXT NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL,"
    "  points INTEGER NOT NULL, made INTEGER NOT NULL, UNIQUE (challenge, who)"
    ") STRICT;"
    "CREATE INDEX results_order ON results (challenge, place, points DESC, nr);"
    "CREATE TABLE result_records (result_nr INTEGER PRIMARY KEY REFERENCES results, record TEXT NOT NULL) STRICT;";

/* Version 9: browsers that are told even while another page of the same seat is in sight. */
static const char from_8[] = "ALTER TABLE pushes ADD COLUMN always INTEGER NOT NULL DEFAULT 0;";

/* Version 10: a secret that only several servers on one database had. */
static const char from_9[] = "DELETE FROM keys WHERE nr = 3;";

static const char *const steps[BIL_SCHEMA_VERSION] = {from_nothing, from_1, from_2, from_3, from_4,
                                                      from_5,       from_6, from_7, from_8, from_9};

/* The number that a pragma or a count gives; false if the database cannot be read. */
static bool read_number(sqlite3 *db, const char *sql, int64_t *number, int *code)
{
    sqlite3_stmt *statement = NULL;
    *code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (*code == SQLITE_OK) {
        *code = sqlite3_step(statement);
    }
    if (*code == SQLITE_ROW) {
        *number = sqlite3_column_int64(statement, 0);
        *code = SQLITE_OK;
    } else if (*code == SQLITE_DONE) {
        *code = SQLITE_CORRUPT;
    }
    sqlite3_finalize(statement);
    return *code == SQLITE_OK;
}

bool bil_sqlite_schema_look(sqlite3 *db, const char *path, int *version, struct bil_error *error)
{
    int64_t application = 0;
    int64_t known = 0;
    int64_t things = 0;
    int code;
    if (!read_number(db, "SELECT count(*) FROM sqlite_schema", &things, &code) ||
        !read_number(db, "PRAGMA application_id", &application, &code) || !read_number(db, "PRAGMA user_version", &known, &code)) {
        return bil_sqlite_say(path, "read", db, code, error);
    }
    *version = 0;
    if (things == 0 && application == 0 && known == 0) {
        return true;
    }
    if (application != BIL_SCHEMA_APPLICATION) {
        return bil_fail(error, "%s is the database of another program; name a file that does not exist yet, or one of this server.",
                        path);
    }
    if (known > BIL_SCHEMA_VERSION) {
        return bil_fail(error,
                        "%s was written by a later version of this program (schema %lld, this one knows 1 to %d); use that "
                        "version, or a backup from before the upgrade.",
                        path, (long long)known, BIL_SCHEMA_VERSION);
    }
    if (known < 1 || things == 0) {
        return bil_fail(error, "%s is damaged: its version is missing; restore the latest backup.", path);
    }
    *version = (int)known;
    return true;
}

/* Every object of a schema with its text, whose white space does not count. ANALYZE, which an operator may run, adds sqlite_stat1
 * and sqlite_stat4. */
static const char objects[] =
    "SELECT name, type || ' ' || tbl_name || ' ' || replace(replace(coalesce(sql, ''), ' ', ''), char(10), '') "
    "FROM sqlite_schema WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4')) ORDER BY name, type";

/* Steps to the next object. Its name; NULL: there is none, or an error, which *code then is. */
static const char *next_object(sqlite3_stmt *statement, int *code)
{
    const int result = sqlite3_step(statement);
    *code = result == SQLITE_ROW || result == SQLITE_DONE ? SQLITE_OK : result;
    const char *name = result == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    return name || result != SQLITE_ROW ? name : "";
}

static bool refuse_object(const char *path, const char *name, const char *how, struct bil_error *error)
{
    char *plain = bil_memory_text(name, strnlen(name, 60));
    bil_plain(plain);
    bil_fail(error, "%s is damaged or was altered: \"%s\" in its schema %s; restore the latest backup.", path, plain, how);
    free(plain);
    return false;
}

/* Walks through the objects of a file and of a model, both in the order of their names, up to the first that differs. */
static bool compare_objects(const char *path, sqlite3_stmt *file, sqlite3_stmt *model, int *code, struct bil_error *error)
{
    for (;;) {
        const char *name = next_object(file, code);
        if (*code != SQLITE_OK) {
            return false;
        }
        const char *wanted = next_object(model, code);
        if (*code != SQLITE_OK || (!name && !wanted)) {
            return *code == SQLITE_OK;
        }
        const int order = !name ? 1 : !wanted ? -1 : strcmp(name, wanted);
        if (order != 0) {
            return refuse_object(path, order < 0 ? name : wanted, order < 0 ? "is not this program's" : "is missing", error);
        }
        const char *text = (const char *)sqlite3_column_text(file, 1);
        const char *wanted_text = (const char *)sqlite3_column_text(model, 1);
        if (!text || !wanted_text || strcmp(text, wanted_text) != 0) {
            return refuse_object(path, name, "is another", error);
        }
    }
}

bool bil_sqlite_schema_compare(sqlite3 *db, const char *path, int version, struct bil_error *error)
{
    sqlite3 *made = NULL;
    sqlite3_stmt *file = NULL;
    sqlite3_stmt *model = NULL;
    bool same = false;
    int code = sqlite3_open_v2(":memory:", &made, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    for (int i = 0; code == SQLITE_OK && i < version; i++) {
        code = sqlite3_exec(made, steps[i], NULL, NULL, NULL);
    }
    code = code == SQLITE_OK ? sqlite3_prepare_v2(db, objects, -1, &file, NULL) : code;
    code = code == SQLITE_OK ? sqlite3_prepare_v2(made, objects, -1, &model, NULL) : code;
    if (code == SQLITE_OK) {
        same = version == 0 || compare_objects(path, file, model, &code, error);
    }
    sqlite3_finalize(file);
    sqlite3_finalize(model);
    sqlite3_close(made);
    return code == SQLITE_OK ? same : bil_sqlite_say(path, "read", db, code, error);
}

bool bil_sqlite_schema_bring(struct bil_store *store, struct bil_error *error)
{
    int version = 0;
    if (!bil_sqlite_schema_look(bil_sqlite_of(store)->db, store->path, &version, error)) {
        return false;
    }
    if (version == BIL_SCHEMA_VERSION) {
        return true;
    }
    /* Looked at again inside, for another program may have done it meanwhile. */
    int code = sqlite3_exec(bil_sqlite_of(store)->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code != SQLITE_OK) {
        return bil_sqlite_say(store->path, "upgraded", bil_sqlite_of(store)->db, code, error);
    }
    if (!bil_sqlite_schema_look(bil_sqlite_of(store)->db, store->path, &version, error)) {
        sqlite3_exec(bil_sqlite_of(store)->db, "ROLLBACK", NULL, NULL, NULL);
        return false;
    }
    for (; code == SQLITE_OK && version < BIL_SCHEMA_VERSION; version++) {
        code = sqlite3_exec(bil_sqlite_of(store)->db, steps[version], NULL, NULL, NULL);
    }
    char marks[96];
    sqlite3_snprintf((int)sizeof marks, marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;", BIL_SCHEMA_APPLICATION,
                     BIL_SCHEMA_VERSION);
    if (code == SQLITE_OK) {
        code = sqlite3_exec(bil_sqlite_of(store)->db, marks, NULL, NULL, NULL);
    }
    if (code == SQLITE_OK) {
        code = sqlite3_exec(bil_sqlite_of(store)->db, "COMMIT", NULL, NULL, NULL);
    }
    if (code != SQLITE_OK) {
        bil_sqlite_say(store->path, "upgraded", bil_sqlite_of(store)->db, code, error);
        sqlite3_exec(bil_sqlite_of(store)->db, "ROLLBACK", NULL, NULL, NULL);
        return false;
    }
    return true;
}
