/* 6 Billion: saying what is wrong with a document that was read, and finding its words (see document.h). Never judges a number
 * and never changes anything. */
#include "games/six_billion/document.h"

#include <stdarg.h>
#include <stdio.h>

const char *const six_find_words[SIX_FINDS] = {NULL,     "mercury", "venus",   "earth", "mars",   "belt",   "jupiter",
                                               "saturn", "uranus",  "neptune", "pluto", "dollar", "smiley", "leaf"};

enum { PATH = 120, SENTENCE = 320, WORD = 24 };

bool six_wrong(const struct bil_value *value, struct bil_error *error, const char *format, ...)
{
    char path[PATH];
    char sentence[SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    bil_value_path(value, path, sizeof path);
    return bil_fail(error, "%s%s%s", path, *path ? ": " : "", sentence);
}

/* Letters to change, add or take away until one word is the other; of long words only the beginning counts. */
static int edits(const char *a, const char *b)
{
    int row[WORD + 1];
    int width = 0;
    while (width < WORD && b[width]) {
        row[width] = width;
        width++;
    }
    row[width] = width;
    for (int i = 0; i < WORD && a[i]; i++) {
        int corner = row[0]++;
        for (int j = 0; j < width; j++) {
            int best = corner + (a[i] != b[j]);
            corner = row[j + 1];
            best = corner + 1 < best ? corner + 1 : best;
            row[j + 1] = row[j] + 1 < best ? row[j] + 1 : best;
        }
    }
    return row[width];
}

static bool can_be_meant(const char *word)
{
    return word && strcmp(word, "none") != 0;
}

int six_which_text(const struct bil_value *value, const char *text, const char *const *words, int count, const char *what,
                   struct bil_error *error)
{
    const char *nearest = NULL;
    int least = 0;
    for (int i = 0; i < count; i++) {
        if (!can_be_meant(words[i])) {
            continue;
        }
        if (strcmp(text, words[i]) == 0) {
            return i;
        }
        const int distance = edits(text, words[i]);
        if (!nearest || distance < least) {
            least = distance;
            nearest = words[i];
        }
    }
    six_wrong(value, error, "there is no %s \"%.40s\" here; the nearest is \"%s\".", what, text, nearest ? nearest : "");
    return -1;
}

int six_which_word(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error)
{
    if (value->type != BIL_STRING) {
        const char *example = "";
        for (int i = count - 1; i >= 0; i--) {
            example = can_be_meant(words[i]) ? words[i] : example;
        }
        six_wrong(value, error, "it must be a %s as a word in quotation marks, such as \"%s\".", what, example);
        return -1;
    }
    return six_which_text(value, value->string, words, count, what, error);
}

int six_which_key(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error)
{
    return six_which_text(value, value->key, words, count, what, error);
}
