/* What can be seen of a match: any ply as anybody may see it, with scores, moves and what is asked; what happened, as sentences;
 * why a move is good or forbidden.
 *
 * Must never show everything before the game is over. */
#include "billions/position.h"
#include "bridge.h"

/* ------------------------------------------------------------------ pieces of JSON */

void web_key_text(struct bil_text *out, const char *key, const struct bil_text *words)
{
    bil_json_key(out, key);
    if (words->length > 0) {
        bil_json_string(out, bil_text_string(words));
    } else {
        bil_json_null(out);
    }
}

void web_write_view(const struct web_game *game, int ply, int viewer, struct bil_text *out)
{
    const struct bil_match *match = game->match;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_match_view(match, viewer, ply, view);
    bil_position_write(match->game, &match->config, match->rules, match->edition, view, out);
}

static void write_question(const struct web_game *game, int ply, int actor, bool advice, struct bil_text *out)
{
    const struct bil_match *match = game->match;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_move moves[BIL_MAX_MOVES];
    int32_t value[BIL_MAX_MOVES] = {0};
    struct bil_text words = {0};
    bil_match_view(match, actor, ply, view);
    const int count = match->game->moves(match->rules, view, moves);
    bil_json_object(out);
    bil_question_write(match, view, actor, moves, count, true, &words, out);
    if (advice) {
        match->game->advise(match->rules, view, moves, count, value);
        bil_json_key_array(out, "advice");
        for (int i = 0; i < count; i++) {
            bil_json_integer(out, value[i]);
        }
        bil_json_array_end(out);
    }
    bil_json_object_end(out);
    bil_text_free(&words);
}

void web_write_asked(const struct web_game *game, int ply, int viewer, bool advice, struct bil_text *out)
{
    const struct bil_match *match = game->match;
    const void *state = bil_match_state(match, ply);
    const int actor = match->game->actor(match->rules, state);
    if (actor == BIL_OVER) {
        bil_json_null(out);
        return;
    }
    bil_json_object(out);
    bil_json_key_integer(out, "decision", ply < 0 || ply == match->ply ? web_decision(game) : 0);
    bil_json_key_array(out, "seats");
    bil_json_integer(out, actor + 1);
    bil_json_array_end(out);
    bil_json_key_bool(out, "window", !match->game->recorded(match->rules, state));
    bil_json_key(out, "ends");
    bil_json_null(out);
    bil_json_key(out, "you");
    if (viewer == actor || viewer == BIL_EVERYBODY) {
        write_question(game, ply, actor, advice, out);
    } else {
        bil_json_null(out);
    }
    bil_json_object_end(out);
}

/* Points and places of all as far as the view tells. */
static void write_scores(const struct bil_match *match, const void *view, struct bil_text *out)
{
    uint8_t place[BIL_MAX_SEATS] = {0};
    const int decided = match->game->rank(match->rules, view, place);
    bil_json_key(out, "decided");
    if (decided >= 0) {
        bil_json_string(out, match->game->tie_breaks[decided]);
    } else {
        bil_json_null(out);
    }
    bil_json_key_array(out, "scores");
    for (int seat = 0; seat < match->config.seats; seat++) {
        struct bil_score score = {0};
        match->game->score(match->rules, view, seat, &score);
        bil_json_object(out);
        bil_json_key_integer(out, "seat", seat + 1);
        bil_json_key_integer(out, "place", place[seat]);
        bil_json_key_integer(out, "total", score.total);
        bil_json_key_array(out, "items");
        for (int i = 0; i < score.count; i++) {
            bil_json_object(out);
            bil_json_key_string(out, "label", score.item[i].label);
            bil_json_key_integer(out, "points", score.item[i].points);
            bil_json_key_string(out, "rule", score.item[i].rule ? score.item[i].rule : "");
            bil_json_object_end(out);
        }
        bil_json_array_end(out);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

/* ------------------------------------------------------------------ views */

/* Who asks, and about which ply ("ply"; without it, now). */
static bool read_viewer_and_ply(const struct web_request *request, const struct web_game *game, int *viewer, int *ply)
{
    const struct bil_match *match = game->match;
    *ply = match->ply;
    if (!web_viewer(request, match->config.seats, viewer) ||
        !bil_value_integer(request->object, "ply", 0, match->ply, ply, request->error)) {
        return false;
    }
    return *viewer != BIL_EVERYBODY || game->finished_record || match->actor == BIL_OVER ||
           bil_fail(request->error, "Everything is shown only when the game is over.");
}

bool web_look(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    int viewer = BIL_SPECTATOR;
    int ply = 0;
    bool advice = false;
    bool board = false;
    if (!game || !read_viewer_and_ply(request, game, &viewer, &ply) ||
        !bil_value_bool(request->object, "advice", &advice, request->error) ||
        !bil_value_bool(request->object, "board", &board, request->error)) {
        return false;
    }
    const struct bil_match *match = game->match;
    struct bil_text *out = request->out;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_match_view(match, viewer, ply, view);
    const bool over = match->game->actor(match->rules, view) == BIL_OVER;
    bil_json_object(out);
    bil_json_key_integer(out, "ply", ply);
    bil_json_key_integer(out, "plies", match->ply);
    bil_json_key_bool(out, "over", over);
    bil_json_key(out, "asked");
    web_write_asked(game, ply, viewer, advice, out);
    bil_json_key(out, "view");
    web_write_view(game, ply, viewer, out);
    write_scores(match, view, out);
    bil_json_key(out, "ending");
    if (over && match->game->ending) {
        bil_json_string(out, match->game->endings[match->game->ending(match->rules, view)]);
    } else {
        bil_json_null(out);
    }
    if (match->game->length && match->game->length_unit) {
        bil_json_key_integer(out, "length", match->game->length(match->rules, view));
        bil_json_key_string(out, "unit", match->game->length_unit);
    }
    if (board) { /* as a terminal draws it: for games that have no table of their own in the page */
        struct bil_text text = {0};
        const struct bil_style style = {.columns = 80, .colour = false, .unicode = true};
        match->game->draw(match->rules, view, &style, &text);
        bil_json_key_string(out, "board", bil_text_string(&text));
        bil_text_free(&text);
    }
    bil_json_object_end(out);
    return true;
}

/* What happened, told as to one who was away: "from" and "until" are plies (0: the set-up); without them, all. */
bool web_story(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    int viewer = BIL_SPECTATOR;
    int from = 0;
    int until = 0;
    if (!game || !read_viewer_and_ply(request, game, &viewer, &until) ||
        !bil_value_integer(request->object, "from", 0, game->match->ply, &from, request->error) ||
        !bil_value_integer(request->object, "until", 0, game->match->ply, &until, request->error)) {
        return false;
    }
    const struct bil_match *match = game->match;
    struct bil_text *out = request->out;
    struct bil_text text = {0};
    bil_json_array(out);
    for (int i = 0; i < match->event_count;) {
        const int ply = match->event[i].ply;
        bool opens = false;
        bil_text_clear(&text);
        if (ply < from || ply > until) {
            i++;
            continue;
        }
        i += bil_match_retell(match, i, viewer, &text, &opens);
        if (text.length > 0) {
            bil_json_object(out);
            bil_json_key_integer(out, "ply", ply);
            bil_json_key_bool(out, "opens", opens);
            bil_json_key_string(out, "text", bil_text_string(&text));
            bil_json_object_end(out);
        }
    }
    bil_json_array_end(out);
    bil_text_free(&text);
    return true;
}

/* ------------------------------------------------------------------ why */

/* {"move", "legal", "best", "text"}: what a move is good for, or the rule that forbids it, and whether it is clearly the best
 * answer to what cuts into another's turn. "seat" must be the one that is asked. */
bool web_why(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    const char *words = NULL;
    int seat = 0;
    if (!game || !web_text(request, "move", &words) || !web_number(request, "seat", 1, game->match->config.seats, &seat)) {
        return false;
    }
    const struct bil_match *match = game->match;
    struct bil_text *out = request->out;
    struct bil_text text = {0};
    struct bil_error no = {{0}};
    bil_move move = 0;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    if (match->actor == BIL_OVER) {
        return bil_fail(request->error, "The game is over; there is no move to ask about.");
    }
    if (seat - 1 != match->actor) {
        return bil_fail(request->error, "It is seat %d that decides now, not seat %d.", match->actor + 1, seat);
    }
    const bool legal = bil_match_read_move(match, words, &move, &no);
    bil_match_view(match, match->actor, -1, view);
    bil_json_object(out);
    if (legal) {
        bil_match_move_text(match, move, &text);
    }
    bil_json_key_string(out, "move", legal ? bil_text_string(&text) : words);
    bil_json_key_bool(out, "legal", legal);
    bil_json_key_bool(out, "best", legal && match->game->best && match->game->best(match->rules, view, move));
    bil_text_clear(&text);
    if (legal) {
        match->game->explain(match->rules, view, move, &text);
    }
    bil_json_key_string(out, "text", legal ? bil_text_string(&text) : no.text);
    bil_json_object_end(out);
    bil_text_free(&text);
    return true;
}
