/* What a match is made from. The block of options has first the settings, then their texts. Must never know a game. */
#include "table/settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "table/memory.h"

enum { NUMBER_LENGTH = 24 };

/* ------------------------------------------------------------------ the game */

static const struct bil_game *no_game(const char *trouble, const char *id, struct bil_error *error)
{
    struct bil_text names = {0};
    for (int i = 0; bil_games[i]; i++) {
        bil_text_format(&names, "%s%s", i > 0 ? ", " : "", bil_games[i]->id);
    }
    bil_fail(error, "%s%.60s%s; there are: %s.", trouble, id ? id : "", id ? "\"" : "", bil_text_string(&names));
    bil_text_free(&names);
    return NULL;
}

const struct bil_game *bil_game_named(const char *id, struct bil_error *error)
{
    const struct bil_game *game = bil_game_find(id);
    return game ? game : no_game("There is no game \"", id, error);
}

const struct bil_game *bil_game_read(const struct bil_value *document, struct bil_error *error)
{
    const char *id = NULL;
    if (!bil_value_string(document, "game", &id, error)) {
        return NULL;
    }
    if (!id) {
        return no_game("\"game\" is missing", NULL, error);
    }
    const struct bil_game *game = bil_game_named(id, error);
    return !game || strcmp(game->id, id) == 0 ? game : no_game("There is no game \"", id, error);
}

/* ------------------------------------------------------------------ options */

static char *keep_copy(char **room, const char *text)
{
    char *copy = *room;
    const size_t length = strlen(text) + 1;
    memcpy(copy, text, length);
    *room += length;
    return copy;
}

struct bil_setting *bil_settings_copy(const struct bil_setting *settings, int count)
{
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        length += strlen(settings[i].key) + strlen(settings[i].value) + 2;
    }
    const size_t head = (size_t)count * sizeof(struct bil_setting);
    char *block = bil_memory_zero(1, head + length);
    struct bil_setting *copy = (struct bil_setting *)(void *)block;
    char *room = block + head;
    for (int i = 0; i < count; i++) {
        copy[i].key = keep_copy(&room, settings[i].key);
        copy[i].value = keep_copy(&room, settings[i].value);
    }
    return copy;
}

/* A value as a person would set it: "on", "24". NULL and a sentence if it is neither word nor number, or no text where only texts
 * may be. */
static const char *setting_text(const struct bil_value *member, bool texts, char number[NUMBER_LENGTH], struct bil_error *error)
{
    char path[96];
    if (texts && member->type != BIL_STRING) {
        bil_fail(error, "\"%s\" must be a text.", bil_value_path(member, path, sizeof path));
        return NULL;
    }
    switch (member->type) {
    case BIL_STRING:
        return member->string;
    case BIL_INTEGER:
        snprintf(number, NUMBER_LENGTH, "%" PRId64, member->integer);
        return number;
    case BIL_TRUE:
        return "on";
    case BIL_FALSE:
        return "off";
    default:
        bil_fail(error, "%s must be a word, a number, true or false.", bil_value_path(member, path, sizeof path));
        return NULL;
    }
}

bool bil_settings_read(const struct bil_value *document, bool texts, struct bil_setting **settings, int *count,
                       struct bil_error *error)
{
    const struct bil_value *options = NULL;
    struct bil_setting setting[BIL_SETTINGS_MAX];
    char number[BIL_SETTINGS_MAX][NUMBER_LENGTH];
    int given = 0;
    *settings = NULL;
    *count = 0;
    if (!bil_value_object(document, "options", &options, error)) {
        return false;
    }
    for (const struct bil_value *member = options ? options->child : NULL; member; member = member->next) {
        if (given == BIL_SETTINGS_MAX) {
            return bil_fail(error, "options has more than %d members.", BIL_SETTINGS_MAX);
        }
        setting[given].key = member->key;
        setting[given].value = setting_text(member, texts, number[given], error);
        if (!setting[given++].value) {
            return false;
        }
    }
    *settings = options ? bil_settings_copy(setting, given) : NULL;
    *count = given;
    return true;
}
