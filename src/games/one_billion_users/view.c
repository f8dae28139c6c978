/* One Billion Users: what a viewer may know of a state, and a random world that fits it (OBU-192..203).
 *
 * `hide` only removes. `deal` is uniform in this sense: a world says where every token (knowledge.c) lies and which card every unknown
 * token is; all worlds that fit what the viewer knows are equally likely. Where several cards of a giver may have been
 * passed by Talent Poaching, each card of its hand at that time is equally likely. Secret choices still to be revealed are part of a
 * world: each way to launch counts as one, each card as one to give. */
#include "games/one_billion_users/knowledge.h"

void obu_hide(const void *rules_, const void *state_, int viewer, void *view_)
{
    const struct obu_rules *rules = rules_;
    struct obu_state *view = view_;
    memcpy(view, state_, sizeof *view);
    if (viewer == BIL_EVERYBODY) {
        return;
    }
    view->viewer = (uint8_t)(viewer >= 0 ? 1 + viewer : 15);
    memset(view->pile, OBU_HIDDEN, view->deck);
    for (int seat = 0; seat < rules->seats; seat++) {
        if (seat != viewer) {
            view->seat[seat].hand = (struct obu_cards){{{0, 0}}};
            view->pending[seat] = view->pending[seat] ? 1 : 0;
        }
        if (view->passed_hand[seat] > 0 && seat != viewer && obu_after(rules, seat) != viewer) {
            view->passed[seat] = OBU_PASSED_UNSEEN;
        }
    }
    for (int g = 0; g < view->ground_total; g++) {
        if (view->ground[g] >> 6 != viewer) {
            view->ground[g] |= OBU_HIDDEN;
        }
    }
    for (int i = 1; i < view->shuffle_count; i++) { /* the order is secret until each reveal: show it sorted */
        for (int j = i; j > 0 && view->shuffle[j - 1] > view->shuffle[j]; j--) {
            const uint8_t swap = view->shuffle[j];
            view->shuffle[j] = view->shuffle[j - 1];
            view->shuffle[j - 1] = swap;
        }
    }
    int kept = 0;
    for (int i = 0; i < view->known_count; i++) {
        if (view->known[i].age != OBU_RETURNED || view->known[i].card_seat >> 6 == viewer) {
            view->known[kept++] = view->known[i];
        }
    }
    memset(&view->known[kept], 0, (size_t)(view->known_count - kept) * sizeof view->known[0]);
    view->known_count = (uint8_t)kept;
}

/* ------------------------------------------------------------------ the unseen cards */

static void count_bits(const struct obu_rules *rules, uint64_t other, uint8_t *counts)
{
    for (; other; other &= other - 1) {
        counts[rules->kind_of_bit[obu_lowest(other)]]++;
    }
}

/* Counts main cards in open places and in the viewer's own: Communities as a mask, the others by card. */
static uint64_t seen_cards(const struct obu_rules *rules, const struct obu_state *view, uint8_t seen[64])
{
    uint64_t comm = 0;
    memset(seen, 0, 64);
    for (int seat = 0; seat < rules->seats; seat++) {
        const struct obu_seat *platform = &view->seat[seat];
        comm |= platform->comm | platform->hand.comm;
        count_bits(rules, platform->stack, seen);
        count_bits(rules, platform->hand.other, seen);
        for (unsigned guards = platform->guards & 15U; guards; guards &= guards - 1) {
            seen[OBU_SAFEGUARD + obu_lowest(guards)]++;
        }
    }
    for (int i = OBU_PILE - view->discard; i < OBU_PILE; i++) {
        seen[view->pile[i]]++;
    }
    for (int g = 0; g < view->ground_total; g++) {
        seen[view->ground[g] & 63]++;
    }
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        seen[OBU_POKE] = (uint8_t)(seen[OBU_POKE] + obu_pokes(view, i));
        seen[OBU_PUSH] = (uint8_t)(seen[OBU_PUSH] + obu_pushes(view, i));
    }
    seen[OBU_POKE] = (uint8_t)(seen[OBU_POKE] + (view->gone_attached & 15));
    seen[OBU_PUSH] = (uint8_t)(seen[OBU_PUSH] + (view->gone_attached >> 4));
    for (int d = 0; d < view->depth; d++) {
        if (view->stack[d].kind == OBU_GUARD) { /* the Blocker beside the stack (OBU-213) */
            seen[OBU_BLOCKER + view->stack[d].a]++;
        }
    }
    for (int card = 0; card < rules->communities; card++) {
        comm |= (uint64_t)(seen[card] != 0) << card;
    }
    return comm;
}

void obu_unseen(const struct obu_rules *rules, const struct obu_state *view, struct obu_cards *unseen)
{
    uint8_t seen[64];
    unseen->comm = rules->all_comm & ~seen_cards(rules, view, seen);
    unseen->other = 0;
    for (int card = OBU_BLOCKER; card < OBU_HIDDEN; card++) {
        for (int i = seen[card]; i < rules->copies[card]; i++) {
            unseen->other = obu_other_add(rules, unseen->other, card);
        }
    }
}

/* ------------------------------------------------------------------ deal */

/* What an unknown card must not be. */
enum restriction { FREE, FROM_DEAL, NO_COMMUNITY, RESTRICTIONS };
enum { RETURNED_MARK = 128 }; /* in a pool: this very card was in the deck when the game began */

struct token {
    uint8_t card, age;
};
/* A place that still wants an unknown card: a hand (place = HAND) or a ground card. */
enum { HAND = 255 };
struct want {
    uint8_t seat, place;
};
struct dealing {
    const struct obu_rules *rules;
    struct bil_random *random;
    struct obu_state *world;
    int viewer; /* seat or -1 */
    uint8_t pool[OBU_PILE];
    int pooled;
    struct token known[OBU_SEATS][OBU_KNOWN];
    uint8_t knowns[OBU_SEATS];
    int8_t unknown_change[OBU_SEATS]; /* tokens that this world has more or fewer than the table counts */
    struct want want[RESTRICTIONS][OBU_PILE];
    uint8_t wants[RESTRICTIONS];
};

static uint32_t below(struct dealing *dealing, int bound)
{
    return bil_random_below(dealing->random, (uint32_t)bound);
}

static void fill_pool(struct dealing *dealing, const struct obu_state *view)
{
    const struct obu_rules *rules = dealing->rules;
    uint8_t seen[64];
    int n = 0;
    for (uint64_t rest = rules->all_comm & ~seen_cards(rules, view, seen); rest; rest &= rest - 1) {
        dealing->pool[n++] = (uint8_t)obu_lowest(rest);
    }
    for (int card = OBU_BLOCKER; card < OBU_HIDDEN; card++) {
        for (int i = seen[card]; i < rules->copies[card]; i++) {
            dealing->pool[n++] = (uint8_t)card;
        }
    }
    dealing->pooled = n;
}

static bool take_from_pool(struct dealing *dealing, int card)
{
    for (int i = 0; i < dealing->pooled; i++) {
        if (dealing->pool[i] == card) {
            dealing->pool[i] = dealing->pool[--dealing->pooled];
            return true;
        }
    }
    return false;
}

static void add_token(struct dealing *dealing, int seat, int card, int age)
{
    dealing->known[seat][dealing->knowns[seat]++] = (struct token){(uint8_t)card, (uint8_t)(age & ~OBU_SUSPECT)};
}

static void remove_token(struct dealing *dealing, int seat, int at)
{
    dealing->knowns[seat]--;
    memmove(&dealing->known[seat][at], &dealing->known[seat][at + 1], (size_t)(dealing->knowns[seat] - at) * sizeof(struct token));
}

/* The giver's known cards that may have been passed, as indices of its tokens, which stand in the order of obu_state.known. */
static int suspects_of(const struct obu_state *view, int giver, uint8_t at[OBU_KNOWN])
{
    int count = 0;
    int index = 0;
    for (int i = 0; i < view->known_count; i++) {
        if (view->known[i].card_seat >> 6 == giver && view->known[i].age != OBU_RETURNED) {
            if (view->known[i].age & OBU_SUSPECT) {
                at[count++] = (uint8_t)index;
            }
            index++;
        }
    }
    return count;
}

/* Talent Poaching: settles for this world what went from `giver` to its left. */
static void settle_pass(struct dealing *dealing, const struct obu_state *view, int giver)
{
    const int receiver = obu_after(dealing->rules, giver);
    const int passed = view->passed[giver];
    const int age = view->passed_age[giver];
    uint8_t suspect[OBU_KNOWN];
    const int suspects = suspects_of(view, giver, suspect);
    if (dealing->viewer == giver) {
        if (passed > 0) {
            add_token(dealing, receiver, passed - 1, age);
            dealing->unknown_change[receiver]--;
        }
    } else if (dealing->viewer == receiver) {
        for (int i = suspects - 1; i >= 0 && passed > 0; i--) {
            if (dealing->known[giver][suspect[i]].card == passed - 1) {
                remove_token(dealing, giver, suspect[i]);
                dealing->unknown_change[giver]++;
                break;
            }
        }
    } else if (suspects > 0 && obu_unknown_tokens(view, receiver) > 0) {
        const int others = view->owed[giver] || view->passed_hand[giver] < suspects ? 0 : view->passed_hand[giver] - suspects;
        const int pick = (int)below(dealing, suspects + others);
        if (pick < suspects) {
            const int card = dealing->known[giver][suspect[pick]].card;
            remove_token(dealing, giver, suspect[pick]);
            add_token(dealing, receiver, card, age);
            dealing->unknown_change[receiver]--;
            dealing->unknown_change[giver]++;
        }
    }
}

static void gather_tokens(struct dealing *dealing, const struct obu_state *view)
{
    for (int i = 0; i < view->known_count; i++) {
        const int seat = view->known[i].card_seat >> 6;
        const int card = view->known[i].card_seat & 63;
        if (view->known[i].age == OBU_RETURNED) {
            for (int j = 0; j < dealing->pooled; j++) {
                if (dealing->pool[j] == card) {
                    dealing->pool[j] |= RETURNED_MARK;
                    break;
                }
            }
        } else if (seat != dealing->viewer) {
            add_token(dealing, seat, card, view->known[i].age);
        }
    }
    for (int giver = 0; giver < dealing->rules->seats; giver++) {
        if (view->passed_hand[giver] > 0) {
            settle_pass(dealing, view, giver);
        }
    }
}

static void want_card(struct dealing *dealing, int seat, int place, enum restriction restriction)
{
    dealing->want[restriction][dealing->wants[restriction]++] = (struct want){(uint8_t)seat, (uint8_t)place};
}

static void put_card(struct dealing *dealing, int seat, int place, int card)
{
    if (place == HAND) {
        obu_cards_add(dealing->rules, &dealing->world->seat[seat].hand, card);
    } else {
        dealing->world->ground[place] = (uint8_t)(card | seat << 6);
    }
}

/* Puts a seat's tokens on its slots, youngest first: each age has the slots of the one before and one more, so that choosing a
 * free slot for one token after the other is uniform over all ways. */
static void place_tokens(struct dealing *dealing, const struct obu_state *view, int seat)
{
    uint8_t free_slot[OBU_PILE];
    uint8_t slot_of[OBU_GROUND];   /* ground[] index by the seat's own count */
    int unknown[OBU_GROUND + 1];
    int grounds = 0;
    for (int g = 0; g < view->ground_total; g++) {
        if (view->ground[g] >> 6 == seat) {
            unknown[grounds] = view->older[g];
            slot_of[grounds++] = (uint8_t)g;
        }
    }
    unknown[grounds] = view->young[seat];
    int change = dealing->unknown_change[seat];
    for (int age = grounds; change < 0 && age >= 0; age--) {
        if (unknown[age] > 0) {
            unknown[age]--;
            change++;
        }
    }
    unknown[0] += change > view->owed[seat] ? change - view->owed[seat] : 0;
    int free_slots = view->seat[seat].hand_count;
    memset(free_slot, HAND, (size_t)free_slots);
    int pure = view->pure[seat];
    int initial = (view->cut ? view->initial[seat] : view->seat[seat].hand_count) - pure;
    int next = dealing->knowns[seat] - 1;
    for (int age = grounds; age >= 0; age--) {
        if (age < grounds) {
            free_slot[free_slots++] = slot_of[age];
        }
        while (next >= 0 && (dealing->known[seat][next].age >= age || age == 0) && free_slots > 0) {
            const int card = dealing->known[seat][next--].card;
            const uint32_t at = grounds ? below(dealing, free_slots) : (uint32_t)free_slots - 1;
            if (take_from_pool(dealing, card)) {
                put_card(dealing, seat, free_slot[at], card);
                free_slot[at] = free_slot[--free_slots];
            }
        }
        for (int i = 0; (i < unknown[age] || age == 0) && free_slots > 0; i++) {
            const uint32_t at = grounds ? below(dealing, free_slots) : (uint32_t)free_slots - 1;
            const enum restriction restriction = age > 0 ? FREE : pure > 0 ? NO_COMMUNITY : initial > 0 ? FROM_DEAL : FREE;
            pure -= restriction == NO_COMMUNITY;
            initial -= restriction == FROM_DEAL;
            want_card(dealing, seat, free_slot[at], restriction);
            free_slot[at] = free_slot[--free_slots];
        }
    }
}

static bool allowed(int card, enum restriction restriction)
{
    return restriction == FREE ||
           ((card & RETURNED_MARK) == 0 && !(restriction == NO_COMMUNITY && obu_is_community(card)));
}

/* Serves the strictest wants first: their choices are nested, so the whole is uniform. */
static void serve_wants(struct dealing *dealing)
{
    for (int restriction = RESTRICTIONS - 1; restriction >= 0; restriction--) {
        for (int i = 0; i < dealing->wants[restriction] && dealing->pooled > 0; i++) {
            uint32_t at = below(dealing, dealing->pooled);
            for (int tries = 0; !allowed(dealing->pool[at], (enum restriction)restriction) && tries < 1000; tries++) {
                at = below(dealing, dealing->pooled);
            }
            const struct want want = dealing->want[restriction][i];
            put_card(dealing, want.seat, want.place, dealing->pool[at] & 63);
            dealing->pool[at] = dealing->pool[--dealing->pooled];
        }
    }
}

static void deal_deck(struct dealing *dealing)
{
    const struct obu_rules *rules = dealing->rules;
    struct obu_state *world = dealing->world;
    int n = dealing->pooled;
    for (int i = 0; i < n; i++) {
        world->pile[i] = dealing->pool[i] & 63;
    }
    if (world->cut == 0) { /* the deck is not built yet */
        bil_random_shuffle(dealing->random, world->pile, (size_t)n);
        return;
    }
    unsigned placed = world->gone ? 1U << OBU_MAIN_CHARACTER : 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        placed |= world->seat[seat].influencers;
    }
    for (int i = 0; i < world->shuffle_count; i++) {
        placed |= 1U << world->shuffle[i];
    }
    for (int i = 0; i < OBU_INFLUENCERS; i++) {
        if (rules->influencer_there[i] && !(placed >> i & 1U)) {
            world->pile[n++] = (uint8_t)(OBU_INFLUENCER + i);
        }
    }
    unsigned drawn = 0;
    for (int i = 0; i < world->event_count; i++) {
        drawn |= 1U << world->event_pile[i];
    }
    for (int i = 0; i < OBU_EVENTS; i++) {
        if (rules->event_there[i] && !(drawn >> i & 1U)) {
            world->pile[n++] = (uint8_t)(OBU_EVENT + i);
        }
    }
    bil_random_shuffle(dealing->random, world->pile, (size_t)n);
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
    memcpy(world, view, sizeof *world);
    if (view->viewer == 0) {
        return;
    }
    struct dealing dealing;
    dealing.rules = rules;
    dealing.random = random;
    dealing.world = world;
    dealing.viewer = view->viewer == 15 ? -1 : view->viewer - 1;
    const bool launching = view->stack[0].kind == OBU_LAUNCH;
    do {
        memcpy(world, view, sizeof *world);
        world->viewer = 0;
        memset(dealing.knowns, 0, sizeof dealing.knowns);
        memset(dealing.unknown_change, 0, sizeof dealing.unknown_change);
        memset(dealing.wants, 0, sizeof dealing.wants);
        fill_pool(&dealing, view);
        gather_tokens(&dealing, view);
        for (int seat = 0; seat < rules->seats; seat++) {
            if (seat != dealing.viewer) {
                place_tokens(&dealing, view, seat);
            }
        }
        serve_wants(&dealing);
    } while (launching && !keep_launches(&dealing));
    if (!launching) {
        deal_gifts(&dealing);
    }
    deal_deck(&dealing);
    if (world->shuffle_count > 1) {
        bil_random_shuffle(random, world->shuffle, world->shuffle_count);
    }
}
