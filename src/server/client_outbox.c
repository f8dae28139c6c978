/* What waits for a client: messages in its outbox, and who has something to be sent. Must never let go of one before it is stored.
 */
#include "server/table_inside.h"

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

void bil_house_release(struct bil_house *house)
{
    while (house->staged) {
        struct bil_client *client = house->staged;
        house->staged = client->next_staged;
        client->staged = false;
        bil_outbox_release(&client->outbox);
        if (client->outbox.ready > 0 && !client->in_ready) {
            client->in_ready = true;
            client->next_ready = house->ready;
            house->ready = client;
        }
    }
}
