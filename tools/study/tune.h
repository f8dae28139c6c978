/* What the programs that measure weights of One Billion Users share (tune-advice.c, tune-belief.c, judge-choices.c). No part of a
 * release. */
#ifndef BILLIONS_TOOLS_TUNE_H
#define BILLIONS_TOOLS_TUNE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "games/one_billion_users/rules/state.h"

typedef union {
    unsigned char bytes[BIL_MAX_STATE];
    struct obu_state state;
} world;

static struct obu_rules rules_for[OBU_SEATS + 1];

/* Of a processor, since the program began. */
static inline double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* From 0 to less than 1. */
static double part(struct bil_random *random)
{
    return (double)(bil_random_word(random) >> 8) * 0x1p-24;
}

/* Points ahead of the mean of the others. */
static inline double obu_ahead(const struct obu_rules *rules, const world *state, int seat)
{
    double sum = 0;
    for (int other = 0; other < rules->seats; other++) {
        sum += obu_points(rules, &state->state, other);
    }
    const double own = obu_points(rules, &state->state, seat);
    return own - (sum - own) / (rules->seats - 1);
}

/* Part for the place, part for the points ahead; of 4000, about points where it is close. */
static inline double obu_reward(const struct obu_rules *rules, const world *state, int seat)
{
    const double near = 1200, unit = 4000, for_place = 0.35;
    uint8_t place[BIL_MAX_SEATS];
    int shared = -1;
    obu_rank(rules, state, place);
    for (int other = 0; other < rules->seats; other++) {
        shared += place[other] == place[seat];
    }
    const double ahead = obu_ahead(rules, state, seat) / near;
    const double by_place = (rules->seats - place[seat] - 0.5 * shared) / (rules->seats - 1);
    return unit * (for_place * by_place + (1 - for_place) * (0.5 + 0.5 * ahead / (1 + fabs(ahead))));
}

/* Fills rules_for, with Networks dealt at random. Ends the program with a sentence where an edition cannot be played. */
static void make_rules(const char *program, const struct bil_value *edition)
{
    for (int seats = 2; seats <= OBU_SEATS; seats++) {
        struct bil_error error = {{0}};
        const struct bil_setting networks = {"networks", "random"};
        const struct bil_config config = {.seats = seats, .edition = edition, .settings = &networks, .setting_count = 1};
        if (!bil_game_one_billion_users.rules_init(&config, &rules_for[seats], &error)) {
            fprintf(stderr, "%s: %s\n", program, error.text);
            exit(EXIT_FAILURE);
        }
    }
}

#endif
