/* 6 Billion: a random world that fits all a viewer knows (SIX-215..222).
 *
 * Uniform in this sense: every way to give the copies of the unseen cards to the unknown places is equally likely, where copies
 * that went into the deck with the last shuffle (knowledge.c: `fresh`) lie in the deck or in cards drawn since. Hidden Agendas and
 * Discovery cards likewise, each among their own.
 *
 * Never reads the state that the view was made from; a view is all it gets. */
#include "games/six_billion/state.h"

/* Cards on their way to the unknown places; with room for a whole field of copies behind the last. */
struct pool {
    uint8_t card[SIX_PILE + SIX_MOST_COPIES + 4];
    int count;
};

static inline void add_copies(struct pool *pool, int card, int copies)
{
    memset(&pool->card[pool->count], card, SIX_MOST_COPIES + 4); /* more than needed is soon written over */
    pool->count += copies;
}

/* What the viewer does not see: the copies that may be anywhere, and those that are in no card drawn before the last shuffle. The
 * viewer's own cards are taken from the fresh copies first, so far as they can have come from there. */
static void collect(const struct six_state *view, int viewer, struct pool *anywhere, struct pool *fresh)
{
    const bool own_drawn = viewer >= 0 && view->drawn[viewer] > 0;
    anywhere->count = fresh->count = 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        const int own = viewer >= 0 ? view->hand[viewer].copies[card] - view->known[viewer][card] : 0;
        const int all = view->unseen[card] - own;
        const int used = own_drawn && own > 0 ? own : 0;
        const int left = view->fresh[card] > used ? view->fresh[card] - used : 0;
        add_copies(anywhere, card, all - left);
        add_copies(fresh, card, left);
    }
}

/* Hands of the other seats: what the table knows, and unknown cards from the pool. `old` tells which sort is dealt now: cards from
 * before the last shuffle, or those drawn since. */
static void deal_hands(const struct six_rules *rules, const struct six_state *view, int viewer, struct pool *pool, bool old,
                       struct six_state *world)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat == viewer) {
            continue;
        }
        struct six_hand *hand = &world->hand[seat];
        int wanted = view->drawn[seat];
        if (old) {
            wanted = six_unknown(rules, view, seat) - wanted;
        }
        for (; wanted > 0; wanted--) {
            const int card = pool->card[--pool->count];
            hand->copies[card]++;
            hand->kinds |= SIX_CARD_BIT(card);
        }
    }
}

static void deal_cards(const struct six_rules *rules, const struct six_state *view, int viewer, struct bil_random *random,
                       struct six_state *world)
{
    struct pool pool;
    struct pool fresh;
    collect(view, viewer, &pool, &fresh);
    for (int seat = 0; seat < rules->seats; seat++) {
        struct six_hand *hand = &world->hand[seat];
        for (int card = 1; card < SIX_CARDS && seat != viewer; card++) {
            hand->copies[card] = view->known[seat][card];
            hand->kinds |= (uint32_t)(hand->copies[card] > 0) << card;
        }
    }
    bil_random_shuffle(random, pool.card, (size_t)pool.count);
    if (fresh.count > 0) {
        deal_hands(rules, view, viewer, &pool, true, world);
        memcpy(&pool.card[pool.count], fresh.card, (size_t)fresh.count);
        pool.count += fresh.count;
        bil_random_shuffle(random, pool.card, (size_t)pool.count);
    } else {
        deal_hands(rules, view, viewer, &pool, true, world);
    }
    deal_hands(rules, view, viewer, &pool, false, world);
    assert(pool.count == view->deck);
    memcpy(world->pile, pool.card, (size_t)pool.count);
}

static void deal_agendas(const struct six_rules *rules, const struct six_state *view, struct bil_random *random,
                         struct six_state *world)
{
    uint8_t left[SIX_SITES * 4];
    uint8_t copies[1 + SIX_SITES];
    int count = 0;
    memcpy(copies, rules->agendas, sizeof copies);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (view->agenda[seat] != SIX_FIND_HIDDEN) {
            copies[view->agenda[seat]]--;
        }
    }
    for (int agenda = 1; agenda <= SIX_SITES; agenda++) {
        for (int copy = 0; copy < copies[agenda]; copy++) {
            left[count++] = (uint8_t)agenda;
        }
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        if (view->agenda[seat] == SIX_FIND_HIDDEN) { /* one of those left, the last put in its place */
            const uint32_t pick = bil_random_below(random, (uint32_t)count);
            world->agenda[seat] = left[pick];
            left[pick] = left[--count];
        }
    }
}

static void deal_finds(const struct six_rules *rules, const struct six_state *view, struct bil_random *random,
                       struct six_state *world)
{
    uint8_t *hidden[SIX_FIND_DECK + SIX_PLAYERS * SIX_HELD];
    uint8_t copies[SIX_FINDS + 2] = {0};
    uint8_t left[SIX_FIND_DECK];
    int places = 0;
    int count = 0;
    for (int i = 0; i < rules->find_count; i++) {
        copies[rules->find_box[i]]++;
    }
    for (int i = 0; i < view->find_left; i++) {
        if (view->find_deck[i] == SIX_FIND_HIDDEN) {
            hidden[places++] = &world->find_deck[i];
        } else {
            copies[view->find_deck[i]]--;
        }
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int i = 0; i < SIX_HELD && view->find[seat][i]; i++) {
            if (view->find[seat][i] == SIX_FIND_HIDDEN) {
                hidden[places++] = &world->find[seat][i];
            } else {
                copies[view->find[seat][i] & ~SIX_FIND_UP]--;
            }
        }
    }
    for (int find = 1; find < SIX_FINDS; find++) {
        for (int copy = 0; copy < copies[find]; copy++) {
            left[count++] = (uint8_t)find;
        }
    }
    assert(count == places);
    bil_random_shuffle(random, left, (size_t)count);
    for (int i = 0; i < places; i++) {
        *hidden[i] = left[i];
    }
}

void six_deal(const void *rules_, const void *view_, struct bil_random *random, void *world_)
{
    const struct six_rules *rules = rules_;
    const struct six_state *view = view_;
    struct six_state *world = world_;
    memcpy(world, view, sizeof *world);
    if (view->viewer == 0) {
        return;
    }
    const int viewer = view->viewer == 15 ? -1 : view->viewer - 1;
    world->viewer = 0;
    deal_cards(rules, view, viewer, random, world);
    deal_agendas(rules, view, random, world);
    deal_finds(rules, view, random, world);
}
