/* What is stored of persons: accounts and their sessions, results of challenges, browsers that want push messages. Must never keep
 * a token or a passphrase as it was given. */
#include <stdio.h>
#include <string.h>

#include "server/store/internal.h"

/* People who gave a name and a passphrase, what their names look like, and their sessions. Names are the same whatever their
 * capitals; what else is alike is found by skeletons, which others work out. Must never see a passphrase or a token: it keeps
 * hashes. */

enum { SESSIONS = 20 }; /* that a person may have at once: the oldest ends when one more begins */

bool bil_store_add_person(struct bil_store *store, const char *name, const char *passphrase_hash, int64_t now,
                          struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(name), bil_sql_text(passphrase_hash), bil_sql_integer(now)};
    const int added = bil_query_run(bil_query_begin(store, BIL_SQL_ADD_PERSON, values, 3, error));
    return added > 0 || (added == 0 && bil_fail(error, "The name %s is taken; choose another.", name));
}

/* The text that a statement gives. False and an empty sentence: it gives no row. */
static bool take_text(struct bil_query query, struct bil_text *out)
{
    const char *text = bil_query_first(&query) ? bil_query_string(&query, 0) : NULL;
    if (text) {
        bil_text_add(out, text);
    }
    bil_query_end(&query);
    return text != NULL;
}

/* The same of as many bytes, or of a name, as there is room for. */
static bool take_column(struct bil_query query, struct bil_column column, void *out)
{
    const bool fine = bil_query_first(&query) && bil_query_read(&query, 0, &column, 1, out);
    bil_query_end(&query);
    return fine;
}
static const struct bil_column person_name = {BIL_COLUMN_TEXT, 0, BIL_PERSON_NAME};

bool bil_store_person(struct bil_store *store, const char *name, struct bil_text *out, struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_text(name);
    return take_text(bil_query_begin(store, BIL_SQL_PERSON, &value, 1, error), out);
}

/* ------------------------------------------------------------------ what names look like */

bool bil_store_add_skeleton(struct bil_store *store, const char *person, const char *skeleton, struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(person), bil_sql_text(skeleton)};
    return bil_store_change(store, BIL_SQL_ADD_LOOK, values, 2, BIL_REASON_ANY, "", 0, error);
}

bool bil_store_find_lookalike(struct bil_store *store, const char *skeleton, const char *other, const char *person,
                              char found[BIL_PERSON_NAME], struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(skeleton), bil_sql_text(other), bil_sql_text(person)};
    return take_column(bil_query_begin(store, BIL_SQL_ALIKE, values, 3, error), person_name, found);
}

bool bil_store_skeleton_version(struct bil_store *store, struct bil_text *version, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_LOOKS, NULL, 0, error);
    const char *text = bil_query_next(&query) ? bil_query_string(&query, 0) : NULL;
    bil_text_add(version, text ? text : "");
    return bil_query_end(&query);
}

bool bil_store_forget_skeletons(struct bil_store *store, const char *version, struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_text(version);
    bool own;
    if (!bil_store_within(store, &own, error)) {
        return false;
    }
    const bool fine = bil_store_change(store, BIL_SQL_FORGET_LOOKS, NULL, 0, BIL_REASON_ANY, "", 0, error) &&
                      bil_store_change(store, BIL_SQL_NOTE_LOOKS, &value, 1, BIL_REASON_ANY, "", 0, error);
    return bil_store_ends(store, own, fine, error);
}

bool bil_store_names(struct bil_store *store, bil_store_each_name each, void *context, struct bil_error *error)
{
    struct bil_query query = bil_query_begin(store, BIL_SQL_NAMES, NULL, 0, error);
    char name[BIL_PERSON_NAME];
    bool more = true;
    while (more && bil_query_next(&query)) {
        more = bil_query_read(&query, 0, &person_name, 1, name) && each(context, name);
    }
    return bil_query_end(&query);
}

/* ------------------------------------------------------------------ sessions */

bool bil_store_add_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], const char *person, int64_t until,
                           struct bil_error *error)
{
    const struct bil_sql_value session[] = {bil_sql_bytes(token, BIL_HASH_BYTES), bil_sql_text(person), bil_sql_integer(until)};
    const struct bil_sql_value old[] = {bil_sql_text(person), bil_sql_integer(SESSIONS)};
    bool own;
    if (!bil_store_within(store, &own, error)) {
        return false;
    }
    const int added = bil_query_run(bil_query_begin(store, BIL_SQL_ADD_SESSION, session, 3, error));
    bool fine = added > 0 || (added == 0 && bil_store_amiss(store, error, "There is nobody of the name %s.", person));
    fine = fine && bil_store_change(store, BIL_SQL_OLD_SESSIONS, old, 2, BIL_REASON_ANY, "", 0, error);
    return bil_store_ends(store, own, fine, error);
}

bool bil_store_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], int64_t now, char person[BIL_PERSON_NAME],
                       struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_bytes(token, BIL_HASH_BYTES), bil_sql_integer(now)};
    return take_column(bil_query_begin(store, BIL_SQL_SESSION, values, 2, error), person_name, person);
}

bool bil_store_end_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_bytes(token, BIL_HASH_BYTES);
    return bil_store_change(store, BIL_SQL_END_SESSION, &value, 1, BIL_REASON_ANY, "", 0, error);
}

/* ------------------------------------------------------------------ results of challenges */

/* With the records that prove them. Must never know what a record says: it is proven before it comes here. */

static const struct bil_column result_columns[] = {
    BIL_COLUMN(NUMBER, bil_result, number), BIL_COLUMN(TEXT, bil_result, who),      BIL_COLUMN(TEXT, bil_result, name),
    BIL_COLUMN(NUMBER, bil_result, place),  BIL_COLUMN(NUMBER, bil_result, points), BIL_COLUMN(NUMBER, bil_result, when),
};
enum { RESULT_COLUMNS = sizeof result_columns / sizeof *result_columns };

/* The result that is there of one, into `result`; *there says whether there is one. */
static bool find_result(struct bil_store *store, struct bil_result *result, bool *there, struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(result->challenge), bil_sql_text(result->who)};
    struct bil_query query = bil_query_begin(store, BIL_SQL_FIND_RESULT, values, 2, error);
    struct bil_result found = *result;
    *there = bil_query_next(&query);
    const bool read = *there && bil_query_read(&query, 0, result_columns, RESULT_COLUMNS, &found);
    const bool fine = bil_query_end(&query);
    if (read) {
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
        struct bil_sql_value row[RESULT_COLUMNS];
        bil_columns_values(result_columns, RESULT_COLUMNS, result, row);
        row[0] = bil_sql_text(result->challenge); /* the number is the database's to give */
        fine = bil_query_run(bil_query_begin(store, BIL_SQL_ADD_RESULT, row, RESULT_COLUMNS, error)) == 1 &&
               find_result(store, result, &there, error);
    }
    if (*added && fine) {
        const struct bil_sql_value proof[] = {bil_sql_integer(result->number), bil_sql_text(record)};
        fine = bil_query_run(bil_query_begin(store, BIL_SQL_ADD_RESULT_RECORD, proof, 2, error)) == 1;
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
    const struct bil_sql_value values[] = {bil_sql_text(challenge), bil_sql_integer(limit)};
    struct bil_query query = bil_query_begin(store, BIL_SQL_RESULTS, values, 2, error);
    struct bil_result result = {0};
    bool more = true;
    snprintf(result.challenge, sizeof result.challenge, "%s", challenge);
    while (more && bil_query_next(&query)) {
        more = bil_query_read(&query, 0, result_columns, RESULT_COLUMNS, &result) && each(context, &result);
    }
    return bil_query_end(&query);
}

bool bil_store_result_record(struct bil_store *store, const char *challenge, int64_t number, struct bil_text *out,
                             struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(challenge), bil_sql_integer(number)};
    return take_text(bil_query_begin(store, BIL_SQL_RESULT_RECORD, values, 2, error), out);
}

/* ------------------------------------------------------------------ push messages */

/* Browsers that are to be told when it is somebody's turn, and the key by which their services know this server. Must never print
 * an endpoint or a key: both are secrets. */

static const struct bil_column push_columns[] = {
    BIL_COLUMN(BYTES, bil_stored_push, place),   BIL_COLUMN(NUMBER, bil_stored_push, seat),
    BIL_COLUMN(TEXT, bil_stored_push, endpoint), BIL_COLUMN(BYTES, bil_stored_push, point),
    BIL_COLUMN(BYTES, bil_stored_push, auth),    BIL_COLUMN(BYTES, bil_stored_push, token),
    BIL_COLUMN(NUMBER, bil_stored_push, who),    BIL_COLUMN(NUMBER, bil_stored_push, decision),
    BIL_COLUMN(NUMBER, bil_stored_push, told),   BIL_COLUMN(NUMBER, bil_stored_push, again),
    BIL_COLUMN(NUMBER, bil_stored_push, tries),  BIL_COLUMN(FLAG, bil_stored_push, always),
};
enum { PUSH_COLUMNS = sizeof push_columns / sizeof *push_columns, PUSH_SEAT = 1, PUSH_TRIES = 10 };

bool bil_store_put_push(struct bil_store *store, const char *id, const struct bil_stored_push *push, struct bil_error *error)
{
    struct bil_sql_value row[1 + PUSH_COLUMNS] = {bil_sql_text(id)};
    bil_columns_values(push_columns, PUSH_COLUMNS, push, row + 1);
    return bil_store_change(store, BIL_SQL_PUT_PUSH, row, 1 + PUSH_COLUMNS, BIL_REASON_ANY, "", 0, error);
}

bool bil_store_forget_push(struct bil_store *store, const char *id, const uint8_t place[BIL_STORE_PLACE], struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_text(id), bil_sql_bytes(place, BIL_STORE_PLACE)};
    return bil_store_change(store, BIL_SQL_FORGET_PUSH, values, 2, BIL_REASON_ANY, "", 0, error);
}

static bool read_push_row(struct bil_query *query, struct bil_stored_push *push)
{
    const int64_t seat = bil_query_number(query, PUSH_SEAT);
    const int64_t tries = bil_query_number(query, PUSH_TRIES);
    if (!bil_query_read(query, 0, push_columns, PUSH_COLUMNS, push)) {
        return false;
    }
    push->tries = tries < 0 ? 0 : tries > 100 ? 100 : (int)tries;
    return (seat >= 0 && seat < BIL_STORE_SEATS) || bil_store_unsound(query->store, query->error);
}

bool bil_store_pushes(struct bil_store *store, const char *id, bil_store_each_push each, void *context, struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_text(id);
    struct bil_query query = bil_query_begin(store, BIL_SQL_PUSHES, &value, 1, error);
    struct bil_stored_push push = {0};
    bool fine = true;
    bool more = true;
    while (fine && more && bil_query_next(&query)) {
        fine = read_push_row(&query, &push);
        more = fine && each(context, &push);
    }
    return bil_query_end(&query) && fine;
}

bool bil_store_count_pushes(struct bil_store *store, uint64_t who, int most, int64_t *count, struct bil_error *error)
{
    const struct bil_sql_value values[] = {bil_sql_integer((int64_t)who), bil_sql_integer(most)};
    return bil_query_take_number(bil_query_begin(store, BIL_SQL_COUNT_PUSHES, values, 2, error), count);
}

bool bil_store_push_key(struct bil_store *store, uint8_t key[BIL_STORE_SECRET], struct bil_error *error)
{
    static const struct bil_column secret = {BIL_COLUMN_BYTES, 0, BIL_STORE_SECRET};
    return take_column(bil_query_begin(store, BIL_SQL_PUSH_KEY, NULL, 0, error), secret, key);
}

bool bil_store_add_push_key(struct bil_store *store, const uint8_t key[BIL_STORE_SECRET], struct bil_error *error)
{
    const struct bil_sql_value value = bil_sql_bytes(key, BIL_STORE_SECRET);
    return bil_store_change(store, BIL_SQL_ADD_PUSH_KEY, &value, 1, BIL_REASON_ANY, "", 0, error);
}
