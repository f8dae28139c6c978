/* Why one move rather than another: the one maker of reasons for hints, analyses, puzzles and one's own mistakes.
 *
 * Both moves are played on from the same worlds (comparison.h). What is said is what the one gains over the other by the end: whose
 * points, what they come from, what then happens more often; and what it costs only with what that gains. Where the difference is
 * within the doubt it says that, and why both are better than a third move, or what either leads to. Must never give a reason that
 * the figures do not show, nor know more than the view. */
#ifndef BILLIONS_TABLE_ARGUMENT_H
#define BILLIONS_TABLE_ARGUMENT_H

#include "billions/match.h"
#include "table/messages/comparison.h"

/* What is asked: why `move` rather than `other`. */
struct bil_argument_ask {
    struct bil_decision_view of;
    const bil_move *moves; /* the legal ones */
    int count;
    bil_move move;  /* 0: the best that is found */
    bil_move other; /* 0: what one would think of next */
    bool fixed;     /* `move` is argued for, or not at all; else the better of the two is */
    int effort;     /* hundredths of the usual number of games; 0: 100 */
};

struct bil_argument {
    bil_move move, other; /* `other` is 0 where there is no other move */
    bil_move worse;       /* where it is not clear: what both are clearly better than, which the words say; 0: nothing is said */
    int games;            /* played on from each */
    bool clear;           /* `move` gains more than the doubt */
    bool caused;          /* and what happens for it is said, not only where the points come from */
    double points, place; /* of the seat: more with `move`, and by how much nearer to the first */
};

/* Writes the argument as one to four sentences that name `other` in notation, as the seat reads it. The same ask gives the same
 * words. */
struct bil_argument bil_argue(const struct bil_argument_ask *ask, struct bil_text *out);

/* The same of a decision of a match (ply -1: the one that is open). Where both moves are given, `move` is argued for or not at all.
 */
struct bil_argument bil_match_argue(const struct bil_match *match, int ply, bil_move move, bil_move other, struct bil_text *out);

/* The same for two moves, by their index, of a comparison that was made with sentences. */
struct bil_argument bil_argue_of(const struct bil_comparison *comparison, int move, int other, struct bil_text *out);

#endif
