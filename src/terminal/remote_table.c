/* Messages of a server, taken into what a client knows. A function for each type and each kind of entry, in tables. Must never
 * trust a number or a text further than it was checked: a server may be broken or hostile, and its texts are shown on a terminal.
 * So they are made plain where a message is read, and nowhere else. */
#include "terminal/remote_table.h"
#include "table/messages/called.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "table/memory.h"
#include "terminal/remote_internal.h"

enum { TOLD_LIMIT = 200000 };

void bil_remote_table_free(struct bil_remote_table *table)
{
    bil_match_free(table->mirror);
    bil_text_free(&table->words);
    bil_text_free(&table->moves);
    free(table->told);
    if (table->kept) {
        bil_json_free(table->kept);
    }
    *table = (struct bil_remote_table){0};
}

/* ------------------------------------------------------------------ reading members */

static int64_t integer(const struct bil_value *object, const char *key, int64_t otherwise)
{
    const struct bil_value *member = bil_value_get(object, key);
    return member && member->type == BIL_INTEGER ? member->integer : otherwise;
}

static const char *string(const struct bil_value *object, const char *key)
{
    const struct bil_value *member = bil_value_get(object, key);
    return member && member->type == BIL_STRING ? member->string : "";
}

static bool truth(const struct bil_value *object, const char *key)
{
    const struct bil_value *member = bil_value_get(object, key);
    return member && member->type == BIL_TRUE;
}

static const struct bil_value *object(const struct bil_value *parent, const char *key)
{
    const struct bil_value *member = bil_value_get(parent, key);
    return member && member->type == BIL_OBJECT ? member : NULL;
}

static const struct bil_value *first(const struct bil_value *parent, const char *key)
{
    const struct bil_value *member = bil_value_get(parent, key);
    return member && member->type == BIL_ARRAY ? member->child : NULL;
}

/* A seat from 0, or -1. */
static int seat_of(const struct bil_remote_table *table, int64_t number)
{
    return number >= 1 && number <= table->seats ? (int)number - 1 : -1;
}

/* ------------------------------------------------------------------ what happened */

void bil_remote_seat_text(const struct bil_remote_table *table, int seat, struct bil_text *out)
{
    const struct bil_remote_seat *sitter = &table->seat[seat];
    bil_text_format(out, "Seat %d", seat + 1);
    if (*sitter->name) {
        const bool bot = sitter->kind == BIL_REMOTE_BOT && table->game;
        const char *name = bot ? bil_bot_called(table->game, sitter->name) : sitter->name;
        if (*sitter->left) {
            bil_text_format(out, " (%s, who left; %s plays)", sitter->left, name);
        } else {
            bil_text_format(out, " (%s)", name);
        }
    }
}

const char *bil_remote_sentence(const struct bil_remote_table *table, int index)
{
    return table->words.data + table->told[index].begin;
}

static void add_sentence(struct bil_remote_table *table, int64_t number, bool opens, const char *sentence)
{
    if (table->told_count >= TOLD_LIMIT || *sentence == 0) {
        return;
    }
    if (table->told_count == table->told_capacity) {
        table->told_capacity = table->told_capacity ? 2 * table->told_capacity : 64;
        table->told = bil_memory_grow(table->told, (size_t)table->told_capacity, sizeof *table->told);
    }
    table->told[table->told_count++] = (struct bil_remote_told){number, table->words.length, opens};
    bil_text_add_bytes(&table->words, sentence, strlen(sentence) + 1);
}

static void tell_events(struct bil_remote_table *table, const struct bil_value *entry, bool opens)
{
    for (const struct bil_value *event = first(entry, "events"); event; event = event->next) {
        const char *text = string(event, "text");
        if (*text) {
            add_sentence(table, integer(entry, "number", 0), opens, text);
            opens = false;
        }
    }
}

/* The effect of each kind of entry and its sentence: %s is who did it, then what `more` names. */
struct kind {
    const char *kind;
    const char *sentence; /* NULL: none */
    const char *more;
    void (*take)(struct bil_remote_table *table, const struct bil_value *entry, int seat);
};

static void take_seated(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    if (seat >= 0) {
        struct bil_remote_seat *sitter = &table->seat[seat];
        sitter->kind = BIL_REMOTE_PERSON;
        bil_remote_copy(sitter->name, sizeof sitter->name, string(entry, "name"));
    }
}

/* What sits there has its kind, and the sentence names it itself. */
static void take_bot_seated(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    if (seat >= 0) {
        struct bil_remote_seat *sitter = &table->seat[seat];
        sitter->kind = BIL_REMOTE_BOT;
        bil_remote_copy(sitter->name, sizeof sitter->name, string(entry, "name"));
    }
}

static void take_left(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    if (seat >= 0) {
        struct bil_remote_seat *sitter = &table->seat[seat];
        if (table->state == BIL_REMOTE_PLAYING) {
            bil_remote_copy(sitter->left, sizeof sitter->left, sitter->name);
        }
        sitter->kind = BIL_REMOTE_FREE;
        *sitter->name = 0;
    }
}

static void take_began(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)seat;
    table->state = BIL_REMOTE_PLAYING;
    tell_events(table, entry, true);
}

static void take_move(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    struct bil_text text = {0};
    struct bil_text who = {0};
    bool opens = true;
    table->wants_undo = false;
    if (seat >= 0) {
        bil_remote_seat_text(table, seat, &who);
        if (strcmp(string(entry, "how"), "timeout") == 0) {
            bil_text_format(&text, "The time of %s is up: greedy decides.", bil_text_string(&who));
            add_sentence(table, integer(entry, "number", 0), true, bil_text_string(&text));
            opens = false;
        }
        bil_text_format(&table->moves, "%d %s\n", seat + 1, string(entry, "move"));
    }
    tell_events(table, entry, opens);
    bil_text_free(&text);
    bil_text_free(&who);
}

static void take_undo(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    table->wants_undo = false;
    if (seat >= 0) {
        bil_text_format(&table->moves, "%d takes back\n", seat + 1);
    }
}

static void take_ask_undo(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    table->wants_undo = seat != table->you;
}

static void take_refuse(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    (void)seat;
    table->wants_undo = false;
}

static void take_bot(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    if (seat >= 0) {
        bil_remote_copy(table->seat[seat].bot, sizeof table->seat[seat].bot, string(entry, "name"));
    }
}

static void take_back(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    if (seat >= 0) {
        *table->seat[seat].bot = 0;
    }
}

static void take_over(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    (void)seat;
    table->state = BIL_REMOTE_OVER;
}

static void take_closed(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    (void)seat;
    table->state = BIL_REMOTE_CLOSED;
}

static void take_rematch(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)seat;
    bil_remote_copy(table->next, sizeof table->next, string(entry, "table"));
}

static void take_decline(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    if (table->state == BIL_REMOTE_OPEN && seat >= 0 && table->seat[seat].kind == BIL_REMOTE_FREE) {
        add_sentence(table, integer(entry, "number", 0), false, "That seat is free for whoever has the link of this table.");
    }
}

static const struct kind kinds[] = {
    {"seated", "%s sits down.", NULL, take_seated},
    {"left", "%s leaves.", NULL, take_left},
    {"began", NULL, NULL, take_began},
    {"move", NULL, NULL, take_move},
    {"undo", "%s takes back what was decided last.", NULL, take_undo},
    {"ask-undo", "%s would like to take back what was decided last: all others must agree, or one refuses.", NULL, take_ask_undo},
    {"agree", "%s agrees.", NULL, NULL},
    {"refuse", "%s does not agree: nothing is taken back.", NULL, take_refuse},
    {"chat", "%s says: %s", "text", NULL},
    {"bot", "%s is away: %s plays.", "name", take_bot},
    {"back", "%s is back.", NULL, take_back},
    {"over", NULL, NULL, take_over},
    {"closed", "The table was given up.", NULL, take_closed},
    {"rematch", "There is a next table; rematch takes your seat there, decline tells the others that you do not play again.", NULL,
     take_rematch},
    {"decline", "%s does not play again.", NULL, take_decline},
    {"bot-seated", "%s is a bot's from now on.", NULL, take_bot_seated},
    {"bot-left", "%s is free again: the bot was taken out.", NULL, take_left},
    {"removed", "%s was removed by the host.", NULL, take_left},
};

/* The sentence of a kind: the first %s is who, the second what. */
static void write_sentence(const char *sentence, const char *who, const char *what, struct bil_text *out)
{
    const char *words[] = {who, what};
    size_t next = 0;
    for (; *sentence; sentence++) {
        if (sentence[0] == '%' && sentence[1] == 's') {
            bil_text_add(out, next < 2 ? words[next++] : "");
            sentence++;
        } else {
            bil_text_char(out, *sentence);
        }
    }
}

static void take_entry(struct bil_remote_table *table, const struct bil_value *entry)
{
    const int64_t number = integer(entry, "number", 0);
    const int seat = seat_of(table, integer(entry, "seat", 0));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct kind *kind = &kinds[i];
        if (strcmp(kind->kind, string(entry, "kind")) != 0) {
            continue;
        }
        struct bil_text who = {0};
        struct bil_text text = {0};
        const bool names = kind->take == take_seated || kind->take == take_bot_seated;
        if (names) {
            kind->take(table, entry, seat); /* only now there is a name */
        }
        if (seat >= 0) {
            bil_remote_seat_text(table, seat, &who);
            if (table->seat[seat].kind == BIL_REMOTE_FREE && *string(entry, "name")) {
                bil_text_format(&who, " (%s)", string(entry, "name")); /* who is not there, or not any more */
            }
        } else {
            bil_text_add(&who, "Somebody who watches");
        }
        if (kind->sentence) {
            const char *more = kind->more ? string(entry, kind->more) : "";
            const bool bot = kind->take == take_bot && table->game;
            write_sentence(kind->sentence, bil_text_string(&who), bot ? bil_bot_called(table->game, more) : more, &text);
            add_sentence(table, number, true, bil_text_string(&text));
        }
        if (kind->take && !names) {
            kind->take(table, entry, seat);
        }
        bil_text_free(&who);
        bil_text_free(&text);
    }
    table->number = number > table->number ? number : table->number;
}

/* ------------------------------------------------------------------ what is asked */

/* "asked" and "view" of a message. */
static bool take_question(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_error *error)
{
    const struct bil_value *asked = object(message, "asked");
    const struct bil_value *you = object(asked, "you");
    const struct bil_value *view = object(you, "view");
    const int64_t ends = integer(asked, "ends", -1);
    table->decision = integer(asked, "decision", 0);
    table->window = truth(asked, "window");
    table->ends = ends < 0 ? -1 : now + ends;
    table->asked = 0;
    table->your_turn = you != NULL && table->you >= 0;
    bil_remote_copy(table->held, sizeof table->held, string(you, "held"));
    for (const struct bil_value *seat = first(asked, "seats"); seat; seat = seat->next) {
        const int number = seat->type == BIL_INTEGER ? seat_of(table, seat->integer) : -1;
        table->asked |= number >= 0 ? 1U << number : 0U;
    }
    view = view ? view : object(message, "view");
    if (view && !bil_remote_mirror(table, view, object(object(table->kept, "setup"), "edition"), error)) {
        table->your_turn = false;
        return false;
    }
    if (table->your_turn &&
        (!table->mirror || table->mirror->actor != table->you || !bil_remote_same_moves(table->mirror, first(you, "moves")))) {
        table->your_turn = false;
        return bil_fail(error, "The server asks for moves that this program does not know; one of the two is too old.");
    }
    return true;
}

/* ------------------------------------------------------------------ messages */

static void take_state(struct bil_remote_table *table, const struct bil_value *message)
{
    static const char *const states[] = {"open", "playing", "over", "closed"};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        if (strcmp(string(message, "state"), states[i]) == 0) {
            table->state = (enum bil_remote_state)i;
        }
    }
}

static void take_clocks(struct bil_remote_table *table, const struct bil_value *message)
{
    for (const struct bil_value *clock = first(message, "clocks"); clock; clock = clock->next) {
        const int seat = seat_of(table, integer(clock, "seat", 0));
        if (seat >= 0) {
            table->seat[seat].bank = integer(clock, "bank", -1);
            table->seat[seat].runs = truth(clock, "runs");
        }
    }
}

static void take_orders(struct bil_remote_table *table, const struct bil_value *message)
{
    table->order_count = 0;
    for (const struct bil_value *order = first(message, "orders"); order && table->order_count < BIL_ORDERS; order = order->next) {
        if (order->type == BIL_STRING) {
            bil_remote_copy(table->order[table->order_count++], BIL_ORDER_LENGTH, order->string);
        }
    }
    bil_remote_mirror_orders(table);
}

static void take_seats(struct bil_remote_table *table, const struct bil_value *message)
{
    int seat = 0;
    if (!first(message, "seats")) {
        return;
    }
    for (const struct bil_value *item = first(message, "seats"); item && seat < BIL_MAX_SEATS; item = item->next, seat++) {
        struct bil_remote_seat *sitter = &table->seat[seat];
        const char *kind = string(item, "kind");
        *sitter = (struct bil_remote_seat){.bank = -1, .connected = truth(item, "connected")};
        sitter->kind = strcmp(kind, "person") == 0 ? BIL_REMOTE_PERSON
                       : strcmp(kind, "bot") == 0  ? BIL_REMOTE_BOT
                                                   : BIL_REMOTE_FREE;
        bil_remote_copy(sitter->name, sizeof sitter->name, string(item, "name"));
        bil_remote_copy(sitter->left, sizeof sitter->left, string(item, "left"));
        if (truth(item, "away")) {
            bil_remote_copy(sitter->bot, sizeof sitter->bot, string(item, "bot"));
        }
    }
    table->seats = seat;
}

static bool take_table(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                       struct bil_error *error)
{
    const struct bil_value *setup = object(message, "setup");
    said->kind = BIL_REMOTE_TABLE;
    if (table->kept) {
        bil_json_free(table->kept);
        table->kept = NULL;
    }
    if (object(setup, "edition")) {
        table->kept = message;
    }
    bil_remote_copy(table->id, sizeof table->id, string(message, "table"));
    bil_remote_copy(table->commitment, sizeof table->commitment, string(message, "commitment"));
    table->game = bil_game_find(string(setup, "game"));
    table->days = strcmp(string(object(setup, "pace"), "kind"), "days") == 0;
    take_seats(table, message);
    table->you = seat_of(table, integer(message, "you", 0));
    table->you = table->you < 0 ? BIL_SPECTATOR : table->you;
    table->told_count = 0;
    table->wants_undo = false;
    *table->next = 0;
    bil_text_clear(&table->words);
    bil_text_clear(&table->moves);
    if (!table->game || table->seats == 0) {
        return bil_fail(error, "The server plays \"%.60s\", which this program does not know.", string(setup, "game"));
    }
    /* The log tells who sat down and who was away; how it is now, the rest of the message says, and it has the last word. */
    struct bil_remote_seat seats[BIL_MAX_SEATS];
    memcpy(seats, table->seat, sizeof seats);
    for (const struct bil_value *entry = first(message, "log"); entry; entry = entry->next) {
        take_entry(table, entry);
    }
    memcpy(table->seat, seats, sizeof seats);
    table->number = integer(message, "number", 0);
    take_state(table, message);
    take_clocks(table, message);
    const bool fine = take_question(table, message, now, error);
    take_orders(table, message);
    return fine;
}

static bool take_rest(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                      struct bil_error *error)
{
    (void)now;
    (void)error;
    said->kind = BIL_REMOTE_REST;
    take_seats(table, message);
    take_orders(table, message);
    return true;
}

static bool take_one_entry(struct bil_remote_table *table, const struct bil_value *message, int64_t now,
                           struct bil_remote_said *said, struct bil_error *error)
{
    (void)now;
    said->kind = BIL_REMOTE_ENTRY;
    if (integer(message, "number", 0) <= table->number) {
        return true; /* heard before */
    }
    if (integer(message, "number", 0) != table->number + 1) {
        return bil_fail(error, "The server left something out: after entry %lld came %lld.", (long long)table->number,
                        (long long)integer(message, "number", 0));
    }
    take_entry(table, message);
    said->undone = strcmp(string(message, "kind"), "undo") == 0;
    return true;
}

static bool take_now(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                     struct bil_error *error)
{
    said->kind = BIL_REMOTE_NOW;
    take_state(table, message);
    take_clocks(table, message);
    return take_question(table, message, now, error);
}

static bool take_held(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                      struct bil_error *error)
{
    (void)now;
    (void)error;
    said->kind = BIL_REMOTE_HELD;
    if (integer(message, "decision", 0) == table->decision) {
        bil_remote_copy(table->held, sizeof table->held, string(message, "move"));
    }
    return true;
}

static bool take_ok(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                    struct bil_error *error)
{
    (void)table;
    (void)message;
    (void)now;
    (void)error;
    said->kind = BIL_REMOTE_OK;
    return true;
}

/* The server knows decisions by numbers, which nobody sees at a table. */
static const char *words_of_error(const char *code, const char *text)
{
    return strcmp(code, "stale") == 0 ? "The game has gone on meanwhile. Say it again if you still mean it." : text;
}

static bool take_error(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                       struct bil_error *error)
{
    (void)table;
    (void)now;
    (void)error;
    said->kind = BIL_REMOTE_ERROR;
    bil_remote_copy(said->code, sizeof said->code, string(message, "code"));
    bil_remote_copy(said->text, sizeof said->text, words_of_error(said->code, string(message, "text")));
    return true;
}

static bool take_my_orders(struct bil_remote_table *table, const struct bil_value *message, int64_t now,
                           struct bil_remote_said *said, struct bil_error *error)
{
    (void)now;
    (void)error;
    said->kind = BIL_REMOTE_ORDERS;
    take_orders(table, message);
    return true;
}

static bool take_presence(struct bil_remote_table *table, const struct bil_value *message, int64_t now,
                          struct bil_remote_said *said, struct bil_error *error)
{
    (void)now;
    (void)error;
    said->kind = BIL_REMOTE_PRESENCE;
    said->seat = seat_of(table, integer(message, "seat", 0));
    if (said->seat >= 0) {
        table->seat[said->seat].connected = truth(message, "connected");
    }
    return true;
}

static bool take_closing(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                         struct bil_error *error)
{
    (void)table;
    (void)now;
    (void)error;
    said->kind = BIL_REMOTE_CLOSING;
    bil_remote_copy(said->text, sizeof said->text, string(message, "text"));
    return true;
}

static bool take_moved(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                       struct bil_error *error)
{
    (void)table;
    (void)message;
    (void)now;
    (void)error;
    said->kind = BIL_REMOTE_MOVED;
    return true;
}

static const struct {
    const char *type;
    bool (*take)(struct bil_remote_table *table, const struct bil_value *message, int64_t now, struct bil_remote_said *said,
                 struct bil_error *error);
} types[] = {
    {"table", take_table},       {"rest", take_rest},        {"entry", take_one_entry},
    {"now", take_now},           {"held", take_held},        {"ok", take_ok},
    {"error", take_error},       {"orders", take_my_orders}, {"closing", take_closing},
    {"presence", take_presence}, {"moved", take_moved},
};

bool bil_remote_take(struct bil_remote_table *table, const char *text, int64_t now, struct bil_remote_said *said,
                     struct bil_error *error)
{
    struct bil_error why = {{0}};
    *said = (struct bil_remote_said){.kind = BIL_REMOTE_ANYTHING, .id = -1, .seat = -1};
    const struct bil_value *message = bil_json_read_plain(text, strlen(text), "a message", &why); /* the one door */
    if (!message) {
        return bil_fail(error, "The server does not speak this protocol: %.300s", why.text);
    }
    bool fine = true;
    said->id = integer(message, "id", -1);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(string(message, "type"), types[i].type) == 0) {
            fine = types[i].take(table, message, now, said, error);
        }
    }
    if (message != table->kept) {
        bil_json_free(message);
    }
    return fine;
}
