/* The hash of a state's facts: the same everywhere and for ever, blind to what are no facts, and different for states that differ
 * anywhere. And the list of games: found by their ids and by beginnings that fit only one. */
#include "bench/calibration.h"
#include "billions/game.h"
#include "unit.h"

static uint64_t hash(const uint8_t *bytes, size_t facts)
{
    struct bil_game game = {.facts_size = facts};
    return bil_state_hash(&game, bytes);
}

/* Numbers that a second implementation (written apart, in another language) gave. Records hold such numbers: they must never
 * change. */
static void golden_hashes(void **state)
{
    uint8_t bytes[24];
    memset(bytes, 0, sizeof bytes);
    assert_int_equal(hash(bytes, 1), UINT64_C(0x2180a92350d49cce));
    assert_int_equal(hash(bytes, 8), UINT64_C(0x2180a92350d49cce));
    assert_int_equal(hash(bytes, 16), UINT64_C(0x924a6132c9cba974));
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i + 1);
    }
    assert_int_equal(hash(bytes, 24), UINT64_C(0x3f88dbf31e7507f7));
    assert_int_equal(hash(bytes, 19), UINT64_C(0xb368367a4a4ca7c6));
}

static void only_facts_count(void **state)
{
    uint8_t bytes[64];
    for (size_t size = 1; size < 40; size++) {
        memset(bytes, 0x3C, sizeof bytes);
        const uint64_t before = hash(bytes, size);
        bytes[size] ^= 0xFF; /* just behind */
        assert_int_equal(hash(bytes, size), before);
        bytes[size - 1] ^= 0x01; /* the last one */
        assert_true(hash(bytes, size) != before);
    }
    /* Wherever the state lies in memory. */
    uint8_t moved[80];
    for (size_t shift = 0; shift < 16; shift++) {
        memcpy(moved + shift, bytes, 64);
        assert_int_equal(hash(moved + shift, 61), hash(bytes, 61));
    }
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* All states that differ from one in one or two bits, and the pairs of top bits that a plain product would let cancel out. */
static void states_that_differ_have_other_hashes(void **state)
{
    enum { SIZE = 64, BITS = 8 * SIZE, COUNT = 1 + BITS + BITS * (BITS - 1) / 2 };
    uint64_t *seen = malloc(COUNT * sizeof *seen);
    assert_non_null(seen);
    uint8_t bytes[SIZE] = {0};
    size_t count = 0;
    seen[count++] = hash(bytes, SIZE);
    for (int i = 0; i < BITS; i++) {
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        seen[count++] = hash(bytes, SIZE);
        for (int j = 0; j < i; j++) {
            bytes[j / 8] ^= (uint8_t)(1 << j % 8);
            seen[count++] = hash(bytes, SIZE);
            bytes[j / 8] ^= (uint8_t)(1 << j % 8);
        }
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    assert_int_equal(count, COUNT);
    qsort(seen, count, sizeof *seen, by_value);
    for (size_t i = 1; i < count; i++) {
        assert_true(seen[i] != seen[i - 1]);
    }
    free(seen);
}

/* One bit of the state turns about half of the bits of the hash. */
static void hashes_spread(void **state)
{
    enum { SIZE = 40 };
    uint8_t bytes[SIZE];
    int turned[64] = {0};
    for (int i = 0; i < SIZE; i++) {
        bytes[i] = (uint8_t)(7 * i);
    }
    const uint64_t before = hash(bytes, SIZE);
    for (int i = 0; i < 8 * SIZE; i++) {
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        const uint64_t change = hash(bytes, SIZE) ^ before;
        const int count = __builtin_popcountll(change);
        assert_true(count > 8 && count < 56);
        for (int b = 0; b < 64; b++) {
            turned[b] += (int)(change >> b & 1);
        }
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    for (int b = 0; b < 64; b++) {
        assert_true(turned[b] > 8 * SIZE * 3 / 10 && turned[b] < 8 * SIZE * 7 / 10);
    }
}

static void games_are_found(void **state)
{
    assert_non_null(bil_games[0]);
    for (int i = 0; bil_games[i]; i++) {
        assert_ptr_equal(bil_game_find(bil_games[i]->id), bil_games[i]);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(bil_games[i]->id, bil_games[j]->id);
        }
    }
    const struct bil_game *first = bil_game_find("one-billion-users");
    assert_non_null(first);
    assert_ptr_equal(bil_game_find("one"), first);
    assert_ptr_equal(bil_game_find("one-billion-user"), first);
    assert_null(bil_game_find(""));
    assert_null(bil_game_find("one-billion-users-and-more"));
    assert_null(bil_game_find("ONE"));
    assert_null(bil_game_find("users"));
    /* The calibration games and the template are nobody's to play. */
    assert_null(bil_game_find("tic-tac-toe"));
    assert_null(bil_game_find("leduc"));
    assert_null(bil_game_find("template"));
}

/* bil_pick is the list and one random number, for a game with a pick of its own and for one without. */
static void picks_are_uniform(void **state)
{
    struct bil_game without = bil_game_tic_tac_toe;
    without.pick = NULL;
    const struct bil_game *const games[2] = {&bil_game_tic_tac_toe, &without};
    const uint8_t seed[BIL_SEED_BYTES] = {3};
    int count[2][9] = {{0}};
    for (int g = 0; g < 2; g++) {
        uint8_t rules[8] = {0};
        uint8_t board[8] = {0};
        struct bil_random random;
        bil_random_stream(&random, seed, 1, 1);
        for (int i = 0; i < 9000; i++) {
            const bil_move move = bil_pick(games[g], rules, board, &random);
            assert_true(move >= 1 && move <= 9);
            count[g][move - 1]++;
        }
    }
    double chi = 0;
    for (int m = 0; m < 9; m++) {
        assert_int_equal(count[0][m], count[1][m]);
        chi += (count[0][m] - 1000.0) * (count[0][m] - 1000.0) / 1000.0;
    }
    assert_true(chi < 26.12);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_hashes), cmocka_unit_test(only_facts_count), cmocka_unit_test(states_that_differ_have_other_hashes),
        cmocka_unit_test(hashes_spread), cmocka_unit_test(games_are_found),  cmocka_unit_test(picks_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
