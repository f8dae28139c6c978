/* What a kind of event is called, by the list of its game. */
#include "billions/game.h"

const char *bil_event_word(const struct bil_game *game, int kind)
{
    int known = 0;
    while (game->event_words && game->event_words[known] && known < kind) {
        known++;
    }
    return game->event_words && game->event_words[known] ? game->event_words[known] : "";
}
