/* Helpers on a JSON document that was read: they find members, name places in it, and say in a sentence what is wrong.
 *
 * Never changes a node, never allocates. What a document means is the reader's concern. */
#include "billions/value.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATH_LENGTH = 160, SHOWN_LENGTH = 48 };

const struct bil_value *bil_value_get(const struct bil_value *object, const char *key)
{
    if (object == NULL || object->type != BIL_OBJECT) {
        return NULL;
    }
    for (const struct bil_value *member = object->child; member; member = member->next) {
        if (strcmp(member->key, key) == 0) {
            return member;
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ places */

/* Writes the path of the node and returns its length, which never exceeds size - 1. */
static size_t path_write(const struct bil_value *value, char *path, size_t size)
{
    const struct bil_value *parent = value->parent;
    if (parent == NULL) {
        path[0] = 0;
        return 0;
    }
    size_t length = path_write(parent, path, size);
    int added = 0;
    if (parent->type == BIL_OBJECT) {
        added = snprintf(path + length, size - length, "%s%s", length > 0 ? "." : "", value->key);
    } else {
        int index = 0;
        for (const struct bil_value *before = parent->child; before && before != value; before = before->next) {
            index++;
        }
        added = snprintf(path + length, size - length, "[%d]", index);
    }
    if (added > 0) {
        length += (size_t)added;
    }
    return length < size ? length : size - 1;
}

const char *bil_value_path(const struct bil_value *value, char *path, size_t size)
{
    if (size > 0) {
        path_write(value, path, size);
    }
    return path;
}

/* ------------------------------------------------------------------ what is wrong with a member */

/* Describes a value for a sentence: a number, "text", or its kind. */
static const char *describe_value(const struct bil_value *value, char *buffer, size_t size)
{
    switch (value->type) {
    case BIL_NULL:
        return "null";
    case BIL_FALSE:
        return "false";
    case BIL_TRUE:
        return "true";
    case BIL_INTEGER:
        snprintf(buffer, size, "%lld", (long long)value->integer);
        return buffer;
    case BIL_STRING:
        if (strlen(value->string) < size - 2) {
            snprintf(buffer, size, "\"%s\"", value->string);
            return buffer;
        }
        return "a long text";
    case BIL_ARRAY:
        return "a list";
    case BIL_OBJECT:
        return "an object";
    }
    return "something else";
}

static bool refuse_value(const struct bil_value *value, const char *wanted, struct bil_error *error)
{
    char path[PATH_LENGTH];
    char buffer[SHOWN_LENGTH];
    return bil_fail(error, "\"%s\" must be %s, not %s.", bil_value_path(value, path, sizeof path), wanted,
                    describe_value(value, buffer, sizeof buffer));
}

bool bil_value_number(const struct bil_value *value, int64_t low, int64_t high, int *out, struct bil_error *error)
{
    if (value->type != BIL_INTEGER || value->integer < low || value->integer > high) {
        char wanted[80];
        snprintf(wanted, sizeof wanted, "a whole number from %lld to %lld", (long long)low, (long long)high);
        return refuse_value(value, wanted, error);
    }
    *out = (int)value->integer;
    return true;
}

bool bil_value_flag(const struct bil_value *value, bool *out, struct bil_error *error)
{
    if (value->type != BIL_TRUE && value->type != BIL_FALSE) {
        return refuse_value(value, "true or false", error);
    }
    *out = value->type == BIL_TRUE;
    return true;
}

bool bil_value_wants(const struct bil_value *value, enum bil_value_type type, struct bil_error *error)
{
    return value->type == type || refuse_value(value,
                                               type == BIL_STRING  ? "a text in quotes"
                                               : type == BIL_ARRAY ? "a list in [ ]"
                                                                   : "an object in { }",
                                               error);
}

/* ------------------------------------------------------------------ members, which may be missing */

bool bil_value_integer(const struct bil_value *object, const char *key, int64_t low, int64_t high, int *out,
                       struct bil_error *error)
{
    const struct bil_value *value = bil_value_get(object, key);
    return !value || bil_value_number(value, low, high, out, error);
}

bool bil_value_bool(const struct bil_value *object, const char *key, bool *out, struct bil_error *error)
{
    const struct bil_value *value = bil_value_get(object, key);
    return !value || bil_value_flag(value, out, error);
}

bool bil_value_string(const struct bil_value *object, const char *key, const char **out, struct bil_error *error)
{
    const struct bil_value *value = bil_value_get(object, key);
    if (value && !bil_value_wants(value, BIL_STRING, error)) {
        return false;
    }
    *out = value ? value->string : *out;
    return true;
}

/* Arrays and objects are handed out as nodes. */
static bool member_of_type(const struct bil_value *object, const char *key, enum bil_value_type type, const struct bil_value **out,
                           struct bil_error *error)
{
    const struct bil_value *value = bil_value_get(object, key);
    if (value && !bil_value_wants(value, type, error)) {
        return false;
    }
    *out = value ? value : *out;
    return true;
}

bool bil_value_array(const struct bil_value *object, const char *key, const struct bil_value **out, struct bil_error *error)
{
    return member_of_type(object, key, BIL_ARRAY, out, error);
}

bool bil_value_object(const struct bil_value *object, const char *key, const struct bil_value **out, struct bil_error *error)
{
    return member_of_type(object, key, BIL_OBJECT, out, error);
}

/* ------------------------------------------------------------------ strangers */

bool bil_value_fail(const struct bil_value *value, struct bil_error *error, const char *format, ...)
{
    char path[PATH_LENGTH];
    char sentence[BIL_ERROR_LENGTH];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    bil_value_path(value, path, sizeof path);
    return bil_fail(error, "%s%s%s", path, *path ? ": " : "", sentence);
}

bool bil_value_known(const struct bil_value *object, const char *const *keys, struct bil_error *error)
{
    if (object == NULL || object->type != BIL_OBJECT) {
        return true;
    }
    for (const struct bil_value *member = object->child; member; member = member->next) {
        const char *const *known = keys;
        while (*known && strcmp(*known, member->key) != 0) {
            known++;
        }
        if (*known) {
            continue;
        }
        const char *nearest = NULL;
        int least = INT_MAX;
        for (const char *const *key = keys; *key; key++) {
            const int d = bil_distance(member->key, *key);
            if (d < least) {
                least = d;
                nearest = *key;
            }
        }
        char path[PATH_LENGTH];
        bil_value_path(member, path, sizeof path);
        if (nearest == NULL) {
            return bil_fail(error, "\"%s\" is not known here; nothing may stand in this object.", path);
        }
        return bil_fail(error, "\"%s\" is not known here; the nearest that is known is \"%s\".", path, nearest);
    }
    return true;
}

void bil_json_value(const struct bil_value *value, struct bil_text *out)
{
    switch (value->type) {
    case BIL_NULL:
        bil_json_null(out);
        break;
    case BIL_FALSE:
    case BIL_TRUE:
        bil_json_bool(out, value->type == BIL_TRUE);
        break;
    case BIL_INTEGER:
        bil_json_integer(out, value->integer);
        break;
    case BIL_STRING:
        bil_json_string(out, value->string);
        break;
    case BIL_ARRAY:
        bil_json_array(out);
        for (const struct bil_value *child = value->child; child; child = child->next) {
            bil_json_value(child, out);
        }
        bil_json_array_end(out);
        break;
    case BIL_OBJECT:
        bil_json_object(out);
        for (const struct bil_value *child = value->child; child; child = child->next) {
            bil_json_key(out, child->key);
            bil_json_value(child, out);
        }
        bil_json_object_end(out);
        break;
    }
}
