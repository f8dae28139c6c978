/* The house: which games are in memory, what is due, and the transaction that all tables share. Where its tables lie:
 * house_tables.c.
 *
 * Must never let a message go before what it tells is stored, and never end because a store fails: whatever was changed in a
 * transaction that broke is thrown away and read again. */
#include "server/house.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>

#include "server/people.h"
#include "server/table_inside.h"
#include "table/memory.h"

enum {
    SECOND = 1000,
    FIRST_BUCKETS = 1024,
    PARKED_AT_ONCE = 64,
    STEPS = 256,
    RETRY = SECOND,
    IDLE = 10 * SECOND,
    GIVES_BACK = 5 * SECOND,
    TABLES_OF_ONE = 256,
    CALLERS = 16384
};

/* ------------------------------------------------------------------ settings */

static int usual(int value, int otherwise)
{
    return value > 0 ? value : value < 0 ? 0 : otherwise;
}

static void fill_settings(struct bil_house *house, const struct bil_house_settings *given)
{
    static const struct bil_house_settings nothing = {0};
    const struct bil_house_settings *from = given ? given : &nothing;
    const int tables = usual(from->tables, 100000);
    const int share = tables < 4 * TABLES_OF_ONE ? (tables + 3) / 4 : TABLES_OF_ONE;
    house->settings = (struct bil_house_settings){.workers = from->workers,
                                                  .bot_pace = usual(from->bot_pace, 600),
                                                  .window_floor = usual(from->window_floor, 1500),
                                                  .goodbye = usual(from->goodbye, 20),
                                                  .silence = usual(from->silence, 120),
                                                  .loaded = usual(from->loaded, 1000),
                                                  .park = usual(from->park, 60),
                                                  .tables = tables,
                                                  .thought = usual(from->thought, 30),
                                                  .made_a_minute = usual(from->made_a_minute, 30),
                                                  .tables_of_one = usual(from->tables_of_one, share),
                                                  .hash_kib = usual(from->hash_kib, 64 * 1024)};
}

/* ------------------------------------------------------------------ what is put away */

static bool thinks(const struct bil_table *table)
{
    const struct bil_asked *asked = &table->body->asked;
    bool any = false;
    for (int i = 0; i < asked->count; i++) {
        any = any || (asked->question[i].thought && !asked->question[i].answered);
    }
    return any;
}

/* What tables had is given back to the system now and then; the C library would keep it for good. */
static void give_back(struct bil_house *house)
{
    if (house->parked >= PARKED_AT_ONCE && house->now - house->gave_back > GIVES_BACK) {
        house->parked = 0;
        house->gave_back = house->now;
#ifdef __GLIBC__
        malloc_trim(0);
#endif
    }
}

/* Puts away what was not used for a while, and what is too much. */
static void park(struct bil_house *house)
{
    const int64_t since = house->now - SECOND * (int64_t)house->settings.park;
    struct bil_table *table = house->oldest;
    struct bil_table *next = NULL;
    for (int i = 0; i < PARKED_AT_ONCE && table; i++, table = next) {
        next = table->newer;
        if (table->used > since && house->figures.tables_loaded <= house->settings.loaded) {
            return;
        }
        if (table->touched || thinks(table)) {
            bil_house_used(table);
            continue;
        }
        bil_table_park(table);
        bil_house_drop(house, table);
    }
}

/* ------------------------------------------------------------------ the transaction */

static void count_tables(struct bil_house *house)
{
    bil_store_count(house->store, BIL_TABLE_OPEN, &house->figures.tables_open, NULL);
    bil_store_count(house->store, BIL_TABLE_PLAYING, &house->figures.tables_playing, NULL);
}

/* Tells a client that something was not stored, and how things stand. False: it cannot be read either. */
static bool tell_anew(struct bil_client *client, int64_t now)
{
    struct bil_table *table = NULL;
    struct bil_error error;
    const enum bil_fault fault = client->table ? bil_table_load(client->house, client->table->id, &table, &error) : BIL_FAULT_NONE;
    if (fault == BIL_FAULT_DAMAGED) {
        bil_client_send_away(client, bil_fault_code(fault), error.text);
    } else if (fault) {
        client->retell = true;
        return false;
    }
    client->retell = false;
    if (client->table) {
        bil_client_tell(client, -1, now);
    }
    return true;
}

/* Nothing since the last commit has happened: whoever was to hear of it, or sits where something was changed, is told so. */
static void throw_away(struct bil_house *house, int64_t now)
{
    bil_store_rollback(house->store);
    house->retelling = 0; /* who cannot be told yet is counted below */
    for (struct bil_client *client = house->staged; client; client = client->next_staged) {
        bil_outbox_take_back(&client->outbox);
        client->retell = true;
    }
    while (house->touched) {
        struct bil_table *table = house->touched;
        house->touched = table->next_touched;
        table->touched = false;
        table->tell = false;
        bil_table_park(table);
        if (table->due == 0 && !table->damaged) {
            bil_house_due(table, now + RETRY); /* its row may want something */
        }
        for (struct bil_client *client = table->clients; client; client = client->next) {
            client->retell = true;
        }
    }
    const struct bil_error trouble = house->trouble;
    house->broken = false;
    house->trouble.text[0] = 0;
    for (struct bil_client *client = house->clients; client; client = client->next_of_all) {
        if (client->retell) {
            bil_client_error(client, -1, "not-stored",
                             "The server could not store what happened last; it has "
                             "not happened.");
            house->retelling += !tell_anew(client, now);
        }
    }
    house->retell_at = now + RETRY;
    count_tables(house);
    bil_house_log_sentence(house, "not-stored", trouble.text);
}

bool bil_house_commit(struct bil_house *house, int64_t now, struct bil_error *error)
{
    bool fine = true;
    house->now = now;
    for (struct bil_table *table = house->touched; table; table = table->next_touched) {
        if (table->body && !house->broken) {
            bil_table_save(table, now);
            bil_table_tell(table, now);
        }
    }
    if (!house->broken && bil_store_writing(house->store)) {
        struct bil_error why = {{0}};
        if (!bil_store_commit(house->store, &why)) {
            bil_house_breaks(house, &why);
        } else {
            house->figures.commits++;
        }
    }
    if (house->broken) {
        bil_fail(error, "%s", house->trouble.text);
        house->figures.commit_failures++;
        throw_away(house, now);
        fine = false;
    }
    while (house->touched) {
        struct bil_table *table = house->touched;
        house->touched = table->next_touched;
        table->touched = false;
    }
    bil_house_release(house);
    return fine;
}

/* ------------------------------------------------------------------ time */

/* Looks at a table that is due: one step of it at most, so that all get their turn. */
static void look_at(struct bil_house *house, struct bil_table *table, int64_t now)
{
    struct bil_table *here = NULL;
    struct bil_error error;
    bil_house_due(table, now + RETRY); /* unless it can be read */
    const enum bil_fault fault = bil_table_load(house, table->id, &here, &error);
    if (fault == BIL_FAULT_NO_TABLE || fault == BIL_FAULT_DAMAGED) { /* it was never stored, or cannot be helped */
        bil_house_due(table, 0);
        bil_house_drop(house, table);
    }
    if (fault) {
        return;
    }
    if (!bil_table_decide(here, now)) {
        if (bil_pace_absent(here, now)) {
            bil_table_go_on(here, now);
        } else if (!bil_pace_give_up(here, now)) {
            bil_pace_watch(here, now);
        }
    }
    bil_house_due(here, bil_pace_due(here));
}

/* Whoever was told that something was not stored, and could not be told how things stand, because nothing could be read: again. */
static void retell(struct bil_house *house, int64_t now)
{
    if (house->retelling == 0 || now < house->retell_at) {
        return;
    }
    house->retell_at = now + RETRY;
    for (struct bil_client *client = house->clients; client && house->retelling > 0 && !house->broken;
         client = client->next_of_all) {
        if (client->retell && tell_anew(client, now)) {
            house->retelling--;
        }
    }
}

/* Figures of the threads cost a look at all that waits, and figures of the house are asked for in every round. */
static void look_at_threads(struct bil_house *house)
{
    if (house->now - house->looked >= SECOND || house->now < house->looked) {
        house->looked = house->now;
        bil_workers_figures(house->workers, &house->figures.thoughts);
        bil_workers_figures(house->hashers, &house->figures.hashes);
    }
}

int64_t bil_house_tick(struct bil_house *house, int64_t now)
{
    house->now = now;
    bil_workers_collect(house->workers);
    bil_workers_collect(house->hashers);
    for (int step = 0; step < STEPS && house->heap_count > 0 && house->heap[0]->due <= now && !house->broken; step++) {
        look_at(house, house->heap[0], now);
    }
    retell(house, now);
    look_at_threads(house);
    park(house);
    give_back(house);
    int64_t wait = house->heap_count > 0 ? house->heap[0]->due - now : IDLE;
    if (house->retelling > 0 && house->retell_at - now < wait) {
        wait = house->retell_at - now;
    }
    return wait < 0 ? 0 : wait < IDLE ? wait : IDLE;
}

void bil_house_wait(struct bil_house *house)
{
    bil_workers_wait(house->workers);
    bil_workers_wait(house->hashers);
}

void bil_house_close(struct bil_house *house, int64_t now)
{
    struct bil_text *text = &house->text;
    house->now = now;
    house->closing = true;
    bil_text_clear(text);
    bil_json_object(text);
    bil_json_key_string(text, "type", "closing");
    bil_json_key_string(text, "text", "The server stops. All is stored; come back in a while.");
    bil_json_object_end(text);
    struct bil_message *message = bil_message_new(text);
    for (struct bil_client *client = house->clients; client; client = client->next_of_all) {
        bil_client_put(client, bil_message_hold(message));
    }
    bil_message_drop(message);
}

/* ------------------------------------------------------------------ beginning and end */

static bool note_deadline(void *context, const struct bil_stored_table *row)
{
    struct bil_house *house = context;
    const int64_t ahead = row->asked_since > house->began ? row->asked_since - house->began : 0; /* the clock was set back */
    bil_house_due(bil_house_table(house, row->id), row->deadline > ahead ? row->deadline - ahead : 1);
    return true;
}

static void wake(void *context)
{
    struct bil_house *house = context;
    if (house->wake) {
        house->wake(house->wake_context);
    }
}

static void start_workers(struct bil_house *house)
{
    const struct bil_workers_settings think = {.threads = house->settings.workers,
                                               .a_minute = (int64_t)house->settings.thought * SECOND,
                                               .most = BIL_THOUGHTS_WAITING,
                                               .nice = BIL_THOUGHTS_NICE};
    const struct bil_workers_settings hash = {.threads = house->settings.workers};
    house->workers = bil_workers_new(&think, wake, house);
    house->hashers = bil_workers_new(&hash, wake, house);
}

struct bil_house *bil_house_new(struct bil_store *store, const struct bil_house_settings *settings, int64_t now,
                                void (*wake_up)(void *), void *context, struct bil_error *error)
{
    struct bil_house *house = bil_memory_zero(1, sizeof *house);
    house->store = store;
    house->now = house->began = now;
    house->wake = wake_up;
    house->wake_context = context;
    house->buckets = FIRST_BUCKETS;
    house->bucket = bil_memory_zero(house->buckets, sizeof(struct bil_table *));
    fill_settings(house, settings);
    start_workers(house);
    house->people = bil_people_new();
    house->callers = bil_callers_new(CALLERS);
    house->names = bil_names_new(error);
    if (!house->names || !bil_people_bring(store, house->names, error) || !bil_store_key(store, house->payer_key, error) ||
        !bil_store_deadlines(store, note_deadline, house, error) ||
        !bil_store_count(store, BIL_TABLE_OPEN, &house->figures.tables_open, error) ||
        !bil_store_count(store, BIL_TABLE_PLAYING, &house->figures.tables_playing, error)) {
        bil_house_free(house);
        return NULL;
    }
    return house;
}

void bil_house_free(struct bil_house *house)
{
    if (!house) {
        return;
    }
    bil_workers_free(house->workers);
    bil_workers_free(house->hashers);
    house->workers = house->hashers = NULL;
    bil_people_free(house->people);
    bil_callers_free(house->callers);
    bil_names_free(house->names);
    while (house->clients) {
        bil_house_gone(house, house->clients, house->now);
    }
    for (size_t b = 0; b < house->buckets; b++) {
        while (house->bucket[b]) {
            struct bil_table *table = house->bucket[b];
            table->touched = false;
            bil_table_park(table);
            house->bucket[b] = table->chain;
            free(table);
        }
    }
    bil_store_close(house->store);
    bil_text_free(&house->text);
    bil_text_free(&house->words);
    free(house->bucket);
    free(house->heap);
    free(house->expected);
    free(house);
}

void bil_house_figures(const struct bil_house *house, struct bil_house_figures *figures)
{
    *figures = house->figures;
    figures->thoughts_waiting = (int64_t)(bil_workers_pending(house->workers) + bil_workers_pending(house->hashers));
}

void bil_house_on_event(struct bil_house *house, void (*event)(void *context, const char *what, const char *fields), void *context)
{
    house->event = event;
    house->event_context = context;
}
