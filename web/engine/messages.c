/* The messages of docs/protocol.md for a table of a page, as a server would send them: `table`, `entry`, `now`. So a page reads one
 * kind of message, wherever it plays.
 *
 * Must never tell a viewer what it may not know. */
#include <string.h>

#include "bridge.h"
#include "kit/notation.h"

enum { PROTOCOL = 1, LOG = 200 };

static const char *const kinds[] = {"seated", "began", "move", "undo", "over"};
static const char *const ways[] = {"person", "order", "bot"};

/* ------------------------------------------------------------------ entries */

static void write_over(const struct bil_match *match, struct bil_text *out)
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    const void *state = bil_match_state(match, -1);
    const int decided = match->game->rank(match->rules, state, place);
    bil_json_object(out);
    bil_json_key(out, "places");
    bil_json_array(out);
    for (int seat = 0; seat < match->config.seats; seat++) {
        bil_json_integer(out, place[seat]);
    }
    bil_json_array_end(out);
    bil_json_key(out, "points");
    bil_json_array(out);
    for (int seat = 0; seat < match->config.seats; seat++) {
        struct bil_score score = {0};
        match->game->score(match->rules, state, seat, &score);
        bil_json_integer(out, score.total);
    }
    bil_json_array_end(out);
    bil_json_key(out, "decided");
    if (decided >= 0) {
        bil_json_string(out, match->game->tie_breaks[decided]);
    } else {
        bil_json_null(out);
    }
    bil_json_object_end(out);
}

/* The move and what it brought about, also when it was taken back since. */
static void write_move(const struct bil_match *match, const struct web_entry *entry, int viewer, struct bil_text *out)
{
    const struct web_past *past = entry->past;
    struct bil_text move = {0};
    if (past) {
        bil_move_text(match->game, match->rules, past->state, past->move, viewer, &move);
    } else {
        bil_match_decision_text(match, entry->ply, viewer, &move);
    }
    web_key_text(out, "move", &move);
    bil_text_free(&move);
    bil_json_key(out, "events");
    if (!past) {
        web_write_events(match, entry->ply, entry->until, viewer, out);
        return;
    }
    bil_json_array(out);
    for (int i = 0; i < past->count; i++) {
        web_write_event(match, &past->event[i], viewer, out);
    }
    bil_json_array_end(out);
}

static void write_entry(const struct web_game *game, int index, int viewer, bool message, struct bil_text *out)
{
    const struct bil_match *match = game->match;
    const struct web_entry *entry = &game->entry[index];
    bil_json_object(out);
    if (message) {
        bil_json_key_string(out, "type", "entry");
    }
    bil_json_key_integer(out, "number", index + 1);
    bil_json_key_string(out, "kind", kinds[entry->kind]);
    bil_json_key_integer(out, "seat", entry->seat + 1);
    bil_json_key_integer(out, "time", entry->time);
    switch (entry->kind) {
    case WEB_SEATED:
        bil_json_key_string(out, "name", match->player[entry->seat].name);
        break;
    case WEB_BEGAN:
        bil_json_key(out, "events");
        web_write_events(match, -1, entry->until, viewer, out);
        break;
    case WEB_MOVE:
        bil_json_key_string(out, "how", ways[entry->how]);
        bil_json_key_integer(out, "ply", entry->ply);
        bil_json_key_integer(out, "until", entry->until);
        write_move(match, entry, viewer, out);
        break;
    case WEB_UNDO:
        bil_json_key_integer(out, "to", entry->ply);
        break;
    case WEB_OVER:
        if (match->actor == BIL_OVER) {
            bil_json_key(out, "over");
            write_over(match, out);
        }
        break;
    }
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ how things stand */

static const char *state_of(const struct bil_match *match)
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
    bil_json_key_string(out, "state", state_of(match));
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
    bil_json_key(out, "orders");
    bil_json_array(out);
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
    bil_json_key(out, "options");
    bil_json_object(out);
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
    bil_json_key(out, "bots");
    bil_json_array(out);
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
    bil_json_key(out, "seats");
    bil_json_array(out);
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

bool web_table(const struct web_question *question)
{
    const struct web_game *game = web_find(question);
    int viewer = BIL_SPECTATOR;
    if (!game || !web_viewer(question, game->match->config.seats, &viewer)) {
        return false;
    }
    struct bil_text *out = question->out;
    bil_json_object(out);
    bil_json_key_string(out, "type", "table");
    bil_json_key_integer(out, "protocol", PROTOCOL);
    bil_json_key_string(out, "table", "local");
    bil_json_key_integer(out, "number", game->entries);
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
    bil_json_key(out, "log");
    bil_json_array(out);
    for (int i = game->entries > LOG ? game->entries - LOG : 0; i < game->entries; i++) {
        write_entry(game, i, viewer, false, out);
    }
    bil_json_array_end(out);
    write_standing(game, viewer, out);
    bil_json_object_end(out);
    return true;
}

/* "seen": the last entry that is known. A list: the entries behind it, then `now`. */
bool web_news(const struct web_question *question)
{
    const struct web_game *game = web_find(question);
    int viewer = BIL_SPECTATOR;
    int seen = 0;
    if (!game || !web_viewer(question, game->match->config.seats, &viewer) ||
        !web_number(question, "seen", 0, game->entries, &seen)) {
        return false;
    }
    struct bil_text *out = question->out;
    bil_json_array(out);
    for (int i = seen; i < game->entries; i++) {
        write_entry(game, i, viewer, true, out);
    }
    bil_json_object(out);
    bil_json_key_string(out, "type", "now");
    bil_json_key_integer(out, "number", game->entries);
    write_orders(game->match, viewer, out);
    write_standing(game, viewer, out);
    bil_json_object_end(out);
    bil_json_array_end(out);
    return true;
}
