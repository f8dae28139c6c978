/* See cluster.h. */
#include "server/cluster/cluster.h"

#include <string.h>

#include "server/tables/internal.h"

enum {
    SECOND = 1000,
    STAYS = 5 * SECOND,   /* a table that another has given is kept so long, so that it is not thrown to and fro */
    ASKED = 10 * SECOND,  /* and one that is asked for may take so long to come */
    SHUNNED = 2 * SECOND, /* and one that was given is not taken back at once */
    DUE_AT_ONCE = 50,
    COUNTS = 5 * SECOND
};

/* ------------------------------------------------------------------ taking */

/* It is looked at behind the round. */
static void queue_table(struct bil_table *table)
{
    struct bil_cluster *cluster = &table->hub->cluster;
    if (!table->hold.parting) {
        table->hold.parting = true;
        table->hold.next = cluster->parting;
        cluster->parting = table;
    }
}

static bool is_held(const struct bil_table *table)
{
    return table->hold.session != 0 && table->hold.session == bil_store_lock_session(table->hub->store);
}

/* Anyone who is at it here must come again: only who comes is a reason to ask for it. */
static enum bil_fault ask_for(struct bil_table *table, struct bil_error *error)
{
    struct bil_hub *hub = table->hub;
    if (!hub->cluster.sweeping && !table->clients) {
        if (!bil_store_ask_for(hub->store, table->id, error)) {
            return BIL_FAULT_STORE;
        }
        table->hold.asked = hub->now + ASKED;
    }
    queue_table(table);
    return BIL_FAULT_MOVED;
}

static enum bil_fault take_table(struct bil_table *table, struct bil_error *error)
{
    struct bil_hub *hub = table->hub;
    struct bil_cluster *cluster = &hub->cluster;
    const bool lock = cluster->on && !is_held(table);
    bool there = false;
    if (cluster->left || (lock && table->hold.shunned > hub->now)) {
        return BIL_FAULT_MOVED;
    }
    if (!bil_store_ahead(hub->store, table->id, lock, error)) {
        return bil_hub_unread(hub);
    }
    if (!lock) {
        return !cluster->on || is_held(table) ? BIL_FAULT_NONE : BIL_FAULT_STORE; /* the session was lost just now */
    }
    error->text[0] = 0;
    if (bil_store_lock(hub->store, table->id, &there, error)) {
        const bool clients = table->clients != NULL;
        table->hold = (struct bil_cluster_hold){.session = bil_store_lock_session(hub->store),
                                                .since = hub->now,
                                                .stays = table->hold.asked > hub->now ? hub->now + STAYS : 0,
                                                .guest = !cluster->sweeping && !clients && !table->due,
                                                .parting = table->hold.parting,
                                                .next = table->hold.next};
        if (table->hold.guest) {
            queue_table(table);
        }
        return BIL_FAULT_NONE;
    }
    return error->text[0] ? BIL_FAULT_STORE : there ? ask_for(table, error) : BIL_FAULT_NO_TABLE;
}

/* ------------------------------------------------------------------ giving */

/* Everybody at the table must come again. Nobody hears that the others have gone, for they come there, too. */
static void send_on(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    bil_json_object_end(bil_hub_begin_message(hub, "moved"));
    struct bil_message *message = bil_message_new(&hub->text);
    while (table->clients) {
        struct bil_client *client = table->clients;
        table->clients = client->next;
        client->next = client->before = NULL;
        client->table = NULL;
        hub->retelling -= client->retell;
        client->retell = false;
        client->ended = client->moved = true;
        hub->figures.spectators -= client->seat < 0;
        bil_client_put(client, message);
    }
    bil_message_drop(message);
    table->client_count = table->spectator_count = 0;
    memset(table->connections, 0, sizeof table->connections);
}

/* All of it is stored. It is another's from now on, or nobody's. */
static void give_away(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    struct bil_error error = {{0}};
    send_on(table);
    bil_table_park(table);
    bil_hub_due(table, 0);
    if (is_held(table) && !bil_store_unlock(hub->store, table->id, &error)) {
        bil_hub_log_sentence(hub, "store", error.text);
    }
    table->hold.session = 0;
    table->hold.guest = false;
    if (table->hold.wanted) {
        table->hold.wanted = false;
        table->hold.shunned = hub->now + SHUNNED;
        hub->cluster.given++;
        bil_hub_log(hub, "table-given", "\"table\":\"%s\"", bil_table_alias(table->id).text);
    }
}

static bool keeps_table(struct bil_table *table)
{
    if (is_held(table)) {
        queue_table(table);
    }
    return table->hold.parting;
}

/* Whether it goes now. *again: it is looked at behind the next round, too. */
static bool goes_now(const struct bil_table *table, int64_t now, bool *again)
{
    const struct bil_cluster_hold *hold = &table->hold;
    *again = hold->guest || hold->wanted;
    if (!is_held(table)) {
        *again = hold->shunned > now || hold->asked > now;
        return table->clients != NULL || !*again;
    }
    if (hold->wanted && (!table->clients || now >= hold->stays || now < hold->since)) {
        return true;
    }
    return !table->clients && (hold->guest || (!table->body && !table->due));
}

static void give_waiting(struct bil_hub *hub, int64_t now)
{
    struct bil_table *table = hub->cluster.parting;
    hub->cluster.parting = NULL;
    for (struct bil_table *next = NULL; table; table = next) {
        bool again = false;
        next = table->hold.next;
        table->hold.parting = false;
        table->hold.guest = table->hold.guest && !table->clients && hub->cluster.servers > 1;
        if (goes_now(table, now, &again)) {
            give_away(table);
            again = table->hold.shunned > now || table->hold.asked > now;
        }
        if (again) {
            queue_table(table);
        } else {
            bil_hub_drop(hub, table);
        }
    }
}

static void hear_wishes(struct bil_hub *hub)
{
    char id[BIL_TABLE_ID + 1];
    struct bil_error error = {{0}};
    while (bil_store_asked(hub->store, id)) {
        struct bil_table *table = bil_hub_find(hub, id);
        if (table && is_held(table)) {
            table->hold.wanted = true;
            queue_table(table);
        } else if (!bil_store_unlock(hub->store, id, &error)) { /* a lock that nobody knows of would stay for good */
            bil_hub_log_sentence(hub, "store", error.text);
        }
    }
}

/* ------------------------------------------------------------------ the session */

static bool holds_session(const struct bil_hub *hub)
{
    return !hub->cluster.on || hub->cluster.session == bil_store_lock_session(hub->store);
}

static const struct bil_ownership ownership = {take_table, keeps_table, holds_session};

void bil_cluster_begin(struct bil_hub *hub)
{
    hub->cluster = (struct bil_cluster){.ownership = &ownership,
                                        .on = bil_store_is_shared(hub->store),
                                        .session = bil_store_lock_session(hub->store),
                                        .servers = 1};
}

void bil_cluster_forget(struct bil_hub *hub)
{
    if (holds_session(hub)) {
        return;
    }
    hub->cluster.session = bil_store_lock_session(hub->store);
    for (size_t b = 0; b < hub->buckets; b++) {
        for (struct bil_table *table = hub->bucket[b]; table; table = table->chain) {
            bil_table_park(table);
            bil_hub_due(table, 0); /* anyone who looks after tables that nobody has sees to it */
            if (!table->clients) {
                queue_table(table);
            }
            for (struct bil_client *client = table->clients; client; client = client->next) {
                client->retell = true;
            }
        }
    }
}

/* ------------------------------------------------------------------ behind each round */

static void note_due(void *context, const char *id)
{
    struct bil_hub *hub = context;
    struct bil_table *table = bil_hub_table(hub, id);
    if (!table->due) {
        bil_hub_due(table, 1);
    }
}

static void take_due(struct bil_hub *hub, int64_t now)
{
    struct bil_error error = {{0}};
    hub->cluster.due_at = now + SECOND;
    if (!bil_store_due(hub->store, now, DUE_AT_ONCE, note_due, hub, &error)) {
        bil_hub_log_sentence(hub, "store", error.text);
    }
}

/* The database is away, perhaps for this server alone: anyone who is here may find another one. */
static void send_away(struct bil_hub *hub, int64_t now)
{
    struct bil_cluster *cluster = &hub->cluster;
    cluster->lost_at = cluster->lost_at ? cluster->lost_at : now;
    for (size_t b = 0; b < hub->buckets && now - cluster->lost_at >= BIL_STORE_SILENT && cluster->servers > 1; b++) {
        for (struct bil_table *table = hub->bucket[b]; table; table = table->chain) {
            queue_table(table);
        }
    }
}

void bil_cluster_round(struct bil_hub *hub, int64_t now)
{
    struct bil_cluster *cluster = &hub->cluster;
    if (!cluster->on || cluster->left || bil_store_writing(hub->store)) {
        return;
    }
    if (!bil_store_lock_session(hub->store)) {
        send_away(hub, now);
    } else {
        cluster->lost_at = 0;
        hear_wishes(hub);
        if (now >= cluster->due_at || cluster->due_at - now > SECOND) {
            take_due(hub, now);
            bil_store_servers(hub->store, &cluster->servers, NULL);
        }
        if (now >= cluster->count_at || cluster->count_at - now > COUNTS) {
            cluster->count_at = now + COUNTS;
            bil_store_count(hub->store, &hub->figures.tables_open, &hub->figures.tables_playing, NULL);
        }
    }
    give_waiting(hub, now);
}

bool bil_cluster_leave(struct bil_hub *hub)
{
    struct bil_error error = {{0}};
    struct bil_cluster *cluster = &hub->cluster;
    if (!cluster->on || cluster->left || !bil_store_servers(hub->store, &cluster->servers, &error) || cluster->servers < 2) {
        return cluster->left;
    }
    cluster->left = true;
    for (size_t b = 0; b < hub->buckets; b++) {
        for (struct bil_table *table = hub->bucket[b]; table; table = table->chain) {
            give_away(table);
        }
    }
    return true;
}
