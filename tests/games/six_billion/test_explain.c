/* What 6 Billion says a move is good for, and which answers to windows it offers before the others: by cases (words/explain.json),
 * and through random games that of the answers to a question at most one is clearly best. */
#include "games/six_billion/rules/state.h"
#include "games/six_billion/sentences.h"
#include "unit.h"

/* Two answers that are both clearly best would be none; outside windows nothing is offered. */
static bool at_most_one_is_best(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_position *position = &table->position;
    int *offered = context;
    struct six_state view;
    bil_move list[BIL_MAX_MOVES];
    int best = 0;
    const int actor = case_table_actor(table);
    if (actor == BIL_OVER) {
        return true;
    }
    position->game->hide(position->rules, position->state, actor, &view);
    const int kind = six_top_const(&view)->kind;
    const int count = case_table_moves(table, list);
    for (int i = 0; i < count; i++) {
        best += position->game->best(position->rules, &view, list[i]);
    }
    *offered += best;
    const bool asked = kind == SIX_CANCEL || kind == SIX_RESPOND || kind == SIX_CONSENT;
    return best <= (int)asked || bil_fail(error, "%d answers of a question of kind %d are clearly best", best, kind);
}

static void of_the_answers_at_most_one_is_offered(void **context)
{
    int offered = 0;
    for (int i = 0; i < six_language.walk_count; i++) {
        struct bil_error error = {{0}};
        if (!case_walk(six_test_game(), &six_language.walks[i], at_most_one_is_best, &offered, &error)) {
            fail_msg("%s", error.text);
        }
    }
    assert_true(offered > 100);
}

int TEST_MAIN(void)
{
    static const struct case_said_list lists[] = {{"explain", case_explains}};
    const struct CMUnitTest tests[] = {cmocka_unit_test(of_the_answers_at_most_one_is_offered)};
    const int failed = case_said_run(six_test_game(), "games/six_billion/words", "explain", lists, 1);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
