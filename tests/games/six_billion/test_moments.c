/* 6 Billion: what is said to every verb with every kind of card, site and colour, at many moments (words/moments.txt). */
#include "games/cases/moments.h"
#include "unit.h"

int TEST_MAIN(void)
{
    return case_moments_run(bil_game_find("six-billion"), "games/six_billion/words");
}
