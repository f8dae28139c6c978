/* See bot_faults.h. Must never accept more failures than questions. */
#include "lab/simulation/bot_faults.h"

#include "billions/value.h"
#include "lab/simulation/members.h"

enum { BOTS = 64, NUMBERS = 2 };
static const char key[] = "failures";

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
        bil_member_write_numbers(out, key, number, last);
    }
}

bool bil_bot_faults_read(const struct bil_value *object, int bots, int64_t room, struct bil_external_bot_count *count,
                         struct bil_error *error)
{
    int64_t number[NUMBERS * BOTS] = {0};
    int found = 0;
    if (bil_value_get(object, key) && !bil_member_numbers(object, key, -1, NUMBERS * bots, 0, room, number, &found, error)) {
        return false;
    }
    for (int i = 0; i < bots; i++) {
        count[i] = (struct bil_external_bot_count){(uint64_t)number[NUMBERS * i], (uint64_t)number[NUMBERS * i + 1]};
        if (count[i].forfeited > count[i].asked) {
            return bil_fail(error, "\"%s\" says that a bot failed more often than it was asked.", key);
        }
    }
    return true;
}
