/* Events: what a kind is called, by the list of its game, and who may know one. */
#include "billions/game.h"

const char *bil_event_word(const struct bil_game *game, int kind)
{
    int known = 0;
    while (game->event_words && game->event_words[known] && known < kind) {
        known++;
    }
    return game->event_words && game->event_words[known] ? game->event_words[known] : "";
}

bool bil_event_known(const struct bil_event *event, int viewer)
{
    return viewer == BIL_EVERYBODY || event->viewers == 0xFF || (viewer >= 0 && (event->viewers >> viewer & 1U));
}
