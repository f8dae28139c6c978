/* Whose work comes next where there is more of it than threads, and whose must come to an end for it.
 *
 * What waits has a rank: thoughts for tables at which a person is present come before those for tables that are only watched, and
 * those before thoughts for tables whose persons are away. Whoever has had more than a budget comes behind all of them. Nobody's
 * rank is passed over for ever: after so many others it is its turn.
 *
 * Within a rank the one goes first for whom least was worked lately: of networks the one that had least, in it the address, there
 * the account, there the table. Half of what was worked is forgotten every two minutes. So who asks for a hundred thoughts waits
 * behind who asks for one, and who asks for little never waits behind who asks for much.
 *
 * A plain value: no thread, no lock, no clock. Times are milliseconds of any clock that only goes forward, and come from the
 * caller. Must never look at what the work is about: when and whether a thought comes must follow from whose it is. */
#ifndef BILLIONS_SERVER_TURNS_H
#define BILLIONS_SERVER_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum bil_turn_rank { BIL_TURN_PRESENT, BIL_TURN_WATCHED, BIL_TURN_AWAY, BIL_TURN_SPENT, BIL_TURN_RANKS };
/* For whom it is, from the widest to the narrowest. */
enum bil_turn_level { BIL_TURN_NETWORK, BIL_TURN_ADDRESS, BIL_TURN_ACCOUNT, BIL_TURN_TABLE, BIL_TURN_LEVELS };
enum {
    BIL_TURN_SLICE = 200, /* milliseconds that whoever has begun may go on at least */
    BIL_TURN_LEAD = 5000, /* half as much again and so much more must have been worked for one than for another of its rank, to make
                             room for that ... */
    BIL_TURN_CROWD = 4    /* ... unless so many wait for each thread: then any more is enough */
};

struct bil_payer; /* one for whom is worked; private */

/* Put it into what waits. All zero, but for `cost`, is fine where all are alike: then first come, first served. */
struct bil_turn {
    uint8_t rank;                    /* enum bil_turn_rank, not BIL_TURN_SPENT */
    uint64_t whose[BIL_TURN_LEVELS]; /* numbers that nobody can choose; the same number is the same payer of that level */
    int64_t cost;                    /* milliseconds that it takes at most, as far as one knows */
    struct bil_turn *next, *before;  /* private from here on */
    struct bil_payer *of[BIL_TURN_LEVELS];
    uint64_t number; /* in the order in which they came */
    int64_t begun;
    uint8_t now_rank; /* with the budget looked at */
    bool runs, cut;
};

struct bil_turns;

/* `a_minute` is the budget of an address and of an account: so many milliseconds of work in each minute, looked at over some
 * minutes; what makes nearly three minutes' worth may be used at once. 0: no budget, nobody is ranked behind others for what he has
 * had. At most `most` wait at once. */
struct bil_turns *bil_turns_new(int64_t a_minute, size_t most);
void bil_turns_free(struct bil_turns *turns); /* what still waits must have been taken out with bil_turns_any */

/* Puts one in. Returns the one that has no place any more, NULL if all have: of whom most waits, the last that came. It may be the
 * new one; it is out of the queue. */
struct bil_turn *bil_turns_put(struct bil_turns *turns, struct bil_turn *turn, int64_t now);
/* The next, which runs from now on; NULL if nothing waits. */
struct bil_turn *bil_turns_take(struct bil_turns *turns, int64_t now);
/* It has come to an end. What it took is counted, whatever its cost was thought to be. */
void bil_turns_done(struct bil_turns *turns, struct bil_turn *turn, int64_t now);
/* Where none of so many threads is free: one that runs and must make room for who waits, or NULL. It is named once; it may go on
 * until turn->begun + BIL_TURN_SLICE. */
struct bil_turn *bil_turns_cut(struct bil_turns *turns, size_t threads, int64_t now);

/* Takes one out that waits for that payer of a level, NULL if there is none. */
struct bil_turn *bil_turns_remove(struct bil_turns *turns, enum bil_turn_level level, uint64_t whose);
/* Takes any out that waits. */
struct bil_turn *bil_turns_any(struct bil_turns *turns);
/* All that waits or runs for that payer has another rank. */
void bil_turns_rank(struct bil_turns *turns, enum bil_turn_level level, uint64_t whose, enum bil_turn_rank rank);
/* Calls `each` for all that runs for that payer. */
void bil_turns_running(struct bil_turns *turns, enum bil_turn_level level, uint64_t whose, void (*each)(struct bil_turn *turn));
/* How many wait, by rank. */
void bil_turns_waiting(struct bil_turns *turns, int64_t now, int64_t count[BIL_TURN_RANKS]);

#endif
