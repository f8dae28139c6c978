/* Several servers on one database: which tables this one has in memory, and how they go from one to another.
 *
 * A server locks a table before it reads it (store.h, "locks of tables") and keeps the lock as long as anybody here needs it:
 * clients, a clock, a match in memory. The database takes locks away with the session, and a session that is gone writes nothing;
 * so nothing else tells who lives. The proxy in front sends all that is asked about one table to one server, by a hash of its id. A
 * server that is asked for a table which another has asks that one for it; it is given with all stored, and its clients are told to
 * come again.
 *
 * With a file, which has one server, all of this does nothing. Must never show what is in memory of a table that may have been
 * changed elsewhere since. */
#ifndef BILLIONS_SERVER_CLUSTER_CLUSTER_H
#define BILLIONS_SERVER_CLUSTER_CLUSTER_H

#include "server/tables/table.h"

void bil_cluster_begin(struct bil_hub *hub);
/* Behind a round that was thrown away: tables of an earlier session are forgotten. Anyone who is at them gets everything again. */
void bil_cluster_forget(struct bil_hub *hub);
/* Behind each round: gives tables that others have asked for, and takes those that are due and that nobody has. */
void bil_cluster_round(struct bil_hub *hub, int64_t now);
/* This server ends. True: others go on, and have its tables from now on; its clients were told to come again. */
bool bil_cluster_leave(struct bil_hub *hub);

#endif
