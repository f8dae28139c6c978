/* 6 Billion: a random world that fits all a viewer knows (SIX-215..222).
 *
 * Uniform in this sense: every way to give the copies of the unseen cards to the unknown places is equally likely, where copies
 * that went into the deck with the last shuffle (knowledge.c: `fresh`) lie in the deck or in cards drawn since. Hidden Agendas and
 * Discovery cards likewise, each among their own. Where a view does not hold all that its viewer could remember, worlds may be
 * counted in that he could rule out; one that he cannot is never left out.
 *
 * Never reads the state that the view was made from; a view is all it gets. */
#include "billions/script.h"
#include "games/six_billion/secrets/secrets.h"

/* Cards on their way to the unknown places. */
struct pool {
    uint8_t card[SIX_PILE];
    int count;
};

static inline void add_copies(struct pool *pool, int card, int copies)
{
    memset(&pool->card[pool->count], card, (size_t)copies);
    pool->count += copies;
}

/* The cards that fill the unknown places of a view, and how many of them go where. */
struct unknowns {
    struct pool anywhere;       /* cards that may be in any unknown place */
    struct pool fresh;          /* cards that are in the deck or among those drawn since the last shuffle */
    uint8_t old[SIX_PLAYERS];   /* unknown cards of a hand that were there before it */
    uint8_t drawn[SIX_PLAYERS]; /* the others */
    uint8_t olds;               /* of all hands */
};

/* Hidden cards of one sort of which each is there once: those that may lie in the unknown places. */
struct row {
    uint8_t card[SIX_AGENDAS];
    uint8_t count;
};
static_assert((int)SIX_FIND_DECK <= (int)SIX_AGENDAS, "room for the Discovery cards too");

/* What all worlds of one view share. Dealing uses up what it deals from. */
struct plan {
    int viewer;   /* seat or -1 */
    bool settled; /* `unknowns` are those of every world: which cards the viewer has drawn is no matter of chance, or was chosen */
    struct unknowns unknowns;
    struct row agendas, finds;
};
static_assert(sizeof(struct plan) <= BIL_MAX_PLAN, "a plan must fit");

/* Which of his own unknown cards the viewer counts as fresh: as many as he has drawn since the last shuffle. Those that can be
 * nothing else come first. No view says which of the others he has drawn, so chance chooses among all of them: a fixed choice would
 * rule out worlds. False if there is a choice, and no chance (NULL). */
static bool count_own(const struct six_state *view, int viewer, const uint8_t own[SIX_CARDS], struct bil_random *random,
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
        if (!random) {
            return false;
        }
        bil_random_shuffle(random, others.card, (size_t)others.count);
    }
    for (int i = 0; i < others.count && i < drawn; i++) {
        used[others.card[i]]++;
    }
    return true;
}

/* Counts what the viewer does not see. False if it hangs on chance, and there is none. */
static bool collect(const struct six_rules *rules, const struct six_state *view, int viewer, struct bil_random *random,
                    struct unknowns *unknowns)
{
    uint8_t own[SIX_CARDS] = {0};
    uint8_t used[SIX_CARDS] = {0};
    uint8_t counted[SIX_CARDS];
    const uint8_t *unseen = view->unseen;
    unsigned any_fresh = 0;
    if (rules->fast) { /* nothing was remembered: only the cards now open are known */
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
    if (any_fresh && viewer >= 0 && view->drawn[viewer] > 0 && !count_own(view, viewer, own, random, used)) {
        return false;
    }
    unknowns->anywhere.count = 0;
    unknowns->fresh.count = 0;
    for (int card = 1; card < SIX_CARDS; card++) {
        add_copies(&unknowns->anywhere, card, unseen[card] - own[card] - (view->fresh[card] - used[card]));
    }
    for (int card = 1; card < SIX_CARDS && any_fresh; card++) {
        add_copies(&unknowns->fresh, card, view->fresh[card] - used[card]);
    }
    unknowns->olds = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const int unknown = seat == viewer ? 0 : six_unknown(rules, view, seat);
        unknowns->drawn[seat] = seat == viewer ? 0 : view->drawn[seat];
        unknowns->old[seat] = (uint8_t)(unknown - unknowns->drawn[seat]);
        unknowns->olds = (uint8_t)(unknowns->olds + unknowns->old[seat]);
    }
    return true;
}

/* Bit by kind: there is at least one copy. */
static uint32_t kinds_in(const uint8_t copies[SIX_CARDS])
{
    uint32_t kinds = 0;
    for (int card = 0; card < SIX_CARDS; card++) {
        kinds |= (uint32_t)(copies[card] > 0) << card;
    }
    return kinds;
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

static void deal_cards(const struct six_rules *rules, const struct six_state *view, int viewer, struct unknowns *unknowns,
                       struct bil_random *random, struct six_state *world)
{
    struct pool *pool = &unknowns->anywhere;
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != viewer) {
            memcpy(world->hand[seat].copies, view->known[seat], sizeof view->known[seat]);
        }
    }
    if (unknowns->fresh.count > 0) {
        pick_last(pool, unknowns->olds, random);
        deal_hands(rules, unknowns->old, pool, world);
        memcpy(&pool->card[pool->count], unknowns->fresh.card, (size_t)unknowns->fresh.count);
        pool->count += unknowns->fresh.count;
        bil_random_shuffle(random, pool->card, (size_t)pool->count);
    } else {
        bil_random_shuffle(random, pool->card, (size_t)pool->count);
        deal_hands(rules, unknowns->old, pool, world);
    }
    deal_hands(rules, unknowns->drawn, pool, world);
    assert(pool->count == view->deck);
    memcpy(world->pile, pool->card, (size_t)pool->count);
    for (int seat = 0; seat < rules->seats; seat++) {
        world->hand[seat].kinds = kinds_in(world->hand[seat].copies);
    }
}

/* What of a row of cards is not among those that the viewer sees (`seen`, by kind; used up here). */
static void not_seen(const uint8_t *box, int count, uint8_t *seen, struct row *left)
{
    int n = 0;
    for (int i = 0; i < count; i++) { /* without a branch: which cards were seen is anybody's guess */
        const int there = seen[box[i]] > 0;
        seen[box[i]] = (uint8_t)(seen[box[i]] - there);
        left->card[n] = box[i];
        n += !there;
    }
    left->count = (uint8_t)n;
}

static void plan_agendas(const struct six_rules *rules, const struct six_state *view, struct row *left)
{
    uint8_t seen[SIX_FIND_HIDDEN + 1] = {0};
    for (int seat = 0; seat < rules->seats; seat++) {
        seen[view->agenda[seat]]++;
    }
    not_seen(rules->agenda_box, rules->agenda_count, seen, left);
}

static void deal_agendas(const struct six_rules *rules, const struct six_state *view, struct row *left, struct bil_random *random,
                         struct six_state *world)
{
    bil_random_shuffle(random, left->card, left->count);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (view->agenda[seat] == SIX_FIND_HIDDEN) {
            world->agenda[seat] = left->card[--left->count];
        }
    }
}

static void plan_finds(const struct six_rules *rules, const struct six_state *view, struct row *left)
{
    uint8_t seen[SIX_FIND_HIDDEN + 1] = {0};
    for (int i = 0; i < view->find_left; i++) {
        seen[view->find_deck[i]]++;
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int i = 0; i < SIX_HELD; i++) {
            seen[view->find[seat][i] & ~SIX_FIND_UP]++;
        }
    }
    not_seen(rules->find_box, rules->find_count, seen, left);
}

static void deal_finds(const struct six_rules *rules, const struct six_state *view, struct row *left, struct bil_random *random,
                       struct six_state *world)
{
    bil_random_shuffle(random, left->card, left->count);
    for (int i = 0; i < view->find_left; i++) {
        if (view->find_deck[i] == SIX_FIND_HIDDEN) {
            world->find_deck[i] = left->card[--left->count];
        }
    }
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int i = 0; i < SIX_HELD; i++) {
            if (view->find[seat][i] == SIX_FIND_HIDDEN) {
                world->find[seat][i] = left->card[--left->count];
            }
        }
    }
    assert(left->count == 0);
}

/* For one deal alone chance may be given (else NULL): which cards the viewer has drawn is chosen at once. */
static void make_plan(const struct six_rules *rules, const struct six_state *view, struct bil_random *random, struct plan *plan)
{
    plan->viewer = view->viewer == 15 ? -1 : view->viewer - 1;
    plan->settled = collect(rules, view, plan->viewer, random, &plan->unknowns);
    plan_agendas(rules, view, &plan->agendas);
    plan_finds(rules, view, &plan->finds);
}

static void deal_world(const struct six_rules *rules, const struct six_state *view, struct plan *plan, struct bil_random *random,
                       struct six_state *world)
{
    memcpy(world, view, sizeof *world);
    world->viewer = 0;
    if (!plan->settled) {
        collect(rules, view, plan->viewer, random, &plan->unknowns);
    }
    deal_cards(rules, view, plan->viewer, &plan->unknowns, random, world);
    deal_agendas(rules, view, &plan->agendas, random, world);
    deal_finds(rules, view, &plan->finds, random, world);
}

void six_plan_deals(const void *rules, const void *view_, void *plan)
{
    const struct six_state *view = view_;
    if (view->viewer != 0) {
        make_plan(rules, view, NULL, plan);
    }
}

void six_deal_planned(const void *rules, const void *view_, const void *plan, struct bil_random *random, void *world)
{
    const struct six_state *view = view_;
    if (view->viewer == 0) {
        memcpy(world, view, sizeof *view);
        return;
    }
    struct plan copy;
    memcpy(&copy, plan, sizeof copy);
    deal_world(rules, view, &copy, random, world);
}

void six_deal(const void *rules, const void *view_, struct bil_random *random, void *world)
{
    const struct six_state *view = view_;
    if (view->viewer == 0) {
        memcpy(world, view, sizeof *view);
        return;
    }
    struct plan plan;
    make_plan(rules, view, random, &plan);
    deal_world(rules, view, &plan, random, world);
}

/* ------------------------------------------------------------------ all worlds in turn */
#ifndef BIL_WITHOUT_SOLVING /* the page's engine */

void six_make_lazy(void *rules_, const void *view_)
{
    struct six_rules *rules = rules_;
    const struct six_state *view = view_;
    rules->lazy = view->viewer != 0; /* else everything is known */
}

/* Gives each hand its number of cards from the pool, by kinds. */
static void take_hands(const struct six_rules *rules, const uint8_t wanted[SIX_PLAYERS], struct pool *pool,
                       struct bil_random *random, struct six_state *world)
{
    uint8_t taken[SIX_PILE];
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_script_take_cards(random, pool->card, &pool->count, wanted[seat], taken);
        for (int i = 0; i < wanted[seat]; i++) {
            world->hand[seat].copies[taken[i]]++;
        }
    }
}

/* One card of a row, each as likely. */
static uint8_t take_one(struct row *left, struct bil_random *random)
{
    const uint32_t at = bil_random_below(random, left->count);
    const uint8_t card = left->card[at];
    left->card[at] = left->card[--left->count];
    return card;
}

/* Discovery cards that some seat has seen come to their places; those that nobody has, in any order. */
static void take_finds(const struct six_rules *rules, const struct six_state *view, struct row *left, struct bil_random *random,
                       struct six_state *world)
{
    for (int seat = 0; seat < rules->seats; seat++) {
        for (int i = 0; i < SIX_HELD; i++) {
            if (view->find[seat][i] == SIX_FIND_HIDDEN) {
                world->find[seat][i] = take_one(left, random);
            }
        }
    }
    for (int i = 0; i < view->find_left; i++) {
        if (view->find_deck[i] == SIX_FIND_HIDDEN && view->find_deck_seen[i] != 0) {
            world->find_deck[i] = take_one(left, random);
        }
    }
    for (int i = 0; i < view->find_left; i++) {
        if (view->find_deck[i] == SIX_FIND_HIDDEN && view->find_deck_seen[i] == 0) {
            world->find_deck[i] = left->card[--left->count];
        }
    }
}

const char *six_deal_lazily(const void *rules_, const void *view_, struct bil_random *random, void *world_)
{
    const struct six_rules *rules = rules_;
    const struct six_state *view = view_;
    struct six_state *world = world_;
    struct plan plan;
    memcpy(world, view, sizeof *world);
    if (view->viewer == 0) {
        return NULL;
    }
    make_plan(rules, view, random, &plan);
    world->viewer = 0;
    struct pool *pool = &plan.unknowns.anywhere;
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != plan.viewer) {
            memcpy(world->hand[seat].copies, view->known[seat], sizeof view->known[seat]);
        }
    }
    take_hands(rules, plan.unknowns.old, pool, random, world);
    memcpy(&pool->card[pool->count], plan.unknowns.fresh.card, (size_t)plan.unknowns.fresh.count);
    pool->count += plan.unknowns.fresh.count;
    take_hands(rules, plan.unknowns.drawn, pool, random, world);
    assert(pool->count == view->deck);
    memcpy(world->pile, pool->card, (size_t)pool->count);
    for (int seat = 0; seat < rules->seats; seat++) {
        world->hand[seat].kinds = kinds_in(world->hand[seat].copies);
        if (view->agenda[seat] == SIX_FIND_HIDDEN) {
            world->agenda[seat] = take_one(&plan.agendas, random);
        }
    }
    take_finds(rules, view, &plan.finds, random, world);
    return NULL;
}

#endif
