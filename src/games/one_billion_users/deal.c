/* One Billion Users: a random world that fits all a viewer knows (OBU-192..203).
 *
 * Uniform in this sense: a world says where every token (knowledge.c) lies and which card every unknown token is; all worlds that
 * fit what the viewer knows are equally likely. Where several cards of a giver may have been passed by Talent Poaching, each token
 * it had at that time and has not shown since is equally likely. Secret choices still to be revealed are part of a world: each way
 * to launch counts as one, each card as one to give.
 *
 * Never reads the state that the view was made from; a view is all it gets. */
#include "games/one_billion_users/bits.h"
#include "games/one_billion_users/knowledge.h"

/* What an unknown card must not be: one of those the viewer returned to the deck at set-up; a Community either. */
enum restriction { FREE, FROM_DEAL, NO_COMMUNITY };
enum { RETURNED_MARK = 128 }; /* in a pool: this very card was in the deck when the game began */
enum { HAND = 255 };          /* a slot: the hand; else an index of obu_state.ground */
enum { MOST_TOKENS = OBU_PILE };

struct token {
    uint8_t card, age;
};
struct want {
    uint8_t seat, slot, restriction;
};
struct dealing {
    const struct obu_rules *rules;
    struct bil_random *random;
    const struct obu_state *view;
    struct obu_state *world;
    int viewer;    /* seat or -1 */
    bool returned; /* the viewer returned cards at set-up */
    struct obu_cards unseen;
    uint8_t knowns[OBU_SEATS];
    uint8_t more[OBU_SEATS];  /* unknown tokens that this world has beyond those that the table counts: a known one went instead */
    uint8_t fewer[OBU_SEATS]; /* tokens that the table counts as unknown and this world knows: what Talent Poaching brought */
    uint8_t hand_wants[OBU_SEATS]; /* cards still missing in a hand, of any kind; ground cards are missing where they are hidden */
    uint8_t slot[OBU_SEATS][OBU_GROUND]; /* ground cards of a seat, as indices of obu_state.ground */
    uint8_t slots[OBU_SEATS];
    int wants;
    int pooled;
    uint8_t pool[OBU_PILE + 64];
    struct want want[MOST_TOKENS]; /* those with a restriction */
    struct token known[OBU_SEATS][OBU_KNOWN];
};

static uint32_t below(struct dealing *dealing, int bound)
{
    return bil_random_below(dealing->random, (uint32_t)bound);
}

/* ------------------------------------------------------------------ tokens */

/* Keeps the tokens of a seat in the order of their age; among equals the new one comes last, so no suspect changes its place. */
static void add_token(struct dealing *dealing, int seat, int card, int age)
{
    struct token *known = dealing->known[seat];
    const struct token token = {(uint8_t)card, (uint8_t)(age & ~OBU_SUSPECT)};
    int at = dealing->knowns[seat]++;
    for (; at > 0 && known[at - 1].age > token.age; at--) {
        known[at] = known[at - 1];
    }
    known[at] = token;
}

static void remove_token(struct dealing *dealing, int seat, int at)
{
    dealing->knowns[seat]--;
    memmove(&dealing->known[seat][at], &dealing->known[seat][at + 1], (size_t)(dealing->knowns[seat] - at) * sizeof(struct token));
}

/* The giver's known cards that may have been passed, as indices of its tokens, which stand in the order of obu_state.known. */
static int suspects_of(const struct obu_state *view, int giver, uint8_t at[OBU_KNOWN + 1])
{
    int count = 0;
    int index = 0;
    for (int i = 0; i < view->known_count; i++) { /* adds up rather than branches: whose card comes next is anybody's guess */
        const bool own = view->known[i].card_seat >> 6 == giver && view->known[i].age != OBU_RETURNED;
        at[count] = (uint8_t)index;
        count += own & (view->known[i].age >> 7);
        index += own;
    }
    return count;
}

/* Talent Poaching: settles for this world what went from `giver` to its left. */
static void settle_pass(struct dealing *dealing, int giver)
{
    const struct obu_state *view = dealing->view;
    const int receiver = obu_after(dealing->rules, giver);
    const int passed = view->passed[giver];
    const int age = view->passed_age[giver];
    uint8_t suspect[OBU_KNOWN + 1];
    const int suspects = suspects_of(view, giver, suspect);
    if (dealing->viewer == giver) {
        if (passed > 0) {
            add_token(dealing, receiver, passed - 1, age);
            dealing->fewer[receiver]++;
        }
    } else if (dealing->viewer == receiver) {
        for (int i = suspects - 1; i >= 0 && passed > 0; i--) {
            if (dealing->known[giver][suspect[i]].card == passed - 1) {
                remove_token(dealing, giver, suspect[i]);
                dealing->more[giver]++;
                break;
            }
        }
    } else if (suspects > 0 && obu_unknown_tokens(view, receiver) > 0) {
        int others = view->owed[giver] || view->passed_hand[giver] < suspects ? 0 : view->passed_hand[giver] - suspects;
        if (dealing->viewer >= 0 && obu_after(dealing->rules, dealing->viewer) == giver && view->passed[dealing->viewer] > 0) {
            /* the viewer knows one of the giver's unknown tokens, and that one came too late to be passed on */
            others = others < obu_unknown_tokens(view, giver) ? others : obu_unknown_tokens(view, giver);
        }
        const int pick = (int)below(dealing, suspects + others);
        if (pick < suspects) {
            const int card = dealing->known[giver][suspect[pick]].card;
            remove_token(dealing, giver, suspect[pick]);
            add_token(dealing, receiver, card, age);
            dealing->fewer[receiver]++;
            dealing->more[giver]++;
        }
    }
}

static void gather_tokens(struct dealing *dealing)
{
    const struct obu_state *view = dealing->view;
    memset(dealing->knowns, 0, sizeof dealing->knowns);
    memset(dealing->more, 0, sizeof dealing->more);
    memset(dealing->fewer, 0, sizeof dealing->fewer);
    dealing->returned = false;
    for (int i = 0; i < view->known_count; i++) {
        const int seat = view->known[i].card_seat >> 6;
        if (view->known[i].age == OBU_RETURNED) {
            dealing->returned = true;
        } else if (seat != dealing->viewer) {
            add_token(dealing, seat, view->known[i].card_seat & 63, view->known[i].age);
        }
    }
    for (int giver = 0; giver < dealing->rules->seats; giver++) {
        if (view->passed_hand[giver] > 0) {
            settle_pass(dealing, giver);
        }
    }
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

/* A known card is put down, if it is still unseen (it always is, unless a position from outside contradicts itself). */
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
    if (restriction == FREE) {
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
        count > 1 && (eligible->cards > 0 || dealing->returned || dealing->view->pure[seat]) ? (int)below(dealing, count) : 0;
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
    const int ages = dealing->slots[seat];
    for (int age = 0; age < ages; age++) {
        unknown[age] = (int8_t)view->older[dealing->slot[seat][age]];
    }
    unknown[ages] = (int8_t)view->young[seat];
    int fewer = dealing->fewer[seat];
    for (int age = ages; age >= 0 && fewer > 0; age--) {
        const int taken = unknown[age] < fewer ? unknown[age] : fewer;
        unknown[age] = (int8_t)(unknown[age] - taken);
        fewer -= taken;
    }
    const int more = dealing->more[seat] - view->owed[seat];
    unknown[0] = (int8_t)(unknown[0] + (more > 0 ? more : 0));
}

/* Puts a seat's tokens on its slots. Ground slot k takes a token that is at most k old; each slot has the choice of the one before
 * and more, so that letting one slot after the other choose is uniform over all ways. What is left is in the hand. */
static void place_by_age(struct dealing *dealing, int seat)
{
    const struct obu_state *view = dealing->view;
    const struct token *known = dealing->known[seat];
    const int knowns = dealing->knowns[seat];
    struct eligible eligible;
    eligible.cards = eligible.unknown[FREE] = eligible.unknown[FROM_DEAL] = eligible.unknown[NO_COMMUNITY] = 0;
    int8_t unknown[OBU_GROUND + 1]; /* unknown tokens by age */
    count_unknown(dealing, seat, unknown);
    int pure = view->pure[seat];
    int initial = (view->cut ? view->initial[seat] : view->seat[seat].hand_count) - pure;
    int next = 0;
    const int ages = dealing->slots[seat];
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
            fill_slot(dealing, seat, dealing->slot[seat][age], &eligible);
        }
    }
    int wanted = view->seat[seat].hand_count;
    for (int i = 0; i < eligible.cards && wanted > 0; i++) {
        wanted -= put_known(dealing, seat, HAND, eligible.card[i]);
    }
    for (int restriction = NO_COMMUNITY; restriction > FREE; restriction--) {
        for (int i = 0; i < eligible.unknown[restriction] && wanted > 0; i++, wanted--) {
            want_card(dealing, seat, HAND, (enum restriction)restriction);
        }
    }
    dealing->hand_wants[seat] = (uint8_t)wanted;
}

static void place_tokens(struct dealing *dealing, int seat)
{
    const struct obu_state *view = dealing->view;
    const int knowns = dealing->knowns[seat];
    const bool restricted = view->pure[seat] > 0 || dealing->returned;
    const int ages = dealing->slots[seat];
    if (restricted || (ages > 0 && knowns > 0 && dealing->known[seat][0].age < ages)) {
        place_by_age(dealing, seat);
        return;
    }
    int wanted = view->seat[seat].hand_count; /* nothing to choose: all known cards came after the last ground one */
    for (int i = 0; i < knowns && wanted > 0; i++) {
        wanted -= put_known(dealing, seat, HAND, dealing->known[seat][i].card);
    }
    dealing->hand_wants[seat] = (uint8_t)wanted;
}

/* ------------------------------------------------------------------ unknown cards */

static void fill_pool(struct dealing *dealing)
{
    static const uint8_t number[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                       22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
                                       44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    int n = obu_compress(dealing->pool, number, dealing->unseen.comm);
    n += obu_compress(dealing->pool + n, dealing->rules->kind_of_bit, dealing->unseen.other);
    dealing->pooled = n;
    for (int i = 0; i < dealing->view->known_count && dealing->view->known[i].age == OBU_RETURNED; i++) {
        uint8_t *card = memchr(dealing->pool, dealing->view->known[i].card_seat & 63, (size_t)n);
        if (card) {
            *card |= RETURNED_MARK;
        }
    }
}

static inline int draw_at(struct dealing *dealing, uint32_t at)
{
    const int card = dealing->pool[at] & 63;
    dealing->pool[at] = dealing->pool[--dealing->pooled];
    return card;
}

static bool allowed(int card, int restriction)
{
    return (card & RETURNED_MARK) == 0 && !(restriction == NO_COMMUNITY && obu_is_community(card));
}

/* The strictest wants first: their choices are nested, so the whole is uniform. */
static void serve_restricted(struct dealing *dealing)
{
    for (int restriction = NO_COMMUNITY; restriction > FREE; restriction--) {
        for (int i = 0; i < dealing->wants; i++) {
            const struct want want = dealing->want[i];
            if (want.restriction == restriction && dealing->pooled > 0) {
                uint32_t at = below(dealing, dealing->pooled);
                for (int tries = 0; !allowed(dealing->pool[at], restriction) && tries < 1000; tries++) {
                    at = below(dealing, dealing->pooled);
                }
                put_card(dealing, want.seat, want.slot, draw_at(dealing, at));
            }
        }
    }
}

/* Everything else: shuffled once, taken from the end. What stays in the pool is in random order. */
static void serve_free(struct dealing *dealing)
{
    struct obu_state *world = dealing->world;
    if (dealing->returned) {
        for (int i = 0; i < dealing->pooled; i++) {
            dealing->pool[i] &= 63;
        }
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
    for (int g = 0; g < world->ground_total; g++) { /* whether a card is hidden is reckoned with: nobody could guess it */
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
    const struct obu_rules *rules = dealing->rules;
    struct obu_state *world = dealing->world;
    int n = dealing->pooled;
    memcpy(world->pile, dealing->pool, (size_t)n);
    if (world->cut == 0) { /* the deck is not built yet */
        return;
    }
    uint32_t out = world->gone ? 1U << OBU_MAIN_CHARACTER : 0; /* bit i: card OBU_INFLUENCER + i is elsewhere */
    for (int seat = 0; seat < rules->seats; seat++) {
        out |= world->seat[seat].influencers;
    }
    for (int i = 0; i < world->shuffle_count; i++) {
        out |= 1U << world->shuffle[i];
    }
    for (int i = 0; i < world->event_count; i++) {
        out |= 1U << (OBU_EVENT - OBU_INFLUENCER + world->event_pile[i]);
    }
    const uint32_t all = rules->influencers | (uint32_t)rules->events << (OBU_EVENT - OBU_INFLUENCER);
    for (uint32_t rest = all & ~out; rest; rest &= rest - 1) {
        n = shuffle_in(dealing, n, OBU_INFLUENCER + obu_lowest(rest));
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
        if (seat == dealing->viewer) {
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
        if (seat != dealing->viewer && world->pending[seat] == 1) {
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

void obu_deal(const void *rules_, const void *view_, struct bil_random *random, void *world_)
{
    const struct obu_rules *rules = rules_;
    const struct obu_state *view = view_;
    struct obu_state *world = world_;
    if (view->viewer == 0) {
        memcpy(world, view, sizeof *world);
        return;
    }
    struct dealing dealing;
    dealing.rules = rules;
    dealing.random = random;
    dealing.view = view;
    dealing.world = world;
    dealing.viewer = view->viewer == 15 ? -1 : view->viewer - 1;
    const bool launching = view->stack[0].kind == OBU_LAUNCH;
    memset(dealing.slots, 0, sizeof dealing.slots);
    for (int g = 0; g < view->ground_total; g++) {
        const int seat = view->ground[g] >> 6;
        dealing.slot[seat][dealing.slots[seat]++] = (uint8_t)g;
    }
    do {
        memcpy(world, view, sizeof *world);
        world->viewer = 0;
        dealing.wants = 0;
        memset(dealing.hand_wants, 0, sizeof dealing.hand_wants);
        obu_unseen(rules, view, &dealing.unseen);
        gather_tokens(&dealing);
        for (int seat = 0; seat < rules->seats; seat++) {
            if (seat != dealing.viewer) {
                place_tokens(&dealing, seat);
            }
        }
        fill_pool(&dealing);
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
