/* Decisions that were reckoned (solve_internal.h): a table with open addressing, never more than half full. */
#include <stdlib.h>

#include "lab/solver/solve_internal.h"

static bool is_free(const struct bil_solve_entry *entry)
{
    return entry->key.low == 0 && entry->key.high == 0;
}

static size_t find_entry(const struct bil_solve_table *table, struct bil_solve_hash key)
{
    size_t at = (size_t)key.low & (table->size - 1);
    while (!is_free(&table->entry[at]) && (table->entry[at].key.low != key.low || table->entry[at].key.high != key.high)) {
        at = (at + 1) & (table->size - 1);
    }
    return at;
}

const struct bil_solve_entry *bil_solve_table_find(const struct bil_solve_table *table, struct bil_solve_hash key)
{
    if (table->size == 0) {
        return NULL;
    }
    const size_t at = find_entry(table, key);
    return is_free(&table->entry[at]) ? NULL : &table->entry[at];
}

bool bil_solve_table_add(struct bil_solve_table *table, const struct bil_solve_entry *entry)
{
    if (2 * (table->count + 1) > table->size) {
        struct bil_solve_table larger = {.count = table->count, .size = table->size ? 2 * table->size : 256};
        larger.entry = calloc(larger.size, sizeof *larger.entry);
        if (!larger.entry) {
            return false;
        }
        for (size_t i = 0; i < table->size; i++) {
            if (!is_free(&table->entry[i])) {
                larger.entry[find_entry(&larger, table->entry[i].key)] = table->entry[i];
            }
        }
        struct bil_solve_entry *old = table->entry;
        table->entry = larger.entry;
        table->size = larger.size;
        free(old);
    }
    table->entry[find_entry(table, entry->key)] = *entry;
    table->count++;
    return true;
}

void bil_solve_table_free(struct bil_solve_table *table)
{
    free(table->entry);
    *table = (struct bil_solve_table){0};
}
