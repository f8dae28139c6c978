/* Several servers on one database: who they are (nodes, with a lease each), and whose each table is (owners, with an epoch that
 * grows with every taking). Leases only say who is alive. What keeps a server that slept through its lease from writing is the
 * fence: what it stores holds only if the epoch is still the one that it took.
 *
 * A database that is one server's alone has neither table: that server owns everything, in epoch 1. Must never read a clock of this
 * machine: leases are measured by the database's. */
#include <stdio.h>
#include <string.h>

#include "server/store_internal.h"

static const struct bil_store_need any = {0};

static void note_owner(const struct bil_store *store, struct bil_store_owner *owner)
{
    *owner = (struct bil_store_owner){.epoch = 1, .left = INT64_MAX};
    memcpy(owner->node, store->node, sizeof owner->node);
    memcpy(owner->address, store->node_address, sizeof owner->address);
}

bool bil_store_shared(const struct bil_store *store)
{
    return store->driver->shared;
}

bool bil_store_claim(struct bil_store *store, bool alone, struct bil_error *error)
{
    return !store->driver->claim || store->driver->claim(store, alone, error);
}

void bil_store_patience(struct bil_store *store, int milliseconds)
{
    if (store->driver->patience) {
        store->driver->patience(store, milliseconds);
    }
}

bool bil_store_renew(struct bil_store *store, const char *node, const char *address, int64_t lease, struct bil_error *error)
{
    if (strlen(node) >= BIL_STORE_NODE || !*node || strlen(address) >= BIL_STORE_ADDRESS) {
        return bil_store_amiss(store, error, "A server needs a name of 1 to %d letters and an address of at most %d.",
                               BIL_STORE_NODE - 1, BIL_STORE_ADDRESS - 1);
    }
    snprintf(store->node, sizeof store->node, "%s", node);
    snprintf(store->node_address, sizeof store->node_address, "%s", address);
    if (!store->driver->shared) {
        return true;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_RENEW_NODE, error);
    bil_query_text(&query, 1, node);
    bil_query_text(&query, 2, address);
    bil_query_integer(&query, 3, lease);
    return bil_query_need(&query, 1, &any);
}

bool bil_store_arrive(struct bil_store *store, const char *node, const char *address, struct bil_error *error)
{
    static const enum bil_statement rows[] = {BIL_SQL_ADD_OWNERS, BIL_SQL_ADD_NODES, BIL_SQL_END_ADDRESS};
    bool own;
    if (!store->driver->shared) {
        return true;
    }
    if (!bil_store_within(store, &own, error)) {
        return false;
    }
    bool fine = true;
    for (int i = 0; i < 3 && fine; i++) {
        struct bil_query query = bil_query_begin(store, rows[i], error);
        if (rows[i] == BIL_SQL_END_ADDRESS) {
            bil_query_text(&query, 1, node);
            bil_query_text(&query, 2, address);
        }
        fine = bil_query_need(&query, 0, &any);
    }
    return bil_store_ends(store, own, fine, error);
}

bool bil_store_leave(struct bil_store *store, const char *node, struct bil_error *error)
{
    if (!store->driver->shared) {
        return true;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_END_NODE, error);
    bil_query_text(&query, 1, node);
    return bil_query_need(&query, 0, &any);
}

static bool list_nodes(struct bil_store *store, enum bil_statement which, bil_store_each_node each, void *context,
                       struct bil_error *error)
{
    struct bil_store_node_row row = {0};
    if (!store->driver->shared) {
        if (*store->node) {
            memcpy(row.node, store->node, sizeof row.node);
            memcpy(row.address, store->node_address, sizeof row.address);
            row.left = INT64_MAX;
            row.tables = -1;
            each(context, &row);
        }
        return true;
    }
    struct bil_query query = bil_query_begin(store, which, error);
    bool fine = true;
    bool more = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    while (fine && more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        fine = bil_query_copy_text(&query, 0, row.node, sizeof row.node) &&
               bil_query_copy_text(&query, 1, row.address, sizeof row.address);
        row.left = bil_query_number(&query, 2);
        row.tables = bil_query_number(&query, 3);
        more = fine && each(context, &row);
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
}

bool bil_store_nodes(struct bil_store *store, bil_store_each_node each, void *context, struct bil_error *error)
{
    return list_nodes(store, BIL_SQL_NODES, each, context, error);
}

bool bil_store_living(struct bil_store *store, bil_store_each_node each, void *context, struct bil_error *error)
{
    return list_nodes(store, BIL_SQL_LIVING_NODES, each, context, error);
}

bool bil_store_owner(struct bil_store *store, const char *id, struct bil_store_owner *owner, struct bil_error *error)
{
    if (!store->driver->shared) {
        note_owner(store, owner);
        return true;
    }
    *owner = (struct bil_store_owner){0};
    struct bil_query query = bil_query_begin(store, BIL_SQL_OWNER, error);
    bil_query_text(&query, 1, id);
    const enum bil_query_result result = bil_query_step(&query);
    bool fine = result != BIL_QUERY_FAILED;
    if (result == BIL_QUERY_ROW) {
        owner->epoch = bil_query_number(&query, 0);
        owner->left = bil_query_number(&query, 3);
        fine = bil_query_copy_text(&query, 1, owner->node, sizeof owner->node) &&
               (bil_query_is_none(&query, 2) || bil_query_copy_text(&query, 2, owner->address, sizeof owner->address));
    }
    bil_query_end(&query);
    return fine;
}

bool bil_store_take(struct bil_store *store, const char *id, const char *node, bool from_the_living, struct bil_store_owner *owner,
                    struct bil_error *error)
{
    if (!store->driver->shared) {
        note_owner(store, owner);
        return true;
    }
    struct bil_query query = bil_query_begin(store, from_the_living ? BIL_SQL_TAKE_ALIVE : BIL_SQL_TAKE, error);
    bil_query_text(&query, 1, id);
    bil_query_text(&query, 2, node);
    const enum bil_query_result result = bil_query_step(&query);
    bool fine = false;
    *owner = (struct bil_store_owner){0};
    if (result == BIL_QUERY_ROW) {
        owner->epoch = bil_query_number(&query, 0);
        owner->left = INT64_MAX; /* as long as this server lives */
        snprintf(owner->node, sizeof owner->node, "%s", node);
        fine = bil_query_copy_text(&query, 1, owner->before, sizeof owner->before);
    }
    bil_query_end(&query);
    if (result != BIL_QUERY_DONE || !bil_store_owner(store, id, owner, error)) {
        return fine;
    }
    return bil_fail(error, "%s", ""); /* a living server's, or no such table */
}

int bil_store_take_due(struct bil_store *store, const char *node, int limit, bil_store_each_due each, void *context,
                       struct bil_error *error)
{
    int count = 0;
    bool fine = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    if (!store->driver->shared) {
        return 0;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_TAKE_DUE, error);
    bil_query_text(&query, 1, node);
    bil_query_integer(&query, 2, limit);
    while (fine && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        struct bil_stored_table table = {.state = (uint8_t)bil_query_number(&query, 1),
                                         .deadline = bil_query_number(&query, 2),
                                         .asked_since = bil_query_number(&query, 3)};
        fine = bil_query_copy_text(&query, 0, table.id, sizeof table.id);
        if (fine) {
            each(context, &table, bil_query_number(&query, 4));
            count++;
        }
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED ? count : -1;
}

bool bil_store_bury(struct bil_store *store, const char *node, struct bil_error *error)
{
    if (!store->driver->shared) {
        return true;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_BURY, error);
    bil_query_text(&query, 1, node);
    return bil_query_need(&query, 0, &any);
}

bool bil_store_owned(struct bil_store *store, const char *node, bil_store_each_owned each, void *context, struct bil_error *error)
{
    char id[BIL_TABLE_ID + 1];
    bool fine = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    if (!store->driver->shared) {
        return true; /* all are, and whoever asks has nothing to lose */
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_OWNED, error);
    bil_query_text(&query, 1, node);
    while (fine && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        fine = bil_query_copy_text(&query, 0, id, sizeof id);
        if (fine) {
            each(context, id, bil_query_number(&query, 1));
        }
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
}

bool bil_store_pass_secret(struct bil_store *store, uint8_t secret[BIL_STORE_SECRET], struct bil_error *error)
{
    uint8_t made[BIL_STORE_SECRET];
    bil_token_random(made, sizeof made);
    struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_PASS_SECRET, error); /* unless there is one */
    bil_query_bytes(&query, 1, made, sizeof made);
    if (!bil_query_need(&query, 0, &any)) {
        return false;
    }
    query = bil_query_begin(store, BIL_SQL_PASS_SECRET, error);
    const bool fine = bil_query_step(&query) == BIL_QUERY_ROW && bil_query_copy_bytes(&query, 0, secret, BIL_STORE_SECRET);
    bil_query_end(&query);
    return fine;
}

bool bil_store_give(struct bil_store *store, const char *id, const char *node, int64_t epoch, const char *to,
                    struct bil_error *error)
{
    if (!store->driver->shared) {
        return true;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_GIVE, error);
    bil_query_text(&query, 1, id);
    bil_query_text(&query, 2, node);
    bil_query_integer(&query, 3, epoch);
    bil_query_text(&query, 4, to);
    return bil_query_need(&query, 0, &any);
}

bool bil_store_fence(struct bil_store *store, const char *id, int64_t epoch, struct bil_error *error)
{
    const struct bil_store_need still = bil_store_needs(BIL_REASON_EPOCH, id, epoch);
    if (!store->open) {
        return bil_store_amiss(store, error, "A fence stands within a transaction, and none is open.");
    }
    if (!store->driver->shared) {
        return epoch == 1 || bil_store_lacking(store, &still, error);
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_FENCE, error);
    bil_query_text(&query, 1, id);
    bil_query_integer(&query, 2, epoch);
    return bil_query_need(&query, 1, &still);
}
