/* Template: who is asked, and what it may answer. Reads only what the actor may know, as it also works on the actor's view. */
#include "games/template/state.h"

int tpl_actor(const void *rules_, const void *state_)
{
    const struct tpl_rules *rules = rules_;
    const struct tpl_state *state = state_;
    return state->turn < rules->seats ? state->turn : BIL_OVER;
}

int tpl_moves(const void *rules, const void *state, bil_move *list)
{
    if (tpl_actor(rules, state) == BIL_OVER) {
        return 0;
    }
    list[0] = TPL_KEEP;
    list[1] = TPL_CHANGE;
    return 2;
}

/* Forced moves need no line in a record, as nothing is hidden in them. */
bool tpl_recorded(const void *rules, const void *state)
{
    (void)rules;
    (void)state;
    return false;
}
