/* One Billion Users: what gathers, spreads and counts bits, held against the plainest way to say the same. In a build for this very
 * machine that is its own instructions, in all others (sanitizers, the page's engine) the steps that stand in for them. */
#include "billions/random.h"
#include "games/one_billion_users/rules/bits.h"
#include "unit.h"

enum { ROUNDS = 20000 };

static uint64_t word(struct bil_random *random)
{
    const uint64_t low = bil_random_word(random);
    return low | (uint64_t)bil_random_word(random) << 32;
}

/* Few bits or many. */
static uint64_t set(struct bil_random *random)
{
    uint64_t bits = word(random);
    for (uint32_t thinner = bil_random_below(random, 4); thinner > 0; thinner--) {
        bits &= word(random);
    }
    return bil_random_below(random, 2) ? bits : ~bits;
}

static void every_bit_is_found_by_its_number(void **state)
{
    (void)state;
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    bil_random_stream(&random, seed, 0, 0);
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t bits = round == 0 ? ~0ULL : set(&random);
        int k = 0;
        for (int bit = 0; bit < 64; bit++) {
            if (bits >> bit & 1U) {
                assert_int_equal(obu_nth_bit(bits, k++), bit);
            }
        }
    }
}

/* As many bits as `like` has, side by side from some place on or anywhere. */
static uint64_t places(struct bil_random *random, uint64_t like)
{
    const int count = __builtin_popcountll(like);
    if (bil_random_below(random, 2)) {
        const uint64_t row = count == 64 ? ~0ULL : (1ULL << count) - 1;
        return row << bil_random_below(random, (uint32_t)(64 - count + 1)) % 64;
    }
    uint64_t to = 0;
    while (__builtin_popcountll(to) < count) {
        to |= 1ULL << bil_random_below(random, 64);
    }
    return to;
}

static void bits_are_carried_over_in_their_order(void **state)
{
    (void)state;
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {2};
    bil_random_stream(&random, seed, 0, 0);
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t from = round == 0 ? 0 : round == 1 ? ~0ULL : set(&random);
        const uint64_t to = places(&random, from);
        const struct obu_route route = obu_route(from, to);
        const uint64_t bits = set(&random);
        uint64_t expected = 0;
        for (uint64_t a = from, b = to; a; a &= a - 1, b &= b - 1) {
            expected |= bits & a & (0 - a) ? b & (0 - b) : 0;
        }
        assert_true(obu_carry_over(bits, &route) == expected);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_is_found_by_its_number),
        cmocka_unit_test(bits_are_carried_over_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
