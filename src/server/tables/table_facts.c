/* What can be read off a table in memory: who is asked, who plays where, which entry it was. Must never change anything. */
#define PERSON ":person="
#include <stdio.h>
#include <string.h>

#include "billions/persons.h"
#include "server/tables/internal.h"

/* Casting: a level alone becomes somebody of the game. Where the search begins depends on the table, so that not the same few meet
 * everywhere; who it is is no secret. Must never change how well a bot plays, nor have anybody at a table twice while somebody else
 * is left. */

/* A table, and who plays there already, or is not to be taken: names of bots, "" where a person sits or nobody. */
struct bil_cast {
    const struct bil_game *game;
    const char *id; /* of the table: where the search for somebody begins */
    const char *const *plays;
    int seats; /* as many as `plays` has */
};

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

/* A level alone becomes that level as a person of the game who does not play there yet. A level that is nobody (`random`), a bot
 * that names its person, and one for which nobody is left stay as they are. */
static void cast_bot(const struct bil_cast *cast, const char *bot, char out[BIL_SETUP_BOT])
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
        cast_bot(&cast, setup->bot[seat], bot);
        memcpy(setup->bot[seat], bot, sizeof bot);
    }
}

const struct bil_log_line *bil_body_undo_move(const struct bil_body *body, int64_t entries, int seat)
{
    const struct bil_log_line *first = NULL; /* of those that were made in place of the person */
    for (int64_t i = entries - 1; i >= 0; i--) {
        const struct bil_log_line *line = &body->line[i];
        if (line->kind != BIL_ENTRY_MOVE || line->back || line->seat != seat || line->how == BIL_HOW_ORDER) {
            continue;
        }
        if (line->how == BIL_HOW_PERSON) {
            return first ? first : line;
        }
        first = line;
    }
    return first;
}

int bil_table_host(const struct bil_table *table)
{
    const struct bil_body *body = table->body;
    unsigned persons = 0;
    int host = -1;
    for (int seat = 0; seat < body->facts.seats; seat++) {
        persons |= (unsigned)(body->facts.seat[seat].kind == BIL_SEAT_PERSON) << seat;
    }
    for (int64_t i = body->lines - 1; i >= 0 && persons && !body->setup.quick && body->facts.state == BIL_TABLE_OPEN; i--) {
        const struct bil_log_line *line = &body->line[i];
        if (line->kind == BIL_ENTRY_SEATED && line->seat >= 0 && persons >> line->seat & 1U) { /* the last time it was taken */
            persons &= ~(1U << line->seat);
            host = line->seat;
        }
    }
    return host;
}

int64_t bil_table_fills_at(const struct bil_table *table)
{
    const struct bil_body *body = table->body;
    int64_t i = body->lines - 1;
    while (i >= 0 && body->line[i].kind != BIL_ENTRY_SEATED) {
        i--;
    }
    return (i >= 0 ? body->line[i].time : body->facts.created) + BIL_QUICK_PATIENCE;
}

const char *bil_table_bot(const struct bil_table *table, int seat)
{
    const struct bil_stored_seat *of = &table->body->facts.seat[seat];
    return of->kind == BIL_SEAT_BOT || of->bot_plays ? of->bot : "";
}

const char *bil_table_left(const struct bil_stored_seat *of)
{
    return of->kind == BIL_SEAT_BOT ? of->name : "";
}

static bool stands_in(const char *const *list, int count, const char *bot)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(list[i], bot) == 0) {
            return true;
        }
    }
    return false;
}

void bil_table_cast(const struct bil_table *table, int seat, const char *bot, char out[BIL_SETUP_BOT])
{
    enum { STOOD_IN = 16 }; /* as many persons as no game has */
    const struct bil_body *body = table->body;
    const char *plays[BIL_MAX_SEATS + STOOD_IN];
    for (int s = 0; s < body->facts.seats; s++) {
        plays[s] = bil_table_bot(table, s);
    }
    int count = body->facts.seats;
    for (int64_t i = 0; i < body->lines && count < BIL_MAX_SEATS + STOOD_IN; i++) {
        const struct bil_log_line *line = &body->line[i];
        if (line->kind == BIL_ENTRY_BOT && line->seat != seat && !stands_in(plays, count, line->text)) {
            plays[count++] = line->text;
        }
    }
    struct bil_cast cast = {body->setup.game, table->id, plays, count};
    cast_bot(&cast, bot, out);
    if (strcmp(out, bot) == 0) { /* nobody is left who never played here */
        cast.seats = body->facts.seats;
        cast_bot(&cast, bot, out);
    }
}

struct bil_question *bil_table_question(const struct bil_table *table, int seat)
{
    struct bil_asked *asked = &table->body->asked;
    for (int i = 0; i < asked->count; i++) {
        if (asked->question[i].seat == seat) {
            return &asked->question[i];
        }
    }
    return NULL;
}

void bil_question_ask(const struct bil_table *table, const struct bil_question *question, struct bil_ask *ask)
{
    const struct bil_match *match = table->body->match;
    *ask = (struct bil_ask){.game = match->game,
                            .rules = match->rules,
                            .quick = match->quick,
                            .view = question->view,
                            .seat = question->seat,
                            .moves = question->move,
                            .count = question->count,
                            .config = &match->config,
                            .match = match->number};
}
