/* Who plays, decided before the game begins by those who wait: the host puts bots into free seats, takes them out again, removes a
 * guest. At a table of quick match, where strangers meet, nobody is host: after a while anybody may fill it up.
 *
 * A bot adds nothing to the seed, and anyone who is removed takes his part of it along: the seed is made when the game begins, of
 * those who sit there then. Must never change who plays once it has begun. */
#include <stdio.h>
#include <string.h>

#include "server/tables/internal.h"

/* Whether the request makes sense, no matter who asks. */
static enum bil_fault admit_wish(const struct bil_table *table, const struct bil_seating *wish, struct bil_error *error)
{
    struct bil_error inner = {{0}};
    if (!wish->bot == !wish->remove) {
        return bil_fault_as(
            BIL_FAULT_MALFORMED, error,
            "This request needs \"bot\", the name of a bot for a free seat, or \"remove\", what is called who leaves; "
            "not both.");
    }
    if (wish->seat >= table->body->facts.seats || (wish->seat < 0 && wish->remove)) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error, "\"seat\" must be from 1 to %d.", table->body->facts.seats);
    }
    if (wish->bot && (strlen(wish->bot) >= BIL_SETUP_BOT || !bil_setup_bot(wish->bot, table->body->setup.game, &inner))) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error, "\"bot\": %s",
                            inner.text[0] ? inner.text : "there is no bot of such a long name.");
    }
    return BIL_FAULT_NONE;
}

/* Whether the table is one at which that seat may decide now. */
static enum bil_fault admit_host(const struct bil_table *table, int seat, const struct bil_seating *wish, int64_t now,
                                 struct bil_error *error)
{
    const struct bil_body *body = table->body;
    if (body->facts.state != BIL_TABLE_OPEN) {
        return bil_fault_as(BIL_FAULT_STATE, error,
                            body->facts.state == BIL_TABLE_CLOSED ? "This table was given up."
                                                                  : "The game has begun; who plays is settled.");
    }
    if (body->lines >= BIL_LOG_MOST / 2) {
        return bil_fault_as(BIL_FAULT_STATE, error, "So many have come and gone at this table that nothing changes here any more.");
    }
    if (!body->setup.quick) {
        const int host = bil_table_host(table);
        if (host >= 0 && host != seat) {
            return bil_fault_as(BIL_FAULT_HOST, error, "Only the host can do that: %s, who has been here longest.",
                                body->facts.seat[host].name);
        }
        return BIL_FAULT_NONE;
    }
    if (wish->seat >= 0) {
        return bil_fault_as(BIL_FAULT_HOST, error,
                            "A quick match has no host: nobody is removed, and bots take all free seats or none.");
    }
    const int64_t wait = bil_table_fills_at(table) - now;
    if (wait > 0) {
        return bil_fault_as(BIL_FAULT_STATE, error, "Somebody may still come; in %d seconds bots can take the free seats.",
                            (int)((wait + 999) / 1000));
    }
    return BIL_FAULT_NONE;
}

static void put_bot(struct bil_table *table, int seat, int by, const char *bot, int64_t now)
{
    struct bil_body *body = table->body;
    struct bil_stored_seat *of = &body->facts.seat[seat];
    of->kind = BIL_SEAT_BOT;
    snprintf(of->bot, sizeof of->bot, "%s", bot);
    body->changed_seats |= UINT64_C(1) << seat;
    bil_body_note_bots(body);
    bil_table_add_by(table, BIL_ENTRY_BOT_SEATED, seat, by, of->bot, now);
}

/* Takes out who sits there, if that is still who was meant. */
static enum bil_fault remove_from_seat(struct bil_table *table, int seat, int by, const char *name, int64_t now,
                                       struct bil_error *error)
{
    const struct bil_stored_seat from = table->body->facts.seat[seat];
    const char *called = from.kind == BIL_SEAT_BOT ? from.bot : from.name;
    char sentence[160];
    if (seat == by) {
        return bil_fault_as(BIL_FAULT_STATE, error, "You can't remove yourself; give your seat up instead.");
    }
    if (from.kind == BIL_SEAT_FREE) {
        return bil_fault_as(BIL_FAULT_STATE, error, "Nobody sits at seat %d any more.", seat + 1);
    }
    if (strcmp(called, name) != 0) {
        return bil_fault_as(BIL_FAULT_STATE, error, "At seat %d sits %s now, and not whom you meant.", seat + 1, called);
    }
    snprintf(sentence, sizeof sentence, "%s, the host, removed you from this table before the game began.",
             table->body->facts.seat[by].name);
    bil_table_empty(table, seat, sentence);
    bil_table_add_by(table, from.kind == BIL_SEAT_BOT ? BIL_ENTRY_BOT_LEFT : BIL_ENTRY_REMOVED, seat, by, called, now);
    return BIL_FAULT_NONE;
}

enum bil_fault bil_table_seating(struct bil_hub *hub, const char *id, const char *token, const struct bil_seating *wish,
                                 int64_t now, struct bil_error *error)
{
    struct bil_table *table = NULL;
    int by = -1;
    enum bil_fault fault = bil_table_open_seat(hub, id, token, &table, &by, error);
    fault = fault ? fault : admit_wish(table, wish, error);
    fault = fault ? fault : admit_host(table, by, wish, now, error);
    if (fault) {
        return fault;
    }
    const struct bil_stored_table *facts = &table->body->facts;
    if (wish->remove) {
        fault = remove_from_seat(table, wish->seat, by, wish->remove, now, error);
    } else if (wish->seat >= 0 && facts->seat[wish->seat].kind != BIL_SEAT_FREE) {
        bil_fail(error, "Seat %d of this table is taken.", wish->seat + 1);
        fault = BIL_FAULT_FULL;
    }
    if (fault) {
        return fault;
    }
    for (int seat = 0; seat < facts->seats && wish->bot; seat++) {
        if ((wish->seat < 0 || wish->seat == seat) && facts->seat[seat].kind == BIL_SEAT_FREE) {
            char bot[BIL_SETUP_BOT];
            bil_table_cast(table, seat, wish->bot, bot);
            put_bot(table, seat, by, wish->seat < 0 ? bot : wish->bot, now);
        }
    }
    bil_table_begin(table, now);
    bil_table_go_on(table, now);
    return BIL_FAULT_NONE;
}
