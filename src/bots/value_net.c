/* What a small net (value_net.h) says. The first layer is a sum of columns, few of which are used at a time; the two that follow
 * are small. Must never use a fraction before the last step. */
#include "bots/value_net.h"

#include <assert.h>
#include <string.h>

enum {
    ONE = 127,         /* what a hidden number is at most */
    FIRST_SHIFT = 4,   /* of sums of the first layer, to such numbers */
    SECOND_SHIFT = 6,  /* ... of the second */
    LAST = 127 * 1024, /* what the sums of the last are counted in */
    FULL = INT16_MAX,  /* the whole of a column */
    FAR = 8,           /* units ahead are the whole of the points' columns */
    STEP = BIL_VALUE_NET_STEP
};

/* ------------------------------------------------------------------ the first layer */

/* Sums may go beyond 16 bits on the way, and come back: what is trained keeps the last one within. */
static inline void add_column(uint16_t *restrict sum, const struct bil_value_net *net, int column)
{
    const int16_t *restrict weight = net->weight + (size_t)column * (size_t)net->width;
    for (int i = 0; i < net->width; i += STEP) {
        for (int j = 0; j < STEP; j++) {
            sum[i + j] = (uint16_t)(sum[i + j] + (uint16_t)weight[i + j]);
        }
    }
}

/* `part` of the column, from -FULL to FULL. */
static inline void add_scaled_column(uint16_t *restrict sum, const struct bil_value_net *net, int column, int part)
{
    const int16_t *restrict weight = net->weight + (size_t)column * (size_t)net->width;
    const int16_t by = (int16_t)part;
    for (int i = 0; i < net->width; i += STEP) {
        for (int j = 0; j < STEP; j++) { /* one instruction, where there is one for it */
            sum[i + j] = (uint16_t)(sum[i + j] + (uint16_t)(int16_t)((weight[i + j] * by + (FULL + 1) / 2) >> 15));
        }
    }
}

/* A seat as the viewer counts: itself is 0, the next one 1. */
static inline int from_viewer(int seat, int viewer, int seats)
{
    return seat >= viewer ? seat - viewer : seat - viewer + seats;
}

static inline void add_number(uint16_t *sum, const struct bil_value_net *net, const struct bil_value_net_entry *entry, int value,
                              int viewer, int seats)
{
    int column = entry->column;
    if (entry->kind & (BIL_VALUE_NET_OF_SEAT | BIL_VALUE_NET_OF_PARTY)) {
        if (entry->seat < seats) {
            column += from_viewer(entry->seat, viewer, seats) * entry->stride;
        } else if (entry->kind & BIL_VALUE_NET_OF_PARTY) {
            column += entry->seat * entry->stride;
        } else {
            return;
        }
    }
    if (!(entry->kind & BIL_VALUE_NET_WORD)) {
        add_scaled_column(sum, net, column, value < entry->most ? value * FULL / entry->most : FULL);
        return;
    }
    if (value > entry->most) {
        return;
    }
    if (entry->kind & (BIL_VALUE_NET_NAMES_SEAT | BIL_VALUE_NET_NAMES_PARTY)) {
        if (value <= seats) {
            value = 1 + from_viewer(value - 1, viewer, seats);
        } else if (entry->kind & BIL_VALUE_NET_NAMES_SEAT) {
            return;
        }
    }
    add_column(sum, net, column + value - 1);
}

static void add_observation(uint16_t *sum, const struct bil_value_net *net, const uint16_t *observation, int viewer, int seats)
{
    enum { AT_ONCE = 4 };
    int i = 0;
    for (; i + AT_ONCE <= net->observation; i += AT_ONCE) {
        uint64_t any;
        memcpy(&any, &observation[i], sizeof any);
        while (any) { /* most are 0 */
            const int which = __builtin_ctzll(any) / 16;
            any &= ~(0xffffULL << (16 * which));
            for (int e = net->first[i + which]; e < net->first[i + which + 1]; e++) {
                add_number(sum, net, &net->entry[e], observation[i + which], viewer, seats);
            }
        }
    }
    for (; i < net->observation; i++) {
        for (int e = net->first[i]; observation[i] && e < net->first[i + 1]; e++) {
            add_number(sum, net, &net->entry[e], observation[i], viewer, seats);
        }
    }
}

/* Ahead of the mean of the others. */
static void add_points(uint16_t *sum, const struct bil_value_net *net, int viewer, int seats, const int *now)
{
    int all = 0;
    assert(seats > 1 && net->unit > 0);
    for (int seat = 0; seat < seats; seat++) {
        all += now[seat];
    }
    for (int seat = 0; seat < seats; seat++) {
        const int64_t ahead = ((int64_t)now[seat] * seats - all) * FULL / ((int64_t)(seats - 1) * net->unit * FAR);
        add_scaled_column(sum, net, net->now + from_viewer(seat, viewer, seats),
                          (int)(ahead > FULL    ? FULL
                                : ahead < -FULL ? -FULL
                                                : ahead));
    }
}

/* ------------------------------------------------------------------ the others */

static inline int32_t within(int32_t sum, int shift)
{
    sum = sum < 0 ? 0 : sum >> shift;
    return sum < ONE ? sum : ONE;
}

static inline int32_t product(const int16_t *restrict a, const int16_t *restrict b, int count)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i += STEP) {
        for (int j = 0; j < STEP; j++) {
            sum += a[i + j] * b[i + j];
        }
    }
    return sum;
}

void bil_value_net_judge(const struct bil_value_net *net, const uint16_t *observation, int viewer, int seats, const int *now,
                         struct bil_value_net_answer *answer)
{
    _Alignas(64) uint16_t sum[BIL_VALUE_NET_WIDTH];
    _Alignas(64) int16_t hidden[BIL_VALUE_NET_WIDTH] = {0};
    _Alignas(64) int16_t second[BIL_VALUE_NET_SECOND] = {0};
    memcpy(sum, net->bias, (size_t)net->width * sizeof *sum);
    add_observation(sum, net, observation, viewer, seats);
    add_points(sum, net, viewer, seats, now);
    add_column(sum, net, net->table + seats - 2);
    for (int i = 0; i < net->width; i++) {
        const int16_t s = (int16_t)sum[i];
        const int16_t h = (int16_t)(s < 0 ? 0 : s >> FIRST_SHIFT);
        hidden[i] = h < ONE ? h : ONE;
    }
    for (int i = 0; i < net->second; i++) {
        const int32_t s = net->bias2[i] + product(hidden, &net->weight2[(size_t)i * (size_t)net->width], net->width);
        second[i] = (int16_t)within(s, SECOND_SHIFT);
    }
    for (int seat = 0; seat < seats; seat++) {
        const int slot = from_viewer(seat, viewer, seats);
        const int other = net->seats + slot;
        const int32_t points = net->bias3[slot] + product(second, &net->weight3[slot * net->second], net->second);
        const int32_t place = net->bias3[other] + product(second, &net->weight3[other * net->second], net->second);
        const double lean = (double)place / (double)LAST;
        answer->points[seat] = (double)points * net->unit / (double)LAST;
        answer->place[seat] = 0.5 + 0.5 * lean / (1 + (lean < 0 ? -lean : lean));
    }
}
