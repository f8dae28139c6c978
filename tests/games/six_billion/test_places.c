/* 6 Billion: points by places as advice reckons them, for all factions at once, held against the rule (score.c: six_places). */
#include "billions/random.h"
#include "games/six_billion/advice/places.h"
#include "unit.h"

enum { ROUNDS = 50000 };

static void random_amounts(struct bil_random *random, uint8_t amount[SIX_FACTIONS])
{
    const uint32_t most = 1 + bil_random_below(random, bil_random_below(random, 2) ? 16 : 255); /* few amounts, many ties */
    for (int faction = 0; faction < SIX_FACTIONS; faction++) {
        amount[faction] = (uint8_t)bil_random_below(random, most);
    }
}

static six_row row_of(const uint8_t amount[SIX_FACTIONS])
{
    six_row row = {0};
    for (int faction = 0; faction < SIX_FACTIONS; faction++) {
        row[faction] = amount[faction];
    }
    return row;
}

static void rows_have_the_points_of_the_rule(void **state)
{
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    bil_random_stream(&random, seed, 0, 0);
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t amount[SIX_FACTIONS];
        uint8_t wanted[SIX_FACTIONS];
        uint8_t worth[3];
        random_amounts(&random, amount);
        for (int place = 0; place < 3; place++) {
            worth[place] = (uint8_t)bil_random_below(&random, 20);
        }
        six_places(amount, worth, wanted);
        const six_row row = six_ranked(row_of(amount));
        const six_row points = six_points_of(row, six_tally(row), worth);
        for (int faction = 0; faction < SIX_FACTIONS; faction++) {
            assert_int_equal(points[faction], wanted[faction]);
        }
    }
}

static void a_tally_follows_one_change(void **state)
{
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {2};
    bil_random_stream(&random, seed, 0, 0);
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t amount[SIX_FACTIONS];
        random_amounts(&random, amount);
        const six_row row = six_ranked(row_of(amount));
        const int faction = (int)bil_random_below(&random, SIX_FACTIONS);
        const int after = (int)bil_random_below(&random, 16);
        assert_true(six_retally(six_tally(row), row[faction], (unsigned)after) == six_tally(six_row_with(row, faction, after)));
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_have_the_points_of_the_rule),
        cmocka_unit_test(a_tally_follows_one_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
