/* Template: what a viewer may know, and worlds that fit it.
 *
 * The law of both: whatever hide leaves must not depend on what it hides, and hide(deal(view)) is the view, byte for byte. Uniform
 * means here: every order of the unseen cards in the unseen places is equally likely. Say it as exactly for another game. */
#include "games/template/state.h"

void tpl_hide(const void *rules_, const void *state_, int viewer, void *view_)
{
    const struct tpl_rules *rules = rules_;
    struct tpl_state *view = view_;
    memcpy(view, state_, sizeof *view);
    if (viewer == BIL_EVERYBODY) {
        return;
    }
    memset(view->deck, 0, sizeof view->deck);
    for (int seat = 0; seat < BIL_MAX_SEATS; seat++) {
        if (seat != viewer && view->turn < rules->seats) { /* at the end all is shown, but the deck */
            view->hand[seat] = 0;
        }
    }
}

void tpl_deal(const void *rules_, const void *view_, struct bil_random *random, void *world_)
{
    const struct tpl_rules *rules = rules_;
    struct tpl_state *world = world_;
    memcpy(world, view_, sizeof *world);
    uint8_t unseen[TPL_CARDS];
    int count = 0;
    for (int card = 1; card <= TPL_CARDS; card++) {
        if (!memchr(world->hand, card, sizeof world->hand) && !memchr(world->open, card, sizeof world->open) &&
            !memchr(world->deck, card, sizeof world->deck)) {
            unseen[count++] = (uint8_t)card;
        }
    }
    bil_random_shuffle(random, unseen, (size_t)count);
    for (int i = 0; i < world->deck_count && count > 0; i++) {
        if (!world->deck[i]) {
            world->deck[i] = unseen[--count];
        }
    }
    for (int seat = 0; seat < rules->seats && count > 0; seat++) {
        if (!world->hand[seat]) {
            world->hand[seat] = unseen[--count];
        }
    }
}
