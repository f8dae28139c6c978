/* What a finished game was made of: every open choice judged by a bot, and what choices and luck each gave.
 *
 * Each choice is judged from the actor's own view, never from hidden cards, by three questions to a bot that reasons. The first
 * asks which move is best. The others, with other chances, ask what that move and the move that was made lead to, each tried as
 * often as the other: so no move looks better only because it was chosen for having had luck. What both answers say in the mean
 * counts; how far they are apart tells how sure it is. What is expected of the best move is what
 * the seat could hope for before its choice, what is expected of its own move is what it had after it. The difference is what the
 * choice gave. From there to the seat's next choice, or to the end, is what the cards and the others gave: its luck. Both together
 * lead from the first expectation to the result, exactly.
 *
 * The same match, bot and seed give the same figures for any number of threads, unless the bot thinks by the clock or on threads
 * of its own. */
#ifndef BILLIONS_LAB_ANALYSE_H
#define BILLIONS_LAB_ANALYSE_H

#include <stdatomic.h>

#include "billions/match.h"

enum { BIL_ANALYSIS_THREADS = 256, BIL_ANALYSIS_ALL = -1 };

/* Two measures of how well a seat does: its place (1 is the first; seats that share places have their mean) and its points. */
enum bil_analysis_measure { BIL_ANALYSIS_PLACE, BIL_ANALYSIS_POINTS, BIL_ANALYSIS_MEASURES };

struct bil_judgement;
struct bil_analysis {
    const struct bil_match *match; /* finished */
    const struct bil_bot *bot;
    /* NULL, or who is asked first: false where it does not know exactly, and then the bot is asked. */
    bool (*exact)(const struct bil_analysis *analysis, const void *view, struct bil_judgement *judgement);
    uint8_t seed[BIL_SEED_BYTES];                   /* the bot's chances; the match's own seed it never learns */
    int seat;                                       /* whose choices; or BIL_ANALYSIS_ALL */
    int threads;                                    /* 1 to BIL_ANALYSIS_THREADS; they work on different choices */
    const atomic_bool *stop;                        /* NULL, or set by somebody to end early */
    void (*progress)(void *context, uint64_t done); /* NULL, or called about ten times a second by the thread that asked */
    void *context;
};

/* One open choice, with what the actor could expect for every seat. */
struct bil_judgement {
    int ply, seat;
    bil_move move, best;
    bool judged;    /* false: the bot said nothing of the move; `after` is then the same as `before` */
    bool exact;     /* no bot was asked: all that could come was gone through (solve.h) */
    uint32_t tries; /* of the move, in both answers together; 0 if exact */
    double before[BIL_ANALYSIS_MEASURES][BIL_MAX_SEATS];
    double after[BIL_ANALYSIS_MEASURES][BIL_MAX_SEATS];
    /* Standard errors for the actor, each from two answers only, so for sums and not for themselves: of what was expected before,
     * after, and of the difference. */
    double error_before[BIL_ANALYSIS_MEASURES], error_after[BIL_ANALYSIS_MEASURES], error_gain[BIL_ANALYSIS_MEASURES];
};

/* What became of one seat. choices and luck are gains: more points, or places nearer to the first. */
struct bil_analysis_sum {
    int decisions; /* open choices */
    int agreed;    /* where the best move was made */
    double start[BIL_ANALYSIS_MEASURES], end[BIL_ANALYSIS_MEASURES];
    double choices[BIL_ANALYSIS_MEASURES], luck[BIL_ANALYSIS_MEASURES];
    /* Half of their 95 % intervals. They are over the bot's chances: how sure this bot is, not how right. */
    double start_within[BIL_ANALYSIS_MEASURES], choices_within[BIL_ANALYSIS_MEASURES], luck_within[BIL_ANALYSIS_MEASURES];
};

/* Begin with {0}; free with bil_analysis_free. */
struct bil_analysis_result {
    int count; /* choices to be judged, in the order of the game */
    int done;  /* those that were; fewer than count if it was stopped, and then the sums are not made */
    struct bil_judgement *item;
    struct bil_analysis_sum sum[BIL_MAX_SEATS];
    double within[BIL_ANALYSIS_MEASURES]; /* the same of what a single choice gave where it was not the best, in the mean */
};

/* False and a sentence if the game is not over or the bot does not reason. */
bool bil_analysis_run(const struct bil_analysis *analysis, struct bil_analysis_result *result, struct bil_error *error);
void bil_analysis_free(struct bil_analysis_result *result);

/* What the actor's choice lost against the best move found; may be negative, since both are estimates. */
double bil_analysis_loss(const struct bil_judgement *judgement, enum bil_analysis_measure measure);

/* The choices that lost most, the worst first, as indices of result->item. Returns how many: at most `most`, and only such that
 * lost anything. */
int bil_analysis_worst(const struct bil_analysis_result *result, enum bil_analysis_measure measure, int most, int *index);

#endif
