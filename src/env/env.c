/* A batch of games: what it is made of, and the threads that share its rows. Must never let what a row shows hang on who works at
 * it. */
#include <stdlib.h>
#include <string.h>

#include "env/env_internal.h"

/* ------------------------------------------------------------------ the rows of one thread */

static void step_share(struct bil_env_share *share)
{
    struct bil_env *env = share->env;
    share->refused = 0;
    for (int row = share->first; row < share->behind; row++) {
        if (env->reset) {
            bil_env_row_reset(env, row, env->arrays);
        } else {
            share->refused += bil_env_row_step(env, row, env->action[row], env->arrays) != BIL_ACCEPTED;
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
