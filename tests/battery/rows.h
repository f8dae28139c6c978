/* The battery over rows of options: each row is played with every number of seats, at the table's pace and in fast mode.
 *
 * BATTERY_GAMES=N plays N games altogether instead of the usual number, spread over the rows by their weight; BATTERY_FIRST=N
 * begins at another game, so that two runs need not play the same. */
#ifndef TESTS_BATTERY_ROWS_H
#define TESTS_BATTERY_ROWS_H

#include "battery/battery.h"

enum { BATTERY_SETTINGS = 7 };

struct battery_row {
    int weight;                                    /* of the games, how many shares */
    int seats;                                     /* 0: all numbers of seats, else only that many */
    struct bil_setting settings[BATTERY_SETTINGS]; /* a list of values, one a seat, is cut to the number of seats */
};

/* Plays them; fails the running test with the report if a promise is broken. `like` names the game and what else holds of all rows.
 * `sum` adds up what was seen. Returns how many games were asked for. */
uint64_t battery_run_rows(struct battery like, const struct battery_row *rows, int count, uint64_t usual,
                          struct battery_count *sum);

#endif
