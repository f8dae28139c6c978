/* The other end of the protocol for bots in other programs: a bot of ours answers at standard input and output, or at any two
 * streams. */
#ifndef BILLIONS_TABLE_EXTERNAL_BOT_SERVE_H
#define BILLIONS_TABLE_EXTERNAL_BOT_SERVE_H

#include <stdio.h>

#include "billions/bot.h"

/* Answers with that bot until the host says quit or nothing more. Whatever else is wrong with a line is answered with "error" and
 * one sentence. False and a sentence if the answers cannot be written. */
bool bil_external_bot_serve(const struct bil_bot *bot, FILE *in, FILE *out, struct bil_error *error);

#endif
