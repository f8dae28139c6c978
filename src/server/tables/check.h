/* A whole database looked over without changing it: its pages, and every table, read and replayed. Works beside a
 * server that uses it. Must never write, nor make a file that is not there. */
#ifndef BILLIONS_SERVER_TABLES_CHECK_H
#define BILLIONS_SERVER_TABLES_CHECK_H

#include "billions/text.h"

/* Who hears of it. */
struct bil_check_callbacks {
    void *context;
    void (*fault)(void *context, const char *sentence);          /* something is amiss */
    void (*going)(void *context, uint64_t tables, uint64_t all); /* now and then; all 0: the pages are still looked through */
};

struct bil_check_figures {
    uint64_t tables, games, entries, faults; /* games that are over and led to their result */
};

/* False and a sentence: it cannot be looked over. */
bool bil_check(const char *path, const struct bil_check_callbacks *callbacks, struct bil_check_figures *figures,
               struct bil_error *error);

#endif
