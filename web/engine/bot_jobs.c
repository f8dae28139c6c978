/* Jobs for bots, and hints. A bot may think elsewhere than the table is: `question` makes a self-contained question of what the
 * asked seat sees, `think` answers it on another machine (a second worker), and the answer is played like any move.
 *
 * Must never give a bot more than the view of the seat that is asked. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/position.h"
#include "bots/bots.h"
#include "bots/value_net.h"
#include "bridge.h"
#include "kit/notation.h"
#include "lab/analysis/analyse.h"
#include "table/memory.h"
#include "table/messages/argument.h"
#include "table/messages/reasons.h"
#include "table/settings.h"

/* As in src/table/match.c: the same seed, seat and ply give a bot the same chances wherever it thinks. */
enum { STREAM_BOTS = 0x424f5400 };

enum { WORST = 5 };

/* The page hears how many of the choices of an analysis are judged. */
__attribute__((import_module("billions"), import_name("progress"))) void web_progress(int done, int total);

/* ------------------------------------------------------------------ what a bot thinks, as JSON */

static void write_numbers(const char *key, const double *number, int count, struct bil_text *out)
{
    bil_json_key_array(out, key);
    for (int i = 0; i < count; i++) {
        bil_json_number(out, number[i]);
    }
    bil_json_array_end(out);
}

static void write_move(const struct bil_choice *choice, const char *key, bil_move move, struct bil_text *out)
{
    struct bil_text text = {0};
    bil_move_text(choice->game, choice->rules, choice->view, move, choice->seat, &text);
    web_key_text(out, key, &text);
    bil_text_free(&text);
}

static void write_parts(const struct bil_choice *choice, const char *key, bil_move move, struct bil_text *out)
{
    bil_json_key(out, key);
    bil_move_json(choice->game, choice->rules, choice->view, move, choice->seat, out);
}

/* The members of a choice: the move, and the moves that were weighed. */
static void write_choice(const struct bil_choice *choice, bil_move move, const char *bot, struct bil_text *out)
{
    bil_json_key_string(out, "bot", bot);
    bil_json_key_integer(out, "seat", choice->seat + 1);
    write_move(choice, "move", move, out);
    bil_json_key_integer(out, "tries", (int64_t)choice->reasons->iterations);
    bil_json_key_array(out, "moves");
    for (int i = 0; i < choice->reasons->count; i++) {
        const struct bil_reason *reason = &choice->reasons->item[i];
        bil_json_object(out);
        write_move(choice, "move", reason->move, out);
        bil_json_key_integer(out, "tries", reason->visits);
        write_numbers("points", reason->points, choice->seats, out);
        write_numbers("places", reason->place, choice->seats, out);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

/* ------------------------------------------------------------------ a question and its answer */

bool web_question_for_bot(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    if (!game) {
        return false;
    }
    const struct bil_match *match = game->match;
    struct bil_text *out = request->out;
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    char seed[2 * BIL_SEED_BYTES + 3] = "0x";
    if (match->actor == BIL_OVER) {
        return bil_fail(request->error, "The game is over; nobody has anything to decide.");
    }
    bil_seed_to_text(match->seed, seed + 2);
    bil_match_view(match, match->actor, -1, view);
    bil_json_object(out);
    bil_json_key_integer(out, "seat", match->actor + 1);
    bil_json_key_integer(out, "decision", web_decision(game));
    bil_json_key_integer(out, "ply", match->ply);
    bil_json_key_integer(out, "revision", match->config.revision);
    bil_json_key_string(out, "seed", seed);
    bil_json_key(out, "position");
    bil_match_position(match, view, out);
    bil_json_object_end(out);
    return true;
}

/* Asks the bot about a view that was read. */
static void answer_job(const struct bil_position *position, const struct bil_bot *bot, const uint8_t seed[BIL_SEED_BYTES], int ply,
                       struct bil_text *out)
{
    const struct bil_game *game = position->game;
    bil_move moves[BIL_MAX_MOVES];
    struct bil_reasons reasons = {0};
    struct bil_random random;
    unsigned char *quick = bil_memory_zero(1, game->rules_size);
    const int seat = game->actor(position->rules, position->state);
    memcpy(quick, position->rules, game->rules_size);
    if (game->make_fast) {
        game->make_fast(quick);
    }
    bil_random_stream(&random, seed, (uint32_t)(STREAM_BOTS + seat), (uint32_t)ply);
    const struct bil_ask ask = {.game = game,
                                .rules = position->rules,
                                .quick = quick,
                                .view = position->state,
                                .seat = seat,
                                .moves = moves,
                                .count = game->moves(position->rules, position->state, moves),
                                .random = &random,
                                .reasons = &reasons,
                                .config = &position->config};
    const bil_move move = bot->choose(bot, &ask);
    const struct bil_choice choice = {game, position->rules, position->state, seat, position->config.seats, &reasons};
    write_choice(&choice, move, bot->name, out);
    free(quick);
}

/* {"game", "bot"}: whether the bot would ask a net that could be there, but is not: true until `web_net` was given one. */
bool web_net_wanted(const struct web_request *request)
{
    const struct bil_game *game = bil_game_read(request->object, request->error);
    const char *name = NULL;
    const struct bil_bot *bot = game && web_text(request, "bot", &name) ? bil_bot_find(name, request->error) : NULL;
    if (bot) {
        bil_json_bool(request->out, bil_search_asks_net(bot) && !bil_value_net_of(game));
    }
    return bot != NULL;
}

/* {"question": what `question` gave, "bot": NAME}. */
bool web_think(const struct web_request *request)
{
    const struct bil_value *what = NULL;
    const struct bil_value *document = NULL;
    const char *name = NULL;
    const char *seed_text = "";
    int ply = 0;
    int decision = 0;
    uint8_t seed[BIL_SEED_BYTES];
    struct bil_config fallback = {0};
    struct bil_position position;
    if (!web_text(request, "bot", &name) || !bil_value_object(request->object, "question", &what, request->error) ||
        !bil_value_object(what, "position", &document, request->error) ||
        !bil_value_string(what, "seed", &seed_text, request->error) ||
        !bil_value_integer(what, "ply", 0, BIL_MAX_PLIES, &ply, request->error) ||
        !bil_value_integer(what, "decision", 0, INT32_MAX, &decision, request->error) ||
        !bil_value_integer(what, "revision", 0, INT16_MAX, &fallback.revision, request->error)) {
        return false;
    }
    const struct bil_bot *bot = bil_bot_find(name, request->error);
    if (!bot) {
        return false;
    }
    if (!document) {
        return bil_fail(request->error, "There is no question.position to think about.");
    }
    if (!bil_position_read(document, NULL, &fallback, &position, request->error)) {
        return false;
    }
    const bool open = position.game->actor(position.rules, position.state) != BIL_OVER;
    if (open) {
        bil_seed_from_text(seed_text, seed);
        bil_json_object(request->out);
        bil_json_key_integer(request->out, "decision", decision);
        answer_job(&position, bot, seed, ply, request->out);
        bil_json_object_end(request->out);
    }
    bil_position_free(&position);
    return open || bil_fail(request->error, "The game is over; nobody has anything to decide.");
}

/* A move of a decision as a seat writes it; false and a sentence if it is no legal one. */
static bool read_choice(const struct web_request *request, const char *key, const struct bil_argument_ask *ask, bil_move *move)
{
    const char *words = NULL;
    if (!bil_value_string(request->object, key, &words, request->error)) {
        return false;
    }
    *move = words ? bil_move_exact(ask->of.game, ask->of.rules, ask->of.view, ask->of.seat, ask->moves, ask->count, words) : 0;
    return !words || *move || bil_fail(request->error, "%s: \"%.100s\" is no move that could be made there.", key, words);
}

/* What a bot would play for the seat that is asked. */
static bool write_bots_choice(const struct web_request *request, const struct bil_match *match, const char *name)
{
    const struct bil_bot *bot = bil_bot_find(name, request->error);
    struct bil_reasons reasons = {0};
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(64))) = {0};
    if (!bot) {
        return false;
    }
    bil_match_view(match, match->actor, -1, view);
    const bil_move move = bil_match_ask_reasons(match, bot, &reasons);
    const struct bil_choice choice = {match->game, match->rules, view, match->actor, match->config.seats, &reasons};
    bil_json_object(request->out);
    write_choice(&choice, move, bot->name, request->out);
    bil_json_object_end(request->out);
    return true;
}

/* {"match", "bot"}: what a bot would play. {"match", "ply"?, "move"?, "other"?, "effort"?}: why one move rather than another, for
 * the seat that is asked at this moment. Moves that are not given are chosen; where both are, `move` is argued for or not at all.
 */
bool web_hint(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    int ply = game ? game->match->ply : 0;
    int effort = 0;
    const char *bot = NULL;
    if (!game || !bil_value_string(request->object, "bot", &bot, request->error) ||
        !bil_value_integer(request->object, "ply", 0, game->match->ply, &ply, request->error) ||
        !bil_value_integer(request->object, "effort", 1, 1000, &effort, request->error)) {
        return false;
    }
    const struct bil_match *match = game->match;
    const int seat = match->game->actor(match->rules, bil_match_state(match, ply));
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(64))) = {0};
    bil_move moves[BIL_MAX_MOVES];
    if (seat == BIL_OVER) {
        return bil_fail(request->error, "The game is over; there is no move to give a hint on.");
    }
    if (bot) {
        return write_bots_choice(request, match, bot);
    }
    bil_match_view(match, seat, ply, view);
    struct bil_argument_ask ask = {.of = {match->game, match->rules, view, seat, match->config.seats},
                                   .moves = moves,
                                   .count = match->game->moves(match->rules, view, moves),
                                   .effort = effort};
    if (!read_choice(request, "move", &ask, &ask.move) || !read_choice(request, "other", &ask, &ask.other)) {
        return false;
    }
    ask.fixed = ask.move && ask.other;
    struct bil_text words = {0};
    const struct bil_argument argument = bil_argue(&ask, &words);
    const struct bil_choice choice = {match->game, match->rules, view, seat, match->config.seats, NULL};
    struct bil_text *out = request->out;
    bil_json_object(out);
    bil_json_key_integer(out, "decision", web_decision(game));
    bil_json_key_integer(out, "seat", seat + 1);
    write_move(&choice, "move", argument.move, out);
    write_parts(&choice, "moveParts", argument.move, out);
    if (argument.other) {
        write_move(&choice, "other", argument.other, out);
        write_parts(&choice, "otherParts", argument.other, out);
    }
    if (argument.worse) {
        write_move(&choice, "worse", argument.worse, out);
        write_parts(&choice, "worseParts", argument.worse, out);
    }
    bil_json_key_bool(out, "clear", argument.clear);
    bil_json_key(out, "place");
    bil_json_number(out, argument.place);
    bil_json_key(out, "points");
    bil_json_number(out, argument.points);
    web_key_text(out, "text", &words);
    bil_json_object_end(out);
    bil_text_free(&words);
    return true;
}

/* {"match", "seat"}: the open choices of a seat in a game, and what the game thinks at once that each cost against the best other
 * move; less than nothing: so much it was better. {"ply","cost","move","moveParts"} */
bool web_choices(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    int seat = 0;
    if (!game || !web_number(request, "seat", 1, game->match->config.seats, &seat)) {
        return false;
    }
    const struct bil_match *match = game->match;
    bil_json_array(request->out);
    for (int ply = 0; ply < match->ply; ply++) {
        unsigned char view[BIL_MAX_STATE] __attribute__((aligned(64))) = {0};
        bil_move moves[BIL_MAX_MOVES];
        int32_t value[BIL_MAX_MOVES] = {0};
        int32_t best = INT32_MIN;
        int32_t made = 0;
        if (match->decision[ply].seat != seat - 1 || match->decision[ply].forced) {
            continue;
        }
        bil_match_view(match, seat - 1, ply, view);
        const int count = match->game->moves(match->rules, view, moves);
        match->game->advise(match->rules, view, moves, count, value);
        for (int i = 0; i < count; i++) {
            const bool is_made = moves[i] == match->decision[ply].move;
            best = !is_made && value[i] > best ? value[i] : best;
            made = is_made ? value[i] : made;
        }
        bil_json_object(request->out);
        bil_json_key_integer(request->out, "ply", ply);
        bil_json_key_integer(request->out, "cost", (int64_t)best - made);
        const struct bil_choice choice = {match->game, match->rules, view, seat - 1, match->config.seats, NULL};
        write_move(&choice, "move", match->decision[ply].move, request->out);
        write_parts(&choice, "moveParts", match->decision[ply].move, request->out);
        bil_json_object_end(request->out);
    }
    bil_json_array_end(request->out);
    return true;
}

/* ------------------------------------------------------------------ the analysis of a game */

static const struct bil_bot *asked_bot;
static int begun, choices;

/* Several questions are put on each choice; the first of them is about all of its moves. */
static bil_move choose_and_tell(const struct bil_bot *bot, const struct bil_ask *ask)
{
    (void)bot;
    if (!ask->only) {
        web_progress(begun++, choices);
    }
    return asked_bot->choose(asked_bot, ask);
}

static void write_both(const char *key, const double measure[BIL_ANALYSIS_MEASURES][BIL_MAX_SEATS], int seats, struct bil_text *out)
{
    bil_json_key_object(out, key);
    write_numbers("places", measure[BIL_ANALYSIS_PLACE], seats, out);
    write_numbers("points", measure[BIL_ANALYSIS_POINTS], seats, out);
    bil_json_object_end(out);
}

static void write_pair(const char *key, const double measure[BIL_ANALYSIS_MEASURES], struct bil_text *out)
{
    bil_json_key_object(out, key);
    bil_json_key(out, "places");
    bil_json_number(out, measure[BIL_ANALYSIS_PLACE]);
    bil_json_key(out, "points");
    bil_json_number(out, measure[BIL_ANALYSIS_POINTS]);
    bil_json_object_end(out);
}

static void write_choices(const struct bil_match *match, const struct bil_analysis_result *result, struct bil_text *out)
{
    bil_json_key_array(out, "choices");
    for (int i = 0; i < result->count; i++) {
        const struct bil_judgement *judgement = &result->item[i];
        const struct bil_choice choice = {match->game,     match->rules,        bil_match_state(match, judgement->ply),
                                          judgement->seat, match->config.seats, NULL};
        bil_json_object(out);
        bil_json_key_integer(out, "ply", judgement->ply);
        bil_json_key_integer(out, "seat", judgement->seat + 1);
        write_move(&choice, "move", judgement->move, out);
        write_parts(&choice, "moveParts", judgement->move, out);
        write_move(&choice, "best", judgement->best, out);
        write_parts(&choice, "bestParts", judgement->best, out);
        bil_json_key_bool(out, "judged", judgement->judged);
        bil_json_key_integer(out, "tries", judgement->tries);
        write_both("before", judgement->before, match->config.seats, out);
        write_both("after", judgement->after, match->config.seats, out);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
}

static void write_analysis(const struct bil_match *match, const struct bil_analysis_result *result, struct bil_text *out)
{
    int worst[WORST];
    const int count = bil_analysis_worst(result, BIL_ANALYSIS_PLACE, WORST, worst);
    bil_json_object(out);
    write_choices(match, result, out);
    bil_json_key_array(out, "seats");
    for (int seat = 0; seat < match->config.seats; seat++) {
        const struct bil_analysis_sum *sum = &result->sum[seat];
        bil_json_object(out);
        bil_json_key_integer(out, "seat", seat + 1);
        bil_json_key_integer(out, "decisions", sum->decisions);
        bil_json_key_integer(out, "agreed", sum->agreed);
        write_pair("start", sum->start, out);
        write_pair("end", sum->end, out);
        write_pair("choices", sum->choices, out);
        write_pair("luck", sum->luck, out);
        write_pair("choicesWithin", sum->choices_within, out);
        write_pair("luckWithin", sum->luck_within, out);
        bil_json_object_end(out);
    }
    bil_json_array_end(out);
    bil_json_key(out, "worst"); /* indices of choices, by places lost */
    bil_json_array(out);
    for (int i = 0; i < count; i++) {
        bil_json_integer(out, worst[i]);
    }
    bil_json_array_end(out);
    bil_json_object_end(out);
}

/* {"match", "bot", "seed"}: every choice of a finished game, judged; `progress` is told. */
bool web_analyse(const struct web_request *request)
{
    const struct web_game *game = web_find(request);
    const char *name = "search:iterations=1000";
    const char *seed = "1";
    if (!game || !bil_value_string(request->object, "bot", &name, request->error) ||
        !bil_value_string(request->object, "seed", &seed, request->error)) {
        return false;
    }
    asked_bot = bil_bot_find(name, request->error);
    if (!asked_bot) {
        return false;
    }
    struct bil_bot teller = *asked_bot;
    teller.choose = choose_and_tell;
    begun = 0;
    choices = 0;
    for (int ply = 0; ply < game->match->ply; ply++) {
        choices += !game->match->decision[ply].forced;
    }
    struct bil_analysis analysis = {.match = game->match, .bot = &teller, .seat = BIL_ANALYSIS_ALL, .threads = 1};
    struct bil_analysis_result result = {0};
    bil_seed_from_text(seed, analysis.seed);
    const bool fine = bil_analysis_run(&analysis, &result, request->error);
    if (fine) {
        write_analysis(game->match, &result, request->out);
    }
    bil_analysis_free(&result);
    return fine;
}
