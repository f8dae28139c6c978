/* Messages of a server, taken into what a client knows. A function for each type and each kind of entry, in tables. Must never
 * trust a number or a text further than it was checked: a server may be broken or hostile, and its texts are shown on a terminal.
 * So they are made plain where a message is read, and nowhere else. */
#include "terminal/remote_table.h"

#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "table/external_bot.h"
#include "table/match_internal.h"
#include "table/memory.h"

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

/* A text cut to `size` bytes, never in the middle of a letter. */
static void copy_text(char *out, size_t size, const char *text)
{
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)text[length] & 0xC0U) == 0x80U) {
            length--;
        }
    }
    memcpy(out, text, length);
    out[length] = 0;
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

/* What each kind of entry changes, and its sentence: %s is who did it, then what `more` names. */
struct kind {
    const char *kind;
    const char *sentence; /* NULL: none */
    const char *more;
    enum bil_remote_sitter sits; /* what sits there from now on; its name is known before the sentence */
    enum bil_remote_state state; /* of the table from now on, unless it is the first one */
    void (*take)(struct bil_remote_table *table, const struct bil_value *entry, int seat); /* NULL: nothing more */
};

static void take_left(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    if (seat >= 0) {
        struct bil_remote_seat *sitter = &table->seat[seat];
        if (table->state == BIL_REMOTE_PLAYING) {
            copy_text(sitter->left, sizeof sitter->left, sitter->name);
        }
        sitter->kind = BIL_REMOTE_FREE;
        *sitter->name = 0;
    }
}

static void take_began(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)seat;
    tell_events(table, entry, true);
}

static void take_move(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    struct bil_text text = {0};
    struct bil_text who = {0};
    bool opens = true;
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
    if (seat >= 0) {
        bil_text_format(&table->moves, "%d takes back\n", seat + 1);
    }
}

static void take_bot(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    if (seat >= 0) {
        copy_text(table->seat[seat].bot, sizeof table->seat[seat].bot, string(entry, "name"));
    }
}

static void take_back(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    (void)entry;
    if (seat >= 0) {
        *table->seat[seat].bot = 0;
    }
}

static void take_decline(struct bil_remote_table *table, const struct bil_value *entry, int seat)
{
    if (table->state == BIL_REMOTE_OPEN && seat >= 0 && table->seat[seat].kind == BIL_REMOTE_FREE) {
        add_sentence(table, integer(entry, "number", 0), false, "That seat is free for whoever has the link of this table.");
    }
}

static const struct kind kinds[] = {
    {.kind = "seated", .sentence = "%s sits down.", .sits = BIL_REMOTE_PERSON},
    {.kind = "left", .sentence = "%s leaves.", .take = take_left},
    {.kind = "began", .state = BIL_REMOTE_PLAYING, .take = take_began},
    {.kind = "move", .take = take_move},
    {.kind = "undo", .sentence = "%s takes back what was decided last.", .take = take_undo},
    {.kind = "ask-undo", .sentence = "%s would like to take back what was decided last: all others must agree, or one refuses."},
    {.kind = "agree", .sentence = "%s agrees."},
    {.kind = "refuse", .sentence = "%s does not agree: nothing is taken back."},
    {.kind = "chat", .sentence = "%s says: %s", .more = "text"},
    {.kind = "bot", .sentence = "%s is away: %s plays.", .more = "name", .take = take_bot},
    {.kind = "back", .sentence = "%s is back.", .take = take_back},
    {.kind = "over", .state = BIL_REMOTE_OVER},
    {.kind = "closed", .sentence = "The table was given up.", .state = BIL_REMOTE_CLOSED},
    {.kind = "rematch",
     .sentence = "There is a next table; rematch takes your seat there, decline tells the others that you do not play again."},
    {.kind = "decline", .sentence = "%s does not play again.", .take = take_decline},
    {.kind = "bot-seated", .sentence = "%s is a bot's from now on.", .sits = BIL_REMOTE_BOT},
    {.kind = "bot-left", .sentence = "%s is free again: the bot was taken out.", .take = take_left},
    {.kind = "removed", .sentence = "%s was removed by the host.", .take = take_left},
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
        if (kind->sits && seat >= 0) {
            table->seat[seat].kind = kind->sits;
            copy_text(table->seat[seat].name, sizeof table->seat[seat].name, string(entry, "name"));
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
        table->state = kind->state ? kind->state : table->state;
        if (kind->take) {
            kind->take(table, entry, seat);
        }
        bil_text_free(&who);
        bil_text_free(&text);
    }
    table->number = number > table->number ? number : table->number;
}

/* ------------------------------------------------------------------ the mirror */

/* A match made from a view, on which everything works that a view is enough for. Must never be played on: a view is no state. */

/* The names of a mirror's players; a bot is known by its name alone and never asked. */
static void seat_players(const struct bil_remote_table *table, struct bil_player player[BIL_MAX_SEATS])
{
    for (int seat = 0; seat < table->seats; seat++) {
        const struct bil_remote_seat *sitter = &table->seat[seat];
        copy_text(player[seat].name, BIL_PLAYER_NAME, sitter->name);
        player[seat].stranger = sitter->kind == BIL_REMOTE_BOT;
    }
}

/* Gives the mirror the standing orders that the table has. */
static void mirror_orders(struct bil_remote_table *table)
{
    struct bil_match *mirror = table->mirror;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    if (!mirror || table->you < 0) {
        return;
    }
    bil_match_view(mirror, table->you, -1, view);
    mirror->order_count[table->you] = 0;
    for (int i = 0; i < table->order_count; i++) {
        struct bil_standing *standing = &mirror->order[table->you][mirror->order_count[table->you]];
        if (bil_standing_read(mirror->game, mirror->rules, view, table->you, table->order[i], standing, NULL)) {
            mirror->order_count[table->you]++;
        }
    }
}

/* Puts a mirror of that view in place of the old one; it stays if the view cannot be read. `edition` is the one at hand, or NULL.
 */
static bool make_mirror(struct bil_remote_table *table, const struct bil_value *view, const struct bil_value *edition,
                        struct bil_error *error)
{
    struct bil_match_setup setup = {.game = table->game, .position = view, .keep_view = true};
    struct bil_error why = {{0}};
    setup.config.edition = edition;
    seat_players(table, setup.player);
    memcpy(setup.seed, table->seed, sizeof setup.seed);
    for (size_t i = 0; i < sizeof table->decision; i++) {
        setup.seed[i] ^= (uint8_t)((uint64_t)table->decision >> (8U * i));
    }
    struct bil_match *mirror = bil_match_bare(&setup, &why);
    if (!mirror) {
        return bil_fail(error, "The server shows a table that this program cannot read: %.300s", why.text);
    }
    if (mirror->config.seats != table->seats) {
        bil_match_free(mirror);
        return bil_fail(error, "The server shows a table of another number of seats.");
    }
    if (table->number_of_match == 0) {
        table->number_of_match = bil_external_bot_match();
    }
    mirror->number = table->number_of_match;
    table->game = mirror->game;
    bil_match_free(table->mirror);
    table->mirror = mirror;
    mirror_orders(table);
    return true;
}

/* Whether the mirror offers exactly the moves of a list (its first item; NULL: none). */
static bool same_moves(const struct bil_match *mirror, const struct bil_value *moves)
{
    struct bil_text text = {0};
    int index = 0;
    bool same = true;
    for (const struct bil_value *move = moves; move && same; move = move->next, index++) {
        bil_text_clear(&text);
        same = index < mirror->move_count && move->type == BIL_STRING;
        if (same) {
            bil_match_move_text(mirror, mirror->move[index], &text);
            same = strcmp(bil_text_string(&text), move->string) == 0;
        }
    }
    bil_text_free(&text);
    return same && index == mirror->move_count;
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
    table->together = asked && bil_value_get(asked, "chosen");
    table->ends = ends < 0 ? -1 : now + ends;
    table->asked = 0;
    table->your_turn = you != NULL && table->you >= 0;
    copy_text(table->held, sizeof table->held, string(you, "held"));
    for (const struct bil_value *seat = first(asked, "seats"); seat; seat = seat->next) {
        const int number = seat->type == BIL_INTEGER ? seat_of(table, seat->integer) : -1;
        table->asked |= number >= 0 ? 1U << number : 0U;
    }
    view = view ? view : object(message, "view");
    if (view && !make_mirror(table, view, object(object(table->kept, "setup"), "edition"), error)) {
        table->your_turn = false;
        return false;
    }
    if (table->your_turn &&
        (!table->mirror || table->mirror->actor != table->you || !same_moves(table->mirror, first(you, "moves")))) {
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
        }
    }
}

static void take_orders(struct bil_remote_table *table, const struct bil_value *message)
{
    table->order_count = 0;
    for (const struct bil_value *order = first(message, "orders"); order && table->order_count < BIL_ORDERS; order = order->next) {
        if (order->type == BIL_STRING) {
            copy_text(table->order[table->order_count++], BIL_ORDER_LENGTH, order->string);
        }
    }
    mirror_orders(table);
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
        copy_text(sitter->name, sizeof sitter->name, string(item, "name"));
        copy_text(sitter->left, sizeof sitter->left, string(item, "left"));
        if (truth(item, "away")) {
            copy_text(sitter->bot, sizeof sitter->bot, string(item, "bot"));
        }
    }
    table->seats = seat;
}

/* A message while it is taken. */
struct taking {
    struct bil_remote_table *table;
    const struct bil_value *message;
    int64_t now;
    struct bil_remote_said *said;
    struct bil_error *error;
};

static bool take_table(const struct taking *of)
{
    struct bil_remote_table *table = of->table;
    const struct bil_value *setup = object(of->message, "setup");
    if (table->kept) {
        bil_json_free(table->kept);
        table->kept = NULL;
    }
    if (object(setup, "edition")) {
        table->kept = of->message;
    }
    copy_text(table->id, sizeof table->id, string(of->message, "table"));
    copy_text(table->commitment, sizeof table->commitment, string(of->message, "commitment"));
    table->game = bil_game_find(string(setup, "game"));
    table->days = strcmp(string(object(setup, "pace"), "kind"), "days") == 0;
    take_seats(table, of->message);
    table->you = seat_of(table, integer(of->message, "you", 0));
    table->you = table->you < 0 ? BIL_SPECTATOR : table->you;
    table->told_count = 0;
    bil_text_clear(&table->words);
    bil_text_clear(&table->moves);
    if (!table->game || table->seats == 0) {
        return bil_fail(of->error, "The server plays \"%.60s\", which this program does not know.", string(setup, "game"));
    }
    /* The log tells who sat down and who was away; how it is now, the rest of the message says, and it has the last word. */
    struct bil_remote_seat seats[BIL_MAX_SEATS];
    memcpy(seats, table->seat, sizeof seats);
    for (const struct bil_value *entry = first(of->message, "log"); entry; entry = entry->next) {
        take_entry(table, entry);
    }
    memcpy(table->seat, seats, sizeof seats);
    table->number = integer(of->message, "number", 0);
    take_state(table, of->message);
    take_clocks(table, of->message);
    const bool fine = take_question(table, of->message, of->now, of->error);
    take_orders(table, of->message);
    return fine;
}

static bool take_rest(const struct taking *of)
{
    take_seats(of->table, of->message);
    take_orders(of->table, of->message);
    return true;
}

static bool take_one_entry(const struct taking *of)
{
    struct bil_remote_table *table = of->table;
    if (integer(of->message, "number", 0) <= table->number) {
        return true; /* heard before */
    }
    if (integer(of->message, "number", 0) != table->number + 1) {
        return bil_fail(of->error, "The server left something out: after entry %lld came %lld.", (long long)table->number,
                        (long long)integer(of->message, "number", 0));
    }
    take_entry(table, of->message);
    of->said->undone = strcmp(string(of->message, "kind"), "undo") == 0;
    return true;
}

static bool take_now(const struct taking *of)
{
    take_state(of->table, of->message);
    take_clocks(of->table, of->message);
    return take_question(of->table, of->message, of->now, of->error);
}

static bool take_held(const struct taking *of)
{
    struct bil_remote_table *table = of->table;
    if (integer(of->message, "decision", 0) == table->decision) {
        copy_text(table->held, sizeof table->held, string(of->message, "move"));
    }
    return true;
}

/* The server knows decisions by numbers, which nobody sees at a table. */
static const char *words_of_error(const char *code, const char *text)
{
    return strcmp(code, "stale") == 0 ? "The game has gone on meanwhile. Say it again if you still mean it." : text;
}

static bool take_error(const struct taking *of)
{
    copy_text(of->said->code, sizeof of->said->code, string(of->message, "code"));
    copy_text(of->said->text, sizeof of->said->text, words_of_error(of->said->code, string(of->message, "text")));
    return true;
}

static bool take_my_orders(const struct taking *of)
{
    take_orders(of->table, of->message);
    return true;
}

static bool take_presence(const struct taking *of)
{
    struct bil_remote_table *table = of->table;
    of->said->seat = seat_of(table, integer(of->message, "seat", 0));
    if (of->said->seat >= 0) {
        table->seat[of->said->seat].connected = truth(of->message, "connected");
    }
    return true;
}

static bool take_closing(const struct taking *of)
{
    copy_text(of->said->text, sizeof of->said->text, string(of->message, "text"));
    return true;
}

static const struct {
    const char *type;
    enum bil_remote_kind kind;
    bool (*take)(const struct taking *of); /* NULL: it changes nothing */
} types[] = {
    {"table", BIL_REMOTE_TABLE, take_table},
    {"rest", BIL_REMOTE_REST, take_rest},
    {"entry", BIL_REMOTE_ENTRY, take_one_entry},
    {"now", BIL_REMOTE_NOW, take_now},
    {"held", BIL_REMOTE_HELD, take_held},
    {"ok", BIL_REMOTE_OK, NULL},
    {"error", BIL_REMOTE_ERROR, take_error},
    {"orders", BIL_REMOTE_ORDERS, take_my_orders},
    {"presence", BIL_REMOTE_PRESENCE, take_presence},
    {"closing", BIL_REMOTE_CLOSING, take_closing},
    {"moved", BIL_REMOTE_MOVED, NULL},
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
            said->kind = types[i].kind;
            fine = !types[i].take || types[i].take(&(struct taking){table, message, now, said, error});
        }
    }
    if (message != table->kept) {
        bil_json_free(message);
    }
    return fine;
}
