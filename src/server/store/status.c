/* How a database stands, for whoever runs servers on it: its size, what it holds, who uses it, how far its standbys are behind.
 * What only one kind of database can say it is asked in words of its own, which stand in its driver.
 *
 * Must never change anything, nor wait for a lock. */
#include "server/store/internal.h"

/* A column that may have nothing to say. */
static int64_t number_or_none(const struct bil_query *query, int column)
{
    return bil_query_is_none(query, column) ? -1 : bil_query_number(query, column);
}

static bool count_all(struct bil_store *store, int64_t *count, struct bil_error *error)
{
    struct bil_query query = bil_query_begin_text(store, "SELECT count(*) FROM tables", error);
    const bool fine = bil_query_step(&query) == BIL_QUERY_ROW;
    *count = fine ? bil_query_number(&query, 0) : 0;
    bil_query_end(&query);
    return fine;
}

bool bil_store_status(struct bil_store *store, struct bil_store_status *status, struct bil_error *error)
{
    *status = (struct bil_store_status){0};
    struct bil_query query = bil_query_begin_text(store, store->driver->status, error);
    const bool fine = bil_query_step(&query) == BIL_QUERY_ROW &&
                      bil_query_copy_text(&query, BIL_STATUS_PROGRAM, status->program, sizeof status->program);
    if (fine) {
        status->schema = bil_query_number(&query, BIL_STATUS_SCHEMA);
        status->bytes = bil_query_number(&query, BIL_STATUS_BYTES);
        status->servers = number_or_none(&query, BIL_STATUS_SERVERS);
        status->standby = bil_query_number(&query, BIL_STATUS_STANDBY) != 0;
        status->behind = number_or_none(&query, BIL_STATUS_BEHIND);
    }
    bil_query_end(&query);
    return fine && bil_store_count(store, BIL_TABLE_OPEN, &status->open, error) &&
           bil_store_count(store, BIL_TABLE_PLAYING, &status->playing, error) && count_all(store, &status->tables, error);
}

bool bil_store_list_servers(struct bil_store *store, bil_store_each_server each, void *context, struct bil_error *error)
{
    struct bil_store_server row = {0};
    if (!store->driver->servers) {
        return true;
    }
    struct bil_query query = bil_query_begin_text(store, store->driver->servers, error);
    bool fine = true;
    bool more = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    while (fine && more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        fine = bil_query_copy_text(&query, 0, row.name, sizeof row.name) &&
               bil_query_copy_text(&query, 1, row.address, sizeof row.address);
        row.tables = bil_query_number(&query, 2);
        row.silent = number_or_none(&query, 3);
        more = fine && each(context, &row);
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
}

bool bil_store_standbys(struct bil_store *store, bil_store_each_standby each, void *context, struct bil_error *error)
{
    struct bil_store_standby row = {0};
    if (!store->driver->standbys) {
        return true;
    }
    struct bil_query query = bil_query_begin_text(store, store->driver->standbys, error);
    bool fine = true;
    bool more = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    while (fine && more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        fine = bil_query_copy_text(&query, 0, row.name, sizeof row.name) &&
               bil_query_copy_text(&query, 1, row.address, sizeof row.address) &&
               bil_query_copy_text(&query, 2, row.state, sizeof row.state) &&
               bil_query_copy_text(&query, 3, row.sync, sizeof row.sync);
        row.bytes = number_or_none(&query, 4);
        row.behind = number_or_none(&query, 5);
        more = fine && each(context, &row);
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
}
