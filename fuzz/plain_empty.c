/* What plain_store.c leaves out: the parts of a store that stay empty while a hub is fuzzed. Ends the program where something is
 * written that cannot be. Must never look into a store: there is nothing of theirs in it. */
#include "insist.h"
#include "server/store/store.h"

/* ------------------------------------------------------------------ push messages: nobody asks for any there, for nobody carries
 * them */

bool bil_store_put_push(struct bil_store *store, const char *id, const struct bil_stored_push *push, struct bil_error *error)
{
    (void)store, (void)id, (void)push, (void)error;
    insist(false, "a subscription where no messages are sent");
    return false;
}

bool bil_store_forget_push(struct bil_store *store, const char *id, const uint8_t place[BIL_STORE_PLACE], struct bil_error *error)
{
    (void)store, (void)id, (void)place, (void)error;
    insist(false, "a subscription that there cannot be");
    return false;
}

bool bil_store_pushes(struct bil_store *store, const char *id, bil_store_each_push each, void *context, struct bil_error *error)
{
    (void)store, (void)id, (void)each, (void)context, (void)error;
    return true;
}

bool bil_store_count_pushes(struct bil_store *store, uint64_t who, int most, int64_t *count, struct bil_error *error)
{
    (void)store, (void)who, (void)most, (void)error;
    *count = 0;
    return true;
}

bool bil_store_push_key(struct bil_store *store, uint8_t key[BIL_STORE_SECRET], struct bil_error *error)
{
    (void)store, (void)key;
    bil_fail(error, "%s", "");
    return false;
}

bool bil_store_add_push_key(struct bil_store *store, const uint8_t key[BIL_STORE_SECRET], struct bil_error *error)
{
    (void)store, (void)key, (void)error;
    return true;
}

/* ------------------------------------------------------------------ results of challenges: each is the first and is forgotten, for
 * what proves one takes longer than all other requests together */

bool bil_store_add_result(struct bil_store *store, struct bil_result *result, const char *record, bool *added,
                          struct bil_error *error)
{
    (void)store, (void)error;
    insist(record[0] != 0, "a result without what proves it");
    result->number = 1;
    *added = true;
    return true;
}

bool bil_store_has_result(struct bil_store *store, const char *challenge, const char *who, bool *has, struct bil_error *error)
{
    (void)store, (void)challenge, (void)who, (void)error;
    *has = false;
    return true;
}

bool bil_store_results(struct bil_store *store, const char *challenge, int limit, bil_store_each_result each, void *context,
                       struct bil_error *error)
{
    (void)store, (void)challenge, (void)limit, (void)each, (void)context, (void)error;
    return true;
}

bool bil_store_result_record(struct bil_store *store, const char *challenge, int64_t number, struct bil_text *out,
                             struct bil_error *error)
{
    (void)store, (void)challenge, (void)number, (void)out;
    bil_fail(error, "%s", "");
    return false;
}
