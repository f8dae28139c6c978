/* Who is at a table: connections that enter and leave it, and who plays for somebody that is away.
 *
 * Must never look at what anybody holds: who is there is known to all. */
#include <string.h>

#include "server/tables/internal.h"

/* ------------------------------------------------------------------ connections */

/* A connection of that seat is no longer in sight, or no longer there. */
static void lose_sight(struct bil_table *table, int seat, int64_t now)
{
    table->in_sight[seat]--;
    if (table->in_sight[seat] == 0) {
        table->away[seat] = now;
    }
}

/* Leaves the table; anyone who stays hears if that changes who is there. */
void bil_client_leave(struct bil_client *client, int64_t now)
{
    struct bil_table *table = client->table;
    struct bil_hub *hub = client->hub;
    *(client->before ? &client->before->next : &table->clients) = client->next;
    if (client->next) {
        client->next->before = client->before;
    }
    client->next = client->before = NULL;
    client->table = NULL;
    table->client_count--;
    bool last = true; /* of that seat, or a spectator */
    if (client->seat < 0) {
        table->spectator_count--;
        hub->figures.spectators--;
    } else {
        last = --table->connections[client->seat] == 0;
        table->gone[client->seat] = last ? now : table->gone[client->seat];
        if (!client->hidden) {
            lose_sight(table, client->seat, now);
        }
    }
    if (last) {
        bil_table_tell_presence(table, client->seat);
        if (table->body) {
            bil_pause_watch(table, now);
            bil_hub_due(table, bil_clock_due(table));
        } else {
            bil_hub_due(table, now); /* it looks for itself how long that may be */
        }
    }
    if (table->body && !table->clients && !table->touched && table->body->facts.state >= BIL_TABLE_OVER) {
        bil_table_park(table); /* hardly anybody comes back to a game that is over */
    }
    bil_hub_drop(hub, table);
}

void bil_client_send_away(struct bil_client *client, const char *code, const char *sentence)
{
    bil_client_error(client, -1, code, sentence);
    client->ended = true;
    bil_client_leave(client, client->hub->now);
}

void bil_hub_unseat(struct bil_table *table, int seat, const char *sentence)
{
    struct bil_client *next = NULL;
    for (struct bil_client *client = table->clients; client; client = next) {
        next = client->next;
        if (client->seat == seat) {
            bil_client_send_away(client, "token", sentence);
        }
    }
}

/* ------------------------------------------------------------------ seats that are given up */

void bil_table_empty(struct bil_table *table, int seat, const char *sentence)
{
    struct bil_stored_seat *of = &table->body->facts.seat[seat];
    const struct bil_stored_seat before = *of;
    *of = (struct bil_stored_seat){.kind = BIL_SEAT_FREE, .bank = -1};
    if (before.kind == BIL_SEAT_PERSON) { /* so that who comes back with the old key hears what has become of the seat */
        memcpy(of->from, before.token, sizeof of->from);
    }
    table->body->changed_seats |= UINT64_C(1) << seat;
    bil_body_note_bots(table->body);
    bil_hub_unseat(table, seat, sentence);
}

/* ------------------------------------------------------------------ absence */

void bil_presence_replace(struct bil_table *table, int seat, int64_t now)
{
    struct bil_body *body = table->body;
    struct bil_stored_seat *of = &body->facts.seat[seat];
    if (of->kind != BIL_SEAT_PERSON || of->bot_plays) {
        return;
    }
    bil_table_cast(table, seat, body->setup.absent, of->bot);
    of->bot_plays = true;
    body->changed_seats |= UINT64_C(1) << seat;
    bil_table_add(table, BIL_ENTRY_BOT, seat, of->bot, now);
}

/* Bots take over from who is away; who waits for a quick match and is away gives the seat up. True if anything changed. */
static bool replace_absent(struct bil_table *table, int64_t now)
{
    bool any = false;
    for (int seat = 0; seat < table->body->facts.seats; seat++) {
        const int64_t at = bil_clock_absent_at(table, seat);
        if (at == 0 || now < at) {
            continue;
        }
        any = true;
        if (table->body->facts.state == BIL_TABLE_PLAYING) {
            bil_presence_replace(table, seat, now);
        } else {
            char name[BIL_PERSON_NAME];
            memcpy(name, table->body->facts.seat[seat].name, sizeof name);
            bil_table_empty(table, seat, "");
            bil_table_add(table, BIL_ENTRY_LEFT, seat, name, now);
        }
    }
    return any;
}

void bil_presence_back(struct bil_table *table, int seat, int64_t now)
{
    struct bil_body *body = table->body;
    struct bil_stored_seat *of = &body->facts.seat[seat];
    if (of->kind != BIL_SEAT_PERSON || !of->bot_plays) {
        return;
    }
    of->bot_plays = false;
    of->bot[0] = 0;
    body->changed_seats |= UINT64_C(1) << seat;
    bil_table_add(table, BIL_ENTRY_BACK, seat, "", now);
    bil_table_go_on(table, now);
}

/* ------------------------------------------------------------------ coming */

void bil_client_enter(struct bil_client *client, struct bil_table *table, int seat, int64_t seen, int64_t now)
{
    struct bil_hub *hub = client->hub;
    const bool first = seat >= 0 && table->connections[seat] == 0;
    if (seat >= 0) {
        table->bye &= (uint8_t) ~(1U << seat);
        table->connections[seat]++;
        table->in_sight[seat] += !client->hidden;
        bil_presence_back(table, seat, now);
    } else {
        table->spectator_count++;
        hub->figures.spectators++;
    }
    bil_table_broadcast(table, now); /* the others, before this one is among them */
    if (first || seat < 0) {
        bil_table_tell_presence(table, seat);
    }
    client->table = table;
    client->seat = (int8_t)seat;
    client->next = table->clients;
    if (table->clients) {
        table->clients->before = client;
    }
    table->clients = client;
    table->client_count++;
    bil_pause_watch(table, now);
    bil_client_tell(client, seen, now);
    bil_hub_due(table, bil_clock_due(table));
}

/* ------------------------------------------------------------------ sight */

void bil_client_sight(struct bil_client *client, bool in_sight, int64_t now)
{
    struct bil_table *table = client->table;
    if (client->seat < 0 || client->hidden != in_sight) {
        client->hidden = !in_sight;
        return;
    }
    client->hidden = !in_sight;
    if (in_sight) {
        table->in_sight[client->seat]++;
    } else {
        lose_sight(table, client->seat, now);
    }
    bil_hub_due(table, table->body ? bil_clock_due(table) : now);
}

/* ------------------------------------------------------------------ nobody wants it */

void bil_table_close(struct bil_table *table, int64_t now)
{
    struct bil_body *body = table->body;
    int64_t *figure = body->facts.state == BIL_TABLE_OPEN ? &table->hub->figures.tables_open : &table->hub->figures.tables_playing;
    --*figure;
    body->facts.state = BIL_TABLE_CLOSED;
    body->undo.seat = -1;
    bil_table_add(table, BIL_ENTRY_CLOSED, -1, "", now);
}

/* Closes a table that nobody wants. */
static bool give_up(struct bil_table *table, int64_t now)
{
    const int64_t at = bil_clock_given_up_at(table->body);
    if (at == 0 || now < at) {
        return false;
    }
    bil_table_close(table, now);
    bil_table_go_on(table, now);
    return true;
}

void bil_presence_watch(struct bil_table *table, int64_t now)
{
    if (replace_absent(table, now)) {
        bil_table_go_on(table, now);
    } else if (!give_up(table, now)) {
        bil_pause_watch(table, now);
    }
}
