/* Looks a whole SQLite file through with SQLite's own quick_check and its check of foreign keys. Must never change anything in it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/sqlite.h"
#include "table/memory.h"

enum { GOING = 100000, MESSAGES = 100 }; /* steps of the machine between two signs of life; as many sentences at most */

struct watch {
    void (*going)(void *context);
    void *context;
};

static int tick(void *context)
{
    const struct watch *watch = context;
    watch->going(watch->context);
    return 0;
}

/* Gives every line of every row. */
static int give_rows(sqlite3 *db, const char *sql, void (*each)(void *context, const char *sentence), void *context)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        const char *said = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        for (const char *at = said; at && *at && strcmp(said, "ok") != 0;) {
            const size_t length = strcspn(at, "\n");
            char *line = bil_memory_text(at, length);
            if (length > 0 && strncmp(line, "***", 3) != 0) {
                bil_plain(line);
                each(context, line);
            }
            free(line);
            at += length + (at[length] != 0);
        }
    }
    sqlite3_finalize(statement);
    return code;
}

bool bil_sqlite_integrity(struct bil_store *store, void (*each)(void *context, const char *sentence), void (*going)(void *context),
                          void *context, struct bil_error *error)
{
    struct watch watch = {going, context};
    char sql[64];
    sqlite3_snprintf((int)sizeof sql, sql, "PRAGMA quick_check(%d)", MESSAGES);
    if (going) {
        sqlite3_progress_handler(bil_sqlite_of(store)->db, GOING, tick, &watch);
    }
    const int pages = give_rows(bil_sqlite_of(store)->db, sql, each, context);
    const int rows = give_rows(bil_sqlite_of(store)->db,
                               "SELECT printf('%d rows of \"%s\" belong to no row of \"%s\"', count(*), \"table\", parent) "
                               "FROM pragma_foreign_key_check GROUP BY \"table\", parent",
                               each, context);
    const int code = pages != SQLITE_DONE ? pages : rows;
    sqlite3_progress_handler(bil_sqlite_of(store)->db, 0, NULL, NULL);
    return code == SQLITE_DONE || bil_sqlite_failed(store, code, error);
}
