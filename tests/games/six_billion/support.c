/* See support.h. Decides nothing about rules. */
#include <math.h>

#include "games/six_billion/rules/state.h"
#include "games/six_billion/support.h"
#include "unit.h"

bool six_quiet(const struct case_table *table)
{
    const struct six_state *state = table->position.state;
    const int kind = six_top_const(state)->kind;
    return kind == SIX_CANCEL || kind == SIX_RESPOND;
}

void six_must(bool fine, const struct bil_error *error)
{
    if (!fine) {
        fail_msg("%s", error->text);
    }
}

void six_begin_text(struct case_table *table, const char *json, bool fast)
{
    struct bil_error error = {{0}};
    six_must(case_table_read_text(table, six_test_game(), json, fast, 1, &error), &error);
    table->quiet = six_quiet;
}

void six_begin(struct case_table *table, int seats, const char *options, unsigned seed)
{
    struct bil_error error = {{0}};
    six_must(case_table_new(table, six_test_game(), seats, options, false, seed, &error), &error);
    table->quiet = six_quiet;
}

void six_play(struct case_table *table, const char *step)
{
    struct bil_error error = {{0}};
    six_must(case_table_play(table, step, &error), &error);
}

void six_dice(struct bil_random *random, unsigned index)
{
    const uint8_t seed[BIL_SEED_BYTES] = {66};
    bil_random_stream(random, seed, 1, index);
}

void six_play_any(struct case_table *table, struct bil_random *dice)
{
    bil_move list[BIL_MAX_MOVES];
    struct bil_error error = {{0}};
    const int count = case_table_moves(table, list);
    assert_true(count > 0);
    six_must(case_table_apply(table, list[bil_random_below(dice, (uint32_t)count)], &error), &error);
}

double six_surprise(const int *bin, int bins)
{
    double total = 0;
    double square = 0;
    for (int i = 0; i < bins; i++) {
        total += bin[i];
    }
    for (int i = 0; i < bins; i++) {
        const double gap = bin[i] - total / bins;
        square += gap * gap / (total / bins);
    }
    return (square - (bins - 1)) / sqrt(2.0 * (bins - 1));
}
