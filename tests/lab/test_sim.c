/* Mass simulation: the same games whatever the threads and the rules' speed, sums that add up, figures that mean what they say. */
#include "bench/calibration.h"
#include "billions/record.h"
#include "lab/simulation/bot_game.h"
#include "lab/simulation/sim.h"
#include "table/helpers.h"
#include "unit.h"

static struct bil_sim make(const struct bil_game *game, int seats, const char *bot, uint64_t games)
{
    struct bil_sim sim = {.game = game, .config = {.seats = seats}, .games = games, .threads = 1};
    for (int e = 0; e < seats; e++) {
        sim.bot[e] = bil_bot_find(bot, NULL);
    }
    bil_seed_from_text("7", sim.seed);
    return sim;
}

static struct bil_sim_result run(const struct bil_sim *sim)
{
    struct bil_sim_result result;
    struct bil_error error = {{0}};
    if (!bil_sim_run(sim, &result, NULL, &error)) {
        helper_fail(error.text);
    }
    return result;
}

static void expect_same(const struct bil_sim_result *a, const struct bil_sim_result *b)
{
    assert_int_equal(a->hash, b->hash);
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->decisions, b->decisions);
    assert_int_equal(a->shortest, b->shortest);
    assert_int_equal(a->longest, b->longest);
    for (int e = 0; e < BIL_MAX_SEATS; e++) {
        assert_int_equal(a->entrant[e].win_shares, b->entrant[e].win_shares);
        assert_int_equal(a->entrant[e].score_sum, b->entrant[e].score_sum);
        assert_int_equal(a->entrant[e].score_squares, b->entrant[e].score_squares);
        assert_int_equal(a->entrant[e].score_low, b->entrant[e].score_low);
        assert_int_equal(a->entrant[e].score_high, b->entrant[e].score_high);
    }
}

static void threads_change_nothing(void **state)
{
    struct bil_sim sim = make(helper_game(), 4, "random", 333);
    const struct bil_sim_result one = run(&sim);
    for (int threads = 2; threads <= 5; threads++) {
        sim.threads = threads;
        const struct bil_sim_result many = run(&sim);
        expect_same(&one, &many);
    }
    sim.seed[0] ^= 1;
    const struct bil_sim_result other = run(&sim);
    assert_int_not_equal(one.hash, other.hash);
}

/* Skipping seats that have nothing to say, and not keeping what is known, gives the same games. */
static void fast_and_slow_rules_play_the_same_games(void **state)
{
    const struct bil_setting settings[] = {{"networks", "random"}, {"milestones", "manual"}};
    for (int options = 0; options <= 2; options++) {
        for (int seats = 2; seats <= 4; seats++) {
            struct bil_sim sim = make(helper_game(), seats, "random", 200);
            sim.config.settings = settings;
            sim.config.setting_count = options;
            const struct bil_sim_result fast = run(&sim);
            sim.slow = true;
            sim.check = true;
            const struct bil_sim_result slow = run(&sim);
            expect_same(&fast, &slow);
        }
    }
}

/* Games in which a seat held a Push that, it was thought, it could not hold: what Talent Poaching had moved was counted twice. */
static void whoever_holds_a_push_is_asked(void **state)
{
    static const struct {
        int options, seats;
        uint8_t run, low, high;
    } games[] = {{1, 4, 9, 0x1b, 2}, {2, 2, 9, 0xb2, 11}, {2, 3, 9, 0xfe, 5}, {2, 4, 9, 0x8d, 2}};
    const struct bil_setting settings[] = {{"networks", "random"}, {"milestones", "manual"}};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct bil_sim sim = make(helper_game(), games[i].seats, "random", 1);
        memset(sim.seed, 0, sizeof sim.seed);
        sim.seed[3] = games[i].run;
        sim.seed[16] = games[i].low;
        sim.seed[17] = games[i].high;
        sim.config.settings = settings;
        sim.config.setting_count = games[i].options;
        const struct bil_sim_result fast = run(&sim);
        sim.slow = true;
        const struct bil_sim_result slow = run(&sim);
        expect_same(&fast, &slow);
    }
}

/* A game may pick a random move without listing them all: it must be the one that the list gives. */
static void picking_is_choosing_from_the_list(void **state)
{
    const struct bil_setting setting = {"networks", "random"};
    struct bil_bot from_the_list = *bil_bot_find("random", NULL);
    assert_true(from_the_list.uniform);
    from_the_list.uniform = false;
    for (int seats = 2; seats <= 4; seats++) {
        struct bil_sim sim = make(helper_game(), seats, "random", 100);
        sim.config.settings = &setting;
        sim.config.setting_count = 1;
        const struct bil_sim_result picked = run(&sim);
        for (int e = 0; e < seats; e++) {
            sim.bot[e] = &from_the_list;
        }
        const struct bil_sim_result listed = run(&sim);
        expect_same(&picked, &listed);
    }
}

static void sums_add_up(void **state)
{
    struct bil_sim sim = make(&bil_game_tic_tac_toe, 2, "random", 3000);
    const struct bil_sim_result result = run(&sim);
    assert_int_equal(result.games, 3000);
    assert_int_equal(result.entrant[0].win_shares + result.entrant[1].win_shares, 3000 * 60);
    assert_int_equal(result.shortest, 5);
    assert_int_equal(result.longest, 8); /* the ninth is no decision */
    const double first = bil_sim_win_rate(&result, 0).mean;
    assert_true(first > 0.61 && first < 0.68); /* random play: 58.5 % wins, 12.7 % draws for the first */
    sim = make(&bil_game_leduc, 2, "random", 3000);
    const struct bil_sim_result poker = run(&sim);
    assert_int_equal(poker.entrant[0].score_sum, -poker.entrant[1].score_sum);
    assert_int_equal(poker.entrant[0].score_squares, poker.entrant[1].score_squares);
    assert_int_equal(poker.entrant[0].score_low, -poker.entrant[1].score_high);
}

/* With rotation the figures are those of the bots, not of the chairs. */
static void rotation_moves_the_bots(void **state)
{
    struct bil_sim sim = make(&bil_game_tic_tac_toe, 2, "random", 2000);
    sim.bot[0] = bil_bot_find("greedy", NULL);
    sim.rotate = true;
    const struct bil_sim_result first = run(&sim);
    sim.bot[0] = bil_bot_find("random", NULL);
    sim.bot[1] = bil_bot_find("greedy", NULL);
    const struct bil_sim_result second = run(&sim);
    assert_true(bil_sim_win_rate(&first, 0).mean > 0.75);
    assert_true(bil_sim_win_rate(&second, 1).mean > 0.75);
    assert_true(bil_sim_win_rate(&second, 0).mean < 0.25);
    sim = make(&bil_game_tic_tac_toe, 2, "random", 2000);
    sim.rotate = true;
    const struct bil_sim_result fair = run(&sim); /* the advantage of the first seat is gone */
    assert_true(bil_sim_win_rate(&fair, 0).mean > 0.45 && bil_sim_win_rate(&fair, 0).mean < 0.55);
}

static void greedy_is_a_sensible_person(void **state)
{
    struct bil_sim sim = make(helper_game(), 4, "random", 200);
    sim.bot[2] = bil_bot_find("greedy", NULL);
    sim.rotate = true;
    const struct bil_sim_result result = run(&sim);
    assert_true(bil_sim_win_rate(&result, 2).mean >= 0.8);
}

static void records_of_a_run_hold_its_games(void **state)
{
    const struct bil_setting setting = {"networks", "random"};
    struct bil_sim sim = make(helper_game(), 3, "random", 20);
    sim.bot[1] = bil_bot_find("greedy", NULL);
    sim.rotate = true;
    sim.threads = 2;
    sim.config.settings = &setting;
    sim.config.setting_count = 1;
    const struct bil_sim_result plain = run(&sim);
    sim.record_dir = helper_folder();
    const struct bil_sim_result result = run(&sim);
    expect_same(&plain, &result);
    int64_t score[3] = {0};
    for (unsigned game = 0; game < 20; game++) {
        char name[40];
        struct bil_record_end end;
        struct bil_error error = {{0}};
        uint8_t seed[BIL_SEED_BYTES];
        snprintf(name, sizeof name, "game-%07u.record", game + 1);
        struct bil_match *match = bil_record_load(helper_path(name), NULL, &end, &error);
        if (!match) {
            helper_fail(error.text);
        }
        bil_bot_game_seed(sim.seed, game, seed);
        assert_memory_equal(match->seed, seed, sizeof seed);
        assert_true(end.has_result && end.has_hash && match->actor == BIL_OVER);
        for (int seat = 0; seat < 3; seat++) {
            struct bil_score of_seat;
            const int entrant = (seat + 3 - (int)(game % 3)) % 3;
            match->game->score(match->rules, bil_match_state(match, -1), seat, &of_seat);
            score[entrant] += of_seat.total;
            assert_ptr_equal(match->player[seat].bot, sim.bot[entrant]);
        }
        bil_match_free(match);
    }
    for (int e = 0; e < 3; e++) {
        assert_int_equal(score[e], result.entrant[e].score_sum);
    }
    helper_folder_end();
}

static void a_run_can_be_stopped(void **state)
{
    atomic_bool stop = true;
    struct bil_sim sim = make(helper_game(), 4, "random", 1000000);
    sim.stop = &stop;
    const struct bil_sim_result result = run(&sim);
    assert_int_equal(result.games, 0);
    assert_true(bil_sim_win_rate(&result, 0).low == 0 && bil_sim_win_rate(&result, 0).high == 1);
    assert_true(bil_sim_mean_score(&result, 0) == 0 && bil_sim_sd_score(&result, 0) == 0);
}

static void note_progress(void *context, uint64_t done)
{
    uint64_t *last = context;
    assert_true(done >= *last);
    *last = done;
}

static void progress_is_told(void **state)
{
    uint64_t last = 0;
    struct bil_sim sim = make(helper_game(), 2, "random", 100);
    sim.progress = note_progress;
    sim.context = &last;
    sim.threads = 2;
    run(&sim);
    assert_int_equal(last, 100);
}

static void what_cannot_be_run_is_told(void **state)
{
    struct bil_sim_result result;
    struct bil_error error = {{0}};
    bool unwritable = true;
    struct bil_sim sim = make(helper_game(), 4, "random", 10);
    sim.bot[4] = sim.bot[5] = sim.bot[0];
    sim.config.seats = 6;
    assert_false(bil_sim_run(&sim, &result, &unwritable, &error));
    assert_true(error.text[0] && !unwritable);
    sim = make(helper_game(), 4, "random", 10);
    sim.threads = 0;
    assert_false(bil_sim_run(&sim, &result, NULL, &error));
    helper_contains(error.text, "0 threads");
    sim.threads = 1;
    sim.record_dir = "/no/such/folder";
    assert_false(bil_sim_run(&sim, &result, &unwritable, &error));
    assert_true(unwritable);
    helper_contains(error.text, "/no/such/folder/game-0000001.record cannot be written");
}

/* Known values: Wilson's interval for 8 of 10, mean and deviation of 1, 2, 3, 4. */
static void figures_are_right(void **state)
{
    struct bil_sim_result result = {.games = 10};
    result.entrant[0].win_shares = 8 * 60;
    const struct bil_interval rate = bil_sim_win_rate(&result, 0);
    assert_true(rate.mean > 0.7999 && rate.mean < 0.8001);
    assert_true(rate.low > 0.4901 && rate.low < 0.4902);
    assert_true(rate.high > 0.9433 && rate.high < 0.9434);
    result = (struct bil_sim_result){.games = 4};
    result.entrant[1].score_sum = 10;
    result.entrant[1].score_squares = 30;
    assert_true(bil_sim_mean_score(&result, 1) == 2.5);
    assert_true(bil_sim_sd_score(&result, 1) > 1.29099 && bil_sim_sd_score(&result, 1) < 1.29100);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(fast_and_slow_rules_play_the_same_games),
        cmocka_unit_test(whoever_holds_a_push_is_asked),
        cmocka_unit_test(picking_is_choosing_from_the_list),
        cmocka_unit_test(sums_add_up),
        cmocka_unit_test(rotation_moves_the_bots),
        cmocka_unit_test(greedy_is_a_sensible_person),
        cmocka_unit_test(records_of_a_run_hold_its_games),
        cmocka_unit_test(a_run_can_be_stopped),
        cmocka_unit_test(progress_is_told),
        cmocka_unit_test(what_cannot_be_run_is_told),
        cmocka_unit_test(figures_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
