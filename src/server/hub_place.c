/* Where a table is kept, where several processes share the tables; and how one is given away.
 *
 * Must never tell a client that its table has moved before all that happened at it is stored. */
#include "server/table_internal.h"

void bil_hub_place(struct bil_hub *hub, const char *id, int64_t now, struct bil_place *place)
{
    *place = (struct bil_place){.where = BIL_PLACE_HERE};
    if (hub->settings.place) {
        hub->settings.place(hub->settings.place_context, id, now, place);
    }
}

void bil_hub_give_away(struct bil_hub *hub, const char *id)
{
    struct bil_table *table = bil_hub_find(hub, id);
    if (!table || table->leaves) {
        return; /* what is not in memory is stored, and nobody looks at it */
    }
    table->leaves = true;
    table->next_leaving = hub->leaving;
    hub->leaving = table;
    bil_hub_touch(table);
}

void bil_hub_write_moved(struct bil_text *text)
{
    bil_text_clear(text);
    bil_json_object(text);
    bil_json_key_string(text, "type", "moved");
    bil_json_object_end(text);
}

/* Everybody at the table is sent to where it is kept now. Nobody is told that the others have gone, for they come there, too. */
static void send_on(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    bil_hub_write_moved(&hub->text);
    struct bil_message *message = bil_message_new(&hub->text);
    while (table->clients) {
        struct bil_client *client = table->clients;
        table->clients = client->next;
        client->next = client->before = NULL;
        client->table = NULL;
        client->ended = client->moved = true;
        hub->figures.spectators -= client->seat < 0;
        bil_client_put(client, bil_message_hold(message));
    }
    bil_message_drop(message);
    table->client_count = table->spectator_count = 0;
}

void bil_hub_part(struct bil_hub *hub)
{
    while (hub->leaving) {
        struct bil_table *table = hub->leaving;
        hub->leaving = table->next_leaving;
        table->leaves = false;
        send_on(table);
        bil_table_park(table);
        bil_hub_due(table, 0);
        bil_hub_drop(hub, table);
        hub->quick.known = false;
    }
}
