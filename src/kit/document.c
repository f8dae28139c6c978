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

/* ------------------------------------------------------------------ editions */

bool bil_edition_begin(const struct bil_value *edition, const char *id, struct bil_error *error)
{
    int format = 1;
    const char *game = id;
    if (edition->type != BIL_OBJECT) {
        return bil_fail(error, "An edition is an object in { }, with \"format\": 1 and \"game\": \"%s\".", id);
    }
    if (!bil_value_integer(edition, "format", 1, 1, &format, error) || !bil_value_string(edition, "game", &game, error)) {
        return false;
    }
    if (strcmp(game, id) != 0) {
        return bil_value_fail(bil_value_get(edition, "game"), error, "this edition is for the game \"%.40s\", not for %s.", game,
                              id);
    }
    return true;
}

static bool read_text(const struct bil_value *edition, const char *key, char *out, size_t size, struct bil_error *error)
{
    const char *text = NULL;
    if (!bil_value_string(edition, key, &text, error)) {
        return false;
    }
    if (text && strlen(text) >= size) {
        return bil_value_fail(bil_value_get(edition, key), error, "it may have at most %d bytes.", (int)size - 1);
    }
    if (text) {
        memset(out, 0, size);
        memcpy(out, text, strlen(text));
    }
    return true;
}

bool bil_edition_names(const struct bil_value *edition, char *name, size_t name_size, char *note, size_t note_size,
                       struct bil_error *error)
{
    return read_text(edition, "name", name, name_size, error) && read_text(edition, "note", note, note_size, error);
}

bool bil_edition_changed(const struct bil_value *edition, const void *compiled, const void *rules, size_t size, char *name,
                         size_t name_size)
{
    const bool changed = memcmp(compiled, rules, size) != 0;
    if (changed && !bil_value_get(edition, "name")) {
        memset(name, 0, name_size);
        (void)snprintf(name, name_size, "unnamed edition");
    }
    return changed;
}

bool bil_edition_deviates(const struct bil_value *edition, const char *const *keys, int count, const void *rules,
                          bool (*deviates)(const void *rules, int deviation, char *sentence), struct bil_error *error)
{
    const struct bil_value *list = NULL;
    uint32_t declared = 0;
    if (!bil_value_array(edition, "deviations", &list, error)) {
        return false;
    }
    for (const struct bil_value *value = list ? list->child : NULL; value; value = value->next) {
        const int which = bil_which_word(value, keys, count, "deviation", error);
        if (which < 0) {
            return false;
        }
        declared |= 1U << which;
    }
    for (int d = 0; d < count; d++) {
        char sentence[BIL_DEVIATION];
        if (deviates(rules, d, sentence) && !(declared >> d & 1U)) {
            return bil_fail(error, "The edition is not the printed one: %s. If that is meant, list \"%s\" in \"deviations\".",
                            sentence, keys[d]);
        }
    }
    return true;
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
