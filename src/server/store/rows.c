/* Tables and their seats in the database. Must never know what a setup says. */
#include <stdlib.h>
#include <string.h>

#include "server/store/internal.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ writing */

/* What can change of a seat, and what can change of a table without its seats. */
static const struct bil_column seat_columns[] = {
    BIL_COLUMN(SMALL, bil_stored_seat, kind),         BIL_COLUMN(FLAG, bil_stored_seat, bot_plays),
    BIL_COLUMN(TEXT, bil_stored_seat, name),          BIL_COLUMN(TEXT, bil_stored_seat, person),
    BIL_COLUMN(TEXT, bil_stored_seat, bot),           BIL_COLUMN(BYTES, bil_stored_seat, token),
    BIL_COLUMN(BYTES, bil_stored_seat, contribution), BIL_COLUMN(NUMBER, bil_stored_seat, bank),
    BIL_COLUMN(BYTES, bil_stored_seat, from),
};
static const struct bil_column table_columns[] = {
    BIL_COLUMN(TEXT, bil_stored_table, id),
    BIL_COLUMN(SMALL, bil_stored_table, state),
    BIL_COLUMN(FLAG, bil_stored_table, listed),
    BIL_COLUMN(NUMBER, bil_stored_table, seats),
    BIL_COLUMN(NUMBER, bil_stored_table, created),
    BIL_COLUMN(NUMBER, bil_stored_table, changed),
    BIL_COLUMN(NUMBER, bil_stored_table, began),
    BIL_COLUMN(NUMBER, bil_stored_table, deadline),
    BIL_COLUMN(NUMBER, bil_stored_table, asked_since),
    BIL_COLUMN(BYTES, bil_stored_table, seed),
    BIL_COLUMN(NUMBER, bil_stored_table, entries),
};
enum { SEAT_COLUMNS = sizeof seat_columns / sizeof *seat_columns, TABLE_COLUMNS = sizeof table_columns / sizeof *table_columns };

static bool add_rows(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error)
{
    struct bil_sql_value row[TABLE_COLUMNS];
    int64_t number;
    bil_columns_values(table_columns, TABLE_COLUMNS - 1, table, row); /* no entries yet */
    if (!bil_query_take_number(bil_query_begin(store, BIL_SQL_ADD_TABLE, row, TABLE_COLUMNS - 1, error), &number)) {
        return false;
    }
    const struct bil_sql_value setup[] = {bil_sql_integer(number), bil_sql_bytes(table->secret, BIL_HASH_BYTES),
                                          bil_sql_text(table->setup)};
    const struct bil_sql_value card[] = {bil_sql_integer(number), bil_sql_text(table->card)};
    bool fine = bil_store_change(store, BIL_SQL_ADD_SETUP, setup, 3, BIL_REASON_SOME, "", 0, error) &&
                bil_store_change(store, BIL_SQL_ADD_CARD, card, 2, BIL_REASON_SOME, "", 0, error);
    for (int i = 0; i < table->seats && fine; i++) {
        struct bil_sql_value seat[2 + SEAT_COLUMNS] = {bil_sql_integer(number), bil_sql_integer(i)};
        bil_columns_values(seat_columns, SEAT_COLUMNS, &table->seat[i], seat + 2);
        fine = bil_store_change(store, BIL_SQL_ADD_SEAT, seat, 2 + SEAT_COLUMNS, BIL_REASON_SOME, "", 0, error);
    }
    return fine;
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

static bool change_row(struct bil_store *store, const struct bil_stored_table *table, const struct bil_sql_value *row,
                       struct bil_error *error)
{
    const struct bil_sql_value id = bil_sql_text(table->id);
    bool fine = bil_store_change(store, BIL_SQL_CHANGE_TABLE, row, TABLE_COLUMNS, BIL_REASON_NO_TABLE, table->id, 0, error);
    if (table->state >= BIL_TABLE_OVER) { /* it is nobody's burden, and nobody hears anything of it */
        fine = fine && bil_store_change(store, BIL_SQL_FORGET_MAKERS, &id, 1, BIL_REASON_ANY, table->id, 0, error) &&
               bil_store_change(store, BIL_SQL_FORGET_PUSHES, &id, 1, BIL_REASON_ANY, table->id, 0, error);
    }
    return fine;
}

bool bil_store_change_table(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error)
{
    struct bil_sql_value row[TABLE_COLUMNS];
    bool own;
    bil_columns_values(table_columns, TABLE_COLUMNS, table, row);
    if (!store->driver->late) { /* else the question would cost more than the indexes that it spares */
        const int changed = bil_query_run(bil_query_begin(store, BIL_SQL_TOUCH_TABLE, row, TABLE_COLUMNS, error));
        if (changed != 0) {
            return changed > 0;
        }
    }
    return bil_store_within(store, &own, error) && bil_store_ends(store, own, change_row(store, table, row, error), error);
}

bool bil_store_add_maker(struct bil_store *store, const char *id, const char *maker, struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(id), bil_sql_text(maker)};
    return bil_store_change(store, BIL_SQL_ADD_MAKER, values, 2, BIL_REASON_ANY, id, 0, error);
}

bool bil_store_change_seat(struct bil_store *store, const char *id, int seat, const struct bil_stored_seat *to,
                           struct bil_error *error)
{
    struct bil_sql_value values[2 + SEAT_COLUMNS] = {bil_sql_text(id), bil_sql_integer(seat)};
    bil_columns_values(seat_columns, SEAT_COLUMNS, to, values + 2);
    return bil_store_change(store, BIL_SQL_CHANGE_SEAT, values, 2 + SEAT_COLUMNS, BIL_REASON_NO_SEAT, id, seat + 1, error);
}

/* ------------------------------------------------------------------ reading */

static bool read_seats(struct bil_store *store, struct bil_stored_table *table, struct bil_error *error)
{
    const struct bil_sql_value id = bil_sql_text(table->id);
    struct bil_query query = bil_query_begin(store, BIL_SQL_READ_SEATS, &id, 1, error);
    bool fine = true;
    int found = 0;
    while (fine && bil_query_next(&query)) {
        fine = found < table->seats && bil_query_number(&query, 0) == found;
        fine = fine && bil_query_read(&query, 1, seat_columns, SEAT_COLUMNS, &table->seat[found++]);
    }
    const bool sound = fine && found == table->seats;
    return bil_query_end(&query) && (sound || bil_store_unsound(store, error));
}

/* The row at hand, of a list or of a single table, and its seats. Nothing to be freed if false. */
static bool read_row(struct bil_query *query, bool single, struct bil_stored_table *table)
{
    static const struct bil_column secret[] = {BIL_COLUMN(BYTES, bil_stored_table, secret)};
    *table = (struct bil_stored_table){0};
    const int64_t seats = bil_query_number(query, 4);
    if (seats < 1 || seats > BIL_STORE_SEATS) {
        return bil_store_unsound(query->store, query->error);
    }
    if (!bil_query_read(query, 1, table_columns, TABLE_COLUMNS - 1, table) ||
        (single && !bil_query_read(query, 11, secret, 1, table)) || !read_seats(query->store, table, query->error)) {
        return false;
    }
    const char *text = bil_query_string(query, single ? 12 : 11);
    table->entries = single ? bil_query_number(query, 13) : 0;
    if (!text) {
        return bil_store_unsound(query->store, query->error);
    }
    *(single ? &table->setup : &table->card) = bil_memory_text(text, strlen(text));
    return true;
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
    const struct bil_sql_value values[] = {bil_sql_text(id), bil_sql_integer(1)}; /* from the first entry on */
    for (int i = lock ? 0 : 1; i < COUNT; i++, count++) {
        query[count] = bil_query_begin(store, said[i], values, said[i] == BIL_SQL_ENTRIES ? 2 : 1, error);
        if (!query[count].at) {
            while (count > 0) {
                bil_query_end(&query[--count]);
            }
            return false;
        }
        at[count] = query[count].at;
    }
    /* Where something of it is damaged each is asked by itself, as not all that is there must be read. */
    return store->driver->ask->ahead(store, at, count, error) || (store->damaged && !store->open);
}

bool bil_store_read_table(struct bil_store *store, const char *id, struct bil_stored_table *table, struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_text(id);
    *table = (struct bil_stored_table){0};
    struct bil_query query = bil_query_begin(store, BIL_SQL_READ_TABLE, &value, 1, error);
    const bool fine = bil_query_first(&query) && read_row(&query, true, table);
    bil_query_end(&query);
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
    const struct bil_sql_value values[] = {bil_sql_integer(state), bil_sql_integer(limit), bil_sql_text(person)};
    struct bil_query query = bil_query_begin(store, which, values, person ? 3 : 2, error);
    out->count = 0;
    while (bil_query_next(&query)) {
        out->number = bil_memory_grow(out->number, out->count + 1, sizeof *out->number);
        out->number[out->count++] = bil_query_number(&query, 0);
    }
    return bil_query_end(&query);
}

/* One row of a list. *more is set to false when `each` has enough. False: it could not be read. */
static bool list_row(struct bil_store *store, int64_t number, int state, bool *more, bil_store_each_table each, void *context,
                     struct bil_error *error)
{
    struct bil_stored_table table;
    const struct bil_sql_value value = bil_sql_integer(number);
    struct bil_query query = bil_query_begin(store, BIL_SQL_LIST_ROW, &value, 1, error);
    const bool there = bil_query_next(&query);
    const bool fine = there && read_row(&query, false, &table);
    const bool asked = bil_query_end(&query);
    if (fine) {
        *more = (state >= 0 && table.state != state) || each(context, &table);
        bil_stored_table_free(&table);
    }
    return fine || (!there && asked && bil_store_unsound(store, error)); /* an index names what is not there */
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
    static const struct bil_column columns[] = {
        BIL_COLUMN(TEXT, bil_store_quick_row, id),        BIL_COLUMN(TEXT, bil_store_quick_row, game),
        BIL_COLUMN(NUMBER, bil_store_quick_row, seats),   BIL_COLUMN(NUMBER, bil_store_quick_row, free),
        BIL_COLUMN(NUMBER, bil_store_quick_row, persons),
    };
    const struct bil_sql_value most = bil_sql_integer(limit);
    struct bil_query query = bil_query_begin(store, BIL_SQL_QUICK, &most, 1, error);
    struct bil_store_quick_row row;
    while (bil_query_next(&query) && bil_query_read(&query, 0, columns, sizeof columns / sizeof *columns, &row)) {
        each(context, &row);
    }
    return bil_query_end(&query);
}

/* The row at hand. False: `each` has enough. A row that is damaged is left out. */
static bool give_deadline(struct bil_query *query, bil_store_each_table each, void *context)
{
    static const struct bil_column columns[] = {BIL_COLUMN(TEXT, bil_stored_table, id), BIL_COLUMN(SMALL, bil_stored_table, state),
                                                BIL_COLUMN(NUMBER, bil_stored_table, deadline),
                                                BIL_COLUMN(NUMBER, bil_stored_table, asked_since)};
    struct bil_stored_table table = {.state = 0};
    const bool sound = bil_query_read(query, 0, columns, sizeof columns / sizeof *columns, &table);
    query->unsound = false;
    return !sound || each(context, &table);
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
            const struct bil_sql_value number = bil_sql_integer(numbers.number[i]);
            struct bil_query query = bil_query_begin(store, BIL_SQL_DEADLINE, &number, 1, error);
            more = !bil_query_next(&query) || give_deadline(&query, each, context);
            fine = bil_query_end(&query) || bil_store_damaged(store);
        }
    }
    free(numbers.number);
    return fine;
}

bool bil_store_deadlines(struct bil_store *store, bil_store_each_table each, void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_DEADLINES, NULL, 0, error);
    bool more = true;
    int rows = 0;
    while (more && bil_query_next(&query)) {
        more = give_deadline(&query, each, context);
        rows++;
    }
    if (bil_query_end(&query)) {
        return true;
    }
    /* They are sorted before the first is given. */
    return rows == 0 && bil_store_damaged(store) && readable_deadlines(store, each, context, error);
}

bool bil_store_set_payer(struct bil_store *store, const char *id, const uint64_t payer[BIL_STORE_PAYERS], struct bil_error *error)
{
    struct bil_sql_value values[1 + BIL_STORE_PAYERS] = {bil_sql_text(id)};
    for (int i = 0; i < BIL_STORE_PAYERS; i++) {
        values[1 + i] = bil_sql_integer((int64_t)payer[i]);
    }
    return bil_store_change(store, BIL_SQL_SET_PAYER, values, 1 + BIL_STORE_PAYERS, BIL_REASON_NO_TABLE, id, 0, error);
}

bool bil_store_payer(struct bil_store *store, const char *id, uint64_t payer[BIL_STORE_PAYERS], struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_text(id);
    struct bil_query query = bil_query_begin(store, BIL_SQL_PAYER, &value, 1, error);
    const bool there = bil_query_next(&query);
    for (int i = 0; i < BIL_STORE_PAYERS; i++) {
        payer[i] = there ? (uint64_t)bil_query_number(&query, i) : 0;
    }
    return bil_query_end(&query);
}

bool bil_store_key(struct bil_store *store, uint8_t key[BIL_STORE_KEY], struct bil_error *error)
{
    static const struct bil_column column = {BIL_COLUMN_BYTES, 0, BIL_STORE_KEY};
    struct bil_query query = bil_query_begin(store, BIL_SQL_KEY, NULL, 0, error);
    const bool there = bil_query_next(&query);
    const bool fine = there && bil_query_read(&query, 0, &column, 1, key);
    if (bil_query_end(&query) && !there) {
        bil_store_failed(store, true);
        return bil_store_unsound(store, error);
    }
    return fine;
}

bool bil_store_count(struct bil_store *store, int64_t *open, int64_t *playing, struct bil_error *error)
{
    const struct bil_sql_value states[] = {bil_sql_integer(BIL_TABLE_OPEN), bil_sql_integer(BIL_TABLE_PLAYING)};
    const bool first = bil_query_take_number(bil_query_begin(store, BIL_SQL_COUNT_STATE, &states[0], 1, error), open);
    return bil_query_take_number(bil_query_begin(store, BIL_SQL_COUNT_STATE, &states[1], 1, error), playing) && first;
}

bool bil_store_count_made(struct bil_store *store, const char *maker, int most, int64_t *count, struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(maker), bil_sql_integer(most)};
    return bil_query_take_number(bil_query_begin(store, BIL_SQL_COUNT_MADE, values, 2, error), count);
}
