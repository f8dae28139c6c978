/* How the store asks its database, whichever it is: counted, made to fail where a test wants that, what of an answer is damage, and
 * failures in words.
 *
 * Must never let a statement fail without breaking the transaction that it is in. */
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

struct bil_store_need bil_store_needs(enum bil_store_reason reason, const char *id, int64_t number)
{
    struct bil_store_need made = {.reason = reason, .number = number};
    memcpy(made.id, id, strnlen(id, BIL_TABLE_ID));
    return made;
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
    case BIL_REASON_NONE:
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

struct bil_query bil_query_begin(struct bil_store *store, enum bil_statement which, struct bil_error *error)
{
    const struct bil_store_driver *driver = store->driver;
    void *at = may_go_on(store) ? driver->ask->begin(store, which, error) : driver->ask->begin_failing(store, which, error);
    return (struct bil_query){store, at, error};
}

struct bil_query bil_query_begin_text(struct bil_store *store, const char *sql, struct bil_error *error)
{
    const struct bil_store_driver *driver = store->driver;
    void *at =
        may_go_on(store) ? driver->ask->begin_text(store, sql, error) : driver->ask->begin_failing(store, BIL_SQL_IDS, error);
    return (struct bil_query){store, at, error};
}

void bil_query_none(struct bil_query *query, int place, char kind)
{
    if (query->at) {
        query->store->driver->ask->bind_none(query->at, place, kind);
    }
}

void bil_query_text(struct bil_query *query, int place, const char *text)
{
    if (query->at) {
        query->store->driver->ask->bind_text(query->at, place, text);
    }
}

void bil_query_integer(struct bil_query *query, int place, int64_t number)
{
    if (query->at) {
        query->store->driver->ask->bind_integer(query->at, place, number);
    }
}

void bil_query_bytes(struct bil_query *query, int place, const void *bytes, int count)
{
    if (query->at) {
        query->store->driver->ask->bind_bytes(query->at, place, bytes, count);
    }
}

enum bil_query_result bil_query_step(struct bil_query *query)
{
    return query->at ? query->store->driver->ask->step(query->store, query->at, query->error) : BIL_QUERY_FAILED;
}

void bil_query_end(struct bil_query *query)
{
    if (query->at) {
        query->store->driver->ask->end(query->store, query->at);
        query->at = NULL;
    }
}

int bil_query_run(struct bil_query *query)
{
    const enum bil_query_result result = bil_query_step(query);
    const int64_t changed = result == BIL_QUERY_DONE ? query->store->driver->ask->changed(query->store, query->at) : -1;
    bil_query_end(query);
    return (int)changed;
}

bool bil_query_need(struct bil_query *query, int64_t least, const struct bil_store_need *need)
{
    struct bil_store *store = query->store;
    if (store->driver->late && store->open && query->at) {
        store->driver->ask->queue(store, query->at, least, need);
        bil_query_end(query);
        return true;
    }
    const int changed = bil_query_run(query);
    return changed >= least || (changed >= 0 && bil_store_lacking(store, need, query->error));
}

/* ------------------------------------------------------------------ columns */

int64_t bil_query_number(const struct bil_query *query, int column)
{
    return query->store->driver->ask->number(query->at, column);
}

bool bil_query_is_none(const struct bil_query *query, int column)
{
    return query->store->driver->ask->is_none(query->at, column);
}

const char *bil_query_string(const struct bil_query *query, int column)
{
    size_t length;
    return query->store->driver->ask->text(query->at, column, &length);
}

bool bil_query_copy_bytes(struct bil_query *query, int column, uint8_t *bytes, int count)
{
    size_t length = 0;
    const void *kept = query->store->driver->ask->bytes(query->at, column, &length);
    if (!kept || length != (size_t)count) {
        return bil_store_unsound(query->store, query->error);
    }
    memcpy(bytes, kept, length);
    return true;
}

bool bil_query_copy_text(struct bil_query *query, int column, char *text, size_t size)
{
    size_t length = 0;
    const char *kept = query->store->driver->ask->text(query->at, column, &length);
    if (!kept || length >= size) {
        return bil_store_unsound(query->store, query->error);
    }
    memset(text, 0, size);
    memcpy(text, kept, length);
    return true;
}

/* ------------------------------------------------------------------ */

/* Transactions of the store. Must never go on in one in which something failed. */

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
