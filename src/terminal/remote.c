/* A person at a server's table: the loop between keyboard and line, and what is shown. Must never show anything but what the mirror
 * of the person's own view holds, and never say that a move was made before the server has said so. */
#include <stdio.h>
#include <string.h>

#include "terminal/remote_face.h"
#include "terminal/score_sheet.h"

enum { SETTLE = 50, LAST_WORDS = 12, MINUTE = 60 * 1000, LINK = 256 };

/* ------------------------------------------------------------------ writing around the prompt */

/* What is written next begins a line of its own. */
static void step_aside(struct bil_remote_face *face)
{
    if (face->prompted) {
        bil_session_gap(&face->session);
        face->prompted = false;
    }
}

static void remark(struct bil_remote_face *face, const char *words)
{
    step_aside(face);
    bil_screen_say(face->session.screen, 0, BIL_FAINT, "%s", words);
}

static void end_with(struct bil_remote_face *face, int code)
{
    face->code = code;
    face->ended = true;
}

/* Nothing can be done here: says why where programs say it. */
static void give_up(struct bil_remote_face *face, int code, const char *sentence)
{
    step_aside(face);
    bil_screen_flush(face->session.screen);
    fprintf(stderr, "billions: %s\n", sentence);
    end_with(face, code);
}

static bool asked(const struct bil_remote_face *face)
{
    const struct bil_remote_table *table = &face->remote->table;
    return table->your_turn && !face->line.waiting && face->line.up && (table->window || face->line.answered != table->decision);
}

/* What the prompt says: who is waited for, and how long. */
static void write_sign(const struct bil_remote_face *face, char out[2 * BIL_REMOTE_SIGN])
{
    const struct bil_remote_table *table = &face->remote->table;
    char left[BIL_REMOTE_SIGN] = "";
    const char *word = table->state == BIL_REMOTE_OVER ? "Over" : asked(face) && !*table->held ? "Play" : "Wait";
    if (table->ends >= 0 && table->state == BIL_REMOTE_PLAYING) {
        bil_remote_write_left(table->ends - bil_remote_clock(), left);
    }
    snprintf(out, 2 * BIL_REMOTE_SIGN, "%s%s>", word, left);
}

static void prompt(struct bil_remote_face *face)
{
    char sign[2 * BIL_REMOTE_SIGN];
    write_sign(face, sign);
    bil_screen_ask(face->session.screen, BIL_ACCENT, sign);
    face->prompted = true;
}

/* ------------------------------------------------------------------ telling */

/* Who plays what, once. */
static void greet(struct bil_remote_face *face)
{
    const struct bil_remote_table *table = &face->remote->table;
    struct bil_screen *screen = face->session.screen;
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

static void tell_news(struct bil_remote_face *face)
{
    const int count = face->remote->table.told_count;
    if (face->heard < count) {
        step_aside(face);
        bil_session_tell(&face->session, face->heard, face->session.facing, 0);
        face->heard = count;
    }
}

static void show_decision(struct bil_remote_face *face)
{
    struct bil_session *session = &face->session;
    const struct bil_remote_table *table = &face->remote->table;
    step_aside(face);
    session->heard[table->you] = face->heard;
    bil_session_show_decision(session);
    face->heard = table->told_count;
    face->shown = table->decision;
    if (table->window && !face->window_told) {
        remark(face, "All who could answer are asked at once. Answers come out together; until then yours can be replaced.");
        face->window_told = true;
    }
}

/* The table alone, for who is not asked. */
static void show_table(struct bil_remote_face *face)
{
    step_aside(face);
    bil_session_gap(&face->session);
    bil_session_draw(&face->session);
    bil_session_gap(&face->session);
    face->session.show = false;
}

static void show_end(struct bil_remote_face *face)
{
    const struct bil_remote_table *table = &face->remote->table;
    step_aside(face);
    bil_session_show_end(&face->session, table->you, face->heard, 0);
    face->heard = table->told_count;
    face->over_shown = true;
    if (face->session.keyboard->terminal) {
        remark(face, "You can look back: score, log, record, rules, save FILE, rematch, decline, say TEXT. Enter leaves.");
    } else {
        end_with(face, BIL_PLAY_FINE);
    }
}

/* Brings the screen up to date with the table. */
static void show(struct bil_remote_face *face)
{
    struct bil_session *session = &face->session;
    const struct bil_remote_table *table = &face->remote->table;
    if (table->state == BIL_REMOTE_OVER && session->match && session->match->actor == BIL_OVER) {
        if (!face->over_shown) {
            show_end(face);
        }
        tell_news(face);
    } else if (table->state == BIL_REMOTE_CLOSED) {
        tell_news(face);
        remark(face, "This table is closed.");
        end_with(face, BIL_PLAY_FINE);
    } else if (session->match && asked(face) && (session->show || face->shown != table->decision)) {
        show_decision(face);
    } else {
        tell_news(face);
    }
    if (session->match && session->show && !face->ended) {
        show_table(face);
    }
}

/* ------------------------------------------------------------------ what comes */

/* The mirror has been made anew. */
static void look_again(struct bil_remote_face *face)
{
    struct bil_session *session = &face->session;
    const struct bil_remote_table *table = &face->remote->table;
    const bool first = !session->match && table->mirror;
    session->match = table->mirror;
    if (!face->over_shown) {
        session->facing = table->you;
    }
    if (!asked(face)) {
        session->offer.count = 0;
    }
    if (first && !asked(face)) {
        session->show = table->state == BIL_REMOTE_PLAYING;
    }
}

/* After everything was told anew: only what is new since then is still to be told. */
static void find_place(struct bil_remote_face *face, int64_t number)
{
    const struct bil_remote_table *table = &face->remote->table;
    face->heard = 0;
    while (face->heard < table->told_count && table->told[face->heard].number <= number) {
        face->heard++;
    }
}

static void take_presence(struct bil_remote_face *face, int seat)
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

static void take_answer(struct bil_remote_face *face, const struct bil_remote_said *said)
{
    struct bil_session *session = &face->session;
    if (said->id == face->said_id && (said->kind == BIL_REMOTE_OK || said->kind == BIL_REMOTE_ERROR)) {
        face->said_id = 0;
        face->settling = !session->keyboard->terminal;
    }
    if (said->kind == BIL_REMOTE_ERROR) {
        step_aside(face);
        bil_session_regret(session, said->text);
    } else if (said->kind == BIL_REMOTE_HELD && session->keyboard->terminal) {
        remark(face, "Your answer is kept until all have answered, or the time is over.");
    } else if (said->kind == BIL_REMOTE_ORDERS && face->order_id && session->match && session->facing >= 0) {
        step_aside(face);
        bil_command_tell_orders(session);
        face->order_id = 0;
    }
}

static void take_message(struct bil_remote_face *face, const struct bil_remote_said *said, int64_t number)
{
    if (bil_remote_fatal(said)) {
        give_up(face, BIL_REMOTE_REFUSED, said->text);
        return;
    }
    if (said->kind == BIL_REMOTE_ENTRY || said->kind == BIL_REMOTE_REST) {
        face->midway = true;
    }
    if (said->kind == BIL_REMOTE_TABLE && face->greeted) {
        find_place(face, number);
    }
    if (said->kind == BIL_REMOTE_TABLE || said->kind == BIL_REMOTE_NOW) {
        face->midway = false;
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
static void listen(struct bil_remote_face *face)
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
            face->midway = false;
            snprintf(words, sizeof words, "%s %s: %s.", face->remote->line.host, face->line.ever ? "is lost" : "cannot be reached",
                     *said.text ? said.text : "no connection");
            if (!face->line.ever) {
                give_up(face, BIL_PLAY_FILES, words);
            } else {
                step_aside(face);
                bil_screen_say(face->session.screen, 0, BIL_AMBER, "The connection to %s It is tried again; nothing is lost.",
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
            bil_session_regret(&face->session, said.text);
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

static void take_line(struct bil_remote_face *face)
{
    struct bil_session *session = &face->session;
    char line[BIL_KEYBOARD_LINE];
    memcpy(line, session->keyboard->line, sizeof line);
    if (face->over_shown) {
        if (*line == 0) {
            session->leaving = true;
        } else if (!bil_command(session, line, false)) {
            bil_session_regret(session, "The game is over; nothing is left to play. Enter leaves.");
        }
    } else if (!session->match) {
        if (*line && !bil_remote_command(face, line)) {
            bil_session_regret(
                session, "The game has not begun. Until then: say TEXT talks to the others, who lists the seats, quit leaves.");
        }
    } else if (asked(face)) {
        bil_session_take_line(session, line);
    } else if (*line && !bil_command(session, line, false)) {
        bil_session_regret(session, session->facing < 0 ? "You watch; say TEXT talks to those who play, quit leaves."
                                                        : "You are not asked anything now; say TEXT talks to the others.");
    }
}

/* Whether a line is wanted: not before we are at the table. A script answers when it is asked, and in a window only once. */
static bool wants_line(const struct bil_remote_face *face)
{
    return (face->session.keyboard->terminal && face->greeted) ||
           (asked(face) && !face->said_id && !*face->remote->table.held && face->session.match);
}

/* How long nothing need be done: until the time in the prompt changes. */
static int patience(const struct bil_remote_face *face)
{
    const struct bil_remote_table *table = &face->remote->table;
    const bool ticks = face->prompted && face->session.screen->terminal && table->ends >= 0 && table->state == BIL_REMOTE_PLAYING;
    const int64_t left = table->ends - bil_remote_clock();
    return !ticks || left <= 0 || left >= 99 * (int64_t)MINUTE ? -1 : (int)(left % 1000) + 1;
}

static void tick(struct bil_remote_face *face)
{
    char sign[2 * BIL_REMOTE_SIGN];
    write_sign(face, sign);
    bil_screen_ask_again(face->session.screen, BIL_ACCENT, sign);
}

/* Waits for the keyboard or the line, whichever comes first. */
static void wait(struct bil_remote_face *face)
{
    struct bil_session *session = &face->session;
    const struct bil_line *way = &face->remote->line;
    const bool lines = wants_line(face);
    if (face->midway) {
        bil_keyboard_wait(session->keyboard, false, way->fd(way->context), -1);
        return;
    }
    if (face->settling) {
        /* Whether anything follows is not said; a script that reads on too early only gets a sentence. */
        face->settling = bil_keyboard_wait(session->keyboard, false, way->fd(way->context), SETTLE) == BIL_HEARD_OTHER;
        return;
    }
    if (lines && !face->prompted) {
        prompt(face);
    }
    if (!bil_screen_flush(session->screen)) {
        return;
    }
    const enum bil_heard heard = bil_keyboard_wait(session->keyboard, lines, way->fd(way->context), patience(face));
    if (heard == BIL_HEARD_TIME) {
        tick(face);
    } else if (heard == BIL_HEARD_LINE || heard == BIL_HEARD_TOO_LONG) {
        face->prompted = false;
        if (bil_session_heard(session, heard)) {
            take_line(face);
        }
    } else if (heard == BIL_HEARD_END) {
        step_aside(face);
        if (!session->keyboard->terminal) {
            bil_screen_say(session->screen, 0, BIL_PLAIN, "The input ended before the game did.");
            session->place->farewell(session, false);
            end_with(face, BIL_PLAY_INPUT_ENDED);
        }
        session->leaving = true;
    }
}

/* ------------------------------------------------------------------ the loop */

static void leave(struct bil_remote_face *face)
{
    struct bil_text text = {0};
    bil_remote_begin(&face->line, "bye", &text);
    bil_remote_send(&face->line, &text);
}

int bil_remote_run(struct bil_remote *remote)
{
    struct bil_remote_face face = {.remote = remote, .line = {.remote = remote}};
    face.session = (struct bil_session){.place = &bil_place_remote,
                                        .context = &face,
                                        .screen = remote->screen,
                                        .keyboard = remote->keyboard,
                                        .facing = BIL_SPECTATOR,
                                        .record_ply = -1,
                                        .saved_ply = -1};
    while (!face.ended) {
        const int broken = bil_session_broken_off(&face.session);
        if (broken >= 0) {
            end_with(&face, broken);
        } else if (face.session.leaving) {
            step_aside(&face);
            face.session.place->farewell(&face.session, false);
            end_with(&face, BIL_PLAY_FINE);
        } else {
            listen(&face);
            if (!face.ended && !face.midway) {
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
    bil_offer_free(&face.session.offer);
    bil_text_free(&face.session.drawn);
    bil_remote_table_free(&remote->table);
    return face.code;
}
