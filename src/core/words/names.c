/* Comparing names as people write them: whether two are the same, and how far apart they are.
 *
 * Must never know what a name stands for. */
#include <string.h>

#include "billions/text.h"

/* A byte inside a character of UTF-8. */
static bool follows(unsigned char byte)
{
    return byte >> 6 == 2;
}

/* The next byte of a name that counts, folded to lower case; 0 at the end. Skips ASCII that is neither letter nor digit, the
 * punctuation of Latin-1 and the general punctuation block (curly quotes, dashes, the ellipsis). */
static int name_next(const unsigned char **at, const unsigned char *end)
{
    while (*at < end) {
        const unsigned char *c = *at;
        if (end - c >= 2 && c[0] == 0xC2 && follows(c[1])) {
            *at += 2;
        } else if (end - c >= 3 && c[0] == 0xE2 && (c[1] == 0x80 || c[1] == 0x81) && follows(c[2])) {
            *at += 3;
        } else {
            ++*at;
            if (*c >= 'A' && *c <= 'Z') {
                return *c + 'a' - 'A';
            }
            if (*c >= 0x80 || (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9')) {
                return *c;
            }
        }
    }
    return 0;
}

bool bil_same_name(const char *text, size_t length, const char *name)
{
    const unsigned char *a = (const unsigned char *)text;
    const unsigned char *b = (const unsigned char *)name;
    const unsigned char *a_end = a + length;
    const unsigned char *b_end = b + strlen(name);
    int x = name_next(&a, a_end);
    int y = name_next(&b, b_end);
    if (x == 0 && y == 0) { /* nothing but signs, like "?": they must be the same signs */
        return length == strlen(name) && memcmp(text, name, length) == 0;
    }
    while (x == y && x != 0) {
        x = name_next(&a, a_end);
        y = name_next(&b, b_end);
    }
    return x == y;
}

int bil_distance(const char *a, const char *b)
{
    enum { LONGEST = 255 };
    const size_t rows = strnlen(a, LONGEST);
    const size_t columns = strnlen(b, LONGEST);
    int row[3][LONGEST + 1]; /* row i is in row[i % 3]: this one, the last and the one before that */
    for (size_t j = 0; j <= columns; j++) {
        row[0][j] = (int)j;
    }
    for (size_t i = 1; i <= rows; i++) {
        int *now = row[i % 3];
        const int *last = row[(i + 2) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= columns; j++) {
            int best = last[j - 1] + (a[i - 1] != b[j - 1]);
            best = last[j] + 1 < best ? last[j] + 1 : best;
            best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                const int swapped = row[(i + 1) % 3][j - 2] + 1;
                best = swapped < best ? swapped : best;
            }
            now[j] = best;
        }
    }
    return row[rows % 3][columns];
}
