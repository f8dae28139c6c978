/* Whole games at a driven terminal, of any game: alone by hints, and of several persons at one screen. */
#ifndef TESTS_TERMINAL_GAMES_H
#define TESTS_TERMINAL_GAMES_H

#include "billions/match.h"
#include "terminal/drive.h"

/* For the set-up of every test: ends one that waits in vain. */
int games_watch(void **state);

/* A place without colours; the escapes that wipe a screen; what was written since the last of them. */
extern const char *const games_plain[];
const char *games_last_screen(const struct drive *drive);

/* The match of a record; fails the test if there is none. */
struct bil_match *games_load(const char *path);

/* Asks for a hint and returns the number it names. */
int games_ask_hint(struct drive *drive);

/* What is tried on the way: typed at the prompt of that number, and what must come before the next prompt. The last has prompt 0.
 */
struct games_attempt {
    int prompt;
    const char *typed, *expected;
};

/* A whole game by hints, to "The game is over."; how many prompts there were. */
int games_play_through(struct drive *drive, const char *const *arguments, int columns, const struct games_attempt *attempts);

/* A match of two persons and a greedy bot, with the same seed as a game at the terminal; bots have played what comes first. */
struct bil_match *games_shadow(const char *game, const char *seed, const struct bil_setting *setting);
void games_let_bots_play(struct bil_match *shadow);

/* Plays the shadow and the terminal's game by its hints, to its end. `look` is called with every screen and its viewer; `before`,
 * if it is not NULL, before each decision: false if the decision is no more to be made. Returns how often the keyboard was handed
 * over. */
typedef void games_look(const struct drive *drive, const struct bil_match *shadow, int viewer);
typedef bool games_before(struct drive *drive, struct bil_match *shadow);
int games_hot_seat(struct drive *drive, struct bil_match *shadow, games_look *look, games_before *before);

#endif
