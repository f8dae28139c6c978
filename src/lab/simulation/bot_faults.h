/* How often bots in other programs were asked in the games of a run, and how often greedy had to answer in their place: added up,
 * written into files of the laboratory and read from there.
 *
 * Without such bots files say nothing: a file contains "failures" only where such a bot was asked. */
#ifndef BILLIONS_LAB_BOT_FAULTS_H
#define BILLIONS_LAB_BOT_FAULTS_H

#include "billions/text.h"
#include "billions/value.h"
#include "table/external_bot.h"

/* Adds the counts of other games. */
void bil_bot_faults_add(struct bil_external_bot_count *to, const struct bil_external_bot_count *from, int bots);

/* The member "failures": a list with asked and forfeited decisions of each bot. */
void bil_bot_faults_write(const struct bil_external_bot_count *count, int bots, struct bil_text *out);

/* Reads it; where it is missing all counts are 0. No number is larger than `room`. */
bool bil_bot_faults_read(const struct bil_value *object, int bots, int64_t room, struct bil_external_bot_count *count,
                         struct bil_error *error);

#endif
