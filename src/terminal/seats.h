/* Who sits where, from what the command line says. */
#ifndef BILLIONS_TERMINAL_SEATS_H
#define BILLIONS_TERMINAL_SEATS_H

#include "billions/match.h"

/* What was asked for; NULL or 0 where nothing was. */
struct bil_seating {
    int players;       /* number of seats */
    const char *seats; /* "person,greedy": seat by seat */
    const char *bots;  /* "greedy,random": all seats but the first, one name for all of them */
    const char *names; /* "Ann,Bob": of the persons, in the order of their seats */
};

enum { BIL_USUAL_SEATS = 3 };

/* How many seats: as asked for, else 3 or what the game allows. 0 and a sentence if the game does not allow that number. */
int bil_seats_count(const struct bil_seating *seating, const struct bil_game *game, struct bil_error *error);

/* Seats players at a table: by `seats`, else a person at seat 1 and bots (greedy if nothing is said) at the
 * others. */
bool bil_seats_fill(const struct bil_seating *seating, int seats, struct bil_player player[BIL_MAX_SEATS], struct bil_error *error);

/* Gives the persons at a table their names. */
bool bil_seats_name(const char *names, int seats, struct bil_player player[BIL_MAX_SEATS], struct bil_error *error);

#endif
