/* One game for programs that search (billions/state.h). Must never let what a viewer is shown hang on what it may not know. */
#include "billions/state.h"

#include <stdlib.h>
#include <string.h>

#include "billions/json.h"
#include "billions/position.h"
#include "env/env_internal.h"

struct bil_state {
    const struct bil_ruleset *ruleset;
    struct bil_random chance;
    int actor, count;
    _Alignas(64) uint8_t bytes[BIL_MAX_STATE];
    bil_move move[BIL_MAX_MOVES];
    int32_t number[BIL_MAX_MOVES]; /* of the moves, in the same order */
};

enum { STREAM_DEAL = 0x53544400, STREAM_BOT };

/* ------------------------------------------------------------------ coming and going */

static void refresh_moves(struct bil_state *state)
{
    const struct bil_ruleset *ruleset = state->ruleset;
    state->actor = ruleset->game->actor(ruleset->rules, state->bytes);
    state->count = state->actor == BIL_OVER ? 0 : ruleset->game->moves(ruleset->rules, state->bytes, state->move);
    bil_ruleset_numbers(ruleset, state->move, state->count, state->number);
}

static struct bil_state *room(const struct bil_ruleset *ruleset)
{
    struct bil_state *state = aligned_alloc(64, sizeof *state);
    if (state) {
        memset(state, 0, offsetof(struct bil_state, move));
        state->ruleset = ruleset;
    }
    return state;
}

struct bil_state *bil_state_new(const struct bil_ruleset *ruleset, const uint8_t seed[BIL_SEED_BYTES])
{
    struct bil_state *state = room(ruleset);
    if (state) {
        bil_random_match(&state->chance, seed);
        ruleset->game->setup(ruleset->rules, &state->chance, state->bytes, NULL);
        refresh_moves(state);
    }
    return state;
}

struct bil_state *bil_state_copy(const struct bil_state *state)
{
    struct bil_state *copy = room(state->ruleset);
    if (copy) {
        memcpy(copy, state, offsetof(struct bil_state, move));
        memcpy(copy->move, state->move, sizeof *state->move * (size_t)state->count);
        memcpy(copy->number, state->number, sizeof *state->number * (size_t)state->count);
    }
    return copy;
}

void bil_state_free(struct bil_state *state)
{
    free(state);
}

/* Fills in what a view does not know. */
static void deal(struct bil_state *state, const void *view, const uint8_t seed[BIL_SEED_BYTES])
{
    struct bil_random random;
    bil_random_stream(&random, seed, STREAM_DEAL, 0);
    state->ruleset->game->deal(state->ruleset->rules, view, &random, state->bytes);
    bil_random_match(&state->chance, seed);
    refresh_moves(state);
}

/* A viewer that there is none sees what a spectator does. */
static void see(const struct bil_state *state, int viewer, void *view)
{
    if (viewer < BIL_EVERYBODY || viewer >= state->ruleset->shape.seats) {
        viewer = BIL_SPECTATOR;
    }
    state->ruleset->game->hide(state->ruleset->rules, state->bytes, viewer, view);
}

struct bil_state *bil_state_deal(const struct bil_state *state, int viewer, const uint8_t seed[BIL_SEED_BYTES])
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    struct bil_state *world = room(state->ruleset);
    if (world) {
        see(state, viewer, view);
        deal(world, view, seed);
    }
    return world;
}

/* ------------------------------------------------------------------ going on */

int bil_state_actor(const struct bil_state *state)
{
    return state->actor;
}

int bil_state_legal(const struct bil_state *state, int32_t *action)
{
    memcpy(action, state->number, sizeof *action * (size_t)state->count);
    bil_ruleset_sort(action, state->count);
    return state->count;
}

static void play_state_move(struct bil_state *state, bil_move move)
{
    state->ruleset->game->apply(state->ruleset->rules, state->bytes, move, &state->chance, NULL);
    refresh_moves(state);
}

enum bil_refused bil_state_apply(struct bil_state *state, int32_t action)
{
    int which = 0;
    const enum bil_refused refused = bil_ruleset_chosen(state->ruleset, state->number, state->count, action, &which);
    if (refused == BIL_ACCEPTED) {
        play_state_move(state, state->move[which]);
    }
    return refused;
}

int bil_state_settle(struct bil_state *state)
{
    int settled = 0;
    for (; state->count == 1; settled++) {
        play_state_move(state, state->move[0]);
    }
    return settled;
}

/* ------------------------------------------------------------------ looking */

void bil_state_observe(const struct bil_state *state, int viewer, uint16_t *observation)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    see(state, viewer, view);
    bil_observe(state->ruleset->observer, view, observation);
}

void bil_state_outcome(const struct bil_state *state, float *reward, int32_t *points, uint8_t *places)
{
    bil_ruleset_outcome(state->ruleset, state->bytes, reward, points, places);
}

int32_t bil_state_ask(const struct bil_state *state, const char *name, const uint8_t seed[BIL_SEED_BYTES], struct bil_error *error)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    const struct bil_ruleset *ruleset = state->ruleset;
    struct bil_random random;
    struct bil_bot_seats seats = {.game = ruleset->game,
                                  .rules = ruleset->rules,
                                  .quick = ruleset->quick,
                                  .config = &ruleset->config,
                                  .seats = ruleset->shape.seats};
    const struct bil_bot *bot = bil_bot_find(name, error);
    if (!bot || !bil_bot_plays(bot, ruleset->game, error)) {
        return -1;
    }
    if (state->actor == BIL_OVER) {
        bil_fail(error, "The game is over: there is nothing left to ask.");
        return -1;
    }
    seats.bot[state->actor] = bot;
    bil_random_stream(&random, seed, STREAM_BOT, 0);
    see(state, state->actor, view);
    return bil_action_of(ruleset->actions, bil_bot_seats_ask(&seats, NULL, view, state->actor, state->move, state->count, &random));
}

/* ------------------------------------------------------------------ in words */

void bil_state_action_text(const struct bil_state *state, int32_t action, struct bil_text *out)
{
    const struct bil_ruleset *ruleset = state->ruleset;
    int which = 0;
    bil_move move = 0;
    if (bil_ruleset_chosen(ruleset, state->number, state->count, action, &which) == BIL_ACCEPTED) {
        move = state->move[which];
    } else if (action >= 0 && action < ruleset->shape.actions) {
        move = bil_action_move(ruleset->actions, ruleset->rules, state->bytes, action);
    }
    if (move) {
        bil_move_text(ruleset->game, ruleset->rules, state->bytes, move, BIL_EVERYBODY, out);
    }
}

int32_t bil_state_action_read(const struct bil_state *state, const char *text, struct bil_error *error)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    const struct bil_ruleset *ruleset = state->ruleset;
    bil_move move = 0;
    if (state->actor == BIL_OVER) {
        bil_fail(error, "The game is over: there is nothing left to do.");
        return -1;
    }
    see(state, state->actor, view);
    if (!bil_move_parse(ruleset->game, ruleset->rules, view, text, &move, error)) {
        return -1;
    }
    for (int i = 0; i < state->count; i++) {
        if (state->move[i] == move) {
            return state->number[i];
        }
    }
    struct bil_text why = {0};
    ruleset->game->why_not(ruleset->rules, view, move, &why);
    bil_fail(error, "%s", why.length ? bil_text_string(&why) : "This cannot be done now.");
    bil_text_free(&why);
    return -1;
}

void bil_state_draw(const struct bil_state *state, int viewer, int columns, struct bil_text *out)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    enum { LEAST = 60 };
    const struct bil_style style = {.columns = columns < LEAST ? LEAST : columns, .unicode = true};
    see(state, viewer, view);
    state->ruleset->game->draw(state->ruleset->rules, view, &style, out);
}

void bil_state_position(const struct bil_state *state, int viewer, struct bil_text *out)
{
    _Alignas(64) uint8_t view[BIL_MAX_STATE];
    const struct bil_ruleset *ruleset = state->ruleset;
    see(state, viewer, view);
    bil_position_write(ruleset->game, &ruleset->config, ruleset->rules, ruleset->edition, view, out);
}

/* ------------------------------------------------------------------ from a document */

static struct bil_state *begin_at(const struct bil_ruleset *ruleset, const struct bil_position *position,
                                  const uint8_t seed[BIL_SEED_BYTES], struct bil_error *error)
{
    if (memcmp(position->rules, ruleset->rules, ruleset->game->rules_size) != 0) {
        bil_fail(error, "The position has other seats, options or another edition than the game that it is to be played in.");
        return NULL;
    }
    struct bil_state *state = room(ruleset);
    if (state) {
        deal(state, position->state, seed);
    } else {
        bil_fail(error, "There is not enough memory for a game.");
    }
    return state;
}

struct bil_state *bil_state_read(const struct bil_ruleset *ruleset, const char *document, size_t length,
                                 const uint8_t seed[BIL_SEED_BYTES], struct bil_error *error)
{
    struct bil_position position;
    struct bil_state *state = NULL;
    const struct bil_value *value = bil_json_read(document, length, "position", error);
    if (value && bil_position_read(value, ruleset->game, &ruleset->config, &position, error)) {
        state = begin_at(ruleset, &position, seed, error);
        bil_position_free(&position);
    }
    if (value) {
        bil_json_free(value);
    }
    return state;
}
