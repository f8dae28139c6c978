/* See store_place.h. */
#include "server/store/store_place.h"

#include <unistd.h>

#include "billions/text.h"
#include "server/store/postgres_connection.h"
#include "table/helpers.h"
#include "unit.h"

bool store_place_postgres(void)
{
    const char *kind = getenv("BILLIONS_STORE");
    return kind && strcmp(kind, "postgres") == 0;
}

static void schema_of(const char *path, char schema[40])
{
    static int memories;
    if (strcmp(path, ":memory:") == 0) {
        snprintf(schema, 40, "memory_%ld_%d", (long)getpid(), ++memories);
    } else {
        snprintf(schema, 40, "t_%016llx", (unsigned long long)bil_fnv(BIL_FNV, path, strlen(path)));
    }
}

const char *store_place(const char *path)
{
    static char address[512];
    char schema[40];
    if (!store_place_postgres()) {
        return path;
    }
    const char *server = getenv("BILLIONS_POSTGRES");
    assert_non_null(server); /* start the test with tools/postgres run */
    schema_of(path, schema);
    snprintf(address, sizeof address, "%s?options=-csearch_path%%3D%s", server, schema);
    return address;
}

void store_place_forget(const char *path)
{
#ifdef BILLIONS_POSTGRES
    char schema[40];
    char sql[80];
    struct bil_error error = {{0}};
    if (!store_place_postgres()) {
        return;
    }
    struct bil_pg *pg = bil_pg_open(getenv("BILLIONS_POSTGRES"), NULL, &error);
    schema_of(path, schema);
    snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS %s CASCADE", schema);
    if (!pg || !bil_pg_say(pg, sql, &error)) {
        helper_fail(error.text);
    }
    bil_pg_close(pg);
#else
    (void)path;
#endif
}
