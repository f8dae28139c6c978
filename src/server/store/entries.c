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
    struct bil_query query = bil_query_begin(store, BIL_SQL_LAST, error);
    bil_query_text(&query, 1, id);
    const enum bil_query_result result = bil_query_step(&query);
    if (result == BIL_QUERY_ROW && strlen(id) == BIL_TABLE_ID) {
        memcpy(known->id, id, sizeof known->id);
        known->table = bil_query_number(&query, 0);
        known->last = bil_query_number(&query, 1);
        *place = *known;
    }
    bil_query_end(&query);
    return result != BIL_QUERY_FAILED;
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
    struct bil_query query = bil_query_begin(store, BIL_SQL_APPEND, error);
    bil_query_integer(&query, 1, known.table);
    bil_query_integer(&query, 2, entry->number);
    bil_query_integer(&query, 3, entry->kind);
    bil_query_integer(&query, 4, entry->seat);
    bil_query_integer(&query, 5, entry->how);
    bil_query_integer(&query, 6, entry->time);
    bil_query_text(&query, 7, entry->text ? entry->text : "");
    bil_query_integer(&query, 8, sum_of(id, entry, entry->text ? entry->text : ""));
    const struct bil_store_need new = bil_store_needs(BIL_REASON_TAKEN, id, entry->number);
    struct bil_store_known *place = known_place(store, id);
    *place = (struct bil_store_known){0};
    if (!bil_query_need(&query, 1, &new)) {
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
    struct bil_query query = bil_query_begin(store, BIL_SQL_ENTRIES, error);
    bil_query_text(&query, 1, id);
    bil_query_integer(&query, 2, from);
    int64_t next = from > 1 ? from : 1;
    bool fine = true;
    bool more = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    while (fine && more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        const struct bil_entry entry = {.number = bil_query_number(&query, 0),
                                        .kind = (uint8_t)bil_query_number(&query, 1),
                                        .seat = (int8_t)bil_query_number(&query, 2),
                                        .how = (uint8_t)bil_query_number(&query, 3),
                                        .time = bil_query_number(&query, 4),
                                        .text = bil_query_string(&query, 5)};
        const bool summed = !bil_query_is_none(&query, 6); /* else a version before 4 wrote it */
        fine = (entry.text && entry.number == next && (!summed || bil_query_number(&query, 6) == sum_of(id, &entry, entry.text))) ||
               bil_store_unsound(store, error);
        next++;
        more = fine && each(context, &entry);
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
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
    struct bil_query query = bil_query_begin(store, BIL_SQL_HOLD, error);
    bil_query_integer(&query, 1, known.table);
    bil_query_integer(&query, 2, held->decision);
    bil_query_integer(&query, 3, held->seat);
    bil_query_text(&query, 4, held->text);
    const struct bil_store_need there = bil_store_needs(BIL_REASON_NO_TABLE, id, 0);
    return bil_query_need(&query, 1, &there);
}

bool bil_store_release(struct bil_store *store, const char *id, struct bil_error *error)
{
    struct bil_store_known known;
    if (!find_known(store, id, false, &known, error)) {
        return false;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_RELEASE, error);
    bil_query_integer(&query, 1, known.table);
    const struct bil_store_need any = bil_store_needs(BIL_REASON_NONE, id, 0);
    return bil_query_need(&query, 0, &any);
}

bool bil_store_held(struct bil_store *store, const char *id, bil_store_each_held each, void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_HELD, error);
    bil_query_text(&query, 1, id);
    bool fine = true;
    bool more = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    while (fine && more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        const struct bil_held held = {.decision = bil_query_number(&query, 0),
                                      .seat = (int8_t)bil_query_number(&query, 1),
                                      .text = bil_query_string(&query, 2)};
        fine = held.text || bil_store_unsound(store, error);
        more = fine && each(context, &held);
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
}

/* ------------------------------------------------------------------ standing orders */

bool bil_store_set_orders(struct bil_store *store, const char *id, int seat, const char *lines, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_SET_ORDERS, error);
    bil_query_text(&query, 1, id);
    bil_query_integer(&query, 2, seat);
    bil_query_text(&query, 3, lines);
    const struct bil_store_need there = bil_store_needs(BIL_REASON_NO_SEAT, id, seat + 1);
    return bil_query_need(&query, 1, &there);
}

bool bil_store_orders(struct bil_store *store, const char *id, bil_store_each_orders each, void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_ORDERS, error);
    bil_query_text(&query, 1, id);
    bool more = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    while (more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        const char *lines = bil_query_string(&query, 1);
        more = each(context, (int)bil_query_number(&query, 0), lines ? lines : "");
    }
    bil_query_end(&query);
    return result != BIL_QUERY_FAILED;
}
