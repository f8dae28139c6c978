/* The clients of the house: their outboxes, what they say first, and which function answers what they say.
 *
 * Whatever bytes come in, the answer is what was asked for or one sentence. Must never trust a member of a message that was not
 * looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table_inside.h"
#include "table/memory.h"

enum { PROTOCOL = 1 };

/* ------------------------------------------------------------------ outboxes */

void bil_client_put(struct bil_client *client, struct bil_message *message)
{
    struct bil_house *house = client->house;
    house->figures.messages_out++;
    house->figures.bytes_out += message->length;
    bil_outbox_put(&client->outbox, message);
    if (!client->staged) {
        client->staged = true;
        client->next_staged = house->staged;
        house->staged = client;
    }
}

void bil_client_say(struct bil_client *client)
{
    bil_client_put(client, bil_message_new(&client->house->text));
}

void bil_client_error(struct bil_client *client, int64_t id, const char *code, const char *sentence)
{
    bil_text_clear(&client->house->text);
    bil_wire_error(&client->house->text, id, code, sentence);
    client->house->figures.refused++;
    bil_client_say(client);
}

void bil_client_ok(struct bil_client *client, int64_t id)
{
    bil_text_clear(&client->house->text);
    bil_wire_ok(&client->house->text, id);
    bil_client_say(client);
}

const char *bil_outbox_next(struct bil_client *client, size_t *length)
{
    bil_message_drop(client->outbox.sending);
    client->outbox.sending = bil_outbox_take(&client->outbox);
    *length = client->outbox.sending ? client->outbox.sending->length : 0;
    return client->outbox.sending ? client->outbox.sending->bytes : NULL;
}

size_t bil_outbox_waiting(const struct bil_client *client)
{
    return client->outbox.bytes;
}

bool bil_client_ended(const struct bil_client *client)
{
    return client->ended;
}

void *bil_client_owner(const struct bil_client *client)
{
    return client->owner;
}

void bil_house_ready(struct bil_house *house, void (*each)(void *owner))
{
    while (house->ready) {
        struct bil_client *client = house->ready;
        house->ready = client->next_ready;
        client->in_ready = false;
        each(client->owner);
    }
}

/* ------------------------------------------------------------------ coming and going */

struct bil_client *bil_house_connect(struct bil_house *house, void *owner, int64_t now)
{
    struct bil_client *client = bil_memory_zero(1, sizeof *client);
    house->now = now;
    client->house = house;
    client->owner = owner;
    client->seat = -1;
    client->next_of_all = house->clients;
    if (house->clients) {
        house->clients->before_of_all = client;
    }
    house->clients = client;
    house->figures.clients++;
    return client;
}

/* Leaves the table; whoever stays is told if that changes who is there. */
static void leave_table(struct bil_client *client, int64_t now)
{
    struct bil_table *table = client->table;
    struct bil_house *house = client->house;
    *(client->before ? &client->before->next : &table->clients) = client->next;
    if (client->next) {
        client->next->before = client->before;
    }
    client->next = client->before = NULL;
    client->table = NULL;
    table->client_count--;
    bool last = true; /* of that seat, or a spectator */
    if (client->seat < 0) {
        table->spectator_count--;
        house->figures.spectators--;
    } else {
        last = --table->connections[client->seat] == 0;
        table->gone[client->seat] = last ? now : table->gone[client->seat];
    }
    if (last) {
        bil_table_tell_presence(table, client->seat);
        if (table->body) {
            bil_pace_watch(table, now);
            bil_house_due(table, bil_pace_due(table));
        } else {
            bil_house_due(table, now); /* it looks for itself how long that may be */
        }
    }
    if (table->body && !table->clients && !table->touched && table->body->facts.state >= BIL_TABLE_OVER) {
        bil_table_park(table); /* hardly anybody comes back to a game that is over */
    }
    bil_house_drop(house, table);
}

static void unlink_from(struct bil_client **list, struct bil_client *client, bool staged)
{
    while (*list && *list != client) {
        list = staged ? &(*list)->next_staged : &(*list)->next_ready;
    }
    if (*list) {
        *list = staged ? client->next_staged : client->next_ready;
    }
}

void bil_house_gone(struct bil_house *house, struct bil_client *client, int64_t now)
{
    house->now = now;
    if (client->table) {
        leave_table(client, now);
    }
    if (client->staged) {
        unlink_from(&house->staged, client, true);
    }
    if (client->in_ready) {
        unlink_from(&house->ready, client, false);
    }
    *(client->before_of_all ? &client->before_of_all->next_of_all : &house->clients) = client->next_of_all;
    if (client->next_of_all) {
        client->next_of_all->before_of_all = client->before_of_all;
    }
    house->figures.clients--;
    house->retelling -= client->retell;
    bil_outbox_empty(&client->outbox);
    free(client);
}

void bil_client_send_away(struct bil_client *client, const char *code, const char *sentence)
{
    bil_client_error(client, -1, code, sentence);
    client->ended = true;
    leave_table(client, client->house->now);
}

void bil_house_unseat(struct bil_table *table, int seat, const char *sentence)
{
    struct bil_client *next = NULL;
    for (struct bil_client *client = table->clients; client; client = next) {
        next = client->next;
        if (client->seat == seat) {
            bil_client_send_away(client, "token", sentence);
        }
    }
}

/* ------------------------------------------------------------------ hello */

static bool reject(struct bil_client *client, const struct bil_said *said, const char *code, const char *sentence)
{
    bil_client_error(client, said->id, code, sentence);
    client->ended = true;
    return false;
}

static void enter(struct bil_client *client, struct bil_table *table, int seat, int64_t seen, int64_t now)
{
    struct bil_house *house = client->house;
    const bool first = seat >= 0 && table->connections[seat] == 0;
    if (seat >= 0) {
        table->bye &= (uint8_t) ~(1U << seat);
        table->connections[seat]++;
        bil_pace_back(table, seat, now);
    } else {
        table->spectator_count++;
        house->figures.spectators++;
    }
    bil_table_tell(table, now); /* the others, before this one is among them */
    if (first || seat < 0) {
        bil_table_tell_presence(table, seat);
    }
    client->table = table;
    client->seat = (int8_t)seat;
    client->next = table->clients;
    if (table->clients) {
        table->clients->before = client;
    }
    table->clients = client;
    table->client_count++;
    bil_pace_watch(table, now);
    bil_client_tell(client, seen, now);
    bil_house_due(table, bil_pace_due(table));
}

static bool hello(struct bil_client *client, const struct bil_said *said)
{
    const struct bil_value *message = said->message;
    const struct bil_value *seen = bil_value_get(message, "seen");
    const struct bil_value *protocol = bil_value_get(message, "protocol");
    struct bil_error error = {{0}};
    struct bil_table *table = NULL;
    const char *id = NULL;
    const char *token = NULL;
    int seat = -1;
    client->views = true;
    if (client->table) {
        return reject(client, said, "hello",
                      "You have said hello already; a second table needs a second "
                      "connection.");
    }
    if (!protocol || protocol->type != BIL_INTEGER || protocol->integer != PROTOCOL) {
        return reject(client, said, "version",
                      "This server speaks protocol 1; say "
                      "{\"type\":\"hello\",\"protocol\":1,...}.");
    }
    if (!bil_value_string(message, "table", &id, &error) || !bil_value_string(message, "token", &token, &error) ||
        !bil_value_bool(message, "views", &client->views, &error) ||
        (seen && (seen->type != BIL_INTEGER || seen->integer < 0) &&
         !bil_fail(&error, "\"seen\" must be the number of an entry."))) {
        return reject(client, said, "malformed", error.text);
    }
    if (!id) {
        return reject(client, said, "malformed", "Hello needs \"table\", the name of a table.");
    }
    const enum bil_fault fault = bil_table_load(client->house, id, &table, &error);
    if (fault) {
        return reject(client, said, bil_fault_code(fault), error.text);
    }
    if (token) {
        seat = bil_table_seat_of(table, token);
        if (seat < 0) {
            return reject(client, said, "token", "This token opens no seat of this table.");
        }
        if (table->connections[seat] == UINT8_MAX) {
            return reject(client, said, "full", "This seat has too many connections.");
        }
    } else if (!table->body->setup.spectators) {
        return reject(client, said, "full", "Nobody may watch at this table.");
    } else if (table->spectator_count >= BIL_SPECTATORS) {
        return reject(client, said, "full", "As many watch at this table as may.");
    }
    enter(client, table, seat, seen ? seen->integer : -1, said->now);
    return true;
}

/* ------------------------------------------------------------------ everything else */

static void ping(struct bil_client *client, const struct bil_said *said)
{
    struct bil_text *text = &client->house->text;
    bil_text_clear(text);
    bil_json_object(text);
    bil_json_key_string(text, "type", "pong");
    if (said->id >= 0) {
        bil_json_key_integer(text, "id", said->id);
    }
    bil_json_object_end(text);
    bil_client_say(client);
}

static const struct {
    const char *type;
    void (*answer)(struct bil_client *client, const struct bil_said *said);
} answers[] = {
    {"move", bil_talk_move}, {"order", bil_talk_order}, {"end-order", bil_talk_end_order},
    {"undo", bil_talk_undo}, {"agree", bil_talk_agree}, {"refuse", bil_talk_refuse},
    {"chat", bil_talk_chat}, {"hint", bil_talk_hint},   {"why", bil_talk_why},
};

static bool answer_at_table(struct bil_client *client, const struct bil_said *said, const char *type)
{
    struct bil_house *house = client->house;
    struct bil_table *table = NULL;
    struct bil_error error = {{0}};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        if (strcmp(answers[i].type, type) == 0) {
            const enum bil_fault fault = bil_table_load(house, client->table->id, &table, &error);
            if (fault == BIL_FAULT_DAMAGED) {
                return reject(client, said, bil_fault_code(fault), error.text);
            }
            if (fault) {
                bil_client_error(client, said->id, bil_fault_code(fault), error.text);
            } else {
                if (client->seat >= 0 && !house->closing) { /* whoever says anything is there */
                    bil_pace_back(table, client->seat, said->now);
                }
                answers[i].answer(client, said);
            }
            return true;
        }
    }
    bil_fail(&error, "There is no message of type \"%.40s\".", type);
    bil_client_error(client, said->id, "unknown", error.text);
    return true;
}

static bool answer(struct bil_client *client, const struct bil_said *said)
{
    const char *type = NULL;
    if (said->message->type != BIL_OBJECT || !bil_value_string(said->message, "type", &type, NULL) || !type) {
        return reject(client, said, "malformed", "A message is one JSON object with \"type\", a text.");
    }
    if (strcmp(type, "hello") == 0) {
        return hello(client, said);
    }
    if (strcmp(type, "ping") == 0) {
        ping(client, said);
        return true;
    }
    if (strcmp(type, "bye") == 0) {
        if (client->table && client->seat >= 0) {
            client->table->bye |= (uint8_t)(1U << client->seat);
        }
        client->ended = true;
        return false;
    }
    if (!client->table) {
        return reject(client, said, "hello", "Say hello first: {\"type\":\"hello\",\"protocol\":1,\"table\":...}.");
    }
    return answer_at_table(client, said, type);
}

bool bil_house_receive(struct bil_house *house, struct bil_client *client, const char *text, size_t length, int64_t now)
{
    struct bil_error error = {{0}};
    struct bil_said said = {.id = -1, .now = now};
    house->now = now;
    house->figures.messages_in++;
    if (client->ended) {
        return false;
    }
    struct bil_heard heard;
    said.message = bil_heard_read(&heard, text, length, &error);
    if (!said.message) {
        return reject(client, &said, "malformed", error.text);
    }
    const struct bil_value *id = bil_value_get(said.message, "id");
    said.id = id && id->type == BIL_INTEGER && id->integer >= 0 ? id->integer : -1;
    const bool stays = answer(client, &said);
    bil_heard_free(&heard);
    return stays;
}
