/* What can be read of a table without sitting there: its row in a list, what everybody may know of it, its record. The server's
 * side of table.h for anyone who only asks.
 *
 * Must never change a table, nor tell who asks more than everybody may know but what is his own: his seat, and where it goes on. */
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "billions/record.h"
#include "server/tables/internal.h"

enum { MOST_LISTED = 100 };

/* The first seat of that account where a person sits, or (BIL_SEAT_BOT) that it has left; or -1. */
static int seat_of_person(const struct bil_stored_table *facts, const char *person, int kind)
{
    for (int seat = 0; seat < facts->seats; seat++) {
        if (person[0] && facts->seat[seat].kind == kind && strcmp(facts->seat[seat].person, person) == 0) {
            return seat;
        }
    }
    return -1;
}

/* What a row of the lobby says; `card` is that of its setup. */
static void write_lobby_row(const struct bil_table *table, const struct bil_stored_table *facts, const char *card,
                            const char *person, struct bil_text *out)
{
    struct bil_error error;
    const struct bil_value *shown = bil_json_read(card, strlen(card), "card", &error);
    const struct bil_value *pace = bil_value_get(shown, "pace");
    const char *game = "";
    const char *title = "";
    bil_value_string(shown, "game", &game, NULL);
    bil_value_string(shown, "title", &title, NULL);
    bil_json_key_string(out, "table", facts->id);
    bil_json_key_string(out, "title", title);
    bil_json_key_string(out, "game", game);
    bil_json_key_string(out, "state", bil_encode_state(facts->state));
    if (bil_value_get(shown, "quick")) {
        bil_json_key_bool(out, "quick", true);
    }
    bil_json_key_integer(out, "created", facts->created);
    bil_json_key_integer(out, "changed", facts->changed);
    const int own = person ? seat_of_person(facts, person, BIL_SEAT_PERSON) : -1;
    const int left = person && own < 0 ? seat_of_person(facts, person, BIL_SEAT_BOT) : -1;
    if (own >= 0) {
        bil_json_key_integer(out, "seat", own + 1);
    } else if (left >= 0) {
        bil_json_key_integer(out, "left", left + 1);
    }
    bil_json_key_object(out, "pace");
    for (const struct bil_value *member = pace ? pace->child : NULL; member; member = member->next) {
        if (member->type == BIL_INTEGER) {
            bil_json_key_integer(out, member->key, member->integer);
        } else {
            bil_json_key_string(out, member->key, member->type == BIL_STRING ? member->string : "");
        }
    }
    bil_json_object_end(out);
    bil_json_key(out, "seats");
    bil_encode_seats(table, facts, out);
    bil_json_free(shown);
}

/* Whether somebody may know of the next table: who only watches a table that is not listed is not led on. */
static bool leads_on(const struct bil_table *table, const struct bil_asker *who)
{
    const struct bil_body *body = table->body;
    return body->next[0] && (body->setup.listed || body->setup.screen || bil_table_seat_of(table, who->token) >= 0 ||
                             seat_of_person(&body->facts, who->person, BIL_SEAT_PERSON) >= 0);
}

enum bil_fault bil_table_describe(struct bil_hub *hub, const char *id, const struct bil_asker *who, int64_t now,
                                  struct bil_text *out, struct bil_error *error)
{
    struct bil_table *table = NULL;
    const enum bil_fault fault = bil_table_load(hub, id, &table, error);
    if (fault) {
        return fault;
    }
    const struct bil_body *body = table->body;
    uint8_t commitment[BIL_HASH_BYTES];
    struct bil_text card = {0};
    bil_fair_commitment(table->id, body->facts.secret, commitment);
    bil_json_object(out);
    bil_setup_write_card(&body->setup, &card);
    write_lobby_row(table, &body->facts, bil_text_string(&card), NULL, out);
    bil_text_free(&card);
    bil_json_key_integer(out, "number", body->lines);
    bil_encode_waiting(table, now, out);
    bil_json_key(out, "setup");
    bil_setup_write(&body->setup, BIL_SETUP_OPEN, out);
    bil_json_key(out, "commitment");
    bil_wire_hex(out, commitment, sizeof commitment);
    bil_json_key_integer(out, "spectators", table->spectator_count);
    bil_json_key_array(out, "asked"); /* of a window all that it may concern, as everybody at the table hears */
    for (int i = 0; i < body->asked.count; i++) {
        const struct bil_question *question = &body->asked.question[i];
        if (!body->asked.together || (!question->answered && question->who == BIL_WHO_PERSON)) { /* who has chosen is told, too */
            bil_json_integer(out, question->seat + 1);
        }
    }
    bil_json_array_end(out);
    if (leads_on(table, who)) {
        bil_json_key_string(out, "next", body->next);
    }
    for (int64_t i = body->lines - 1; i >= 0 && body->facts.state == BIL_TABLE_OVER; i--) {
        if (body->line[i].kind == BIL_ENTRY_OVER) {
            bil_json_key(out, "over");
            bil_json_raw(out, body->line[i].text);
            break;
        }
    }
    bil_json_object_end(out);
    return BIL_FAULT_NONE;
}

enum bil_fault bil_table_record(struct bil_hub *hub, const char *id, int64_t now, struct bil_text *out, struct bil_error *error)
{
    struct bil_table *table = NULL;
    const enum bil_fault fault = bil_table_load(hub, id, &table, error);
    if (fault) {
        return fault;
    }
    struct bil_body *body = table->body;
    uint8_t contribution[BIL_MAX_SEATS][BIL_FAIR_BYTES];
    if (body->facts.state != BIL_TABLE_OVER || !body->match) {
        return bil_fault_as(BIL_FAULT_STATE, error, "The game is not over; its record can be had when it is.");
    }
    for (int seat = 0; seat < body->facts.seats; seat++) {
        memcpy(contribution[seat], body->facts.seat[seat].contribution, BIL_FAIR_BYTES);
    }
    if (body->match->header_count == 0) {
        bil_fair_headers(table->id, body->facts.secret, (const uint8_t(*)[BIL_FAIR_BYTES])contribution, body->facts.seats,
                         body->match);
    }
    bil_record_write(body->match, out);
    (void)now;
    return BIL_FAULT_NONE;
}

struct listing {
    struct bil_hub *hub;
    const char *person;
    struct bil_text *out;
};

static bool list_row(void *context, const struct bil_stored_table *facts)
{
    const struct listing *listing = context;
    bil_json_object(listing->out);
    write_lobby_row(bil_hub_find(listing->hub, facts->id), facts, facts->card, listing->person, listing->out);
    bil_json_object_end(listing->out);
    return true;
}

enum bil_fault bil_table_list(struct bil_hub *hub, int state, const char *person, int limit, struct bil_text *out,
                              struct bil_error *error)
{
    struct listing listing = {hub, person, out};
    const int most = limit < 1 ? 1 : limit > MOST_LISTED ? MOST_LISTED : limit;
    struct bil_error why = {{0}};
    bil_json_array(out);
    const bool fine = bil_store_list(hub->store, state, person, most, list_row, &listing, &why);
    bil_json_array_end(out);
    return fine ? BIL_FAULT_NONE : bil_hub_store_failed(hub, &why, error);
}
