/* See play.h. Decides nothing about rules. */
#include <math.h>

#include "games/cases/play.h"
#include "unit.h"

void case_begin(struct case_table *table, const struct bil_game *game, int seats, const char *options, unsigned seed)
{
    struct bil_error error = {{0}};
    helper_must(case_table_new(table, game, seats, options, false, seed, &error), &error);
}

void case_begin_text(struct case_table *table, const struct bil_game *game, const char *json, bool fast)
{
    struct bil_error error = {{0}};
    helper_must(case_table_read_text(table, game, json, fast, 1, &error), &error);
}

void case_begin_steps(struct case_table *table, const struct bil_game *game, const char *json, const char *const *steps)
{
    case_begin_text(table, game, json, false);
    for (; *steps; steps++) {
        case_play(table, *steps);
    }
}

void case_play(struct case_table *table, const char *step)
{
    struct bil_error error = {{0}};
    helper_must(case_table_play(table, step, &error), &error);
}

bool case_play_any(struct case_table *table, struct bil_random *dice)
{
    bil_move list[BIL_MAX_MOVES];
    struct bil_error error = {{0}};
    const int count = case_table_moves(table, list);
    if (count > 0) {
        helper_must(case_table_apply(table, list[bil_random_below(dice, (uint32_t)count)], &error), &error);
    }
    return count > 0;
}

void case_dice(struct bil_random *random, unsigned index)
{
    const uint8_t seed[BIL_SEED_BYTES] = {66};
    bil_random_stream(random, seed, 1, index);
}

void case_deal(const struct case_table *table, int viewer, struct bil_random *random, void *view, void *world)
{
    const struct bil_game *game = table->position.game;
    _Alignas(16) uint8_t again[BIL_MAX_STATE];
    char buffer[256];
    game->hide(table->position.rules, table->position.state, viewer, view);
    game->deal(table->position.rules, view, random, world);
    const char *broken = game->check(table->position.rules, world, buffer, sizeof buffer);
    if (broken) {
        fail_msg("a dealt world is broken: %s", broken);
    }
    game->hide(table->position.rules, world, viewer, again);
    assert_memory_equal(again, view, game->state_size);
}

double case_surprise(const int *bin, const double *expected, int bins)
{
    enum { FEW = 8 };
    double total = 0;
    double square = 0;
    double rare[2] = {0, 0}; /* expected and seen */
    int counted = 0;
    for (int i = 0; i < bins; i++) {
        total += bin[i];
    }
    for (int i = 0; i <= bins; i++) {
        const double wanted = i == bins ? rare[0] : expected ? expected[i] : total / bins;
        const double seen = i == bins ? rare[1] : bin[i];
        if (wanted >= FEW) {
            square += (seen - wanted) * (seen - wanted) / wanted;
            counted++;
        } else if (i < bins) {
            rare[0] += wanted;
            rare[1] += seen;
        }
    }
    assert_true(counted > 1);
    return (square - (counted - 1)) / sqrt(2.0 * (counted - 1));
}
