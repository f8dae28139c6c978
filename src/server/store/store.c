/* Opening a store by where it lies, and what is done to it as a whole. What lies in it stands in store/rows.c, store/entries.c,
 * store/people.c and their like; how a database of one kind is spoken to, in its driver. Must never speak to a database itself.
 */
#include <stdlib.h>
#include <string.h>

#include "postgres/connection.h"
#include "server/store/internal.h"
#include "table/memory.h"

bool bil_store_is_address(const char *where)
{
    return bil_pg_is_address(where);
}

void bil_store_show(const char *where, struct bil_text *out)
{
    if (bil_pg_is_address(where)) {
        bil_pg_show_address(where, out);
    } else {
        bil_text_add(out, where);
    }
}

/* NULL and a sentence: this program cannot speak to such a database. */
static const struct bil_store_driver *driver_of(const char *where, struct bil_error *error)
{
    if (!*where) {
        bil_fail(error, "The database has no name; name a file, like billions.db.");
        return NULL;
    }
    if (!bil_pg_is_address(where)) {
        return &bil_store_sqlite;
    }
#ifdef BILLIONS_POSTGRES
    return &bil_store_postgres;
#else
    bil_fail(error, "This program was built without PostgreSQL's library; install libpq-dev and build it again, or name a file.");
    return NULL;
#endif
}

/* A store that is not open yet; NULL and a sentence if there is no driver for it. */
static struct bil_store *make(const char *where, struct bil_error *error)
{
    const struct bil_store_driver *driver = driver_of(where, error);
    if (!driver) {
        return NULL;
    }
    struct bil_store *store = bil_memory_zero(1, sizeof *store);
    struct bil_text shown = {0};
    bil_store_show(where, &shown);
    store->driver = driver;
    store->where = bil_memory_text(where, strlen(where));
    store->path = bil_memory_text(bil_text_string(&shown), shown.length);
    bil_text_free(&shown);
    return store;
}

static struct bil_store *if_open(struct bil_store *store, bool open)
{
    if (!open) {
        bil_store_close(store);
    }
    return open ? store : NULL;
}

struct bil_store *bil_store_open_telling(const char *path, bil_store_tell tell, void *context, struct bil_error *error)
{
    struct bil_store *store = make(path, error);
    return store ? if_open(store, store->driver->open(store, tell, context, error)) : NULL;
}

struct bil_store *bil_store_open(const char *path, struct bil_error *error)
{
    return bil_store_open_telling(path, NULL, NULL, error);
}

struct bil_store *bil_store_open_to_read(const char *path, struct bil_error *error)
{
    struct bil_store *store = make(path, error);
    return store ? if_open(store, store->driver->open_to_read(store, error)) : NULL;
}

void bil_store_close(struct bil_store *store)
{
    if (!store) {
        return;
    }
    bil_store_rollback(store);
    if (store->base) {
        store->driver->close(store);
    }
    free(store->where);
    free(store->path);
    free(store);
}

/* ------------------------------------------------------------------ operation */

bool bil_store_backup(struct bil_store *store, const char *path, struct bil_error *error)
{
    return store->driver->backup(store, path, error);
}

bool bil_store_copy(const char *from, const char *path, struct bil_error *error)
{
    const struct bil_store_driver *driver = driver_of(from, error);
    return driver && driver->copy(from, path, error);
}

bool bil_store_integrity(struct bil_store *store, void (*each)(void *context, const char *sentence), void (*going)(void *context),
                         void *context, struct bil_error *error)
{
    return store->driver->integrity(store, each, going, context, error);
}

void bil_store_snapshot_begin(struct bil_store *store)
{
    store->driver->snapshot_begin(store);
}

void bil_store_snapshot_end(struct bil_store *store)
{
    store->driver->snapshot_end(store);
}

bool bil_store_ids(struct bil_store *store, bool (*each)(void *context, const char *id), void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_IDS, error);
    enum bil_query_result result = BIL_QUERY_DONE;
    bool more = true;
    while (more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        const char *id = bil_query_string(&query, 0);
        more = each(context, id ? id : "");
    }
    bil_query_end(&query);
    return result != BIL_QUERY_FAILED;
}

bool bil_store_healthy(struct bil_store *store, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_TOUCH_HEALTH, error);
    const int changed = bil_query_run(&query);
    if (changed == 0) { /* a row that is always there */
        bil_store_failed(store, true);
        return bil_store_unsound(store, error);
    }
    return changed == 1;
}

void bil_store_figures(const struct bil_store *store, struct bil_store_figures *figures)
{
    *figures = (struct bil_store_figures){.connected = true};
    if (store->driver->figures) {
        store->driver->figures(store, figures);
    }
    figures->statements = (uint64_t)store->calls;
    figures->failures = store->failures;
}

void bil_store_fail_at(struct bil_store *store, int64_t call)
{
    store->fail_at = call;
}

int64_t bil_store_calls(const struct bil_store *store)
{
    return store->calls;
}
