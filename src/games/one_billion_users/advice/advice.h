/* One Billion Users: what bots and hints think of a move. */
#ifndef ONE_BILLION_USERS_ADVICE_H
#define ONE_BILLION_USERS_ADVICE_H

#include "games/one_billion_users/rules/state.h"

void obu_advise(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value);
void obu_explain(const void *rules, const void *view, bil_move move, struct bil_text *out);
extern const struct bil_orders obu_orders;   /* orders.c: standing orders */
extern const struct bil_persons obu_persons; /* persons.c: who a bot can be */

#endif
