/* The bot that plays what the game (and who it is) advises most, looking no move ahead; equals are decided by its own random
 * stream.
 *
 * It knows no particular game, and sees what its seat sees. */
#include "bots/bots.h"
#include "bots/policy.h"

bil_move bil_choose_greedy(const struct bil_bot *bot, const struct bil_ask *ask)
{
    int32_t value[BIL_MAX_MOVES];
    if (ask->count == 1) {
        return ask->moves[0];
    }
    bil_policy_advise(ask->game, bil_person_find(ask->game, bot->person), ask->rules, ask->view, ask->moves, ask->count, value,
                      NULL);
    int32_t best = value[0];
    uint32_t equals = 0;
    for (int i = 0; i < ask->count; i++) {
        if (value[i] > best) {
            best = value[i];
            equals = 0;
        }
        equals += value[i] == best;
    }
    uint32_t pick = equals > 1 ? bil_random_below(ask->random, equals) : 0;
    for (int i = 0; i < ask->count; i++) {
        if (value[i] == best && pick-- == 0) {
            return ask->moves[i];
        }
    }
    return ask->moves[0];
}
