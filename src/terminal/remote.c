/* A person at a server's table: the loop between keyboard and line, and what is shown. Must never show anything but what the mirror
 * of the person's own view holds, and never say that a move was made before the server has said so. */
#include <stdio.h>
#include <string.h>

#include "table/clock.h"
#include "table/output.h"
#include "terminal/remote_internal.h"

enum { SETTLE = 50, LAST_WORDS = 12, MINUTE = 60 * 1000, LINK = 256 };

/* ------------------------------------------------------------------ writing around the prompt */

/* What is written next begins a line of its own. */
static void step_aside(struct bil_remote_ui *ui)
{
    if (ui->prompted) {
        bil_session_blank_line(&ui->session);
        ui->prompted = false;
    }
}

static void remark(struct bil_remote_ui *ui, const char *words)
{
    step_aside(ui);
    bil_screen_say(ui->session.screen, 0, BIL_FAINT, "%s", words);
}

static void end_with(struct bil_remote_ui *ui, int code)
{
    ui->code = code;
    ui->ended = true;
}

/* Nothing can be done here: says why where programs say it. */
static void give_up(struct bil_remote_ui *ui, int code, const char *sentence)
{
    step_aside(ui);
    bil_screen_flush(ui->session.screen);
    bil_output_complain("%s", sentence);
    end_with(ui, code);
}

static bool asked(const struct bil_remote_ui *ui)
{
    const struct bil_remote_table *table = &ui->remote->table;
    return table->your_turn && (!ui->line.waiting || ui->line.unsent) && (table->window || ui->line.answered != table->decision);
}

/* What the prompt says: who is waited for, and how long; with a question mark if that is uncertain. */
static void write_sign(const struct bil_remote_ui *ui, char out[2 * BIL_REMOTE_SIGN])
{
    const struct bil_remote_table *table = &ui->remote->table;
    char left[BIL_REMOTE_SIGN] = "";
    const char *word = ui->leave_asked                   ? "Leave, yes or no"
                       : table->state == BIL_REMOTE_OVER ? "Over"
                       : asked(ui) && !*table->held      ? "Play"
                                                         : "Wait";
    if (table->ends >= 0 && table->state == BIL_REMOTE_PLAYING) {
        bil_remote_write_left(table->ends - bil_clock_ms(), left);
    }
    snprintf(out, 2 * BIL_REMOTE_SIGN, "%s%s%s>", word, left, *left && ui->line.lost ? "?" : "");
}

static void prompt(struct bil_remote_ui *ui)
{
    char sign[2 * BIL_REMOTE_SIGN];
    write_sign(ui, sign);
    bil_screen_ask(ui->session.screen, BIL_ACCENT, sign);
    ui->prompted = true;
}

/* ------------------------------------------------------------------ telling */

/* Who plays what, once. */
static void announce_seats(struct bil_remote_ui *ui)
{
    const struct bil_remote_table *table = &ui->remote->table;
    struct bil_screen *screen = ui->session.screen;
    struct bil_text text = {0};
    int free_seats = 0;
    if (ui->greeted || !table->game) {
        return;
    }
    ui->greeted = true;
    step_aside(ui);
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
        bil_text_format(&text, "You sit at Seat %d of table %s on %s. ", table->you + 1, table->id, ui->remote->line.host);
    } else {
        bil_text_format(&text, "You watch table %s on %s. ", table->id, ui->remote->line.host);
    }
    bil_text_add(&text, "help lists the commands; say TEXT talks to the others.");
    bil_screen_say(screen, 0, BIL_FAINT, "%s", bil_text_string(&text));
    if (free_seats > 0 && table->state == BIL_REMOTE_OPEN) {
        bil_screen_say(screen, 0, BIL_PLAIN, "The game begins when %s.",
                       free_seats > 1 ? "all seats are taken" : "the last seat is taken");
    }
    bil_text_free(&text);
    /* Of what happened before, the last is enough; log tells the rest. */
    ui->heard = table->told_count > LAST_WORDS ? table->told_count - LAST_WORDS : 0;
}

static void tell_news(struct bil_remote_ui *ui)
{
    const int count = ui->remote->table.told_count;
    if (ui->heard < count) {
        step_aside(ui);
        bil_session_tell(&ui->session, ui->heard, ui->session.facing, 0);
        ui->heard = count;
    }
}

static void show_decision(struct bil_remote_ui *ui)
{
    struct bil_session *session = &ui->session;
    const struct bil_remote_table *table = &ui->remote->table;
    step_aside(ui);
    session->heard[table->you] = ui->heard;
    bil_session_show_decision(session);
    ui->heard = table->told_count;
    ui->shown = table->decision;
    if (table->window && !ui->window_told) {
        remark(ui, table->together
                       ? "All choose at once, and in secret. Choices come out together; until then yours can be replaced."
                       : "All who could answer are asked at once. Answers come out together; until then yours can be replaced.");
        ui->window_told = !table->together;
    }
}

/* The table alone, for who is not asked. */
static void show_table(struct bil_remote_ui *ui)
{
    step_aside(ui);
    bil_session_blank_line(&ui->session);
    bil_session_draw(&ui->session);
    bil_session_blank_line(&ui->session);
    ui->session.show = false;
}

static void show_end(struct bil_remote_ui *ui)
{
    const struct bil_remote_table *table = &ui->remote->table;
    step_aside(ui);
    bil_session_show_end(&ui->session, table->you, ui->heard, 0);
    ui->heard = table->told_count;
    ui->over_shown = true;
    if (ui->session.keyboard->terminal) {
        remark(ui, "You can look back: score, log, record, rules, save FILE, rematch, decline, say TEXT. Enter leaves.");
    } else {
        end_with(ui, BIL_PLAY_FINE);
    }
}

/* Brings the screen up to date with the table. */
static void update_screen(struct bil_remote_ui *ui)
{
    struct bil_session *session = &ui->session;
    const struct bil_remote_table *table = &ui->remote->table;
    if (table->state == BIL_REMOTE_OVER && session->match && session->match->actor == BIL_OVER) {
        if (!ui->over_shown) {
            show_end(ui);
        }
        tell_news(ui);
    } else if (table->state == BIL_REMOTE_CLOSED) {
        tell_news(ui);
        remark(ui, "This table is closed.");
        end_with(ui, BIL_PLAY_FINE);
    } else if (session->match && asked(ui) && (session->show || ui->shown != table->decision)) {
        show_decision(ui);
    } else {
        tell_news(ui);
    }
    if (session->match && session->show && !ui->ended) {
        show_table(ui);
    }
}

/* ------------------------------------------------------------------ what comes */

/* The mirror was rebuilt. */
static void look_again(struct bil_remote_ui *ui)
{
    struct bil_session *session = &ui->session;
    const struct bil_remote_table *table = &ui->remote->table;
    const bool first = !session->match && table->mirror;
    session->match = table->mirror;
    if (!ui->over_shown) {
        session->facing = table->you;
    }
    if (!asked(ui)) {
        session->offer.count = 0;
    }
    if (first && !asked(ui)) {
        session->show = table->state == BIL_REMOTE_PLAYING;
    }
}

/* After the server has sent everything again: only what is new since then is still to be shown. */
static void find_place(struct bil_remote_ui *ui, int64_t number)
{
    const struct bil_remote_table *table = &ui->remote->table;
    ui->heard = 0;
    while (ui->heard < table->told_count && table->told[ui->heard].number <= number) {
        ui->heard++;
    }
}

static void take_presence(struct bil_remote_ui *ui, int seat)
{
    const struct bil_remote_table *table = &ui->remote->table;
    if (seat >= 0 && seat != table->you) {
        struct bil_text text = {0};
        bil_remote_seat_text(table, seat, &text);
        bil_text_add(&text, table->seat[seat].connected ? " is here." : " has lost the connection, or left.");
        remark(ui, bil_text_string(&text));
        bil_text_free(&text);
    }
}

static void take_answer(struct bil_remote_ui *ui, const struct bil_remote_said *said)
{
    struct bil_session *session = &ui->session;
    if (said->id == ui->said_id && (said->kind == BIL_REMOTE_OK || said->kind == BIL_REMOTE_ERROR)) {
        ui->said_id = 0;
        ui->settling = !session->keyboard->terminal;
    }
    if (said->kind == BIL_REMOTE_ERROR) {
        step_aside(ui);
        bil_session_error(session, said->text);
    } else if (said->kind == BIL_REMOTE_HELD && session->keyboard->terminal) {
        remark(ui, "Your answer is kept until all have answered, or the time is over.");
    } else if (said->kind == BIL_REMOTE_ORDERS && ui->order_id && session->match && session->facing >= 0) {
        step_aside(ui);
        bil_command_tell_orders(session);
        ui->order_id = 0;
    }
}

static void take_message(struct bil_remote_ui *ui, const struct bil_remote_said *said, int64_t number)
{
    if (bil_remote_fatal(said)) {
        give_up(ui, BIL_REMOTE_REFUSED, said->text);
        return;
    }
    if (said->kind == BIL_REMOTE_ENTRY || said->kind == BIL_REMOTE_REST) {
        ui->midway = true;
    }
    if (said->kind == BIL_REMOTE_TABLE && ui->greeted) {
        find_place(ui, number);
    }
    if (said->kind == BIL_REMOTE_TABLE || said->kind == BIL_REMOTE_NOW) {
        ui->midway = false;
        look_again(ui);
        announce_seats(ui);
    } else if (said->kind == BIL_REMOTE_PRESENCE) {
        take_presence(ui, said->seat);
    } else if (said->kind == BIL_REMOTE_MOVED) {
        ui->said_id = 0; /* nobody will answer that any more */
        ui->midway = false;
    } else if (said->kind == BIL_REMOTE_CLOSING) {
        remark(ui, *said->text ? said->text : "The server stops for a while. Everything is stored.");
    } else {
        take_answer(ui, said);
    }
}

/* The connection is silent or lost: what was said is not answered any more, and the clocks are uncertain. */
static void tell_lost(struct bil_remote_ui *ui, enum bil_remote_event event, const char *why)
{
    char words[BIL_ERROR_LENGTH + LINK];
    ui->unheard = ui->unheard || ui->said_id;
    ui->said_id = 0;
    ui->midway = false;
    if (event == BIL_EVENT_DOUBT) {
        remark(ui, why);
        return;
    }
    snprintf(words, sizeof words, "%s %s: %s.", ui->remote->line.host, ui->line.ever ? "is lost" : "cannot be reached",
             *why ? why : "no connection");
    if (!ui->line.ever) {
        give_up(ui, BIL_PLAY_FILES, words);
    } else {
        step_aside(ui);
        bil_screen_say(ui->session.screen, 0, BIL_AMBER, "The connection to %s It is tried again; nothing is lost.", words);
    }
}

/* The line is back. What happened meanwhile is shown as usual. */
static void tell_back(struct bil_remote_ui *ui, bool new_connection)
{
    remark(ui, "The connection is there again.");
    if (ui->unheard && new_connection) {
        remark(ui, "Perhaps the server did not hear what you said last; if nothing came of it, say it again.");
    }
    ui->unheard = false;
}

/* Everything that has come. */
static void listen(struct bil_remote_ui *ui)
{
    struct bil_remote_said said;
    enum bil_remote_event event = BIL_EVENT_NOTHING;
    while (!ui->ended) {
        const int64_t number = ui->remote->table.number;
        event = bil_remote_next(&ui->line, &said);
        switch (event) {
        case BIL_EVENT_NOTHING:
            return;
        case BIL_EVENT_DOUBT:
        case BIL_EVENT_LOST:
            tell_lost(ui, event, said.text);
            break;
        case BIL_EVENT_BACK:
            take_message(ui, &said, number);
            tell_back(ui, said.kind != BIL_REMOTE_ANYTHING);
            break;
        case BIL_EVENT_NONSENSE:
            take_message(ui, &said, number);
            step_aside(ui);
            bil_session_error(&ui->session, said.text);
            if (!ui->greeted) {
                give_up(ui, BIL_REMOTE_REFUSED, "This table cannot be played from here.");
            }
            break;
        case BIL_EVENT_MESSAGE:
            take_message(ui, &said, number);
            break;
        }
        if (ui->line.dropped) {
            remark(ui, "Your move was not sent: it is not asked any more.");
            ui->line.dropped = false;
        }
    }
}

/* ------------------------------------------------------------------ what is typed */

static void take_line(struct bil_remote_ui *ui)
{
    struct bil_session *session = &ui->session;
    char line[BIL_KEYBOARD_LINE];
    const struct bil_line *way = &ui->remote->line;
    memcpy(line, session->keyboard->line, sizeof line);
    if (ui->line.lost && way->hurry) {
        way->hurry(way->context);
    }
    if (ui->leave_asked) {
        bil_remote_leave_answered(ui, line);
    } else if (ui->over_shown) {
        if (*line == 0) {
            session->leaving = true;
        } else if (!bil_command(session, line, false)) {
            bil_session_error(session, "The game is over; nothing is left to play. Enter leaves.");
        }
    } else if (!session->match) {
        if (*line && !bil_remote_command(ui, line)) {
            bil_session_error(session, "The game has not begun. Until then: say TEXT talks to the others, who lists the seats, "
                                       "fill [BOT] lets bots take the "
                                       "free ones, bot SEAT [BOT] and dismiss SEAT change one, leave gives yours up, quit goes and "
                                       "keeps it.");
        }
    } else if (asked(ui)) {
        bil_session_take_line(session, line);
    } else if (*line && !bil_command(session, line, false)) {
        bil_session_error(session, session->facing < 0 ? "You watch; say TEXT talks to those who play, quit leaves."
                                                       : "You are not asked anything now; say TEXT talks to the others.");
    }
}

/* Whether a line is wanted: not before we are at the table. A script answers when it is asked, and in a window only once. */
static bool wants_line(const struct bil_remote_ui *ui)
{
    return (ui->session.keyboard->terminal && ui->greeted) || ui->leave_asked ||
           (asked(ui) && !ui->line.waiting && !ui->said_id && !*ui->remote->table.held && ui->session.match);
}

/* How long nothing need be done: until the time in the prompt changes. */
static int patience(const struct bil_remote_ui *ui)
{
    const struct bil_remote_table *table = &ui->remote->table;
    const bool ticks = ui->prompted && ui->session.screen->terminal && table->ends >= 0 && table->state == BIL_REMOTE_PLAYING;
    const int64_t left = table->ends - bil_clock_ms();
    return !ticks || left <= 0 || left >= 99 * (int64_t)MINUTE ? -1 : (int)(left % 1000) + 1;
}

static void tick(struct bil_remote_ui *ui)
{
    char sign[2 * BIL_REMOTE_SIGN];
    write_sign(ui, sign);
    bil_screen_ask_again(ui->session.screen, BIL_ACCENT, sign);
}

/* Waits for the keyboard or the line, whichever comes first. */
static void wait(struct bil_remote_ui *ui)
{
    struct bil_session *session = &ui->session;
    const struct bil_line *way = &ui->remote->line;
    const bool lines = wants_line(ui);
    if (ui->midway) {
        bil_keyboard_wait(session->keyboard, false, way->fd(way->context), -1);
        return;
    }
    if (ui->settling) {
        /* Whether anything follows is not said; a script that reads on too early only gets a sentence. */
        ui->settling = bil_keyboard_wait(session->keyboard, false, way->fd(way->context), SETTLE) == BIL_INPUT_OTHER;
        return;
    }
    if (lines && !ui->prompted) {
        prompt(ui);
    }
    if (!bil_screen_flush(session->screen)) {
        return;
    }
    const enum bil_input input = bil_keyboard_wait(session->keyboard, lines, way->fd(way->context), patience(ui));
    if (input == BIL_INPUT_TIME) {
        tick(ui);
    } else if (input == BIL_INPUT_LINE || input == BIL_INPUT_TOO_LONG) {
        ui->prompted = false;
        if (bil_session_take_input(session, input)) {
            take_line(ui);
        }
    } else if (input == BIL_INPUT_END) {
        step_aside(ui);
        if (!session->keyboard->terminal) {
            bil_screen_say(session->screen, 0, BIL_PLAIN, "%s", bil_keyboard_end_words(session->keyboard));
            session->backend->farewell(session, false);
            end_with(ui, BIL_PLAY_INPUT_ENDED);
        }
        session->leaving = true;
    }
}

/* ------------------------------------------------------------------ the loop */

static void leave(struct bil_remote_ui *ui)
{
    struct bil_text text = {0};
    bil_remote_begin(&ui->line, "bye", &text);
    bil_remote_send(&ui->line, &text);
}

int bil_remote_run(struct bil_remote *remote)
{
    struct bil_remote_ui ui = {.remote = remote, .line = {.remote = remote}};
    ui.session = (struct bil_session){.backend = &bil_backend_remote,
                                      .context = &ui,
                                      .screen = remote->screen,
                                      .keyboard = remote->keyboard,
                                      .facing = BIL_SPECTATOR,
                                      .record_ply = -1,
                                      .saved_ply = -1};
    bil_remote_greet(&ui.line);
    while (!ui.ended) {
        const int broken = bil_session_broken_off(&ui.session);
        if (broken >= 0) {
            end_with(&ui, broken);
        } else if (ui.session.leaving) {
            step_aside(&ui);
            ui.session.backend->farewell(&ui.session, false);
            end_with(&ui, BIL_PLAY_FINE);
        } else {
            listen(&ui);
            if (!ui.ended && !ui.midway) {
                update_screen(&ui);
            }
            if (!ui.ended) {
                wait(&ui);
            }
        }
    }
    leave(&ui);
    bil_screen_flush(remote->screen);
    bil_text_free(&ui.line.move);
    bil_offer_free(&ui.session.offer);
    bil_text_free(&ui.session.drawn);
    bil_remote_table_free(&remote->table);
    return ui.code;
}
