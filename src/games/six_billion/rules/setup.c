/* 6 Billion: from nothing to the first faction turn (SIX-8..22, 268).
 *
 * Chance comes from the named streams of the match; nothing here asks a player anything. */
#include "games/six_billion/rules/state.h"

/* SIX-15. */
static void deal_agendas(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                         const struct bil_listener *listener)
{
    uint8_t agendas[SIX_SITES * 4];
    size_t count = 0;
    for (int agenda = 1; agenda <= SIX_SITES; agenda++) {
        for (int copy = 0; copy < rules->agendas[agenda] && count < sizeof agendas; copy++) {
            agendas[count++] = (uint8_t)agenda;
        }
    }
    bil_random_enter(random, SIX_S_AGENDA, 0);
    bil_random_shuffle(random, agendas, count);
    for (int seat = 0; seat < rules->seats; seat++) {
        state->agenda[seat] = agendas[seat];
        six_say(listener, SIX_E_AGENDA, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 1 << seat, agendas[seat], 0, 0);
    }
}

/* SIX-17, SIX-18: a Colony 2 each, then five cards each from the shuffled rest, seat by seat (SIX-268). Neutrals get none
 * (SIX-35). */
static void deal_hands(const struct six_rules *rules, struct six_state *state, struct bil_random *random,
                       const struct bil_listener *listener)
{
    for (int i = 0; i < rules->box_count - rules->seats; i++) { /* the box begins with the Colony 2 */
        state->pile[i] = rules->box[i + rules->seats];
    }
    state->deck = (uint8_t)(rules->box_count - rules->seats);
    bil_random_enter(random, SIX_S_DECK, 0);
    bil_random_shuffle(random, state->pile, state->deck);
    for (int seat = 0; seat < rules->seats; seat++) {
        six_hand_add(&state->hand[seat], SIX_COLONY_2);
        while (state->hand[seat].count < SIX_HAND) {
            six_hand_add(&state->hand[seat], state->pile[--state->deck]);
            state->pile[state->deck] = 0;
        }
        six_say(listener, SIX_E_DEALT, seat, BIL_EVENT_CHANCE | BIL_EVENT_LEARNED, 0xFF, SIX_HAND, 0, 0);
    }
    if (!rules->fast) {
        six_know_begin(rules, state);
    }
}

void six_setup(const void *rules_, struct bil_random *random, void *state_, const struct bil_listener *listener)
{
    const struct six_rules *rules = rules_;
    struct six_state *state = state_;
    memset(state, 0, sizeof *state); /* nobody has points or a Discovery card (SIX-14, SIX-22) */
    for (int faction = 0; faction < rules->factions; faction++) {
        six_set_level(rules, state, faction, SIX_EARTH, rules->start_level); /* SIX-8, SIX-10 */
    }
    deal_agendas(rules, state, random, listener);
    memcpy(state->find_deck, rules->find_box, rules->find_count);
    state->find_left = rules->find_count;
    bil_random_enter(random, SIX_S_FINDS, 0);
    bil_random_shuffle(random, state->find_deck, state->find_left); /* SIX-16 */
    deal_hands(rules, state, random, listener);
    for (int place = 0; place < SIX_OPEN; place++) { /* SIX-19, SIX-268 */
        six_open_card(rules, state, place, random, listener);
    }
    six_begin_game_turn(rules, state, random, listener);
}
