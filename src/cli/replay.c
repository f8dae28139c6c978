/* `billions replay`: goes through a recorded game: as a list of what happened, at one move, or as lines of JSON for other programs.
 *
 * A record is complete, so its owner may see all of it; with --seat only what that seat could know is shown. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "kit/notation.h"
#include "table/match_internal.h"

enum { NOWHERE = -1 };

/* ------------------------------------------------------------------ a list of what happened */

static void add_events(const struct bil_match *match, int *next, int ply, int viewer, struct bil_text *out)
{
    struct bil_text sentence = {0};
    for (; *next < match->event_count && match->event[*next].ply <= ply; ++*next) {
        bil_text_clear(&sentence);
        bil_match_event_text(match, *next, viewer, &sentence);
        if (sentence.length > 0) {
            bil_text_format(out, "        %s\n", bil_text_string(&sentence));
        }
    }
    bil_text_free(&sentence);
}

static void add_results(const struct bil_match *match, struct bil_text *out)
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    if (match->actor != BIL_OVER) {
        bil_text_format(out, "The record ends here; seat %d would decide.\n", match->actor + 1);
        return;
    }
    match->game->rank(match->rules, bil_match_state(match, -1), place);
    for (int seat = 0; seat < match->config.seats; seat++) {
        struct bil_score score = {0};
        match->game->score(match->rules, bil_match_state(match, -1), seat, &score);
        bil_text_format(out, "Seat %d: %d points, place %d\n", seat + 1, score.total, place[seat]);
    }
}

static void write_list(const struct bil_match *match, int viewer, struct bil_text *out)
{
    int next = 0;
    bil_text_format(out, "%s, %d seats\n", match->game->title, match->config.seats);
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_player *player = &match->player[seat];
        const char *called = bil_player_called(match->game, player);
        bil_text_format(out, "Seat %d: %s", seat + 1, *called ? called : "person");
        if (player->bot && player->bot->person) {
            bil_text_format(out, " (%s)", player->bot->name);
        }
        bil_text_char(out, '\n');
    }
    add_events(match, &next, 0, viewer, out);
    for (int ply = 0; ply < match->ply; ply++) {
        const struct bil_decision *decision = &match->decision[ply];
        /* what others chose, their viewers hear of as far as they may: not even whether they had a choice */
        if (decision->recorded && (viewer == BIL_EVERYBODY || viewer == decision->seat)) {
            bil_text_format(out, "%6d  %d ", ply + 1, decision->seat + 1);
            bil_match_decision_text(match, ply, viewer, out);
            bil_text_char(out, '\n');
        }
        add_events(match, &next, ply + 1, viewer, out);
    }
    add_results(match, out);
}

/* ------------------------------------------------------------------ one moment */

static void write_moment(const struct bil_match *match, int ply, int viewer, bool json, struct bil_text *out)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const struct bil_game *game = match->game;
    bil_match_view(match, viewer, ply, view);
    if (json) {
        bil_match_position(match, viewer == BIL_EVERYBODY ? bil_match_state(match, ply) : view, out);
        bil_text_char(out, '\n');
        return;
    }
    const int actor = game->actor(match->rules, view);
    bil_text_format(out, "After move %d of %d.\n", ply, match->ply);
    bil_cli_draw(game, match->rules, view, out);
    if (actor != BIL_OVER) {
        bil_text_format(out, "Seat %d decides.", actor + 1);
        if (ply < match->ply && match->decision[ply].recorded && (viewer == BIL_EVERYBODY || viewer == actor)) {
            bil_text_add(out, " Then: ");
            bil_match_decision_text(match, ply, viewer, out);
        }
        bil_text_char(out, '\n');
    }
}

/* ------------------------------------------------------------------ lines of JSON */

static void trace_events(const struct bil_match *match, int *next, int ply, struct bil_text *out)
{
    const int first = *next;
    struct bil_text sentence = {0};
    bil_json_key_array(out, "chance");
    for (; *next < match->event_count && match->event[*next].ply <= ply; ++*next) {
        const struct bil_event *event = &match->event[*next].event;
        if (event->flags & BIL_EVENT_CHANCE) {
            bil_text_clear(&sentence);
            bil_match_event_text(match, *next, BIL_EVERYBODY, &sentence);
            bil_json_object(out);
            bil_json_key_string(out, "kind", bil_event_word(match->game, event->kind));
            bil_json_key_integer(out, "seat", event->seat + 1);
            bil_json_key_integer(out, "a", event->a);
            bil_json_key_integer(out, "b", event->b);
            bil_json_key_integer(out, "c", event->c);
            bil_json_key_string(out, "text", bil_text_string(&sentence));
            bil_json_object_end(out);
        }
    }
    bil_json_array_end(out);
    bil_json_key_array(out, "events");
    for (int e = first; e < *next; e++) {
        bil_text_clear(&sentence);
        bil_match_event_text(match, e, BIL_EVERYBODY, &sentence);
        if (sentence.length > 0) {
            bil_json_string(out, bil_text_string(&sentence));
        }
    }
    bil_json_array_end(out);
    bil_text_free(&sentence);
}

static void trace_position(const struct bil_match *match, int ply, struct bil_text *out)
{
    struct bil_text position = {0};
    bil_match_position(match, bil_match_state(match, ply), &position);
    bil_json_key(out, "position");
    bil_json_raw(out, bil_text_string(&position));
    bil_text_free(&position);
}

/* What every seat could know at that moment, in the order of the seats. */
static void trace_views(const struct bil_match *match, int ply, struct bil_text *out)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16)));
    struct bil_text text = {0};
    bil_json_key_array(out, "views");
    for (int seat = 0; seat < match->config.seats; seat++) {
        bil_text_clear(&text);
        memset(view, 0, sizeof view);
        bil_match_view(match, seat, ply, view);
        bil_match_position(match, view, &text);
        bil_json_raw(out, bil_text_string(&text));
    }
    bil_json_array_end(out);
    bil_text_free(&text);
}

static void trace_moves(const struct bil_match *match, int ply, struct bil_text *out)
{
    bil_move moves[BIL_MAX_MOVES];
    struct bil_text text = {0};
    const void *state = bil_match_state(match, ply);
    const int count = match->game->moves(match->rules, state, moves);
    bil_moves_write(match->game, match->rules, state, BIL_EVERYBODY, moves, count, &text, out);
    bil_text_clear(&text);
    bil_match_decision_text(match, ply, BIL_EVERYBODY, &text);
    bil_json_key_string(out, "move", bil_text_string(&text));
    bil_text_free(&text);
}

static void trace_end(const struct bil_match *match, bool views, struct bil_text *out)
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    char hash[20];
    const void *state = bil_match_state(match, -1);
    bil_json_object(out);
    bil_json_key_integer(out, "ply", match->ply);
    bil_json_key_bool(out, "over", match->actor == BIL_OVER);
    trace_position(match, -1, out);
    if (views) {
        trace_views(match, -1, out);
    }
    if (match->actor == BIL_OVER) {
        match->game->rank(match->rules, state, place);
        bil_json_key_array(out, "result");
        for (int seat = 0; seat < match->config.seats; seat++) {
            struct bil_score score = {0};
            match->game->score(match->rules, state, seat, &score);
            bil_json_object(out);
            bil_json_key_integer(out, "seat", seat + 1);
            bil_json_key_integer(out, "points", score.total);
            bil_json_key_integer(out, "place", place[seat]);
            bil_json_object_end(out);
        }
        bil_json_array_end(out);
    }
    snprintf(hash, sizeof hash, "%016" PRIx64, bil_state_hash(match->game, state));
    bil_json_key_string(out, "hash", hash);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

static int print_trace(const struct bil_match *match, bool views)
{
    struct bil_text line = {0};
    int next = 0;
    bil_json_object(&line);
    bil_json_key_string(&line, "game", match->game->id);
    bil_json_key_integer(&line, "seats", match->config.seats);
    trace_events(match, &next, 0, &line);
    bil_json_object_end(&line);
    bil_text_char(&line, '\n');
    int code = bil_print(&line);
    for (int ply = 0; code == BIL_EXIT_FINE && ply < match->ply; ply++) {
        bil_json_object(&line);
        bil_json_key_integer(&line, "ply", ply);
        bil_json_key_integer(&line, "seat", match->decision[ply].seat + 1);
        bil_json_key_bool(&line, "forced", match->decision[ply].forced);
        bil_json_key_bool(&line, "recorded", match->decision[ply].recorded);
        trace_position(match, ply, &line);
        if (views) {
            trace_views(match, ply, &line);
        }
        trace_moves(match, ply, &line);
        trace_events(match, &next, ply + 1, &line);
        bil_json_object_end(&line);
        bil_text_char(&line, '\n');
        code = bil_print(&line);
    }
    if (code == BIL_EXIT_FINE) {
        trace_end(match, views, &line);
        code = bil_print(&line);
    }
    return code;
}

/* ------------------------------------------------------------------ the command */

/* What was asked for. */
static struct {
    const char *edition, *seat;
    int64_t at;
    bool trace, views, json;
} asked = {.seat = "all", .at = NOWHERE};

static int run_replay(const struct bil_list *words)
{
    struct bil_match *match = NULL;
    struct bil_text text = {0};
    int viewer = BIL_EVERYBODY;
    int code = bil_cli_record(words->item[0], asked.edition, &match);
    if (code == BIL_EXIT_FINE) {
        code = bil_cli_viewer(asked.seat, match->config.seats, true, &viewer);
    }
    if (code != BIL_EXIT_FINE) {
        bil_match_free(match);
        return code;
    }
    if (asked.at > match->ply) {
        code = bil_exit_with(BIL_EXIT_USAGE, "--at %" PRId64 ": the game has %d moves.", asked.at, match->ply);
    } else if (asked.views && !asked.trace) {
        code = bil_exit_with(BIL_EXIT_USAGE, "--views belongs to --trace: write both.");
    } else if (asked.trace) {
        code =
            viewer == BIL_EVERYBODY
                ? print_trace(match, asked.views)
                : bil_exit_with(
                      BIL_EXIT_USAGE,
                      "--trace shows everything; it cannot be joined with --seat. What the seats could know is shown by --views.");
    } else {
        if (asked.at == NOWHERE && asked.json) {
            asked.at = match->ply;
        }
        if (asked.at == NOWHERE) {
            write_list(match, viewer, &text);
        } else {
            write_moment(match, (int)asked.at, viewer, asked.json, &text);
        }
        code = bil_print(&text);
    }
    bil_match_free(match);
    return code;
}

static const struct bil_flag flags[] = {
    {"at", BIL_FLAG_NUMBER, &asked.at, "PLY", "draw the table after that many moves, forced ones too (0: the beginning)", 0,
     1000000000},
    {"seat", BIL_FLAG_TEXT, &asked.seat, "SEAT", "show what that seat could know: 1, 2, ..., spectator, or all", 0, 0},
    {"trace", BIL_FLAG_SWITCH, &asked.trace, NULL, "one JSON object a line: position, legal moves, move, chance", 0, 0},
    {"views", BIL_FLAG_SWITCH, &asked.views, NULL, "with --trace: what each seat could know at that moment, too", 0, 0},
    {"json", BIL_FLAG_SWITCH, &asked.json, NULL, "with --at: the position as JSON", 0, 0},
    {"edition", BIL_FLAG_TEXT, &asked.edition, "FILE", "the edition, if the record does not carry its own", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_replay = {
    .name = "replay",
    .help = "go through a recorded game, or stop at any move of it",
    .usage = {"billions replay FILE [--at PLY] [--seat SEAT] [--trace] [OPTIONS]",
              "Lists what happened in a recorded game, with the number of each move. A record that breaks\n"
              "off is shown as far as it goes. FILE may be - for standard input.",
              flags},
    .least = 1,
    .most = 1,
    .run = run_replay,
};
