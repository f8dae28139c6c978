/* A table in memory: loaded from the store, gone on with after each change, saved, put away again.
 *
 * Must never put a body away of which something is not saved. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
#include "table/memory.h"

/* The subscriptions to push messages of a table in memory: a copy of their rows, which are read with the table and forgotten with a
 * seat. push/push.c adds to them and changes them. */

static bool add_row(void *context, const struct bil_stored_push *push)
{
    struct bil_body *body = context;
    body->push = bil_memory_grow(body->push, (size_t)body->pushes + 1, sizeof *body->push);
    body->push[body->pushes++] = *push;
    return true;
}

static bool push_read(struct bil_table *table, struct bil_error *error)
{
    struct bil_body *body = table->body;
    const bool living = body->facts.state < BIL_TABLE_OVER;
    if (!living || bil_store_pushes(table->hub->store, table->id, add_row, body, error)) {
        return true;
    }
    body->pushes = 0;
    return bil_store_damaged(table->hub->store); /* the game goes on without them */
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

enum { ROW_WAITS = 10 * 1000 };

/* The game is over. */
static void end_game(struct bil_table *table, int64_t now)
{
    struct bil_text text = {0};
    bil_table_result(table, &text);
    table->body->facts.state = BIL_TABLE_OVER;
    table->body->undo.seat = -1;
    bil_table_add(table, BIL_ENTRY_OVER, -1, bil_text_string(&text), now);
    bil_text_free(&text);
    table->hub->figures.tables_playing--;
    table->hub->figures.games_over++;
    bil_hub_log(table->hub, "table-over", "\"table\":\"%s\",\"moves\":%" PRId64, bil_table_alias(table->id).text,
                table->body->moves);
}

void bil_table_go_on(struct bil_table *table, int64_t now)
{
    struct bil_body *body = table->body;
    if (body->facts.state == BIL_TABLE_PLAYING && body->match && body->match->actor == BIL_OVER) {
        end_game(table, now);
    }
    bil_table_ask(table, now);
    bil_pause_watch(table, now);
    bil_hub_due(table, bil_clock_due(table));
    bil_hub_touch(table);
    body->changed = true;
    table->tell = true;
}

/* A move need not be written twice: what a row says of a game without a clock is only when to look whether it was given up. It may
 * say a time that is a little too early, never one that is too late, and is made true at the next reading. */
static bool row_can_wait(const struct bil_body *body)
{
    const struct bil_stored_table *facts = &body->facts;
    return body->setup.pace == BIL_PACE_NONE && !facts->listed && facts->state == BIL_TABLE_PLAYING &&
           body->row.state == BIL_TABLE_PLAYING && facts->changed - body->row.changed < ROW_WAITS &&
           facts->deadline >= body->row.deadline && facts->deadline - body->row.deadline < ROW_WAITS;
}

/* Answers in a window that is still open. */
static bool save_held(struct bil_table *table, struct bil_error *error)
{
    struct bil_hub *hub = table->hub;
    struct bil_body *body = table->body;
    bool fine = true;
    for (int seat = 0; seat < body->facts.seats && fine; seat++) {
        if (body->held_new >> seat & 1U) {
            const struct bil_held held = {body->held[seat].decision, (int8_t)seat, body->held[seat].text};
            fine = bil_hub_begin_at(table) && bil_store_hold(hub->store, table->id, &held, error);
            body->held_stored = true;
        }
    }
    body->held_new = 0;
    return fine;
}

void bil_table_save(struct bil_table *table, int64_t now)
{
    struct bil_hub *hub = table->hub;
    struct bil_body *body = table->body;
    struct bil_error error = {{0}};
    bool fine = save_held(table, &error);
    for (int seat = 0; seat < body->facts.seats && fine; seat++) {
        if (body->changed_seats >> seat & 1U) {
            fine = bil_hub_begin_at(table) && bil_store_change_seat(hub->store, table->id, seat, &body->facts.seat[seat], &error);
        }
    }
    if (fine && (body->changed || body->changed_seats)) {
        body->facts.asked_since = body->asked.count == 0 ? 0 : body->paused ? -bil_later_of(body->asked_for, 1) : body->asked.since;
        body->facts.deadline = bil_clock_deadline(table, now);
    }
    if (fine && (body->changed || body->changed_seats) && !row_can_wait(body)) {
        body->facts.entries = body->lines;
        fine = bil_hub_begin_at(table) && bil_store_change_table(hub->store, &body->facts, &error);
        bil_body_note_row(body);
    }
    if (!fine && !hub->broken) {
        bil_hub_breaks_at(table, &error);
    }
    body->changed_seats = 0;
    body->changed = false;
}

/* A live clock does not run while no server has the table, and none while the table is paused. And a moment that has not come yet
 * is one of another clock: the machine's was set back since, and nobody shall wait until it has caught up. */
static int64_t asked_since(const struct bil_table *table)
{
    const struct bil_body *body = table->body;
    const int64_t now = table->hub->now;
    const int64_t began = bil_later_of(table->hub->began, table->hold.since);
    if (body->facts.asked_since < 0) {
        return now + body->facts.asked_since;
    }
    const int64_t stored = body->facts.asked_since <= now ? body->facts.asked_since : began;
    return body->setup.pace != BIL_PACE_DAYS && stored < began ? began : stored;
}

enum bil_fault bil_table_load(struct bil_hub *hub, const char *id, struct bil_table **out, struct bil_error *error)
{
    struct bil_table *table = strlen(id) == BIL_TABLE_ID ? bil_hub_table(hub, id) : NULL;
    *out = NULL;
    if (!table) {
        return bil_fault_as(BIL_FAULT_NO_TABLE, error, "There is no such table; its name has %d letters.", BIL_TABLE_ID);
    }
    if (table->body) {
        bil_hub_used(table);
        *out = table;
        return BIL_FAULT_NONE;
    }
    struct bil_error inner = hub->trouble;
    if (table->damaged) {
        return bil_hub_damaged(table, &inner, error);
    }
    table->body = bil_memory_zero(1, sizeof *table->body);
    table->body->undo.seat = -1;
    enum bil_fault fault = hub->broken ? BIL_FAULT_STORE : hub->cluster.ownership->take(table, &inner);
    fault = fault ? fault : bil_table_read(table, &inner);
    if (!fault && !push_read(table, &inner)) {
        fault = BIL_FAULT_STORE;
    }
    if (fault) {
        bil_body_free(table->body);
        table->body = NULL;
        if (fault == BIL_FAULT_DAMAGED) {
            return bil_hub_damaged(table, &inner, error);
        }
        bil_hub_drop(hub, table);
        if (fault == BIL_FAULT_NO_TABLE) {
            return bil_fault_as(BIL_FAULT_NO_TABLE, error, "There is no table %.*s here.", BIL_TABLE_ID, id);
        }
        if (fault == BIL_FAULT_MOVED) {
            return bil_fault_as(BIL_FAULT_MOVED, error, "Another process of this server has that table; try again in a moment.");
        }
        return bil_hub_store_failed(hub, &inner, error);
    }
    table->told = table->body->lines;
    hub->figures.tables_loaded++;
    bil_hub_used(table);
    bil_pause_begin(table, asked_since(table), hub->now);
    bil_hub_due(table, bil_clock_due(table));
    *out = table;
    return BIL_FAULT_NONE;
}

void bil_table_park(struct bil_table *table)
{
    if (table->body) {
        bil_hub_unused(table);
        bil_body_free(table->body);
        table->body = NULL;
        table->hub->figures.tables_loaded--;
        table->hub->parked++;
    }
}
