/* A seat that its person gives up: before the game begins it is free again, while the game runs a bot plays it to the end.
 *
 * Who has left has no seat any more, here and at the next table; what he was called and whose account he is stays with the seat, so
 * that what was said of him stays true and he finds the game again. The record names the bot: it is the bot's result. Must never
 * change the cards or the seed: a seat's part of it stays with the seat. */
#include <stdio.h>
#include <string.h>

#include "server/tables/internal.h"

#define USUAL_BOT "medium" /* where the table names none for persons who are away */

static bool any_person(const struct bil_body *body)
{
    bool any = false;
    for (int seat = 0; seat < body->facts.seats; seat++) {
        any = any || body->facts.seat[seat].kind == BIL_SEAT_PERSON;
    }
    return any;
}

/* No browser hears of the turns of that seat any more. */
static void forget_pushes(struct bil_table *table, int seat)
{
    for (int i = table->body->pushes - 1; i >= 0; i--) {
        if (table->body->push[i].seat == seat && !bil_push_forget(table, i)) {
            return;
        }
    }
}

/* The seat is a bot's from now on: of the one that plays there already, or of one that is nobody else at this table. */
static void give_seat_to_bot(struct bil_table *table, int seat, int64_t now)
{
    struct bil_body *body = table->body;
    struct bil_stored_seat *of = &body->facts.seat[seat];
    const struct bil_stored_seat before = *of;
    char bot[BIL_SETUP_BOT];
    if (before.bot_plays) {
        memcpy(bot, before.bot, sizeof bot);
    } else {
        bil_table_cast(table, seat, body->setup.absent[0] ? body->setup.absent : USUAL_BOT, bot);
    }
    while (body->order_count[seat] > 0) {
        bil_standing_forget(body->order[seat], &body->order_count[seat], 0);
    }
    bil_orders_store(table, seat);
    forget_pushes(table, seat);
    *of = (struct bil_stored_seat){.kind = BIL_SEAT_BOT, .bank = -1};
    snprintf(of->bot, sizeof of->bot, "%s", bot);
    memcpy(of->name, before.name, sizeof of->name);
    memcpy(of->person, before.person, sizeof of->person);
    memcpy(of->contribution, before.contribution, sizeof of->contribution);
    memcpy(of->from, before.token, sizeof of->from); /* so that who comes back with the old key hears what has become of the seat */
    body->changed_seats |= UINT64_C(1) << seat;
    body->match->player[seat].bot = bil_bot_find(bot, NULL); /* as if the match were made again of what is stored */
    body->match->player[seat].name[0] = 0;
    bil_body_note_bots(body);
    bil_hub_unseat(table, seat, "You left this game; a bot plays on for you.");
    bil_table_add(table, BIL_ENTRY_LEFT, seat, before.name, now);
    bil_table_add_by(table, BIL_ENTRY_BOT_SEATED, seat, seat, of->bot, now);
}

enum bil_fault bil_table_leave(struct bil_hub *hub, const char *id, const char *token, int64_t now, struct bil_error *error)
{
    struct bil_table *table = NULL;
    int seat = -1;
    const enum bil_fault fault = bil_table_open_seat(hub, id, token, &table, &seat, error);
    if (fault) {
        return fault;
    }
    struct bil_stored_table *facts = &table->body->facts;
    if (facts->state >= BIL_TABLE_OVER) {
        return bil_fault_as(BIL_FAULT_STATE, error, "The game is over; there is nothing to leave any more.");
    }
    if (facts->state == BIL_TABLE_PLAYING) {
        give_seat_to_bot(table, seat, now);
        if (!any_person(table->body)) {
            bil_table_close(table, now);
        }
    } else {
        char name[BIL_PERSON_NAME];
        memcpy(name, facts->seat[seat].name, sizeof name);
        bil_table_empty(table, seat, "This seat was given up.");
        bil_table_add(table, BIL_ENTRY_LEFT, seat, name, now);
    }
    bil_table_go_on(table, now);
    return BIL_FAULT_NONE;
}
