/* Ford: what is known of hidden cards, what a viewer may see, and worlds that fit it.
 *
 * Known to all is a Stone that went from the river into a hand, until that hand shows one like it. Nobody ever puts a card down
 * unseen, so there is nothing else to keep book of. Must never let a view, or who is asked, depend on what it hides. */
#include "third_game/state.h"

/* In a view a hand of some cards of which none is there. */
bool ford_hand_hidden(const struct ford_state *state, int seat)
{
    int cards = 0;
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        cards += state->hand[seat][kind];
    }
    return cards == 0 && state->count[seat] > 0;
}

int ford_known(const struct ford_state *state, int seat)
{
    int cards = 0;
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        cards += state->known[seat][kind];
    }
    return cards;
}

/* A Slip is never known to be in a hand: it goes there unseen, and out of the game when it is played. */
bool ford_could_slip(const struct ford_rules *rules, const struct ford_state *state, int seat)
{
    return state->count[seat] > ford_known(state, seat) && state->spent[FORD_SLIP] < rules->copies[FORD_SLIP];
}

void ford_hide(const void *rules_, const void *state_, int viewer, void *view_)
{
    const struct ford_rules *rules = rules_;
    struct ford_state *view = view_;
    memcpy(view, state_, sizeof *view);
    if (viewer == BIL_EVERYBODY) {
        return;
    }
    memset(view->deck, FORD_HIDDEN, view->cards);
    for (int seat = 0; seat < rules->seats && ford_top(view).kind != FORD_END; seat++) { /* at the end hands are shown */
        if (seat != viewer) {
            memset(view->hand[seat], 0, sizeof view->hand[seat]);
        }
    }
}

/* Copies of each kind that lie in no place where the viewer sees or knows them; below 0 if there are too many of a kind. */
void ford_unseen(const struct ford_rules *rules, const struct ford_state *view, int unseen[FORD_KINDS])
{
    int deck[FORD_HIDDEN + 1] = {0};
    for (int i = 0; i < view->cards; i++) {
        deck[view->deck[i]]++;
    }
    for (int i = 0; i < view->stones; i++) {
        deck[view->river[i]]++;
    }
    unseen[FORD_NONE] = 0;
    for (int kind = 1; kind < FORD_KINDS; kind++) {
        unseen[kind] = rules->copies[kind] - view->spent[kind] - deck[kind];
        for (int seat = 0; seat < rules->seats; seat++) {
            unseen[kind] -= ford_hand_hidden(view, seat) ? view->known[seat][kind] : view->hand[seat][kind];
        }
    }
}

/* Uniform over all ways to lay the single unseen cards, copies told apart, into the hidden places; a Flood is never in a hand. */
void ford_deal(const void *rules_, const void *view_, struct bil_random *random, void *world_)
{
    const struct ford_rules *rules = rules_;
    struct ford_state *world = world_;
    uint8_t pool[FORD_KINDS * FORD_COPIES];
    int unseen[FORD_KINDS];
    int count = 0;
    memcpy(world, view_, sizeof *world);
    ford_unseen(rules, world, unseen);
    for (int kind = 1; kind < FORD_FLOOD; kind++) {
        for (int i = 0; i < unseen[kind]; i++) {
            pool[count++] = (uint8_t)kind;
        }
    }
    bil_random_shuffle(random, pool, (size_t)count);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (ford_hand_hidden(world, seat)) {
            memcpy(world->hand[seat], world->known[seat], sizeof world->hand[seat]);
            for (int i = ford_known(world, seat); i < world->count[seat]; i++) {
                world->hand[seat][pool[--count]]++;
            }
        }
    }
    if (world->cards > 0 && world->deck[0] == FORD_HIDDEN) {
        memset(pool + count, FORD_FLOOD, (size_t)unseen[FORD_FLOOD]);
        memcpy(world->deck, pool, world->cards);
        bil_random_shuffle(random, world->deck, world->cards);
    }
}
