/* What the bots of this folder choose, for its registry alone: everybody else finds a bot by name (billions/bot.h). */
#ifndef BILLIONS_BOTS_H
#define BILLIONS_BOTS_H

#include "billions/bot.h"

bil_move bil_choose_random(const struct bil_bot *bot, const struct bil_ask *ask);
bil_move bil_choose_greedy(const struct bil_bot *bot, const struct bil_ask *ask);
bil_move bil_choose_easy(const struct bil_bot *bot, const struct bil_ask *ask);
bil_move bil_choose_medium(const struct bil_bot *bot, const struct bil_ask *ask);
bil_move bil_choose_search(const struct bil_bot *bot, const struct bil_ask *ask);

/* What a setting does, in words: left out where no program can show it (the page's engine). */
#ifdef BIL_WITHOUT_SETTING_TEXTS
#define BIL_SETTING_TEXT(text) ""
#else
#define BIL_SETTING_TEXT(text) text
#endif

extern const struct bil_bot_param bil_softmax_params[];
extern const struct bil_bot_param bil_search_params[];
enum { BIL_SEARCH_MS = 0, BIL_SEARCH_NET = 17 }; /* of these the levels are made */

/* Whether the bot asks a net where there is one for the game. */
bool bil_search_asks_net(const struct bil_bot *bot);

/* What searches hold: arenas of nodes, as many as there ever were threads that searched at once. */
struct bil_search_memory {
    uint32_t arenas;
    uint32_t nodes; /* the most that any tree had */
    size_t bytes;   /* of all arenas */
};
struct bil_search_memory bil_search_memory_now(void);

/* Gives back the memory that searches keep for the next one. No search may be running. */
void bil_search_forget(void);

#endif
