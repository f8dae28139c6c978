/* How often a person shows its temper, and how often anybody would: games of one person among plain bots of the same level.
 *
 * Same numbers, same figures, as long as the bots do not think by the clock. */
#ifndef TESTS_BOTS_TEMPERS_H
#define TESTS_BOTS_TEMPERS_H

#include "billions/bot.h"

struct bil_temper_share {
    uint64_t shown, counted; /* moves, of all that count for the share (persons.h) */
};

struct bil_temper {
    struct bil_temper_share person, plain; /* of the person's seat, and of all other seats together */
};

/* Plays `games` games: person number `person` at the level (`level` is a bot's name without a person), in another seat each time,
 * among bots of that name; and counts. False and a sentence if there is no such bot or a game does not end. */
bool bil_temper_measure(const struct bil_game *game, int seats, const char *level, int person, uint64_t games, const char *seed,
                        struct bil_temper *temper, struct bil_error *error);

#endif
