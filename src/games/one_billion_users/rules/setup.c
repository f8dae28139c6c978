/* One Billion Users: from nothing to the first turn (OBU-13..36): Networks, deal and re-deals, launches and returns, the deck with
 * its hidden Game Over, and who begins.
 *
 * Chance comes from the named streams of the match; nothing here asks a player anything. */
#include "games/one_billion_users/rules/state.h"

static void deal_networks(const struct obu_rules *rules, struct obu_state *state, struct bil_random *random,
                          const struct bil_listener *listener)
{
    uint8_t left[OBU_NETWORKS];
    int count = 0;
    for (int network = 1; network <= OBU_NETWORKS; network++) {
        bool named = false;
        for (int seat = 0; seat < rules->seats; seat++) {
            named |= rules->network[seat] == network;
        }
        if (!named) {
            left[count++] = (uint8_t)network;
        }
    }
    bil_random_enter(random, OBU_S_NETWORKS, 0);
    bil_random_shuffle(random, left, (size_t)count);
    for (int seat = 0; seat < rules->seats; seat++) {
        const bool dealt = rules->network[seat] == 0;
        state->seat[seat].network = dealt ? left[--count] : rules->network[seat]; /* OBU-14 */
        obu_say(listener, OBU_E_NETWORK, seat, dealt ? BIL_EVENT_CHANCE | BIL_EVENT_LEARNED : 0, 0xFF, state->seat[seat].network, 0,
                0);
    }
}

static int cards_dealt(const struct obu_rules *rules, const struct obu_seat *seat)
{
    return seat->network == OBU_FRIENDLINK ? rules->friendlink_dealt : obu_hand_size(rules, seat) + 1; /* OBU-16 */
}

static void deal_hand(const struct obu_rules *rules, struct obu_state *state, int seat)
{
    struct obu_seat *to = &state->seat[seat];
    to->hand_count = (uint8_t)cards_dealt(rules, to);
    for (int i = 0; i < to->hand_count; i++) {
        state->deck--;
        obu_cards_add(rules, &to->hand, state->pile[state->deck]);
        state->pile[state->deck] = 0;
    }
}

uint64_t obu_launchable(const struct obu_rules *rules, const struct obu_seat *seat)
{
    return seat->hand.comm & rules->network_adds[seat->network]; /* OBU-23 */
}

/* Puts one card under the deck; at set-up the order there does not matter, it is shuffled again (OBU-27). */
static void under_deck(struct obu_state *state, int card)
{
    memmove(&state->pile[1], &state->pile[0], state->deck);
    state->pile[0] = (uint8_t)card;
    state->deck++;
}

/* OBU-24: a hand without a launch goes under the deck, unseen (OBU-27), and a new one is dealt from the top. */
static void redeal(const struct obu_rules *rules, struct obu_state *state, int seat, const struct bil_listener *listener)
{
    struct obu_seat *to = &state->seat[seat];
    const struct obu_cards old = to->hand;
    memset(&to->hand, 0, sizeof to->hand);
    for (uint64_t rest = old.comm; rest; rest &= rest - 1) {
        under_deck(state, obu_lowest(rest));
    }
    for (uint64_t rest = old.other; rest; rest &= rest - 1) {
        under_deck(state, rules->kind_of_bit[obu_lowest(rest)]);
    }
    if (!rules->fast) {
        for (uint64_t rest = old.comm; rest; rest &= rest - 1) {
            obu_know_returned(state, seat, obu_lowest(rest));
        }
        for (uint64_t rest = old.other; rest; rest &= rest - 1) {
            obu_know_returned(state, seat, rules->kind_of_bit[obu_lowest(rest)]);
        }
    }
    deal_hand(rules, state, seat);
    obu_say(listener, OBU_E_REDEALT, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, to->hand_count, 0, 0);
}

void obu_setup(const void *rules_, struct bil_random *random, void *state_, const struct bil_listener *listener)
{
    const struct obu_rules *rules = rules_;
    struct obu_state *state = state_;
    memset(state, 0, sizeof *state); /* Milestones are free, the piles are empty (OBU-18) */
    state->event = OBU_NO_EVENT;
    if (rules->networks_on) {
        deal_networks(rules, state, random, listener);
    }
    memcpy(state->pile, rules->box, sizeof rules->box); /* the main cards alone (OBU-15) */
    state->deck = rules->box_count;
    bil_random_enter(random, OBU_S_DEAL, 0);
    bil_random_shuffle(random, state->pile, state->deck);
    for (int seat = 0; seat < rules->seats; seat++) {
        deal_hand(rules, state, seat);
        obu_say(listener, OBU_E_DEALT, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, state->seat[seat].hand_count, 0, 0);
    }
    for (int seat = 0; seat < rules->seats; seat++) {            /* OBU-26 */
        while (obu_launchable(rules, &state->seat[seat]) == 0) { /* OBU-25 */
            redeal(rules, state, seat, listener);
        }
    }
    state->stack[0] = (struct bil_frame){OBU_LAUNCH, 0, 0, 0};
    state->depth = 1;
}

/* OBU-29: The Hellsite's extra Community, any of those still in the deck, where returned cards are, too (OBU-210). */
static void extra_community(const struct obu_rules *rules, struct obu_state *state, int seat, struct bil_random *random,
                            const struct bil_listener *listener)
{
    uint8_t found[OBU_PILE];
    uint32_t count = 0;
    for (int i = 0; i < state->deck; i++) {
        found[count] = (uint8_t)i;
        count += obu_is_community(state->pile[i]);
    }
    if (count == 0) {
        return;
    }
    bil_random_enter(random, OBU_S_EXTRA, 0);
    const int at = found[bil_random_below(random, count)];
    const int card = state->pile[at];
    state->deck--;
    memmove(&state->pile[at], &state->pile[at + 1], (size_t)(state->deck - at));
    state->pile[state->deck] = 0;
    obu_put_community(rules, state, seat, card);
    obu_say(listener, OBU_E_EXTRA, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, card, 0, 0);
}

int obu_cut_size(const struct obu_rules *rules, int deck_without_game_over)
{
    int cut = rules->cut ? rules->cut : (2 * deck_without_game_over + 5) / 10; /* a true fifth, rounded (OBU-31) */
    return cut > deck_without_game_over ? deck_without_game_over : cut;
}

/* OBU-30, OBU-31, OBU-32: Influencers and Events into the deck, Game Over into its lowest part. */
static void build_deck(const struct obu_rules *rules, struct obu_state *state, struct bil_random *random,
                       const struct bil_listener *listener)
{
    for (unsigned rest = rules->influencers; rest; rest &= rest - 1) {
        state->pile[state->deck++] = (uint8_t)(OBU_INFLUENCER + obu_lowest(rest));
    }
    for (unsigned rest = rules->events; rest; rest &= rest - 1) {
        state->pile[state->deck++] = (uint8_t)(OBU_EVENT + obu_lowest(rest));
    }
    bil_random_enter(random, OBU_S_DECK, 0);
    bil_random_shuffle(random, state->pile, state->deck);
    state->cut = (uint8_t)obu_cut_size(rules, state->deck);
    const uint32_t at = bil_random_below(random, state->cut + 1U);
    memmove(&state->pile[at + 1], &state->pile[at], state->deck - at);
    state->pile[at] = OBU_GAME_OVER;
    state->deck++;
    obu_say(listener, OBU_E_DECK, -1, BIL_EVENT_CHANCE, 0xFF, state->deck, state->cut + 1, 0);
}

void obu_launch_done(const struct obu_rules *rules, struct obu_state *state, struct bil_random *random,
                     const struct bil_listener *listener)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        if (state->seat[seat].network == OBU_HELLSITE) {
            extra_community(rules, state, seat, random, listener);
        }
    }
    build_deck(rules, state, random, listener);
    if (!rules->fast) {
        for (int seat = 0; seat < rules->seats; seat++) {
            state->initial[seat] = state->young[seat] = state->seat[seat].hand_count;
        }
    }
    int first = rules->first - 1;
    if (first < 0) { /* OBU-19 */
        bil_random_enter(random, OBU_S_FIRST, 0);
        first = (int)bil_random_below(random, rules->seats);
    }
    obu_say(listener, OBU_E_FIRST, first, rules->first ? 0 : BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, 0, 0, 0);
    obu_begin_turn(state, first, false, listener);
}
