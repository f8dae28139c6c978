/* Editions from files. Must never judge card values: the game's rules_init does. */
#include "billions/edition.h"

#include "table/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "table/file.h"

const struct bil_value *bil_edition_load(const char *path, bool *missing, struct bil_error *error)
{
    size_t length = 0;
    char *bytes = bil_file_read(path, &length, error);
    if (missing) {
        *missing = bytes == NULL;
    }
    if (!bytes) {
        return NULL;
    }
    const struct bil_value *edition = bil_json_read(bytes, length, path, error);
    free(bytes);
    if (edition && edition->type != BIL_OBJECT) {
        bil_fail(error, "%s is JSON, but no edition: an edition is one object, {\"format\": 1, \"game\": ...}.", path);
        bil_json_free(edition);
        return NULL;
    }
    return edition;
}

const struct bil_game *bil_edition_game(const struct bil_value *edition, const struct bil_game *expected, struct bil_error *error)
{
    int format = 0;
    const char *id = NULL;
    if (!bil_value_integer(edition, "format", 1, 1, &format, error) || !bil_value_string(edition, "game", &id, error)) {
        return NULL;
    }
    if (format == 0 || !id) {
        bil_fail(error, "The edition lacks \"%s\"; an edition begins {\"format\": 1, \"game\": \"%s\", ...}.",
                 format ? "game" : "format", expected ? expected->id : bil_games[0]->id);
        return NULL;
    }
    const struct bil_game *game = bil_game_find(id);
    if (!game) {
        bil_fail(error, "The edition is for the game \"%s\", which this program does not have.", id);
        return NULL;
    }
    if (expected && game != expected) {
        bil_fail(error, "The edition is for %s, not for %s.", game->title, expected->title);
        return NULL;
    }
    return game;
}

void bil_edition_hash(const struct bil_game *game, const void *rules, char hash[BIL_EDITION_HASH])
{
    struct bil_text text = {0};
    if (game->edition_json) {
        game->edition_json(rules, &text);
    }
    snprintf(hash, BIL_EDITION_HASH, "%016" PRIx64, bil_fnv(BIL_FNV, text.data, text.length));
    bil_text_free(&text);
}

void *bil_edition_rules(const struct bil_game *game, const struct bil_value *edition, struct bil_error *error)
{
    const struct bil_config config = {.seats = game->min_seats, .edition = edition};
    void *rules = bil_memory_zero(1, game->rules_size);
    if (game->rules_init(&config, rules, error)) {
        return rules;
    }
    free(rules);
    return NULL;
}
