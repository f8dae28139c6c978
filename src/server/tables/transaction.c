/* The transaction that all tables share: which of them are changed in it, what breaks it, and how what went wrong is reported.
 *
 * Must never let anything that follows in a broken transaction do harm, nor tell a client where the server keeps what. */
#include <stdarg.h>
#include <stdio.h>

#include "server/tables/internal.h"

/* ------------------------------------------------------------------ what is logged */

void bil_hub_log(struct bil_hub *hub, const char *what, const char *fields, ...)
{
    char text[1200]; /* a sentence has at most 511 bytes, twice as many with escapes */
    va_list arguments;
    if (!hub->event) {
        return;
    }
    va_start(arguments, fields);
    vsnprintf(text, sizeof text, fields, arguments);
    va_end(arguments);
    hub->event(hub->event_context, what, text);
}

/* A sentence as it can stand in a JSON text. */
void bil_hub_log_sentence(struct bil_hub *hub, const char *what, const char *sentence)
{
    struct bil_text text = {0};
    bil_json_string(&text, sentence);
    bil_hub_log(hub, what, "\"why\":%s", bil_text_string(&text));
    bil_text_free(&text);
}

enum bil_fault bil_hub_store_fault(struct bil_hub *hub, const struct bil_error *why, struct bil_error *error)
{
    if (bil_store_lock_session(hub->store) != 0) { /* else it was told when the connection was lost */
        bil_hub_log_sentence(hub, "store", why->text);
    }
    return bil_fault_as(BIL_FAULT_STORE, error, "The server cannot read or write its tables just now; try again in a moment.");
}

enum bil_fault bil_hub_store_failed(struct bil_hub *hub, const struct bil_error *why, struct bil_error *error)
{
    if (bil_store_writing(hub->store)) {
        bil_hub_breaks(hub, why);
    }
    return bil_hub_store_fault(hub, why, error);
}

static enum bil_fault fail_damaged(struct bil_error *error)
{
    return bil_fault_as(BIL_FAULT_DAMAGED, error,
                        "What the server keeps of this table is damaged; it can neither be shown nor go on. All other tables do.");
}

enum bil_fault bil_hub_damaged(struct bil_table *table, const struct bil_error *why, struct bil_error *error)
{
    if (!table->damaged) {
        struct bil_hub *hub = table->hub;
        struct bil_text text = {0};
        bil_json_string(&text, why->text);
        bil_hub_log(hub, "table-damaged", "\"table\":\"%s\",\"why\":%s", bil_table_alias(table->id).text, bil_text_string(&text));
        bil_text_free(&text);
        table->damaged = true;
        hub->figures.tables_damaged++;
        bil_hub_due(table, 0);
    }
    return fail_damaged(error);
}

/* ------------------------------------------------------------------ what is changed */

void bil_hub_touch(struct bil_table *table)
{
    if (!table->touched) {
        table->touched = true;
        table->next_touched = table->hub->touched;
        table->hub->touched = table;
    }
}

bool bil_hub_breaks(struct bil_hub *hub, const struct bil_error *error)
{
    if (!hub->broken) {
        hub->broken = true;
        hub->trouble = *error;
    }
    return false;
}

bool bil_hub_breaks_at(struct bil_table *table, const struct bil_error *error)
{
    struct bil_error sentence;
    if (!table->hub->broken && bil_store_damaged(table->hub->store)) {
        bil_hub_damaged(table, error, &sentence);
    }
    return bil_hub_breaks(table->hub, error);
}

bool bil_hub_begin(struct bil_hub *hub)
{
    struct bil_error error = {{0}};
    if (!hub->broken && (!bil_store_begin(hub->store, &error) || !bil_hub_holds(hub, &error))) {
        bil_hub_breaks(hub, &error);
    }
    return !hub->broken;
}

bool bil_hub_holds(const struct bil_hub *hub, struct bil_error *error)
{
    return hub->cluster.ownership->holds(hub) ||
           bil_fail(error, "The connection to the database was lost; what was in memory is read again before anything is stored.");
}

bool bil_hub_begin_at(struct bil_table *table)
{
    bil_hub_touch(table); /* first: whatever fails, what is in memory is read again */
    return bil_hub_begin(table->hub);
}
