/* Setups of tables: JSON in, JSON out. See setup.h. Must never let a table begin to be made that could not begin to be played. */
#include "server/tables/setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/edition.h"
#include "billions/json.h"
#include "billions/match.h"
#include "billions/position.h"
#include "server/tables/names.h"
#include "table/settings.h"

enum { SECOND = 1000, HOUR = 3600 * SECOND, DAY = 24 * HOUR };
enum { USUAL_SEATS = 3, USUAL_MOVE = 60, USUAL_BANK = 300, USUAL_WINDOW = 20, USUAL_DAYS = 3, USUAL_HOURS = 24 };
enum { MOST_MOVE = 3600, MOST_BANK = 24 * 3600, MOST_WINDOW = 600, MOST_DAYS = 60, MOST_HOURS = 30 * 24, NUMBER = 24 };

static const char *const pace_names[] = {[BIL_PACE_NONE] = "none", [BIL_PACE_LIVE] = "live", [BIL_PACE_DAYS] = "days"};

/* ------------------------------------------------------------------ reading, member by member */

bool bil_setup_bot(const char *name, const struct bil_game *game, struct bil_error *error)
{
    static const char person[] = ":person=";
    const struct bil_bot *bot = bil_bot_find(name, error);
    const size_t level = strcspn(name, ":");
    if (!bot || (game && !bil_bot_plays(bot, game, error))) {
        return false;
    }
    /* Who makes a table decides how its bots play and who they are, not how long the server's processors work for it. */
    const bool plain = !name[level] || (strncmp(name + level, person, sizeof person - 1) == 0 && !strchr(name + level + 1, ':'));
    return (plain && !(level == strlen("search") && memcmp(name, "search", level) == 0)) ||
           bil_fail(error,
                    "\"%.40s\" has settings of its own; here only the levels are to be had, and who it is, as \"hard\" or "
                    "\"hard%s%s\".",
                    name, person, game && bil_persons_of(game) ? bil_persons_of(game)[0].id : "...");
}

static bool read_bot(const struct bil_value *name, const char *what, const struct bil_game *game, char bot[BIL_SETUP_BOT],
                     struct bil_error *error)
{
    struct bil_error inner = {{0}};
    if (!name || name->type != BIL_STRING) {
        return bil_fail(error, "%s must be the name of a bot, as \"greedy\".", what);
    }
    if (strlen(name->string) >= BIL_SETUP_BOT) {
        return bil_fail(error, "%s is longer than %d letters.", what, BIL_SETUP_BOT - 1);
    }
    if (!bil_setup_bot(name->string, game, &inner)) {
        return bil_fail(error, "%s: %s", what, inner.text);
    }
    snprintf(bot, BIL_SETUP_BOT, "%s", name->string);
    return true;
}

static bool read_bots(const struct bil_value *object, struct bil_table_setup *out, struct bil_error *error)
{
    const struct bil_value *bots = NULL;
    const struct bil_value *absent = NULL;
    if (!bil_value_array(object, "bots", &bots, error)) {
        return false;
    }
    if (bots && bots->count != out->seats) {
        return bil_fail(error, "\"bots\" must name each of the %d seats, null for a person; it has %d members.", out->seats,
                        bots->count);
    }
    int seat = 0;
    for (const struct bil_value *bot = bots ? bots->child : NULL; bot; bot = bot->next, seat++) {
        char what[32];
        snprintf(what, sizeof what, "\"bots[%d]\"", seat);
        if (bot->type != BIL_NULL && !read_bot(bot, what, out->game, out->bot[seat], error)) {
            return false;
        }
    }
    const struct bil_value *member = bil_value_get(object, "absent");
    static const char *const keys[] = {"bot", NULL};
    if (member && member->type == BIL_NULL) {
        return true;
    }
    if (!bil_value_object(object, "absent", &absent, error) || !bil_value_known(absent, keys, error)) {
        return false;
    }
    return !absent || read_bot(bil_value_get(absent, "bot"), "\"absent.bot\"", out->game, out->absent, error);
}

static bool read_pace(const struct bil_value *object, struct bil_table_setup *out, struct bil_error *error)
{
    static const char *const keys[][5] = {
        [BIL_PACE_NONE] = {"kind", NULL},
        [BIL_PACE_LIVE] = {"kind", "move", "bank", "window", NULL},
        [BIL_PACE_DAYS] = {"kind", "days", "window_hours", NULL},
    };
    const struct bil_value *pace = NULL;
    const char *kind = "none";
    int move = USUAL_MOVE, bank = USUAL_BANK, window = USUAL_WINDOW, days = USUAL_DAYS, hours = USUAL_HOURS;
    if (!bil_value_object(object, "pace", &pace, error) || !bil_value_string(pace, "kind", &kind, error)) {
        return false;
    }
    int number = BIL_PACE_DAYS;
    while (number >= 0 && strcmp(pace_names[number], kind) != 0) {
        number--;
    }
    if (number < 0 || (pace && !bil_value_get(pace, "kind"))) {
        return bil_fail(error, "\"pace.kind\" must be \"none\", \"live\" or \"days\".");
    }
    out->pace = (enum bil_pace)number;
    if ((pace && !bil_value_known(pace, keys[number], error)) || !bil_value_integer(pace, "move", 1, MOST_MOVE, &move, error) ||
        !bil_value_integer(pace, "bank", 0, MOST_BANK, &bank, error) ||
        !bil_value_integer(pace, "window", 2, MOST_WINDOW, &window, error) ||
        !bil_value_integer(pace, "days", 1, MOST_DAYS, &days, error) ||
        !bil_value_integer(pace, "window_hours", 1, MOST_HOURS, &hours, error)) {
        return false;
    }
    const bool live = out->pace == BIL_PACE_LIVE;
    const bool slow = out->pace == BIL_PACE_DAYS;
    out->move = live ? (int64_t)move * SECOND : slow ? (int64_t)days * DAY : 0;
    out->bank = live ? (int64_t)bank * SECOND : 0;
    out->window = live ? (int64_t)window * SECOND : slow ? (int64_t)hours * HOUR : 0;
    return true;
}

/* ------------------------------------------------------------------ the rules, the position */

/* By which revision of the rules a stored table is played. The first servers wrote none, when every game had only one. */
static bool read_revision(const struct bil_value *object, bool request, struct bil_table_setup *out, struct bil_error *error)
{
    out->revision = request ? out->game->revision : 1;
    return request || bil_value_integer(object, "revision", 1, out->game->revision, &out->revision, error);
}

/* Makes what the match would be made of, and throws it away. */
static bool can_begin(struct bil_table_setup *setup, struct bil_error *error)
{
    struct bil_match_setup match = {.game = setup->game,
                                    .config = {.seats = setup->seats,
                                               .revision = setup->revision,
                                               .settings = setup->settings,
                                               .setting_count = setup->setting_count,
                                               .edition = setup->edition},
                                    .position = setup->position};
    struct bil_error inner = {{0}};
    struct bil_match *made = bil_match_new(&match, &inner);
    if (!made) {
        return bil_fail(error, "%s%s", setup->position ? "\"position\": " : "", inner.text);
    }
    const bool hides = made->from_view;
    const int seats = made->config.seats;
    const bool over = made->actor == BIL_OVER;
    bil_match_free(made);
    if (hides) {
        return bil_fail(error, "\"position\" hides cards: a table begins only from a whole position, without \"?\".");
    }
    if (seats != setup->seats) {
        return bil_fail(error, "\"position\" is for %d seats, \"seats\" says %d.", seats, setup->seats);
    }
    return !over || bil_fail(error, "\"position\" is the end of a game; there is nothing to play.");
}

static bool read_documents(const struct bil_value *object, bool request, struct bil_table_setup *out, struct bil_error *error)
{
    if (!bil_value_object(object, "edition", &out->edition, error) ||
        !bil_value_object(object, "position", &out->position, error)) {
        return false;
    }
    if (out->edition && !bil_edition_game(out->edition, out->game, error)) {
        return false;
    }
    if (out->position && (out->edition || out->setting_count > 0)) {
        return bil_fail(error, "With a \"position\" its own options and edition count; leave \"options\" and \"edition\" out.");
    }
    return !request || can_begin(out, error); /* what the store gives back was looked at when it was asked for */
}

static bool read_rest(const struct bil_value *object, bool request, struct bil_table_setup *out, struct bil_error *error)
{
    const char *title = "";
    if (!bil_value_bool(object, "quick", &out->quick, error) || !bil_value_bool(object, "listed", &out->listed, error) ||
        !bil_value_bool(object, "chat", &out->chat, error) || !bil_value_bool(object, "spectators", &out->spectators, error) ||
        !bil_value_bool(object, "screen", &out->screen, error) || !bil_value_string(object, "title", &title, error)) {
        return false;
    }
    if (*title && request && !bil_name_decent(title, BIL_SETUP_TITLE - 1)) { /* the store may hold one from before */
        return bil_fail(error, "The name of a table has up to %d letters" BIL_NAME_RULE, BIL_SETUP_TITLE - 1);
    }
    snprintf(out->title, sizeof out->title, "%s", title);
    return true;
}

static bool read_members(const struct bil_value *object, bool request, struct bil_table_setup *out, struct bil_error *error)
{
    static const char *const keys[] = {"game", "seats",  "options",      "edition",    "position", "bots",
                                       "pace", "listed", "chat",         "spectators", "title",    "absent",
                                       "name", "seat",   "contribution", "screen",     NULL};
    static const char *const own[] = {"game", "seats",      "options", "edition", "position", "bots",  "pace",   "listed",
                                      "chat", "spectators", "title",   "absent",  "revision", "quick", "screen", NULL};
    if (object->type != BIL_OBJECT) {
        return bil_fail(error, "A table is asked for with one JSON object, {\"game\": \"%s\", ...}.", bil_games[0]->id);
    }
    out->game = bil_value_known(object, request ? keys : own, error) ? bil_game_read(object, error) : NULL;
    if (!out->game || !read_revision(object, request, out, error)) {
        return false;
    }
    const struct bil_game *game = out->game;
    out->seats = USUAL_SEATS < game->min_seats ? game->min_seats : USUAL_SEATS > game->max_seats ? game->max_seats : USUAL_SEATS;
    bil_value_integer(bil_value_get(object, "position"), "seats", game->min_seats, game->max_seats, &out->seats, NULL);
    return bil_value_integer(object, "seats", game->min_seats, game->max_seats, &out->seats, error) &&
           bil_settings_read(object, true, &out->settings, &out->setting_count, error) && read_bots(object, out, error) &&
           read_pace(object, out, error) && read_rest(object, request, out, error) && read_documents(object, request, out, error);
}

bool bil_setup_read(const char *json, size_t length, bool request, struct bil_table_setup *out, struct bil_error *error)
{
    *out = (struct bil_table_setup){.chat = true, .spectators = true};
    if (length > BIL_SETUP_MORE_BYTES && request) {
        return bil_fail(error, "The request is longer than %d KiB.", BIL_SETUP_MORE_BYTES / 1024);
    }
    out->document = bil_json_read(json, length, "The request", error);
    if (!out->document) {
        return false;
    }
    const bool more = bil_value_get(out->document, "edition") || bil_value_get(out->document, "position");
    if (request && length > BIL_SETUP_BYTES && !more) {
        bil_fail(error, "The request is longer than %d KiB; only an edition or a position may make it so.", BIL_SETUP_BYTES / 1024);
    } else if (read_members(out->document, request, out, error)) {
        return true;
    }
    bil_setup_free(out);
    return false;
}

void bil_setup_free(struct bil_table_setup *setup)
{
    free(setup->settings);
    bil_json_free(setup->document);
    *setup = (struct bil_table_setup){0};
}

/* ------------------------------------------------------------------ writing */

static void write_pace(const struct bil_table_setup *setup, struct bil_text *out)
{
    bil_json_key_object(out, "pace");
    bil_json_key_string(out, "kind", pace_names[setup->pace]);
    if (setup->pace == BIL_PACE_LIVE) {
        bil_json_key_integer(out, "move", setup->move / SECOND);
        bil_json_key_integer(out, "bank", setup->bank / SECOND);
        bil_json_key_integer(out, "window", setup->window / SECOND);
    } else if (setup->pace == BIL_PACE_DAYS) {
        bil_json_key_integer(out, "days", setup->move / DAY);
        bil_json_key_integer(out, "window_hours", setup->window / HOUR);
    }
    bil_json_object_end(out);
}

/* With a position its options count: they are shown, but not said twice to anyone who reads it back. */
static void write_options(const struct bil_table_setup *setup, enum bil_setup_part part, struct bil_text *out)
{
    const struct bil_value *there = bil_value_get(setup->position, "options");
    if (setup->position && part == BIL_SETUP_WHOLE) {
        return;
    }
    bil_json_key(out, "options");
    if (there) {
        bil_json_value(there, out);
        return;
    }
    bil_json_object(out);
    for (const struct bil_option *option = setup->game->options; option->key; option++) {
        const char *value = option->initial;
        for (int i = 0; i < setup->setting_count; i++) {
            value = strcmp(setup->settings[i].key, option->key) == 0 ? setup->settings[i].value : value;
        }
        bil_json_key_string(out, option->key, value);
    }
    bil_json_object_end(out);
}

/* Only where it is so: what an older server has stored says nothing of it. */
static void write_quick(const struct bil_table_setup *setup, struct bil_text *out)
{
    if (setup->quick) {
        bil_json_key_bool(out, "quick", true);
    }
}

void bil_setup_write(const struct bil_table_setup *setup, enum bil_setup_part part, struct bil_text *out)
{
    bil_json_object(out);
    bil_json_key_string(out, "game", setup->game->id);
    if (part == BIL_SETUP_WHOLE) {
        bil_json_key_integer(out, "revision", setup->revision);
    }
    bil_json_key_integer(out, "seats", setup->seats);
    bil_json_key_string(out, "title", setup->title);
    bil_json_key_bool(out, "listed", setup->listed);
    bil_json_key_bool(out, "chat", setup->chat);
    bil_json_key_bool(out, "spectators", setup->spectators);
    write_quick(setup, out);
    if (setup->screen) { /* only then: what is written of all other tables stays readable by the program before */
        bil_json_key_bool(out, "screen", true);
    }
    write_pace(setup, out);
    bil_json_key_array(out, "bots");
    for (int seat = 0; seat < setup->seats; seat++) {
        if (setup->bot[seat][0]) {
            bil_json_string(out, setup->bot[seat]);
        } else {
            bil_json_null(out);
        }
    }
    bil_json_array_end(out);
    bil_json_key(out, "absent");
    if (setup->absent[0]) {
        bil_json_object(out);
        bil_json_key_string(out, "bot", setup->absent);
        bil_json_object_end(out);
    } else {
        bil_json_null(out);
    }
    write_options(setup, part, out);
    if (setup->edition) {
        bil_json_key(out, "edition");
        bil_json_value(setup->edition, out);
    }
    if (setup->position) {
        bil_json_key(out, "position");
        if (part == BIL_SETUP_WHOLE) {
            bil_json_value(setup->position, out);
        } else {
            bil_json_bool(out, true);
        }
    }
    bil_json_object_end(out);
}

void bil_setup_write_card(const struct bil_table_setup *setup, struct bil_text *out)
{
    bil_json_object(out);
    bil_json_key_string(out, "title", setup->title);
    bil_json_key_string(out, "game", setup->game->id);
    write_quick(setup, out);
    write_pace(setup, out);
    bil_json_object_end(out);
}

int64_t bil_setup_bot_time(const char *name)
{
    const struct bil_bot *bot = name[0] ? bil_bot_find(name, NULL) : NULL;
    for (int i = 0; bot && bot->params && bot->params[i].key; i++) {
        if (strcmp(bot->params[i].key, "ms") == 0) {
            return (int64_t)bot->param[i];
        }
    }
    return 0;
}
