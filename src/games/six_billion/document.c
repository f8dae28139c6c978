/* 6 Billion: saying what is wrong with a document that was read, and finding its words (see document.h). Never judges a number
 * and never changes anything. */
#include "games/six_billion/document.h"

#include <stdio.h>

const char *const six_find_words[SIX_FINDS] = {NULL,     "mercury", "venus",   "earth", "mars",   "belt",   "jupiter",
                                               "saturn", "uranus",  "neptune", "pluto", "dollar", "smiley", "leaf"};

enum { LIST = 120, AT_A_GLANCE = 10 };

static bool can_be_meant(const char *word)
{
    return word && strcmp(word, "none") != 0;
}

/* "red, blue and green", if they are few enough to be read at a glance. */
static bool list_words(const char *const *words, int count, char *list, size_t size)
{
    size_t length = 0;
    int left = 0;
    for (int i = 0; i < count; i++) {
        left += can_be_meant(words[i]);
    }
    if (left > AT_A_GLANCE) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (can_be_meant(words[i])) {
            left--;
            const char *after = left > 1 ? ", " : left == 1 ? " and " : "";
            const int added = snprintf(&list[length], size - length, "%s%s", words[i], after);
            length += (size_t)added < size - length ? (size_t)added : size - length - 1;
        }
    }
    return length > 0;
}

int six_which_text(const struct bil_value *value, const char *text, const char *const *words, int count, const char *what,
                   struct bil_error *error)
{
    const char *nearest = "";
    int least = 0;
    for (int i = 0; i < count; i++) {
        if (!can_be_meant(words[i])) {
            continue;
        }
        if (strcmp(text, words[i]) == 0) {
            return i;
        }
        const int distance = bil_distance(text, words[i]);
        if (!*nearest || distance < least) {
            least = distance;
            nearest = words[i];
        }
    }
    char list[LIST];
    if (list_words(words, count, list, sizeof list)) {
        bil_value_fail(value, error, "there is no %s \"%.40s\" here; there are %s.", what, text, list);
    } else {
        bil_value_fail(value, error, "there is no %s \"%.40s\" here; the nearest is \"%s\".", what, text, nearest);
    }
    return -1;
}

int six_which_word(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error)
{
    if (value->type != BIL_STRING) {
        const char *example = "";
        for (int i = count - 1; i >= 0; i--) {
            example = can_be_meant(words[i]) ? words[i] : example;
        }
        bil_value_fail(value, error, "it must be a %s as a word in quotation marks, such as \"%s\".", what, example);
        return -1;
    }
    return six_which_text(value, value->string, words, count, what, error);
}

int six_which_key(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error)
{
    return six_which_text(value, value->key, words, count, what, error);
}
