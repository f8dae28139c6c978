/* What plain_store.c leaves out of connections, and of several servers on one database: as a file, it has one server, to which it
 * says that it has what it wants (server/store.h). Must never look into a store. */
#include <string.h>

#include "server/store/store.h"

bool bil_store_unsure(const struct bil_store *store)
{
    (void)store;
    return false;
}

void bil_store_figures(const struct bil_store *store, struct bil_store_figures *figures)
{
    (void)store;
    memset(figures, 0, sizeof *figures);
}

bool bil_store_ahead(struct bil_store *store, const char *id, bool lock, struct bil_error *error)
{
    (void)store, (void)id, (void)lock, (void)error;
    return true;
}

bool bil_store_is_shared(const struct bil_store *store)
{
    (void)store;
    return false;
}

int64_t bil_store_lock_session(const struct bil_store *store)
{
    (void)store;
    return 1;
}

void bil_store_mind(struct bil_store *store)
{
    (void)store;
}

bool bil_store_lock(struct bil_store *store, const char *id, bool *there, struct bil_error *error)
{
    (void)store, (void)id, (void)error;
    *there = true;
    return true;
}

bool bil_store_unlock(struct bil_store *store, const char *id, struct bil_error *error)
{
    (void)store, (void)id, (void)error;
    return true;
}

bool bil_store_ask_for(struct bil_store *store, const char *id, struct bil_error *error)
{
    (void)store, (void)id, (void)error;
    return true;
}

bool bil_store_asked(struct bil_store *store, char id[BIL_TABLE_ID + 1])
{
    (void)store, (void)id;
    return false;
}

bool bil_store_due(struct bil_store *store, int64_t until, int limit, void (*each)(void *context, const char *id), void *context,
                   struct bil_error *error)
{
    (void)store, (void)until, (void)limit, (void)each, (void)context, (void)error;
    return true;
}

bool bil_store_servers(struct bil_store *store, int64_t *count, struct bil_error *error)
{
    (void)store, (void)error;
    *count = 1;
    return true;
}
