/* Which game is to be played, asked of the person at the terminal. */
#ifndef BILLIONS_TERMINAL_CHOOSE_H
#define BILLIONS_TERMINAL_CHOOSE_H

#include "billions/game.h"
#include "terminal/keyboard.h"
#include "terminal/screen.h"

/* Lists the games and asks until one is named; an empty line takes the first. BIL_INPUT_LINE: *game is it; else what came instead
 * of an answer: the end of the input or a signal. The output may be at fault then (see bil_screen_flush). */
enum bil_input bil_choose_game(struct bil_screen *screen, struct bil_keyboard *keyboard, const struct bil_game **game);

#endif
