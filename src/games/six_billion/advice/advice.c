/* 6 Billion: how the game looks to a seat, and what tokens, boxes, points and cards are worth to it.
 *
 * A rough reckoning, not a search: every site is scored as it is and as it would be if all tokens grew for the turns that are
 * probably left (advice_sites.c), with measured weights (advice_weights.h); others' gains count against one's own, the leader's
 * most. Reads what the given view shows and nothing more. */
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

int six_leader_but(const struct six_outlook *outlook)
{
    int leader = -1;
    for (int seat = 0; seat < outlook->rules->seats; seat++) {
        if (seat != outlook->seat && (leader < 0 || outlook->standing[seat] > outlook->standing[leader])) {
            leader = seat;
        }
    }
    return leader;
}

void six_look_again(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
                    struct six_outlook *outlook)
{
    six_sites_follow(rules, state, sites);
    *outlook = (struct six_outlook){.rules = rules, .state = state, .seat = seat, .sites = sites, .turns_left = sites->turns_left};
    int leader = -1;
    if (rules->seats > 2) { /* else there is but one rival */
        standings(outlook, NULL, outlook->standing);
        leader = six_leader_but(outlook);
    }
    for (int other = 0; other < rules->seats; other++) {
        outlook->weight[other] = rules->seats <= 2 ? -SIX_WEIGHT_OF(RIVAL)
                                 : other == leader ? -SIX_WEIGHT_OF(LEADER)
                                                   : -SIX_WEIGHT_OF(OTHERS) / (rules->seats - 1);
    }
    outlook->weight[seat] = 100;
    outlook->by = (uint8_t)(1 + seat + 8 * (leader + 1));
}

void six_look(const struct six_rules *rules, const struct six_state *state, int seat, struct six_sites *sites,
              struct six_outlook *outlook)
{
    six_forget(sites);
    six_look_again(rules, state, seat, sites, outlook);
}

int six_points_worth(const struct six_outlook *outlook, int seat, int points)
{
    return outlook->weight[seat] * points * SIX_POINT / 100;
}

int six_end_worth(const struct six_outlook *outlook, const struct six_change *change)
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

bool six_populates_all(const struct six_outlook *outlook, int site)
{
    return (outlook->sites->populated | 1U << site) == SIX_EVERY_SITE;
}

/* Whether the game ends when a token comes to this level there. */
static bool ends(const struct six_outlook *outlook, int faction, int site, int level)
{
    if (level >= SIX_LEVEL_1024 && (site == SIX_BELT || site == SIX_EARTH)) {
        return true;
    }
    return outlook->state->level[faction][site] == 0 && level > 0 && six_populates_all(outlook, site);
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

int six_step_worth(const struct six_outlook *outlook, int faction, int site, int steps, int *own)
{
    const struct six_change change = {faction, site, outlook->state->level[faction][site] + steps, 0};
    int worth = six_worth(outlook, &change, own);
    if (steps > 0 && ends(outlook, faction, site, change.level)) {
        worth += six_end_worth(outlook, &change);
    } else if (steps > 0) {
        worth += six_haste(outlook, site, change.level);
    }
    return worth;
}

int six_event_worth(const struct six_outlook *outlook, const struct six_event *event, int *own)
{
    const struct six_state *state = outlook->state;
    if (event->kind == SIX_EV_GROW || event->kind == SIX_EV_DOUBLE) {
        return six_step_worth(outlook, event->faction, event->site, 1, own);
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

int six_spent(const struct six_outlook *outlook, int card)
{
    return outlook->sites->done ? 0 : (six_card_worth(outlook, card) - SIX_WEIGHT_OF(SPENT_BASE)) * SIX_WEIGHT_OF(SPENT) / 16;
}
