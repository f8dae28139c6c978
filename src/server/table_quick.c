/* Quick match: whoever wants to play this game with anybody gets a seat where somebody waits already.
 *
 * The hub keeps the ids of the open tables that were made for it. All requests come one after the other, and each sees what the one
 * before it did, so that two who ask at the same moment meet. Must never make a table while one that fits has a free seat. */
#include <stdio.h>
#include <string.h>

#include "server/table_internal.h"

enum { MINUTE = 60 * 1000, USUAL_SEATS = 3 };
enum { MOVE = 60 * 1000, BANK = 300 * 1000, WINDOW = 10 * 1000 };

static void note(void *context, const char *id)
{
    struct bil_quick *quick = context;
    if (quick->count < BIL_QUICK_TABLES) {
        snprintf(quick->id[quick->count++], sizeof quick->id[0], "%s", id);
    }
}

/* Which tables there are, from the store: after a start, and when what was believed has not happened. */
static enum bil_fault know(struct bil_hub *hub, struct bil_error *error)
{
    struct bil_error why = {{0}};
    const uint64_t neighbours = bil_hub_neighbours(hub);
    if (hub->quick.known && hub->quick.neighbours == neighbours) {
        return BIL_FAULT_NONE;
    }
    hub->quick.count = 0;
    if (!bil_store_quick(hub->store, BIL_QUICK_TABLES, note, &hub->quick, &why)) {
        if (bil_store_writing(hub->store)) {
            bil_hub_breaks(hub, &why);
        }
        return bil_hub_store_fault(hub, &why, error);
    }
    hub->quick.known = true;
    hub->quick.neighbours = neighbours;
    return BIL_FAULT_NONE;
}

static int free_seats(const struct bil_table *table)
{
    int count = 0;
    for (int seat = 0; seat < table->body->facts.seats; seat++) {
        count += table->body->facts.seat[seat].kind == BIL_SEAT_FREE;
    }
    return count;
}

/* The table that fits and lacks the fewest, the oldest among those; *found stays NULL if there is none. Tables that have begun or
 * were given up are forgotten on the way. */
static enum bil_fault find(struct bil_hub *hub, const struct bil_quick_wish *wish, struct bil_table **found,
                           struct bil_error *error)
{
    struct bil_quick *quick = &hub->quick;
    int kept = 0;
    enum bil_fault trouble = BIL_FAULT_NONE;
    for (int i = 0; i < quick->count; i++) {
        struct bil_table *table = NULL;
        const enum bil_fault fault = bil_table_load(hub, quick->id[i], &table, error);
        trouble = fault == BIL_FAULT_STORE ? fault : trouble;
        if (fault == BIL_FAULT_NO_TABLE || fault == BIL_FAULT_DAMAGED || (!fault && table->body->facts.state != BIL_TABLE_OPEN)) {
            continue;
        }
        memmove(quick->id[kept++], quick->id[i], sizeof quick->id[0]);
        if (!fault && table->body->setup.game == wish->game && table->body->lines < BIL_LOG_MOST / 2 &&
            (wish->seats == 0 || wish->seats == table->body->facts.seats) && (!*found || free_seats(table) < free_seats(*found))) {
            *found = table;
        }
    }
    quick->count = kept;
    return trouble;
}

static enum bil_fault make(struct bil_hub *hub, const struct bil_quick_wish *wish, const struct bil_newcomer *maker,
                           const char *address, int64_t now, struct bil_seated *out, struct bil_error *error)
{
    const struct bil_game *game = wish->game;
    const int usual = USUAL_SEATS < game->min_seats   ? game->min_seats
                      : USUAL_SEATS > game->max_seats ? game->max_seats
                                                      : USUAL_SEATS;
    /* Strangers wait for each other at a clock, and who goes away without a word is played for. */
    const struct bil_table_setup setup = {.game = game,
                                          .revision = game->revision,
                                          .seats = wish->seats ? wish->seats : usual,
                                          .absent = "medium",
                                          .listed = true,
                                          .chat = true,
                                          .spectators = true,
                                          .quick = true,
                                          .pace = BIL_PACE_LIVE,
                                          .move = MOVE,
                                          .bank = BANK,
                                          .window = WINDOW};
    const enum bil_fault fault = bil_table_make(hub, &setup, maker, address, now, out, error);
    if (!fault) {
        note(&hub->quick, out->table);
    }
    return fault;
}

enum bil_fault bil_table_quick_list(struct bil_hub *hub, struct bil_text *out, struct bil_error *error)
{
    const enum bil_fault fault = know(hub, error);
    bil_json_array(out);
    for (int i = 0; i < hub->quick.count && !fault; i++) {
        struct bil_table *table = NULL;
        int waiting = 0;
        if (bil_table_load(hub, hub->quick.id[i], &table, error) || table->body->facts.state != BIL_TABLE_OPEN) {
            continue; /* whoever asks for a match forgets it */
        }
        for (int seat = 0; seat < table->body->facts.seats; seat++) {
            waiting += table->body->facts.seat[seat].kind == BIL_SEAT_PERSON;
        }
        if (waiting > 0) {
            bil_json_object(out);
            bil_json_key_string(out, "game", table->body->setup.game->id);
            bil_json_key_integer(out, "seats", table->body->facts.seats);
            bil_json_key_integer(out, "waiting", waiting);
            bil_json_object_end(out);
        }
    }
    bil_json_array_end(out);
    return fault;
}

enum bil_fault bil_table_quick(struct bil_hub *hub, const struct bil_quick_wish *wish, const struct bil_newcomer *who,
                               const char *address, int64_t now, struct bil_seated *out, struct bil_error *error)
{
    struct bil_table *table = NULL;
    const struct bil_quota quota = {hub->settings.made_a_minute, MINUTE};
    *out = (struct bil_seated){.seat = -1};
    if (hub->closing) {
        bil_fail(error, "The server is about to stop; come back in a while.");
        return BIL_FAULT_CLOSING;
    }
    if (wish->takes && !who->name) {
        bil_fail(error, "\"name\" is missing: what the others at the table call you.");
        return BIL_FAULT_MALFORMED;
    }
    enum bil_fault fault = know(hub, error);
    fault = fault ? fault : find(hub, wish, &table, error);
    if (fault) {
        return fault;
    }
    const struct bil_newcomer anywhere = {who->name, who->person, -1, who->contribution};
    if (!table) {
        return make(hub, wish, wish->takes ? &anywhere : NULL, address, now, out, error);
    }
    if (!bil_caller_take(bil_callers_find(hub->callers, address ? address : "", now), BIL_TAKES_TABLES, &quota, now)) {
        bil_fail(error, "You ask for too many matches; wait a minute.");
        return BIL_FAULT_MANY;
    }
    if (wish->takes) {
        return bil_table_join(hub, table->id, &anywhere, now, out, error);
    }
    memcpy(out->table, table->id, sizeof out->table);
    bil_fair_commitment(table->id, table->body->facts.secret, out->commitment);
    return BIL_FAULT_NONE;
}
