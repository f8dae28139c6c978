/* What reports say of bots in other programs that failed, and the code to exit with: decisions that greedy made in a bot's place
 * are not the bot's. Must never be left out of a report: figures of greedy under another name would be believed. */
#ifndef BILLIONS_CLI_BOT_FAULTS_H
#define BILLIONS_CLI_BOT_FAULTS_H

#include "lab/simulation/bot_faults.h"

/* A line for each bot that failed; nothing where none did. The same bot may be there several times. */
void bil_bot_faults_report_table(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots,
                                 struct bil_text *out);

/* The member "failures": {"bot", "asked", "failed"} for each bot in another program; nothing where there is none. */
void bil_bot_faults_report_json(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots,
                                struct bil_text *out);

/* BIL_EXIT_NO and a sentence if a bot failed at every decision; else BIL_EXIT_FINE. */
int bil_bot_faults_code(const struct bil_bot *const *bot, const struct bil_external_bot_count *count, int bots);

#endif
