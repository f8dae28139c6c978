/* The tables that the house has in memory: found by their ids, in the order in which each must be looked at (a heap), and those
 * that are loaded by their last use.
 *
 * Must never drop a table that somebody still needs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/table_inside.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ tables by id */

static size_t hash_of(const char *id)
{
    const uint64_t hash = bil_fnv(BIL_FNV, id, strlen(id));
    return (size_t)(hash ^ hash >> 32);
}

struct bil_table *bil_house_find(struct bil_house *house, const char *id)
{
    struct bil_table *table = house->bucket[hash_of(id) & (house->buckets - 1)];
    while (table && strcmp(table->id, id) != 0) {
        table = table->chain;
    }
    return table;
}

static void more_buckets(struct bil_house *house)
{
    struct bil_table **old = house->bucket;
    const size_t count = house->buckets;
    house->buckets = count * 2;
    house->bucket = bil_memory_zero(house->buckets, sizeof(struct bil_table *));
    for (size_t b = 0; b < count; b++) {
        for (struct bil_table *table = old[b], *next = NULL; table; table = next) {
            struct bil_table **to = &house->bucket[hash_of(table->id) & (house->buckets - 1)];
            next = table->chain;
            table->chain = *to;
            *to = table;
        }
    }
    free(old);
}

struct bil_table *bil_house_table(struct bil_house *house, const char *id)
{
    struct bil_table *table = bil_house_find(house, id);
    if (table) {
        return table;
    }
    if (house->tables == house->buckets) {
        more_buckets(house);
    }
    table = bil_memory_zero(1, sizeof *table);
    snprintf(table->id, sizeof table->id, "%s", id);
    table->house = house;
    table->heap = -1;
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        table->gone[seat] = house->now;
    }
    struct bil_table **to = &house->bucket[hash_of(id) & (house->buckets - 1)];
    table->chain = *to;
    *to = table;
    house->tables++;
    return table;
}

void bil_house_drop(struct bil_house *house, struct bil_table *table)
{
    if (table->body || table->clients || table->due || table->touched || table->damaged) {
        return;
    }
    struct bil_table **at = &house->bucket[hash_of(table->id) & (house->buckets - 1)];
    while (*at != table) {
        at = &(*at)->chain;
    }
    *at = table->chain;
    house->tables--;
    free(table);
}

/* ------------------------------------------------------------------ which is due next: a heap */

static void place(struct bil_house *house, int at, struct bil_table *table)
{
    house->heap[at] = table;
    table->heap = at;
}

static void move_up(struct bil_house *house, int at)
{
    struct bil_table *table = house->heap[at];
    for (; at > 0 && house->heap[(at - 1) / 2]->due > table->due; at = (at - 1) / 2) {
        place(house, at, house->heap[(at - 1) / 2]);
    }
    place(house, at, table);
}

static void move_down(struct bil_house *house, int at)
{
    struct bil_table *table = house->heap[at];
    for (int child = 2 * at + 1; child < house->heap_count; child = 2 * at + 1) {
        child += child + 1 < house->heap_count && house->heap[child + 1]->due < house->heap[child]->due;
        if (house->heap[child]->due >= table->due) {
            break;
        }
        place(house, at, house->heap[child]);
        at = child;
    }
    place(house, at, table);
}

void bil_house_due(struct bil_table *table, int64_t due)
{
    struct bil_house *house = table->house;
    const int at = table->heap;
    if (due == table->due) {
        return;
    }
    table->due = due;
    if (at < 0 && due) {
        if (house->heap_count == house->heap_room) {
            house->heap_room = house->heap_room ? 2 * house->heap_room : 256;
            house->heap = bil_memory_grow(house->heap, (size_t)house->heap_room, sizeof(struct bil_table *));
        }
        place(house, house->heap_count, table);
        move_up(house, house->heap_count++);
    } else if (at >= 0 && due) {
        move_up(house, at);
        move_down(house, table->heap);
    } else if (at >= 0) {
        struct bil_table *last = house->heap[--house->heap_count];
        table->heap = -1;
        if (last != table) {
            place(house, at, last);
            move_up(house, at);
            move_down(house, last->heap);
        }
    }
}

/* ------------------------------------------------------------------ what is loaded, by last use */

void bil_house_unused(struct bil_table *table)
{
    struct bil_house *house = table->house;
    *(table->older ? &table->older->newer : &house->oldest) = table->newer;
    *(table->newer ? &table->newer->older : &house->newest) = table->older;
    table->older = table->newer = NULL;
}

void bil_house_used(struct bil_table *table)
{
    struct bil_house *house = table->house;
    table->used = house->now;
    if (house->newest == table) {
        return;
    }
    if (table->newer || table->older || house->oldest == table) {
        bil_house_unused(table);
    }
    table->older = house->newest;
    *(house->newest ? &house->newest->newer : &house->oldest) = table;
    house->newest = table;
}
