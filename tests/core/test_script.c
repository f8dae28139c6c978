/* Chance that is written down: every outcome comes once, with its exact likelihood. */
#include "billions/script.h"

#include "unit.h"

static void every_number_comes_once(void **state)
{
    struct bil_script script = {0};
    int seen[6][4] = {{0}};
    double all = 0;
    do {
        struct bil_random random;
        bil_script_generator(&random, &script);
        const uint32_t a = bil_random_below(&random, 6);
        const uint32_t b = a < 3 ? bil_random_below(&random, 4) : bil_random_below(&random, 1); /* a choice of one is none */
        seen[a][b]++;
        all += bil_script_chance(&script);
        assert_true(bil_script_chance(&script) == (a < 3 ? 1.0 / 6 * 0.25 : 1.0 / 6));
    } while (bil_script_next(&script));
    for (int a = 0; a < 6; a++) {
        for (int b = 0; b < 4; b++) {
            assert_int_equal(seen[a][b], a < 3 || b == 0);
        }
    }
    assert_true(all > 1 - 1e-12 && all < 1 + 1e-12);
    assert_false(script.overrun);
}

static void every_order_comes_once(void **state)
{
    struct bil_script script = {0};
    int seen[1 << 10] = {0};
    int count = 0;
    do {
        struct bil_random random;
        uint8_t items[5] = {0, 1, 2, 3, 4};
        int code = 0;
        bil_script_generator(&random, &script);
        bil_random_shuffle(&random, items, 5);
        for (int i = 0; i < 4; i++) {
            code = 5 * code + items[i];
        }
        assert_int_equal(seen[code]++, 0);
        assert_true(bil_script_chance(&script) > 1.0 / 120 - 1e-12 && bil_script_chance(&script) < 1.0 / 120 + 1e-12);
        count++;
    } while (bil_script_next(&script));
    assert_int_equal(count, 120);
}

/* Of five cards, two of them alike, two are taken. */
static void cards_are_taken_by_kinds(void **state)
{
    struct bil_script script = {0};
    double both = 0, none = 0, all = 0;
    int count = 0;
    do {
        struct bil_random random;
        uint8_t pool[5] = {7, 7, 8, 9, 10};
        uint8_t taken[5] = {0};
        int pooled = 5;
        bil_script_generator(&random, &script);
        bil_script_take_cards(&random, pool, &pooled, 2, taken);
        assert_int_equal(pooled, 3);
        const int sevens = (taken[0] == 7) + (taken[1] == 7);
        const int left = (pool[0] == 7) + (pool[1] == 7) + (pool[2] == 7);
        assert_int_equal(sevens + left, 2);
        both += sevens == 2 ? bil_script_chance(&script) : 0;
        none += sevens == 0 ? bil_script_chance(&script) : 0;
        all += bil_script_chance(&script);
        count++;
    } while (bil_script_next(&script));
    assert_int_equal(count, 1 + 3 + 3); /* both; one and another; two others */
    assert_true(both > 0.1 - 1e-12 && both < 0.1 + 1e-12);
    assert_true(none > 0.3 - 1e-12 && none < 0.3 + 1e-12);
    assert_true(all > 1 - 1e-12 && all < 1 + 1e-12);
}

static void choices_have_their_weights(void **state)
{
    struct bil_script script = {0};
    static const uint64_t weight[] = {1, 5, 2};
    double chance[3] = {0};
    do {
        struct bil_random random;
        bil_script_generator(&random, &script);
        const int chosen = bil_script_choose(&random, weight, 3);
        chance[chosen] += bil_script_chance(&script);
    } while (bil_script_next(&script));
    assert_true(chance[0] == 0.125 && chance[1] == 0.625 && chance[2] == 0.25);
}

/* What a script cannot hold is said, and comes to an end. */
static void too_much_is_an_overrun(void **state)
{
    struct bil_script script = {0};
    struct bil_random random;
    bil_script_generator(&random, &script);
    for (int i = 0; i < BIL_SCRIPT_LENGTH + 40; i++) {
        assert_int_equal(bil_random_below(&random, 2), 0);
    }
    assert_true(script.overrun);
    assert_false(bil_script_next(&script));
    script = (struct bil_script){0};
    bil_script_generator(&random, &script);
    assert_int_equal(bil_random_below(&random, 1000), 0);
    assert_true(script.overrun);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_comes_once),  cmocka_unit_test(every_order_comes_once),
        cmocka_unit_test(cards_are_taken_by_kinds), cmocka_unit_test(choices_have_their_weights),
        cmocka_unit_test(too_much_is_an_overrun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
