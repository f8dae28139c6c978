/* Moves of one decision, played on many times from the same worlds, so that one can say what each leads to and by what they differ.
 *
 * Worlds fit what the seat knows, and the n-th world is the same for every move, with the same chances. All seats go on by the
 * game's advice on what each of them sees, to the end. Of every game the end is noted in columns (points, places, what the points
 * come from), and what happened soon after the move in sentences (bil_game.consequence). The same question and seed give the same
 * figures on every machine. Must never look at more than the view of the seat. */
#ifndef BILLIONS_TABLE_COMPARISON_H
#define BILLIONS_TABLE_COMPARISON_H

#include "billions/game.h"

enum {
    BIL_COMPARED = 24,         /* moves, at most */
    BIL_COMPARED_WORLDS = 2000 /* at most */
};

/* What is noted of a game that was played on. */
enum bil_column {
    BIL_COLUMN_POINTS = 0,            /* of each seat */
    BIL_COLUMN_PLACE = BIL_MAX_SEATS, /* of the asked seat, as the next four */
    BIL_COLUMN_WIN,                   /* 1, 0, or its part of a shared first place */
    BIL_COLUMN_MARGIN,                /* points ahead of the others' mean */
    BIL_COLUMN_REWARD,                /* place and margin in one, as searches have it */
    BIL_COLUMN_ENDED,                 /* 1 if it was over before others, and then the seat, chose again */
    BIL_COLUMN_CAUSE,                 /* of each seat: points by what they come from */
    BIL_COLUMN_ANY = BIL_COLUMN_CAUSE + BIL_MAX_SEATS * BIL_MAX_SCORE_ITEMS, /* of the asked one: 1 where these are not 0 */
    BIL_COLUMN_MOST = BIL_COLUMN_ANY + BIL_MAX_SCORE_ITEMS,                  /* 1 where no seat has as many of them */
    BIL_COLUMN_COUNT = BIL_COLUMN_MOST + BIL_MAX_SCORE_ITEMS,                /* of how many things (bil_cause) */
    BIL_COLUMN_SOON = BIL_COLUMN_COUNT + BIL_MAX_SCORE_ITEMS, /* points by what they come from, once the move is carried out */
    BIL_COLUMNS = BIL_COLUMN_SOON + BIL_MAX_SCORE_ITEMS
};

/* A decision, as its seat sees it. */
struct bil_decision_view {
    const struct bil_game *game;
    const void *rules;
    const void *view;
    int seat, seats;
};

/* A sentence, and in how many games it was true, by move. */
struct bil_heard {
    char *text;
    uint64_t hash;
    bool own;    /* it tells of the move itself */
    int seat;    /* whose act it tells of, or -1 */
    int game;    /* the last one in which it was heard, from 1 */
    int applied; /* the last move in which it was heard */
    int later;   /* choices before it, summed over the games */
    int games;   /* in which it was heard, of all moves */
    int hits[BIL_COMPARED];
    double place[BIL_COMPARED]; /* that the asked seat had where it was heard: a sum */
};

struct bil_comparison {
    struct bil_decision_view of;
    int moves, worlds;
    bil_move move[BIL_COMPARED];
    float (*value)[BIL_COLUMNS];                       /* [world * moves + move] */
    int causes;                                        /* that any seat has */
    const char *cause[BIL_MAX_SCORE_ITEMS];            /* labels of the score */
    const struct bil_cause *said[BIL_MAX_SCORE_ITEMS]; /* what the game says of each, or NULL */
    struct bil_heard *heard;
    int heard_count;
};

/* How a comparison is made. */
struct bil_comparison_plan {
    uint8_t seed[BIL_SEED_BYTES];
    uint32_t stream; /* comparisons with other streams share no chance */
    int worlds;      /* at most */
    int moves;       /* that are made in all games together before no further world begins; 0: any number */
    bool believe;    /* worlds as players come to them; else all that fit as likely */
    bool listen;     /* sentences are noted, too */
};

/* Plays `count` moves on. The caller frees it with bil_comparison_free. */
void bil_comparison_make(const struct bil_decision_view *of, const struct bil_comparison_plan *plan, const bil_move *move,
                         int count, struct bil_comparison *comparison);
void bil_comparison_free(struct bil_comparison *comparison);

/* By how much move `a` has more in a column than move `b` (-1: what it has), in the mean, and the standard error of that. */
struct bil_difference {
    double mean, error;
};
struct bil_difference bil_comparison_difference(const struct bil_comparison *comparison, int a, int b, int column);

#endif
