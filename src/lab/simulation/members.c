/* See members.h. Must never take a number that its reader did not ask for, nor accept more failures than questions. */
#include "lab/simulation/members.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "billions/value.h"

void bil_member_write_numbers(struct bil_text *out, const char *key, const int64_t *number, int count)
{
    bil_json_key_array(out, key);
    for (int i = 0; i < count; i++) {
        bil_json_integer(out, number[i]);
    }
    bil_json_array_end(out);
}

void bil_member_write_hash(struct bil_text *out, const char *key, uint64_t hash)
{
    char text[20];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    bil_json_key_string(out, key, text);
}

bool bil_member_missing(const char *key, struct bil_error *error)
{
    return bil_fail(error, "\"%s\" is missing; such a file has it.", key);
}

bool bil_member_number(const struct bil_value *object, const char *key, int64_t low, int64_t high, int64_t *out,
                       struct bil_error *error)
{
    const struct bil_value *value = bil_value_get(object, key);
    if (!value) {
        return bil_member_missing(key, error);
    }
    if (value->type != BIL_INTEGER || value->integer < low || value->integer > high) {
        return bil_fail(error, "\"%s\" is no whole number from %" PRId64 " to %" PRId64 ".", key, low, high);
    }
    *out = value->integer;
    return true;
}

bool bil_member_numbers(const struct bil_value *object, const char *key, int count, int room, int64_t low, int64_t high,
                        int64_t *out, int *found, struct bil_error *error)
{
    const struct bil_value *array = NULL;
    int n = 0;
    if (!bil_value_array(object, key, &array, error)) {
        return false;
    }
    if (!array) {
        return bil_member_missing(key, error);
    }
    if (count >= 0 ? array->count != count : array->count > room) {
        return bil_fail(error, "\"%s\" has %d numbers; %s%d belong there.", key, array->count, count >= 0 ? "" : "at most ",
                        count >= 0 ? count : room);
    }
    for (const struct bil_value *value = array->child; value; value = value->next) {
        if (value->type != BIL_INTEGER || value->integer < low || value->integer > high) {
            char path[100];
            return bil_fail(error, "%s is no whole number from %" PRId64 " to %" PRId64 ".",
                            bil_value_path(value, path, sizeof path), low, high);
        }
        out[n++] = value->integer;
    }
    if (found) {
        *found = n;
    }
    return true;
}

bool bil_member_text(const struct bil_value *object, const char *key, bool needed, const char **out, struct bil_error *error)
{
    *out = NULL;
    if (!bil_value_string(object, key, out, error)) {
        return false;
    }
    return *out || !needed || bil_member_missing(key, error);
}

bool bil_member_hash(const struct bil_value *object, const char *key, uint64_t *out, struct bil_error *error)
{
    const char *hash = NULL;
    if (!bil_member_text(object, key, true, &hash, error)) {
        return false;
    }
    if (strlen(hash) != 16 || strspn(hash, "0123456789abcdef") != 16) {
        return bil_fail(error, "\"%s\" is not 16 hexadecimal digits.", key);
    }
    *out = strtoull(hash, NULL, 16);
    return true;
}

/* ------------------------------------------------------------------ failures of bots in other programs */

enum { BOTS = 64, NUMBERS = 2 };
static const char failures[] = "failures";

void bil_bot_faults_add(struct bil_external_bot_count *to, const struct bil_external_bot_count *from, int bots)
{
    for (int i = 0; i < bots; i++) {
        to[i].asked += from[i].asked;
        to[i].forfeited += from[i].forfeited;
    }
}

void bil_bot_faults_write(const struct bil_external_bot_count *count, int bots, struct bil_text *out)
{
    int64_t number[NUMBERS * BOTS];
    int last = 0;
    for (int i = 0; i < bots; i++) {
        number[NUMBERS * i] = (int64_t)count[i].asked;
        number[NUMBERS * i + 1] = (int64_t)count[i].forfeited;
        last = count[i].asked ? NUMBERS * (i + 1) : last;
    }
    if (last > 0) {
        bil_member_write_numbers(out, failures, number, last);
    }
}

bool bil_bot_faults_read(const struct bil_value *object, int bots, int64_t room, struct bil_external_bot_count *count,
                         struct bil_error *error)
{
    int64_t number[NUMBERS * BOTS] = {0};
    int found = 0;
    if (bil_value_get(object, failures) &&
        !bil_member_numbers(object, failures, -1, NUMBERS * bots, 0, room, number, &found, error)) {
        return false;
    }
    for (int i = 0; i < bots; i++) {
        count[i] = (struct bil_external_bot_count){(uint64_t)number[NUMBERS * i], (uint64_t)number[NUMBERS * i + 1]};
        if (count[i].forfeited > count[i].asked) {
            return bil_fail(error, "\"%s\" says that a bot failed more often than it was asked.", failures);
        }
    }
    return true;
}
