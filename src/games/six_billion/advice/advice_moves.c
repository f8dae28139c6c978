/* 6 Billion: what each move is worth by the reckoning of advice.c.
 *
 * Looks one step ahead and never further; reads what the given view shows and nothing more. */
#include "games/six_billion/advice/advice.h"

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
    return six_step_worth(outlook, faction, site, -1, own);
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
    int worth = level <= 3 ? six_step_worth(outlook, faction, SIX_FROM(move), -1, &source_own) : 0;
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
    return six_populates_all(outlook, site) ? worth + six_end_worth(outlook, &change) : worth;
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
        worth += six_points_worth(outlook, seat, after[seat] - before[seat]);
    }
    *own = (after[outlook->seat] - before[outlook->seat]) * SIX_POINT + lead;
    worth -= six_spent(outlook, SIX_CARD(move)) + (SIX_FROM(move) ? six_spent(outlook, SIX_FROM(move)) + 40 : 0);
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

static int cancel_worth(const struct six_outlook *outlook, int card, int *own)
{
    const struct six_state *state = outlook->state;
    const int worth = -six_event_worth(outlook, &state->event, own);
    const bool asks = six_cancel_consent(outlook->rules, state, outlook->seat) >= 0; /* the owner will hardly agree */
    *own = -*own;
    return (asks ? worth * SIX_WEIGHT_OF(ASKS_CANCEL) / 16 : worth) - six_card_worth(outlook, card) - SIX_WEIGHT_OF(CANCEL) -
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
            const int worth = -six_step_worth(outlook, seat, six_lowest(rest), -1, &own);
            least = worth < least ? worth : least;
        }
    }
    return least;
}

/* Whether to let others at one's only token: the effect on oneself and on all, their points included. */
static int consent_worth(const struct six_outlook *outlook, int *own)
{
    const struct six_state *state = outlook->state;
    const struct bil_frame *top = six_top_const(state);
    if (state->pending == 0) { /* a Cancel card: yes means that the event fails */
        const int worth = -six_event_worth(outlook, &state->event, own);
        *own = -*own;
        return worth;
    }
    const bil_move move = state->pending;
    const int points = six_points_worth(outlook, top->b, outlook->rules->card_points[top->a]);
    if (SIX_VERB(move) == SIX_M_DOUBLE) {
        return points + six_step_worth(outlook, SIX_FACTION(move), SIX_FROM(move), 1, own);
    }
    return points + send_worth(outlook, move, 1, own);
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
        worth = six_step_worth(outlook, SIX_FACTION(move), SIX_FROM(move), 1, own);
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
    worth += six_points_worth(outlook, outlook->seat, points) - six_spent(outlook, card);
    return owner >= 0 ? worth * SIX_WEIGHT_OF(ASKS) / 16 : worth; /* he may well refuse */
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
        return six_step_worth(outlook, state->faction, SIX_FROM(move), 1, own);
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
        return consent_worth(outlook, own);
    case SIX_M_KEEP:
        return six_card_worth(outlook, six_top_const(state)->a);
    case SIX_M_HALVE:
        return six_step_worth(outlook, outlook->seat, SIX_FROM(move), -1, own);
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
    six_look_again(rules, view, six_top_const(view)->seat, memo, &outlook);
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
