/* A value of a statement: ?1, ?2, ... in its text. */
#ifndef BILLIONS_SERVER_STORE_VALUE_H
#define BILLIONS_SERVER_STORE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Make one with the functions below. Of one statement text each place always has the same kind. */
enum bil_sql_kind { BIL_KIND_INTEGER, BIL_KIND_TEXT, BIL_KIND_BYTES };
struct bil_sql_value {
    enum bil_sql_kind kind;
    bool none; /* NULL */
    int64_t integer;
    const void *bytes; /* of a text or bytes: not copied */
    size_t length;
};

static inline struct bil_sql_value bil_sql_integer(int64_t number)
{
    return (struct bil_sql_value){.kind = BIL_KIND_INTEGER, .integer = number};
}

static inline struct bil_sql_value bil_sql_text(const char *text)
{
    return (struct bil_sql_value){.kind = BIL_KIND_TEXT, .none = !text, .bytes = text, .length = text ? strlen(text) : 0};
}

static inline struct bil_sql_value bil_sql_bytes(const void *bytes, size_t length)
{
    return (struct bil_sql_value){.kind = BIL_KIND_BYTES, .bytes = bytes, .length = length};
}

static inline struct bil_sql_value bil_sql_none(enum bil_sql_kind kind)
{
    return (struct bil_sql_value){.kind = kind, .none = true};
}

#endif
