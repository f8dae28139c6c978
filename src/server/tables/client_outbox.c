/* What waits for a client: messages in its outbox, and who has something to be sent. Must never let go of one before it is stored.
 */
#include "server/tables/internal.h"
#include "table/memory.h"

void bil_client_put(struct bil_client *client, struct bil_message *message)
{
    struct bil_hub *hub = client->hub;
    hub->figures.messages_out++;
    hub->figures.bytes_out += message->length;
    bil_outbox_put(&client->outbox, message);
    if (!client->staged) {
        client->staged = true;
        client->next_staged = hub->staged;
        hub->staged = client;
    }
}

void bil_client_say(struct bil_client *client)
{
    bil_client_put(client, bil_message_new(&client->hub->text));
}

void bil_client_error(struct bil_client *client, int64_t id, const char *code, const char *sentence)
{
    bil_text_clear(&client->hub->text);
    bil_wire_error(&client->hub->text, id, code, sentence);
    client->hub->figures.refused++;
    bil_client_say(client);
}

void bil_client_ok(struct bil_client *client, int64_t id)
{
    bil_text_clear(&client->hub->text);
    bil_wire_ok(&client->hub->text, id);
    bil_client_say(client);
}

void bil_client_spoke(struct bil_client *client, int64_t id)
{
    struct bil_hub *hub = client->hub;
    if (hub->spoken_count == hub->spoken_room) {
        hub->spoken_room = 2 * hub->spoken_room + 16;
        hub->spoken = bil_memory_grow(hub->spoken, hub->spoken_room, sizeof *hub->spoken);
    }
    hub->spoken[hub->spoken_count++] = (struct bil_spoken){client, id};
}

void bil_hub_write_moved(struct bil_text *text)
{
    bil_text_clear(text);
    bil_json_object(text);
    bil_json_key_string(text, "type", "moved");
    bil_json_object_end(text);
}

void bil_hub_release(struct bil_hub *hub)
{
    hub->spoken_count = 0;
    while (hub->staged) {
        struct bil_client *client = hub->staged;
        hub->staged = client->next_staged;
        client->staged = false;
        bil_outbox_release(&client->outbox);
        if (client->outbox.ready > 0 && !client->in_ready) {
            client->in_ready = true;
            client->next_ready = hub->ready;
            hub->ready = client;
        }
    }
}
