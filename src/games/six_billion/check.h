/* 6 Billion: what the two files of `check` share.
 *
 * Each function returns NULL, or one sentence on what cannot be; where that stands in a position, the sentence begins with the
 * place
 * ("windows[0]: ..."). Nothing here changes a state. */
#ifndef SIX_BILLION_CHECK_H
#define SIX_BILLION_CHECK_H

#include "games/six_billion/state.h"

struct six_checking {
    const struct six_rules *rules;
    const struct six_state *state;
    char *buffer;
    size_t size;
    int count[SIX_CARDS]; /* cards found that the viewer may know, by kind */
    int hidden;           /* cards found that he may not */
};

/* Writes the sentence; returns it. */
__attribute__((format(printf, 2, 3))) const char *six_broken(struct six_checking *checking, const char *format, ...);

/* The colour of a faction of this match. */
const char *six_checked_colour(const struct six_checking *checking, int faction);

/* check_situation.c: whether play can lead to what is waited for, with what it is about. The stack, the board, the order of turn
 * and the numbers of cards in hands have been found right. */
const char *six_check_situation(struct six_checking *checking);

#endif
