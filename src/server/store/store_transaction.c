/* Transactions of the store. Must never go on in one in which something failed. */
#include <string.h>

#include "server/store/internal.h"

void bil_store_forget(struct bil_store *store)
{
    memset(store->known, 0, sizeof store->known);
}

bool bil_store_begin(struct bil_store *store, struct bil_error *error)
{
    if (store->open) {
        return true;
    }
    static const struct bil_store_need nothing = {0};
    struct bil_query query = bil_query_begin(store, BIL_SQL_BEGIN, error);
    const bool begun = query.at != NULL;
    store->broken = store->unsure = false;
    store->open = begun && store->driver->late; /* then it goes with what comes behind it */
    store->open = bil_query_need(&query, 0, &nothing) && begun;
    return store->open;
}

void bil_store_rollback(struct bil_store *store)
{
    if (store->open) {
        store->driver->rollback(store);
    }
    store->open = false;
    store->broken = false;
    bil_store_forget(store);
}

bool bil_store_commit(struct bil_store *store, struct bil_error *error)
{
    if (!store->open) {
        return true;
    }
    if (store->broken || !store->driver->still_open(store)) {
        bil_store_rollback(store);
        return bil_fail(error, "Nothing was stored in %s, because a part of it could not be.", store->path);
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_COMMIT, error);
    if (bil_query_run(&query) < 0) {
        bil_store_rollback(store);
        return false;
    }
    store->open = false;
    return true;
}

bool bil_store_writing(const struct bil_store *store)
{
    return store->open;
}

bool bil_store_within(struct bil_store *store, bool *own, struct bil_error *error)
{
    *own = !store->open;
    return bil_store_begin(store, error);
}

bool bil_store_ends(struct bil_store *store, bool own, bool fine, struct bil_error *error)
{
    if (own && fine) {
        return bil_store_commit(store, error);
    }
    if (own) {
        bil_store_rollback(store);
    }
    return fine;
}
