/* The house without sockets: whole games, coming back, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/house_bench.h"
#include "table/helpers.h"

static const char obu_table[] = "{\"game\":\"one-billion-users\",\"seats\":4,\"bots\":[null,null,null,\"greedy\"]}";
static const char six_table[] = "{\"game\":\"six-billion\",\"seats\":4,\"bots\":[null,null,null,\"easy\"]}";

static struct bench bench;

static void whole_game(const char *setup)
{
    bench_open(&bench, ":memory:", false);
    struct bench_client *first = bench_table(&bench, setup);
    bench_connect(bench_client(&bench, first->table, NULL, -1), -1);
    bench_play(&bench, 5000);
    for (int i = 0; i < bench.count; i++) {
        assert_true(bench.client[i].over);
        assert_int_equal(bench.client[i].number, first->number);
    }
    bench_verify(&bench, first->table);
    bench_close(&bench);
}

static void a_game_of_one_billion_users(void **state)
{
    (void)state;
    whole_game(obu_table);
}

static void a_game_of_six_billion(void **state)
{
    (void)state;
    whole_game(six_table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_of_one_billion_users),
        cmocka_unit_test(a_game_of_six_billion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
