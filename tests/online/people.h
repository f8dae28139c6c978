/* A server that is begun for each test, and people at their terminals at its tables. */
#ifndef TESTS_ONLINE_PEOPLE_H
#define TESTS_ONLINE_PEOPLE_H

#include "online/server_process.h"
#include "terminal/drive.h"

enum { PEOPLE_LINK = 224, PEOPLE_COLUMNS = 140, PEOPLE_ROWS = 40 };

extern struct server_process served;
extern const char *const people_place[]; /* the environment of a terminal without colours */

/* Before and after a test: that server, which must end with 0 unless the test has killed it. */
int people_begin(void **state);
int people_end(void **state);

/* Makes a table there; the link without a token. */
void people_table(const char *setup, char link[PEOPLE_LINK]);

/* Starts `billions` with these words at a terminal; takes a seat by a name; says quit, which must end it with 0. */
void people_come(struct drive *drive, const char *const *words);
void people_sit_down(struct drive *drive, const char *link, const char *name);
void people_quit(struct drive *drive);

/* The program has ended, or does so now, with 0. */
void people_gone(struct drive *drive);

#endif
