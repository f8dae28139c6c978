/* Who the bots of a table are: a level alone becomes somebody of the game. Pure functions. */
#ifndef BIL_SERVER_CAST_H
#define BIL_SERVER_CAST_H

#include "server/tables/setup.h"

/* The table for which is cast, and who plays there already, or is not to be taken: names of bots, "" where a person sits or nobody.
 */
struct bil_cast {
    const struct bil_game *game;
    const char *id; /* of the table: where the search for somebody begins */
    const char *const *plays;
    int seats; /* as many as `plays` has */
};

/* A level alone becomes that level as a person of the game who does not play there yet. A level that is nobody (`random`), a bot
 * that names its person, and one for whom nobody is left stay as they are. */
void bil_cast_bot(const struct bil_cast *cast, const char *bot, char out[BIL_SETUP_BOT]);
/* The same for all bots of a table that is made. */
void bil_cast_setup(struct bil_table_setup *setup, const char *id);

#endif
