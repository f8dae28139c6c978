/* What is stored of persons: accounts and their sessions, results of challenges, browsers that want push messages. Must never keep
 * a token or a passphrase as it was given. */
#include <stdio.h>
#include <string.h>

#include "server/store/internal.h"

/* ------------------------------------------------------------------ */

/* People who gave a name and a passphrase, what their names look like, and their sessions. Names are the same whatever their
 * capitals; what else is alike is found by skeletons, which others work out. Must never see a passphrase or a token: it keeps
 * hashes. */

static const struct bil_store_need any = {0};
enum { SESSIONS = 20 }; /* that a person may have at once: the oldest ends when one more begins */

bool bil_store_add_person(struct bil_store *store, const char *name, const char *passphrase_hash, int64_t now,
                          struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_PERSON, error);
    bil_query_text(&query, 1, name);
    bil_query_text(&query, 2, passphrase_hash);
    bil_query_integer(&query, 3, now);
    const int added = bil_query_run(&query);
    return added > 0 || (added == 0 && bil_fail(error, "The name %s is taken; choose another.", name));
}

bool bil_store_person(struct bil_store *store, const char *name, struct bil_text *out, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_PERSON, error);
    bil_query_text(&query, 1, name);
    const enum bil_query_result result = bil_query_step(&query);
    const char *hash = result == BIL_QUERY_ROW ? bil_query_string(&query, 0) : NULL;
    if (hash) {
        bil_text_add(out, hash);
    }
    bil_query_end(&query);
    if (result == BIL_QUERY_DONE) {
        bil_fail(error, "%s", "");
    }
    return hash != NULL;
}

/* ------------------------------------------------------------------ what names look like */

bool bil_store_add_skeleton(struct bil_store *store, const char *person, const char *skeleton, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_LOOK, error);
    bil_query_text(&query, 1, person);
    bil_query_text(&query, 2, skeleton);
    return bil_query_need(&query, 0, &any);
}

bool bil_store_find_lookalike(struct bil_store *store, const char *skeleton, const char *other, const char *person,
                              char found[BIL_PERSON_NAME], struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_ALIKE, error);
    bil_query_text(&query, 1, skeleton);
    bil_query_text(&query, 2, other);
    bil_query_text(&query, 3, person);
    const enum bil_query_result result = bil_query_step(&query);
    const bool fine = result == BIL_QUERY_ROW && bil_query_copy_text(&query, 0, found, BIL_PERSON_NAME);
    bil_query_end(&query);
    if (result == BIL_QUERY_DONE) {
        bil_fail(error, "%s", "");
    }
    return fine;
}

bool bil_store_skeleton_version(struct bil_store *store, struct bil_text *version, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_LOOKS, error);
    const enum bil_query_result result = bil_query_step(&query);
    const char *text = result == BIL_QUERY_ROW ? bil_query_string(&query, 0) : NULL;
    bil_text_add(version, text ? text : "");
    bil_query_end(&query);
    return result != BIL_QUERY_FAILED;
}

bool bil_store_forget_skeletons(struct bil_store *store, const char *version, struct bil_error *error)
{
    bool own;
    if (!bil_store_within(store, &own, error)) {
        return false;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_FORGET_LOOKS, error);
    bool fine = bil_query_need(&query, 0, &any);
    if (fine) {
        query = bil_query_begin(store, BIL_SQL_NOTE_LOOKS, error);
        bil_query_text(&query, 1, version);
        fine = bil_query_need(&query, 0, &any);
    }
    return bil_store_ends(store, own, fine, error);
}

bool bil_store_names(struct bil_store *store, bil_store_each_name each, void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_NAMES, error);
    char name[BIL_PERSON_NAME];
    bool fine = true;
    bool more = true;
    enum bil_query_result result = BIL_QUERY_DONE;
    while (fine && more && (result = bil_query_step(&query)) == BIL_QUERY_ROW) {
        fine = bil_query_copy_text(&query, 0, name, sizeof name);
        more = fine && each(context, name);
    }
    bil_query_end(&query);
    return fine && result != BIL_QUERY_FAILED;
}

/* ------------------------------------------------------------------ sessions */

bool bil_store_add_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], const char *person, int64_t until,
                           struct bil_error *error)
{
    bool own;
    if (!bil_store_within(store, &own, error)) {
        return false;
    }
    struct bil_query query = bil_query_begin(store, BIL_SQL_ADD_SESSION, error);
    bil_query_bytes(&query, 1, token, BIL_HASH_BYTES);
    bil_query_text(&query, 2, person);
    bil_query_integer(&query, 3, until);
    const int added = bil_query_run(&query);
    bool fine = added > 0 || (added == 0 && bil_store_amiss(store, error, "There is nobody of the name %s.", person));
    if (fine) {
        query = bil_query_begin(store, BIL_SQL_OLD_SESSIONS, error);
        bil_query_text(&query, 1, person);
        bil_query_integer(&query, 2, SESSIONS);
        fine = bil_query_need(&query, 0, &any);
    }
    return bil_store_ends(store, own, fine, error);
}

bool bil_store_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], int64_t now, char person[BIL_PERSON_NAME],
                       struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_SESSION, error);
    bil_query_bytes(&query, 1, token, BIL_HASH_BYTES);
    bil_query_integer(&query, 2, now);
    const enum bil_query_result result = bil_query_step(&query);
    const bool fine = result == BIL_QUERY_ROW && bil_query_copy_text(&query, 0, person, BIL_PERSON_NAME);
    bil_query_end(&query);
    if (result == BIL_QUERY_DONE) {
        bil_fail(error, "%s", "");
    }
    return fine;
}

bool bil_store_end_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_END_SESSION, error);
    bil_query_bytes(&query, 1, token, BIL_HASH_BYTES);
    return bil_query_need(&query, 0, &any);
}

/* ------------------------------------------------------------------ */

/* Results of challenges, and the records that prove them. Must never know what a record says: it is proven before it comes here. */

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

/* ------------------------------------------------------------------ */

/* Browsers that are to be told when it is somebody's turn, and the key by which their services know this server. Must never print
 * an endpoint or a key: both are secrets. */

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

static bool read_push_row(struct bil_query *query, struct bil_stored_push *push)
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
        fine = read_push_row(&query, &push);
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
