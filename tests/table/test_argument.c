/* Why one move rather than another: that it is true of games that were not looked at, comes from the view alone, is the same each
 * time, says what it costs only with what that gains, and says so where nothing sets two moves apart. */
#include "billions/json.h"
#include "billions/position.h"
#include "table/helpers.h"
#include "table/messages/argument.h"
#include "unit.h"

#include <math.h>

enum { MOMENTS = 10, CHECKED = 400 };
static int counted; /* arguments that say how many Communities one ends with */

struct moment {
    struct bil_match *match;
    _Alignas(64) unsigned char view[BIL_MAX_STATE];
};

/* The nth open choice among several moves of a game between medium bots. */
static void reach(struct moment *moment, const struct bil_game *game, unsigned seed, int n)
{
    struct bil_match_setup setup = {.game = game, .config = {.seats = 3}, .seed = {(uint8_t)seed, 77}};
    for (int seat = 0; seat < 3; seat++) {
        setup.player[seat].bot = bil_bot_find("medium", NULL);
    }
    memset(moment, 0, sizeof *moment);
    moment->match = helper_match(&setup);
    while (n > 0 || moment->match->move_count < 3) {
        n--;
        bil_match_step(moment->match);
        assert_int_not_equal(moment->match->actor, BIL_OVER);
    }
    bil_match_view(moment->match, moment->match->actor, -1, moment->view);
}

static struct bil_argument_ask ask_of(const struct moment *moment, int effort)
{
    const struct bil_match *match = moment->match;
    return (struct bil_argument_ask){.of = {match->game, match->rules, moment->view, match->actor, match->config.seats},
                                     .moves = match->move,
                                     .count = match->move_count,
                                     .effort = effort};
}

static void expect_order(const char *words, bool clear)
{
    const char *cost = strstr(words, "You give up");
    assert_true(!cost || strstr(cost, ", but "));
    assert_true((strstr(words, "Take either.") || strstr(words, "Take this or ")) == !clear);
}

/* "You end with 6.5 Communities instead of 6.3": so many are on the platform in other games, too. */
static void expect_counted(const struct bil_comparison *comparison, const char *words)
{
    const char *said = strstr(words, " Communities instead of ");
    double with = 0;
    double without = 0;
    while (said && said > words && strncmp(said, "with ", 5) != 0) {
        said--;
    }
    if (said && sscanf(said, "with %lf Communities instead of %lf", &with, &without) == 2) {
        int users = 0;
        while (strcmp(comparison->cause[users], "Users") != 0) {
            users++;
        }
        const struct bil_difference more = bil_comparison_difference(comparison, 0, 1, BIL_COLUMN_COUNT + users);
        assert_true(with > without && fabs(more.mean - (with - without)) <= 5 * more.error + 0.1);
        counted++;
    }
}

/* Against other worlds with other chances: what was said to be better by more than the doubt is no worse there. */
static void expect_true(const struct bil_argument_ask *ask, const struct bil_argument *argument, const char *words)
{
    const struct bil_comparison_plan plan = {.seed = {9}, .stream = 99, .worlds = CHECKED, .believe = true};
    const bil_move pair[2] = {argument->move, argument->other};
    struct bil_comparison comparison;
    bil_comparison_make(&ask->of, &plan, pair, 2, &comparison);
    const struct bil_difference reward = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_REWARD);
    const struct bil_difference points = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_POINTS + ask->of.seat);
    assert_int_equal(comparison.worlds, CHECKED);
    if (argument->clear && reward.mean < -2.5 * reward.error) {
        fail_msg("\"%s\", but the other move is better in %d other games", words, CHECKED);
    }
    if (fabs(points.mean - argument->points) > 5 * points.error + 1e-6) {
        fail_msg("\"%s\", but in %d other games the points differ by %.1f", words, CHECKED, points.mean);
    }
    expect_counted(&comparison, words);
    bil_comparison_free(&comparison);
}

/* Where two moves are as good, the third that the words name is no better in other worlds. */
static void expect_better(const struct bil_argument_ask *ask, bil_move move, bil_move worse, const char *words)
{
    const struct bil_comparison_plan plan = {.seed = {8}, .stream = 98, .worlds = CHECKED, .believe = true};
    struct bil_comparison comparison;
    bil_comparison_make(&ask->of, &plan, (const bil_move[]){move, worse}, 2, &comparison);
    const struct bil_difference reward = bil_comparison_difference(&comparison, 0, 1, BIL_COLUMN_REWARD);
    if (reward.mean < -2.5 * reward.error || !strstr(words, ", which is as good.")) {
        fail_msg("\"%s\" of a third move that is better in %d other games, or is not named", words, CHECKED);
    }
    bil_comparison_free(&comparison);
}

static void arguments_are_true(void **state)
{
    int clear = 0;
    int worse = 0;
    for (int i = 0; i < 2 * MOMENTS; i++) {
        struct moment moment;
        struct bil_text words = {0};
        struct bil_text again = {0};
        reach(&moment, bil_game_find(i % 2 ? "one-billion-users" : "six-billion"), (unsigned)i + 300, 8 + 9 * (i / 2));
        const struct bil_argument_ask ask = ask_of(&moment, 20);
        const struct bil_argument argument = bil_argue(&ask, &words);
        assert_int_equal(bil_argue(&ask, &again).move, argument.move);
        assert_string_equal(bil_text_string(&again), bil_text_string(&words));
        assert_int_not_equal(argument.other, argument.move);
        assert_true(!argument.clear || argument.place >= 0); /* never a worse place */
        expect_order(bil_text_string(&words), argument.clear);
        expect_true(&ask, &argument, bil_text_string(&words));
        clear += argument.clear;
        worse += argument.worse != 0;
        if (argument.worse) {
            expect_better(&ask, argument.move, argument.worse, bil_text_string(&words));
        }
        bil_text_free(&words);
        bil_text_free(&again);
        bil_match_free(moment.match);
    }
    assert_true(clear > 2 && clear + worse < 2 * MOMENTS);
    assert_true(worse > 0 && counted > 0);
}

/* Other hidden cards behind the same view: the same words, so that a hint betrays nothing. */
static void other_hidden_cards_change_nothing(void **state)
{
    for (int i = 0; i < 4; i++) {
        struct moment moment;
        struct bil_text words = {0};
        struct bil_text again = {0};
        _Alignas(64) unsigned char world[BIL_MAX_STATE] = {0};
        struct bil_random random;
        const uint8_t seed[BIL_SEED_BYTES] = {3};
        reach(&moment, bil_game_find(i % 2 ? "one-billion-users" : "six-billion"), 40 + (unsigned)i, 12);
        struct bil_argument_ask ask = ask_of(&moment, 10);
        const bil_move move = bil_argue(&ask, &words).move;
        bil_random_stream(&random, seed, 1, (uint32_t)i);
        ask.of.game->deal(ask.of.rules, moment.view, &random, world);
        assert_memory_not_equal(world, bil_match_state(moment.match, -1), ask.of.game->facts_size);
        ask.of.game->hide(ask.of.rules, world, ask.of.seat, moment.view);
        assert_int_equal(bil_argue(&ask, &again).move, move);
        assert_string_equal(bil_text_string(&again), bil_text_string(&words));
        bil_text_free(&words);
        bil_text_free(&again);
        bil_match_free(moment.match);
    }
}

/* Both moves given: the worse one is never argued for, and the better one in the same words as if it had been found. */
static void of_two_moves_only_the_better_has_an_argument(void **state)
{
    int clear = 0;
    for (int i = 0; i < MOMENTS; i++) {
        struct moment moment;
        struct bil_text words = {0};
        reach(&moment, bil_game_find("one-billion-users"), 60 + (unsigned)i, 20);
        struct bil_argument_ask ask = ask_of(&moment, 20);
        const struct bil_argument found = bil_argue(&ask, &words);
        ask.move = found.other;
        ask.other = found.move;
        ask.fixed = true;
        bil_text_clear(&words);
        const struct bil_argument turned = bil_argue(&ask, &words);
        assert_int_equal(turned.move, found.other);
        assert_true(!found.clear || !turned.clear);
        expect_order(bil_text_string(&words), turned.clear);
        clear += found.clear;
        bil_text_free(&words);
        bil_match_free(moment.match);
    }
    assert_true(clear > 0);
}

static void what_few_games_say_is_not_said(void **state)
{
    struct moment moment;
    struct bil_text words = {0};
    struct bil_comparison comparison;
    reach(&moment, bil_game_find("six-billion"), 5, 12);
    const struct bil_argument_ask ask = ask_of(&moment, 0);
    const struct bil_comparison_plan plan = {.worlds = 14, .listen = true};
    bil_comparison_make(&ask.of, &plan, ask.moves, 2, &comparison);
    const struct bil_argument argument = bil_argue_of(&comparison, 0, 1, &words);
    assert_string_equal(bil_text_string(&words), "14 games are too few to tell.");
    assert_false(argument.clear);
    bil_comparison_free(&comparison);
    bil_text_free(&words);
    bil_match_free(moment.match);
}

/* The points that a move brings more are those of its causes together. */
static void causes_add_up(void **state)
{
    for (int i = 0; i < 4; i++) {
        struct moment moment;
        struct bil_comparison comparison;
        reach(&moment, bil_game_find(i % 2 ? "one-billion-users" : "six-billion"), 80 + (unsigned)i, 15);
        const struct bil_argument_ask ask = ask_of(&moment, 0);
        const struct bil_comparison_plan plan = {.worlds = 20};
        double sum = 0;
        bil_comparison_make(&ask.of, &plan, ask.moves, 3, &comparison);
        for (int c = 0; c < comparison.causes; c++) {
            sum += bil_comparison_difference(&comparison, 0, 2, BIL_COLUMN_CAUSE + ask.of.seat * BIL_MAX_SCORE_ITEMS + c).mean;
        }
        assert_float_equal(sum, bil_comparison_difference(&comparison, 0, 2, BIL_COLUMN_POINTS + ask.of.seat).mean, 1e-6);
        bil_comparison_free(&comparison);
        bil_match_free(moment.match);
    }
}

/* The last open choice of a game, as its seat saw it. */
static int reach_last(struct moment *moment, const char *game, unsigned seed)
{
    reach(moment, bil_game_find(game), seed, 0);
    struct bil_match *match = moment->match;
    while (match->actor != BIL_OVER) {
        bil_match_step(match);
    }
    int ply = match->ply - 1;
    while (match->decision[ply].forced) {
        ply--;
    }
    bil_match_view(match, match->decision[ply].seat, ply, moment->view);
    return ply;
}

struct ear {
    const struct bil_match *match;
    int seat;
    struct bil_text said;
};

static void hear(void *context, const struct bil_event *event)
{
    struct ear *ear = context;
    ear->match->game->consequence(ear->match->rules, event, ear->seat, &ear->said);
}

/* Which Influencers are on one's platform at the end is heard: those that the position names. And a comparison listens. */
static void what_one_ends_with_is_heard(void **state)
{
    int kept = 0;
    int compared = 0;
    for (unsigned seed = 1; seed <= 3; seed++) {
        struct moment moment;
        struct bil_text position = {0};
        struct bil_comparison comparison;
        const int ply = reach_last(&moment, "one-billion-users", seed);
        struct bil_match *match = moment.match;
        struct ear ear = {match, match->decision[ply].seat, {0}};
        const struct bil_decision_view of = {match->game, match->rules, moment.view, ear.seat, match->config.seats};
        const struct bil_comparison_plan plan = {.worlds = 20, .listen = true};
        match->game->at_end(bil_match_state(match, -1), ear.seat, &(struct bil_listener){hear, &ear});
        bil_position_write(match->game, &match->config, match->rules, match->edition, bil_match_state(match, -1), &position);
        const struct bil_value *whole = bil_json_read(bil_text_string(&position), position.length, "position", NULL);
        const struct bil_value *platform = bil_value_get(whole, "platforms")->child;
        for (int i = 0; i < ear.seat; i++) {
            platform = platform->next;
        }
        struct bil_text all = {0};
        for (const struct bil_value *there = bil_value_get(platform, "influencers")->child; there; there = there->next, kept++) {
            const struct bil_value *name = there->type == BIL_STRING ? there : bil_value_get(there, "name");
            bil_text_format(&all, "You end with %s.", name->string);
        }
        assert_string_equal(bil_text_string(&ear.said), bil_text_string(&all));
        bil_comparison_make(&of, &plan, &match->decision[ply].move, 1, &comparison);
        for (int i = 0; i < comparison.heard_count; i++) {
            compared += strncmp(comparison.heard[i].text, "You end with ", 13) == 0 ? comparison.heard[i].hits[0] : 0;
        }
        bil_json_free(whole);
        bil_text_free(&position);
        bil_text_free(&all);
        bil_text_free(&ear.said);
        bil_comparison_free(&comparison);
        bil_match_free(match);
    }
    assert_true(kept > 0 && compared > 0);
}

/* What a move brings at once is known of one that ends the game as well: the last choice of a whole game. */
static void the_end_is_at_once(void **state)
{
    struct moment moment;
    const int ply = reach_last(&moment, "six-billion", 90);
    struct bil_match *match = moment.match;
    const int seat = match->decision[ply].seat;
    const struct bil_decision_view of = {match->game, match->rules, moment.view, seat, match->config.seats};
    const struct bil_comparison_plan plan = {.worlds = 20};
    struct bil_comparison comparison;
    bil_comparison_make(&of, &plan, &match->decision[ply].move, 1, &comparison);
    for (int world = 0; world < comparison.worlds; world++) {
        float points = 0;
        for (int c = 0; c < BIL_MAX_SCORE_ITEMS; c++) {
            points += comparison.value[world][BIL_COLUMN_SOON + c];
        }
        assert_true(points > 0);
    }
    bil_comparison_free(&comparison);
    bil_match_free(match);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_true),
        cmocka_unit_test(other_hidden_cards_change_nothing),
        cmocka_unit_test(of_two_moves_only_the_better_has_an_argument),
        cmocka_unit_test(what_few_games_say_is_not_said),
        cmocka_unit_test(causes_add_up),
        cmocka_unit_test(what_one_ends_with_is_heard),
        cmocka_unit_test(the_end_is_at_once),
    };
    return cmocka_run_group_tests_name("argument", tests, NULL, NULL);
}
