/* This process as one of several on a database: a name for this run, an address at which the others reach it, and a lease that is
 * renewed by a thread and a connection of its own, so that no slow pass of the server and no long statement lets it end.
 *
 * Leases only say who is alive. What keeps a process that slept through its lease from writing is the fence of the store. Must
 * never know a table. */
#ifndef BILLIONS_SERVER_NODE_H
#define BILLIONS_SERVER_NODE_H

#include "server/store.h"

struct bil_node;

/* Opens a connection of its own and makes a name, which begins with the moment: of two the one that began first is the smaller.
 * `wake` (may be NULL) is called by the thread when there is something to look after. NULL and a sentence: no connection. */
struct bil_node *bil_node_new(const char *database, void (*wake)(void *context), void *context, struct bil_error *error);
/* From now on it lives, at that address ("192.168.1.5:8000"), and whoever was there before is dead. False and a sentence. */
bool bil_node_begin(struct bil_node *node, const char *address, struct bil_error *error);
/* It lives no more, and what it had may be taken at once. The thread has ended when this returns, and it is known whether it had
 * company. */
void bil_node_leave(struct bil_node *node);
void bil_node_free(struct bil_node *node); /* NULL: fine */

const char *bil_node_name(const struct bil_node *node);
/* Grows whenever so much time lay between two renewals that others may have taken what this one has; also while none succeeds. */
uint64_t bil_node_doubts(const struct bil_node *node);
/* Grows with every renewal that came so late: then the database can tell what the others have taken. */
uint64_t bil_node_slept(const struct bil_node *node);
/* How many milliseconds ago the last renewal was: from BIL_STORE_LEASE on the lease is over. */
int64_t bil_node_age(const struct bil_node *node);
/* Whether others were alive when it was looked last: then they take over when the lease ends. */
bool bil_node_has_company(const struct bil_node *node);
/* Whether a node at that address was alive a moment ago; true where that cannot be said. And a number that grows whenever others
 * have come or gone. */
bool bil_node_sees(const struct bil_node *node, const char *address);
uint64_t bil_node_changes(const struct bil_node *node);
/* For whoever watches. */
struct bil_node_figures {
    int64_t living; /* nodes that were alive when it was looked last, this one among them */
    int64_t age;    /* as bil_node_age, a day at most */
    uint64_t slept; /* as bil_node_slept */
};
void bil_node_figures(const struct bil_node *node, struct bil_node_figures *figures);
/* The node that began first of those alive, its name and address; false: that is this one, or it cannot be said. */
bool bil_node_elder(const struct bil_node *node, struct bil_store_node_row *elder);

#endif
