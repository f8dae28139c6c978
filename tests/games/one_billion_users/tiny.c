/* Tiny ends of One Billion Users (lab/brute.h): seats with hands of two, and most of the deck laid open. */
#include "games/one_billion_users/documents/documents.h"
#include "lab/brute.h"
#include "unit.h"

static const struct bil_setting networks = {"networks", "random"};

/* Takes a card out of the deck, by its place, and lays it where everybody sees it. */
static void lay_open(struct obu_rules *rules, struct obu_state *state, int at, struct bil_random *random)
{
    const int card = state->pile[at];
    memmove(&state->pile[at], &state->pile[at + 1], (size_t)(state->deck - at - 1));
    state->pile[--state->deck] = 0;
    if (card < OBU_HIDDEN) {
        obu_to_discard(state, card);
    } else if (card < OBU_EVENT) {
        obu_put_influencer(rules, state, (int)bil_random_below(random, rules->seats), card - OBU_INFLUENCER);
    } else {
        memmove(&state->event_pile[1], &state->event_pile[0], state->event_count);
        state->event_pile[0] = (uint8_t)(card - OBU_EVENT);
        state->event_count++;
    }
}

bool tiny_one_billion_users(struct tiny *tiny, unsigned number)
{
    const struct bil_config config = {.seats = 2 + (int)(number % 3 == 2), .settings = &networks, .setting_count = number % 2};
    struct bil_random random;
    tiny_begin(tiny, &bil_game_one_billion_users, &config, number, &random);
    struct obu_rules *rules = tiny->rules;
    struct obu_state *state = (struct obu_state *)tiny->state;
    for (int network = 0; network <= OBU_NETWORKS; network++) { /* two cards, and one drawn */
        rules->hand_size[network] = 2;
    }
    rules->friendlink_dealt = 5;
    if (!tiny_game(tiny, &random, bil_random_below(&random, 256))) {
        return false;
    }
    const int left = 2 + (int)bil_random_below(&random, 3); /* with Game Over */
    while (state->deck > left) {
        int at = (int)bil_random_below(&random, state->deck);
        if (state->pile[at] != OBU_GAME_OVER) {
            lay_open(rules, state, at, &random);
        }
    }
    char why[256];
    return obu_check(rules, state, why, sizeof why) == NULL;
}
