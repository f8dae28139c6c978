/* What plain_store.c leaves out of several servers on one database: as a file, it answers as if there were one node that owns all
 * tables, in epoch 1 (server/store.h). Must never look into a store. */
#include <string.h>

#include "server/store.h"

bool bil_store_unsure(const struct bil_store *store)
{
    (void)store;
    return false;
}

bool bil_store_overtaken(const struct bil_store *store)
{
    (void)store;
    return false;
}

bool bil_store_ahead(struct bil_store *store, const char *id, const char *taker, struct bil_error *error)
{
    (void)store, (void)id, (void)taker, (void)error;
    return true;
}

void bil_store_figures(const struct bil_store *store, struct bil_store_figures *figures)
{
    (void)store;
    memset(figures, 0, sizeof *figures);
}

void bil_store_patience(struct bil_store *store, int milliseconds)
{
    (void)store, (void)milliseconds;
}

bool bil_store_arrive(struct bil_store *store, const char *node, const char *address, struct bil_error *error)
{
    (void)store, (void)node, (void)address, (void)error;
    return true;
}

bool bil_store_renew(struct bil_store *store, const char *node, const char *address, int64_t lease, struct bil_error *error)
{
    (void)store, (void)node, (void)address, (void)lease, (void)error;
    return true;
}

bool bil_store_leave(struct bil_store *store, const char *node, struct bil_error *error)
{
    (void)store, (void)node, (void)error;
    return true;
}

bool bil_store_living(struct bil_store *store, bil_store_each_node each, void *context, struct bil_error *error)
{
    (void)store, (void)each, (void)context, (void)error;
    return true;
}

bool bil_store_owner(struct bil_store *store, const char *id, struct bil_store_owner *owner, struct bil_error *error)
{
    (void)store, (void)id, (void)error;
    *owner = (struct bil_store_owner){.epoch = 1};
    return true;
}

bool bil_store_take(struct bil_store *store, const char *id, const char *node, bool from_the_living, struct bil_store_owner *owner,
                    struct bil_error *error)
{
    (void)node, (void)from_the_living;
    return bil_store_owner(store, id, owner, error);
}

int bil_store_take_due(struct bil_store *store, const char *node, int limit, bil_store_each_due each, void *context,
                       struct bil_error *error)
{
    (void)store, (void)node, (void)limit, (void)each, (void)context, (void)error;
    return 0;
}

bool bil_store_bury(struct bil_store *store, const char *node, struct bil_error *error)
{
    (void)store, (void)node, (void)error;
    return true;
}

bool bil_store_owned(struct bil_store *store, const char *node, bil_store_each_owned each, void *context, struct bil_error *error)
{
    (void)store, (void)node, (void)each, (void)context, (void)error;
    return true;
}

bool bil_store_give(struct bil_store *store, const char *id, const char *node, int64_t epoch, const char *to,
                    struct bil_error *error)
{
    (void)store, (void)id, (void)node, (void)epoch, (void)to, (void)error;
    return true;
}

bool bil_store_fence(struct bil_store *store, const char *id, int64_t epoch, struct bil_error *error)
{
    (void)store, (void)id, (void)epoch, (void)error;
    return true;
}
