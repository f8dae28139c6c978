/* One Billion Users: standing orders that a person may give, and how they answer.
 *
 * Whether an order answers is read from the question alone, never from the hand: a seat that is spared a question it could have
 * answered looks just like one that could not. */
#include "billions/orders.h"
#include "games/one_billion_users/advice/advice.h"

enum { ABOUT_PUSH = 1, ABOUT_GUARD = 2, ABOUT_CLAIM = 4, ABOUT_DRAW = 8 };
enum order { NEVER_COUNTER, NEVER_PUSH, NEVER_GUARD, GUARD_ALWAYS, CLAIM_ALWAYS, DRAW_FROM_DECK, ORDERS };

#define BLOCKERS "When a Blocker is played on you"

static const struct bil_order orders[] = {
    [NEVER_COUNTER] = {.words = "never counter",
                       .help = "pass whenever you could counter anything",
                       .label = "Never ask me to counter",
                       .about = ABOUT_PUSH | ABOUT_GUARD,
                       .name = "Counter nothing"},
    [NEVER_PUSH] = {.words = "never push",
                    .help = "pass whenever a Push could be countered with another",
                    .label = "Don't ask again about Pushes",
                    .about = ABOUT_PUSH,
                    .name = "Counter no Push"},
    [NEVER_GUARD] = {.words = "never guard",
                     .help = "let every Blocker come that a Safeguard could counter",
                     .label = "Don't ask again about Blockers",
                     .about = ABOUT_GUARD,
                     .name = "Counter no Blocker",
                     .matter = BLOCKERS},
    [GUARD_ALWAYS] = {.words = "guard always",
                      .help = "counter every Blocker for which you hold the Safeguard",
                      .label = "Always counter a Blocker I can",
                      .about = ABOUT_GUARD,
                      .name = "Counter every Blocker",
                      .matter = BLOCKERS},
    [CLAIM_ALWAYS] = {.words = "claim always",
                      .help = "claim every Milestone as soon as you are asked",
                      .label = "Always claim",
                      .about = ABOUT_CLAIM,
                      .name = "Claim every Milestone"},
    [DRAW_FROM_DECK] = {.words = "draw from deck",
                        .help = "draw from the deck, unless there is a Milestone to claim",
                        .label = "Always from the deck",
                        .about = ABOUT_DRAW,
                        .name = "Draw from the deck"},
    [ORDERS] = {0},
};

/* What a player does who answers `verb` wherever there is such a move, and else passes. */
static bil_move verb_or_pass(const void *rules, const void *view, enum obu_verb verb)
{
    bil_move list[OBU_MAX_MOVES];
    const int count = obu_moves(rules, view, list);
    for (int i = 0; i < count; i++) {
        if (OBU_VERB(list[i]) == verb) {
            return list[i];
        }
    }
    return OBU_M_PASS;
}

static enum bil_order_says answer_order(const void *rules_, const void *view_, int order, int32_t argument, bil_move *move)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *view = view_;
    const struct bil_frame *top = obu_top_const(view);
    (void)argument;
    const bool push = top->kind == OBU_CHAIN;
    const bool guard = top->kind == OBU_GUARD;
    const bool unclaimed = rules->manual_milestones && top->a == 0 && obu_milestones_open(rules, view, top->seat) != 0;
    switch ((enum order)order) {
    case NEVER_COUNTER:
        *move = push || guard ? OBU_M_PASS : 0;
        break;
    case NEVER_PUSH:
        *move = push ? OBU_M_PASS : 0;
        break;
    case NEVER_GUARD:
        *move = guard ? OBU_M_PASS : 0;
        break;
    case GUARD_ALWAYS:
        *move = guard ? verb_or_pass(rules, view, OBU_M_COUNTER_GUARD) : 0;
        break;
    case CLAIM_ALWAYS:
        *move = top->kind == OBU_CLAIM ? verb_or_pass(rules, view, OBU_M_CLAIM) : 0;
        break;
    case DRAW_FROM_DECK:
        *move = top->kind == OBU_DRAW && !unclaimed ? OBU_M_DRAW_DECK : 0;
        break;
    default:
        *move = 0;
        break;
    }
    return *move ? BIL_ORDER_ANSWERS : BIL_ORDER_ASKS;
}

const struct bil_orders obu_orders = {.list = orders, .answer = answer_order};
