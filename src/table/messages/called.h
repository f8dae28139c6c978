/* What a player is called for people. */
#ifndef BILLIONS_TABLE_CALLED_H
#define BILLIONS_TABLE_CALLED_H

#include "billions/match.h"

/* What a bot of that name is called at this game: "Mara" for "easy:person=mara", its own name where it is nobody in particular. */
const char *bil_bot_called(const struct bil_game *game, const char *bot);

/* A name, what a bot is called, or "" for a person without a name. */
const char *bil_player_called(const struct bil_game *game, const struct bil_player *player);

#endif
