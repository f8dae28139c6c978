/* What was asked of an arena, a study or a simulation: all that decides its figures, as people say it and as a file
 * keeps it. Same plan, same program: same figures, wherever it is played. */
#ifndef BILLIONS_LAB_PLAN_H
#define BILLIONS_LAB_PLAN_H

#include "billions/bot.h"
#include "billions/game.h"
#include "table/settings.h"

enum { BIL_PLAN_BOTS = 8 };

enum bil_plan_kind { BIL_PLAN_ARENA, BIL_PLAN_LAB, BIL_PLAN_SIM, BIL_PLAN_KINDS };

/* Nothing here is copied: what it points to, and the plan itself, must live as long as what is made of it. */
struct bil_plan {
    enum bil_plan_kind kind;
    const struct bil_game *game;
    int revision; /* of the rules; 0 = the newest */
    int seats;    /* an arena's may be 0: as many as bots are listed, as far as the game allows */
    int listed;
    const struct bil_bot
        *list[BIL_PLAN_BOTS]; /* an arena's: as they were named (seatings.h says what a list means). Else by seat */
    int setting_count;
    struct bil_setting setting[BIL_SETTINGS_MAX];
    const struct bil_value *edition; /* NULL = the one compiled in */
    uint8_t seed[BIL_SEED_BYTES];
    uint64_t blocks; /* an arena's deals; games of a study or a simulation */

    /* Of an arena. */
    const char *test; /* NULL: no sequential test; "0,30": Elo; "50%,60%": the part of the first places that each seat takes */
    const char *alpha, *beta;
    /* Of a study. */
    uint64_t pairs;                  /* the number of its games played again in every variant */
    const struct bil_value *against; /* NULL, or another edition */
    /* Of a simulation. */
    bool rotate;

    /* How it was asked for, which reports repeat; of studies and simulations. NULL: nothing was said. */
    const char *seed_said;
    const char *command, *edition_name, *against_name; /* of studies */
};

/* "arena", "lab", "sim" */
extern const char *const bil_plan_names[BIL_PLAN_KINDS];

/* Writes the members of a plan into an object that was begun, from "format" on. `edition` and `against` are the texts of those in
 * force, or "". */
void bil_plan_write(const struct bil_plan *plan, const char *edition, const char *against, struct bil_text *out);

/* Reads them. The plan points into the document. `game` is the one expected, or NULL for any that is compiled in. Bots that stand
 * already in plan->list must be those of the document; else the document's are taken if they are compiled in, for no file may
 * start a program. False and a sentence if it is no such plan. */
bool bil_plan_read(const struct bil_value *document, enum bil_plan_kind kind, const struct bil_game *game, struct bil_plan *plan,
                   struct bil_error *error);

/* The members that a plan may have; ends with NULL. */
extern const char *const bil_plan_keys[];

/* The first member in which the plans of two documents differ, or NULL. */
const char *bil_plan_difference(const struct bil_value *a, const struct bil_value *b);

#endif
