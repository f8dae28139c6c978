/* What the programs that measure weights of One Billion Users share (tune-advice.c, tune-belief.c). No part of a release. */
#ifndef BILLIONS_TOOLS_TUNE_H
#define BILLIONS_TOOLS_TUNE_H

#include <stdio.h>
#include <stdlib.h>

#include "games/one_billion_users/state.h"

typedef union {
    unsigned char bytes[BIL_MAX_STATE];
    struct obu_state state;
} world;

static struct obu_rules rules_for[OBU_SEATS + 1];

/* From 0 to less than 1. */
static double part(struct bil_random *random)
{
    return (double)(bil_random_word(random) >> 8) * 0x1p-24;
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
