/* A yardstick for the bots of this program: `search` with all cards on the table. It sees every hand and the order of every pile,
 * and so do the opponents it imagines. How much stronger it is than `search` says what hidden cards cost a player who thinks as
 * long.
 *
 * It lives here because it must never sit with people: no other folder can find it, and nobody but a bout (bout.h) shows a bot a
 * state. */
#ifndef BILLIONS_LAB_YARDSTICK_H
#define BILLIONS_LAB_YARDSTICK_H

#include "billions/bot.h"

/* Whether a name is a yardstick's: "yardstick", or with any settings of `search` behind it. */
bool bil_yardstick_named(const char *name);

/* The yardstick of that name. NULL and a sentence if its settings are wrong. It lives as long as the program; threads may call it.
 */
const struct bil_bot *bil_yardstick_find(const char *name, struct bil_error *error);

/* Whether the bot is a yardstick, to be asked with the state as its view. */
bool bil_yardstick_is(const struct bil_bot *bot);

#endif
