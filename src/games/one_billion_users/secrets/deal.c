/* One Billion Users: a random world that fits all a viewer knows (OBU-192..203).
 *
 * Uniform in this sense: a world gives every token (knowledge.c) a place and every unknown token a card; all worlds that
 * fit what the viewer knows are equally likely. Where several cards of a giver may have been passed by Talent Poaching, each token
 * it had at that time and has not shown since is equally likely. Secret choices still to be revealed are part of a world: each way
 * to launch counts as one, each card as one to give.
 *
 * Never reads the state that the view was made from; a view is all it gets. */
#include "billions/script.h"
#include "games/one_billion_users/secrets/secrets.h"

/* What an unknown card must not be: one of those the viewer returned to the deck at set-up; a Community either. */
enum restriction { FREE, FROM_DEAL, NO_COMMUNITY };
enum { HAND = 255 }; /* a slot: the hand; else an index of obu_state.ground */
enum { MOST_TOKENS = OBU_PILE, PATIENCE = 100 };

struct want {
    uint8_t seat, slot, restriction;
};
/* One world that is being dealt. */
struct dealing {
    const struct obu_rules *rules;
    const struct obu_plan *plan;
    struct bil_random *random;
    const struct obu_state *view;
    struct obu_state *world;
    const struct obu_tokens *tokens;
    struct obu_tokens chosen; /* where those of the plan are not settled */
    struct obu_cards unseen;
    uint8_t hand_wants[OBU_SEATS]; /* cards still missing in a hand, of any kind; ground cards are missing where they are hidden */
    int wants;
    const uint16_t *likely; /* how likely a card is held, of 65,535: weights of belief.c; NULL: any as likely as any other */
    bool lazy;              /* no unknown card is of a special kind (obu_deal_lazily) */
    int pooled;
    uint8_t *pool;
    uint8_t room[OBU_PILE];        /* for it, where that of the plan must stay as it is */
    struct want want[MOST_TOKENS]; /* those with a restriction */
};

static uint32_t below(struct dealing *dealing, int bound)
{
    return bil_random_below(dealing->random, (uint32_t)bound);
}

/* ------------------------------------------------------------------ tokens on slots */

static inline void put_card(struct dealing *dealing, int seat, int slot, int card)
{
    if (slot == HAND) {
        obu_cards_add(dealing->rules, &dealing->world->seat[seat].hand, card);
    } else {
        dealing->world->ground[slot] = (uint8_t)(card | seat << 6);
    }
}

/* A known card is put down, if it is still unseen. It hardly ever is not: where a position from outside contradicts itself, or one
 * card counts as known at two seats after Talent Poaching. */
static inline bool put_known(struct dealing *dealing, int seat, int slot, int card)
{
    if (!obu_has(dealing->rules, &dealing->unseen, card)) {
        return false;
    }
    obu_cards_remove(dealing->rules, &dealing->unseen, card);
    put_card(dealing, seat, slot, card);
    return true;
}

static void want_card(struct dealing *dealing, int seat, int slot, enum restriction restriction)
{
    if (restriction == FREE || dealing->lazy) {
        return; /* free ground slots stay hidden until serve_free */
    }
    dealing->want[dealing->wants++] = (struct want){(uint8_t)seat, (uint8_t)slot, (uint8_t)restriction};
}

/* Tokens that may lie in the ground slot that is being filled: known ones, and how many unknown ones of each restriction. */
struct eligible {
    uint8_t card[OBU_KNOWN];
    int cards;
    int unknown[NO_COMMUNITY + 1];
};

static int eligible_count(const struct eligible *eligible)
{
    return eligible->cards + eligible->unknown[FREE] + eligible->unknown[FROM_DEAL] + eligible->unknown[NO_COMMUNITY];
}

/* Fills one ground slot with one of the eligible tokens, each equally likely. */
static void fill_slot(struct dealing *dealing, int seat, int slot, struct eligible *eligible)
{
    const int count = eligible_count(eligible);
    int pick =
        count > 1 && (eligible->cards > 0 || dealing->plan->returned || dealing->view->pure[seat]) ? (int)below(dealing, count) : 0;
    if (pick < eligible->cards) {
        const int card = eligible->card[pick];
        eligible->card[pick] = eligible->card[--eligible->cards];
        put_known(dealing, seat, slot, card);
        return;
    }
    pick -= eligible->cards;
    int restriction = NO_COMMUNITY;
    while (restriction > FREE && pick >= eligible->unknown[restriction]) {
        pick -= eligible->unknown[restriction--];
    }
    eligible->unknown[restriction]--;
    want_card(dealing, seat, slot, (enum restriction)restriction);
}

/* How many unknown tokens of each age a seat has in this world: one that it has beyond those counted is one of the oldest; one
 * counted that is known here is one of the newest. */
static void count_unknown(const struct dealing *dealing, int seat, int8_t unknown[OBU_GROUND + 1])
{
    const struct obu_state *view = dealing->view;
    const int ages = dealing->plan->slots[seat];
    for (int age = 0; age < ages; age++) {
        unknown[age] = (int8_t)view->older[dealing->plan->slot[seat][age]];
    }
    unknown[ages] = (int8_t)view->young[seat];
    int fewer = dealing->tokens->fewer[seat];
    for (int age = ages; age >= 0 && fewer > 0; age--) {
        const int taken = unknown[age] < fewer ? unknown[age] : fewer;
        unknown[age] = (int8_t)(unknown[age] - taken);
        fewer -= taken;
    }
    const int more = dealing->tokens->more[seat] - view->owed[seat];
    unknown[0] = (int8_t)(unknown[0] + (more > 0 ? more : 0));
}

/* Puts a seat's tokens on its slots. Ground slot k takes a token that is at most k old; each slot has the choice of the one before
 * and more, so that letting one slot after the other choose is uniform over all ways. What is left is in the hand. */
static void place_by_age(struct dealing *dealing, int seat)
{
    const struct obu_state *view = dealing->view;
    const struct obu_token *known = dealing->tokens->known[seat];
    const int knowns = dealing->tokens->knowns[seat];
    struct eligible eligible;
    eligible.cards = eligible.unknown[FREE] = eligible.unknown[FROM_DEAL] = eligible.unknown[NO_COMMUNITY] = 0;
    int8_t unknown[OBU_GROUND + 1]; /* unknown tokens by age */
    count_unknown(dealing, seat, unknown);
    int pure = view->pure[seat];
    int initial = (view->cut ? view->initial[seat] : view->seat[seat].hand_count) - pure;
    int next = 0;
    const int ages = dealing->plan->slots[seat];
    for (int age = 0; age <= ages; age++) {
        const bool last = age == ages; /* the hand itself: every token is eligible */
        int free = unknown[age];
        if (age == 0) {
            pure = pure < free ? pure : free;
            initial = initial < free - pure ? initial : free - pure;
            eligible.unknown[NO_COMMUNITY] = pure;
            eligible.unknown[FROM_DEAL] = initial;
            free -= pure + initial;
        }
        eligible.unknown[FREE] += free;
        while (next < knowns && (last || known[next].age <= age)) {
            eligible.card[eligible.cards++] = known[next++].card;
        }
        if (!last) {
            fill_slot(dealing, seat, dealing->plan->slot[seat][age], &eligible);
        }
    }
    int wanted = view->seat[seat].hand_count;
    for (int i = 0; i < eligible.cards && wanted > 0; i++) {
        wanted -= put_known(dealing, seat, HAND, eligible.card[i]);
    }
    for (int restriction = NO_COMMUNITY; restriction > FREE && !dealing->lazy; restriction--) {
        for (int i = 0; i < eligible.unknown[restriction] && wanted > 0; i++, wanted--) {
            want_card(dealing, seat, HAND, (enum restriction)restriction);
        }
    }
    dealing->hand_wants[seat] = (uint8_t)wanted;
}

/* ------------------------------------------------------------------ unknown cards */

static inline int draw_at(struct dealing *dealing, uint32_t at)
{
    const int card = dealing->pool[at] & 63;
    dealing->pool[at] = dealing->pool[--dealing->pooled];
    return card;
}

static bool allowed(int card, int restriction)
{
    return (card & OBU_RETURNED_MARK) == 0 && !(restriction == NO_COMMUNITY && obu_is_community(card));
}

/* Where cards in hands are as likely as players hold them: whether a card that chance has picked may stay. */
static inline bool stays(struct dealing *dealing, int card)
{
    return !dealing->likely || (bil_random_word(dealing->random) & 0xFFFF) <= dealing->likely[card & 63];
}

/* Of a want with a restriction; what is likely is looked at only so long, for what is allowed may all be unlikely. */
static inline bool may_be(struct dealing *dealing, struct want want, int card, int tries)
{
    return allowed(card, want.restriction) && (want.slot != HAND || tries >= PATIENCE || stays(dealing, card));
}

/* The strictest wants first: their choices are nested, so the whole is uniform (but for `likely`). */
static void serve_restricted(struct dealing *dealing)
{
    for (int restriction = NO_COMMUNITY; restriction > FREE; restriction--) {
        for (int i = 0; i < dealing->wants; i++) {
            const struct want want = dealing->want[i];
            if (want.restriction == restriction && dealing->pooled > 0) {
                uint32_t at = below(dealing, dealing->pooled);
                for (int tries = 0; tries < 1000 && !may_be(dealing, want, dealing->pool[at], tries); tries++) {
                    at = below(dealing, dealing->pooled);
                }
                put_card(dealing, want.seat, want.slot, draw_at(dealing, at));
            }
        }
    }
}

/* Unknown cards of hands, one seat after the other a card, so that none has the first choice. */
static void serve_likely(struct dealing *dealing)
{
    bool more = true;
    while (more) {
        more = false;
        for (int seat = 0; seat < dealing->rules->seats; seat++) {
            if (dealing->hand_wants[seat] > 0 && dealing->pooled > 0) {
                uint32_t at = below(dealing, dealing->pooled);
                for (int tries = 0; tries < PATIENCE && !stays(dealing, dealing->pool[at]); tries++) {
                    at = below(dealing, dealing->pooled);
                }
                obu_cards_add(dealing->rules, &dealing->world->seat[seat].hand, draw_at(dealing, at));
                more = --dealing->hand_wants[seat] > 0 || more;
            }
        }
    }
}

/* Everything else: shuffled once, taken from the end. What stays in the pool is in random order. */
static void serve_free(struct dealing *dealing)
{
    struct obu_state *world = dealing->world;
    if (dealing->plan->returned) {
        for (int i = 0; i < dealing->pooled; i++) {
            dealing->pool[i] &= 63;
        }
    }
    if (dealing->likely) {
        serve_likely(dealing);
    }
    bil_random_shuffle(dealing->random, dealing->pool, (size_t)dealing->pooled);
    int left = dealing->pooled;
    dealing->pool[left] = 0; /* looked at, and not used, where nothing is taken */
    for (int seat = 0; seat < dealing->rules->seats; seat++) {
        const int rest = left > dealing->hand_wants[seat] ? left - dealing->hand_wants[seat] : 0;
        struct obu_cards hand = world->seat[seat].hand;
        while (left > rest) {
            obu_cards_add(dealing->rules, &hand, dealing->pool[--left]);
        }
        world->seat[seat].hand = hand;
    }
    for (int i = 0; i < dealing->plan->hiddens; i++) { /* whether one still is hidden is reckoned with: nobody could guess it */
        const int g = dealing->plan->hidden[i];
        const int card = world->ground[g];
        const bool taken = ((card & 63) == OBU_HIDDEN) & (left > 0);
        left -= taken;
        world->ground[g] = (uint8_t)(card ^ (OBU_HIDDEN ^ dealing->pool[left]) * taken);
    }
    dealing->pooled = left;
}

/* Puts one card more at a random place of a deck in random order; it is in random order again. */
static inline int shuffle_in(struct dealing *dealing, int n, int card)
{
    uint8_t *pile = dealing->world->pile;
    const uint32_t at = below(dealing, n + 1);
    pile[n] = pile[at];
    pile[at] = (uint8_t)card;
    return n + 1;
}

static void deal_deck(struct dealing *dealing)
{
    const struct obu_plan *plan = dealing->plan;
    struct obu_state *world = dealing->world;
    int n = dealing->pooled;
    memcpy(world->pile, dealing->pool, (size_t)n);
    if (world->cut == 0) { /* the deck is not built yet */
        return;
    }
    for (int i = 0; i < plan->laters; i++) {
        n = shuffle_in(dealing, n, plan->later[i]);
    }
    if (world->stack[0].kind != OBU_END) { /* OBU-34: anywhere in what is left of the lowest part */
        const int part = world->cut < n ? world->cut : n;
        const uint32_t at = below(dealing, part + 1);
        memmove(&world->pile[at + 1], &world->pile[at], (size_t)n - at);
        world->pile[at] = OBU_GAME_OVER;
    }
}

/* ------------------------------------------------------------------ secret choices */

/* While launches are secret, every hand holds a launch, and a world with more ways to have launched is more likely. True if this
 * world is kept; then it has its launches. */
static bool keep_launches(struct dealing *dealing)
{
    struct obu_state *world = dealing->world;
    bil_move list[OBU_MAX_MOVES];
    for (int seat = 0; seat < dealing->rules->seats; seat++) {
        if (seat == dealing->plan->viewer) {
            continue;
        }
        struct obu_seat *owner = &world->seat[seat];
        const int communities = obu_popcount(obu_launchable(dealing->rules, owner));
        if (communities == 0) {
            return false;
        }
        if (world->pending[seat]) {
            struct obu_state asked = *world;
            asked.stack[0].seat = (uint8_t)seat;
            const int ways = obu_moves(dealing->rules, &asked, list);
            const int most = owner->network == OBU_FRIENDLINK ? OBU_MAX_MOVES : owner->hand_count;
            const int pick = (int)below(dealing, most);
            if (pick >= ways) {
                return false;
            }
            world->pending[seat] = list[pick];
        }
    }
    return true;
}

static void deal_gifts(struct dealing *dealing)
{
    struct obu_state *world = dealing->world;
    for (int seat = 0; seat < dealing->rules->seats; seat++) {
        if (seat != dealing->plan->viewer && world->pending[seat] == 1) {
            const struct obu_cards hand = world->seat[seat].hand;
            const int communities = obu_popcount(hand.comm);
            int pick = (int)below(dealing, communities + obu_popcount(hand.other));
            const bool community = pick < communities;
            uint64_t bits = community ? hand.comm : hand.other;
            for (pick -= community ? 0 : communities; pick > 0; pick--) {
                bits &= bits - 1;
            }
            const int card = community ? obu_lowest(bits) : dealing->rules->kind_of_bit[obu_lowest(bits)];
            world->pending[seat] = OBU_MOVE(OBU_M_GIVE, card, 0, 0);
        }
    }
}

/* ------------------------------------------------------------------ one world */

/* Tokens that chance places: in the hand or among the cards ground since (OBU-195). */
static void place_tokens(struct dealing *dealing)
{
    const struct obu_plan *plan = dealing->plan;
    dealing->unseen = plan->unseen;
    dealing->tokens = &plan->tokens;
    if (!plan->settled) {
        obu_gather_tokens(dealing->rules, dealing->view, plan->viewer, dealing->random, &dealing->chosen);
        dealing->tokens = &dealing->chosen;
    }
    for (unsigned rest = plan->by_chance; rest; rest &= rest - 1) {
        const int seat = obu_lowest(rest);
        if (obu_chance_places(plan, dealing->view, dealing->tokens, seat)) {
            place_by_age(dealing, seat);
        } else {
            dealing->hand_wants[seat] = (uint8_t)obu_place_in_hand(dealing->rules, dealing->view, dealing->tokens, seat,
                                                                   &dealing->unseen, &dealing->world->seat[seat].hand);
        }
    }
}

static void deal_known(struct dealing *dealing)
{
    const struct obu_plan *plan = dealing->plan;
    struct obu_state *world = dealing->world;
    memcpy(world, dealing->view, sizeof *world);
    world->viewer = 0;
    for (int seat = 0; seat < OBU_SEATS; seat++) {
        world->seat[seat].hand = plan->hand[seat];
    }
    memcpy(dealing->hand_wants, plan->hand_wants, sizeof dealing->hand_wants);
    dealing->wants = 0;
    if (plan->by_chance) {
        place_tokens(dealing);
    }
    if (plan->pool_ready) {
        dealing->pooled = plan->pooled;
        if (dealing->pool == dealing->room) {
            memcpy(dealing->pool, plan->pool, OBU_PILE);
        }
    } else {
        dealing->pooled = obu_fill_pool(dealing->rules, dealing->view, &dealing->unseen, dealing->pool);
    }
}

/* `pool`: that of the plan, if it may be used up by one try; else NULL. */
static void deal_world(const struct obu_rules *rules, const struct obu_state *view, const struct obu_plan *plan, uint8_t *pool,
                       const uint16_t *likely, struct bil_random *random, struct obu_state *world)
{
    struct dealing dealing;
    dealing.likely = likely;
    dealing.rules = rules;
    dealing.plan = plan;
    dealing.random = random;
    dealing.view = view;
    dealing.world = world;
    dealing.pool = pool ? pool : dealing.room;
    const bool launching = view->stack[0].kind == OBU_LAUNCH;
    dealing.lazy = false;
    do {
        deal_known(&dealing);
        serve_restricted(&dealing);
        serve_free(&dealing);
    } while (launching && !keep_launches(&dealing));
    if (!launching) {
        deal_gifts(&dealing);
    }
    deal_deck(&dealing);
    if (world->shuffle_count > 1) {
        bil_random_shuffle(random, world->shuffle, world->shuffle_count);
    }
}

void obu_plan_deals(const void *rules, const void *view_, void *plan)
{
    const struct obu_state *view = view_;
    if (view->viewer != 0) {
        obu_make_plan(rules, view, NULL, plan);
    }
}

void obu_deal_planned(const void *rules, const void *view_, const void *plan, struct bil_random *random, void *world)
{
    const struct obu_state *view = view_;
    if (view->viewer == 0) {
        memcpy(world, view, sizeof *view);
    } else {
        deal_world(rules, view, plan, NULL, NULL, random, world);
    }
}

void obu_deal_believed(const void *rules, const void *view_, const void *plan_, struct bil_random *random, void *world)
{
    const struct obu_state *view = view_;
    const struct obu_plan *plan = plan_;
    if (view->viewer == 0 || view->cut == 0 || view->stack[0].kind == OBU_LAUNCH) {
        obu_deal_planned(rules, view, plan, random, world);
    } else {
        deal_world(rules, view, plan, NULL, plan->likely, random, world);
    }
}

void obu_deal(const void *rules, const void *view_, struct bil_random *random, void *world)
{
    const struct obu_state *view = view_;
    if (view->viewer == 0) {
        memcpy(world, view, sizeof *view);
        return;
    }
    struct obu_plan plan;
    const bool launching = view->stack[0].kind == OBU_LAUNCH; /* then it may take several tries, each with its own chance */
    obu_make_plan(rules, view, launching ? NULL : random, &plan);
    deal_world(rules, view, &plan, launching ? NULL : plan.pool, NULL, random, world);
}

/* ------------------------------------------------------------------ all worlds in turn */
#ifndef BIL_WITHOUT_SOLVING /* the page's engine */

void obu_make_lazy(void *rules_, const void *view_)
{
    struct obu_rules *rules = rules_;
    const struct obu_state *view = view_;
    struct obu_plan plan;
    if (view->viewer != 0) { /* else everything is known */
        rules->lazy = (uint8_t)(1 + view->viewer);
        obu_make_plan(rules, view, NULL, &plan);
        rules->lazy_ground = plan.by_chance == 0 ? view->ground_total : 0;
    }
}

/* Cards that nobody knows are dealt by kinds. Those in the ground never come back: so where no known card can be there, they are no
 * matter of the world, but may be exchanged with those of the deck (obu_settle_top); else they are. */
const char *obu_deal_lazily(const void *rules_, const void *view_, struct bil_random *random, void *world_)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *view = view_;
    struct obu_state *world = world_;
    struct obu_plan plan;
    struct dealing dealing;
    uint8_t taken[OBU_PILE];
    memcpy(world, view, sizeof *world);
    if (view->viewer == 0) {
        return NULL;
    }
    obu_make_plan(rules, view, random, &plan);
    int pure = 0, gifts = 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        pure += view->pure[seat];
        gifts += view->pending[seat] != 0;
    }
    if (view->cut == 0 || gifts > 0 || view->shuffle_count > 1) {
        return "secret choices, or Influencers that are being shuffled, are still to come to light";
    }
    if (pure > 0 || plan.returned) {
        return "it is known of some hidden cards that they are no Communities, or came from the deck";
    }
    dealing.rules = rules;
    dealing.plan = &plan;
    dealing.random = random;
    dealing.view = view;
    dealing.world = world;
    dealing.pool = dealing.room;
    dealing.likely = NULL;
    dealing.lazy = true;
    deal_known(&dealing);
    for (int seat = 0; seat < rules->seats; seat++) {
        bil_script_take_cards(random, dealing.pool, &dealing.pooled, dealing.hand_wants[seat], taken);
        for (int i = 0; i < dealing.hand_wants[seat]; i++) {
            obu_cards_add(rules, &world->seat[seat].hand, taken[i]);
        }
    }
    int hidden = 0;
    for (int i = 0; i < plan.hiddens; i++) {
        hidden += (world->ground[plan.hidden[i]] & 63) == OBU_HIDDEN;
    }
    if (rules->lazy_ground) {
        dealing.pooled -= hidden;
        memcpy(taken, dealing.pool + dealing.pooled, (size_t)hidden);
    } else {
        bil_script_take_cards(random, dealing.pool, &dealing.pooled, hidden, taken);
    }
    for (int i = plan.hiddens - 1; i >= 0; i--) {
        uint8_t *slot = &world->ground[plan.hidden[i]];
        if ((*slot & 63) == OBU_HIDDEN) {
            assert(hidden > 0);
            *slot = (uint8_t)((*slot & ~63) | taken[--hidden]);
        }
    }
    memset(world->pile, 0, (size_t)view->deck);
    int n = 0;
    if (world->stack[0].kind != OBU_END) {
        world->pile[n++] = OBU_GAME_OVER; /* always at the bottom, until it is drawn */
    }
    memcpy(world->pile + n, plan.later, (size_t)plan.laters);
    memcpy(world->pile + n + plan.laters, dealing.pool, (size_t)dealing.pooled);
    assert(n + plan.laters + dealing.pooled == view->deck);
    return NULL;
}

#endif
