/* What expectations look at: a table and its document, and the helpers that compare lists. Shared by look.c, which looks at what
 * lies on the table, and expectations.c, which looks at decisions, points and views. */
#ifndef TESTS_ONE_BILLION_USERS_LOOK_H
#define TESTS_ONE_BILLION_USERS_LOOK_H

#include "games/one_billion_users/expectations.h"

enum { OBU_MAX_NAMES = 512 };

struct obu_look {
    const struct obu_table *table;
    const struct bil_value *document; /* of the state, or of a view */
    struct obu_outcomes *outcomes;
    struct bil_error *error;
};

/* One kind of expectation; lists of them end with a NULL key. */
struct obu_check {
    const char *key;
    bool (*check)(const struct obu_look *look, const struct bil_value *wanted);
};
extern const struct obu_check obu_table_checks[];

struct obu_names {
    const char *name[OBU_MAX_NAMES];
    int count;
};

/* Adds a list's texts; false if it holds something else. */
bool obu_add_names(struct obu_names *names, const struct bil_value *list);

/* Takes one away; false if it is not there. */
bool obu_take_name(struct obu_names *names, const char *name);

/* Whether two lists hold the same names; order does not matter. `there` is used up. */
bool obu_same_names(const struct obu_look *look, const char *what, const struct bil_value *wanted, struct obu_names *there);

/* An element of a list, a platform of the document, a number of an object (0 if it is not there). */
const struct bil_value *obu_item(const struct bil_value *list, int index);
const struct bil_value *obu_platform_of(const struct obu_look *look, int seat);
int64_t obu_integer_of(const struct bil_value *object, const char *key);
int obu_seats_of(const struct obu_look *look);

#endif
