/* From bytes to the tree of billions/value.h, by way of jansson. Must never give a tree for a text that breaks a limit of json.h.
 */
#include "table/json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

/* ------------------------------------------------------------------ what jansson allows and we do not */

struct place {
    int line, column;
};

static void step(struct place *place, char c)
{
    if (c == '\n') {
        place->line++;
        place->column = 1;
    } else if (((unsigned char)c & 0xC0U) != 0x80U) { /* a column is a character, not a byte */
        place->column++;
    }
}

/* Looks through a text that is known to be JSON for fractions and for depth. False and a sentence at the first. */
static bool scan(const char *bytes, size_t length, const char *name, struct bil_error *error)
{
    struct place place = {1, 1};
    struct place number = {1, 1};
    int depth = 0;
    bool in_string = false;
    bool in_number = false;
    for (size_t i = 0; i < length; step(&place, bytes[i]), i++) {
        const char c = bytes[i];
        if (in_string) {
            if (c == '\\') {
                step(&place, c);
                i++;
            } else if (c == '"') {
                in_string = false;
            }
            continue;
        }
        if (!in_number && (c == '-' || (c >= '0' && c <= '9'))) {
            in_number = true;
            number = place;
        } else if (in_number && (c == '.' || c == 'e' || c == 'E')) {
            return bil_fail(error,
                            "%s, line %d, column %d: a number with a fraction or an exponent; only whole numbers are used here.",
                            name, number.line, number.column);
        } else if (in_number && !(c >= '0' && c <= '9')) {
            in_number = false;
        }
        if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > BIL_JSON_DEPTH) {
                return bil_fail(error, "%s, line %d, column %d: nested more than %d levels deep.", name, place.line, place.column,
                                BIL_JSON_DEPTH);
            }
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the tree, in one block of memory */

struct block {
    struct bil_value *node;
    char *text;
    bool plain; /* texts are made so */
};

static void measure(const json_t *json, size_t *nodes, size_t *bytes)
{
    (*nodes)++;
    if (json_is_string(json)) {
        *bytes += json_string_length(json) + 1;
    } else if (json_is_array(json)) {
        for (size_t i = 0; i < json_array_size(json); i++) {
            measure(json_array_get(json, i), nodes, bytes);
        }
    } else if (json_is_object(json)) {
        const char *key;
        json_t *member;
        json_object_foreach((json_t *)(uintptr_t)json, key, member)
        {
            *bytes += strlen(key) + 1;
            measure(member, nodes, bytes);
        }
    }
}

static const char *keep(struct block *block, const char *text, size_t length)
{
    char *copy = block->text;
    memcpy(copy, text, length);
    copy[length] = 0;
    block->text += length + 1;
    if (block->plain) {
        bil_plain(copy);
    }
    return copy;
}

static struct bil_value *build(struct block *block, const json_t *json, const struct bil_value *parent, const char *key)
{
    struct bil_value *value = block->node++;
    *value = (struct bil_value){.key = key, .parent = parent};
    struct bil_value *last = NULL;
    switch (json_typeof(json)) {
    case JSON_NULL:
    case JSON_REAL: /* scan has refused these */
        value->type = BIL_NULL;
        break;
    case JSON_FALSE:
        value->type = BIL_FALSE;
        break;
    case JSON_TRUE:
        value->type = BIL_TRUE;
        break;
    case JSON_INTEGER:
        value->type = BIL_INTEGER;
        value->integer = json_integer_value(json);
        break;
    case JSON_STRING:
        value->type = BIL_STRING;
        value->string = keep(block, json_string_value(json), json_string_length(json));
        break;
    case JSON_ARRAY:
        value->type = BIL_ARRAY;
        for (size_t i = 0; i < json_array_size(json); i++) {
            struct bil_value *child = build(block, json_array_get(json, i), value, NULL);
            *(last ? &last->next : &value->child) = child;
            last = child;
            value->count++;
        }
        break;
    case JSON_OBJECT: {
        const char *name;
        json_t *member;
        value->type = BIL_OBJECT;
        json_object_foreach((json_t *)(uintptr_t)json, name, member)
        {
            const char *kept = keep(block, name, strlen(name));
            struct bil_value *child = build(block, member, value, kept);
            *(last ? &last->next : &value->child) = child;
            last = child;
            value->count++;
        }
        break;
    }
    }
    return value;
}

static const struct bil_value *read(const char *bytes, size_t length, bool plain, const char *name, struct bil_error *error)
{
    json_error_t trouble;
    if (length > BIL_JSON_BYTES) {
        bil_fail(error, "%s is larger than %d MiB; that is no position or edition.", name, BIL_JSON_BYTES / (1024 * 1024));
        return NULL;
    }
    json_t *json = json_loadb(bytes, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &trouble);
    if (!json) {
        if (length == 0) {
            bil_fail(error, "%s is empty; a JSON document was expected.", name);
        } else {
            bil_fail(error, "%s, line %d, column %d: not JSON as it should be: %s.", name, trouble.line, trouble.column,
                     trouble.text);
        }
        return NULL;
    }
    const struct bil_value *root = NULL;
    if (scan(bytes, length, name, error)) {
        size_t nodes = 0;
        size_t text = 0;
        measure(json, &nodes, &text);
        char *room = bil_memory_grow(NULL, nodes * sizeof(struct bil_value) + text, 1);
        struct block block = {(struct bil_value *)(void *)room, room + nodes * sizeof(struct bil_value), plain};
        root = build(&block, json, NULL, NULL);
    }
    json_decref(json);
    return root;
}

const struct bil_value *bil_json_read(const char *bytes, size_t length, const char *name, struct bil_error *error)
{
    return read(bytes, length, false, name, error);
}

const struct bil_value *bil_json_read_plain(const char *bytes, size_t length, const char *name, struct bil_error *error)
{
    return read(bytes, length, true, name, error);
}

void bil_json_free(const struct bil_value *root)
{
    free((void *)(uintptr_t)root);
}
