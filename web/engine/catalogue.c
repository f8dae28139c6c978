/* What there is: games, options, bots, orders, the pages of the rules, editions. Must never say of a game what the game does not
 * say of itself. */
#include <stdlib.h>
#include <string.h>

#include "billions/edition.h"
#include "bridge.h"
#include "table/memory.h"
#include "table/messages/catalogue.h"
#include "table/settings.h"

bool web_games(const struct web_request *request)
{
    struct bil_text *out = request->out;
    bil_json_object(out);
    bil_json_key_string(out, "version", BILLIONS_VERSION);
    bil_catalogue(out, NULL);
    bil_json_object_end(out);
    return true;
}

/* ------------------------------------------------------------------ editions */

/* {"game"} or {"edition": a whole one}: {"game", "hash", "loaded", "edition"}, the edition as the engine understands it. A broken
 * one gives a sentence on what is wrong. */
bool web_edition(const struct web_request *request)
{
    const struct bil_value *edition = NULL;
    if (!bil_value_object(request->object, "edition", &edition, request->error)) {
        return false;
    }
    const struct bil_game *expected =
        bil_value_get(request->object, "game") || !edition ? bil_game_read(request->object, request->error) : NULL;
    if (!expected && (!edition || bil_value_get(request->object, "game"))) {
        return false;
    }
    const struct bil_game *game = edition ? bil_edition_game(edition, expected, request->error) : expected;
    void *rules = game ? bil_edition_rules(game, edition, request->error) : NULL;
    if (!rules) {
        return false;
    }
    struct bil_text text = {0};
    char hash[BIL_EDITION_HASH];
    bil_edition_hash(game, rules, hash);
    game->edition_json(rules, &text);
    bil_json_object(request->out);
    bil_json_key_string(request->out, "game", game->id);
    bil_json_key_string(request->out, "hash", hash);
    bil_json_key_bool(request->out, "loaded", edition != NULL);
    bil_json_key(request->out, "edition");
    bil_json_raw(request->out, bil_text_string(&text));
    bil_json_object_end(request->out);
    bil_text_free(&text);
    free(rules);
    return true;
}
