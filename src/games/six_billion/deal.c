/* 6 Billion: a random world that fits all a viewer knows (SIX-215..222).
 *
 * Uniform in this sense: every way to give the copies of the unseen cards to the unknown places is equally likely, where copies
 * that went into the deck with the last shuffle (knowledge.c: `fresh`) lie in the deck or in cards drawn since. Hidden Agendas and
 * Discovery cards likewise, each among their own. Where a view does not hold all that its viewer could remember, worlds may be
 * counted in that he could rule out; one that he cannot is never left out.
 *
 * Never reads the state that the view was made from; a view is all it gets. */
#include "games/six_billion/bits.h"
#include "games/six_billion/state.h"

/* Cards on their way to the unknown places; with room for a whole block behind the last. */
enum { BLOCK = 16 };
struct pool {
    uint8_t card[SIX_PILE + BLOCK];
    int count;
};
static_assert((int)SIX_MOST_COPIES <= (int)BLOCK, "all copies of a kind are written at once");

static inline void add_copies(struct pool *pool, int card, int copies)
{
    memset(&pool->card[pool->count], card, BLOCK); /* more than needed is soon written over */
    pool->count += copies;
}

/* How the unknown places of a view are to be filled. */
struct unknowns {
    uint8_t anywhere[SIX_CARDS]; /* copies that may be in any unknown place */
    uint8_t fresh[SIX_CARDS];    /* copies that are in the deck or in cards drawn since the last shuffle */
    uint8_t old[SIX_PLAYERS];    /* unknown cards of a hand that were there before it */
    uint8_t drawn[SIX_PLAYERS];  /* the others */
    bool any_fresh;
};

/* Which of his own unknown cards the viewer counts as fresh: as many as he has drawn since the last shuffle. Those that can be
 * nothing else come first; which of the others he has drawn stands in no view, and so chance chooses among all of them: a choice of
 * ours would rule out worlds. */
static void count_own(const struct six_state *view, int viewer, const uint8_t own[SIX_CARDS], struct bil_random *random,
                      uint8_t used[SIX_CARDS])
{
    struct pool others = {.count = 0};
    int drawn = view->drawn[viewer];
    for (int card = 1; card < SIX_CARDS; card++) {
        const int old = view->unseen[card] - view->fresh[card];
        const int most = own[card] < view->fresh[card] ? own[card] : view->fresh[card];
        used[card] = (uint8_t)(own[card] > old ? own[card] - old : 0);
        drawn -= used[card];
        for (int copy = used[card]; copy < most; copy++) {
            others.card[others.count++] = (uint8_t)card;
        }
    }
    if (drawn > 0 && drawn < others.count) {
        bil_random_shuffle(random, others.card, (size_t)others.count);
    }
    for (int i = 0; i < others.count && i < drawn; i++) {
        used[others.card[i]]++;
    }
}

/* Counts what the viewer does not see. */
static void collect(const struct six_rules *rules, const struct six_state *view, int viewer, struct bil_random *random,
                    struct unknowns *unknowns)
{
    uint8_t own[SIX_CARDS] = {0};
    uint8_t used[SIX_CARDS] = {0};
    uint8_t counted[SIX_CARDS];
    const uint8_t *unseen = view->unseen;
    unsigned any_fresh = 0;
    if (rules->fast) { /* nothing was remembered: only what lies open now is known */
        six_count_open(rules, view, counted);
        for (int card = 0; card < SIX_CARDS; card++) {
            counted[card] = (uint8_t)(rules->copies[card] - counted[card]);
        }
        unseen = counted;
    }
    for (int card = 0; card < SIX_CARDS && viewer >= 0; card++) {
        own[card] = (uint8_t)(view->hand[viewer].copies[card] - view->known[viewer][card]);
    }
    for (int card = 0; card < SIX_CARDS; card++) {
        any_fresh |= view->fresh[card];
    }
    if (any_fresh && viewer >= 0 && view->drawn[viewer] > 0) {
        count_own(view, viewer, own, random, used);
    }
    any_fresh = 0;
    for (int card = 0; card < SIX_CARDS; card++) {
        const int left = view->fresh[card] - used[card];
        unknowns->anywhere[card] = (uint8_t)(unseen[card] - own[card] - left);
        unknowns->fresh[card] = (uint8_t)left;
        any_fresh |= (unsigned)left;
    }
    unknowns->any_fresh = any_fresh != 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const int unknown = seat == viewer ? 0 : six_unknown(rules, view, seat);
        unknowns->drawn[seat] = seat == viewer ? 0 : view->drawn[seat];
        unknowns->old[seat] = (uint8_t)(unknown - unknowns->drawn[seat]);
    }
}

/* Gives every seat as many cards from the end of the pool. */
static void deal_hands(const struct six_rules *rules, const uint8_t wanted[SIX_PLAYERS], struct pool *pool, struct six_state *world)
{
    const uint8_t *next = &pool->card[pool->count];
    for (int seat = 0; seat < rules->seats; seat++) {
        uint8_t *copies = world->hand[seat].copies;
        for (int i = 0; i < wanted[seat]; i++) {
            copies[*--next]++;
        }
    }
    pool->count = (int)(next - pool->card);
}

/* Puts as many cards of the pool, picked by chance, to its end. */
static void pick_last(struct pool *pool, int wanted, struct bil_random *random)
{
    for (int left = pool->count; wanted > 0; wanted--) {
        const uint32_t pick = bil_random_below(random, (uint32_t)left--);
        const uint8_t card = pool->card[pick];
        pool->card[pick] = pool->card[left];
        pool->card[left] = card;
    }
}

static void deal_cards(const struct six_rules *rules, const struct six_state *view, int viewer, struct bil_random *random,
                       struct six_state *world)
{
    struct unknowns unknowns;
    struct pool pool = {.count = 0};
    collect(rules, view, viewer, random, &unknowns);
    for (int card = 1; card < SIX_CARDS; card++) {
        add_copies(&pool, card, unknowns.anywhere[card]);
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != viewer) {
            memcpy(world->hand[seat].copies, view->known[seat], sizeof view->known[seat]);
        }
    }
    if (unknowns.any_fresh) {
        int old = 0;
        for (int seat = 0; seat < rules->seats; seat++) {
            old += unknowns.old[seat];
        }
        pick_last(&pool, old, random);
        deal_hands(rules, unknowns.old, &pool, world);
        memset(unknowns.old, 0, sizeof unknowns.old);
        for (int card = 1; card < SIX_CARDS; card++) {
            add_copies(&pool, card, unknowns.fresh[card]);
        }
    }
    bil_random_shuffle(random, pool.card, (size_t)pool.count);
    deal_hands(rules, unknowns.old, &pool, world);
    deal_hands(rules, unknowns.drawn, &pool, world);
    assert(pool.count == view->deck);
    memcpy(world->pile, pool.card, (size_t)pool.count);
    for (int seat = 0; seat < rules->seats; seat++) {
        world->hand[seat].kinds = six_kinds(world->hand[seat].copies);
    }
}

/* What of a row of cards is not among those that the viewer sees (`seen`, by kind; used up here); returns how many. */
static int not_seen(const uint8_t *box, int count, uint8_t *seen, uint8_t *left)
{
    int n = 0;
    for (int i = 0; i < count; i++) { /* without a branch: which cards were seen is anybody's guess */
        const int there = seen[box[i]] > 0;
        seen[box[i]] = (uint8_t)(seen[box[i]] - there);
        left[n] = box[i];
        n += !there;
    }
    return n;
}

static void deal_agendas(const struct six_rules *rules, const struct six_state *view, struct bil_random *random,
                         struct six_state *world)
{
    uint8_t seen[SIX_FIND_HIDDEN + 1] = {0};
    uint8_t left[SIX_AGENDAS];
    for (int seat = 0; seat < rules->seats; seat++) {
        seen[view->agenda[seat]]++;
    }
    int count = not_seen(rules->agenda_box, rules->agenda_count, seen, left);
    bil_random_shuffle(random, left, (size_t)count);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (view->agenda[seat] == SIX_FIND_HIDDEN) {
            world->agenda[seat] = left[--count];
        }
    }
}

static void deal_finds(const struct six_rules *rules, const struct six_state *view, struct bil_random *random,
                       struct six_state *world)
{
    uint8_t seen[SIX_FIND_HIDDEN + 1] = {0};
    uint8_t left[SIX_FIND_DECK];
    for (int i = 0; i < view->find_left; i++) {
        seen[view->find_deck[i]]++;
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int i = 0; i < SIX_HELD; i++) {
            seen[view->find[seat][i] & ~SIX_FIND_UP]++;
        }
    }
    int count = not_seen(rules->find_box, rules->find_count, seen, left);
    bil_random_shuffle(random, left, (size_t)count);
    for (int i = 0; i < view->find_left; i++) {
        if (view->find_deck[i] == SIX_FIND_HIDDEN) {
            world->find_deck[i] = left[--count];
        }
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int i = 0; i < SIX_HELD; i++) {
            if (view->find[seat][i] == SIX_FIND_HIDDEN) {
                world->find[seat][i] = left[--count];
            }
        }
    }
    assert(count == 0);
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
