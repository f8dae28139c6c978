/* One game of a batch: from one decision of the caller to the next. Must never let a game hang on anything but its rules, its seed,
 * its bots and the actions that were given for it. */
#include <string.h>

#include "env/env_internal.h"

enum { STREAM_BOTS = 0x454e5600 };

/* The seed of a row's game: that of the batch with both numbers worked in. */
static void seed_of(const struct bil_env *env, int row, uint64_t episode, uint8_t seed[BIL_SEED_BYTES])
{
    memcpy(seed, env->seed, BIL_SEED_BYTES);
    for (int b = 0; b < 8; b++) {
        seed[16 + b] = (uint8_t)(seed[16 + b] ^ (uint8_t)((uint64_t)row >> (8 * b)));
        seed[24 + b] = (uint8_t)(seed[24 + b] ^ (uint8_t)(episode >> (8 * b)));
    }
}

static void begin_row_game(struct bil_env *env, int which)
{
    struct bil_env_row *row = &env->row[which];
    uint8_t seed[BIL_SEED_BYTES];
    seed_of(env, which, row->episode++, seed);
    bil_random_match(&row->chance, seed);
    for (int seat = 0; seat < env->seats.seats && row->own; seat++) {
        bil_random_stream(&row->own[seat], seed, (uint32_t)(STREAM_BOTS + seat), 0);
        bil_bot_memory_end(&row->memory[seat]);
    }
    memset(row->state, 0, env->seats.game->state_size);
    env->seats.game->setup(env->seats.rules, &row->chance, row->state, NULL);
}

/* ------------------------------------------------------------------ from decision to decision */

static void play_row_move(struct bil_env *env, struct bil_env_row *row, bil_move move)
{
    bil_bot_seats_note(&env->seats, row->memory, row->state, row->actor, move);
    env->seats.game->apply(env->seats.rules, row->state, move, &row->chance, NULL);
}

static bil_move ask_bot(struct bil_env *env, struct bil_env_row *row)
{
    _Alignas(64) unsigned char hidden[BIL_MAX_STATE];
    const void *view = NULL;
    if (env->seats.bot[row->actor]->looks) {
        env->seats.game->hide(env->seats.rules, row->state, row->actor, hidden);
        view = hidden;
    }
    return bil_bot_seats_ask(&env->seats, row->memory, view, row->actor, row->move, row->count, &row->own[row->actor]);
}

/* Goes on until the caller is asked. False: the game is over. */
static bool go_on(struct bil_env *env, struct bil_env_row *row)
{
    const struct bil_game *game = env->seats.game;
    for (;;) {
        const int actor = game->actor(env->seats.rules, row->state);
        row->actor = (int8_t)actor;
        if (actor == BIL_OVER) {
            row->count = 0;
            return false;
        }
        row->count = game->moves(env->seats.rules, row->state, row->move);
        if (env->seats.bot[actor]) {
            play_row_move(env, row, row->count > 1 ? ask_bot(env, row) : row->move[0]);
        } else if (row->count > 1 || env->forced) {
            return true;
        } else {
            play_row_move(env, row, row->move[0]);
        }
    }
}

/* ------------------------------------------------------------------ what is shown */

static void show_end(const struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    const size_t first = (size_t)which * (size_t)env->seats.seats;
    bil_ruleset_outcome(env->ruleset, env->row[which].state, arrays->reward ? &arrays->reward[first] : NULL,
                        arrays->points ? &arrays->points[first] : NULL, arrays->places ? &arrays->places[first] : NULL);
    for (int seat = 0; arrays->final_observation && seat < env->seats.seats; seat++) {
        _Alignas(64) uint8_t view[BIL_MAX_STATE];
        env->seats.game->hide(env->seats.rules, env->row[which].state, seat, view);
        bil_observe(env->ruleset->observer, view,
                    &arrays->final_observation[(first + (size_t)seat) * (size_t)env->ruleset->shape.observation]);
    }
}

/* Takes the legal moves of the decision that was shown last out of the mask. */
static void clear_mask(const struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    const struct bil_env_row *row = &env->row[which];
    const size_t actions = (size_t)env->ruleset->shape.actions;
    uint8_t *mask = arrays->mask ? &arrays->mask[(size_t)which * actions] : NULL;
    if (mask && arrays->mask != env->shown.mask) {
        memset(mask, 0, actions);
        return;
    }
    for (int i = 0; mask && i < row->count; i++) {
        mask[row->number[i]] = 0;
    }
}

/* `behind` of the list of legal moves there can be anything but -1. */
static void show_moves(struct bil_env *env, int which, const struct bil_env_arrays *arrays, int behind)
{
    struct bil_env_row *row = &env->row[which];
    const struct bil_shape *shape = &env->ruleset->shape;
    bil_ruleset_numbers(env->ruleset, row->move, row->count, row->number);
    uint8_t *mask = arrays->mask ? &arrays->mask[(size_t)which * (size_t)shape->actions] : NULL;
    for (int i = 0; mask && i < row->count; i++) {
        mask[row->number[i]] = 1;
    }
    if (arrays->legal) {
        int32_t *legal = &arrays->legal[(size_t)which * (size_t)shape->legal];
        memcpy(legal, row->number, sizeof *legal * (size_t)row->count);
        bil_ruleset_sort(legal, row->count);
        for (int i = row->count; i < (arrays->legal == env->shown.legal ? behind : shape->legal); i++) {
            legal[i] = -1;
        }
    }
    if (arrays->legal_count) {
        arrays->legal_count[which] = row->count;
    }
}

/* What a viewer sees. `seen` is the view whose numbers the array written last, `shown`, contains. */
static void show_view(const struct bil_env *env, int which, int viewer, uint16_t *numbers, const uint16_t *shown,
                      struct bil_observed_view *seen)
{
    seen->any = seen->any && numbers == shown;
    if (numbers) {
        void *view = bil_observed_room(seen);
        env->seats.game->hide(env->seats.rules, env->row[which].state, viewer, view);
        bil_observe_next(env->ruleset->observer, seen, view, &numbers[(size_t)which * (size_t)env->ruleset->shape.observation]);
    }
}

/* The observation in other kinds of numbers. */
static void show_otherwise(const struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    const struct bil_shape *shape = &env->ruleset->shape;
    const size_t first = (size_t)which * (size_t)shape->observation;
    if (arrays->observation && arrays->floats) {
        bil_ruleset_floats(env->ruleset, &arrays->observation[first], &arrays->floats[first]);
    }
    if (arrays->observation && arrays->bits) {
        bil_ruleset_bits(env->ruleset, &arrays->observation[first], &arrays->bits[(size_t)which * (size_t)shape->bits]);
    }
}

static void show_row(struct bil_env *env, int which, const struct bil_env_arrays *arrays, int behind)
{
    struct bil_env_row *row = &env->row[which];
    show_moves(env, which, arrays, behind);
    if (arrays->actor) {
        arrays->actor[which] = row->actor;
    }
    show_view(env, which, row->actor, arrays->observation, env->shown.observation, &row->seen);
    show_otherwise(env, which, arrays);
    show_view(env, which, BIL_EVERYBODY, arrays->privileged_observation, env->shown.privileged_observation, &row->privileged);
}

static void show_no_end(const struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    if (arrays->over) {
        arrays->over[which] = 0;
    }
    if (arrays->reward) {
        const size_t seats = (size_t)env->seats.seats;
        memset(&arrays->reward[(size_t)which * seats], 0, sizeof *arrays->reward * seats);
    }
}

/* ------------------------------------------------------------------ for env.c */

/* Begins games until one asks the caller: with bots at all other seats one may end before that. */
static void begin_until_asked(struct bil_env *env, int which)
{
    do {
        begin_row_game(env, which);
    } while (!go_on(env, &env->row[which]));
}

void bil_env_row_reset(struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    clear_mask(env, which, arrays);
    begin_until_asked(env, which);
    show_no_end(env, which, arrays);
    show_row(env, which, arrays, env->ruleset->shape.legal);
    if (arrays->refused) {
        arrays->refused[which] = BIL_ACCEPTED;
    }
}

enum bil_refused bil_env_row_step(struct bil_env *env, int which, int32_t action, const struct bil_env_arrays *arrays)
{
    struct bil_env_row *row = &env->row[which];
    const int before = row->count;
    int chosen = 0;
    const enum bil_refused refused = bil_ruleset_chosen(env->ruleset, row->number, before, action, &chosen);
    show_no_end(env, which, arrays);
    clear_mask(env, which, arrays);
    if (refused == BIL_ACCEPTED) {
        play_row_move(env, row, row->move[chosen]);
        if (!go_on(env, row)) {
            show_end(env, which, arrays);
            if (arrays->over) {
                arrays->over[which] = 1;
            }
            begin_until_asked(env, which);
        }
    }
    show_row(env, which, arrays, before);
    if (arrays->refused) {
        arrays->refused[which] = (uint8_t)refused;
    }
    return refused;
}
