/* Batches of games (billions/env.h): what every row shows is what its game says, whoever works at it. */
#include <stdlib.h>
#include <string.h>

#include "billions/env.h"
#include "kit/notation.h"
#include "kit/observation.h"
#include "unit.h"

enum { GAMES = 13, STEPS = 3000 };

/* All arrays of a batch. */
struct all {
    struct bil_shape shape;
    struct bil_env_arrays arrays;
    int32_t *action;
};

static void *room(int games, int each, size_t size)
{
    void *memory = malloc((size_t)games * (size_t)each * size);
    assert_non_null(memory);
    memset(memory, 0x5a, (size_t)games * (size_t)each * size); /* nothing may be taken for granted */
    return memory;
}

static void make_arrays(const struct bil_env *env, struct all *all)
{
    bil_ruleset_shape(bil_env_ruleset(env), &all->shape);
    const int n = GAMES;
    all->arrays =
        (struct bil_env_arrays){.observation = room(n, all->shape.observation, sizeof(uint16_t)),
                                .mask = room(n, all->shape.actions, 1),
                                .legal = room(n, all->shape.legal, sizeof(int32_t)),
                                .legal_count = room(n, 1, sizeof(int32_t)),
                                .actor = room(n, 1, 1),
                                .reward = room(n, all->shape.seats, sizeof(float)),
                                .over = room(n, 1, 1),
                                .points = room(n, all->shape.seats, sizeof(int32_t)),
                                .places = room(n, all->shape.seats, 1),
                                .refused = room(n, 1, 1),
                                .privileged_observation = room(n, all->shape.observation, sizeof(uint16_t)),
                                .final_observation = room(n, all->shape.seats * all->shape.observation, sizeof(uint16_t))};
    all->action = room(n, 1, sizeof(int32_t));
}

static void free_arrays(struct all *all)
{
    free(all->arrays.observation);
    free(all->arrays.mask);
    free(all->arrays.legal);
    free(all->arrays.legal_count);
    free(all->arrays.actor);
    free(all->arrays.reward);
    free(all->arrays.over);
    free(all->arrays.points);
    free(all->arrays.places);
    free(all->arrays.refused);
    free(all->arrays.privileged_observation);
    free(all->arrays.final_observation);
    free(all->action);
}

static struct bil_env *make(const char *game, int seats, int threads, const char *bot)
{
    struct bil_env_wish wish = {.game = game, .config = {.seats = seats}, .games = GAMES, .threads = threads};
    struct bil_error error = {{0}};
    wish.bot[1] = bot;
    struct bil_env *env = bil_env_new(&wish, &error);
    assert_string_equal(error.text, "");
    assert_non_null(env);
    return env;
}

static const uint8_t seed[BIL_SEED_BYTES] = {17};

/* Of the decisions that are shown. */
static uint64_t hash_shown(const struct all *all)
{
    const struct bil_shape *shape = &all->shape;
    const size_t n = (size_t)GAMES;
    uint64_t hash = bil_fnv(BIL_FNV, all->arrays.observation, n * (size_t)shape->observation * sizeof(uint16_t));
    hash = bil_fnv(hash, all->arrays.mask, n * (size_t)shape->actions);
    hash = bil_fnv(hash, all->arrays.legal, n * (size_t)shape->legal * sizeof(int32_t));
    hash = bil_fnv(hash, all->arrays.legal_count, n * sizeof(int32_t));
    hash = bil_fnv(hash, all->arrays.actor, n);
    return bil_fnv(hash, all->arrays.privileged_observation, n * (size_t)shape->observation * sizeof(uint16_t));
}

static uint64_t hash_all(const struct all *all)
{
    const size_t n = (size_t)GAMES;
    uint64_t hash = bil_fnv(hash_shown(all), all->arrays.reward, n * (size_t)all->shape.seats * sizeof(float));
    hash = bil_fnv(hash, all->arrays.over, n);
    return bil_fnv(hash, all->arrays.refused, n);
}

static void choose(struct all *all, struct bil_random *random)
{
    for (int i = 0; i < GAMES; i++) {
        const int32_t count = all->arrays.legal_count[i];
        assert_in_range(count, 2, all->shape.legal); /* who has no choice is not asked */
        all->action[i] = all->arrays.legal[i * all->shape.legal + (int)bil_random_below(random, (uint32_t)count)];
    }
}

/* ------------------------------------------------------------------ */

/* The mask is the list, and both are what the game says of the view that the observation was made of. */
static void rows_are_sound(const struct bil_env *env, const struct all *all)
{
    static struct bil_observer observer;
    static struct bil_actions actions;
    const struct bil_game *game = bil_ruleset_game(bil_env_ruleset(env));
    bil_observer_make(game, bil_ruleset_rules(bil_env_ruleset(env)), &observer);
    bil_actions_make(game, &actions);
    for (int i = 0; i < GAMES; i++) {
        _Alignas(64) uint8_t view[BIL_MAX_STATE];
        bil_move move[BIL_MAX_MOVES];
        uint16_t numbers[BIL_MAX_OBSERVATION];
        const int32_t *legal = &all->arrays.legal[i * all->shape.legal];
        const uint8_t *mask = &all->arrays.mask[i * all->shape.actions];
        bil_env_view(env, i, view);
        assert_int_equal(game->actor(bil_ruleset_rules(bil_env_ruleset(env)), view), all->arrays.actor[i]);
        const int count = game->moves(bil_ruleset_rules(bil_env_ruleset(env)), view, move);
        assert_int_equal(count, all->arrays.legal_count[i]);
        int marked = 0;
        for (int a = 0; a < all->shape.actions; a++) {
            assert_in_range(mask[a], 0, 1);
            marked += mask[a];
        }
        assert_int_equal(marked, count);
        for (int m = 0; m < count; m++) {
            assert_true(mask[bil_action_of(&actions, move[m])] == 1 && mask[legal[m]] == 1 && (m == 0 || legal[m - 1] < legal[m]));
        }
        assert_true(count == all->shape.legal || legal[count] == -1);
        bil_observe(&observer, view, numbers);
        assert_memory_equal(numbers, &all->arrays.observation[i * all->shape.observation], sizeof *numbers * (size_t)observer.size);
    }
}

static void ends_are_told(const struct all *all)
{
    const int seats = all->shape.seats;
    for (int i = 0; i < GAMES; i++) {
        const float *reward = &all->arrays.reward[i * seats];
        float sum = 0;
        for (int seat = 0; seat < seats; seat++) {
            sum += reward[seat];
            assert_true(reward[seat] >= -1 && reward[seat] <= 1 && (all->arrays.over[i] || reward[seat] == 0));
        }
        assert_true(sum > -1e-5F && sum < 1e-5F);
        for (int seat = 0; seat < seats && all->arrays.over[i]; seat++) {
            for (int other = 0; other < seats; other++) { /* who has more points has no worse a place, and no smaller a reward */
                const bool before = all->arrays.points[i * seats + seat] > all->arrays.points[i * seats + other];
                assert_true(!before || (all->arrays.places[i * seats + seat] < all->arrays.places[i * seats + other] &&
                                        reward[seat] > reward[other]));
            }
        }
    }
}

static void play_and_look(const char *game, int seats, const char *bot)
{
    struct all all;
    struct bil_random random;
    struct bil_env *env = make(game, seats, 1, bot);
    int ended = 0;
    make_arrays(env, &all);
    bil_random_stream(&random, seed, 1, 0);
    bil_env_reset(env, seed, &all.arrays);
    for (int step = 0; step < STEPS; step++) {
        if (step % 50 == 0) {
            rows_are_sound(env, &all);
        }
        choose(&all, &random);
        assert_int_equal(bil_env_step(env, all.action, &all.arrays), 0);
        ends_are_told(&all);
        for (int i = 0; i < GAMES; i++) {
            assert_true(!bot || all.arrays.actor[i] != 1);
            ended += all.arrays.over[i];
        }
    }
    rows_are_sound(env, &all);
    assert_true(ended > GAMES);
    bil_env_free(env);
    free_arrays(&all);
}

static void rows_say_what_their_games_say(void **state)
{
    for (int g = 0; g < 2; g++) {
        for (int seats = bil_games[g]->min_seats; seats <= bil_games[g]->max_seats; seats++) {
            play_and_look(bil_games[g]->id, seats, NULL);
        }
        play_and_look(bil_games[g]->id, 2, "greedy");
    }
}

/* The same bytes for any number of threads, and again after a reset. */
static void threads_and_resets_change_nothing(void **state)
{
    uint64_t first = 0;
    for (int threads = 1; threads <= 4; threads++) {
        struct all all;
        struct bil_env *env = make("six-billion", 3, threads, "random");
        make_arrays(env, &all);
        for (int again = 0; again < 2; again++) {
            struct bil_random random;
            uint64_t hash = 0;
            bil_random_stream(&random, seed, 2, 0);
            bil_env_reset(env, seed, &all.arrays);
            for (int step = 0; step < 400; step++) {
                choose(&all, &random);
                bil_env_step(env, all.action, &all.arrays);
                hash = hash * 31 + hash_all(&all);
            }
            first = first ? first : hash;
            assert_true(hash == first);
        }
        bil_env_free(env);
        free_arrays(&all);
    }
}

/* What is not legal is refused by a code, and that row shows the same once more. */
static void what_is_not_legal_changes_nothing(void **state)
{
    struct all all;
    struct bil_random random;
    struct bil_env *env = make("one-billion-users", 3, 2, NULL);
    make_arrays(env, &all);
    bil_random_stream(&random, seed, 3, 0);
    bil_env_reset(env, seed, &all.arrays);
    for (int step = 0; step < 300; step++) {
        const uint64_t before = hash_shown(&all);
        choose(&all, &random);
        int32_t good[GAMES];
        memcpy(good, all.action, sizeof good);
        for (int i = 0; i < GAMES; i++) {
            int32_t wrong = 0;
            while (all.arrays.mask[i * all.shape.actions + wrong]) {
                wrong++;
            }
            all.action[i] = i % 4 == 0 ? -1 : i % 4 == 1 ? all.shape.actions : i % 4 == 2 ? INT32_MIN : wrong;
        }
        assert_int_equal(bil_env_step(env, all.action, &all.arrays), GAMES);
        for (int i = 0; i < GAMES; i++) {
            assert_int_equal(all.arrays.refused[i], i % 4 == 3 ? BIL_NOT_LEGAL : BIL_NO_ACTION);
            assert_int_equal(all.arrays.over[i], 0);
        }
        assert_true(hash_shown(&all) == before);
        rows_are_sound(env, &all);
        assert_int_equal(bil_env_step(env, good, &all.arrays), 0);
    }
    bil_env_free(env);
    free_arrays(&all);
}

/* Arrays may be left out, and be others in every call. */
static void arrays_may_change(void **state)
{
    struct all one;
    struct all two;
    struct bil_random random;
    struct bil_env *env = make("one-billion-users", 2, 1, NULL);
    make_arrays(env, &one);
    make_arrays(env, &two);
    bil_random_stream(&random, seed, 4, 0);
    bil_env_reset(env, seed, &one.arrays);
    for (int step = 0; step < 200; step++) {
        struct all *now = step % 3 == 2 ? &two : &one;
        struct bil_env_arrays less = {.legal = one.arrays.legal, .legal_count = one.arrays.legal_count};
        choose(&one, &random);
        assert_int_equal(bil_env_step(env, one.action, step % 5 == 4 ? &less : &now->arrays), 0);
        if (step % 5 != 4) {
            rows_are_sound(env, now);
            memcpy(one.arrays.legal, now->arrays.legal, sizeof(int32_t) * GAMES * (size_t)one.shape.legal);
            memcpy(one.arrays.legal_count, now->arrays.legal_count, sizeof(int32_t) * GAMES);
        }
    }
    bil_env_free(env);
    free_arrays(&one);
    free_arrays(&two);
}

/* A world that is dealt from a view looks the same to its actor, and need not be the real one. */
static void worlds_fit_the_view(void **state)
{
    struct all all;
    struct bil_random random;
    struct bil_env *env = make("six-billion", 4, 1, NULL);
    const struct bil_game *game = bil_ruleset_game(bil_env_ruleset(env));
    make_arrays(env, &all);
    bil_random_stream(&random, seed, 5, 0);
    bil_env_reset(env, seed, &all.arrays);
    for (int step = 0; step < 200; step++) {
        _Alignas(64) uint8_t view[BIL_MAX_STATE];
        _Alignas(64) uint8_t world[BIL_MAX_STATE];
        _Alignas(64) uint8_t again[BIL_MAX_STATE];
        bil_env_view(env, step % GAMES, view);
        game->deal(bil_ruleset_rules(bil_env_ruleset(env)), view, &random, world);
        game->hide(bil_ruleset_rules(bil_env_ruleset(env)), world, all.arrays.actor[step % GAMES], again);
        assert_memory_equal(view, again, game->state_size);
        choose(&all, &random);
        bil_env_step(env, all.action, &all.arrays);
    }
    bil_env_free(env);
    free_arrays(&all);
}

static void wrong_wishes_get_a_sentence(void **state)
{
    static const struct bil_setting no_key = {NULL, "on"};
    static const struct {
        struct bil_env_wish wish;
        const char *sentence;
    } wrong[] = {
        {{.game = "chess", .config = {.seats = 2}, .games = 1, .threads = 1},
         "There is no game \"chess\"; there are: one-billion-users, six-billion."},
        {{.game = "six-billion", .config = {.seats = 2, .settings = &no_key, .setting_count = 1}, .games = 1, .threads = 1},
         "Setting 1 has no key or no value."},
        {{.game = "six-billion", .config = {.seats = 3}, .games = 1, .threads = 1, .bot = {[5] = "greedy"}},
         "There is no seat 6 for greedy: this game has 3."},
        {{.game = "six", .config = {.seats = 2}, .games = 0, .threads = 1}, "1 to 1048576 games, and not 0"},
        {{.game = "six", .config = {.seats = 2}, .games = 1, .threads = 300}, "1 to 256 threads, and not 300"},
        {{.game = "six", .config = {.seats = 9}, .games = 1, .threads = 1}, "is for 2 to 5 seats, not 9"},
        {{.game = "six", .config = {.seats = 2}, .games = 1, .threads = 1, .bot = {"nobody"}}, "nobody"},
        {{.game = "six", .config = {.seats = 2}, .games = 1, .threads = 1, .bot = {"random", "random"}},
         "nobody is left to be asked"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct bil_error error = {{0}};
        assert_null(bil_env_new(&wrong[i].wish, &error));
        if (!strstr(error.text, wrong[i].sentence)) {
            fail_msg("\"%s\" is told as \"%s\"", wrong[i].sentence, error.text);
        }
    }
    bil_env_free(NULL);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_say_what_their_games_say),
        cmocka_unit_test(threads_and_resets_change_nothing),
        cmocka_unit_test(what_is_not_legal_changes_nothing),
        cmocka_unit_test(arrays_may_change),
        cmocka_unit_test(worlds_fit_the_view),
        cmocka_unit_test(wrong_wishes_get_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
