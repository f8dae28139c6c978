/* Ford: the standing orders that a person may give. Whether one answers hangs on the question alone, never on a hand: a seat that
 * is not asked any more must look the same whatever it holds. */
#include "billions/orders.h"
#include "third_game/state.h"

enum { NEVER_SLIP, NEVER_STEADY };

static const struct bil_order orders[] = {
    [NEVER_SLIP] = {.words = "never slip", .help = "let every Stone of the others lie", .about = 1, .name = "Let Stones lie"},
    [NEVER_STEADY] = {.words = "never steady", .help = "take every Stone back that slips", .about = 2, .name = "Take Stones back"},
    {0},
};

static enum bil_order_says answer(const void *rules, const void *view, int order, int32_t argument, bil_move *move)
{
    (void)rules;
    (void)argument;
    if (ford_top(view).kind != (order == NEVER_SLIP ? FORD_ASK_SLIP : FORD_ASK_STEADY)) {
        return BIL_ORDER_ASKS;
    }
    *move = FORD_PASS;
    return BIL_ORDER_ANSWERS;
}

const struct bil_orders ford_orders = {.list = orders, .answer = answer};
