/* The place of a value in a JSON text, found without reading all of it: for the very bytes (a hash of them), and for programs that
 * hear thousands of messages a second and need two members. The text must be one that a writer of JSON wrote; nothing is checked.
 */
#ifndef BILLIONS_TABLE_SPAN_H
#define BILLIONS_TABLE_SPAN_H

#include <stdbool.h>
#include <stddef.h>

struct bil_span {
    const char *begin;
    size_t length;
};

/* The value of a member of the object that begins at `object` (NULL: none). False: there is no such member, or no object. */
bool bil_span_member(const char *object, const char *key, struct bil_span *value);

/* The next item of the array that begins at `array`: *at is NULL before the first. False: there are no more. */
bool bil_span_item(const char *array, const char **at, struct bil_span *item);

#endif
