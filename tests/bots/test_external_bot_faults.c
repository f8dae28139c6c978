/* Bots in other programs that fail: whatever they do, the match goes on to its end, the others play as ever, it is told once, and
 * neither a process nor a descriptor is left. */
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "bots/external_bots.h"
#include "lab/simulation/sim.h"
#include "table/external_bot.h"
#include "table/helpers.h"
#include "unit.h"

enum { ALL = -1, A_MINUTE = 60000 /* milliseconds, for what takes one */ };

/* What the script does, what is said of it, and how many decisions are lost: ALL, or so many. */
static const struct {
    const char *kind, *settings, *told;
    int forfeited;
} faults[] = {
    {"dies-at-once", "", "died (exit code 3); greedy decides in its place. On its error stream: \"no money left\".", ALL},
    {"greets-not", "deadline=100", "did not greet within 100 ms; greedy", ALL},
    {"greets-oddly", "",
     "does not greet with the lines billions-bot 1 and ready; greedy decides in its place. It said: \"Good morning\".", ALL},
    {"future", "", "speaks another version of the protocol than 1; greedy", ALL},
    {"refuses-to-start", "", "gave up; greedy decides in its place. It said: \"error today is Sunday\".", ALL},
    {"hangs", "deadline=300", "within 300 ms; greedy", ALL},
    {"hangs", "deadline=200:ms=150", "within 350 ms; greedy", ALL},
    {"dies", "", "died (signal 11); greedy", 2},
    {"leaves", "", "died (exit code 0); greedy decides in its place. On its error stream: \"I have had enough\".", 2},
    {"floods", "", "gave a reason that means nothing; greedy decides in its place. It said: \"reason 1 nothing\".", ALL},
    {"one-line", "", "wrote more than anybody reads; greedy decides in its place. It said: \"yyyyyyyyyy", ALL},
    {"shouts", "", "wrote more than anybody reads; greedy", ALL},
    {"babbles", "", "wrote a line that means nothing here; greedy decides in its place. It said: \"I like cards ?[2J and games\".",
     ALL},
    {"cheats", "", "chose no legal move (", ALL},
    {"forbidden", "", "chose no legal move (", ALL},
    {"closes", "", "closed its output or its input; greedy", ALL},
    {"deaf", "deadline=300", "; greedy", ALL},
    {"answers-early", "", "", 2},
    {"answers-late", "", "answered another question than number ", 2},
    {"gives-up", "", "gave up; greedy decides in its place. It said: \"error this is too hard\".", 2},
    {"reasons-badly", "", "gave a reason that means nothing; greedy", ALL},
    {"orders-badly", "", "an order that cannot be: \"dance always\" is no standing order", 0},
};

static void each_fault_costs_its_own_decisions(void **state)
{
    external_bots_begin();
    const int descriptors = external_bots_descriptors();
    for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
        const struct bil_game *game =
            f % 2 && strcmp(faults[f].kind, "forbidden") != 0 ? bil_game_find("six-billion") : helper_game();
        const struct bil_bot *bad = outsider(faults[f].kind, faults[f].settings);
        const struct bil_bot *bots[] = {bad, outsider("good", ""), bil_bot_find("greedy", NULL)};
        const struct bil_external_bot_count before = bil_external_bot_count(bots[1]);
        external_bots_hear();
        struct bil_match *match = external_bots_match(game, 3, bots, (unsigned)f);
        char *heard = external_bots_heard();
        const struct bil_external_bot_count count = bil_external_bot_count(bad);
        const struct bil_external_bot_count good = bil_external_bot_count(bots[1]);
        helper_contains(heard, faults[f].told);
        helper_contains(heard, "billions: seat 1, exec:");
        if (strncmp(faults[f].kind, "answers-early", 13) != 0 && external_bots_times(heard, "is not told") != 1) {
            fail_msg("%s: not told once: %s", faults[f].kind, heard);
        }
        const uint64_t lost = faults[f].forfeited == ALL ? count.asked : (uint64_t)faults[f].forfeited;
        if (count.asked < 5 || (lost == 2 ? count.forfeited == 0 || count.forfeited > count.asked / 2 : count.forfeited != lost)) {
            fail_msg("%s: %d of %d decisions were left to greedy: %s", faults[f].kind, (int)count.forfeited, (int)count.asked,
                     heard);
        }
        assert_true(good.asked > before.asked && good.forfeited == 0);
        external_bots_verify(match);
        bil_match_free(match);
        free(heard);
        external_bots_hear();
        bil_external_bot_close();
        free(external_bots_heard());
        assert_false(external_bots_children());
        assert_int_equal(external_bots_descriptors(), descriptors);
    }
    external_bots_end();
}

/* What greedy decides in place of a program is what greedy decides. */
static void greedy_takes_over(void **state)
{
    external_bots_begin();
    const struct bil_bot *greedy = bil_bot_find("greedy", NULL);
    const struct bil_bot *silent[] = {outsider("dies-at-once", "ms=1"), greedy};
    const struct bil_bot *plain[] = {greedy, greedy};
    external_bots_hear();
    struct bil_match *with = external_bots_match(helper_game(), 2, silent, 31);
    bil_external_bot_close();
    char *heard = external_bots_heard();
    struct bil_match *without = external_bots_match(helper_game(), 2, plain, 31);
    assert_int_equal(external_bots_times(heard, "failed 3 times in a row; greedy plays on in its place"), 1);
    char told[80];
    const struct bil_external_bot_count count = bil_external_bot_count(silent[0]);
    snprintf(told, sizeof told, " left %d of %d decisions to greedy.", (int)count.forfeited, (int)count.asked);
    helper_contains(heard, told);
    assert_int_equal(bil_state_hash(with->game, bil_match_state(with, -1)),
                     bil_state_hash(with->game, bil_match_state(without, -1)));
    free(heard);
    bil_match_free(with);
    bil_match_free(without);
    external_bots_end();
}

/* A program that hangs has started another one, which hangs too: both are gone. */
static void what_it_started_goes_with_it(void **state)
{
    external_bots_begin();
    char words[300];
    const char *log = helper_path("log");
    snprintf(words, sizeof words, "hangs %s", log);
    const struct bil_bot *bots[] = {outsider(words, "deadline=1000"), bil_bot_find("random", NULL)};
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* what is left behind comes to us: elsewhere perhaps nobody buries the dead */
    external_bots_hear();
    bil_match_free(external_bots_match(helper_game(), 2, bots, 5));
    bil_external_bot_close();
    free(external_bots_heard());
    char *told = helper_read(log);
    const long group = strtol(told, NULL, 10);
    const struct timespec pause = {0, 1000000};
    assert_true(group > 1);
    for (int i = 0; i < A_MINUTE && (external_bots_children() || kill((pid_t)-group, 0) == 0); i++) {
        nanosleep(&pause, NULL); /* whoever looks for children buries a dead one */
    }
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    assert_false(external_bots_children());
    assert_int_equal(kill((pid_t)-group, 0), -1);
    free(told);
    external_bots_end();
}

/* In a simulation with two threads the failures of one bot change nothing for the sums of the others, nor their number. */
static void simulations_bear_it(void **state)
{
    external_bots_begin();
    const int descriptors = external_bots_descriptors();
    struct bil_sim sim = {.game = helper_game(), .config = {.seats = 3}, .games = 20, .threads = 1, .rotate = true};
    struct bil_sim_result result[2];
    struct bil_error error = {{0}};
    bil_seed_from_text("9", sim.seed);
    sim.bot[0] = outsider("cheats", "ms=2");
    sim.bot[1] = outsider("good", "");
    sim.bot[2] = bil_bot_find("greedy", NULL);
    external_bots_hear();
    for (int threads = 1; threads <= 2; threads++) {
        sim.threads = threads;
        if (!bil_sim_run(&sim, &result[threads - 1], NULL, &error)) {
            helper_fail(error.text);
        }
    }
    char *heard = external_bots_heard();
    assert_int_equal(external_bots_times(heard, "chose no legal move"), 1);
    assert_int_equal(result[0].hash, result[1].hash);
    assert_int_equal(result[0].games, 20);
    assert_int_equal(bil_external_bot_count(sim.bot[1]).forfeited, 0);
    assert_false(external_bots_children()); /* the threads have ended, and their processes with them */
    assert_int_equal(external_bots_descriptors(), descriptors);
    free(heard);
    external_bots_end();
}

int TEST_MAIN(void)
{
    signal(SIGPIPE, SIG_DFL); /* a signal would end this program */
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_fault_costs_its_own_decisions), cmocka_unit_test(greedy_takes_over),
                                       cmocka_unit_test(what_it_started_goes_with_it), cmocka_unit_test(simulations_bear_it)};
    return cmocka_run_group_tests_name("bots in other programs that fail", tests, NULL, NULL);
}
