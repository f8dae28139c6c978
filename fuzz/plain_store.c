/* A store that keeps everything in plain memory, for fuzz targets of what stands above it: the true one works ten times as long as
 * all the rest, and has tests of its own. It takes the place of src/server/store*.c when the program is linked.
 *
 * Never fails, and keeps what is written at once: so whoever fuzzes learns nothing about storage here. What the true store would
 * refuse as an error of the program ends the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "insist.h"
#include "server/store/store.h"
#include "table/memory.h"

enum { HELD = 64, SESSIONS = 32, PEOPLE = 32, LOOKS = 2, TABLES = 256, HASH = 160, MAKERS = 3 };

struct kept_entry {
    struct bil_entry entry;
    char *text;
};

struct kept_table {
    struct bil_stored_table facts;
    struct kept_entry *entry;
    int64_t entries, room;
    struct {
        struct bil_held held;
        char *text;
    } held[HELD];
    int held_count;
    char *orders[BIL_STORE_SEATS];
    char *maker[MAKERS];
    uint64_t payer[BIL_STORE_PAYERS];
};

struct bil_store {
    bool writing;
    struct kept_table *table[TABLES];
    int tables;
    struct {
        char name[BIL_PERSON_NAME];
        char hash[HASH];
        char *skeleton[LOOKS];
    } person[PEOPLE];
    int people;
    struct {
        uint8_t token[BIL_HASH_BYTES];
        char name[BIL_PERSON_NAME];
        int64_t until;
    } session[SESSIONS];
    int sessions;
};

static char *copy_of(const char *text)
{
    return bil_memory_text(text, strlen(text));
}

static struct kept_table *find(const struct bil_store *store, const char *id)
{
    for (int i = 0; i < store->tables; i++) {
        if (strcmp(store->table[i]->facts.id, id) == 0) {
            return store->table[i];
        }
    }
    return NULL;
}

static struct kept_table *table_of(const struct bil_store *store, const char *id)
{
    struct kept_table *table = find(store, id);
    insist(table != NULL, "something is written to a table that is not there");
    return table;
}

/* What is held there is not any more. */
static void release(struct kept_table *table)
{
    while (table->held_count > 0) {
        free(table->held[--table->held_count].text);
    }
}

/* ------------------------------------------------------------------ the whole */

struct bil_store *bil_store_open(const char *path, struct bil_error *error)
{
    (void)path;
    (void)error;
    return bil_memory_zero(1, sizeof(struct bil_store));
}

void bil_store_close(struct bil_store *store)
{
    for (int i = 0; i < store->tables; i++) {
        struct kept_table *table = store->table[i];
        for (int64_t e = 0; e < table->entries; e++) {
            free(table->entry[e].text);
        }
        for (int seat = 0; seat < BIL_STORE_SEATS; seat++) {
            free(table->orders[seat]);
        }
        for (int m = 0; m < MAKERS; m++) {
            free(table->maker[m]);
        }
        release(table);
        bil_stored_table_free(&table->facts);
        free(table->entry);
        free(table);
    }
    for (int i = 0; i < store->people; i++) {
        for (int l = 0; l < LOOKS; l++) {
            free(store->person[i].skeleton[l]);
        }
    }
    free(store);
}

bool bil_store_damaged(const struct bil_store *store)
{
    (void)store;
    return false;
}

bool bil_store_key(struct bil_store *store, uint8_t key[BIL_STORE_KEY], struct bil_error *error)
{
    (void)store;
    (void)error;
    memset(key, 7, BIL_STORE_KEY); /* the same in every run: so are the numbers that are made with it */
    return true;
}

bool bil_store_set_payer(struct bil_store *store, const char *id, const uint64_t payer[BIL_STORE_PAYERS], struct bil_error *error)
{
    (void)error;
    memcpy(table_of(store, id)->payer, payer, sizeof table_of(store, id)->payer);
    return true;
}

bool bil_store_payer(struct bil_store *store, const char *id, uint64_t payer[BIL_STORE_PAYERS], struct bil_error *error)
{
    static const struct kept_table none;
    const struct kept_table *table = find(store, id);
    (void)error;
    memcpy(payer, (table ? table : &none)->payer, sizeof none.payer);
    return true;
}

bool bil_store_begin(struct bil_store *store, struct bil_error *error)
{
    (void)error;
    store->writing = true;
    return true;
}

bool bil_store_commit(struct bil_store *store, struct bil_error *error)
{
    (void)error;
    insist(store->writing, "a commit of nothing");
    store->writing = false;
    return true;
}

void bil_store_rollback(struct bil_store *store)
{
    (void)store;
    insist(false, "nothing fails here, so nothing is rolled back");
}

bool bil_store_writing(const struct bil_store *store)
{
    return store->writing;
}

bool bil_store_healthy(struct bil_store *store, struct bil_error *error)
{
    (void)store;
    (void)error;
    return true;
}

/* ------------------------------------------------------------------ tables */

bool bil_store_add_table(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error)
{
    (void)error;
    insist(store->tables < TABLES && !find(store, table->id) && table->setup && table->card, "a table that cannot be");
    struct kept_table *kept = bil_memory_zero(1, sizeof *kept);
    kept->facts = *table;
    kept->facts.setup = copy_of(table->setup);
    kept->facts.card = copy_of(table->card);
    store->table[store->tables++] = kept;
    return true;
}

bool bil_store_change_table(struct bil_store *store, const struct bil_stored_table *table, struct bil_error *error)
{
    struct bil_stored_table *kept = &table_of(store, table->id)->facts;
    (void)error;
    kept->state = table->state;
    kept->listed = table->listed;
    kept->changed = table->changed;
    kept->began = table->began;
    kept->deadline = table->deadline;
    kept->asked_since = table->asked_since;
    memcpy(kept->seed, table->seed, sizeof kept->seed);
    return true;
}

bool bil_store_add_maker(struct bil_store *store, const char *id, const char *maker, struct bil_error *error)
{
    struct kept_table *table = table_of(store, id);
    (void)error;
    for (int i = 0; i < MAKERS; i++) {
        if (!table->maker[i]) {
            table->maker[i] = copy_of(maker);
            return true;
        }
    }
    insist(false, "a table has more makers than there can be");
    return false;
}

bool bil_store_count_made(struct bil_store *store, const char *maker, int most, int64_t *count, struct bil_error *error)
{
    (void)error;
    *count = 0;
    for (int i = 0; i < store->tables && *count < most; i++) {
        for (int m = 0; m < MAKERS; m++) {
            const struct kept_table *table = store->table[i];
            *count += table->facts.state < BIL_TABLE_OVER && table->maker[m] && strcmp(table->maker[m], maker) == 0;
        }
    }
    return true;
}

bool bil_store_change_seat(struct bil_store *store, const char *id, int seat, const struct bil_stored_seat *to,
                           struct bil_error *error)
{
    struct bil_stored_table *kept = &table_of(store, id)->facts;
    (void)error;
    insist(seat >= 0 && seat < kept->seats, "a seat that is not there");
    kept->seat[seat] = *to;
    return true;
}

bool bil_store_read_table(struct bil_store *store, const char *id, struct bil_stored_table *table, struct bil_error *error)
{
    const struct kept_table *kept = find(store, id);
    *table = (struct bil_stored_table){0};
    bil_fail(error, "%s", "");
    if (kept) {
        *table = kept->facts;
        table->setup = copy_of(kept->facts.setup);
        table->card = NULL;
    }
    return kept != NULL;
}

void bil_stored_table_free(struct bil_stored_table *table)
{
    free(table->setup);
    free(table->card);
    table->setup = table->card = NULL;
}

static bool is_of(const struct bil_stored_table *table, const char *person)
{
    for (int seat = 0; seat < table->seats; seat++) {
        if (*person && strcmp(table->seat[seat].person, person) == 0) {
            return true;
        }
    }
    return false;
}

bool bil_store_list(struct bil_store *store, int state, const char *person, int limit, bil_store_each_table each, void *context,
                    struct bil_error *error)
{
    (void)error;
    for (int i = store->tables - 1; i >= 0 && limit > 0; i--) { /* by age, which is order enough */
        struct bil_stored_table row = store->table[i]->facts;
        row.setup = NULL;
        if ((state < 0 || row.state == state) && (person ? is_of(&row, person) : row.listed)) {
            limit--;
            if (!each(context, &row)) {
                break;
            }
        }
    }
    return true;
}

bool bil_store_quick(struct bil_store *store, int limit, void (*each)(void *context, const struct bil_store_quick_row *row),
                     void *context, struct bil_error *error)
{
    (void)error;
    for (int i = 0; i < store->tables && limit > 0; i++) {
        const struct bil_stored_table *row = &store->table[i]->facts;
        if (row->listed && row->state == BIL_TABLE_OPEN && strstr(row->card, "\"quick\":true")) {
            struct bil_store_quick_row quick = {.seats = row->seats};
            const char *game = strstr(row->card, "\"game\":\"");
            snprintf(quick.id, sizeof quick.id, "%s", row->id);
            snprintf(quick.game, sizeof quick.game, "%.*s", game ? (int)strcspn(game + 8, "\"") : 0, game ? game + 8 : "");
            for (int seat = 0; seat < row->seats; seat++) {
                quick.free += row->seat[seat].kind == BIL_SEAT_FREE;
                quick.persons += row->seat[seat].kind == BIL_SEAT_PERSON;
            }
            limit--;
            each(context, &quick);
        }
    }
    return true;
}

bool bil_store_deadlines(struct bil_store *store, bil_store_each_table each, void *context, struct bil_error *error)
{
    (void)error;
    for (int i = 0; i < store->tables; i++) {
        const struct bil_stored_table *row = &store->table[i]->facts;
        if (row->state < BIL_TABLE_OVER && row->deadline > 0 && !each(context, row)) {
            break;
        }
    }
    return true;
}

bool bil_store_count(struct bil_store *store, int64_t *open, int64_t *playing, struct bil_error *error)
{
    (void)error;
    *open = *playing = 0;
    for (int i = 0; i < store->tables; i++) {
        *open += store->table[i]->facts.state == BIL_TABLE_OPEN;
        *playing += store->table[i]->facts.state == BIL_TABLE_PLAYING;
    }
    return true;
}

/* ------------------------------------------------------------------ what happened */

bool bil_store_append(struct bil_store *store, const char *id, const struct bil_entry *entry, struct bil_error *error)
{
    struct kept_table *table = table_of(store, id);
    (void)error;
    insist(entry->number == table->entries + 1, "an entry that is not the next");
    if (table->entries == table->room) {
        table->room = table->room ? 2 * table->room : 64;
        table->entry = bil_memory_grow(table->entry, (size_t)table->room, sizeof *table->entry);
    }
    struct kept_entry *kept = &table->entry[table->entries++];
    kept->entry = *entry;
    kept->text = copy_of(entry->text ? entry->text : "");
    kept->entry.text = kept->text;
    return true;
}

bool bil_store_entries(struct bil_store *store, const char *id, int64_t from, bil_store_each_entry each, void *context,
                       struct bil_error *error)
{
    const struct kept_table *table = table_of(store, id);
    (void)error;
    for (int64_t i = from > 1 ? from - 1 : 0; i < table->entries && each(context, &table->entry[i].entry); i++) {
    }
    return true;
}

bool bil_store_hold(struct bil_store *store, const char *id, const struct bil_held *held, struct bil_error *error)
{
    struct kept_table *table = table_of(store, id);
    int at = 0;
    (void)error;
    while (at < table->held_count && (table->held[at].held.seat != held->seat || table->held[at].held.decision != held->decision)) {
        at++;
    }
    insist(at < HELD, "too much is held");
    if (at == table->held_count) {
        table->held_count++;
        table->held[at].text = NULL;
    }
    free(table->held[at].text);
    table->held[at].held = *held;
    table->held[at].text = copy_of(held->text);
    table->held[at].held.text = table->held[at].text;
    return true;
}

bool bil_store_release(struct bil_store *store, const char *id, struct bil_error *error)
{
    (void)error;
    release(table_of(store, id));
    return true;
}

bool bil_store_held(struct bil_store *store, const char *id, bil_store_each_held each, void *context, struct bil_error *error)
{
    const struct kept_table *table = table_of(store, id);
    (void)error;
    for (int i = 0; i < table->held_count && each(context, &table->held[i].held); i++) {
    }
    return true;
}

bool bil_store_set_orders(struct bil_store *store, const char *id, int seat, const char *lines, struct bil_error *error)
{
    struct kept_table *table = table_of(store, id);
    (void)error;
    free(table->orders[seat]);
    table->orders[seat] = copy_of(lines);
    return true;
}

bool bil_store_orders(struct bil_store *store, const char *id, bil_store_each_orders each, void *context, struct bil_error *error)
{
    const struct kept_table *table = table_of(store, id);
    (void)error;
    bool more = true;
    for (int seat = 0; more && seat < BIL_STORE_SEATS; seat++) {
        more = !table->orders[seat] || each(context, seat, table->orders[seat]);
    }
    return true;
}

/* ------------------------------------------------------------------ people */

bool bil_store_add_person(struct bil_store *store, const char *name, const char *passphrase_hash, int64_t now,
                          struct bil_error *error)
{
    struct bil_text there = {0};
    (void)now;
    const bool taken = bil_store_person(store, name, &there, NULL);
    bil_text_free(&there);
    if (taken || store->people == PEOPLE) {
        return bil_fail(error, "The name %s is taken; choose another.", name);
    }
    snprintf(store->person[store->people].name, BIL_PERSON_NAME, "%s", name);
    snprintf(store->person[store->people].hash, HASH, "%s", passphrase_hash);
    store->people++;
    return true;
}

bool bil_store_person(struct bil_store *store, const char *name, struct bil_text *out, struct bil_error *error)
{
    bil_fail(error, "%s", "");
    for (int i = 0; i < store->people; i++) {
        if (strcasecmp(store->person[i].name, name) == 0) {
            bil_text_add(out, store->person[i].hash);
            return true;
        }
    }
    return false;
}

bool bil_store_add_skeleton(struct bil_store *store, const char *person, const char *skeleton, struct bil_error *error)
{
    (void)error;
    for (int i = 0; i < store->people; i++) {
        for (int l = 0; l < LOOKS && strcasecmp(store->person[i].name, person) == 0; l++) {
            if (!store->person[i].skeleton[l]) {
                store->person[i].skeleton[l] = copy_of(skeleton);
                return true;
            }
        }
    }
    return true;
}

bool bil_store_find_lookalike(struct bil_store *store, const char *skeleton, const char *other, const char *person,
                              char found[BIL_PERSON_NAME], struct bil_error *error)
{
    bool any = false;
    bil_fail(error, "%s", "");
    for (int i = 0; i < store->people; i++) {
        for (int l = 0; l < LOOKS; l++) {
            const char *kept = store->person[i].skeleton[l];
            const bool alike = kept && (strcmp(kept, skeleton) == 0 || strcmp(kept, other) == 0);
            if (alike && (!any || strcasecmp(store->person[i].name, person) == 0)) {
                snprintf(found, BIL_PERSON_NAME, "%s", store->person[i].name);
                any = true;
            }
        }
    }
    return any;
}

bool bil_store_skeleton_version(struct bil_store *store, struct bil_text *version, struct bil_error *error)
{
    (void)store;
    (void)version;
    (void)error;
    return true;
}

bool bil_store_forget_skeletons(struct bil_store *store, const char *version, struct bil_error *error)
{
    (void)store; /* it is new each time, and there are none */
    (void)version;
    (void)error;
    return true;
}

bool bil_store_names(struct bil_store *store, bil_store_each_name each, void *context, struct bil_error *error)
{
    (void)error;
    for (int i = 0; i < store->people && each(context, store->person[i].name); i++) {
    }
    return true;
}

bool bil_store_add_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], const char *person, int64_t until,
                           struct bil_error *error)
{
    (void)error;
    const int at = store->sessions++ % SESSIONS; /* the oldest are forgotten */
    memcpy(store->session[at].token, token, BIL_HASH_BYTES);
    snprintf(store->session[at].name, BIL_PERSON_NAME, "%s", person);
    store->session[at].until = until;
    return true;
}

bool bil_store_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], int64_t now, char person[BIL_PERSON_NAME],
                       struct bil_error *error)
{
    bil_fail(error, "%s", "");
    for (int i = 0; i < store->sessions && i < SESSIONS; i++) {
        if (memcmp(store->session[i].token, token, BIL_HASH_BYTES) == 0 && store->session[i].until > now) {
            memcpy(person, store->session[i].name, BIL_PERSON_NAME);
            return true;
        }
    }
    return false;
}

bool bil_store_end_session(struct bil_store *store, const uint8_t token[BIL_HASH_BYTES], struct bil_error *error)
{
    (void)error;
    for (int i = 0; i < store->sessions && i < SESSIONS; i++) {
        if (memcmp(store->session[i].token, token, BIL_HASH_BYTES) == 0) {
            store->session[i].until = 0;
        }
    }
    return true;
}
