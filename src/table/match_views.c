/* Views of a match: states and views at any ply, moves and events as text, hints, and the comments of records.
 *
 * Must never let a viewer see more than game->hide leaves. */
#include <stdlib.h>
#include <string.h>

#include "billions/position.h"
#include "kit/notation.h"
#include "table/match_internal.h"
#include "table/memory.h"

enum { RETOLD = 64 }; /* more events never make one sentence */

const void *bil_match_state(const struct bil_match *match, int ply)
{
    return bil_match_moment(match, ply < 0 ? match->ply : ply);
}

void bil_match_view(const struct bil_match *match, int viewer, int ply, void *view)
{
    match->game->hide(match->rules, bil_match_state(match, ply), viewer, view);
}

void bil_match_position(const struct bil_match *match, const void *state, struct bil_text *out)
{
    const char *edition = match->edition_loaded ? NULL : match->edition;
    bil_position_write(match->game, &match->config, match->rules, edition, state, out);
}

void bil_match_decision_text(const struct bil_match *match, int ply, int viewer, struct bil_text *out)
{
    const struct bil_decision *decision = &match->decision[ply];
    bil_move_text(match->game, match->rules, bil_match_state(match, ply), decision->move, viewer, out);
}

void bil_match_move_text(const struct bil_match *match, bil_move move, struct bil_text *out)
{
    bil_move_text(match->game, match->rules, bil_match_state(match, -1), move, match->actor, out);
}

void bil_match_legal_text(const struct bil_match *match, size_t length, struct bil_text *out)
{
    if (match->actor == BIL_OVER) {
        bil_text_add(out, "nothing, the game is over");
        return;
    }
    const size_t begin = out->length;
    for (int i = 0; i < match->move_count; i++) {
        if (out->length - begin > length && match->move_count - i > 1) {
            bil_text_format(out, " and %d more", match->move_count - i);
            return;
        }
        bil_text_add(out, i > 0 ? ", " : "");
        bil_match_move_text(match, match->move[i], out);
    }
}

void bil_match_event_text(const struct bil_match *match, int index, int viewer, struct bil_text *out)
{
    match->game->event_text(match->rules, &match->event[index].event, viewer, out);
}

/* Who decided what led to an event, or -1 for the set-up. */
static int decider(const struct bil_match *match, int index)
{
    const int ply = match->event[index].ply;
    return ply > 0 ? match->decision[ply - 1].seat : -1;
}

int bil_match_retell(const struct bil_match *match, int index, int viewer, struct bil_text *out, bool *opens)
{
    struct bil_event events[RETOLD];
    int count = 0;
    if (!match->game->retell) { /* what one seat brought about in a row is a paragraph */
        *opens = index == 0 || decider(match, index) != decider(match, index - 1);
        bil_match_event_text(match, index, viewer, out);
        return 1;
    }
    for (; count < RETOLD && index + count < match->event_count; count++) {
        events[count] = match->event[index + count].event;
    }
    return match->game->retell(match->rules, events, count, viewer, out, opens);
}

/* ------------------------------------------------------------------ members of messages */

void bil_moves_write(const struct bil_game *game, const void *rules, const void *state, int viewer, const bil_move *move, int count,
                     struct bil_text *words, struct bil_text *out)
{
    bil_json_key_array(out, "moves");
    for (int i = 0; i < count; i++) {
        bil_text_clear(words);
        bil_move_text(game, rules, state, move[i], viewer, words);
        bil_json_string(out, bil_text_string(words));
    }
    bil_json_array_end(out);
}

int bil_places_write(const struct bil_game *game, const void *rules, const void *state, int seats, struct bil_text *out)
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    const int decided = game->rank(rules, state, place);
    bil_json_key_array(out, "places");
    for (int seat = 0; seat < seats; seat++) {
        bil_json_integer(out, place[seat]);
    }
    bil_json_array_end(out);
    bil_json_key_array(out, "points");
    for (int seat = 0; seat < seats; seat++) {
        struct bil_score score = {0};
        game->score(rules, state, seat, &score);
        bil_json_integer(out, score.total);
    }
    bil_json_array_end(out);
    return decided;
}

/* ------------------------------------------------------------------ names */

const char *bil_bot_called(const struct bil_game *game, const char *bot)
{
    const struct bil_bot *found = bil_bot_find(bot, NULL);
    const struct bil_person *person = found ? bil_bot_person(found, game) : NULL;
    return person ? person->name : bot;
}

const char *bil_player_called(const struct bil_game *game, const struct bil_player *player)
{
    const struct bil_person *person = player->bot ? bil_bot_person(player->bot, game) : NULL;
    return person             ? person->name
           : player->bot      ? player->bot->name
           : player->stranger ? bil_bot_called(game, player->name)
                              : player->name;
}

/* ------------------------------------------------------------------ comments */

static char *one_line(const char *text, bool keep_line_ends)
{
    if (!text || !*text) {
        return NULL;
    }
    char *copy = bil_memory_text(text, strlen(text));
    for (char *c = copy; *c; c++) {
        const bool control = (unsigned char)*c < ' ' || *c == 127;
        if (control && !(keep_line_ends && *c == '\n')) {
            *c = ' ';
        }
    }
    return copy;
}

void bil_match_comment(struct bil_match *match, int ply, const char *comment)
{
    if (ply < 0 || ply >= match->ply) {
        return;
    }
    free(match->decision[ply].comment);
    match->decision[ply].comment = one_line(comment, false);
}

void bil_match_note(struct bil_match *match, int ply, const char *lines)
{
    if (ply < 0 || ply > match->ply) {
        return;
    }
    char **place = ply == match->ply ? &match->closing_note : &match->decision[ply].note;
    free(*place);
    *place = one_line(lines, true);
}

void bil_match_time(struct bil_match *match, int ply, int64_t milliseconds)
{
    if (ply >= 0 && ply < match->ply) {
        match->decision[ply].time = milliseconds;
    }
}

void bil_match_header(struct bil_match *match, const char *line)
{
    char *copy = one_line(line, false);
    if (copy) {
        match->header = bil_memory_grow(match->header, (size_t)match->header_count + 1, sizeof *match->header);
        match->header[match->header_count++] = copy;
    }
}
