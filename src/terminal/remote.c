/* A person at a server's table: the loop between keyboard and line, and what a server's place does with what the person wants. Must
 * never show anything but what the mirror of the person's own view holds, and never say that a move was made before the server
 * has said so. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "table/file.h"
#include "terminal/remote_inside.h"
#include "terminal/sheet.h"

enum { SETTLE = 50, LAST_WORDS = 12, MINUTE = 60 * 1000, HOUR = 60 * MINUTE, DAY = 24 * HOUR, SIGN = 32, LINK = 256 };

struct face {
    struct bil_remote *remote;
    struct bil_remote_line line;
    struct bil_sitting sitting;
    bool greeted;
    bool prompted;    /* a prompt stands on the last line of the screen */
    int64_t shown;    /* the decision whose moves were shown last */
    int heard;        /* sentences that were told */
    int64_t said_id;  /* what was said last and is not yet answered; 0: nothing. A script waits for that */
    bool settling;    /* it has just been answered: what follows from it may still be on its way */
    int64_t order_id; /* the order whose answer lists the orders; 0: none */
    bool over_shown;  /* the score sheet was */
    bool window_told; /* what a window is */
    int code;         /* how it ends, once `ended` */
    bool ended;
};

static struct face *face_of(const struct bil_sitting *sitting)
{
    return sitting->context;
}

static const struct bil_remote_table *table_of(const struct bil_sitting *sitting)
{
    return &face_of(sitting)->remote->table;
}

/* ------------------------------------------------------------------ writing around the prompt */

/* What is written next begins a line of its own. */
static void step_aside(struct face *face)
{
    if (face->prompted) {
        bil_sitting_gap(&face->sitting);
        face->prompted = false;
    }
}

static void remark(struct face *face, const char *words)
{
    step_aside(face);
    bil_screen_say(face->sitting.screen, 0, BIL_FAINT, "%s", words);
}

static void end_with(struct face *face, int code)
{
    face->code = code;
    face->ended = true;
}

/* Nothing can be done here: says why where programs say it. */
static void give_up(struct face *face, int code, const char *sentence)
{
    step_aside(face);
    bil_screen_flush(face->sitting.screen);
    fprintf(stderr, "billions: %s\n", sentence);
    end_with(face, code);
}

static void write_left(int64_t left, char out[SIGN])
{
    left = left < 0 ? 0 : left;
    if (left >= 2 * (int64_t)DAY) {
        snprintf(out, SIGN, " %lld days", (long long)(left / DAY));
    } else if (left >= 99 * (int64_t)MINUTE) {
        snprintf(out, SIGN, " %lld h", (long long)(left / HOUR));
    } else {
        left = (left + 999) / 1000;
        snprintf(out, SIGN, " %2lld:%02lld", (long long)(left / 60), (long long)(left % 60));
    }
}

static bool asked(const struct face *face)
{
    const struct bil_remote_table *table = &face->remote->table;
    return table->your_turn && !face->line.waiting && face->line.up && (table->window || face->line.answered != table->decision);
}

/* What the prompt says: who is waited for, and how long. */
static void write_sign(const struct face *face, char out[2 * SIGN])
{
    const struct bil_remote_table *table = &face->remote->table;
    char left[SIGN] = "";
    const char *word = table->state == BIL_REMOTE_OVER ? "Over" : asked(face) && !*table->held ? "Play" : "Wait";
    if (table->ends >= 0 && table->state == BIL_REMOTE_PLAYING) {
        write_left(table->ends - bil_remote_clock(), left);
    }
    snprintf(out, 2 * SIGN, "%s%s>", word, left);
}

static void prompt(struct face *face)
{
    char sign[2 * SIGN];
    write_sign(face, sign);
    bil_screen_ask(face->sitting.screen, BIL_ACCENT, sign);
    face->prompted = true;
}

/* ------------------------------------------------------------------ the place */

static int happenings(const struct bil_sitting *sitting)
{
    return table_of(sitting)->told_count;
}

static int retell(const struct bil_sitting *sitting, int index, int viewer, struct bil_text *out, bool *opens)
{
    (void)viewer; /* the server tells only what we may know */
    bil_text_add(out, bil_remote_sentence(table_of(sitting), index));
    *opens = table_of(sitting)->told[index].opens;
    return 1;
}

static bool decision(const struct bil_sitting *sitting, int index, struct bil_text *out)
{
    const char *at = bil_text_string(&table_of(sitting)->moves);
    for (int line = 0; *at && line < index; line++) {
        at += strcspn(at, "\n") + 1;
    }
    bil_text_add_bytes(out, at, strcspn(at, "\n"));
    return *at != 0;
}

static void play(struct bil_sitting *sitting, int index)
{
    struct face *face = face_of(sitting);
    if (face->remote->table.window && strcmp(face->remote->table.held, bil_offer_text(&sitting->offer, index)) == 0) {
        bil_screen_say(sitting->screen, 0, BIL_FAINT, "That is already your answer.");
        return;
    }
    bil_remote_answer(&face->line, bil_offer_text(&sitting->offer, index));
}

/* Sends a finished message; what cannot be sent is not done later. */
static bool send_or_regret(struct face *face, struct bil_text *text)
{
    if (bil_remote_send(&face->line, text)) {
        face->said_id = face->line.next_id;
        return true;
    }
    bil_sitting_regret(&face->sitting, "There is no connection at the moment; say it again when it is back.");
    return false;
}

/* A message that carries nothing but the decision now open. */
static void send_about_decision(struct face *face, const char *type)
{
    struct bil_text text = {0};
    bil_remote_begin(&face->line, type, &text);
    bil_json_key_integer(&text, "decision", face->remote->table.decision);
    send_or_regret(face, &text);
}

static void undo(struct bil_sitting *sitting)
{
    if (sitting->facing == BIL_SPECTATOR) {
        bil_sitting_regret(sitting, "You watch; there is nothing of yours to take back.");
        return;
    }
    send_about_decision(face_of(sitting), "undo");
}

static void send_order(struct face *face, const char *type, const char *words, bool tell)
{
    struct bil_text text = {0};
    const int64_t id = bil_remote_begin(&face->line, type, &text);
    bil_json_key_string(&text, "words", words);
    if (send_or_regret(face, &text) && tell) {
        face->order_id = id;
    }
}

static void order(struct bil_sitting *sitting, const char *words, bool tell)
{
    send_order(face_of(sitting), "order", words, tell);
}

static void end_order(struct bil_sitting *sitting, const char *words)
{
    send_order(face_of(sitting), "end-order", words, true);
}

static bool save(struct bil_sitting *sitting, const char *path, struct bil_error *error)
{
    const struct bil_line *way = &face_of(sitting)->remote->line;
    struct bil_text text = {0};
    if (table_of(sitting)->state != BIL_REMOTE_OVER || !way->record) {
        return bil_fail(error, "The server gives the record away when the game is over.");
    }
    const bool saved = way->record(way->context, &text, error) && bil_file_write(path, bil_text_string(&text), text.length, error);
    bil_text_free(&text);
    return saved;
}

static void farewell(struct bil_sitting *sitting, bool over)
{
    const struct bil_remote_table *table = table_of(sitting);
    if (over) {
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "save FILE keeps the record; rematch begins the next game.");
    } else if (table->you >= 0 && table->state != BIL_REMOTE_OVER) {
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "The seat stays yours. Come back to it:");
        bil_screen_say(sitting->screen, 4, BIL_PLAIN, "  %s", face_of(sitting)->remote->line.again);
    }
}

/* ------------------------------------------------------------------ commands of this place */

static void do_say(struct bil_sitting *sitting, const char *rest)
{
    struct face *face = face_of(sitting);
    struct bil_text text = {0};
    if (*rest == 0) {
        bil_sitting_regret(sitting, "Say something: say, and what the others shall read.");
        return;
    }
    bil_remote_begin(&face->line, "chat", &text);
    bil_json_key_string(&text, "text", rest);
    send_or_regret(face, &text);
}

static void do_who(struct bil_sitting *sitting, const char *rest)
{
    const struct bil_remote_table *table = table_of(sitting);
    (void)rest;
    for (int seat = 0; seat < table->seats; seat++) {
        const struct bil_remote_seat *sitter = &table->seat[seat];
        struct bil_text text = {0};
        char left[SIGN];
        bil_remote_seat_text(table, seat, &text);
        bil_text_add(&text, sitter->kind == BIL_REMOTE_FREE  ? ": free"
                            : sitter->kind == BIL_REMOTE_BOT ? ": a bot"
                            : seat == table->you             ? ": you"
                            : sitter->connected              ? ": here"
                                                             : ": not connected");
        if (*sitter->bot) {
            bil_text_format(&text, ", %s plays", sitter->bot);
        }
        if (sitter->bank >= 0) {
            write_left(sitter->bank, left);
            bil_text_format(&text, "; in reserve%s", left);
        }
        bil_text_add(&text, table->asked >> seat & 1U ? "; is asked" : "");
        bil_screen_say(sitting->screen, 4, BIL_PLAIN, "  %s", bil_text_string(&text));
        bil_text_free(&text);
    }
}

static void do_agree(struct bil_sitting *sitting, const char *rest)
{
    (void)rest;
    send_about_decision(face_of(sitting), "agree");
}

static void do_refuse(struct bil_sitting *sitting, const char *rest)
{
    (void)rest;
    send_about_decision(face_of(sitting), "refuse");
}

static void do_rematch(struct bil_sitting *sitting, const char *rest)
{
    struct face *face = face_of(sitting);
    const struct bil_line *way = &face->remote->line;
    struct bil_error error = {{0}};
    struct bil_text said = {0};
    (void)rest;
    if (face->remote->table.state != BIL_REMOTE_OVER || face->remote->table.you < 0 || !way->rematch) {
        bil_sitting_regret(sitting, "A rematch is for those who played, when the game is over.");
    } else if (way->rematch(way->context, &said, &error)) {
        bil_screen_say(sitting->screen, 0, BIL_PLAIN, "%s", bil_text_string(&said));
        end_with(face, BIL_REMOTE_AGAIN);
    } else {
        bil_sitting_regret(sitting, error.text);
    }
    bil_text_free(&said);
}

static void do_quit(struct bil_sitting *sitting, const char *rest)
{
    (void)rest;
    sitting->leaving = true;
}

static const struct bil_command commands[] = {
    {"say", " TEXT", "something for everybody at the table to read", do_say},
    {"who", "", "who sits where, is there, and is asked", do_who},
    {"agree", "", "let somebody take a move back", do_agree},
    {"refuse", "", "do not", do_refuse},
    {"rematch", "", "when the game is over: the next one, in the same seat", do_rematch},
    {"quit", "", "leave; the seat stays yours", do_quit},
    {NULL, NULL, NULL, NULL},
};

static const struct bil_place place = {.happenings = happenings,
                                       .retell = retell,
                                       .decision = decision,
                                       .play = play,
                                       .undo = undo,
                                       .order = order,
                                       .end_order = end_order,
                                       .save = save,
                                       .farewell = farewell,
                                       .alone = true,
                                       .commands = commands};

/* ------------------------------------------------------------------ telling */

/* Who plays what, once. */
static void greet(struct face *face)
{
    const struct bil_remote_table *table = &face->remote->table;
    struct bil_screen *screen = face->sitting.screen;
    struct bil_text text = {0};
    int free_seats = 0;
    if (face->greeted || !table->game) {
        return;
    }
    face->greeted = true;
    step_aside(face);
    bil_text_format(&text, "%s%s%s: ", bil_screen_tone(screen, BIL_STRONG), table->game->title, bil_screen_tone(screen, BIL_PLAIN));
    for (int seat = 0; seat < table->seats; seat++) {
        bil_text_add(&text, seat ? ", " : "");
        bil_remote_seat_text(table, seat, &text);
        free_seats += table->seat[seat].kind == BIL_REMOTE_FREE;
        bil_text_add(&text, table->seat[seat].kind == BIL_REMOTE_FREE ? " is free" : "");
    }
    bil_text_char(&text, '.');
    bil_screen_lines(screen, 2, bil_text_string(&text));
    bil_text_clear(&text);
    if (table->you >= 0) {
        bil_text_format(&text, "You sit at Seat %d of table %s on %s. ", table->you + 1, table->id, face->remote->line.host);
    } else {
        bil_text_format(&text, "You watch table %s on %s. ", table->id, face->remote->line.host);
    }
    bil_text_add(&text, "help lists the commands; say TEXT talks to the others.");
    bil_screen_say(screen, 0, BIL_FAINT, "%s", bil_text_string(&text));
    if (free_seats > 0 && table->state == BIL_REMOTE_OPEN) {
        bil_screen_say(screen, 0, BIL_PLAIN, "The game begins when %s.",
                       free_seats > 1 ? "all seats are taken" : "the last seat is taken");
    }
    bil_text_free(&text);
    /* Of what happened before, the last is enough; log tells the rest. */
    face->heard = table->told_count > LAST_WORDS ? table->told_count - LAST_WORDS : 0;
}

static void tell_news(struct face *face)
{
    const int count = face->remote->table.told_count;
    if (face->heard < count) {
        step_aside(face);
        bil_sitting_tell(&face->sitting, face->heard, face->sitting.facing, 0);
        face->heard = count;
    }
}

static void show_decision(struct face *face)
{
    struct bil_sitting *sitting = &face->sitting;
    const struct bil_remote_table *table = &face->remote->table;
    step_aside(face);
    sitting->heard[table->you] = face->heard;
    bil_sitting_show_decision(sitting);
    face->heard = table->told_count;
    face->shown = table->decision;
    if (table->window && !face->window_told) {
        remark(face, "All who could answer are asked at once. Answers come out together; until then yours can be replaced.");
        face->window_told = true;
    }
}

/* The table alone, for who is not asked. */
static void show_table(struct face *face)
{
    step_aside(face);
    bil_sitting_gap(&face->sitting);
    bil_sitting_draw(&face->sitting);
    bil_sitting_gap(&face->sitting);
    face->sitting.show = false;
}

static void show_end(struct face *face)
{
    const struct bil_remote_table *table = &face->remote->table;
    step_aside(face);
    bil_sitting_show_end(&face->sitting, table->you, face->heard, 0);
    face->heard = table->told_count;
    face->over_shown = true;
    if (face->sitting.keyboard->terminal) {
        remark(face, "You can look back: score, log, record, rules, save FILE, rematch, say TEXT. Enter leaves.");
    } else {
        end_with(face, BIL_PLAY_FINE);
    }
}

/* Brings the screen up to date with the table. */
static void show(struct face *face)
{
    struct bil_sitting *sitting = &face->sitting;
    const struct bil_remote_table *table = &face->remote->table;
    if (table->state == BIL_REMOTE_OVER && sitting->match && sitting->match->actor == BIL_OVER) {
        if (!face->over_shown) {
            show_end(face);
        }
        tell_news(face);
    } else if (table->state == BIL_REMOTE_CLOSED) {
        tell_news(face);
        remark(face, "This table is closed.");
        end_with(face, BIL_PLAY_FINE);
    } else if (sitting->match && asked(face) && (sitting->show || face->shown != table->decision)) {
        show_decision(face);
    } else {
        tell_news(face);
    }
    if (sitting->match && sitting->show && !face->ended) {
        show_table(face);
    }
}

/* ------------------------------------------------------------------ what comes */

/* The mirror has been made anew. */
static void look_again(struct face *face)
{
    struct bil_sitting *sitting = &face->sitting;
    const struct bil_remote_table *table = &face->remote->table;
    const bool first = !sitting->match && table->mirror;
    sitting->match = table->mirror;
    if (!face->over_shown) {
        sitting->facing = table->you;
    }
    if (!asked(face)) {
        sitting->offer.count = 0;
    }
    if (first && !asked(face)) {
        sitting->show = table->state == BIL_REMOTE_PLAYING;
    }
}

/* After everything was told anew: only what is new since then is still to be told. */
static void find_place(struct face *face, int64_t number)
{
    const struct bil_remote_table *table = &face->remote->table;
    face->heard = 0;
    while (face->heard < table->told_count && table->told[face->heard].number <= number) {
        face->heard++;
    }
}

static void take_presence(struct face *face, int seat)
{
    const struct bil_remote_table *table = &face->remote->table;
    if (seat >= 0 && seat != table->you) {
        struct bil_text text = {0};
        bil_remote_seat_text(table, seat, &text);
        bil_text_add(&text, table->seat[seat].connected ? " is here." : " has lost the connection, or left.");
        remark(face, bil_text_string(&text));
        bil_text_free(&text);
    }
}

static void take_answer(struct face *face, const struct bil_remote_said *said)
{
    struct bil_sitting *sitting = &face->sitting;
    if (said->id == face->said_id && (said->kind == BIL_REMOTE_OK || said->kind == BIL_REMOTE_ERROR)) {
        face->said_id = 0;
        face->settling = !sitting->keyboard->terminal;
    }
    if (said->kind == BIL_REMOTE_ERROR) {
        step_aside(face);
        bil_sitting_regret(sitting, said->text);
    } else if (said->kind == BIL_REMOTE_HELD && sitting->keyboard->terminal) {
        remark(face, "Your answer is kept until all have answered, or the time is over.");
    } else if (said->kind == BIL_REMOTE_ORDERS && face->order_id && sitting->match && sitting->facing >= 0) {
        step_aside(face);
        bil_command_tell_orders(sitting);
        face->order_id = 0;
    }
}

static void take_message(struct face *face, const struct bil_remote_said *said, int64_t number)
{
    if (bil_remote_fatal(said)) {
        give_up(face, BIL_REMOTE_REFUSED, said->text);
        return;
    }
    if (said->kind == BIL_REMOTE_TABLE && face->greeted) {
        find_place(face, number);
    }
    if (said->kind == BIL_REMOTE_TABLE || said->kind == BIL_REMOTE_NOW) {
        look_again(face);
        greet(face);
    } else if (said->kind == BIL_REMOTE_PRESENCE) {
        take_presence(face, said->seat);
    } else if (said->kind == BIL_REMOTE_CLOSING) {
        remark(face, *said->text ? said->text : "The server stops for a while. Everything is stored.");
    } else {
        take_answer(face, said);
    }
}

/* Everything that has come. */
static void listen(struct face *face)
{
    struct bil_remote_said said;
    char words[BIL_ERROR_LENGTH + LINK];
    while (!face->ended) {
        const int64_t number = face->remote->table.number;
        switch (bil_remote_next(&face->line, &said)) {
        case BIL_EVENT_NOTHING:
            return;
        case BIL_EVENT_LOST:
            face->said_id = 0; /* nobody will answer that any more */
            snprintf(words, sizeof words, "%s %s: %s.", face->remote->line.host, face->line.ever ? "is lost" : "cannot be reached",
                     *said.text ? said.text : "no connection");
            if (!face->line.ever) {
                give_up(face, BIL_PLAY_FILES, words);
            } else {
                step_aside(face);
                bil_screen_say(face->sitting.screen, 0, BIL_AMBER, "The connection to %s It is tried again; nothing is lost.",
                               words);
            }
            break;
        case BIL_EVENT_BACK:
            take_message(face, &said, number);
            remark(face, "The connection is there again.");
            break;
        case BIL_EVENT_NONSENSE:
            take_message(face, &said, number);
            step_aside(face);
            bil_sitting_regret(&face->sitting, said.text);
            if (!face->greeted) {
                give_up(face, BIL_REMOTE_REFUSED, "This table cannot be played from here.");
            }
            break;
        case BIL_EVENT_MESSAGE:
            take_message(face, &said, number);
            break;
        }
    }
}

/* ------------------------------------------------------------------ what is typed */

static bool own_command(struct face *face, const char *line)
{
    const size_t length = strcspn(line, " \t");
    for (const struct bil_command *command = commands; command->word && length > 0; command++) {
        if (strncasecmp(command->word, line, length) == 0 && command->word[length] == 0) {
            command->run(&face->sitting, line + length + strspn(line + length, " \t"));
            return true;
        }
    }
    return false;
}

static void take_line(struct face *face)
{
    struct bil_sitting *sitting = &face->sitting;
    char line[BIL_KEYBOARD_LINE];
    memcpy(line, sitting->keyboard->line, sizeof line);
    if (face->over_shown) {
        if (*line == 0) {
            sitting->leaving = true;
        } else if (!bil_command(sitting, line, false)) {
            bil_sitting_regret(sitting, "The game is over; nothing is left to play. Enter leaves.");
        }
    } else if (!sitting->match) {
        if (*line && !own_command(face, line)) {
            bil_sitting_regret(
                sitting, "The game has not begun. Until then: say TEXT talks to the others, who lists the seats, quit leaves.");
        }
    } else if (asked(face)) {
        bil_sitting_take_line(sitting, line);
    } else if (*line && !bil_command(sitting, line, false)) {
        bil_sitting_regret(sitting, sitting->facing < 0 ? "You watch; say TEXT talks to those who play, quit leaves."
                                                        : "You are not asked anything now; say TEXT talks to the others.");
    }
}

/* Whether a line is wanted: not before we are at the table. A script answers when it is asked, and in a window only once. */
static bool wants_line(const struct face *face)
{
    return (face->sitting.keyboard->terminal && face->greeted) ||
           (asked(face) && !face->said_id && !*face->remote->table.held && face->sitting.match);
}

/* How long nothing need be done: until the time in the prompt changes. */
static int patience(const struct face *face)
{
    const struct bil_remote_table *table = &face->remote->table;
    const bool ticks = face->prompted && face->sitting.screen->terminal && table->ends >= 0 && table->state == BIL_REMOTE_PLAYING;
    const int64_t left = table->ends - bil_remote_clock();
    return !ticks || left <= 0 || left >= 99 * (int64_t)MINUTE ? -1 : (int)(left % 1000) + 1;
}

static void tick(struct face *face)
{
    char sign[2 * SIGN];
    write_sign(face, sign);
    bil_screen_ask_again(face->sitting.screen, BIL_ACCENT, sign);
}

/* Waits for the keyboard or the line, whichever comes first. */
static void wait(struct face *face)
{
    struct bil_sitting *sitting = &face->sitting;
    const struct bil_line *way = &face->remote->line;
    const bool lines = wants_line(face);
    if (face->settling) {
        /* Whether anything follows is not said; a script that reads on too early only gets a sentence. */
        face->settling = bil_keyboard_wait(sitting->keyboard, false, way->fd(way->context), SETTLE) == BIL_HEARD_OTHER;
        return;
    }
    if (lines && !face->prompted) {
        prompt(face);
    }
    if (!bil_screen_flush(sitting->screen)) {
        return;
    }
    const enum bil_heard heard = bil_keyboard_wait(sitting->keyboard, lines, way->fd(way->context), patience(face));
    if (heard == BIL_HEARD_TIME) {
        tick(face);
    } else if (heard == BIL_HEARD_LINE || heard == BIL_HEARD_TOO_LONG) {
        face->prompted = false;
        if (bil_sitting_heard(sitting, heard)) {
            take_line(face);
        }
    } else if (heard == BIL_HEARD_END) {
        step_aside(face);
        if (!sitting->keyboard->terminal) {
            bil_screen_say(sitting->screen, 0, BIL_PLAIN, "The input ended before the game did.");
            farewell(sitting, false);
            end_with(face, BIL_PLAY_INPUT_ENDED);
        }
        sitting->leaving = true;
    }
}

/* ------------------------------------------------------------------ the loop */

static void leave(struct face *face)
{
    struct bil_text text = {0};
    bil_remote_begin(&face->line, "bye", &text);
    bil_remote_send(&face->line, &text);
}

int bil_remote_run(struct bil_remote *remote)
{
    struct face face = {.remote = remote, .line = {.remote = remote}};
    face.sitting = (struct bil_sitting){.place = &place,
                                        .context = &face,
                                        .screen = remote->screen,
                                        .keyboard = remote->keyboard,
                                        .facing = BIL_SPECTATOR,
                                        .record_ply = -1,
                                        .saved_ply = -1};
    while (!face.ended) {
        const int broken = bil_sitting_broken_off(&face.sitting);
        if (broken >= 0) {
            end_with(&face, broken);
        } else if (face.sitting.leaving) {
            step_aside(&face);
            farewell(&face.sitting, false);
            end_with(&face, BIL_PLAY_FINE);
        } else {
            listen(&face);
            if (!face.ended) {
                show(&face);
            }
            if (!face.ended) {
                wait(&face);
            }
        }
    }
    leave(&face);
    bil_screen_flush(remote->screen);
    bil_text_free(&face.line.move);
    bil_offer_free(&face.sitting.offer);
    bil_text_free(&face.sitting.drawn);
    bil_remote_table_free(&remote->table);
    return face.code;
}
