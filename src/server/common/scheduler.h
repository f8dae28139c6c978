/* The scheduler of the workers: whose work comes next where there is more of it than threads, and whose must come to an end for it.
 *
 * What waits has a rank: thoughts for tables at which a person is present come before those for tables that are only watched, and
 * those before thoughts for tables whose persons are away. Anyone who has had more than a budget comes behind all of them. Nobody's
 * rank is passed over for ever: after this many others it is its turn.
 *
 * Within a rank the one goes first that had least work lately: of networks the one that had least, in it the address, there
 * the account, there the table. Half of what was worked is forgotten every two minutes. So who asks for a hundred thoughts waits
 * behind who asks for one, and who asks for little never waits behind who asks for much.
 *
 * A plain value: no thread, no lock, no clock. Times are milliseconds of any clock that only goes forward, and come from the
 * caller. Must never look at what the work is about: when and whether a thought comes must follow from whose it is. */
#ifndef BILLIONS_SERVER_COMMON_SCHEDULER_H
#define BILLIONS_SERVER_COMMON_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bil_task_rank { BIL_TASK_PRESENT, BIL_TASK_WATCHED, BIL_TASK_AWAY, BIL_TASK_SPENT, BIL_TASK_RANKS };
/* Who pays for it, from the widest to the narrowest. */
enum bil_task_level { BIL_TASK_NETWORK, BIL_TASK_ADDRESS, BIL_TASK_ACCOUNT, BIL_TASK_TABLE, BIL_TASK_LEVELS };
enum {
    BIL_TASK_SLICE = 200, /* milliseconds that anyone who has begun may go on at least */
    BIL_TASK_LEAD = 5000, /* half as much again and so much more must have been worked for one than for another of its rank, to make
                             room for that ... */
    BIL_TASK_CROWD = 4    /* ... unless this many wait for each thread: then any more is enough */
};

struct bil_payer; /* one who pays for the work; private */

/* Put it into what waits. All zero, but for `cost`, is fine where all are alike: then first come, first served. */
struct bil_task {
    uint8_t rank;                    /* enum bil_task_rank, not BIL_TASK_SPENT */
    uint64_t whose[BIL_TASK_LEVELS]; /* numbers that nobody can choose; the same number is the same payer of that level */
    int64_t cost;                    /* milliseconds that it takes at most, as far as one knows */
    struct bil_task *next, *before;  /* private from here on */
    struct bil_payer *of[BIL_TASK_LEVELS];
    uint64_t number; /* in the order in which they came */
    int64_t begun;
    uint8_t now_rank; /* with the budget looked at */
    bool runs, cut;
};

struct bil_scheduler;

/* `a_minute` is the budget of an address and of an account: this many milliseconds of work in each minute, looked at over some
 * minutes; what makes nearly three minutes' worth may be used at once. 0: no budget, nobody is ranked behind others for what he has
 * had. At most `most` wait at once. */
struct bil_scheduler *bil_scheduler_new(int64_t a_minute, size_t most);
void bil_scheduler_free(struct bil_scheduler *scheduler); /* what still waits must have been taken out with bil_scheduler_any */

/* Puts one in. Returns the one that has no place any more, NULL if all have: of the payer for which most waits, the last that came.
 * It may be the new one; it is out of the queue. */
struct bil_task *bil_scheduler_put(struct bil_scheduler *scheduler, struct bil_task *task, int64_t now);
/* The next, which runs from now on; NULL if nothing waits. */
struct bil_task *bil_scheduler_take(struct bil_scheduler *scheduler, int64_t now);
/* It has come to an end. What it took is counted, whatever its cost was thought to be. */
void bil_scheduler_done(struct bil_scheduler *scheduler, struct bil_task *task, int64_t now);
/* Where none of `threads` threads is free: one that runs and must make room for who waits, or NULL. It is named once; it may go on
 * until task->begun + BIL_TASK_SLICE. */
struct bil_task *bil_scheduler_cut(struct bil_scheduler *scheduler, size_t threads, int64_t now);

/* Takes one out that waits for that payer of a level, NULL if there is none. */
struct bil_task *bil_scheduler_remove(struct bil_scheduler *scheduler, enum bil_task_level level, uint64_t whose);
/* Takes any out that waits. */
struct bil_task *bil_scheduler_any(struct bil_scheduler *scheduler);
/* All that waits or runs for that payer has another rank. */
void bil_scheduler_rank(struct bil_scheduler *scheduler, enum bil_task_level level, uint64_t whose, enum bil_task_rank rank);
/* Calls `each` for all that runs for that payer. */
void bil_scheduler_running(struct bil_scheduler *scheduler, enum bil_task_level level, uint64_t whose,
                           void (*each)(struct bil_task *task));
/* How many wait, by rank. */
void bil_scheduler_waiting(struct bil_scheduler *scheduler, int64_t now, int64_t count[BIL_TASK_RANKS]);

#endif
