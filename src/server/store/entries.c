/* What happened at a table: entries, which are only ever added; what is held until a window closes; standing orders.
 *
 * Must never leave a gap in the numbers, nor two entries of one number: an entry goes behind one that is there, and where nothing
 * is, so that even a second server on the same file could not. Nor give an entry that is not the one that was added: each has a
 * sum over all that it says, where, and behind how many. */
#include <sodium.h>
#include <string.h>

#include "server/store/internal.h"

static struct bil_store_known *known_place(struct bil_store *store, const char *id)
{
    uint32_t hash = 2166136261U;
    for (const char *letter = id; *letter; letter++) {
        hash = (hash ^ (unsigned char)*letter) * 16777619U;
    }
    return &store->known[(hash ^ hash >> 16) % BIL_STORE_KNOWN];
}

/* What is known of a table, read again if nothing is or if that is wanted. `table` is 0 if there is none of that id; false if
 * it could not be read. */
static bool find_known(struct bil_store *store, const char *id, bool again, struct bil_store_known *known, struct bil_error *error)
{
    struct bil_store_known *place = known_place(store, id);
    if (!again && strcmp(place->id, id) == 0) {
        *known = *place;
        return true;
    }
    *known = (struct bil_store_known){0};
    const struct bil_sql_value value = bil_sql_text(id);
    struct bil_query query = bil_query_begin(store, BIL_SQL_LAST, &value, 1, error);
    if (bil_query_next(&query) && strlen(id) == BIL_TABLE_ID) {
        memcpy(known->id, id, sizeof known->id);
        known->table = bil_query_number(&query, 0);
        known->last = bil_query_number(&query, 1);
        *place = *known;
    }
    return bil_query_end(&query);
}

/* The sum of an entry: chance finds no other entry with the same one. It guards against disks, not against people. */
static int64_t sum_of(const char *id, const struct bil_entry *entry, const char *text)
{
    static const uint8_t key[crypto_shorthash_KEYBYTES] = {0};
    const size_t length = strlen(text);
    uint8_t words[BIL_TABLE_ID + 8 + 8 + 3];
    uint8_t part[crypto_shorthash_BYTES + crypto_shorthash_BYTES];
    uint8_t *to = words;
    int64_t sum;
    for (int i = 0; i < BIL_TABLE_ID; i++) {
        *to++ = (uint8_t)*id;
        id += *id != 0;
    }
    for (int i = 0; i < 8; i++) { /* the same on every machine, for files are carried about */
        *to++ = (uint8_t)((uint64_t)entry->number >> (8 * i));
        *to++ = (uint8_t)((uint64_t)entry->time >> (8 * i));
    }
    *to++ = entry->kind;
    *to++ = (uint8_t)entry->seat;
    *to++ = entry->how;
    crypto_shorthash(part, words, sizeof words, key);
    crypto_shorthash(part + crypto_shorthash_BYTES, (const uint8_t *)text, length, key);
    crypto_shorthash(words, part, sizeof part, key);
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) {
        bits |= (uint64_t)words[i] << (8 * i);
    }
    memcpy(&sum, &bits, sizeof sum);
    return sum;
}

static const struct bil_column entry_columns[] = {
    BIL_COLUMN(NUMBER, bil_entry, number), BIL_COLUMN(SMALL, bil_entry, kind),  BIL_COLUMN(NUMBER, bil_entry, seat),
    BIL_COLUMN(SMALL, bil_entry, how),     BIL_COLUMN(NUMBER, bil_entry, time), BIL_COLUMN(POINTER, bil_entry, text),
};
enum { ENTRY_COLUMNS = sizeof entry_columns / sizeof *entry_columns };

static bool append_row(struct bil_store *store, const char *id, const struct bil_entry *entry, struct bil_error *error)
{
    struct bil_store_known known;
    if (!find_known(store, id, false, &known, error) ||
        (known.last + 1 != entry->number && !find_known(store, id, true, &known, error))) {
        return false;
    }
    if (known.table == 0 || known.last + 1 != entry->number) {
        return bil_store_amiss(store, error, "Entry %lld is not the next one of table %s in the database.",
                               (long long)entry->number, bil_table_alias(id).text);
    }
    const char *text = entry->text ? entry->text : "";
    struct bil_sql_value row[ENTRY_COLUMNS + 2] = {bil_sql_integer(known.table)};
    bil_columns_values(entry_columns, ENTRY_COLUMNS, entry, row + 1);
    row[ENTRY_COLUMNS] = bil_sql_text(text);
    row[ENTRY_COLUMNS + 1] = bil_sql_integer(sum_of(id, entry, text));
    struct bil_store_known *place = known_place(store, id);
    *place = (struct bil_store_known){0};
    if (!bil_store_change(store, BIL_SQL_APPEND, row, ENTRY_COLUMNS + 2, BIL_REASON_TAKEN, id, entry->number, error)) {
        return false;
    }
    known.last = entry->number;
    *place = known;
    return true;
}

bool bil_store_append(struct bil_store *store, const char *id, const struct bil_entry *entry, struct bil_error *error)
{
    bool own;
    return bil_store_within(store, &own, error) && bil_store_ends(store, own, append_row(store, id, entry, error), error);
}

bool bil_store_entries(struct bil_store *store, const char *id, int64_t from, bil_store_each_entry each, void *context,
                       struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(id), bil_sql_integer(from)};
    struct bil_query query = bil_query_begin(store, BIL_SQL_ENTRIES, values, 2, error);
    int64_t next = from > 1 ? from : 1;
    bool fine = true;
    bool more = true;
    while (fine && more && bil_query_next(&query)) {
        struct bil_entry entry;
        bil_query_read(&query, 0, entry_columns, ENTRY_COLUMNS, &entry);
        const bool summed = !store->driver->ask->is_none(query.at, ENTRY_COLUMNS); /* else a version before 4 wrote it */
        fine = (entry.text && entry.number == next &&
                (!summed || bil_query_number(&query, ENTRY_COLUMNS) == sum_of(id, &entry, entry.text))) ||
               bil_store_unsound(store, error);
        next++;
        more = fine && each(context, &entry);
    }
    return bil_query_end(&query) && fine;
}

/* ------------------------------------------------------------------ held answers */

bool bil_store_hold(struct bil_store *store, const char *id, const struct bil_held *held, struct bil_error *error)
{
    struct bil_store_known known;
    if (!find_known(store, id, false, &known, error)) {
        return false;
    }
    if (known.table == 0) {
        return bil_store_amiss(store, error, "There is no table %s in the database.", bil_table_alias(id).text);
    }
    const struct bil_sql_value values[] = {bil_sql_integer(known.table), bil_sql_integer(held->decision),
                                           bil_sql_integer(held->seat), bil_sql_text(held->text)};
    return bil_store_change(store, BIL_SQL_HOLD, values, 4, BIL_REASON_NO_TABLE, id, 0, error);
}

bool bil_store_release(struct bil_store *store, const char *id, struct bil_error *error)
{
    struct bil_store_known known;
    if (!find_known(store, id, false, &known, error)) {
        return false;
    }
    const struct bil_sql_value table = bil_sql_integer(known.table);
    return bil_store_change(store, BIL_SQL_RELEASE, &table, 1, BIL_REASON_ANY, id, 0, error);
}

bool bil_store_held(struct bil_store *store, const char *id, bil_store_each_held each, void *context, struct bil_error *error)
{
    static const struct bil_column columns[] = {BIL_COLUMN(NUMBER, bil_held, decision), BIL_COLUMN(NUMBER, bil_held, seat),
                                                BIL_COLUMN(POINTER, bil_held, text)};
    const struct bil_sql_value value = bil_sql_text(id);
    struct bil_query query = bil_query_begin(store, BIL_SQL_HELD, &value, 1, error);
    struct bil_held held;
    bool fine = true;
    bool more = true;
    while (fine && more && bil_query_next(&query)) {
        bil_query_read(&query, 0, columns, 3, &held);
        fine = held.text || bil_store_unsound(store, error);
        more = fine && each(context, &held);
    }
    return bil_query_end(&query) && fine;
}

/* ------------------------------------------------------------------ standing orders */

bool bil_store_set_orders(struct bil_store *store, const char *id, int seat, const char *lines, struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(id), bil_sql_integer(seat), bil_sql_text(lines)};
    return bil_store_change(store, BIL_SQL_SET_ORDERS, values, 3, BIL_REASON_NO_SEAT, id, seat + 1, error);
}

bool bil_store_orders(struct bil_store *store, const char *id, bil_store_each_orders each, void *context, struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_text(id);
    struct bil_query query = bil_query_begin(store, BIL_SQL_ORDERS, &value, 1, error);
    bool more = true;
    while (more && bil_query_next(&query)) {
        const char *lines = bil_query_string(&query, 1);
        more = each(context, (int)bil_query_number(&query, 0), lines ? lines : "");
    }
    return bil_query_end(&query);
}
