/* Worked cases as tests: one test for every case, so that a failure names it.
 *
 * A case is a position, and steps: a move ("1 poke The Investor") or an object of expectations (expect.h). It is played in full
 * rules and, unless it says "fast": false, once more in fast rules, which must lead to the same facts. With "seeds": n it is played
 * with n different seeds. */
#ifndef TESTS_CASES_RUN_H
#define TESTS_CASES_RUN_H

#include "games/cases/expect.h"

struct case_game {
    const char *id;
    const char *folder;                            /* of the cases, below tests/ */
    const struct case_check *checks;               /* the game's own expectations */
    bool (*quiet)(const struct case_table *table); /* of the tables; may be NULL */
};

/* Runs all cases of a folder; how many failed. */
int case_run(const struct case_game *which);

#endif
