/* How PostgreSQL is asked. What a transaction changes is sent without waiting; its answers are looked at before the next question,
 * and before the commit, so that a batch of any size costs two round trips.
 *
 * Must never commit behind something of which the answer was not looked at; nor say a statement again by itself after the
 * connection was lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/postgres.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ failures */

/* bil_postgres_failed of what was queued, which may have touched too little. */
static bool failed(struct bil_store *store, const struct bil_error *said, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    bool too_few = false;
    const int64_t tag = bil_pg_failed_tag(postgres->pg, &too_few);
    if (!bil_pg_lost(postgres->pg) && too_few && tag >= 0 && tag < postgres->needs) {
        return bil_store_lacking(store, &postgres->need[tag], error);
    }
    return bil_postgres_failed(store, said, error);
}

/* ------------------------------------------------------------------ statements */

/* A statement as PostgreSQL reads it; to be freed. */
static char *dollars(const char *sql)
{
    char *text = bil_memory_text(sql, strlen(sql));
    for (char *at = strchr(text, '?'); at; at = strchr(at, '?')) {
        *at = '$';
    }
    return text;
}

static const char *text_of(struct bil_postgres *postgres, enum bil_statement which)
{
    if (!postgres->text[which]) {
        postgres->text[which] = dollars(bil_store_sql[which].postgres ? bil_store_sql[which].postgres : bil_store_sql[which].sql);
    }
    return postgres->text[which];
}

void *bil_postgres_begin(struct bil_store *store, enum bil_statement which, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    if (!bil_postgres_be_connected(store, error)) {
        return NULL;
    }
    for (int i = 0; i < BIL_POSTGRES_QUERIES; i++) {
        struct bil_postgres_query *query = &postgres->query[i];
        if (!query->used) {
            *query = (struct bil_postgres_query){.used = true, .which = which};
            return query;
        }
    }
    bil_store_amiss(store, error, "More than %d statements are asked at the same time.", BIL_POSTGRES_QUERIES);
    return NULL;
}

void *bil_postgres_begin_failing(struct bil_store *store, enum bil_statement which, struct bil_error *error)
{
    struct bil_postgres_query *query = bil_postgres_begin(store, which, error);
    if (query) {
        query->fails = true;
    }
    return query;
}

void *bil_postgres_begin_text(struct bil_store *store, const char *sql, struct bil_error *error)
{
    struct bil_postgres_query *query = bil_postgres_begin(store, BIL_SQL_IDS, error);
    if (query) {
        query->own = dollars(sql);
    }
    return query;
}

static void bind(struct bil_postgres_query *query, int place, struct bil_pg_value value)
{
    query->value[place - 1] = value;
    query->values = place > query->values ? place : query->values;
}

void bil_postgres_bind_none(void *at, int place, char kind)
{
    bind(at, place, bil_pg_none(kind == 'i' ? BIL_PG_INTEGER : kind == 't' ? BIL_PG_TEXT : BIL_PG_BYTES));
}

void bil_postgres_bind_text(void *at, int place, const char *text)
{
    bind(at, place, bil_pg_text(text));
}

void bil_postgres_bind_integer(void *at, int place, int64_t number)
{
    bind(at, place, bil_pg_integer(number));
}

void bil_postgres_bind_bytes(void *at, int place, const void *bytes, int count)
{
    bind(at, place, bil_pg_bytes(bytes, (size_t)count));
}

/* What is said for a query: where a test wants it to fail, something that fails at the server as a full disk does. */
static const char *said_for(struct bil_store *store, struct bil_postgres_query *query)
{
    if (query->fails) {
        query->values = 0;
        return "DO $$BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END$$";
    }
    return query->own ? query->own : text_of(bil_postgres_of(store), query->which);
}

void bil_postgres_forget_ahead(struct bil_postgres *postgres)
{
    while (postgres->aheads > 0) {
        bil_pg_result_free(&postgres->ahead[--postgres->aheads].result);
    }
}

/* The id that a statement has as its first value. */
static const char *id_of(const struct bil_postgres_query *query)
{
    return query->values > 0 && query->value[0].kind == BIL_PG_TEXT && !query->value[0].none ? query->value[0].bytes : "";
}

static int64_t number_of(const struct bil_postgres_query *query)
{
    return query->values > 1 && query->value[1].kind == BIL_PG_INTEGER ? query->value[1].integer : 0;
}

bool bil_postgres_ahead(struct bil_store *store, void *const at[], int count, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said = {{0}};
    bil_postgres_forget_ahead(postgres);
    for (int i = 0; i < count; i++) {
        struct bil_postgres_query *query = at[i];
        struct bil_postgres_ahead *ahead = &postgres->ahead[postgres->aheads++];
        const char *sql = said_for(store, query);
        *ahead = (struct bil_postgres_ahead){.which = query->which, .number = number_of(query)};
        snprintf(ahead->id, sizeof ahead->id, "%s", id_of(query));
        bil_pg_send(postgres->pg, sql, query->value, query->values, &ahead->result);
    }
    const bool fine = bil_pg_sync(postgres->pg, &said) || failed(store, &said, error);
    for (int i = 0; i < count; i++) {
        bil_postgres_end(store, at[i]);
    }
    postgres->needs = 0;
    if (!fine) {
        bil_postgres_forget_ahead(postgres);
    }
    return fine;
}

/* Gives a query the answer of what was said ahead. Anything else that is said makes all such answers too old. */
static bool was_ahead(struct bil_postgres *postgres, struct bil_postgres_query *query)
{
    for (int i = 0; i < postgres->aheads; i++) {
        struct bil_postgres_ahead *ahead = &postgres->ahead[i];
        if (!query->fails && !query->own && ahead->result.handle && ahead->which == query->which && *ahead->id &&
            strcmp(ahead->id, id_of(query)) == 0 && ahead->number == number_of(query)) {
            query->result = ahead->result;
            ahead->result.handle = NULL;
            return true;
        }
    }
    bil_postgres_forget_ahead(postgres);
    return false;
}

enum bil_query_result bil_postgres_step(struct bil_store *store, void *at, struct bil_error *error)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_postgres_query *query = at;
    struct bil_error said = {{0}};
    if (!query->asked && was_ahead(postgres, query)) {
        query->asked = true;
        query->row = -1;
    }
    if (!query->asked) {
        const bool commits = query->which == BIL_SQL_COMMIT;
        const bool fine = !commits || bil_pg_sync(postgres->pg, &said); /* all before it was well */
        const char *sql = said_for(store, query);
        query->asked = true;
        if (!fine || !bil_pg_ask(postgres->pg, sql, query->value, query->values, &query->result, &said)) {
            store->unsure = fine && commits && bil_pg_lost(postgres->pg);
            failed(store, &said, error);
            postgres->needs = 0;
            return BIL_QUERY_FAILED;
        }
        postgres->needs = 0;
        query->row = -1;
    }
    query->row++;
    return query->row < bil_pg_rows(&query->result) ? BIL_QUERY_ROW : BIL_QUERY_DONE;
}

int64_t bil_postgres_changed(struct bil_store *store, void *at)
{
    (void)store;
    const struct bil_postgres_query *query = at;
    return bil_pg_changed(&query->result);
}

void bil_postgres_queue(struct bil_store *store, void *at, int64_t least, const struct bil_store_need *need)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_postgres_query *query = at;
    const char *sql = said_for(store, query);
    bil_postgres_forget_ahead(postgres);
    postgres->need = bil_memory_grow(postgres->need, (size_t)postgres->needs + 1, sizeof *postgres->need);
    postgres->need[postgres->needs] = *need;
    bil_pg_queue(postgres->pg, sql, query->value, query->values, least, postgres->needs++);
}

void bil_postgres_end(struct bil_store *store, void *at)
{
    (void)store;
    struct bil_postgres_query *query = at;
    bil_pg_result_free(&query->result);
    free(query->own);
    query->own = NULL;
    query->used = false;
}

/* ------------------------------------------------------------------ columns */

bool bil_postgres_is_none(void *at, int column)
{
    const struct bil_postgres_query *query = at;
    return bil_pg_is_none(&query->result, query->row, column);
}

int64_t bil_postgres_number(void *at, int column)
{
    const struct bil_postgres_query *query = at;
    return bil_pg_number(&query->result, query->row, column);
}

const char *bil_postgres_text(void *at, int column, size_t *length)
{
    const struct bil_postgres_query *query = at;
    const char *text = bil_pg_string(&query->result, query->row, column, length);
    return bil_postgres_is_none(at, column) ? NULL : text;
}

const void *bil_postgres_bytes(void *at, int column, size_t *length)
{
    return bil_postgres_text(at, column, length);
}

/* ------------------------------------------------------------------ transactions */

bool bil_postgres_still_open(struct bil_store *store)
{
    (void)store; /* a connection that was lost is found out by the answers that are missing */
    return true;
}

void bil_postgres_rollback(struct bil_store *store)
{
    struct bil_postgres *postgres = bil_postgres_of(store);
    struct bil_error said;
    bil_postgres_forget_ahead(postgres);
    bil_pg_sync(postgres->pg, &said); /* what becomes of it is no matter any more */
    postgres->needs = 0;
    if (!bil_pg_lost(postgres->pg) && !bil_pg_ask(postgres->pg, "ROLLBACK", NULL, 0, NULL, &said)) {
        bil_pg_drop(postgres->pg, "it cannot take a transaction back");
    }
}
