/* Characters of a text for a terminal (see glyph.h). Must never take more bytes than there are, whatever they hold. */
#include "kit/glyph.h"

#include <string.h>

/* ------------------------------------------------------------------ characters */

static bool between(uint32_t code, uint32_t low, uint32_t high)
{
    return code >= low && code <= high;
}

/* As terminals do it: marks that sit on the letter before take no column, the scripts and pictures of East Asia take two. */
static int columns_of_code(uint32_t code)
{
    if (between(code, 0x300, 0x36F) || between(code, 0x200B, 0x200F) || between(code, 0xFE00, 0xFE0F) ||
        between(code, 0x20D0, 0x20FF)) {
        return 0;
    }
    if (between(code, 0x1100, 0x115F) || between(code, 0x2E80, 0xA4CF) || between(code, 0xAC00, 0xD7A3) ||
        between(code, 0xF900, 0xFAFF) || between(code, 0xFE30, 0xFE6F) || between(code, 0xFF00, 0xFF60) ||
        between(code, 0xFFE0, 0xFFE6) || between(code, 0x1F300, 0x1F64F) || between(code, 0x1F680, 0x1F6FF) ||
        between(code, 0x1F900, 0x1FAFF) || between(code, 0x20000, 0x3FFFD)) {
        return 2;
    }
    return 1;
}

struct bil_glyph bil_glyph_at(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (byte[0] == 0x1B) {
        size_t end = 1;
        if (length > 1 && byte[1] == '[') {
            for (end = 2; end < length && (byte[end] == ';' || (byte[end] >= '0' && byte[end] <= '9')); end++) {
            }
            if (end < length && byte[end] == 'm') {
                return (struct bil_glyph){end + 1, 0, 0x1B};
            }
        }
        return (struct bil_glyph){1, 0, 0};
    }
    if (byte[0] < 0x80) {
        return byte[0] < 0x20 || byte[0] == 0x7F ? (struct bil_glyph){1, 0, 0} : (struct bil_glyph){1, 1, byte[0]};
    }
    static const struct {
        unsigned char low, high, mask;
        size_t bytes;
        uint32_t least;
    } heads[] = {{0xC2, 0xDF, 0x1F, 2, 0x80}, {0xE0, 0xEF, 0x0F, 3, 0x800}, {0xF0, 0xF4, 0x07, 4, 0x10000}};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        if (byte[0] < heads[i].low || byte[0] > heads[i].high) {
            continue;
        }
        uint32_t code = byte[0] & heads[i].mask;
        for (size_t k = 1; k < heads[i].bytes; k++) {
            if (k >= length || (byte[k] & 0xC0) != 0x80) {
                return (struct bil_glyph){1, 0, 0};
            }
            code = code << 6 | (byte[k] & 0x3F);
        }
        if (code < heads[i].least || code > 0x10FFFF || between(code, 0xD800, 0xDFFF) || between(code, 0x80, 0x9F)) {
            return (struct bil_glyph){heads[i].bytes, 0, 0};
        }
        return (struct bil_glyph){heads[i].bytes, columns_of_code(code), code};
    }
    return (struct bil_glyph){1, 0, 0};
}

int bil_columns_of(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length;) {
        const struct bil_glyph glyph = bil_glyph_at(text + i, length - i);
        columns += glyph.columns;
        i += glyph.bytes;
    }
    return columns;
}

int bil_columns(const char *text)
{
    return bil_columns_of(text, strlen(text));
}

/* ------------------------------------------------------------------ in ASCII */

/* Replacements for characters that are not one letter. */
struct spelling {
    uint32_t code;
    const char *ascii;
};

/* Signs that sentences use: of a keyboard with ASCII alone they are typed so. */
static const struct spelling signs[] = {
    {0x00A0, " "},   {0x00AB, "\""}, {0x00B7, "."},  {0x00BB, "\""}, {0x00BD, "1/2"}, {0x00D7, "x"},
    {0x2010, "-"},   {0x2011, "-"},  {0x2012, "-"},  {0x2013, "-"},  {0x2014, "-"},   {0x2018, "'"},
    {0x2019, "'"},   {0x201A, ","},  {0x201C, "\""}, {0x201D, "\""}, {0x201E, "\""},  {0x2022, "*"},
    {0x2026, "..."}, {0x2192, "->"}, {0x2212, "-"},  {0x2264, "<="}, {0x2265, ">="},
};

/* Letters with marks, from U+00C0 to U+017F, without the mark. A blank: see `pairs`, or there is nothing better than "?". */
enum { LETTERS_FROM = 0xC0 };
static const char letters[] = "AAAAAA CEEEEIIIIDNOOOOO OUUUUY  aaaaaa ceeeeiiiidnooooo ouuuuy y"  /* U+00C0 */
                              "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi  JjKkkLlLlLlL"  /* U+0100 */
                              "lLlNnNnNnnNnOoOoOo  RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"; /* U+0140 */
static const struct spelling pairs[] = {
    {0x00C6, "AE"}, {0x00DE, "Th"}, {0x00DF, "ss"}, {0x00E6, "ae"}, {0x00FE, "th"},
    {0x0132, "IJ"}, {0x0133, "ij"}, {0x0152, "OE"}, {0x0153, "oe"}, {0x1E9E, "SS"},
};

static const char *find_spelling(const struct spelling *spelling, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++) {
        if (spelling[i].code == code) {
            return spelling[i].ascii;
        }
    }
    return NULL;
}

const char *bil_ascii_sign(uint32_t code)
{
    return find_spelling(signs, sizeof signs / sizeof *signs, code);
}

char bil_ascii_letter(uint32_t code)
{
    const char *sign = bil_ascii_sign(code);
    const char letter = code < 0x80                                                        ? (char)code
                        : code >= LETTERS_FROM && code - LETTERS_FROM < sizeof letters - 1 ? letters[code - LETTERS_FROM]
                                                                                           : ' ';
    return letter != ' ' || code < 0x80 ? letter : sign && !sign[1] ? *sign : '?';
}

void bil_ascii_add(struct bil_text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t plain = 0;
        while (i + plain < length && (unsigned char)text[i + plain] < 0x80) {
            plain++;
        }
        bil_text_add_bytes(out, text + i, plain);
        i += plain;
        if (i == length) {
            return;
        }
        const struct bil_glyph glyph = bil_glyph_at(text + i, length - i);
        const char *sign = bil_ascii_sign(glyph.code);
        sign = sign ? sign : find_spelling(pairs, sizeof pairs / sizeof *pairs, glyph.code);
        if (sign) {
            bil_text_add(out, sign);
        } else if (glyph.columns > 0 || glyph.code == 0) {
            bil_text_char(out, glyph.code == 0 ? '?' : bil_ascii_letter(glyph.code));
        }
        i += glyph.bytes;
    }
}
