/* 6 Billion: a typed line cut into words, and how well they fit names (see names.h).
 *
 * It never chooses between two names that fit equally well: that is a question for the person. */
#include "games/six_billion/names.h"

#include <string.h>

#include "billions/text.h"

/* ------------------------------------------------------------------ words */

static bool is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 0x80;
}

static unsigned char lower(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Bytes of the apostrophe at `text`, as typewriters and typesetters write it, or 0. */
static size_t apostrophe(const char *text)
{
    if (*text == '\'') {
        return 1;
    }
    return strncmp(text, "\xE2\x80\x99", 3) == 0 ? 3 : 0;
}

/* Bytes of an arrow, a dash or a space that is no ASCII, or 0: they part words like a blank. */
static size_t gap(const char *text)
{
    if (strncmp(text, "\xC2\xA0", 2) == 0) {
        return 2;
    }
    return strncmp(text, "\xE2\x80", 2) == 0 || strncmp(text, "\xE2\x86", 2) == 0 ? strnlen(text, 3) : 0;
}

/* Words that only join others. */
static bool is_filler(const char *word)
{
    static const char *const fillers[] = {"to",   "from", "at",    "on",  "of",    "the",    "in", "a",   "an",  "with",
                                          "into", "box",  "token", "for", "using", "people", "my", "own", "our", "new"};
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++) {
        if (strcmp(word, fillers[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Puts a finished word behind the others, or remembers a "to" or "from". */
static bool add_word(struct six_words *words, struct six_word *next)
{
    if (strcmp(next->text, "to") == 0 || strcmp(next->text, "into") == 0) {
        next->after_to = true;
    } else if (strcmp(next->text, "from") == 0) {
        next->after_from = true;
    } else if (!is_filler(next->text)) {
        if (words->count == SIX_MOST_WORDS) {
            return false;
        }
        words->word[words->count++] = *next;
        memset(next, 0, sizeof *next);
    }
    next->text[0] = '\0';
    return true;
}

bool six_words_of(const char *text, struct six_words *words)
{
    struct six_word next = {{0}, false, false};
    size_t length = 0;
    bool possessive = false; /* between an apostrophe and the end of the word */
    memset(words, 0, sizeof *words);
    for (const char *at = text; *at;) {
        const size_t joined = apostrophe(at);
        const size_t between = gap(at);
        const unsigned char c = lower(*at);
        if (joined && length > 0) {
            possessive = true;
            at += joined;
        } else if (between || joined || !is_letter(c)) {
            next.text[length] = '\0';
            if (length > 0 && !add_word(words, &next)) {
                return false;
            }
            length = 0;
            possessive = false;
            at += between ? between : joined ? joined : 1;
        } else {
            if (!possessive) {
                if (length == SIX_WORD - 1) {
                    return false;
                }
                next.text[length++] = (char)c;
            }
            at++;
        }
    }
    next.text[length] = '\0';
    return length == 0 || add_word(words, &next);
}

void six_words_cut(struct six_words *words, int index)
{
    for (int i = index; i + 1 < words->count; i++) {
        words->word[i] = words->word[i + 1];
    }
    words->count--;
}

void six_words_join(const struct six_words *words, int first, int count, char joined[SIX_JOINED])
{
    size_t length = 0;
    for (int i = first; i < first + count && i < words->count; i++) {
        const size_t more = strlen(words->word[i].text);
        memcpy(joined + length, words->word[i].text, more);
        length += more;
    }
    joined[length] = '\0';
}

bool six_word_number(const char *word, int *number)
{
    int value = 0;
    const size_t digits = strspn(word, "0123456789");
    if (digits == 0 || digits > 4 || word[digits]) {
        return false;
    }
    for (size_t i = 0; i < digits; i++) {
        value = 10 * value + (word[i] - '0');
    }
    *number = value;
    return true;
}

/* ------------------------------------------------------------------ comparing */

/* The name as words are written: lower case, in one piece. */
static void flatten(const char *name, char flat[SIX_JOINED])
{
    size_t length = 0;
    for (; *name && length < SIX_JOINED - 1; name++) {
        const unsigned char c = lower(*name);
        if (is_letter(c)) {
            flat[length++] = (char)c;
        }
    }
    flat[length] = '\0';
}

enum six_fit six_fit(const char *typed, const char *name)
{
    char flat[SIX_JOINED] = "";
    const size_t length = strlen(typed);
    flatten(name, flat);
    if (length == 0 || strncmp(flat, typed, length) != 0) {
        return SIX_FITS_NOT;
    }
    return flat[length] == '\0' ? SIX_FITS_WHOLE : SIX_FITS_START;
}

int six_best_name(const char *typed, const char *const *names, int count)
{
    enum six_fit best = SIX_FITS_NOT;
    int found = SIX_NO_NAME;
    for (int i = 0; i < count; i++) {
        const enum six_fit fit = names[i] ? six_fit(typed, names[i]) : SIX_FITS_NOT;
        if (fit > best) {
            best = fit;
            found = i;
        } else if (fit == best && fit != SIX_FITS_NOT) {
            found = SIX_SEVERAL_NAMES;
        }
    }
    return found;
}

int six_near_name(const char *typed, const char *const *names, int count)
{
    const int length = (int)strlen(typed);
    int best = length < 3 ? 1 : length < 6 ? 2 : 3; /* at this distance or beyond, it is another word */
    int found = SIX_NO_NAME;
    for (int i = 0; i < count; i++) {
        char flat[SIX_JOINED] = "";
        if (!names[i]) {
            continue;
        }
        flatten(names[i], flat);
        const int far = bil_distance(typed, flat);
        if (far < best) {
            best = far;
            found = i;
        }
    }
    return found;
}
