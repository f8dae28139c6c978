/* What the bots of this folder choose, for its registry alone: everybody else finds a bot by name (billions/bot.h). */
#ifndef BILLIONS_BOTS_H
#define BILLIONS_BOTS_H

#include "billions/bot.h"

bil_move bil_choose_random(const struct bil_ask *ask);
bil_move bil_choose_greedy(const struct bil_ask *ask);

#endif
