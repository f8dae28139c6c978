/* 6 Billion: how the game looks to a seat, what tokens, boxes, points and cards are worth to it, and so what each move is worth.
 *
 * A rough reckoning, not a search: every site is scored as it is and as it would be if all tokens grew for the turns that are
 * probably left (advice_sites.c), with measured weights (advice_weights.h); others' gains count against one's own, the leader's
 * most. Looks one step ahead and never further; reads what the given view shows and nothing more. */
#include <stdlib.h>

#include "games/six_billion/advice/advice.h"

/* ------------------------------------------------------------------ the whole */

/* Points of all seats if the game ended with this change (or NULL). */
static void standings(const struct six_outlook *outlook, const struct six_change *change, int standing[SIX_PLAYERS])
{
    const six_row thirds = change ? six_standing_with(outlook->rules, outlook->sites, change) : outlook->sites->standing;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        standing[seat] = (3 * outlook->state->points[seat] + thirds[seat]) * SIX_POINT / 3;
    }
}

/* The best other seat. */
static int leader_but(const struct six_outlook *outlook)
{
    int leader = -1;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        if (seat != outlook->seat && (leader < 0 || outlook->standing[seat] > outlook->standing[leader])) {
            leader = seat;
        }
    }
    return leader;
}

/* As six_look, sooner: `sites` is zero or what an outlook under the same rules has left, on whatever state. */
static void look_again(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
                       struct six_outlook *outlook)
{
    six_sites_follow(rules, state, sites);
    *outlook = (struct six_outlook){.rules = rules, .state = state, .seat = seat, .sites = sites, .turns_left = sites->turns_left};
    outlook->leader = 1 - seat;
    if (rules->seats > 2) { /* else there is but one rival */
        standings(outlook, NULL, outlook->standing);
        outlook->leader = leader_but(outlook);
    }
    for (int other = 0; other < rules->seats; other++) {
        outlook->weight[other] = rules->seats <= 2          ? -SIX_WEIGHT_OF(RIVAL)
                                 : other == outlook->leader ? -SIX_WEIGHT_OF(LEADER)
                                                            : -SIX_WEIGHT_OF(OTHERS) / (rules->seats - 1);
    }
    outlook->weight[seat] = 100;
    outlook->by = (uint8_t)(1 + seat + 8 * (outlook->leader + 1));
}

void six_look(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
              struct six_outlook *outlook)
{
    six_forget(sites);
    look_again(rules, state, seat, sites, outlook);
}

/* What points to a seat are worth. */
static int points_worth(const struct six_outlook *outlook, int seat, int points)
{
    return outlook->weight[seat] * points * SIX_POINT / 100;
}

/* What it is worth if the game ends with this change: whether the seat would win. */
static int end_worth(const struct six_outlook *outlook, const struct six_change *change)
{
    int standing[SIX_PLAYERS] = {0};
    standings(outlook, change, standing);
    int best = INT32_MIN;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        best = seat != outlook->seat && standing[seat] > best ? standing[seat] : best;
    }
    const int ahead = standing[outlook->seat] - best;
    return (ahead >= 0 ? SIX_WEIGHT_OF(VICTORY) : -SIX_WEIGHT_OF(VICTORY)) + ahead;
}

/* Whether all sites are populated when this one is. */
static bool populates_all(const struct six_outlook *outlook, int site)
{
    return (outlook->sites->populated | 1U << site) == SIX_EVERY_SITE;
}

/* Whether the game ends when a token comes to this level there. */
static bool ends(const struct six_outlook *outlook, int faction, int site, int level)
{
    if (level >= SIX_LEVEL_1024 && (site == SIX_BELT || site == SIX_EARTH)) {
        return true;
    }
    return outlook->state->level[faction][site] == 0 && level > 0 && populates_all(outlook, site);
}

/* How far the seat is ahead of the best other one, now and later. */
static int lead(const struct six_outlook *outlook)
{
    int own = 0;
    int most = INT32_MIN;
    six_look_everywhere(outlook);
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        const int value = outlook->sites->total[seat] + SIX_POINT * outlook->state->points[seat];
        own = seat == outlook->seat ? value : own;
        most = seat != outlook->seat && value > most ? value : most;
    }
    return own - most;
}

int six_haste(const struct six_outlook *outlook, int site, int level)
{
    const int belt = outlook->sites->belt;
    if (site != SIX_BELT || level <= belt || level >= SIX_LEVEL_1024 || outlook->sites->done) {
        return 0;
    }
    return lead(outlook) * SIX_WEIGHT_OF(HASTE) / (16 * (SIX_LEVEL_1024 - belt));
}

/* What a token's doubling (steps = 1) or halving (-1) is worth, the end of the game considered. */
static int step_worth(const struct six_outlook *outlook, int faction, int site, int steps, int *own)
{
    const struct six_change change = {faction, site, outlook->state->level[faction][site] + steps, 0};
    int worth = six_worth(outlook, &change, own);
    if (steps > 0 && ends(outlook, faction, site, change.level)) {
        worth += end_worth(outlook, &change);
    } else if (steps > 0) {
        worth += six_haste(outlook, site, change.level);
    }
    return worth;
}

int six_event_worth(const struct six_outlook *outlook, const struct six_event *event, int *own)
{
    const struct six_state *state = outlook->state;
    if (event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE) {
        return step_worth(outlook, event->faction, event->site, 1, own);
    }
    const bool home = event->kind == SIX_EV_HOME;
    const int colonies = six_colonies(state, event->faction, event->site);
    const int migrants = six_migrants(state, event->faction, event->site);
    const int half = home ? migrants : colonies;
    const int lost = six_pairs(event->site) || outlook->rules->trouble_billion ? 1 : half;
    const struct six_change change = {event->faction, event->site, state->level[event->faction][event->site],
                                      colonies + migrants - lost};
    return six_worth(outlook, &change, own);
}

/* The seats with the most points, bit by seat. */
static unsigned leaders(const struct six_outlook *outlook, const struct six_change *change)
{
    int standing[SIX_PLAYERS] = {0};
    int most = INT32_MIN;
    unsigned seats = 0;
    standings(outlook, change, standing);
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        if (standing[seat] > most) {
            most = standing[seat];
            seats = 0;
        }
        seats |= (unsigned)(standing[seat] == most) << seat;
    }
    return seats;
}

/* Whether first place hangs on the event of the open window. */
static bool threatens_lead(const struct six_outlook *outlook, const struct six_event *event)
{
    int own = 0;
    const bool grows = event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE;
    const int level = outlook->state->level[event->faction][event->site] + 1;
    const struct six_change change = {event->faction, event->site, level, 0};
    const unsigned before = leaders(outlook, NULL);
    if (grows && (leaders(outlook, &change) != before || ends(outlook, event->faction, event->site, level))) {
        return true;
    }
    const bool of_leader = (before & ~(1U << outlook->seat)) >> event->faction & 1;
    return of_leader && six_event_worth(outlook, event, &own) <= -SIX_POINT;
}

/* ------------------------------------------------------------------ cards */

/* Whether option turn-cap ends the game before the card can be played. */
static bool card_is_late(const struct six_outlook *outlook, int card)
{
    const struct six_state *state = outlook->state;
    const bool answers = six_family[card] == SIX_F_CANCEL || six_family[card] == SIX_F_RESPONSE;
    const unsigned acts = state->stack[0].kind <= SIX_ACT ? 1U << state->faction : 0;
    const unsigned done = outlook->sites->done & ~acts;
    return answers ? done == (1U << outlook->rules->factions) - 1 : done >> outlook->seat & 1;
}

int six_card_worth(const struct six_outlook *outlook, int card)
{
    enum { MID = 5, MOST = 10 };
    static_assert(SIX_W_CARD_WAR - SIX_W_CARD_COLONY_2 == SIX_WAR - SIX_COLONY_2 &&
                      SIX_W_SLOPE_WAR - SIX_W_SLOPE_COLONY_2 == SIX_WAR - SIX_COLONY_2,
                  "the weights of cards are in the order of the cards");
    const int family = six_family[card];
    const int copies = outlook->state->hand[outlook->seat].copies[card];
    const int turns = outlook->turns_left > MOST ? MOST : outlook->turns_left;
    int value = SIX_WEIGHT_AT(SIX_W_CARD_COLONY_2 + card - SIX_COLONY_2);
    if (outlook->sites->done && card_is_late(outlook, card)) {
        return 0;
    }
    value += SIX_WEIGHT_AT(SIX_W_SLOPE_COLONY_2 + card - SIX_COLONY_2) * (turns - MID) / 8;
    if (six_target[card] == SIX_T_OWN && (family == SIX_F_COLONY || family == SIX_F_MIGRANTS)) {
        value -= SIX_WEIGHT_OF(SETTLED) * six_popcount(outlook->state->on[outlook->seat]);
    }
    if (outlook->turns_left <= 2 && (family == SIX_F_DISCOVERY || (family == SIX_F_COLONY && six_target[card] == SIX_T_OWN))) {
        value /= 2; /* too late to grow */
    }
    if (outlook->rules->seats > 2 && (family == SIX_F_CANCEL || family == SIX_F_RESPONSE)) {
        value = value * SIX_WEIGHT_OF(MANY) / 16;
    }
    return copies > 1 ? value * SIX_WEIGHT_OF(AGAIN) / 16 : value;
}

/* What of a card's worth is spent by playing it as an Action. */
static int spent(const struct six_outlook *outlook, int card)
{
    return outlook->sites->done ? 0 : (six_card_worth(outlook, card) - SIX_WEIGHT_OF(SPENT_BASE)) * SIX_WEIGHT_OF(SPENT) / 16;
}

/* ------------------------------------------------------------------ moves */

bool six_gives_free(const struct six_state *state, int faction, int site)
{
    const int level = state->level[faction][site];
    const struct six_source source = state->source;
    const bool again = source.how != SIX_TAKEN_NOTHING && source.faction == faction && source.site == site;
    const bool paid = again && source.how == SIX_TAKEN_PREPAID;
    return paid || (!again && level >= 4) || level >= 6;
}

/* What it costs a faction to give a billion from a token. */
static int source_worth(const struct six_outlook *outlook, int faction, int site, int *own)
{
    if (six_gives_free(outlook->state, faction, site)) {
        *own = 0;
        return 0;
    }
    return step_worth(outlook, faction, site, -1, own);
}

static int arrival_worth(const struct six_outlook *outlook, int faction, int site, int billions, int *own)
{
    const struct six_state *state = outlook->state;
    const int before = six_colonies(state, faction, site) + six_migrants(state, faction, site);
    const struct six_change change = {faction, site, state->level[faction][site], before + billions};
    int worth = six_worth(outlook, &change, own);
    const bool settles = !(outlook->sites->done >> faction & 1);
    if (six_pairs(site) && before == 0 && billions == 1 && faction == outlook->seat && settles) {
        worth += SIX_WEIGHT_OF(HALF); /* half a settlement: the other half may follow */
        *own += SIX_WEIGHT_OF(HALF);
    }
    return worth;
}

static int send_worth(const struct six_outlook *outlook, bil_move move, int billions, int *own)
{
    int source_own = 0;
    int worth = source_worth(outlook, SIX_FACTION(move), SIX_FROM(move), &source_own);
    worth += arrival_worth(outlook, SIX_FACTION(move), SIX_TO(move), billions, own);
    *own += source_own;
    return worth;
}

/* The Neutral's migrant: a billion costs it what SIX-119 says. */
static int migrant_worth(const struct six_outlook *outlook, bil_move move, int *own)
{
    const int faction = outlook->state->faction;
    const int level = outlook->state->level[faction][SIX_FROM(move)];
    int source_own = 0;
    int worth = level <= 3 ? step_worth(outlook, faction, SIX_FROM(move), -1, &source_own) : 0;
    worth += arrival_worth(outlook, faction, SIX_TO(move), SIX_N(move), own);
    *own += source_own;
    return worth;
}

static int settle_worth(const struct six_outlook *outlook, int site, int *own)
{
    const struct six_state *state = outlook->state;
    const int faction = state->faction;
    const int level = six_settled_level(site, six_colonies(state, faction, site) + six_migrants(state, faction, site));
    const struct six_change change = {faction, site, level, 0};
    int worth = six_worth(outlook, &change, own);
    return populates_all(outlook, site) ? worth + end_worth(outlook, &change) : worth;
}

static int reveal_worth(const struct six_outlook *outlook, int find, int *own)
{
    if (find >= SIX_FIND_SYMBOL) {
        *own = SIX_POINT / 2;
        return SIX_POINT / 2;
    }
    const int site = find - 1;
    const int fits = 2 - six_colonies(outlook->state, outlook->seat, site);
    const int billions = six_pairs(site) && fits == 2 ? 2 : 1;
    const int worth = arrival_worth(outlook, outlook->seat, site, billions, own);
    const int shown = outlook->sites->done ? 0 : SIX_WEIGHT_OF(REVEAL);
    *own += shown;
    return worth + shown;
}

/* A step on a Discovery Track: points for places there, before and after. */
static int symbol_worth(const struct six_outlook *outlook, bil_move move, int *own)
{
    const struct six_rules *rules = outlook->rules;
    const struct six_state *state = outlook->state;
    const int symbol = SIX_N(move);
    uint8_t markers[SIX_FACTIONS] = {0};
    uint8_t before[SIX_FACTIONS];
    uint8_t after[SIX_FACTIONS];
    for (int seat = 0; seat < rules->seats; seat++) {
        markers[seat] = state->marker[seat][symbol];
    }
    six_places(markers, rules->track_points[symbol], before);
    markers[outlook->seat]++;
    six_places(markers, rules->track_points[symbol], after);
    const int lead = outlook->sites->done ? 0 : 25; /* to come */
    int worth = lead;
    for (int seat = 0; seat < rules->seats; seat++) {
        worth += points_worth(outlook, seat, after[seat] - before[seat]);
    }
    *own = (after[outlook->seat] - before[outlook->seat]) * SIX_POINT + lead;
    worth -= spent(outlook, SIX_CARD(move)) + (SIX_FROM(move) ? spent(outlook, SIX_FROM(move)) + 40 : 0);
    return worth;
}

/* What a Discovery card is worth: the points of its site once more, the better the longer the game still lasts. */
static int find_worth(const struct six_outlook *outlook, int find)
{
    const struct six_state *state = outlook->state;
    const int seat = outlook->seat;
    if (find >= SIX_FIND_SYMBOL) {
        return 60 + 40 * state->marker[seat][find - SIX_FIND_SYMBOL];
    }
    const int site = find - 1;
    const int colony = state->on[seat] >> site & 1 ? 0 : outlook->turns_left > 2 ? SIX_WEIGHT_OF(FIND_COLONY) : 0;
    const int points = six_points_at(outlook, seat, site);
    const int big = SIX_WEIGHT_OF(FIND_BIG) * state->level[seat][site];
    return (points ? points * SIX_WEIGHT_OF(FIND_POINTS) / 16 : SIX_WEIGHT_OF(FIND_NONE)) + colony + big;
}

/* ------------------------------------------------------------------ windows */

bool six_happens(const struct six_state *state, int depth)
{
    bool happens = true;
    for (int at = depth; at > 0 && state->stack[at].kind == SIX_RESPOND; at--) {
        const int card = state->stack[at].a;
        if (card == SIX_WAR) {
            continue; /* the frame beneath goes on */
        }
        if (card == SIX_POLITICS) {
            at--; /* the frame beneath is cancelled, and the one below that takes effect */
            continue;
        }
        happens = false; /* a Cancel card that takes effect */
    }
    return happens;
}

/* What it is worth to let `asker` at one's only token, its points included: for an Action, or (move 0) for a Cancel card, where yes
 * means that the event fails. */
static int consent_worth(const struct six_outlook *outlook, bil_move move, int asker, int *own)
{
    if (move == 0) {
        const int worth = -six_event_worth(outlook, &outlook->state->event, own);
        *own = -*own;
        return worth;
    }
    const int points = points_worth(outlook, asker, outlook->rules->card_points[SIX_CARD(move)]);
    return points + (SIX_VERB(move) == SIX_M_DOUBLE ? step_worth(outlook, SIX_FACTION(move), SIX_FROM(move), 1, own)
                                                    : send_worth(outlook, move, 1, own));
}

/* Whether the owner of an only token would allow the Action, or the Cancel card (move 0), as far as the asking seat can see. */
static bool would_consent(const struct six_outlook *outlook, int owner, bil_move move)
{
    struct six_outlook eyes;
    int own = 0;
    look_again(outlook->rules, outlook->state, owner, outlook->sites, &eyes);
    return consent_worth(&eyes, move, outlook->seat, &own) > 0;
}

/* Whether the seat may cancel the event, as far as it can see: no consent is needed, or its owner would give it (SIX-109). */
static bool may_cancel(const struct six_outlook *outlook)
{
    const int owner = six_cancel_consent(outlook->rules, outlook->state, outlook->seat);
    return owner < 0 || would_consent(outlook, owner, 0);
}

int six_at_stake(const struct six_outlook *outlook, bool *lead)
{
    const struct six_event *event = &outlook->state->event;
    const bool open = six_top_const(outlook->state)->kind != SIX_CANCEL || may_cancel(outlook);
    int own = 0;
    *lead = open && threatens_lead(outlook, event);
    return open ? abs(six_event_worth(outlook, event, &own)) : 0;
}

static int cancel_worth(const struct six_outlook *outlook, int card, int *own)
{
    const struct six_state *state = outlook->state;
    const int worth = -six_event_worth(outlook, &state->event, own);
    *own = -*own;
    if (worth <= SIX_TRIFLE || !may_cancel(outlook)) {
        return SIX_NEVER;
    }
    return worth - six_card_worth(outlook, card) - SIX_WEIGHT_OF(CANCEL) -
           SIX_WEIGHT_OF(CANCEL_SEATS) * (outlook->rules->seats - 2);
}

static int response_worth(const struct six_outlook *outlook, int card, int *own)
{
    const struct six_state *state = outlook->state;
    const int top = state->depth - 1;
    int event_own = 0;
    const int event = six_event_worth(outlook, &state->event, &event_own);
    if (card == SIX_POLITICS) {
        const int change = (int)six_happens(state, top - 1) - (int)six_happens(state, top);
        *own = change * event_own;
        return change * event - six_card_worth(outlook, card);
    }
    const int victim = state->stack[top].b;
    /* he gives the token he misses least, if he has one to give */
    const int loss = six_has_loss(state, victim) ? outlook->weight[victim] * -SIX_WEIGHT_OF(WAR_LOSS) / 100 : 0;
    *own = 0;
    return loss - six_card_worth(outlook, card);
}

int six_lost_by_war(const struct six_outlook *outlook)
{
    const struct six_state *state = outlook->state;
    const struct bil_frame *top = six_top_const(state);
    const int seat = outlook->seat;
    int least = top->a == SIX_WAR && (top - 1)->b == seat && six_has_loss(state, seat) ? INT32_MAX : 0;
    for (unsigned rest = least ? state->on[seat] : 0; rest; rest &= rest - 1) {
        int own = 0;
        if (state->level[seat][six_lowest(rest)] >= 2) {
            const int worth = -step_worth(outlook, seat, six_lowest(rest), -1, &own);
            least = worth < least ? worth : least;
        }
    }
    return least;
}

/* ------------------------------------------------------------------ all of them */

/* The best of the Discovery cards that the seat holds. */
static int held_worth(const struct six_outlook *outlook)
{
    int best = 0;
    for (int i = 0; i < SIX_HELD; i++) {
        const int find = outlook->state->find[outlook->seat][i] & ~SIX_FIND_UP;
        if (find && find < SIX_FIND_HIDDEN) {
            const int worth = find_worth(outlook, find);
            best = worth > best ? worth : best;
        }
    }
    return best;
}

static int action_worth(const struct six_outlook *outlook, bil_move move, int *own)
{
    const int card = SIX_CARD(move);
    const int points = outlook->rules->card_points[card];
    const int owner =
        six_refusal_bit(card) ? six_consent(outlook->rules, outlook->state, outlook->seat, SIX_FACTION(move), SIX_FROM(move)) : -1;
    int worth = 0;
    switch (SIX_VERB(move)) {
    case SIX_M_COLONY:
    case SIX_M_MIGRANTS:
        worth = send_worth(outlook, move, 1, own);
        break;
    case SIX_M_DOUBLE:
    case SIX_M_RECYCLE:
        worth = step_worth(outlook, SIX_FACTION(move), SIX_FROM(move), 1, own);
        break;
    case SIX_M_DISCOVER:
        *own = SIX_WEIGHT_OF(DISCOVER) / (outlook->turns_left > 1 ? 1 : 2) + SIX_WEIGHT_OF(DISCOVER_TURN) * outlook->turns_left -
               held_worth(outlook) * SIX_WEIGHT_OF(DISCOVER_HELD) / 16;
        worth = *own;
        break;
    default: { /* SIX_M_TROUBLE, SIX_M_HOME */
        const int kind = SIX_VERB(move) == SIX_M_HOME ? SIX_EV_HOME : SIX_EV_TROUBLE;
        const struct six_event event = {(uint8_t)kind, (uint8_t)card, (uint8_t)outlook->seat, (uint8_t)SIX_FACTION(move),
                                        (uint8_t)SIX_FROM(move)};
        worth = six_event_worth(outlook, &event, own);
    }
    }
    *own += points * SIX_POINT;
    worth += points_worth(outlook, outlook->seat, points) - spent(outlook, card);
    return owner >= 0 && !would_consent(outlook, owner, move) ? SIX_NEVER : worth;
}

static int power_worth(const struct six_outlook *outlook, bil_move move)
{
    const bool dollar = six_top_const(outlook->state)->a == SIX_DOLLAR;
    return dollar ? -SIX_POINT * outlook->rules->dollar_cost * SIX_N(move) : -5;
}

int six_move_worth(const struct six_outlook *outlook, bil_move move, int *own)
{
    const struct six_state *state = outlook->state;
    *own = 0;
    switch (SIX_VERB(move)) {
    case SIX_M_GROW:
        return step_worth(outlook, state->faction, SIX_FROM(move), 1, own);
    case SIX_M_SETTLE:
        return settle_worth(outlook, SIX_FROM(move), own);
    case SIX_M_REVEAL:
        return reveal_worth(outlook, SIX_FROM(move), own);
    case SIX_M_SYMBOL:
        return symbol_worth(outlook, move, own);
    case SIX_M_CANCEL:
        return cancel_worth(outlook, SIX_CARD(move), own);
    case SIX_M_RESPOND:
        return response_worth(outlook, SIX_CARD(move), own);
    case SIX_M_CONSENT:
        return consent_worth(outlook, state->pending, six_top_const(state)->b, own);
    case SIX_M_KEEP:
        return six_card_worth(outlook, six_top_const(state)->a);
    case SIX_M_HALVE:
        return step_worth(outlook, outlook->seat, SIX_FROM(move), -1, own);
    case SIX_M_RETURN:
        return -find_worth(outlook, SIX_FROM(move));
    case SIX_M_DISCARD:
        return SIX_WEIGHT_OF(DISCARD) - six_card_worth(outlook, SIX_CARD(move));
    case SIX_M_TAKE:
        return six_card_worth(outlook, SIX_CARD(move));
    case SIX_M_DECK:
        return SIX_WEIGHT_OF(DECK);
    case SIX_M_SEND:
        return migrant_worth(outlook, move, own);
    case SIX_M_UP:
    case SIX_M_DOWN:
    case SIX_M_PLACE:
        return power_worth(outlook, move);
    case SIX_M_PASS: /* without any Action the whole hand goes (SIX-199) */
        return six_top_const(state)->kind != SIX_ACT ? 0
               : state->actions == 0                 ? SIX_WEIGHT_OF(NO_ACTION)
               : outlook->sites->done                ? 1 /* better than to spend a card for nothing */
                                                     : SIX_WEIGHT_OF(PASS_ACT);
    case SIX_M_REFUSE:
    case SIX_M_DROP:
        return 0;
    default:
        return action_worth(outlook, move, own);
    }
}

void six_advise_again(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value, void *memo)
{
    struct six_outlook outlook;
    look_again(rules, view, six_top_const(view)->seat, memo, &outlook);
    for (int i = 0; i < count; i++) {
        int own = 0;
        value[i] = six_move_worth(&outlook, moves[i], &own);
    }
}

void six_advise(const void *rules, const void *view, const bil_move *moves, int count, int32_t *value)
{
    struct six_sites sites;
    six_forget(&sites);
    six_advise_again(rules, view, moves, count, value, &sites);
}
