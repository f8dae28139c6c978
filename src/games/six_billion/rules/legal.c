/* 6 Billion: what is asked, and what may be answered (section 24 of the checklist).
 *
 * Lists moves; never changes a state. It reads only what the asked seat may know, so a view gives the same list. */
#include "games/six_billion/rules/state.h"

int six_actor(const void *rules, const void *state_)
{
    const struct six_state *state = state_;
    (void)rules;
    const struct bil_frame *top = six_top_const(state);
    return top->kind == SIX_END ? BIL_OVER : top->seat;
}

/* ------------------------------------------------------------------ sets that other files ask for too */

/* Tokens that must be attempted (SIX-47): on tracks (SIX-49) below their last numbers (SIX-80), on a track that is not full
 * (SIX-50), that were not attempted in this turn (SIX-59). Asked before each attempt, since a War may change who can grow (SIX-56,
 * SIX-57, SIX-58). */
unsigned six_growable(const struct six_rules *rules, const struct six_state *state)
{
    (void)rules;
    const int faction = state->faction;
    unsigned sites = 0;
    for (unsigned rest = state->on[faction] & ~(unsigned)state->topped[faction] & ~(unsigned)state->attempted; rest;
         rest &= rest - 1) {
        const int site = six_lowest(rest);
        sites |= (unsigned)!six_full(state, site) << site;
    }
    return sites;
}

unsigned six_ready(const struct six_state *state, int faction)
{
    unsigned sites = state->waiting[faction] & ~(unsigned)SIX_PAIR_SITES;
    for (unsigned rest = state->waiting[faction] & (unsigned)SIX_PAIR_SITES; rest; rest &= rest - 1) {
        const int site = six_lowest(rest);
        const int billions = six_colonies(state, faction, site) + six_migrants(state, faction, site);
        sites |= (unsigned)(billions >= 2) << site; /* SIX-74 */
    }
    return sites;
}

unsigned six_lowest_tokens(const struct six_state *state, int faction) /* SIX-143, SIX-144 */
{
    unsigned lowest = 0;
    int level = SIX_LEVELS;
    for (unsigned rest = state->on[faction] & ~(unsigned)state->topped[faction]; rest; rest &= rest - 1) {
        const int site = six_lowest(rest);
        if (state->level[faction][site] < level) {
            level = state->level[faction][site];
            lowest = 0;
        }
        lowest |= (unsigned)(state->level[faction][site] == level) << site;
    }
    return lowest;
}

uint32_t six_fitting(const struct six_event *event)
{
    static const uint32_t fitting[] = {/* SIX-164 */
                                       [SIX_NO_EVENT] = 0,
                                       [SIX_EV_GROW] = SIX_CARD_BIT(SIX_PESTILENCE) | SIX_CARD_BIT(SIX_FAMINE),
                                       [SIX_EV_DOUBLE] = SIX_CARD_BIT(SIX_DEATH) | SIX_CARD_BIT(SIX_FAMINE), /* SIX-142 */
                                       [SIX_EV_TROUBLE] = SIX_CARD_BIT(SIX_SOULS),                           /* SIX-156 */
                                       [SIX_EV_HOME] = SIX_CARD_BIT(SIX_SOULS)};
    return fitting[event->kind];
}

/* ------------------------------------------------------------------ the Actions */

struct listing {
    const struct six_rules *rules;
    const struct six_state *state;
    int seat;
    bil_move *list;
    int n;
};

/* Factions that a card is for (SIX-5), bit by faction: with two Neutrals either of them (SIX-136). */
static unsigned aims(const struct six_rules *rules, int seat, int target)
{
    const unsigned players = (1U << rules->seats) - 1;
    const unsigned neutrals = ((1U << rules->factions) - 1) & ~players;
    switch (target) {
    case SIX_T_OWN:
        return 1U << seat;
    case SIX_T_OTHER:
        return players & ~(1U << seat);
    case SIX_T_NEUTRAL:
        return neutrals;
    default:
        return players | neutrals;
    }
}

/* SIX-115: this card was offered to this owner before, and refused. */
static bool refused(const struct listing *listing, int card, int faction)
{
    return faction < listing->rules->seats && (listing->state->refused[faction] & six_refusal_bit(card)) != 0;
}

static void list_sends(struct listing *listing, int card, int verb) /* SIX-92, SIX-124 */
{
    const struct six_rules *rules = listing->rules;
    const struct six_state *state = listing->state;
    for (unsigned factions = aims(rules, listing->seat, six_target[card]); factions; factions &= factions - 1) {
        const int faction = six_lowest(factions);
        unsigned givers = six_givers(state, faction);
        if (refused(listing, card, faction)) {
            givers &= ~(1U << SIX_EARTH); /* a protected faction is alone there */
        }
        const unsigned destinations = givers ? six_destinations(rules, state, faction, six_family[card]) : 0; /* SIX-128 */
        for (; givers; givers &= givers - 1) {
            const int from = six_lowest(givers);
            for (unsigned to = destinations & rules->reach[card][from]; to; to &= to - 1) { /* of this card alone: SIX-94, SIX-96 */
                listing->list[listing->n++] = SIX_MOVE(verb, card, faction, from, six_lowest(to), 0);
            }
        }
    }
}

static void list_sites(struct listing *listing, int verb, int card, int faction, unsigned sites)
{
    for (; sites; sites &= sites - 1) {
        listing->list[listing->n++] = SIX_MOVE(verb, card, faction, six_lowest(sites), 0, 0);
    }
}

static void list_doubles(struct listing *listing, int card) /* whatever the growth sum (SIX-54, SIX-139) */
{
    const struct six_state *state = listing->state;
    for (unsigned factions = aims(listing->rules, listing->seat, six_target[card]); factions; factions &= factions - 1) {
        const int faction = six_lowest(factions);
        unsigned sites = state->on[faction] & ~(unsigned)state->topped[faction]; /* SIX-80, SIX-140; none in a box (SIX-141) */
        if (refused(listing, card, faction)) {
            sites &= ~(1U << SIX_EARTH);
        }
        list_sites(listing, SIX_M_DOUBLE, card, faction, sites);
    }
}

/* Boxes with something in the half that the card is against (SIX-151, SIX-152), of any faction (SIX-154). */
static void list_boxes(struct listing *listing, int card)
{
    const struct six_state *state = listing->state;
    const bool home = card == SIX_HOME;
    for (int faction = 0; faction < listing->rules->factions; faction++) {
        const unsigned sites = six_box_above(state, faction, home, 0);
        list_sites(listing, home ? SIX_M_HOME : SIX_M_TROUBLE, card, faction, home ? sites & state->on[listing->seat] : sites);
    }
}

static void list_card(struct listing *listing, int card)
{
    switch (six_family[card]) {
    case SIX_F_COLONY:
        list_sends(listing, card, SIX_M_COLONY);
        break;
    case SIX_F_MIGRANTS:
        list_sends(listing, card, SIX_M_MIGRANTS);
        break;
    case SIX_F_DOUBLE:
        list_doubles(listing, card);
        break;
    case SIX_F_RECYCLE:
        list_sites(listing, SIX_M_RECYCLE, card, listing->seat, six_lowest_tokens(listing->state, listing->seat));
        break;
    case SIX_F_DISCOVERY:
        if (listing->state->turn >= 3) { /* SIX-147 */
            listing->list[listing->n++] = SIX_MOVE(SIX_M_DISCOVER, card, 0, 0, 0, 0);
        }
        break;
    case SIX_F_TROUBLE:
    case SIX_F_HOME:
        list_boxes(listing, card);
        break;
    default:
        break;
    }
}

static void list_reveals(struct listing *listing)
{
    const struct six_rules *rules = listing->rules;
    const struct six_state *state = listing->state;
    const int seat = listing->seat;
    unsigned listed = 0;
    for (int i = 0; i < SIX_HELD; i++) {
        const int find = state->find[seat][i];
        bool legal = false;
        if (find == 0 || find & SIX_FIND_UP || (listed >> find & 1U)) { /* SIX-162 */
            continue;
        }
        if (find < SIX_FIND_SYMBOL) { /* SIX-127, SIX-159, SIX-160, SIX-270 */
            const int site = find - 1;
            const int fits = 2 - six_colonies(state, seat, site);
            const int billions = six_pairs(site) && fits == 2 ? 2 : 1;
            legal = fits > 0 && !(state->on[seat] >> site & 1) && (!six_pairs(site) || state->actions == 0) &&
                    six_piece_left(rules, state, seat, site, 0, billions);
        } else { /* SIX-234 and the option */
            legal = rules->discovery_step && state->marker[seat][find - SIX_FIND_SYMBOL] < rules->track_last;
        }
        if (legal) {
            listed |= 1U << find;
            listing->list[listing->n++] = SIX_MOVE(SIX_M_REVEAL, 0, 0, find, 0, 0);
        }
    }
}

/* A card for a Dollar or a Smiley (SIX-225), a Recycle (SIX-227), or two Leaf cards where no Action is used (SIX-127, SIX-226), in
 * the order of table 22.3 (SIX-265). Any card (SIX-228), up to the last place of the track (SIX-224, SIX-231). */
static void list_symbols(struct listing *listing)
{
    const struct six_rules *rules = listing->rules;
    const struct six_state *state = listing->state;
    const struct six_hand *hand = &state->hand[listing->seat];
    for (int symbol = 0; symbol < SIX_SYMBOLS; symbol++) {
        if (state->marker[listing->seat][symbol] >= rules->track_last) {
            continue;
        }
        for (uint32_t first = hand->kinds & rules->symbol_kinds[symbol]; first; first &= first - 1) {
            const int card = six_lowest(first);
            if (symbol != SIX_LEAF || rules->card_symbols[card] == 2) {
                listing->list[listing->n++] = SIX_MOVE(SIX_M_SYMBOL, card, 0, 0, 0, symbol);
                continue;
            }
            for (uint32_t second = first; second && state->actions == 0; second &= second - 1) {
                const int other = six_lowest(second);
                if (rules->card_symbols[other] == 1 && hand->copies[card] > (other == card)) {
                    listing->list[listing->n++] = SIX_MOVE(SIX_M_SYMBOL, card, 0, other, 0, symbol);
                }
            }
        }
    }
}

/* Kinds that are no Action: Cancel and Response cards (SIX-125, SIX-164, SIX-179). */
enum { ANSWERS = 1 << SIX_DEATH | 1 << SIX_PESTILENCE | 1 << SIX_FAMINE | 1 << SIX_SOULS | SIX_RESPONSES };

static int list_actions(const struct six_rules *rules, const struct six_state *state, int seat, bil_move *list)
{
    struct listing listing = {rules, state, seat, list, 0};
    for (uint32_t kinds = state->hand[seat].kinds & ~(uint32_t)ANSWERS; kinds; kinds &= kinds - 1) {
        list_card(&listing, six_lowest(kinds));
    }
    list_reveals(&listing);
    if (rules->track) { /* SIX-223 */
        list_symbols(&listing);
    }
    list[listing.n++] = SIX_M_PASS; /* always (SIX-32, SIX-201) */
    return listing.n;
}

/* ------------------------------------------------------------------ the other decisions */

static int list_kinds(bil_move *list, int verb, uint32_t kinds)
{
    int n = 0;
    for (; kinds; kinds &= kinds - 1) {
        list[n++] = SIX_MOVE(verb, six_lowest(kinds), 0, 0, 0, 0);
    }
    return n;
}

static int list_tokens(bil_move *list, int verb, unsigned sites)
{
    int n = 0;
    for (; sites; sites &= sites - 1) {
        list[n++] = SIX_MOVE(verb, 0, 0, six_lowest(sites), 0, 0);
    }
    return n;
}

/* No pass below six cards (SIX-203); from where (SIX-204, SIX-208). Equal open cards are one move. */
static int list_draws(const struct six_state *state, bil_move *list)
{
    uint32_t kinds = 0;
    for (int place = 0; place < SIX_OPEN; place++) {
        kinds |= SIX_CARD_BIT(state->open[place]);
    }
    int n = list_kinds(list, SIX_M_TAKE, kinds & ~1U);
    if (six_can_draw(state)) {
        list[n++] = SIX_M_DECK;
    }
    return n;
}

/* No pass (SIX-116); from a token on 2 or more (SIX-117), one billion or two (SIX-119). */
static int list_migrants(const struct six_rules *rules, const struct six_state *state, bil_move *list)
{
    enum { ON_4 = 3, ON_32 = 6 };
    const int faction = state->faction;
    const unsigned to[3] = {0, six_migrant_destinations(rules, state, faction, 1),
                            six_migrant_destinations(rules, state, faction, 2)};
    int n = 0;
    for (unsigned from = state->on[faction]; from; from &= from - 1) {
        const int site = six_lowest(from);
        const int level = state->level[faction][site];
        const int most = level == ON_4 || level >= ON_32 ? 2 : level >= 2 ? 1 : 0;
        for (int billions = 1; billions <= most; billions++) {
            for (unsigned rest = to[billions]; rest; rest &= rest - 1) {
                list[n++] = SIX_MOVE(SIX_M_SEND, 0, 0, site, six_lowest(rest), billions);
            }
        }
    }
    return n;
}

static int list_returns(const struct six_state *state, int seat, bil_move *list) /* SIX-148 */
{
    unsigned listed = 0;
    int n = 0;
    for (int i = 0; i < SIX_HELD; i++) {
        const int find = state->find[seat][i] & ~SIX_FIND_UP;
        if (find && !(listed >> find & 1U)) {
            listed |= 1U << find;
            list[n++] = SIX_MOVE(SIX_M_RETURN, 0, 0, find, 0, 0);
        }
    }
    return n;
}

int six_moves(const void *rules_, const void *state_, bil_move *list)
{
    const struct six_rules *rules = rules_;
    const struct six_state *state = state_;
    const struct bil_frame *top = six_top_const(state);
    int n = 0;
    switch (top->kind) { /* each step has its own moves (SIX-29) */
    case SIX_POWER:
        return six_power_moves(rules, state, list);
    case SIX_GROW: /* any of them, but no pass (SIX-46, SIX-55) */
        return list_tokens(list, SIX_M_GROW, six_growable(rules, state));
    case SIX_SETTLE: /* the same (SIX-46, SIX-75, SIX-76) */
        return list_tokens(list, SIX_M_SETTLE, six_ready(state, state->faction));
    case SIX_ACT: /* SIX-126 */
        return list_actions(rules, state, top->seat, list);
    case SIX_DISCARD: /* SIX-197 */
        n = list_kinds(list, SIX_M_DISCARD, state->hand[top->seat].kinds);
        break;
    case SIX_DRAW: /* SIX-206 */
        return list_draws(state, list);
    case SIX_MIGRANT: /* SIX-46 */
        return list_migrants(rules, state, list);
    case SIX_RETURN:
        return list_returns(state, top->seat, list);
    case SIX_CANCEL:
        n = list_kinds(list, SIX_M_CANCEL, six_answers(rules, state, top->seat));
        break;
    case SIX_RESPOND:
        n = list_kinds(list, SIX_M_RESPOND, six_answers(rules, state, top->seat));
        break;
    case SIX_CONSENT:
        list[0] = SIX_M_CONSENT;
        list[1] = SIX_M_REFUSE;
        return 2;
    case SIX_KEEP:
        list[0] = SIX_M_KEEP;
        list[1] = SIX_M_DROP;
        return 2;
    case SIX_HALVE: /* any token of a track, but no pass (SIX-187, SIX-189, SIX-195) */
        return list_tokens(list, SIX_M_HALVE, six_on_two(state, top->seat) /* SIX-188 */);
    default:
        return 0;
    }
    list[n++] = SIX_M_PASS;
    return n;
}

/* Section 24: these stand in a record even when there was no choice. A pass for want of a card does not, nor SIX-266. */
bool six_recorded(const void *rules, const void *state_)
{
    const struct six_state *state = state_;
    (void)rules;
    const unsigned never = 1U << SIX_POWER | 1U << SIX_CANCEL | 1U << SIX_RESPOND;
    return !(never >> six_top_const(state)->kind & 1U);
}

bool six_open(const void *rules, const void *state_)
{
    const struct six_state *state = state_;
    (void)rules;
    const unsigned hidden = 1U << SIX_ACT | 1U << SIX_DISCARD | 1U << SIX_RETURN | 1U << SIX_CANCEL | 1U << SIX_RESPOND;
    return !(hidden >> six_top_const(state)->kind & 1U);
}
