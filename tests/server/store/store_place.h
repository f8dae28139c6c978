/* Where the tests of the store keep one: in a file; or, with BILLIONS_STORE=postgres in the environment, in a schema of the server
 * that BILLIONS_POSTGRES names (tools/postgres run), so that one suite looks at both. */
#ifndef TESTS_SERVER_STORE_STORE_PLACE_H
#define TESTS_SERVER_STORE_STORE_PLACE_H

#include <stdbool.h>

/* Whether the stores of this run lie in PostgreSQL. */
bool store_place_postgres(void);
/* The path itself, or the address of a schema that stands for it; for ":memory:" one that nobody has used yet. Static text. */
const char *store_place(const char *path);
/* Takes away what lies there; a file is left alone. */
void store_place_forget(const char *path);

#endif
