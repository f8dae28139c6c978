/* One Billion Users: finding what a person meant by a few typed letters (see names.h).
 *
 * It never chooses between two names that fit equally well: that is a question for the person. */
#include "games/one_billion_users/names.h"

#include <string.h>

#include "billions/text.h"

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80;
}

/* Bytes of the character at `at` that separates nothing (an apostrophe of any make), or 0. */
static size_t apostrophe(const char *text, size_t left)
{
    if (*text == '\'' || *text == '`') {
        return 1;
    }
    if (left >= 3 && (memcmp(text, "\xE2\x80\x98", 3) == 0 || memcmp(text, "\xE2\x80\x99", 3) == 0)) {
        return 3;
    }
    return left >= 2 && memcmp(text, "\xC2\xB4", 2) == 0 ? 2 : 0;
}

/* Bytes of the character at `at` that separates words though it is no ASCII: dashes, dots and spaces of typesetters; or 0. */
static size_t typographic(const char *text, size_t left)
{
    if (left >= 2 && memcmp(text, "\xC2\xA0", 2) == 0) {
        return 2;
    }
    return left >= 3 && memcmp(text, "\xE2\x80", 2) == 0 ? 3 : 0;
}

static void end_word(struct obu_words *words, int start)
{
    if (words->length - start == 3 && memcmp(words->text + start, "and", 3) == 0) {
        words->length = start > 0 ? start - 1 : 0;
    }
}

void obu_words_of(const char *text, size_t length, struct obu_words *words)
{
    words->length = 0;
    int start = 0; /* of the word that is being written */
    bool inside = false;
    for (size_t i = 0; i < length && text[i];) {
        const size_t joined = apostrophe(text + i, length - i);
        if (joined) {
            i += joined;
            continue;
        }
        const size_t between = typographic(text + i, length - i);
        unsigned char c = (unsigned char)text[i];
        if (c >= 'A' && c <= 'Z') {
            c = (unsigned char)(c - 'A' + 'a');
        }
        if (between || !is_letter(c)) {
            if (inside) {
                end_word(words, start);
            }
            inside = false;
            i += between ? between : 1;
            continue;
        }
        if (!inside) {
            if (words->length > 0 && words->length < OBU_WORDS - 1) {
                words->text[words->length++] = ' ';
            }
            start = words->length;
            inside = true;
        }
        if (words->length < OBU_WORDS - 1) {
            words->text[words->length++] = (char)c;
        }
        i++;
    }
    if (inside) {
        end_word(words, start);
    }
    while (words->length > 0 && words->text[words->length - 1] == ' ') {
        words->length--;
    }
    words->text[words->length] = '\0';
}

static void copy_words(struct obu_words *to, const char *text, int length)
{
    memcpy(to->text, text, (size_t)length);
    to->text[length] = '\0';
    to->length = length;
}

bool obu_first_word(struct obu_words *words, struct obu_words *word)
{
    if (words->length == 0) {
        return false;
    }
    const char *space = strchr(words->text, ' ');
    const int length = space ? (int)(space - words->text) : words->length;
    copy_words(word, words->text, length);
    const int cut = space ? length + 1 : length;
    memmove(words->text, words->text + cut, (size_t)(words->length - cut + 1));
    words->length -= cut;
    return true;
}

bool obu_last_word(struct obu_words *words, struct obu_words *word)
{
    if (words->length == 0) {
        return false;
    }
    const char *space = strrchr(words->text, ' ');
    const int start = space ? (int)(space - words->text) + 1 : 0;
    copy_words(word, words->text + start, words->length - start);
    words->length = start > 0 ? start - 1 : 0;
    words->text[words->length] = '\0';
    return true;
}

void obu_skip_words(struct obu_words *words, const char *const *skipped)
{
    for (bool found = true; found && words->length > 0;) {
        found = false;
        for (int i = 0; skipped[i] && !found; i++) {
            const int length = (int)strlen(skipped[i]);
            if (strncmp(words->text, skipped[i], (size_t)length) == 0 &&
                (words->text[length] == ' ' || words->text[length] == '\0')) {
                struct obu_words gone;
                found = obu_first_word(words, &gone);
            }
        }
    }
}

bool obu_words_are(const struct obu_words *words, const char *text)
{
    return strcmp(words->text, text) == 0;
}

/* ------------------------------------------------------------------ comparing */

static void squash(const char *text, char *out)
{
    for (; *text; text++) {
        if (*text != ' ') {
            *out++ = *text;
        }
    }
    *out = '\0';
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Each typed word begins the next word of the name. */
static bool word_by_word(const char *typed, const char *name)
{
    while (*typed) {
        while (*typed && *typed != ' ') {
            if (*typed++ != *name++) {
                return false;
            }
        }
        if (*typed == ' ') {
            typed++;
            name = strchr(name, ' ');
            if (!name) {
                return false;
            }
            name++;
        }
    }
    return true;
}

enum obu_fit obu_fit(const struct obu_words *typed, const char *name)
{
    struct obu_words words;
    char typed_flat[OBU_WORDS];
    char flat[OBU_WORDS];
    if (typed->length == 0) {
        return OBU_FITS_NOT;
    }
    obu_words_of(name, strlen(name), &words);
    squash(typed->text, typed_flat);
    squash(words.text, flat);
    if (strcmp(typed_flat, flat) == 0) {
        return OBU_FITS_WHOLE;
    }
    if (begins(flat, typed_flat) || word_by_word(typed->text, words.text)) {
        return OBU_FITS_START;
    }
    for (const char *space = strchr(words.text, ' '); space; space = strchr(space + 1, ' ')) {
        squash(space, flat);
        if (begins(flat, typed_flat) || word_by_word(typed->text, space + 1)) {
            return OBU_FITS_INSIDE;
        }
    }
    return OBU_FITS_NOT;
}

int obu_distance(const struct obu_words *typed, const char *name)
{
    struct obu_words words;
    char a[OBU_WORDS] = "";
    char b[OBU_WORDS] = "";
    obu_words_of(name, strlen(name), &words);
    squash(typed->text, a);
    squash(words.text, b);
    return bil_distance(a, b);
}

bool obu_is_number(const struct obu_words *words, int *number)
{
    int value = 0;
    if (words->length == 0 || words->length > 4) {
        return false;
    }
    for (int i = 0; i < words->length; i++) {
        if (words->text[i] < '0' || words->text[i] > '9') {
            return false;
        }
        value = 10 * value + (words->text[i] - '0');
    }
    *number = value;
    return true;
}
