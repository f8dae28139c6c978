/* Dealing many worlds from one view, for games with and without a plan of their own. */
#include "billions/game.h"

void bil_plan_deals(const struct bil_game *game, const void *rules, const void *view, void *plan)
{
    if (game->plan_deals) {
        game->plan_deals(rules, view, plan);
    }
}

void bil_deal_planned(const struct bil_game *game, const void *rules, const void *view, const void *plan, struct bil_random *random,
                      void *world)
{
    if (game->deal_planned) {
        game->deal_planned(rules, view, plan, random, world);
    } else {
        game->deal(rules, view, random, world);
    }
}

void bil_deal_believed(const struct bil_game *game, const void *rules, const void *view, const void *plan,
                       struct bil_random *random, void *world)
{
    if (game->deal_believed) {
        game->deal_believed(rules, view, plan, random, world);
    } else {
        bil_deal_planned(game, rules, view, plan, random, world);
    }
}
