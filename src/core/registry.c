/* The list of games, and finding one in it. The only place that names them. */
#include "billions/game.h"

#include <string.h>

extern const struct bil_game bil_game_one_billion_users;
extern const struct bil_game bil_game_six_billion;

const struct bil_game *const bil_games[] = {&bil_game_one_billion_users, &bil_game_six_billion, NULL};

const struct bil_game *bil_game_find(const char *id)
{
    const struct bil_game *found = NULL;
    const size_t length = strlen(id);
    int fits = 0;
    for (int i = 0; bil_games[i]; i++) {
        if (strcmp(bil_games[i]->id, id) == 0) {
            return bil_games[i];
        }
        if (length > 0 && strncmp(bil_games[i]->id, id, length) == 0) {
            found = bil_games[i];
            fits++;
        }
    }
    return fits == 1 ? found : NULL;
}
