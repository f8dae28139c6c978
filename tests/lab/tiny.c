/* Tiny ends of games (brute.h): random games, in which most cards of the deck and of hands are laid open. */
#include "billions/state.h"
#include "games/one_billion_users/state.h"
#include "games/six_billion/state.h"
#include "lab/brute.h"
#include "unit.h"

enum { LONGEST = 4000 };

static const struct bil_setting networks = {"networks", "random"};
static const struct bil_setting track = {"track", "on"};

/* Rules and a game of random moves; `stop` picks the decision, as a part of the whole game in 256ths. */
static bool random_game(struct tiny *tiny, struct bil_random *random, unsigned number, unsigned stop)
{
    const struct bil_game *game = tiny->game;
    struct bil_random own = *random;
    int length = 0;
    for (int pass = 0; pass < 2; pass++) { /* the second time as far as that */
        struct bil_random chance = *random;
        struct bil_random choices = own;
        game->setup(tiny->rules, &chance, tiny->state, NULL);
        const int until = pass == 0 ? LONGEST : length - (int)(stop % 12);
        int decisions = 0;
        while (game->actor(tiny->rules, tiny->state) != BIL_OVER && decisions < until) {
            decisions++;
            game->apply(tiny->rules, tiny->state, bil_pick(game, tiny->rules, tiny->state, &choices), &chance, NULL);
        }
        length = decisions;
    }
    (void)number;
    return length > 20 && game->actor(tiny->rules, tiny->state) != BIL_OVER;
}

static void begin(struct tiny *tiny, const struct bil_game *game, const struct bil_config *config, unsigned number,
                  struct bil_random *random)
{
    uint8_t seed[BIL_SEED_BYTES] = {0};
    memcpy(seed, &number, sizeof number);
    bil_random_stream(random, seed, 77, 0);
    tiny->game = game;
    tiny->rules = calloc(1, game->rules_size);
    tiny->state = aligned_alloc(64, 1024);
    assert_true(tiny->rules && tiny->state);
    memset(tiny->state, 0, 1024);
    assert_true(game->rules_init(config, tiny->rules, NULL));
}

void tiny_free(struct tiny *tiny)
{
    free(tiny->rules);
    free(tiny->state);
}

/* ------------------------------------------------------------------ One Billion Users */

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
    begin(tiny, &bil_game_one_billion_users, &config, number, &random);
    struct obu_rules *rules = tiny->rules;
    struct obu_state *state = (struct obu_state *)tiny->state;
    for (int network = 0; network <= OBU_NETWORKS; network++) { /* two cards, and one drawn */
        rules->hand_size[network] = 2;
    }
    rules->friendlink_dealt = 5;
    if (!random_game(tiny, &random, number, bil_random_below(&random, 256))) {
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

/* ------------------------------------------------------------------ 6 Billion */

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
    begin(tiny, &bil_game_six_billion, &config, number, &random);
    struct six_rules *rules = tiny->rules;
    struct six_state *state = (struct six_state *)tiny->state;
    rules->turn_cap = (uint8_t)(4 + number % 5);
    if (!random_game(tiny, &random, number, bil_random_below(&random, 256)) || state->reshuffles > 0) {
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
