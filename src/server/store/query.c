/* How the store asks its database, whichever it is: counted, made to fail where a test wants that, what of an answer is damage, and
 * failures in words.
 *
 * Must never let a statement fail without breaking the transaction that it is in. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "server/store/internal.h"

/* ------------------------------------------------------------------ failures */

bool bil_store_failed(struct bil_store *store, bool damaged)
{
    store->broken = store->open;
    store->damaged = damaged;
    store->failures++;
    return false;
}

bool bil_store_unsound(struct bil_store *store, struct bil_error *error)
{
    store->damaged = true;
    store->failures++;
    return bil_fail(
        error,
        "The database %s cannot be used: it is damaged; billions serve --check tells where, and the latest backup what was "
        "there.",
        store->path);
}

bool bil_store_damaged(const struct bil_store *store)
{
    return store->damaged;
}

bool bil_store_amiss(struct bil_store *store, struct bil_error *error, const char *format, ...)
{
    char sentence[BIL_ERROR_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    bil_store_failed(store, false);
    return bil_fail(error, "%s", sentence);
}

bool bil_store_lacking(struct bil_store *store, const struct bil_store_need *need, struct bil_error *error)
{
    const char *alias = bil_table_alias(need->id).text;
    const long long number = (long long)need->number;
    switch (need->reason) {
    case BIL_REASON_NO_TABLE:
        return bil_store_amiss(store, error, "There is no table %s in the database.", alias);
    case BIL_REASON_NO_SEAT:
        return bil_store_amiss(store, error, "There is no seat %lld at table %s in the database.", number, alias);
    case BIL_REASON_TAKEN:
        return bil_store_amiss(store, error, "Entry %lld of table %s is in the database already.", number, alias);
    case BIL_REASON_ANY:
    case BIL_REASON_SOME:
        break;
    }
    return bil_store_amiss(store, error, "The database %s has changed fewer rows than there must be.", store->path);
}

bool bil_store_unsure(const struct bil_store *store)
{
    return store->unsure;
}

/* ------------------------------------------------------------------ statements */

/* Counts a statement; false if a test wants this one to fail. */
static bool may_go_on(struct bil_store *store)
{
    store->calls++;
    if (store->fail_at < -1) {
        store->fail_at++;
        return true;
    }
    return store->fail_at >= 0 && (store->fail_at == 0 || --store->fail_at != 0);
}

static struct bil_query begin_asked(struct bil_store *store, struct bil_store_asked asked, struct bil_error *error)
{
    asked.fails = !may_go_on(store);
    void *at = store->driver->ask->begin(store, &asked, error);
    return (struct bil_query){store, at, error, at ? BIL_QUERY_DONE : BIL_QUERY_FAILED, false};
}

struct bil_query bil_query_begin(struct bil_store *store, enum bil_statement which, const struct bil_sql_value *values, int count,
                                 struct bil_error *error)
{
    return begin_asked(store, (struct bil_store_asked){.which = which, .values = values, .count = count}, error);
}

struct bil_query bil_query_begin_text(struct bil_store *store, const char *sql, const struct bil_sql_value *values, int count,
                                      struct bil_error *error)
{
    return begin_asked(store, (struct bil_store_asked){BIL_SQL_IDS, sql, values, count, false}, error);
}

bool bil_query_next(struct bil_query *query)
{
    const bool going = query->at && !query->unsound;
    query->result = going ? query->store->driver->ask->step(query->store, query->at, query->error) : BIL_QUERY_FAILED;
    return query->result == BIL_QUERY_ROW;
}

bool bil_query_first(struct bil_query *query)
{
    const bool there = bil_query_next(query);
    if (query->result == BIL_QUERY_DONE) {
        bil_fail(query->error, "%s", "");
    }
    return there;
}

bool bil_query_end(struct bil_query *query)
{
    if (query->at) {
        query->store->driver->ask->end(query->store, query->at);
        query->at = NULL;
    }
    return query->result != BIL_QUERY_FAILED && !query->unsound;
}

int bil_query_run(struct bil_query query)
{
    bil_query_next(&query);
    const int64_t changed = query.result == BIL_QUERY_DONE ? query.store->driver->ask->changed(query.store, query.at) : -1;
    bil_query_end(&query);
    return (int)changed;
}

bool bil_query_need(struct bil_query query, const struct bil_store_need *need)
{
    struct bil_store *store = query.store;
    const int least = need->reason == BIL_REASON_ANY ? 0 : 1;
    if (store->driver->late && store->open && query.at) {
        store->driver->ask->queue(store, query.at, least, need);
        bil_query_end(&query);
        return true;
    }
    const int changed = bil_query_run(query);
    return changed >= least || (changed >= 0 && bil_store_lacking(store, need, query.error));
}

bool bil_store_change(struct bil_store *store, enum bil_statement which, const struct bil_sql_value *values, int count,
                      enum bil_store_reason reason, const char *id, int64_t number, struct bil_error *error)
{
    struct bil_store_need need = {.reason = reason, .number = number};
    memcpy(need.id, id, strnlen(id, BIL_TABLE_ID));
    return bil_query_need(bil_query_begin(store, which, values, count, error), &need);
}

bool bil_query_take_number(struct bil_query query, int64_t *number)
{
    const bool there = bil_query_next(&query);
    *number = there ? bil_query_number(&query, 0) : 0;
    bil_query_end(&query);
    return there;
}

/* ------------------------------------------------------------------ columns */

int64_t bil_query_number(const struct bil_query *query, int column)
{
    return query->store->driver->ask->number(query->at, column);
}

const char *bil_query_string(const struct bil_query *query, int column)
{
    size_t length;
    return query->store->driver->ask->text(query->at, column, &length);
}

/* A number of a column, to and from 64 bits. */
static int64_t number_at(const void *from, size_t size)
{
    assert(size == 1 || size == sizeof(int) || size == sizeof(int64_t));
    return size == 1 ? *(const int8_t *)from : size == sizeof(int) ? *(const int *)from : *(const int64_t *)from;
}

static void put_number(void *to, size_t size, int64_t number)
{
    assert(size == 1 || size == sizeof(int) || size == sizeof(int64_t));
    if (size == 1) {
        *(int8_t *)to = (int8_t)number;
    } else if (size == sizeof(int)) {
        *(int *)to = (int)number;
    } else {
        *(int64_t *)to = number;
    }
}

static bool read_column(const struct bil_query *query, int place, const struct bil_column *column, void *to)
{
    const struct bil_store_asking *ask = query->store->driver->ask;
    const void *kept;
    size_t length = 0;
    switch (column->kind) {
    case BIL_COLUMN_NUMBER:
        put_number(to, column->size, ask->number(query->at, place));
        return true;
    case BIL_COLUMN_SMALL:
        *(uint8_t *)to = (uint8_t)ask->number(query->at, place);
        return true;
    case BIL_COLUMN_FLAG:
        *(bool *)to = ask->number(query->at, place) != 0;
        return true;
    case BIL_COLUMN_OPTIONAL:
        *(int64_t *)to = ask->is_none(query->at, place) ? -1 : ask->number(query->at, place);
        return true;
    case BIL_COLUMN_TEXT:
        kept = ask->text(query->at, place, &length);
        if (!kept || length >= column->size) {
            return false;
        }
        memset(to, 0, column->size);
        memcpy(to, kept, length);
        return true;
    case BIL_COLUMN_BYTES:
        kept = ask->bytes(query->at, place, &length);
        if (!kept || length != column->size) {
            return false;
        }
        memcpy(to, kept, length);
        return true;
    case BIL_COLUMN_POINTER:
        *(const char **)to = ask->text(query->at, place, &length);
        return true;
    }
    return false;
}

bool bil_query_read(struct bil_query *query, int first, const struct bil_column *columns, int count, void *into)
{
    for (int i = 0; i < count && !query->unsound; i++) {
        query->unsound = !read_column(query, first + i, &columns[i], (char *)into + columns[i].offset);
    }
    return !query->unsound || bil_store_unsound(query->store, query->error);
}

void bil_columns_values(const struct bil_column *columns, int count, const void *from, struct bil_sql_value *values)
{
    for (int i = 0; i < count; i++) {
        const void *at = (const char *)from + columns[i].offset;
        switch (columns[i].kind) {
        case BIL_COLUMN_NUMBER:
        case BIL_COLUMN_OPTIONAL:
            values[i] = bil_sql_integer(number_at(at, columns[i].size));
            break;
        case BIL_COLUMN_SMALL:
        case BIL_COLUMN_FLAG:
            values[i] = bil_sql_integer(*(const uint8_t *)at);
            break;
        case BIL_COLUMN_TEXT:
            values[i] = bil_sql_text(at);
            break;
        case BIL_COLUMN_BYTES:
            values[i] = bil_sql_bytes(at, columns[i].size);
            break;
        case BIL_COLUMN_POINTER:
            values[i] = bil_sql_text(*(const char *const *)at);
            break;
        }
    }
}

/* ------------------------------------------------------------------ transactions: never goes on in one in which something failed
 */

void bil_store_forget(struct bil_store *store)
{
    memset(store->known, 0, sizeof store->known);
}

bool bil_store_begin(struct bil_store *store, struct bil_error *error)
{
    if (store->open) {
        return true;
    }
    const struct bil_query query = bil_query_begin(store, BIL_SQL_BEGIN, NULL, 0, error);
    const bool begun = query.at != NULL;
    store->broken = store->unsure = false;
    store->open = begun && store->driver->late; /* then it goes with what comes behind it */
    store->open = bil_query_need(query, &(struct bil_store_need){.reason = BIL_REASON_ANY}) && begun;
    return store->open;
}

void bil_store_rollback(struct bil_store *store)
{
    if (store->open) {
        store->driver->ask->rollback(store);
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
    if (store->broken || !store->driver->ask->still_open(store)) {
        bil_store_rollback(store);
        return bil_fail(error, "Nothing was stored in %s, because a part of it could not be.", store->path);
    }
    if (bil_query_run(bil_query_begin(store, BIL_SQL_COMMIT, NULL, 0, error)) < 0) {
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
