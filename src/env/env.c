/* A batch of games: what it is made of, each game from one decision of the caller to the next, and the threads that share them.
 * Must never let a game hang on anything but its rules, its seed, its bots and the actions that were given for it, nor what it
 * shows on who works at it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "env/env_internal.h"

/* One game of a batch. */
struct bil_env_row {
    _Alignas(64) uint8_t state[BIL_MAX_STATE];
    struct bil_random chance;
    struct bil_random *own;                    /* of bots, by seat; NULL: there are none */
    struct bil_bot_memory *memory;             /* so, too */
    struct bil_observed_view seen, privileged; /* what the arrays of numbers show */
    uint64_t episode;                          /* games that this row has begun */
    int8_t actor;
    int count; /* legal moves */
    bil_move move[BIL_MAX_MOVES];
    int32_t number[BIL_MAX_MOVES]; /* of those moves, in the same order */
};

struct bil_env {
    struct bil_ruleset *ruleset;
    struct bil_bot_seats seats;
    int games;
    bool any_bot, forced;
    uint8_t seed[BIL_SEED_BYTES];
    struct bil_env_row *row;
    struct bil_env_arrays shown; /* those that show all rows as they are now */

    /* The threads beside the caller's: each has its share of the rows, in every call the same. */
    int threads; /* that there are, the caller's among them */
    pthread_t thread[BIL_ENV_THREADS];
    struct bil_env_share {
        struct bil_env *env;
        int first, behind; /* rows */
        int refused;
    } share[BIL_ENV_THREADS];
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    uint64_t calls; /* that were begun */
    int busy;       /* threads that have not ended the present one */
    bool stop, reset;
    const int32_t *action;
    const struct bil_env_arrays *arrays;
};

/* ------------------------------------------------------------------ one game of a batch */

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

/* Begins a row's next game, up to the first decision of the caller, and shows it. */
static void reset_row(struct bil_env *env, int which, const struct bil_env_arrays *arrays)
{
    clear_mask(env, which, arrays);
    begin_until_asked(env, which);
    show_no_end(env, which, arrays);
    show_row(env, which, arrays, env->ruleset->shape.legal);
    if (arrays->refused) {
        arrays->refused[which] = BIL_ACCEPTED;
    }
}

/* Carries out an action, goes on to the next decision, and shows it. */
static enum bil_refused step_row(struct bil_env *env, int which, int32_t action, const struct bil_env_arrays *arrays)
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

/* ------------------------------------------------------------------ the rows of one thread */

static void step_share(struct bil_env_share *share)
{
    struct bil_env *env = share->env;
    share->refused = 0;
    for (int row = share->first; row < share->behind; row++) {
        if (env->reset) {
            reset_row(env, row, env->arrays);
        } else {
            share->refused += step_row(env, row, env->action[row], env->arrays) != BIL_ACCEPTED;
        }
    }
}

static void *thread(void *context)
{
    struct bil_env_share *share = context;
    struct bil_env *env = share->env;
    uint64_t calls = 0;
    pthread_mutex_lock(&env->lock);
    for (;;) {
        while (env->calls == calls && !env->stop) {
            pthread_cond_wait(&env->begin, &env->lock);
        }
        if (env->stop) {
            break;
        }
        calls = env->calls;
        pthread_mutex_unlock(&env->lock);
        step_share(share);
        pthread_mutex_lock(&env->lock);
        if (--env->busy == 0) {
            pthread_cond_signal(&env->end);
        }
    }
    pthread_mutex_unlock(&env->lock);
    return NULL;
}

/* Everybody works at his rows. Returns how many actions were refused. */
static int all_rows(struct bil_env *env, const int32_t *action, const struct bil_env_arrays *arrays, bool reset)
{
    int refused = 0;
    env->action = action;
    env->arrays = arrays;
    env->reset = reset;
    if (env->threads > 1) {
        pthread_mutex_lock(&env->lock);
        env->calls++;
        env->busy = env->threads - 1;
        pthread_cond_broadcast(&env->begin);
        pthread_mutex_unlock(&env->lock);
    }
    step_share(&env->share[0]);
    if (env->threads > 1) {
        pthread_mutex_lock(&env->lock);
        while (env->busy > 0) {
            pthread_cond_wait(&env->end, &env->lock);
        }
        pthread_mutex_unlock(&env->lock);
    }
    for (int i = 0; i < env->threads; i++) {
        refused += env->share[i].refused;
    }
    env->shown = *arrays;
    return refused;
}

/* ------------------------------------------------------------------ beginning */

static bool check_wish(const struct bil_env_wish *wish, struct bil_error *error)
{
    if (wish->games < 1 || wish->games > BIL_ENV_GAMES) {
        return bil_fail(error, "A batch has 1 to %d games, and not %d.", BIL_ENV_GAMES, wish->games);
    }
    if (wish->threads < 1 || wish->threads > BIL_ENV_THREADS) {
        return bil_fail(error, "A batch has 1 to %d threads, and not %d.", BIL_ENV_THREADS, wish->threads);
    }
    return true;
}

/* Finds the bots; somebody has to be left to learn. */
static bool seat_bots(struct bil_env *env, const struct bil_env_wish *wish, struct bil_error *error)
{
    const struct bil_ruleset *ruleset = env->ruleset;
    int learners = 0;
    env->seats = (struct bil_bot_seats){.game = ruleset->game,
                                        .rules = ruleset->rules,
                                        .quick = ruleset->quick,
                                        .config = &ruleset->config,
                                        .seats = ruleset->shape.seats};
    for (int seat = ruleset->shape.seats; seat < BIL_MAX_SEATS; seat++) {
        if (wish->bot[seat]) {
            return bil_fail(error, "There is no seat %d for %.60s: this game has %d.", seat + 1, wish->bot[seat],
                            ruleset->shape.seats);
        }
    }
    for (int seat = 0; seat < ruleset->shape.seats; seat++) {
        if (!wish->bot[seat]) {
            learners++;
            continue;
        }
        const struct bil_bot *bot = bil_bot_find(wish->bot[seat], error);
        if (!bot || !bil_bot_plays(bot, ruleset->game, error)) {
            return false;
        }
        env->seats.bot[seat] = bot;
        env->any_bot = true;
    }
    return learners > 0 || bil_fail(error, "Bots sit at all %d seats, so that nobody is left to be asked.", ruleset->shape.seats);
}

static bool make_rows(struct bil_env *env, int games, struct bil_error *error)
{
    const size_t seats = (size_t)env->ruleset->shape.seats;
    env->row = aligned_alloc(64, (size_t)games * sizeof *env->row);
    if (!env->row) {
        return bil_fail(error, "There is not enough memory for %d games.", games);
    }
    memset(env->row, 0, (size_t)games * sizeof *env->row);
    env->games = games;
    for (int i = 0; i < games && env->any_bot; i++) {
        env->row[i].own = calloc(seats, sizeof *env->row[i].own);
        env->row[i].memory = calloc(seats, sizeof *env->row[i].memory);
        if (!env->row[i].own || !env->row[i].memory) {
            return bil_fail(error, "There is not enough memory for the bots of %d games.", games);
        }
    }
    return true;
}

/* The caller's thread is one of them, so the first share is its own. */
static bool start_threads(struct bil_env *env, int wanted, struct bil_error *error)
{
    const int games = env->games;
    const int threads = wanted < games ? wanted : games;
    for (int i = 0; i < threads; i++) {
        env->share[i] = (struct bil_env_share){
            .env = env, .first = (int)((int64_t)games * i / threads), .behind = (int)((int64_t)games * (i + 1) / threads)};
    }
    for (env->threads = 1; env->threads < threads; env->threads++) {
        if (pthread_create(&env->thread[env->threads], NULL, thread, &env->share[env->threads]) != 0) {
            return bil_fail(error, "The system starts no more than %d of %d threads.", env->threads, threads);
        }
    }
    return true;
}

struct bil_env *bil_env_new(const struct bil_env_wish *wish, struct bil_error *error)
{
    if (!check_wish(wish, error)) {
        return NULL;
    }
    struct bil_env *env = calloc(1, sizeof *env);
    if (!env) {
        bil_fail(error, "There is not enough memory for a batch of games.");
        return NULL;
    }
    pthread_mutex_init(&env->lock, NULL);
    pthread_cond_init(&env->begin, NULL);
    pthread_cond_init(&env->end, NULL);
    env->forced = wish->forced;
    env->ruleset = bil_ruleset_new(wish->game, &wish->config, error);
    if (env->ruleset && seat_bots(env, wish, error) && make_rows(env, wish->games, error) &&
        start_threads(env, wish->threads, error)) {
        return env;
    }
    bil_env_free(env);
    return NULL;
}

void bil_env_free(struct bil_env *env)
{
    if (!env) {
        return;
    }
    pthread_mutex_lock(&env->lock);
    env->stop = true;
    pthread_cond_broadcast(&env->begin);
    pthread_mutex_unlock(&env->lock);
    for (int i = 1; i < env->threads; i++) {
        pthread_join(env->thread[i], NULL);
    }
    pthread_cond_destroy(&env->begin);
    pthread_cond_destroy(&env->end);
    pthread_mutex_destroy(&env->lock);
    for (int i = 0; i < env->games; i++) {
        for (int seat = 0; env->row[i].memory && seat < env->ruleset->shape.seats; seat++) {
            bil_bot_memory_end(&env->row[i].memory[seat]);
        }
        free(env->row[i].own);
        free(env->row[i].memory);
    }
    free(env->row);
    bil_ruleset_free(env->ruleset);
    free(env);
}

/* ------------------------------------------------------------------ use */

const struct bil_ruleset *bil_env_ruleset(const struct bil_env *env)
{
    return env->ruleset;
}

void bil_env_reset(struct bil_env *env, const uint8_t seed[BIL_SEED_BYTES], const struct bil_env_arrays *arrays)
{
    if (seed) {
        memcpy(env->seed, seed, BIL_SEED_BYTES);
        for (int i = 0; i < env->games; i++) {
            env->row[i].episode = 0;
        }
    }
    env->shown = (struct bil_env_arrays){0}; /* an array of before may have gone, and another one lie in its place */
    (void)all_rows(env, NULL, arrays, true);
}

int bil_env_step(struct bil_env *env, const int32_t *action, const struct bil_env_arrays *arrays)
{
    return all_rows(env, action, arrays, false);
}

void bil_env_view(const struct bil_env *env, int row, void *view)
{
    if (row < 0 || row >= env->games) {
        memset(view, 0, env->ruleset->game->state_size);
        return;
    }
    env->ruleset->game->hide(env->ruleset->rules, env->row[row].state, env->row[row].actor, view);
}
