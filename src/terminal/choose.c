/* Which game is to be played. Must never guess: what names no game, or more than one, is asked again. */
#include "terminal/choose.h"

#include <string.h>
#include <strings.h>

#include "terminal/offer.h"

static int count_games(void)
{
    int count = 0;
    while (bil_games[count]) {
        count++;
    }
    return count;
}

/* The game of that number, id or title, cut short where only one fits; or NULL. */
static const struct bil_game *game_meant(const char *words)
{
    const struct bil_game *begun = NULL;
    int number = 0;
    int fits = 0;
    if (bil_offer_number(words, &number) && number >= 1 && number <= count_games()) {
        return bil_games[number - 1];
    }
    for (int i = 0; bil_games[i]; i++) {
        const struct bil_game *game = bil_games[i];
        if (strncasecmp(game->id, words, strlen(words)) == 0 || strncasecmp(game->title, words, strlen(words)) == 0) {
            begun = game;
            fits++;
        }
    }
    return fits == 1 ? begun : NULL;
}

enum bil_input bil_choose_game(struct bil_screen *screen, struct bil_keyboard *keyboard, const struct bil_game **game)
{
    const char *accent = bil_screen_tone(screen, BIL_ACCENT);
    const char *plain = bil_screen_tone(screen, BIL_PLAIN);
    bil_screen_say(screen, 0, BIL_STRONG, "Which game?");
    for (int i = 0; bil_games[i]; i++) {
        bil_screen_say(screen, 6, BIL_PLAIN, "  %s[%d]%s %s. %s", accent, i + 1, plain, bil_games[i]->title, bil_games[i]->summary);
    }
    bil_screen_say(screen, 0, BIL_FAINT,
                   "A number or a name; Enter begins the first. How many play, and who: billions play --help.");
    for (;;) {
        bil_screen_ask(screen, BIL_ACCENT, "Game>");
        if (!bil_screen_flush(screen)) {
            return BIL_INPUT_SIGNAL;
        }
        const enum bil_input input = bil_keyboard_read(keyboard);
        if (input != BIL_INPUT_LINE) {
            bil_screen_say(screen, 0, BIL_PLAIN, "%s", ""); /* whatever is written next begins a line */
        }
        if (input == BIL_INPUT_END || input == BIL_INPUT_SIGNAL) {
            return input;
        }
        *game = input != BIL_INPUT_LINE ? NULL : *keyboard->line ? game_meant(keyboard->line) : bil_games[0];
        if (*game) {
            return input;
        }
        bil_screen_say(screen, 0, BIL_AMBER, "That names no game: say 1 to %d, or how the name begins.", count_games());
    }
}
