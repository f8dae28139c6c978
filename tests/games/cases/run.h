/* Worked cases as tests: one test for every case, so that a failure names it.
 *
 * A case is a position, and steps: a move ("1 poke The Investor") or an object of expectations (expect.h). It is played in full
 * rules and, unless it says "fast": false, once more in fast rules, which must lead to the same facts. With "seeds": n it is played
 * with n different seeds. */
#ifndef TESTS_CASES_RUN_H
#define TESTS_CASES_RUN_H

#include "games/cases/expect.h"
#include "unit.h"

struct case_game {
    const char *id;
    const char *folder;                            /* of the cases, below tests/ */
    const struct case_check *checks;               /* the game's own expectations */
    bool (*quiet)(const struct case_table *table); /* of the tables; may be NULL */
};

/* Runs all cases of a folder; how many failed. */
int case_run(const struct case_game *which);

/* Tests from another file of JSON: each object of a member `list` is one test, which gets it as its state; `id` names it. */
struct case_rows {
    const char *list;
    CMUnitTestFunction test;
};

/* Runs all tests of a file, a path below tests/; how many failed. The root may have "heads": members by name, for case_document().
 */
int case_rows_run(const char *path, const struct case_rows *kinds, int count);

/* The document of a test or of a row: the members of `head`, if there is one (an object, or the name of one of the "heads"), and
 * then those of `members`. Free it with bil_json_free. */
const struct bil_value *case_document(const struct bil_value *head, const struct bil_value *members);

#endif
