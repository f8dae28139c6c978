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

static void begin(struct bil_env *env, int which)
{
    struct bil_env_row *row = &env->row[which];
    uint8_t seed[BIL_SEED_BYTES];
    seed_of(env, which, row->episode++, seed);
    bil_random_match(&row->chance, seed);
    for (int seat = 0; seat < env->shape.seats && row->own; seat++) {
        bil_random_stream(&row->own[seat], seed, (uint32_t)(STREAM_BOTS + seat), 0);
        bil_bot_memory_end(&row->memory[seat]);
    }
    memset(row->state, 0, env->game->state_size);
    env->game->setup(env->rules, &row->chance, row->state, NULL);
}

/* ------------------------------------------------------------------ from decision to decision */

static void play(struct bil_env *env, struct bil_env_row *row, bil_move move)
{
    for (int viewer = 0; viewer < env->shape.seats && row->memory; viewer++) {
        if (env->bot[viewer] && bil_bot_memory_wanted(env->bot[viewer])) {
            bil_bot_memory_note(&row->memory[viewer], env->game, env->rules, row->state, viewer, row->actor, move);
        }
    }
    env->game->apply(env->rules, row->state, move, &row->chance, NULL);
}

static bil_move ask_bot(struct bil_env *env, struct bil_env_row *row)
{
    _Alignas(64) unsigned char view[BIL_MAX_STATE];
    const struct bil_bot *bot = env->bot[row->actor];
    const bool keeps = bil_bot_memory_wanted(bot);
    struct bil_ask ask = {.game = env->game,
                          .rules = env->rules,
                          .quick = env->quick,
                          .seat = row->actor,
                          .moves = row->move,
                          .count = row->count,
                          .random = &row->own[row->actor],
                          .config = &env->config};
    if (bot->looks) {
        env->game->hide(env->rules, row->state, row->actor, view);
        ask.view = view;
    }
    ask.keep = keeps ? bil_bot_memory_ask(&row->memory[row->actor]) : NULL;
    const bil_move move = bot->choose(bot, &ask);
    if (keeps) {
        bil_bot_memory_asked(&row->memory[row->actor]);
    }
    return move;
}

/* Goes on until the caller is asked. False: the game is over. */
static bool go_on(struct bil_env *env, struct bil_env_row *row)
{
    const struct bil_game *game = env->game;
    for (;;) {
        const int actor = game->actor(env->rules, row->state);
        row->actor = (int8_t)actor;
        if (actor == BIL_OVER) {
            row->count = 0;
            return false;
        }
        row->count = game->moves(env->rules, row->state, row->move);
        if (env->bot[actor]) {
            play(env, row, row->count > 1 ? ask_bot(env, row) : row->move[0]);
        } else if (row->count > 1 || env->forced) {
            return true;
        } else {
            play(env, row, row->move[0]);
        }
    }
}

/* ------------------------------------------------------------------ what is shown */

/* Places and points of a game that is over. Seats that share a place share what the places have that they take up. */
static void show_end(const struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    const struct bil_env_row *row = &env->row[which];
    const int seats = env->shape.seats;
    const size_t first = (size_t)which * (size_t)seats;
    uint8_t place[BIL_MAX_SEATS];
    env->game->rank(env->rules, row->state, place);
    for (int seat = 0; seat < seats; seat++) {
        int alike = 0;
        for (int other = 0; other < seats; other++) {
            alike += place[other] == place[seat];
        }
        if (arrays->places) {
            arrays->places[first + (size_t)seat] = place[seat];
        }
        if (arrays->reward) {
            const float mean = (float)(2 * (place[seat] - 1) + alike - 1) / 2; /* of the places that they take up, from 0 */
            arrays->reward[first + (size_t)seat] = 1 - 2 * mean / (float)(seats - 1);
        }
        if (arrays->points) {
            struct bil_score score;
            env->game->score(env->rules, row->state, seat, &score);
            arrays->points[first + (size_t)seat] = score.total;
        }
    }
}

static void sort(int32_t *number, int count)
{
    for (int i = 1; i < count; i++) {
        const int32_t one = number[i];
        int at = i;
        for (; at > 0 && number[at - 1] > one; at--) {
            number[at] = number[at - 1];
        }
        number[at] = one;
    }
}

/* `old` are the legal moves of the decision that was shown before, which stand in the arrays that were written last; NULL: there is
 * none. */
static void show(struct bil_env *env, int which, const struct bil_env_arrays *arrays, const int32_t *old, int before)
{
    struct bil_env_row *row = &env->row[which];
    const struct bil_env_shape *shape = &env->shape;
    const size_t at = (size_t)which;
    for (int i = 0; i < row->count; i++) {
        row->number[i] = bil_action_of(env->actions, row->move[i]);
    }
    if (arrays->mask) {
        uint8_t *mask = &arrays->mask[at * (size_t)shape->actions];
        if (!old || arrays->mask != env->masked) {
            memset(mask, 0, (size_t)shape->actions);
        } else {
            for (int i = 0; i < before; i++) {
                mask[old[i]] = 0;
            }
        }
        for (int i = 0; i < row->count; i++) {
            mask[row->number[i]] = 1;
        }
    }
    if (arrays->legal) {
        int32_t *legal = &arrays->legal[at * (size_t)shape->legal];
        memcpy(legal, row->number, sizeof *legal * (size_t)row->count);
        sort(legal, row->count);
        const int behind = !old || arrays->legal != env->listed ? shape->legal : before;
        for (int i = row->count; i < behind; i++) {
            legal[i] = -1;
        }
    }
    if (arrays->legal_count) {
        arrays->legal_count[at] = row->count;
    }
    if (arrays->actor) {
        arrays->actor[at] = row->actor;
    }
    if (arrays->observation) {
        _Alignas(64) unsigned char view[BIL_MAX_STATE];
        env->game->hide(env->rules, row->state, row->actor, view);
        bil_observe(env->observer, view, &arrays->observation[at * (size_t)shape->observation]);
    }
    if (arrays->privileged_observation) {
        _Alignas(64) unsigned char view[BIL_MAX_STATE];
        env->game->hide(env->rules, row->state, BIL_EVERYBODY, view);
        bil_observe(env->observer, view, &arrays->privileged_observation[at * (size_t)shape->observation]);
    }
}

static void show_no_end(const struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    if (arrays->over) {
        arrays->over[which] = 0;
    }
    if (arrays->reward) {
        const size_t seats = (size_t)env->shape.seats;
        memset(&arrays->reward[(size_t)which * seats], 0, sizeof *arrays->reward * seats);
    }
}

/* ------------------------------------------------------------------ for env.c */

/* Begins games until one asks the caller: with bots at all other seats one may end before that. */
static void begin_until_asked(struct bil_env *env, int which)
{
    do {
        begin(env, which);
    } while (!go_on(env, &env->row[which]));
}

void bil_env_row_reset(struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    env->row[which].episode = 0;
    begin_until_asked(env, which);
    show_no_end(env, which, arrays);
    show(env, which, arrays, NULL, 0);
    if (arrays->refused) {
        arrays->refused[which] = BIL_ENV_DONE;
    }
}

enum bil_env_refused bil_env_row_step(struct bil_env *env, int which, int32_t action, const struct bil_env_arrays *arrays)
{
    struct bil_env_row *row = &env->row[which];
    int32_t old[BIL_MAX_MOVES];
    const int before = row->count;
    enum bil_env_refused refused = BIL_ENV_DONE;
    int chosen = 0;
    show_no_end(env, which, arrays);
    while (chosen < row->count && row->number[chosen] != action) {
        chosen++;
    }
    memcpy(old, row->number, sizeof *old * (size_t)row->count);
    if (chosen == row->count) {
        refused = action < 0 || action >= env->shape.actions ? BIL_ENV_NO_ACTION : BIL_ENV_NOT_LEGAL;
    } else {
        play(env, row, row->move[chosen]);
        if (!go_on(env, row)) {
            show_end(env, which, arrays);
            if (arrays->over) {
                arrays->over[which] = 1;
            }
            begin_until_asked(env, which);
        }
    }
    show(env, which, arrays, old, before);
    if (arrays->refused) {
        arrays->refused[which] = (uint8_t)refused;
    }
    return refused;
}
