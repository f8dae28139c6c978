/* Members of the laboratory's files, read and written: numbers, lists of numbers, texts. What is missing or out of its range gets a
 * sentence that names the member. */
#ifndef BILLIONS_LAB_MEMBERS_H
#define BILLIONS_LAB_MEMBERS_H

#include "billions/text.h"
#include "billions/value.h"
#include "table/external_bot.h"

/* Writes a member that is a list of numbers. */
void bil_member_write_numbers(struct bil_text *out, const char *key, const int64_t *number, int count);
/* Writes a member that is a hash: 16 hexadecimal digits. */
void bil_member_write_hash(struct bil_text *out, const char *key, uint64_t hash);

/* Says that the member is missing; false. */
bool bil_member_missing(const char *key, struct bil_error *error);

/* A number from low to high. */
bool bil_member_number(const struct bil_value *object, const char *key, int64_t low, int64_t high, int64_t *out,
                       struct bil_error *error);

/* Exactly `count` numbers (-1: up to `room`, *found says how many; NULL: nobody asks). */
bool bil_member_numbers(const struct bil_value *object, const char *key, int count, int room, int64_t low, int64_t high,
                        int64_t *out, int *found, struct bil_error *error);

/* A text, which lives as long as the document; NULL where it is not there and not needed. */
bool bil_member_text(const struct bil_value *object, const char *key, bool needed, const char **out, struct bil_error *error);

bool bil_member_hash(const struct bil_value *object, const char *key, uint64_t *out, struct bil_error *error);

/* ------------------------------------------------------------------ failures of bots in other programs */

/* How often bots in other programs were asked in the games of a run, and how often greedy had to answer in their place: added up,
 * written into files of the laboratory and read from there.
 *
 * Without such bots files say nothing: a file contains "failures" only where such a bot was asked. */

/* Adds the counts of other games. */
void bil_bot_faults_add(struct bil_external_bot_count *to, const struct bil_external_bot_count *from, int bots);

/* The member "failures": a list with asked and forfeited decisions of each bot. */
void bil_bot_faults_write(const struct bil_external_bot_count *count, int bots, struct bil_text *out);

/* Reads it; where it is missing all counts are 0. No number is larger than `room`. */
bool bil_bot_faults_read(const struct bil_value *object, int bots, int64_t room, struct bil_external_bot_count *count,
                         struct bil_error *error);

#endif
