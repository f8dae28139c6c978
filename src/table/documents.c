/* The envelopes of documents: editions and positions. Must never look into what is the game's own; the game's rules_init judges
 * card values. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "billions/position.h"
#include "kit/fields.h"
#include "table/file.h"
#include "table/memory.h"
#include "table/settings.h"

/* The game that a document says it is for. */
static const struct bil_game *read_game(const struct bil_value *document, const char *what, const char *one, const char *of,
                                        const struct bil_game *expected, struct bil_error *error)
{
    int format = 0;
    const char *id = NULL;
    if (!bil_value_integer(document, "format", 1, 1, &format, error) || !bil_value_string(document, "game", &id, error)) {
        return NULL;
    }
    if (format == 0 || !id) {
        bil_fail(error, "The %s lacks \"%s\"; %s begins {\"format\": 1, \"game\": \"%s\", ...}.", what, format ? "game" : "format",
                 one, expected ? expected->id : bil_games[0]->id);
        return NULL;
    }
    const struct bil_game *game = bil_game_find(id);
    if (!game) {
        bil_fail(error, "The %s is %s the game \"%s\", which this program does not have.", what, of, id);
        return NULL;
    }
    if (expected && game != expected) {
        bil_fail(error, "The %s is %s %s, not %s %s.", what, of, game->title, of, expected->title);
        return NULL;
    }
    return game;
}

/* ------------------------------------------------------------------ editions */

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
    return read_game(edition, "edition", "an edition", "for", expected, error);
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

/* ------------------------------------------------------------------ positions, read */

/* Takes the options of the document, or those of the fallback if it has none. */
static bool read_settings(const struct bil_value *document, const struct bil_config *fallback, struct bil_position *out,
                          struct bil_error *error)
{
    if (!bil_settings_read(document, false, &out->settings, &out->config.setting_count, error)) {
        return false;
    }
    if (!out->settings) {
        out->settings = bil_settings_copy(fallback->settings, fallback->setting_count);
        out->config.setting_count = fallback->setting_count;
    }
    out->config.settings = out->settings;
    return true;
}

/* Finds which edition is meant: an object, a hash (returned in *hash), or the one at hand. */
static bool read_edition(const struct bil_value *document, const struct bil_config *fallback, struct bil_position *out,
                         const char **hash, struct bil_error *error)
{
    const struct bil_value *edition = bil_value_get(document, "edition");
    out->config.edition = fallback->edition;
    if (edition && edition->type == BIL_OBJECT) {
        out->config.edition = edition;
        if (!bil_edition_game(edition, out->game, error)) {
            return false;
        }
    } else if (edition && !bil_value_string(document, "edition", hash, error)) {
        return bil_fail(error, "edition must be an object (a whole edition) or a text (the hash of the edition at hand).");
    }
    out->edition_loaded = out->config.edition != NULL;
    return true;
}

static bool read_envelope(const struct bil_value *document, const struct bil_game *game, const struct bil_config *fallback,
                          struct bil_position *out, struct bil_error *error)
{
    const char *hash = NULL;
    if (document->type != BIL_OBJECT) {
        return bil_fail(error, "A position is one JSON object, {\"format\": 1, \"game\": ...}.");
    }
    out->game = read_game(document, "position", "a position", "of", game, error);
    if (!out->game) {
        return false;
    }
    out->config.revision = fallback->revision ? fallback->revision : out->game->revision;
    out->config.seats = fallback->seats;
    if (!bil_value_integer(document, "seats", out->game->min_seats, out->game->max_seats, &out->config.seats, error)) {
        return false;
    }
    if (out->config.seats == 0) {
        return bil_fail(error, "The position lacks \"seats\", a number from %d to %d.", out->game->min_seats, out->game->max_seats);
    }
    if (!read_settings(document, fallback, out, error) || !read_edition(document, fallback, out, &hash, error)) {
        return false;
    }
    out->rules = bil_memory_zero(1, out->game->rules_size);
    out->state = bil_memory_zero(1, out->game->state_size);
    if (!out->game->rules_init(&out->config, out->rules, error)) {
        return false;
    }
    out->config.edition = NULL;
    bil_edition_hash(out->game, out->rules, out->edition);
    if (hash && strcmp(hash, out->edition) != 0) {
        return bil_fail(error,
                        "The position was written with edition %.40s; here is edition %s. Load the right one with --edition.", hash,
                        out->edition);
    }
    if (!out->game->position) {
        return bil_fail(error, "%s has no positions.", out->game->title);
    }
    return bil_members_read(out->game, out->rules, document, out->state, error);
}

bool bil_position_read(const struct bil_value *document, const struct bil_game *game, const struct bil_config *fallback,
                       struct bil_position *out, struct bil_error *error)
{
    static const struct bil_config nothing = {0};
    *out = (struct bil_position){0};
    if (read_envelope(document, game, fallback ? fallback : &nothing, out, error)) {
        return true;
    }
    bil_position_free(out);
    return false;
}

void bil_position_free(struct bil_position *position)
{
    free(position->rules);
    free(position->state);
    free(position->settings);
    *position = (struct bil_position){0};
}

bool bil_position_load(const char *path, const struct bil_game *game, const struct bil_config *fallback, struct bil_position *out,
                       bool *missing, struct bil_error *error)
{
    size_t length = 0;
    char *bytes = bil_file_read(path, &length, error);
    *missing = bytes == NULL;
    if (!bytes) {
        return false;
    }
    const struct bil_value *document = bil_json_read(bytes, length, path, error);
    free(bytes);
    if (!document) {
        return false;
    }
    struct bil_error inner = {{0}};
    const bool fine = bil_position_read(document, game, fallback, out, &inner);
    bil_json_free(document);
    return fine || bil_fail(error, "%s: %s", path, inner.text);
}

/* ------------------------------------------------------------------ and written */

void bil_options_write(const struct bil_config *config, struct bil_text *out)
{
    bil_json_key_object(out, "options");
    for (int i = 0; i < config->setting_count; i++) {
        bool again = false; /* set twice: the last one counts */
        for (int j = i + 1; j < config->setting_count; j++) {
            again = again || strcmp(config->settings[i].key, config->settings[j].key) == 0;
        }
        if (!again) {
            bil_json_key_string(out, config->settings[i].key, config->settings[i].value);
        }
    }
    bil_json_object_end(out);
}

void bil_position_write(const struct bil_game *game, const struct bil_config *config, const void *rules, const char *edition,
                        const void *state, struct bil_text *out)
{
    bil_json_object(out);
    bil_json_key_integer(out, "format", 1);
    bil_json_key_string(out, "game", game->id);
    bil_json_key_integer(out, "seats", config->seats);
    bil_options_write(config, out);
    bil_json_key(out, "edition");
    if (edition) {
        bil_json_string(out, edition);
    } else {
        struct bil_text whole = {0};
        game->edition_json(rules, &whole);
        bil_json_raw(out, bil_text_string(&whole));
        bil_text_free(&whole);
    }
    if (game->position) {
        bil_members_write(game, rules, state, out);
    }
    bil_json_object_end(out);
}
