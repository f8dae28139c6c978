/* Arenas: the same figures for any number of threads and after any number of stops, figures that an independent count confirms, a
 * test that stops behind the right block, and one sentence for every plan and every file that cannot be. */
#include <math.h>
#include <time.h>

#include "bench/calibration.h"
#include "billions/json.h"
#include "lab/arena/sprt.h"
#include "lab/jobs/job.h"
#include "lab/simulation/bot_game.h"
#include "table/bots/bot_seats.h"
#include "table/helpers.h"
#include "unit.h"

enum { BLOCKS = 24, TICTACTOE_BLOCKS = 400 };
/* While one block is late, the other of two threads plays fifteen more and then waits. In each of their games greedy is asked twice
 * or more often: as many calls make ten blocks or more wait in a row. */
enum { LATE_CALLS = 60, LATE_BLOCKS = 7 };

/* An arena with its plan, sums and edition. */
struct made {
    struct bil_job job;
    struct bil_arena_sums sums;
};

static void plan(struct made *made, const struct bil_game *game, const char *bots, int seats, uint64_t blocks)
{
    made->job.plan.game = game;
    made->job.plan.seats = seats;
    made->job.plan.blocks = blocks;
    for (const char *at = bots; *at; at += strcspn(at, ","), at += *at == ',') {
        char name[BIL_BOT_NAME];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        made->job.plan.list[made->job.plan.listed] = bil_bot_find(name, NULL);
        assert_non_null(made->job.plan.list[made->job.plan.listed++]);
    }
    bil_seed_from_text("11", made->job.plan.seed);
}

static void prepare(struct made *made)
{
    struct bil_error error = {{0}};
    if (!bil_job_open(&made->job, &error)) {
        helper_fail(error.text);
    }
    made->job.arena.threads = 1;
}

static struct made *make(const struct bil_game *game, const char *bots, int seats, uint64_t blocks)
{
    struct made *made = calloc(1, sizeof *made);
    assert_non_null(made);
    plan(made, game, bots, seats, blocks);
    prepare(made);
    return made;
}

static void drop(struct made *made)
{
    bil_job_close(&made->job);
    free(made);
}

static void run(struct made *made)
{
    struct bil_error error = {{0}};
    if (!bil_arena_run(&made->job.arena, &made->sums, &error)) {
        helper_fail(error.text);
    }
}

/* All but the time. */
static void same(const struct bil_arena_sums *a, const struct bil_arena_sums *b)
{
    struct bil_arena_sums *timeless = malloc(sizeof *timeless);
    assert_non_null(timeless);
    *timeless = *a;
    timeless->milliseconds = b->milliseconds;
    timeless->timed = b->timed;
    assert_int_equal(a->blocks, b->blocks);
    assert_int_equal(a->hash, b->hash);
    assert_memory_equal(timeless, b, sizeof *b);
    free(timeless);
}

static const struct bil_game *six(void)
{
    const struct bil_game *game = bil_game_find("six-billion");
    assert_non_null(game);
    return game;
}

/* ------------------------------------------------------------------ figures */

static void near(double value, double wanted)
{
    if (!(fabs(value - wanted) <= 1e-9 * (1 + fabs(wanted)))) {
        fail_msg("%.12g is not %.12g", value, wanted);
    }
}

static double mean_of(const double *value, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += value[i] / count;
    }
    return sum;
}

static double error_of(const double *value, int count)
{
    const double mean = mean_of(value, count);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += (value[i] - mean) * (value[i] - mean);
    }
    return sqrt(sum / (count - 1) / count);
}

/* Plays the games of an arena one by one, and writes down what each seat of a kind got on average in each block. */
static void play_alone(const struct made *made, double got[BIL_ARENA_MEASURES][BIL_ARENA_KINDS][BLOCKS])
{
    const struct bil_game *game = made->job.plan.game;
    const struct bil_seatings *seatings = &made->job.arena.seatings;
    void *rules = NULL;
    void *quick = NULL;
    assert_true(bil_rules_new(game, &made->job.arena.config, &rules, &quick, NULL));
    for (int block = 0; block < BLOCKS; block++) {
        int seats_of[BIL_ARENA_KINDS] = {0};
        for (int g = 0; g < seatings->games; g++) {
            unsigned char state[BIL_MAX_STATE] __attribute__((aligned(64)));
            struct bil_bot_game bot_game = {.game = game, .rules = rules, .quick = quick, .seats = seatings->seats};
            uint8_t place[BIL_MAX_SEATS] = {0};
            uint64_t decisions;
            int firsts = 0;
            bil_bot_game_seed(made->job.arena.seed, (uint64_t)block, bot_game.seed);
            for (int s = 0; s < bot_game.seats; s++) {
                bot_game.bot[s] = made->job.arena.bot[seatings->kind[g][s]];
            }
            assert_int_equal(bil_bot_game_play(&bot_game, state, &decisions, NULL), BIL_BOT_GAME_OVER);
            game->rank(rules, state, place);
            for (int s = 0; s < bot_game.seats; s++) {
                firsts += place[s] == 1;
            }
            for (int s = 0; s < bot_game.seats; s++) {
                const int kind = seatings->kind[g][s];
                struct bil_score score = {0};
                double better = 0;
                double equal = 0;
                for (int other = 0; other < bot_game.seats; other++) {
                    better += place[other] < place[s];
                    equal += place[other] == place[s];
                }
                game->score(rules, state, s, &score);
                seats_of[kind]++;
                got[BIL_ARENA_FIRST][kind][block] += place[s] == 1 ? 1.0 / firsts : 0;
                got[BIL_ARENA_PLACE][kind][block] += better + (equal + 1) / 2;
                got[BIL_ARENA_POINTS][kind][block] += score.total;
            }
        }
        for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
            for (int k = 0; k < seatings->kinds; k++) {
                got[m][k][block] /= seats_of[k];
            }
        }
    }
    free(rules);
    free(quick);
}

static void figures_are_those_of_the_games(const struct bil_game *game, const char *bots, int seats)
{
    static double got[BIL_ARENA_MEASURES][BIL_ARENA_KINDS][BLOCKS];
    struct made *made = make(game, bots, seats, BLOCKS);
    const struct bil_arena *arena = &made->job.arena;
    memset(got, 0, sizeof got);
    run(made);
    play_alone(made, got);
    assert_int_equal(made->sums.blocks, BLOCKS);
    for (int a = 0; a < arena->seatings.kinds; a++) {
        for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
            near(bil_arena_figure(arena, &made->sums, (enum bil_arena_measure)m, a).mean, mean_of(got[m][a], BLOCKS));
        }
        const double error = error_of(got[BIL_ARENA_POINTS][a], BLOCKS);
        const struct bil_interval points = bil_arena_figure(arena, &made->sums, BIL_ARENA_POINTS, a);
        const struct bil_interval first = bil_arena_figure(arena, &made->sums, BIL_ARENA_FIRST, a);
        const struct bil_interval share = bil_interval_share(first.mean, error_of(got[BIL_ARENA_FIRST][a], BLOCKS), BLOCKS);
        near(points.high - points.mean, bil_interval_t(BLOCKS - 1) * error);
        near(points.mean - points.low, bil_interval_t(BLOCKS - 1) * error);
        near(first.low, share.low);
        near(first.high, share.high);
        assert_true(first.low <= first.mean && first.mean <= first.high && first.low < first.high);
        for (int b = 0; b < arena->seatings.kinds; b++) {
            double apart[BLOCKS];
            for (int i = 0; i < BLOCKS; i++) {
                apart[i] = got[BIL_ARENA_POINTS][a][i] - got[BIL_ARENA_POINTS][b][i];
            }
            const struct bil_interval lead = bil_arena_lead(arena, &made->sums, BIL_ARENA_POINTS, a, b);
            near(lead.mean, mean_of(apart, BLOCKS));
            near(lead.high - lead.mean, bil_interval_t(BLOCKS - 1) * error_of(apart, BLOCKS));
        }
    }
    drop(made);
}

static void figures_are_right(void **state)
{
    figures_are_those_of_the_games(helper_game(), "greedy,random", 2);
    figures_are_those_of_the_games(helper_game(), "greedy,random,random,random", 4);
    figures_are_those_of_the_games(helper_game(), "easy,greedy,random", 2);
    figures_are_those_of_the_games(six(), "greedy,easy", 3);
    figures_are_those_of_the_games(&bil_game_tic_tac_toe, "random,greedy", 2);
}

/* One pair is no evidence of anything. */
static void one_block_has_no_interval(void **state)
{
    struct made *made = make(helper_game(), "greedy,random", 2, 1);
    run(made);
    const struct bil_interval points = bil_arena_figure(&made->job.arena, &made->sums, BIL_ARENA_POINTS, 0);
    const struct bil_interval first = bil_arena_figure(&made->job.arena, &made->sums, BIL_ARENA_FIRST, 0);
    const struct bil_interval place = bil_arena_figure(&made->job.arena, &made->sums, BIL_ARENA_PLACE, 0);
    assert_true(isinf(points.low) && isinf(points.high));
    assert_true(first.low == 0 && first.high == 1 && place.low == 1 && place.high == 2);
    drop(made);
}

/* What the first chair is worth is taken from nobody: random play against random play by another name comes out even. */
static void chairs_cancel_out(void **state)
{
    struct made *made = make(&bil_game_tic_tac_toe, "random,medium", 2, 2);
    made->job.arena.blocks = made->job.plan.blocks = TICTACTOE_BLOCKS;
    made->job.arena.bot[1] = made->job.arena.bot[0]; /* the same player on both sides */
    run(made);
    for (int m = 0; m < BIL_ARENA_MEASURES; m++) {
        assert_int_equal(made->sums.sum[m][0], made->sums.sum[m][1]);
    }
    drop(made);
}

/* ------------------------------------------------------------------ threads, stops */

static const struct {
    const char *bots;
    int seats;
    uint64_t blocks;
    bool second;
} arenas[] = {{"greedy,random", 2, 40, false},
              {"greedy,random", 4, 5, false},
              {"greedy,easy,random", 3, 9, false},
              {"greedy,easy,medium,random", 2, 5, true},
              {"medium,greedy", 5, 2, true}};
enum { ARENAS = sizeof arenas / sizeof arenas[0] };

static struct made *make_number(int i, uint64_t blocks)
{
    return make(arenas[i].second ? six() : helper_game(), arenas[i].bots, arenas[i].seats, blocks);
}

static void threads_change_nothing(void **state)
{
    for (int i = 0; i < ARENAS; i++) {
        struct made *one = make_number(i, arenas[i].blocks);
        run(one);
        assert_int_equal(one->sums.blocks, arenas[i].blocks);
        for (int threads = 2; threads <= 5; threads += 3) {
            struct made *many = make_number(i, arenas[i].blocks);
            many->job.arena.threads = threads;
            run(many);
            same(&one->sums, &many->sums);
            drop(many);
        }
        struct made *other = make_number(i, arenas[i].blocks);
        other->job.arena.seed[0] ^= 1;
        run(other);
        assert_int_not_equal(other->sums.hash, one->sums.hash);
        drop(other);
        drop(one);
    }
}

static bool read_made(const struct bil_value *document, const struct bil_game *game, struct made *into, struct bil_error *error)
{
    if (!bil_job_read(document, BIL_PLAN_ARENA, game, &into->job, error)) {
        return false;
    }
    return bil_job_read_sums(&into->job, document, (struct bil_job_part){1, 1}, &into->sums, error);
}

/* Through the text of the file; the caller frees both. */
static struct made *write_and_read(const struct made *made, const struct bil_value **document)
{
    struct made *again = calloc(1, sizeof *again);
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    assert_non_null(again);
    bil_job_write(&made->job, (struct bil_job_part){1, 1}, &made->sums, &text);
    *document = bil_json_read(bil_text_string(&text), text.length, "the file", &error);
    if (!*document || !read_made(*document, NULL, again, &error)) {
        helper_fail(error.text);
    }
    bil_text_free(&text);
    return again;
}

static void a_file_goes_on_as_if_nothing_had_happened(void **state)
{
    for (int i = 0; i < ARENAS; i++) {
        const struct bil_value *document;
        struct made *whole = make_number(i, arenas[i].blocks);
        struct made *half = make_number(i, arenas[i].blocks);
        run(whole);
        half->job.arena.blocks = (arenas[i].blocks + 1) / 2;
        run(half);
        struct made *again = write_and_read(half, &document);
        same(&half->sums, &again->sums);
        assert_int_equal(again->job.arena.blocks, arenas[i].blocks);
        assert_string_equal(bil_text_string(&again->job.edition), bil_text_string(&half->job.edition));
        again->job.arena.threads = 2;
        run(again);
        same(&whole->sums, &again->sums);
        for (int k = 0; k < whole->job.arena.seatings.kinds; k++) {
            assert_ptr_equal(again->job.arena.bot[k], whole->job.arena.bot[k]);
        }
        bil_json_free(document);
        drop(again);
        drop(half);
        drop(whole);
    }
}

static bool stop_later(void *context, const struct bil_arena_sums *sums)
{
    uint64_t *last = context;
    assert_true(sums->blocks >= *last);
    *last = sums->blocks;
    return sums->blocks < 3;
}

/* Whenever it is stopped, whole blocks are there, and the rest follows. */
static void stops_come_behind_whole_blocks(void **state)
{
    uint64_t last = 0;
    struct made *made = make(helper_game(), "greedy,random", 3, BIL_ARENA_BLOCKS);
    made->job.arena.threads = 3;
    made->job.arena.progress = stop_later;
    made->job.arena.context = &last;
    run(made);
    assert_true(made->sums.blocks >= 3 && made->sums.blocks < BIL_ARENA_BLOCKS);
    assert_int_equal(last, made->sums.blocks);
    struct made *straight = make(helper_game(), "greedy,random", 3, made->sums.blocks + 20);
    run(straight);
    made->job.arena.progress = NULL;
    made->job.arena.blocks = made->sums.blocks + 20;
    run(made);
    same(&straight->sums, &made->sums);
    const atomic_bool stop = true;
    made->job.arena.stop = &stop;
    run(made); /* nothing is left to do, and nothing changes */
    same(&straight->sums, &made->sums);
    drop(straight);
    drop(made);
}

static void options_and_edition_stand_in_the_file(void **state)
{
    const struct bil_value *document;
    struct bil_text text = {0};
    void *rules = NULL;
    void *quick = NULL;
    const struct bil_game *game = helper_game();
    const struct bil_config config = {.seats = 2};
    assert_true(bil_rules_new(game, &config, &rules, &quick, NULL));
    game->edition_json(rules, &text);
    char *declared = helper_replace(bil_text_string(&text), "\"deviations\":[]", "\"deviations\":[\"hand_size\"]");
    char *other = helper_replace(declared, "\"hand_size\":6", "\"hand_size\":5");
    const struct bil_value *edition = helper_json(other);
    struct made *made = calloc(1, sizeof *made);
    assert_non_null(made);
    plan(made, game, "greedy,random", 2, 10);
    made->job.plan.edition = edition;
    made->job.plan.setting[made->job.plan.setting_count++] = (struct bil_setting){"networks", "random"};
    prepare(made);
    run(made);
    struct made *plain = make(game, "greedy,random", 2, 10);
    run(plain);
    assert_int_not_equal(plain->sums.hash, made->sums.hash);
    struct made *again = write_and_read(made, &document);
    assert_non_null(strstr(bil_text_string(&again->job.edition), "\"hand_size\":5"));
    memset(&again->sums, 0, sizeof again->sums);
    again->job.arena.threads = 1;
    run(again);
    same(&made->sums, &again->sums);
    bil_json_free(document);
    bil_json_free(edition);
    bil_text_free(&text);
    free(other);
    free(declared);
    free(rules);
    free(quick);
    drop(again);
    drop(plain);
    drop(made);
}

/* ------------------------------------------------------------------ the sequential test */

static struct made *make_test(const char *test, int threads)
{
    struct made *made = calloc(1, sizeof *made);
    assert_non_null(made);
    plan(made, &bil_game_tic_tac_toe, "greedy,random", 2, 100000);
    made->job.plan.test = test;
    made->job.plan.alpha = "0.05";
    made->job.plan.beta = "0.1";
    prepare(made);
    made->job.arena.threads = threads;
    run(made);
    return made;
}

/* It ends behind the first block with which the formula decides, for any number of threads. */
static void a_test_ends_when_the_formula_says(void **state)
{
    static const struct {
        const char *test;
        int verdict;
    } cases[] = {{"0,100", 1}, {"50%,60%", 1}, {"97%,99%", -1}, {"1000,1200", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made *made = make_test(cases[i].test, 1);
        double ratio;
        assert_int_equal(bil_arena_verdict(&made->job.arena, &made->sums, &ratio), cases[i].verdict);
        assert_true(ratio >= bil_sprt_upper(0.05, 0.1) || ratio <= bil_sprt_lower(0.05, 0.1));
        struct made *many = make_test(cases[i].test, 4);
        same(&made->sums, &many->sums);
        run(many); /* decided is decided */
        same(&made->sums, &many->sums);
        struct made *before = make(&bil_game_tic_tac_toe, "greedy,random", 2, made->sums.blocks - 1);
        run(before);
        before->job.arena.test = made->job.arena.test;
        assert_int_equal(bil_arena_verdict(&before->job.arena, &before->sums, &ratio), 0);
        drop(before);
        drop(many);
        drop(made);
    }
}

/* Plays as greedy does, but whoever asks first waits until others have played on for a while. */
static const struct bil_bot *greedy;
static atomic_int asked;

static bil_move choose_late(const struct bil_bot *bot, const struct bil_ask *ask)
{
    if (atomic_fetch_add(&asked, 1) == 0) {
        while (atomic_load(&asked) < LATE_CALLS) {
            const struct timespec wait = {0, 1000000};
            nanosleep(&wait, NULL);
        }
    }
    return greedy->choose(greedy, ask);
}

/* The first block ends last: those behind it wait for their turn, and those behind the verdict are dropped. */
static void blocks_are_counted_in_their_order(void **state)
{
    struct made *made = make_test("30%,80%", 1);
    struct made *late = make(&bil_game_tic_tac_toe, "greedy,random", 2, 100000);
    greedy = bil_bot_find("greedy", NULL);
    struct bil_bot bot = *greedy;
    bot.choose = choose_late;
    assert_true(made->sums.blocks > 1 && made->sums.blocks < LATE_BLOCKS);
    late->job.arena.bot[0] = &bot;
    late->job.arena.test = made->job.arena.test;
    late->job.arena.threads = 2;
    atomic_store(&asked, 0);
    run(late);
    same(&made->sums, &late->sums);
    drop(late);
    drop(made);
}

static void hypotheses_are_shares_or_elo(void **state)
{
    struct made *made = calloc(1, sizeof *made);
    assert_non_null(made);
    plan(made, helper_game(), "greedy,random,random,random", 4, 1);
    made->job.plan.test = "25%,37.5%";
    made->job.plan.alpha = made->job.plan.beta = "0.05";
    prepare(made);
    near(made->job.arena.test.low, 0.25);
    near(made->job.arena.test.high, 0.375);
    made->job.plan.test = "0,400";
    prepare(made);
    near(made->job.arena.test.low, 0.25);
    near(made->job.arena.test.high, 10.0 / 13);
    made->job.plan.listed = 2;
    made->job.plan.test = "25%,30%"; /* two seats of four on average: all of them together take twice that */
    prepare(made);
    near(made->job.arena.test.low, 0.5);
    near(made->job.arena.test.high, 0.6);
    drop(made);
}

/* ------------------------------------------------------------------ what cannot be */

static void wrong_plans_get_a_sentence(void **state)
{
    static const struct {
        const char *bots;
        int seats;
        const char *test, *alpha, *part;
    } cases[] = {
        {"greedy", 2, NULL, "0.05", "two different bots"},
        {"greedy,greedy", 2, NULL, "0.05", "greedy cannot meet only itself"},
        {"greedy,random", 5, NULL, "0.05", "is for 2 to 4 players, not 5"},
        {"greedy,random", 1, NULL, "0.05", "is for 2 to 4 players, not 1"},
        {"greedy,random,greedy", 4, NULL, "0.05", "3 bots are listed for 4 seats"},
        {"greedy,random,greedy,greedy,greedy", 0, NULL, "0.05", "is for 2 to 4 players, not 5"},
        {"greedy,random,easy", 3, "0,10", "0.05", "compares two bots, not 3"},
        {"greedy,random", 2, "10,0", "0.05", "the lower first"},
        {"greedy,random", 2, "10", "0.05", "two hypotheses"},
        {"greedy,random", 2, "0,10,20", "0.05", "two hypotheses"},
        {"greedy,random", 2, "0,", "0.05", "two hypotheses"},
        {"greedy,random", 2, "0,10%", "0.05", "two hypotheses"},
        {"greedy,random", 2, "0,1e3", "0.05", "two hypotheses"},
        {"greedy,random", 2, "0,nan", "0.05", "two hypotheses"},
        {"greedy,random", 2, "50%,100%", "0.05", "cannot tell 50%,100% apart"},
        {"greedy,random", 2, "0%,50%", "0.05", "cannot tell 0%,50% apart"},
        {"greedy,random", 2, "0,99999999", "0.05", "cannot tell"},
        {"greedy,random", 2, "0,10", "0", "alpha is \"0\""},
        {"greedy,random", 2, "0,10", "0.5", "between 0 and 0.5"},
        {"greedy,random", 2, "0,10", "5%", "as 0.05"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made *made = calloc(1, sizeof *made);
        struct bil_error error = {{0}};
        assert_non_null(made);
        plan(made, helper_game(), cases[i].bots, cases[i].seats, 1);
        made->job.plan.test = cases[i].test;
        made->job.plan.alpha = cases[i].alpha;
        made->job.plan.beta = "0.05";
        assert_false(bil_job_open(&made->job, &error));
        helper_contains(error.text, cases[i].part);
        drop(made);
    }
}

static void wrong_runs_get_a_sentence(void **state)
{
    struct bil_error error = {{0}};
    struct made *made = make(helper_game(), "greedy,random", 2, 1);
    made->job.arena.threads = 0;
    assert_false(bil_arena_run(&made->job.arena, &made->sums, &error));
    helper_contains(error.text, "0 threads");
    made->job.arena.threads = 1;
    made->job.arena.blocks = BIL_ARENA_BLOCKS + 1;
    assert_false(bil_arena_run(&made->job.arena, &made->sums, &error));
    helper_contains(error.text, "1000001 deals");
    drop(made);
}

static void wrong_files_get_a_sentence(void **state)
{
    static const struct {
        const char *old, *new_text, *part;
    } cases[] = {
        {"\"format\":1", "\"format\":2", "format"},
        {"\"file\":\"arena\",", "", "no file of an arena"},
        {"\"file\":\"arena\"", "\"file\":\"record\"", "no file of an arena"},
        {"\"game\":\"one", "\"game\":\"two", "which this program does not have"},
        {"\"bots\":[\"greedy\"", "\"bots\":[\"greedier\"", "no bot called \"greedier\""},
        {"\"bots\":[\"greedy\"", "\"bots\":[7", "\"\""},
        {"\"bots\":[\"greedy\"", "\"bots\":[\"exec:/bin/true\"", "which no file may start"},
        {"\"bots\":[\"greedy\"", "\"bots\":[\"random\"", "cannot meet only itself"},
        {"\"bots\":[\"greedy\"", "\"bots\":[\"greedy\",\"easy\"", "is no set of these bots|numbers; 3 belong there"},
        {"\"bots\":", "\"bits\":", "\"bots\" is missing"},
        {"\"players\":2", "\"players\":9", "from 1 to 6"},
        {"\"players\":2", "\"players\":3", "The places in it are not those of 6 deals"},
        {"\"pairs\":6", "\"pairs\":0", "\"pairs\" is no whole number"},
        {"\"pairs\":6", "\"pears\":6", "\"pairs\" is missing"},
        {"\"pairs\":6", "\"pairs\":6,\"pears\":6", "pears"},
        {"\"options\":{", "\"options\":{\"networks\":\"maybe\"", "networks"},
        {"\"options\":{", "\"options\":{\"networks\":1", "is no text"},
        {"\"seed\":\"0x", "\"seed\":\"0x0", "hexadecimal"},
        {"\"played\":6", "\"played\":5", "The places in it are not those of 5 deals"},
        {"\"played\":6", "\"played\":-6", "\"played\" is no whole number"},
        {"\"hash\":\"", "\"hash\":\"x", "hexadecimal"},
        {"\"first_places\":[", "\"first_places\":[1,", "has 3 numbers; 2 belong there"},
        {"\"first_places\":[", "\"first_places\":[true,", "has 3 numbers; 2 belong there"},
        {"\"points\":[", "\"points\":[1,", "\"points\" has 3 numbers"},
        {"\"firsts\":[", "\"firsts\":[0,1,", "contradict each other"},
        {"\"firsts\":[", "\"firsts\":[121,0,", "more than there is to win"},
        {"\"sets\":[", "\"sets\":[4096,", "no set of these bots"},
        {"\"groups\":[", "\"groups\":[{},", "has not 20 groups"},
        {"\"ahead\":[0,", "\"ahead\":[1,", "\"groups\" are not those of 6 deals"},
        {"\"left\":[120]", "\"left\":[60]", "\"groups\" are not those of 6 deals"},
        {"\"picked\":[0,0],\"left\":[0]", "\"picked\":[60,0],\"left\":[60]", "\"groups\" are not those of 6 deals"},
        {"\"picked\":[", "\"picked\":[-1,", "numbers; 2 belong there"},
        {"\"edition\":{\"format\":1", "\"edition\":{\"format\":3", "format"},
    };
    struct made *made = make(helper_game(), "greedy,random", 2, 6);
    struct bil_text text = {0};
    struct bil_error error = {{0}};
    run(made);
    bil_job_write(&made->job, (struct bil_job_part){1, 1}, &made->sums, &text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made *again = calloc(1, sizeof *again);
        assert_non_null(again);
        char *changed = helper_replace(bil_text_string(&text), cases[i].old, cases[i].new_text);
        const struct bil_value *document = bil_json_read(changed, strlen(changed), "the file", &error);
        if (!document) {
            helper_fail(error.text);
        }
        error.text[0] = 0;
        if (read_made(document, NULL, again, &error)) {
            fail_msg("%s was read", cases[i].new_text);
        }
        const char *bar = strchr(cases[i].part, '|'); /* either will do */
        char part[100];
        snprintf(part, sizeof part, "%.*s", bar ? (int)(bar - cases[i].part) : 99, cases[i].part);
        if (!bar || !strstr(error.text, bar + 1)) {
            helper_contains(error.text, part);
        }
        bil_json_free(document);
        free(changed);
        drop(again);
    }
    const struct bil_value *document = helper_json(bil_text_string(&text));
    struct made *again = calloc(1, sizeof *again);
    assert_non_null(again);
    assert_false(read_made(document, six(), again, &error));
    helper_contains(error.text, "\"one-billion-users\", not of 6 Billion");
    plan(again, NULL, "random,greedy", 0, 0);
    assert_false(read_made(document, NULL, again, &error));
    helper_contains(error.text, "not what was asked for");
    bil_json_free(document);
    bil_text_free(&text);
    drop(again);
    drop(made);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_right),
        cmocka_unit_test(one_block_has_no_interval),
        cmocka_unit_test(chairs_cancel_out),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_file_goes_on_as_if_nothing_had_happened),
        cmocka_unit_test(stops_come_behind_whole_blocks),
        cmocka_unit_test(options_and_edition_stand_in_the_file),
        cmocka_unit_test(a_test_ends_when_the_formula_says),
        cmocka_unit_test(blocks_are_counted_in_their_order),
        cmocka_unit_test(hypotheses_are_shares_or_elo),
        cmocka_unit_test(wrong_plans_get_a_sentence),
        cmocka_unit_test(wrong_runs_get_a_sentence),
        cmocka_unit_test(wrong_files_get_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
