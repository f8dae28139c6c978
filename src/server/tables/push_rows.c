/* The subscriptions to push messages of a table in memory: a copy of their rows, which are read with the table and forgotten with a
 * seat. push/push.c adds to them and changes them. */
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
#include "table/memory.h"

static bool add_row(void *context, const struct bil_stored_push *push)
{
    struct bil_body *body = context;
    body->push = bil_memory_grow(body->push, (size_t)body->pushes + 1, sizeof *body->push);
    body->push[body->pushes++] = *push;
    return true;
}

bool bil_push_read(struct bil_table *table, struct bil_error *error)
{
    struct bil_body *body = table->body;
    const bool living = body->facts.state < BIL_TABLE_OVER;
    if (!living || bil_store_pushes(table->hub->store, table->id, add_row, body, error)) {
        return true;
    }
    body->pushes = 0;
    return bil_store_damaged(table->hub->store); /* the game goes on without them */
}

struct bil_stored_push *bil_push_find(const struct bil_table *table, const uint8_t place[BIL_STORE_PLACE])
{
    for (int i = 0; i < table->body->pushes; i++) {
        if (memcmp(table->body->push[i].place, place, BIL_STORE_PLACE) == 0) {
            return &table->body->push[i];
        }
    }
    return NULL;
}

bool bil_push_forget(struct bil_table *table, int index)
{
    struct bil_hub *hub = table->hub;
    struct bil_body *body = table->body;
    struct bil_error error = {{0}};
    if (!bil_hub_begin_at(table)) {
        return false;
    }
    if (!bil_store_forget_push(hub->store, table->id, body->push[index].place, &error)) {
        return bil_hub_breaks_at(table, &error);
    }
    body->push[index] = body->push[--body->pushes];
    return true;
}

void bil_push_forget_seat(struct bil_table *table, int seat)
{
    for (int i = table->body->pushes - 1; i >= 0; i--) {
        if (table->body->push[i].seat == seat && !bil_push_forget(table, i)) {
            return;
        }
    }
}
