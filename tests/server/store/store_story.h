/* A story that tests tell a store: numbered steps, each one transaction that touches tables, seats, entries, held answers, orders
 * and people. The same steps always make the same store, so that what a faulty disk or a killed process left can be compared with
 * what a store in memory holds after so many steps. */
#ifndef TESTS_SERVER_STORE_STORE_STORY_H
#define TESTS_SERVER_STORE_STORE_STORY_H

#include "server/store/store.h"

enum { STORY_TABLES = 6 };

/* How far a store is in the story: as many steps as its first table has entries of. Fails the test if it cannot be read. */
int64_t story_steps(struct bil_store *store);

/* Tells step number `step` (from 0), from begin to commit. False and a sentence if anything of it failed; rolled back then. */
bool story_step(struct bil_store *store, int64_t step, struct bil_error *error);

/* Tells the steps from `from` up to `to`, which must all be stored. */
void story_tell(struct bil_store *store, int64_t from, int64_t to);

/* Fails the test unless the store holds what it must after that number of steps. */
void story_expect(struct bil_store *store, int64_t steps);

/* Everything that can be read of the store, as text. Fails the test if anything cannot be. The caller frees it. */
char *story_dump(struct bil_store *store);
/* Adds the standing orders of a seat to `out`. */
void story_orders(struct bil_store *store, const char *id, int seat, struct bil_text *out);

/* What the dump is after so many steps. Static text, good until the next call; quick when `steps` grows from call to call. */
const char *story_expected(int64_t steps);
void story_end(void);
/* After the last test of a group: that text and the folder of helpers.h go away. */
int story_teardown(void **state);

/* Opens a store where store_place says; fails the test with the sentence. */
struct bil_store *story_open(const char *path);

/* A table that has nothing to do with the story: adds it; fails the test unless its log is "1 text;2 text;", which the entries add
 * to a struct bil_text one by one. */
extern const char story_one[];
void story_add_one(struct bil_store *store);
bool story_note_entry(void *context, const struct bil_entry *entry);
void story_expect_log(struct bil_store *store, const char *expected);

/* An entry of it, in a transaction of its own. */
bool story_append(struct bil_store *store, int64_t number, const char *text, struct bil_error *error);

#endif
