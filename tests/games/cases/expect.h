/* What a step of a worked case may expect of the table: the members of an object such as
 *
 *     {"asked": 2, "legal": ["counter Push to 1", "pass"], "users": [500, 200]}
 *
 * The list at the end of checks.c says what every game's cases may ask for; each game adds its own (expect.c of its folder). */
#ifndef TESTS_CASES_EXPECT_H
#define TESTS_CASES_EXPECT_H

#include "games/cases/table.h"

enum { CASE_NAMES = 512 };

/* Of a case with `outcomes`: which of them were met, bit by bit, over all its runs. */
struct case_outcomes {
    unsigned met;
    unsigned all;
};

/* What expectations look at: a table and its document, and where differences are told. */
struct case_check;
struct case_context {
    const struct case_table *table;
    const struct bil_value *document; /* of the state, or of a view */
    const struct case_check *own;     /* the game's own checks */
    struct case_outcomes *outcomes;
    struct bil_error *error;
};

/* One kind of expectation; lists of them end with a NULL key. */
struct case_check {
    const char *key;
    bool (*check)(const struct case_context *look, const struct bil_value *wanted);
};

/* Whether the table is as expected; a sentence on the first difference if not. */
bool case_expect(const struct case_table *table, const struct case_check *own, const struct bil_value *expected,
                 struct case_outcomes *outcomes, struct bil_error *error);

struct case_names {
    const char *name[CASE_NAMES];
    int count;
};

/* Adds a list's texts; false if it holds something else. */
bool case_add_names(struct case_names *names, const struct bil_value *list);

/* Takes one away; false if it is not there. */
bool case_take_name(struct case_names *names, const char *name);

/* Whether two lists hold the same names; order does not matter. `there` is used up. */
bool case_same_names(const struct case_context *look, const char *what, const struct bil_value *wanted, struct case_names *there);

/* An element of a list; a number of an object (0 if it is not there). */
const struct bil_value *case_item(const struct bil_value *list, int index);
int64_t case_integer_of(const struct bil_value *object, const char *key);
int case_seats_of(const struct case_context *look);

/* Compares a list of whole numbers with what `get` says. */
bool case_numbers(const struct case_context *look, const struct bil_value *wanted, int count,
                  int64_t (*get)(const struct case_context *look, int index));

#endif
