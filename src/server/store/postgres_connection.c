/* A connection to PostgreSQL: opening it, losing it, statements and their answers, news. All statements go as a pipeline: whatever
 * was queued is answered together, in one round trip.
 *
 * Must never read an answer as that of another statement: what is due is kept in the order in which it was sent, and when that
 * order is lost so is the connection. Must never hand on a sentence of libpq about an address: it may quote all of it, password
 * included. */
#include "server/store/postgres_connection.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "table/clock.h"
#include "table/memory.h"

enum { ANSWER_MS = 10000 };

/* What a connection does unless its address says otherwise: a host that is silent is given up, a cut cable noticed, and among
 * several hosts the one that takes writes is looked for. */
static const char *const defaults[][2] = {
    {"connect_timeout", "3"},
    {"tcp_user_timeout", "5000"},
    {"keepalives", "1"},
    {"keepalives_idle", "2"},
    {"keepalives_interval", "1"},
    {"keepalives_count", "3"},
    {"target_session_attrs", "read-write"},
};
enum { DEFAULTS = sizeof defaults / sizeof *defaults };

/* ------------------------------------------------------------------ losing it */

/* Of a clock that also runs while the machine sleeps. */
static int64_t boot_ms(void)
{
    return bil_clock_ms_of(CLOCK_BOOTTIME);
}

static void be_silent(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* The first line of what was said, as part of a sentence: without its full stop. */
static void first_line(const char *said, char *out, size_t size)
{
    size_t length = strcspn(said, "\n");
    while (length > 0 && (said[length - 1] == '.' || said[length - 1] == ' ')) {
        length--;
    }
    snprintf(out, size, "%.*s", (int)length, said);
    bil_plain(out);
}

void bil_pg_lose(struct bil_pg *pg, const char *why)
{
    if (pg->line) {
        first_line(why, pg->loss, sizeof pg->loss);
        PQfinish(pg->line);
        pg->line = NULL;
    }
    pg->pending_count = 0;
    for (int i = 0; i < pg->known_count; i++) {
        pg->known[i].prepared = false;
    }
}

static bool say_lost(const struct bil_pg *pg, struct bil_error *error)
{
    return bil_fail(error, "The connection to the database %s is lost: %s.", pg->name,
                    *pg->loss ? pg->loss : "the other end is gone");
}

/* ------------------------------------------------------------------ waiting */

/* Sends what is to be sent and reads what has come, or waits for either until `until`. False: the connection is lost. *late is set
 * if nothing came until then. */
static bool move_bytes(struct bil_pg *pg, int64_t until, bool *late)
{
    const int left = PQflush(pg->line);
    if (left < 0) {
        bil_pg_lose(pg, PQerrorMessage(pg->line));
        return false;
    }
    const int64_t rest = until - boot_ms();
    struct pollfd line = {.fd = PQsocket(pg->line), .events = (short)(left > 0 ? POLLIN | POLLOUT : POLLIN)};
    const int ready = poll(&line, 1, rest > 0 ? (int)rest : 0);
    if (ready < 0 && errno != EINTR) {
        bil_pg_lose(pg, strerror(errno));
        return false;
    }
    *late = ready == 0 && rest <= 0;
    if (ready > 0 && line.revents != POLLOUT) {
        if (!PQconsumeInput(pg->line)) {
            bil_pg_lose(pg, PQerrorMessage(pg->line));
            return false;
        }
        pg->heard = boot_ms();
    }
    return true;
}

static PGresult *next_result(struct bil_pg *pg)
{
    const int64_t until = boot_ms() + pg->answer_ms;
    while (pg->line && (PQisBusy(pg->line) || PQflush(pg->line) > 0)) {
        bool late = false;
        if (move_bytes(pg, until, &late) && late) {
            char why[80];
            snprintf(why, sizeof why, "it has not answered for %d ms", pg->answer_ms);
            bil_pg_lose(pg, why);
        }
    }
    return pg->line ? PQgetResult(pg->line) : NULL;
}

/* Types of values and columns, as every server of PostgreSQL numbers them (catalog/pg_type.dat). */
enum { TYPE_BOOL = 16, TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_TEXT = 25 };

/* ------------------------------------------------------------------ values */

static Oid wire_type(enum bil_sql_kind kind)
{
    static const Oid types[] = {[BIL_KIND_INTEGER] = TYPE_INT8, [BIL_KIND_TEXT] = TYPE_TEXT, [BIL_KIND_BYTES] = TYPE_BYTEA};
    return types[kind];
}

/* Values as they go over the line: all in binary, numbers with their highest byte first. */
struct wire {
    const char *values[BIL_PG_VALUES];
    int lengths[BIL_PG_VALUES], formats[BIL_PG_VALUES];
    Oid types[BIL_PG_VALUES];
    char numbers[BIL_PG_VALUES][8];
};

static void to_wire(const struct bil_sql_value *values, int count, struct wire *wire)
{
    for (int i = 0; i < count; i++) {
        const struct bil_sql_value *value = &values[i];
        wire->types[i] = wire_type(value->kind);
        wire->formats[i] = 1;
        wire->lengths[i] = value->kind == BIL_KIND_INTEGER ? 8 : (int)value->length;
        for (int byte = 0; byte < 8; byte++) {
            wire->numbers[i][byte] = (char)((uint64_t)value->integer >> (56 - 8 * byte));
        }
        const char *bytes = value->length > 0 ? value->bytes : ""; /* NULL would be NULL */
        wire->values[i] = value->none ? NULL : value->kind == BIL_KIND_INTEGER ? wire->numbers[i] : bytes;
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

static int find_statement(struct bil_pg *pg, const char *sql)
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

static void expect_answer(struct bil_pg *pg, struct bil_pg_pending pending)
{
    pg->pending = bil_memory_grow(pg->pending, (size_t)pg->pending_count + 1, sizeof *pg->pending);
    pg->pending[pg->pending_count++] = pending;
}

/* Sends a statement behind what was sent before. False: the connection is lost. */
static bool send_statement(struct bil_pg *pg, const char *sql, const struct bil_sql_value *values, int count,
                           struct bil_pg_pending pending)
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
    pending.statement = find_statement(pg, sql);
    snprintf(name, sizeof name, "s%d", pending.statement);
    bool fine = PQpipelineStatus(pg->line) != PQ_PIPELINE_OFF || PQenterPipelineMode(pg->line);
    if (fine && !pg->known[pending.statement].prepared) {
        fine = PQsendPrepare(pg->line, name, sql, count, wire.types);
        if (fine) {
            pg->known[pending.statement].prepared = true; /* taken back if the answer says otherwise */
            expect_answer(pg,
                          (struct bil_pg_pending){.due = BIL_PG_DUE_PREPARED, .statement = pending.statement, .tag = pending.tag});
        }
    }
    fine = fine && PQsendQueryPrepared(pg->line, name, count, wire.values, wire.lengths, wire.formats, 1);
    if (fine) {
        expect_answer(pg, pending);
    } else {
        bil_pg_lose(pg, PQerrorMessage(pg->line));
    }
    return fine;
}

void bil_pg_queue(struct bil_pg *pg, const char *sql, const struct bil_sql_value *values, int count, int64_t least, int64_t tag)
{
    if (!send_statement(pg, sql, values, count, (struct bil_pg_pending){.due = BIL_PG_DUE_QUEUED, .least = least, .tag = tag})) {
        pg->unsent = true;
    }
}

void bil_pg_send(struct bil_pg *pg, const char *sql, const struct bil_sql_value *values, int count, struct bil_pg_result *result)
{
    const bool sent =
        send_statement(pg, sql, values, count, (struct bil_pg_pending){.due = BIL_PG_DUE_ASKED, .tag = -1, .out = result});
    pg->unsent = pg->unsent || !sent;
}

/* ------------------------------------------------------------------ answers */

/* Keeps what the server said of a failure, as a sentence. Returns false. */
static bool tell_refusal(struct bil_pg *pg, const PGresult *result, struct bil_error *error)
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

/* What one answer means. The first that failed is reported; those behind it were not carried out, which is no news. */
static bool judge_answer(struct bil_pg *pg, const struct bil_pg_pending *pending, const PGresult *result, bool fine,
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
        return tell_refusal(pg, result, error);
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
        PGresult *result = next_result(pg);
        if (!result) {
            bil_pg_lose(pg, "an answer is missing");
            break;
        }
        fine = judge_answer(pg, &pending, result, fine, error);
        if (pending.out && fine) {
            pending.out->handle = result;
        } else {
            PQclear(result);
        }
        PQclear(next_result(pg)); /* the end of this answer */
    }
    PGresult *mark = next_result(pg);
    const bool whole = pg->line && PQresultStatus(mark) == PGRES_PIPELINE_SYNC;
    PQclear(mark);
    if (pg->line && (!whole || !PQexitPipelineMode(pg->line))) {
        bil_pg_lose(pg, PQstatus(pg->line) == CONNECTION_BAD ? PQerrorMessage(pg->line) : "its answers are out of order");
    }
    pg->pending_count = 0;
    return pg->line ? fine : fine ? say_lost(pg, error) : false;
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
    return pg->line && !unsent ? take_answers(pg, error) : say_lost(pg, error);
}

bool bil_pg_sync(struct bil_pg *pg, struct bil_error *error)
{
    return (pg->pending_count == 0 && !pg->unsent) || round_trip(pg, error);
}

bool bil_pg_ask(struct bil_pg *pg, const char *sql, const struct bil_sql_value *values, int count, struct bil_pg_result *result,
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
    for (PGresult *result = next_result(pg); result; result = next_result(pg)) {
        const ExecStatusType status = PQresultStatus(result);
        if (fine && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY) {
            fine = tell_refusal(pg, result, error);
        }
        PQclear(result);
    }
    if (pg->line && PQstatus(pg->line) == CONNECTION_BAD) {
        bil_pg_lose(pg, PQerrorMessage(pg->line));
    }
    return pg->line ? fine : fine ? say_lost(pg, error) : false;
}

/* ------------------------------------------------------------------ addresses */

static const char *option(const PQconninfoOption *options, const char *name)
{
    for (; options && options->keyword; options++) {
        if (strcmp(options->keyword, name) == 0) {
            return options->val ? options->val : "";
        }
    }
    return "";
}

static void add_part(struct bil_text *out, const char *before, const char *part)
{
    if (*part) {
        bil_text_add(out, before);
        bil_text_add(out, part);
    }
}

static void write_address(const PQconninfoOption *options, struct bil_text *out)
{
    const char *host = option(options, "host");
    const char *at = strrchr(host, '@'); /* what comes before it was meant for a password */
    host = at ? at + 1 : host;
    bil_text_add(out, "postgresql://");
    add_part(out, "", option(options, "user"));
    if (*option(options, "user")) {
        bil_text_char(out, '@');
    }
    bil_text_add(out, *host ? host : option(options, "hostaddr"));
    add_part(out, ":", option(options, "port"));
    add_part(out, "/", option(options, "dbname"));
}

void bil_postgres_show_address(const char *address, struct bil_text *out)
{
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    struct bil_text shown = {0};
    if (options) {
        write_address(options, &shown);
        bil_plain(shown.data);
    }
    bil_text_add(out, options ? bil_text_string(&shown) : "(an address that cannot be read)");
    bil_text_free(&shown);
    PQconninfoFree(options);
}

static bool look_at_address(const char *address, struct bil_error *error)
{
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    bool fine = options != NULL;
    if (!fine) {
        bil_fail(error,
                 "The address of the database cannot be read; it should look like postgresql://user@host:5432/database, with %%40 "
                 "for an @ and %%2F for a / in a name or a password.");
    } else if (strchr(option(options, "host"), '@')) {
        fine =
            bil_fail(error, "In the address of the database an @ stands in the name of the host; in a password write it as %%40.");
    }
    PQconninfoFree(options);
    return fine;
}

/* ------------------------------------------------------------------ opening */

static bool try_to_connect(struct bil_pg *pg, struct bil_error *error)
{
    const char *keys[DEFAULTS + 4];
    const char *values[DEFAULTS + 4];
    int count = 0;
    for (; count < DEFAULTS; count++) {
        keys[count] = defaults[count][0];
        values[count] = defaults[count][1];
    }
    keys[count] = "fallback_application_name";
    values[count++] = pg->application;
    keys[count] = "dbname"; /* here libpq takes a whole address, too; of what is said twice it takes the later */
    values[count++] = pg->address;
    keys[count] = "client_encoding";
    values[count++] = "UTF8";
    keys[count] = values[count] = NULL;
    pg->line = PQconnectdbParams(keys, values, 1);
    if (PQstatus(pg->line) == CONNECTION_OK && PQsetnonblocking(pg->line, 1) == 0) {
        PQsetNoticeReceiver(pg->line, be_silent, NULL);
        pg->heard = boot_ms();
        return true;
    }
    bil_pg_lose(pg, pg->line ? PQerrorMessage(pg->line) : "there is no memory");
    return bil_fail(error, "The database %s cannot be reached: %s.", pg->name, pg->loss);
}

bool bil_pg_reopen(struct bil_pg *pg, struct bil_error *error)
{
    bil_pg_lose(pg, "it is opened again");
    pg->unsent = false;
    pg->state[0] = 0;
    return try_to_connect(pg, error) && (!pg->greeting || bil_pg_say(pg, pg->greeting, error));
}

struct bil_pg *bil_pg_open(const char *address, const struct bil_pg_settings *settings, struct bil_error *error)
{
    static const struct bil_pg_settings none = {0};
    const struct bil_pg_settings *wanted = settings ? settings : &none;
    if (!look_at_address(address, error)) {
        return NULL;
    }
    struct bil_pg *pg = bil_memory_zero(1, sizeof *pg);
    const char *application = wanted->application ? wanted->application : "billions";
    struct bil_text name = {0};
    bil_postgres_show_address(address, &name);
    pg->address = bil_memory_text(address, strlen(address));
    pg->name = bil_memory_text(bil_text_string(&name), name.length);
    pg->application = bil_memory_text(application, strlen(application));
    pg->greeting = wanted->greeting ? bil_memory_text(wanted->greeting, strlen(wanted->greeting)) : NULL;
    pg->answer_ms = wanted->answer_ms > 0 ? wanted->answer_ms : ANSWER_MS;
    bil_text_free(&name);
    if (!bil_pg_reopen(pg, error)) {
        bil_pg_close(pg);
        return NULL;
    }
    return pg;
}

void bil_pg_close(struct bil_pg *pg)
{
    if (!pg) {
        return;
    }
    bil_pg_lose(pg, "it is closed");
    for (int i = 0; i < pg->known_count; i++) {
        free(pg->known[i].sql);
    }
    free(pg->known);
    free(pg->pending);
    free(pg->address);
    free(pg->name);
    free(pg->application);
    free(pg->greeting);
    free(pg);
}

/* ------------------------------------------------------------------ news */

bool bil_pg_next_news(struct bil_pg *pg, struct bil_pg_news *news)
{
    PGnotify *heard = pg->line ? PQnotifies(pg->line) : NULL;
    if (!heard && pg->line) {
        if (!PQconsumeInput(pg->line)) {
            bil_pg_lose(pg, PQerrorMessage(pg->line));
            return false;
        }
        heard = PQnotifies(pg->line);
    }
    if (!heard) {
        return false;
    }
    snprintf(news->words, sizeof news->words, "%s", heard->extra);
    news->from = heard->be_pid;
    PQfreemem(heard);
    return true;
}
