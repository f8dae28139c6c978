/* What playouts have found out about moves (see playout_stats.h). Must give the same numbers on every machine. */
#include "bots/playout_stats.h"

#include <assert.h>
#include <string.h>

/* A prior: counts like this many playouts that found nothing unusual about a move. */
static const double DOUBT = 50;
static const double UNIT = 0.05;

static uint16_t entry_of(int seat, bil_move move)
{
    static_assert(BIL_PLAYOUT_STATS == 1 << 13, "the upper 13 bits of the product are the entry");
    return (uint16_t)((move * (uint32_t)BIL_MAX_SEATS + (uint32_t)seat) * 2654435761U >> 19);
}

void bil_playout_stats_begin(struct bil_playout_stats *stats)
{
    memset(stats, 0, sizeof *stats);
}

void bil_playout_stats_lead(const struct bil_playout_stats *stats, double weight, int seat, const bil_move *moves, int count,
                            int32_t *value)
{
    for (int i = 0; i < count; i++) {
        const uint16_t entry = entry_of(seat, moves[i]);
        const double tried = stats->of[entry].count;
        if (tried > 0) {
            const double better = ((double)stats->of[entry].mean - stats->usual[seat]) * tried / (tried + DOUBT);
            value[i] += (int32_t)(weight * better / UNIT);
        }
    }
}

void bil_playout_stats_note(struct bil_playout_stats *stats, int seat, bil_move move)
{
    if (stats->length < BIL_PLAYOUT_STATS_TRAIL) {
        stats->trail[stats->length].entry = entry_of(seat, move);
        stats->trail[stats->length].seat = (uint8_t)seat;
        stats->length++;
    }
}

void bil_playout_stats_learn(struct bil_playout_stats *stats, const double *reward, int seats)
{
    stats->playouts++;
    for (int seat = 0; seat < seats; seat++) {
        stats->usual[seat] += (reward[seat] - stats->usual[seat]) / stats->playouts;
    }
    for (int i = 0; i < stats->length; i++) {
        const uint16_t entry = stats->trail[i].entry;
        stats->of[entry].count++;
        stats->of[entry].mean += (float)((reward[stats->trail[i].seat] - (double)stats->of[entry].mean) / stats->of[entry].count);
    }
    stats->length = 0;
}
