/* One Billion Users: what all worlds of one view share (deal.c), prepared once for who deals many of them. */
#include "games/one_billion_users/secrets/secrets.h"

/* ------------------------------------------------------------------ tokens */

/* Keeps the tokens of a seat in the order of their age; among equals the new one comes last, so no suspect changes its place. */
static void add_token(struct obu_tokens *tokens, int seat, int card, int age)
{
    struct obu_token *known = tokens->known[seat];
    const struct obu_token token = {(uint8_t)card, (uint8_t)(age & ~OBU_SUSPECT)};
    int at = tokens->knowns[seat]++;
    for (; at > 0 && known[at - 1].age > token.age; at--) {
        known[at] = known[at - 1];
    }
    known[at] = token;
}

static void remove_token(struct obu_tokens *tokens, int seat, int at)
{
    tokens->knowns[seat]--;
    memmove(&tokens->known[seat][at], &tokens->known[seat][at + 1], (size_t)(tokens->knowns[seat] - at) * sizeof(struct obu_token));
}

/* The giver's known cards that may have been passed, as indices of its tokens, which stand in the order of obu_state.known. */
static int suspects_of(const struct obu_state *view, int giver, uint8_t at[OBU_KNOWN + 1])
{
    int count = 0;
    int index = 0;
    for (int i = 0; i < view->known_count; i++) { /* adds up rather than branches: whose card comes next is anybody's guess */
        const bool own = view->known[i].card_seat >> 6 == giver && view->known[i].age != OBU_RETURNED;
        at[count] = (uint8_t)index;
        count += own & (view->known[i].age >> 7);
        index += own;
    }
    return count;
}

/* Talent Poaching: settles what went from `giver` to its left. False if that is a matter of chance, and there is none (NULL). */
static bool settle_pass(const struct obu_rules *rules, const struct obu_state *view, int viewer, int giver,
                        struct bil_random *random, struct obu_tokens *tokens)
{
    const int receiver = obu_after(rules, giver);
    const int passed = view->passed[giver];
    const int age = view->passed_age[giver];
    uint8_t suspect[OBU_KNOWN + 1];
    const int suspects = suspects_of(view, giver, suspect);
    if (viewer == giver) {
        if (passed > 0) {
            add_token(tokens, receiver, passed - 1, age);
            tokens->fewer[receiver]++;
        }
    } else if (viewer == receiver) {
        for (int i = suspects - 1; i >= 0 && passed > 0; i--) {
            if (tokens->known[giver][suspect[i]].card == passed - 1) {
                remove_token(tokens, giver, suspect[i]);
                tokens->more[giver]++;
                break;
            }
        }
    } else if (suspects > 0 && obu_unknown_tokens(view, receiver) > 0) {
        int others = view->owed[giver] || view->passed_hand[giver] < suspects ? 0 : view->passed_hand[giver] - suspects;
        if (viewer >= 0 && obu_after(rules, viewer) == giver && view->passed[viewer] > 0) {
            /* the viewer knows one of the giver's unknown tokens, and that one came too late to be passed on */
            others = others < obu_unknown_tokens(view, giver) ? others : obu_unknown_tokens(view, giver);
        }
        if (!random) {
            return false;
        }
        const int pick = (int)bil_random_below(random, (uint32_t)(suspects + others));
        if (pick < suspects) {
            const int card = tokens->known[giver][suspect[pick]].card;
            remove_token(tokens, giver, suspect[pick]);
            add_token(tokens, receiver, card, age);
            tokens->fewer[receiver]++;
            tokens->more[giver]++;
        }
    }
    return true;
}

bool obu_gather_tokens(const struct obu_rules *rules, const struct obu_state *view, int viewer, struct bil_random *random,
                       struct obu_tokens *tokens)
{
    memset(tokens->knowns, 0, sizeof tokens->knowns);
    memset(tokens->more, 0, sizeof tokens->more);
    memset(tokens->fewer, 0, sizeof tokens->fewer);
    for (int i = 0; i < view->known_count; i++) {
        const int seat = view->known[i].card_seat >> 6;
        if (view->known[i].age != OBU_RETURNED && seat != viewer) {
            add_token(tokens, seat, view->known[i].card_seat & 63, view->known[i].age);
        }
    }
    for (int giver = 0; giver < rules->seats; giver++) {
        if (view->passed_hand[giver] > 0 && !settle_pass(rules, view, viewer, giver, random, tokens)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ cards that lie in the same place in every world */

/* A known card comes into a hand, if it is still unseen (deal.c: put_known). */
static bool move_known(const struct obu_rules *rules, int card, struct obu_cards *unseen, struct obu_cards *hand)
{
    if (!obu_has(rules, unseen, card)) {
        return false;
    }
    obu_cards_remove(rules, unseen, card);
    obu_cards_add(rules, hand, card);
    return true;
}

bool obu_chance_places(const struct obu_plan *plan, const struct obu_state *view, const struct obu_tokens *tokens, int seat)
{
    return view->pure[seat] > 0 || plan->returned ||
           (plan->slots[seat] > 0 && tokens->knowns[seat] > 0 && tokens->known[seat][0].age < plan->slots[seat]);
}

int obu_place_in_hand(const struct obu_rules *rules, const struct obu_state *view, const struct obu_tokens *tokens, int seat,
                      struct obu_cards *unseen, struct obu_cards *hand)
{
    int wanted = view->seat[seat].hand_count;
    for (int i = 0; i < tokens->knowns[seat] && wanted > 0; i++) {
        wanted -= move_known(rules, tokens->known[seat][i].card, unseen, hand);
    }
    return wanted;
}

int obu_fill_pool(const struct obu_rules *rules, const struct obu_state *view, const struct obu_cards *unseen,
                  uint8_t pool[OBU_PILE])
{
    int n = 0;
    for (uint64_t rest = unseen->comm; rest; rest &= rest - 1) {
        pool[n++] = (uint8_t)obu_lowest(rest);
    }
    for (uint64_t rest = unseen->other; rest; rest &= rest - 1) {
        pool[n++] = rules->kind_of_bit[obu_lowest(rest)];
    }
    for (int i = 0; i < view->known_count && view->known[i].age == OBU_RETURNED; i++) {
        uint8_t *card = memchr(pool, view->known[i].card_seat & 63, (size_t)n);
        if (card) {
            *card |= OBU_RETURNED_MARK;
        }
    }
    return n;
}

/* ------------------------------------------------------------------ what all worlds share */

/* Ground cards, by seat and by what the viewer knows of them. */
static void plan_ground(const struct obu_state *view, struct obu_plan *plan)
{
    memset(plan->slots, 0, sizeof plan->slots);
    plan->hiddens = 0;
    for (int g = 0; g < view->ground_total; g++) {
        const int seat = view->ground[g] >> 6;
        plan->slot[seat][plan->slots[seat]++] = (uint8_t)g;
        plan->hidden[plan->hiddens] = (uint8_t)g;
        plan->hiddens += (view->ground[g] & 63) == OBU_HIDDEN;
    }
}

/* Influencers and Events that lie nowhere else are in the deck. */
static void plan_deck(const struct obu_rules *rules, const struct obu_state *view, struct obu_plan *plan)
{
    uint32_t out = view->gone ? 1U << OBU_MAIN_CHARACTER : 0; /* bit i: card OBU_INFLUENCER + i is elsewhere */
    for (int seat = 0; seat < rules->seats; seat++) {
        out |= view->seat[seat].influencers;
    }
    for (int i = 0; i < view->shuffle_count; i++) {
        out |= 1U << view->shuffle[i];
    }
    for (int i = 0; i < view->event_count; i++) {
        out |= 1U << (OBU_EVENT - OBU_INFLUENCER + view->event_pile[i]);
    }
    const uint32_t all = rules->influencers | (uint32_t)rules->events << (OBU_EVENT - OBU_INFLUENCER);
    plan->laters = 0;
    for (uint32_t rest = all & ~out; rest; rest &= rest - 1) {
        plan->later[plan->laters++] = (uint8_t)(OBU_INFLUENCER + obu_lowest(rest));
    }
}

/* What the seats leave of the unseen cards once all known ones are placed, wherever each seat has put them. False if that hangs on
 * it: where more cards are known than are unseen, or more of a seat's than its hand can hold. */
static bool leave_unknown(const struct obu_rules *rules, const struct obu_state *view, const struct obu_plan *plan,
                          struct obu_cards *left)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        const int knowns = plan->tokens.knowns[seat];
        for (int i = 0; i < knowns; i++) {
            const int card = plan->tokens.known[seat][i].card;
            if (!obu_has(rules, left, card) || knowns > view->seat[seat].hand_count) {
                return false;
            }
            obu_cards_remove(rules, left, card);
        }
    }
    return true;
}

/* Puts known cards where they lie in every world. `many`: it is worth it to look whether seats can be placed in any order. */
static void plan_cards(const struct obu_rules *rules, const struct obu_state *view, bool many, struct obu_plan *plan)
{
    struct obu_cards left = plan->unseen;
    const bool any_order = many && plan->settled && leave_unknown(rules, view, plan, &left);
    plan->by_chance = 0;
    for (int seat = 0; seat < OBU_SEATS; seat++) {
        plan->hand[seat] = view->seat[seat].hand;
        plan->hand_wants[seat] = 0;
        if (seat == plan->viewer || seat >= rules->seats) {
            continue;
        }
        if (!plan->settled || (plan->by_chance && !any_order) || obu_chance_places(plan, view, &plan->tokens, seat)) {
            plan->by_chance |= 1U << seat;
        } else {
            plan->hand_wants[seat] = (uint8_t)obu_place_in_hand(rules, view, &plan->tokens, seat, &plan->unseen, &plan->hand[seat]);
        }
    }
    plan->pool_ready = any_order || plan->by_chance == 0;
    if (plan->pool_ready) {
        plan->pooled = obu_fill_pool(rules, view, any_order ? &left : &plan->unseen, plan->pool);
    }
}

void obu_make_plan(const struct obu_rules *rules, const struct obu_state *view, struct bil_random *random, struct obu_plan *plan)
{
    plan->viewer = view->viewer == 15 ? -1 : view->viewer - 1;
    plan->returned = false;
    for (int i = 0; i < view->known_count; i++) {
        plan->returned = plan->returned || view->known[i].age == OBU_RETURNED;
    }
    plan_ground(view, plan);
    plan_deck(rules, view, plan);
    obu_unseen(rules, view, &plan->unseen);
    plan->settled = obu_gather_tokens(rules, view, plan->viewer, random, &plan->tokens);
    plan_cards(rules, view, random == NULL, plan);
    if (!random) {
        obu_believe(rules, view, plan->likely);
    }
}
