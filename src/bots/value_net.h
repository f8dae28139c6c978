/* A small net that judges how a game will end, from what one seat sees of it: an observation (kit/observation.h) in, for every seat
 * the points that it will have and its place out. It knows no particular game: its data names its inputs.
 *
 * Whole numbers alone, so that it says the same on every platform. Same view, same answer. Must never see more than a view. */
#ifndef BILLIONS_BOTS_VALUE_NET_H
#define BILLIONS_BOTS_VALUE_NET_H

#include "billions/game.h"

enum {
    BIL_VALUE_NET_REVISION = 1,
    BIL_VALUE_NET_WIDTH = 256, /* numbers of the first hidden layer, at most; they come in sixteens */
    BIL_VALUE_NET_SECOND = 64, /* ... of the second */
    BIL_VALUE_NET_STEP = 16
};

/* What is looked at: one number of the observation, or what it means. */
enum bil_value_net_kind {
    BIL_VALUE_NET_WORD = 1, /* each value from 1 to `most` has a column of its own; else one column is as large as the number */
    BIL_VALUE_NET_NAMES_SEAT = 2,  /* the value is 1 + a seat */
    BIL_VALUE_NET_NAMES_PARTY = 4, /* ... 1 + a party: seats first, then those that nobody owns */
    BIL_VALUE_NET_OF_SEAT = 8,     /* it belongs to `seat`: its column is that of the seat as the viewer counts, itself first */
    BIL_VALUE_NET_OF_PARTY = 16    /* ... to the party `seat` */
};
struct bil_value_net_entry {
    uint16_t number;
    uint8_t kind, seat;
    uint16_t column, stride; /* the column of the viewer's own; how far the next seat's is */
    uint16_t most;           /* a larger value counts as this one; of a word: it counts as nothing */
    uint16_t spare;
};

/* A net that was read. Nothing changes in it while it is used, by as many threads as one likes. */
struct bil_value_net {
    int observation; /* numbers that an observation has */
    int seats;       /* at most */
    int width, second;
    int columns, entries;
    int unit;              /* points that an answer of 1 means */
    int lead;              /* decisions that a playout had better make before it is judged */
    int now, table;        /* the first column of the points so far; of how many seats there are, from 2 on */
    const uint16_t *first; /* observation + 1: where the entries of a number begin */
    const struct bil_value_net_entry *entry;
    const int16_t *weight; /* [columns][width] */
    const int16_t *bias;
    const int16_t *weight2; /* [second][width] */
    const int32_t *bias2;
    const int16_t *weight3; /* [2 * seats][second] */
    const int32_t *bias3;
    const char *pedigree; /* how it was made, ends with 0 */
};

/* How a game is expected to end. */
struct bil_value_net_answer {
    double points[BIL_MAX_SEATS]; /* more than now */
    double place[BIL_MAX_SEATS];  /* 1 for the first, 0 for the last */
};

/* Reads a net for a game. NULL and a sentence if it is none, or not for this game as it is observed now. The caller frees it with
 * `bil_value_net_free`; the data need not stay. */
struct bil_value_net *bil_value_net_read(const struct bil_game *game, const uint8_t *data, size_t size, struct bil_error *error);
void bil_value_net_free(struct bil_value_net *net);

/* The net that plays this game; NULL: there is none. It stays. */
const struct bil_value_net *bil_value_net_of(const struct bil_game *game);

/* Takes a net for whatever game it says it is for, where none is compiled in (the engine of a page). A game that has one keeps it.
 * False and a sentence if it is none. The data need not stay. */
bool bil_value_net_bring(const uint8_t *data, size_t size, struct bil_error *error);

/* Its answer to an observation of `viewer`, a seat, in a game of `seats` seats that now have `now` points. */
void bil_value_net_judge(const struct bil_value_net *net, const uint16_t *observation, int viewer, int seats, const int *now,
                         struct bil_value_net_answer *answer);

#endif
