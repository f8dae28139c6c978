/* Several servers on one database: who has which table, as locks of the sessions by which they write. A session that has ended has
 * no lock and writes nothing, so that nothing else need tell who lives.
 *
 * Must never take a table that another session has. */
#include <string.h>

#include "server/store/internal.h"

bool bil_store_is_shared(const struct bil_store *store)
{
    return store->driver->session != NULL;
}

bool bil_store_claim(struct bil_store *store, bool alone, struct bil_error *error)
{
    return !bil_store_is_shared(store) || store->driver->claim(store, alone, error);
}

int64_t bil_store_lock_session(const struct bil_store *store)
{
    return bil_store_is_shared(store) ? store->driver->session(store) : 1;
}

void bil_store_mind(struct bil_store *store)
{
    if (bil_store_is_shared(store) && !store->open) {
        store->driver->mind(store);
    }
}

/* A statement about one table that gives one number or none. False: it failed. */
static bool one_number(struct bil_store *store, enum bil_statement which, const char *id, bool *there, int64_t *number,
                       struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, which, error);
    bil_query_text(&query, 1, id);
    const enum bil_query_result result = bil_query_step(&query);
    *there = result == BIL_QUERY_ROW;
    *number = *there ? bil_query_number(&query, 0) : 0;
    bil_query_end(&query);
    return result != BIL_QUERY_FAILED;
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
    struct bil_query query = bil_query_begin(store, BIL_SQL_ASK_FOR, error);
    bil_query_text(&query, 1, id);
    bil_query_integer(&query, 2, BIL_STORE_SILENT);
    const bool fine = bil_query_step(&query) != BIL_QUERY_FAILED; /* no row: nobody has it any more */
    bil_query_end(&query);
    return fine;
}

bool bil_store_asked(struct bil_store *store, char id[BIL_TABLE_ID + 1])
{
    return bil_store_is_shared(store) && store->driver->asked(store, id);
}

bool bil_store_due(struct bil_store *store, int64_t until, int limit, void (*each)(void *context, const char *id), void *context,
                   struct bil_error *error)
{
    char id[BIL_TABLE_ID + 1];
    bool fine = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    if (!bil_store_is_shared(store)) {
        return true;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_DUE, error);
    bil_query_integer(&query, 1, until);
    bil_query_integer(&query, 2, limit);
    while (fine && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        fine = bil_query_copy_text(&query, 0, id, sizeof id);
        if (fine) {
            each(context, id);
        }
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
}

bool bil_store_servers(struct bil_store *store, int64_t *count, struct bil_error *error)
{
    *count = 1;
    if (!bil_store_is_shared(store)) {
        return true;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_SERVERS, error);
    const bool fine = bil_query_step(&query) == BIL_QUERY_ROW;
    *count = fine ? bil_query_number(&query, 0) : 1;
    bil_query_end(&query);
    return fine;
}
