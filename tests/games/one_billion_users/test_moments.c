/* One Billion Users: what is said to every verb with every kind of card, at many moments (words/moments.txt). */
#include "games/cases/moments.h"
#include "unit.h"

int TEST_MAIN(void)
{
    return case_moments_run(bil_game_find("one-billion-users"), "games/one_billion_users/words");
}
