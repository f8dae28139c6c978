/* billions-tune-advice: finds the weights of the advice of One Billion Users (advice_weights.h) anew, after an edition has changed
 * or the advice has learned to look at something else. No part of a release.
 *
 *     billions-tune-advice measure FILE SEED SECONDS [EDITION]    positions, and what every move is worth in them
 *     billions-tune-advice fit SECONDS FILE...                    weights that choose best there, printed as advice_weights.h has
 * them
 *
 * `measure` plays games of two, three and four seats in turn, by the advice as it is compiled in with some chance, and stops at one
 * decision in eight: WORLDS worlds that fit the view are dealt, and in each of them every move (MOST at most) is played on to the
 * end by the advice, with the same chance for all. What is kept of a move is its mean reward. `fit` takes the weights one after the
 * other, in a random order, and tries a step up and a step down; it keeps what is better over all positions by more than chance
 * explains. What is made better is the mean reward of a move drawn by advice (Boltzmann), and a part for its entropy, so that
 * differences in advice stay in proportion to those measured: a search needs that, too. A tenth of the positions is held back, and
 * shows whether it has learned more than these positions.
 *
 * A better advice measures better: put the printed weights in, build, and measure again. It must never let advice see more than a
 * view. */
#define OBU_TUNING
#include "games/one_billion_users/advice/advice.c"
#include "games/one_billion_users/advice/advice.h"
#include "games/one_billion_users/documents/documents.h"
#include "games/one_billion_users/secrets/secrets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "billions/edition.h"
#include "bots/policy.h"
#include "tune.h"

enum { WORLDS = 24, MOST = 20, BEST = 14, ROOM = 400000, WEIGHTS_MOST = 400 };
static const double ASKED = 0.12, GAME_CHANCE = 0.08, PLAYOUT_CHANCE = 0.02, TEMPERATURE = 40, ENTROPY = 12;
static const struct bil_game *const game = &bil_game_one_billion_users;

struct position {
    int seats, count;
    bil_move move[MOST];
    float reward[MOST];
    struct obu_state view;
};

/* ------------------------------------------------------------------ measuring */

static int advised(const struct obu_rules *rules, const void *view, const bil_move *moves, int count, struct bil_random *random)
{
    int32_t value[BIL_MAX_MOVES];
    obu_advise(rules, view, moves, count, value);
    return bil_policy_best(value, count, random);
}

static void play_on(const struct obu_rules *rules, world *state, struct bil_random *random)
{
    bil_move list[BIL_MAX_MOVES];
    while (obu_actor(rules, state) != BIL_OVER) {
        const int count = obu_moves(rules, state, list);
        const bool chance = count > 1 && part(random) < PLAYOUT_CHANCE;
        const int pick = count == 1 ? 0
                         : chance   ? (int)bil_random_below(random, (uint32_t)count)
                                    : advised(rules, state, list, count, random);
        obu_apply(rules, state, list[pick], random, NULL);
    }
}

/* The best by advice, and some of the others where there are many. */
static int pick_moves(const struct obu_rules *rules, const bil_move *list, int count, struct bil_random *random,
                      struct position *position)
{
    int32_t value[BIL_MAX_MOVES];
    obu_advise(rules, &position->view, list, count, value);
    for (int i = 0; i < count && position->count < MOST; i++) {
        int better = 0;
        for (int other = 0; other < count; other++) {
            better += value[other] > value[i] || (value[other] == value[i] && other < i);
        }
        if (better < BEST || part(random) * count < MOST - BEST) {
            position->move[position->count++] = list[i];
        }
    }
    return position->count;
}

static void measure_moves(const struct obu_rules *rules, const struct obu_rules *quick, int seat, const uint8_t *seed,
                          uint32_t number, struct position *position)
{
    for (uint32_t w = 0; w < WORLDS; w++) {
        struct bil_random random;
        world dealt;
        bil_random_stream(&random, seed, number, w);
        obu_deal(rules, &position->view, &random, &dealt);
        memset(dealt.bytes + OBU_FACTS, 0, sizeof(struct obu_state) - OBU_FACTS); /* quick rules keep no knowledge up */
        const struct bil_random after = random;
        for (int i = 0; i < position->count; i++) {
            world state = dealt;
            random = after;
            obu_apply(quick, &state, position->move[i], &random, NULL);
            play_on(quick, &state, &random);
            position->reward[i] += (float)(obu_reward(quick, &state, seat) / WORLDS);
        }
    }
}

static int measure(const char *path, const char *seed_text, double limit)
{
    FILE *file = fopen(path, "wb");
    uint8_t seed[BIL_SEED_BYTES];
    long written = 0;
    struct obu_rules quick[OBU_SEATS + 1];
    if (!file) {
        perror(path);
        return 1;
    }
    bil_seed_from_text(seed_text, seed);
    for (int seats = 2; seats <= OBU_SEATS; seats++) {
        quick[seats] = rules_for[seats];
        obu_rules_make_fast(&quick[seats]);
    }
    for (uint32_t number = 0; seconds() < limit; number++) {
        const int seats = 2 + (int)(number % (OBU_SEATS - 1));
        const struct obu_rules *rules = &rules_for[seats];
        struct bil_random match;
        struct bil_random own;
        uint8_t match_seed[BIL_SEED_BYTES];
        world state;
        bil_move list[BIL_MAX_MOVES];
        bil_random_stream(&own, seed, 0, number);
        bil_random_bytes(&own, match_seed, sizeof match_seed);
        bil_random_match(&match, match_seed);
        obu_setup(rules, &match, &state, NULL);
        uint32_t decision = 0;
        for (int seat = obu_actor(rules, &state); seat != BIL_OVER && seconds() < limit; seat = obu_actor(rules, &state)) {
            const int count = obu_moves(rules, &state, list);
            int pick = 0;
            if (count > 1) {
                struct position position = {.seats = seats};
                obu_hide(rules, &state, seat, &position.view);
                decision++;
                if (part(&own) < ASKED && pick_moves(rules, list, count, &own, &position) > 1) {
                    measure_moves(rules, &quick[seats], seat, match_seed, decision, &position);
                    written += fwrite(&position, sizeof position, 1, file) == 1;
                }
                pick = part(&own) < GAME_CHANCE ? (int)bil_random_below(&own, (uint32_t)count)
                                                : advised(rules, &position.view, list, count, &own);
            }
            obu_apply(rules, &state, list[pick], &match, NULL);
        }
    }
    printf("%ld positions\n", written);
    return fclose(file) == 0 ? 0 : 1;
}

/* ------------------------------------------------------------------ fitting */

static struct position *positions;
static int count_of_positions;
static float *now_worth; /* of every position, under the weights as they are */

static int *weight(int index)
{
    return (int *)&weights + index;
}

/* What a position is worth if its move is drawn by advice, and so much for leaving it open. */
static float worth_of(const struct position *position)
{
    int32_t value[MOST];
    obu_advise(&rules_for[position->seats], &position->view, position->move, position->count, value);
    int32_t best = value[0];
    for (int i = 1; i < position->count; i++) {
        best = value[i] > best ? value[i] : best;
    }
    float sum = 0;
    float rewards = 0;
    float spread = 0;
    for (int i = 0; i < position->count; i++) {
        const float below = (float)(value[i] - best) / (float)TEMPERATURE;
        const float share = below < -14 ? 0 : expf(below);
        sum += share;
        rewards += share * position->reward[i];
        spread += share * below;
    }
    return rewards / sum + (float)ENTROPY * (logf(sum) - spread / sum);
}

/* Whether a try is better than what is, over the first `use` positions; given up early where it is plainly worse. */
static bool better(int use)
{
    const double sure = 0.7, hopeless = -1.5; /* standard errors */
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < use; i++) {
        const double change = (double)(worth_of(&positions[i]) - now_worth[i]);
        sum += change;
        squares += change * change;
        if (i == use / 5 && sum < hopeless * sqrt(squares)) {
            return false;
        }
    }
    return sum > sure * sqrt(squares);
}

static double take_stock(int from, int to)
{
    double sum = 0;
    for (int i = from; i < to; i++) {
        now_worth[i] = worth_of(&positions[i]);
        sum += (double)now_worth[i];
    }
    return sum / (to - from);
}

static void print_weights(void)
{
    int at = 0;
#define PRINT_VALUES(count)                                                                                                        \
    for (int i = 0; i < (count); i++) {                                                                                            \
        printf(", %d", *weight(at++));                                                                                             \
    }                                                                                                                              \
    puts(") \\");
#define ONE(name, comment, value)                                                                                                  \
    printf("    ONE(%s, \"%s\"", #name, comment);                                                                                  \
    PRINT_VALUES(1)
#define ROW(name, count, comment, ...)                                                                                             \
    printf("    ROW(%s, %d, \"%s\"", #name, count, comment);                                                                       \
    PRINT_VALUES(count)
    OBU_ADVICE_WEIGHTS(ONE, ROW)
#undef ONE
#undef ROW
#undef PRINT_VALUES
}

static bool read_positions(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    const size_t got = fread(&positions[count_of_positions], sizeof positions[0], (size_t)(ROOM - count_of_positions), file);
    count_of_positions += (int)got;
    (void)fclose(file);
    return true;
}

static int fit(double limit, char *const *paths, int path_count)
{
    const int number = (int)(sizeof weights / sizeof(int));
    int step[WEIGHTS_MOST];
    struct bil_random random;
    const uint8_t seed[BIL_SEED_BYTES] = {1};
    positions = malloc(ROOM * sizeof positions[0]);
    now_worth = malloc(ROOM * sizeof now_worth[0]);
    if (!positions || !now_worth) {
        return 1;
    }
    for (int i = 0; i < path_count; i++) {
        if (!read_positions(paths[i])) {
            return 1;
        }
    }
    for (int i = 0; i < count_of_positions; i++) { /* only differences count */
        float mean = 0;
        for (int m = 0; m < positions[i].count; m++) {
            mean += positions[i].reward[m] / (float)positions[i].count;
        }
        for (int m = 0; m < positions[i].count; m++) {
            positions[i].reward[m] -= mean;
        }
    }
    for (int w = 0; w < number; w++) {
        step[w] = *weight(w) ? abs(*weight(w)) / 4 + 1 : 8;
    }
    const int all = count_of_positions - count_of_positions / 10;
    bil_random_stream(&random, seed, 0, 0);
    for (int sweep = 0, kept = 1; kept > 0 && seconds() < limit; sweep++) {
        const int use = sweep < 2 ? all / (4 >> sweep) : all;
        take_stock(0, use);
        kept = 0;
        for (int tried = 0; tried < number && seconds() < limit; tried++) {
            const int w = (int)bil_random_below(&random, (uint32_t)number);
            const int was = *weight(w);
            *weight(w) = was + step[w];
            bool found = better(use);
            if (!found) {
                step[w] = -step[w];
                *weight(w) = was + step[w];
                found = better(use);
            }
            if (found) {
                kept++;
                take_stock(0, use);
                step[w] += step[w] / 2 + (step[w] > 0 ? 1 : -1);
            } else {
                *weight(w) = was;
                step[w] = step[w] / 2 != 0 ? step[w] / 2 : step[w];
            }
        }
        fprintf(stderr, "sweep %d: %d kept; %.2f over %d positions, %.2f over those held back\n", sweep, kept, take_stock(0, all),
                all, take_stock(all, count_of_positions));
    }
    print_weights();
    free(positions);
    free(now_worth);
    return 0;
}

int main(int argc, char **argv)
{
    const struct bil_value *edition = NULL;
    struct bil_error error = {{0}};
    const bool measures = (argc == 5 || argc == 6) && strcmp(argv[1], "measure") == 0;
    if (!measures && (argc < 4 || strcmp(argv[1], "fit") != 0)) {
        fprintf(stderr, "usage: billions-tune-advice measure FILE SEED SECONDS [EDITION]\n"
                        "       billions-tune-advice fit SECONDS FILE...\n");
        return 2;
    }
    if (argc == 6 && measures) {
        edition = bil_edition_load(argv[5], NULL, &error);
        if (!edition || !bil_edition_game(edition, game, &error)) {
            fprintf(stderr, "billions-tune-advice: %s\n", error.text);
            return 1;
        }
    }
    make_rules("billions-tune-advice", edition);
    return measures ? measure(argv[2], argv[3], strtod(argv[4], NULL)) : fit(strtod(argv[2], NULL), argv + 3, argc - 3);
}
