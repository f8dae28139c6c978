/* People who gave a name and a passphrase, what their names look like, and their sessions. Names are the same whatever their
 * capitals; what else is alike is told by skeletons, which others work out. Must never see a passphrase or a token: it keeps
 * hashes. */
#include <string.h>

#include "server/store/internal.h"

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
