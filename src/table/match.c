/* A match in progress: its beginning, its moves, what is forced, who is asked.
 *
 * Must never play a move that is not in the game's own list, and never show a state where a view is due (match_views.c). */
#include "billions/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/position.h"
#include "kit/notation.h"
#include "table/external_bot.h"
#include "table/match_internal.h"
#include "table/memory.h"
#include "table/settings.h"

/* Names of the random streams that are the table's; games use small numbers. */
enum { STREAM_BOTS = 0x424f5400, STREAM_WORLD = 0x574f524c };

/* ------------------------------------------------------------------ beginning and end */

static void copy_config(struct bil_match *match, const struct bil_config *config)
{
    match->settings = bil_settings_copy(config->settings, config->setting_count);
    match->config = *config;
    match->config.settings = match->settings;
    match->config.edition = NULL;
    match->config.fast = false;
    if (match->config.revision == 0) {
        match->config.revision = match->game->revision;
    }
}

static void make_room(struct bil_match *match)
{
    if (match->ply + 1 >= match->blocks * BIL_MATCH_BLOCK) {
        const size_t size = (bil_match_stride(match->game) + sizeof(struct bil_random) + 15U) & ~(size_t)15U;
        match->block = bil_memory_grow(match->block, (size_t)match->blocks + 1, sizeof *match->block);
        match->block[match->blocks++] = bil_memory_grow(NULL, BIL_MATCH_BLOCK, size);
    }
    if (match->ply + 1 >= match->capacity) {
        match->capacity = match->capacity ? 2 * match->capacity : 64;
        match->decision = bil_memory_grow(match->decision, (size_t)match->capacity, sizeof *match->decision);
    }
}

struct recorder {
    struct bil_match *match;
    int ply;
};

static void record_event(void *context, const struct bil_event *event)
{
    const struct recorder *recorder = context;
    struct bil_match *match = recorder->match;
    if (match->event_count == match->event_capacity) {
        match->event_capacity = match->event_capacity ? 2 * match->event_capacity : 128;
        match->event = bil_memory_grow(match->event, (size_t)match->event_capacity, sizeof *match->event);
    }
    match->event[match->event_count++] = (struct bil_match_event){recorder->ply, *event};
}

/* Finds out who is asked and what is legal. */
static void find_decision(struct bil_match *match)
{
    const void *state = bil_match_moment(match, match->ply);
    match->actor = match->game->actor(match->rules, state);
    match->move_count = match->actor == BIL_OVER ? 0 : match->game->moves(match->rules, state, match->move);
}

/* Takes over what a position says. What a view does not know is dealt, unless it is to stay a view. */
static void begin_at(struct bil_match *match, struct bil_position *position, bool keep_view)
{
    unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_random random;
    match->rules = position->rules;
    position->rules = NULL;
    memcpy(match->edition, position->edition, sizeof match->edition);
    unsigned char *first = bil_match_moment(match, 0);
    memcpy(first, position->state, match->game->state_size);
    bil_random_stream(&random, match->seed, STREAM_WORLD, 0);
    match->game->deal(match->rules, first, &random, world);
    match->from_view = memcmp(world, first, match->game->facts_size) != 0;
    if (match->from_view && !keep_view) {
        memcpy(first, world, match->game->state_size);
    }
}

static struct bil_match *fail_new(struct bil_match *match)
{
    bil_match_free(match);
    return NULL;
}

static bool all_play(const struct bil_match *match, struct bil_error *error)
{
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        if (match->player[seat].bot && !bil_bot_plays(match->player[seat].bot, match->game, error)) {
            return false;
        }
    }
    return true;
}

struct bil_match *bil_match_bare(const struct bil_match_setup *setup, struct bil_error *error)
{
    struct bil_match *match = bil_memory_zero(1, sizeof *match);
    struct bil_position position = {0};
    struct bil_config config = setup->config;
    match->game = setup->game;
    match->number = bil_external_bot_match();
    if (setup->position) {
        if (!bil_position_read(setup->position, setup->game, &setup->config, &position, error)) {
            return fail_new(match);
        }
        match->game = position.game;
        config = position.config;
        match->from_position = true;
    } else if (!match->game) {
        bil_fail(error, "No game was named; name one, for example %s.", bil_games[0] ? bil_games[0]->id : "(none is built in)");
        return fail_new(match);
    }
    config.fast = false;
    copy_config(match, &config);
    match->edition_loaded = setup->position ? position.edition_loaded : config.edition != NULL;
    memcpy(match->seed, setup->seed, sizeof match->seed);
    memcpy(match->player, setup->player, sizeof match->player);
    match->ask_windows = setup->ask_windows;
    if (!all_play(match, error)) {
        bil_position_free(&position);
        return fail_new(match);
    }
    make_room(match);
    memset(bil_match_moment(match, 0), 0, bil_match_stride(match->game));
    bil_random_match(bil_match_generator(match, 0), match->seed);
    if (setup->position) {
        begin_at(match, &position, setup->keep_view);
        bil_position_free(&position);
    } else {
        match->rules = bil_memory_zero(1, match->game->rules_size);
        if (!match->game->rules_init(&config, match->rules, error)) {
            return fail_new(match);
        }
        bil_edition_hash(match->game, match->rules, match->edition);
        struct recorder recorder = {match, 0};
        const struct bil_listener listener = {record_event, &recorder};
        match->game->setup(match->rules, bil_match_generator(match, 0), bil_match_moment(match, 0), &listener);
    }
    match->quick = bil_memory_zero(1, match->game->rules_size);
    memcpy(match->quick, match->rules, match->game->rules_size);
    if (match->game->make_fast) {
        match->game->make_fast(match->quick);
    }
    find_decision(match);
    return match;
}

struct bil_match *bil_match_new(const struct bil_match_setup *setup, struct bil_error *error)
{
    struct bil_match *match = bil_match_bare(setup, error);
    if (match && !(setup->keep_view && match->from_view)) { /* what looks forced there may be a choice of hidden cards */
        bil_match_settle(match);
    }
    return match;
}

static void forget_texts(struct bil_match *match, int from)
{
    for (int p = from; p < match->ply; p++) {
        free(match->decision[p].comment);
        free(match->decision[p].note);
    }
}

void bil_match_free(struct bil_match *match)
{
    if (!match) {
        return;
    }
    forget_texts(match, 0);
    for (int i = 0; i < match->header_count; i++) {
        free(match->header[i]);
    }
    free(match->header);
    free(match->closing_note);
    free(match->decision);
    free(match->event);
    for (int i = 0; i < match->blocks; i++) {
        free(match->block[i]);
    }
    free(match->block);
    free(match->settings);
    free(match->rules);
    free(match->quick);
    free(match);
}

/* ------------------------------------------------------------------ moves */

/* Whether a record contains the decision now open. Not when the game is over. */
static bool is_recorded(const struct bil_match *match)
{
    return match->move_count > 1 || match->game->recorded(match->rules, bil_match_moment(match, match->ply));
}

bool bil_match_push(struct bil_match *match, bil_move move, bool ordered)
{
    if (match->ply >= BIL_MAX_PLIES) {
        return false;
    }
    const int ply = match->ply;
    make_room(match);
    struct bil_decision *decision = &match->decision[ply];
    *decision = (struct bil_decision){.move = move, .seat = (int8_t)match->actor, .ordered = ordered, .time = -1};
    decision->forced = match->move_count == 1;
    decision->recorded = is_recorded(match);
    decision->note = match->closing_note; /* what came after the last move now comes before this one */
    match->closing_note = NULL;
    unsigned char *next = bil_match_moment(match, ply + 1);
    struct bil_random *random = bil_match_generator(match, ply + 1);
    memcpy(next, bil_match_moment(match, ply), bil_match_stride(match->game));
    *random = *bil_match_generator(match, ply);
    struct recorder recorder = {match, ply + 1};
    const struct bil_listener listener = {record_event, &recorder};
    match->game->apply(match->rules, next, move, random, &listener);
    match->ply = ply + 1;
    find_decision(match);
    return true;
}

/* Programs that sit at the table are told how it ended. */
static void tell_the_end(const struct bil_match *match)
{
    for (int seat = 0; seat < match->config.seats; seat++) {
        if (match->player[seat].bot) {
            bil_external_bot_over(match->player[seat].bot, match->game, match->rules, bil_match_moment(match, match->ply),
                                  match->config.seats, seat, match->number);
        }
    }
}

void bil_match_settle(struct bil_match *match)
{
    while (match->actor != BIL_OVER) {
        const bool forced = match->move_count == 1;
        const bool asked = match->ask_windows && !match->player[match->actor].bot && !is_recorded(match);
        const bil_move ordered = forced && !asked ? 0 : bil_orders_answer(match);
        if (!(forced && !asked) && ordered == 0) {
            return;
        }
        if (!bil_match_push(match, ordered ? ordered : match->move[0], ordered != 0)) {
            return;
        }
    }
    tell_the_end(match);
}

void bil_match_settle_silent(struct bil_match *match)
{
    while (match->actor != BIL_OVER && !is_recorded(match)) {
        if (!bil_match_push(match, match->move[0], false)) {
            return;
        }
    }
}

bool bil_match_is_legal(const struct bil_match *match, bil_move move)
{
    for (int i = 0; i < match->move_count; i++) {
        if (match->move[i] == move) {
            return true;
        }
    }
    return false;
}

/* Why a move is not legal, in a sentence. */
static bool refuse_move(const struct bil_match *match, bil_move move, struct bil_error *error)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_text text = {0};
    struct bil_text why = {0};
    bil_match_view(match, match->actor, -1, view);
    match->game->why_not(match->rules, view, move, &why);
    if (why.length > 0) {
        bil_fail(error, "%s", bil_text_string(&why));
    } else {
        bil_move_text(match->game, match->rules, view, move, match->actor, &text);
        bil_fail(error, "Seat %d cannot play \"%s\" now.", match->actor + 1, bil_text_string(&text));
    }
    bil_text_free(&text);
    bil_text_free(&why);
    return false;
}

bool bil_match_play(struct bil_match *match, bil_move move, struct bil_error *error)
{
    if (match->actor == BIL_OVER) {
        return bil_fail(error, "The game is over; nobody has anything to decide.");
    }
    if (!bil_match_is_legal(match, move)) {
        return refuse_move(match, move, error);
    }
    if (!bil_match_push(match, move, false)) {
        return bil_fail(error, "The match has %d moves and cannot be continued.", BIL_MAX_PLIES);
    }
    bil_match_settle(match);
    return true;
}

bool bil_match_read_move(const struct bil_match *match, const char *text, bil_move *move, struct bil_error *error)
{
    if (match->actor == BIL_OVER) {
        return bil_fail(error, "The game is over; nobody has anything to decide.");
    }
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_move parsed = 0;
    bil_match_view(match, match->actor, -1, view);
    if (!bil_move_parse(match->game, match->rules, view, text, &parsed, error)) {
        return false;
    }
    *move = parsed;
    return bil_match_is_legal(match, parsed) || refuse_move(match, parsed, error);
}

int bil_match_find_moves(const struct bil_match *match, const char *text, int found[BIL_MAX_MOVES])
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    bil_move moves[BIL_MAX_MOVES];
    bil_match_view(match, match->actor, -1, view);
    const int count = bil_move_find(match->game, match->rules, view, text, moves);
    for (int i = 0; i < count; i++) {
        found[i] = 0;
        while (match->move[found[i]] != moves[i]) {
            found[i]++;
        }
    }
    return count;
}

bool bil_match_say(struct bil_match *match, const char *text, struct bil_error *error)
{
    bil_move move = 0;
    return bil_match_read_move(match, text, &move, error) && bil_match_play(match, move, error);
}

/* ------------------------------------------------------------------ bots */

bil_move bil_match_ask_bot(const struct bil_match *match, const struct bil_bot *bot)
{
    return bil_match_ask_reasons(match, bot, NULL);
}

void bil_match_bot_random(const struct bil_match *match, int seat, int ply, struct bil_random *random)
{
    bil_random_stream(random, match->seed, (uint32_t)(STREAM_BOTS + seat), (uint32_t)ply);
}

bil_move bil_match_ask_reasons(const struct bil_match *match, const struct bil_bot *bot, struct bil_reasons *reasons)
{
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_random random;
    bil_match_bot_random(match, match->actor, match->ply, &random);
    struct bil_ask ask = {.game = match->game,
                          .rules = match->rules,
                          .quick = match->quick,
                          .seat = match->actor,
                          .moves = match->move,
                          .count = match->move_count,
                          .random = &random,
                          .reasons = reasons,
                          .config = &match->config,
                          .match = match->number};
    if (reasons) {
        *reasons = (struct bil_reasons){0};
    }
    if (bot->looks) {
        bil_match_view(match, match->actor, -1, view);
        ask.view = view;
    }
    const bil_move move = bot->choose(bot, &ask);
    if (!bil_match_is_legal(match, move)) {
        fprintf(stderr, "billions: the bot %s chose a move that is not legal; this is an error of the program.\n", bot->name);
        abort();
    }
    return move;
}

void bil_match_step(struct bil_match *match)
{
    const bil_move move = bil_match_ask_bot(match, match->player[match->actor].bot);
    if (bil_match_push(match, move, false)) {
        bil_match_settle(match);
    }
}

/* ------------------------------------------------------------------ undo */

int bil_match_undo_horizon(const struct bil_match *match, int seat)
{
    int event = match->event_count;
    int ply = match->ply;
    while (ply > 0 && match->decision[ply - 1].seat == seat) {
        for (; event > 0 && match->event[event - 1].ply == ply; event--) {
            if (match->event[event - 1].event.flags & (BIL_EVENT_CHANCE | BIL_EVENT_LEARNED)) {
                return ply;
            }
        }
        ply--;
    }
    return ply;
}

static bool is_choice(const struct bil_match *match, int seat, int ply)
{
    const struct bil_decision *decision = &match->decision[ply];
    return decision->seat == seat && !decision->forced && !decision->ordered;
}

int bil_match_undo_target(const struct bil_match *match, int seat)
{
    for (int ply = match->ply - 1; ply >= 0; ply--) {
        if (is_choice(match, seat, ply)) {
            return ply;
        }
    }
    return -1;
}

bool bil_match_undo_needs_consent(const struct bil_match *match, int seat, int ply)
{
    if (ply >= bil_match_undo_horizon(match, seat)) {
        return false;
    }
    for (int s = 0; s < match->config.seats; s++) {
        if (s != seat && !match->player[s].bot) {
            return true;
        }
    }
    return false;
}

void bil_match_back(struct bil_match *match, int ply)
{
    forget_texts(match, ply);
    free(match->closing_note);
    match->closing_note = NULL;
    match->ply = ply;
    while (match->event_count > 0 && match->event[match->event_count - 1].ply > ply) {
        match->event_count--;
    }
    find_decision(match);
    bil_orders_end_brief(match);
}

bool bil_match_undo(struct bil_match *match, int seat, int ply, bool agreed, struct bil_error *error)
{
    if (ply < 0 || ply >= match->ply || !is_choice(match, seat, ply)) {
        return bil_fail(error, "Seat %d has no choice there to take back.", seat + 1);
    }
    if (!agreed && bil_match_undo_needs_consent(match, seat, ply)) {
        return bil_fail(
            error, "Since that choice somebody learned something, chance decided something or another seat acted; it can be taken "
                   "back only if everybody agrees.");
    }
    bil_match_back(match, ply);
    return true;
}

/* ------------------------------------------------------------------ seats */

void bil_match_seat_bot(struct bil_match *match, int seat, const struct bil_bot *bot)
{
    match->player[seat].bot = bot;
    match->player[seat].stranger = false;
    bil_match_settle(match);
}

void bil_match_seat_person(struct bil_match *match, int seat, const char *name)
{
    struct bil_player *player = &match->player[seat];
    player->bot = NULL;
    player->stranger = false;
    snprintf(player->name, BIL_PLAYER_NAME, "%s", name ? name : "");
}
