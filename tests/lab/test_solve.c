/* Exact ends: the solver agrees with brute force on tiny positions, and with the worlds that are dealt; it keeps its
 * bounds, and says what it cannot do. BILLIONS_TINY=10000 compares as many positions of each game. */
#include "billions/json.h"
#include "billions/script.h"
#include "games/cases/table.h"
#include "lab/brute.h"
#include "lab/solver/solve.h"
#include "table/helpers.h"
#include "unit.h"

#ifdef __SANITIZE_ADDRESS__
enum { TINY = 8, MOST = 10000 };
#else
enum { TINY = 60, MOST = 40000 };
#endif

static int tiny_wanted(void)
{
    const char *text = getenv("BILLIONS_TINY");
    return text ? atoi(text) : TINY;
}

/* ------------------------------------------------------------------ brute force */

static void agree(const struct tiny *tiny, unsigned number, const struct bil_solution *solved, const struct bil_solution *brute)
{
    assert_int_equal(solved->count, brute->count);
    for (int i = 0; i < solved->count; i++) {
        assert_int_equal(solved->move[i], brute->move[i]);
        for (int seat = 0; seat < solved->seats; seat++) {
            const double place = solved->value[i].place[seat] - brute->value[i].place[seat];
            const double points = solved->value[i].points[seat] - brute->value[i].points[seat];
            if (place > 1e-6 || place < -1e-6 || points > 1e-3 || points < -1e-3) {
                fail_msg("%s, tiny position %u, move %d of %d, seat %d: place %.9f and %.6f points, by brute force %.9f and %.6f",
                         tiny->game->id, number, i, solved->count, seat, solved->value[i].place[seat],
                         solved->value[i].points[seat], brute->value[i].place[seat], brute->value[i].points[seat]);
            }
        }
    }
}

static void agrees_with_brute_force(bool (*make)(struct tiny *tiny, unsigned number))
{
    struct bil_solution *solved = malloc(sizeof *solved);
    struct bil_solution *brute = malloc(sizeof *brute);
    int done = 0, deep = 0;
    uint64_t worlds = 0, again = 0;
    assert_true(solved && brute);
    for (unsigned number = 0; done < tiny_wanted(); number++) {
        struct tiny tiny;
        unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
        assert_true(number < 1000 * (unsigned)(tiny_wanted() + 1));
        if (make(&tiny, number)) {
            const struct bil_game *game = tiny.game;
            const enum bil_solve_others others = number % 5 == 4 ? BIL_SOLVE_RANDOM : BIL_SOLVE_GREEDY;
            bil_move moves[BIL_MAX_MOVES];
            game->hide(tiny.rules, tiny.state, game->actor(tiny.rules, tiny.state), view);
            if (game->moves(tiny.rules, view, moves) > 1 && brute_solve(&tiny, view, others, MOST, brute)) {
                bil_solve_run(&(struct bil_solve){.game = game, .rules = tiny.rules, .view = view, .others = others}, solved);
                if (solved->outcome == BIL_SOLVE_UNFIT) {
                    assert_non_null(solved->why);
                } else {
                    assert_int_equal(solved->outcome, BIL_SOLVED);
                    agree(&tiny, number, solved, brute);
                    done++;
                    deep += solved->depth > 1;
                    worlds += solved->worlds;
                    again += solved->again;
                }
            }
        }
        tiny_free(&tiny);
    }
    print_message("%d positions; %d with more than one decision; %.1f worlds each; %.1f decisions met again\n", done, deep,
                  (double)worlds / done, (double)again / done);
    assert_true(5 * deep > done); /* they are no mere last moves */
    assert_true(worlds > 3 * (uint64_t)done);
    free(solved);
    free(brute);
}

static void one_billion_users_agrees_with_brute_force(void **state)
{
    agrees_with_brute_force(tiny_one_billion_users);
}

static void six_billion_agrees_with_brute_force(void **state)
{
    agrees_with_brute_force(tiny_six_billion);
}

/* ------------------------------------------------------------------ worlds */

/* Of the last decisions of a game: all worlds together are certain, each looks the same to the seat, and each is sound. */
static void worlds_fit(const struct bil_game *game, unsigned number)
{
    struct bil_match_setup setup = helper_setup(game->min_seats, number);
    setup.game = game;
    struct bil_match *match = helper_match(&setup);
    helper_play(match, BIL_MAX_PLIES, number);
    void *rules = malloc(game->rules_size);
    int listed = 0;
    assert_non_null(rules);
    for (int ply = match->ply - 1; ply > match->ply - 40 && listed < 3; ply--) {
        unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
        struct bil_script script = {0};
        double all = 0;
        int count = 0;
        bil_match_view(match, match->decision[ply].seat, ply, view);
        memcpy(rules, match->rules, game->rules_size);
        game->make_lazy(rules, view);
        do {
            unsigned char world[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
            unsigned char again[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
            char why[256];
            struct bil_random random;
            bil_script_generator(&random, &script);
            if (game->deal_lazily(rules, view, &random, world)) {
                break;
            }
            all += bil_script_chance(&script);
            if (count++ % 97 == 0) {
                game->hide(rules, world, match->decision[ply].seat, again);
                assert_memory_equal(again, view, game->state_size);
                assert_null(game->check(rules, world, why, sizeof why));
            }
        } while (bil_script_next(&script) && count < 20000);
        if (count > 0 && count < 20000) {
            assert_true(all > 1 - 1e-9 && all < 1 + 1e-9);
            listed++;
        }
    }
    free(rules);
    bil_match_free(match);
}

static void all_worlds_together_are_certain(void **state)
{
    for (unsigned number = 1; number <= 6; number++) {
        worlds_fit(bil_game_find("one-billion-users"), number);
        worlds_fit(bil_game_find("six-billion"), number);
    }
}

/* ------------------------------------------------------------------ bounds */

static void keeps_its_bounds(void **state)
{
    const struct bil_game *game = bil_game_find("six-billion");
    struct bil_match_setup setup = helper_setup(2, 5);
    struct bil_solution *solution = malloc(sizeof *solution);
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    const atomic_bool stop = true;
    setup.game = game;
    struct bil_match *match = helper_match(&setup);
    assert_non_null(solution);
    bil_match_view(match, match->actor, -1, view);
    struct bil_solve solve = {.game = game, .rules = match->rules, .view = view, .steps = 5000};
    bil_solve_run(&solve, solution);
    assert_int_equal(solution->outcome, BIL_SOLVE_TOO_MUCH);
    assert_in_range(solution->steps, 5000, 5002);
    solve = (struct bil_solve){.game = game, .rules = match->rules, .view = view, .memory = 1 << 20};
    bil_solve_run(&solve, solution);
    assert_int_equal(solution->outcome, BIL_SOLVE_TOO_MUCH);
    assert_true(solution->worlds < 2000);
    solve = (struct bil_solve){.game = game, .rules = match->rules, .view = view, .stop = &stop};
    bil_solve_run(&solve, solution);
    assert_int_equal(solution->outcome, BIL_SOLVE_TOO_MUCH);
    free(solution);
    bil_match_free(match);
}

static void says_what_it_cannot_do(void **state)
{
    const struct bil_game *game = bil_game_find("one-billion-users"); /* launches are secret */
    struct bil_match_setup setup = helper_setup(2, 5);
    struct bil_solution *solution = malloc(sizeof *solution);
    unsigned char view[BIL_MAX_STATE] __attribute__((aligned(16))) = {0};
    struct bil_match *match = helper_match(&setup);
    assert_non_null(solution);
    bil_match_view(match, match->actor, -1, view);
    bil_solve_run(&(struct bil_solve){.game = game, .rules = match->rules, .view = view}, solution);
    assert_int_equal(solution->outcome, BIL_SOLVE_UNFIT);
    assert_non_null(solution->why);
    free(solution);
    bil_match_free(match);
}

int TEST_MAIN(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_billion_users_agrees_with_brute_force),
        cmocka_unit_test(six_billion_agrees_with_brute_force),
        cmocka_unit_test(all_worlds_together_are_certain),
        cmocka_unit_test(keeps_its_bounds),
        cmocka_unit_test(says_what_it_cannot_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
