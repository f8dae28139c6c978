/* Results of challenges, and the records that prove them. Must never know what a record says: it is proven before it comes here. */
#include <stdio.h>

#include "server/store/internal.h"

static bool read_result(struct bil_query *query, struct bil_result *result)
{
    result->number = bil_query_number(query, 0);
    result->place = (int)bil_query_number(query, 3);
    result->points = bil_query_number(query, 4);
    result->when = bil_query_number(query, 5);
    return bil_query_copy_text(query, 1, result->who, sizeof result->who) &&
           bil_query_copy_text(query, 2, result->name, sizeof result->name);
}

/* The result that is there of one, into `result`; *there says whether there is one. */
static bool find_result(struct bil_store *store, struct bil_result *result, bool *there, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_FIND_RESULT, error);
    bil_query_text(&query, 1, result->challenge);
    bil_query_text(&query, 2, result->who);
    struct bil_result found = *result;
    const enum bil_query_result step = bil_query_step(&query);
    *there = step == BIL_QUERY_ROW;
    const bool fine = step == BIL_QUERY_DONE || (*there && read_result(&query, &found));
    bil_query_end(&query);
    if (fine && *there) {
        *result = found;
    }
    return fine;
}

bool bil_store_add_result(struct bil_store *store, struct bil_result *result, const char *record, bool *added,
                          struct bil_error *error)
{
    bool own;
    bool there = false;
    *added = false;
    if (!bil_store_within(store, &own, error)) {
        return false;
    }
    bool fine = find_result(store, result, &there, error);
    *added = fine && !there;
    if (*added) {
        struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_RESULT, error);
        bil_query_text(&query, 1, result->challenge);
        bil_query_text(&query, 2, result->who);
        bil_query_text(&query, 3, result->name);
        bil_query_integer(&query, 4, result->place);
        bil_query_integer(&query, 5, result->points);
        bil_query_integer(&query, 6, result->when);
        fine = bil_query_run(&query) == 1 && find_result(store, result, &there, error);
    }
    if (*added && fine) {
        struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_RESULT_RECORD, error);
        bil_query_integer(&query, 1, result->number);
        bil_query_text(&query, 2, record);
        fine = bil_query_run(&query) == 1;
    }
    fine = bil_store_ends(store, own, fine, error);
    *added = *added && fine;
    return fine;
}

bool bil_store_has_result(struct bil_store *store, const char *challenge, const char *who, bool *has, struct bil_error *error)
{
    struct bil_result result = {0};
    snprintf(result.challenge, sizeof result.challenge, "%s", challenge);
    snprintf(result.who, sizeof result.who, "%s", who);
    return find_result(store, &result, has, error);
}

bool bil_store_results(struct bil_store *store, const char *challenge, int limit, bil_store_each_result each, void *context,
                       struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_RESULTS, error);
    struct bil_result result = {0};
    bool fine = true;
    bool more = true;
    enum bil_query_result step = BIL_QUERY_DONE;
    snprintf(result.challenge, sizeof result.challenge, "%s", challenge);
    bil_query_text(&query, 1, challenge);
    bil_query_integer(&query, 2, limit);
    while (fine && more && (step = bil_query_step(&query)) == BIL_QUERY_ROW) {
        fine = read_result(&query, &result);
        more = fine && each(context, &result);
    }
    bil_query_end(&query);
    return fine && step != BIL_QUERY_FAILED;
}

bool bil_store_result_record(struct bil_store *store, const char *challenge, int64_t number, struct bil_text *out,
                             struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_RESULT_RECORD, error);
    bil_query_text(&query, 1, challenge);
    bil_query_integer(&query, 2, number);
    const enum bil_query_result step = bil_query_step(&query);
    const char *record = step == BIL_QUERY_ROW ? bil_query_string(&query, 0) : NULL;
    if (record) {
        bil_text_add(out, record);
    }
    bil_query_end(&query);
    if (step == BIL_QUERY_DONE) {
        bil_fail(error, "%s", "");
    }
    return record != NULL;
}
