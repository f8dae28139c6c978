/* A table of 6 Billion set by hand, drawn for a terminal, and what must hold of every drawing. For test_board.c and whatever else
 * looks at boards; it must not know what a test expects to read. */
#ifndef TESTS_SIX_BILLION_DRAWN_H
#define TESTS_SIX_BILLION_DRAWN_H

#include "games/six_billion/rules/state.h"
#include "unit.h"

struct six_drawn {
    struct six_rules rules;
    struct six_state state;
    struct bil_random random;
};

/* The factions of six_drawn_crowd(). */
enum { RED, BLUE, GREEN, PINK, ORANGE };

/* The deal of a seed. `options` are "key=value" with ';' between them. Fails the test if a game refuses them. */
void six_drawn_begin(struct six_drawn *table, int seats, const char *options, const char *seed_text);

/* Three players, two Neutrals, the fifth game turn: Blue's step 3. */
void six_drawn_crowd(struct six_drawn *table);

/* Gives the seat these cards and no others, none of them known to anybody else; 0 ends the list. */
void six_drawn_hand(struct six_drawn *table, int seat, const int *cards);

/* Goes to a step of the turn (SIX_ACT ...) of `faction`, which the seat `acting` plays, with nothing else open. */
void six_drawn_step(struct six_drawn *table, int kind, int faction, int acting);

/* The board as `viewer` sees it, added to `out`. */
void six_drawn_draw(const struct six_drawn *table, int viewer, int columns, bool colour, bool unicode, struct bil_text *out);

/* Whether the board shows the words; six_drawn_expect() fails the test where that is not as `wanted`, 80 columns wide, in ASCII. */
bool six_drawn_shows(const struct six_drawn *table, int viewer, int columns, bool unicode, const char *words);
void six_drawn_expect(const struct six_drawn *table, int viewer, const char *words, bool wanted);

/* Draws the board for every viewer at many widths: the same words with and without colour, lines that fit, every token where it
 * stands. Fails the test otherwise. */
void six_drawn_check(const struct six_drawn *table);

#endif
