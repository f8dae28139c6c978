/* One game for programs that search (billions/state.h), and what rulesets say of it (billions/ruleset.h). */
#include <stdlib.h>
#include <string.h>

#include "billions/state.h"
#include "unit.h"

static const uint8_t seed[BIL_SEED_BYTES] = {5};

static struct bil_ruleset *rules_of(const char *game, int seats)
{
    const struct bil_config config = {.seats = seats};
    struct bil_error error = {{0}};
    struct bil_ruleset *ruleset = bil_ruleset_new(game, &config, &error);
    assert_string_equal(error.text, "");
    assert_non_null(ruleset);
    return ruleset;
}

static void observe(const struct bil_state *state, int viewer, uint16_t numbers[4096])
{
    memset(numbers, 0, sizeof *numbers * 4096);
    bil_state_observe(state, viewer, numbers);
}

static void same(const struct bil_state *one, const struct bil_state *other, int viewer)
{
    uint16_t first[4096];
    uint16_t second[4096];
    observe(one, viewer, first);
    observe(other, viewer, second);
    assert_memory_equal(first, second, sizeof first);
}

static int choose(const struct bil_state *state, struct bil_random *random)
{
    int32_t action[BIL_MAX_MOVES];
    const int count = bil_state_legal(state, action);
    assert_true(count > 0);
    for (int i = 1; i < count; i++) {
        assert_true(action[i - 1] < action[i]);
    }
    return action[bil_random_below(random, (uint32_t)count)];
}

/* A copy goes the same way; a world that is dealt looks the same to its viewer; bots name legal actions. */
static void a_game_is_played(void **context)
{
    for (int g = 0; bil_games[g]; g++) {
        struct bil_ruleset *ruleset = rules_of(bil_games[g]->id, 3);
        struct bil_state *state = bil_state_new(ruleset, seed);
        struct bil_random random;
        struct bil_error error;
        bil_random_stream(&random, seed, 1, 0);
        for (int step = 0; bil_state_settle(state) >= 0 && bil_state_actor(state) != BIL_OVER; step++) {
            const int actor = bil_state_actor(state);
            struct bil_state *copy = bil_state_copy(state);
            const int action = step % 7 == 0 ? bil_state_ask(state, "greedy", seed, &error) : choose(state, &random);
            if (step % 10 == 0) {
                struct bil_state *world = bil_state_deal(state, actor, seed);
                struct bil_text text = {0};
                same(state, world, actor);
                bil_state_action_text(state, action, &text);
                assert_int_equal(bil_state_action_read(world, bil_text_string(&text), &error), action);
                bil_text_free(&text);
                bil_state_free(world);
            }
            assert_int_equal(bil_state_apply(state, action), BIL_ACCEPTED);
            assert_int_equal(bil_state_apply(copy, action), BIL_ACCEPTED);
            same(state, copy, BIL_EVERYBODY);
            bil_state_free(copy);
        }
        float reward[3];
        int32_t points[3];
        uint8_t place[3];
        bil_state_outcome(state, reward, points, place);
        assert_true(reward[0] + reward[1] + reward[2] < 1e-5F && (place[0] == 1 || place[1] == 1 || place[2] == 1));
        assert_int_equal(bil_state_ask(state, "greedy", seed, &error), -1);
        assert_string_equal(error.text, "The game is over: there is nothing left to ask.");
        assert_int_equal(bil_state_apply(state, 0), BIL_NOT_LEGAL);
        bil_state_free(state);
        bil_ruleset_free(ruleset);
    }
}

static void positions_go_out_and_come_in(void **context)
{
    struct bil_ruleset *ruleset = rules_of("six-billion", 4);
    struct bil_ruleset *other = rules_of("six-billion", 3);
    struct bil_state *state = bil_state_new(ruleset, seed);
    struct bil_random random;
    struct bil_error error;
    bil_random_stream(&random, seed, 2, 0);
    for (int step = 0; step < 200; step++) {
        assert_int_equal(bil_state_apply(state, choose(state, &random)), BIL_ACCEPTED);
    }
    for (int viewer = BIL_EVERYBODY; viewer < 4; viewer++) {
        struct bil_text text = {0};
        bil_state_position(state, viewer, &text);
        struct bil_state *again = bil_state_read(ruleset, bil_text_string(&text), text.length, seed, &error);
        assert_non_null(again);
        same(state, again, viewer);
        assert_null(bil_state_read(other, bil_text_string(&text), text.length, seed, &error));
        assert_non_null(strstr(error.text, "has other seats, options or another edition"));
        assert_null(bil_state_read(ruleset, bil_text_string(&text), text.length / 2, seed, &error));
        bil_state_free(again);
        bil_text_free(&text);
    }
    bil_state_free(state);
    bil_ruleset_free(ruleset);
    bil_ruleset_free(other);
}

/* The parts are the whole, and floats and bits say the same as numbers. */
static void numbers_are_told_in_three_ways(void **context)
{
    for (int g = 0; bil_games[g]; g++) {
        struct bil_ruleset *ruleset = rules_of(bil_games[g]->id, 2);
        struct bil_shape shape;
        struct bil_state *state = bil_state_new(ruleset, seed);
        uint16_t numbers[4096];
        bil_ruleset_shape(ruleset, &shape);
        static float floats[4096];
        static uint8_t bits[16384];
        assert_in_range(shape.observation, 1, 4096);
        assert_in_range(shape.bits, 1, 16384);
        observe(state, 0, numbers);
        bil_ruleset_floats(ruleset, numbers, floats);
        bil_ruleset_bits(ruleset, numbers, bits);
        int at = 0;
        const uint8_t *bit = bits;
        for (int p = 0; p < bil_ruleset_parts(ruleset); p++) {
            const struct bil_observed *part = bil_ruleset_part(ruleset, p);
            assert_int_equal(part->at, at);
            for (int i = 0; i < part->count; i++, at++) {
                unsigned number = 0;
                for (int b = 0; part->most >> b; b++) {
                    number |= (unsigned)*bit++ << b;
                }
                assert_int_equal(number, numbers[at]);
                assert_true(numbers[at] <= part->most && floats[at] == (float)numbers[at] / (float)part->most);
            }
        }
        assert_true(at == shape.observation && bit == bits + shape.bits);
        assert_null(bil_ruleset_part(ruleset, -1));
        bil_state_free(state);
        bil_ruleset_free(ruleset);
    }
}

static void a_viewer_that_there_is_none_sees_what_a_spectator_does(void **state)
{
    static const int nobody[] = {3, 7, 100, -3, -1000};
    static uint16_t numbers[4096], open[4096];
    const struct bil_config config = {.seats = 3};
    struct bil_error error;
    struct bil_ruleset *ruleset = bil_ruleset_new("one-billion-users", &config, &error);
    assert_non_null(ruleset);
    struct bil_state *game = bil_state_new(ruleset, seed);
    bil_state_observe(game, BIL_SPECTATOR, open);
    for (size_t i = 0; i < sizeof nobody / sizeof *nobody; i++) {
        bil_state_observe(game, nobody[i], numbers);
        assert_memory_equal(numbers, open, sizeof open);
        struct bil_state *world = bil_state_deal(game, nobody[i], seed);
        assert_int_equal(bil_state_actor(world), bil_state_actor(game));
        bil_state_free(world);
    }
    bil_state_free(game);
    bil_ruleset_free(ruleset);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played),
        cmocka_unit_test(positions_go_out_and_come_in),
        cmocka_unit_test(numbers_are_told_in_three_ways),
        cmocka_unit_test(a_viewer_that_there_is_none_sees_what_a_spectator_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
