/* What is said of a table, as one viewer may know it (docs/protocol.md). Every message is made once for all who are told the same:
 * of how things stand that is a seat, and all spectators; of an entry all that none of its sentences addresses and who may know as
 * much of it.
 *
 * Must never write anything that does not follow from the viewer's own view and from what everybody knows: neither a text, nor how
 * many of them there are. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "billions/position.h"
#include "kit/notation.h"
#include "server/tables/internal.h"
#include "table/memory.h"

static const char *const state_names[] = {
    [BIL_TABLE_OPEN] = "open", [BIL_TABLE_PLAYING] = "playing", [BIL_TABLE_OVER] = "over", [BIL_TABLE_CLOSED] = "closed"};
const char *bil_encode_state(int state)
{
    return state >= BIL_TABLE_OPEN && state <= BIL_TABLE_CLOSED ? state_names[state] : "closed";
}

/* ------------------------------------------------------------------ entries */

static void encode_entry(const struct bil_table *table, const struct bil_log_line *line, int viewer, bool typed,
                         struct bil_text *out)
{
    struct bil_log_line told = *line;
    if (line->kind == BIL_ENTRY_REMATCH && viewer < 0 && !table->body->setup.listed && !table->body->setup.screen) {
        told.text = NULL; /* who only watched is not led to a table that is not listed, but for a big screen */
    }
    bil_log_line_write(&told, table->body->match, viewer, typed, &table->hub->words, out);
}

/* Who watches an unlisted table has a voice of its own in what is said of the next one. */
static uint64_t voice_of(const struct bil_table *table, const struct bil_log_line *line, int viewer)
{
    return line->kind == BIL_ENTRY_REMATCH ? viewer >= 0 : bil_log_line_voice(line, table->body->match, viewer);
}

/* ------------------------------------------------------------------ how things stand */

/* A view as a position document. The edition is named by its hash: anyone who needs all of it finds it in the setup. */
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

/* What only the asked seat gets. */
static void write_you(const struct bil_table *table, const struct bil_question *question, bool views, struct bil_text *out)
{
    const struct bil_match *match = table->body->match;
    struct bil_text *words = &table->hub->words;
    if (!question) {
        bil_json_null(out);
        return;
    }
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

static void key_or_null(struct bil_text *out, const char *key, bool there, int64_t number)
{
    bil_json_key(out, key);
    if (there) {
        bil_json_integer(out, number);
    } else {
        bil_json_null(out);
    }
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
    bil_json_key_array(out, "seats");
    for (int i = 0; i < asked->count; i++) {
        bil_json_integer(out, asked->question[i].seat + 1);
    }
    bil_json_array_end(out);
    bil_json_key_bool(out, "window", asked->window);
    if (asked->together) { /* bots have chosen from the beginning: how long they think is no clue */
        bil_json_key_array(out, "chosen");
        for (int i = 0; i < asked->count; i++) {
            if (asked->question[i].answered || asked->question[i].who != BIL_WHO_PERSON) {
                bil_json_integer(out, asked->question[i].seat + 1);
            }
        }
        bil_json_array_end(out);
    }
    key_or_null(out, "ends", asked->latest, asked->latest > now ? asked->latest - now : 0);
    bil_json_key(out, "you");
    write_you(table, own_question(table, viewer), views, out);
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
    bil_json_key_array(out, "orders");
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
    key_or_null(out, "you", viewer >= 0, viewer + 1);
    bil_json_key(out, "seats");
    bil_encode_seats(table, &table->body->facts, out);
    write_order_list(table, viewer, out);
}

static void encode_table(const struct bil_table *table, int viewer, bool views, int64_t now, struct bil_text *out)
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
    bil_json_key_array(out, "log");
    for (int64_t i = body->lines > BIL_LOG_SHOWN ? body->lines - BIL_LOG_SHOWN : 0; i < body->lines; i++) {
        encode_entry(table, &body->line[i], viewer, false, out);
    }
    bil_json_array_end(out);
    write_standing(table, viewer, views, now, out);
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ broadcast */

/* One entry as it is sent: a message for each voice that is heard by a client. */
struct told_entry {
    int count;
    struct {
        uint64_t voice;
        struct bil_message *message;
    } in[BIL_MAX_SEATS + 1];
};

/* How things stand: without and with views, for one kind of viewer. */
struct told_standing {
    struct bil_message *now[2];
};

static struct bil_message *entry_for(struct bil_table *table, struct told_entry *told, const struct bil_log_line *line, int viewer)
{
    struct bil_text *text = &table->hub->text;
    const uint64_t voice = voice_of(table, line, viewer);
    int i = 0;
    while (i < told->count && told->in[i].voice != voice) {
        i++;
    }
    if (i == told->count) {
        bil_text_clear(text);
        encode_entry(table, line, viewer, true, text);
        told->in[i].voice = voice;
        told->in[i].message = bil_message_new(text);
        told->count++;
    }
    return told->in[i].message;
}

static struct bil_message *now_for(struct bil_table *table, struct told_standing *told, const struct bil_client *client,
                                   int64_t now)
{
    struct bil_text *text = &table->hub->text;
    /* Who is not asked, and wants no view, gets what everybody gets. */
    const bool common = !client->views && !own_question(table, client->seat);
    const int viewer = common ? BIL_SPECTATOR : client->seat;
    struct bil_message **message = &told[viewer >= 0 ? viewer : BIL_MAX_SEATS].now[client->views];
    if (!*message) {
        bil_text_clear(text);
        bil_encode_now(table, viewer, client->views, now, text);
        *message = bil_message_new(text);
    }
    return *message;
}

void bil_table_broadcast(struct bil_table *table, int64_t now)
{
    enum { FEW = 2 }; /* entries that most steps have at the most */
    struct told_entry few[FEW];
    struct told_standing standing[BIL_MAX_SEATS + 1];
    if (!table->tell || !table->body) {
        return;
    }
    const struct bil_body *body = table->body;
    const int64_t count = table->clients ? body->lines - table->told : 0;
    struct told_entry *entry = count <= FEW ? few : bil_memory_grow(NULL, (size_t)count, sizeof *entry);
    for (int64_t i = 0; i < count; i++) {
        entry[i].count = 0;
    }
    memset(standing, 0, sizeof standing);
    for (struct bil_client *client = table->clients; client; client = client->next) {
        if (client->retell) {
            continue; /* all of it comes at once, and what it has heard so far need not be what came before */
        }
        for (int64_t i = 0; i < count; i++) {
            bil_client_put(client, entry_for(table, &entry[i], &body->line[table->told + i], client->seat));
        }
        bil_client_put(client, now_for(table, standing, client, now));
    }
    for (int64_t i = 0; i < count; i++) {
        for (int v = 0; v < entry[i].count; v++) {
            bil_message_drop(entry[i].in[v].message);
        }
    }
    if (entry != few) {
        free(entry);
    }
    for (int v = 0; v <= BIL_MAX_SEATS; v++) {
        bil_message_drop(standing[v].now[0]);
        bil_message_drop(standing[v].now[1]);
    }
    table->told = body->lines;
    table->tell = false;
}

void bil_client_tell(struct bil_client *client, int64_t seen, int64_t now)
{
    struct bil_table *table = client->table;
    const struct bil_body *body = table->body;
    struct bil_text *text = &table->hub->text;
    bil_text_clear(text);
    if (seen < 0 || seen > body->lines || body->lines - seen > BIL_REST_MOST) {
        encode_table(table, client->seat, client->views, now, text);
        bil_client_say(client);
        return;
    }
    bil_hub_begin_message(table->hub, "rest");
    bil_json_key_integer(text, "from", seen);
    bil_json_key_integer(text, "number", body->lines);
    write_who(table, client->seat, text);
    bil_json_object_end(text);
    bil_client_say(client);
    for (int64_t i = seen; i < body->lines; i++) {
        encode_entry(table, &body->line[i], client->seat, true, text);
        bil_client_say(client);
    }
    bil_encode_now(table, client->seat, client->views, now, text);
    bil_client_say(client);
}

void bil_table_tell_presence(struct bil_table *table, int seat)
{
    struct bil_text *text = bil_hub_begin_message(table->hub, "presence");
    bil_json_key_integer(text, "seat", seat + 1);
    if (seat >= 0) {
        bil_json_key_bool(text, "connected", table->connections[seat] > 0);
    } else {
        bil_json_key_integer(text, "spectators", table->spectator_count);
    }
    bil_json_object_end(text);
    bil_table_say(table, BIL_EVERYBODY);
}
