/* What playouts have found out about moves (see habits.h). Must give the same numbers on every machine. */
#include "bots/habits.h"

#include <assert.h>
#include <string.h>

/* As if so many playouts more had found nothing unusual about a move. */
static const double DOUBT = 50;
static const double UNIT = 0.05;

static uint16_t entry_of(int seat, bil_move move)
{
    static_assert(BIL_HABITS == 1 << 13, "the upper 13 bits of the product are the entry");
    return (uint16_t)((move * (uint32_t)BIL_MAX_SEATS + (uint32_t)seat) * 2654435761U >> 19);
}

void bil_habits_begin(struct bil_habits *habits)
{
    memset(habits, 0, sizeof *habits);
}

void bil_habits_lead(const struct bil_habits *habits, double weight, int seat, const bil_move *moves, int count, int32_t *value)
{
    for (int i = 0; i < count; i++) {
        const uint16_t entry = entry_of(seat, moves[i]);
        const double tried = habits->of[entry].count;
        if (tried > 0) {
            const double better = ((double)habits->of[entry].mean - habits->usual[seat]) * tried / (tried + DOUBT);
            value[i] += (int32_t)(weight * better / UNIT);
        }
    }
}

void bil_habits_note(struct bil_habits *habits, int seat, bil_move move)
{
    if (habits->length < BIL_HABITS_TRAIL) {
        habits->trail[habits->length].entry = entry_of(seat, move);
        habits->trail[habits->length].seat = (uint8_t)seat;
        habits->length++;
    }
}

void bil_habits_learn(struct bil_habits *habits, const double *reward, int seats)
{
    habits->playouts++;
    for (int seat = 0; seat < seats; seat++) {
        habits->usual[seat] += (reward[seat] - habits->usual[seat]) / habits->playouts;
    }
    for (int i = 0; i < habits->length; i++) {
        const uint16_t entry = habits->trail[i].entry;
        habits->of[entry].count++;
        habits->of[entry].mean +=
            (float)((reward[habits->trail[i].seat] - (double)habits->of[entry].mean) / habits->of[entry].count);
    }
    habits->length = 0;
}
