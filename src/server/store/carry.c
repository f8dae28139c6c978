/* Everything that one database holds, carried into an empty one of the same or the other kind. All of it is one transaction there:
 * what fails or is killed on the way has not happened. Before it is committed it is read again and compared, table by table.
 *
 * Must never write into a database that holds anything, nor change the one that it reads. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store/internal.h"
#include "table/memory.h"

/* A table: its columns, each with i, t or b before its name (a number, a text, bytes), the first `keys` of which tell a row from
 * the others and give the order. `batch`: this many rows at a time, fewer where they are large. */
struct copied {
    const char *name, *columns;
    int keys, batch;
};
static const struct copied tables[] = {
    {"tables", "inr tid istate ilisted iseats icreated ichanged ibegan ideadline iasked_since bseed ientries", 1, 500},
    {"setups", "itable_nr bsecret tsetup", 1, 20},
    {"cards", "itable_nr tcard", 1, 500},
    {"seats", "itable_nr iseat ikind ibot_plays tname tperson tbot btoken bcontribution ibank torders bcame", 2, 500},
    {"log", "itable_nr inumber ikind iseat ihow itime ttext isum", 2, 500},
    {"held", "itable_nr idecision iseat ttext", 3, 500},
    {"people", "inr tname tpassphrase icreated", 1, 500},
    {"sessions", "btoken iperson_nr iuntil", 1, 500},
    {"makers", "tmaker itable_nr", 2, 500},
    {"looks", "tlook iperson_nr", 2, 500},
    {"payers", "itable_nr inetwork iaddress iaccount", 1, 500},
    {"pushes", "itable_nr bplace iseat tendpoint bpoint bauth btoken iwho idecision itold iagain itries ialways", 2, 100},
    {"results", "inr tchallenge twho tname iplace ipoints imade", 1, 500},
    {"result_records", "iresult_nr trecord", 1, 50},
    {"health", "ione ibeat", 1, 10},
    {"versions", "ione tlooks", 1, 10},
    {"keys", "inr bbytes", 1, 10},
};
enum { TABLES = sizeof tables / sizeof *tables, FIRST_OF_NEW = 14, COLUMNS = 16, HASH = 32 };

/* One table on its way. */
struct way {
    const struct copied *table;
    char kind[COLUMNS];
    int columns;
    struct bil_text first, next, insert, count; /* statements */
};

struct carrying {
    struct bil_store *from, *to;
    const struct bil_carry_callbacks *callbacks;
    struct bil_carry_figures *figures;
};

/* ------------------------------------------------------------------ statements */

/* The first columns of a table, or as many places for values. */
static void add_list(struct bil_text *sql, char names[COLUMNS][24], int count, bool places)
{
    for (int i = 0; i < count; i++) {
        bil_text_add(sql, i ? ", " : "");
        if (places) {
            bil_text_format(sql, "?%d", i + 1);
        } else {
            bil_text_add(sql, names[i]);
        }
    }
}

static void prepare(const struct copied *table, struct way *way)
{
    char names[COLUMNS][24];
    *way = (struct way){.table = table};
    for (const char *at = table->columns; *at && way->columns < COLUMNS;) {
        const size_t length = strcspn(at, " ");
        way->kind[way->columns] = *at;
        snprintf(names[way->columns++], sizeof names[0], "%.*s", (int)length - 1, at + 1);
        at += length + (at[length] != 0);
    }
    bil_text_format(&way->count, "SELECT count(*) FROM %s", table->name);
    bil_text_format(&way->insert, "INSERT INTO %s (", table->name);
    add_list(&way->insert, names, way->columns, false);
    bil_text_add(&way->insert, ") VALUES (");
    add_list(&way->insert, names, way->columns, true);
    bil_text_add(&way->insert, ")");
    for (int next = 0; next < 2; next++) {
        struct bil_text *sql = next ? &way->next : &way->first;
        bil_text_add(sql, "SELECT ");
        add_list(sql, names, way->columns, false);
        bil_text_format(sql, " FROM %s", table->name);
        if (next) {
            bil_text_add(sql, " WHERE (");
            add_list(sql, names, table->keys, false);
            bil_text_add(sql, ") > (");
            add_list(sql, names, table->keys, true);
            bil_text_add(sql, ")");
        }
        bil_text_add(sql, " ORDER BY ");
        add_list(sql, names, table->keys, false);
        bil_text_format(sql, " LIMIT %d", table->batch);
    }
}

static void free_way(struct way *way)
{
    struct bil_text *const texts[] = {&way->first, &way->next, &way->insert, &way->count};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bil_text_free(texts[i]);
    }
}

/* ------------------------------------------------------------------ rows */

/* A row that is kept over the next question. */
struct row {
    struct bil_text text[COLUMNS]; /* of texts and bytes */
    int64_t number[COLUMNS];
    bool none[COLUMNS];
};

static void free_row(struct row *row)
{
    for (int i = 0; i < COLUMNS; i++) {
        bil_text_free(&row->text[i]);
    }
}

static void keep_row(const struct way *way, const struct bil_query *query, struct row *row)
{
    const struct bil_store_driver *driver = query->store->driver;
    for (int i = 0; i < way->columns; i++) {
        size_t length = 0;
        row->none[i] = driver->ask->is_none(query->at, i);
        bil_text_clear(&row->text[i]);
        if (way->kind[i] == 'i') {
            row->number[i] = driver->ask->number(query->at, i);
        } else {
            const char *bytes =
                way->kind[i] == 't' ? driver->ask->text(query->at, i, &length) : driver->ask->bytes(query->at, i, &length);
            bil_text_add_bytes(&row->text[i], bytes ? bytes : "", bytes ? length : 0);
        }
    }
}

/* The first columns of a row as values. */
static void row_values(const struct way *way, const struct row *row, int columns, struct bil_sql_value *values)
{
    for (int i = 0; i < columns; i++) {
        const struct bil_text *text = &row->text[i];
        if (way->kind[i] == 'i') {
            values[i] = bil_sql_integer(row->number[i]);
        } else if (way->kind[i] == 't') {
            values[i] = bil_sql_text(bil_text_string(text));
        } else {
            values[i] = bil_sql_bytes(bil_text_string(text), text->length);
        }
        values[i].none = row->none[i];
    }
}

/* Takes a row into a hash: each value with its length, so that nothing can stand for something else. */
static void hash_row(const struct way *way, const struct row *row, crypto_generichash_state *hash)
{
    for (int i = 0; i < way->columns; i++) {
        uint64_t length = row->none[i] ? UINT64_MAX : way->kind[i] == 'i' ? (uint64_t)row->number[i] : row->text[i].length;
        uint8_t head[9] = {(uint8_t)(row->none[i] ? 'n' : way->kind[i])};
        for (int byte = 1; byte < 9; byte++, length >>= 8) {
            head[byte] = (uint8_t)length;
        }
        crypto_generichash_update(hash, head, sizeof head);
        crypto_generichash_update(hash, (const uint8_t *)bil_text_string(&row->text[i]), row->text[i].length);
    }
}

static bool report_progress(struct carrying *carrying)
{
    return carrying->callbacks->going(carrying->callbacks->context, carrying->figures->done, carrying->figures->rows);
}

static bool carry_row(struct carrying *carrying, const struct way *way, const struct row *row, struct bil_error *error)
{
    static const struct bil_store_need one = {.reason = BIL_REASON_SOME};
    struct bil_sql_value values[COLUMNS];
    row_values(way, row, way->columns, values);
    return bil_query_need(bil_query_begin_text(carrying->to, bil_text_string(&way->insert), values, way->columns, error), &one);
}

static bool ask_number(struct bil_store *store, const char *sql, int64_t *number, struct bil_error *error)
{
    return bil_query_take_number(bil_query_begin_text(store, sql, NULL, 0, error), number);
}

/* Reads a table from its first row to its last into `sum`; what is read goes into the other database if `write`. */
static bool read_table(struct carrying *carrying, struct bil_store *store, const struct way *way, bool write, uint8_t sum[HASH],
                       struct bil_error *error)
{
    crypto_generichash_state hash;
    struct row row = {0};
    bool fine = true;
    int found = way->table->batch;
    crypto_generichash_init(&hash, NULL, 0, HASH);
    for (bool begin = true; fine && found == way->table->batch; begin = false) {
        struct bil_sql_value keys[COLUMNS];
        struct row last = row; /* bound until the question is asked */
        row_values(way, &last, begin ? 0 : way->table->keys, keys);
        struct bil_query query = bil_query_begin_text(store, bil_text_string(begin ? &way->first : &way->next), keys,
                                                      begin ? 0 : way->table->keys, error);
        row = (struct row){0};
        found = 0;
        while (fine && bil_query_next(&query)) {
            keep_row(way, &query, &row);
            hash_row(way, &row, &hash);
            fine = !write || carry_row(carrying, way, &row, error);
            found++;
        }
        fine = bil_query_end(&query) && fine;
        free_row(&last);
        int64_t number;
        fine = fine && (!write || ask_number(carrying->to, "SELECT 1", &number, error)); /* nothing piles up unanswered */
        carrying->figures->done += (uint64_t)found;
        if (fine && !report_progress(carrying)) {
            fine = bil_fail(error, "It was stopped.");
        }
    }
    free_row(&row);
    crypto_generichash_final(&hash, sum, HASH);
    return fine;
}

/* ------------------------------------------------------------------ the whole */

static bool is_empty(struct carrying *carrying, const struct way *ways, struct bil_error *error)
{
    for (int i = 0; i < FIRST_OF_NEW; i++) { /* behind them stand tables of which a new database has a row */
        int64_t count = 0;
        if (!ask_number(carrying->to, bil_text_string(&ways[i].count), &count, error)) {
            return false;
        }
        if (count > 0) {
            return bil_fail(error, "%s holds something already (%lld rows of \"%s\"); a copy goes into an empty database alone.",
                            carrying->to->path, (long long)count, ways[i].table->name);
        }
    }
    return true;
}

static bool forget_new(struct carrying *carrying, const struct way *ways, struct bil_error *error)
{
    static const struct bil_store_need any = {.reason = BIL_REASON_ANY};
    bool fine = true;
    for (int i = FIRST_OF_NEW; i < TABLES && fine; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "DELETE FROM %s", ways[i].table->name);
        fine = bil_query_need(bil_query_begin_text(carrying->to, sql, NULL, 0, error), &any);
    }
    return fine;
}

/* What a database itself must be told, lest it gives a number twice. */
static bool after(struct carrying *carrying, struct bil_error *error)
{
    int64_t number;
    bool fine = true;
    for (const char *const *sql = carrying->to->driver->after_carrying; sql && *sql && fine; sql++) {
        fine = ask_number(carrying->to, *sql, &number, error);
    }
    return fine;
}

static bool carry_all(struct carrying *carrying, const struct way *ways, struct bil_error *error)
{
    uint8_t sums[TABLES][HASH];
    uint8_t sum[HASH];
    if (!is_empty(carrying, ways, error) || !bil_store_begin(carrying->to, error) || !forget_new(carrying, ways, error)) {
        return false;
    }
    for (int i = 0; i < TABLES; i++) {
        if (!read_table(carrying, carrying->from, &ways[i], true, sums[i], error)) {
            return false;
        }
    }
    for (int i = 0; i < TABLES; i++) {
        if (!read_table(carrying, carrying->to, &ways[i], false, sum, error)) {
            return false;
        }
        if (memcmp(sum, sums[i], HASH) != 0) {
            return bil_fail(error, "What was written of \"%s\" into %s is not what was read; nothing was stored there.",
                            ways[i].table->name, carrying->to->path);
        }
    }
    return after(carrying, error) && bil_store_commit(carrying->to, error);
}

bool bil_store_carry(struct bil_store *from, struct bil_store *to, const struct bil_carry_callbacks *callbacks,
                     struct bil_carry_figures *figures, struct bil_error *error)
{
    struct carrying carrying = {from, to, callbacks, figures};
    struct way *ways = bil_memory_zero(TABLES, sizeof *ways);
    bool fine = true;
    *figures = (struct bil_carry_figures){.tables = TABLES};
    bil_store_snapshot(from, true);
    for (int i = 0; i < TABLES && fine; i++) {
        int64_t count = 0;
        prepare(&tables[i], &ways[i]);
        fine = ask_number(from, bil_text_string(&ways[i].count), &count, error);
        figures->rows += 2 * (uint64_t)count; /* written, and read again */
    }
    fine = fine && carry_all(&carrying, ways, error);
    if (!fine) {
        bil_store_rollback(to);
    }
    bil_store_snapshot(from, false);
    for (int i = 0; i < TABLES; i++) {
        free_way(&ways[i]);
    }
    free(ways);
    figures->rows /= 2;
    return fine;
}
