/* 6 Billion: what is said to every verb with every kind of card, site and colour, at many moments (words/moments.txt). */
/* cmocka needs the four above first */
#include "games/cases/moments.h"
#include "unit.h"

int main(int count, char **arguments)
{
    return case_moments_run(bil_game_find("six-billion"), "games/six_billion/words", count, arguments);
}
