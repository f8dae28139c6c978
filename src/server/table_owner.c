/* Whose tables are, where several servers share a database: taking one before it is read, the fence before it is written, and
 * finding out what others have taken meanwhile. A hub without a node owns everything, and nothing here costs it a statement.
 *
 * Must never write to a table without its fence, nor keep one in memory that is another's once that can be known. */
#include <string.h>

#include "server/node.h"
#include "server/table_internal.h"

enum { SECOND = 1000, DUE_AT_ONCE = 50, COUNTS = 5 * SECOND };

/* ------------------------------------------------------------------ taking */

static void note_taken(struct bil_table *table, int64_t epoch, bool from_another)
{
    struct bil_hub *hub = table->hub;
    table->epoch = epoch;
    table->kept_since = from_another ? hub->now : table->kept_since;
    hub->figures.tables_taken += from_another;
    hub->quick.known = false; /* perhaps it is one of them, and nobody here knew of it */
    if (!table->took && bil_store_writing(hub->store)) {
        table->took = true;
        table->next_took = hub->took;
        hub->took = table;
    }
    if (!table->due) {
        bil_hub_due(table, hub->now + SECOND); /* should it not be read now: what is ours is looked after */
    }
}

enum bil_fault bil_owner_take(struct bil_table *table, struct bil_error *error)
{
    struct bil_hub *hub = table->hub;
    struct bil_store_owner owner = {0};
    struct bil_stored_table facts;
    error->text[0] = 0;
    const char *name = hub->settings.node && !table->epoch ? bil_node_name(hub->settings.node) : NULL;
    if (name && hub->left) {
        return BIL_FAULT_MOVED;
    }
    if (!bil_store_ahead(hub->store, table->id, name, error)) {
        return bil_hub_unread(hub);
    }
    if (!name) {
        return BIL_FAULT_NONE;
    }
    if (bil_store_take(hub->store, table->id, name, false, &owner, error)) {
        const bool another = *owner.before && strcmp(owner.before, name) != 0;
        note_taken(table, owner.epoch, another);
        if (another) {
            bil_hub_log(hub, "table-taken", "\"table\":\"%s\",\"epoch\":%lld,\"from\":\"%s\"", bil_table_alias(table->id).text,
                        (long long)owner.epoch, owner.before);
        }
        return BIL_FAULT_NONE;
    }
    if (error->text[0]) {
        return BIL_FAULT_STORE;
    }
    if (*owner.node) {
        return BIL_FAULT_MOVED;
    }
    if (bil_store_read_table(hub->store, table->id, &facts, error)) { /* it is there, and somebody is at its row just now */
        bil_stored_table_free(&facts);
        return BIL_FAULT_MOVED;
    }
    return error->text[0] == 0 ? BIL_FAULT_NO_TABLE : bil_hub_unread(hub);
}

struct taking {
    struct bil_hub *hub;
    int64_t now;
};

static void note_due(void *context, const struct bil_stored_table *row, int64_t epoch)
{
    const struct taking *taking = context;
    struct bil_table *table = bil_hub_table(taking->hub, row->id);
    const int64_t ahead = row->asked_since > taking->now ? row->asked_since - taking->now : 0; /* the clock was set back */
    if (table->epoch) { /* it was another's in between: what is in memory is too old */
        bil_owner_lose(table, BIL_LEAVES_CLIENTS);
    }
    bil_hub_due(table, row->deadline > ahead ? row->deadline - ahead : 1);
    note_taken(table, epoch, true);
}

/* What dead servers had and must do something at some time. */
static void take_due(struct bil_hub *hub, int64_t now)
{
    struct taking taking = {hub, now};
    struct bil_error error = {{0}};
    const int count = bil_store_take_due(hub->store, bil_node_name(hub->settings.node), DUE_AT_ONCE, note_due, &taking, &error);
    hub->take_at = count == DUE_AT_ONCE ? now : now + SECOND;
    if (count > 0) {
        bil_hub_log(hub, "tables-taken", "\"tables\":%d", count);
    } else if (count < 0) {
        bil_hub_log_sentence(hub, "store", error.text);
    }
}

/* ------------------------------------------------------------------ the fence */

bool bil_hub_begin_at(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    struct bil_error error = {{0}};
    bil_hub_touch(table); /* first: whatever fails, what stands in memory is read again */
    if (!bil_hub_begin(hub)) {
        return false;
    }
    if (hub->settings.node && !table->fenced) {
        table->fenced = true;
        return bil_store_fence(hub->store, table->id, table->epoch, &error) || bil_hub_breaks(hub, &error);
    }
    return true;
}

void bil_owner_settle(struct bil_hub *hub, bool stored)
{
    while (hub->took) {
        struct bil_table *table = hub->took;
        hub->took = table->next_took;
        table->took = false;
        table->epoch = stored ? table->epoch : 0; /* perhaps it is ours all the same: then it is taken again */
        bil_hub_drop(hub, table);
    }
}

/* ------------------------------------------------------------------ losing */

void bil_owner_lose(struct bil_table *table, enum bil_leaves how)
{
    if (!table->leaves) {
        table->next_leaving = table->hub->leaving;
        table->hub->leaving = table;
    }
    table->leaves = table->leaves < how ? how : table->leaves;
    if (how == BIL_LEAVES_LOST) {
        table->epoch = 0;
        table->hub->figures.tables_lost++;
        bil_hub_log(table->hub, "table-lost", "\"table\":\"%s\"", bil_table_alias(table->id).text);
    }
}

static void note_owned(void *context, const char *id, int64_t epoch)
{
    struct bil_hub *hub = context;
    struct bil_table *table = bil_hub_find(hub, id);
    if (table && table->epoch == epoch) {
        table->compared = hub->comparison;
    }
}

bool bil_owner_compare(struct bil_hub *hub)
{
    struct bil_error error = {{0}};
    const uint64_t slept = bil_node_slept(hub->settings.node);
    hub->comparison++;
    if (!bil_store_owned(hub->store, bil_node_name(hub->settings.node), note_owned, hub, &error)) {
        bil_hub_log_sentence(hub, "store", error.text);
        return false;
    }
    for (size_t b = 0; b < hub->buckets; b++) {
        for (struct bil_table *table = hub->bucket[b]; table; table = table->chain) {
            if (table->epoch && table->compared != hub->comparison) {
                bil_owner_lose(table, BIL_LEAVES_LOST);
            }
        }
    }
    hub->slept = slept;
    hub->in_doubt = false;
    return true;
}

/* The lease is over, and others live: they take what is asked for there, so whoever is here is sent to them. Whose the tables are
 * shows when the database answers again. */
static void send_clients_on(struct bil_hub *hub)
{
    for (size_t b = 0; b < hub->buckets; b++) {
        for (struct bil_table *table = hub->bucket[b]; table; table = table->chain) {
            if (table->clients && table->epoch) {
                bil_owner_lose(table, BIL_LEAVES_CLIENTS);
            }
        }
    }
    bil_hub_log(hub, "lease-over", "\"why\":\"The database has not been reached for %d milliseconds.\"", BIL_STORE_LEASE);
}

bool bil_owner_cut(const struct bil_hub *hub)
{
    return hub->settings.node && bil_node_age(hub->settings.node) >= BIL_STORE_LEASE && bil_node_has_company(hub->settings.node);
}

static void count_tables(struct bil_hub *hub, int64_t now)
{
    struct bil_error error;
    hub->count_at = now + COUNTS;
    bil_store_count(hub->store, BIL_TABLE_OPEN, &hub->figures.tables_open, &error);
    bil_store_count(hub->store, BIL_TABLE_PLAYING, &hub->figures.tables_playing, &error);
    bil_store_bury(hub->store, bil_node_name(hub->settings.node), &error);
}

void bil_owner_watch(struct bil_hub *hub, int64_t now)
{
    struct bil_node *node = hub->settings.node;
    if (!node || hub->left || bil_store_writing(hub->store)) {
        return;
    }
    const uint64_t doubts = bil_node_doubts(node);
    const uint64_t neighbours = bil_node_changes(node);
    if (doubts != hub->doubts) {
        hub->doubts = doubts;
        hub->in_doubt = true;
        hub->take_at = now + 2 * SECOND; /* where the database was away, others come back as late as this one */
    }
    if (neighbours != hub->neighbours) {
        hub->neighbours = neighbours;
        hub->take_at = hub->take_at < now ? hub->take_at : now; /* perhaps one has died */
    }
    const bool cut = bil_owner_cut(hub);
    if (cut && !hub->cut) {
        send_clients_on(hub);
    }
    hub->cut = cut;
    if (bil_node_age(node) > BIL_STORE_STALE || (hub->in_doubt && !bil_owner_compare(hub))) {
        return; /* the database is not waited for here */
    }
    if (now >= hub->take_at || hub->take_at - now > 2 * SECOND) {
        take_due(hub, now);
    }
    if (now >= hub->count_at || hub->count_at - now > COUNTS) {
        count_tables(hub, now);
    }
}

/* ------------------------------------------------------------------ where one is kept */

/* Whether it is known, without the database, that what is in memory is this server's. While the database does not answer that holds
 * up to the end of the lease; as soon as it does it is asked what others have taken. */
static bool is_certain(const struct bil_hub *hub, const struct bil_table *table)
{
    return table && table->epoch && !hub->left && !bil_owner_cut(hub) && bil_node_slept(hub->settings.node) == hub->slept;
}

void bil_owner_place(struct bil_hub *hub, const char *id, struct bil_place *place)
{
    const struct bil_table *table = bil_hub_find(hub, id);
    struct bil_store_owner owner;
    struct bil_error error = {{0}};
    if (!hub->settings.node || is_certain(hub, table)) {
        return;
    }
    place->where = BIL_PLACE_UNKNOWN;
    if (hub->broken || bil_owner_cut(hub)) {
        return;
    }
    if (!bil_store_owner(hub->store, id, &owner, &error)) {
        if (bil_store_writing(hub->store)) {
            bil_hub_breaks(hub, &error);
        }
        return;
    }
    if (owner.left > 0 && *owner.address && strcmp(owner.node, bil_node_name(hub->settings.node)) != 0 &&
        strlen(owner.address) < sizeof place->address) {
        place->where = BIL_PLACE_THERE;
        memcpy(place->address, owner.address, strlen(owner.address) + 1);
    } else if (!hub->left && (!table || !table->epoch || table->epoch == owner.epoch)) {
        place->where = BIL_PLACE_HERE; /* or nobody's: whoever loads it takes it. What is in memory of another epoch is too old */
    }
}
