/* `billions arena` from outside: what it prints, runs that are interrupted or killed and go on, and one sentence with the
 * documented exit code for everything that cannot be. */
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/program.h"
#include "table/helpers.h"
#include "unit.h"

enum { FURTHER = 30 };

static char *prints(const char *arguments, const char *part)
{
    return program_prints(program_in_folder(arguments), NULL, part);
}

static void refuses(const char *arguments, int code, const char *part)
{
    program_refuses(program_in_folder(arguments), NULL, code, part);
}

/* The JSON of a run without what a clock says. The caller frees it. */
static char *timeless(char *json)
{
    char *from = strstr(json, ",\"seconds\":");
    char *to = strstr(json, ",\"stopped\":");
    assert_true(from && to && from < to);
    memmove(from, to, strlen(to) + 1);
    return json;
}

/* ------------------------------------------------------------------ what it prints */

static void a_table_for_people(void **state)
{
    SHOWS("arena one --bots greedy,random --pairs 20 --threads 2", "2 seats: 20 deals, each in 2 seatings: 40 games in ",
          "\nbot    ", "\ngreedy ", "\nrandom ",
          "\ngreedy against random: ", "95 % intervals, over the 20 deals and not over single games", "networks=random; hash ");
    SHOWS("arena six-billion --bots easy,greedy,medium --pairs 3", "3 seats: 3 deals, each in 3 seatings: 9 games",
          "rating: Plackett-Luce, on Elo's scale (400 more is ten times as strong); medium has 0");
    SHOWS("arena one --bots greedy,random --players 4 --pairs 1", "each in 14 seatings", "+- ?");
    SHOWS("arena one --bots random,greedy --sprt 0,100 --alpha 0.01", "test of random, 0 against 100 Elo (50.00 % against 64.01 %",
          ": 0 is accepted, log ratio -", "(from -2.99 to 4.55 it goes on)", "no rating: random never finished ahead of greedy");
    SHOWS("arena one --bots random,greedy --sprt 40%,60% --pairs 1", "(40.00 % against 60.00 % first places): not decided");
}

static void output_for_programs(void **state)
{
    static const char *const members[] = {"game",   "players", "deals", "seatings", "games", "bots",    "first_places", "place",
                                          "points", "rating",  "leads", "ahead",    "seed",  "seconds", "hash",         "options"};
    char *json = prints("arena one --bots greedy,random --pairs 5 --json --option networks=off",
                        "\"players\":2,\"deals\":5,\"seatings\":2,");
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        char key[40];
        snprintf(key, sizeof key, "\"%s\":", members[i]);
        helper_contains(json, key);
    }
    helper_contains(json, "\"options\":{\"networks\":\"off\"}");
    helper_contains(json, "\"stopped\":false}\n");
    free(json);
    SHOWS("arena one --bots greedy,random --sprt 50%,60% --json", "\"sprt\":{\"hypotheses\":\"50%,60%\",\"first_places_low\":0.5,",
          "\"accepted\":\"high\"", "\"rating\":null" /* never beaten: no finite number */);
    SHOWS("arena one --bots greedy,random,random --pairs 4 --csv", "bot,deals,games,seats,first_places,", "\ngreedy,4,12,12,",
          "\nrandom,4,12,24,");
}

static void threads_and_seeds(void **state)
{
    char *one = timeless(prints("arena six --bots greedy,easy --pairs 6 --json --threads 1 --seed 5", "\"deals\":6"));
    char *many = timeless(prints("arena six --bots greedy,easy --pairs 6 --json --threads 4 --seed 5", "\"deals\":6"));
    char *other = timeless(prints("arena six --bots greedy,easy --pairs 6 --json --threads 4 --seed 6", "\"deals\":6"));
    assert_string_equal(one, many);
    assert_string_not_equal(one, other);
    free(one);
    free(many);
    free(other);
}

/* ------------------------------------------------------------------ files */

static void a_file_goes_on(void **state)
{
    char *whole = timeless(prints("arena one --bots greedy,easy,random --pairs 20 --json", "\"deals\":20"));
    SHOWS("arena one --bots greedy,easy,random --pairs 7 --save @a.arena", "7 deals");
    refuses("arena one --bots greedy,random --save @a.arena", 4, "a.arena: there is such a file");
    char *again = timeless(prints("arena --resume @a.arena --pairs 20 --json --threads 1", "\"deals\":20"));
    assert_string_equal(whole, again);
    free(again);
    again = timeless(prints("arena one --resume @a.arena --json --bots greedy,easy,random", "\"deals\":20")); /* it was kept too */
    helper_contains(again, "\"stopped\":false");
    free(again);
    refuses("arena --resume @a.arena --pairs 19", 2, "--pairs 19: 20 were played already");
    refuses("arena six --resume @a.arena", 3, "It is an arena of \"one-billion-users\", not of 6 Billion");
    refuses("arena --resume @a.arena --bots greedy,random,easy", 3, "is not what was asked for");
    refuses("arena --resume @a.arena --seed 4", 2, "--seed with --resume");
    refuses("arena --resume @a.arena --players 3", 2, "--players with --resume");
    refuses("arena --resume @a.arena --option networks=off", 2, "--option with --resume");
    refuses("arena --resume @a.arena --save @b.arena", 2, "--save with --resume");
    refuses("arena --resume @none", 4, "none cannot be read");
    helper_write(helper_path("broken"), "{\"format\":1,");
    refuses("arena --resume @broken", 3, "broken, line 1");
    char *file = helper_read(helper_path("a.arena"));
    char *changed = helper_replace(file, "\"played\":20", "\"played\":19");
    helper_write(helper_path("b.arena"), changed);
    refuses("arena --resume @b.arena", 3, "b.arena: The places in it are not those of 19 deals.");
    char *kept = helper_read(helper_path("b.arena"));
    assert_string_equal(kept, changed);
    free(kept);
    free(changed);
    changed = helper_replace(file, "\"greedy\"", "\"exec:/bin/true\"");
    helper_write(helper_path("c.arena"), changed);
    refuses("arena --resume @c.arena", 3, "which no file may start");
    free(changed);
    free(file);
    free(whole);
}

/* Begins an arena that would last for hours, in the background. */
static pid_t begin_long(const char *path, const char *threads)
{
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const char *out = helper_path("out");
        const char *err = helper_path("err");
        if (freopen(out, "w", stdout) && freopen(err, "w", stderr)) {
            execl(TEST_PROGRAM, "billions", "arena", "one", "--bots", "greedy,random", "--players", "3", "--pairs", "1000000",
                  "--threads", threads, "--json", "--save", path, (char *)NULL);
        }
        _exit(127);
    }
    return child;
}

/* How many deals a file holds; waits until there are some, as long as the program works (0: it no longer does). */
static long played(const char *path, pid_t child)
{
    for (;;) {
        struct stat there;
        if (stat(path, &there) == 0) {
            char *file = helper_read(path);
            const char *at = strstr(file, "\"played\":");
            assert_non_null(at);
            const long count = strtol(at + 9, NULL, 10);
            free(file);
            if (count > 0) {
                return count;
            }
        }
        if (child == 0 || waitpid(child, NULL, WNOHANG) != 0) {
            helper_fail("the program ended before it saved anything");
        }
        const struct timespec wait = {0, 20000000};
        nanosleep(&wait, NULL);
    }
}

/* The same deals and some more, from the file and without it. */
static void goes_on_to_the_same(const char *path)
{
    char line[300];
    const long count = played(path, 0) + FURTHER;
    snprintf(line, sizeof line, "arena --resume %s --pairs %ld --json", path, count);
    char *again = timeless(program_prints(line, NULL, "\"stopped\":false"));
    snprintf(line, sizeof line, "arena one --bots greedy,random --players 3 --pairs %ld --json", count);
    char *straight = timeless(program_prints(line, NULL, "\"stopped\":false"));
    assert_string_equal(again, straight);
    free(again);
    free(straight);
}

static void a_killed_run_goes_on(void **state)
{
    int status = 0;
    const char *path = helper_path("killed.arena");
    const pid_t child = begin_long(path, "1");
    played(path, child);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    goes_on_to_the_same(path);
}

static void an_interrupted_run_goes_on(void **state)
{
    int status = 0;
    char count[60];
    const char *path = helper_path("stopped.arena");
    const pid_t child = begin_long(path, "2");
    played(path, child);
    assert_int_equal(kill(child, SIGINT), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 130);
    char *out = helper_read(helper_path("out"));
    char *err = helper_read(helper_path("err"));
    helper_contains(out, "\"stopped\":true}\n");
    snprintf(count, sizeof count, "\"deals\":%ld,", played(path, 0)); /* what was printed is what was kept */
    helper_contains(out, count);
    helper_contains(err, "billions: Stopped after ");
    helper_contains(err, "stopped.arena goes on.\n");
    free(out);
    free(err);
    goes_on_to_the_same(path);
}

/* ------------------------------------------------------------------ what cannot be */

static void wrong_usage_is_2(void **state)
{
    static const struct {
        const char *arguments, *part;
    } cases[] = {
        {"arena", "Which game? billions arena one-billion-users --bots greedy,random"},
        {"arena one", "Which bots?"},
        {"arena chess --bots greedy,random", "no game \"chess\""},
        {"arena one --bots greedy", "two different bots"},
        {"arena one --bots greedy,clever", "--bots: There is no bot called \"clever\""},
        {"arena one --bots greedy,search:ms=x", "ms wants a number"},
        {"arena one --bots random,random,random,random,random,random,random,random,random", "--bots names more than 8 bots"},
        {"arena one --bots greedy,random --players 5", "is for 2 to 4 players, not 5"},
        {"arena one --bots greedy,random,greedy --players 4", "3 bots are listed for 4 seats"},
        {"arena one --bots greedy,random --pairs 0", "--pairs"},
        {"arena one --bots greedy,random --pairs 1000001", "--pairs"},
        {"arena one --bots greedy,random --threads 0", "--threads"},
        {"arena one --bots greedy,random --option networks", "key=value"},
        {"arena one --bots greedy,random --option colour=red", "has no option \"colour\""},
        {"arena one --bots greedy,random --option networks=maybe", "networks"},
        {"arena one --bots greedy,random --sprt 5,5", "the lower first"},
        {"arena one --bots greedy,random,easy --sprt 0,5", "compares two bots, not 3"},
        {"arena one --bots greedy,random --alpha 0.1", "--sprt allows; it is missing"},
        {"arena one --bots greedy,random --sprt 0,5 --beta 1", "beta is \"1\""},
        {"arena one --bots greedy,random --json --csv", "choose one of them"},
        {"arena one two --bots greedy,random", "two"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        refuses(cases[i].arguments, 2, cases[i].part);
    }
    SHOWS("arena --help", "billions arena --resume FILE");
}

static void files_and_disks(void **state)
{
    refuses("arena one --bots greedy,random --pairs 1 --save @none/deep.arena", 4, "deep.arena cannot be written");
    refuses("arena one --bots greedy,random --pairs 1 --save @", 4, "is a folder");
    refuses("arena one --bots greedy,random --edition @none", 4, "none cannot be read");
    helper_write(helper_path("e.json"), "[]");
    refuses("arena one --bots greedy,random --edition @e.json", 3, "no edition");
    struct program_run run = program("arena one --bots greedy,random --pairs 1", NULL, OUT_FULL_DISK);
    assert_int_equal(run.code, 4);
    helper_contains(run.err, "Standard output cannot be written");
    program_end(&run);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_for_people),
        cmocka_unit_test(output_for_programs),
        cmocka_unit_test(threads_and_seeds),
        cmocka_unit_test_setup_teardown(a_file_goes_on, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(a_killed_run_goes_on, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(an_interrupted_run_goes_on, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(wrong_usage_is_2, helper_begin, helper_end),
        cmocka_unit_test_setup_teardown(files_and_disks, helper_begin, helper_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
