/* Who may make one more table, and who may be called what at one.
 *
 * Tables that are open or in play are counted by who has made them: by the network that the request came from and by the person,
 * both in the store, so that neither a restart nor a full book forgets them. Must never let one maker have all tables, so that
 * others can make none, nor anybody be called what others take for somebody else. */
#include <stdio.h>
#include <string.h>

#include "server/tables/internal.h"

enum { MINUTE = 60 * 1000, MAKER_BYTES = 80, MAKERS = 3 };

/* ------------------------------------------------------------------ making tables */

/* What a maker is called in the store, and how many tables that may have. */
struct counted {
    char name[MAKER_BYTES];
    int most;
};

static int makers_of(const struct bil_hub *hub, const char *address, const char *person, struct counted counted[MAKERS])
{
    static const char *const words[] = {[BIL_NETWORK_HOME] = "home", [BIL_NETWORK_SITE] = "site"};
    uint8_t key[BIL_ADDRESS_KEY];
    char digits[2 * BIL_ADDRESS_KEY + 1];
    const int most = hub->settings.tables_of_one;
    int count = 0;
    for (int network = BIL_NETWORK_HOME; network <= BIL_NETWORK_SITE; network++) {
        /* What is no address counts all the same, as one maker. */
        if (bil_address_key(address, (enum bil_network)network, key) || network == BIL_NETWORK_HOME) {
            bil_hex_write(key, sizeof key, digits);
            snprintf(counted[count].name, MAKER_BYTES, "%s %s", words[network], digits);
            counted[count++].most = network == BIL_NETWORK_SITE ? most * BIL_SITE_TIMES : most;
        }
    }
    if (person[0]) {
        snprintf(counted[count].name, MAKER_BYTES, "person %s", person);
        counted[count++].most = most;
    }
    return count;
}

enum bil_fault bil_admit_table(struct bil_hub *hub, const char *address, const char *person, int64_t now, struct bil_error *error)
{
    struct counted counted[MAKERS];
    struct bil_error why = {{0}};
    const struct bil_quota quota = {hub->settings.made_a_minute, MINUTE};
    const int makers = hub->settings.tables_of_one > 0 ? makers_of(hub, address, person, counted) : 0;
    if (!bil_caller_take(bil_callers_find(hub->callers, address, now), BIL_TAKES_TABLES, &quota, now)) {
        return bil_fault_as(BIL_FAULT_MANY, error, "You make too many tables; wait a minute.");
    }
    for (int i = 0; i < makers; i++) {
        int64_t there = 0;
        if (!bil_store_count_made(hub->store, counted[i].name, counted[i].most, &there, &why)) {
            return bil_hub_store_failed(hub, &why, error);
        }
        if (there >= counted[i].most) {
            return bil_fault_as(
                BIL_FAULT_MANY, error,
                "You, or others at your address, have %d tables that are not over, as many as may be; end one of them first.",
                counted[i].most);
        }
    }
    return BIL_FAULT_NONE;
}

bool bil_admit_note(struct bil_hub *hub, const char *id, const char *address, const char *person, struct bil_error *why)
{
    struct counted counted[MAKERS];
    const int makers = makers_of(hub, address, person, counted);
    bool fine = true;
    for (int i = 0; i < makers && fine; i++) {
        fine = bil_store_add_maker(hub->store, id, counted[i].name, why);
    }
    return fine;
}

/* ------------------------------------------------------------------ names */

/* A name that was registered before it could be refused stays its owner's. */
static bool is_own(const struct bil_newcomer *who)
{
    return who->person && who->person[0] && strcmp(who->name, who->person) == 0;
}

enum bil_fault bil_admit_newcomer(const struct bil_newcomer *who, int seats, struct bil_error *error)
{
    if (!who->name || !(is_own(who) ? bil_wire_decent : bil_name_decent)(who->name, BIL_PERSON_NAME - 1)) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error, "A name has 1 to %d letters" BIL_NAME_RULE, BIL_PERSON_NAME - 1);
    }
    if (who->seat < -1 || who->seat >= seats) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error, "\"seat\" must be from 1 to %d, not %d.", seats, who->seat + 1);
    }
    return BIL_FAULT_NONE;
}

/* Whether somebody else sits at the table who could be taken for the newcomer. One account may have several seats. */
static const char *double_at(struct bil_hub *hub, const struct bil_table *table, const struct bil_newcomer *who,
                             const struct bil_skeletons *skeletons)
{
    const struct bil_stored_table *facts = &table->body->facts;
    struct bil_skeletons theirs;
    for (int seat = 0; seat < facts->seats; seat++) {
        const struct bil_stored_seat *of = &facts->seat[seat];
        const bool same = who->person && who->person[0] && strcmp(of->person, who->person) == 0;
        if (of->kind == BIL_SEAT_PERSON && !same &&
            (strcmp(of->name, who->name) == 0 ||
             (bil_names_skeletons(hub->names, of->name, &theirs) && bil_skeletons_match(&theirs, skeletons)))) {
            return of->name;
        }
    }
    return NULL;
}

/* Whether somebody who could be taken for the newcomer was removed from the table: who was sent away does not come back by loading
 * the page again. Another name is another guest that the host may remove as well. */
static const char *removed_at(struct bil_hub *hub, const struct bil_table *table, const struct bil_newcomer *who,
                              const struct bil_skeletons *skeletons)
{
    const struct bil_body *body = table->body;
    struct bil_skeletons theirs;
    for (int64_t i = 0; i < body->lines; i++) {
        const struct bil_log_line *line = &body->line[i];
        if (line->kind == BIL_ENTRY_REMOVED &&
            (strcmp(line->text, who->name) == 0 ||
             (bil_names_skeletons(hub->names, line->text, &theirs) && bil_skeletons_match(&theirs, skeletons)))) {
            return line->text;
        }
    }
    return NULL;
}

enum bil_fault bil_admit_name(struct bil_hub *hub, const struct bil_table *table, const struct bil_newcomer *who,
                              struct bil_error *error)
{
    struct bil_skeletons skeletons;
    struct bil_error why = {{0}};
    char found[BIL_PERSON_NAME];
    const char *person = who->person ? who->person : "";
    if (!bil_names_skeletons(hub->names, who->name, &skeletons)) {
        return bil_fault_as(BIL_FAULT_MALFORMED, error, "The name %s cannot be compared with others; choose another.", who->name);
    }
    const char *removed = table ? removed_at(hub, table, who, &skeletons) : NULL;
    if (removed) {
        return bil_fault_as(
            BIL_FAULT_REMOVED, error,
            "The host removed %s from this table before the game began; nobody of that name takes a seat here again.", removed);
    }
    const char *other = table ? double_at(hub, table, who, &skeletons) : NULL;
    if (other) {
        return bil_fault_as(BIL_FAULT_TAKEN, error,
                            "Somebody at this table is called %s, and %s looks the same; choose another name.", other, who->name);
    }
    if (bil_store_find_lookalike(hub->store, skeletons.skeleton[0], skeletons.skeleton[1], person, found, &why)) {
        if (strcmp(found, person) == 0) {
            return BIL_FAULT_NONE;
        }
        return bil_fault_as(BIL_FAULT_TAKEN, error,
                            "The name %s is registered here, and %s looks the same; choose another name, or sign in as %s.", found,
                            who->name, found);
    }
    if (why.text[0]) {
        return bil_hub_store_failed(hub, &why, error);
    }
    return BIL_FAULT_NONE;
}
