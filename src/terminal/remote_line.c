/* The line to a server: hello, resuming, and answers that are said again until they are heard. Must never answer a decision twice
 * with different moves, and never take silence for consent. */
#include <stdio.h>
#include <string.h>

#include "table/clock.h"
#include "table/span.h"
#include "terminal/remote_internal.h"

int64_t bil_remote_begin(struct bil_remote_line *line, const char *type, struct bil_text *out)
{
    const int64_t id = ++line->next_id;
    bil_json_object(out);
    bil_json_key_string(out, "type", type);
    bil_json_key_integer(out, "id", id);
    return id;
}

bool bil_remote_send(struct bil_remote_line *line, struct bil_text *out)
{
    bil_json_object_end(out);
    const bool sent = line->remote->line.send(line->remote->line.context, bil_text_string(out));
    bil_text_free(out);
    return sent;
}

void bil_remote_greet(struct bil_remote_line *line)
{
    const struct bil_remote *remote = line->remote;
    struct bil_text text = {0};
    bil_remote_begin(line, "hello", &text);
    bil_json_key_integer(&text, "protocol", BIL_REMOTE_PROTOCOL);
    bil_json_key_string(&text, "table", remote->table.id);
    if (*remote->token) {
        bil_json_key_string(&text, "token", remote->token);
    }
    if (line->ever && remote->table.number > 0) {
        bil_json_key_integer(&text, "seen", remote->table.number);
    }
    bil_json_key_bool(&text, "views", true);
    bil_json_object_end(&text);
    remote->line.greet(remote->line.context, bil_text_string(&text));
    bil_text_free(&text);
    line->greeted = remote->table.number;
}

/* Tells the line what has changed for it: the entry from which on all is to be told again, and whether anything is in a hurry. */
static void inform_line(struct bil_remote_line *line)
{
    const struct bil_remote_table *table = &line->remote->table;
    const struct bil_line *way = &line->remote->line;
    const bool calm = table->state != BIL_REMOTE_PLAYING || table->days;
    if (line->greeted != table->number) {
        bil_remote_greet(line);
    }
    if (line->calm != calm && way->calm) {
        way->calm(way->context, calm);
        line->calm = calm;
    }
}

/* Says the move that waits, if exactly its decision is still asked; else it is forgotten: somebody else has decided. */
static void resend(struct bil_remote_line *line)
{
    const struct bil_remote_table *table = &line->remote->table;
    if (!line->waiting) {
        return;
    }
    if (!table->your_turn || table->decision != line->waiting_for) {
        line->waiting = 0;
        line->dropped = line->unsent;
        line->unsent = false;
        return;
    }
    struct bil_text text = {0};
    line->waiting = bil_remote_begin(line, "move", &text);
    bil_json_key_integer(&text, "decision", line->waiting_for);
    bil_json_key_string(&text, "move", bil_text_string(&line->move));
    line->said_here = bil_remote_send(line, &text);
    line->unsent = line->unsent && !line->said_here;
}

void bil_remote_answer(struct bil_remote_line *line, const char *move)
{
    bil_text_clear(&line->move);
    bil_text_add(&line->move, move);
    line->waiting = 1; /* until it has its own */
    line->waiting_for = line->remote->table.decision;
    line->unsent = true;
    line->said_here = false;
    if (line->up) {
        resend(line);
    }
}

bool bil_remote_fatal(const struct bil_remote_said *said)
{
    static const char *const codes[] = {"version", "hello", "no-table", "token", "full", "malformed", "damaged"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes && said->kind == BIL_REMOTE_ERROR; i++) {
        if (strcmp(said->code, codes[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Passes on what the seat is shown, for a receipt. */
static void pass_view_on(const struct bil_remote_line *line, const struct bil_remote_said *said, const char *text)
{
    const struct bil_line *way = &line->remote->line;
    const int64_t number = line->remote->table.number;
    struct bil_span view;
    if (!way->shown) {
        return;
    }
    /* If the server has sent everything again, we may have missed that something was taken back. */
    if (said->undone || (said->kind == BIL_REMOTE_TABLE && line->ever)) {
        way->shown(way->context, number, NULL, 0);
    }
    if ((said->kind == BIL_REMOTE_TABLE || said->kind == BIL_REMOTE_NOW) && bil_span_member(text, "view", &view) &&
        *view.begin == '{') {
        way->shown(way->context, number, view.begin, view.length);
    }
}

/* A message that says how things stand has come: we are in. */
static bool arrived(struct bil_remote_line *line)
{
    const bool back = !line->up && line->lost;
    if (!line->up) {
        line->up = line->ever = true;
        line->lost = false;
        resend(line);
    }
    return back;
}

static enum bil_remote_event take_server_message(struct bil_remote_line *line, const char *text, struct bil_remote_said *said)
{
    struct bil_error error = {{0}};
    struct bil_remote_table *table = &line->remote->table;
    const bool fine = bil_remote_take(table, text, bil_clock_ms(), said, &error);
    const bool stands = said->kind == BIL_REMOTE_TABLE || said->kind == BIL_REMOTE_NOW;
    const bool mine = line->waiting > 0 && said->id == line->waiting;
    if (mine && (said->kind == BIL_REMOTE_OK || said->kind == BIL_REMOTE_ERROR)) {
        line->answered = said->kind == BIL_REMOTE_OK ? line->waiting_for : line->answered;
        line->waiting = 0;
    }
    if (said->kind == BIL_REMOTE_ERROR && strcmp(said->code, "moved") == 0) {
        said->kind = BIL_REMOTE_MOVED; /* it was on its way just now */
    }
    if (said->kind == BIL_REMOTE_MOVED) {
        line->up = false; /* until the way to the server, which connects again, says so */
    }
    if (!fine) {
        memcpy(said->text, error.text, sizeof said->text);
    }
    pass_view_on(line, said, text);
    inform_line(line);
    if (stands && arrived(line) && fine) {
        return BIL_EVENT_BACK;
    }
    return fine ? BIL_EVENT_MESSAGE : BIL_EVENT_NONSENSE;
}

enum bil_remote_event bil_remote_next(struct bil_remote_line *line, struct bil_remote_said *said)
{
    const struct bil_line *way = &line->remote->line;
    const char *text = "";
    *said = (struct bil_remote_said){.kind = BIL_REMOTE_ANYTHING, .id = -1, .seat = -1};
    for (;;) {
        const enum bil_line_news news = way->next(way->context, &text);
        switch (news) {
        case BIL_LINE_NOTHING:
            return BIL_EVENT_NOTHING;
        case BIL_LINE_UP:
            line->up = line->said_here = false; /* until the greeting's answer has come */
            break;
        case BIL_LINE_BACK:
            line->up = true;
            line->lost = false;
            if (!line->said_here) {
                resend(line);
            }
            return BIL_EVENT_BACK;
        case BIL_LINE_DOUBT:
        case BIL_LINE_DOWN:
            line->up = false;
            line->lost = line->ever;
            snprintf(said->text, sizeof said->text, "%s", text);
            bil_plain(said->text);
            return news == BIL_LINE_DOUBT ? BIL_EVENT_DOUBT : BIL_EVENT_LOST;
        case BIL_LINE_TEXT:
            return take_server_message(line, text, said);
        }
    }
}
