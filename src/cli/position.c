/* `billions position`: shows a position from a file, lists the legal moves, or plays some and gives the position after them.
 *
 * Moves are given one by one and nothing is played unasked, save answers of which there is only one and that no record shows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "table/match_internal.h"

/* What was asked for. */
struct request {
    const char *path;
    const char *edition;
    const char *seat;
    const char *seed;
    int64_t players;
    struct bil_list options;
    bool json;
    bool playing;
};

/* ------------------------------------------------------------------ show and moves */

static int show_position(const struct bil_match *match, const struct request *request, struct bil_text *out)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    int viewer = BIL_EVERYBODY;
    const int code = bil_cli_viewer(request->seat, match->config.seats, true, &viewer);
    if (code != BIL_EXIT_FINE) {
        return code;
    }
    if (match->from_view && viewer != BIL_EVERYBODY) {
        return bil_exit_with(BIL_EXIT_INPUT, "%s is what one viewer sees already; it cannot be shown as --seat %s sees it.",
                             request->path, request->seat);
    }
    bil_match_view(match, viewer, -1, view);
    if (request->json) {
        bil_match_position(match, viewer == BIL_EVERYBODY ? bil_match_state(match, -1) : view, out);
        bil_text_char(out, '\n');
        return BIL_EXIT_FINE;
    }
    bil_cli_draw(match->game, match->rules, view, out);
    if (match->actor == BIL_OVER) {
        bil_text_add(out, "The game is over.\n");
    } else if (viewer == BIL_EVERYBODY || viewer == match->actor) {
        if (!match->from_view) {
            bil_match_view(match, match->actor, -1, view);
        }
        bil_text_format(out, "Seat %d: ", match->actor + 1);
        match->game->prompt(match->rules, view, true, out);
        bil_text_char(out, '\n');
    }
    return BIL_EXIT_FINE;
}

/* Whether the legal moves can be told: of a view only those of its own viewer. */
static bool moves_are_known(const struct bil_match *match)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    return match->actor == BIL_OVER || bil_cli_view_of_actor(match, view);
}

static void list_moves(const struct bil_match *match, bool json, struct bil_text *out)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const bool over = match->actor == BIL_OVER;
    struct bil_text text = {0};
    if (json) {
        bil_json_object(out);
        bil_json_key_bool(out, "over", over);
        bil_json_key_integer(out, "seat", over ? 0 : match->actor + 1);
        if (!over) {
            bil_match_view(match, match->actor, -1, view);
            match->game->prompt(match->rules, view, true, &text);
        }
        bil_json_key_string(out, "prompt", bil_text_string(&text));
        bil_moves_write(match->game, match->rules, bil_match_state(match, -1), match->actor, match->move, match->move_count, &text,
                        out);
        bil_json_object_end(out);
        bil_text_char(out, '\n');
    } else if (over) {
        bil_text_add(out, "The game is over: nobody has anything to decide.\n");
    }
    for (int i = 0; !json && i < match->move_count; i++) {
        bil_text_format(out, "%d ", match->actor + 1);
        bil_match_move_text(match, match->move[i], out);
        bil_text_char(out, '\n');
    }
    bil_text_free(&text);
}

/* ------------------------------------------------------------------ play */

/* The seat before a move ("2 draw deck" -> 1), or the actor if there is none; *move is what follows. */
static int cut_seat(const char *text, int actor, const char **move)
{
    const size_t digits = strspn(text, "0123456789");
    *move = text;
    if (digits == 0 || digits > 2 || (text[digits] != ' ' && text[digits] != '\t')) {
        return actor;
    }
    *move = text + digits + strspn(text + digits, " \t");
    return **move ? atoi(text) - 1 : actor;
}

static bool play_one(struct bil_match *match, const char *text, struct bil_error *error)
{
    bil_move move = 0;
    const char *words = text;
    struct bil_error first = {{0}};
    for (int attempt = 0; attempt < 2; attempt++) {
        const int seat = cut_seat(text, match->actor, &words);
        if (match->actor == seat && bil_match_read_move(match, words, &move, attempt == 0 ? &first : error)) {
            return bil_match_push(match, move, false) || bil_fail(error, "The game is longer than it may be.");
        }
        if (attempt == 0) {
            bil_match_settle_silent(match); /* the answers that no record shows */
        } else if (match->actor != seat && match->actor != BIL_OVER) {
            return bil_fail(error, "Not seat %d but seat %d decides here.", seat + 1, match->actor + 1);
        } else if (match->actor == BIL_OVER) {
            return bil_fail(error, "The game is over; nobody has anything to decide.");
        }
    }
    return false;
}

static int play_moves_given(struct bil_match *match, const struct bil_list *words)
{
    for (int i = 2; i < words->count; i++) {
        struct bil_error error = {{0}};
        if (!play_one(match, words->item[i], &error)) {
            struct bil_text legal = {0};
            bil_match_legal_text(match, 200, &legal);
            const int code = bil_exit_with(BIL_EXIT_INPUT, "Move %d, \"%.80s\": %s Legal here: %s.", i - 1, words->item[i],
                                           error.text, bil_text_string(&legal));
            bil_text_free(&legal);
            return code;
        }
    }
    bil_match_settle_silent(match);
    return BIL_EXIT_FINE;
}

/* ------------------------------------------------------------------ the command */

static struct request asked = {.seat = "all", .seed = "0"};

static int run_position(const struct bil_list *words)
{
    const char *what = words->item[0];
    const bool moves = strcmp(what, "moves") == 0;
    asked.playing = strcmp(what, "play") == 0;
    if ((!moves && !asked.playing && strcmp(what, "show") != 0) || (!asked.playing && words->count > 2)) {
        return bil_exit_with(BIL_EXIT_USAGE, "position does not know how to do that; usage: %s", bil_cli_position.usage.synopsis);
    }
    struct bil_text text = {0};
    int code = BIL_EXIT_FINE;
    asked.path = words->item[1];
    struct bil_match_setup setup = {.keep_view = !asked.playing, .config = {.seats = (int)asked.players}};
    bil_seed_from_text(asked.seed, setup.seed);
    struct bil_match *match = bil_cli_match_at(asked.path, asked.edition, &asked.options, &setup, &code);
    if (match && asked.playing) {
        code = play_moves_given(match, words);
    }
    if (match && code == BIL_EXIT_FINE) {
        if (moves && !moves_are_known(match)) {
            code = bil_exit_with(BIL_EXIT_INPUT, "%s is not what seat %d sees, who decides; its moves cannot be told from it.",
                                 asked.path, match->actor + 1);
        } else if (moves) {
            list_moves(match, asked.json, &text);
        } else {
            code = show_position(match, &asked, &text);
        }
    }
    if (match && code == BIL_EXIT_FINE) {
        code = bil_print(&text);
    }
    bil_text_free(&text);
    bil_match_free(match);
    return code;
}

static const struct bil_flag flags[] = {
    {"json", BIL_FLAG_SWITCH, &asked.json, NULL, "JSON instead of text", 0, 0},
    {"seat", BIL_FLAG_TEXT, &asked.seat, "SEAT", "show what that seat knows: 1, 2, ..., spectator, or all", 0, 0},
    {"seed", BIL_FLAG_TEXT, &asked.seed, "S", "what chance decides from here on (0)", 0, 0},
    {"players", BIL_FLAG_NUMBER, &asked.players, "N", "seats, if the file does not say", 1, 99},
    {"option", BIL_FLAG_LIST, &asked.options, "K=V", "an option, if the file has none; may be repeated", 0, 0},
    {"edition", BIL_FLAG_TEXT, &asked.edition, "FILE", "the edition, if the file does not carry its own", 0, 0},
    {0},
};

const struct bil_subcommand bil_cli_position = {
    .name = "position",
    .help = "show a position from a file, list its moves, play some",
    .usage = {"billions position show FILE | moves FILE | play FILE MOVE... [OPTIONS]",
              "A position is a JSON document (docs/positions.md); FILE may be - for standard input. A MOVE\n"
              "is one argument in the notation of records, with or without its seat: \"2 draw deck\". Where\n"
              "the file is what one viewer sees, play deals what that viewer does not know.",
              flags},
    .least = 2,
    .most = BIL_LIST_MAX,
    .run = run_position,
};
