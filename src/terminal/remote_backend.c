/* The backend of a match that a server holds: what becomes of what a person wants at its table, and the commands that only exist
 * there. Must never say that something was done before the server has said so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "table/file.h"
#include "table/match_internal.h"
#include "terminal/remote_internal.h"

enum { MINUTE = 60 * 1000, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

static struct bil_remote_ui *ui_of(const struct bil_session *session)
{
    return session->context;
}

static const struct bil_remote_table *table_of(const struct bil_session *session)
{
    return &ui_of(session)->remote->table;
}

void bil_remote_write_left(int64_t left, char out[BIL_REMOTE_SIGN])
{
    left = left < 0 ? 0 : left;
    if (left >= 2 * (int64_t)DAY) {
        snprintf(out, BIL_REMOTE_SIGN, " %lld days", (long long)(left / DAY));
    } else if (left >= 99 * (int64_t)MINUTE) {
        snprintf(out, BIL_REMOTE_SIGN, " %lld h", (long long)(left / HOUR));
    } else {
        left = (left + 999) / 1000;
        snprintf(out, BIL_REMOTE_SIGN, " %2lld:%02lld", (long long)(left / 60), (long long)(left % 60));
    }
}

/* ------------------------------------------------------------------ what a person wants */

static int event_count(const struct bil_session *session)
{
    return table_of(session)->told_count;
}

static int retell(const struct bil_session *session, int index, int viewer, struct bil_text *out, bool *opens)
{
    (void)viewer; /* the server tells only what we may know */
    bil_text_add(out, bil_remote_sentence(table_of(session), index));
    *opens = table_of(session)->told[index].opens;
    return 1;
}

static bool decision(const struct bil_session *session, int index, struct bil_text *out)
{
    const char *at = bil_text_string(&table_of(session)->moves);
    for (int line = 0; *at && line < index; line++) {
        at += strcspn(at, "\n") + 1;
    }
    bil_text_add_bytes(out, at, strcspn(at, "\n"));
    return *at != 0;
}

static void send_offered_move(struct bil_session *session, int index)
{
    struct bil_remote_ui *ui = ui_of(session);
    if (ui->remote->table.window && strcmp(ui->remote->table.held, bil_offer_text(&session->offer, index)) == 0) {
        bil_screen_say(session->screen, 0, BIL_FAINT, "That is already your answer.");
        return;
    }
    bil_remote_answer(&ui->line, bil_offer_text(&session->offer, index));
    if (ui->line.unsent) {
        bil_screen_say(session->screen, 0, BIL_FAINT,
                       "Not sent yet: it is sent when the connection is there again, if this is still asked then.");
    }
}

/* Sends a finished message; what cannot be sent is not done later. */
static bool send_or_regret(struct bil_remote_ui *ui, struct bil_text *text)
{
    if (bil_remote_send(&ui->line, text)) {
        ui->said_id = ui->line.next_id;
        return true;
    }
    bil_session_error(&ui->session, "There is no connection at the moment; say it again when it is back.");
    return false;
}

/* A message that carries nothing but the decision now open. */
static void send_about_decision(struct bil_remote_ui *ui, const char *type)
{
    struct bil_text text = {0};
    bil_remote_begin(&ui->line, type, &text);
    bil_json_key_integer(&text, "decision", ui->remote->table.decision);
    send_or_regret(ui, &text);
}

static void undo(struct bil_session *session)
{
    if (session->facing == BIL_SPECTATOR) {
        bil_session_error(session, "You watch; there is nothing of yours to take back.");
        return;
    }
    send_about_decision(ui_of(session), "undo");
}

static void send_order(struct bil_remote_ui *ui, const char *type, const char *words, bool tell)
{
    struct bil_text text = {0};
    const int64_t id = bil_remote_begin(&ui->line, type, &text);
    bil_json_key_string(&text, "words", words);
    if (send_or_regret(ui, &text) && tell) {
        ui->order_id = id;
    }
}

static void order(struct bil_session *session, const char *words, bool tell)
{
    send_order(ui_of(session), "order", words, tell);
}

static void end_order(struct bil_session *session, const char *words)
{
    send_order(ui_of(session), "end-order", words, true);
}

static bool save(struct bil_session *session, const char *path, struct bil_error *error)
{
    const struct bil_line *way = &ui_of(session)->remote->line;
    struct bil_text text = {0};
    if (table_of(session)->state != BIL_REMOTE_OVER || !way->record) {
        return bil_fail(error, "The server gives the record away when the game is over.");
    }
    const bool saved = way->record(way->context, &text, error) && bil_file_write(path, bil_text_string(&text), text.length, error);
    bil_text_free(&text);
    return saved;
}

static void farewell(struct bil_session *session, bool over)
{
    const struct bil_remote_table *table = table_of(session);
    if (over) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "save FILE keeps the record; rematch begins the next game.");
    } else if (table->you >= 0 && table->state != BIL_REMOTE_OVER) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "The seat stays yours. Come back to it:");
        bil_screen_say(session->screen, 4, BIL_PLAIN, "  %s", ui_of(session)->remote->line.again);
    }
}

/* ------------------------------------------------------------------ commands of this backend */

static void do_say(struct bil_session *session, const char *rest)
{
    struct bil_remote_ui *ui = ui_of(session);
    struct bil_text text = {0};
    if (*rest == 0) {
        bil_session_error(session, "Say something: say, and what the others shall read.");
        return;
    }
    bil_remote_begin(&ui->line, "chat", &text);
    bil_json_key_string(&text, "text", rest);
    send_or_regret(ui, &text);
}

static void do_who(struct bil_session *session, const char *rest)
{
    const struct bil_remote_table *table = table_of(session);
    (void)rest;
    for (int seat = 0; seat < table->seats; seat++) {
        const struct bil_remote_seat *sitter = &table->seat[seat];
        struct bil_text text = {0};
        char left[BIL_REMOTE_SIGN];
        bil_remote_seat_text(table, seat, &text);
        bil_text_add(&text, sitter->kind == BIL_REMOTE_FREE  ? ": free"
                            : sitter->kind == BIL_REMOTE_BOT ? ": a bot"
                            : seat == table->you             ? ": you"
                            : sitter->connected              ? ": here"
                                                             : ": not connected");
        if (*sitter->bot) {
            bil_text_format(&text, ", %s plays", table->game ? bil_bot_called(table->game, sitter->bot) : sitter->bot);
        }
        if (sitter->bank >= 0) {
            bil_remote_write_left(sitter->bank, left);
            bil_text_format(&text, "; in reserve%s", left);
        }
        bil_text_add(&text, table->asked >> seat & 1U ? "; is asked" : "");
        bil_screen_say(session->screen, 4, BIL_PLAIN, "  %s", bil_text_string(&text));
        bil_text_free(&text);
    }
}

static void do_agree(struct bil_session *session, const char *rest)
{
    (void)rest;
    send_about_decision(ui_of(session), "agree");
}

static void do_refuse(struct bil_session *session, const char *rest)
{
    (void)rest;
    send_about_decision(ui_of(session), "refuse");
}

static void do_rematch(struct bil_session *session, const char *rest)
{
    struct bil_remote_ui *ui = ui_of(session);
    const struct bil_line *way = &ui->remote->line;
    struct bil_error error = {{0}};
    struct bil_text said = {0};
    (void)rest;
    if (ui->remote->table.state != BIL_REMOTE_OVER || ui->remote->table.you < 0 || !way->rematch) {
        bil_session_error(session, "A rematch is for those who played, when the game is over.");
    } else if (way->rematch(way->context, &said, &error)) {
        bil_screen_say(session->screen, 0, BIL_PLAIN, "%s", bil_text_string(&said));
        ui->code = BIL_REMOTE_AGAIN;
        ui->ended = true;
    } else {
        bil_session_error(session, error.text);
    }
    bil_text_free(&said);
}

static void do_decline(struct bil_session *session, const char *rest)
{
    const struct bil_remote *remote = ui_of(session)->remote;
    struct bil_error error = {{0}};
    (void)rest;
    if (remote->table.state != BIL_REMOTE_OVER || remote->table.you < 0 || !remote->line.decline) {
        bil_session_error(session, "Only those who played can decline the next game, when this one is over.");
    } else if (!remote->line.decline(remote->line.context, &error)) {
        bil_session_error(session, error.text);
    } /* else the server sends the result to every seat, including ours */
}

/* The server sends the result to every seat, including ours. */
static void change_seats(struct bil_session *session, int seat, const char *bot, const char *remove)
{
    const struct bil_remote *remote = ui_of(session)->remote;
    struct bil_error error = {{0}};
    if (remote->table.state != BIL_REMOTE_OPEN || remote->table.you < 0 || !remote->line.seating) {
        bil_session_error(session, "Who plays can be changed only before the game begins, by who has a seat.");
    } else if (!remote->line.seating(remote->line.context, seat, bot, remove, &error)) {
        bil_session_error(session, error.text);
    }
}

/* The seat number at the beginning of a line; 0, with a message, if there is none. */
static int read_seat(struct bil_session *session, const char **rest)
{
    char *end = NULL;
    const long seat = strtol(*rest, &end, 10);
    if (end == *rest || seat < 1 || seat > table_of(session)->seats || (*end && *end != ' ' && *end != '\t')) {
        struct bil_error error = {{0}};
        bil_fail(&error, "Which seat? A number from 1 to %d.", table_of(session)->seats);
        bil_session_error(session, error.text);
        return 0;
    }
    *rest = end + strspn(end, " \t");
    return (int)seat;
}

static void do_fill(struct bil_session *session, const char *rest)
{
    change_seats(session, 0, *rest ? rest : "easy", NULL);
}

static void do_bot(struct bil_session *session, const char *rest)
{
    const int seat = read_seat(session, &rest);
    if (seat) {
        change_seats(session, seat, *rest ? rest : "easy", NULL);
    }
}

static void do_dismiss(struct bil_session *session, const char *rest)
{
    const int seat = read_seat(session, &rest);
    if (seat) {
        change_seats(session, seat, NULL, table_of(session)->seat[seat - 1].name);
    }
}

/* ------------------------------------------------------------------ leaving for good */

/* How many other persons have a seat. */
static int other_persons(const struct bil_remote_table *table)
{
    int count = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        count += seat != table->you && table->seat[seat].kind == BIL_REMOTE_PERSON;
    }
    return count;
}

/* What becomes of the seat and of the game is said first; the next line is the answer. */
static void do_leave(struct bil_session *session, const char *rest)
{
    struct bil_remote_ui *ui = ui_of(session);
    const struct bil_remote_table *table = table_of(session);
    (void)rest;
    if (table->you < 0) {
        bil_session_error(session, "You watch; there is no seat of yours to leave. quit goes.");
        return;
    }
    if (table->state >= BIL_REMOTE_OVER || !ui->remote->line.leave) {
        bil_session_error(session, table->state >= BIL_REMOTE_OVER
                                       ? "The game is over; there is nothing to leave any more. quit goes."
                                       : "This seat can't be left from here.");
        return;
    }
    bil_screen_say(session->screen, 0, BIL_AMBER, "%s",
                   table->state == BIL_REMOTE_OPEN
                       ? "Give your seat up? It is free again for anybody who has the link of this table."
                   : other_persons(table) > 0
                       ? "Leave this game for good? A bot takes your seat and plays it to the end. You can't take it back."
                       : "Leave this game for good? You are the only person here: it ends at once, and nobody wins it.");
    bil_screen_say(session->screen, 0, BIL_FAINT, "For a break, quit: the seat stays yours. yes leaves, anything else stays.");
    ui->leave_asked = true;
}

void bil_remote_leave_answered(struct bil_remote_ui *ui, const char *line)
{
    const struct bil_remote *remote = ui->remote;
    struct bil_error error = {{0}};
    ui->leave_asked = false;
    if (strcasecmp(line, "yes") != 0) {
        bil_screen_say(ui->session.screen, 0, BIL_PLAIN, "You stay.");
    } else if (!remote->line.leave(remote->line.context, &error)) {
        bil_session_error(&ui->session, error.text);
    } else {
        bil_screen_say(ui->session.screen, 0, BIL_PLAIN, "You have left. The link to this seat opens nothing any more.");
        ui->code = BIL_PLAY_FINE;
        ui->ended = true;
    }
}

static void do_quit(struct bil_session *session, const char *rest)
{
    (void)rest;
    session->leaving = true;
}

static const struct bil_command commands[] = {
    {"say", " TEXT", "something for everybody at the table to read", do_say},
    {"who", "", "who sits where, is there, and is asked", do_who},
    {"agree", "", "let somebody take a move back", do_agree},
    {"refuse", "", "do not", do_refuse},
    {"rematch", "", "when the game is over: the next one, in the same seat", do_rematch},
    {"decline", "", "when the game is over: tell those who play again that you do not", do_decline},
    {"fill", " [BOT]", "before the game, as its host: bots (easy) take all free seats, and it begins", do_fill},
    {"bot", " SEAT [BOT]", "before the game, as its host: a bot (easy) takes that seat", do_bot},
    {"dismiss", " SEAT", "before the game, as its host: the bot or guest at that seat must go", do_dismiss},
    {"leave", "", "give your seat up for good, after a question; a bot plays on", do_leave},
    {"quit", "", "go; the seat stays yours", do_quit},
    {NULL, NULL, NULL, NULL},
};

const struct bil_backend bil_backend_remote = {.event_count = event_count,
                                               .retell = retell,
                                               .decision = decision,
                                               .play = send_offered_move,
                                               .undo = undo,
                                               .order = order,
                                               .end_order = end_order,
                                               .save = save,
                                               .farewell = farewell,
                                               .alone = true,
                                               .commands = commands};

bool bil_remote_command(struct bil_remote_ui *ui, const char *line)
{
    const size_t length = strcspn(line, " \t");
    for (const struct bil_command *command = commands; command->word && length > 0; command++) {
        if (strncasecmp(command->word, line, length) == 0 && command->word[length] == 0) {
            command->run(&ui->session, line + length + strspn(line + length, " \t"));
            return true;
        }
    }
    return false;
}
