/* One Billion Users: what is said to every verb with every kind of card, at many moments (words/moments.txt). */
/* cmocka needs the four above first */
#include "games/cases/moments.h"
#include "unit.h"

int main(int count, char **arguments)
{
    return case_moments_run(bil_game_find("one-billion-users"), "games/one_billion_users/words", count, arguments);
}
