/* The tables that the hub has in memory: found by their ids, in the order in which each must be looked at (a heap), and those
 * that are loaded by their last use.
 *
 * Must never drop a table that somebody still needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

#include "server/tables/internal.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ where they lie */

/* Tables that nobody looks at are small and stay for days; what comes and goes beside them, bodies, is large. So they lie together:
 * one by one among the bodies each would hold on to a page of memory of its own. Blocks stay until the server ends. */
enum { IN_BLOCK = 64 };
struct bil_table_block {
    struct bil_table_block *next;
    struct bil_table table[IN_BLOCK];
};

/* A place that is free may not be looked at, but for what chains it to the next. Where nobody watches that it costs nothing. */
#ifdef __SANITIZE_ADDRESS__
#define FORBID(table) ASAN_POISON_MEMORY_REGION(&(table)->older, sizeof *(table)-offsetof(struct bil_table, older))
#define ALLOW(table)  ASAN_UNPOISON_MEMORY_REGION((table), sizeof *(table))
#else
#define FORBID(table) (void)(table)
#define ALLOW(table)  (void)(table)
#endif

static void give_place(struct bil_hub *hub, struct bil_table *table)
{
    table->chain = hub->free_tables;
    hub->free_tables = table;
    FORBID(table);
}

static struct bil_table *take_place(struct bil_hub *hub)
{
    if (!hub->free_tables) {
        struct bil_table_block *block = bil_memory_zero(1, sizeof *block);
        block->next = hub->blocks;
        hub->blocks = block;
        for (int i = IN_BLOCK - 1; i >= 0; i--) {
            give_place(hub, &block->table[i]);
        }
    }
    struct bil_table *table = hub->free_tables;
    hub->free_tables = table->chain;
    ALLOW(table);
    *table = (struct bil_table){.hub = hub, .heap = -1};
    return table;
}

void bil_hub_free_tables(struct bil_hub *hub)
{
    while (hub->blocks) {
        struct bil_table_block *block = hub->blocks;
        hub->blocks = block->next;
        for (int i = 0; i < IN_BLOCK; i++) {
            ALLOW(&block->table[i]);
        }
        free(block);
    }
    free(hub->bucket);
    hub->bucket = NULL;
    hub->free_tables = NULL;
    hub->tables = hub->buckets = 0;
}

/* ------------------------------------------------------------------ tables by id */

static size_t hash_of(const char *id)
{
    const uint64_t hash = bil_fnv(BIL_FNV, id, strlen(id));
    return (size_t)(hash ^ hash >> 32);
}

struct bil_table *bil_hub_find(struct bil_hub *hub, const char *id)
{
    struct bil_table *table = hub->bucket[hash_of(id) & (hub->buckets - 1)];
    while (table && strcmp(table->id, id) != 0) {
        table = table->chain;
    }
    return table;
}

static void more_buckets(struct bil_hub *hub)
{
    struct bil_table **old = hub->bucket;
    const size_t count = hub->buckets;
    hub->buckets = count * 2;
    hub->bucket = bil_memory_zero(hub->buckets, sizeof(struct bil_table *));
    for (size_t b = 0; b < count; b++) {
        for (struct bil_table *table = old[b], *next = NULL; table; table = next) {
            struct bil_table **to = &hub->bucket[hash_of(table->id) & (hub->buckets - 1)];
            next = table->chain;
            table->chain = *to;
            *to = table;
        }
    }
    free(old);
}

struct bil_table *bil_hub_table(struct bil_hub *hub, const char *id)
{
    struct bil_table *table = bil_hub_find(hub, id);
    if (table) {
        return table;
    }
    if (hub->tables == hub->buckets) {
        more_buckets(hub);
    }
    table = take_place(hub);
    snprintf(table->id, sizeof table->id, "%s", id);
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        table->gone[seat] = table->away[seat] = hub->now;
    }
    struct bil_table **to = &hub->bucket[hash_of(id) & (hub->buckets - 1)];
    table->chain = *to;
    *to = table;
    hub->tables++;
    return table;
}

void bil_hub_drop(struct bil_hub *hub, struct bil_table *table)
{
    if (table->body || table->clients || table->due || table->touched || table->damaged || hub->cluster.ownership->keeps(table)) {
        return;
    }
    struct bil_table **at = &hub->bucket[hash_of(table->id) & (hub->buckets - 1)];
    while (*at != table) {
        at = &(*at)->chain;
    }
    *at = table->chain;
    hub->tables--;
    give_place(hub, table);
}

/* ------------------------------------------------------------------ which is due next: a heap */

static void place(struct bil_hub *hub, int at, struct bil_table *table)
{
    hub->heap[at] = table;
    table->heap = at;
}

static void move_up(struct bil_hub *hub, int at)
{
    struct bil_table *table = hub->heap[at];
    for (; at > 0 && hub->heap[(at - 1) / 2]->due > table->due; at = (at - 1) / 2) {
        place(hub, at, hub->heap[(at - 1) / 2]);
    }
    place(hub, at, table);
}

static void move_down(struct bil_hub *hub, int at)
{
    struct bil_table *table = hub->heap[at];
    for (int child = 2 * at + 1; child < hub->heap_count; child = 2 * at + 1) {
        child += child + 1 < hub->heap_count && hub->heap[child + 1]->due < hub->heap[child]->due;
        if (hub->heap[child]->due >= table->due) {
            break;
        }
        place(hub, at, hub->heap[child]);
        at = child;
    }
    place(hub, at, table);
}

void bil_hub_due(struct bil_table *table, int64_t due)
{
    struct bil_hub *hub = table->hub;
    const int at = table->heap;
    if (due == table->due) {
        return;
    }
    table->due = due;
    if (at < 0 && due) {
        if (hub->heap_count == hub->heap_room) {
            hub->heap_room = hub->heap_room ? 2 * hub->heap_room : 256;
            hub->heap = bil_memory_grow(hub->heap, (size_t)hub->heap_room, sizeof(struct bil_table *));
        }
        place(hub, hub->heap_count, table);
        move_up(hub, hub->heap_count++);
    } else if (at >= 0 && due) {
        move_up(hub, at);
        move_down(hub, table->heap);
    } else if (at >= 0) {
        struct bil_table *last = hub->heap[--hub->heap_count];
        table->heap = -1;
        if (last != table) {
            place(hub, at, last);
            move_up(hub, at);
            move_down(hub, last->heap);
        }
    }
}

/* ------------------------------------------------------------------ what is loaded, by last use */

void bil_hub_unused(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    *(table->older ? &table->older->newer : &hub->oldest) = table->newer;
    *(table->newer ? &table->newer->older : &hub->newest) = table->older;
    table->older = table->newer = NULL;
}

void bil_hub_used(struct bil_table *table)
{
    struct bil_hub *hub = table->hub;
    table->used = hub->now;
    if (hub->newest == table) {
        return;
    }
    if (table->newer || table->older || hub->oldest == table) {
        bil_hub_unused(table);
    }
    table->older = hub->newest;
    *(hub->newest ? &hub->newest->newer : &hub->oldest) = table;
    hub->newest = table;
}
