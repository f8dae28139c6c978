/* The lines of the protocol for bots in other programs. Must never write more than the asked seat may see: positions are those of
 * the view. */
#include "table/external_bot_protocol.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/position.h"
#include "kit/notation.h"
#include "table/match_internal.h"

const char *bil_protocol_behind(const char *line, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != 0 && line[length] != ' ')) {
        return NULL;
    }
    return line + length + strspn(line + length, " ");
}

/* ------------------------------------------------------------------ telling */

void bil_protocol_game(const struct bil_ask *ask, char edition[BIL_EDITION_HASH], struct bil_text *out)
{
    const struct bil_config *config = ask->config;
    bil_text_add(out, "game ");
    bil_json_object(out);
    bil_json_key_string(out, "game", ask->game->id);
    bil_json_key_integer(out, "revision", config->revision ? config->revision : ask->game->revision);
    bil_json_key_integer(out, "seats", config->seats);
    bil_options_write(config, out);
    struct bil_text whole = {0};
    ask->game->edition_json(ask->rules, &whole);
    bil_json_key(out, "edition");
    bil_json_raw(out, bil_text_string(&whole));
    bil_text_free(&whole);
    bil_edition_hash(ask->game, ask->rules, edition);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

void bil_protocol_ask(const struct bil_ask *ask, const char *edition, uint64_t number, int64_t ms, int64_t deadline,
                      uint64_t random, struct bil_text *out)
{
    char text[24];
    struct bil_text words = {0};
    bil_text_format(out, "ask %" PRIu64 " ", number);
    bil_json_object(out);
    bil_json_key_integer(out, "seat", ask->seat + 1);
    bil_json_key_integer(out, "ms", ms);
    bil_json_key_integer(out, "deadline", deadline);
    snprintf(text, sizeof text, "%016" PRIx64, random);
    bil_json_key_string(out, "random", text);
    bil_moves_write(ask->game, ask->rules, ask->view, ask->seat, ask->moves, ask->count, &words, out);
    bil_text_clear(&words);
    ask->game->prompt(ask->rules, ask->view, true, &words);
    bil_json_key_string(out, "prompt", bil_text_string(&words));
    bil_text_clear(&words);
    bil_position_write(ask->game, ask->config, ask->rules, edition, ask->view, &words);
    bil_json_key(out, "view");
    bil_json_raw(out, bil_text_string(&words));
    bil_json_object_end(out);
    bil_text_char(out, '\n');
    bil_text_free(&words);
}

void bil_protocol_over(const struct bil_game *game, const void *rules, const void *state, int seats, int seat, struct bil_text *out)
{
    bil_text_add(out, "over ");
    bil_json_object(out);
    bil_json_key_integer(out, "seat", seat + 1);
    bil_places_write(game, rules, state, seats, out);
    bil_json_object_end(out);
    bil_text_char(out, '\n');
}

void bil_protocol_reason(const struct bil_ask *ask, const struct bil_reason *reason, struct bil_text *out)
{
    bil_text_format(out, "reason %" PRIu32, reason->visits);
    for (int seat = 0; seat < ask->config->seats; seat++) {
        bil_text_format(out, " %.2f/%.3f", reason->points[seat], reason->place[seat]);
    }
    bil_text_char(out, ' ');
    bil_move_text(ask->game, ask->rules, ask->view, reason->move, ask->seat, out);
    bil_text_char(out, '\n');
}

/* ------------------------------------------------------------------ reading */

bool bil_protocol_read_reason(const struct bil_ask *ask, const char *text, struct bil_reason *reason, struct bil_error *error)
{
    const int seats = ask->config->seats;
    char *end = NULL;
    const double visits = strtod(text, &end);
    bool fine = end != text && *end == ' ' && visits >= 0 && visits <= UINT32_MAX;
    *reason = (struct bil_reason){.visits = fine ? (uint32_t)visits : 0};
    for (int seat = 0; seat < seats && fine; seat++) {
        const char *number = end;
        reason->points[seat] = strtod(number, &end);
        fine = end != number && *end == '/' && isfinite(reason->points[seat]);
        if (fine) {
            number = end + 1;
            reason->place[seat] = strtod(number, &end);
            fine = end != number && *end == ' ' && reason->place[seat] >= 1 && reason->place[seat] <= seats;
        }
    }
    if (!fine) {
        return bil_fail(
            error,
            "\"reason %.60s\" is no reason; write reason, how often the move was tried, points/place for each of the %d "
            "seats, and the move.",
            text, seats);
    }
    reason->move = bil_protocol_read_move(ask, end + strspn(end, " "), error);
    return reason->move != 0;
}

bil_move bil_protocol_read_move(const struct bil_ask *ask, const char *text, struct bil_error *error)
{
    bil_move move = bil_move_exact(ask->game, ask->rules, ask->view, ask->seat, ask->moves, ask->count, text);
    if (move) {
        return move;
    }
    if (!bil_move_parse(ask->game, ask->rules, ask->view, text, &move, error)) {
        return 0;
    }
    for (int i = 0; i < ask->count; i++) {
        if (ask->moves[i] == move) {
            return move;
        }
    }
    struct bil_text words = {0};
    ask->game->why_not(ask->rules, ask->view, move, &words);
    bil_fail(error, "%s", words.length ? bil_text_string(&words) : "This move is not legal now.");
    bil_text_free(&words);
    return 0;
}
