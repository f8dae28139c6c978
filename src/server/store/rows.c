/* Tables and their seats in the database. Must never know what a setup says. */
#include <stdlib.h>
#include <string.h>

#include "server/store/internal.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ writing */

/* What can change of a seat, to places 3 to 11 of a statement. */
static void bind_seat(struct bil_query *query, const struct bil_stored_seat *seat)
{
    bil_query_integer(query, 3, seat->kind);
    bil_query_integer(query, 4, seat->bot_plays);
    bil_query_text(query, 5, seat->name);
    bil_query_text(query, 6, seat->person);
    bil_query_text(query, 7, seat->bot);
    bil_query_bytes(query, 8, seat->token, BIL_HASH_BYTES);
    bil_query_bytes(query, 9, seat->contribution, BIL_HASH_BYTES);
    bil_query_integer(query, 10, seat->bank);
    bil_query_bytes(query, 11, seat->from, BIL_HASH_BYTES);
}

static bool add_rows(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error)
{
    static const struct bil_store_need new = {0};
    struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_TABLE, error);
    bil_query_text(&query, 1, table->id);
    bil_query_integer(&query, 2, table->state);
    bil_query_integer(&query, 3, table->listed);
    bil_query_integer(&query, 4, table->seats);
    bil_query_integer(&query, 5, table->created);
    bil_query_integer(&query, 6, table->changed);
    bil_query_integer(&query, 7, table->began);
    bil_query_integer(&query, 8, table->deadline);
    bil_query_integer(&query, 9, table->asked_since);
    bil_query_bytes(&query, 10, table->seed, BIL_HASH_BYTES);
    const bool made = bil_query_step(&query) == BIL_QUERY_ROW;
    const int64_t number = made ? bil_query_number(&query, 0) : 0;
    bil_query_end(&query);
    if (!made) {
        return false;
    }
    query = bil_query_begin(store, BIL_SQL_ADD_SETUP, error);
    bil_query_integer(&query, 1, number);
    bil_query_bytes(&query, 2, table->secret, BIL_HASH_BYTES);
    bil_query_text(&query, 3, table->setup);
    if (!bil_query_need(&query, 1, &new)) {
        return false;
    }
    query = bil_query_begin(store, BIL_SQL_ADD_CARD, error);
    bil_query_integer(&query, 1, number);
    bil_query_text(&query, 2, table->card);
    if (!bil_query_need(&query, 1, &new)) {
        return false;
    }
    for (int i = 0; i < table->seats; i++) {
        query = bil_query_begin(store, BIL_SQL_ADD_SEAT, error);
        bil_query_integer(&query, 1, number);
        bil_query_integer(&query, 2, i);
        bind_seat(&query, &table->seat[i]);
        if (!bil_query_need(&query, 1, &new)) {
            return false;
        }
    }
    return true;
}

bool bil_store_add_table(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error)
{
    bool own;
    if (table->seats < 1 || table->seats > BIL_STORE_SEATS || strlen(table->id) != BIL_TABLE_ID || !table->setup || !table->card) {
        return bil_store_amiss(store, error, "A table needs an id of %d letters, 1 to %d seats, a setup and a card to be stored.",
                               BIL_TABLE_ID, BIL_STORE_SEATS);
    }
    return bil_store_within(store, &own, error) && bil_store_ends(store, own, add_rows(store, table, error), error);
}

static struct bil_query change_with(struct bil_store *store, enum bil_statement which, const struct bil_stored_table *table,
                                    struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, which, error);
    bil_query_text(&query, 1, table->id);
    bil_query_integer(&query, 2, table->changed);
    bil_query_integer(&query, 3, table->deadline);
    bil_query_integer(&query, 4, table->asked_since);
    bil_query_integer(&query, 5, table->state);
    bil_query_integer(&query, 6, table->listed);
    bil_query_integer(&query, 7, table->seats);
    bil_query_integer(&query, 8, table->created);
    bil_query_integer(&query, 9, table->began);
    bil_query_bytes(&query, 10, table->seed, BIL_HASH_BYTES);
    bil_query_integer(&query, 11, table->entries);
    return query;
}

/* A table that is over is nobody's burden, and nobody hears anything of it. */
static bool forget_living(struct bil_store *store, const char *id, struct bil_error *error)
{
    static const enum bil_statement both[] = {BIL_SQL_FORGET_MAKERS, BIL_SQL_FORGET_PUSHES};
    bool fine = true;
    for (int i = 0; i < 2 && fine; i++) {
        const struct bil_store_need any = bil_store_needs(BIL_REASON_NONE, id, 0);
        struct bil_query query = bil_query_begin(store, both[i], error);
        bil_query_text(&query, 1, id);
        fine = bil_query_need(&query, 0, &any);
    }
    return fine;
}

static bool change_row(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error)
{
    const struct bil_store_need there = bil_store_needs(BIL_REASON_NO_TABLE, table->id, 0);
    struct bil_query query = change_with(store, BIL_SQL_CHANGE_TABLE, table, error);
    return bil_query_need(&query, 1, &there) && (table->state < BIL_TABLE_OVER || forget_living(store, table->id, error));
}

bool bil_store_change_table(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error)
{
    bool own;
    if (!store->driver->late) { /* else the question would cost more than the indexes that it spares */
        struct bil_query query = change_with(store, BIL_SQL_TOUCH_TABLE, table, error);
        const int changed = bil_query_run(&query);
        if (changed != 0) {
            return changed > 0;
        }
    }
    return bil_store_within(store, &own, error) && bil_store_ends(store, own, change_row(store, table, error), error);
}

bool bil_store_add_maker(struct bil_store *store, const char *id, const char *maker, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_MAKER, error);
    bil_query_text(&query, 1, id);
    bil_query_text(&query, 2, maker);
    const struct bil_store_need any = bil_store_needs(BIL_REASON_NONE, id, 0);
    return bil_query_need(&query, 0, &any);
}

bool bil_store_change_seat(struct bil_store *store, const char *id, int seat, const struct bil_stored_seat *to,
                           struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_CHANGE_SEAT, error);
    bil_query_text(&query, 1, id);
    bil_query_integer(&query, 2, seat);
    bind_seat(&query, to);
    const struct bil_store_need there = bil_store_needs(BIL_REASON_NO_SEAT, id, seat + 1);
    return bil_query_need(&query, 1, &there);
}

/* ------------------------------------------------------------------ reading */

static bool read_seats(struct bil_store *store, struct bil_stored_table *table, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_READ_SEATS, error);
    bil_query_text(&query, 1, table->id);
    bool fine = true;
    int found = 0;
    enum bil_query_result result;
    while ((result = bil_query_step(&query)) == BIL_QUERY_ROW && fine) {
        struct bil_stored_seat *seat = &table->seat[found];
        if (found >= table->seats || bil_query_number(&query, 0) != found) {
            fine = bil_store_unsound(store, error);
            break;
        }
        seat->kind = (uint8_t)bil_query_number(&query, 1);
        seat->bot_plays = bil_query_number(&query, 2) != 0;
        fine = bil_query_copy_text(&query, 3, seat->name, sizeof seat->name) &&
               bil_query_copy_text(&query, 4, seat->person, sizeof seat->person) &&
               bil_query_copy_text(&query, 5, seat->bot, sizeof seat->bot) &&
               bil_query_copy_bytes(&query, 6, seat->token, BIL_HASH_BYTES) &&
               bil_query_copy_bytes(&query, 7, seat->contribution, BIL_HASH_BYTES) &&
               bil_query_copy_bytes(&query, 9, seat->from, BIL_HASH_BYTES);
        seat->bank = bil_query_number(&query, 8);
        found++;
    }
    bil_query_end(&query);
    if (fine && result == BIL_QUERY_DONE && found != table->seats) {
        fine = bil_store_unsound(store, error);
    }
    return fine && result == BIL_QUERY_DONE;
}

static char *copy_long_text(struct bil_query *query, int column)
{
    const char *text = bil_query_string(query, column);
    return text ? bil_memory_text(text, strlen(text)) : NULL;
}

/* The row at hand, of a list or of a single table, and its seats. Nothing to be freed if false. */
static bool read_row(struct bil_query *query, bool single, struct bil_stored_table *table)
{
    *table = (struct bil_stored_table){0};
    const int64_t seats = bil_query_number(query, 4);
    if (seats < 1 || seats > BIL_STORE_SEATS) {
        return bil_store_unsound(query->store, query->error);
    }
    table->state = (uint8_t)bil_query_number(query, 2);
    table->listed = bil_query_number(query, 3) != 0;
    table->seats = (int)seats;
    table->created = bil_query_number(query, 5);
    table->changed = bil_query_number(query, 6);
    table->began = bil_query_number(query, 7);
    table->deadline = bil_query_number(query, 8);
    table->asked_since = bil_query_number(query, 9);
    if (!bil_query_copy_text(query, 1, table->id, sizeof table->id) ||
        !bil_query_copy_bytes(query, 10, table->seed, BIL_HASH_BYTES) ||
        (single && !bil_query_copy_bytes(query, 11, table->secret, BIL_HASH_BYTES)) ||
        !read_seats(query->store, table, query->error)) {
        return false;
    }
    char **text = single ? &table->setup : &table->card;
    table->entries = single ? bil_query_number(query, 13) : 0;
    *text = copy_long_text(query, single ? 12 : 11);
    return *text || bil_store_unsound(query->store, query->error);
}

bool bil_store_ahead(struct bil_store *store, const char *id, bool lock, struct bil_error *error)
{
    static const enum bil_statement said[] = {BIL_SQL_LOCK, /* before all that it keeps others from changing */
                                              BIL_SQL_READ_TABLE, BIL_SQL_READ_SEATS, BIL_SQL_PAYER, BIL_SQL_ENTRIES,
                                              BIL_SQL_HELD,       BIL_SQL_ORDERS,     BIL_SQL_PUSHES};
    enum { COUNT = sizeof said / sizeof *said };
    struct bil_query query[COUNT];
    void *at[COUNT];
    int count = 0;
    if (!store->driver->ask->ahead) {
        return true;
    }
    for (int i = lock ? 0 : 1; i < COUNT; i++, count++) {
        query[count] = bil_query_begin(store, said[i], error);
        if (!query[count].at) {
            while (count > 0) {
                bil_query_end(&query[--count]);
            }
            return false;
        }
        bil_query_text(&query[count], 1, id);
        if (said[i] == BIL_SQL_ENTRIES) {
            bil_query_integer(&query[count], 2, 1);
        }
        at[count] = query[count].at;
    }
    /* Where something of it is damaged each is asked by itself, as not all that is there must be read. */
    return store->driver->ask->ahead(store, at, count, error) || (store->damaged && !store->open);
}

bool bil_store_read_table(struct bil_store *store, const char *id, struct bil_stored_table *table, struct bil_error *error)
{
    *table = (struct bil_stored_table){0};
    struct bil_query query = bil_query_begin(store, BIL_SQL_READ_TABLE, error);
    bil_query_text(&query, 1, id);
    const enum bil_query_result result = bil_query_step(&query);
    const bool fine = result == BIL_QUERY_ROW && read_row(&query, true, table);
    bil_query_end(&query);
    if (result == BIL_QUERY_DONE) {
        bil_fail(error, "%s", "");
    }
    return fine;
}

void bil_stored_table_free(struct bil_stored_table *table)
{
    free(table->setup);
    free(table->card);
    table->setup = table->card = NULL;
}

/* Numbers of rows that a list is made of. */
struct numbers {
    int64_t *number;
    size_t count;
};

static bool list_numbers(struct bil_store *store, enum bil_statement which, int state, const char *person, int limit,
                         struct numbers *out, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, which, error);
    bil_query_integer(&query, 1, state);
    bil_query_integer(&query, 2, limit);
    if (person) {
        bil_query_text(&query, 3, person);
    }
    enum bil_query_result result;
    out->count = 0;
    while ((result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        out->number = bil_memory_grow(out->number, out->count + 1, sizeof *out->number);
        out->number[out->count++] = bil_query_number(&query, 0);
    }
    bil_query_end(&query);
    return result == BIL_QUERY_DONE;
}

/* One row of a list. *more is set to false when `each` has enough. False: it could not be read. */
static bool list_row(struct bil_store *store, int64_t number, int state, bool *more, bil_store_each_table each, void *context,
                     struct bil_error *error)
{
    struct bil_stored_table table;
    struct bil_query query = bil_query_begin(store, BIL_SQL_LIST_ROW, error);
    bil_query_integer(&query, 1, number);
    const enum bil_query_result result = bil_query_step(&query);
    const bool fine = result == BIL_QUERY_ROW && read_row(&query, false, &table);
    bil_query_end(&query);
    if (fine) {
        *more = (state >= 0 && table.state != state) || each(context, &table);
        bil_stored_table_free(&table);
    }
    return fine || (result == BIL_QUERY_DONE && bil_store_unsound(store, error)); /* an index names what is not there */
}

bool bil_store_list(struct bil_store *store, int state, const char *person, int limit, bil_store_each_table each, void *context,
                    struct bil_error *error)
{
    struct numbers numbers = {0};
    const enum bil_statement which = person ? BIL_SQL_LIST_PERSON : (state < 0 ? BIL_SQL_LIST_ALL : BIL_SQL_LIST_STATE);
    bool more = true;
    bool fine =
        list_numbers(store, which, state, person, limit, &numbers, error) ||
        (bil_store_damaged(store) && (!person || list_numbers(store, BIL_SQL_LIST_SEATS, state, person, limit, &numbers, error)));
    for (size_t i = 0; i < numbers.count && fine && more; i++) {
        fine = list_row(store, numbers.number[i], state, &more, each, context, error) || bil_store_damaged(store);
    }
    free(numbers.number);
    return fine;
}

bool bil_store_quick(struct bil_store *store, int limit, void (*each)(void *context, const struct bil_store_quick_row *row),
                     void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_QUICK, error);
    bil_query_integer(&query, 1, limit);
    enum bil_query_result result;
    struct bil_store_quick_row row;
    while ((result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        if (!bil_query_copy_text(&query, 0, row.id, sizeof row.id) || !bil_query_copy_text(&query, 1, row.game, sizeof row.game)) {
            break;
        }
        row.seats = (int)bil_query_number(&query, 2);
        row.free = (int)bil_query_number(&query, 3);
        row.persons = (int)bil_query_number(&query, 4);
        each(context, &row);
    }
    bil_query_end(&query);
    return result == BIL_QUERY_DONE;
}

/* The row at hand, of three columns. */
static bool give_deadline(struct bil_query *query, bil_store_each_table each, void *context)
{
    struct bil_stored_table table = {.state = (uint8_t)bil_query_number(query, 1),
                                     .deadline = bil_query_number(query, 2),
                                     .asked_since = bil_query_number(query, 3)};
    return !bil_query_copy_text(query, 0, table.id, sizeof table.id) || each(context, &table);
}

/* Those that can be read, where not all can: in no order, for there is no way round what is damaged but row by row. */
static bool readable_deadlines(struct bil_store *store, bil_store_each_table each, void *context, struct bil_error *error)
{
    struct numbers numbers = {0};
    bool fine = true;
    bool more = true;
    for (int state = BIL_TABLE_OPEN; state <= BIL_TABLE_PLAYING && fine && more; state++) {
        fine = list_numbers(store, BIL_SQL_LIVING, state, NULL, INT32_MAX, &numbers, error);
        for (size_t i = 0; i < numbers.count && fine && more; i++) {
            struct bil_query query = bil_query_begin(store, BIL_SQL_DEADLINE, error);
            bil_query_integer(&query, 1, numbers.number[i]);
            const enum bil_query_result result = bil_query_step(&query);
            more = result != BIL_QUERY_ROW || give_deadline(&query, each, context);
            bil_query_end(&query);
            fine = result != BIL_QUERY_FAILED || bil_store_damaged(store);
        }
    }
    free(numbers.number);
    return fine;
}

bool bil_store_deadlines(struct bil_store *store, bil_store_each_table each, void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_DEADLINES, error);
    bool more = true;
    int rows = 0;
    enum bil_query_result result = BIL_QUERY_DONE;
    while (more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        more = give_deadline(&query, each, context);
        rows++;
    }
    bil_query_end(&query);
    if (result == BIL_QUERY_FAILED && rows == 0 && bil_store_damaged(store)) { /* they are sorted before the first is given */
        return readable_deadlines(store, each, context, error);
    }
    return result != BIL_QUERY_FAILED;
}

bool bil_store_set_payer(struct bil_store *store, const char *id, const uint64_t payer[BIL_STORE_PAYERS], struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_SET_PAYER, error);
    bil_query_text(&query, 1, id);
    for (int i = 0; i < BIL_STORE_PAYERS; i++) {
        bil_query_integer(&query, 2 + i, (int64_t)payer[i]);
    }
    const struct bil_store_need there = bil_store_needs(BIL_REASON_NO_TABLE, id, 0);
    return bil_query_need(&query, 1, &there);
}

bool bil_store_payer(struct bil_store *store, const char *id, uint64_t payer[BIL_STORE_PAYERS], struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_PAYER, error);
    bil_query_text(&query, 1, id);
    const enum bil_query_result result = bil_query_step(&query);
    for (int i = 0; i < BIL_STORE_PAYERS; i++) {
        payer[i] = result == BIL_QUERY_ROW ? (uint64_t)bil_query_number(&query, i) : 0;
    }
    bil_query_end(&query);
    return result != BIL_QUERY_FAILED;
}

bool bil_store_key(struct bil_store *store, uint8_t key[BIL_STORE_KEY], struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_KEY, error);
    const enum bil_query_result result = bil_query_step(&query);
    bool fine = result == BIL_QUERY_ROW && bil_query_copy_bytes(&query, 0, key, BIL_STORE_KEY);
    if (result == BIL_QUERY_DONE) {
        bil_store_failed(store, true);
        fine = bil_store_unsound(store, error);
    }
    bil_query_end(&query);
    return fine;
}

bool bil_store_count(struct bil_store *store, int state, int64_t *count, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_COUNT_STATE, error);
    bil_query_integer(&query, 1, state);
    const bool fine = bil_query_step(&query) == BIL_QUERY_ROW;
    *count = fine ? bil_query_number(&query, 0) : 0;
    bil_query_end(&query);
    return fine;
}

bool bil_store_count_made(struct bil_store *store, const char *maker, int most, int64_t *count, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_COUNT_MADE, error);
    bil_query_text(&query, 1, maker);
    bil_query_integer(&query, 2, most);
    const bool fine = bil_query_step(&query) == BIL_QUERY_ROW;
    *count = fine ? bil_query_number(&query, 0) : 0;
    bil_query_end(&query);
    return fine;
}
