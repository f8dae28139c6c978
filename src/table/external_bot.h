/* Bots in other programs: `exec:PATH`, as docs/bot-protocol.md says. To everybody here such a bot is a bot like any other
 * (billions/bot.h): it is asked, and it answers with a legal move.
 *
 * Each seat on each thread that asks has a process of its own, which is started when it is first asked and kept until the thread
 * ends or bil_external_bot_close is called. A program that hangs, dies, floods, talks nonsense or moves illegally leaves that
 * decision to `greedy`; standard error gets a message, once for every kind of fault, and no other seat suffers. */
#ifndef BILLIONS_TABLE_EXTERNAL_BOT_H
#define BILLIONS_TABLE_EXTERNAL_BOT_H

#include "billions/bot.h"

/* The bot of that name: one that is compiled in (bil_bot_find), or "exec:COMMAND" with settings behind it: "exec:./mine:ms=500".
 * The program must be there, but is not started yet. NULL and a sentence otherwise. Never give it a name from a file. */
const struct bil_bot *bil_external_bot_find(const char *name, struct bil_error *error);

/* A number for bil_ask.match that no other match of this run of the program has. */
uint64_t bil_external_bot_match(void);

/* Tells the bot at that seat, if it is one in another program, how the match ended. By the thread that asked it. */
void bil_external_bot_over(const struct bil_bot *bot, const struct bil_game *game, const void *rules, const void *state, int seats,
                           int seat, uint64_t match);

/* How many decisions a bot in another program was asked for since the program began, and how many of them greedy made in its place.
 * Both 0 for other bots. */
struct bil_external_bot_count {
    uint64_t asked, forfeited;
};
struct bil_external_bot_count bil_external_bot_count(const struct bil_bot *bot);
/* The same of the calling thread and that seat alone. */
struct bil_external_bot_count bil_external_bot_count_at(const struct bil_bot *bot, int seat);

/* Ends the processes of the thread that calls, and says on standard error of each bot how many decisions it left to greedy and what
 * went wrong last, if these are more than were told before. False if a bot was asked and failed every time. For the end of a
 * command. */
bool bil_external_bot_close(void);

#endif
