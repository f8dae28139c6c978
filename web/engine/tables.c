/* Tables of a page: making them, reading records, playing, taking back, orders; and the list of what happened at each, as a server
 * would keep it.
 *
 * Must never play for a seat that is not asked. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/edition.h"
#include "billions/record.h"
#include "bridge.h"
#include "table/memory.h"
#include "table/settings.h"

enum { TABLES = 64, NUMBER_LENGTH = 24 };

static struct web_game *tables[TABLES]; /* number n lies at n - 1 */

/* ------------------------------------------------------------------ the list of tables */

struct web_game *web_find(const struct web_request *request)
{
    int number = 0;
    if (!web_number(request, "match", 1, TABLES, &number)) {
        return NULL;
    }
    if (!tables[number - 1]) {
        bil_fail(request->error, "There is no match %d (any more).", number);
    }
    return tables[number - 1];
}

static void free_game(struct web_game *game)
{
    bil_match_free(game->match);
    for (int i = 0; i < game->lines; i++) {
        free(game->line[i].back);
    }
    free(game->line);
    free(game);
}

/* Puts a match on the list and answers with its number, which was nobody's for as long as can be; takes it over in any case. */
static struct web_game *add_table(const struct web_request *request, struct bil_match *match)
{
    static int last = TABLES - 1;
    for (int i = 0; i < TABLES; i++) {
        last = (last + 1) % TABLES;
        if (!tables[last]) {
            struct web_game *game = bil_memory_zero(1, sizeof *game);
            game->match = match;
            tables[last] = game;
            bil_json_key_integer(request->out, "match", last + 1);
            return game;
        }
    }
    bil_match_free(match);
    bil_fail(request->error, "There are %d matches already; free one first.", TABLES);
    return NULL;
}

bool web_free(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    for (int i = 0; game && i < TABLES; i++) {
        if (tables[i] == game) {
            free_game(tables[i]);
            tables[i] = NULL;
        }
    }
    bil_json_bool(request->out, true);
    return game != NULL;
}

/* ------------------------------------------------------------------ what happened */

static void add_entry(struct web_game *game, struct bil_log_line entry)
{
    game->line = bil_memory_grow(game->line, (size_t)game->lines + 1, sizeof *game->line);
    game->line[game->lines++] = entry;
}

/* Entries for the decisions from `ply` on; `asked` is whether the first of them was put to a person or a bot, even if there was but
 * one answer. What is forced goes with the entry before it. */
static void add_moves(struct web_game *game, int ply, bool asked, int64_t time)
{
    const struct bil_match *match = game->match;
    for (int p = ply; p < match->ply; p++) {
        const struct bil_decision *decision = &match->decision[p];
        if (decision->forced && !decision->ordered && !(asked && p == ply)) {
            game->line[game->lines - 1].until = p + 1;
            continue;
        }
        struct bil_log_line entry = {.kind = BIL_ENTRY_MOVE, .seat = decision->seat, .ply = p, .until = p + 1, .time = time};
        entry.how = decision->ordered ? BIL_HOW_ORDER : match->player[decision->seat].bot ? BIL_HOW_BOT : BIL_HOW_PERSON;
        add_entry(game, entry);
    }
    if (match->actor == BIL_OVER && game->line[game->lines - 1].kind != BIL_ENTRY_OVER) {
        add_entry(game, (struct bil_log_line){.kind = BIL_ENTRY_OVER, .seat = -1, .time = time});
    }
}

static void begin_entries(struct web_game *game, int64_t time)
{
    for (int seat = 0; seat < game->match->config.seats; seat++) {
        if (!game->match->player[seat].bot) {
            add_entry(game, (struct bil_log_line){.kind = BIL_ENTRY_SEATED, .seat = (int8_t)seat, .time = time});
        }
    }
    add_entry(game, (struct bil_log_line){.kind = BIL_ENTRY_BEGAN, .seat = -1, .time = time});
    add_moves(game, 0, false, time);
}

/* They lie in the order of plies: the first one behind a ply. */
static int first_event_after(const struct bil_match *match, int ply)
{
    int low = 0;
    int high = match->event_count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (match->event[middle].ply > ply) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

void web_find_events(const struct bil_match *match, struct bil_log_line *line)
{
    line->event_from = line->kind == BIL_ENTRY_BEGAN ? 0 : first_event_after(match, line->ply);
    line->event_to = first_event_after(match, line->until);
}

int web_decision(const struct web_game *game)
{
    int count = 1;
    for (int i = 0; i < game->lines; i++) {
        count += game->line[i].kind == BIL_ENTRY_MOVE || game->line[i].kind == BIL_ENTRY_UNDO;
    }
    return count;
}

/* "time": milliseconds since 1970, for entries. */
static int64_t time_of(const struct web_request *request)
{
    const struct bil_value *time = bil_value_get(request->object, "time");
    return time && time->type == BIL_INTEGER ? time->integer : 0;
}

/* ------------------------------------------------------------------ making */

/* "players": seat by seat {"bot": NAME} or {"name": WORDS}; null or nothing: a person without a name. */
static bool read_players(const struct web_request *request, struct bil_match_setup *setup)
{
    const struct bil_value *players = NULL;
    int seat = 0;
    if (!bil_value_array(request->object, "players", &players, request->error)) {
        return false;
    }
    for (const struct bil_value *member = players ? players->child : NULL; member; member = member->next, seat++) {
        const char *bot = NULL;
        const char *name = "";
        if (seat == BIL_MAX_SEATS) {
            return bil_fail(request->error, "players names more than %d seats.", BIL_MAX_SEATS);
        }
        if (member->type == BIL_NULL) {
            continue;
        }
        if (!bil_value_string(member, "bot", &bot, request->error) || !bil_value_string(member, "name", &name, request->error)) {
            return false;
        }
        if (bot && !(setup->player[seat].bot = bil_bot_find(bot, request->error))) {
            return false;
        }
        if (strlen(name) >= BIL_PLAYER_NAME) {
            return bil_fail(request->error, "The name of seat %d has more than %d bytes.", seat + 1, BIL_PLAYER_NAME - 1);
        }
        snprintf(setup->player[seat].name, sizeof setup->player[seat].name, "%s", name);
    }
    return true;
}

enum { MOST_SAID = 1000 }; /* seats that somebody may ask for, to be told how many there can be */

/* Reads what a match is to be; `setup` points into the request and to `settings`. */
static bool read_setup(const struct web_request *request, struct bil_match_setup *setup, struct bil_setting **settings)
{
    const char *seed = "";
    if (!bil_value_object(request->object, "edition", &setup->config.edition, request->error) ||
        !bil_value_object(request->object, "position", &setup->position, request->error) ||
        !bil_value_string(request->object, "seed", &seed, request->error) ||
        !bil_value_integer(request->object, "seats", 0, MOST_SAID, &setup->config.seats, request->error) ||
        !bil_value_integer(request->object, "revision", 0, INT16_MAX, &setup->config.revision, request->error) ||
        !bil_value_bool(request->object, "keepView", &setup->keep_view, request->error) ||
        !bil_value_bool(request->object, "askWindows", &setup->ask_windows, request->error) || !read_players(request, setup)) {
        return false;
    }
    bil_seed_from_text(seed, setup->seed);
    if ((!setup->position || bil_value_get(request->object, "game")) &&
        !(setup->game = bil_game_read(request->object, request->error))) {
        return false;
    }
    if (setup->config.edition && !bil_edition_game(setup->config.edition, setup->game, request->error)) {
        return false;
    }
    const struct bil_game *game = setup->game;
    const int seats = setup->config.seats;
    if (setup->position && seats > BIL_MAX_SEATS) {
        return bil_fail(request->error, "No game has %d seats; a position says itself how many it has.", seats);
    }
    if (!setup->position && (seats < game->min_seats || seats > game->max_seats)) {
        return bil_fail(request->error, "%s is for %d to %d seats, not %d.", game->title, game->min_seats, game->max_seats, seats);
    }
    if (!bil_settings_read(request->object, false, settings, &setup->config.setting_count, request->error)) {
        return false;
    }
    setup->config.settings = *settings;
    return true;
}

bool web_new(const struct web_request *request)
{
    struct bil_match_setup setup = {0};
    struct bil_setting *settings = NULL;
    struct bil_match *match = read_setup(request, &setup, &settings) ? bil_match_new(&setup, request->error) : NULL;
    free(settings);
    if (!match) {
        return false;
    }
    bil_json_object(request->out);
    struct web_game *game = add_table(request, match);
    if (game) {
        begin_entries(game, time_of(request));
        bil_json_key_string(request->out, "game", match->game->id);
        bil_json_key_integer(request->out, "seats", match->config.seats);
    }
    bil_json_object_end(request->out);
    return game != NULL;
}

/* ------------------------------------------------------------------ records */

bool web_load(const struct web_request *request)
{
    const char *record = NULL;
    const char *name = "The record";
    const struct bil_value *edition = NULL;
    struct bil_record_end end;
    if (!web_text(request, "record", &record) || !bil_value_string(request->object, "name", &name, request->error) ||
        !bil_value_object(request->object, "edition", &edition, request->error)) {
        return false;
    }
    struct bil_match *match = bil_record_read(record, strlen(record), name, edition, &end, request->error);
    if (!match) {
        return false;
    }
    bil_json_object(request->out);
    struct web_game *game = add_table(request, match);
    if (game) {
        game->finished_record = match->actor == BIL_OVER;
        begin_entries(game, time_of(request));
        bil_json_key_string(request->out, "game", match->game->id);
        bil_json_key_integer(request->out, "seats", match->config.seats);
        bil_json_key_integer(request->out, "decisions", end.decisions);
        bil_json_key_bool(request->out, "result", end.has_result);
        bil_json_key_bool(request->out, "hash", end.has_hash);
    }
    bil_json_object_end(request->out);
    return game != NULL;
}

bool web_record(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    if (!game) {
        return false;
    }
    struct bil_text text = {0};
    bil_record_write(game->match, &text);
    bil_json_string(request->out, bil_text_string(&text));
    bil_text_free(&text);
    return true;
}

/* ------------------------------------------------------------------ playing */

/* What every change is answered with. */
static void write_standing(const struct web_request *request, const struct web_game *game)
{
    const struct bil_match *match = game->match;
    bil_json_object(request->out);
    bil_json_key_integer(request->out, "number", game->lines);
    bil_json_key_integer(request->out, "decision", web_decision(game));
    bil_json_key_integer(request->out, "actor", match->actor == BIL_OVER ? 0 : match->actor + 1);
    bil_json_key(request->out, "bot");
    if (match->actor != BIL_OVER && match->player[match->actor].bot) {
        bil_json_string(request->out, match->player[match->actor].bot->name);
    } else {
        bil_json_null(request->out);
    }
    bil_json_object_end(request->out);
}

/* "seat", if it is given, must be the one that is asked; "decision" the one that is open. */
static bool is_asked(const struct web_request *request, const struct web_game *game)
{
    const int open = web_decision(game);
    int seat = game->match->actor + 1;
    int decision = open;
    if (!bil_value_integer(request->object, "seat", 1, game->match->config.seats, &seat, request->error) ||
        !bil_value_integer(request->object, "decision", 1, INT32_MAX, &decision, request->error)) {
        return false;
    }
    if (game->match->actor == BIL_OVER) {
        return bil_fail(request->error, "The game is over; nobody has anything to decide.");
    }
    if (seat != game->match->actor + 1) {
        return bil_fail(request->error, "It is seat %d that decides now, not seat %d.", game->match->actor + 1, seat);
    }
    return decision == open || bil_fail(request->error, "Decision %d is not open; %d is.", decision, open);
}

bool web_play(const struct web_request *request)
{
    struct web_game *game = web_find(request);
    const char *move = NULL;
    if (!game || !web_text(request, "move", &move) || !is_asked(request, game)) {
        return false;
    }
    const int ply = game->match->ply;
    if (!bil_match_say(game->match, move, request->error)) {
        return false;
    }
    add_moves(game, ply, true, time_of(request));
    write_standing(request, game);
    return true;
}

bool web_step(const struct web_request *request)
{
    struct web_game *game = web_find(request);
    if (!game || !is_asked(request, game)) {
        return false;
    }
    const int ply = game->match->ply;
    if (!game->match->player[game->match->actor].bot) {
        return bil_fail(request->error, "Seat %d is a person's; no bot decides for it.", game->match->actor + 1);
    }
    bil_match_step(game->match);
    add_moves(game, ply, true, time_of(request));
    write_standing(request, game);
    return true;
}

/* Keeps what the match is about to forget of the moves from `ply` on. What was forced before stays with its entry. */
static void keep_past(struct web_game *game, int ply)
{
    const struct bil_match *match = game->match;
    for (int i = 0; i < game->lines; i++) {
        struct bil_log_line *line = &game->line[i];
        if (line->kind == BIL_ENTRY_MOVE && !line->back && line->ply >= ply) {
            web_find_events(match, line);
            bil_log_line_keep(line, match);
        } else if (!line->back && line->until > ply) {
            line->until = ply;
        }
    }
}

bool web_undo(const struct web_request *request)
{
    struct web_game *game = web_find(request);
    bool agreed = false;
    int seat = 0;
    if (!game || !web_number(request, "seat", 1, game->match->config.seats, &seat) ||
        !bil_value_bool(request->object, "agreed", &agreed, request->error)) {
        return false;
    }
    const int ply = bil_match_undo_target(game->match, seat - 1);
    if (ply < 0) {
        return bil_fail(request->error, "Seat %d has made no choice that could be taken back.", seat);
    }
    if (bil_match_undo_needs_consent(game->match, seat - 1, ply) && !agreed) {
        return bil_match_undo(game->match, seat - 1, ply, false, request->error); /* says why not */
    }
    keep_past(game, ply);
    bil_match_undo(game->match, seat - 1, ply, true, request->error);
    add_entry(game, (struct bil_log_line){
                        .kind = BIL_ENTRY_UNDO, .seat = (int8_t)(seat - 1), .ply = ply, .until = ply, .time = time_of(request)});
    write_standing(request, game);
    return true;
}

/* ------------------------------------------------------------------ orders and seats */

typedef bool (*order_change)(struct bil_match *match, int seat, const char *words, struct bil_error *error);

static bool change_orders(const struct web_request *request, order_change change)
{
    struct web_game *game = web_find(request);
    const char *words = NULL;
    int seat = 0;
    if (!game || !web_number(request, "seat", 1, game->match->config.seats, &seat) || !web_text(request, "words", &words)) {
        return false;
    }
    const int ply = game->match->ply;
    if (!change(game->match, seat - 1, words, request->error)) {
        return false;
    }
    add_moves(game, ply, false, time_of(request));
    write_standing(request, game);
    return true;
}

/* "again": it was in force when the match was left, and does not answer what is open now. */
bool web_order(const struct web_request *request)
{
    bool again = false;
    return bil_value_bool(request->object, "again", &again, request->error) &&
           change_orders(request, again ? bil_match_order_again : bil_match_order);
}

bool web_end_order(const struct web_request *request)
{
    return change_orders(request, bil_match_order_end);
}

/* {"seat", "bot": NAME} or {"seat", "name": WORDS}: who sits there from now on. */
bool web_seat(const struct web_request *request)
{
    struct web_game *game = web_find(request);
    const char *bot_name = NULL;
    const char *name = "";
    int seat = 0;
    if (!game || !web_number(request, "seat", 1, game->match->config.seats, &seat) ||
        !bil_value_string(request->object, "bot", &bot_name, request->error) ||
        !bil_value_string(request->object, "name", &name, request->error)) {
        return false;
    }
    const struct bil_bot *bot = bot_name ? bil_bot_find(bot_name, request->error) : NULL;
    if (bot_name && (!bot || !bil_bot_plays(bot, game->match->game, request->error))) {
        return false;
    }
    const int ply = game->match->ply;
    if (bot) {
        bil_match_seat_bot(game->match, seat - 1, bot);
    } else {
        bil_match_seat_person(game->match, seat - 1, name);
    }
    add_moves(game, ply, false, time_of(request));
    write_standing(request, game);
    return true;
}
