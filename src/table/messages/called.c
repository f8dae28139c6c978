/* What players are called (called.h). Must never decide who plays: a record's words are kept as they are. */
#include "table/messages/called.h"

const char *bil_bot_called(const struct bil_game *game, const char *bot)
{
    const struct bil_bot *found = bil_bot_find(bot, NULL);
    const struct bil_person *person = found ? bil_bot_person(found, game) : NULL;
    return person ? person->name : bot;
}

const char *bil_player_called(const struct bil_game *game, const struct bil_player *player)
{
    const struct bil_person *person = player->bot ? bil_bot_person(player->bot, game) : NULL;
    return person             ? person->name
           : player->bot      ? player->bot->name
           : player->stranger ? bil_bot_called(game, player->name)
                              : player->name;
}
