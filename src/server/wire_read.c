/* What clients say, read without a library: nearly every message is one flat object of a few short members, and thousands of them
 * come in a second. Whatever is not quite so plain (escapes, letters beyond ASCII, lists, a member twice, mistakes) goes to the
 * reader of JSON that everything else uses, so that there is one opinion on what is right and one sentence on what is wrong. Must
 * never read anything otherwise than that one would. */
#include <string.h>

#include "server/wire.h"
#include "table/json.h"

struct reading {
    const char *at, *end;
    struct bil_heard *heard;
    size_t used; /* of the room for texts */
};

static void skip_blanks(struct reading *reading)
{
    while (reading->at < reading->end &&
           (*reading->at == ' ' || *reading->at == '\n' || *reading->at == '\t' || *reading->at == '\r')) {
        reading->at++;
    }
}

static bool skip(struct reading *reading, char sign)
{
    skip_blanks(reading);
    if (reading->at == reading->end || *reading->at != sign) {
        return false;
    }
    reading->at++;
    return true;
}

/* A text between quotes, copied with a zero behind it; NULL if it is not plain. */
static const char *read_text(struct reading *reading)
{
    char *copy = reading->heard->text + reading->used;
    size_t length = 0;
    if (!skip(reading, '"')) {
        return NULL;
    }
    const size_t most = sizeof reading->heard->text - reading->used - 1;
    const char *at = reading->at;
    while (at + length < reading->end && at[length] >= 0x20 && at[length] < 0x7F && at[length] != '"' && at[length] != '\\') {
        length++;
    }
    if (length > most || at + length == reading->end || at[length] != '"') {
        return NULL;
    }
    memcpy(copy, at, length);
    copy[length] = 0;
    reading->used += length + 1;
    reading->at = at + length + 1;
    return copy;
}

static bool read_number(struct reading *reading, int64_t *number)
{
    enum { DIGITS = 15 }; /* no more, so that nothing overflows */
    const char *at = reading->at;
    int digits = 0;
    *number = 0;
    while (at + digits < reading->end && at[digits] >= '0' && at[digits] <= '9' && digits < DIGITS) {
        *number = 10 * *number + (at[digits++] - '0');
    }
    if (digits == 0 || (digits > 1 && *at == '0')) {
        return false;
    }
    reading->at += digits;
    return true; /* whatever follows must be a comma or the end, or the whole is not plain */
}

static bool read_word(struct reading *reading, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(reading->end - reading->at) < length || memcmp(reading->at, word, length) != 0) {
        return false;
    }
    reading->at += length;
    return true;
}

static bool read_value(struct reading *reading, struct bil_value *value)
{
    skip_blanks(reading);
    if (reading->at == reading->end) {
        return false;
    }
    switch (*reading->at) {
    case '"':
        value->type = BIL_STRING;
        return (value->string = read_text(reading)) != NULL;
    case 't':
        value->type = BIL_TRUE;
        return read_word(reading, "true");
    case 'f':
        value->type = BIL_FALSE;
        return read_word(reading, "false");
    case 'n':
        value->type = BIL_NULL;
        return read_word(reading, "null");
    default:
        value->type = BIL_INTEGER;
        return read_number(reading, &value->integer);
    }
}

/* False: this is not plain, and nothing is said of whether it is right. */
static bool read_plain(struct reading *reading)
{
    struct bil_heard *heard = reading->heard;
    struct bil_value *object = &heard->node[0];
    *object = (struct bil_value){.type = BIL_OBJECT};
    if (!skip(reading, '{')) {
        return false;
    }
    do {
        struct bil_value *member = &heard->node[object->count + 1];
        if (object->count == BIL_HEARD_MEMBERS) {
            return false;
        }
        *member = (struct bil_value){.parent = object, .key = read_text(reading)};
        if (!member->key || bil_value_get(object, member->key) || !skip(reading, ':') || !read_value(reading, member)) {
            return false;
        }
        if (object->count > 0) {
            heard->node[object->count].next = member;
        } else {
            object->child = member;
        }
        object->count++;
    } while (skip(reading, ','));
    if (!skip(reading, '}')) {
        return false;
    }
    skip_blanks(reading);
    return reading->at == reading->end;
}

const struct bil_value *bil_heard_read(struct bil_heard *heard, const char *text, size_t length, struct bil_error *error)
{
    struct reading reading = {.at = text, .end = text + length, .heard = heard};
    heard->tree = NULL;
    if (read_plain(&reading)) {
        return &heard->node[0];
    }
    return heard->tree = bil_json_read(text, length, "The message", error);
}

void bil_heard_free(struct bil_heard *heard)
{
    bil_json_free(heard->tree);
    heard->tree = NULL;
}
