/* Where a table is kept, where several processes share the tables; and how one is given away.
 *
 * Must never tell a client that its table has moved before all that happened at it is stored. */
#include <string.h>

#include "server/node.h"
#include "server/table_internal.h"

void bil_hub_place(struct bil_hub *hub, const char *id, int64_t now, struct bil_place *place)
{
    *place = (struct bil_place){.where = BIL_PLACE_HERE};
    if (hub->settings.place) {
        hub->settings.place(hub->settings.place_context, id, now, place);
    } else {
        bil_owner_place(hub, id, place);
    }
}

void bil_hub_place_quick(const struct bil_hub *hub, struct bil_place *place)
{
    struct bil_store_node_row elder;
    *place = (struct bil_place){.where = BIL_PLACE_HERE};
    if (hub->settings.node && bil_node_elder(hub->settings.node, &elder) && strlen(elder.address) < sizeof place->address) {
        place->where = BIL_PLACE_THERE;
        memcpy(place->address, elder.address, strlen(elder.address) + 1);
    }
}

bool bil_hub_has_company(const struct bil_hub *hub)
{
    return hub->settings.place || (hub->settings.node && bil_node_has_company(hub->settings.node));
}

bool bil_hub_sees(const struct bil_hub *hub, const char *address)
{
    return !hub->settings.node || bil_node_sees(hub->settings.node, address);
}

uint64_t bil_hub_neighbours(const struct bil_hub *hub)
{
    return hub->settings.node ? bil_node_changes(hub->settings.node) : 0;
}

void bil_table_give(struct bil_table *table, const char *node)
{
    struct bil_hub *hub = table->hub;
    struct bil_error error = {{0}};
    if (table->leaves) {
        return;
    }
    bil_owner_lose(table, BIL_LEAVES_GIVEN);
    bil_hub_touch(table);
    if (hub->settings.node && table->epoch && bil_hub_begin_at(table) &&
        !bil_store_give(hub->store, table->id, bil_node_name(hub->settings.node), table->epoch, node, &error)) {
        bil_hub_breaks(hub, &error);
    }
}

void bil_hub_give_away(struct bil_hub *hub, const char *id)
{
    struct bil_table *table = bil_hub_find(hub, id);
    if (table) { /* what is not in memory is stored, and nobody looks at it */
        bil_table_give(table, "");
    }
}

void bil_table_follow(struct bil_table *table, const char *id)
{
    struct bil_hub *hub = table->hub;
    struct bil_store_owner owner;
    struct bil_error error = {{0}};
    if (!hub->settings.node) {
        return;
    }
    if (!bil_store_owner(hub->store, id, &owner, &error)) {
        if (bil_store_writing(hub->store)) {
            bil_hub_breaks(hub, &error);
        }
    } else if (owner.left > 0 && *owner.node && strcmp(owner.node, bil_node_name(hub->settings.node)) != 0) {
        bil_hub_log(hub, "table-given", "\"table\":\"%s\",\"to\":\"%s\"", bil_table_alias(table->id).text, owner.node);
        bil_table_give(table, owner.node);
    }
}

bool bil_table_gather(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    struct bil_store_node_row elder;
    if (!table->body->setup.quick || table->body->facts.state != BIL_TABLE_OPEN || table->leaves || !hub->settings.node ||
        !bil_node_elder(hub->settings.node, &elder)) {
        return false;
    }
    bil_hub_log(hub, "table-given", "\"table\":\"%s\",\"to\":\"%s\"", bil_table_alias(table->id).text, elder.node);
    bil_table_give(table, elder.node);
    return true;
}

void bil_hub_gather(struct bil_hub *hub)
{
    const uint64_t neighbours = bil_hub_neighbours(hub);
    for (size_t b = 0; b < hub->buckets && neighbours != hub->gathered; b++) {
        for (struct bil_table *table = hub->bucket[b]; table; table = table->chain) {
            if (table->body && table->epoch && table->body->setup.quick && table->body->facts.state == BIL_TABLE_OPEN) {
                bil_hub_due(table, 1);
            }
        }
    }
    hub->gathered = neighbours;
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
    memset(table->connections, 0, sizeof table->connections);
}

void bil_hub_part(struct bil_hub *hub, bool stored)
{
    struct bil_table *stay = NULL;
    while (hub->leaving) {
        struct bil_table *table = hub->leaving;
        const enum bil_leaves how = table->leaves;
        hub->leaving = table->next_leaving;
        if (how == BIL_LEAVES_GIVEN && !stored) {
            table->next_leaving = stay;
            stay = table;
            continue;
        }
        table->leaves = BIL_LEAVES_NOT;
        send_on(table);
        bil_table_park(table);
        if (how == BIL_LEAVES_GIVEN || table->epoch == 0) { /* else it is ours, again or still, and is looked after */
            table->epoch = 0;
            bil_hub_due(table, 0);
        }
        bil_hub_drop(hub, table);
        hub->quick.known = false;
    }
    hub->leaving = stay;
}
