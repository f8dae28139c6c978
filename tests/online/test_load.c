/* The load program does what it says, at a small scale: its figures are those of a server that did the work. How fast that is, no
 * test asks. */
#include <inttypes.h>
#include <unistd.h>

#include "billions/json.h"
#include "online/people.h"
#include "table/helpers.h"
#include "unit.h"

/* Sanitizers keep back what was given back: memory then tells nothing. */
#ifdef __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* Runs it with these arguments behind --url and --pid; the figures. Free with bil_json_free. */
static const struct bil_value *load(const char *const *arguments)
{
    char out[256];
    char pid[16];
    struct bil_error error = {{0}};
    snprintf(out, sizeof out, "%s/a", served.folder);
    snprintf(pid, sizeof pid, "%d", (int)served.pid);
    static const char program[] = TEST_PROGRAM "-load";
    const char *line[24] = {program, "--url", served.text, "--pid", pid, "--json", "--quiet"};
    for (int i = 7; *arguments && i < 23; i++) {
        line[i] = *arguments++;
    }
    const int code = server_process_wait(server_process_spawn(line, "", out));
    char *said = helper_read(out);
    if (code != 0) {
        fail_msg("it ended with %d: %s", code, said);
    }
    const struct bil_value *figures = bil_json_read(said, strlen(said), "figures", &error);
    if (!figures) {
        fail_msg("%s: %s", error.text, said);
    }
    free(said);
    return figures;
}

static int64_t figure(const struct bil_value *figures, const char *key)
{
    const struct bil_value *member = bil_value_get(figures, key);
    assert_non_null(member);
    assert_int_equal(member->type, BIL_INTEGER);
    return member->integer;
}

static void whole_games_are_played(void **state)
{
    static const char *const games[] = {"one-billion-users", "six-billion"};
    for (int i = 0; i < 2; i++) {
        const struct bil_value *figures = load(
            (const char *const[]){"--games", "3", "--tables", "2", "--seats", "3", "--game", games[i], i ? "--views" : NULL, NULL});
        assert_int_equal(figure(figures, "games_over"), 3);
        assert_int_equal(figure(figures, "refused"), 0);
        assert_true(figure(figures, "moves") > 150);
        assert_true(figure(figures, "messages") > 6 * figure(figures, "moves") / 2);
        assert_true(figure(figures, "memory_after") > 0);
        const struct bil_value *latency = bil_value_get(figures, "microseconds_to_all_clients");
        assert_true(figure(latency, "measured") > 50 && figure(latency, "p50") > 0);
        assert_true(figure(latency, "p50") <= figure(latency, "p99") && figure(latency, "p99") <= figure(latency, "most"));
        bil_json_free(figures);
    }
}

static void memory_is_told_while_games_are_played(void **state)
{
    const struct bil_value *figures =
        load((const char *const[]){"--games", "8", "--tables", "2", "--seats", "2", "--game", "both", NULL});
    const struct bil_value *samples = bil_value_get(figures, "memory_after_games");
    assert_int_equal(figure(figures, "games_over"), 8);
    assert_true(samples && samples->type == BIL_ARRAY && samples->count >= 4);
    int64_t games = -1;
    for (const struct bil_value *sample = samples->child; sample; sample = sample->next) {
        assert_true(figure(sample, "games") >= games && figure(sample, "bytes") > 1000000);
        games = figure(sample, "games");
    }
    assert_int_equal(games, 8);
    figure(figures, "bytes_a_game");
    bil_json_free(figures);
}

static void a_rate_is_kept(void **state)
{
    const struct bil_value *figures = load((const char *const[]){"--rate", "40", "--tables", "4", "--seconds", "2", NULL});
    assert_true(figure(figures, "moves") > 0 && figure(figures, "moves") <= 80);
    bil_json_free(figures);
}

static void idle_tables_and_connections(void **state)
{
    server_process_stop(&served);
    server_process_start(&served, (const char *const[]){"--park", "1", NULL});
    const struct bil_value *figures = load((const char *const[]){"--idle", "200", "--seconds", "1", "--tables", "1", NULL});
    assert_int_equal(figure(figures, "connections_held"), 200);
    bil_json_free(figures);
    figures = load((const char *const[]){"--idle-tables", "20", NULL});
    assert_true(SANITIZED || figure(figures, "memory_of_an_idle_table") < 64 * 1024);
    bil_json_free(figures);
}

static void other_machines_are_spared(void **state)
{
    char out[256];
    snprintf(out, sizeof out, "%s/a", served.folder);
    static const char *const urls[] = {"http://example.org:80", "http://10.0.0.1:8000", "https://127.0.0.1:8000", "127.0.0.1:80",
                                       "http://127.0.0.1"};
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
        const char *const line[] = {TEST_PROGRAM "-load", "--url", urls[i], NULL};
        assert_int_equal(server_process_wait(server_process_spawn(line, "", out)), 2);
        char *said = helper_read(out);
        helper_contains(said, "on this machine");
        free(said);
    }
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(whole_games_are_played, people_begin, people_end),
        cmocka_unit_test_setup_teardown(memory_is_told_while_games_are_played, people_begin, people_end),
        cmocka_unit_test_setup_teardown(a_rate_is_kept, people_begin, people_end),
        cmocka_unit_test_setup_teardown(idle_tables_and_connections, people_begin, people_end),
        cmocka_unit_test_setup_teardown(other_machines_are_spared, people_begin, people_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
