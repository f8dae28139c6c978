/* From bytes to the tree of billions/value.h: the one reader of JSON, for files, servers, clients, bots and the page.
 *
 * Our own, because the engine in a browser has no library, because a sentence that names line and column is half of what a reader
 * is for, and because doubled keys and the digits of long numbers must not get lost. Goes through the bytes once; its depth is
 * bounded, its memory is one block. Must never give a tree for a text that breaks a limit of json.h. */
#include "billions/json.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/encoding.h"
#include "table/memory.h"

/* The whole tree is one block: nodes first, then texts. */
struct reader {
    const char *text;
    size_t length, at;
    int depth;
    bool plain;             /* texts are made so */
    struct bil_value *node; /* the next free one */
    char *kept;             /* where the next text goes */
    const char *name;
    struct bil_error *error;
};

/* ------------------------------------------------------------------ sentences */

enum { SENTENCE = 160 };

/* Writes the error sentence about the text at `at`; returns false. */
__attribute__((format(printf, 3, 4))) static bool wrong_at(const struct reader *reader, size_t at, const char *format, ...)
{
    char sentence[SENTENCE];
    int line = 1;
    int column = 1;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < at && i < reader->length; i++) {
        if (reader->text[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)reader->text[i] & 0xC0U) != 0x80U) { /* a column is a character, not a byte */
            column++;
        }
    }
    return bil_fail(reader->error, "%s, line %d, column %d: %s", reader->name, line, column, sentence);
}

/* The same of what breaks the form there: "a comma was expected". */
static bool wrong(const struct reader *reader, size_t at, const char *what)
{
    return wrong_at(reader, at, "not JSON as it should be: %s.", what);
}

/* ------------------------------------------------------------------ texts */

static char peek(const struct reader *reader)
{
    return reader->at < reader->length ? reader->text[reader->at] : 0;
}

static void skip_blanks(struct reader *reader)
{
    for (char c = peek(reader); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek(reader)) {
        reader->at++;
    }
}

/* How many bytes the character at `at` has in UTF-8, or 0 if it is none. */
static size_t character(const struct reader *reader)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *byte = (const unsigned char *)reader->text + reader->at;
    const size_t count = byte[0] < 0x80 ? 1 : byte[0] < 0xC0 ? 0 : byte[0] < 0xE0 ? 2 : byte[0] < 0xF0 ? 3 : byte[0] < 0xF8 ? 4 : 0;
    uint32_t code = count == 1 ? byte[0] : byte[0] & (0x7FU >> count);
    if (count == 0 || reader->at + count > reader->length) {
        return 0;
    }
    for (size_t i = 1; i < count; i++) {
        if ((byte[i] & 0xC0U) != 0x80U) {
            return 0;
        }
        code = code << 6 | (byte[i] & 0x3FU);
    }
    return code < least[count] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : count;
}

static void keep_code(struct reader *reader, uint32_t code)
{
    static const unsigned char mark[] = {0, 0, 0xC0, 0xE0, 0xF0};
    const int count = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = count - 1; i > 0; i--) {
        reader->kept[i] = (char)(0x80U | (code & 0x3FU));
        code >>= 6;
    }
    reader->kept[0] = (char)(count == 1 ? code : mark[count] | code);
    reader->kept += count;
}

/* Four hexadecimal digits behind "\u". */
static bool four_digits(struct reader *reader, uint32_t *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++, reader->at++) {
        const char c = peek(reader);
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) {
            return wrong(reader, reader->at, "four hexadecimal digits follow \"\\u\"");
        }
        *code = *code << 4 | (uint32_t)digit;
    }
    return true;
}

static bool read_escape(struct reader *reader)
{
    static const char letters[] = "\"\\/bfnrt";
    static const char meant[] = "\"\\/\b\f\n\r\t";
    const size_t begin = reader->at++;
    const char c = peek(reader);
    const char *letter = c ? strchr(letters, c) : NULL;
    uint32_t code = 0;
    uint32_t low = 0;
    reader->at++;
    if (letter) {
        *reader->kept++ = meant[letter - letters];
        return true;
    }
    if (c != 'u') {
        return wrong(reader, begin, "behind \"\\\" stands one of \" \\ / b f n r t u");
    }
    if (!four_digits(reader, &code)) {
        return false;
    }
    if (code >= 0xD800 && code < 0xDC00 && peek(reader) == '\\' && reader->at + 1 < reader->length &&
        reader->text[reader->at + 1] == 'u') {
        reader->at += 2;
        if (!four_digits(reader, &low)) {
            return false;
        }
        if (low >= 0xDC00 && low < 0xE000) {
            keep_code(reader, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
            return true;
        }
    }
    if (code == 0 || (code >= 0xD800 && code < 0xE000)) {
        return wrong(reader, begin, "this escape is no character");
    }
    keep_code(reader, code);
    return true;
}

/* Letters of ASCII that stand for themselves are kept at one go. */
static void keep_plain(struct reader *reader)
{
    const unsigned char *from = (const unsigned char *)reader->text + reader->at;
    const size_t most = reader->length - reader->at;
    size_t count = 0;
    while (count < most && from[count] >= ' ' && from[count] < 0x80 && from[count] != '"' && from[count] != '\\') {
        count++;
    }
    memcpy(reader->kept, from, count);
    reader->kept += count;
    reader->at += count;
}

/* A text in quotes, kept with a final zero. */
static bool read_string(struct reader *reader, const char **out)
{
    *out = reader->kept;
    reader->at++;
    for (;;) {
        keep_plain(reader);
        const char c = peek(reader);
        if (reader->at >= reader->length) {
            return wrong(reader, reader->at, "the text ends inside quotes");
        }
        if (c == '"') {
            break;
        }
        if (c == '\\') {
            if (!read_escape(reader)) {
                return false;
            }
            continue;
        }
        const size_t count = (unsigned char)c < ' ' ? 0 : character(reader);
        if (count == 0) {
            return wrong(reader, reader->at, (unsigned char)c < ' ' ? "a control character inside quotes" : "this is no UTF-8");
        }
        memcpy(reader->kept, reader->text + reader->at, count);
        reader->kept += count;
        reader->at += count;
    }
    reader->at++;
    *reader->kept++ = 0;
    return true;
}

/* ------------------------------------------------------------------ values */

static bool read_json_number(struct reader *reader, struct bil_value *value)
{
    const size_t begin = reader->at;
    const bool negative = peek(reader) == '-';
    uint64_t sum = 0;
    const uint64_t most = negative ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    reader->at += negative;
    const size_t first = reader->at;
    while (peek(reader) >= '0' && peek(reader) <= '9') {
        const uint64_t digit = (uint64_t)(peek(reader) - '0');
        if (sum > (most - digit) / 10) {
            return wrong(reader, begin, "this number is too large");
        }
        sum = 10 * sum + digit;
        reader->at++;
    }
    if (reader->at == first || (reader->text[first] == '0' && reader->at > first + 1)) {
        return wrong(reader, begin, "this is no number");
    }
    if (peek(reader) == '.' || peek(reader) == 'e' || peek(reader) == 'E') {
        return wrong_at(reader, begin, "a number with a fraction or an exponent; only whole numbers are used here.");
    }
    value->type = BIL_INTEGER;
    value->integer = (int64_t)(negative ? 0 - sum : sum);
    return true;
}

static bool read_word(struct reader *reader, struct bil_value *value)
{
    static const struct {
        const char *word;
        enum bil_value_type type;
    } words[] = {{"null", BIL_NULL}, {"true", BIL_TRUE}, {"false", BIL_FALSE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i].word);
        if (reader->length - reader->at >= length && memcmp(reader->text + reader->at, words[i].word, length) == 0) {
            reader->at += length;
            value->type = words[i].type;
            return true;
        }
    }
    return wrong(reader, reader->at, reader->at >= reader->length ? "the text ends too early" : "no value begins like this");
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A key that an object has twice, or NULL. Few keys are compared pairwise; many are sorted first. */
static const char *doubled_key(const struct bil_value *object)
{
    enum { FEW = 8 };
    const char *few[FEW];
    const char *doubled = NULL;
    const char **key = object->count <= FEW ? few : bil_memory_grow(NULL, (size_t)object->count, sizeof *key);
    int count = 0;
    for (const struct bil_value *member = object->child; member; member = member->next) {
        for (int i = 0; i < count && object->count <= FEW && !doubled; i++) {
            doubled = strcmp(key[i], member->key) == 0 ? key[i] : NULL;
        }
        key[count++] = member->key;
    }
    if (object->count > FEW) {
        qsort(key, (size_t)count, sizeof *key, compare_keys);
        for (int i = 1; i < count && !doubled; i++) {
            doubled = strcmp(key[i - 1], key[i]) == 0 ? key[i] : NULL;
        }
        free(key);
    }
    return doubled;
}

static bool read_value(struct reader *reader, const struct bil_value *parent, const char *key, struct bil_value **out);

static bool read_key(struct reader *reader, const char **key)
{
    skip_blanks(reader);
    if (peek(reader) != '"') {
        return wrong(reader, reader->at, "a key in quotes was expected");
    }
    if (!read_string(reader, key)) {
        return false;
    }
    skip_blanks(reader);
    if (peek(reader) != ':') {
        return wrong(reader, reader->at, "a colon was expected");
    }
    reader->at++;
    return true;
}

/* The children of an array or an object; the opening bracket is at `at`. */
static bool read_children(struct reader *reader, struct bil_value *value)
{
    const size_t begin = reader->at++;
    const bool object = value->type == BIL_OBJECT;
    const char end = object ? '}' : ']';
    struct bil_value *last = NULL;
    if (++reader->depth > BIL_JSON_DEPTH) {
        return wrong_at(reader, begin, "nested more than %d levels deep.", BIL_JSON_DEPTH);
    }
    skip_blanks(reader);
    while (last || peek(reader) != end) {
        const char *key = NULL;
        struct bil_value *child = NULL;
        if ((object && !read_key(reader, &key)) || !read_value(reader, value, key, &child)) {
            return false;
        }
        *(last ? &last->next : &value->child) = child;
        last = child;
        value->count++;
        skip_blanks(reader);
        if (peek(reader) == end) {
            break;
        }
        if (peek(reader) != ',') {
            return wrong(reader, reader->at, object ? "a comma or \"}\" was expected" : "a comma or \"]\" was expected");
        }
        reader->at++;
    }
    reader->at++;
    reader->depth--;
    const char *doubled = object ? doubled_key(value) : NULL;
    return !doubled || wrong_at(reader, begin, "not JSON as it should be: the key \"%.40s\" stands twice in this object.", doubled);
}

static bool read_value(struct reader *reader, const struct bil_value *parent, const char *key, struct bil_value **out)
{
    skip_blanks(reader);
    struct bil_value *value = reader->node++;
    *value = (struct bil_value){.key = key, .parent = parent};
    *out = value;
    const char c = peek(reader);
    switch (c) {
    case '{':
    case '[':
        value->type = c == '{' ? BIL_OBJECT : BIL_ARRAY;
        return read_children(reader, value);
    case '"':
        value->type = BIL_STRING;
        return read_string(reader, &value->string);
    default:
        return c == '-' || (c >= '0' && c <= '9') ? read_json_number(reader, value) : read_word(reader, value);
    }
}

/* ------------------------------------------------------------------ the whole */

/* At least as many as there are values in the text: each except the first comes after a comma or an opening bracket. */
static size_t most_nodes(const char *bytes, size_t length)
{
    size_t count = 1;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        if (quoted && bytes[i] == '\\') {
            i++;
        } else if (bytes[i] == '"') {
            quoted = !quoted;
        } else if (!quoted) {
            count += bytes[i] == ',' || bytes[i] == '[' || bytes[i] == '{';
        }
    }
    return count;
}

/* Texts of the tree lie in its own block. */
static void make_plain(const char *text)
{
    if (text) {
        bil_plain((char *)(uintptr_t)text);
    }
}

static const struct bil_value *read_whole(const char *bytes, size_t length, bool plain, const char *name, struct bil_error *error)
{
    struct reader reader = {.text = bytes, .length = length, .at = bil_encoding_mark(bytes, length), .name = name, .error = error};
    struct bil_value *root = NULL;
    if (length > BIL_JSON_BYTES) {
        bil_fail(error, "%s is larger than %d MiB; that is no position or edition.", name, BIL_JSON_BYTES / (1024 * 1024));
        return NULL;
    }
    if (!bil_encoding_check(bytes, length, name, error)) {
        return NULL;
    }
    skip_blanks(&reader);
    if (reader.at == length) {
        bil_fail(error, "%s is empty; a JSON document was expected.", name);
        return NULL;
    }
    const size_t nodes = most_nodes(bytes, length) * sizeof(struct bil_value);
    char *room = bil_memory_grow(NULL, nodes + length + 1, 1);
    reader.node = (struct bil_value *)(void *)room;
    reader.kept = room + nodes;
    bool fine = read_value(&reader, NULL, NULL, &root);
    if (fine) {
        skip_blanks(&reader);
        fine = reader.at == length || wrong(&reader, reader.at, "something stands behind the end of it");
    }
    if (!fine) {
        free(room);
        return NULL;
    }
    for (struct bil_value *node = (struct bil_value *)(void *)room; plain && node < reader.node; node++) {
        make_plain(node->key);
        make_plain(node->string);
    }
    return root;
}

const struct bil_value *bil_json_read(const char *bytes, size_t length, const char *name, struct bil_error *error)
{
    return read_whole(bytes, length, false, name, error);
}

const struct bil_value *bil_json_read_plain(const char *bytes, size_t length, const char *name, struct bil_error *error)
{
    return read_whole(bytes, length, true, name, error);
}

void bil_json_free(const struct bil_value *root)
{
    free((void *)(uintptr_t)root);
}
