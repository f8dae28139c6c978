/* The messages of docs/protocol.md for a table of a page, as a server would send them: `table`, `entry`, `now`. So a page reads one
 * kind of message, wherever it plays.
 *
 * Must never tell a viewer what it may not know. */
#include <string.h>

#include "bridge.h"

enum { PROTOCOL = 1, LOG = 200 };

/* ------------------------------------------------------------------ entries */

static void write_entry(const struct web_game *game, int index, int viewer, bool message, struct bil_text *out)
{
    const struct bil_match *match = game->match;
    struct bil_log_line line = game->line[index];
    struct bil_text words = {0};
    struct bil_text over = {0};
    line.number = index + 1;
    if (line.kind == BIL_ENTRY_SEATED) {
        line.text = game->match->player[line.seat].name;
    } else if (line.kind == BIL_ENTRY_OVER && match->actor == BIL_OVER) { /* it may be taken back */
        bil_json_object(&over);
        bil_result_write(match, &over);
        bil_json_object_end(&over);
        line.text = over.data;
    } else if (line.kind == BIL_ENTRY_MOVE || line.kind == BIL_ENTRY_BEGAN) {
        web_find_events(match, &line);
    }
    bil_log_line_write(&line, match, viewer, message, &words, out);
    bil_text_free(&words);
    bil_text_free(&over);
}

/* ------------------------------------------------------------------ how things stand */

static const char *match_state_word(const struct bil_match *match)
{
    return match->actor == BIL_OVER ? "over" : "playing";
}

/* asked, view, clocks, state, orders: what `now` and `table` have in common. When the game is over nothing is hidden any more. */
static void write_standing(const struct web_game *game, int viewer, struct bil_text *out)
{
    const struct bil_match *match = game->match;
    bil_json_key(out, "asked");
    web_write_asked(game, -1, viewer, false, out);
    bil_json_key(out, "view");
    web_write_view(game, -1, match->actor == BIL_OVER ? BIL_EVERYBODY : viewer, out);
    bil_json_key(out, "clocks");
    bil_json_null(out);
    bil_json_key_string(out, "state", match_state_word(match));
    bil_json_key(out, "undo"); /* not the server's: whether there is something to take back without asking, alone at a table */
    const int target = viewer >= 0 ? bil_match_undo_target(match, viewer) : -1;
    if (target >= 0) {
        bil_json_object(out);
        bil_json_key_integer(out, "ply", target);
        bil_json_key_bool(out, "free", target >= bil_match_undo_horizon(match, viewer));
        bil_json_object_end(out);
    } else {
        bil_json_null(out);
    }
}

static void write_orders(const struct bil_match *match, int viewer, struct bil_text *out)
{
    bil_json_key_array(out, "orders");
    for (int o = 0; viewer >= 0 && o < match->order_count[viewer]; o++) {
        bil_json_string(out, match->order[viewer][o].words);
    }
    bil_json_array_end(out);
}

static void write_setup(const struct bil_match *match, struct bil_text *out)
{
    bil_json_object(out);
    bil_json_key_string(out, "game", match->game->id);
    bil_json_key_integer(out, "seats", match->config.seats);
    bil_json_key_object(out, "options");
    for (const struct bil_option *option = match->game->options; option->key; option++) {
        const char *value = option->initial;
        for (int i = 0; i < match->config.setting_count; i++) { /* set twice: the last one counts */
            const struct bil_setting *setting = &match->config.settings[i];
            value = strcmp(setting->key, option->key) == 0 ? setting->value : value;
        }
        bil_json_key_string(out, option->key, value);
    }
    bil_json_object_end(out);
    if (match->edition_loaded) {
        struct bil_text edition = {0};
        match->game->edition_json(match->rules, &edition);
        bil_json_key(out, "edition");
        bil_json_raw(out, bil_text_string(&edition));
        bil_text_free(&edition);
    }
    if (match->from_position) {
        bil_json_key_bool(out, "position", true);
    }
    bil_json_key_array(out, "bots");
    for (int seat = 0; seat < match->config.seats; seat++) {
        if (match->player[seat].bot) {
            bil_json_string(out, match->player[seat].bot->name);
        } else {
            bil_json_null(out);
        }
    }
    bil_json_array_end(out);
    bil_json_key(out, "pace");
    bil_json_raw(out, "{\"kind\":\"none\"}");
    bil_json_key_bool(out, "listed", false);
    bil_json_key_bool(out, "chat", false);
    bil_json_key_bool(out, "spectators", false);
    bil_json_key(out, "absent");
    bil_json_null(out);
    bil_json_key_string(out, "title", "");
    bil_json_object_end(out);
}

static void write_seats(const struct bil_match *match, struct bil_text *out)
{
    bil_json_key_array(out, "seats");
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_player *player = &match->player[seat];
        bil_json_object(out);
        bil_json_key_integer(out, "seat", seat + 1);
        bil_json_key_string(out, "kind", player->bot || player->stranger ? "bot" : "person");
        bil_json_key_string(out, "name", player->bot ? player->bot->name : player->name);
        if (!player->bot && !player->stranger) {
            bil_json_key_bool(out, "connected", true);
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

/* ------------------------------------------------------------------ what is asked for */

bool web_table(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    int viewer = BIL_SPECTATOR;
    if (!game || !web_viewer(request, game->match->config.seats, &viewer)) {
        return false;
    }
    struct bil_text *out = request->out;
    bil_json_object(out);
    bil_json_key_string(out, "type", "table");
    bil_json_key_integer(out, "protocol", PROTOCOL);
    bil_json_key_string(out, "table", "local");
    bil_json_key_integer(out, "number", game->lines);
    bil_json_key(out, "you");
    if (viewer >= 0) {
        bil_json_integer(out, viewer + 1);
    } else {
        bil_json_null(out);
    }
    bil_json_key(out, "setup");
    write_setup(game->match, out);
    write_seats(game->match, out);
    bil_json_key(out, "commitment");
    bil_json_null(out);
    write_orders(game->match, viewer, out);
    bil_json_key_array(out, "log");
    for (int i = game->lines > LOG ? game->lines - LOG : 0; i < game->lines; i++) {
        write_entry(game, i, viewer, false, out);
    }
    bil_json_array_end(out);
    write_standing(game, viewer, out);
    bil_json_object_end(out);
    return true;
}

/* "seen": the last entry that is known. A list: the entries behind it, then `now`. */
bool web_news(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    int viewer = BIL_SPECTATOR;
    int seen = 0;
    if (!game || !web_viewer(request, game->match->config.seats, &viewer) || !web_number(request, "seen", 0, game->lines, &seen)) {
        return false;
    }
    struct bil_text *out = request->out;
    bil_json_array(out);
    for (int i = seen; i < game->lines; i++) {
        write_entry(game, i, viewer, true, out);
    }
    bil_json_object(out);
    bil_json_key_string(out, "type", "now");
    bil_json_key_integer(out, "number", game->lines);
    write_orders(game->match, viewer, out);
    write_standing(game, viewer, out);
    bil_json_object_end(out);
    bil_json_array_end(out);
    return true;
}
