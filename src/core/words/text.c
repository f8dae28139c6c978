/* Text and JSON under construction, errors that are sentences, and comparing names as a person would.
 *
 * A text is never silently cut: if memory runs out, the program says so and ends. Nothing here knows a game. */
#include "billions/text.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ plain text */

void bil_text_free(struct bil_text *text)
{
    free(text->data);
    *text = (struct bil_text){0};
}

void bil_text_clear(struct bil_text *text)
{
    const struct bil_text empty = {.data = text->data, .capacity = text->capacity};
    *text = empty;
    if (text->data) {
        text->data[0] = 0;
    }
}

const char *bil_text_string(const struct bil_text *text)
{
    return text->data ? text->data : "";
}

static void text_grow(struct bil_text *text, size_t more)
{
    size_t capacity = text->capacity ? text->capacity : 128;
    while (more >= capacity - text->length && capacity <= SIZE_MAX / 2) {
        capacity *= 2;
    }
    char *data = more < capacity - text->length ? realloc(text->data, capacity) : NULL;
    if (data == NULL) {
        fputs("billions: out of memory while writing a text; close other programs and try again.\n", stderr);
        exit(EXIT_FAILURE);
    }
    text->data = data;
    text->capacity = capacity;
}

/* Room for `more` bytes and the final zero; returns where they go. */
static inline char *text_room(struct bil_text *text, size_t more)
{
    if (text->data == NULL || more >= text->capacity - text->length) {
        text_grow(text, more);
    }
    return text->data + text->length;
}

void bil_text_add_bytes(struct bil_text *text, const char *bytes, size_t count)
{
    char *room = text_room(text, count);
    if (count > 0) {
        memcpy(room, bytes, count);
    }
    room[count] = 0;
    text->length += count;
}

void bil_text_add(struct bil_text *text, const char *string)
{
    bil_text_add_bytes(text, string, strlen(string));
}

void bil_text_char(struct bil_text *text, char c)
{
    char *room = text_room(text, 1);
    room[0] = c;
    room[1] = 0;
    text->length++;
}

void bil_text_number(struct bil_text *text, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        digits[--at] = '-';
    }
    bil_text_add_bytes(text, digits + at, sizeof digits - at);
}

void bil_text_repeat(struct bil_text *text, const char *string, int times)
{
    for (int i = 0; i < times; i++) {
        bil_text_add(text, string);
    }
}

void bil_text_format(struct bil_text *text, const char *format, ...)
{
    va_list arguments;
    va_list again;
    va_start(arguments, format);
    va_copy(again, arguments);
    char *room = text_room(text, 0);
    const size_t free_bytes = text->capacity - text->length;
    const int length = vsnprintf(room, free_bytes, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length >= free_bytes) { /* once more, with room for all of it */
        room = text_room(text, (size_t)length);
        vsnprintf(room, (size_t)length + 1, format, again);
    }
    va_end(again);
    text->length += length > 0 ? (size_t)length : 0;
}

/* ------------------------------------------------------------------ UTF-8 */

/* The length of the UTF-8 sequence that starts here, 1 to 4; 0 if there is no valid one within `count` bytes. */
static size_t utf8_length(const unsigned char *bytes, size_t count)
{
    const unsigned char first = bytes[0];
    if (first < 0x80) {
        return 1;
    }
    const size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                          : first >= 0xE0 && first <= 0xEF ? 3
                          : first >= 0xF0 && first <= 0xF4 ? 4
                                                           : 0;
    if (length == 0 || length > count) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    /* overlong forms, surrogates, beyond U+10FFFF */
    if ((first == 0xE0 && bytes[1] < 0xA0) || (first == 0xED && bytes[1] > 0x9F) || (first == 0xF0 && bytes[1] < 0x90) ||
        (first == 0xF4 && bytes[1] > 0x8F)) {
        return 0;
    }
    return length;
}

/* What must not reach a terminal as it is, and its replacement. From low to high. */
static const struct {
    uint32_t low, high;
    char instead;
} unshown[] = {
    {0x0001, 0x0008, '?'},   {0x0009, 0x000A, ' '}, {0x000B, 0x001F, '?'}, {0x007F, 0x0084, '?'},
    {0x0085, 0x0085, ' '},   {0x0086, 0x009F, '?'}, {0x061C, 0x061C, '?'}, /* the mark of Arabic letters: turns the direction */
    {0x200E, 0x200F, '?'},                                                 /* marks of direction */
    {0x2028, 0x2029, ' '},                                                 /* breaks of lines and paragraphs */
    {0x202A, 0x202E, '?'},   {0x2060, 0x206F, '?'}, /* what turns and isolates directions, and other invisible signs */
    {0xFEFF, 0xFEFF, '?'},   {0xFFF9, 0xFFFB, '?'}, /* the mark of byte order, notes between the lines */
    {0xE0000, 0xE0FFF, '?'},                        /* tags: invisible letters */
};

static char instead_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof unshown / sizeof *unshown && code >= unshown[i].low; i++) {
        if (code <= unshown[i].high) {
            return unshown[i].instead;
        }
    }
    return 0;
}

size_t bil_plain(char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t left = strlen(text);
    char *to = text;
    while (left > 0) {
        const size_t length = utf8_length(at, left);
        uint32_t code = length <= 1 ? *at : at[0] & (0xFFU >> (length + 1));
        for (size_t i = 1; i < length; i++) {
            code = code << 6 | (at[i] & 0x3FU);
        }
        const char instead = length == 0 ? '?' : instead_of(code);
        const size_t taken = length == 0 ? 1 : length;
        if (instead) {
            *to++ = instead;
        } else {
            memmove(to, at, taken);
            to += taken;
        }
        at += taken;
        left -= taken;
    }
    *to = 0;
    return (size_t)(to - text);
}

/* ------------------------------------------------------------------ JSON */

enum { DEPTH_MAX = 63 };

/* Called before a key or a value: whether a comma is due, which then counts as written. */
static bool json_comma(struct bil_text *text)
{
    if (text->json_after_key) {
        text->json_after_key = false;
        return false;
    }
    const uint64_t bit = UINT64_C(1) << text->json_depth;
    const bool due = text->json_depth > 0 && text->json_filled & bit;
    text->json_filled |= bit;
    return due;
}

static void json_separate(struct bil_text *text)
{
    if (json_comma(text)) {
        bil_text_char(text, ',');
    }
}

static void json_open(struct bil_text *text, char bracket)
{
    json_separate(text);
    bil_text_char(text, bracket);
    assert(text->json_depth < DEPTH_MAX);
    text->json_depth++;
    text->json_filled &= ~(UINT64_C(1) << text->json_depth);
}

static void json_close(struct bil_text *text, char bracket)
{
    assert(text->json_depth > 0 && !text->json_after_key);
    text->json_depth--;
    bil_text_char(text, bracket);
}

void bil_json_object(struct bil_text *text)
{
    json_open(text, '{');
}

void bil_json_object_end(struct bil_text *text)
{
    json_close(text, '}');
}

void bil_json_array(struct bil_text *text)
{
    json_open(text, '[');
}

void bil_json_array_end(struct bil_text *text)
{
    json_close(text, ']');
}

/* Whether all of eight bytes are printable ASCII that needs no escape. In each line the highest bit of a byte says that it is one
 * of those looked for: a control character, a quote, a backslash; DEL and what is beyond ASCII. */
static bool eight_plain(uint64_t eight)
{
    const uint64_t ones = UINT64_MAX / 255;
    const uint64_t high = ones * 0x80;
    const uint64_t quote = eight ^ ones * '"';
    const uint64_t backslash = eight ^ ones * '\\';
    const uint64_t bad =
        ((eight - ones * 0x20) & ~eight) | ((quote - ones) & ~quote) | ((backslash - ones) & ~backslash) | (eight + ones) | eight;
    return (bad & high) == 0;
}

/* How many of the bytes, from the first on, are plain; they are copied. */
static size_t copy_plain(char *to, const unsigned char *from, size_t count)
{
    size_t plain = 0;
    for (uint64_t eight; plain + sizeof eight <= count; plain += sizeof eight) {
        memcpy(&eight, from + plain, sizeof eight);
        if (!eight_plain(eight)) {
            break;
        }
        memcpy(to + plain, &eight, sizeof eight);
    }
    for (; plain < count && from[plain] >= 0x20 && from[plain] < 0x7F && from[plain] != '"' && from[plain] != '\\'; plain++) {
        to[plain] = (char)from[plain];
    }
    return plain;
}

/* Quotes and escapes what is not plain. Bytes that are no UTF-8 become the replacement character, as a document must be valid
 * whatever a name holds. */
static void json_escape(struct bil_text *text, const unsigned char *at, size_t left)
{
    static const char escaped[] = "\"\\\b\f\n\r\t";
    static const char letters[] = "\"\\bfnrt";
    while (left > 0) {
        size_t length = utf8_length(at, left);
        const char *special = strchr(escaped, *at);
        if (length == 0) {
            length = 1;
            bil_text_add(text, "\xEF\xBF\xBD");
        } else if (special) {
            bil_text_char(text, '\\');
            bil_text_char(text, letters[special - escaped]);
        } else if (*at < 0x20) {
            bil_text_format(text, "\\u%04x", *at);
        } else {
            bil_text_add_bytes(text, (const char *)at, length);
        }
        at += length;
        left -= length;
    }
}

/* With the comma before, if one is due, and what comes after. Most texts are plain: these are copied at one go. */
static void json_quote(struct bil_text *text, const char *string, const char *after)
{
    const size_t left = strlen(string);
    char *to = text_room(text, left + 4);
    if (json_comma(text)) {
        *to++ = ',';
    }
    *to++ = '"';
    const size_t plain = copy_plain(to, (const unsigned char *)string, left);
    to += plain;
    if (plain < left) {
        *to = 0;
        text->length = (size_t)(to - text->data);
        json_escape(text, (const unsigned char *)string + plain, left - plain);
        to = text_room(text, 2);
    }
    *to++ = '"';
    for (; *after; after++) {
        *to++ = *after;
    }
    *to = 0;
    text->length = (size_t)(to - text->data);
}

void bil_json_key(struct bil_text *text, const char *key)
{
    json_quote(text, key, ":");
    text->json_after_key = true;
}

void bil_json_string(struct bil_text *text, const char *string)
{
    json_quote(text, string, "");
}

void bil_json_integer(struct bil_text *text, int64_t number)
{
    json_separate(text);
    bil_text_number(text, number);
}

void bil_json_number(struct bil_text *text, double number)
{
    json_separate(text);
    if (!isfinite(number)) {
        bil_text_add(text, "null"); /* JSON has no other word for it */
        return;
    }
    char digits[40];
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number) {
            break;
        }
    }
    for (char *c = digits; *c; c++) {
        if (*c == ',') { /* the decimal comma of some languages */
            *c = '.';
        }
    }
    bil_text_add(text, digits);
}

void bil_json_bool(struct bil_text *text, bool value)
{
    json_separate(text);
    bil_text_add(text, value ? "true" : "false");
}

void bil_json_null(struct bil_text *text)
{
    json_separate(text);
    bil_text_add(text, "null");
}

void bil_json_raw(struct bil_text *text, const char *json)
{
    json_separate(text);
    bil_text_add(text, json);
}

void bil_json_key_object(struct bil_text *text, const char *key)
{
    bil_json_key(text, key);
    bil_json_object(text);
}

void bil_json_key_array(struct bil_text *text, const char *key)
{
    bil_json_key(text, key);
    bil_json_array(text);
}

void bil_json_key_string(struct bil_text *text, const char *key, const char *string)
{
    bil_json_key(text, key);
    bil_json_string(text, string);
}

void bil_json_key_integer(struct bil_text *text, const char *key, int64_t number)
{
    bil_json_key(text, key);
    bil_json_integer(text, number);
}

void bil_json_key_number(struct bil_text *text, const char *key, double number)
{
    bil_json_key(text, key);
    bil_json_number(text, number);
}

void bil_json_key_bool(struct bil_text *text, const char *key, bool value)
{
    bil_json_key(text, key);
    bil_json_bool(text, value);
}

/* ------------------------------------------------------------------ errors */

bool bil_fail(struct bil_error *error, const char *format, ...)
{
    if (error == NULL) {
        return false;
    }
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        error->text[0] = 0;
    } else if ((size_t)length >= sizeof error->text) {
        /* Too long: end with dots, and not in the middle of a character. */
        size_t end = sizeof error->text - 4;
        while (end > 0 && (error->text[end] & 0xC0) == 0x80) {
            end--;
        }
        memcpy(error->text + end, "...", 4);
    }
    bil_plain(error->text); /* one sentence is one line, and steers no terminal */
    return false;
}
