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

#include "server/store.h"
#include "server/table.h"

struct bil_hub;
struct bil_table;

/* What it keeps in a table. */
struct bil_cluster_hold {
    int64_t session, since; /* in which session of the database it was locked, and when; 0: it is not */
    int64_t asked;          /* it was asked for, and comes by then if it comes for that */
    int64_t stays;          /* it has come for that, and is kept up to then */
    int64_t shunned;        /* it was given away, and is left to others up to then */
    bool guest;             /* it was taken for a request, and for nothing else yet */
    bool wanted;            /* another server has asked for it */
    bool parting;           /* it is in the list of those that may go with the end of this round */
    struct bil_table *next; /* there */
};

/* What it keeps in the hub. */
struct bil_cluster {
    bool on;         /* the database may have other servers */
    bool left;       /* this one takes no tables any more */
    bool sweeping;   /* what is loaded now is only looked after */
    int64_t session; /* under which all that is in memory was read */
    int64_t due_at, count_at, lost_at;
    int64_t servers; /* on this database, as it was counted last */
    uint64_t given;  /* tables that others had asked for */
    struct bil_table *parting;
};

void bil_cluster_begin(struct bil_hub *hub);
/* Before a table is read: it is locked, and all that is read of it next is asked ahead. BIL_FAULT_MOVED: another server has it, and
 * was asked for it; to be tried again in a moment. */
enum bil_fault bil_cluster_take(struct bil_table *table, struct bil_error *error);
/* Due tables are loaded between these: what another has is not asked for. */
void bil_cluster_sweep(struct bil_hub *hub, bool sweeping);
/* Nobody here needs it. True: it is locked still, and goes with the end of the round. */
bool bil_cluster_parts(struct bil_table *table);
/* Whether all that is in memory still holds, as far as is known. False: it must be read again before anything is written or told.
 */
bool bil_cluster_holds(const struct bil_hub *hub);
/* Before a round is told: looks whether the database is there, if nothing was heard of it for a while. */
void bil_cluster_mind(struct bil_hub *hub);
/* Behind a round that was thrown away: tables of an earlier session are forgotten. Whoever is at them is told everything anew. */
void bil_cluster_forget(struct bil_hub *hub);
/* Behind each round: gives tables that others have asked for, and takes those that are due and that nobody has. */
void bil_cluster_round(struct bil_hub *hub, int64_t now);
/* This server ends. True: others go on, and have its tables from now on; its clients were told to come again. */
bool bil_cluster_leave(struct bil_hub *hub);

#endif
