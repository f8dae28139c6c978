/* What happens at a table: its log, and the match that the log makes.
 *
 * Whatever happens live and whatever is read back goes through the same function, `absorb`: what a killed server finds in its store
 * is what its clients were told. Must never change the match without an entry, or write an entry that did not happen. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/notation.h"
#include "server/tables/internal.h"
#include "table/memory.h"

/* Standing orders of a seat: as they are stored, and told to anyone who has that seat. Must never take one that would tell by its
 * silence what its owner holds. */

/* "ARGUMENT WORDS", a line each: what a brief order was given for is in its argument. */
void bil_orders_store(struct bil_table *table, int seat)
{
    struct bil_hub *hub = table->hub;
    const struct bil_body *body = table->body;
    struct bil_error error = {{0}};
    struct bil_text lines = {0};
    if (body->facts.seat[seat].kind != BIL_SEAT_PERSON) {
        return;
    }
    for (int o = 0; o < body->order_count[seat]; o++) {
        bil_text_format(&lines, "%" PRId32 " %s\n", body->order[seat][o].argument, body->order[seat][o].words);
    }
    if (bil_hub_begin_at(table) && !bil_store_set_orders(hub->store, table->id, seat, bil_text_string(&lines), &error)) {
        bil_hub_breaks_at(table, &error);
    }
    bil_text_free(&lines);
    bil_text_clear(&hub->text);
    bil_encode_orders(table, seat, &hub->text);
    bil_table_say(table, seat);
}

bool bil_order_reveals_hand(const struct bil_standing *order)
{
    return order->kind < 0 && strcmp(order->words, "pass") != 0;
}

/* as they were stored */
static void orders_read(struct bil_table *table, int seat, const char *lines)
{
    struct bil_body *body = table->body;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_match_view(body->match, seat, -1, view);
    while (*lines) {
        char words[BIL_ORDER_LENGTH + 1];
        char *end = NULL;
        const int32_t argument = (int32_t)strtol(lines, &end, 10);
        end += *end == ' ';
        const size_t length = strcspn(end, "\n");
        struct bil_standing made;
        snprintf(words, sizeof words, "%.*s", (int)length, end);
        if (bil_standing_read(body->match->game, body->match->rules, view, seat, words, &made, NULL) &&
            !bil_order_reveals_hand(&made)) {
            made.argument = argument;
            bil_standing_add(body->match->game, body->order[seat], &body->order_count[seat], &made, NULL);
        }
        lines = end + length + (end[length] == '\n');
    }
}

/* ------------------------------------------------------------------ the log */

static struct bil_log_line *add_line(struct bil_body *body, const struct bil_entry *entry)
{
    if (body->lines == body->line_room) {
        body->line_room = body->line_room ? 2 * body->line_room : 64;
        body->line = bil_memory_grow(body->line, (size_t)body->line_room, sizeof *body->line);
    }
    struct bil_log_line *line = &body->line[body->lines++];
    const bool lapsed = entry->kind == BIL_ENTRY_MOVE && entry->how == BIL_HOW_LAPSED;
    *line = (struct bil_log_line){.number = entry->number,
                                  .time = entry->time,
                                  .kind = entry->kind,
                                  .seat = entry->seat,
                                  .how = lapsed ? BIL_HOW_PERSON : entry->how,
                                  .lapsed = lapsed};
    line->text = bil_memory_text(entry->text ? entry->text : "", entry->text ? strlen(entry->text) : 0);
    return line;
}

/* ------------------------------------------------------------------ playing */

/* What is open to all and leaves no choice is played at once. Whatever else is forced is asked for all the same: that there is no
 * choice may be a secret. */
static void play_forced_moves(struct bil_match *match)
{
    const struct bil_game *game = match->game;
    while (match->actor != BIL_OVER && match->move_count == 1 && game->open &&
           game->open(match->rules, bil_match_state(match, -1))) {
        if (!bil_match_push(match, match->move[0], false)) {
            return;
        }
    }
}

/* Plays a legal move as the next of the log. */
static void play_log_move(struct bil_body *body, struct bil_log_line *line, bil_move move)
{
    struct bil_match *match = body->match;
    const struct bil_game *game = match->game;
    const unsigned seat = 1U << match->actor;
    const unsigned together = game->together ? game->together(match->rules, bil_match_state(match, -1)) : 0;
    if (body->waiting == 0) {
        const unsigned window = game->window ? game->window(match->rules, bil_match_state(match, -1)) : 0;
        body->asking = body->moves + 1;
        body->waiting = together ? together : window ? window : seat;
    }
    body->waiting = (body->waiting & ~seat) && (together || move == game->pass) ? body->waiting & ~seat : 0;
    body->moves++;
    body->undo.seat = -1;
    line->decision = body->asking;
    line->ply = match->ply;
    line->event_from = match->event_count;
    bil_match_push(match, move, line->how == BIL_HOW_ORDER);
    bil_match_time(match, line->ply, line->time - body->facts.began);
    play_forced_moves(match);
    line->event_to = match->event_count;
}

/* Keeps what moves from `ply` on were, before the entry `undo` takes them back. What comes after that entry, when a log is read,
 * has not happened yet. */
static void keep_moves(struct bil_body *body, const struct bil_log_line *undo, int ply)
{
    struct bil_match *match = body->match;
    for (int64_t i = undo - body->line - 1; i >= 0; i--) {
        struct bil_log_line *line = &body->line[i];
        if (line->kind != BIL_ENTRY_MOVE || line->back) {
            continue;
        }
        if (line->ply < ply) {
            return;
        }
        bil_log_line_keep(line, match);
    }
}

static void end_brief_orders(struct bil_table *table)
{
    struct bil_body *body = table->body;
    const struct bil_order *orders = bil_orders_of(body->match->game);
    for (int seat = 0; seat < body->facts.seats; seat++) {
        const int before = body->order_count[seat];
        for (int o = before - 1; o >= 0; o--) {
            if (body->order[seat][o].kind >= 0 && orders[body->order[seat][o].kind].brief) {
                bil_standing_forget(body->order[seat], &body->order_count[seat], o);
            }
        }
    }
}

static void undo_in_log(struct bil_table *table, const struct bil_log_line *undo, int ply)
{
    struct bil_body *body = table->body;
    keep_moves(body, undo, ply);
    bil_match_back(body->match, ply);
    body->moves++;
    body->waiting = 0;
    body->undo.seat = -1;
    end_brief_orders(table);
}

/* ------------------------------------------------------------------ the match */

static void seat_players(const struct bil_body *body, struct bil_match_setup *setup)
{
    for (int seat = 0; seat < body->facts.seats; seat++) {
        const struct bil_stored_seat *from = &body->facts.seat[seat];
        struct bil_player *player = &setup->player[seat];
        player->bot = from->kind == BIL_SEAT_BOT ? bil_bot_find(from->bot, NULL) : NULL;
        snprintf(player->name, sizeof player->name, "%s", from->kind == BIL_SEAT_PERSON ? from->name : "");
    }
}

static bool makes_match(struct bil_table *table, struct bil_error *error)
{
    struct bil_body *body = table->body;
    struct bil_match_setup setup = {.game = body->setup.game,
                                    .config = {.seats = body->setup.seats,
                                               .revision = body->setup.revision,
                                               .settings = body->setup.settings,
                                               .setting_count = body->setup.setting_count,
                                               .edition = body->setup.edition},
                                    .position = body->setup.position,
                                    .ask_windows = true};
    memcpy(setup.seed, body->facts.seed, sizeof setup.seed);
    seat_players(body, &setup);
    body->match = bil_match_bare(&setup, error);
    if (!body->match) {
        return false;
    }
    play_forced_moves(body->match);
    return true;
}

/* The legal move that is in an entry, or 0. */
static bil_move stored_move(const struct bil_match *match, const char *text)
{
    const void *state = bil_match_state(match, -1);
    struct bil_text words = {0};
    bil_move move = 0;
    if (match->actor == BIL_OVER || !bil_move_parse(match->game, match->rules, state, text, &move, NULL) ||
        !bil_match_is_legal(match, move)) {
        return 0;
    }
    bil_move_text(match->game, match->rules, state, move, BIL_EVERYBODY, &words);
    const bool same = strcmp(bil_text_string(&words), text) == 0;
    bil_text_free(&words);
    return same ? move : 0;
}

/* ------------------------------------------------------------------ what an entry means */

/* Takes an entry that is in the log into account. `move` is known while it happens, and read from the text afterwards. */
static bool absorb(struct bil_table *table, struct bil_log_line *line, bil_move move, struct bil_error *error)
{
    struct bil_body *body = table->body;
    switch (line->kind) {
    case BIL_ENTRY_BEGAN:
        if (!body->match && !makes_match(table, error)) {
            return false;
        }
        line->event_to = body->match->event_count;
        break;
    case BIL_ENTRY_MOVE:
        if (!body->match || (!move && !(move = stored_move(body->match, line->text))) || line->seat != body->match->actor ||
            line->seat < 0) {
            return bil_fail(error, "Entry %" PRId64 " of table %s does not fit its game.", line->number,
                            bil_table_alias(table->id).text);
        }
        play_log_move(body, line, move);
        free(line->text);
        line->text = NULL;
        break;
    case BIL_ENTRY_UNDO: {
        const int ply = atoi(line->text);
        if (!body->match || ply < 0 || ply >= body->match->ply) {
            return bil_fail(error, "Entry %" PRId64 " of table %s takes back what was not played.", line->number,
                            bil_table_alias(table->id).text);
        }
        line->ply = ply;
        undo_in_log(table, line, ply);
        break;
    }
    case BIL_ENTRY_ASK_UNDO: {
        const struct bil_log_line *first = bil_body_undo_move(body, line - body->line, line->seat);
        body->undo = (struct bil_undo){line->seat, first ? first->ply : -1, 1U << line->seat};
        break;
    }
    case BIL_ENTRY_AGREE:
        body->undo.agreed |= 1U << line->seat;
        break;
    case BIL_ENTRY_REFUSE:
        body->undo.seat = -1;
        break;
    case BIL_ENTRY_LEFT:
        body->undo.seat = body->undo.seat == line->seat ? -1 : body->undo.seat; /* who asked is gone */
        break;
    case BIL_ENTRY_REMATCH:
        snprintf(body->next, sizeof body->next, "%s", line->text);
        break;
    default:
        break;
    }
    return true;
}

/* Adds an entry to log and store. */
static struct bil_log_line *append_entry(struct bil_table *table, struct bil_entry *entry)
{
    struct bil_hub *hub = table->hub;
    struct bil_error error = {{0}};
    entry->number = table->body->lines + 1;
    struct bil_log_line *line = add_line(table->body, entry);
    bil_hub_touch(table);
    table->tell = true;
    table->body->changed = true;
    table->body->facts.changed = entry->time;
    hub->figures.entries++;
    if (bil_hub_begin_at(table) && !bil_store_append(hub->store, table->id, entry, &error)) {
        bil_hub_breaks_at(table, &error);
    }
    return line;
}

void bil_table_add_by(struct bil_table *table, enum bil_entry_kind kind, int seat, int by, const char *text, int64_t now)
{
    struct bil_entry entry = {.kind = (uint8_t)kind, .seat = (int8_t)seat, .how = (uint8_t)(1 + by), .time = now, .text = text};
    struct bil_error error = {{0}};
    if (!absorb(table, append_entry(table, &entry), 0, &error)) {
        bil_hub_breaks(table->hub, &error);
    }
}

void bil_table_add(struct bil_table *table, enum bil_entry_kind kind, int seat, const char *text, int64_t now)
{
    bil_table_add_by(table, kind, seat, -1, text, now);
}

void bil_table_add_move(struct bil_table *table, bil_move move, enum bil_entry_how how, int64_t now)
{
    const struct bil_match *match = table->body->match;
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    bil_move_text(match->game, match->rules, bil_match_state(match, -1), move, BIL_EVERYBODY, &text);
    struct bil_entry entry = {
        .kind = BIL_ENTRY_MOVE, .seat = (int8_t)match->actor, .how = (uint8_t)how, .time = now, .text = bil_text_string(&text)};
    if (!absorb(table, append_entry(table, &entry), move, &error)) {
        bil_hub_breaks(table->hub, &error);
    }
    table->hub->figures.moves++;
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ beginning and end */

static void write_hexes(const struct bil_body *body, struct bil_text *out)
{
    bil_json_array(out);
    for (int seat = 0; seat < body->facts.seats; seat++) {
        bil_wire_hex(out, body->facts.seat[seat].contribution, BIL_HASH_BYTES);
    }
    bil_json_array_end(out);
}

void bil_table_begin(struct bil_table *table, int64_t now)
{
    struct bil_body *body = table->body;
    struct bil_stored_table *facts = &body->facts;
    uint8_t contribution[BIL_MAX_SEATS][BIL_FAIR_BYTES];
    struct bil_text text = {0};
    for (int seat = 0; seat < facts->seats; seat++) {
        if (facts->state != BIL_TABLE_OPEN || facts->seat[seat].kind == BIL_SEAT_FREE) {
            return;
        }
        memcpy(contribution[seat], facts->seat[seat].contribution, BIL_FAIR_BYTES);
        facts->seat[seat].bank =
            body->setup.pace == BIL_PACE_LIVE && facts->seat[seat].kind == BIL_SEAT_PERSON ? body->setup.bank : -1;
    }
    bil_fair_seed(table->id, facts->secret, (const uint8_t(*)[BIL_FAIR_BYTES])contribution, facts->seats, facts->seed);
    facts->state = BIL_TABLE_PLAYING;
    facts->began = now;
    body->changed_seats = (UINT64_C(1) << facts->seats) - 1;
    write_hexes(body, &text);
    bil_table_add(table, BIL_ENTRY_BEGAN, -1, bil_text_string(&text), now);
    bil_text_free(&text);
    table->hub->figures.tables_open--;
    table->hub->figures.tables_playing++;
    bil_hub_log(table->hub, "table-began", "\"table\":\"%s\"", bil_table_alias(table->id).text);
}

void bil_table_result(const struct bil_table *table, struct bil_text *out)
{
    const struct bil_body *body = table->body;
    bil_json_object(out);
    bil_result_write(body->match, out);
    bil_json_key(out, "secret");
    bil_wire_hex(out, body->facts.secret, BIL_HASH_BYTES);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ reading */

static bool read_line(void *context, const struct bil_entry *entry)
{
    add_line(context, entry);
    return true;
}

static bool read_held(void *context, const struct bil_held *held)
{
    struct bil_body *body = context;
    if (held->seat >= 0 && held->seat < body->facts.seats) {
        free(body->held[held->seat].text);
        body->held[held->seat].decision = held->decision;
        body->held[held->seat].text = bil_memory_text(held->text, strlen(held->text));
        body->held_stored = true;
    }
    return true;
}

static bool read_orders(void *context, int seat, const char *lines)
{
    struct bil_table *table = context;
    const struct bil_body *body = table->body;
    if (seat >= 0 && seat < body->facts.seats && body->facts.seat[seat].kind == BIL_SEAT_PERSON) {
        orders_read(table, seat, lines);
    }
    return true;
}

/* A table's setup is stored once, and its seats may change until the game begins: they say who sits there. */
void bil_body_note_bots(struct bil_body *body)
{
    for (int seat = 0; seat < body->facts.seats && seat < body->setup.seats; seat++) {
        const struct bil_stored_seat *of = &body->facts.seat[seat];
        snprintf(body->setup.bot[seat], sizeof body->setup.bot[seat], "%s", of->kind == BIL_SEAT_BOT ? of->bot : "");
    }
}

void bil_body_note_row(struct bil_body *body)
{
    body->row.changed = body->facts.changed;
    body->row.deadline = body->facts.deadline;
    body->row.state = body->facts.state;
}

/* Whether the last entries are there: the row, which is written now and then, speaks of none that is not. */
static bool reaches_to_its_row(const struct bil_body *body)
{
    static const int ends[] = {
        [BIL_TABLE_PLAYING] = BIL_ENTRY_BEGAN, [BIL_TABLE_OVER] = BIL_ENTRY_OVER, [BIL_TABLE_CLOSED] = BIL_ENTRY_CLOSED};
    const int wanted = body->facts.state <= BIL_TABLE_CLOSED ? ends[body->facts.state] : -1;
    bool said = wanted == 0; /* an open table's */
    bool reached = body->facts.changed <= body->facts.created;
    for (int64_t i = 0; i < body->lines; i++) { /* all of them, as clocks may have been set back */
        said = said || body->line[i].kind == wanted;
        reached = reached || body->line[i].time >= body->facts.changed;
    }
    return said && reached && body->lines >= body->facts.entries;
}

enum bil_fault bil_table_read(struct bil_table *table, struct bil_error *error)
{
    struct bil_store *store = table->hub->store;
    struct bil_body *body = table->body;
    error->text[0] = 0;
    if (!bil_store_read_table(store, table->id, &body->facts, error)) {
        return error->text[0] == 0 ? BIL_FAULT_NO_TABLE : bil_hub_unread(table->hub);
    }
    if (!bil_store_payer(store, table->id, body->payer, error)) {
        return bil_hub_unread(table->hub);
    }
    if (!bil_setup_read(body->facts.setup, strlen(body->facts.setup), false, &body->setup, error)) {
        return BIL_FAULT_DAMAGED;
    }
    bil_body_note_bots(body);
    if (!bil_store_entries(store, table->id, 1, read_line, body, error)) {
        return bil_hub_unread(table->hub);
    }
    for (int64_t i = 0; i < body->lines; i++) {
        if (!absorb(table, &body->line[i], 0, error)) {
            return BIL_FAULT_DAMAGED;
        }
    }
    if (!reaches_to_its_row(body)) {
        return bil_fault_as(BIL_FAULT_DAMAGED, error, "Behind entry %" PRId64 " of table %s some are missing.", body->lines,
                            bil_table_alias(table->id).text);
    }
    bil_body_note_row(body);
    if (body->lines > 0 && body->line[body->lines - 1].time > body->facts.changed) {
        body->facts.changed = body->line[body->lines - 1].time;
    }
    if (body->facts.state != BIL_TABLE_PLAYING || !body->match ||
        (bil_store_held(store, table->id, read_held, body, error) &&
         bil_store_orders(store, table->id, read_orders, table, error))) {
        return BIL_FAULT_NONE;
    }
    return bil_hub_unread(table->hub);
}

void bil_body_free(struct bil_body *body)
{
    for (int64_t i = 0; i < body->lines; i++) {
        free(body->line[i].text);
        free(body->line[i].back);
    }
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        free(body->held[seat].text);
    }
    free(body->line);
    free(body->push);
    bil_match_free(body->match);
    bil_setup_free(&body->setup);
    bil_stored_table_free(&body->facts);
    free(body);
}
