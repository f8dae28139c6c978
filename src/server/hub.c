/* The hub: which matches are in memory, what is due, and the transaction that all tables share. Where its tables lie:
 * hub_tables.c.
 *
 * Must never let a message go before what it tells is stored, and never end because a store fails: whatever was changed in a
 * transaction that broke is thrown away and read again. */
#include "server/hub.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdlib.h>

#include "server/cluster/cluster.h"
#include "server/push/push.h"
#include "server/tables/internal.h"
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

static void fill_settings(struct bil_hub *hub, const struct bil_hub_settings *given)
{
    static const struct bil_hub_settings nothing = {0};
    const struct bil_hub_settings *from = given ? given : &nothing;
    const int tables = usual(from->tables, 100000);
    const int share = tables > 0 && tables < 4 * TABLES_OF_ONE ? (tables + 3) / 4 : TABLES_OF_ONE;
    hub->settings = (struct bil_hub_settings){.workers = from->workers,
                                              .bot_pace = usual(from->bot_pace, 600),
                                              .window_floor = usual(from->window_floor, 1500),
                                              .goodbye = usual(from->goodbye, 20),
                                              .silence = usual(from->silence, 120),
                                              .loaded = usual(from->loaded, 1000),
                                              .park = usual(from->park, 60),
                                              .tables = tables,
                                              .thought = usual(from->thought, 30),
                                              .made_a_minute = usual(from->made_a_minute, 30),
                                              .push_grace = usual(from->push_grace, 10 * SECOND),
                                              .push_local = from->push_local,
                                              .tables_of_one = usual(from->tables_of_one, share),
                                              .hash_kib = usual(from->hash_kib, 64 * 1024)};
}

/* ------------------------------------------------------------------ what is put away */

/* What tables had is given back to the system now and then; the C library would keep it for good. */
static void give_back(struct bil_hub *hub)
{
    if (hub->parked >= PARKED_AT_ONCE && hub->now - hub->gave_back > GIVES_BACK) {
        hub->parked = 0;
        hub->gave_back = hub->now;
#ifdef __GLIBC__
        malloc_trim(0);
#endif
    }
}

/* Puts away what was not used for a while, and what is too much. */
static void park_unused(struct bil_hub *hub)
{
    const int64_t since = hub->now - SECOND * (int64_t)hub->settings.park;
    struct bil_table *table = hub->oldest;
    struct bil_table *next = NULL;
    for (int i = 0; i < PARKED_AT_ONCE && table; i++, table = next) {
        next = table->newer;
        if (table->used > since && (hub->settings.loaded == 0 || hub->figures.tables_loaded <= hub->settings.loaded)) {
            return;
        }
        if (table->touched || bil_asked_thinks(&table->body->asked)) {
            bil_hub_used(table);
            continue;
        }
        bil_table_park(table);
        bil_hub_drop(hub, table);
    }
}

/* ------------------------------------------------------------------ the transaction */

/* Tells a client that something was not stored, and how things stand. False: it cannot be read either. */
static bool tell_anew(struct bil_client *client, int64_t now)
{
    struct bil_table *table = NULL;
    struct bil_error error;
    const enum bil_fault fault = client->table ? bil_table_load(client->hub, client->table->id, &table, &error) : BIL_FAULT_NONE;
    if (fault == BIL_FAULT_DAMAGED) {
        bil_client_send_away(client, bil_fault_code(fault), error.text);
    } else if (fault && fault != BIL_FAULT_MOVED) { /* else it must come again */
        client->retell = true;
        return false;
    }
    if (client->table && !fault) {
        bil_table_broadcast(table, now); /* the others, before this one is among them again */
        bil_client_tell(client, -1, now);
    }
    client->retell = false;
    return true;
}

/* Tells of each message that was heard since the last commit what became of it. Of those that are still on their way nothing is
 * said: they are yet to be heard, and answered. */
static void tell_of_spoken(struct bil_hub *hub)
{
    static const char *const sentences[] = {"The server could not store this; it has not happened.",
                                            "The server does not know whether this was stored; how things stand is told next."};
    for (size_t i = 0; i < hub->spoken_count; i++) {
        if (hub->spoken[i].client && hub->spoken[i].client->retell) {
            bil_client_error(hub->spoken[i].client, hub->spoken[i].id, hub->unsure ? "unanswered" : "not-stored",
                             sentences[hub->unsure]);
        }
    }
}

/* Nothing since the last commit has happened: anyone who was to hear of it, or sits where something was changed, hears how things
 * stand. */
static void throw_away(struct bil_hub *hub, int64_t now)
{
    bil_store_rollback(hub->store);
    bil_push_release(hub, false);
    hub->retelling = 0; /* who cannot be told yet is counted below */
    for (struct bil_client *client = hub->staged; client; client = client->next_staged) {
        bil_outbox_take_back(&client->outbox);
        client->retell = true;
    }
    while (hub->touched) {
        struct bil_table *table = hub->touched;
        hub->touched = table->next_touched;
        table->touched = false;
        table->tell = false;
        bil_table_park(table);
        if (table->due == 0 && !table->damaged) {
            bil_hub_due(table, now + RETRY); /* its row may want something */
        }
        for (struct bil_client *client = table->clients; client; client = client->next) {
            client->retell = true;
        }
    }
    hub->quick.known = false;
    const struct bil_error trouble = hub->trouble;
    hub->broken = false;
    hub->trouble.text[0] = 0;
    bil_cluster_forget(hub);
    tell_of_spoken(hub);
    bool readable = true; /* where one table cannot be read now, the others wait with it: nobody asks a lost database for each */
    for (struct bil_client *client = hub->clients; client; client = client->next_of_all) {
        if (client->retell) {
            readable = readable && tell_anew(client, now);
            hub->retelling += !readable;
        }
    }
    hub->retell_at = now + RETRY;
    hub->away = true;
    bil_store_count(hub->store, &hub->figures.tables_open, &hub->figures.tables_playing, NULL);
    bil_hub_log_sentence(hub, "not-stored", trouble.text);
}

/* All is stored: what is staged may be sent. */
static void release_outboxes(struct bil_hub *hub)
{
    hub->spoken_count = 0;
    while (hub->staged) {
        struct bil_client *client = hub->staged;
        hub->staged = client->next_staged;
        client->staged = false;
        client->outbox.ready = client->outbox.count;
        if (client->outbox.ready > 0 && !client->in_ready) {
            client->in_ready = true;
            client->next_ready = hub->ready;
            hub->ready = client;
        }
    }
}

bool bil_hub_commit(struct bil_hub *hub, int64_t now, struct bil_error *error)
{
    struct bil_error why = {{0}};
    bool fine = true;
    hub->now = now;
    hub->unsure = false;
    bil_store_mind(hub->store); /* before the news of a round are sent */
    if (!bil_hub_holds(hub, &why)) {
        bil_hub_breaks(hub, &why);
    }
    for (struct bil_table *table = hub->touched; table; table = table->next_touched) {
        if (table->body && !hub->broken) {
            bil_table_save(table, now);
            bil_table_broadcast(table, now);
            hub->quick.known = hub->quick.known && !table->body->setup.quick;
        }
    }
    if (!hub->broken && bil_store_writing(hub->store)) {
        if (!bil_store_commit(hub->store, &why)) {
            bil_hub_breaks(hub, &why);
            hub->unsure = bil_store_unsure(hub->store);
        } else {
            hub->figures.commits++;
            if (hub->away) {
                hub->away = false;
                bil_hub_log(hub, "stored", "\"why\":\"The database can be written to again.\"");
            }
        }
    }
    if (hub->broken) {
        bil_fail(error, "%s", hub->trouble.text);
        hub->figures.commit_failures++;
        throw_away(hub, now);
        fine = false;
    }
    while (hub->touched) {
        struct bil_table *table = hub->touched;
        hub->touched = table->next_touched;
        table->touched = false;
    }
    bil_push_release(hub, fine);
    bil_cluster_round(hub, now);
    release_outboxes(hub);
    return fine;
}

bool bil_hub_unsure(const struct bil_hub *hub)
{
    return hub->unsure;
}

/* ------------------------------------------------------------------ time */

/* Looks at a table that is due: one step of it at most, so that all get their turn. */
static void look_at(struct bil_hub *hub, struct bil_table *table, int64_t now)
{
    struct bil_table *here = NULL;
    struct bil_error error;
    bil_hub_due(table, now + RETRY); /* unless it can be read */
    hub->cluster.sweeping = true;    /* what another server has is not asked for */
    const enum bil_fault fault = bil_table_load(hub, table->id, &here, &error);
    hub->cluster.sweeping = false;
    /* It was never stored, cannot be helped, or is another server's. */
    if (fault == BIL_FAULT_NO_TABLE || fault == BIL_FAULT_DAMAGED || fault == BIL_FAULT_MOVED) {
        bil_hub_due(table, 0);
        bil_hub_drop(hub, table);
    }
    if (fault) {
        return;
    }
    if (!bil_table_decide(here, now)) {
        bil_presence_watch(here, now);
    }
    bil_push_watch(here, now);
    bil_hub_due(here, hub->broken ? now + RETRY : bil_clock_due(here));
}

/* Anyone who was told that something was not stored, and could not be told how things stand, because nothing could be read: again.
 */
static void retell(struct bil_hub *hub, int64_t now)
{
    if (hub->retelling == 0 || now < hub->retell_at) {
        return;
    }
    hub->retell_at = now + RETRY;
    for (struct bil_client *client = hub->clients; client && hub->retelling > 0 && !hub->broken; client = client->next_of_all) {
        if (client->retell && tell_anew(client, now)) {
            hub->retelling--;
        }
    }
}

/* Figures of the threads cost a look at all that waits, and figures of the hub are asked for in every round. */
static void look_at_threads(struct bil_hub *hub)
{
    if (hub->now - hub->looked >= SECOND || hub->now < hub->looked) {
        hub->looked = hub->now;
        bil_workers_figures(hub->workers, &hub->figures.thoughts);
        bil_workers_figures(hub->hashers, &hub->figures.hashes);
    }
}

int64_t bil_hub_tick(struct bil_hub *hub, int64_t now)
{
    hub->now = now;
    bil_workers_collect(hub->workers);
    bil_workers_collect(hub->hashers);
    bil_push_collect(hub, now);
    for (int step = 0; step < STEPS && hub->heap_count > 0 && hub->heap[0]->due <= now && !hub->broken; step++) {
        look_at(hub, hub->heap[0], now);
    }
    retell(hub, now);
    look_at_threads(hub);
    park_unused(hub);
    give_back(hub);
    int64_t wait = hub->heap_count > 0 ? hub->heap[0]->due - now : IDLE;
    if (hub->retelling > 0 && hub->retell_at - now < wait) {
        wait = hub->retell_at - now;
    }
    const int64_t idle = bil_store_is_shared(hub->store) ? BIL_STORE_HEARD : IDLE; /* the database is asked whether it is there */
    return wait < 0 ? 0 : wait < idle ? wait : idle;
}

void bil_hub_wait(struct bil_hub *hub)
{
    bil_workers_wait(hub->workers);
    bil_workers_wait(hub->hashers);
}

void bil_hub_close(struct bil_hub *hub, int64_t now)
{
    hub->now = now;
    hub->closing = true;
    const bool moved = bil_cluster_leave(hub);
    struct bil_text *text = bil_hub_begin_message(hub, moved ? "moved" : "closing");
    if (!moved) {
        bil_json_key_string(text, "text", "The server stops. All is stored; come back in a while.");
    }
    bil_json_object_end(text);
    struct bil_message *message = bil_message_new(text);
    for (struct bil_client *client = hub->clients; client; client = client->next_of_all) {
        if (!client->ended) {
            client->moved = moved;
            bil_client_put(client, message);
        }
    }
    bil_message_drop(message);
}

/* ------------------------------------------------------------------ beginning and end */

static bool note_deadline(void *context, const struct bil_stored_table *row)
{
    struct bil_hub *hub = context;
    const int64_t ahead = row->asked_since > hub->began ? row->asked_since - hub->began : 0; /* the clock was set back */
    bil_hub_due(bil_hub_table(hub, row->id), row->deadline > ahead ? row->deadline - ahead : 1);
    return true;
}

static void wake(void *context)
{
    struct bil_hub *hub = context;
    if (hub->wake) {
        hub->wake(hub->wake_context);
    }
}

static void start_workers(struct bil_hub *hub)
{
    const struct bil_workers_settings think = {.threads = hub->settings.workers,
                                               .a_minute = (int64_t)hub->settings.thought * SECOND,
                                               .most = BIL_BOT_JOBS_WAITING,
                                               .nice = BIL_BOT_JOBS_NICE};
    const struct bil_workers_settings hash = {.threads = hub->settings.workers};
    hub->workers = bil_workers_new(&think, wake, hub);
    hub->hashers = bil_workers_new(&hash, wake, hub);
}

struct bil_hub *bil_hub_new(struct bil_store *store, const struct bil_hub_settings *settings, int64_t now, void (*wake_up)(void *),
                            void *context, struct bil_error *error)
{
    struct bil_hub *hub = bil_memory_zero(1, sizeof *hub);
    hub->store = store;
    hub->now = hub->began = now;
    hub->wake = wake_up;
    hub->wake_context = context;
    hub->buckets = FIRST_BUCKETS;
    hub->bucket = bil_memory_zero(hub->buckets, sizeof(struct bil_table *));
    fill_settings(hub, settings);
    bil_cluster_begin(hub);
    start_workers(hub);
    hub->callers = bil_callers_new(CALLERS);
    hub->names = bil_names_new(error);
    if (!hub->names || !(hub->accounts = bil_accounts_new(store, hub->names, error)) ||
        !bil_store_key(store, hub->payer_key, error) ||
        (!hub->cluster.on && !bil_store_deadlines(store, note_deadline, hub, error)) || /* else they are taken by and by */
        !bil_store_count(store, &hub->figures.tables_open, &hub->figures.tables_playing, error)) {
        bil_hub_free(hub);
        return NULL;
    }
    return hub;
}

void bil_hub_free(struct bil_hub *hub)
{
    if (!hub) {
        return;
    }
    bil_workers_free(hub->workers);
    bil_workers_free(hub->hashers);
    hub->workers = hub->hashers = NULL;
    bil_push_release(hub, false);
    bil_accounts_free(hub->accounts);
    bil_callers_free(hub->callers);
    bil_names_free(hub->names);
    while (hub->clients) {
        bil_hub_gone(hub, hub->clients, hub->now);
    }
    for (size_t b = 0; b < hub->buckets; b++) {
        for (struct bil_table *table = hub->bucket[b]; table; table = table->chain) {
            table->touched = false;
            bil_table_park(table);
        }
    }
    bil_hub_free_tables(hub);
    bil_store_close(hub->store);
    bil_text_free(&hub->text);
    bil_text_free(&hub->words);
    free(hub->spoken);
    free(hub->heap);
    free(hub->expected);
    free(hub);
}

void bil_hub_figures(const struct bil_hub *hub, struct bil_hub_figures *figures)
{
    *figures = hub->figures;
    figures->began = hub->began;
    figures->servers = hub->cluster.servers;
    figures->tables_given = hub->cluster.given;
    bil_store_figures(hub->store, &figures->store);
    figures->thoughts_waiting = (int64_t)(bil_workers_pending(hub->workers) + bil_workers_pending(hub->hashers));
}

void bil_hub_on_event(struct bil_hub *hub, void (*event)(void *context, const char *what, const char *fields), void *context)
{
    hub->event = event;
    hub->event_context = context;
}
