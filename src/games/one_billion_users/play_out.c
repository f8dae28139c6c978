/* One Billion Users: a game to its end with every seat playing at random, as mass simulations and the batteries want it by the
 * million.
 *
 * Must never play otherwise than who asks for a pick and plays it, move by move; it only calls the rules by their names instead of
 * by their addresses, which every move would pay for several times over: in a browser, where each such call is checked first, a
 * seventh of the game. */
#include "games/one_billion_users/state.h"

uint64_t obu_play_out(const void *rules, void *state, struct bil_random *own, struct bil_random *random, uint64_t most)
{
    uint64_t decisions = 0;
    for (int seat = obu_actor(rules, state); seat != BIL_OVER && decisions <= most; seat = obu_actor(rules, state)) {
        const uint32_t used = own[seat].used;
        const uint64_t counter = own[seat].counter;
        const bil_move move = obu_pick(rules, state, &own[seat]);
        decisions += own[seat].used != used || own[seat].counter != counter || obu_recorded(rules, state);
        obu_apply(rules, state, move, random, NULL);
    }
    return decisions;
}
