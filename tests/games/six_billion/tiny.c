/* Tiny ends of 6 Billion (lab/brute.h): the last game turn, most of the hands shown, and few cards left. */
#include "games/six_billion/rules/state.h"
#include "lab/brute.h"
#include "unit.h"

static const struct bil_setting track = {"track", "on"};

/* Of Hidden Agendas and of Discovery cards there are hardly more than the seats have. */
static void show_rows(struct six_rules *rules, struct six_state *state)
{
    const int more = state->agenda[0] % SIX_SITES + 1;
    rules->agenda_count = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        rules->agenda_box[rules->agenda_count++] = state->agenda[seat];
    }
    rules->agenda_box[rules->agenda_count++] = (uint8_t)more;
    while (state->find_left > 2) {
        state->find_deck[--state->find_left] = 0;
        state->find_deck_seen[state->find_left] = 0;
    }
    memcpy(rules->find_box, state->find_deck, state->find_left);
    rules->find_count = state->find_left;
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int i = 0; i < SIX_HELD && state->find[seat][i]; i++) {
            rules->find_box[rules->find_count++] = (uint8_t)(state->find[seat][i] & ~SIX_FIND_UP);
        }
    }
}

bool tiny_six_billion(struct tiny *tiny, unsigned number)
{
    const struct bil_config config = {.seats = 2 + (int)(number % 4 == 3), .settings = &track, .setting_count = number % 2};
    struct bil_random random;
    tiny_begin(tiny, &bil_game_six_billion, &config, number, &random);
    struct six_rules *rules = tiny->rules;
    struct six_state *state = (struct six_state *)tiny->state;
    rules->turn_cap = (uint8_t)(4 + number % 5);
    if (!tiny_game(tiny, &random, bil_random_below(&random, 256)) || state->reshuffles > 0) {
        return false;
    }
    const int left = (int)bil_random_below(&random, 4);
    while (state->deck > left) { /* what lies elsewhere is out of the game */
        state->unseen[state->pile[--state->deck]]--;
    }
    memset(&state->pile[left], 0, (size_t)(SIX_PILE - left));
    state->discard = 0;
    const int hidden = (int)bil_random_below(&random, 3);
    for (int seat = 0; seat < rules->seats; seat++) { /* the table has seen most of the hands */
        for (int card = 1; card < SIX_CARDS; card++) {
            while (state->hand[seat].copies[card] > state->known[seat][card] && six_unknown(rules, state, seat) > hidden) {
                state->known[seat][card]++;
                state->unseen[card]--;
            }
        }
        state->drawn[seat] = 0;
    }
    show_rows(rules, state);
    return true;
}
