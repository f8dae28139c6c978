/* The subscriptions of a table in memory: a copy of their rows. Must never change one. */
#include <stdlib.h>
#include <string.h>

#include "server/table_internal.h"
#include "table/memory.h"

static bool add(void *context, const struct bil_stored_push *push)
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
    if (!living || bil_store_pushes(table->hub->store, table->id, add, body, error)) {
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
