/* Quick match: who wants to play this game with anybody gets a seat where somebody waits already.
 *
 * Which open tables were made for it the store says; the one that is chosen is looked at once more in memory, so that two who ask
 * at the same moment meet. Must never make a table while one that fits has a free seat. */
#include <stdio.h>
#include <string.h>

#include "server/tables/internal.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, USUAL_SEATS = 3 };
enum { MOVE = 60 * 1000, BANK = 300 * 1000, WINDOW = 20 * 1000 };

static void note(void *context, const struct bil_store_quick_row *row)
{
    struct bil_quick *quick = context;
    if (quick->count < BIL_QUICK_TABLES) {
        quick->row[quick->count++] = *row;
    }
}

/* Which tables there are, as the store says; `now`: what it said before does not do. */
static enum bil_fault read_quick_tables(struct bil_hub *hub, bool now, struct bil_error *error)
{
    struct bil_error why = {{0}};
    struct bil_quick *quick = &hub->quick;
    const bool old = bil_store_is_shared(hub->store) && (now || hub->now - quick->known_at >= SECOND || hub->now < quick->known_at);
    if (quick->known && !old) {
        return BIL_FAULT_NONE;
    }
    quick->count = 0;
    if (!bil_store_quick(hub->store, BIL_QUICK_TABLES, note, quick, &why)) {
        return bil_hub_store_failed(hub, &why, error);
    }
    quick->known = true;
    quick->known_at = hub->now;
    return BIL_FAULT_NONE;
}

/* How many seats are free for anyone who comes by quick match. */
static int free_seats(const struct bil_table *table)
{
    int count = 0;
    for (int seat = 0; seat < table->body->facts.seats; seat++) {
        count += table->body->facts.seat[seat].kind == BIL_SEAT_FREE;
    }
    return table->body->facts.state == BIL_TABLE_OPEN && table->body->lines < BIL_LOG_MOST / 2 ? count : 0;
}

/* The row that fits and lacks the fewest, the oldest among those; NULL: there is none. */
static struct bil_store_quick_row *choose(struct bil_quick *quick, const struct bil_quick_wish *wish)
{
    struct bil_store_quick_row *best = NULL;
    for (int i = 0; i < quick->count; i++) {
        struct bil_store_quick_row *row = &quick->row[i];
        if (strcmp(row->game, wish->game->id) == 0 && (wish->seats == 0 || wish->seats == row->seats) && row->free > 0 &&
            (!best || row->free < best->free)) {
            best = row;
        }
    }
    return best;
}

/* *found stays NULL if there is none. What a row says is made true by the table on the way. */
static enum bil_fault find_quick_table(struct bil_hub *hub, const struct bil_quick_wish *wish, struct bil_table **found,
                                       struct bil_error *error)
{
    for (struct bil_store_quick_row *row = choose(&hub->quick, wish); row; row = choose(&hub->quick, wish)) {
        const int free = row->free;
        const enum bil_fault fault = bil_table_load(hub, row->id, found, error);
        if (fault == BIL_FAULT_STORE || fault == BIL_FAULT_MOVED) {
            return fault;
        }
        row->free = fault ? 0 : free_seats(*found);
        if (row->free == free) {
            return BIL_FAULT_NONE;
        }
        *found = NULL;
    }
    return BIL_FAULT_NONE;
}

static enum bil_fault make_quick_table(struct bil_hub *hub, const struct bil_quick_wish *wish, const struct bil_newcomer *maker,
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
    hub->quick.known = false;
    return bil_table_make(hub, &setup, maker, address, now, out, error);
}

enum bil_fault bil_table_quick_list(struct bil_hub *hub, struct bil_text *out, struct bil_error *error)
{
    const enum bil_fault fault = read_quick_tables(hub, false, error);
    bil_json_array(out);
    for (int i = 0; i < hub->quick.count && !fault; i++) {
        const struct bil_store_quick_row *row = &hub->quick.row[i];
        if (row->persons > 0) {
            bil_json_object(out);
            bil_json_key_string(out, "game", row->game);
            bil_json_key_integer(out, "seats", row->seats);
            bil_json_key_integer(out, "waiting", row->persons);
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
        return bil_fault_as(BIL_FAULT_CLOSING, error, "The server is about to stop; come back in a while.");
    }
    if (wish->takes && !who->name) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error, "\"name\" is missing: what the others at the table call you.");
    }
    enum bil_fault fault = read_quick_tables(hub, true, error);
    fault = fault ? fault : find_quick_table(hub, wish, &table, error);
    if (fault) {
        return fault;
    }
    const struct bil_newcomer anywhere = {who->name, who->person, -1, who->contribution, NULL};
    if (!table) {
        return make_quick_table(hub, wish, wish->takes ? &anywhere : NULL, address, now, out, error);
    }
    if (!bil_caller_take(bil_callers_find(hub->callers, address ? address : "", now), BIL_TAKES_TABLES, &quota, now)) {
        return bil_fault_as(BIL_FAULT_MANY, error, "You ask for too many matches; wait a minute.");
    }
    if (wish->takes) {
        return bil_table_join(hub, table->id, &anywhere, now, out, error);
    }
    memcpy(out->table, table->id, sizeof out->table);
    bil_fair_commitment(table->id, table->body->facts.secret, out->commitment);
    return BIL_FAULT_NONE;
}
