/* The sums of a study, member by member, as rows: merged, written and read. Must never know what a member means. */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lab/simulation/members.h"
#include "lab/study/study.h"

static void merge_tally(struct bil_tally *to, const struct bil_tally *from)
{
    to->games += from->games;
    to->n += from->n;
    to->w += from->w;
    to->nn += from->nn;
    to->nw += from->nw;
    to->ww += from->ww;
}

/* The standard error of a ratio of two sums over games, linearised (Cochran, "Sampling Techniques", 1977, 2.11). */
static double error_of(const struct bil_tally *tally, double ratio)
{
    const double games = (double)tally->games;
    const double squares = (double)tally->ww - 2 * ratio * (double)tally->nw + ratio * ratio * (double)tally->nn;
    return tally->games < 2 || squares <= 0 ? 0 : sqrt(squares * games / (games - 1)) / (double)tally->n;
}

struct bil_interval bil_tally_mean(const struct bil_tally *tally, double scale)
{
    if (tally->games == 0) {
        return (struct bil_interval){0, -HUGE_VAL, HUGE_VAL};
    }
    const double ratio = (double)tally->w / (double)tally->n;
    return bil_interval_mean(ratio / scale, error_of(tally, ratio) / scale, tally->games - 1);
}

struct bil_interval bil_tally_share(const struct bil_tally *tally, double scale)
{
    if (tally->games == 0) {
        return (struct bil_interval){0, 0, 1};
    }
    const double ratio = (double)tally->w / (double)tally->n;
    return bil_interval_share(ratio / scale, error_of(tally, ratio) / scale, tally->games);
}

struct bil_interval bil_tally_part(uint64_t had, uint64_t games)
{
    struct bil_tally tally = {games, (int64_t)games, (int64_t)had, (int64_t)games, (int64_t)had, (int64_t)had};
    return bil_tally_share(&tally, 1);
}

/* ------------------------------------------------------------------ the sums of a study */

enum { NUMBERS = 6, MOST = 512 };

/* Some members of one type: the first, from one to the next, and how many. */
struct row {
    const char *key;
    size_t at, step;
    int count;
};

#define AT(member)  offsetof(struct bil_study_sums, member)
#define STEP(array) sizeof(((const struct bil_study_sums *)NULL)->array[0])

static const struct row numbers[] = {
    {"games", AT(games), 0, 1},
    {"deals", AT(deals), 0, 1},
    {"played", AT(played), 0, 1},
    {"decisions", AT(decisions), 0, 1},
    {"lengths", AT(lengths), STEP(lengths), BIL_STUDY_LENGTHS},
    {"endings", AT(ending), STEP(ending), BIL_MAX_ENDINGS},
    {"criteria", AT(criterion), STEP(criterion), 1 + BIL_MAX_ENDINGS},
};

static const struct row tallies[] = {
    {"length", AT(length), 0, 1},
    {"points", AT(points), 0, 1},
    {"best", AT(best), 0, 1},
    {"margin", AT(margin), 0, 1},
    {"shared", AT(shared), 0, 1},
    {"changes", AT(changes), 0, 1},
    {"never_lost", AT(never_lost), 0, 1},
    {"ahead", AT(ahead), STEP(ahead), BIL_STUDY_PARTS},
    {"seat_wins", AT(seat[0].wins), STEP(seat), BIL_MAX_SEATS},
    {"seat_points", AT(seat[0].points), STEP(seat), BIL_MAX_SEATS},
    {"turn_wins", AT(turn[0].wins), STEP(turn), BIL_MAX_SEATS},
    {"turn_points", AT(turn[0].points), STEP(turn), BIL_MAX_SEATS},
    {"role_wins", AT(role[0].wins), STEP(role), BIL_MAX_ROLES},
    {"role_points", AT(role[0].points), STEP(role), BIL_MAX_ROLES},
    {"thing_came", AT(thing[0].came), STEP(thing), BIL_MAX_THINGS},
    {"thing_played", AT(thing[0].played), STEP(thing), BIL_MAX_THINGS},
    {"thing_held", AT(thing[0].held), STEP(thing), BIL_MAX_THINGS},
    {"thing_away", AT(thing[0].away), STEP(thing), BIL_MAX_THINGS},
    {"thing_worth", AT(thing[0].worth), STEP(thing), BIL_MAX_THINGS},
    {"thing_worth_wins", AT(thing[0].worth_wins), STEP(thing), BIL_MAX_THINGS},
    {"change_length", AT(change[0].length), STEP(change), BIL_STUDY_VARIANTS},
    {"change_points", AT(change[0].points), STEP(change), BIL_STUDY_VARIANTS},
    {"change_margin", AT(change[0].margin), STEP(change), BIL_STUDY_VARIANTS},
    {"change_winner", AT(change[0].winner), STEP(change), BIL_STUDY_VARIANTS},
};
enum { NUMBER_ROWS = sizeof numbers / sizeof *numbers, TALLY_ROWS = sizeof tallies / sizeof *tallies };

static void *at(struct bil_study_sums *sums, const struct row *row, int i)
{
    return (char *)sums + row->at + (size_t)i * row->step;
}

static const void *in(const struct bil_study_sums *sums, const struct row *row, int i)
{
    return (const char *)sums + row->at + (size_t)i * row->step;
}

void bil_study_merge(struct bil_study_sums *to, const struct bil_study_sums *from)
{
    to->hash += from->hash;
    bil_bot_faults_add(to->external, from->external, BIL_MAX_SEATS);
    for (int r = 0; r < NUMBER_ROWS; r++) {
        for (int i = 0; i < numbers[r].count; i++) {
            uint64_t *sum = at(to, &numbers[r], i);
            *sum += *(const uint64_t *)in(from, &numbers[r], i);
        }
    }
    for (int r = 0; r < TALLY_ROWS; r++) {
        for (int i = 0; i < tallies[r].count; i++) {
            merge_tally(at(to, &tallies[r], i), in(from, &tallies[r], i));
        }
    }
}

/* A list of the six numbers of each tally, without those of nothing at its end. */
static void write_tallies(const struct bil_study_sums *sums, const struct row *row, struct bil_text *out)
{
    int64_t number[NUMBERS * BIL_MAX_THINGS];
    int count = 0;
    for (int i = 0; i < row->count; i++) {
        const struct bil_tally *tally = in(sums, row, i);
        const int64_t six[NUMBERS] = {(int64_t)tally->games, tally->n, tally->w, tally->nn, tally->nw, tally->ww};
        memcpy(number + i * NUMBERS, six, sizeof six);
        for (int k = 0; k < NUMBERS; k++) {
            count = six[k] ? (i + 1) * NUMBERS : count;
        }
    }
    bil_member_write_numbers(out, row->key, number, count);
}

static void write_counts(const struct bil_study_sums *sums, const struct row *row, struct bil_text *out)
{
    int64_t number[MOST];
    int count = 0;
    for (int i = 0; i < row->count; i++) {
        number[i] = (int64_t) * (const uint64_t *)in(sums, row, i);
        count = number[i] ? i + 1 : count;
    }
    bil_member_write_numbers(out, row->key, number, count);
}

void bil_study_write(const struct bil_study_sums *sums, struct bil_text *out)
{
    bil_member_write_hash(out, "hash", sums->hash);
    for (int r = 0; r < NUMBER_ROWS; r++) {
        if (numbers[r].step == 0) {
            bil_json_key_integer(out, numbers[r].key, *(const int64_t *)in(sums, &numbers[r], 0));
        } else {
            write_counts(sums, &numbers[r], out);
        }
    }
    for (int r = 0; r < TALLY_ROWS; r++) {
        write_tallies(sums, &tallies[r], out);
    }
    bil_bot_faults_write(sums->external, BIL_MAX_SEATS, out);
}

static bool read_row(const struct bil_value *object, const struct row *row, int64_t room, struct bil_study_sums *sums,
                     struct bil_error *error)
{
    int64_t number[MOST] = {0};
    int count = 1;
    const bool fine = row->step == 0 ? bil_member_number(object, row->key, 0, room, number, error)
                                     : bil_member_numbers(object, row->key, -1, row->count, 0, room, number, &count, error);
    for (int i = 0; fine && i < count; i++) {
        *(uint64_t *)at(sums, row, i) = (uint64_t)number[i];
    }
    return fine;
}

static bool read_tallies(const struct bil_value *object, const struct row *row, int64_t room, struct bil_study_sums *sums,
                         struct bil_error *error)
{
    int64_t number[NUMBERS * BIL_MAX_THINGS];
    int count = 0;
    if (!bil_member_numbers(object, row->key, -1, NUMBERS * row->count, -room, room, number, &count, error)) {
        return false;
    }
    if (count % NUMBERS != 0) {
        return bil_fail(error, "\"%s\" has %d numbers; six belong together.", row->key, count);
    }
    for (int i = 0; i < count / NUMBERS; i++) {
        const int64_t *six = number + i * NUMBERS;
        /* Who counts a game has a case or more of it, and squares are no less than what is squared. */
        if (six[0] < 0 || six[0] > (int64_t)sums->games || six[1] < six[0] || (six[0] == 0 && six[1] > 0) || six[3] < six[1] ||
            six[5] < 0) {
            return bil_fail(error, "\"%s\" holds sums that no %" PRIu64 " games can have.", row->key, sums->games);
        }
        *(struct bil_tally *)at(sums, row, i) = (struct bil_tally){(uint64_t)six[0], six[1], six[2], six[3], six[4], six[5]};
    }
    return true;
}

bool bil_study_read(const struct bil_value *object, int64_t room, struct bil_study_sums *sums, struct bil_error *error)
{
    const char *keys[NUMBER_ROWS + TALLY_ROWS + 3] = {"hash"};
    uint64_t by_length = 0;
    *sums = (struct bil_study_sums){0};
    for (int r = 0; r < NUMBER_ROWS; r++) {
        keys[1 + r] = numbers[r].key;
    }
    for (int r = 0; r < TALLY_ROWS; r++) {
        keys[1 + NUMBER_ROWS + r] = tallies[r].key;
    }
    keys[1 + NUMBER_ROWS + TALLY_ROWS] = "failures";
    if (!bil_value_known(object, keys, error) || !bil_member_hash(object, "hash", &sums->hash, error) ||
        !bil_bot_faults_read(object, BIL_MAX_SEATS, room, sums->external, error)) {
        return false;
    }
    for (int r = 0; r < NUMBER_ROWS; r++) {
        if (!read_row(object, &numbers[r], room, sums, error)) {
            return false;
        }
    }
    for (int r = 0; r < TALLY_ROWS; r++) {
        if (!read_tallies(object, &tallies[r], room, sums, error)) {
            return false;
        }
    }
    for (int i = 0; i < BIL_STUDY_LENGTHS; i++) {
        by_length += sums->lengths[i];
    }
    return (by_length == sums->games && sums->length.games == sums->games) ||
           bil_fail(error, "\"lengths\" are not those of %" PRIu64 " games.", sums->games);
}
