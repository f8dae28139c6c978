/* The clients of the hub: that they come and go, what they say first, and which function answers what they say.
 *
 * Whatever bytes come in, the answer is what was asked for or one sentence. Must never trust a member of a message that was not
 * looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "server/hub.h"
#include "server/tables/internal.h"
#include "table/memory.h"

enum { PROTOCOL = 1 };

/* ------------------------------------------------------------------ coming and going */

struct bil_client *bil_hub_connect(struct bil_hub *hub, void *owner, int64_t now)
{
    struct bil_client *client = bil_memory_zero(1, sizeof *client);
    hub->now = now;
    client->hub = hub;
    client->owner = owner;
    client->seat = -1;
    client->next_of_all = hub->clients;
    if (hub->clients) {
        hub->clients->before_of_all = client;
    }
    hub->clients = client;
    hub->figures.clients++;
    return client;
}

void bil_client_at(struct bil_client *client, const char *id)
{
    snprintf(client->at, sizeof client->at, "%s", id);
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

void bil_hub_gone(struct bil_hub *hub, struct bil_client *client, int64_t now)
{
    hub->now = now;
    if (client->table) {
        bil_client_leave(client, now);
    }
    if (client->staged) {
        unlink_from(&hub->staged, client, true);
    }
    for (size_t i = 0; i < hub->spoken_count; i++) {
        if (hub->spoken[i].client == client) {
            hub->spoken[i].client = NULL;
        }
    }
    if (client->in_ready) {
        unlink_from(&hub->ready, client, false);
    }
    *(client->before_of_all ? &client->before_of_all->next_of_all : &hub->clients) = client->next_of_all;
    if (client->next_of_all) {
        client->next_of_all->before_of_all = client->before_of_all;
    }
    hub->figures.clients--;
    hub->retelling -= client->retell;
    bil_outbox_empty(&client->outbox);
    free(client);
}

/* ------------------------------------------------------------------ hello */

static bool reject(struct bil_client *client, const struct bil_client_message *said, const char *code, const char *sentence)
{
    bil_client_error(client, said->id, code, sentence);
    client->ended = true;
    return false;
}

static bool hello(struct bil_client *client, const struct bil_client_message *said)
{
    const struct bil_value *message = said->message;
    const struct bil_value *seen = bil_value_get(message, "seen");
    const struct bil_value *protocol = bil_value_get(message, "protocol");
    struct bil_error error = {{0}};
    struct bil_table *table = NULL;
    const char *id = NULL;
    const char *token = NULL;
    int seat = -1;
    bool sight = true; /* clients that never speak of it are in sight */
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
        !bil_value_bool(message, "views", &client->views, &error) || !bil_value_bool(message, "sight", &sight, &error) ||
        (seen && (seen->type != BIL_INTEGER || seen->integer < 0) &&
         !bil_fail(&error, "\"seen\" must be the number of an entry."))) {
        return reject(client, said, "malformed", error.text);
    }
    if (!id) {
        return reject(client, said, "malformed", "Hello needs \"table\", the name of a table.");
    }
    if (*client->at && strcmp(id, client->at) != 0) {
        return reject(client, said, "malformed", "Hello names another table than the address of this WebSocket, /ws/TABLE.");
    }
    const enum bil_fault fault = bil_table_load(client->hub, id, &table, &error);
    if (fault) {
        return reject(client, said, bil_fault_code(fault), error.text);
    }
    if (token) {
        seat = bil_table_seat_of(table, token);
        if (seat < 0) {
            return reject(client, said, "token", bil_table_token_trouble(table, token));
        }
        if (table->connections[seat] == UINT8_MAX) {
            return reject(client, said, "full", "This seat has too many connections.");
        }
    } else if (!table->body->setup.spectators) {
        return reject(client, said, "full", "Nobody may watch at this table.");
    } else if (table->spectator_count >= BIL_SPECTATORS) {
        return reject(client, said, "full", "As many watch at this table as may.");
    }
    client->hidden = !sight;
    bil_client_enter(client, table, seat, seen ? seen->integer : -1, said->now);
    return true;
}

/* ------------------------------------------------------------------ everything else */

/* Not among the answers below: a page that says that it is hidden has not come back for that. */
static void hear_sight(struct bil_client *client, const struct bil_client_message *said)
{
    struct bil_error error = {{0}};
    const struct bil_value *sight = bil_value_get(said->message, "sight");
    bool in_sight = true;
    if (!sight || !bil_value_flag(sight, &in_sight, &error)) {
        bil_client_error(client, said->id, "malformed", "\"sight\" must be true or false: whether the page is in sight.");
        return;
    }
    bil_client_sight(client, in_sight, said->now);
    bil_client_answer(client, said->id, "ok");
}

static bool answer_at_table(struct bil_client *client, const struct bil_client_message *said, const char *type)
{
    struct bil_hub *hub = client->hub;
    struct bil_table *table = NULL;
    struct bil_error error = {{0}};
    for (const struct bil_message_handler *handler = bil_message_handlers; handler->type; handler++) {
        if (strcmp(handler->type, type) == 0) {
            const enum bil_fault fault = bil_table_load(hub, client->table->id, &table, &error);
            if (fault == BIL_FAULT_MOVED) { /* it hears so at the end of the round */
                return true;
            }
            if (fault == BIL_FAULT_DAMAGED) {
                return reject(client, said, bil_fault_code(fault), error.text);
            }
            if (fault) {
                bil_client_error(client, said->id, bil_fault_code(fault), error.text);
            } else {
                if (client->seat >= 0 && !hub->closing) { /* anyone who says anything is there */
                    bil_presence_back(table, client->seat, said->now);
                }
                handler->answer(client, said);
            }
            return true;
        }
    }
    bil_fail(&error, "There is no message of type \"%.40s\".", type);
    bil_client_error(client, said->id, "unknown", error.text);
    return true;
}

static bool answer_message(struct bil_client *client, const struct bil_client_message *said)
{
    const char *type = NULL;
    if (said->message->type != BIL_OBJECT || !bil_value_string(said->message, "type", &type, NULL) || !type) {
        return reject(client, said, "malformed", "A message is one JSON object with \"type\", a text.");
    }
    if (strcmp(type, "hello") == 0) {
        return hello(client, said);
    }
    if (strcmp(type, "ping") == 0) {
        bil_client_answer(client, said->id, "pong");
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
    if (strcmp(type, "sight") == 0) {
        hear_sight(client, said);
        return true;
    }
    return answer_at_table(client, said, type);
}

/* Notes a message, so that if its round is not stored it is answered by its id. */
static void note_message(struct bil_client *client, int64_t id)
{
    struct bil_hub *hub = client->hub;
    if (hub->spoken_count == hub->spoken_room) {
        hub->spoken_room = 2 * hub->spoken_room + 16;
        hub->spoken = bil_memory_grow(hub->spoken, hub->spoken_room, sizeof *hub->spoken);
    }
    hub->spoken[hub->spoken_count++] = (struct bil_spoken){client, id};
}

bool bil_hub_receive(struct bil_hub *hub, struct bil_client *client, const char *text, size_t length, int64_t now)
{
    struct bil_error error = {{0}};
    struct bil_client_message said = {.id = -1, .now = now};
    hub->now = now;
    hub->figures.messages_in++;
    if (client->ended) {
        return false;
    }
    said.message = bil_json_read(text, length, "The message", &error);
    if (!said.message) {
        return reject(client, &said, "malformed", error.text);
    }
    const struct bil_value *id = bil_value_get(said.message, "id");
    said.id = id && id->type == BIL_INTEGER && id->integer >= 0 ? id->integer : -1;
    note_message(client, said.id);
    const bool stays = answer_message(client, &said);
    bil_json_free(said.message);
    return stays;
}

/* ------------------------------------------------------------------ what is sent to them */

struct bil_client_state bil_client_state(const struct bil_client *client)
{
    return (struct bil_client_state){client->ended, client->moved, client->outbox.bytes};
}

void bil_hub_ready(struct bil_hub *hub, void (*each)(void *owner))
{
    while (hub->ready) {
        struct bil_client *client = hub->ready;
        hub->ready = client->next_ready;
        client->in_ready = false;
        each(client->owner);
    }
}

/* ------------------------------------------------------------------ late answers to requests */

void bil_hub_on_answer(struct bil_hub *hub, void (*answer)(void *owner, struct bil_response *response))
{
    hub->answer = answer;
}

void bil_hub_forget(struct bil_hub *hub, const void *owner)
{
    for (size_t i = hub->expected_count; i-- > 0;) {
        if (hub->expected[i].owner == owner) {
            hub->expected[i] = hub->expected[--hub->expected_count];
        }
    }
}
