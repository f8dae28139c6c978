/* What every game reads of its documents in the same way (see document.h). Never judges a number of a game. */
#include "kit/document.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------ words */

enum { LIST = 120, AT_A_GLANCE = 10 };

static bool can_be_meant(const char *word)
{
    return word && strcmp(word, "none") != 0;
}

/* "are red, blue and green", or "is only red", if they are few enough to be read at a glance. */
static bool list_words(const char *const *words, int count, char *list, size_t size)
{
    int left = 0;
    for (int i = 0; i < count; i++) {
        left += can_be_meant(words[i]);
    }
    if (left == 0 || left > AT_A_GLANCE) {
        return false;
    }
    size_t length = (size_t)snprintf(list, size, left == 1 ? "is only " : "are ");
    for (int i = 0; i < count; i++) {
        if (can_be_meant(words[i])) {
            left--;
            const char *after = left > 1 ? ", " : left == 1 ? " and " : "";
            const int added = snprintf(&list[length], size - length, "%s%s", words[i], after);
            if ((size_t)added >= size - length) {
                return false; /* too long to be read at a glance */
            }
            length += (size_t)added;
        }
    }
    return true;
}

int bil_which_text(const struct bil_value *value, const char *text, const char *const *words, int count, const char *what,
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
        bil_value_fail(value, error, "there is no %s \"%.40s\" here; there %s.", what, text, list);
    } else {
        bil_value_fail(value, error, "there is no %s \"%.40s\" here; the nearest is \"%s\".", what, text, nearest);
    }
    return -1;
}

int bil_which_word(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error)
{
    if (value->type != BIL_STRING) {
        const char *example = "";
        for (int i = count - 1; i >= 0; i--) {
            example = can_be_meant(words[i]) ? words[i] : example;
        }
        bil_value_fail(value, error, "it must be %s %s as a word in quotation marks, such as \"%s\".",
                       strchr("aeiou", *what) ? "an" : "a", what, example);
        return -1;
    }
    return bil_which_text(value, value->string, words, count, what, error);
}

int bil_which_key(const struct bil_value *value, const char *const *words, int count, const char *what, struct bil_error *error)
{
    return bil_which_text(value, value->key, words, count, what, error);
}

/* ------------------------------------------------------------------ positions */

bool bil_position_viewer(const struct bil_value *value, int seats, int *viewer, uint8_t *kept, struct bil_error *error)
{
    *viewer = BIL_EVERYBODY;
    if (!value || value->type == BIL_NULL) {
        return true;
    }
    if (value->type == BIL_STRING && strcmp(value->string, "spectator") == 0) {
        *viewer = BIL_SPECTATOR;
        *kept = BIL_VIEW_OF_SPECTATOR;
        return true;
    }
    if (value->type != BIL_INTEGER || value->integer < 1 || value->integer > seats) {
        return bil_value_fail(value, error, "it must be a seat from 1 to %d, or \"spectator\".", seats);
    }
    *viewer = (int)value->integer - 1;
    *kept = (uint8_t)value->integer;
    return true;
}

void bil_position_viewer_write(int kept, struct bil_text *out)
{
    if (kept == BIL_VIEW_OF_SPECTATOR) {
        bil_json_string(out, "spectator");
    } else {
        bil_json_integer(out, kept);
    }
}
