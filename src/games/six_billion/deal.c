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
    if (viewer >= 0 && view->drawn[viewer] > 0) {
        count_own(view, viewer, own, random, used);
    }
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
    for (int seat = 0; seat < rules->seats; seat++) {
        struct six_hand *hand = &world->hand[seat];
        for (int i = 0; i < wanted[seat]; i++) {
            hand->copies[pool->card[--pool->count]]++;
        }
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
    bil_random_shuffle(random, pool.card, (size_t)pool.count);
    deal_hands(rules, unknowns.old, &pool, world);
    if (unknowns.any_fresh) {
        for (int card = 1; card < SIX_CARDS; card++) {
            add_copies(&pool, card, unknowns.fresh[card]);
        }
        bil_random_shuffle(random, pool.card, (size_t)pool.count);
    }
    deal_hands(rules, unknowns.drawn, &pool, world);
    assert(pool.count == view->deck);
    memcpy(world->pile, pool.card, (size_t)pool.count);
    for (int seat = 0; seat < rules->seats; seat++) {
        world->hand[seat].kinds = six_kinds(world->hand[seat].copies);
    }
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
