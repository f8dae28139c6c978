/* Clocks and absence: until when an answer is waited for, and who plays for somebody that is away.
 *
 * All clocks are the server's. Must never look at what anybody holds: how long something takes is no clue. */
#include <string.h>

#include "server/table_inside.h"

enum { SECOND = 1000, OVER_TIME = 300 };
static const int64_t open_for = INT64_C(7) * 24 * 3600 * SECOND;    /* a table that does not begin is given up then */
static const int64_t played_for = INT64_C(90) * 24 * 3600 * SECOND; /* one at which nothing happens */

static int64_t sooner(int64_t a, int64_t b)
{
    return a == 0 ? b : b == 0 ? a : a < b ? a : b;
}

/* ------------------------------------------------------------------ clocks */

/* How long a bot among the asked may take: everybody knows who it is. */
static int64_t bots_time(const struct bil_table *table, const struct bil_asked *asked)
{
    int64_t most = 0;
    for (int i = 0; i < asked->count; i++) {
        const int64_t time = bil_setup_bot_time(bil_table_bot(table, asked->question[i].seat));
        most = time > most ? time : most;
    }
    return most > 0 ? most + most / 10 + OVER_TIME : 0;
}

void bil_pace_clock(const struct bil_table *table, struct bil_asked *asked)
{
    const struct bil_house_settings *settings = &table->house->settings;
    const struct bil_body *body = table->body;
    const int seat = asked->question[0].seat;
    bool persons = false; /* is anybody waited for? */
    for (int i = 0; i < asked->count; i++) {
        persons = persons || asked->question[i].who == BIL_WHO_PERSON;
    }
    int64_t least = asked->window && persons ? settings->window_floor : settings->bot_pace;
    if (asked->window && least > 0) {
        const int64_t thinking = bots_time(table, asked);
        least = thinking > least ? thinking : least;
    }
    asked->earliest = least > 0 ? asked->since + least : 0;
    if (asked->window) {
        asked->latest = body->setup.window > 0 ? asked->since + body->setup.window : 0;
    } else {
        const int64_t bank = body->facts.seat[seat].bank;
        const bool clock = body->setup.move > 0 && !bil_table_bot(table, seat)[0];
        asked->latest = clock ? asked->since + body->setup.move + (bank > 0 ? bank : 0) : 0;
    }
}

void bil_pace_used(struct bil_table *table, int seat, int64_t now)
{
    struct bil_body *body = table->body;
    struct bil_stored_seat *of = &body->facts.seat[seat];
    const int64_t over = now - body->asked.since - body->setup.move;
    if (body->setup.pace == BIL_PACE_LIVE && !body->asked.window && over > 0 && of->bank > 0) {
        of->bank = over < of->bank ? of->bank - over : 0;
        body->changed_seats |= UINT64_C(1) << seat;
    }
}

/* ------------------------------------------------------------------ absence */

/* When the bot for absent persons takes that seat over, as things stand; 0: never. */
static int64_t leaves_at(const struct bil_table *table, int seat)
{
    const struct bil_body *body = table->body;
    const struct bil_stored_seat *of = &body->facts.seat[seat];
    const struct bil_house_settings *settings = &table->house->settings;
    if (of->kind != BIL_SEAT_PERSON || of->bot_plays || table->connections[seat] > 0) {
        return 0;
    }
    return table->gone[seat] + SECOND * (int64_t)(table->bye >> seat & 1U ? settings->goodbye : settings->silence);
}

/* In a game over days being away is nothing to wonder at: there only the clock counts. */
static bool has_stand_ins(const struct bil_body *body)
{
    return body->facts.state == BIL_TABLE_PLAYING && body->setup.absent[0] && body->setup.pace != BIL_PACE_DAYS;
}

int64_t bil_pace_absent_at(const struct bil_table *table)
{
    int64_t soonest = 0;
    for (int seat = 0; seat < table->body->facts.seats && has_stand_ins(table->body); seat++) {
        soonest = sooner(soonest, leaves_at(table, seat));
    }
    return soonest;
}

void bil_pace_replace(struct bil_table *table, int seat, int64_t now)
{
    struct bil_body *body = table->body;
    struct bil_stored_seat *of = &body->facts.seat[seat];
    if (of->kind != BIL_SEAT_PERSON || of->bot_plays) {
        return;
    }
    of->bot_plays = true;
    memcpy(of->bot, body->setup.absent, sizeof of->bot);
    body->changed_seats |= UINT64_C(1) << seat;
    bil_table_add(table, BIL_ENTRY_BOT, seat, of->bot, now);
}

bool bil_pace_absent(struct bil_table *table, int64_t now)
{
    bool any = false;
    for (int seat = 0; seat < table->body->facts.seats && has_stand_ins(table->body); seat++) {
        const int64_t at = leaves_at(table, seat);
        if (at && now >= at) {
            bil_pace_replace(table, seat, now);
            any = true;
        }
    }
    return any;
}

void bil_pace_back(struct bil_table *table, int seat, int64_t now)
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

/* ------------------------------------------------------------------ nobody is there */

/* Until when a person who has that seat and is not connected could be waited for; 0: nobody is. In a live game that ends when he
 * counts as absent. In all others persons come when they like, unless a bot has taken the seat over. */
static int64_t waited_for(const struct bil_table *table, int seat)
{
    const struct bil_stored_seat *of = &table->body->facts.seat[seat];
    if (of->kind != BIL_SEAT_PERSON || of->bot_plays) {
        return 0;
    }
    return table->body->setup.pace == BIL_PACE_LIVE ? leaves_at(table, seat) : INT64_MAX;
}

/* When the table pauses if nobody comes; INT64_MAX: it does not. */
static int64_t pauses_at(const struct bil_table *table)
{
    int64_t at = 0;
    if (table->body->facts.state != BIL_TABLE_PLAYING || table->spectator_count > 0) {
        return INT64_MAX;
    }
    for (int seat = 0; seat < table->body->facts.seats; seat++) {
        const int64_t until = table->connections[seat] > 0 ? INT64_MAX : waited_for(table, seat);
        at = until > at ? until : at;
    }
    return at;
}

static bool asks_persons(const struct bil_asked *asked)
{
    bool any = false;
    for (int i = 0; i < asked->count; i++) {
        any = any || asked->question[i].who == BIL_WHO_PERSON;
    }
    return any;
}

/* For how long persons have been asked. Bots alone are asked anew when it goes on. */
static int64_t asked_for(const struct bil_table *table, int64_t now)
{
    const struct bil_asked *asked = &table->body->asked;
    return asks_persons(asked) && now > asked->since ? now - asked->since : 0;
}

static bool nobody_connected(const struct bil_table *table)
{
    return table->clients == NULL;
}

/* The row is to say that it stands still, and for how long was asked by then. */
static void note_pause(struct bil_table *table)
{
    table->house->figures.pauses++;
    table->body->changed = true;
    bil_house_touch(table);
}

void bil_pace_begin(struct bil_table *table, int64_t since, int64_t now)
{
    struct bil_body *body = table->body;
    /* Who only asks about a table, or reads it again, does not set its clocks going. */
    body->paused = now >= pauses_at(table) || (body->facts.asked_since < 0 && nobody_connected(table));
    bil_table_ask(table, since);
    body->asked_for = asked_for(table, now);
    if (body->paused && body->facts.asked_since >= 0) {
        note_pause(table);
    }
}

void bil_pace_watch(struct bil_table *table, int64_t now)
{
    struct bil_body *body = table->body;
    const bool pauses = now >= pauses_at(table);
    if (pauses == body->paused) {
        bil_thoughts_rank(table);
        return;
    }
    body->paused = pauses;
    if (pauses) {
        body->asked_for = asked_for(table, now);
        bil_thoughts_drop(table);
        note_pause(table);
    } else {
        bil_table_ask(table, now - body->asked_for);
        body->changed = true;
        bil_house_touch(table);
    }
    bil_house_due(table, bil_pace_due(table));
}

/* ------------------------------------------------------------------ when */

static int64_t given_up_at(const struct bil_body *body)
{
    return body->facts.state == BIL_TABLE_OPEN      ? body->facts.changed + open_for
           : body->facts.state == BIL_TABLE_PLAYING ? body->facts.changed + played_for
                                                    : 0;
}

bool bil_pace_give_up(struct bil_table *table, int64_t now)
{
    struct bil_body *body = table->body;
    const int64_t at = given_up_at(body);
    if (at == 0 || now < at) {
        return false;
    }
    int64_t *figure =
        body->facts.state == BIL_TABLE_OPEN ? &table->house->figures.tables_open : &table->house->figures.tables_playing;
    --*figure;
    body->facts.state = BIL_TABLE_CLOSED;
    body->undo.seat = -1;
    bil_table_add(table, BIL_ENTRY_CLOSED, -1, "", now);
    bil_table_go_on(table, now);
    return true;
}

int64_t bil_pace_due(const struct bil_table *table)
{
    const int64_t pause = table->body->paused ? INT64_MAX : pauses_at(table);
    return sooner(sooner(bil_table_decides_at(table), bil_pace_absent_at(table)),
                  sooner(given_up_at(table->body), pause < INT64_MAX ? pause : 0));
}

int64_t bil_pace_deadline(const struct bil_table *table, int64_t now)
{
    const struct bil_body *body = table->body;
    int64_t at = bil_pace_due(table);
    const bool persons = asks_persons(&body->asked);
    if (body->paused) {
        return at;
    }
    if (body->asked.count > 0 && !persons) { /* whatever is thought here: a server that begins anew must think it again */
        at = sooner(at, body->asked.earliest ? body->asked.earliest : now);
    }
    if (persons && has_stand_ins(body)) { /* it knows of no connection, and must look who comes back */
        at = sooner(at, body->asked.since + SECOND * (int64_t)table->house->settings.silence);
    }
    return at;
}
