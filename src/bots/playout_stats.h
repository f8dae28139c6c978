/* What the playouts of one search have found out about moves, wherever they were made: the mean reward of the seat that made the
 * move, against what that seat gets as a rule. It leads the playouts that come after, beside the game's advice (the move-average
 * sampling technique: Finnsson and Bjornsson, "Simulation-Based Approach to General Game Playing", 2008).
 *
 * So playouts become better the longer the search lasts. What that is worth differs from game to game
 * (docs/bots.md). Knows no particular game, and nothing but what worlds that fit the searcher's view have shown. Allocates
 * nothing. */
#ifndef BILLIONS_BOTS_PLAYOUT_STATS_H
#define BILLIONS_BOTS_PLAYOUT_STATS_H

#include "billions/game.h"

enum { BIL_PLAYOUT_STATS = 8192, BIL_PLAYOUT_STATS_TRAIL = 512 };

struct bil_playout_stats {
    struct {
        float mean;
        uint32_t count;
    } of[BIL_PLAYOUT_STATS]; /* by seat and move; the few that share an entry share what was found out */
    double usual[BIL_MAX_SEATS];
    uint32_t playouts;
    int length;
    struct {
        uint16_t entry;
        uint8_t seat;
    } trail[BIL_PLAYOUT_STATS_TRAIL]; /* what the present playout did; its later decisions are not learned from */
};

/* Nothing is known yet. */
void bil_playout_stats_begin(struct bil_playout_stats *stats);

/* Adds to value[i], the advice on moves[i], what is known of it: `weight` for a twentieth of a reward, from 0 to 1, more than the
 * seat's usual one, less where it was seldom tried. */
void bil_playout_stats_lead(const struct bil_playout_stats *stats, double weight, int seat, const bil_move *moves, int count,
                            int32_t *value);

/* The present playout makes this move. */
void bil_playout_stats_note(struct bil_playout_stats *stats, int seat, bil_move move);

/* The present playout has ended, with a reward for each seat. */
void bil_playout_stats_learn(struct bil_playout_stats *stats, const double *reward, int seats);

#endif
