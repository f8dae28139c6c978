/* Writes the entries of a table's log (see log_entry.h). Must never ask a game for more than the viewer may know. */
#include "table/messages/log_entry.h"

#include <string.h>

#include "billions/orders.h"
#include "kit/notation.h"
#include "table/match_internal.h"
#include "table/memory.h"

static const char *const kind_names[] = {[BIL_ENTRY_SEATED] = "seated",     [BIL_ENTRY_LEFT] = "left",
                                         [BIL_ENTRY_BEGAN] = "began",       [BIL_ENTRY_MOVE] = "move",
                                         [BIL_ENTRY_UNDO] = "undo",         [BIL_ENTRY_ASK_UNDO] = "ask-undo",
                                         [BIL_ENTRY_AGREE] = "agree",       [BIL_ENTRY_REFUSE] = "refuse",
                                         [BIL_ENTRY_CHAT] = "chat",         [BIL_ENTRY_BOT] = "bot",
                                         [BIL_ENTRY_BACK] = "back",         [BIL_ENTRY_OVER] = "over",
                                         [BIL_ENTRY_CLOSED] = "closed",     [BIL_ENTRY_REMATCH] = "rematch",
                                         [BIL_ENTRY_DECLINE] = "decline",   [BIL_ENTRY_BOT_SEATED] = "bot-seated",
                                         [BIL_ENTRY_BOT_LEFT] = "bot-left", [BIL_ENTRY_REMOVED] = "removed"};
static const char *const how_names[] = {
    [BIL_HOW_PERSON] = "person", [BIL_HOW_ORDER] = "order", [BIL_HOW_TIMEOUT] = "timeout", [BIL_HOW_BOT] = "bot"};

/* ------------------------------------------------------------------ moves */

void bil_log_line_keep(struct bil_log_line *line, const struct bil_match *match)
{
    const int count = line->event_to - line->event_from;
    line->back = bil_memory_grow(NULL, 1, sizeof *line->back + (size_t)count * sizeof(struct bil_match_event));
    line->back->move = match->decision[line->ply].move;
    line->back->event_count = count;
    memcpy(line->back->state, bil_match_state(match, line->ply), match->game->state_size);
    for (int e = 0; e < count; e++) {
        line->back->event[e] = match->event[line->event_from + e];
    }
}

/* The move of such a line, and the state that it was made in. */
static bil_move move_of(const struct bil_log_line *line, const struct bil_match *match, const void **state)
{
    *state = line->back ? line->back->state : bil_match_state(match, line->ply);
    return line->back ? line->back->move : match->decision[line->ply].move;
}

void bil_log_line_move(const struct bil_log_line *line, const struct bil_match *match, int viewer, struct bil_text *out)
{
    const void *state = NULL;
    const bil_move move = move_of(line, match, &state);
    bil_move_text(match->game, match->rules, state, move, viewer, out);
}

static void write_parts(const struct bil_log_line *line, const struct bil_match *match, int viewer, struct bil_text *out)
{
    const void *state = NULL;
    const bil_move move = move_of(line, match, &state);
    bil_json_key(out, "parts");
    bil_move_json(match->game, match->rules, state, move, viewer, out);
}

/* ------------------------------------------------------------------ events */

/* Nothing is written of what the viewer may not even know to have happened. `plies`: the ply of the state it led to is told. */
static void write_event(const struct bil_match *match, const struct bil_match_event *heard, bool plies, int viewer,
                        struct bil_text *words, struct bil_text *out)
{
    const struct bil_event *event = &heard->event;
    const bool known = bil_event_known(event, viewer);
    bil_text_clear(words);
    match->game->event_text(match->rules, event, viewer, words);
    if (words->length == 0 && !known) {
        return;
    }
    bil_json_object(out);
    if (words->length > 0) {
        bil_json_key_string(out, "text", bil_text_string(words));
    }
    bil_json_key_string(out, "kind", bil_event_word(match->game, event->kind));
    bil_json_key_integer(out, "seat", event->seat + 1);
    if (known) {
        bil_json_key_integer(out, "a", event->a);
        bil_json_key_integer(out, "b", event->b);
        bil_json_key_integer(out, "c", event->c);
    }
    if (plies) {
        bil_json_key_integer(out, "ply", heard->ply);
    }
    bil_json_object_end(out);
}

static int event_count(const struct bil_log_line *line)
{
    return line->back ? line->back->event_count : line->event_to - line->event_from;
}

static const struct bil_match_event *event_of(const struct bil_log_line *line, const struct bil_match *match, int index)
{
    return line->back ? &line->back->event[index] : &match->event[line->event_from + index];
}

static void write_events(const struct bil_log_line *line, const struct bil_match *match, int viewer, struct bil_text *words,
                         struct bil_text *out)
{
    bil_json_key_array(out, "events");
    for (int e = 0; e < event_count(line); e++) {
        write_event(match, event_of(line, match, e), line->until != 0, viewer, words, out);
    }
    bil_json_array_end(out);
}

/* ------------------------------------------------------------------ voices */

uint64_t bil_log_line_voice(const struct bil_log_line *line, const struct bil_match *match, int viewer)
{
    enum { BITS = 62 };
    const uint64_t own = UINT64_C(1) << 63 | (unsigned)(viewer - BIL_EVERYBODY);
    uint64_t voice = 0;
    if (line->kind != BIL_ENTRY_MOVE && line->kind != BIL_ENTRY_BEGAN) {
        return 0;
    }
    if (line->kind == BIL_ENTRY_MOVE) {
        const void *state = NULL;
        const bil_move move = move_of(line, match, &state);
        voice = bil_move_open(match->game, match->rules, state, move, viewer);
    }
    if ((line->lapsed && viewer == line->seat) || !match->game->addressed || event_count(line) > BITS) {
        return own;
    }
    for (int e = 0; e < event_count(line); e++) {
        const struct bil_event *event = &event_of(line, match, e)->event;
        if (viewer >= 0 && match->game->addressed(match->rules, event) >> viewer & 1U) {
            return own;
        }
        voice |= (uint64_t)bil_event_known(event, viewer) << (1 + e);
    }
    return voice;
}

/* ------------------------------------------------------------------ entries */

/* The special member that entries of some kinds have: its value is the entry's text. */
static const struct {
    const char *key;
    bool json; /* the text is JSON */
} members[] = {
    [BIL_ENTRY_SEATED] = {"name", false},        [BIL_ENTRY_LEFT] = {"name", false},    [BIL_ENTRY_BOT] = {"name", false},
    [BIL_ENTRY_BEGAN] = {"contributions", true}, [BIL_ENTRY_CHAT] = {"text", false},    [BIL_ENTRY_OVER] = {"over", true},
    [BIL_ENTRY_REMATCH] = {"table", false},      [BIL_ENTRY_DECLINE] = {"name", false}, [BIL_ENTRY_BOT_SEATED] = {"name", false},
    [BIL_ENTRY_BOT_LEFT] = {"name", false},      [BIL_ENTRY_REMOVED] = {"name", false},
};

void bil_log_line_write(const struct bil_log_line *line, const struct bil_match *match, int viewer, bool typed,
                        struct bil_text *words, struct bil_text *out)
{
    bil_json_object(out);
    if (typed) {
        bil_json_key_string(out, "type", "entry");
    }
    bil_json_key_integer(out, "number", line->number);
    bil_json_key_string(out, "kind", kind_names[line->kind]);
    bil_json_key_integer(out, "seat", line->seat + 1);
    bil_json_key_integer(out, "time", line->time);
    if (members[line->kind].key && line->text) {
        bil_json_key(out, members[line->kind].key);
        (members[line->kind].json ? bil_json_raw : bil_json_string)(out, line->text);
    }
    if (line->kind == BIL_ENTRY_MOVE) {
        bil_json_key_string(out, "how", how_names[line->how]);
        if (line->lapsed && viewer == line->seat) {
            bil_json_key_bool(out, "lapsed", true);
        }
        if (line->until) {
            bil_json_key_integer(out, "ply", line->ply);
            bil_json_key_integer(out, "until", line->until);
        }
        bil_text_clear(words);
        bil_log_line_move(line, match, viewer, words);
        bil_json_key_string(out, "move", bil_text_string(words));
        write_parts(line, match, viewer, out);
    }
    if (line->kind >= BIL_ENTRY_BOT_SEATED && line->how > 0) {
        bil_json_key_integer(out, "by", line->how);
    }
    if (line->kind == BIL_ENTRY_UNDO) {
        bil_json_key_integer(out, "to", line->ply);
    }
    if (line->kind == BIL_ENTRY_MOVE || line->kind == BIL_ENTRY_BEGAN) {
        write_events(line, match, viewer, words, out);
    }
    bil_json_object_end(out);
}

/* ------------------------------------------------------------------ questions and results */

/* The standing orders that would answer what is asked, for buttons beside the question. */
static void write_orders(const struct bil_match *match, const void *view, int seat, struct bil_text *out)
{
    const struct bil_orders *orders = match->game->orders;
    bil_json_key_array(out, "orders");
    for (int i = 0; orders && orders->list[i].words; i++) {
        struct bil_text written = {0};
        struct bil_error error;
        int32_t argument = 0;
        bil_move move;
        if (orders->list[i].label &&
            (!orders->read || orders->read(match->rules, view, seat, i, "", &argument, &written, &error)) &&
            orders->answer(match->rules, view, i, argument, &move) == BIL_ORDER_ANSWERS) {
            bil_json_object(out);
            bil_json_key_string(out, "words", orders->list[i].words);
            bil_json_key_string(out, "label", orders->list[i].label);
            bil_json_object_end(out);
        }
        bil_text_free(&written);
    }
    bil_json_array_end(out);
}

void bil_question_write(const struct bil_match *match, const void *view, int seat, const bil_move *moves, int count, bool parts,
                        struct bil_text *words, struct bil_text *out)
{
    bil_text_clear(words);
    match->game->prompt(match->rules, view, false, words);
    bil_json_key_string(out, "prompt", bil_text_string(words));
    bil_moves_write(match->game, match->rules, view, seat, moves, count, words, out);
    if (parts) {
        bil_json_key_array(out, "parts");
        for (int i = 0; i < count; i++) {
            bil_move_json(match->game, match->rules, view, moves[i], seat, out);
        }
        bil_json_array_end(out);
        write_orders(match, view, seat, out);
    }
}

void bil_result_write(const struct bil_match *match, struct bil_text *out)
{
    const int decided = bil_places_write(match->game, match->rules, bil_match_state(match, -1), match->config.seats, out);
    bil_json_key(out, "decided");
    if (decided >= 0) {
        bil_json_string(out, match->game->tie_breaks[decided]);
    } else {
        bil_json_null(out);
    }
}
