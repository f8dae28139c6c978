/* Perft: numbers that the world agrees on, numbers that must not change, and the same numbers from fast rules. */
#include "bench/calibration.h"
#include "billions/json.h"
#include "games/cases/table.h"
#include "lab/perft_numbers.h"
#include "lab/simulation/perft.h"
#include "table/helpers.h"
#include "unit.h"

/* Counts from the set-up of a small game. */
static void count(const struct bil_game *game, const struct bil_config *config, int depth, struct bil_perft *level)
{
    unsigned char state[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    struct bil_random random;
    void *rules = calloc(1, game->rules_size);
    assert_non_null(rules);
    assert_true(game->rules_init(config, rules, NULL));
    bil_random_match(&random, seed);
    game->setup(rules, &random, state, NULL);
    assert_true(bil_perft_run(game, rules, state, &random, depth, NULL, level));
    free(rules);
}

static void tic_tac_toe_has_its_numbers(void **state)
{
    static const uint64_t sequences[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448};
    static const uint64_t over[] = {0, 0, 0, 0, 0, 1440, 5328, 47952, 200448}; /* after 8 the rest is no decision */
    static const uint64_t states[] = {1, 9, 72, 252, 756, 1260, 1520, 1140};
    struct bil_perft level[10];
    const struct bil_config config = {.seats = 2};
    count(&bil_game_tic_tac_toe, &config, 9, level);
    for (int d = 0; d <= 8; d++) {
        assert_int_equal(level[d].sequences, sequences[d]);
        assert_int_equal(level[d].over, over[d]);
        if (d < 8) {
            assert_int_equal(level[d].states, states[d]);
        }
    }
    assert_int_equal(level[9].sequences, 0);
}

/* Leduc from one deal: 2 acts, then 2 + 3, and so on; a view knows less than a state. */
static void leduc_has_its_numbers(void **state)
{
    struct bil_perft level[4];
    const struct bil_config config = {.seats = 2};
    count(&bil_game_leduc, &config, 3, level);
    assert_int_equal(level[0].sequences, 1);
    assert_int_equal(level[1].sequences, 2); /* check, raise */
    assert_int_equal(level[2].sequences, 5); /* check or raise behind a check; fold, call or raise behind a raise */
    assert_int_equal(level[2].over, 1);
    assert_int_equal(level[3].sequences, 2 + 3 + 2 + 2); /* after check-check, check-raise, raise-call, raise-raise */
    assert_int_equal(level[3].over, 2);
}

/* ------------------------------------------------------------------ games from fixed positions */

/* A fixed position with its rules, usual or fast, and the counts from it. */
static void count_fixed(const struct fixed *row, bool fast, struct bil_perft *level)
{
    struct bil_error error = {{0}};
    struct case_table table;
    const struct bil_game *game = bil_game_find(row->game);
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    struct bil_random random;
    char path[64];
    snprintf(path, sizeof path, "golden/%s", row->file);
    const struct bil_value *document = case_json(path, &error);
    if (!document || !case_table_read(&table, game, document, fast, 1, &error)) {
        helper_fail(error.text);
    }
    bil_random_match(&random, seed);
    assert_true(bil_perft_run(game, table.position.rules, table.position.state, &random, row->depth, NULL, level));
    case_table_free(&table);
    bil_json_free(document);
}

static void fixed_positions_have_their_numbers(void **state)
{
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
        struct bil_perft level[FIXED_DEPTH + 1];
        struct bil_perft fast[FIXED_DEPTH + 1];
        assert_in_range(fixed[i].depth, 1, FIXED_DEPTH);
        count_fixed(&fixed[i], false, level);
        count_fixed(&fixed[i], true, fast);
        for (int d = 0; d <= fixed[i].depth; d++) {
            if (level[d].sequences != fixed[i].sequences[d] || level[d].states != fixed[i].states[d]) {
                fail_msg("%s, depth %d: %llu sequences and %llu states instead of %llu and %llu", fixed[i].file, d,
                         (unsigned long long)level[d].sequences, (unsigned long long)level[d].states,
                         (unsigned long long)fixed[i].sequences[d], (unsigned long long)fixed[i].states[d]);
            }
            assert_true(level[d].views > 0 || level[d].sequences == level[d].over);
            assert_int_equal(fast[d].sequences, level[d].sequences);
            assert_int_equal(fast[d].states, level[d].states);
            assert_int_equal(fast[d].over, level[d].over);
        }
    }
}

/* From the set-up, with as many seats and decisions, and every rule of the box. */
static void same_in_fast_rules(const struct bil_game *game, const struct bil_setting *setting, int seats, int depth)
{
    struct bil_config config = {.seats = seats, .settings = setting, .setting_count = 1};
    struct bil_perft slow[FIXED_DEPTH + 1];
    struct bil_perft fast[FIXED_DEPTH + 1];
    assert_in_range(depth, 1, FIXED_DEPTH);
    count(game, &config, depth, slow);
    config.fast = true;
    count(game, &config, depth, fast);
    for (int d = 0; d <= depth; d++) {
        assert_int_equal(slow[d].sequences, fast[d].sequences);
        assert_int_equal(slow[d].states, fast[d].states);
        assert_int_equal(slow[d].over, fast[d].over);
    }
    assert_true(slow[depth].sequences > 10);
}

static void fast_rules_have_the_same_numbers(void **state)
{
    static const struct bil_setting networks = {"networks", "random"};
    static const struct bil_setting track = {"track", "on"};
    for (int seats = 2; seats <= 4; seats++) {
        same_in_fast_rules(helper_game(), &networks, seats, seats + 2);
    }
    for (int seats = 2; seats <= 5; seats++) {
        same_in_fast_rules(bil_game_find("six-billion"), &track, seats, 7);
    }
}

static void a_count_can_be_stopped(void **state)
{
    unsigned char first[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const atomic_bool stop = true;
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    const struct bil_config config = {.seats = 2};
    unsigned char rules[64] __attribute__((aligned(16)));
    struct bil_perft level[10];
    struct bil_random random;
    assert_true(bil_game_tic_tac_toe.rules_size <= sizeof rules);
    assert_true(bil_game_tic_tac_toe.rules_init(&config, rules, NULL));
    bil_random_match(&random, seed);
    bil_game_tic_tac_toe.setup(rules, &random, first, NULL);
    assert_false(bil_perft_run(&bil_game_tic_tac_toe, rules, first, &random, 9, &stop, level));
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tic_tac_toe_has_its_numbers),
        cmocka_unit_test(leduc_has_its_numbers),
        cmocka_unit_test(fixed_positions_have_their_numbers),
        cmocka_unit_test(fast_rules_have_the_same_numbers),
        cmocka_unit_test(a_count_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
