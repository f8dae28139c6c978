/* Looks a whole database over: its pages, and every table replayed. See table.h, "looking a database over". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "server/tables/internal.h"
#include "table/memory.h"

/* A table read and replayed without a hub, and compared with what was stored of it. Must never write, nor keep anything. */

/* Whether two results name the same places and points. What else is in them may differ from version to version. */
static bool same_result(const char *stored, const struct bil_text *found)
{
    static const char *const members[] = {"places", "points"};
    const struct bil_value *a = bil_json_read(stored, strlen(stored), "the result", NULL);
    const struct bil_value *b = bil_json_read(bil_text_string(found), found->length, "the result", NULL);
    bool same = a && b;
    for (size_t i = 0; i < sizeof members / sizeof *members && same; i++) {
        const struct bil_value *x = bil_value_get(a, members[i]);
        const struct bil_value *y = bil_value_get(b, members[i]);
        same = x && y && x->type == BIL_ARRAY && y->type == BIL_ARRAY && x->count == y->count;
        for (x = same ? x->child : NULL, y = same ? y->child : NULL; x && y && same; x = x->next, y = y->next) {
            same = x->type == BIL_INTEGER && y->type == BIL_INTEGER && x->integer == y->integer;
        }
    }
    bil_json_free(a);
    bil_json_free(b);
    return same;
}

static bool result_fits(const struct bil_table *table)
{
    const struct bil_body *body = table->body;
    struct bil_text found = {0};
    bool fits = false;
    bil_table_result(table, &found);
    for (int64_t i = 0; i < body->lines; i++) {
        fits = fits || (body->line[i].kind == BIL_ENTRY_OVER && same_result(body->line[i].text, &found));
    }
    bil_text_free(&found);
    return fits;
}

/* Whether the seed is what the server's secret and everybody's part make. */
static bool seed_fits(const struct bil_table *table)
{
    const struct bil_stored_table *facts = &table->body->facts;
    uint8_t contribution[BIL_MAX_SEATS][BIL_FAIR_BYTES];
    uint8_t seed[BIL_FAIR_BYTES];
    for (int seat = 0; seat < facts->seats; seat++) {
        memcpy(contribution[seat], facts->seat[seat].contribution, BIL_FAIR_BYTES);
    }
    bil_fair_seed(table->id, facts->secret, (const uint8_t(*)[BIL_FAIR_BYTES])contribution, facts->seats, seed);
    return memcmp(seed, facts->seed, sizeof seed) == 0;
}

static enum bil_fault check_body(struct bil_table *table, struct bil_error *error)
{
    const struct bil_body *body = table->body;
    const enum bil_fault fault = bil_table_read(table, error);
    if (fault || !body->match) {
        return fault;
    }
    if (!seed_fits(table)) {
        bil_fail(error, "Its seed is not what the secret and the contributions of its seats make.");
    } else if (body->facts.state == BIL_TABLE_OVER && body->match->actor != BIL_OVER) {
        bil_fail(error, "It is over, but its moves do not lead to the end of the game.");
    } else if (body->facts.state == BIL_TABLE_OVER && !result_fits(table)) {
        bil_fail(error, "Its moves lead to another result than the one that was stored.");
    } else {
        return BIL_FAULT_NONE;
    }
    return BIL_FAULT_DAMAGED;
}

/* Reads a table without a hub, replays it and compares what came of it with what was stored: the seed, the
 * result. *entries is how many it has, *over whether its game came to an end. BIL_FAULT_DAMAGED and a sentence: something does not
 * fit. */
static enum bil_fault table_check(struct bil_store *store, const char *id, int64_t *entries, bool *over, struct bil_error *error)
{
    struct bil_hub *hub = bil_memory_zero(1, sizeof *hub);
    struct bil_table table = {.hub = hub, .heap = -1};
    hub->store = store;
    snprintf(table.id, sizeof table.id, "%s", id);
    table.body = bil_memory_zero(1, sizeof *table.body);
    table.body->undo.seat = -1;
    const enum bil_fault fault = check_body(&table, error);
    *entries = table.body->lines;
    *over = !fault && table.body->facts.state == BIL_TABLE_OVER;
    bil_body_free(table.body);
    bil_text_free(&hub->text);
    bil_text_free(&hub->words);
    free(hub);
    return fault;
}

struct checking {
    const struct bil_check_callbacks *callbacks;
    struct bil_check_figures *figures;
    struct bil_store *store;
    char (*id)[BIL_TABLE_ID + 1];
    uint64_t ids, room;
};

static void fault(void *context, const char *sentence)
{
    struct checking *checking = context;
    checking->figures->faults++;
    checking->callbacks->fault(checking->callbacks->context, sentence);
}

static void page_fault(void *context, const char *sentence)
{
    struct bil_error words;
    bil_fail(&words, "The file: %s.", sentence);
    fault(context, words.text);
}

static void page_progress(void *context)
{
    const struct checking *checking = context;
    checking->callbacks->going(checking->callbacks->context, 0, 0);
}

static bool take_id(void *context, const char *id)
{
    struct checking *checking = context;
    if (checking->ids == checking->room) {
        checking->room = checking->room ? 2 * checking->room : 256;
        checking->id = bil_memory_grow(checking->id, checking->room, sizeof *checking->id);
    }
    if (strlen(id) == BIL_TABLE_ID) {
        memcpy(checking->id[checking->ids++], id, sizeof *checking->id);
    } else {
        fault(checking, "A table has an id that is none.");
    }
    return true;
}

static void check_table(struct checking *checking, const char *id)
{
    struct bil_error why = {{0}};
    int64_t entries = 0;
    bool over = false;
    bil_store_snapshot(checking->store, true);
    const enum bil_fault found = table_check(checking->store, id, &entries, &over, &why);
    bil_store_snapshot(checking->store, false);
    checking->figures->tables++;
    checking->figures->entries += (uint64_t)entries;
    checking->figures->games += over;
    if (found) {
        struct bil_error words;
        bil_fail(&words, "Table %s, after entry %lld: %s", bil_table_alias(id).text, (long long)entries,
                 found == BIL_FAULT_NO_TABLE ? "It stands in the index of tables, and not among them." : why.text);
        fault(checking, words.text);
    }
}

bool bil_check(const char *path, const struct bil_check_callbacks *callbacks, struct bil_check_figures *figures,
               struct bil_error *error)
{
    struct checking checking = {.callbacks = callbacks, .figures = figures};
    struct bil_error why = {{0}};
    *figures = (struct bil_check_figures){0};
    checking.store = bil_store_open_to_read(path, error);
    if (!checking.store) {
        return false;
    }
    if (!bil_store_integrity(checking.store, page_fault, page_progress, &checking, &why)) {
        fault(&checking, "The file: because of that not all of its pages and rows could be looked through.");
    }
    if (!bil_store_ids(checking.store, take_id, &checking, &why)) {
        fault(&checking, "The file: what tables there are can only be read in part.");
    }
    for (uint64_t i = 0; i < checking.ids; i++) {
        callbacks->going(callbacks->context, i, checking.ids);
        check_table(&checking, checking.id[i]);
    }
    free(checking.id);
    bil_store_close(checking.store);
    return true;
}
