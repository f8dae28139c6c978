/* A JSON document that was read: a tree of plain nodes, with helpers that say in a sentence what is wrong with it.
 *
 * Games take positions and editions in this form. Who reads the bytes (a library natively, the browser elsewhere) is no
 * concern of theirs. Fractions do not exist here: the reader refuses them with a sentence. */
#ifndef BILLIONS_VALUE_H
#define BILLIONS_VALUE_H

#include "billions/text.h"

BIL_API_BEGIN

enum bil_value_type { BIL_NULL, BIL_FALSE, BIL_TRUE, BIL_INTEGER, BIL_STRING, BIL_ARRAY, BIL_OBJECT };

/* One node. Children of arrays and objects are linked in the order of the document; a child of an object has a key. The reader of
 * the document owns the tree; nodes are never changed. */
struct bil_value {
    enum bil_value_type type;
    const char *key;    /* in an object, else NULL */
    const char *string; /* of a string, else NULL */
    int64_t integer;
    int count; /* of children */
    const struct bil_value *child;
    const struct bil_value *next;
    const struct bil_value *parent;
};

/* The member of that key, or NULL. `object` may be NULL or no object: then NULL too. */
const struct bil_value *bil_value_get(const struct bil_value *object, const char *key);

/* Writes the place of the node, as "platforms[2].users", into `path`, cut if it must be. Returns `path`. */
const char *bil_value_path(const struct bil_value *value, char *path, size_t size);

/* Each reads a member into *out. A member that is missing leaves *out as it is and is no error. A member of another type or
 * outside the range gives a sentence with its path and false. */
bool bil_value_integer(const struct bil_value *object, const char *key, int64_t low, int64_t high, int *out,
                       struct bil_error *error);
bool bil_value_bool(const struct bil_value *object, const char *key, bool *out, struct bil_error *error);
bool bil_value_string(const struct bil_value *object, const char *key, const char **out, struct bil_error *error);
bool bil_value_array(const struct bil_value *object, const char *key, const struct bil_value **out, struct bil_error *error);
bool bil_value_object(const struct bil_value *object, const char *key, const struct bil_value **out, struct bil_error *error);

/* The same for a value that is at hand, such as an entry of a list. */
bool bil_value_number(const struct bil_value *value, int64_t low, int64_t high, int *out, struct bil_error *error);
bool bil_value_flag(const struct bil_value *value, bool *out, struct bil_error *error);

/* Whether it is of that type: a string, an array or an object. */
bool bil_value_wants(const struct bil_value *value, enum bil_value_type type, struct bil_error *error);

/* Writes the sentence with the place of `value` before it ("platforms[2].hand[0]: ..."); returns false. */
__attribute__((format(printf, 3, 4))) bool bil_value_fail(const struct bil_value *value, struct bil_error *error,
                                                          const char *format, ...);

/* Refuses members that are not in the NULL-terminated list, naming the stranger and the nearest known key. */
bool bil_value_known(const struct bil_value *object, const char *const *keys, struct bil_error *error);

/* Writes a document as it was read. */
void bil_json_value(const struct bil_value *value, struct bil_text *out);

BIL_API_END

#endif
