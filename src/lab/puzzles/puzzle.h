/* Puzzles: positions with one best move that is not the first to come to mind.
 *
 * What a move is worth is what a search expects of it when every legal move of the position is tried as often as every other: the
 * place that the actor ends in, in worlds dealt from its own view, where all seats go on as the search imagines them, to the end of
 * the game. Several such searches with chances of their own give an interval for how far the best move leads each other one. A
 * position is a puzzle when a first round of searches finds a move that leads, a second one, which has seen nothing of the first,
 * finds that its lead over every other move is more than chance, and a search that spends its time as it likes chooses it too; and
 * when the bot `greedy` would not have played it.
 *
 * The same game, seed and number give the same puzzles, for any number of threads and on every platform. */
#ifndef BILLIONS_LAB_PUZZLE_H
#define BILLIONS_LAB_PUZZLE_H

#include <stdatomic.h>

#include "billions/bot.h"
#include "billions/match.h"

enum {
    BIL_PUZZLE_MOVES = 24,   /* legal moves of a puzzle, at most */
    BIL_PUZZLE_LEVELS = 5,   /* how hard one can be, from 1 on */
    BIL_PUZZLE_ROUNDS = 12,  /* searches behind a claim */
    BIL_PUZZLE_TRIES = 60,   /* of each move in each of them */
    BIL_PUZZLE_THREADS = 256 /* at most */
};

/* A decision of somebody, as the seat sees it. */
struct bil_puzzle_ask {
    const struct bil_game *game;
    const struct bil_config *config;
    const void *rules, *quick; /* bil_rules_new */
    const void *view;
    int seat, seats;
    int count; /* of `move`: 2 to BIL_PUZZLE_MOVES */
    bil_move move[BIL_PUZZLE_MOVES];
    int32_t advice[BIL_PUZZLE_MOVES]; /* what the game thinks of each at once */
    int advised;                      /* what `greedy` plays: the first with the best advice */
};

/* What the searches say. A lead of places is how much nearer to the first it ends by the best move than by that one. */
struct bil_puzzle_worth {
    int best;                                             /* index of the move that leads */
    double place[BIL_PUZZLE_MOVES];                       /* that the actor ends in */
    double points[BIL_PUZZLE_MOVES][BIL_MAX_SEATS];       /* that every seat ends with */
    double turns[BIL_PUZZLE_MOVES];                       /* until the end, in the length_unit of the game; 0 where it has none */
    double lead[BIL_PUZZLE_MOVES], low[BIL_PUZZLE_MOVES]; /* the mean, and the lower end of its 95 % interval; 0 for the best */
    int next;                                             /* the move that comes nearest to it, by `low` */
};

/* Why the best move is better than each other one: arguments (table/messages/argument.h) from all moves played on in the same
 * worlds. That is quick play by advice; what moves are worth is found out by the searches. */
struct bil_puzzle_reasons {
    char *against[BIL_PUZZLE_MOVES]; /* by the index of the other move; NULL where quick play does not show it */
};

/* Fills the moves of an ask, and the advice on them, from its view. False: there are fewer than 2 or too many. */
bool bil_puzzle_moves(struct bil_puzzle_ask *ask);

/* Judges every legal move by `rounds` searches with `tries` tries a move each. `best`: the index of the move that is claimed to be
 * the best; -1: the move with the best mean. `stream` is a number of the round, so that two rounds share no chance. */
void bil_puzzle_judge(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], uint32_t stream, int rounds, int tries,
                      int best, struct bil_puzzle_worth *worth);

/* Whether a move that is claimed to be the best one makes a puzzle of a position: it is not what `greedy` plays, leads every other
 * move as far as a puzzle wants (docs/puzzles.md), somebody finds it, and there is a reason. *worth is what moves are worth, *level
 * how hard it is; *reasons is to be freed where it is one. */
bool bil_puzzle_proves(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int best,
                       struct bil_puzzle_worth *worth, struct bil_puzzle_reasons *reasons, int *level);

/* Whether the position is a puzzle; *worth, *reasons and *level are then as above. What costs least is looked at first. */
bool bil_puzzle_is_one(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], struct bil_puzzle_worth *worth,
                       struct bil_puzzle_reasons *reasons, int *level);

/* ------------------------------------------------------------------ finding them */

struct bil_puzzle_search {
    const struct bil_game *game;
    struct bil_config config; /* seats 0: every number that the game allows, in turn */
    uint8_t seed[BIL_SEED_BYTES];
    int count;                                      /* puzzles wanted */
    int threads;                                    /* 1 to BIL_PUZZLE_THREADS */
    const atomic_bool *stop;                        /* NULL, or set by somebody to end early */
    void (*progress)(void *context, uint64_t done); /* NULL, or called about ten times a second by the thread that asked */
    void *context;
};

/* Adds puzzles to `out`, each a line of JSON (docs/puzzles.md), until there are `count` or `stop` was set; returns how many, or -1
 * and a sentence. */
int bil_puzzle_find(const struct bil_puzzle_search *search, struct bil_text *out, struct bil_error *error);

/* ------------------------------------------------------------------ why it is the best (puzzle_reason.c) */

/* Fills them. False if there is none against what `greedy` plays that names a cause: then it is no puzzle that one believes. Free
 * it with the function below in either case. */
bool bil_puzzle_reason(const struct bil_puzzle_ask *ask, const uint8_t seed[BIL_SEED_BYTES], int best,
                       struct bil_puzzle_reasons *reasons);

void bil_puzzle_reasons_free(struct bil_puzzle_reasons *reasons);

/* ------------------------------------------------------------------ lines */

/* Writes a puzzle as a line of JSON (docs/puzzles.md), with its line end; and two numbers, which stand for the word that its best
 * move begins with, and for the reason. */
void bil_puzzle_line_write(const struct bil_puzzle_ask *ask, const struct bil_puzzle_worth *worth,
                           const struct bil_puzzle_reasons *reasons, int level, struct bil_text *out, uint64_t *kind,
                           uint64_t *why);

/* Reads a line of such a file and judges it again with its own random numbers. False and a sentence on what is wrong with the line,
 * or with its claim; the sentence does not name file or line. With `out`, for when bots or advice have changed, the claim is not
 * believed: the position is asked all that is asked of one that was just found, and if it still is a puzzle, a new line of it is
 * added to `out`. */
bool bil_puzzle_check(const char *line, size_t length, const uint8_t seed[BIL_SEED_BYTES], struct bil_text *out,
                      struct bil_error *error);

#endif
