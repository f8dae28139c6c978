/* Members of the laboratory's files, read and written: numbers, lists of numbers, texts. What is missing or out of its range gets a
 * sentence that names the member. */
#ifndef BILLIONS_LAB_MEMBERS_H
#define BILLIONS_LAB_MEMBERS_H

#include "billions/text.h"
#include "billions/value.h"

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

#endif
