/* What One Billion Users says a move is good for: by cases (words/explain.json), and through random games that every "You go from A
 * to B points" is what the score says before and after. */
#include "games/one_billion_users/rules/state.h"
#include "games/one_billion_users/sentences.h"
#include "unit.h"

#include <stdio.h>

static void explain(const struct case_table *table, bil_move move, struct bil_text *words)
{
    const struct bil_position *position = &table->position;
    struct obu_state view;
    position->game->hide(position->rules, position->state, case_table_actor(table), &view);
    position->game->explain(position->rules, &view, move, words);
}

/* The figure behind `lead`, "1,850" read as 1850. */
static bool figure(const char *text, const char *lead, int *number)
{
    const char *at = strstr(text, lead);
    int sign = 1;
    if (!at) {
        return false;
    }
    at += strlen(lead);
    if (*at == '-') {
        sign = -1;
        at++;
    }
    *number = 0;
    for (; (*at >= '0' && *at <= '9') || (*at == ',' && at[1] >= '0' && at[1] <= '9'); at++) {
        *number = *at == ',' ? *number : 10 * *number + (*at - '0');
    }
    *number *= sign;
    return true;
}

/* Adding a Community is played at once and answered by nobody: what it says of points can be counted after. */
static bool points_are_so(const struct case_table *table, void *context, struct bil_error *error)
{
    const struct bil_position *position = &table->position;
    int *counted = context;
    const int actor = case_table_actor(table);
    bil_move list[BIL_MAX_MOVES];
    struct bil_text words = {0};
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    bool fine = true;
    const int count = actor == BIL_OVER ? 0 : case_table_moves(table, list);
    for (int i = 0; i < count && fine; i++) {
        if (OBU_VERB(list[i]) != OBU_M_ADD) {
            continue;
        }
        struct obu_state after = *(const struct obu_state *)position->state;
        struct bil_random random;
        int before = 0;
        int then = 0;
        bil_random_stream(&random, seed, 1, 0);
        bil_text_clear(&words);
        explain(table, list[i], &words);
        const int now = obu_points(position->rules, &after, actor);
        /* at the end of its turn The Hellsite may lose a Community again: that is told apart */
        const bool hellsite = after.seat[actor].network == OBU_HELLSITE;
        position->game->apply(position->rules, &after, list[i], &random, NULL);
        const int truly = obu_points(position->rules, &after, actor);
        const char *text = bil_text_string(&words);
        if (figure(text, "You go from ", &before) && figure(text, " to ", &then)) {
            const char *from = strstr(text, "You go from ");
            fine = figure(from, " to ", &then) && (hellsite || (before == now && then == truly));
        } else if (figure(text, "You stay at ", &then)) {
            fine = hellsite || (then == now && then == truly);
        } else {
            int users = 0;
            fine = figure(text, "It brings ", &users) && (hellsite || truly - now == users);
        }
        ++*counted;
        if (!fine) {
            bil_fail(error, "%d points become %d, and the game says \"%s\"", now, truly, text);
        }
    }
    bil_text_free(&words);
    return fine;
}

static void what_is_said_of_points_is_so(void **context)
{
    int counted = 0;
    for (int i = 0; i < obu_language.walk_count; i++) {
        struct bil_error error = {{0}};
        if (!case_walk(obu_test_game(), &obu_language.walks[i], points_are_so, &counted, &error)) {
            fail_msg("%s", error.text);
        }
    }
    assert_true(counted > 300);
}

int TEST_MAIN(void)
{
    static const struct case_said_list lists[] = {{"explain", case_explains}};
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_said_of_points_is_so)};
    const int failed = case_said_run(obu_test_game(), "games/one_billion_users/words", "explain", lists, 1);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
