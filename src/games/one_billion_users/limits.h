/* One Billion Users: what limits.c offers to legal.c and to cards.c beyond state.h. */
#ifndef ONE_BILLION_USERS_LIMITS_H
#define ONE_BILLION_USERS_LIMITS_H

#include "games/one_billion_users/bits.h"
#include "games/one_billion_users/state.h"

/* Makes rules->cures and rules->accepts from the fields of the edition. */
void obu_limits_derive(struct obu_rules *rules);

/* In a set of Blockers with targets, Blocker b has four bits from 4b on. */
enum { OBU_EVERY_BLOCKER = 0x11111 };

/* Which of the Blockers in `held` (bit c: card c) the seat may play on whom: bit 4 * b + target (OBU-72..75). Stands here because
 * it is a good part of every play that is picked. */
static inline uint32_t obu_blocks(const struct obu_rules *rules, const struct obu_state *state, int seat, uint64_t held)
{
    uint32_t blocks = 0;
    for (int target = 0; target < OBU_SEATS; target++) {
        const struct obu_seat *at = &state->seat[target];
        blocks |= (rules->accepts[at->network][at->guards & 15U] & (at->blocker ? 0U : ~0U)) << target;
    }
    const uint64_t playable = held & ~rules->event_bars[state->event];
    const unsigned targets = ((1U << rules->seats) - 1) & ~(1U << seat);
    blocks &= (uint32_t)obu_spread(playable >> OBU_BLOCKER, OBU_EVERY_BLOCKER) * targets;
    if (state->event == OBU_UNDERDOG_WEEK) {
        blocks &= ~((uint32_t)OBU_EVERY_BLOCKER << obu_underdog(rules, state));
    }
    return state->seat[seat].network == OBU_KOOPERATE ? 0 : blocks; /* OBU-189 */
}

#endif
