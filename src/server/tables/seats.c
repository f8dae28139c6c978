/* Making tables, taking seats, whose account a seat is, and the next table: the server's side of table.h.
 *
 * Must never keep a token, nor tell one but to who sits down with it; what is stored is its hash. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/tables/internal.h"
#include "table/memory.h"

/* ------------------------------------------------------------------ sitting down */

/* `letters`: the token that is wanted, a valid one; NULL: any. */
static void give_token(struct bil_stored_seat *seat, const char *letters, struct bil_seated *out)
{
    uint8_t token[BIL_TOKEN_BYTES];
    if (!letters || !bil_token_read(letters, token)) {
        bil_token_random(token, sizeof token);
    }
    bil_token_hash(token, seat->token);
    bil_token_write(token, out->token);
}

static void tell_where(const struct bil_table *table, int seat, struct bil_seated *out)
{
    memcpy(out->table, table->id, sizeof out->table);
    out->seat = seat;
    bil_fair_commitment(table->id, table->body->facts.secret, out->commitment);
}

/* Takes a free seat; the game begins if it was the last. `from`: the key by which it may be asked for again, or NULL. */
static void take_seat(struct bil_table *table, int seat, const struct bil_newcomer *who, const uint8_t *from, int64_t now,
                      struct bil_seated *out)
{
    struct bil_body *body = table->body;
    struct bil_stored_seat *of = &body->facts.seat[seat];
    of->kind = BIL_SEAT_PERSON;
    snprintf(of->name, sizeof of->name, "%s", who->name);
    snprintf(of->person, sizeof of->person, "%s", who->person ? who->person : "");
    memset(of->contribution, 0, sizeof of->contribution);
    if (who->contribution) {
        memcpy(of->contribution, who->contribution, sizeof of->contribution);
    }
    memset(of->from, 0, sizeof of->from);
    if (from) {
        memcpy(of->from, from, sizeof of->from);
    }
    give_token(of, who->token, out);
    tell_where(table, seat, out);
    table->gone[seat] = table->away[seat] = now;
    body->changed_seats |= UINT64_C(1) << seat;
    bil_table_add(table, BIL_ENTRY_SEATED, seat, of->name, now);
    bil_table_begin(table, now);
    bil_table_go_on(table, now);
}

/* The first free seat from `wanted` on (-1: from the first, any); -1 and a sentence. */
static int free_seat(const struct bil_table *table, int wanted, struct bil_error *error)
{
    const struct bil_stored_table *facts = &table->body->facts;
    for (int seat = 0; seat < facts->seats; seat++) {
        if ((wanted < 0 || seat == wanted) && facts->seat[seat].kind == BIL_SEAT_FREE && facts->state == BIL_TABLE_OPEN) {
            return seat;
        }
    }
    if (wanted >= 0 && facts->state == BIL_TABLE_OPEN) {
        bil_fail(error, "Seat %d of this table is taken.", wanted + 1);
    } else {
        bil_fail(error, "All seats of this table are taken; you can watch.");
    }
    return -1;
}

/* The seat that a token opens, or -1. Looks at every seat, so that the time tells nothing. */
int bil_table_seat_of(const struct bil_table *table, const char *letters)
{
    const struct bil_stored_table *facts = &table->body->facts;
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    int found = -1;
    if (!letters || !bil_token_read(letters, token)) {
        return -1;
    }
    bil_token_hash(token, hash);
    for (int seat = 0; seat < facts->seats; seat++) {
        if (facts->seat[seat].kind == BIL_SEAT_PERSON && bil_token_equal(hash, facts->seat[seat].token)) {
            found = seat;
        }
    }
    return found;
}

/* The answer to who has sat down with that token already. */
static bool tell_again(const struct bil_table *table, const char *letters, struct bil_seated *out)
{
    const int seat = bil_table_seat_of(table, letters);
    if (seat >= 0) {
        tell_where(table, seat, out);
        snprintf(out->token, sizeof out->token, "%s", letters);
    }
    return seat >= 0;
}

enum bil_fault bil_table_join(struct bil_hub *hub, const char *id, const struct bil_newcomer *who, int64_t now,
                              struct bil_seated *out, struct bil_error *error)
{
    struct bil_table *table = NULL;
    *out = (struct bil_seated){.seat = -1};
    if (hub->closing) {
        return bil_fault_as(BIL_FAULT_CLOSING, error, "The server is about to stop; come back in a while.");
    }
    enum bil_fault fault = bil_table_load(hub, id, &table, error);
    fault = fault ? fault : bil_admit_newcomer(who, table->body->facts.seats, error);
    if (fault) {
        return fault;
    }
    if (table->body->facts.state == BIL_TABLE_CLOSED) {
        return bil_fault_as(BIL_FAULT_STATE, error, "This table was given up.");
    }
    if (tell_again(table, who->token, out)) {
        return BIL_FAULT_NONE;
    }
    if (table->body->facts.state == BIL_TABLE_OPEN && table->body->lines >= BIL_LOG_MOST / 2) {
        return bil_fault_as(BIL_FAULT_STATE, error,
                            "So many have come and gone at this table that it takes nobody any more; make another.");
    }
    const int seat = free_seat(table, who->seat, error);
    if (seat < 0) {
        return BIL_FAULT_FULL;
    }
    fault = bil_admit_name(hub, table, who, error);
    if (!fault) {
        take_seat(table, seat, who, NULL, now, out);
    }
    return fault;
}

/* ------------------------------------------------------------------ making */

/* Who makes a table. */
struct maker {
    const char *address, *person;
};

/* Writes a new table's rows. Not yet loaded. */
static bool store_table(struct bil_hub *hub, const struct bil_table_setup *setup, const struct maker *maker, int64_t now,
                        struct bil_stored_table *facts, struct bil_error *error)
{
    struct bil_text json = {0};
    struct bil_text card = {0};
    *facts = (struct bil_stored_table){.state = BIL_TABLE_OPEN, .listed = setup->listed, .seats = setup->seats};
    facts->created = facts->changed = now;
    bil_table_id(facts->id);
    bil_token_random(facts->secret, sizeof facts->secret);
    struct bil_table_setup made = *setup; /* a rematch of an old game is a new one: by the newest rules */
    made.revision = setup->game->revision;
    bil_cast_setup(&made, facts->id);
    for (int seat = 0; seat < made.seats; seat++) {
        struct bil_stored_seat *of = &facts->seat[seat];
        of->kind = made.bot[seat][0] ? BIL_SEAT_BOT : BIL_SEAT_FREE;
        of->bank = -1;
        memcpy(of->bot, made.bot[seat], sizeof of->bot);
    }
    bil_setup_write(&made, BIL_SETUP_WHOLE, &json);
    facts->setup = bil_memory_text(bil_text_string(&json), json.length);
    bil_text_free(&json);
    bil_setup_write_card(setup, &card);
    facts->card = bil_memory_text(bil_text_string(&card), card.length);
    bil_text_free(&card);
    struct bil_error why = {{0}};
    const bool fine = bil_hub_begin(hub) && bil_store_add_table(hub->store, facts, &why) &&
                      bil_admit_note(hub, facts->id, maker->address, maker->person, &why);
    bil_stored_table_free(facts);
    if (!fine) {
        bil_hub_breaks(hub, &why);
        bil_hub_store_fault(hub, &hub->trouble, error);
    }
    return fine;
}

static enum bil_fault make_table(struct bil_hub *hub, const struct bil_table_setup *setup, const struct maker *maker, int64_t now,
                                 struct bil_table **out, struct bil_error *error)
{
    struct bil_stored_table facts;
    if (hub->closing) {
        return bil_fault_as(BIL_FAULT_CLOSING, error, "The server is about to stop; come back in a while.");
    }
    if (hub->settings.tables > 0 && hub->figures.tables_open + hub->figures.tables_playing >= hub->settings.tables) {
        return bil_fault_as(BIL_FAULT_MANY, error, "This server has as many tables as it may have; try again later.");
    }
    enum bil_fault fault = bil_admit_table(hub, maker->address, maker->person, now, error);
    if (fault) {
        return fault;
    }
    if (!store_table(hub, setup, maker, now, &facts, error)) {
        return BIL_FAULT_STORE;
    }
    fault = bil_table_load(hub, facts.id, out, error);
    if (fault) {
        return BIL_FAULT_STORE;
    }
    hub->figures.tables_open++;
    (*out)->body->changed = true;
    bil_hub_touch(*out);
    bil_hub_log(hub, "table-made", "\"table\":\"%s\",\"game\":\"%s\",\"seats\":%d", bil_table_alias(facts.id).text, setup->game->id,
                setup->seats);
    return BIL_FAULT_NONE;
}

enum bil_fault bil_table_make(struct bil_hub *hub, const struct bil_table_setup *setup, const struct bil_newcomer *maker,
                              const char *address, int64_t now, struct bil_seated *out, struct bil_error *error)
{
    struct bil_table *table = NULL;
    *out = (struct bil_seated){.seat = -1};
    const struct maker by = {address ? address : "", maker && maker->person ? maker->person : ""};
    enum bil_fault fault = maker ? bil_admit_newcomer(maker, setup->seats, error) : BIL_FAULT_NONE;
    if (fault) {
        return fault;
    }
    bool any = false;
    for (int seat = 0; seat < setup->seats; seat++) {
        any = any || (!setup->bot[seat][0] && (!maker || maker->seat < 0 || maker->seat == seat));
    }
    if (maker && !any) {
        return bil_fault_as(BIL_FAULT_FULL, error, "A bot sits where you want to sit; leave that seat null in \"bots\".");
    }
    fault = maker ? bil_admit_name(hub, NULL, maker, error) : BIL_FAULT_NONE;
    fault = fault ? fault : make_table(hub, setup, &by, now, &table, error);
    if (fault) {
        return fault;
    }
    bil_payer_set(table, by.address, by.person);
    tell_where(table, -1, out);
    if (maker) {
        const int seat = free_seat(table, maker->seat, error);
        if (seat < 0) {
            return BIL_FAULT_FULL;
        }
        take_seat(table, seat, maker, NULL, now, out);
    } else {
        bil_table_begin(table, now);
        bil_table_go_on(table, now);
    }
    return BIL_FAULT_NONE;
}

/* ------------------------------------------------------------------ with a token */

const char *bil_table_token_trouble(const struct bil_table *table, const char *letters)
{
    static const char none[] = "This token opens no seat of this table."; /* it never did, or somebody else has the seat now */
    const struct bil_body *body = table->body;
    uint8_t token[BIL_TOKEN_BYTES];
    uint8_t hash[BIL_HASH_BYTES];
    if (!letters || !bil_token_read(letters, token)) {
        return none;
    }
    bil_token_hash(token, hash);
    for (int seat = 0; seat < body->facts.seats; seat++) {
        if (body->facts.seat[seat].kind == BIL_SEAT_PERSON || !bil_token_equal(hash, body->facts.seat[seat].from)) {
            continue;
        }
        for (int64_t i = body->lines - 1; i >= 0; i--) {
            const struct bil_log_line *line = &body->line[i];
            if (line->seat == seat && (line->kind == BIL_ENTRY_REMOVED || line->kind == BIL_ENTRY_LEFT)) {
                return line->kind == BIL_ENTRY_REMOVED ? "The host removed you from this table before the game began."
                                                       : "This seat was given up; the token opens no seat here any more.";
            }
        }
    }
    return none;
}

enum bil_fault bil_table_open_seat(struct bil_hub *hub, const char *id, const char *token, struct bil_table **table, int *seat,
                                   struct bil_error *error)
{
    if (hub->closing) {
        return bil_fault_as(BIL_FAULT_CLOSING, error, "The server is about to stop; come back in a while.");
    }
    const enum bil_fault fault = bil_table_load(hub, id, table, error);
    *seat = fault ? -1 : bil_table_seat_of(*table, token);
    return fault       ? fault
           : *seat < 0 ? bil_fault_as(BIL_FAULT_TOKEN, error, "%s", bil_table_token_trouble(*table, token))
                       : BIL_FAULT_NONE;
}

/* The next table, made if there is none yet. A seat whose person left this one is free there: nobody decides for the others that a
 * bot keeps it, and anyone who left may be asked again. */
static enum bil_fault next_table(struct bil_hub *hub, struct bil_table *table, const struct maker *maker, int64_t now,
                                 struct bil_table **next, struct bil_error *error)
{
    if (table->body->next[0]) {
        return bil_table_load(hub, table->body->next, next, error);
    }
    struct bil_table_setup again = table->body->setup; /* only looked at */
    again.quick = false;
    for (int seat = 0; seat < again.seats && seat < BIL_MAX_SEATS; seat++) {
        if (bil_table_left(&table->body->facts.seat[seat])[0]) {
            again.bot[seat][0] = 0;
        }
    }
    const enum bil_fault fault = make_table(hub, &again, maker, now, next, error);
    if (!fault) {
        bil_payer_share(*next, table);
        bil_table_add(table, BIL_ENTRY_REMATCH, -1, (*next)->id, now);
        bil_table_go_on(table, now);
    }
    return fault;
}

/* Whether a seat of the next table was taken with the key of a seat of this one, or is the same account's. What somebody is called
 * is no key. */
static bool has_key(const struct bil_stored_seat *there, const struct bil_stored_seat *from)
{
    return there->kind == BIL_SEAT_PERSON &&
           (bil_token_equal(there->from, from->token) || (from->person[0] && strcmp(there->person, from->person) == 0));
}

/* A new key for a seat; the one before opens nothing any more, and what it has opened is closed. */
static void change_token(struct bil_table *table, int seat, struct bil_seated *out)
{
    give_token(&table->body->facts.seat[seat], NULL, out);
    tell_where(table, seat, out);
    table->body->changed_seats |= UINT64_C(1) << seat;
    bil_hub_touch(table);
    bil_hub_unseat(table, seat, "This seat has a new link, given to whoever asked for it last; this one opens it no more.");
}

enum bil_fault bil_table_rematch(struct bil_hub *hub, const char *id, const char *token, bool takes, const uint8_t *contribution,
                                 const char *address, int64_t now, struct bil_seated *out, struct bil_error *error)
{
    struct bil_table *table = NULL;
    struct bil_table *next = NULL;
    int seat = -1;
    *out = (struct bil_seated){.seat = -1};
    enum bil_fault fault = bil_table_open_seat(hub, id, token, &table, &seat, error);
    if (fault) {
        return fault;
    }
    if (table->body->facts.state < BIL_TABLE_OVER) {
        return bil_fault_as(BIL_FAULT_STATE, error, "The game is not over; a next one can be had when it is.");
    }
    const struct bil_stored_seat from = table->body->facts.seat[seat];
    const struct bil_newcomer who = {from.name, from.person, seat, contribution, NULL};
    const struct maker by = {address ? address : "", from.person};
    if (takes && !table->body->next[0]) {
        fault = bil_admit_name(hub, NULL, &who, error);
    }
    fault = fault ? fault : next_table(hub, table, &by, now, &next, error);
    if (fault) {
        return fault;
    }
    if (!takes) {
        tell_where(next, -1, out);
        return BIL_FAULT_NONE;
    }
    const struct bil_stored_seat *of = &next->body->facts.seat[seat];
    if (of->kind == BIL_SEAT_FREE && next->body->facts.state == BIL_TABLE_OPEN) {
        fault = bil_admit_name(hub, next, &who, error);
        if (!fault) {
            take_seat(next, seat, &who, from.token, now, out);
        }
        return fault;
    }
    if (!has_key(of, &from)) {
        return bil_fault_as(BIL_FAULT_FULL, error, "Somebody else has your seat at the next table.");
    }
    change_token(next, seat, out);
    return BIL_FAULT_NONE;
}

/* Whether the last that was told of a seat before the cards is that its owner of before declines. */
static bool has_declined(const struct bil_table *table, int seat)
{
    for (int64_t i = table->body->lines - 1; i >= 0; i--) {
        const struct bil_log_line *line = &table->body->line[i];
        if (line->seat == seat && (line->kind == BIL_ENTRY_DECLINE || line->kind == BIL_ENTRY_SEATED ||
                                   line->kind == BIL_ENTRY_LEFT || line->kind == BIL_ENTRY_BOT_SEATED)) {
            return line->kind == BIL_ENTRY_DECLINE;
        }
    }
    return false;
}

static void tell_declined(struct bil_table *table, int seat, const char *name, int64_t now)
{
    if (!has_declined(table, seat)) {
        bil_table_add(table, BIL_ENTRY_DECLINE, seat, name, now);
        bil_table_go_on(table, now);
    }
}

enum bil_fault bil_table_decline(struct bil_hub *hub, const char *id, const char *token, int64_t now, struct bil_error *error)
{
    struct bil_table *table = NULL;
    struct bil_table *next = NULL;
    int seat = -1;
    enum bil_fault fault = bil_table_open_seat(hub, id, token, &table, &seat, error);
    if (fault) {
        return fault;
    }
    if (!table->body->next[0]) {
        return bil_fault_as(BIL_FAULT_STATE, error, "Nobody has asked for a next table yet.");
    }
    const struct bil_stored_seat from = table->body->facts.seat[seat];
    fault = bil_table_load(hub, table->body->next, &next, error);
    if (fault) {
        return fault;
    }
    const struct bil_stored_seat *there = &next->body->facts.seat[seat];
    if (has_key(there, &from)) {
        return bil_fault_as(BIL_FAULT_STATE, error, "You have your seat at the next table; give it up there.");
    }
    if (there->kind == BIL_SEAT_FREE && next->body->facts.state == BIL_TABLE_OPEN) {
        tell_declined(next, seat, from.name, now);
    }
    tell_declined(table, seat, from.name, now);
    return BIL_FAULT_NONE;
}

enum bil_fault bil_table_new_token(struct bil_hub *hub, const char *id, const char *person, struct bil_seated *out,
                                   struct bil_error *error)
{
    struct bil_table *table = NULL;
    *out = (struct bil_seated){.seat = -1};
    const enum bil_fault fault = bil_table_load(hub, id, &table, error);
    if (fault) {
        return fault;
    }
    const struct bil_stored_table *facts = &table->body->facts;
    for (int seat = 0; seat < facts->seats; seat++) {
        if (facts->seat[seat].kind == BIL_SEAT_PERSON && person[0] && strcmp(facts->seat[seat].person, person) == 0) {
            change_token(table, seat, out);
            return BIL_FAULT_NONE;
        }
    }
    return bil_fault_as(BIL_FAULT_TOKEN, error, "You have no seat at this table.");
}

enum bil_fault bil_table_claim(struct bil_hub *hub, const char *id, const char *token, const char *person, int *seat,
                               struct bil_error *error)
{
    struct bil_table *table = NULL;
    const enum bil_fault fault = bil_table_open_seat(hub, id, token, &table, seat, error);
    if (fault) {
        return fault;
    }
    struct bil_stored_seat *of = &table->body->facts.seat[*seat];
    if (strcmp(of->person, person) == 0) {
        return BIL_FAULT_NONE;
    }
    if (of->person[0]) {
        return bil_fault_as(BIL_FAULT_TAKEN, error, "This seat belongs to another account.");
    }
    snprintf(of->person, sizeof of->person, "%s", person);
    table->body->changed_seats |= UINT64_C(1) << *seat;
    bil_hub_touch(table);
    return BIL_FAULT_NONE;
}
