/* Casting: see cast.h. Where the search begins depends on the table, so that not the same few meet everywhere; who it is is no
 * secret. Must never change how well a bot plays, nor have anybody at a table twice while somebody else is left. */
#include "server/tables/cast.h"

#include <stdio.h>
#include <string.h>

#include "billions/persons.h"

#define PERSON ":person="

static bool plays_there(const struct bil_cast *cast, const char *person)
{
    for (int seat = 0; seat < cast->seats; seat++) {
        const char *of = strstr(cast->plays[seat], PERSON);
        if (of && strcmp(of + strlen(PERSON), person) == 0) {
            return true;
        }
    }
    return false;
}

void bil_cast_bot(const struct bil_cast *cast, const char *bot, char out[BIL_SETUP_BOT])
{
    const struct bil_person *list = strchr(bot, ':') ? NULL : bil_persons_of(cast->game);
    int count = 0;
    unsigned first = 0;
    snprintf(out, BIL_SETUP_BOT, "%s", bot);
    for (const char *letter = cast->id; *letter; letter++) {
        first = first * 31 + (unsigned char)*letter;
    }
    while (list && list[count].id) {
        count++;
    }
    for (int i = 0; i < count; i++) {
        const char *person = list[(first + (unsigned)i) % (unsigned)count].id;
        char somebody[BIL_SETUP_BOT];
        struct bil_error why = {{0}};
        if (!plays_there(cast, person) &&
            snprintf(somebody, sizeof somebody, "%s" PERSON "%s", bot, person) < (int)sizeof somebody &&
            bil_setup_bot(somebody, cast->game, &why)) {
            memcpy(out, somebody, sizeof somebody);
            return;
        }
    }
}

void bil_cast_setup(struct bil_table_setup *setup, const char *id)
{
    const char *plays[BIL_MAX_SEATS];
    for (int seat = 0; seat < setup->seats; seat++) {
        plays[seat] = setup->bot[seat];
    }
    const struct bil_cast cast = {setup->game, id, plays, setup->seats};
    for (int seat = 0; seat < setup->seats; seat++) {
        char bot[BIL_SETUP_BOT];
        bil_cast_bot(&cast, setup->bot[seat], bot);
        memcpy(setup->bot[seat], bot, sizeof bot);
    }
}
