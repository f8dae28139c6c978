/* Finding a person of a game by the word that names it. Knows no game; must never say anything of how a person plays. */
#include "billions/persons.h"

#include <string.h>

int bil_person_find(const struct bil_game *game, const char *id)
{
    const struct bil_person *list = bil_persons_of(game);
    for (int i = 0; id && list && list[i].id; i++) {
        if (strcmp(list[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

void bil_persons_list(const struct bil_game *game, struct bil_text *out)
{
    const struct bil_person *list = bil_persons_of(game);
    for (int i = 0; list && list[i].id; i++) {
        if (i > 0) {
            bil_text_add(out, list[i + 1].id ? ", " : " and ");
        }
        bil_text_add(out, list[i].id);
    }
}
