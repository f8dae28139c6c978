/* See store_files.h. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/store/store.h"
#include "server/store/store_files.h"
#include "table/helpers.h"
#include "unit.h"

void store_file_make(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char *message = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) {
        helper_fail(message);
    }
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

int64_t store_file_number(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int64_t answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return answer;
}

char *store_file_schema(const char *path)
{
    struct bil_text out = {0};
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    static const char sql[] = "SELECT m.type, m.name, coalesce(c.name, ''), c.type, c.pk, c.\"notnull\" FROM sqlite_schema m "
                              "LEFT JOIN pragma_table_info(m.name) c ORDER BY m.name, c.cid";
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < 6; i++) {
            const char *value = (const char *)sqlite3_column_text(statement, i);
            bil_text_format(&out, "%s ", value ? value : "-");
        }
        bil_text_char(&out, '\n');
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return out.data;
}

char *store_file_bytes(const char *path, long *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)*length + 1);
    assert_int_equal(fread(bytes, 1, (size_t)*length, file), *length);
    fclose(file);
    return bytes;
}

void store_file_write(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

void store_file_refused(const char *path, const char *part)
{
    struct bil_error error = {{0}};
    assert_null(bil_store_open(path, &error));
    helper_contains(error.text, part);
}

void store_file_refused_unchanged(const char *path, const char *part)
{
    long before;
    long after;
    char *old = store_file_bytes(path, &before);
    store_file_refused(path, part);
    char *new = store_file_bytes(path, &after);
    assert_int_equal(before, after);
    assert_memory_equal(old, new, (size_t)before);
    free(old);
    free(new);
}
