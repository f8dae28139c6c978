/* See check.h. */
#include "server/tables/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
#include "table/memory.h"

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

static void going(void *context)
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
    bil_store_snapshot_begin(checking->store);
    const enum bil_fault found = bil_table_check(checking->store, id, &entries, &over, &why);
    bil_store_snapshot_end(checking->store);
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
    if (!bil_store_integrity(checking.store, page_fault, going, &checking, &why)) {
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
