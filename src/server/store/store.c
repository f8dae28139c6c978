/* Opening a store by where it is, and what is done to it as a whole. What is in it is in store/rows.c, store/entries.c,
 * store/people.c and their like; how a database of one kind is spoken to, in its driver. Must never speak to a database itself.
 */
#include <stdlib.h>
#include <string.h>

#include "server/store/internal.h"
#include "table/memory.h"

/* Several servers on one database: who has which table, as locks of the sessions by which they write. A session that has ended has
 * no lock and writes nothing, so that nothing else need tell who lives.
 *
 * Must never take a table that another session has. */

bool bil_store_is_shared(const struct bil_store *store)
{
    return store->driver->sharing != NULL;
}

bool bil_store_claim(struct bil_store *store, bool alone, struct bil_error *error)
{
    return !bil_store_is_shared(store) || store->driver->sharing->claim(store, alone, error);
}

int64_t bil_store_lock_session(const struct bil_store *store)
{
    return bil_store_is_shared(store) ? store->driver->sharing->session(store) : 1;
}

void bil_store_mind(struct bil_store *store)
{
    if (bil_store_is_shared(store) && !store->open) {
        store->driver->sharing->mind(store);
    }
}

/* A statement about one table that gives one number or none. False: it failed. */
static bool one_number(struct bil_store *store, enum bil_statement which, const char *id, bool *there, int64_t *number,
                       struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_text(id);
    struct bil_query query = bil_query_begin(store, which, &value, 1, error);
    *there = bil_query_next(&query);
    *number = *there ? bil_query_number(&query, 0) : 0;
    return bil_query_end(&query);
}

bool bil_store_lock(struct bil_store *store, const char *id, bool *there, struct bil_error *error)
{
    int64_t got = 1;
    *there = true;
    if (bil_store_is_shared(store) && !one_number(store, BIL_SQL_LOCK, id, there, &got, error)) {
        return false;
    }
    return got || bil_fail(error, "%s", "");
}

bool bil_store_unlock(struct bil_store *store, const char *id, struct bil_error *error)
{
    int64_t had;
    bool there;
    return !bil_store_is_shared(store) || one_number(store, BIL_SQL_UNLOCK, id, &there, &had, error);
}

bool bil_store_ask_for(struct bil_store *store, const char *id, struct bil_error *error)
{
    if (!bil_store_is_shared(store)) {
        return true;
    }
    const struct bil_sql_value values[] = {bil_sql_text(id), bil_sql_integer(BIL_STORE_SILENT)};
    struct bil_query query = bil_query_begin(store, BIL_SQL_ASK_FOR, values, 2, error);
    bil_query_next(&query); /* no row: nobody has it any more */
    return bil_query_end(&query);
}

bool bil_store_asked(struct bil_store *store, char id[BIL_TABLE_ID + 1])
{
    return bil_store_is_shared(store) && store->driver->sharing->asked(store, id);
}

bool bil_store_due(struct bil_store *store, int64_t until, int limit, void (*each)(void *context, const char *id), void *context,
                   struct bil_error *error)
{
    static const struct bil_column column = {BIL_COLUMN_TEXT, 0, BIL_TABLE_ID + 1};
    char id[BIL_TABLE_ID + 1];
    if (!bil_store_is_shared(store)) {
        return true;
    }
    const struct bil_sql_value values[] = {bil_sql_integer(until), bil_sql_integer(limit)};
    struct bil_query query = bil_query_begin(store, BIL_SQL_DUE, values, 2, error);
    while (bil_query_next(&query) && bil_query_read(&query, 0, &column, 1, id)) {
        each(context, id);
    }
    return bil_query_end(&query);
}

bool bil_store_servers(struct bil_store *store, int64_t *count, struct bil_error *error)
{
    int64_t servers = 1;
    const bool fine =
        !bil_store_is_shared(store) || bil_query_take_number(bil_query_begin(store, BIL_SQL_SERVERS, NULL, 0, error), &servers);
    *count = fine ? servers : 1;
    return fine;
}

/* ------------------------------------------------------------------ addresses */

static const char *const schemes[] = {"postgresql://", "postgres://"};

/* How long the scheme at the beginning is; 0: there is none. */
static size_t scheme_length(const char *text)
{
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        const size_t length = strlen(schemes[i]);
        if (strncmp(text, schemes[i], length) == 0) {
            return length;
        }
    }
    return 0;
}

bool bil_store_is_address(const char *text)
{
    return scheme_length(text) > 0;
}

/* The same letter for each, so that nothing but the length is shown. */
static void blank_letters(char *from, const char *to)
{
    for (; from < to && *from; from++) {
        *from = '*';
    }
}

void bil_store_blank_password(char *address)
{
    const size_t scheme = scheme_length(address);
    char *begin = address + scheme;
    char *at = strrchr(begin, '@'); /* the last: a password in which one was not written as %40 is blanked as well */
    if (scheme > 0 && at) {
        char *colon = strchr(begin, ':');
        if (colon && colon < at) {
            blank_letters(colon + 1, at);
        }
    }
    for (char *key = strstr(begin, "password="); key; key = strstr(key, "password=")) {
        key += strlen("password=");
        blank_letters(
            key, key + (scheme > 0 ? strcspn(key, "&") : strlen(key))); /* among key words it may be quoted: all that follows */
    }
}

void bil_store_show(const char *where, struct bil_text *out)
{
    if (!bil_store_is_address(where)) {
        bil_text_add(out, where);
        return;
    }
#ifdef BILLIONS_POSTGRES
    bil_postgres_show_address(where, out);
#else
    bil_text_add(out, "postgresql://...");
#endif
}

/* NULL and a sentence: this program cannot speak to such a database. */
static const struct bil_store_driver *driver_of(const char *where, struct bil_error *error)
{
    if (!*where) {
        bil_fail(error, "The database has no name; name a file, like billions.db.");
        return NULL;
    }
    if (!bil_store_is_address(where)) {
        return &bil_store_sqlite;
    }
#ifdef BILLIONS_POSTGRES
    return &bil_store_postgres;
#else
    bil_fail(error, "This program was built without PostgreSQL's library; install libpq-dev and build it again, or name a file.");
    return NULL;
#endif
}

/* ------------------------------------------------------------------ opening and closing */

/* A store that is not open yet; NULL and a sentence if there is no driver for it. */
static struct bil_store *make_store(const char *where, struct bil_error *error)
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
    struct bil_store *store = make_store(path, error);
    return store ? if_open(store, store->driver->open(store, tell, context, error)) : NULL;
}

struct bil_store *bil_store_open(const char *path, struct bil_error *error)
{
    return bil_store_open_telling(path, NULL, NULL, error);
}

struct bil_store *bil_store_open_to_read(const char *path, struct bil_error *error)
{
    struct bil_store *store = make_store(path, error);
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

void bil_store_snapshot(struct bil_store *store, bool begins)
{
    store->driver->snapshot(store, begins);
}

bool bil_store_ids(struct bil_store *store, bool (*each)(void *context, const char *id), void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_IDS, NULL, 0, error);
    bool more = true;
    while (more && bil_query_next(&query)) {
        const char *id = bil_query_string(&query, 0);
        more = each(context, id ? id : "");
    }
    return bil_query_end(&query);
}

bool bil_store_healthy(struct bil_store *store, struct bil_error *error)
{
    const int changed = bil_query_run(bil_query_begin(store, BIL_SQL_TOUCH_HEALTH, NULL, 0, error));
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

/* ------------------------------------------------------------------ its status */

/* For the operator: its size, what it holds, who uses it, how far its standbys are behind.
 * What only one kind of database can say it is asked in words of its own, which stand in its driver.
 *
 * Must never change anything, nor wait for a lock. */

bool bil_store_status(struct bil_store *store, struct bil_store_status *status, struct bil_error *error)
{
    static const struct bil_column columns[] = {
        BIL_COLUMN(TEXT, bil_store_status, program), BIL_COLUMN(NUMBER, bil_store_status, schema),
        BIL_COLUMN(NUMBER, bil_store_status, bytes), BIL_COLUMN(OPTIONAL, bil_store_status, servers),
        BIL_COLUMN(FLAG, bil_store_status, standby), BIL_COLUMN(OPTIONAL, bil_store_status, behind),
    };
    *status = (struct bil_store_status){0};
    struct bil_query query = bil_query_begin_text(store, store->driver->status, NULL, 0, error);
    const bool fine = bil_query_next(&query) && bil_query_read(&query, 0, columns, sizeof columns / sizeof *columns, status);
    bil_query_end(&query);
    return fine && bil_store_count(store, &status->open, &status->playing, error) &&
           bil_query_take_number(bil_query_begin(store, BIL_SQL_COUNT_ALL, NULL, 0, error), &status->tables);
}

bool bil_store_list_servers(struct bil_store *store, bil_store_each_server each, void *context, struct bil_error *error)
{
    static const struct bil_column columns[] = {
        BIL_COLUMN(TEXT, bil_store_server, name),
        BIL_COLUMN(TEXT, bil_store_server, address),
        BIL_COLUMN(NUMBER, bil_store_server, tables),
        BIL_COLUMN(OPTIONAL, bil_store_server, silent),
    };
    struct bil_store_server row = {0};
    bool more = true;
    if (!store->driver->servers) {
        return true;
    }
    struct bil_query query = bil_query_begin_text(store, store->driver->servers, NULL, 0, error);
    while (more && bil_query_next(&query)) {
        more = bil_query_read(&query, 0, columns, sizeof columns / sizeof *columns, &row) && each(context, &row);
    }
    return bil_query_end(&query);
}

bool bil_store_standbys(struct bil_store *store, bil_store_each_standby each, void *context, struct bil_error *error)
{
    static const struct bil_column columns[] = {
        BIL_COLUMN(TEXT, bil_store_standby, name),      BIL_COLUMN(TEXT, bil_store_standby, address),
        BIL_COLUMN(TEXT, bil_store_standby, state),     BIL_COLUMN(TEXT, bil_store_standby, sync),
        BIL_COLUMN(OPTIONAL, bil_store_standby, bytes), BIL_COLUMN(OPTIONAL, bil_store_standby, behind),
    };
    struct bil_store_standby row = {0};
    bool more = true;
    if (!store->driver->standbys) {
        return true;
    }
    struct bil_query query = bil_query_begin_text(store, store->driver->standbys, NULL, 0, error);
    while (more && bil_query_next(&query)) {
        more = bil_query_read(&query, 0, columns, sizeof columns / sizeof *columns, &row) && each(context, &row);
    }
    return bil_query_end(&query);
}
