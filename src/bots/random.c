/* The bot that plays any legal move, every one equally likely. It looks at nothing; the baseline for every other bot. */
#include "bots/bots.h"

bil_move bil_choose_random(const struct bil_bot *bot, const struct bil_ask *ask)
{
    (void)bot;
    return ask->moves[ask->count == 1 ? 0 : bil_random_below(ask->random, (uint32_t)ask->count)];
}
