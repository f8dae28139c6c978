/* Ratings of bots from the places in their games. Must never give a number where the results allow none. */
#include "lab/arena/rating.h"

#include <assert.h>
#include <math.h>

enum { SET_BITS = 4, SET_MASK = 15, ROUNDS = 100000 };
static_assert(BIL_RATING_KINDS * SET_BITS <= 32, "a set fits its number");
static_assert(BIL_MAX_SEATS <= 6, "60 is divided by every number of subsets of tied seats");

/* The index of a set, the last one if it is new; -1: there is no room for it. */
static int find_set(struct bil_rating_data *data, uint32_t set)
{
    int i = 0;
    while (i < data->sets && data->set[i] != set) {
        i++;
    }
    if (i == BIL_RATING_SETS) {
        return -1;
    }
    data->sets += i == data->sets;
    data->set[i] = set;
    return i;
}

static int64_t *left_count(struct bil_rating_data *data, int group, uint32_t set)
{
    const int at = find_set(data, set);
    assert(at >= 0);
    return &data->group[group].left[at];
}

static int count_subsets(int n, int k)
{
    int ways = 1;
    for (int i = 0; i < k; i++) {
        ways = ways * (n - i) / (i + 1);
    }
    return ways;
}

/* Counts the picks among `tied` seats that share a place, with the seats of `behind` after them. In every order of the tied seats
 * one after the other is picked; before the pick number j, each part of j of them is gone equally often. */
static void count_picks(struct bil_rating_data *data, int group, const uint8_t *tied, int count, uint32_t behind, int behind_count)
{
    for (unsigned gone = 0; gone + 1 < 1U << count; gone++) {
        uint32_t set = behind;
        int missing = 0;
        for (int i = 0; i < count; i++) {
            missing += (int)(gone >> i & 1U);
            set += gone >> i & 1U ? 0 : 1U << SET_BITS * tied[i];
        }
        const int here = count - missing;
        const int share = BIL_RATING_UNIT / count_subsets(count, missing);
        if (here + behind_count > 1) { /* one seat alone is no pick */
            *left_count(data, group, set) += share;
        }
    }
    for (int i = 0; i < count; i++) { /* each is picked once in every order, but for the last of all seats */
        data->group[group].picked[tied[i]] += behind_count > 0 ? BIL_RATING_UNIT : BIL_RATING_UNIT - BIL_RATING_UNIT / count;
    }
}

void bil_rating_count(struct bil_rating_data *data, int group, int seats, const uint8_t *kind, const uint8_t *place)
{
    for (int a = 0; a < seats; a++) {
        for (int b = 0; b < seats; b++) {
            if (kind[a] != kind[b]) {
                data->group[group].ahead[kind[a]][kind[b]] += place[a] < place[b]    ? BIL_RATING_UNIT
                                                              : place[a] == place[b] ? BIL_RATING_UNIT / 2
                                                                                     : 0;
            }
        }
    }
    uint32_t behind = 0;
    int behind_count = 0;
    for (int rank = seats; rank >= 1; rank--) {
        uint8_t tied[BIL_MAX_SEATS];
        int count = 0;
        for (int seat = 0; seat < seats; seat++) {
            if (place[seat] == rank) {
                tied[count++] = kind[seat];
            }
        }
        if (count > 0) {
            count_picks(data, group, tied, count, behind, behind_count);
        }
        for (int i = 0; i < count; i++) {
            behind += 1U << SET_BITS * tied[i];
        }
        behind_count += count;
    }
}

bool bil_rating_merge(struct bil_rating_data *to, const struct bil_rating_data *from)
{
    to->kinds = from->kinds;
    for (int i = 0; i < from->sets; i++) {
        const int at = find_set(to, from->set[i]);
        if (at < 0) {
            return false;
        }
        for (int g = 0; g < BIL_RATING_GROUPS; g++) {
            to->group[g].left[at] += from->group[g].left[i];
        }
    }
    for (int g = 0; g < BIL_RATING_GROUPS; g++) {
        for (int a = 0; a < BIL_RATING_KINDS; a++) {
            to->group[g].picked[a] += from->group[g].picked[a];
            for (int b = 0; b < BIL_RATING_KINDS; b++) {
                to->group[g].ahead[a][b] += from->group[g].ahead[a][b];
            }
        }
    }
    return true;
}

bool bil_rating_possible(const struct bil_rating_data *data, int group, int64_t met[BIL_RATING_KINDS][BIL_RATING_KINDS],
                         int64_t picks)
{
    const struct bil_rating_group *of = &data->group[group];
    int64_t picked = 0;
    int64_t left = 0;
    for (int i = 0; i < data->sets; i++) {
        left += of->left[i];
    }
    for (int a = 0; a < data->kinds; a++) {
        int64_t room = 0; /* picks at which kind a was there to be picked */
        bool ahead = false;
        for (int i = 0; i < data->sets; i++) {
            room += data->set[i] >> SET_BITS * a & SET_MASK ? of->left[i] : 0;
        }
        for (int b = 0; b < data->kinds; b++) {
            ahead = ahead || of->ahead[a][b] > 0;
            if (of->ahead[a][b] + of->ahead[b][a] != (a == b ? 0 : BIL_RATING_UNIT * met[a][b])) {
                return false;
            }
        }
        if (of->picked[a] > room || (ahead && of->picked[a] == 0)) { /* who finished ahead of anybody was picked before him */
            return false;
        }
        picked += of->picked[a];
    }
    return picked == BIL_RATING_UNIT * picks && left == picked;
}

double bil_rating_ahead(const struct bil_rating_data *data, int a, int b)
{
    int64_t won = 0;
    int64_t lost = 0;
    for (int g = 0; g < BIL_RATING_GROUPS; g++) {
        won += data->group[g].ahead[a][b];
        lost += data->group[g].ahead[b][a];
    }
    return won + lost ? (double)won / (double)(won + lost) : -1;
}

/* The sum of all groups but one (-1: of all). */
static struct bil_rating_group sum_without(const struct bil_rating_data *data, int without)
{
    struct bil_rating_group sum = {{{0}}, {0}, {0}};
    for (int g = 0; g < BIL_RATING_GROUPS; g++) {
        const struct bil_rating_group *group = &data->group[g];
        for (int a = 0; g != without && a < data->kinds; a++) {
            sum.picked[a] += group->picked[a];
            for (int b = 0; b < data->kinds; b++) {
                sum.ahead[a][b] += group->ahead[a][b];
            }
        }
        for (int i = 0; g != without && i < data->sets; i++) {
            sum.left[i] += group->left[i];
        }
    }
    return sum;
}

/* Whether finite strengths fit (Hunter's assumption 1): from every kind a chain of "finished ahead of" leads to every other. Else
 * no chain leads from *below to *above. */
static bool all_connected(const struct bil_rating_group *sum, int kinds, int *above, int *below)
{
    bool reaches[BIL_RATING_KINDS][BIL_RATING_KINDS];
    for (int a = 0; a < kinds; a++) {
        for (int b = 0; b < kinds; b++) {
            reaches[a][b] = a == b || sum->ahead[a][b] > 0;
        }
    }
    for (int by = 0; by < kinds; by++) {
        for (int a = 0; a < kinds; a++) {
            for (int b = 0; b < kinds; b++) {
                reaches[a][b] = reaches[a][b] || (reaches[a][by] && reaches[by][b]);
            }
        }
    }
    for (int a = 0; a < kinds; a++) {
        for (int b = 0; b < kinds; b++) {
            if (!reaches[a][b]) {
                *below = a;
                *above = b;
                return false;
            }
        }
    }
    return true;
}

/* Hunter's rounds: each strength becomes the picks divided by what was expected of a strength of 1. The mean of the logarithms is
 * kept at 0. Ends when no logarithm moves by more than a billionth. */
static void fit(const struct bil_rating_data *data, const struct bil_rating_group *sum, double *log_strength)
{
    const int kinds = data->kinds;
    double strength[BIL_RATING_KINDS];
    for (int k = 0; k < kinds; k++) {
        strength[k] = 1;
        log_strength[k] = 0;
    }
    double moved = 1;
    for (int round = 0; round < ROUNDS && moved > 1e-9; round++) {
        double expected[BIL_RATING_KINDS] = {0};
        double mean = 0;
        for (int i = 0; i < data->sets; i++) {
            double total = 0;
            for (int k = 0; sum->left[i] > 0 && k < kinds; k++) {
                total += (data->set[i] >> SET_BITS * k & SET_MASK) * strength[k];
            }
            for (int k = 0; sum->left[i] > 0 && k < kinds; k++) {
                expected[k] += (double)sum->left[i] * (data->set[i] >> SET_BITS * k & SET_MASK) / total;
            }
        }
        double now[BIL_RATING_KINDS];
        for (int k = 0; k < kinds; k++) {
            now[k] = log((double)sum->picked[k] / expected[k]);
            mean += now[k] / kinds;
        }
        moved = 0;
        for (int k = 0; k < kinds; k++) {
            moved = fmax(moved, fabs(now[k] - mean - log_strength[k]));
            log_strength[k] = now[k] - mean;
            strength[k] = exp(log_strength[k]);
        }
    }
}

bool bil_rating_fit(const struct bil_rating_data *data, int zero, struct bil_interval *rating, int *above, int *below)
{
    const double scale = 400 / log(10);
    struct bil_rating_group sum = sum_without(data, -1);
    if (!all_connected(&sum, data->kinds, above, below)) {
        return false;
    }
    double all[BIL_RATING_KINDS];
    double part[BIL_RATING_GROUPS][BIL_RATING_KINDS];
    int groups = 0;
    bool sure = true;
    fit(data, &sum, all);
    for (int g = 0; g < BIL_RATING_GROUPS; g++) {
        bool filled = false;
        for (int k = 0; k < data->kinds; k++) {
            filled = filled || data->group[g].picked[k] > 0;
        }
        if (filled && sure) {
            int nobody;
            sum = sum_without(data, g);
            sure = all_connected(&sum, data->kinds, &nobody, &nobody);
            if (sure) {
                fit(data, &sum, part[groups++]);
            }
        }
    }
    for (int k = 0; k < data->kinds; k++) {
        double mean = 0;
        double squares = 0;
        for (int g = 0; g < groups; g++) {
            mean += (part[g][k] - part[g][zero]) / groups;
        }
        for (int g = 0; g < groups; g++) {
            squares += pow(part[g][k] - part[g][zero] - mean, 2);
        }
        const uint64_t freedom = sure && groups > 1 ? (uint64_t)groups - 1 : 0;
        const double error = freedom ? sqrt(squares * (groups - 1) / groups) : 0;
        rating[k] =
            k == zero ? (struct bil_interval){0, 0, 0} : bil_interval_mean(scale * (all[k] - all[zero]), scale * error, freedom);
    }
    return true;
}
