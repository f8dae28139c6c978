/* One Billion Users: what limits.c offers to legal.c and to cards.c beyond state.h. */
#ifndef ONE_BILLION_USERS_LIMITS_H
#define ONE_BILLION_USERS_LIMITS_H

#include "games/one_billion_users/bits.h"
#include "games/one_billion_users/state.h"

/* Makes rules->cures and rules->accepts from the fields of the edition. */
void obu_limits_derive(struct obu_rules *rules);

/* Which of the Blockers in `held` (bit 4 * b for Blocker b) the seat may play on whom: bit 4 * b + target. */
uint32_t obu_blocks(const struct obu_rules *rules, const struct obu_state *state, int seat, uint32_t held);

#endif
