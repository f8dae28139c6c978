/* Browsers that are to be told when it is somebody's turn, and the key by which their services know this server. Must never print
 * an endpoint or a key: both are secrets. */
#include <string.h>

#include "server/store/internal.h"

static const struct bil_store_need any = {0};

bool bil_store_put_push(struct bil_store *store, const char *id, const struct bil_stored_push *push, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_PUT_PUSH, error);
    bil_query_text(&query, 1, id);
    bil_query_bytes(&query, 2, push->place, BIL_STORE_PLACE);
    bil_query_integer(&query, 3, push->seat);
    bil_query_text(&query, 4, push->endpoint);
    bil_query_bytes(&query, 5, push->point, BIL_STORE_POINT);
    bil_query_bytes(&query, 6, push->auth, BIL_STORE_AUTH);
    bil_query_bytes(&query, 7, push->token, BIL_HASH_BYTES);
    bil_query_integer(&query, 8, (int64_t)push->who);
    bil_query_integer(&query, 9, push->decision);
    bil_query_integer(&query, 10, push->told);
    bil_query_integer(&query, 11, push->again);
    bil_query_integer(&query, 12, push->tries);
    bil_query_integer(&query, 13, push->always);
    return bil_query_need(&query, 0, &any);
}

bool bil_store_forget_push(struct bil_store *store, const char *id, const uint8_t place[BIL_STORE_PLACE], struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_FORGET_PUSH, error);
    bil_query_text(&query, 1, id);
    bil_query_bytes(&query, 2, place, BIL_STORE_PLACE);
    return bil_query_need(&query, 0, &any);
}

static bool read_row(struct bil_query *query, struct bil_stored_push *push)
{
    const int64_t seat = bil_query_number(query, 0);
    *push = (struct bil_stored_push){.seat = (int8_t)seat,
                                     .who = (uint64_t)bil_query_number(query, 6),
                                     .decision = bil_query_number(query, 7),
                                     .told = bil_query_number(query, 8),
                                     .again = bil_query_number(query, 9),
                                     .always = bil_query_number(query, 11) != 0};
    const int64_t tries = bil_query_number(query, 10);
    push->tries = tries < 0 ? 0 : tries > 100 ? 100 : (int)tries;
    if (seat < 0 || seat >= BIL_STORE_SEATS) {
        return bil_store_unsound(query->store, query->error);
    }
    return bil_query_copy_bytes(query, 1, push->place, BIL_STORE_PLACE) &&
           bil_query_copy_text(query, 2, push->endpoint, sizeof push->endpoint) &&
           bil_query_copy_bytes(query, 3, push->point, BIL_STORE_POINT) &&
           bil_query_copy_bytes(query, 4, push->auth, BIL_STORE_AUTH) &&
           bil_query_copy_bytes(query, 5, push->token, BIL_HASH_BYTES);
}

bool bil_store_pushes(struct bil_store *store, const char *id, bil_store_each_push each, void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_PUSHES, error);
    struct bil_stored_push push;
    bool fine = true;
    bool more = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    bil_query_text(&query, 1, id);
    while (fine && more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        fine = read_row(&query, &push);
        more = fine && each(context, &push);
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
}

bool bil_store_count_pushes(struct bil_store *store, uint64_t who, int most, int64_t *count, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_COUNT_PUSHES, error);
    bil_query_integer(&query, 1, (int64_t)who);
    bil_query_integer(&query, 2, most);
    const bool fine = bil_query_step(&query) == BIL_QUERY_ROW;
    *count = fine ? bil_query_number(&query, 0) : 0;
    bil_query_end(&query);
    return fine;
}

bool bil_store_push_key(struct bil_store *store, uint8_t key[BIL_STORE_SECRET], struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_PUSH_KEY, error);
    const enum bil_query_result result = bil_query_step(&query);
    const bool fine = result == BIL_QUERY_ROW && bil_query_copy_bytes(&query, 0, key, BIL_STORE_SECRET);
    bil_query_end(&query);
    if (result == BIL_QUERY_DONE) {
        bil_fail(error, "%s", "");
    }
    return fine;
}

bool bil_store_add_push_key(struct bil_store *store, const uint8_t key[BIL_STORE_SECRET], struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_PUSH_KEY, error);
    bil_query_bytes(&query, 1, key, BIL_STORE_SECRET);
    return bil_query_need(&query, 0, &any);
}
