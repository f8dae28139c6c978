/* Clocks: until when an answer is waited for, when a window closes, when somebody counts as absent, when a table must be looked at.
 * Works all of that out, and changes nothing but a reserve of time.
 *
 * All clocks are the server's. Must never look at what anybody holds: how long something takes is no clue. That is why a window
 * does not close before `earliest` when bots or orders are among the asked. */
#include "server/tables/internal.h"

enum {
    SECOND = 1000,
    OVER_TIME = 300,
    UNHURRIED = 5 /* times `silence` */,
    DEPUTY = 7 /* times `bot_pace` */,
    PUSH_GAP = 60 * SECOND /* between two messages for one browser about one table */
};
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

static bool has_deputy(const struct bil_table *table, int seat)
{
    const struct bil_stored_seat *of = &table->body->facts.seat[seat];
    return of->kind == BIL_SEAT_PERSON && of->bot_plays;
}

/* How long a decision takes at least that is not a person's own. The bot that plays for a person who is away takes its turns at a
 * person's pace: who comes back after half a minute finds a few moves, not a finished game. It takes no longer than the table
 * gives a person. Must not depend on how many moves are legal: that would tell what is in the hand. */
static int64_t least_time(const struct bil_table *table, const struct bil_asked *asked)
{
    const struct bil_hub_settings *settings = &table->hub->settings;
    const int64_t move = table->body->setup.move;
    if (asked->window) {
        bool persons = false; /* is one asked, or the deputy of one? */
        for (int i = 0; i < asked->count; i++) {
            const struct bil_question *question = &asked->question[i];
            persons = persons || question->who == BIL_WHO_PERSON || has_deputy(table, question->seat);
        }
        return persons ? settings->window_floor : settings->bot_pace;
    }
    if (!has_deputy(table, asked->question[0].seat)) {
        return settings->bot_pace;
    }
    const int64_t pace = (int64_t)DEPUTY * settings->bot_pace;
    return move > 0 && move < pace ? move : pace;
}

void bil_clock_set(const struct bil_table *table, struct bil_asked *asked)
{
    const struct bil_body *body = table->body;
    int64_t least = least_time(table, asked);
    if (asked->window && least > 0) {
        const int64_t thinking = bots_time(table, asked);
        least = thinking > least ? thinking : least;
    }
    asked->earliest = least > 0 ? asked->since + least : 0;
    asked->latest = asked->window && !asked->together && body->setup.window > 0 ? asked->since + body->setup.window : 0;
    for (int i = 0; i < asked->count && (!asked->window || asked->together) && body->setup.move > 0; i++) {
        const int seat = asked->question[i].seat;
        const int64_t bank = asked->together ? 0 : body->facts.seat[seat].bank;
        if (!bil_table_bot(table, seat)[0]) {
            asked->latest = asked->since + body->setup.move + (bank > 0 ? bank : 0);
        }
    }
}

void bil_clock_used(struct bil_table *table, int seat, int64_t now)
{
    struct bil_body *body = table->body;
    struct bil_stored_seat *of = &body->facts.seat[seat];
    const int64_t over = now - body->asked.since - body->setup.move;
    if (body->setup.pace == BIL_PACE_LIVE && !body->asked.window && over > 0 && of->bank > 0) {
        of->bank = over < of->bank ? of->bank - over : 0;
        body->changed_seats |= UINT64_C(1) << seat;
    }
}

/* ------------------------------------------------------------------ windows */

/* Persons whose answer is still to come; *machines: whether anybody else is asked. */
static int missing(const struct bil_asked *asked, bool *machines)
{
    int count = 0;
    *machines = false;
    for (int i = 0; i < asked->count; i++) {
        const struct bil_question *question = &asked->question[i];
        count += question->who == BIL_WHO_PERSON && !question->answered;
        *machines = *machines || question->who != BIL_WHO_PERSON;
    }
    return count;
}

int64_t bil_clock_decides_at(const struct bil_table *table)
{
    const struct bil_asked *asked = &table->body->asked;
    const struct bil_question *first = &asked->question[0];
    bool machines = false;
    if (asked->count == 0 || table->body->paused) {
        return 0;
    }
    if (asked->window) {
        const int persons = missing(asked, &machines);
        const int64_t earliest = machines ? bil_later_of(asked->since, asked->earliest) : asked->since;
        if (persons > 0) {
            return asked->latest ? bil_later_of(asked->latest, earliest) : 0;
        }
        /* What workers think is only waited for where the settings give the server no time of its own. */
        return asked->earliest == 0 && bil_asked_thinks(asked) ? 0 : earliest;
    }
    if (first->who == BIL_WHO_PERSON) {
        return asked->latest;
    }
    return first->job && !first->answered ? 0 : bil_later_of(asked->since, asked->earliest);
}

/* ------------------------------------------------------------------ absence */

/* How long a seat whose connection was lost is waited for. A telephone that is locked loses its connection and comes back: a table
 * whose players have time for each decision gives that time, one without a clock is in no hurry. */
static int64_t absent_after(const struct bil_table *table)
{
    const struct bil_table_setup *setup = &table->body->setup;
    const int64_t silence = SECOND * (int64_t)table->hub->settings.silence;
    if (table->body->facts.state != BIL_TABLE_PLAYING) {
        return silence; /* waiting for a quick match: the others wait, too */
    }
    return setup->pace == BIL_PACE_NONE ? UNHURRIED * silence : bil_later_of(setup->move, silence);
}

/* When the seat of a person is given to a bot, or free again, because nobody is there; 0: never. */
static int64_t leaves_at(const struct bil_table *table, int seat)
{
    const struct bil_stored_seat *of = &table->body->facts.seat[seat];
    if (of->kind != BIL_SEAT_PERSON || of->bot_plays || table->connections[seat] > 0) {
        return 0;
    }
    const bool bye = table->bye >> seat & 1U;
    return table->gone[seat] + (bye ? SECOND * (int64_t)table->hub->settings.goodbye : absent_after(table));
}

/* Whether bots take the seats of absent persons. In a game over days being away is nothing to wonder at: there only the clock
 * counts. */
static bool has_stand_ins(const struct bil_body *body)
{
    return body->facts.state == BIL_TABLE_PLAYING && body->setup.absent[0] && body->setup.pace != BIL_PACE_DAYS;
}

int64_t bil_clock_absent_at(const struct bil_table *table, int seat)
{
    const struct bil_body *body = table->body;
    const bool waits = body->facts.state == BIL_TABLE_OPEN && body->setup.quick;
    return waits || has_stand_ins(body) ? leaves_at(table, seat) : 0;
}

static int64_t absent_at(const struct bil_table *table)
{
    int64_t soonest = 0;
    for (int seat = 0; seat < table->body->facts.seats; seat++) {
        soonest = sooner(soonest, bil_clock_absent_at(table, seat));
    }
    return soonest;
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

int64_t bil_clock_pauses_at(const struct bil_table *table)
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

/* For how long persons have been asked. Bots alone are asked again when it goes on. */
int64_t bil_clock_asked_for(const struct bil_table *table, int64_t now)
{
    const struct bil_asked *asked = &table->body->asked;
    return asks_persons(asked) && now > asked->since ? now - asked->since : 0;
}

/* ------------------------------------------------------------------ whose page is closed or out of sight */

int64_t bil_clock_pushes_at(const struct bil_table *table, const struct bil_stored_push *push, bool restart)
{
    const struct bil_hub *hub = table->hub;
    const struct bil_asked *asked = &table->body->asked;
    const struct bil_question *question = bil_table_question(table, push->seat);
    if (!hub->carrier.give || hub->closing || !question || question->who != BIL_WHO_PERSON || question->answered ||
        (!restart && !push->always && table->in_sight[push->seat] > 0)) {
        return 0;
    }
    if (push->decision == asked->decision) {
        return push->again; /* it was told of that; or could not be */
    }
    const int64_t since = restart || push->always ? asked->since : bil_later_of(asked->since, table->away[push->seat]);
    const int64_t last = push->told > 0 && push->told <= hub->now ? push->told + PUSH_GAP : 0; /* else the clock was set back */
    return bil_later_of(since + hub->settings.push_grace, last);
}

static int64_t pushes_at(const struct bil_table *table, bool restart)
{
    int64_t soonest = 0;
    for (int i = 0; i < table->body->pushes; i++) {
        soonest = sooner(soonest, bil_clock_pushes_at(table, &table->body->push[i], restart));
    }
    return soonest;
}

/* ------------------------------------------------------------------ when */

int64_t bil_clock_given_up_at(const struct bil_body *body)
{
    return body->facts.state == BIL_TABLE_OPEN      ? body->facts.changed + open_for
           : body->facts.state == BIL_TABLE_PLAYING ? body->facts.changed + played_for
                                                    : 0;
}

int64_t bil_clock_due(const struct bil_table *table)
{
    const int64_t pause = table->body->paused ? INT64_MAX : bil_clock_pauses_at(table);
    return sooner(sooner(sooner(bil_clock_decides_at(table), absent_at(table)), pushes_at(table, false)),
                  sooner(bil_clock_given_up_at(table->body), pause < INT64_MAX ? pause : 0));
}

int64_t bil_clock_deadline(const struct bil_table *table, int64_t now)
{
    const struct bil_body *body = table->body;
    int64_t at = sooner(bil_clock_due(table), pushes_at(table, true));
    const bool persons = asks_persons(&body->asked);
    for (int seat = 0; seat < body->facts.seats && body->setup.quick && body->facts.state == BIL_TABLE_OPEN; seat++) {
        if (body->facts.seat[seat].kind == BIL_SEAT_PERSON) { /* it knows of no connection, and must look who is still there */
            at = sooner(at, now + SECOND * (int64_t)table->hub->settings.silence);
        }
    }
    if (body->paused) {
        return at;
    }
    if (body->asked.count > 0 && !persons) { /* whatever is thought here: a server that starts again must think it again */
        at = sooner(at, body->asked.earliest ? body->asked.earliest : now);
    }
    if (persons && has_stand_ins(body)) { /* it knows of no connection, and must look who comes back */
        at = sooner(at, body->asked.since + SECOND * (int64_t)table->hub->settings.silence);
    }
    return at;
}
