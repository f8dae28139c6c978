/* What is said of a table, as one viewer may know it (docs/protocol.md). Every message is made once for each different viewer:
 * seats are different viewers, all spectators are one.
 *
 * Must never write anything that does not follow from the viewer's own view and from what everybody knows: neither a text, nor how
 * many of them there are. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/notation.h"
#include "server/table_internal.h"
#include "table/memory.h"
#include "table/position.h"

static const char *const state_names[] = {
    [BIL_TABLE_OPEN] = "open", [BIL_TABLE_PLAYING] = "playing", [BIL_TABLE_OVER] = "over", [BIL_TABLE_CLOSED] = "closed"};
const char *bil_encode_state(int state)
{
    return state >= BIL_TABLE_OPEN && state <= BIL_TABLE_CLOSED ? state_names[state] : "closed";
}

/* ------------------------------------------------------------------ entries */

void bil_encode_entry(const struct bil_table *table, const struct bil_log_line *line, int viewer, bool typed, struct bil_text *out)
{
    struct bil_log_line told = *line;
    if (line->kind == BIL_ENTRY_REMATCH && viewer < 0 && !table->body->setup.listed && !table->body->setup.screen) {
        told.text = NULL; /* who only watched is not led to a table that is not listed, but for a big screen */
    }
    bil_log_line_write(&told, table->body->match, viewer, typed, &table->hub->words, out);
}

/* ------------------------------------------------------------------ how things stand */

/* A view as a position document. The edition is named by its hash: whoever needs all of it finds it in the setup. */
static void write_view(const struct bil_table *table, const void *view, struct bil_text *out)
{
    const struct bil_match *match = table->body->match;
    bil_position_write(match->game, &match->config, match->rules, match->edition, view, out);
}

static void write_viewers_view(const struct bil_table *table, int viewer, struct bil_text *out)
{
    const struct bil_body *body = table->body;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    if (!body->match) {
        bil_json_null(out);
        return;
    }
    bil_match_view(body->match, body->facts.state == BIL_TABLE_OVER ? BIL_EVERYBODY : viewer, -1, view);
    write_view(table, view, out);
}

/* What the asked seat itself is told. */
static void write_you(const struct bil_table *table, const struct bil_question *question, bool views, struct bil_text *out)
{
    const struct bil_match *match = table->body->match;
    struct bil_text *words = &table->hub->words;
    bil_json_object(out);
    bil_question_write(match, question->view, question->seat, question->move, question->count, views, words, out);
    if (views && question->later) {
        bil_json_key(out, "view");
        write_view(table, question->view, out);
    }
    if (table->body->asked.window) {
        bil_json_key(out, "held");
        if (question->answered) {
            bil_text_clear(words);
            bil_move_text(match->game, match->rules, question->view, question->answer, question->seat, words);
            bil_json_string(out, bil_text_string(words));
        } else {
            bil_json_null(out);
        }
    }
    bil_json_object_end(out);
}

/* The question that a viewer is to answer, or NULL. */
static const struct bil_question *own_question(const struct bil_table *table, int viewer)
{
    const struct bil_question *question = viewer >= 0 ? bil_table_question(table, viewer) : NULL;
    return question && question->who == BIL_WHO_PERSON ? question : NULL;
}

static void write_asked(const struct bil_table *table, int viewer, bool views, int64_t now, struct bil_text *out)
{
    const struct bil_body *body = table->body;
    const struct bil_asked *asked = &body->asked;
    if (asked->count == 0) {
        bil_json_null(out);
        return;
    }
    bil_json_object(out);
    bil_json_key_integer(out, "decision", asked->decision);
    bil_json_key(out, "seats");
    bil_json_array(out);
    for (int i = 0; i < asked->count; i++) {
        bil_json_integer(out, asked->question[i].seat + 1);
    }
    bil_json_array_end(out);
    bil_json_key_bool(out, "window", asked->window);
    bil_json_key(out, "ends");
    if (asked->latest) {
        bil_json_integer(out, asked->latest > now ? asked->latest - now : 0);
    } else {
        bil_json_null(out);
    }
    const struct bil_question *question = own_question(table, viewer);
    bil_json_key(out, "you");
    if (question) {
        write_you(table, question, views, out);
    } else {
        bil_json_null(out);
    }
    bil_json_object_end(out);
}

static void write_clocks(const struct bil_table *table, int64_t now, struct bil_text *out)
{
    const struct bil_body *body = table->body;
    const struct bil_asked *asked = &body->asked;
    if (body->setup.pace != BIL_PACE_LIVE || body->facts.state != BIL_TABLE_PLAYING) {
        bil_json_null(out);
        return;
    }
    bil_json_array(out);
    for (int seat = 0; seat < body->facts.seats; seat++) {
        int64_t bank = body->facts.seat[seat].bank;
        const bool runs = asked->latest && !asked->window && asked->question[0].seat == seat;
        const int64_t over = runs ? now - asked->since - body->setup.move : 0;
        bank = over <= 0 ? bank : over < bank ? bank - over : 0;
        if (bank >= 0) {
            bil_json_object(out);
            bil_json_key_integer(out, "seat", seat + 1);
            bil_json_key_integer(out, "bank", bank);
            bil_json_key_bool(out, "runs", runs);
            bil_json_object_end(out);
        }
    }
    bil_json_array_end(out);
}

/* Who may say who else sits at a table that has not begun, and from when on anybody may. */
void bil_encode_waiting(const struct bil_table *table, int64_t now, struct bil_text *out)
{
    const struct bil_body *body = table->body;
    if (body->facts.state != BIL_TABLE_OPEN) {
        return;
    }
    if (body->setup.quick) {
        const int64_t at = bil_table_fills_at(table);
        bil_json_key_integer(out, "fills", at > now ? at - now : 0);
    } else {
        bil_json_key_integer(out, "host", bil_table_host(table) + 1);
    }
}

/* What "now" and "table" have in common. */
static void write_standing(const struct bil_table *table, int viewer, bool views, int64_t now, struct bil_text *out)
{
    bil_encode_waiting(table, now, out);
    bil_json_key(out, "asked");
    write_asked(table, viewer, views, now, out);
    bil_json_key(out, "clocks");
    write_clocks(table, now, out);
    if (views) {
        bil_json_key(out, "view");
        write_viewers_view(table, viewer, out);
    }
}

void bil_encode_now(const struct bil_table *table, int viewer, bool views, int64_t now, struct bil_text *out)
{
    const struct bil_body *body = table->body;
    bil_json_object(out);
    bil_json_key_string(out, "type", "now");
    bil_json_key_integer(out, "number", body->lines);
    bil_json_key_string(out, "state", bil_encode_state(body->facts.state));
    write_standing(table, viewer, views, now, out);
    bil_json_object_end(out);
}

void bil_encode_seats(const struct bil_table *table, const struct bil_stored_table *facts, struct bil_text *out)
{
    static const char *const kinds[] = {[BIL_SEAT_FREE] = "free", [BIL_SEAT_PERSON] = "person", [BIL_SEAT_BOT] = "bot"};
    bil_json_array(out);
    for (int seat = 0; seat < facts->seats; seat++) {
        const struct bil_stored_seat *of = &facts->seat[seat];
        bil_json_object(out);
        bil_json_key_integer(out, "seat", seat + 1);
        bil_json_key_string(out, "kind", kinds[of->kind <= BIL_SEAT_BOT ? of->kind : BIL_SEAT_FREE]);
        if (of->kind == BIL_SEAT_PERSON) {
            bil_json_key_string(out, "name", of->name);
            bil_json_key_bool(out, "connected", table && table->connections[seat] > 0);
            if (of->bot_plays) {
                bil_json_key_bool(out, "away", true);
                bil_json_key_string(out, "bot", of->bot);
            }
        } else if (of->kind == BIL_SEAT_BOT) {
            bil_json_key_string(out, "name", of->bot);
            if (bil_table_left(of)[0]) {
                bil_json_key_string(out, "left", bil_table_left(of));
            }
        }
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_order_list(const struct bil_table *table, int seat, struct bil_text *out)
{
    const struct bil_body *body = table->body;
    bil_json_key(out, "orders");
    bil_json_array(out);
    for (int o = 0; seat >= 0 && o < body->order_count[seat]; o++) {
        bil_json_string(out, body->order[seat][o].words);
    }
    bil_json_array_end(out);
}

void bil_encode_orders(const struct bil_table *table, int seat, struct bil_text *out)
{
    bil_json_object(out);
    bil_json_key_string(out, "type", "orders");
    write_order_list(table, seat, out);
    bil_json_object_end(out);
}

static void write_who(const struct bil_table *table, int viewer, struct bil_text *out)
{
    bil_json_key(out, "you");
    if (viewer >= 0) {
        bil_json_integer(out, viewer + 1);
    } else {
        bil_json_null(out);
    }
    bil_json_key(out, "seats");
    bil_encode_seats(table, &table->body->facts, out);
    write_order_list(table, viewer, out);
}

void bil_encode_table(const struct bil_table *table, int viewer, bool views, int64_t now, struct bil_text *out)
{
    const struct bil_body *body = table->body;
    uint8_t commitment[BIL_HASH_BYTES];
    bil_fair_commitment(table->id, body->facts.secret, commitment);
    bil_json_object(out);
    bil_json_key_string(out, "type", "table");
    bil_json_key_integer(out, "protocol", 1);
    bil_json_key_string(out, "table", table->id);
    bil_json_key_integer(out, "number", body->lines);
    bil_json_key_string(out, "state", bil_encode_state(body->facts.state));
    write_who(table, viewer, out);
    bil_json_key(out, "setup");
    bil_setup_write(&body->setup, BIL_SETUP_OPEN, out);
    bil_json_key(out, "commitment");
    bil_wire_hex(out, commitment, sizeof commitment);
    bil_json_key(out, "log");
    bil_json_array(out);
    for (int64_t i = body->lines > BIL_LOG_SHOWN ? body->lines - BIL_LOG_SHOWN : 0; i < body->lines; i++) {
        bil_encode_entry(table, &body->line[i], viewer, false, out);
    }
    bil_json_array_end(out);
    write_standing(table, viewer, views, now, out);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ broadcast */

enum { FEW = 2 }; /* lines that most steps have at the most */

/* The messages of one step for one kind of viewer: made when the first client needs them. */
struct broadcast {
    struct bil_message **entry;
    struct bil_message *few[FEW]; /* where they stand if there are so few */
    struct bil_message *now[2];   /* without and with views */
};

static void broadcast_to(struct bil_table *table, struct bil_client *client, struct broadcast *broadcast,
                         struct bil_message **everybody, int64_t now)
{
    const struct bil_body *body = table->body;
    struct bil_text *text = &table->hub->text;
    const int64_t count = body->lines - table->told;
    if (!broadcast->entry) {
        broadcast->entry = count <= FEW ? broadcast->few : bil_memory_zero((size_t)count, sizeof(void *));
        for (int64_t i = 0; i < count; i++) {
            bil_text_clear(text);
            bil_encode_entry(table, &body->line[table->told + i], client->seat, true, text);
            broadcast->entry[i] = bil_message_new(text);
        }
    }
    /* Who is not asked, and wants no view, is told what everybody is. */
    const bool common = !client->views && !own_question(table, client->seat);
    struct bil_message **standing = common ? everybody : &broadcast->now[client->views];
    if (!*standing) {
        bil_text_clear(text);
        bil_encode_now(table, common ? BIL_SPECTATOR : client->seat, client->views, now, text);
        *standing = bil_message_new(text);
    }
    for (int64_t i = 0; i < count; i++) {
        bil_client_put(client, bil_message_hold(broadcast->entry[i]));
    }
    bil_client_put(client, bil_message_hold(*standing));
}

void bil_table_broadcast(struct bil_table *table, int64_t now)
{
    struct broadcast broadcast[BIL_MAX_SEATS + 1];
    memset(broadcast, 0, sizeof broadcast);
    if (!table->tell || !table->body) {
        return;
    }
    for (struct bil_client *client = table->clients; client; client = client->next) {
        broadcast_to(table, client, &broadcast[client->seat >= 0 ? client->seat : BIL_MAX_SEATS],
                     &broadcast[BIL_MAX_SEATS].now[false], now);
    }
    for (int v = 0; v <= BIL_MAX_SEATS; v++) {
        for (int64_t i = 0; broadcast[v].entry && i < table->body->lines - table->told; i++) {
            bil_message_drop(broadcast[v].entry[i]);
        }
        if (broadcast[v].entry != broadcast[v].few) {
            free(broadcast[v].entry);
        }
        bil_message_drop(broadcast[v].now[0]);
        bil_message_drop(broadcast[v].now[1]);
    }
    table->told = table->body->lines;
    table->tell = false;
}

void bil_client_tell(struct bil_client *client, int64_t seen, int64_t now)
{
    struct bil_table *table = client->table;
    const struct bil_body *body = table->body;
    struct bil_text *text = &table->hub->text;
    bil_text_clear(text);
    if (seen < 0 || seen > body->lines || body->lines - seen > BIL_REST_MOST) {
        bil_encode_table(table, client->seat, client->views, now, text);
        bil_client_say(client);
        return;
    }
    bil_json_object(text);
    bil_json_key_string(text, "type", "rest");
    bil_json_key_integer(text, "from", seen);
    bil_json_key_integer(text, "number", body->lines);
    write_who(table, client->seat, text);
    bil_json_object_end(text);
    bil_client_say(client);
    for (int64_t i = seen; i < body->lines; i++) {
        bil_encode_entry(table, &body->line[i], client->seat, true, text);
        bil_client_say(client);
    }
    bil_encode_now(table, client->seat, client->views, now, text);
    bil_client_say(client);
}

void bil_table_tell_presence(struct bil_table *table, int seat)
{
    struct bil_text *text = &table->hub->text;
    bil_text_clear(text);
    bil_json_object(text);
    bil_json_key_string(text, "type", "presence");
    bil_json_key_integer(text, "seat", seat + 1);
    if (seat >= 0) {
        bil_json_key_bool(text, "connected", table->connections[seat] > 0);
    } else {
        bil_json_key_integer(text, "spectators", table->spectator_count);
    }
    bil_json_object_end(text);
    struct bil_message *message = bil_message_new(text);
    for (struct bil_client *client = table->clients; client; client = client->next) {
        bil_client_put(client, bil_message_hold(message));
    }
    bil_message_drop(message);
}
