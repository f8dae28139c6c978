/* `billions position`: shows a position from a file, lists the legal moves, or plays some and gives the position after them.
 *
 * Moves are given one by one and nothing is played unasked, save answers of which there is only one and that no record shows. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "billions/position.h"
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

/* Makes a match at the position, with nothing played. NULL, *code and a printed sentence if that cannot be. */
static struct bil_match *load(const struct request *request, int *code)
{
    struct bil_error error = {{0}};
    struct bil_match *match = NULL;
    const char *name = NULL;
    const struct bil_value *document = bil_cli_document(request->path, &name, code);
    if (!document) {
        return NULL;
    }
    const char *id = NULL;
    struct bil_match_setup setup = {.position = document, .keep_view = !request->playing};
    struct bil_settings settings = {0};
    if (document->type == BIL_OBJECT) {
        bil_value_string(document, "game", &id, NULL);
    }
    *code = bil_cli_settings(id ? bil_game_find(id) : NULL, &request->options, &settings);
    if (*code == BIL_EXIT_FINE) {
        *code = bil_cli_edition_file(request->edition, NULL, &setup.config.edition);
    }
    if (*code == BIL_EXIT_FINE) {
        setup.config.seats = (int)request->players;
        setup.config.settings = settings.setting;
        setup.config.setting_count = settings.count;
        bil_seed_from_text(request->seed, setup.seed);
        match = bil_match_bare(&setup, &error);
        if (!match) {
            *code = bil_exit_with(BIL_EXIT_INPUT, "%s: %s", name, error.text);
        }
    }
    bil_json_free(setup.config.edition);
    bil_cli_settings_free(&settings);
    bil_json_free(document);
    return match;
}

/* ------------------------------------------------------------------ show and moves */

static int show_position(const struct bil_match *match, const struct request *request, struct bil_text *out)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    int viewer = BIL_EVERYBODY;
    if (!bil_cli_viewer(request->seat, match->config.seats, &viewer)) {
        return bil_exit_with(BIL_EXIT_USAGE, "--seat %s: there must be a seat from 1 to %d, spectator or all.", request->seat,
                             match->config.seats);
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
    struct bil_text text = {0};
    if (json) {
        bil_json_object(out);
        bil_json_key_bool(out, "over", match->actor == BIL_OVER);
        bil_json_key_integer(out, "seat", match->actor == BIL_OVER ? 0 : match->actor + 1);
        if (match->actor != BIL_OVER) {
            bil_match_view(match, match->actor, -1, view);
            match->game->prompt(match->rules, view, true, &text);
        }
        bil_json_key_string(out, "prompt", bil_text_string(&text));
        bil_json_key_array(out, "moves");
    } else if (match->actor == BIL_OVER) {
        bil_text_add(out, "The game is over: nobody has anything to decide.\n");
    }
    for (int i = 0; i < match->move_count; i++) {
        bil_text_clear(&text);
        bil_match_move_text(match, match->move[i], &text);
        if (json) {
            bil_json_string(out, bil_text_string(&text));
        } else {
            bil_text_format(out, "%d %s\n", match->actor + 1, bil_text_string(&text));
        }
    }
    if (json) {
        bil_json_array_end(out);
        bil_json_object_end(out);
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

int bil_cli_position(int argc, char **argv)
{
    struct request request = {.seat = "all", .seed = "0"};
    const struct bil_flag flags[] = {
        {"json", BIL_FLAG_SWITCH, &request.json, NULL, "JSON instead of text", 0, 0},
        {"seat", BIL_FLAG_TEXT, &request.seat, "SEAT", "show what that seat knows: 1, 2, ..., spectator, or all", 0, 0},
        {"seed", BIL_FLAG_TEXT, &request.seed, "S", "what chance decides from here on (0)", 0, 0},
        {"players", BIL_FLAG_NUMBER, &request.players, "N", "seats, if the file does not say", 1, 99},
        {"option", BIL_FLAG_LIST, &request.options, "K=V", "an option, if the file has none; may be repeated", 0, 0},
        {"edition", BIL_FLAG_TEXT, &request.edition, "FILE", "the edition, if the file does not carry its own", 0, 0},
        {0},
    };
    const struct bil_usage usage = {
        "billions position show FILE | moves FILE | play FILE MOVE... [OPTIONS]",
        "A position is a JSON document (docs/positions.md); FILE may be - for standard input. A MOVE\n"
        "is one argument in the notation of records, with or without its seat: \"2 draw deck\". Where\n"
        "the file is what one viewer sees, play deals what that viewer does not know.",
        flags,
    };
    struct bil_list words;
    const int early = bil_arguments_read(argc, argv, &usage, 2, BIL_LIST_MAX, &words);
    if (early >= 0) {
        return early;
    }
    const char *what = words.item[0];
    const bool moves = strcmp(what, "moves") == 0;
    request.playing = strcmp(what, "play") == 0;
    if ((!moves && !request.playing && strcmp(what, "show") != 0) || (!request.playing && words.count > 2)) {
        return bil_exit_with(BIL_EXIT_USAGE, "position does not know how to do that; usage: %s", usage.synopsis);
    }
    struct bil_text text = {0};
    int code = BIL_EXIT_FINE;
    request.path = words.item[1];
    struct bil_match *match = load(&request, &code);
    if (match && request.playing) {
        code = play_moves_given(match, &words);
    }
    if (match && code == BIL_EXIT_FINE) {
        if (moves && !moves_are_known(match)) {
            code = bil_exit_with(BIL_EXIT_INPUT, "%s is not what seat %d sees, who decides; its moves cannot be told from it.",
                                 request.path, match->actor + 1);
        } else if (moves) {
            list_moves(match, request.json, &text);
        } else {
            code = show_position(match, &request, &text);
        }
    }
    if (match && code == BIL_EXIT_FINE) {
        code = bil_print(&text);
    }
    bil_text_free(&text);
    bil_match_free(match);
    return code;
}
