/* Typed words, and how well they fit a name (see words.h). It never chooses between two names that fit equally well. */
#include "kit/words.h"

#include <string.h>

/* ------------------------------------------------------------------ cutting a line into words */

enum sign { LETTER, JOINS, PARTS, COMMA };

/* Letters with accents, U+00C0 to U+00FF, without them; blanks are no letters. */
static const char bare[] = "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty";

/* Decodes what is at `text`: how many bytes, what sign, and which letter (0: the bytes themselves). */
static enum sign sign_at(const unsigned char *text, size_t left, size_t *bytes, char *letter)
{
    const unsigned char c = text[0];
    *bytes = 1;
    *letter = 0;
    if (c >= 'A' && c <= 'Z') {
        *letter = (char)(c - 'A' + 'a');
        return LETTER;
    }
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        return LETTER;
    }
    if (c < 0x80) {
        return c == '\'' || c == '`' ? JOINS : c == ',' || c == ';' ? COMMA : PARTS;
    }
    if (left >= 2 && c == 0xC3) {
        *bytes = 2;
        *letter = bare[text[1] & 0x3FU];
        return *letter == ' ' ? PARTS : LETTER;
    }
    if (left >= 2 && c == 0xC2) { /* signs of Latin-1, the acute accent among them */
        *bytes = 2;
        return text[1] == 0xB4 ? JOINS : PARTS;
    }
    if (left >= 3 && c == 0xE2 && (text[1] & 0xC0) == 0x80 && text[1] <= 0x86) { /* dashes, quotes, arrows */
        *bytes = 3;
        return text[1] == 0x80 && (text[2] == 0x98 || text[2] == 0x99) ? JOINS : PARTS;
    }
    return LETTER; /* a byte of any other alphabet */
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Takes the word that has come together; one that only joins is forgotten. */
static void end_word(struct bil_words *words, struct bil_word *next, size_t to)
{
    if (next->end - next->begin == 3 && memcmp(words->letter + next->begin, "and", 3) == 0) {
        next->end = next->begin;
    }
    if (next->end > next->begin) {
        next->stem = next->stem > next->begin ? next->stem : next->end;
        next->to = (uint16_t)to;
        words->word[words->count++] = *next;
        next->parted = false;
    }
    next->begin = next->end;
    next->stem = 0;
}

bool bil_words_of(const char *text, size_t length, struct bil_words *words)
{
    const size_t whole = strnlen(text, length);
    struct bil_word next = {0, 0, 0, false, 0, 0};
    size_t bytes = 0;
    words->count = 0;
    for (size_t at = 0; at < whole; at += bytes) {
        char letter = 0;
        const enum sign sign = sign_at((const unsigned char *)text + at, whole - at, &bytes, &letter);
        const char first = letter ? letter : text[at];
        const bool turns = sign == LETTER && next.end > next.begin && is_digit(first) != is_digit(words->letter[next.end - 1]);
        if (turns || sign == PARTS || sign == COMMA) {
            end_word(words, &next, at);
        }
        if (words->count == BIL_WORDS || at >= BIL_LINE || next.end == BIL_LETTERS - 1) {
            return false;
        }
        next.parted = next.parted || sign == COMMA;
        if (sign == JOINS && next.stem == 0) {
            next.stem = next.end;
        }
        if (sign == LETTER) {
            next.from = next.end > next.begin ? next.from : (uint16_t)at;
            words->letter[next.end++] = first;
        }
    }
    end_word(words, &next, whole);
    words->letter[next.end] = '\0';
    return true;
}

bool bil_word_is_number(const struct bil_words *words, int index)
{
    return is_digit(words->letter[words->word[index].begin]);
}

/* ------------------------------------------------------------------ comparing */

/* A piece of letters, of which a number is never cut short. */
static bool begins(const char *name, int name_length, const char *typed, int length)
{
    return length <= name_length && memcmp(name, typed, (size_t)length) == 0 &&
           (length == name_length || !is_digit(typed[length - 1]) || !is_digit(name[length]));
}

/* Each typed word begins the next word of the name, from its word `from` on. */
static bool word_by_word(const struct bil_words *typed, int first, int count, const struct bil_words *name, int from)
{
    if (count > name->count - from) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        const struct bil_word *one = &typed->word[first + i];
        const struct bil_word *other = &name->word[from + i];
        if (!begins(name->letter + other->begin, other->end - other->begin, typed->letter + one->begin, one->end - one->begin)) {
            return false;
        }
    }
    return true;
}

static enum bil_fit fit_letters(const struct bil_words *typed, int first, int count, int end, const struct bil_words *name)
{
    const char *letters = typed->letter + typed->word[first].begin;
    const int length = end - typed->word[first].begin;
    const int whole = name->word[name->count - 1].end;
    for (int from = 0; from < name->count; from++) {
        const int begin = name->word[from].begin;
        if (begins(name->letter + begin, whole - begin, letters, length) || word_by_word(typed, first, count, name, from)) {
            return from > 0 ? BIL_FITS_INSIDE : length == whole ? BIL_FITS_WHOLE : BIL_FITS_START;
        }
    }
    return BIL_FITS_NOT;
}

enum bil_fit bil_words_fit(const struct bil_words *typed, int first, int count, const struct bil_words *name)
{
    if (count <= 0 || name->count == 0) {
        return BIL_FITS_NOT;
    }
    const struct bil_word *last = &typed->word[first + count - 1];
    const enum bil_fit fit = fit_letters(typed, first, count, last->end, name);
    return fit == BIL_FITS_NOT && last->stem < last->end ? fit_letters(typed, first, count, last->stem, name) : fit;
}

int bil_words_spelling(const struct bil_words *typed, int first, const struct bil_words *name)
{
    for (int at = first; name->count > 0 && at < typed->count; at++) {
        const bool digits = at > first && bil_word_is_number(typed, at) && bil_word_is_number(typed, at - 1);
        if (digits || (at > first && typed->word[at].parted)) {
            return 0;
        }
        if (bil_words_fit(typed, first, at - first + 1, name) == BIL_FITS_WHOLE) {
            return at - first + 1;
        }
        if (typed->word[at].end - typed->word[first].begin > name->word[name->count - 1].end) {
            return 0;
        }
    }
    return 0;
}

static void piece(const struct bil_words *words, int first, int count, char out[BIL_LETTERS])
{
    const int begin = words->word[first].begin;
    const int length = words->word[first + count - 1].end - begin;
    memcpy(out, words->letter + begin, (size_t)length);
    out[length] = '\0';
}

int bil_words_distance(const struct bil_words *typed, int first, int count, const struct bil_words *name)
{
    char letters[BIL_LETTERS];
    char other[BIL_LETTERS];
    if (name->count == 0) {
        return BIL_LETTERS;
    }
    piece(typed, first, count, letters);
    piece(name, 0, name->count, other);
    int distance = bil_distance(letters, other);
    if (name->count > 1 && strncmp(other, "the", name->word[0].end) == 0) {
        const int bared = bil_distance(letters, other + name->word[0].end);
        distance = bared < distance ? bared : distance;
    }
    return distance;
}

int bil_words_far(const struct bil_words *typed, int first, int count)
{
    const int length = typed->word[first + count - 1].end - typed->word[first].begin;
    return length < 3 ? 1 : length < 5 ? 2 : length / 3 + 1;
}

void bil_words_quote(const char *line, const struct bil_words *typed, int first, int count, struct bil_text *out)
{
    enum { MOST = 40 };
    const char *text = line + typed->word[first].from;
    const int length = typed->word[first + count - 1].to - typed->word[first].from;
    int shown = length < MOST ? length : MOST;
    while (shown > 0 && shown < length && ((unsigned char)text[shown] & 0xC0) == 0x80) {
        shown--;
    }
    bil_text_format(out, "\"%.*s%s\"", shown, text, shown < length ? "..." : "");
}
