/* The oracle: found in the laboratory alone, and it really sees what others do not. */
#include "lab/simulation/bot_game.h"
#include "lab/simulation/oracle.h"
#include "table/bots/bot_seats.h"
#include "table/external_bot.h"
#include "unit.h"

enum { DEALS = 12 };

static void fails_with(const struct bil_bot *bot, const struct bil_error *error, const char *words)
{
    assert_null(bot);
    if (!strstr(error->text, words)) {
        fail_msg("\"%s\" is not in: %s", words, error->text);
    }
}

static void is_found_here_alone(void **state)
{
    struct bil_error error = {{0}};
    assert_true(bil_oracle_named("oracle"));
    assert_true(bil_oracle_named("oracle:iterations=5"));
    assert_false(bil_oracle_named("oracles"));
    assert_false(bil_oracle_named("orac"));
    assert_false(bil_oracle_named("search:oracle"));
    fails_with(bil_bot_find("oracle", &error), &error, "sees every hand");
    fails_with(bil_bot_find("oracle:ms=5", &error), &error, "in the laboratory");
    fails_with(bil_external_bot_find("oracle:ms=5", &error), &error, "in the laboratory");
    fails_with(bil_bot_find("oracles", &error), &error, "There is no bot called");
    fails_with(bil_oracle_find("oracle:speed=5", &error), &error, "no setting \"speed\"");
    fails_with(bil_oracle_find("oracle:", &error), &error, "no setting");
    char name[BIL_BOT_NAME + 8];
    memset(name, '0', sizeof name);
    memcpy(name, "oracle:ms=", 10);
    name[sizeof name - 1] = 0;
    fails_with(bil_oracle_find(name, &error), &error, "longer than");
    const struct bil_bot *bot = bil_oracle_find("oracle:iterations=5", &error);
    assert_non_null(bot);
    assert_string_equal(bot->name, "oracle:iterations=5");
    assert_ptr_equal(bot, bil_oracle_find("oracle:iterations=5", &error));
    assert_true(bil_oracle_is(bot));
    assert_false(bil_oracle_is(bil_bot_find("search:iterations=5", NULL)));
}

/* Points that a bot is ahead of the other by, over some deals with two seats, each played both ways. */
static long lead(const char *id, const struct bil_bot *a, const struct bil_bot *b, int deals)
{
    _Alignas(64) unsigned char state[BIL_MAX_STATE];
    const struct bil_config config = {.seats = 2};
    struct bil_bot_game bot_game = {.game = bil_game_find(id), .config = &config, .seats = 2};
    struct bil_error error = {{0}};
    void *rules = NULL;
    void *quick = NULL;
    long sum = 0;
    assert_true(bil_rules_new(bot_game.game, &config, &rules, &quick, &error));
    bot_game.rules = rules;
    bot_game.quick = quick;
    for (int g = 0; g < 2 * deals; g++) {
        const uint8_t run[BIL_SEED_BYTES] = {77};
        struct bil_score score;
        uint64_t decisions = 0;
        bil_bot_game_seed(run, (uint64_t)g / 2, bot_game.seed);
        bot_game.bot[g % 2] = a;
        bot_game.bot[1 - g % 2] = b;
        assert_int_equal(bil_bot_game_play(&bot_game, state, &decisions, &error), BIL_BOT_GAME_OVER);
        bot_game.game->score(rules, state, g % 2, &score);
        sum += score.total;
        bot_game.game->score(rules, state, 1 - g % 2, &score);
        sum -= score.total;
    }
    free(rules);
    free(quick);
    return sum;
}

static void sees_more_than_others(void **state)
{
    const struct bil_bot *oracle = bil_oracle_find("oracle:iterations=40:depth=12", NULL);
    const struct bil_bot *blind = bil_bot_find("search:iterations=40:depth=12:teach=1", NULL);
    assert_non_null(oracle);
    assert_non_null(blind);
    const long ahead = lead("one-billion-users", oracle, blind, DEALS); /* with so few games 6 Billion says nothing */
    if (ahead < 200L * 2 * DEALS) {
        fail_msg("Seeing every hand and the deck brings %ld points in %d games.", ahead, 2 * DEALS);
    }
    assert_int_equal(lead("six-billion", oracle, blind, 2), -lead("six-billion", blind, oracle, 2)); /* the same games again */
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_found_here_alone), cmocka_unit_test(sees_more_than_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
