/* A batch of games: what it is made of, and the threads that share its rows. Must never let what a row shows hang on who works at
 * it. */
#include <stdlib.h>
#include <string.h>

#include "env/env_internal.h"

/* ------------------------------------------------------------------ the rows of one thread */

static void work(struct bil_env_share *share)
{
    struct bil_env *env = share->env;
    share->refused = 0;
    for (int row = share->first; row < share->behind; row++) {
        if (env->reset) {
            bil_env_row_reset(env, row, env->arrays);
        } else {
            share->refused += bil_env_row_step(env, row, env->action[row], env->arrays) != BIL_ENV_DONE;
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
        work(share);
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
    work(&env->share[0]);
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
    env->masked = arrays->mask;
    env->listed = arrays->legal;
    return refused;
}

/* ------------------------------------------------------------------ beginning */

static bool fits(const struct bil_env_wish *wish, const struct bil_game *game, struct bil_error *error)
{
    if (!game) {
        return bil_fail(error, "There is no game \"%.60s\".", wish->game ? wish->game : "");
    }
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
    int learners = 0;
    for (int seat = 0; seat < env->shape.seats; seat++) {
        if (!wish->bot[seat]) {
            learners++;
            continue;
        }
        env->bot[seat] = bil_bot_find(wish->bot[seat], error);
        if (!env->bot[seat] || !bil_bot_plays(env->bot[seat], env->game, error)) {
            return false;
        }
        env->any_bot = true;
    }
    return learners > 0 || bil_fail(error, "Bots sit at all %d seats, so that nobody is left to be asked.", env->shape.seats);
}

static bool make_rules(struct bil_env *env, struct bil_error *error)
{
    env->rules = calloc(1, env->game->rules_size);
    env->quick = calloc(1, env->game->rules_size);
    if (!env->rules || !env->quick) {
        return bil_fail(error, "There is not enough memory for the rules.");
    }
    if (!env->game->rules_init(&env->config, env->rules, error)) {
        return false;
    }
    memcpy(env->quick, env->rules, env->game->rules_size);
    if (env->game->make_fast) {
        env->game->make_fast(env->quick);
    }
    return true;
}

static bool make_rows(struct bil_env *env, struct bil_error *error)
{
    const size_t games = (size_t)env->shape.games;
    const size_t seats = (size_t)env->shape.seats;
    env->observer = calloc(1, sizeof *env->observer);
    env->actions = calloc(1, sizeof *env->actions);
    env->row = aligned_alloc(64, games * sizeof *env->row);
    if (!env->observer || !env->actions || !env->row) {
        return bil_fail(error, "There is not enough memory for %d games.", env->shape.games);
    }
    memset(env->row, 0, games * sizeof *env->row);
    for (size_t i = 0; i < games && env->any_bot; i++) {
        env->row[i].own = calloc(seats, sizeof *env->row[i].own);
        env->row[i].memory = calloc(seats, sizeof *env->row[i].memory);
        if (!env->row[i].own || !env->row[i].memory) {
            return bil_fail(error, "There is not enough memory for the bots of %d games.", env->shape.games);
        }
    }
    bil_observer_make(env->game, env->rules, env->observer);
    bil_actions_make(env->game, env->actions);
    env->shape.observation = env->observer->size;
    env->shape.actions = env->actions->count;
    env->shape.legal = env->game->max_moves;
    return true;
}

/* The caller's thread is one of them, so the first share is its own. */
static bool start_threads(struct bil_env *env, int wanted, struct bil_error *error)
{
    const int games = env->shape.games;
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
    const struct bil_game *game = wish->game ? bil_game_find(wish->game) : NULL;
    if (!fits(wish, game, error)) {
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
    env->game = game;
    env->config = wish->config;
    env->config.fast = false;
    env->forced = wish->forced;
    env->shape.games = wish->games;
    env->shape.seats = wish->config.seats;
    if (make_rules(env, error) && seat_bots(env, wish, error) && make_rows(env, error) &&
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
    for (int i = 0; i < env->shape.games && env->row; i++) {
        for (int seat = 0; seat < env->shape.seats && env->row[i].memory; seat++) {
            bil_bot_memory_end(&env->row[i].memory[seat]);
        }
        free(env->row[i].own);
        free(env->row[i].memory);
    }
    free(env->row);
    free(env->observer);
    free(env->actions);
    free(env->rules);
    free(env->quick);
    free(env);
}

/* ------------------------------------------------------------------ use */

void bil_env_shape(const struct bil_env *env, struct bil_env_shape *shape)
{
    *shape = env->shape;
}

void bil_env_reset(struct bil_env *env, const uint8_t seed[BIL_SEED_BYTES], const struct bil_env_arrays *arrays)
{
    memcpy(env->seed, seed, BIL_SEED_BYTES);
    (void)all_rows(env, NULL, arrays, true);
}

int bil_env_step(struct bil_env *env, const int32_t *action, const struct bil_env_arrays *arrays)
{
    return all_rows(env, action, arrays, false);
}

const struct bil_game *bil_env_game(const struct bil_env *env)
{
    return env->game;
}

const void *bil_env_rules(const struct bil_env *env)
{
    return env->rules;
}

void bil_env_view(const struct bil_env *env, int row, void *view)
{
    env->game->hide(env->rules, env->row[row].state, env->row[row].actor, view);
}
