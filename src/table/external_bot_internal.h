/* What the files of external_bot.h share: a bot in another program, as it was named. */
#ifndef BILLIONS_TABLE_EXTERNAL_BOT_INTERNAL_H
#define BILLIONS_TABLE_EXTERNAL_BOT_INTERNAL_H

#include <stdatomic.h>

#include "table/external_bot.h"

enum { BIL_EXTERNAL_BOT_WORDS = 48, BIL_EXTERNAL_BOT_MS = 0, BIL_EXTERNAL_BOT_DEADLINE = 1 };

/* One such bot. The bot comes first: a pointer to it is a pointer to this. Made once, kept as long as the program runs. */
struct bil_external_bot {
    struct bil_bot bot;
    struct bil_external_bot *next;
    char name[BIL_BOT_NAME];
    char words[BIL_BOT_NAME];               /* the command, cut into words */
    char *argv[BIL_EXTERNAL_BOT_WORDS + 1]; /* what points to them */
    atomic_uint faults_told;                /* bit f: a fault of kind f was told */
    atomic_uint_fast64_t asked, forfeited;
    char last_fault[512];          /* what went wrong last (external_bot.c has the lock) */
    atomic_uint_fast64_t reported; /* the forfeited decisions reported so far */
};

/* What such a bot chooses. */
bil_move bil_choose_external_bot(const struct bil_bot *bot, const struct bil_ask *ask);

/* The bots in other programs that were named so far. */
struct bil_external_bot *bil_external_bot_first(void);

#endif
