/* See encoding.h. Must never guess from what a text says: only its first bytes are looked at. */
#include "table/encoding.h"

#include <string.h>

/* Marks of byte order; the longer one first where one begins with another. */
static const struct {
    const char *name;
    size_t length;
    char bytes[4];
} marks[] = {
    {"UTF-32", 4, {'\xFF', '\xFE', 0, 0}},
    {"UTF-32", 4, {0, 0, '\xFE', '\xFF'}},
    {"UTF-16", 2, {'\xFF', '\xFE'}},
    {"UTF-16", 2, {'\xFE', '\xFF'}},
};

/* Where the zeros are in two or four bytes of ASCII: bit i is the i-th byte. */
static const char *const zeros[16] = {[5] = "UTF-16", [10] = "UTF-16", [7] = "UTF-32", [14] = "UTF-32"};

static const char *other_encoding(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (length >= marks[i].length && memcmp(bytes, marks[i].bytes, marks[i].length) == 0) {
            return marks[i].name;
        }
    }
    unsigned found = 0;
    for (unsigned i = 0; i < 4 && length >= 4; i++) {
        found |= (bytes[i] == 0 ? 1U : 0U) << i;
    }
    return zeros[found];
}

bool bil_encoding_check(const char *bytes, size_t length, const char *name, struct bil_error *error)
{
    const char *encoding = other_encoding(bytes, length);
    return !encoding || bil_fail(error, "%s is %s; Billions reads UTF-8: save it as UTF-8.", name, encoding);
}

size_t bil_encoding_mark(const char *bytes, size_t length)
{
    return length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}
