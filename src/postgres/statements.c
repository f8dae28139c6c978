/* Statements and their answers. All of them go as a pipeline: whatever was queued is answered together, in one round trip.
 *
 * Must never read an answer as that of another statement: what is due is kept in the order in which it was sent, and when that
 * order is lost so is the connection. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "postgres/internal.h"
#include "table/memory.h"

/* Types of values and columns, as every server of PostgreSQL numbers them (catalog/pg_type.dat). */
enum { TYPE_BOOL = 16, TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_TEXT = 25 };

/* ------------------------------------------------------------------ values */

struct bil_pg_value bil_pg_integer(int64_t number)
{
    return (struct bil_pg_value){.kind = BIL_PG_INTEGER, .integer = number};
}

struct bil_pg_value bil_pg_text(const char *text)
{
    return (struct bil_pg_value){.kind = BIL_PG_TEXT, .none = !text, .bytes = text, .length = text ? strlen(text) : 0};
}

struct bil_pg_value bil_pg_bytes(const void *bytes, size_t length)
{
    return (struct bil_pg_value){.kind = BIL_PG_BYTES, .bytes = bytes, .length = length};
}

struct bil_pg_value bil_pg_none(enum bil_pg_kind kind)
{
    return (struct bil_pg_value){.kind = kind, .none = true};
}

static Oid type_of(enum bil_pg_kind kind)
{
    static const Oid types[] = {[BIL_PG_INTEGER] = TYPE_INT8, [BIL_PG_TEXT] = TYPE_TEXT, [BIL_PG_BYTES] = TYPE_BYTEA};
    return types[kind];
}

/* Values as they go over the line: all in binary, numbers with their highest byte first. */
struct wire {
    const char *values[BIL_PG_VALUES];
    int lengths[BIL_PG_VALUES], formats[BIL_PG_VALUES];
    Oid types[BIL_PG_VALUES];
    char numbers[BIL_PG_VALUES][8];
};

static void to_wire(const struct bil_pg_value *values, int count, struct wire *wire)
{
    for (int i = 0; i < count; i++) {
        const struct bil_pg_value *value = &values[i];
        wire->types[i] = type_of(value->kind);
        wire->formats[i] = 1;
        wire->lengths[i] = value->kind == BIL_PG_INTEGER ? 8 : (int)value->length;
        for (int byte = 0; byte < 8; byte++) {
            wire->numbers[i][byte] = (char)((uint64_t)value->integer >> (56 - 8 * byte));
        }
        const char *bytes = value->length > 0 ? value->bytes : ""; /* NULL would be NULL */
        wire->values[i] = value->none ? NULL : value->kind == BIL_PG_INTEGER ? wire->numbers[i] : bytes;
    }
}

/* ------------------------------------------------------------------ results */

void bil_pg_result_free(struct bil_pg_result *result)
{
    PQclear(result->handle);
    result->handle = NULL;
}

int bil_pg_rows(const struct bil_pg_result *result)
{
    return PQntuples(result->handle);
}

int64_t bil_pg_changed(const struct bil_pg_result *result)
{
    return result->handle ? strtoll(PQcmdTuples(result->handle), NULL, 10) : 0;
}

bool bil_pg_is_none(const struct bil_pg_result *result, int row, int column)
{
    return row < 0 || row >= PQntuples(result->handle) || column < 0 || column >= PQnfields(result->handle) ||
           PQgetisnull(result->handle, row, column);
}

int64_t bil_pg_number(const struct bil_pg_result *result, int row, int column)
{
    if (bil_pg_is_none(result, row, column)) {
        return 0;
    }
    const int length = PQgetlength(result->handle, row, column);
    const unsigned char *bytes = (const unsigned char *)PQgetvalue(result->handle, row, column);
    uint64_t bits = 0;
    for (int i = 0; i < length && i < 8; i++) {
        bits = bits << 8 | bytes[i];
    }
    switch (PQftype(result->handle, column)) {
    case TYPE_BOOL:
        return bits != 0;
    case TYPE_INT2:
        return (int16_t)(uint16_t)bits;
    case TYPE_INT4:
        return (int32_t)(uint32_t)bits;
    case TYPE_INT8:
        return (int64_t)bits;
    default:
        return 0;
    }
}

const char *bil_pg_string(const struct bil_pg_result *result, int row, int column, size_t *length)
{
    const bool none = bil_pg_is_none(result, row, column);
    if (length) {
        *length = none ? 0 : (size_t)PQgetlength(result->handle, row, column);
    }
    return none ? "" : PQgetvalue(result->handle, row, column);
}

/* ------------------------------------------------------------------ sending */

static int find(struct bil_pg *pg, const char *sql)
{
    const uint64_t hash = bil_fnv(BIL_FNV, sql, strlen(sql));
    for (int i = 0; i < pg->known_count; i++) {
        if (pg->known[i].hash == hash && strcmp(pg->known[i].sql, sql) == 0) {
            return i;
        }
    }
    pg->known = bil_memory_grow(pg->known, (size_t)pg->known_count + 1, sizeof *pg->known);
    pg->known[pg->known_count] = (struct bil_pg_known){.sql = bil_memory_text(sql, strlen(sql)), .hash = hash};
    return pg->known_count++;
}

static void expect(struct bil_pg *pg, struct bil_pg_pending pending)
{
    pg->pending = bil_memory_grow(pg->pending, (size_t)pg->pending_count + 1, sizeof *pg->pending);
    pg->pending[pg->pending_count++] = pending;
}

/* Sends a statement behind what was sent before. False: the connection is lost. */
static bool send(struct bil_pg *pg, const char *sql, const struct bil_pg_value *values, int count, struct bil_pg_pending pending)
{
    struct wire wire;
    char name[24];
    if (!pg->line) {
        return false;
    }
    if (count > BIL_PG_VALUES) {
        bil_pg_lose(pg, "a statement has more values than one may have");
        return false;
    }
    to_wire(values, count, &wire);
    pending.statement = find(pg, sql);
    snprintf(name, sizeof name, "s%d", pending.statement);
    bool fine = PQpipelineStatus(pg->line) != PQ_PIPELINE_OFF || PQenterPipelineMode(pg->line);
    if (fine && !pg->known[pending.statement].prepared) {
        fine = PQsendPrepare(pg->line, name, sql, count, wire.types);
        if (fine) {
            pg->known[pending.statement].prepared = true; /* taken back if the answer says otherwise */
            expect(pg, (struct bil_pg_pending){.due = BIL_PG_DUE_PREPARED, .statement = pending.statement, .tag = pending.tag});
        }
    }
    fine = fine && PQsendQueryPrepared(pg->line, name, count, wire.values, wire.lengths, wire.formats, 1);
    if (fine) {
        expect(pg, pending);
    } else {
        bil_pg_lose(pg, PQerrorMessage(pg->line));
    }
    return fine;
}

void bil_pg_queue(struct bil_pg *pg, const char *sql, const struct bil_pg_value *values, int count, int64_t least, int64_t tag)
{
    if (!send(pg, sql, values, count, (struct bil_pg_pending){.due = BIL_PG_DUE_QUEUED, .least = least, .tag = tag})) {
        pg->unsent = true;
    }
}

void bil_pg_send(struct bil_pg *pg, const char *sql, const struct bil_pg_value *values, int count, struct bil_pg_result *result)
{
    const bool sent = send(pg, sql, values, count, (struct bil_pg_pending){.due = BIL_PG_DUE_ASKED, .tag = -1, .out = result});
    pg->unsent = pg->unsent || !sent;
}

int64_t bil_pg_failed_tag(const struct bil_pg *pg, bool *too_few)
{
    *too_few = pg->too_few;
    return pg->failed_tag;
}

int64_t bil_pg_round_trips(const struct bil_pg *pg)
{
    return pg->trips;
}

/* ------------------------------------------------------------------ answers */

/* Keeps what the server said of a failure, as a sentence. Returns false. */
static bool refused(struct bil_pg *pg, const PGresult *result, struct bil_error *error)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *words = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    char said[300];
    snprintf(pg->state, sizeof pg->state, "%s", state ? state : "");
    snprintf(said, sizeof said, "%s", words ? words : PQresultErrorMessage(result));
    said[strcspn(said, "\n")] = 0;
    bil_plain(said);
    return bil_fail(error, "The database %s refuses: %s.", pg->name, said);
}

/* What one answer means. The first that failed is told; those behind it were not carried out, which is no news. */
static bool judge(struct bil_pg *pg, const struct bil_pg_pending *pending, const PGresult *result, bool fine,
                  struct bil_error *error)
{
    const ExecStatusType status = PQresultStatus(result);
    const bool done = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!done && pending->due == BIL_PG_DUE_PREPARED) {
        pg->known[pending->statement].prepared = false;
    }
    if (!fine || (done && (pending->due != BIL_PG_DUE_QUEUED || pending->least <= 0))) {
        return fine;
    }
    if (!done) {
        pg->failed_tag = pending->tag;
        return refused(pg, result, error);
    }
    const int64_t changed = strtoll(PQcmdTuples((PGresult *)result), NULL, 10);
    if (changed >= pending->least) {
        return true;
    }
    pg->failed_tag = pending->tag;
    pg->too_few = true;
    return bil_fail(error, "In the database %s a change touched %lld rows and should have touched %lld.", pg->name,
                    (long long)changed, (long long)pending->least);
}

/* Takes all answers up to the mark that was sent behind them. */
static bool take_answers(struct bil_pg *pg, struct bil_error *error)
{
    bool fine = true;
    for (int i = 0; i < pg->pending_count && pg->line; i++) {
        const struct bil_pg_pending pending = pg->pending[i];
        PGresult *result = bil_pg_next_result(pg);
        if (!result) {
            bil_pg_lose(pg, "an answer is missing");
            break;
        }
        fine = judge(pg, &pending, result, fine, error);
        if (pending.out && fine) {
            pending.out->handle = result;
        } else {
            PQclear(result);
        }
        PQclear(bil_pg_next_result(pg)); /* the end of this answer */
    }
    PGresult *mark = bil_pg_next_result(pg);
    const bool whole = pg->line && PQresultStatus(mark) == PGRES_PIPELINE_SYNC;
    PQclear(mark);
    if (pg->line && (!whole || !PQexitPipelineMode(pg->line))) {
        bil_pg_lose(pg, PQstatus(pg->line) == CONNECTION_BAD ? PQerrorMessage(pg->line) : "its answers are out of order");
    }
    pg->pending_count = 0;
    return pg->line ? fine : fine ? bil_pg_say_lost(pg, error) : false;
}

static bool round_trip(struct bil_pg *pg, struct bil_error *error)
{
    pg->failed_tag = -1;
    pg->too_few = false;
    pg->state[0] = 0;
    pg->trips++;
    if (pg->line && !PQpipelineSync(pg->line)) {
        bil_pg_lose(pg, PQerrorMessage(pg->line));
    }
    const bool unsent = pg->unsent;
    pg->unsent = false;
    return pg->line && !unsent ? take_answers(pg, error) : bil_pg_say_lost(pg, error);
}

bool bil_pg_sync(struct bil_pg *pg, struct bil_error *error)
{
    return (pg->pending_count == 0 && !pg->unsent) || round_trip(pg, error);
}

bool bil_pg_ask(struct bil_pg *pg, const char *sql, const struct bil_pg_value *values, int count, struct bil_pg_result *result,
                struct bil_error *error)
{
    struct bil_pg_result got = {0};
    bil_pg_send(pg, sql, values, count, &got);
    const bool fine = round_trip(pg, error);
    if (result) {
        result->handle = got.handle;
    } else {
        bil_pg_result_free(&got);
    }
    return fine;
}

bool bil_pg_say(struct bil_pg *pg, const char *sql, struct bil_error *error)
{
    bool fine = bil_pg_sync(pg, error);
    pg->failed_tag = -1;
    pg->too_few = false;
    if (!fine) {
        return false;
    }
    pg->state[0] = 0;
    pg->trips++;
    if (pg->line && !PQsendQuery(pg->line, sql)) {
        bil_pg_lose(pg, PQerrorMessage(pg->line));
    }
    for (PGresult *result = bil_pg_next_result(pg); result; result = bil_pg_next_result(pg)) {
        const ExecStatusType status = PQresultStatus(result);
        if (fine && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY) {
            fine = refused(pg, result, error);
        }
        PQclear(result);
    }
    if (pg->line && PQstatus(pg->line) == CONNECTION_BAD) {
        bil_pg_lose(pg, PQerrorMessage(pg->line));
    }
    return pg->line ? fine : fine ? bil_pg_say_lost(pg, error) : false;
}
