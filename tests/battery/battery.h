/* The random-play battery: plays any game at random and asks, at every ply, for all that the contract of a game promises.
 *
 * It knows no game. What it finds it reports in one line with game, options, seed, number of the game and ply, from which the very
 * same failure can be had again. */
#ifndef TESTS_BATTERY_H
#define TESTS_BATTERY_H

#include "billions/game.h"

/* What to play. */
struct battery {
    const struct bil_game *game;
    int seats;
    const struct bil_setting *settings;
    int setting_count;
    const struct bil_value *edition; /* or NULL */
    bool fast; /* plays in fast mode alone; without it, a fast game is played beside and must come to the same facts */
    uint64_t games;
    uint64_t first; /* number of the first game; game n is played from the seed "battery n" */
    /* One ply in so many gets the costlier questions too; 0: none, 1: every ply. */
    int worlds; /* views of everybody and worlds dealt from them, the end of the game always */
    int words;  /* positions, drawings, moves as text, reasons, advice: all that people read */
    /* In this state a pile of hidden order is dealt openly. Everybody hears the order, and no later state keeps it, so equal views
     * do not mean that the same was heard. NULL: the game has no such state. */
    bool (*deals_openly)(const void *state);
};

/* What came about, so that a test can ask whether enough of the game was seen. */
struct battery_count {
    uint64_t games, plies, choices, worlds, positions, events, observations;
    uint64_t told;   /* pairs of moves that led a viewer to the same view of two worlds */
    uint64_t hidden; /* views that do not show all. What must be hidden the battery cannot know: that is for a game's own tests */
    int most_moves;  /* of one decision */
    int most_plies;  /* of one game */
};

/* Plays. True if every promise was kept; else false and the first broken one in `report`. `count` may be NULL. */
bool battery_run(const struct battery *battery, struct battery_count *count, struct bil_text *report);

/* The number of games in the environment variable BATTERY_GAMES, or `usual`. BATTERY_FIRST: number of the first game, or 0. */
uint64_t battery_games(uint64_t usual);
uint64_t battery_first(void);

#endif
