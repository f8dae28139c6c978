/* An oracle to measure the bots of this program by: `search` with all cards on the table. It sees every hand and the order of
 * every pile, and so do the opponents it imagines. How much stronger it is than `search` says what hidden cards cost a player who
 * thinks as long.
 *
 * It lives here because it must never sit with people: no other folder can find it, and nobody but a game of bots (bot_game.h)
 * shows a bot a state. */
#ifndef BILLIONS_LAB_ORACLE_H
#define BILLIONS_LAB_ORACLE_H

#include "billions/bot.h"

/* Whether a name is an oracle's: "oracle", or with any settings of `search` behind it. */
bool bil_oracle_named(const char *name);

/* The oracle of that name. NULL and a sentence if its settings are wrong. It lives as long as the program; threads may call it.
 */
const struct bil_bot *bil_oracle_find(const char *name, struct bil_error *error);

/* Whether the bot is an oracle, to be asked with the state as its view. */
bool bil_oracle_is(const struct bil_bot *bot);

#endif
