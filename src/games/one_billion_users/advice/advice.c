/* One Billion Users: a cheap estimate of every legal move (for the greedy bot, playouts and hints; explain.c says it in words).
 *
 * Considers what any sensible person considers: users, the line that Toxicity must not cross, how urgent a cure is, which seat a
 * discarded card helps. advice_weights.h has the weight of each, found by measuring (tools/study/tune-advice.c): so the values are
 * only loosely points of the final score, as the asked seat sees them. Reads only what that seat may know. */
#include "games/one_billion_users/advice/advice.h"
#include "games/one_billion_users/advice/advice_weights.h"

#ifdef OBU_TUNING /* tools/study/tune-advice.c takes this file in, and changes them */
static struct obu_advice_weights weights
#else
static const struct obu_advice_weights weights
#endif
    = {
#define ONE(name, comment, value)      .name = (value),
#define ROW(name, count, comment, ...) .name = {__VA_ARGS__},
        OBU_ADVICE_WEIGHTS(ONE, ROW)
#undef ONE
#undef ROW
};

enum { SAFEGUARD_POINTS = 100, COUNTER_TURN = 190, MILESTONE_NEAR = 6 };

struct outlook {
    const struct obu_rules *rules;
    const struct obu_state *view;
    const struct obu_seat *own;
    int seat;
    int left;          /* cards that will still be drawn from the deck, about */
    int time;          /* the place in rows that go by time */
    int phase;         /* and in those that go by phase */
    int share;         /* percent of a rival's loss that is worth as much as an own gain */
    int relief;        /* what being rid of the active Blocker brings */
    int now;           /* the own platform's standing */
    uint64_t usable;   /* Communities that may be added now */
    uint64_t reckoned; /* bit c: what Community c would change is in change[c] already */
    int change[OBU_COMMUNITIES_MAX];
};

/* What a platform is heading for: points, with the penalty counted by how near it is. */
static int standing(const struct outlook *outlook, int seat, int users, int toxicity, bool high)
{
    const struct obu_rules *rules = outlook->rules;
    const int network = outlook->view->seat[seat].network;
    const int phase = outlook->phase;
    const int icons = users >> 1;
    const int slack = icons - 2 * toxicity; /* below 0: more Toxicity than User icons */
    int value = 50 * icons + (users & 1) - weights.toxic[phase] * toxicity;
    if (network == OBU_HELLSITE) {
        value += rules->hellsite_toxic_points * toxicity;
        value -= slack < -2 ? weights.hellsite_loss : 0; /* it would lose its largest Community */
    } else if (slack < 0) {
        value -= weights.over[phase] + weights.over_more[phase] * (slack < -8 ? 8 : -slack);
    } else if (slack < weights.near[phase]) {
        value -= weights.near_cost[phase] * (weights.near[phase] - slack);
    }
    value += high ? 0 : weights.low[phase];
    const int counted = icons - (network == OBU_FALSE_SOCIAL ? rules->false_social_milestone : 0);
    for (int i = 0; i < OBU_MILESTONES; i++) {
        const int close = counted - rules->milestone_halves[i] + MILESTONE_NEAR;
        if (outlook->view->milestone[i] == 0 && close > 0) {
            value += close < MILESTONE_NEAR ? weights.milestone_near * close
                                            : weights.milestone_near * MILESTONE_NEAR + rules->milestone_points[rules->seats][i];
        }
    }
    return value;
}

static bool has_high(const struct obu_rules *rules, uint64_t comm, unsigned influencers)
{
    return (comm & rules->high) != 0 || (influencers & rules->high_influencers) != 0;
}

static int standing_now(const struct outlook *outlook, int seat)
{
    const struct obu_seat *platform = &outlook->view->seat[seat];
    return standing(outlook, seat, platform->users, platform->toxicity,
                    has_high(outlook->rules, platform->comm, platform->influencers));
}

/* What a Community more (sign 1) or fewer (-1) changes for a seat. */
static int community_change(const struct outlook *outlook, int seat, int card, int sign)
{
    const struct obu_rules *rules = outlook->rules;
    const struct obu_seat *platform = &outlook->view->seat[seat];
    const uint64_t comm = sign > 0 ? platform->comm | 1ULL << card : platform->comm & ~(1ULL << card);
    const int clean = platform->network == OBU_HIREME && rules->toxicity[card] == 0 ? sign * rules->hireme_clean_points : 0;
    return standing(outlook, seat, platform->users + sign * 2 * rules->halves[card],
                    platform->toxicity + sign * rules->toxicity[card], has_high(rules, comm, platform->influencers)) -
           (seat == outlook->seat ? outlook->now : standing_now(outlook, seat)) + clean;
}

/* What a Community more changes for the asked seat, reckoned once. */
static int addition(struct outlook *outlook, int card)
{
    if (!(outlook->reckoned >> card & 1U)) {
        outlook->reckoned |= 1ULL << card;
        outlook->change[card] = community_change(outlook, outlook->seat, card, 1);
    }
    return outlook->change[card];
}

/* What the best of some Communities would bring the asked seat, at least 0. */
static int best_addition(struct outlook *outlook, uint64_t cards)
{
    int most = 0;
    for (; cards; cards &= cards - 1) {
        const int change = addition(outlook, obu_lowest(cards));
        most = change > most ? change : most;
    }
    return most;
}

/* What it changes for a seat if an Influencer comes (sign 1) or goes (-1), with `pokes` more beneath it. */
static int influencer_change(const struct outlook *outlook, int seat, int influencer, int sign, int pokes)
{
    const struct obu_rules *rules = outlook->rules;
    const struct obu_seat *platform = &outlook->view->seat[seat];
    const int worth = obu_influencer_worth(rules, outlook->view, seat, influencer) + 2 * pokes;
    const unsigned there = sign > 0 ? platform->influencers | 1U << influencer : platform->influencers & ~(1U << influencer);
    return standing(outlook, seat, platform->users + sign * worth,
                    platform->toxicity + sign * rules->influencer_toxicity[influencer], has_high(rules, platform->comm, there)) -
           standing_now(outlook, seat);
}

/* A change at some seat, as the asked seat feels it. */
static int felt(const struct outlook *outlook, int seat, int change)
{
    return seat == outlook->seat ? change : -change * outlook->share / 100;
}

static void fill_outlook(const struct obu_rules *rules, const struct obu_state *view, int seat, struct outlook *outlook)
{
    const int end = view->cut ? view->cut / 2 : 12;
    outlook->rules = rules;
    outlook->view = view;
    outlook->own = &view->seat[seat];
    outlook->seat = seat;
    outlook->left = view->deck > end ? view->deck - end : view->deck / 2;
    const int turns = 1 + 3 * outlook->left / (4 * rules->seats);
    outlook->time = turns < 4 ? turns - 1 : turns < 7 ? 3 : 4;
    outlook->phase = outlook->left < 12 ? 0 : outlook->left < 40 ? 1 : 2;
    outlook->share = weights.share[rules->seats - 2];
    outlook->usable = obu_addable(rules, view, seat);
    outlook->reckoned = 0;
    outlook->now = standing_now(outlook, seat);
    outlook->relief = 0;
    if (outlook->own->blocker) {
        const uint64_t could = outlook->own->hand.comm & rules->network_adds[outlook->own->network];
        const int more = best_addition(outlook, could) - best_addition(outlook, could & outlook->usable);
        outlook->relief =
            weights.relief[outlook->time] * weights.relief_kind[outlook->own->blocker - 1] / 100 + weights.relief_hand * more / 100;
    }
}

/* What a card on the discard pile is worth to the next seat, as the asked one feels it. */
static int gift_worth(const struct outlook *outlook, int card)
{
    const struct obu_rules *rules = outlook->rules;
    const int next = obu_after(rules, outlook->seat);
    int worth = 0;
    if (obu_is_community(card)) {
        worth =
            (obu_addable(rules, outlook->view, next) >> card & 1U ? weights.gift_half : weights.gift_barred) * rules->halves[card];
    } else if (card < OBU_HOTFIX) {
        worth = weights.gift[1];
    } else {
        const bool heals = card < OBU_SAFEGUARD && obu_fixes(rules, outlook->view, next, 1ULL << card) != 0;
        worth = weights.gift[heals ? 0 : 2];
    }
    return worth * outlook->share / 100;
}

static int blocker_worth(const struct outlook *outlook, int blocker, bool another)
{
    const int guard = obu_guard_for[blocker];
    bool open = false; /* some rival is a possible target later */
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        open |= seat != outlook->seat && (guard < 0 || !(outlook->view->seat[seat].guards >> guard & 1));
    }
    if (!open || outlook->own->network == OBU_KOOPERATE) {
        return weights.dead_blocker;
    }
    return outlook->share * weights.blocker[blocker] / 100 * weights.blocker_time[outlook->time] / 100 *
           (another ? weights.blocker_more : 100) / 100;
}

static int hotfix_worth(const struct outlook *outlook, int card, bool another)
{
    const struct obu_seat *own = outlook->own;
    const int guard = obu_guard_for[obu_hotfix_cures[card - OBU_HOTFIX]];
    if (own->blocker && obu_fixes(outlook->rules, outlook->view, outlook->seat, 1ULL << card)) {
        return another ? weights.hotfix_more : outlook->relief * weights.cure / 100;
    }
    if (own->network != OBU_KOOPERATE && guard >= 0 && (own->guards >> guard & 1)) {
        return 1;
    }
    const int first = own->network == OBU_KOOPERATE ? weights.hotfix_kooperate : weights.hotfix[card - OBU_HOTFIX];
    return (another ? weights.hotfix_more : first) * weights.hotfix_time[outlook->time] / 100;
}

/* What Influencers on platforms add to the worth of an Action. */
static int for_influencers(const struct outlook *outlook, int each)
{
    unsigned there = 0;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        there |= outlook->view->seat[seat].influencers;
    }
    return each * obu_popcount(there);
}

/* What a card is worth in the asked seat's hand, beside another of its kind or alone. */
static int card_worth_beside(struct outlook *outlook, int card, bool another)
{
    const int time = outlook->time;
    if (obu_is_community(card)) {
        if (!(outlook->rules->network_adds[outlook->own->network] >> card & 1U)) {
            return weights.dead_community;
        }
        const int change = addition(outlook, card);
        const int worth = change > 0 ? change * weights.soon[time] / 100 : weights.bad_community;
        return outlook->usable >> card & 1U ? worth : worth * weights.soon_barred / 100;
    }
    return card < OBU_HOTFIX      ? blocker_worth(outlook, card - OBU_BLOCKER, another)
           : card < OBU_SAFEGUARD ? hotfix_worth(outlook, card, another)
           : card < OBU_PUSH      ? weights.safeguard[time]
           : card == OBU_PUSH     ? weights.push[time] + for_influencers(outlook, weights.push_there)
                                  : weights.poke[time] + for_influencers(outlook, weights.poke_there);
}

/* The same for a card that is in the hand. */
static int card_worth(struct outlook *outlook, int card)
{
    const uint64_t copies = outlook->own->hand.other & outlook->rules->field[card];
    return card_worth_beside(outlook, card, (copies & (copies - 1)) != 0);
}

/* ------------------------------------------------------------------ one move */

static int block_worth(const struct outlook *outlook, int card, int target)
{
    const int network = outlook->view->seat[target].network;
    const int harm = weights.harm[outlook->time] * weights.harm_kind[card - OBU_BLOCKER] / 100 + weights.harm_base;
    const int part = network == OBU_HELLSITE && card == OBU_TOXIC_CULTURE ? weights.harm_hellsite
                     : network == OBU_KOOPERATE                           ? weights.harm_kooperate
                                                                          : 100;
    return harm * part / 100 * outlook->share / 100;
}

static int guard_worth(const struct outlook *outlook, int card)
{
    const bool heals = outlook->own->blocker == 1 + obu_safeguard_against[card - OBU_SAFEGUARD];
    const int left = outlook->left; /* the more, the likelier it is to become a counter in hand */
    const int row = left > 40 ? 3 : left > 24 ? 2 : left > 12 ? 1 : 0;
    return weights.guard_now[row] + (heals ? outlook->relief : 0);
}

/* An Influencer moves from its platform to `to`, with `pokes` Pokes more. It may move on again: only a part of that is counted. */
static int move_worth(const struct outlook *outlook, int influencer, int to, int pokes)
{
    const int from = obu_influencer_home(outlook->view, influencer);
    if (from < 0) {
        return 0;
    }
    const int change = from == to ? felt(outlook, to, 50 * pokes)
                                  : felt(outlook, from, influencer_change(outlook, from, influencer, -1, 0)) +
                                        felt(outlook, to, influencer_change(outlook, to, influencer, 1, pokes));
    return change * weights.move_gain[outlook->time] / 100;
}

static int poke_destination(const struct outlook *outlook, int influencer)
{
    struct obu_state asked = *outlook->view;
    const int home = obu_influencer_home(&asked, influencer);
    obu_lift_influencer(outlook->rules, &asked, home, influencer);
    return obu_prefers(outlook->rules, &asked, influencer, outlook->seat);
}

static int sacrifice_worth(struct outlook *outlook, int card)
{
    const struct bil_frame *top = obu_top_const(outlook->view);
    if (card == OBU_HIDDEN) {
        return outlook->relief + weights.sacrifice_free;
    }
    const int loss = community_change(outlook, outlook->seat, card, -1);
    if (top->kind == OBU_PLAY) { /* heal now, and still play: only if that is cheaper than waiting for a cure */
        const int more =
            outlook->rules->toxicity[card] >= 3 || outlook->view->seat[outlook->seat].blocker != 1 + OBU_TOXIC_CULTURE - OBU_BLOCKER
                ? 0
                : weights.sacrifice_part * (3 - outlook->rules->toxicity[card]);
        return loss - more + outlook->relief;
    }
    return loss + weights.sacrifice_toxic * outlook->rules->toxicity[card];
}

static int play_worth(struct outlook *outlook, bil_move move)
{
    const int a = OBU_A(move);
    const int time = outlook->time;
    switch (OBU_VERB(move)) {
    case OBU_M_ADD:
        return addition(outlook, a) * weights.add_gain[time] / 100 - card_worth(outlook, a) * weights.add_card / 100;
    case OBU_M_BLOCK:
        return block_worth(outlook, a, OBU_B(move));
    case OBU_M_FIX:
        return outlook->relief + weights.fix_base;
    case OBU_M_GUARD:
        return guard_worth(outlook, a);
    case OBU_M_GRIND: {
        const int needed = obu_grind_needed(outlook->rules, outlook->view, outlook->seat) - outlook->own->ground;
        const int row = needed < 1 ? 0 : needed > 3 ? 2 : needed - 1;
        return outlook->relief * weights.grind[row] / 100 - card_worth(outlook, a) * weights.grind_card / 100;
    }
    case OBU_M_POKE:
        return move_worth(outlook, a, poke_destination(outlook, a), 1) - weights.poke_cost[time];
    case OBU_M_PUSH:
        return move_worth(outlook, a, OBU_B(move), 0) - weights.push_cost[time];
    case OBU_M_DISCARD:
        return -card_worth(outlook, a) * weights.discard_card / 100 - gift_worth(outlook, a); /* the next seat may take it */
    case OBU_M_SACRIFICE:
        return sacrifice_worth(outlook, a);
    default:
        return 0;
    }
}

static int launch_worth(const struct outlook *outlook, bil_move move)
{
    const uint8_t cards[3] = {OBU_A(move), OBU_B(move), OBU_C(move)};
    const struct obu_rules *rules = outlook->rules;
    const int network = outlook->view->seat[outlook->seat].network;
    const int toxic = network == OBU_HELLSITE ? weights.launch_toxic_hellsite : weights.launch_toxic;
    int worth = 0;
    for (int i = 0; i < 3; i++) {
        if (cards[i] != OBU_HIDDEN) {
            worth += weights.launch_half * rules->halves[cards[i]] - toxic * rules->toxicity[cards[i]];
            worth -= network != OBU_HELLSITE && (rules->high >> cards[i] & 1U) ? weights.launch_high : 0;
        }
    }
    return worth;
}

/* The open card: in hand, and more if it can be played now for more than any other. */
static int open_worth(struct outlook *outlook)
{
    const int card = obu_discard_top(outlook->view);
    const struct obu_cards *hand = &outlook->own->hand;
    int worth = card_worth_beside(outlook, card, obu_has(outlook->rules, hand, card));
    if (obu_is_community(card) && (outlook->usable >> card & 1U)) {
        const int better = addition(outlook, card) - best_addition(outlook, hand->comm & outlook->usable);
        worth += better > 0 ? better * weights.open_play / 100 : 0;
    }
    return worth;
}

static int return_worth(struct outlook *outlook, bil_move move)
{
    return -card_worth(outlook, OBU_A(move)) - (OBU_B(move) == OBU_HIDDEN ? 0 : card_worth(outlook, OBU_B(move)));
}

static int window_worth(struct outlook *outlook, bil_move move)
{
    const struct obu_state *view = outlook->view;
    const struct bil_frame *top = obu_top_const(view);
    const int a = OBU_A(move);
    switch (OBU_VERB(move)) {
    case OBU_M_LAUNCH:
        return launch_worth(outlook, move);
    case OBU_M_RETURN:
        return return_worth(outlook, move);
    case OBU_M_DRAW_DECK:
        return weights.unknown[outlook->time];
    case OBU_M_DRAW_DISCARD:
        return open_worth(outlook);
    case OBU_M_COUNTER_GUARD:
        return 2 * SAFEGUARD_POINTS + COUNTER_TURN;
    case OBU_M_COUNTER_PUSH:
        return move_worth(outlook, view->chain.influencer, OBU_B(move), 0) - weights.answer_cost[outlook->time];
    case OBU_M_GIVE:
        return -card_worth(outlook, a);
    case OBU_M_TAKE:
        return community_change(outlook, outlook->seat, a, 1) + felt(outlook, top->a, community_change(outlook, top->a, a, -1));
    case OBU_M_DROP:
        return community_change(outlook, outlook->seat, a, -1);
    case OBU_M_CLAIM:
        return 100 + 10 * a;
    case OBU_M_PASS:
        return top->kind == OBU_CHAIN ? move_worth(outlook, view->chain.influencer, view->chain.destination, 0) : 0;
    default: /* done */
        return 0;
    }
}

static int worth(struct outlook *outlook, bil_move move)
{
    const int kind = obu_top_const(outlook->view)->kind;
    const bool play = kind == OBU_PLAY || kind == OBU_SACRIFICE || kind == OBU_SECOND || kind == OBU_VIRAL;
    const enum obu_verb verb = OBU_VERB(move);
    return play && verb != OBU_M_CLAIM && verb != OBU_M_PASS && verb != OBU_M_DONE ? play_worth(outlook, move)
                                                                                   : window_worth(outlook, move);
}

void obu_advise(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value)
{
    struct outlook outlook;
    fill_outlook(rules, view, obu_actor(rules, view), &outlook);
    for (int i = 0; i < count; i++) {
        value[i] = worth(&outlook, moves[i]);
    }
}
