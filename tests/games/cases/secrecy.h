/* What a viewer is told never depends on what it may not know, byte for byte: tests over random games of any game.
 *
 * All that a viewer cannot see is dealt again, and everything that viewer is sent must stay the same: view, moves, prompt, drawing,
 * position, notation, reasons, estimates, and what it hears of the next move. */
#ifndef TESTS_CASES_SECRECY_H
#define TESTS_CASES_SECRECY_H

#include "games/cases/play.h"

enum { CASE_VERBS = 64, CASE_EAR = 256 };

/* A move made in the game, or in a world that looks the same to the viewer. */
struct case_side {
    const void *before, *after;
    bil_move move;
    struct bil_text text; /* what the viewer is told of it, event by event, and retold */
    struct bil_event heard[CASE_EAR];
    int heard_count;
    int viewer;
    const struct bil_game *game;
    const void *rules;
};

struct case_secrecy {
    const struct bil_game *game;
    void (*begin)(struct case_table *table, unsigned index);
    int games;
    uint32_t rare[2];                                /* everything is compared one time in so many: with the actor, with others */
    int different;                                   /* so many worlds in a game that are not the game, at least */
    bil_move refused[3];                             /* moves that are mostly not legal, ended by 0: the reasons are compared */
    void (*line_up)(const void *state, void *world); /* moves what nobody knows in the world to where it is; may be NULL */
    bool (*comparable)(const struct case_side *one, int actor, const struct case_side *other); /* no secret came out */
    int (*verb)(bil_move move);                                                                /* below CASE_VERBS */
};

/* Fails the test unless both states, of the rules of `table`, tell the viewer the same; all of it, or only by the view. */
void case_same_told(const struct case_secrecy *secrecy, const struct case_table *table, const void *one, const void *other,
                    int viewer, bool all);

/* The tests. `compared` counts by verb the moves that were compared. A bot gets the view, so it plays the same in every world. */
void case_told_survives_a_new_deal(const struct case_secrecy *secrecy);
void case_heard_survives_a_new_deal(const struct case_secrecy *secrecy, int compared[CASE_VERBS]);
void case_bots_play_the_same(const struct case_secrecy *secrecy);

#endif
