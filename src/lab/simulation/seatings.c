/* Seatings of one deal. Must never seat one kind better than another where the list does not say so. */
#include "lab/simulation/seatings.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static_assert(BIL_MAX_SEATS <= 6 && BIL_SEATINGS_KINDS <= 8, "8 kinds make no more than 280 seatings, two kinds no more than 62");

static void add_new(struct bil_seatings *seatings, const uint8_t *kind)
{
    for (int g = 0; g < seatings->games; g++) {
        if (memcmp(seatings->kind[g], kind, (size_t)seatings->seats) == 0) {
            return;
        }
    }
    assert(seatings->games < BIL_SEATINGS_MAX);
    memcpy(seatings->kind[seatings->games++], kind, (size_t)seatings->seats);
}

static void add_rotations(struct bil_seatings *seatings, const uint8_t *list)
{
    uint8_t kind[BIL_MAX_SEATS] = {0};
    for (int by = 0; by < seatings->seats; by++) {
        for (int i = 0; i < seatings->seats; i++) {
            kind[(i + by) % seatings->seats] = list[i];
        }
        add_new(seatings, kind);
    }
}

/* Every way to fill the seats with kinds 0 and 1, with `zeros` seats of kind 0 (0: any number, but both kinds). Beginning with kind
 * 0 in the first seats. */
static void add_mixtures(struct bil_seatings *seatings, int zeros)
{
    for (unsigned ones = 1; ones + 1 < 1U << seatings->seats; ones++) {
        uint8_t kind[BIL_MAX_SEATS] = {0};
        int found = 0;
        for (int seat = 0; seat < seatings->seats; seat++) {
            kind[seat] = ones >> (seatings->seats - 1 - seat) & 1U;
            found += kind[seat] == 0;
        }
        if (zeros == 0 || found == zeros) {
            add_new(seatings, kind);
        }
    }
}

static void add_round_and_round(struct bil_seatings *seatings)
{
    for (int first = 0; first < seatings->kinds; first++) {
        uint8_t list[BIL_MAX_SEATS] = {0};
        for (int i = 0; i < seatings->seats; i++) {
            list[i] = (uint8_t)((first + i) % seatings->kinds);
        }
        add_rotations(seatings, list);
    }
}

static void add_choices(struct bil_seatings *seatings)
{
    for (unsigned chosen = 0; chosen < 1U << seatings->kinds; chosen++) {
        uint8_t list[BIL_SEATINGS_KINDS] = {0};
        int count = 0;
        for (int kind = 0; kind < seatings->kinds; kind++) {
            if (chosen >> kind & 1U) {
                list[count++] = (uint8_t)kind;
            }
        }
        if (count == seatings->seats) {
            add_rotations(seatings, list);
        }
    }
}

bool bil_seatings_make(struct bil_seatings *seatings, const uint8_t *list, int count, int kinds, int seats, struct bil_error *error)
{
    int zeros = 0;
    for (int i = 0; i < count; i++) {
        zeros += list[i] == 0;
    }
    *seatings = (struct bil_seatings){.kinds = kinds, .seats = seats};
    if (count != seats && count != kinds) {
        return bil_fail(error, "A bot is named twice though %d bots are not one for each of %d seats.", count, seats);
    }
    if (count == seats && kinds == 2) {
        add_mixtures(seatings, zeros);
    } else if (count == seats) {
        add_rotations(seatings, list);
    } else if (kinds > seats) {
        add_choices(seatings);
    } else if (kinds == 2) {
        add_mixtures(seatings, 0);
    } else {
        add_round_and_round(seatings);
    }
    return true;
}

static int seats_of(const struct bil_seatings *seatings, int game, int kind)
{
    int count = 0;
    for (int seat = 0; seat < seatings->seats; seat++) {
        count += seatings->kind[game][seat] == kind;
    }
    return count;
}

int bil_seatings_of(const struct bil_seatings *seatings, int kind)
{
    int count = 0;
    for (int g = 0; g < seatings->games; g++) {
        count += seats_of(seatings, g, kind);
    }
    return count;
}

double bil_seatings_expect(const struct bil_seatings *seatings, double elo)
{
    const double strength = pow(10, elo / 400);
    double firsts = 0;
    for (int g = 0; g < seatings->games; g++) {
        const int own = seats_of(seatings, g, 0);
        firsts += own > 0 ? own * strength / (own * strength + seatings->seats - own) : 0;
    }
    return firsts / seatings->games;
}
